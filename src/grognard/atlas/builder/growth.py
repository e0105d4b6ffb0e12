"""Regions grow from their towns over a raster, by least cost, until they meet: borders settle on rivers and ridges."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy import ndimage, sparse
from scipy.sparse.csgraph import dijkstra
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder.projection import Floats, Frame

Labels = NDArray[np.int32]
Mask = NDArray[np.bool_]
Seed = tuple[int, int, int]  # row, column, label


class Raster:
    """A grid of square cells laid over the frame, a little larger than it."""

    def __init__(self, frame: Frame, cell: float) -> None:
        self.cell = cell
        pad = 6
        self.nx = math.ceil(frame.w / cell) + 2 * pad
        self.ny = math.ceil(frame.h / cell) + 2 * pad
        self.ox, self.oy = frame.ox - pad * cell, frame.oy - pad * cell
        gx, gy = np.meshgrid(
            self.ox + (np.arange(self.nx) + 0.5) * cell,
            self.oy + (np.arange(self.ny) + 0.5) * cell,
        )
        self.lon, self.lat = frame.lonlat(gx, gy)

    def at(self, x: float, y: float) -> tuple[int, int]:
        row = int(np.clip((y - self.oy) / self.cell, 0, self.ny - 1))
        col = int(np.clip((x - self.ox) / self.cell, 0, self.nx - 1))
        return row, col

    def centre(self, row: int, col: int) -> tuple[float, float]:
        return self.ox + (col + 0.5) * self.cell, self.oy + (row + 0.5) * self.cell

    def burn(self, g: BaseGeometry, width: int = 1) -> Mask:
        """The cells a geometry covers."""
        im = Image.new("1", (self.nx, self.ny), 0)
        d = ImageDraw.Draw(im)

        def cells(line: BaseGeometry) -> list[tuple[float, float]]:
            return [((x - self.ox) / self.cell - 0.5, (y - self.oy) / self.cell - 0.5) for x, y in line.coords]

        for p in shapely.get_parts(g):
            if p.is_empty:
                continue
            if isinstance(p, Polygon):
                d.polygon(cells(p.exterior), fill=1)
                for i in p.interiors:
                    d.polygon(cells(i), fill=0)
            elif isinstance(p, LineString):
                d.line(cells(p), fill=1, width=width)
        return np.array(im)


def noise_field(shape: tuple[int, int], seed: int, scales: Iterable[float]) -> Floats:
    rng = np.random.default_rng(seed)
    out = np.zeros(shape)
    for s in scales:
        n = ndimage.gaussian_filter(rng.standard_normal(shape), s, mode="wrap")
        out += n / n.std()
    return np.asarray(out / out.std(), dtype=np.float64)


def grow(cost: Floats, seeds: list[Seed]) -> Labels:
    """Label every cell with the seed it is cheapest to reach it from."""
    ny, nx = cost.shape
    index = np.arange(ny * nx).reshape(ny, nx)
    flat = cost.ravel()
    rows, cols, weight = [], [], []
    for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
        a = index[: ny - dy, max(0, -dx) : nx - max(0, dx)].ravel()
        b = index[dy:, max(0, dx) : nx - max(0, -dx)].ravel()
        rows.append(a)
        cols.append(b)
        weight.append((flat[a] + flat[b]) * 0.5 * math.hypot(dy, dx))
    graph = sparse.csr_matrix(
        (np.concatenate(weight), (np.concatenate(rows), np.concatenate(cols))), shape=(ny * nx, ny * nx)
    )
    label_of = {r * nx + c: k for r, c, k in seeds}
    _, _, nearest = dijkstra(graph, directed=False, indices=sorted(label_of), min_only=True, return_predecessors=True)
    table = np.zeros(ny * nx, dtype=np.int32)
    for s, k in label_of.items():
        table[s] = k
    return np.asarray(table[nearest].reshape(ny, nx), dtype=np.int32)
