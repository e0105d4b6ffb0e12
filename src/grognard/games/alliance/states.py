"""3.6, 4.1: who runs which state, and whose a Region or Sea is."""

from __future__ import annotations

from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.position import ALLY, CLIENT, ENEMY, NEUTRAL, OWN, Lie, Position


def settle(g: Position) -> None:
    """Work out who runs each state and what each is to each player; called whenever an alliance changes."""
    tie = g.tie
    # 3.6.10: a minor tied to an NPE follows whoever controls that NPE
    g.master = [t if t == NOBODY else tie[t] for t in tie]
    for player in g.setting.played:
        pacts = g.pacts[player]
        g.stance[player] = tuple(_stance(player, pacts, state, master) for state, master in enumerate(g.master))
    g.unsettle()


def _stance(player: int, pacts: int, state: int, master: int) -> int:
    if master == player:
        return OWN
    if master == NOBODY:
        return NEUTRAL
    if pacts >> master & 1:
        return ALLY if state == master else CLIENT  # 3.6.9
    return ENEMY  # L1: war is not declared


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
    own = friendly = client = neutral = enemy = closed = occupied = 0
    friendly_land = own_land = neutral_land = closed_land = owned = 0
    for state, relation in enumerate(g.stance[player]):
        there, land = g.occupied[state], g.setting.land_of[state]
        occupied |= there
        owned |= land
        if relation <= ALLY:
            friendly |= there
            if relation == OWN:
                own |= there
                own_land |= land
            friendly_land |= land
        elif relation == CLIENT:
            client |= there
        elif relation == NEUTRAL:
            neutral |= there
            neutral_land |= land
        else:
            enemy |= there
        if relation in (ALLY, CLIENT) and not g.permits[g.master[state]] >> player & 1:
            closed |= there
            closed_land |= land
    vacant = g.setting.everywhere & ~occupied
    hostile = neutral | enemy
    shut = closed | (vacant & closed_land)
    friends = friendly | (vacant & friendly_land)
    calm = ~g.embattled
    return Lie(
        own=own,
        hostile=hostile,
        shut=shut,
        peaceful=g.setting.everywhere & calm & ~hostile & ~shut,
        friendly=friends & calm,
        homely=(own | (vacant & own_land)) & calm,
        passable=(friends | (neutral & ~enemy & ~client) | (vacant & (neutral_land | ~owned))) & calm,
        enemy=enemy,
        stirring=vacant & neutral_land,
    )


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
