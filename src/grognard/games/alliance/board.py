"""1. The board as tables, built once and never changed. Index everything by the number of a place.

Places are numbered: first the regions in the order of the file, then the seas. States too: the seven empires, then the
minors.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from grognard.games.alliance import schema
from grognard.games.alliance.terms import NARROW, BorderTerrain

BRITAIN, FRANCE, RUSSIA, AUSTRIA, PRUSSIA, SPAIN, TURKEY = range(7)
EMPIRES = range(7)

NOBODY = -1
UNLIMITED = 0
"""The stacking of seas."""


def mask(places: Iterable[int]) -> int:
    """Places as a bit mask."""
    found = 0
    for place in places:
        found |= 1 << place
    return found


@lru_cache(maxsize=4096)
def members(places: int) -> tuple[int, ...]:
    """The places (or blocks) of a bit mask, lowest first; of twenty masks nineteen have been asked about before."""
    found = []
    while places:
        low = places & -places
        found.append(low.bit_length() - 1)
        places ^= low
    return tuple(found)


class Border(NamedTuple):
    """4.2 Two regions that touch: how many blocks of a player may cross into battle, and whether they must stop."""

    number: int
    terrain: BorderTerrain
    feature: str
    limit: int
    winter_limit: int
    winter_limit_russia: int
    """For blocks of the Russian Empire (11.12)."""
    must_stop: bool
    mountain: bool
    """For the Alpine Guide; the river borders of 11.6 are among them."""
    river: bool
    """For the Bridge Capture."""
    winter_only: bool
    """Lake Onega."""


class Board:
    """Regions, seas, and what joins them."""

    def __init__(self, data: schema.Data) -> None:
        file = data.board
        regions, seas = file.region, file.sea
        self.first_sea = len(regions)
        self.count = len(regions) + len(seas)
        self.regions = range(self.first_sea)
        self.seas = range(self.first_sea, self.count)
        self.ids = (*(r.id for r in regions), *(s.id for s in seas))
        self.names = (*(r.name for r in regions), *(s.name for s in seas))
        self.number = {name: place for place, name in enumerate(self.ids)}

        self.states = range(len(file.state))
        self.minors = range(len(EMPIRES), len(file.state))
        self.state_ids = tuple(s.id for s in file.state)
        self.state_names = tuple(s.name for s in file.state)
        self.adjectives = tuple(s.adjective for s in file.state)
        self.state_number = {name: state for state, name in enumerate(self.state_ids)}

        at_sea = (NOBODY,) * len(seas)
        self.home = (*(self._state(r.homeland) for r in regions), *at_sea)
        """The state whose Homeland a region is (1.1)."""
        self.owner = (*(self._state(r.homeland or r.owner) for r in regions), *at_sea)
        """Whose a vacant region is: its home state, or the holder of a small island or Gibraltar (C13)."""
        self.vp = (*(r.vp for r in regions), *(s.vp for s in seas))
        self.cities = tuple(place for place, r in enumerate(regions) if r.city)
        self.scoring = tuple(p for p in (*self.cities, *self.seas) if self.vp[p])
        """Victory cities and starred seas (1.2)."""
        self.city_names = (*(r.city for r in regions), *("" for _ in seas))
        self.homeland = tuple(tuple(p for p in self.regions if self.home[p] == state) for state in self.states)
        self.cities_of = tuple(tuple(p for p in self.cities if self.home[p] == state) for state in self.states)
        self.capital = tuple(self.number[s.capital] for s in file.state if s.capital is not None)
        self.defeat_region = (
            *(NOBODY for _ in EMPIRES),
            *((self.cities_of[state] or self.homeland[state])[0] for state in self.minors),
        )
        """9.1 The region whose loss is a minor's defeat."""

        self.narrow = frozenset(place for place, r in enumerate(regions) if r.terrain in NARROW)
        self.narrow_mask = mask(self.narrow)
        self.narrow_armies, self.narrow_fleets = file.stacking.narrow_armies, file.stacking.narrow_fleets
        room = {"clear": file.stacking.clear, "forest": file.stacking.forest, "mountain": file.stacking.mountain}
        both = self.narrow_armies + self.narrow_fleets
        self.stacking = (*(room.get(r.terrain, both) for r in regions), *(UNLIMITED for _ in seas))
        """1.4 How many blocks may end there; in a narrow place armies and fleets are counted apart."""

        self._join(file)

    def _join(self, file: schema.BoardFile) -> None:
        """4.2, 8.1: borders, seaways, coasts and Naval Bases."""
        self.border = self._borders(file)
        """Both ways: border[(a, b)] is border[(b, a)]."""
        self.land = self._joined((b.a, b.b) for b in file.border)
        coast = next(t for t in file.terrain if t.id == "coast")
        self.coast_limit, self.coast_winter_limit = coast.limit, coast.winter_limit
        self.seaways = self._joined((s.a, s.b) for s in file.seaway)
        self.strait = {
            ends: (self.number[s.sides[0]], self.number[s.sides[1]])
            for s in file.seaway
            if s.sides
            for ends in self._both_ways(s.a, s.b)
        }
        """8.1 The regions on both sides of the strait between two seas, both ways."""
        self.straits = tuple(sorted(ends for ends in self.strait if ends[0] < ends[1]))
        self.strait_from = tuple(tuple(there for here, there in self.strait if here == p) for p in range(self.count))
        self.bases = tuple(
            tuple(tuple(self.number[sea] for sea in base.seas) for base in file.base if base.region == name)
            for name in self.ids
        )
        """1.3 The Naval Bases of a region, each with the seas it opens on."""
        self.base_seas = tuple(tuple(sorted({sea for base in bases for sea in base})) for bases in self.bases)
        self.ports = tuple(tuple(p for p in self.regions if sea in self.base_seas[p]) for sea in range(self.count))
        """The regions with a Naval Base on a sea."""
        touching = self._joined((c.region, c.sea) for c in file.coast)
        self.coasts = (*touching[: self.first_sea], *(() for _ in self.seas))
        """All seas a region touches."""
        self.shores = (*(() for _ in self.regions), *touching[self.first_sea :])
        """All regions that touch a sea."""

        self._mask()

    def _mask(self) -> None:
        """The same as masks of places, for questions about many at once."""
        places = range(self.count)
        self.near = tuple(mask(n for n in self.land[p] if not self.border[p, n].winter_only) for p in places)
        self.near_in_winter = tuple(mask(self.land[p]) for p in places)
        """With Lake Onega frozen (11.12.5)."""
        self.onward = tuple(mask(n for n in self.land[p] if not self.border[p, n].must_stop) for p in places)
        """Neighbours from which a block may go on (3.2.6)."""
        self.by_sea = tuple(mask(seas) for seas in self.seaways)
        self.to_sea = tuple(mask(seas) for seas in self.base_seas)
        self.to_port = tuple(mask(ports) for ports in self.ports)
        self.open_ways = tuple(
            near | by_sea & ~mask(straits) | to_port
            for near, by_sea, straits, to_port in zip(
                self.near, self.by_sea, self.strait_from, self.to_port, strict=True
            )
        )
        """From a Region where an army may always go, from a Sea where a fleet may, at any season and past no strait."""
        self.to_shore = tuple(mask(regions) for regions in self.shores)
        self.lines = tuple(
            map(int.__or__, self.near, map(int.__or__, self.by_sea, map(int.__or__, self.to_sea, self.to_port)))
        )
        """Where a supply line may lead from a place, as long as no base is blockaded and no strait closed (4.4.4)."""
        self.homeland_mask = tuple(mask(regions) for regions in self.homeland)
        self.cities_mask = tuple(mask(cities) for cities in self.cities_of)

    def _state(self, name: str | None) -> int:
        return NOBODY if name is None else self.state_number[name]

    def _both_ways(self, a: str, b: str) -> tuple[tuple[int, int], tuple[int, int]]:
        one, other = self.number[a], self.number[b]
        return (one, other), (other, one)

    def _joined(self, pairs: Iterable[tuple[str, str]]) -> tuple[tuple[int, ...], ...]:
        near: list[set[int]] = [set() for _ in range(self.count)]
        for one, other in pairs:
            for here, there in self._both_ways(one, other):
                near[here].add(there)
        return tuple(tuple(sorted(places)) for places in near)

    def _borders(self, file: schema.BoardFile) -> dict[tuple[int, int], Border]:
        terrains = {terrain.id: terrain for terrain in file.terrain}
        found: dict[tuple[int, int], Border] = {}
        for number, b in enumerate(file.border):
            terrain = terrains[b.terrain]
            limit, winter = terrain.limit, terrain.winter_limit
            russian = winter if terrain.winter_limit_russia is None else terrain.winter_limit_russia
            if b.freezes:
                winter, russian = file.frozen_rivers.winter_limit, file.frozen_rivers.winter_limit_russia
            if b.limit is not None:
                limit, winter, russian = b.limit, b.limit - 1, b.limit - 1  # 3.5
            border = Border(
                number,
                b.terrain,
                b.feature,
                limit,
                winter,
                russian,
                must_stop=terrain.must_stop,
                mountain=b.terrain == "mountain",
                river=b.terrain == "river",
                winter_only=limit == 0,
            )
            found.update(dict.fromkeys(self._both_ways(b.a, b.b), border))
        return found
