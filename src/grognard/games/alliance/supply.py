"""4.4: supply lines by land and sea."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.alliance.board import EMPIRES, Board, members
from grognard.games.alliance.movement import shut_straits
from grognard.games.alliance.position import Position
from grognard.games.alliance.states import camp, lie


def supply(g: Position, player: int) -> Supply:
    """A player's supply lines; worked out anew only when something they depend on has changed."""
    known: Supply | None = g.supplies[player]
    if known is None or known.ground is not lie(g, player) or known.winter != g.winter:
        known = g.supplies[player] = Supply(g, player, known)
    return known


@lru_cache(maxsize=256)
def blockaded(board: Board, hostile: int) -> int:
    """8.32: Regions all of whose bases have enemy fleets in every adjacent Sea, as a mask."""
    closed = 0
    for region, bases in enumerate(board.bases):
        if bases and all(all(hostile >> sea & 1 for sea in base) for base in bases):
            closed |= 1 << region
    return closed


@lru_cache(maxsize=256)
def lines_when(board: Board, shut: tuple[tuple[int, int], ...], closed: int, *, winter: bool) -> tuple[int, ...]:
    """Where a line may lead from each place: as printed, but for shut straits, blockades and a frozen lake."""
    lines = list(board.lines)
    for one, other in shut:
        lines[one] &= ~(1 << other)
        lines[other] &= ~(1 << one)
    for base in members(closed):  # 8.32.3
        lines[base] = board.near[base]
    for sea in board.seas:
        lines[sea] &= ~closed
    if winter:
        for region in board.regions:
            lines[region] |= board.near_in_winter[region]
    return tuple(lines)


class Flood:
    """What can be reached from some places over others (4.4.2), worked out as far as somebody has asked."""

    __slots__ = ("front", "left", "lines", "reached")

    def __init__(self, lines: tuple[int, ...], sources: int, within: int) -> None:
        self.lines = lines
        self.reached = self.front = sources
        self.left = within & ~sources

    def over(self, wanted: int) -> int:
        """What is reached of the wanted places, as a mask."""
        left = self.left
        if not left & wanted:
            return self.reached & wanted
        lines, front, reached = self.lines, self.front, self.reached
        while front and left & wanted:
            here = ((front & wanted) or front).bit_length() - 1
            front ^= 1 << here
            beyond = lines[here] & left
            if beyond:
                left ^= beyond
                reached |= beyond
                front |= beyond
        self.left, self.front, self.reached = left, front, reached
        return reached & wanted


class Supply:
    """Where a player's friendly places are in supply.

    Holds no position: it serves every copy of the one it was worked out for.
    """

    __slots__ = (
        "_fleets",
        "_floods",
        "board",
        "cities",
        "closed_bases",
        "ground",
        "homeland",
        "lines",
        "owner",
        "reached",
        "setting",
        "winter",
    )

    def __init__(self, g: Position, player: int, before: Supply | None) -> None:
        self.board, self.setting, self.owner, self.winter = g.board, g.setting, g.roster.owner, g.winter
        self.ground = ground = lie(g, player)
        self.closed_bases = blockaded(g.board, ground.enemy & g.setting.sea_mask)
        self.lines = lines_when(g.board, shut_straits(g, player), self.closed_bases, winter=self.winter)
        self._floods: dict[tuple[int, int], Flood] = {}
        if before is not None and before.runs_as(self):
            self._floods = before._floods
        side = camp(g, player)
        self.homeland, self.cities = side.homeland, side.cities & ground.friendly
        self.reached = self._flood(self.cities, ground.passable)
        self._fleets: int | None = None

    def runs_as(self, other: Supply) -> bool:
        """Whether lines run over the same places: then floods once worked out hold for both."""
        return self.lines is other.lines and self.ground.passable == other.ground.passable

    def _flood(self, sources: int, within: int) -> int:
        """The friendly places that can be reached from the sources over these."""
        flood = self._floods.get((sources, within))
        if flood is None:
            flood = self._floods[sources, within] = Flood(self.lines, sources, within)
        return flood.over(self.ground.friendly)

    @property
    def extent(self) -> int:
        """All the places a supply line could lead to, friendly or not, as a mask."""
        return Flood(self.lines, self.cities, self.ground.passable).over(self.setting.everywhere)

    @property
    def fleets(self) -> int:
        """8.2.1, E8: Seas with a line to a friendly Homeland base that is itself in supply."""
        if self._fleets is None:
            ground, board = self.ground, self.board
            bases = self.homeland & self.setting.base_mask & self.reached & ground.friendly & ~self.closed_bases
            waters = 0
            for base in members(bases):
                waters |= board.to_sea[base]
            seas = ground.passable & self.setting.sea_mask
            self._fleets = self._flood(waters & seas, seas)
        return self._fleets

    def covers(self, block: int, at: int) -> bool:
        """Whether a friendly block is in supply in a place; at sea it is a fleet."""
        if (self.reached if at < self.board.first_sea else self.fleets) >> at & 1:
            return True
        state = self.owner[block]
        return state not in EMPIRES and bool(self._minor_reach(state) >> at & 1)

    def reach_of(self, state: int) -> int:
        """The Regions where a state's blocks are in supply, as a mask: minors may also use their own city (F1)."""
        return self.reached if state in EMPIRES else self.reached | self._minor_reach(state)

    def _minor_reach(self, state: int) -> int:
        return self._flood(self.board.cities_mask[state] & self.ground.friendly, self.ground.passable)
