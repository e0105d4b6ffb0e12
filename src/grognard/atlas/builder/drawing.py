"""Geometry as SVG path data."""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder.projection import Floats


def relative(coords: Floats) -> str:
    """A path in tenths, moved relatively, written back in pixels."""
    c = np.round(np.asarray(coords)[:, :2] * 10).astype(int)
    d = np.diff(c, axis=0)
    return f"M{c[0][0] / 10:g} {c[0][1] / 10:g}l" + " ".join(f"{x / 10:g} {y / 10:g}" for x, y in d)


def polygon_path(g: BaseGeometry) -> str:
    out = []
    for p in shapely.get_parts(g):
        if isinstance(p, Polygon) and not p.is_empty:
            out += [relative(np.array(r.coords)[:-1]) + "z" for r in [p.exterior, *p.interiors]]
    return "".join(out)


def line_path(g: BaseGeometry) -> str:
    parts = [p for p in shapely.get_parts(g) if isinstance(p, LineString) and len(p.coords) > 1]
    return "".join(relative(np.array(p.coords)) for p in parts)


def smooth_path(points: list[tuple[float, float]]) -> LineString:
    """A curve through all points (Catmull-Rom), for lanes and leaders."""
    p = np.array([points[0], *points, points[-1]], dtype=float)
    out = []
    for i in range(1, len(p) - 2):
        t = np.linspace(0, 1, 14, endpoint=False)[:, None]
        a, b, c, d = p[i - 1], p[i], p[i + 1], p[i + 2]
        q = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        out.append(q)
    return LineString(np.vstack([*out, p[-1:]]))
