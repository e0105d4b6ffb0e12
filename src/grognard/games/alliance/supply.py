"""4.4: supply lines by land and sea."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.alliance.board import EMPIRES, NOBODY, Board, members
from grognard.games.alliance.movement import shut_straits
from grognard.games.alliance.position import Position
from grognard.games.alliance.states import camp, lie


def supply(g: Position, player: int) -> Supply:
    """A player's supply lines; worked out anew only when something they depend on has changed."""
    known: Supply | None = g.supplies[player]
    if known is None or not known.holds(g, player):
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
def lines_when(board: Board, shut: tuple[tuple[int, int], ...], closed: int, winter: bool) -> tuple[int, ...]:
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
        "_fed",
        "_floods",
        "board",
        "calm_straits",
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
        self.lines = lines_when(g.board, shut_straits(g, player), self.closed_bases, self.winter)
        self.calm_straits = not g.embattled & g.setting.shores
        self._floods: dict[tuple[int, int], Flood] = {}
        if before is not None and before.lines is self.lines and before.ground.passable == ground.passable:
            self._floods = before._floods
        side = camp(g, player)
        self.homeland, self.cities = side.homeland, side.cities & ground.friendly
        self.reached = self._flood(self.cities, ground.passable)
        self._fed: dict[int, int] = {}

    def holds(self, g: Position, player: int) -> bool:
        """Whether these are still the lines of the player: nothing they depend on has changed."""
        ground, old = lie(g, player), self.ground
        if self.winter != g.winter:
            return False
        return ground is old or (
            ground.passable == old.passable
            and ground.friendly == old.friendly
            and not (ground.enemy ^ old.enemy) & self.setting.sea_mask
            and self.homeland == camp(g, player).homeland
            and self.calm_straits
            and not g.embattled & self.setting.shores
        )

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

    def fed(self, state: int) -> int:
        """The friendly places where a state's blocks are in supply by the lines of the player's empires, or on land by
        those of its own city, which minors may use (F1), as a mask; in a Sea its fleets."""
        key = NOBODY if state in EMPIRES else state
        known = self._fed.get(key)
        if known is None:
            known = self.reached & ~self.setting.sea_mask | self._fleets()
            if key != NOBODY and self.board.cities_mask[state] & self.ground.friendly & ~self.reached:
                known |= self._by_own_city(state)
            self._fed[key] = known
        return known

    def _by_own_city(self, state: int) -> int:
        return self._flood(self.board.cities_mask[state] & self.ground.friendly, self.ground.passable)

    def _fleets(self) -> int:
        """8.2.1, E8: Seas with a line to a friendly Homeland base that is itself in supply."""
        ground, board = self.ground, self.board
        bases = self.homeland & self.setting.base_mask & self.reached & ground.friendly & ~self.closed_bases
        waters = 0
        for base in members(bases):
            waters |= board.to_sea[base]
        seas = ground.passable & self.setting.sea_mask
        return self._flood(waters & seas, seas)

    def covers(self, block: int, at: int) -> bool:
        """Whether a friendly block is in supply in a place; at sea it is a fleet."""
        state = self.owner[block]
        if self.fed(state) >> at & 1:
            return True
        return at >= self.board.first_sea and state not in EMPIRES and bool(self._by_own_city(state) >> at & 1)
