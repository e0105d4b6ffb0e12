"""4. Territories and Sea Lanes: the board of one side as tables, built once and never changed.

Sets of territories and of powers are ints used as bit masks, so that "all that France holds" is one number.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.coalitions.schema import Data, Side

BRITAIN, FRANCE, AUSTRIA, PRUSSIA, RUSSIA, OTTOMANS = range(6)
POWERS = range(6)
"""In the Order of Play (4.order.1)."""

NOBODY = -1
FARTHEST_MARCH = 3
FARTHEST_SAIL = 3
FAR = 99


Route = tuple[int, tuple[int, ...]]
"""A way of some steps, and the mask of what it passes."""


def members(mask: int) -> Iterator[int]:
    """The numbers in a bit mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def nth(mask: int, n: int) -> int:
    """The number in a bit mask that `n` others come before."""
    while n:
        mask &= mask - 1
        n -= 1
    return (mask & -mask).bit_length() - 1


class Board:
    """One side of the board. Index everything by the number of a territory."""

    def __init__(self, data: Data, side: Side) -> None:
        powers = data.board.powers
        here = [t for t in data.board.territory if side in t.sides]
        self.side = side
        self.ids = tuple(t.id for t in here)
        self.names = tuple(t.name for t in here)
        self.number = {t.id: i for i, t in enumerate(here)}
        self.count = len(here)
        facts = [t.on(side) for t in here]
        self.kind = tuple(f.kind for f in facts)
        self.home = tuple(NOBODY if f.home is None else powers.index(f.home) for f in facts)
        self.stripes = tuple(sum(1 << powers.index(p) for p in f.stripes) for f in facts)
        self.value = tuple(f.value for f in facts)
        self._of_value = tuple(
            (value, sum(1 << i for i, v in enumerate(self.value) if v == value))
            for value in sorted({*self.value} - {0})
        )
        self.disputed = sum(1 << i for i, kind in enumerate(self.kind) if kind == "disputed")
        self.undisputed = sum(1 << i for i, kind in enumerate(self.kind) if kind == "undisputed")
        self.ports = sum(1 << i for i, t in enumerate(here) if t.port)
        self.homes = tuple(sum(1 << i for i in range(self.count) if self.home[i] == p) for p in POWERS)
        self.striped = tuple(sum(1 << i for i in range(self.count) if self.stripes[i] >> p & 1) for p in POWERS)
        """Power -> the Disputed Territories that bear its stripe."""
        self.foreign_homes = tuple(sum(self.homes) & ~self.homes[p] for p in POWERS)
        self.capital = tuple(
            next(i for i in range(self.count) if self.kind[i] == "capital" and self.home[i] == p) for p in POWERS
        )
        self.spain = sum(1 << self.number[t] for t in data.board.spain if t in self.number)
        self.adjacent = self._joined((b.a, b.b) for b in data.board.land if side in b.sides)
        self.beside = tuple(sum(1 << t for t in near) for near in self.adjacent)
        """`adjacent` as masks."""
        self.lanes = self._joined((b.a, b.b) for b in data.board.lane if side in b.sides)
        self.sea = tuple(self._ports_within(t, FARTHEST_SAIL) for t in range(self.count))
        """Ports within three Sea Lanes of a port, itself excluded (7.move.3)."""
        self.within_sail = tuple(sum(1 << t for t in ports) for ports in self.sea)
        """`sea` as masks."""
        self.by_land = tuple(self._distances(t, lanes=False) for t in range(self.count))
        self.by_land_and_sea = tuple(self._distances(t, lanes=True) for t in range(self.count))
        self.routes = tuple(self._routes_from(t) for t in range(self.count))
        """For each start and end, the ways of at most three steps and the mask of what they pass (7.move.9)."""
        self.within_march = tuple(sum(1 << t for t in routes) for routes in self.routes)

    def worth(self, territories: int) -> int:
        """The values of these territories, added up."""
        total = 0
        for value, those in self._of_value:
            total += value * (territories & those).bit_count()
        return total

    def _joined(self, pairs: Iterator[tuple[str, str]]) -> tuple[tuple[int, ...], ...]:
        near: list[set[int]] = [set() for _ in range(self.count)]
        for a, b in pairs:
            near[self.number[a]].add(self.number[b])
            near[self.number[b]].add(self.number[a])
        return tuple(tuple(sorted(n)) for n in near)

    def _distances(self, start: int, *, lanes: bool) -> tuple[int, ...]:
        steps = [FAR] * self.count
        steps[start], front = 0, [start]
        for t in front:
            for n in (*self.adjacent[t], *(self.lanes[t] if lanes else ())):
                if steps[n] == FAR:
                    steps[n] = steps[t] + 1
                    front.append(n)
        return tuple(steps)

    def _ports_within(self, start: int, lanes: int) -> tuple[int, ...]:
        reached = {start}
        for _ in range(lanes):
            reached |= {n for t in reached for n in self.lanes[t]}
        return tuple(sorted(reached - {start}))

    def _routes_from(self, start: int) -> dict[int, tuple[Route, ...]]:
        """Ways that enter no territory twice; coming back to the start counts as an end."""
        found: dict[int, list[Route]] = {}
        ways: list[tuple[int, ...]] = [(t,) for t in self.adjacent[start]]
        for way in ways:
            passed = sum(1 << t for t in way[:-1])
            found.setdefault(way[-1], []).append((passed, way))
            if len(way) < FARTHEST_MARCH and way[-1] != start:
                ways.extend((*way, t) for t in self.adjacent[way[-1]] if t not in way)
        return {end: tuple(ways) for end, ways in found.items()}
