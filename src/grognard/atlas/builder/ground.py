"""The sheet as a fine grid that knows whose ground each cell is and what already stands on it."""

from __future__ import annotations

import math

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder.growth import Mask
from grognard.atlas.builder.lettering import Box

STEP = 2.5  # px: sixteen cells are the side of a counter
COUNTER = 40.0
Sums = NDArray[np.int64]


def summed(mask: Mask) -> Sums:
    """Summed-area table: the count in any rectangle from four look-ups."""
    out = np.zeros((mask.shape[0] + 1, mask.shape[1] + 1), dtype=np.int64)
    out[1:, 1:] = mask.cumsum(0).cumsum(1)
    return out


def counts(table: Sums, h: int, w: int) -> Sums:
    """The count in every h x w rectangle, indexed by its upper left cell."""
    return np.asarray(table[h:, w:] - table[:-h, w:] - table[h:, :-w] + table[:-h, :-w])


class Ground:
    def __init__(self, size: tuple[int, int], shapes: dict[str, BaseGeometry]) -> None:
        self.nx, self.ny = math.ceil(size[0] / STEP), math.ceil(size[1] / STEP)
        self.number = {k: i for i, k in enumerate(shapes)}
        self.owner = np.full((self.ny, self.nx), -1, dtype=np.int16)
        self.taken = np.zeros((self.ny, self.nx), dtype=bool)
        for k, g in shapes.items():
            self.owner[self.burn(g)] = self.number[k]

    def burn(self, g: BaseGeometry) -> Mask:
        im = Image.new("1", (self.nx, self.ny), 0)
        d = ImageDraw.Draw(im)
        for p in shapely.get_parts(g):
            if isinstance(p, Polygon):
                d.polygon([(x / STEP - 0.5, y / STEP - 0.5) for x, y in p.exterior.coords], fill=1)
                for i in p.interiors:
                    d.polygon([(x / STEP - 0.5, y / STEP - 0.5) for x, y in i.coords], fill=0)
            elif isinstance(p, shapely.LineString):
                d.line([(x / STEP - 0.5, y / STEP - 0.5) for x, y in p.coords], fill=1, width=2)
        return np.array(im)

    def cells(self, box: Box, margin: float = 0.0) -> tuple[slice, slice]:
        x0, y0, x1, y1 = box
        return (
            slice(max(0, math.floor((y0 - margin) / STEP)), max(0, math.ceil((y1 + margin) / STEP))),
            slice(max(0, math.floor((x0 - margin) / STEP)), max(0, math.ceil((x1 + margin) / STEP))),
        )

    def take(self, box: Box, margin: float = 0.0) -> None:
        self.taken[self.cells(box, margin)] = True

    def is_free(self, box: Box) -> bool:
        x0, y0, x1, y1 = box
        if x0 < 0 or y0 < 0 or x1 > self.nx * STEP or y1 > self.ny * STEP:
            return False
        return not self.taken[self.cells(box)].any()

    def share(self, box: Box, space: str) -> float:
        return float((self.owner[self.cells(box)] == self.number[space]).mean())

    def window(self, space: str, pad: float) -> tuple[int, int, int, int] | None:
        """Rows and columns round a space, grown by `pad` pixels."""
        rows, cols = np.nonzero(self.owner == self.number[space])
        if not len(rows):
            return None
        p = math.ceil(pad / STEP)
        return (
            max(int(rows.min()) - p, 0),
            min(int(rows.max()) + p + 1, self.ny),
            max(int(cols.min()) - p, 0),
            min(int(cols.max()) + p + 1, self.nx),
        )


def row_of_squares(valid: Mask, n: int) -> list[int]:
    """Left cells of as many squares of width n as fit in one row, one beside the other."""
    spots = np.flatnonzero(valid)
    out: list[int] = []
    i = 0
    while i < len(spots):
        out.append(int(spots[i]))
        i = int(np.searchsorted(spots, out[-1] + n))
    return out


def rows_of_squares(valid: Mask, n: int) -> list[tuple[int, int]]:
    """Upper left cells of n x n squares in straight rows: the choice of rows that holds most of them."""
    rows = [row_of_squares(v, n) for v in valid]
    best = [0] * (len(rows) + n)
    for r in range(len(rows) - 1, -1, -1):
        best[r] = max(best[r + 1], len(rows[r]) + best[r + n])
    out, r = [], 0
    while r < len(rows):
        if best[r] == best[r + 1]:
            r += 1
        else:
            out += [(r, c) for c in rows[r]]
            r += n
    return out
