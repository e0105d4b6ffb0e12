"""Room on the hex map: blockade boxes at sea, names in the gaps between the places of counters."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field

import shapely
from shapely.geometry import Point, box
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder.hexgrid import STRIP, HexGrid
from grognard.atlas.builder.lettering import Block, Box, Line, breaks, measure, set_block
from grognard.atlas.hexspec import HexMap, HexPlace

LIFT = 4.0  # px by which a counter stands above the middle of its hex, to free the line below
BAND = 23.4  # px from the middle of a hex to the middle of that line
WIDEST = 63.0  # px between the counters on either side of it
SIZE = 13.0
TITLE, TITLE_AT = 14.0, 7.0  # the head of a box: size of its letters, and px above them
WIDE_BOX, TALL_BOX = (264.0, 116.0), (98.0, 300.0)  # twelve counters in two rows of six, or six rows of two


@dataclass
class NameOnHex:
    hex: str
    name: str
    line: Line
    x: float
    y: float
    box: Box
    leader: tuple[tuple[float, float], tuple[float, float]] | None = None


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
    title: Block | None = None
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
        # a name that fits under its counter has the first claim to that line; the long ones go round
        first = sorted(self.spec.places, key=lambda p: (not p.national_capital, not p.province_capital, p.id))
        rest = [p for p in first if not self._name_at_home(p)]
        for p in rest:
            self._name_nearby(p)
        self._province_names({p.hex for p in first})

    def _blockade(self, p: HexPlace) -> None:
        """In the harbour's own sea, as near as there is room."""
        hx, hy = self.grid.centre(p.hex)
        sea = self.seas.get(p.sea)
        if sea is None:
            raise ValueError(f"{p.id}: no sea {p.sea}")
        shapely.prepare(sea)
        h = self.half + 1
        spots = sorted(
            (math.hypot(dx, dy), hx + dx, hy + dy) for dx in range(-210, 211, 5) for dy in range(-210, 211, 5)
        )
        for d, x, y in spots:
            b = (x - h, y - h, x + h, y + h)
            if d > 32 and self.room.free(b) and sea.contains(box(*b)):
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
            w, h = WIDE_BOX
            if min(p[1] for p in pts) < f.oy + STRIP + 60:
                y, x = f.oy + STRIP / 2, cx
            elif max(p[0] for p in pts) > right - STRIP - 60:
                w, h = TALL_BOX
                x, y = right - STRIP / 2, cy
            elif max(p[1] for p in pts) > bottom - STRIP - 80:
                y, x = bottom - STRIP / 2, cx
            else:
                x, y = cx, cy + 132
            self._add_box(
                b.id, b.name, "offmap", (x - w / 2, y - h / 2, x + w / 2, y + h / 2), owner=b.owner_1792, lead=(cx, cy)
            )

    def _displays(self) -> None:
        f = self.grid.frame
        for i, d in enumerate(self.spec.displays):
            x, y = f.ox + STRIP + 190, f.oy + STRIP + 740 + i * 150
            w, h = WIDE_BOX
            self._add_box(d.id, d.name, "display", (x - w / 2, y - h / 2, x + w / 2, y + h / 2))

    def _add_box(
        self, name_id: str, name: str, kind: str, b: Box, *, owner: str = "", lead: tuple[float, float] | None = None
    ) -> None:
        while not self.room.free(b) and kind == "offmap" and b[3] - b[1] > 100:
            b = (b[0], b[1] + 10, b[2], b[3] + 10)
        title = next(
            block
            for texts in breaks(name)
            for block in (set_block(texts, "town", TITLE),)
            if block.width <= b[2] - b[0] - 8
        )
        side = 2 * self.half + 2
        slots = []
        y = b[1] + TITLE_AT + title.height + 4 + side / 2
        while y + side / 2 <= b[3] - 3:
            n = int((b[2] - b[0] - 8) // side)
            slots += [(round((b[0] + b[2]) / 2 + (i - (n - 1) / 2) * side, 1), round(y, 1)) for i in range(n)]
            y += side
        self.room.take(b)
        self.boxes.append(BoxOnSheet(name_id, name, kind, b, slots[:12], owner, lead, title=title))

    def _name_at_home(self, p: HexPlace) -> bool:
        """In the line under the counter."""
        x, y = self.grid.centre(p.hex)
        return self._try_name(p, measure(p.name, "town", SIZE), x, y + BAND, home=True)

    def _name_nearby(self, p: HexPlace) -> None:
        """A long name may run out over the sea or an empty line beside it; if there is none it is shortened."""
        x, y = self.grid.centre(p.hex)
        full = measure(p.name, "town", SIZE)
        near = []
        for aside in (24.0, -24.0, 40.0, -40.0, 58.0, -58.0, 74.0, -74.0):
            near += [(aside, BAND), (aside, 0.0), (aside, -BAND), (aside, BAND * 2)]
        near += [(0.0, -34.0), (0.0, 41.0)]
        for dx, dy in near:
            if self._try_name(p, full, x + dx, y + dy, home=False):
                return
        short = measure(p.short or shorten(p.name, "town", SIZE, WIDEST), "town", SIZE)
        for dy in (BAND, -BAND - 13):
            if self._try_name(p, short, x, y + dy, home=True):
                return
        raise ValueError(f"no room on the sheet for the name of {p.id}")

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
            line = measure(province.short or plain, "province", SIZE)
            if line.width > WIDEST:
                raise ValueError(
                    f"{province.id}: {line.text!r} is too long for the line of a hex; give it a short name"
                )
            inner = sorted(hexes, key=lambda h: (Point(self.grid.centre(h)).distance(Point(cx, cy)), h))
            if not any(h not in taken and self._try_province(h, h, province.name, line) for h in inner):
                # every hex has a town: the line of a hex next door, and a leader back
                beside = [(h, n) for h in inner for n in self.spec.neighbours(h) if n not in taken and n not in hexes]
                if not any(self._try_province(n, h, province.name, line) for h, n in beside):
                    raise ValueError(f"no room on the sheet for the name of {province.id}")

    def _try_province(self, at: str, home: str, name: str, line: Line) -> bool:
        x, y = self.grid.centre(at)
        b = (x - line.width / 2, y + BAND - 6, x + line.width / 2, y + BAND + 6)
        if not self.room.free(b):
            return False
        self.room.take(b)
        leader = None
        if at != home:
            side = self.grid.side(at, home).interpolate(0.5, normalized=True)
            hx, hy = self.grid.centre(home)
            end = (side.x + (hx - side.x) * 0.3, side.y + (hy - side.y) * 0.3)
            leader = ((min(max(end[0], b[0]), b[2]), min(max(end[1], b[1]), b[3])), end)
        self.provinces.append(NameOnHex(at, name, line, b[0], y + BAND + 4.5, b, leader))
        return True


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
