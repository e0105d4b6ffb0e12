"""4.4: supply lines by land and sea."""

from __future__ import annotations

from grognard.games.alliance.board import EMPIRES, mask, members
from grognard.games.alliance.movement import open_seas
from grognard.games.alliance.position import Position
from grognard.games.alliance.roster import FLEET
from grognard.games.alliance.states import lie


def supply(g: Position, player: int) -> Supply:
    """A player's supply lines; worked out once for a position."""
    known: Supply | None = g.supplies[player]
    if known is None or known.winter != g.winter:
        known = g.supplies[player] = Supply(g, player)
    return known


class Supply:
    """What a player's supply lines reach. Holds no position: it serves every copy of the one it was worked out for."""

    def __init__(self, g: Position, player: int) -> None:
        self.board, self.setting, self.roster = g.board, g.setting, g.roster
        self.winter = g.winter
        self.ground = lie(g, player)
        self.closed_bases = self._blockades()
        self.narrows = {sea: open_seas(g, player, sea) for sea in g.board.seas if g.board.strait_from[sea]}
        """Seas on a strait -> the Seas they are open to."""
        self.empires = [e for e in EMPIRES if g.master[e] == player]
        self.reached = self._flood(mask(c for e in self.empires for c in g.board.cities_of[e]) & self.ground.friendly)
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

    def _flood(self, sources: int) -> int:
        """All that can be reached from the sources; land meets sea only at unblockaded bases (4.4.4, 8.32.3)."""
        board = self.board
        first_sea, closed = board.first_sea, self.closed_bases
        near = board.near_in_winter if self.winter else board.near
        to_sea, to_port, by_sea, narrows = board.to_sea, board.to_port, board.by_sea, self.narrows
        left = self.ground.passable & ~sources
        reached = front = sources
        while front:
            low = front & -front
            front ^= low
            place = low.bit_length() - 1
            if place < first_sea:
                beyond = near[place] if low & closed else near[place] | to_sea[place]
            else:
                beyond = (narrows[place] if place in narrows else by_sea[place]) | (to_port[place] & ~closed)
            beyond &= left
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
            left = self.ground.passable & self.setting.sea_mask
            front = reached = waters & left
            left &= ~front
            while front:
                low = front & -front
                front ^= low
                sea = low.bit_length() - 1
                beyond = (self.narrows[sea] if sea in self.narrows else board.by_sea[sea]) & left
                left ^= beyond
                reached |= beyond
                front |= beyond
            self._fleets = reached
        return self._fleets

    def covers(self, block: int, at: int) -> bool:
        """Whether a friendly block is in supply in a place."""
        state = self.roster.owner[block]
        if self.roster.kind[block] == FLEET and at >= self.board.first_sea:
            return bool(self.fleets >> at & 1) or (state not in EMPIRES and bool(self._minor_reach(state) >> at & 1))
        return self.reaches(state, at)

    def reaches(self, state: int, place: int) -> bool:
        """Whether a state's blocks are in supply there: minors may also use their own city (F1)."""
        if self.reached >> place & 1:
            return True
        return state not in EMPIRES and bool(self._minor_reach(state) >> place & 1)

    def _minor_reach(self, state: int) -> int:
        if state not in self._minors:
            self._minors[state] = self._flood(mask(self.board.cities_of[state]) & self.ground.friendly)
        return self._minors[state]
