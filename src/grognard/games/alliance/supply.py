"""4.4: supply lines by land and sea."""

from __future__ import annotations

from grognard.games.alliance.board import EMPIRES, mask, members
from grognard.games.alliance.movement import open_seas
from grognard.games.alliance.position import Position
from grognard.games.alliance.roster import FLEET
from grognard.games.alliance.states import lie


def supply(g: Position, player: int) -> Supply:
    """A player's supply lines; worked out anew only when something they depend on has changed."""
    known: Supply | None = g.supplies[player]
    ground = lie(g, player)
    rests_on = (ground.passable, ground.friendly, ground.enemy & g.setting.sea_mask, g.winter)
    if known is None or known.rests_on != rests_on or g.embattled & g.setting.shores:
        known = g.supplies[player] = Supply(g, player, rests_on)
    return known


class Supply:
    """What a player's supply lines reach. Holds no position: it serves every copy of the one it was worked out for."""

    def __init__(self, g: Position, player: int, rests_on: tuple[int, int, int, bool]) -> None:
        self.rests_on = rests_on
        self.board, self.setting, self.roster = g.board, g.setting, g.roster
        self.winter = g.winter
        self.ground = lie(g, player)
        self.closed_bases = self._blockades()
        self.lines = self._lines(g, player)
        self.empires = [e for e in EMPIRES if g.master[e] == player]
        cities = mask(c for e in self.empires for c in g.board.cities_of[e])
        self.reached = self._flood(cities & self.ground.friendly, self.ground.passable)
        self._minors: dict[int, int] = {}
        self._fleets: int | None = None

    def _blockades(self) -> int:
        """8.32: Regions all of whose bases have enemy fleets in every adjacent Sea."""
        board = self.board
        hostile = self.ground.enemy & self.setting.sea_mask
        ports = 0
        for sea in members(hostile):
            ports |= board.to_port[sea]
        return mask(r for r in members(ports) if all(all(hostile >> s & 1 for s in b) for b in board.bases[r]))

    def _lines(self, g: Position, player: int) -> list[int]:
        """Where a line may lead from each place: as printed, but for closed straits, blockades and a frozen lake."""
        board, closed = self.board, self.closed_bases
        lines = list(board.lines)
        for sea in board.on_strait:
            lines[sea] = open_seas(g, player, sea) | board.to_port[sea]
        if closed:  # 8.32.3
            for base in members(closed):
                lines[base] = board.near[base]
            for sea in board.seas:
                lines[sea] &= ~closed
        if self.winter:
            for region in board.regions:
                lines[region] |= board.near_in_winter[region]
        return lines

    def _flood(self, sources: int, within: int) -> int:
        """All that can be reached from the sources over these places (4.4.2)."""
        lines = self.lines
        left = within & ~sources
        reached = front = sources
        while front:
            low = front & -front
            front ^= low
            beyond = lines[low.bit_length() - 1] & left
            if beyond:
                left ^= beyond
                reached |= beyond
                front |= beyond
        return reached

    @property
    def fleets(self) -> int:
        """8.2.1, E8: Seas with a line to a friendly Homeland base that is itself in supply."""
        if self._fleets is None:
            board = self.board
            homeland = mask(p for e in self.empires for p in board.homeland[e])
            bases = homeland & self.setting.base_mask & self.reached & self.ground.friendly & ~self.closed_bases
            waters = 0
            for base in members(bases):
                waters |= board.to_sea[base]
            seas = self.ground.passable & self.setting.sea_mask
            self._fleets = self._flood(waters & seas, seas)
        return self._fleets

    def covers(self, block: int, at: int) -> bool:
        """Whether a friendly block is in supply in a place."""
        state = self.roster.owner[block]
        if self.roster.kind[block] == FLEET and at >= self.board.first_sea:
            return bool(self.fleets >> at & 1) or (state not in EMPIRES and bool(self._minor_reach(state) >> at & 1))
        return self.reaches(state, at)

    def reaches(self, state: int, place: int) -> bool:
        """Whether a state's blocks are in supply there."""
        return bool(self.reach_of(state) >> place & 1)

    def reach_of(self, state: int) -> int:
        """Where a state's blocks are in supply, as a mask: minors may also use their own city (F1)."""
        return self.reached if state in EMPIRES else self.reached | self._minor_reach(state)

    def _minor_reach(self, state: int) -> int:
        if state not in self._minors:
            self._minors[state] = self._flood(
                mask(self.board.cities_of[state]) & self.ground.friendly, self.ground.passable
            )
        return self._minors[state]
