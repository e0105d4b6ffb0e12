"""What things are worth, in victory points: places, blocks, Gold."""

from __future__ import annotations

from functools import cache, lru_cache

from grognard.games.alliance.board import EMPIRES, NOBODY, Board, mask
from grognard.games.alliance.position import WINTER, Position
from grognard.games.alliance.roster import FLEET, FORTRESS, HQ, Roster
from grognard.games.alliance.sequence import game_turn

STEP = 0.05
"""A step of an average block (firepower 2)."""
LASTING, LEAST_LASTING, MOST_LASTING = 0.25, 0.15, 2.0
"""How much more that is, for each Game Turn still to come."""
SOLO_LASTING = 0.3
"""The same in the solitaire game, where every empire's men are one's own."""
BLOCK = 0.06
"""A block that stands, beside its steps."""
GOLD = 0.07
"""An Action Point, or the Gold it becomes, while there is time to use it."""
CARD = 0.02
NAPOLEON = 5.0
"""What hangs on the life of Napoleon for France (10.3)."""


@cache
def scoring(board: Board) -> tuple[int, ...]:
    """The cities and starred seas."""
    return tuple(place for place in (*board.cities, *board.seas) if board.vp[place])


def share(g: Position, player: int, place: int) -> float:
    """3.4: what a place counts for a player who holds it; in the solitaire game all is counted in full."""
    points = g.board.vp[place]
    return float(points) if g.board.home[place] == player or g.setting.solitaire else points / 2


@cache
def stars(board: Board) -> tuple[tuple[int, int], ...]:
    """Victory points, and the places that count so many, as a mask."""
    return tuple((vp, mask(p for p in scoring(board) if board.vp[p] == vp)) for vp in sorted({*board.vp} - {0}))


def known_pacts(g: Position) -> list[int]:
    """Empire -> its allies, as far as everybody knows, as a mask; in the last turn with those to whom somebody has
    surrendered, who will be bound to him when it is over (L33)."""
    if not g.surrenders or turns_left(g) > 1:
        return g.open_pacts
    found = g.open_pacts[:]
    for loser, victor, _ in g.surrenders:
        found[loser] |= 1 << victor
        found[victor] |= 1 << loser
    return found


def holdings(g: Position) -> list[int]:
    """Empire -> the places its player collects for now (L46), as far as everybody can see, as a mask."""
    pacts = known_pacts(g)
    stood, homes = [0] * (len(EMPIRES) + 1), [0] * (len(EMPIRES) + 1)  # the last for NOBODY
    for state, master in enumerate(g.master):
        stood[master] |= g.occupied[state]
        homes[master] |= g.board.homeland_mask[state]
    shared = anybody = taken = 0
    for places in stood:
        shared |= anybody & places
        anybody |= places
    held = [0] * len(EMPIRES)
    for player in EMPIRES:
        if homes[player]:
            strangers = anybody & ~stood[player] | shared
            if pacts[player]:
                strangers = stood[NOBODY]
                for other in EMPIRES:
                    if other != player and not pacts[player] >> other & 1:
                        strangers |= stood[other]
            held[player] = homes[player] & ~strangers
            taken |= held[player]
    for player in EMPIRES:
        held[player] |= stood[player] & ~shared & ~taken
    for player in g.order:
        first = stood[player] & shared & ~taken
        held[player] |= first
        taken |= first
    return held


def points_of(g: Position, player: int, held: int) -> float:
    """What the places of a mask count for the player who holds them."""
    return _points(g.board, held, held if g.setting.solitaire else held & g.board.homeland_mask[player])


@lru_cache(maxsize=1024)
def _points(board: Board, held: int, full: int) -> float:
    halves = 0
    for vp, places in stars(board):
        halves += vp * ((held & places).bit_count() + (full & places).bit_count())
    return halves / 2


def turns_left(g: Position) -> int:
    """Game Turns still to come, this one included; for the staff, who in the talks of Winter thinks of the year as if
    it were over already (decision 027)."""
    if g.setting.solitaire:
        return g.setting.solitaire_cards - g.turn + 1
    return (g.setting.last_year - g.year) * WINTER + WINTER - max(1, g.turn) + 1


def turns_to_come(g: Position) -> int:
    """The same, in the talks of Winter too: the year that begins has all its turns before it."""
    return turns_left(g) + (WINTER - 1 if g.turn == WINTER and (game_turn, 1) in g.agenda else 0)


def points_left(g: Position, player: int) -> int:
    """Actions the player can still pay for in his turn."""
    return g.ap + min(g.setting.gold_per_turn - g.gold_spent, g.gold[player])


def gold_worth(g: Position) -> float:
    """A piece of Gold: it breaks ties in the end, and buys actions before."""
    if g.setting.solitaire:
        return 0.0
    return GOLD * min(1.0, (turns_left(g) - 1) / 4) + 0.005


def lasting(g: Position) -> float:
    """Men decide the years to come, and count for nothing in the end: in the first year most of all."""
    if g.setting.solitaire:
        return SOLO_LASTING
    return LEAST_LASTING + min(MOST_LASTING, LASTING * (turns_left(g) - 1))


def step_worth(g: Position, block: int) -> float:
    """A step of this block."""
    return worths(g)[block][1]


def block_worth(g: Position, block: int, steps: float) -> float:
    """What a block with so many steps is worth to whoever runs it."""
    standing, step, part = worths(g)[block]
    return (standing + step * steps) * part


def worths(g: Position) -> tuple[tuple[float, float, float], ...]:
    """Block -> what it is worth that it stands, what a step of it, and how much of the sum counts."""
    return _worths(g.roster, lasting(g))


@cache
def _worths(roster: Roster, lasting: float) -> tuple[tuple[float, float, float], ...]:
    return tuple(
        (
            lasting * (BLOCK + (0.08 if kind == HQ else 0.0)),
            lasting * STEP * fire / 2,
            0.7 if kind in (FORTRESS, FLEET) else 1.0,
        )
        for kind, fire in zip(roster.kind, roster.fire, strict=True)
    )
