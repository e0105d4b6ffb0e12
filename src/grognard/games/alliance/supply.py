"""4.4: supply lines by land and sea."""

from __future__ import annotations

from grognard.games.alliance.board import EMPIRES, NOBODY
from grognard.games.alliance.movement import is_strait_open
from grognard.games.alliance.position import ALLY, NEUTRAL, OWN, Position
from grognard.games.alliance.roster import FLEET
from grognard.games.alliance.states import standing


class Supply:
    """What a player's supply lines reach, worked out once for a question."""

    def __init__(self, g: Position, player: int) -> None:
        self.g = g
        self.player = player
        board = g.board
        self.open = 0
        """Places a line may pass: friendly, neutral or nobody's, and not embattled (4.4.3, F2)."""
        for place in range(board.count):
            if not g.embattled >> place & 1 and standing(g, player, place) in (OWN, ALLY, NEUTRAL):
                self.open |= 1 << place
        self.closed_bases = self._blockades()
        own = [e for e in EMPIRES if g.master[e] == player]
        self.reached = self._flood([city for e in own for city in board.cities_of[e] if self._is_source(city)])
        self.fleets = self._fleet_waters(own)
        """Seas with a line to a friendly Homeland base that is itself in supply (8.2.1, E8)."""
        self._minors: dict[int, int] = {}

    def _is_source(self, city: int) -> bool:
        """4.4.2: a friendly Homeland Victory City."""
        g = self.g
        return not g.embattled >> city & 1 and standing(g, self.player, city) in (OWN, ALLY)

    def _blockades(self) -> int:
        """8.32: Regions all of whose bases have enemy fleets in every adjacent Sea."""
        g = self.g
        hostile = 0
        stance, owner = g.stance[self.player], g.roster.owner
        for sea in range(g.board.first_sea, g.board.count):
            if any(stance[owner[b]] > NEUTRAL for b in g.at[sea]):
                hostile |= 1 << sea
        closed = 0
        if hostile:
            for region in range(g.board.first_sea):
                bases = g.board.bases[region]
                if bases and all(all(hostile >> sea & 1 for sea in base) for base in bases):
                    closed |= 1 << region
        return closed

    def _flood(self, sources: list[int]) -> int:
        """All that can be reached from the sources; land meets sea only at unblockaded bases (4.4.4, 8.32.3)."""
        g, board = self.g, self.g.board
        first_sea, winter = board.first_sea, g.winter
        passable, closed = self.open, self.closed_bases
        reached = 0
        front = list(sources)
        for place in front:
            reached |= 1 << place
        for place in front:
            if place < first_sea:
                for near in board.land[place]:
                    bit = 1 << near
                    if not reached & bit and passable & bit:
                        if board.border[place, near].winter_only and not winter:
                            continue
                        reached |= bit
                        front.append(near)
                if not closed >> place & 1:
                    for sea in board.base_seas[place]:
                        bit = 1 << sea
                        if not reached & bit and passable & bit:
                            reached |= bit
                            front.append(sea)
            else:
                for sea in board.seaways[place]:
                    bit = 1 << sea
                    if not reached & bit and passable & bit and is_strait_open(g, self.player, place, sea):
                        reached |= bit
                        front.append(sea)
                for port in board.ports[place]:
                    bit = 1 << port
                    if not reached & bit and passable & bit and not closed & bit:
                        reached |= bit
                        front.append(port)
        return reached

    def _fleet_waters(self, empires: list[int]) -> int:
        g, board = self.g, self.g.board
        reached = 0
        front: list[int] = []
        for e in empires:
            for region in board.homeland[e]:
                if (
                    board.base_seas[region]
                    and self.reached >> region & 1
                    and not self.closed_bases >> region & 1
                    and standing(g, self.player, region) in (OWN, ALLY)
                ):
                    front += [s for s in board.base_seas[region] if self.open >> s & 1]
        for sea in front:
            reached |= 1 << sea
        for sea in front:
            for further in board.seaways[sea]:
                bit = 1 << further
                if not reached & bit and self.open & bit and is_strait_open(g, self.player, sea, further):
                    reached |= bit
                    front.append(further)
        return reached

    def covers(self, block: int) -> bool:
        """Whether a friendly block on the map is in supply."""
        at = self.g.blocks[block].at
        state = self.g.roster.owner[block]
        if self.g.roster.kind[block] == FLEET and at >= self.g.board.first_sea:
            return bool(self.fleets >> at & 1) or bool(self._own_waters(state) >> at & 1)
        return bool(self.reaches(state, at))

    def reaches(self, state: int, place: int) -> bool:
        """Whether a state's blocks are in supply there: minors may also use their own city (F1)."""
        if self.reached >> place & 1:
            return True
        return state not in EMPIRES and bool(self._minor_reach(state) >> place & 1)

    def _minor_reach(self, state: int) -> int:
        if state not in self._minors:
            cities = [c for c in self.g.board.cities_of[state] if self._is_source(c)]
            self._minors[state] = self._flood(cities) if cities else 0
        return self._minors[state]

    def _own_waters(self, state: int) -> int:
        """The seas a minor's own city supplies its fleet in."""
        if state in EMPIRES:
            return 0
        return self._minor_reach(state)


def in_supply(g: Position, player: int, place: int) -> bool:
    """Whether a place of the player's is in supply (3.4.4)."""
    return bool(Supply(g, player).reached >> place & 1)


def homeland_of(g: Position, block: int) -> tuple[int, ...]:
    """L45: the Homeland of a block is its own empire's or its own minor's."""
    return g.board.homeland[g.roster.owner[block]] if g.roster.owner[block] != NOBODY else ()
