"""Hexes on the sheet: exact corners, the outline of land hexes and sea areas, sides between neighbours."""

from __future__ import annotations

import math

import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder.projection import EquidistantConic, Frame
from grognard.atlas.hexspec import HexMap

STRIP = 124.0  # px round the grid, for the boxes of the lands beyond it
Corner = tuple[float, float]
# corners of a flat-topped hex in half radii and half heights, from the east, clockwise
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


class HexGrid:
    def __init__(self, spec: HexMap) -> None:
        self.spec = spec
        sheet, g = spec.boards[0], spec.grid
        self.height = sheet.hex_px
        self.radius = sheet.hex_px / math.sqrt(3)
        scale = g.row_km / sheet.hex_px
        columns = g.west_columns + g.east_columns
        pad = STRIP * scale
        half = g.row_km / math.sqrt(3)
        x0 = (1 - g.origin_column) * g.column_km - half - pad
        x1 = (columns - g.origin_column) * g.column_km + half + pad
        top = -((1 - g.origin_row) * g.row_km + g.shift_km - g.row_km / 2) + pad
        low = -((g.rows - g.origin_row) * g.row_km + g.shift_km + g.row_km) - pad
        p = spec.projection
        self.frame = Frame(
            EquidistantConic(p["lon0"], p["lat0"], p["parallels"][0], p["parallels"][1]), (x0, low, x1, top), scale
        )
        self.x0 = self.frame.ox + STRIP + self.radius
        self.y0 = self.frame.oy + STRIP + self.height / 2

    def centre(self, hex_id: str) -> Corner:
        c, r = self.spec.where(hex_id)
        return (
            self.x0 + (c - 1) * 1.5 * self.radius,
            self.y0 + (r - 1) * self.height + (self.height / 2 if c % 2 == 0 else 0.0),
        )

    def corners(self, hex_id: str) -> list[Corner]:
        """Rounded to a tenth, from whole numbers, so that neighbours agree to the last digit."""
        c, r = self.spec.where(hex_id)
        i, j = 3 * (c - 1), 2 * (r - 1) + (1 if c % 2 == 0 else 0)
        return [
            (round(self.x0 + (i + di) * self.radius / 2, 1), round(self.y0 + (j + dj) * self.height / 2, 1))
            for di, dj in CORNERS
        ]

    def polygon(self, hex_id: str) -> Polygon:
        return Polygon(self.corners(hex_id))

    def side(self, a: str, b: str) -> LineString:
        shared = [p for p in self.corners(a) if p in set(self.corners(b))]
        if len(shared) != 2:
            raise ValueError(f"{a} and {b} are no neighbours")
        return LineString(shared)

    def sea_shapes(self) -> dict[str, BaseGeometry]:
        found: dict[str, list[Polygon]] = {}
        for h in self.spec.all():
            if self.spec.terrain(h) == "sea" and (sea := self.spec.sea(h)):
                found.setdefault(sea, []).append(self.polygon(h))
        return {k: shapely.union_all(v, grid_size=0.1) for k, v in sorted(found.items())}
