"""Room on the hex map: blockade boxes at sea, names in the gaps between the places of counters."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from dataclasses import dataclass, field

import shapely
from shapely.geometry import Point, box
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder.hexgrid import STRIP, HexGrid
from grognard.atlas.builder.lettering import Box, Line, measure
from grognard.atlas.hexspec import HexMap, HexPlace

LIFT = 4.0  # px by which a counter stands above the middle of its hex, to free the line below
BAND = 18.4  # px from the middle of a hex to the middle of that line
WIDEST = 57.0
SIZE = 13.0


@dataclass
class NameOnHex:
    hex: str
    name: str
    line: Line
    x: float
    y: float
    box: Box


@dataclass
class BoxOnSheet:
    """A box that holds counters: a blockade, a land off the map, a display."""

    id: str
    name: str
    kind: str
    box: Box
    slots: list[tuple[float, float]] = field(default_factory=list)
    owner: str = ""
    lead: tuple[float, float] | None = None
    n: int = 0
    title: Line | None = None
    bright: bool = False


class Room:
    """Rectangles already given away, found fast."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], list[Box]] = defaultdict(list)

    def _keys(self, b: Box) -> list[tuple[int, int]]:
        return [
            (i, j)
            for i in range(int(b[0] // 64), int(b[2] // 64) + 1)
            for j in range(int(b[1] // 64), int(b[3] // 64) + 1)
        ]

    def free(self, b: Box) -> bool:
        return not any(
            min(b[2], q[2]) > max(b[0], q[0]) and min(b[3], q[3]) > max(b[1], q[1])
            for k in self._keys(b)
            for q in self.cells[k]
        )

    def take(self, b: Box) -> None:
        for k in self._keys(b):
            self.cells[k].append(b)


class HexComposer:
    def __init__(self, spec: HexMap, grid: HexGrid, seas: dict[str, BaseGeometry]) -> None:
        self.spec, self.grid, self.seas = spec, grid, seas
        self.half = spec.boards[0].counter / 2
        self.room = Room()
        self.boxes: list[BoxOnSheet] = []
        self.names: list[NameOnHex] = []
        self.provinces: list[NameOnHex] = []

    def slot(self, hex_id: str) -> tuple[float, float]:
        x, y = self.grid.centre(hex_id)
        return round(x, 1), round(y - LIFT, 1)

    def compose(self) -> None:
        for h in self.spec.all():
            if self.spec.is_land(h):
                x, y = self.slot(h)
                self.room.take((x - self.half, y - self.half, x + self.half, y + self.half))
        self._off_map()
        self._displays()
        for p in self.spec.places:
            if p.harbor:
                self._blockade(p)
        taken: set[str] = set()
        for p in sorted(self.spec.places, key=lambda p: (not p.national_capital, not p.province_capital, p.id)):
            if self._name(p):
                taken.add(p.hex)
        self._province_names(taken)

    def _blockade(self, p: HexPlace) -> None:
        """In the harbour's own sea, as near as there is room."""
        hx, hy = self.grid.centre(p.hex)
        sea = self.seas.get(p.sea)
        if sea is None:
            raise ValueError(f"{p.id}: no sea {p.sea}")
        shapely.prepare(sea)
        h = self.half + 1
        spots = sorted(
            (math.hypot(dx, dy), hx + dx, hy + dy) for dx in range(-170, 171, 5) for dy in range(-170, 171, 5)
        )
        for d, x, y in spots:
            b = (x - h, y - h, x + h, y + h)
            if d > 26 and self.room.free(b) and sea.contains(box(*b)):
                self.room.take((b[0] - 2, b[1] - 2, b[2] + 2, b[3] + 2))
                self.boxes.append(
                    BoxOnSheet(
                        f"{p.id}.blockade", f"Blockade of {p.name}", "blockade", b, [(x, y)],
                        lead=(hx, hy), n=p.trade, bright=p.shipyard,
                    )
                )  # fmt: skip
                return
        raise ValueError(f"no room at sea for the blockade box of {p.id}")

    def _off_map(self) -> None:
        f = self.grid.frame
        right, bottom = f.ox + f.w, f.oy + f.h
        for b in self.spec.offmap:
            pts = [self.grid.centre(h) for h in b.entry_hexes]
            cx, cy = sum(p[0] for p in pts) / len(pts), sum(p[1] for p in pts) / len(pts)
            w, h = 176.0, 84.0
            if min(p[1] for p in pts) < f.oy + STRIP + 60:
                y, x = f.oy + STRIP / 2, cx
            elif max(p[0] for p in pts) > right - STRIP - 60:
                w, h = 90.0, 172.0
                x, y = right - STRIP / 2, cy
            elif max(p[1] for p in pts) > bottom - STRIP - 80:
                y, x = bottom - STRIP / 2, cx
            else:
                x, y = cx, cy + 110
            self._add_box(
                b.id, b.name, "offmap", (x - w / 2, y - h / 2, x + w / 2, y + h / 2), owner=b.owner_1792, lead=(cx, cy)
            )

    def _displays(self) -> None:
        f = self.grid.frame
        for i, d in enumerate(self.spec.displays):
            x, y = f.ox + STRIP + 150, f.oy + STRIP + 620 + i * 150
            self._add_box(d.id, d.name, "display", (x - 110, y - 60, x + 110, y + 60))

    def _add_box(
        self, name_id: str, name: str, kind: str, b: Box, *, owner: str = "", lead: tuple[float, float] | None = None
    ) -> None:
        while not self.room.free(b) and kind == "offmap" and b[3] - b[1] > 100:
            b = (b[0], b[1] + 10, b[2], b[3] + 10)
        title = measure(name, "town", 14.0)
        if title.width > b[2] - b[0] - 8:
            title = measure(shorten(name, "town", SIZE, b[2] - b[0] - 8), "town", SIZE)
        side = 2 * self.half + 2
        slots = []
        y = b[1] + 24 + side / 2
        while y + side / 2 <= b[3] - 3:
            n = int((b[2] - b[0] - 8) // side)
            slots += [(round((b[0] + b[2]) / 2 + (i - (n - 1) / 2) * side, 1), round(y, 1)) for i in range(n)]
            y += side
        self.room.take(b)
        self.boxes.append(BoxOnSheet(name_id, name, kind, b, slots[:12], owner, lead, title=title))

    def _name(self, p: HexPlace) -> bool:
        """In the line under the counter; a coastal name may run out to sea."""
        x, y = self.grid.centre(p.hex)
        full = measure(p.name, "town", SIZE)
        near = [(0.0, BAND)]
        for aside in (20.0, -20.0, 34.0, -34.0, 48.0, -48.0, 62.0, -62.0):
            near += [(aside, BAND), (aside, 0.0), (aside, -BAND), (aside, BAND * 2)]
        near += [(0.0, -28.0), (0.0, 34.0)]
        for dx, dy in near:
            if self._try_name(p, full, x + dx, y + dy, home=dx == 0):
                return True
        short = measure(shorten(p.name, "town", SIZE, WIDEST), "town", SIZE)
        return any(self._try_name(p, short, x + dx, y + dy, home=True) for dx, dy in ((0.0, BAND), (0.0, -BAND - 13)))

    def _try_name(self, p: HexPlace, line: Line, cx: float, cy: float, home: bool) -> bool:
        h = line.bottom - line.top
        b = (cx - line.width / 2, cy - h / 2, cx + line.width / 2, cy + h / 2)
        if not self.room.free(b):
            return False
        if not home and not self._near_home(p.hex, b):
            return False
        self.room.take(b)
        self.names.append(NameOnHex(p.hex, p.name, line, b[0], b[1] - line.top, b))
        return True

    def _near_home(self, hex_id: str, b: Box) -> bool:
        return bool(self.grid.polygon(hex_id).distance(box(*b)) < 6)

    def _province_names(self, taken: set[str]) -> None:
        """In the line of an empty hex near the middle of the province."""
        members: dict[str, list[str]] = defaultdict(list)
        for h in self.spec.all():
            if self.spec.is_land(h) and (code := self.spec.province(h)):
                members[code].append(h)
        for code, hexes in sorted(members.items()):
            pts = [self.grid.centre(h) for h in hexes]
            cx, cy = sum(q[0] for q in pts) / len(pts), sum(q[1] for q in pts) / len(pts)
            province = self.spec.by_code[code]
            plain = province.name.split(" (")[0]
            for h in sorted(hexes, key=lambda h: (Point(self.grid.centre(h)).distance(Point(cx, cy)), h)):
                if h in taken:
                    continue
                x, y = self.grid.centre(h)
                line = province_line(plain)
                b = (x - line.width / 2, y + BAND - 6, x + line.width / 2, y + BAND + 6)
                if self.room.free(b):
                    self.room.take(b)
                    self.provinces.append(NameOnHex(h, province.name, line, b[0], y + BAND + 4.5, b))
                    break


def shorten(name: str, face: str, size: float, width: float) -> str:
    """A name cut to fit: first its article and second words go, then letters, with a full point."""
    if measure(name, face, size).width <= width:
        return name
    words = name.replace("-", " ").split(" ")
    for cut in (
        f"{words[0][0]}. {' '.join(words[1:])}" if len(words) > 1 else name,
        words[-1] if len(words[0]) < 4 else words[0],
    ):
        if measure(cut, face, size).width <= width:
            return cut
    stem = words[0] if len(words[0]) > 4 else name
    while len(stem) > 3 and measure(stem + ".", face, size).width > width:
        stem = stem[:-1]
    return stem.rstrip("aeiou- ") + "." if len(stem) > 4 else stem + "."


def province_line(name: str) -> Line:
    """As much of a province's name as fits; "Upper" and "Lower" are worth less than what they stand before."""
    initial = re.sub(
        r"^(Upper|Lower|New|East|West|North|South|Northern|Southern|Old|Grand) ", lambda m: m[1][0] + ". ", name
    )
    for size in (SIZE, 12.0, 11.0):
        for text in (name, initial):
            line = measure(text, "region", size)
            if line.width <= WIDEST:
                return line
    return measure(shorten(initial.split(". ")[-1], "region", SIZE, WIDEST), "region", SIZE)
