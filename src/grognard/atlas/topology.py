"""The compact description of a built board that is served to the table: outlines, names, places for counters."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict

import msgspec

Point = tuple[float, float]
Box = tuple[float, float, float, float]


class Label(msgspec.Struct, frozen=True, omit_defaults=True):
    """A name as set on the base: its lines, its middle, its size in px, and the box of name and badges together.

    A name on a curve has a box for each of its letters as well, and a hex with several names one for each.
    """

    lines: tuple[str, ...]
    at: Point
    size: float
    box: Box
    leader: tuple[Point, Point] | None = None
    letters: tuple[Box, ...] = ()

    @property
    def boxes(self) -> tuple[Box, ...]:
        """What nothing else may cover."""
        return self.letters or (self.box,)


class Tether(msgspec.Struct, frozen=True):
    """From the place numbered `first` (from nought) on, counters stand beyond the border: a line ties them to `at`."""

    first: int
    at: Point


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A town: its dot and the box of its name (none when the name of its space says it already)."""

    name: str
    at: Point
    capital: bool = False
    box: Box | None = None


class Printed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mark where it is printed; `size` is its width in px."""

    kind: str
    at: Point
    size: float = 22.0
    n: int = 0
    name: str = ""
    powers: tuple[str, ...] = ()
    seas: tuple[str, ...] = ()
    metal: str = ""
    since: int = 0


class SpaceOnMap(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    kind: str
    polygons: list[list[list[int]]]
    home: str = ""
    terrain: str = ""
    label: Label | None = None
    town: Place | None = None
    marks: tuple[Printed, ...] = ()
    slots: tuple[Point, ...] = ()
    tether: Tether | None = None


class BorderOnMap(msgspec.Struct, frozen=True, omit_defaults=True):
    """A border feature: along shared arcs, or along a path of its own (a strait, a lane)."""

    a: str
    b: str
    kind: str
    feature: str = ""
    arcs: tuple[int, ...] = ()
    path: tuple[Point, ...] = ()
    freezes: bool = False
    limit: int = 0


class PowerOnMap(msgspec.Struct, frozen=True):
    id: str
    name: str
    livery: str
    wash: str
    counter: str
    ink: str
    pattern: str


class Topology(msgspec.Struct, frozen=True, omit_defaults=True):
    """`arcs` are delta-coded in units of `unit` px; a negative number in a ring means the arc `~n` backwards."""

    game: str
    board: str
    title: str
    size: tuple[int, int]
    counter: float
    unit: float
    arcs: list[list[int]]
    spaces: list[SpaceOnMap]
    borders: list[BorderOnMap]
    powers: list[PowerOnMap]
    waters: list[Label] = []
    grid: str = ""  # "hex" where the spaces are numbered hexes: a counter stands on its town

    def space(self, name: str) -> SpaceOnMap:
        return next(s for s in self.spaces if s.id == name)

    def arc(self, i: int) -> list[Point]:
        flat = self.arcs[i if i >= 0 else ~i]
        x = y = 0
        out = []
        for dx, dy in zip(flat[::2], flat[1::2], strict=True):
            x, y = x + dx, y + dy
            out.append((x * self.unit, y * self.unit))
        return out if i >= 0 else out[::-1]

    def rings(self, space: SpaceOnMap) -> list[list[Point]]:
        out = []
        for polygon in space.polygons:
            for ring in polygon:
                pts: list[Point] = []
                for i in ring:
                    pts += self.arc(i)[1:] if pts else self.arc(i)
                out.append(pts)
        return out

    def outline(self, space: SpaceOnMap) -> str:
        """SVG path data of a space, relative and in whole tenths, to be drawn at scale `unit`."""
        out = []
        for polygon in space.polygons:
            for ring in polygon:
                last: tuple[int, int] | None = None
                for i in ring:
                    pts = [(round(x / self.unit), round(y / self.unit)) for x, y in self.arc(i)]
                    if last is None:
                        last = pts[0]
                        out.append(f"M{last[0]} {last[1]}l")
                    steps = []
                    for x, y in pts[1:]:
                        steps.append(f"{x - last[0]} {y - last[1]}")
                        last = (x, y)
                    out.append(" ".join(steps) + " ")
                out.append("z")
        return "".join(out)

    def contacts(self) -> dict[tuple[str, str], float]:
        """Pixels of border that each pair of spaces shares."""
        owners: dict[int, list[str]] = defaultdict(list)
        for s in self.spaces:
            for polygon in s.polygons:
                for ring in polygon:
                    for i in ring:
                        owners[i if i >= 0 else ~i].append(s.id)
        out: dict[tuple[str, str], float] = defaultdict(float)
        for i, own in owners.items():
            if len(own) == 2 and own[0] != own[1]:
                pts = self.arc(i)
                px = sum(math.dist(p, q) for p, q in itertools.pairwise(pts))
                out[(min(own), max(own))] += px
        return dict(out)


def pack(arc: list[tuple[int, int]]) -> list[int]:
    """Delta-code an arc of whole units."""
    out, x, y = [], 0, 0
    for px, py in arc:
        out += [px - x, py - y]
        x, y = px, py
    return out
