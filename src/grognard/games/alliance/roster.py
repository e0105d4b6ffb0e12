"""2. The blocks as tables, built once and never changed. Index everything by the number of a block."""

from __future__ import annotations

from grognard.games.alliance import schema
from grognard.games.alliance.board import EMPIRES, FRANCE, NOBODY, Board, mask
from grognard.games.alliance.terms import BLOCK_KINDS

HQ, INFANTRY, CAVALRY, ARTILLERY, FORTRESS, FLEET = range(6)
LETTERS = "ABCD"


class Roster:
    """All blocks of the game, in the order of the file."""

    def __init__(self, data: schema.Data, board: Board) -> None:
        blocks = data.blocks.block
        self.count = len(blocks)
        self.ids = tuple(b.id for b in blocks)
        self.names = tuple(b.label for b in blocks)
        self.number = {name: block for block, name in enumerate(self.ids)}
        self.owner = tuple(board.state_number[b.owner] for b in blocks)
        self.kind = tuple(BLOCK_KINDS.index(b.kind) for b in blocks)
        self.flavour = tuple(b.flavour for b in blocks)
        self.steps = tuple(b.steps for b in blocks)
        """Maximum strength."""
        self.letter = tuple(LETTERS.index(b.fire[0]) for b in blocks)
        """0 for A to 3 for D: the order of fire."""
        self.letters = tuple(
            mask(b for b in range(self.count) if self.letter[b] == rank) for rank in range(len(LETTERS))
        )
        """Letter -> all blocks that fire then, as a mask."""
        self.fire = tuple(int(b.fire[1]) for b in blocks)
        """The highest roll that hits."""
        self.site = tuple(NOBODY if b.site is None else board.number[b.site] for b in blocks)
        """The region of a fortress."""
        self.of = tuple(tuple(b for b in range(self.count) if self.owner[b] == state) for state in board.states)
        self.colour = tuple(mask(blocks) for blocks in self.of)
        """State -> its blocks as a mask."""
        self.fortresses = mask(b for b in range(self.count) if self.kind[b] == FORTRESS)
        self.foot = mask(b for b in range(self.count) if self.kind[b] in (HQ, INFANTRY))
        """HQs and infantry, which invade (8.5.2)."""
        self.fleets = mask(b for b in range(self.count) if self.kind[b] == FLEET)
        self.hq = tuple(next(b for b in self.of[empire] if self.kind[b] == HQ) for empire in EMPIRES)
        self.napoleon = self.hq[FRANCE]
