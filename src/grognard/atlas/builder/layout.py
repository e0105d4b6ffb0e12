"""Everything that must be read finds its place: harbours, towns, names with their badges, then the counters."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import shapely
from scipy import ndimage
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder.curves import arcs, lay_arc, lie
from grognard.atlas.builder.frontier import Frontier
from grognard.atlas.builder.ground import STEP, Ground
from grognard.atlas.builder.labels import PAD, SMALLEST, Placed, Typesetter
from grognard.atlas.builder.lettering import Box, set_block
from grognard.atlas.builder.partition import OPEN_SEA, Partition
from grognard.atlas.builder.projection import Frame
from grognard.atlas.builder.slots import Quartermaster, Spot
from grognard.atlas.spec import Mark, Sheet, Space

HARBOUR = {"port", "base", "anchor"}
HARBOUR_RADIUS = 11.5
DOT = {True: 6.5, False: 4.0}
NEAR_TOWN = 9.0  # px: a name farther from its dot gets a leader
WIDE = 60_000.0  # px²: a country that may carry its name on a curve


@dataclass
class TownOnSheet:
    space: str
    name: str
    x: float
    y: float
    capital: bool
    box: Box | None = None
    pen: tuple[float, float] = (0.0, 0.0)
    leader: tuple[float, float] | None = None  # where the line from the dot meets a name that stands off


@dataclass
class Layout:
    names: dict[str, Placed] = field(default_factory=dict)
    towns: list[TownOnSheet] = field(default_factory=list)
    harbours: list[tuple[str, Mark, float, float]] = field(default_factory=list)
    slots: dict[str, list[Spot]] = field(default_factory=dict)
    strays: dict[str, int] = field(default_factory=dict)  # from which place on counters stand beyond the border
    waters: list[Placed] = field(default_factory=list)


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
        self._waters()
        want = {s.id: self.sheet.slots for s in spaces if s.kind in ("land", "sea") and s.id != OPEN_SEA}
        apart = {k: self.frames[i.id].bounds for i in self.sheet.insets for k in i.spaces}
        quarters = Quartermaster(self.ground, self.water, want, apart)
        self.out.slots = quarters.billet()
        self.out.strays = {k: quarters.strays(k) for k in want}
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
            # on woods and mountains, and beside a badge, a straight name reads better
            plain = s.terrain not in ("forest", "mountain") and not any(m.kind not in HARBOUR for m in s.marks)
            wide = plain and area[s.id] > WIDE
            self._name(s, fitting(s, 1.6), "region", curved=wide)
        for s in sorted((s for s in spaces if s.kind == "sea" and s.name), key=lambda s: (area[s.id], s.id)):
            self._name(s, fitting(s, 1.9) * 1.1, "sea", curved=True)
        for s in spaces:
            if s.kind == "impassable":
                self._name(s, size * 1.25, "region", room=0, curved=True)
            elif s.kind == "void" and s.name:
                curved = self.type.place_curved(s, (size, size * 0.8), "sea", 0)
                placed = curved or self.type.place(s, size * 0.8, "sea", room=0, pad=0)
                if placed:
                    self.out.names[s.id] = placed

    def _name(self, s: Space, size: float, face: str, *, room: int = 12, curved: bool = False) -> None:
        if curved:
            sizes = tuple(sorted({round(max(size * f, SMALLEST), 1) for f in (1.0, 0.84, 0.7)}, reverse=True))
            placed = self.type.place_curved(s, sizes, face, room)
            if placed:
                self.out.names[s.id] = placed
                return
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
            box, *pen = self.type.place_town(t.x, t.y, t.name, DOT[t.capital])
            t.box, t.pen = box, (pen[0], pen[1])
            edge = (min(max(t.x, box[0]), box[2]), min(max(t.y, box[1]), box[3]))
            if math.dist(edge, (t.x, t.y)) > DOT[t.capital] + NEAR_TOWN:
                t.leader = edge

    def _waters(self) -> None:
        """Names of waters that are no spaces: on a curve near where they belong, wherever nothing else stands."""
        for text, lon, lat, size in self.sheet.waters:
            x, y = self.frames[""].point(lon, lat)
            self.out.waters.append(self._curved_water(text, x, y, size) or self._straight_water(text, x, y, size))

    def _curved_water(self, text: str, x: float, y: float, size: float) -> Placed | None:
        far = size * len(text) * 0.55 + 60
        win = self.ground.cells((x - far, y - far, x + far, y + far))
        free = self.type.wet[win] & ~self.ground.taken[win]
        r0, c0 = win[0].start, win[1].start
        heart = (y / STEP - r0, x / STEP - c0)
        lake, _ = ndimage.label(self.type.wet[win])
        mine = lake[int(heart[0]), int(heart[1])]
        if not mine:
            return None
        name = text.replace("|", " ")
        choices = arcs(name, "sea", (size, round(size * 0.85, 1)), lie(lake == mine))
        found = lay_arc(free & (lake == mine), choices, heart)
        return self.type.settle("", found[0], r0 + found[1], c0 + found[2]) if found else None

    def _straight_water(self, text: str, x: float, y: float, size: float) -> Placed:
        block = set_block(tuple(text.split("|")), "sea", size)
        for r in range(0, 160, 8):
            angles = [k * math.pi / 8 for k in range(16)]
            ring = [(x + r * math.cos(a), y + r * math.sin(a)) for a in angles]
            spot = next((p for p in ring if self._afloat(block.box(*p))), None)
            if spot:
                self.ground.take(block.box(*spot), PAD)
                return Placed("", block, *spot, block.box(*spot))
        raise ValueError(f"no room on the sheet for the name of the water {text}")

    def _afloat(self, box: Box) -> bool:
        return self.ground.is_free(box) and bool(self.type.wet[self.ground.cells(box)].all())
