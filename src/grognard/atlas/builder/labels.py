"""Names are solved, not placed by luck: each takes the spot that is legible and leaves most room for counters."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from scipy import ndimage

from grognard.atlas.builder.curves import COARSE, Arc, arcs, lay_arc, lie
from grognard.atlas.builder.ground import COUNTER, STEP, Ground, Sums, counts, rows_of_squares, summed
from grognard.atlas.builder.growth import Mask
from grognard.atlas.builder.lettering import Block, Box, breaks, measure, set_block
from grognard.atlas.builder.projection import Floats
from grognard.atlas.builder.symbols import badge
from grognard.atlas.spec import Mark, Space

SMALLEST = 13.0  # nothing on the table is set smaller
PAD = 2.0
ROW = 23.0  # height of the row of badges
WANTED = 12
SHORTEST_CURVE = 4  # letters: a shorter name on a curve looks like a slip of the hand


@dataclass
class Placed:
    """A name and its badges where they stand, with a leader when they stand outside their space."""

    space: str
    block: Block
    x: float
    y: float
    box: Box
    badges: list[tuple[Mark, float, float, float]] = field(default_factory=list)
    leader: tuple[tuple[float, float], tuple[float, float]] | None = None
    arc: Arc | None = None

    def path(self) -> str:
        return self.arc.path(self.x, self.y) if self.arc else self.block.path(self.x, self.y)


@dataclass(frozen=True)
class Design:
    """One way to set a name with its badges: the badges stand below the name or beside it."""

    block: Block
    row: tuple[tuple[Mark, float], ...]
    beside: bool

    @property
    def row_width(self) -> float:
        return sum(w for _, w in self.row)

    @property
    def size(self) -> tuple[float, float]:
        if not self.row:
            return self.block.width, self.block.height
        if self.beside:
            return self.block.width + 6 + self.row_width, max(self.block.height, ROW)
        return max(self.block.width, self.row_width), self.block.height + 3 + ROW

    def lay(self, space: str, cx: float, cy: float) -> Placed:
        w, h = self.size
        box = (cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2)
        if self.beside:
            bx, by = cx - w / 2 + self.block.width / 2, cy
            x, y = cx - w / 2 + self.block.width + 6, cy
        else:
            bx, by = cx, cy - h / 2 + self.block.height / 2
            x, y = cx - self.row_width / 2, cy + h / 2 - ROW / 2
        out = Placed(space, self.block, bx, by, box)
        for mark, width in self.row:
            out.badges.append((mark, x + width / 2, y, width))
            x += width
        return out


def designs(space: Space, size: float, face: str, liveries: dict[str, str]) -> list[Design]:
    row = tuple((m, b[0]) for m in space.marks if (b := badge(m, liveries)) is not None)
    out = []
    steps = [size, size * 0.88, size * 0.78, size * 0.7, SMALLEST]
    for s in sorted({round(max(v, SMALLEST), 1) for v in steps}, reverse=True):
        for texts in breaks(space.label or space.name):
            block = set_block(texts, face, s)
            out.append(Design(block, row, False))
            if row:
                out.append(Design(block, row, True))
    return out


@dataclass(frozen=True)
class Site:
    """The ground round a space as it is when its name is to be set."""

    own: Mask
    taken: Mask
    off_sheet: Mask
    damp: Mask  # own ground and water
    origin: tuple[int, int]

    @cached_property
    def depth(self) -> Floats:
        return np.asarray(ndimage.distance_transform_edt(np.pad(self.own, 1))[1:-1, 1:-1])

    @cached_property
    def away(self) -> Floats:
        return np.asarray(ndimage.distance_transform_edt(~self.own)) * STEP

    @cached_property
    def centre(self) -> tuple[float, float]:
        row, col = np.argwhere(self.own & (self.depth >= self.depth.max() * 0.6)).mean(0)
        return float(row), float(col)

    @cached_property
    def tables(self) -> tuple[Sums, Sums, Sums]:
        return summed(self.taken | self.off_sheet), summed(self.own), summed(self.damp)

    def allowed(self, h: int, w: int, mode: str, reach: float) -> tuple[Mask, Floats]:
        """Where a box of h x w cells may stand, and how much of it then lies at home."""
        blocked, mine, damp = self.tables
        free = counts(blocked, h, w) == 0
        share = counts(mine, h, w) / (h * w)
        if mode == "home":
            free &= share >= 0.995
        elif mode == "lean":
            free &= share >= 0.72
        elif mode == "shore":
            free &= (share >= 0.08) & (counts(damp, h, w) / (h * w) >= 0.93)
        else:
            free &= self.away[h // 2 : h // 2 + free.shape[0], w // 2 : w // 2 + free.shape[1]] < reach
        return free, share

    def room_left(self, r: int, c: int, h: int, w: int) -> int:
        """How many counters fit in the space once the box is given away."""
        n = math.ceil(COUNTER / STEP)
        closed = self.taken | ~self.own
        closed[r : r + h, c : c + w] = True
        return len(rows_of_squares(counts(summed(closed), n, n) == 0, n)) if min(closed.shape) > n else 0


class Typesetter:
    def __init__(self, ground: Ground, water: set[str], liveries: dict[str, str]) -> None:
        self.ground, self.liveries = ground, liveries
        self.wet = np.isin(ground.owner, [ground.number[w] for w in water if w in ground.number])

    def site(self, space: str, pad: float) -> Site | None:
        win = self.ground.window(space, pad)
        if win is None:
            return None
        r0, r1, c0, c1 = win
        owner = self.ground.owner[r0:r1, c0:c1]
        own = owner == self.ground.number[space]
        taken = self.ground.taken[r0:r1, c0:c1].copy()
        return Site(own, taken, owner < 0, own | self.wet[r0:r1, c0:c1], (r0, c0))

    def place(self, space: Space, size: float, face: str, *, room: int = WANTED, pad: float = 150.0) -> Placed | None:
        """The best spot for a name; a first pass keeps it at home, later ones let it lean out, then use a leader."""
        site = self.site(space.id, pad)
        if site is None:
            return None
        for mode in ("home", "lean", "shore", "leader"):
            best: tuple[float, Placed] | None = None
            for d in designs(space, size, face, self.liveries):
                found = choose(site, d, mode, room, pad * 0.9)
                if found and (best is None or found[0] > best[0] + 1e-9):
                    best = (found[0], d.lay(space.id, *found[1]))
            if best:
                out = best[1]
                if mode == "leader":
                    out.leader = lead(out, site)
                self.ground.take(out.box, PAD)
                return out
        return None

    def place_curved(self, space: Space, sizes: tuple[float, ...], face: str, room: int) -> Placed | None:
        """A name on a curve that follows its space, if that leaves the counters their room."""
        site = self.site(space.id, 0.0)
        name = (space.label or space.name).replace("|", " ")
        if site is None or len(name) < SHORTEST_CURVE:
            return None
        free = site.own & ~site.taken & ~site.off_sheet
        if min(free.shape) < 2 * COARSE or not free.any():
            return None
        found = lay_arc(free, arcs(name, face, sizes, lie(site.own)), site.centre)
        if found is None:
            return None
        arc, r, c = found
        return self.settle(space.id, arc, site.origin[0] + r, site.origin[1] + c, room)

    def settle(self, space: str, arc: Arc, r: int, c: int, room: int = 0) -> Placed | None:
        """Put a curved name on the sheet, unless fewer than `room` counters would find a place at home."""
        foot = arc.footprint()
        n = foot.shape[0] // 2
        taken = np.pad(self.ground.taken, n)
        taken[r : r + 2 * n + 1, c : c + 2 * n + 1] |= foot
        taken = taken[n:-n, n:-n]
        if room:
            side = math.ceil(COUNTER / STEP)
            win = self.ground.window(space, 0.0)
            if win is None or win[1] - win[0] <= side or win[3] - win[2] <= side:
                return None
            view = np.s_[win[0] : win[1], win[2] : win[3]]
            closed = taken[view] | (self.ground.owner[view] != self.ground.number[space])
            if len(rows_of_squares(counts(summed(closed), side, side) == 0, side)) < room:
                return None
        self.ground.taken[:] = taken
        x, y = (c + 0.5) * STEP, (r + 0.5) * STEP
        block = set_block((arc.text,), arc.face, arc.size)
        return Placed(space, block, x, y, arc.box(x, y), arc=arc)

    def place_town(
        self, x: float, y: float, name: str, radius: float, size: float = SMALLEST
    ) -> tuple[Box, float, float]:
        """The name of a town beside its dot, at the first spot that is free; base line and left edge returned.

        Where the dot is hemmed in the name stands off, and the caller draws a leader.
        """
        line = measure(name, "town", size)
        h = line.bottom - line.top
        d = radius + 3
        near = (
            (1, 0),
            (-1, 0),
            (1, -0.7),
            (-1, -0.7),
            (1, 0.7),
            (-1, 0.7),
            (0, -1),
            (0, 1),
            (0.5, -1),
            (-0.5, 1),
            (-0.5, -1),
            (0.5, 1),
        )
        for dx, dy in (*near, (1, -1.6), (-1, -1.6), (1, 1.6), (-1, 1.6), (0, -1.5), (0, 1.5)):
            left = x + d if dx == 1 else x - d - line.width if dx == -1 else x - line.width / 2 + dx * line.width / 2
            mid = y + dy * (h / 2 + d * 0.6 if abs(dx) == 1 else h / 2 + d)
            box = (left, mid - h / 2, left + line.width, mid + h / 2)
            if self._clear(box):
                self.ground.take(box, 1)
                return box, left, mid - h / 2 - line.top
        for r, k in itertools.product(range(16, 120, 6), range(24)):
            cx, cy = x + (r + line.width / 2) * math.cos(k * math.pi / 12), y + r * math.sin(k * math.pi / 12)
            box = (cx - line.width / 2, cy - h / 2, cx + line.width / 2, cy + h / 2)
            if self._clear(box):
                self.ground.take(box, 1)
                return box, box[0], box[1] - line.top
        raise ValueError(f"no room on the sheet for the town {name}")

    def _clear(self, box: Box) -> bool:
        grown = (box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1)
        return self.ground.is_free(grown) and not (self.ground.owner[self.ground.cells(box)] < 0).any()


def choose(site: Site, design: Design, mode: str, room: int, reach: float) -> tuple[float, tuple[float, float]] | None:
    """The best spot for one design: near the middle, large, and leaving room for counters."""
    w, h = (math.ceil((v + 2 * PAD) / STEP) + 1 for v in design.size)
    if h >= site.own.shape[0] or w >= site.own.shape[1]:
        return None
    ok, share = site.allowed(h, w, mode, reach)
    spots = np.argwhere(ok)
    if not len(spots):
        return None
    dist = np.hypot(spots[:, 0] + h / 2 - site.centre[0], spots[:, 1] + w / 2 - site.centre[1])
    if mode in ("lean", "shore"):
        dist = dist - 60 * share[spots[:, 0], spots[:, 1]]
    order = np.argsort(dist, kind="stable")
    # near the middle, and a thin sample of the rest: a name at the edge may leave more room
    best: tuple[float, tuple[float, float]] | None = None
    look = design.block.lines[0].size * 1.1 - len(design.block.lines) * 0.6
    for i in np.unique(np.r_[order[:1], order[:: max(1, len(order) // 18)]]):
        r, c = int(spots[i][0]), int(spots[i][1])
        fits = min(room, site.room_left(r, c, h, w)) if room else 0
        score = fits * 1.6 + look - float(dist[i]) * 0.045
        if best is None or score > best[0]:
            best = (score, ((site.origin[1] + c + w / 2) * STEP, (site.origin[0] + r + h / 2) * STEP))
    return best


def lead(p: Placed, site: Site) -> tuple[tuple[float, float], tuple[float, float]]:
    """A line from the edge of the name to the heart of its space."""
    good = np.argwhere(site.own & (site.depth >= site.depth.max() * 0.75))
    here = [((site.origin[1] + c + 0.5) * STEP, (site.origin[0] + r + 0.5) * STEP) for r, c in good]
    x0, y0, x1, y1 = p.box
    end = min(((float(x), float(y)) for x, y in here), key=lambda q: math.dist(q, (p.x, p.y)))
    return (min(max(end[0], x0), x1), min(max(end[1], y0), y1)), end
