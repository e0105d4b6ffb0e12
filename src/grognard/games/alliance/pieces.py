"""2. Armies and fleets: putting blocks down, taking them up, and what onlookers can tell of them."""

from __future__ import annotations

from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.events import BlockEliminated, BlockLost
from grognard.games.alliance.position import FACE_UP, IN_POOL, Block, Position
from grognard.games.alliance.roster import FLEET, FORTRESS


def relocate(g: Position, block: int, place: int, port: int = NOBODY, *, openly: bool = False) -> None:
    """Put a block somewhere else; onlookers see that one of a colour goes, not which (2.2.1.1), unless it lies open."""
    old = g.blocks[block]
    if not openly and (old.at >= 0 or old.at == IN_POOL):
        _lose_track(g, block, old.at)
    state = g.roster.owner[block]
    if old.at >= 0:
        stay = tuple(b for b in g.at[old.at] if b != block)
        g.at[old.at] = stay
        if not any(g.roster.owner[b] == state for b in stay):
            g.occupied[state] &= ~(1 << old.at)
    g.blocks[block] = Block(place, old.steps, port)
    if place >= 0:
        g.at[place] = tuple(sorted((*g.at[place], block)))
        g.occupied[state] |= 1 << place
    g.unsettle()


def _lose_track(g: Position, block: int, place: int) -> None:
    """One of several blocks alike from behind leaves: which, onlookers cannot tell."""
    owner, cover = g.roster.owner, g.cover
    state = owner[block]
    if g.master[state] == NOBODY:
        return  # neutral blocks lie face up
    own = g.roster.of[state]
    if place >= 0:
        labels = {cover[b] for b in g.at[place] if owner[b] == state}
    else:
        labels = {cover[b] for b in own if g.blocks[b].at == place}
    if len(labels) > 1:
        lowest = min(labels)
        for b in own:
            if cover[b] in labels:
                cover[b] = lowest


def reveal(g: Position, block: int) -> None:
    """Everybody sees the block."""
    g.show()
    label = g.cover[block]
    if label == block:
        rest = [b for b in g.roster.of[g.roster.owner[block]] if g.cover[b] == label and b != block]
        for b in rest:
            g.cover[b] = rest[0]
    g.cover[block] = block
    g.seen[block] = g.blocks[block].steps


def set_steps(g: Position, block: int, steps: int) -> None:
    at, _, port = g.blocks[block]
    g.blocks[block] = Block(at, steps, port)


def raise_step(g: Position, block: int) -> None:
    """5.0: a levy; onlookers see where, not which block."""
    at, steps, port = g.blocks[block]
    _lose_track(g, block, at)
    g.blocks[block] = Block(at, steps + 1, port)
    g.levied |= 1 << block


def lowest_strength(g: Position, block: int) -> int:
    """8.2.4: a fleet has a zero step; every other block has at least one."""
    return 0 if g.roster.kind[block] == FLEET else 1


def lose_step(g: Position, block: int, clause: str) -> bool:
    """Take one step away; True if that was the end of it."""
    steps = g.blocks[block].steps
    if steps == lowest_strength(g, block):
        eliminate(g, block, clause)
        return True
    set_steps(g, block, steps - 1)
    g.seen[block] = min(g.seen[block], steps - 1)
    g.tell(clause, BlockLost, block, g.blocks[block].at, steps - 1)
    return False


def eliminate(g: Position, block: int, clause: str) -> None:
    """7.7.1: it goes face up to the Force Pool, not to be rebuilt this year."""
    at = g.blocks[block].at
    reveal(g, block)
    relocate(g, block, IN_POOL if g.setting.solitaire else FACE_UP, openly=True)  # solitaire.10
    set_steps(g, block, lowest_strength(g, block))
    g.seen[block] = lowest_strength(g, block)
    g.tell(clause, BlockEliminated, block, at)
    if block == g.roster.napoleon:  # 7.71.2
        g.fallen |= 1 << g.roster.owner[block]


def is_army(g: Position, block: int) -> bool:
    return g.roster.kind[block] != FLEET


def is_mobile(g: Position, block: int) -> bool:
    """2.13.2: all but fortresses."""
    return g.roster.kind[block] != FORTRESS


def mask_of(blocks: tuple[int, ...] | list[int]) -> int:
    mask = 0
    for block in blocks:
        mask |= 1 << block
    return mask
