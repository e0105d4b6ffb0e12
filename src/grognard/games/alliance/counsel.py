"""What a player may ask before deciding, odds apart: where a block could get to, whether players may confer."""

from __future__ import annotations

from grognard.engine.counsel import Reached
from grognard.engine.decision import Action
from grognard.engine.refusal import Refusal
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.movement import moves
from grognard.games.alliance.pieces import is_army
from grognard.games.alliance.position import WINTER, Position
from grognard.games.alliance.tabletop import unseen_ids
from grognard.games.alliance.words import TEXT

IN_WINTER_ONLY = Refusal(
    "6.2.2", "Players confer in private before the first turn and in Winter; at other times everybody hears them."
)


def cannot_confer(g: Position) -> Refusal | None:
    """6.2.2: players leave the table to negotiate in set-up and in Winter."""
    return None if g.turn in (0, WINTER) or g.outcome is not None or g.setting.solitaire else IN_WINTER_ONLY


def reach(g: Position, seat: int | None, piece: str) -> tuple[Reached, ...]:
    """Where a block could go in a group move as things stand, if its player had not moved yet."""
    block = _block_of(g, seat, piece)
    if block == NOBODY or g.blocks[block].at < 0 or g.master_of(block) == NOBODY:
        return ()
    world = g.clone()
    world.moved = world.levied = world.held = 0
    here = g.blocks[block].at
    found: dict[str, Reached] = {}
    for action in moves(world, g.master_of(block), here):
        if action[1] == block:
            end = g.board.ids[action[-1]]
            found.setdefault(end, Reached(end, _words(g, here, action)))
    return tuple(found.values())


def _block_of(g: Position, seat: int | None, piece: str) -> int:
    """The block behind a piece of the tabletop; of those a seat cannot see, on land an army, for all it knows."""
    known = g.roster.number.get(piece)
    hidden = unseen_ids(g, seat)
    if known is not None:
        return NOBODY if known in hidden else known
    found = next((b for b, name in hidden.items() if name == piece), NOBODY)
    if found == NOBODY or g.blocks[found].at < 0 or is_army(g, found):
        return found
    alike = (b for b in hidden if g.blocks[b].at == g.blocks[found].at and g.roster.owner[b] == g.roster.owner[found])
    return next((b for b in alike if is_army(g, b)), found)


def _words(g: Position, here: int, action: Action) -> str:
    verb, block, end = action[0], action[1], action[-1]
    if verb in ("attack", "defend", "force"):
        return TEXT.say("reach.battle")
    if verb == "dock":
        return TEXT.say("reach.port")
    if not is_army(g, block):
        return TEXT.say("reach.sea")
    return TEXT.say("reach.near" if verb == "move" and end in g.board.land[here] else "reach.far")
