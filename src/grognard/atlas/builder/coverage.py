"""The planar map as arcs shared by its spaces: neighbours own exactly the same line."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict

import shapely
from shapely.geometry import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry

Vertex = tuple[int, int]
Line = list[Vertex]
GRID = 10  # vertices lie on a grid of a tenth of a pixel


class Coverage:
    """Arcs in tenths of a pixel, their owners, and each space as polygons of rings of arc numbers."""

    def __init__(self, geoms: dict[str, BaseGeometry]) -> None:
        self.arcs: list[Line] = []
        self.owners: list[list[str]] = []
        self.polygons: dict[str, list[list[list[int]]]] = {}
        self._index: dict[tuple[Vertex, ...], int] = {}
        rings: dict[str, list[list[Line]]] = {}
        links: dict[Vertex, set[Vertex]] = defaultdict(set)
        for k, g in geoms.items():
            rings[k] = []
            for p in shapely.get_parts(g):
                if not isinstance(p, Polygon):
                    continue
                found = [c for r in [p.exterior, *p.interiors] if len(c := self._snap(r)) >= 4]
                for c in found:
                    for a, b in itertools.pairwise(c):
                        links[a].add(b)
                        links[b].add(a)
                if found:
                    rings[k].append(found)
        junction = {v for v, n in links.items() if len(n) != 2}
        for k, polys in rings.items():
            self.polygons[k] = [[self._cut(c, junction, k) for c in rs] for rs in polys]

    @staticmethod
    def _snap(ring: BaseGeometry) -> Line:
        c = [(round(x * GRID), round(y * GRID)) for x, y in ring.coords]
        return [v for i, v in enumerate(c) if i == 0 or v != c[i - 1]]

    def _arc(self, a: Line, owner: str) -> int:
        forth, back = tuple(a), tuple(reversed(a))
        for key, sign in ((forth, 1), (back, -1)):
            if key in self._index:
                i = self._index[key]
                self.owners[i].append(owner)
                return i if sign > 0 else ~i
        i = self._index[forth] = len(self.arcs)
        self.arcs.append(a)
        self.owners.append([owner])
        return i

    def _cut(self, c: Line, junction: set[Vertex], owner: str) -> list[int]:
        at = [i for i, v in enumerate(c[:-1]) if v in junction]
        if not at:  # an island: start at its least vertex, so that both sides agree
            m = min(range(len(c) - 1), key=lambda i: c[i])
            return [self._arc([*c[m:-1], *c[:m], c[m]], owner)]
        c = [*c[at[0] : -1], *c[: at[0]], c[at[0]]]
        at = [i for i, v in enumerate(c) if v in junction]
        return [self._arc(c[i : j + 1], owner) for i, j in itertools.pairwise(at)]

    def length(self, i: int) -> float:
        a = self.arcs[i]
        return sum(math.dist(p, q) for p, q in itertools.pairwise(a)) / GRID

    def contacts(self) -> dict[tuple[str, str], float]:
        """How many pixels of border each pair of spaces shares."""
        d: dict[tuple[str, str], float] = defaultdict(float)
        for i, own in enumerate(self.owners):
            if len(own) == 2 and own[0] != own[1]:
                d[(min(own), max(own))] += self.length(i)
        return d

    def between(self, a: str, b: str) -> list[int]:
        return [i for i, own in enumerate(self.owners) if len(own) == 2 and {a, b} == set(own)]

    def border_line(self, a: str, b: str) -> BaseGeometry:
        """The border of two spaces as joined lines, in pixels."""
        lines = [LineString([(x / GRID, y / GRID) for x, y in self.arcs[i]]) for i in self.between(a, b)]
        if not lines:
            return MultiLineString([])
        return shapely.line_merge(MultiLineString(lines))

    def coast_of(self, land: str, seas: set[str]) -> BaseGeometry:
        lines = [
            LineString([(x / GRID, y / GRID) for x, y in self.arcs[i]])
            for i, own in enumerate(self.owners)
            if len(own) == 2 and land in own and (own[0] in seas or own[1] in seas)
        ]
        return MultiLineString(lines) if lines else MultiLineString([])
