"""What things are worth, in victory points: places, blocks, Gold, and how a player stands."""

from __future__ import annotations

from functools import cache

from grognard.games.alliance.board import EMPIRES, NOBODY, Board
from grognard.games.alliance.position import WINTER, Position
from grognard.games.alliance.roster import FLEET, FORTRESS, HQ

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
LEADER = 0.45
"""What a point of the leading rival's costs a player among many, beside one of his own."""
OTHERS = 0.35
"""What is spread over all his rivals alike."""


@cache
def scoring(board: Board) -> tuple[int, ...]:
    """The cities and starred seas."""
    return tuple(place for place in (*board.cities, *board.seas) if board.vp[place])


def share(g: Position, player: int, place: int) -> float:
    """3.4: what a place counts for a player who holds it; in the solitaire game all is counted in full."""
    points = g.board.vp[place]
    return float(points) if g.board.home[place] == player or g.setting.solitaire else points / 2


def holder_of(g: Position, place: int) -> int:
    """The player who collects for a place now (L46), as far as everybody can see; or NOBODY."""
    blocks, home = g.at[place], g.board.home[place]
    master, owner = g.master, g.roster.owner
    at_home = master[home] if home != NOBODY else NOBODY
    if not blocks:
        return at_home
    players = {master[owner[b]] for b in blocks}
    if at_home != NOBODY and all(p == at_home or (p >= 0 and g.open_pacts[at_home] >> p & 1) for p in players):
        return at_home
    if len(players) == 1:
        return players.pop()
    return next((p for p in g.order if p in players), NOBODY)


def tally(g: Position) -> list[float]:
    """Empire -> its points as the board stands, half points kept, with the handicap (10.1, 10.2)."""
    points = [float(h) for h in g.setting.handicap]
    for place in scoring(g.board):
        player = holder_of(g, place)
        if player != NOBODY:
            points[player] += share(g, player, place)
    return points


def rivalry(g: Position, player: int) -> list[float]:
    """Empire -> what a point of that player's costs this one: all of it between two, most of it for the leader else."""
    rivals = [p for p in g.setting.played if p != player]
    weights = [0.0] * len(EMPIRES)
    if g.setting.solitaire or not rivals:
        return weights
    if len(rivals) == 1:
        weights[rivals[0]] = 1.0
        return weights
    points = tally(g)
    best = max(points[p] for p in rivals)
    for p in rivals:
        behind = best - points[p]
        weights[p] = OTHERS / len(rivals) + max(0.0, LEADER * (1 - behind / 4))
    return weights


def turns_left(g: Position) -> int:
    """Game Turns still to come, this one included."""
    if g.setting.solitaire:
        return g.setting.solitaire_cards - g.turn + 1
    return (g.setting.last_year - g.year) * WINTER + WINTER - max(1, g.turn) + 1


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
    return lasting(g) * STEP * g.roster.fire[block] / 2


def block_worth(g: Position, block: int, steps: float) -> float:
    """What a block with so many steps is worth to whoever runs it."""
    kind = g.roster.kind[block]
    extra = 0.08 if kind == HQ else 0.0
    worth = lasting(g) * (BLOCK + extra) + step_worth(g, block) * steps
    return worth * (0.7 if kind in (FORTRESS, FLEET) else 1.0)
