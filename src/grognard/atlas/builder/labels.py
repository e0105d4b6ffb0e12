"""Names are solved, not placed by luck: each takes the spot that is legible and leaves most room for counters."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from scipy import ndimage

from grognard.atlas.builder.ground import COUNTER, STEP, Ground, counts, rows_of_squares, summed
from grognard.atlas.builder.lettering import Block, Box, breaks, measure, set_block
from grognard.atlas.builder.symbols import badge
from grognard.atlas.spec import Mark, Space

SMALLEST = 13.0  # nothing on the table is set smaller
PAD = 2.0
ROW = 23.0  # height of the row of badges
WANTED = 12


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


class Typesetter:
    def __init__(self, ground: Ground, water: set[str], liveries: dict[str, str]) -> None:
        self.ground, self.water, self.liveries = ground, water, liveries
        self.wet = np.isin(ground.owner, [ground.number[w] for w in water if w in ground.number])

    def place(self, space: Space, size: float, face: str, room: int = WANTED, pad: float = 150.0) -> Placed | None:
        """The best spot for a name; a first pass keeps it at home, later ones let it lean out, then use a leader."""
        g = self.ground
        win = g.window(space.id, pad)
        if win is None:
            return None
        r0, r1, c0, c1 = win
        own = g.owner[r0:r1, c0:c1] == g.number[space.id]
        taken = g.taken[r0:r1, c0:c1]
        off_sheet = g.owner[r0:r1, c0:c1] < 0
        wet = own | self.wet[r0:r1, c0:c1]
        blocked, mine, damp = summed(taken | off_sheet), summed(own), summed(wet)
        depth = ndimage.distance_transform_edt(np.pad(own, 1))[1:-1, 1:-1]
        cy, cx = (float(v) for v in np.argwhere(own & (depth >= depth.max() * 0.6)).mean(0))
        away = ndimage.distance_transform_edt(~own)
        for mode in ("home", "lean", "shore", "leader"):
            best: tuple[float, Placed] | None = None
            for d in designs(space, size, face, self.liveries):
                w, h = (math.ceil((v + 2 * PAD) / STEP) + 1 for v in d.size)
                if h >= own.shape[0] or w >= own.shape[1]:
                    continue
                free = counts(blocked, h, w) == 0
                share = counts(mine, h, w) / (h * w)
                ok = free & (share >= 0.995)
                if mode == "lean":
                    ok = free & (share >= 0.72)
                elif mode == "shore":
                    ok = free & (share >= 0.08) & (counts(damp, h, w) / (h * w) >= 0.93)
                elif mode == "leader":
                    gap = away[h // 2 : h // 2 + free.shape[0], w // 2 : w // 2 + free.shape[1]] * STEP
                    ok = free & (gap < pad * 0.9)
                found = self._choose(d, ok, own, taken, (cy, cx), (r0, c0), (h, w), room, share, mode)
                if found and (best is None or found[0] > best[0] + 1e-9):
                    best = (found[0], found[1].lay(space.id, *found[2]))
            if best:
                out = best[1]
                if mode == "leader":
                    self._lead(out, own, depth, r0, c0)
                g.take(out.box, PAD)
                return out
        return None

    def _choose(
        self,
        design: Design,
        ok: np.ndarray[tuple[int, int], np.dtype[np.bool_]],
        own: np.ndarray[tuple[int, int], np.dtype[np.bool_]],
        taken: np.ndarray[tuple[int, int], np.dtype[np.bool_]],
        centre: tuple[float, float],
        origin: tuple[int, int],
        extent: tuple[int, int],
        room: int,
        share: np.ndarray[tuple[int, int], np.dtype[np.float64]],
        mode: str,
    ) -> tuple[float, Design, tuple[float, float]] | None:
        spots = np.argwhere(ok)
        if not len(spots):
            return None
        h, w = extent
        mid = spots + [h / 2, w / 2]
        dist = np.hypot(mid[:, 0] - centre[0], mid[:, 1] - centre[1])
        if mode in ("lean", "shore"):
            dist = dist - 60 * share[spots[:, 0], spots[:, 1]]
        order = np.argsort(dist, kind="stable")
        # near the middle, and a thin sample of the rest: a name at the edge may leave more room
        pick = np.unique(np.r_[order[:1], order[:: max(1, len(order) // 18)]])
        n = math.ceil((COUNTER + 1) / STEP)
        best: tuple[float, Design, tuple[float, float]] | None = None
        for i in pick:
            r, c = int(spots[i][0]), int(spots[i][1])
            fits = 0
            if room:
                closed = taken | ~own
                closed[r : r + h, c : c + w] = True
                if min(closed.shape) > n:
                    fits = min(room, len(rows_of_squares(counts(summed(closed), n, n) == 0, n)))
            score = fits * 1.6 + design.block.lines[0].size * 1.1 - float(dist[i]) * 0.045 - len(design.block.lines) * 0.6
            if best is None or score > best[0]:
                best = (score, design, ((origin[1] + c + w / 2) * STEP, (origin[0] + r + h / 2) * STEP))
        return best

    def _lead(
        self,
        p: Placed,
        own: np.ndarray[tuple[int, int], np.dtype[np.bool_]],
        depth: np.ndarray[tuple[int, int], np.dtype[np.float64]],
        r0: int,
        c0: int,
    ) -> None:
        good = np.argwhere(own & (depth >= depth.max() * 0.75))
        here = (good + [r0 + 0.5, c0 + 0.5])[:, ::-1] * STEP
        x0, y0, x1, y1 = p.box
        end = min(((float(x), float(y)) for x, y in here), key=lambda q: math.dist(q, (p.x, p.y)))
        start = (min(max(end[0], x0), x1), min(max(end[1], y0), y1))
        p.leader = (start, end)

    def place_town(self, x: float, y: float, name: str, radius: float, size: float = SMALLEST) -> tuple[Box, float, float] | None:
        """The name of a town beside its dot, at the first spot that is free; base line and left edge returned."""
        line = measure(name, "town", size)
        h = line.bottom - line.top
        d = radius + 3
        near = ((1, 0), (-1, 0), (1, -0.7), (-1, -0.7), (1, 0.7), (-1, 0.7), (0, -1), (0, 1), (0.5, -1), (-0.5, 1), (-0.5, -1), (0.5, 1))
        for dx, dy in (*near, (1, -1.6), (-1, -1.6), (1, 1.6), (-1, 1.6), (0, -1.5), (0, 1.5)):
            left = x + d if dx == 1 else x - d - line.width if dx == -1 else x - line.width / 2 + dx * line.width / 2
            mid = y + dy * (h / 2 + d * 0.6 if abs(dx) == 1 else h / 2 + d)
            box = (left, mid - h / 2, left + line.width, mid + h / 2)
            grown = (box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1)
            if self.ground.is_free(grown) and not (self.ground.owner[self.ground.cells(box)] < 0).any():
                self.ground.take(box, 1)
                return box, left, mid - h / 2 - line.top
        return None
