"""3.6, 4.1: who runs which state, and whose a Region or Sea is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grognard.games.alliance.board import EMPIRES, NOBODY, members
from grognard.games.alliance.position import ALLY, CLIENT, ENEMY, NEUTRAL, OWN, Camp, Lie, Position
from grognard.games.alliance.setting import AllianceSetting


def settle(g: Position) -> None:
    """Work out who runs each state and what each is to each player; called whenever an alliance changes."""
    tie = g.tie
    # 3.6.10: a minor tied to an NPE follows whoever controls that NPE
    g.master = [t if t == NOBODY else tie[t] for t in tie]
    stance = g.stance[:]
    masters = tuple(g.master)
    for player in g.setting.played:
        stance[player] = _stance(masters, g.pacts[player], player)
    g.stance = stance
    g.camps = [None] * len(EMPIRES)
    g.unsettle()


@lru_cache(maxsize=1024)
def _stance(masters: tuple[int, ...], pacts: int, player: int) -> tuple[int, ...]:
    """What each state is to a player, by who runs it: an enemy if nothing else, for war is not declared (L1)."""
    run_by = [ENEMY] * len(EMPIRES) + [NEUTRAL]  # the last for NOBODY
    run_by[player] = OWN
    allies = members(pacts)
    for ally in allies:
        run_by[ally] = CLIENT  # 3.6.9
    stance = [run_by[master] for master in masters]
    for ally in allies:
        stance[ally] = ALLY
    return tuple(stance)


def camp(g: Position, player: int) -> Camp:
    """Who is on the player's side."""
    known = g.camps[player]
    if known is None:
        known = g.camps[player] = _camp(g.setting, g.stance[player])
    return known


@lru_cache(maxsize=1024)
def _camp(setting: AllianceSetting, stance: tuple[int, ...]) -> Camp:
    states: tuple[list[int], ...] = ([], [], [], [], [])
    blocks, land = [0] * len(states), [0] * len(states)
    for state, relation in enumerate(stance):
        states[relation].append(state)
        blocks[relation] |= setting.roster.colour[state]
        land[relation] |= setting.land_of[state]
    empires = tuple(state for state in states[OWN] if state in EMPIRES)
    return Camp(
        own=tuple(states[OWN]),
        allies=tuple(states[ALLY]),
        clients=tuple(states[CLIENT]),
        neutrals=tuple(states[NEUTRAL]),
        enemies=tuple(states[ENEMY]),
        forces=blocks[OWN],
        friends=blocks[OWN] | blocks[ALLY] | blocks[CLIENT],
        foes=blocks[ENEMY],
        own_land=land[OWN],
        friendly_land=land[OWN] | land[ALLY],
        neutral_land=land[NEUTRAL],
        cities=_of(empires, setting.board.cities_mask),
        homeland=_of(empires, setting.board.homeland_mask),
    )


def is_played(g: Position, state: int) -> bool:
    """Whether the empire is a player's own."""
    return g.tie[state] == state


def holder(g: Position, place: int) -> int:
    """4.1: the state a place belongs to now, or NOBODY: of the blocks there, else of whose Homeland it is."""
    if g.embattled >> place & 1:
        return g.fight_at(place).holder  # L49
    blocks = g.at[place]
    if not blocks:
        return g.board.owner[place]  # C12, C13
    owner = g.roster.owner
    home = g.board.owner[place]
    if home != NOBODY:
        for b in blocks:  # L46: shared places count for the homeland owner
            if g.master[owner[b]] == g.master[home] and g.master[home] != NOBODY:
                return home
    return owner[blocks[0]]


# --- how the land lies for a player ----------------------------------------------------------------------------------


def lie(g: Position, player: int) -> Lie:
    """What every place is to a player, as masks; worked out once for a position."""
    known = g.lies[player]
    if known is None:
        known = g.lies[player] = _survey(g, player)
    return known


def _survey(g: Position, player: int) -> Lie:
    side, setting, occupied = camp(g, player), g.setting, g.occupied
    own, ally, client = _of(side.own, occupied), _of(side.allies, occupied), _of(side.clients, occupied)
    neutral, enemy = _of(side.neutrals, occupied), _of(side.enemies, occupied)
    closed = closed_land = 0
    for state in (*side.allies, *side.clients):
        if not g.permits[g.master[state]] >> player & 1:
            closed |= occupied[state]
            closed_land |= setting.land_of[state]
    friendly, hostile = own | ally, neutral | enemy
    vacant = setting.everywhere & ~(friendly | client | hostile)
    shut = closed | (vacant & closed_land)
    friends = friendly | (vacant & side.friendly_land)
    calm = ~g.embattled
    return Lie(
        own=own,
        hostile=hostile,
        assailable=hostile & calm & ~(friendly | client),
        shut=shut,
        peaceful=setting.everywhere & calm & ~hostile & ~shut,
        friendly=friends & calm,
        homely=(own | (vacant & side.own_land)) & calm,
        passable=(friends | (neutral & ~enemy & ~client) | (vacant & (side.neutral_land | setting.nobodys))) & calm,
        enemy=enemy,
        alien=vacant & ~(side.friendly_land | side.neutral_land | setting.nobodys),
        stirring=vacant & side.neutral_land,
    )


def _of(states: tuple[int, ...], places: Sequence[int]) -> int:
    found = 0
    for state in states:
        found |= places[state]
    return found


def is_friendly(g: Position, player: int, place: int) -> bool:
    """4.1.2, 4.1.3: one's own or allied players', by occupation or as vacant Homeland, and not embattled."""
    return bool(lie(g, player).friendly >> place & 1)


def shore_is_open(g: Position, player: int, shore: int) -> bool:
    """E4: a shore of a strait lets pass whom it is friendly or neutral to; an embattled one as before (L49)."""
    if g.embattled >> shore & 1:
        state = g.fight_at(shore).holder
        return state == NOBODY or g.stance[player][state] in (OWN, ALLY, NEUTRAL)
    return bool(lie(g, player).passable >> shore & 1)


def allied(g: Position, a: int, b: int) -> bool:
    """Whether two players (or NOBODY) are on one side: the same, or joined by a pact."""
    return a == b or (NOBODY not in (a, b) and bool(g.pacts[a] >> b & 1))


def players_in(g: Position, place: int) -> set[int]:
    """The players with friendly blocks there; NOBODY stands for neutral states."""
    return {g.master_of(b) for b in g.at[place]}
