"""3.6, 4.1: who runs which state, and whose a Region or Sea is."""

from __future__ import annotations

from grognard.games.alliance.board import EMPIRES, NOBODY
from grognard.games.alliance.position import ALLY, CLIENT, ENEMY, NEUTRAL, OWN, Position


def settle(g: Position) -> None:
    """Work out who runs each state and what each is to each player; called whenever an alliance changes."""
    g.master = [_master(g, state) for state in range(len(g.tie))]
    g.stance = [tuple(_stance(g, player, state) for state in range(len(g.tie))) for player in EMPIRES]


def _master(g: Position, state: int) -> int:
    """3.6.10: a minor tied to an NPE follows whoever controls that NPE."""
    while state != NOBODY and g.tie[state] != state:
        state = g.tie[state]
    return state


def _stance(g: Position, player: int, state: int) -> int:
    master = g.master[state]
    if master == player:
        return OWN
    if master == NOBODY:
        return NEUTRAL
    if g.pacts[player] >> master & 1:
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


def standing(g: Position, player: int, place: int) -> int:
    """What a place is to a player: the stance of the state that holds it; NEUTRAL if it is nobody's."""
    blocks = g.at[place]
    stance = g.stance[player]
    if g.embattled >> place & 1:
        state = g.fight_at(place).holder
        return NEUTRAL if state == NOBODY else stance[state]
    if blocks:
        owner = g.roster.owner
        best: int = stance[owner[blocks[0]]]
        for b in blocks[1:]:
            best = min(best, stance[owner[b]])
        return best
    state = g.board.owner[place]
    return NEUTRAL if state == NOBODY else stance[state]


def is_friendly(g: Position, player: int, place: int) -> bool:
    """4.1.2, 4.1.3: one's own or allied players', by occupation or as vacant Homeland."""
    return standing(g, player, place) <= ALLY


def friendly_mask(g: Position, player: int) -> int:
    """The places friendly to a player and not embattled, as a mask."""
    mask = 0
    for place in range(g.board.count):
        if standing(g, player, place) <= ALLY and not g.embattled >> place & 1:
            mask |= 1 << place
    return mask


def allied(g: Position, a: int, b: int) -> bool:
    """Whether two players (or NOBODY) are on one side: the same, or joined by a pact."""
    return a == b or (NOBODY not in (a, b) and bool(g.pacts[a] >> b & 1))


def players_in(g: Position, place: int) -> set[int]:
    """The players with friendly blocks there; NOBODY stands for neutral states."""
    return {g.master_of(b) for b in g.at[place]}
