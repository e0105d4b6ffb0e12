"""Everything that must be read finds its place: harbours, towns, names with their badges, then the counters."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder.frontier import Frontier
from grognard.atlas.builder.ground import Ground
from grognard.atlas.builder.labels import PAD, Placed, Typesetter
from grognard.atlas.builder.lettering import Block, Box, set_block
from grognard.atlas.builder.partition import OPEN_SEA, Partition
from grognard.atlas.builder.projection import Frame
from grognard.atlas.builder.slots import Quartermaster, Spot
from grognard.atlas.spec import Mark, Sheet, Space

HARBOUR = {"port", "base", "anchor"}
HARBOUR_RADIUS = 11.5
DOT = {True: 6.5, False: 4.0}


@dataclass
class TownOnSheet:
    space: str
    name: str
    x: float
    y: float
    capital: bool
    box: Box | None = None
    pen: tuple[float, float] = (0.0, 0.0)


@dataclass
class Layout:
    names: dict[str, Placed] = field(default_factory=dict)
    towns: list[TownOnSheet] = field(default_factory=list)
    harbours: list[tuple[str, Mark, float, float]] = field(default_factory=list)
    slots: dict[str, list[Spot]] = field(default_factory=dict)
    waters: list[tuple[Block, float, float]] = field(default_factory=list)


def square(x: float, y: float, r: float) -> Box:
    return x - r, y - r, x + r, y + r


class Composer:
    def __init__(self, sheet: Sheet, part: Partition, frames: dict[str, Frame], liveries: dict[str, str]) -> None:
        self.sheet, self.part, self.frames = sheet, part, frames
        main = frames[""]
        self.ground = Ground(main.size, part.shapes)
        self.water = set(part.seas)
        self.type = Typesetter(self.ground, self.water, liveries)
        self.out = Layout()

    def frame_of(self, space: str) -> Frame:
        for inset in self.sheet.insets:
            if space in inset.spaces:
                return self.frames[inset.id]
        return self.frames[""]

    def compose(self, frontier: Frontier, furniture: list[Box], lanes: list[BaseGeometry]) -> Layout:
        for box in furniture:
            self.ground.take(box, 4)
        for x, y, r, _ in frontier.signs:
            self.ground.take(square(x, y, r))
        for way in frontier.ways:
            self.ground.taken |= self.ground.burn(way.buffer(4))
        spaces = [s for s in self.part.spaces.values() if s.id in self.part.shapes]
        self._dots(spaces)
        for s in spaces:
            for m in s.marks:
                if m.kind in HARBOUR:
                    self._harbour(s, m)
        for lane in lanes:
            self.ground.taken |= self.ground.burn(lane)
        self._names(spaces)
        self._town_names()
        want = {s.id: self.sheet.slots for s in spaces if s.kind in ("land", "sea") and s.id != OPEN_SEA}
        self.out.slots = Quartermaster(self.ground, self.water, want).billet()
        self._waters()
        return self.out

    def _dots(self, spaces: list[Space]) -> None:
        for s in spaces:
            if s.town is None or s.kind != "land" or not s.town.shown:
                continue
            x, y = self.frame_of(s.id).point(s.town.lon, s.town.lat)
            x, y = self._ashore(s.id, x, y)
            self.out.towns.append(TownOnSheet(s.id, s.town.name, x, y, s.town.capital))
            self.ground.take(square(x, y, DOT[s.town.capital]), 1)

    def _ashore(self, space: str, x: float, y: float) -> tuple[float, float]:
        """A town that generalising drowned or gave to a neighbour is moved to the nearest ground of its own."""
        shape = self.part.shapes[space]
        inner = shape.buffer(-4)
        home = shape if inner.is_empty else inner
        if home.contains(Point(x, y)):
            return x, y
        p, _ = shapely.ops.nearest_points(home, Point(x, y))
        return float(p.x), float(p.y)

    def _harbour(self, s: Space, m: Mark) -> None:
        """On the shore, touching every sea it serves, as near to its town as it can stand free."""
        shape = self.part.shapes[s.id]
        own = [k for k in sorted(self.part.seas) if self.part.coverage.between(s.id, k)]
        seas = [k for k in m.seas if k in self.part.shapes] or own[:1]
        if not seas:
            raise ValueError(f"{s.id}: a harbour, but no sea")
        waters = [self.part.shapes[k] for k in seas]
        if m.lon is not None and m.lat is not None:
            goal = self.frame_of(s.id).point(m.lon, m.lat)
        else:
            towns = [t for t in self.out.towns if t.space == s.id]
            goal = (towns[0].x, towns[0].y) if towns else tuple(shape.representative_point().coords[0])[:2]
        coast = self.part.coverage.coast_of(s.id, set(seas))
        if coast.is_empty:
            coast = self.part.coverage.coast_of(s.id, self.part.seas)
        if coast.is_empty:
            return
        spots = []
        for line in shapely.get_parts(coast):
            for d in np.arange(0, line.length, 4.0):
                p = line.interpolate(d)
                far = sum(max(0.0, w.distance(p)) for w in waters)
                spots.append((round(far * 6 + math.dist((p.x, p.y), goal), 2), p.x, p.y))
        main = waters[0]
        for _, x, y in sorted(spots):
            for hx, hy in self._offshore(x, y, main):
                box = square(hx, hy, HARBOUR_RADIUS)
                touches = all(w.distance(Point(hx, hy)) < HARBOUR_RADIUS - 1 for w in waters)
                if touches and self.ground.is_free(box) and not (self.ground.owner[self.ground.cells(box)] < 0).any():
                    self.out.harbours.append((s.id, m, hx, hy))
                    self.ground.take(box, 1)
                    return
        # no shore is free: lie at anchor a little way off
        _, x0, y0 = min(spots)
        for r in range(8, 60, 4):
            for k in range(16):
                x, y = x0 + r * math.cos(k * math.pi / 8), y0 + r * math.sin(k * math.pi / 8)
                if self.ground.is_free(square(x, y, HARBOUR_RADIUS)):
                    self.out.harbours.append((s.id, m, x, y))
                    self.ground.take(square(x, y, HARBOUR_RADIUS), 1)
                    return
        raise ValueError(f"no room for the harbour of {s.id}")

    @staticmethod
    def _offshore(x: float, y: float, sea: BaseGeometry) -> list[tuple[float, float]]:
        ring = [(x + 7 * math.cos(k * math.pi / 6), y + 7 * math.sin(k * math.pi / 6)) for k in range(12)]
        wet = [p for p in ring if sea.contains(Point(p))]
        if wet:
            mx, my = sum(p[0] for p in wet) / len(wet), sum(p[1] for p in wet) / len(wet)
            d = math.dist((mx, my), (x, y)) or 1.0
            return [(x + (mx - x) / d * 6, y + (my - y) / d * 6), (x, y)]
        return [(x, y)]

    def _names(self, spaces: list[Space]) -> None:
        """The cramped first: what has least ground has least choice."""
        size = self.sheet.label_size
        area = {s.id: self.part.shapes[s.id].area for s in spaces}

        def fitting(s: Space, most: float) -> float:
            """Wide countries carry large names, as on an engraved sheet."""
            return round(min(max(size * 0.62 + math.sqrt(area[s.id]) / 26, size * 0.86), size * most), 1)

        for s in sorted((s for s in spaces if s.kind == "land"), key=lambda s: (area[s.id], s.id)):
            self._name(s, fitting(s, 1.6), "region")
        for s in sorted((s for s in spaces if s.kind == "sea" and s.name), key=lambda s: (area[s.id], s.id)):
            self._name(s, fitting(s, 1.9) * 1.1, "sea")
        for s in spaces:
            if s.kind == "impassable":
                self._name(s, size * 0.9, "region", room=0)
            elif s.kind == "void" and s.name:
                placed = self.type.place(s, size * 0.8, "sea", room=0, pad=0)
                if placed:
                    self.out.names[s.id] = placed

    def _name(self, s: Space, size: float, face: str, room: int = 12) -> None:
        for pad in (150.0, 320.0):
            placed = self.type.place(s, size, face, room=room, pad=pad)
            if placed:
                self.out.names[s.id] = placed
                return
        raise ValueError(f"no room on the sheet for the name of {s.id}")

    def _town_names(self) -> None:
        for t in sorted(self.out.towns, key=lambda t: (not t.capital, t.space)):
            space = self.part.spaces[t.space]
            if t.name == (space.label or space.name).replace("|", " "):
                continue
            got = self.type.place_town(t.x, t.y, t.name, DOT[t.capital])
            if got:
                t.box, t.pen = got[0], (got[1], got[2])

    def _waters(self) -> None:
        """Names of waters that are no spaces: near where they belong, wherever nothing else stands."""
        for text, lon, lat, size in self.sheet.waters:
            block = set_block(tuple(text.split("|")), "sea", size)
            x, y = self.frames[""].point(lon, lat)
            for r in range(0, 160, 8):
                angles = [k * math.pi / 8 for k in range(16)]
                ring = [(x + r * math.cos(a), y + r * math.sin(a)) for a in angles]
                spot = next((p for p in ring if self._afloat(block.box(*p))), None)
                if spot:
                    self.out.waters.append((block, *spot))
                    self.ground.take(block.box(*spot), PAD)
                    break

    def _afloat(self, box: Box) -> bool:
        return self.ground.is_free(box) and bool(self.type.wet[self.ground.cells(box)].all())
