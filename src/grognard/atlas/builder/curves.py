"""Names on a curve: letters set along an arc and spread over the water or the ridge they name, as engravers do."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from scipy import ndimage, signal

from grognard.atlas.builder.ground import STEP
from grognard.atlas.builder.growth import Mask
from grognard.atlas.builder.lettering import TRACKING, Box, glyph, measure
from grognard.atlas.builder.projection import Floats

BENDS = (0.3, -0.3, 0.7, -0.7)
SPREADS = (0.4, 0.2, 0.0)  # additional space between letters, in em
STEEPEST = math.radians(50)
MARGIN = 3.0  # px of clear ground round the letters
COARSE = 2  # cells to a step of the search


@dataclass(frozen=True)
class Arc:
    """One line of type on a circle: `angle` is its slope in the middle, `bend` the turn from end to end, in radians."""

    text: str
    face: str
    size: float
    angle: float
    bend: float
    spread: float

    @cached_property
    def letters(self) -> tuple[tuple[str, float, float, float], ...]:
        """Each letter with the middle of its base line and its slope, the middle of the name being the origin."""
        wide = [(glyph(self.face, c)[3] + TRACKING[self.face] + self.spread) * self.size for c in self.text]
        length = sum(wide) - (TRACKING[self.face] + self.spread) * self.size
        radius = length / self.bend
        out, s = [], -length / 2
        for c, w in zip(self.text, wide, strict=True):
            middle = s + glyph(self.face, c)[3] * self.size / 2
            turn = self.angle + middle / radius
            x = radius * (math.sin(turn) - math.sin(self.angle))
            y = -radius * (math.cos(turn) - math.cos(self.angle))
            out.append((c, x, y, turn))
            s += w
        # the base line runs below the letters: bring their middle to the origin
        rise = measure("x", self.face, self.size).top / 2
        up = (-math.sin(self.angle) * rise, math.cos(self.angle) * rise)
        return tuple((c, x - up[0], y - up[1], turn) for c, x, y, turn in out)

    @cached_property
    def local_boxes(self) -> tuple[Box, ...]:
        out = []
        for c, x, y, turn in self.letters:
            _, _, _, advance, (u0, v0, u1, v1) = glyph(self.face, c)
            if u0 == u1:
                continue
            cos, sin = math.cos(turn), math.sin(turn)
            corners = [
                (
                    x + self.size * ((u - advance / 2) * cos + v * sin),
                    y + self.size * ((u - advance / 2) * sin - v * cos),
                )
                for u in (u0, u1)
                for v in (v0, v1)
            ]
            xs, ys = [p[0] for p in corners], [p[1] for p in corners]
            out.append((min(xs), min(ys), max(xs), max(ys)))
        return tuple(out)

    def boxes(self, cx: float, cy: float) -> list[Box]:
        return [(cx + a, cy + b, cx + c, cy + d) for a, b, c, d in self.local_boxes]

    def spans(self, cx: float, cy: float) -> list[Box]:
        """Boxes over each letter and the gap behind it, for what should stand clear of the whole name."""
        all_of = self.boxes(cx, cy)
        return [
            (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
            for a, b in itertools.pairwise([*all_of, all_of[-1]])
        ]

    def box(self, cx: float, cy: float) -> Box:
        lefts, tops, rights, bottoms = zip(*self.boxes(cx, cy), strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def path(self, cx: float, cy: float) -> str:
        out = []
        for c, x, y, turn in self.letters:
            g, glyphs, em, advance, _ = glyph(self.face, c)
            s = self.size / em
            cos, sin = s * math.cos(turn), s * math.sin(turn)
            half = advance * em / 2
            pen = SVGPathPen(glyphs, ntos=lambda v: f"{v:.2f}".rstrip("0").rstrip("."))
            g.draw(TransformPen(pen, (cos, sin, sin, -cos, cx + x - half * cos, cy + y - half * sin)))
            out.append(pen.getCommands())
        return "".join(out)

    def footprint(self, step: float = STEP) -> Mask:
        """The cells that letters and the gaps between them cover, the middle cell being the origin."""
        reach = max(max(abs(v) for v in b) for b in self.local_boxes) + MARGIN + step
        n = math.ceil(reach / step)
        out = np.zeros((2 * n + 1, 2 * n + 1), dtype=bool)
        for x0, y0, x1, y1 in self.local_boxes:
            out[
                math.floor((y0 - MARGIN) / step) + n : math.ceil((y1 + MARGIN) / step) + n + 1,
                math.floor((x0 - MARGIN) / step) + n : math.ceil((x1 + MARGIN) / step) + n + 1,
            ] = True
        wide = max(2, round(self.spread * self.size / step))
        return np.asarray(ndimage.binary_closing(np.pad(out, wide), iterations=wide)[wide:-wide, wide:-wide])


def lie(cells: Mask) -> float:
    """The direction in which a piece of ground is long, between steeply down and steeply up; 0 when it is round."""
    pts = np.argwhere(cells).astype(float)
    spread = np.cov((pts - pts.mean(0)).T)
    values, vectors = np.linalg.eigh(spread)
    if values[1] < 1.6 * values[0]:
        return 0.0
    dy, dx = vectors[:, 1]
    angle = math.atan2(dy, dx) if dx >= 0 else math.atan2(-dy, -dx)
    return max(-STEEPEST, min(STEEPEST, angle))


def arcs(text: str, face: str, sizes: tuple[float, ...], slope: float) -> list[Arc]:
    slopes = sorted({round(v, 3) for v in (0.0, slope, slope / 2)})
    return [
        Arc(text, face, size, angle, bend, spread)
        for size in sizes
        for spread in SPREADS
        for angle in slopes
        for bend in BENDS
    ]


def lay_arc(free: Mask, choices: list[Arc], heart: tuple[float, float]) -> tuple[Arc, int, int] | None:
    """The arc and the cell of its middle that lie wholly on free ground, follow it best and are near its heart.

    Of equal merit the larger and wider name wins; a name that keeps away from all edges looks at ease.
    """
    coarse = coarser(free)
    step = STEP * COARSE
    ease = np.minimum(ndimage.distance_transform_edt(np.pad(coarse, 1))[1:-1, 1:-1] * step, 60.0)
    shut = (~coarse).astype(np.float32)
    best: tuple[float, Arc, int, int] | None = None
    rows, cols = np.ogrid[: coarse.shape[0], : coarse.shape[1]]
    off = np.hypot(rows - heart[0] / COARSE, cols - heart[1] / COARSE) * step
    for arc in choices:
        spots = fits(shut, arc.footprint(step))
        if not spots.any():
            continue
        merit = np.where(spots, spread_ease(ease, arc, step) - 0.22 * off, -np.inf)
        merit += 1.6 * arc.size + 30 * arc.spread - 6 * abs(abs(arc.bend) - 0.4) - 16 * abs(arc.angle)
        r, c = divmod(int(np.argmax(merit)), coarse.shape[1])
        if best is None or merit[r, c] > best[0] + 1e-6:
            best = (float(merit[r, c]), arc, r, c)
    return (best[1], best[2] * COARSE, best[3] * COARSE) if best else None


def coarser(free: Mask) -> Mask:
    """A cell is free when all the finer cells in it are."""
    h, w = free.shape[0] // COARSE * COARSE, free.shape[1] // COARSE * COARSE
    parts = free[:h, :w].reshape(h // COARSE, COARSE, w // COARSE, COARSE)
    return np.asarray(parts.all(axis=(1, 3)))


def fits(shut: np.ndarray[tuple[int, int], np.dtype[np.float32]], foot: Mask) -> Mask:
    """Where a footprint covers no closed cell; beyond the edge everything is closed."""
    n = foot.shape[0] // 2
    padded = np.pad(shut, n, constant_values=1.0)
    covered = signal.fftconvolve(padded, foot[::-1, ::-1].astype(np.float32), mode="valid")
    return np.asarray(covered < 0.5)


def spread_ease(ease: Floats, arc: Arc, step: float) -> Floats:
    """The mean distance of the letters to the nearest edge, for every cell as the middle of the name."""
    some = arc.letters[:: max(1, len(arc.letters) // 6)]
    h, w = ease.shape
    far = math.ceil(max(max(abs(x), abs(y)) for _, x, y, _ in some) / step) + 1
    padded = np.pad(ease, far)
    total = np.zeros_like(ease)
    for _, x, y, _ in some:
        r, c = far + round(y / step), far + round(x / step)
        total += padded[r : r + h, c : c + w]
    return np.asarray(total / len(some))
