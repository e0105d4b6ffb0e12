"""The furniture of a sheet: neat line with degrees, compass rose, cartouche with scale."""

from __future__ import annotations

import itertools
import math

import numpy as np
import shapely
from shapely.geometry import LineString

from grognard.atlas.builder.drawing import line_path
from grognard.atlas.builder.lettering import Box, measure
from grognard.atlas.builder.projection import Frame
from grognard.atlas.builder.symbols import INK
from grognard.atlas.spec import Sheet


def words(text: str, face: str, size: float, x: float, y: float, *, anchor: float = 0.5) -> str:
    return f'<path d="{measure(text, face, size).path(x, y, anchor)}" fill="{INK}"/>'


def graticule(frame: Frame) -> str:
    meridian, parallel = np.linspace(15, 75, 121), np.linspace(-50, 80, 261)
    lines = [LineString(np.column_stack(frame.xy(np.full(121, lon), meridian))) for lon in range(-40, 80, 5)]
    lines += [LineString(np.column_stack(frame.xy(parallel, np.full(261, lat)))) for lat in range(15, 76, 5)]
    inside = shapely.union_all(lines).intersection(frame.box)
    return f'<path d="{line_path(inside)}" fill="none" stroke="#3f4a45" stroke-width=".4" stroke-opacity=".3"/>'


def neat_line(frame: Frame) -> str:
    """Rules round the map and a black-and-white scale where the graticule cuts the frame."""
    x0, y0, w, h = frame.ox, frame.oy, frame.w, frame.h
    rules = ((0, 1.4), (12, 0.8), (18, 3.4), (24, 0.8))
    out = [
        f'<rect x="{x0 - d:.1f}" y="{y0 - d:.1f}" width="{w + 2 * d:.1f}" height="{h + 2 * d:.1f}" fill="none" '
        f'stroke="{INK}" stroke-width="{s}"/>'
        for d, s in rules
    ]
    n = 2400
    for side in "tblr":
        pos = np.linspace(x0, x0 + w, n) if side in "tb" else np.linspace(y0, y0 + h, n)
        fixed = np.full(n, {"t": y0, "b": y0 + h, "l": x0, "r": x0 + w}[side])
        v = frame.lonlat(pos, fixed)[0] if side in "tb" else frame.lonlat(fixed, pos)[1]
        cells = np.floor(v).astype(int)
        cut = np.r_[0, np.nonzero(np.diff(cells))[0] + 1, n - 1]
        for a, b in itertools.pairwise(cut):
            p, q = float(pos[a]), float(pos[b])
            if cells[a] % 2 == 0:
                rx, ry, rw, rh = {
                    "t": (p, y0 - 12, q - p, 6),
                    "b": (p, y0 + h + 6, q - p, 6),
                    "l": (x0 - 12, p, 6, q - p),
                    "r": (x0 + w + 6, p, 6, q - p),
                }[side]
                out.append(
                    f'<rect x="{rx:.1f}" y="{ry:.1f}" width="{rw:.1f}" height="{rh:.1f}" fill="{INK}" '
                    'fill-opacity=".85"/>'
                )
            degree = int(cells[b] if v[-1] > v[0] else cells[a])
            if degree % 5 == 0 and b != n - 1:
                x, y = {"t": (q, y0 - 29), "b": (q, y0 + h + 39), "l": (x0 - 35, q + 4), "r": (x0 + w + 35, q + 4)}[
                    side
                ]
                out.append(words(str(abs(degree)), "text", 12, x, y))
    return "".join(out)


def compass(frame: Frame, sheet: Sheet) -> tuple[str, str, Box | None]:
    """Rhumb lines (drawn under the coast) and the rose; north follows the meridian at that place."""
    if sheet.compass is None:
        return "", "", None
    fx, fy, r = sheet.compass
    x, y = frame.ox + fx * frame.w, frame.oy + fy * frame.h
    lon, lat = frame.lonlat(np.array(x), np.array(y))
    x2, y2 = frame.point(float(lon), float(lat) + 1)
    turn = math.degrees(math.atan2(x2 - x, y - y2))
    place = f'transform="translate({x:.0f} {y:.0f}) rotate({turn:.1f})"'
    rhumbs = "".join(f'<path d="M0 0V-5200" transform="rotate({k * 22.5})"/>' for k in range(16))
    points = []
    for k in range(16):
        n = 1.0 if k % 4 == 0 else 0.72 if k % 2 == 0 else 0.5
        b = r * n * 0.16
        points.append(
            (
                n,
                f'<g transform="rotate({k * 22.5})"><path d="M0 {-r * n:.1f}L{b:.1f} {-b * 1.6:.1f}L0 0z" '
                f'fill="{INK}"/>'
                f'<path d="M0 {-r * n:.1f}L{-b:.1f} {-b * 1.6:.1f}L0 0z" fill="#f1e6cb" stroke="{INK}" '
                'stroke-width=".6"/></g>',
            )
        )
    rose = "".join(t for _, t in sorted(points, key=lambda t: t[0]))
    fleur = (
        f'<path d="M0 {-r - 18:.1f}c3 5 7 7 2.500 13l-2.500 3l-2.500 -3c-4.500 -6 -.5 -8 2.500 -13z" fill="#8e2a22"/>'
    )
    rings = "".join(
        f'<circle r="{r * k:.1f}" fill="none" stroke="{INK}" stroke-width="{s}"/>'
        for k, s in ((0.62, 0.8), (0.56, 0.5), (0.36, 0.5))
    )
    size = r + 22
    return (
        f'<g {place} stroke="#54777f" stroke-width=".6" stroke-opacity=".3" fill="none">{rhumbs}</g>',
        f"<g {place}>{rings}{rose}{fleur}</g>",
        (x - size, y - size, x + size, y + size),
    )


def cartouche(frame: Frame, sheet: Sheet) -> tuple[str, Box]:
    """Title and scale on a scrolled plate, in a corner of the frame."""
    title, sub = measure(sheet.title, "title", 44), measure(sheet.subtitle, "sea", 23)
    w, h = max(title.width, sub.width, 300.0) + 76, 168.0
    fx, fy = sheet.cartouche
    x = frame.ox + fx * (frame.w - w)
    y = frame.oy + fy * (frame.h - h)
    cx, km = x + w / 2, 100 / frame.scale
    km = min(km, (w - 60) / 5)
    bars = "".join(
        f'<rect x="{cx - 2.5 * km + i * km:.1f}" y="{y + h - 38:.1f}" width="{km:.1f}" height="5" '
        f'fill="{INK if i % 2 == 0 else "#f6ecd4"}" stroke="{INK}" stroke-width=".8"/>'
        for i in range(5)
    )
    scroll = "".join(
        f'<path d="M{ex:.0f} {y + 10:.0f}c{s * 16} 8 {s * 16} {h / 2 - 26:.0f} {s * 2} '
        f'{h / 2 - 14:.0f}c{s * 14} 4 {s * 14} {h / 2 - 22:.0f} {-s * 2} {h / 2 - 6:.0f}" '
        f'fill="none" stroke="{INK}" stroke-width="1.2"/>'
        for ex, s in ((x - 2, -1), (x + w + 2, 1))
    )
    plate = (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="#f3e8cd" stroke="{INK}" '
        'stroke-width="2.600"/>'
        f'<rect x="{x + 6:.1f}" y="{y + 6:.1f}" width="{w - 12:.1f}" height="{h - 12:.1f}" fill="none" '
        f'stroke="{INK}" stroke-width=".8"/>'
        f'<path d="M{cx - 60:.1f} {y + 113:.1f}h120M{cx - 5:.1f} {y + 113:.1f}l5 -4l5 4l-5 4z" fill="{INK}" '
        f'stroke="{INK}" stroke-width=".8"/>'
    )
    text = words(sheet.title, "title", 44, cx, y + 62) + words(sheet.subtitle, "sea", 23, cx, y + 94)
    scale = words("Five hundred kilometres", "text", 13, cx, y + h - 16)
    return scroll + plate + text + bars + scale, (x - 18, y - 6, x + w + 18, y + h + 6)


def inset_frame(frame: Frame, title: str) -> str:
    x, y, w, h = frame.ox, frame.oy, frame.w, frame.h
    rules = "".join(
        f'<rect x="{x - d:.1f}" y="{y - d:.1f}" width="{w + 2 * d:.1f}" height="{h + 2 * d:.1f}" fill="none" '
        f'stroke="{INK}" stroke-width="{s}"/>'
        for d, s in ((0, 1.2), (4, 2.8), (8, 0.8))
    )
    line = measure(title, "title", 19)
    plate = (
        f'<rect x="{x + 12:.1f}" y="{y + 10:.1f}" width="{line.width + 28:.1f}" height="32" fill="#f3e8cd" '
        f'stroke="{INK}" stroke-width="1.2"/>'
    )
    return rules + plate + words(title, "title", 19, x + 26, y + 32, anchor=0)
