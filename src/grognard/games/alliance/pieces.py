"""2. Armies and fleets: putting blocks down, taking them up, and what onlookers can tell of them."""

from __future__ import annotations

from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.events import BlockEliminated, BlockLost
from grognard.games.alliance.position import FACE_UP, IN_POOL, Block, Position
from grognard.games.alliance.roster import FLEET, FORTRESS


def index(g: Position) -> None:
    """Work out from the blocks where each stands, and which are weak or ready to be built."""
    at: list[list[int]] = [[] for _ in range(g.board.count)]
    g.occupied = [0] * len(g.board.states)
    g.weak = g.ready = 0
    for b, (place, steps, _) in enumerate(g.blocks):
        if place >= 0:
            at[place].append(b)
            g.occupied[g.roster.owner[b]] |= 1 << place
            g.weak |= (steps < g.roster.steps[b]) << b
        elif place == IN_POOL:
            g.ready |= 1 << b
    g.at = [tuple(blocks) for blocks in at]
    g.stand = [mask_of(blocks) for blocks in at]
    g.unsettle()


def reindex(g: Position, blocks: list[int], moved: dict[int, int]) -> None:
    """Bring it up to date for some blocks: `moved` says who stands where another of its colour stood before."""
    for place in {g.blocks[b].at for b in moved.values()}:
        if place >= 0:
            g.at[place] = tuple(sorted([moved.get(b, b) for b in g.at[place]]))
            g.stand[place] = mask_of(g.at[place])
    weak = ready = 0
    for b in blocks:
        at, steps, _ = g.blocks[b]
        if at >= 0:
            weak |= (steps < g.roster.steps[b]) << b
        elif at == IN_POOL:
            ready |= 1 << b
    others = ~mask_of(blocks)
    g.weak, g.ready = g.weak & others | weak, g.ready & others | ready


def relocate(g: Position, block: int, place: int, port: int = NOBODY, *, openly: bool = False) -> None:
    """Put a block somewhere else; onlookers see that one of a colour goes, not which (2.2.1.1), unless it lies open."""
    here, steps, _ = g.blocks[block]
    if not openly and here != FACE_UP:
        _lose_track(g, block, here)
    g.blocks[block] = Block(place, steps, port)
    roster, bit = g.roster, 1 << block
    state = roster.owner[block]
    if here >= 0:
        stay = g.stand[here] ^ bit
        g.stand[here] = stay
        g.at[here] = tuple([b for b in g.at[here] if b != block])
        if not stay & roster.colour[state]:
            g.occupied[state] &= ~(1 << here)
    elif here == IN_POOL:
        g.ready ^= bit
    if place >= 0:
        there = g.at[place]
        g.at[place] = tuple(sorted((*there, block))) if there else (block,)
        g.stand[place] |= bit
        g.occupied[state] |= 1 << place
        if here < 0 and steps < roster.steps[block]:
            g.weak |= bit
    else:
        g.weak &= ~bit
        if place == IN_POOL:
            g.ready |= bit
    g.unsettle()


def _lose_track(g: Position, block: int, place: int) -> None:
    """One of several blocks alike from behind leaves: which, onlookers cannot tell."""
    owner, cover = g.roster.owner, g.cover
    state = owner[block]
    if g.master[state] == NOBODY:
        return  # neutral blocks lie face up
    own = g.roster.of[state]
    if place >= 0:
        alike = g.stand[place] & g.roster.colour[state]
        if alike == 1 << block:
            return
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
    if at >= 0:
        if steps < g.roster.steps[block]:
            g.weak |= 1 << block
        else:
            g.weak &= ~(1 << block)


def raise_step(g: Position, block: int) -> None:
    """5.0: a levy; onlookers see where, not which block."""
    at, steps, _ = g.blocks[block]
    _lose_track(g, block, at)
    set_steps(g, block, steps + 1)
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
