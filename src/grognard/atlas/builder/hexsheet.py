"""The hex map as a drawing: country under a fine net, terrain by its signs, rivers on the sides of hexes."""

from __future__ import annotations

import math
from collections import defaultdict

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder import ornament
from grognard.atlas.builder.drawing import line_path, polygon_path
from grognard.atlas.builder.frontier import crossing, crossing_mark
from grognard.atlas.builder.geography import Country
from grognard.atlas.builder.hexgrid import HexGrid
from grognard.atlas.builder.hexlayout import LIFT, TITLE_AT, BoxOnSheet, HexComposer
from grognard.atlas.builder.labels import Placed
from grognard.atlas.builder.lettering import measure
from grognard.atlas.builder.relief import as_data_uri, hachure_paths, hachures, shading
from grognard.atlas.builder.sheet import halo, sea_layer
from grognard.atlas.builder.symbols import INK, PAPER, SEA, WAX, anchor, numeral, peak, tree, tuft
from grognard.atlas.hexspec import HexMap, HexPlace
from grognard.atlas.spec import Sheet

TINT = {"woods": "#b9c48c", "swamp": "#b5c9bd", "mountain": "#c2a67c", "lake": "#bccac3"}


def terrain_layer(spec: HexMap, grid: HexGrid, seed: int) -> str:
    """Tints and signs by hex; the signs stand where a counter may cover them, never in the line of names."""
    rng = np.random.default_rng(seed)
    tint: dict[str, list[str]] = defaultdict(list)
    signs = []
    for h in spec.all():
        t = spec.terrain(h)
        if t in TINT:
            tint[t].append(polygon_path(grid.polygon(h)))
        x, y = grid.centre(h)

        def jitter() -> float:
            return float(rng.uniform(-1.7, 1.7))

        if t == "mountain":
            for dx, dy, s in ((-13, -11, 10.0), (12, -12, 9.5), (-1, -4, 12.0), (-17, 5, 7.8), (16, 5, 8.4)):
                signs.append(peak(x + dx + jitter(), y + dy + jitter(), s))
        elif t == "woods":
            for dx, dy in ((-16, -13), (0, -17), (14, -12), (-8, -4), (8, -2), (-18, 2), (19, 4)):
                signs.append(tree(x + dx + jitter(), y + dy + jitter(), 7.6))
        elif t == "swamp":
            for dx, dy in ((-13, -11), (6, -14), (14, -2), (-5, -1), (-18, 5)):
                signs.append(tuft(x + dx + jitter(), y + dy + jitter(), 6.5))
    body = "".join(f'<path d="{"".join(v)}" fill="{TINT[t]}" fill-opacity=".5"/>' for t, v in sorted(tint.items()))
    return body + f'<g opacity=".8">{"".join(signs)}</g>'


def net_layer(spec: HexMap, grid: HexGrid) -> str:
    """The net itself with the printed number of every hex of play."""
    land, sea, numbers, dead = [], [], [], []
    for h in spec.all():
        d = "M" + "L".join(f"{x} {y}" for x, y in grid.corners(h)) + "z"
        t = spec.terrain(h)
        if t == "sea":
            sea.append(d)
        elif t == "forbidden":
            dead.append(d)
        else:
            land.append(d)
            x, y = grid.centre(h)
            line = measure(h[1:], "figure", 7.4)
            numbers.append(line.path(x, y - grid.height / 2 + 6.0))
    return (
        f'<path d="{"".join(dead)}" fill="{PAPER}" fill-opacity=".45"/>'
        f'<path d="{"".join(sea)}" fill="none" stroke="#5d7f86" stroke-width=".5" stroke-opacity=".28"/>'
        f'<path d="{"".join(land)}" fill="none" stroke="#4a3a26" stroke-width=".7" stroke-opacity=".55"/>'
        f'<path d="{"".join(numbers)}" fill="#4a3a26" fill-opacity=".8"/>'
    )


def side_layer(spec: HexMap, grid: HexGrid) -> str:
    """Borders of provinces and states, edges of mountains, rivers with their bridges, passes, closed sides."""
    inner: list[LineString] = []
    outer: list[LineString] = []
    cliffs, closed = [], []
    for h in spec.all():
        for n in spec.neighbours(h):
            if h > n or not (spec.is_land(h) and spec.is_land(n)):
                continue
            side = grid.side(h, n)
            a, b = spec.province(h), spec.province(n)
            if spec.landmass_names[h] != spec.landmass_names[n]:
                closed.append(side)
            elif a != b and a and b:
                (inner if spec.by_code[a].owner_1792 == spec.by_code[b].owner_1792 else outer).append(side)
            if (spec.terrain(h) == "mountain") != (spec.terrain(n) == "mountain") and (h, n) not in spec.pass_steps:
                low = n if spec.terrain(h) == "mountain" else h
                cliffs.append(scarp(side, grid.centre(low)))
    rivers = [grid.side(*s.split("-")) for r in spec.rivers for s in r.hexsides]
    flow = line_path(shapely.line_merge(shapely.union_all(rivers)))

    def ink(lines: list[LineString], style: str) -> str:
        return (
            f'<path d="{line_path(shapely.line_merge(shapely.union_all(lines)))}" fill="none" {style}/>'
            if lines
            else ""
        )

    out = [
        ink(outer, 'stroke="#8e2a22" stroke-width="7" stroke-opacity=".15" stroke-linejoin="round"'),
        ink(inner, 'stroke="#6d2a1c" stroke-width="1.7" stroke-dasharray="5 3" stroke-opacity=".85"'),
        ink(outer, 'stroke="#6d2a1c" stroke-width="2.6" stroke-dasharray="9 3 2 3" stroke-opacity=".95"'),
        f'<path d="{"".join(cliffs)}" fill="none" stroke="#4b3420" stroke-width="1.1"/>',
        ink(closed, 'stroke="#38555c" stroke-width="5" stroke-dasharray="3 2.2" stroke-opacity=".9"'),
        (
            f'<path d="{flow}" fill="none" stroke="#eef1e4" stroke-width="5.6" stroke-opacity=".75" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        ),
        (
            f'<path d="{flow}" fill="none" stroke="#2f6484" stroke-width="3.4" stroke-linecap="round" '
            'stroke-linejoin="round"/>'
        ),
    ]
    spans = sorted({b["side"] for r in spec.rivers for b in r.bridges})
    out += [bridge(grid.side(*s.split("-"))) for s in spans]
    out += [road(grid, a, b) for a, b in sorted(spec.pass_steps)]
    for strait in spec.straits:
        (x0, y0), (x1, y1) = grid.centre(strait.a), grid.centre(strait.b)
        d = math.dist((x0, y0), (x1, y1))
        k = 15 / d
        mx, my, ux, uy = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) * k, (y1 - y0) * k
        out.append(crossing_mark(LineString([(mx - ux, my - uy), (mx + ux, my + uy)])))
    return "".join(out)


def passages(spec: HexMap, seas: dict[str, BaseGeometry]) -> list[tuple[str, str, LineString]]:
    """Seas that meet in a strait too narrow for a hex of water: the way of the ships between them."""
    return [
        (s.id, other, crossing(seas[s.id], seas[other]))
        for s in spec.seas
        for other in s.adjacent
        if s.id < other and seas[s.id].intersection(seas[other]).length < 1
    ]


def passage_mark(way: LineString) -> str:
    (x0, y0), (x1, y1) = way.coords[0], way.coords[-1]
    d = math.dist((x0, y0), (x1, y1))
    ux, uy = (x1 - x0) / d, (y1 - y0) / d
    heads = ""
    for x, y, s in ((x0, y0, -1), (x1, y1, 1)):
        bx, by = x - s * ux * 7, y - s * uy * 7
        heads += (
            f"M{x:.1f} {y:.1f}L{bx - uy * 4:.1f} {by + ux * 4:.1f}M{x:.1f} {y:.1f}L{bx + uy * 4:.1f} {by - ux * 4:.1f}"
        )
    return (
        f'<path d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}{heads}" fill="none" stroke="#f6efdd" stroke-width="5" '
        'stroke-linecap="round"/>'
        f'<path d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}{heads}" fill="none" stroke="#24465a" stroke-width="2" '
        'stroke-linecap="round"/>'
    )


def scarp(side: LineString, low: tuple[float, float]) -> str:
    """Ticks on the low side of a mountain's edge."""
    m = side.interpolate(0.5, normalized=True)
    d = math.dist((m.x, m.y), low)
    ux, uy = (low[0] - m.x) / d, (low[1] - m.y) / d
    out = ""
    for f in (0.12, 0.27, 0.42, 0.58, 0.73, 0.88):
        p = side.interpolate(f, normalized=True)
        out += f"M{p.x:.1f} {p.y:.1f}l{ux * 4.2:.1f} {uy * 4.2:.1f}"
    return out


def bridge(side: LineString) -> str:
    m = side.interpolate(0.5, normalized=True)
    (x0, y0), (x1, y1) = side.coords[0], side.coords[-1]
    turn = math.degrees(math.atan2(y1 - y0, x1 - x0))
    return (
        f'<g transform="translate({m.x:.1f} {m.y:.1f}) rotate({turn:.0f})"><rect x="-4" y="-5.5" width="8" '
        'height="11" fill="#f6eeda"/>'
        f'<path d="M-4 -6.5L-2.6 -4V4L-4 6.5M4 -6.5L2.6 -4V4L4 6.5" fill="none" stroke="{INK}" stroke-width="1.3"/></g>'
    )


def road(grid: HexGrid, a: str, b: str) -> str:
    """A pass: a road from hex to hex, with a gate where it crosses the side."""
    (x0, y0), (x1, y1) = grid.centre(a), grid.centre(b)
    y0, y1 = y0 - LIFT, y1 - LIFT
    m = grid.side(a, b).interpolate(0.5, normalized=True)
    turn = math.degrees(math.atan2(y1 - y0, x1 - x0)) + 90
    return (
        f'<path d="M{x0:.1f} {y0:.1f}Q{m.x:.1f} {m.y:.1f} {x1:.1f} {y1:.1f}" fill="none" stroke="#f3e6c4" '
        'stroke-width="4.4" stroke-opacity=".9"/>'
        f'<path d="M{x0:.1f} {y0:.1f}Q{m.x:.1f} {m.y:.1f} {x1:.1f} {y1:.1f}" fill="none" stroke="{WAX}" '
        'stroke-width="1.7" stroke-dasharray="4 2.4"/>'
        f'<g transform="translate({m.x:.1f} {m.y:.1f}) rotate({turn:.0f})"><path d="M-5.5 -5Q-2.4 0 -5.5 5M5.5 '
        '-5Q2.4 0 5.5 5" '
        f'fill="none" stroke="{INK}" stroke-width="1.5" stroke-linecap="round"/></g>'
    )


def place_sign(p: HexPlace, x: float, y: float) -> str:
    """Town, fort, fortress or citadel by level; capitals wear gilt."""
    fill = "#e8c05a" if p.national_capital else "#f6ecd4" if not p.province_capital else "#e9d9b0"
    if p.fortress == 0:
        core = f'<circle r="4.6" fill="{fill}" stroke="{INK}" stroke-width="1.3"/>'
    else:
        arms = {1: 0.0, 2: 2.6, 3: 3.6}[p.fortress]
        r = 6.2
        walls = "".join(
            f'<rect x="{sx * r - arms:.1f}" y="{sy * r - arms:.1f}" width="{2 * arms:.1f}" height="{2 * arms:.1f}" '
            f'transform="rotate(45 {sx * r:.1f} {sy * r:.1f})" fill="#c9a86c" stroke="{INK}" stroke-width="1"/>'
            for sx in (-1, 1)
            for sy in (-1, 1)
            if arms
        )
        outer = (
            f'<rect x="-9.4" y="-9.4" width="18.8" height="18.8" fill="none" stroke="{INK}" stroke-width=".8"/>'
            if p.fortress == 3
            else ""
        )
        core = (
            f'{outer}{walls}<rect x="{-r}" y="{-r}" width="{2 * r}" height="{2 * r}" fill="{fill}" '
            f'stroke="{INK}" stroke-width="1.5"/>' + numeral(str(p.fortress), 0, 0, 10.5)
        )
    ring = f'<circle r="12.6" fill="none" stroke="{WAX}" stroke-width="1.3"/>' if p.national_capital else ""
    dot = (
        '<path d="M-6 11h12" stroke="#8e2a22" stroke-width="1.4"/>'
        if p.province_capital and not p.national_capital
        else ""
    )
    return f'<g transform="translate({x:.1f} {y:.1f}) scale(1.2)">{ring}{core}{dot}</g>'


def box_sign(b: BoxOnSheet) -> str:
    x0, y0, x1, y1 = b.box
    w, h = x1 - x0, y1 - y0
    if b.kind == "blockade":
        cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
        fill = "#fdfaf0" if b.bright else "#c6d3cb"
        lead = ""
        if b.lead:
            lead = (
                f'<path d="M{cx:.1f} {cy:.1f}L{b.lead[0]:.1f} {b.lead[1]:.1f}" stroke="#24465a" '
                'stroke-width="1" stroke-dasharray="2.4 2"/>'
            )
        trade = numeral(str(b.n), x1 - 6, y1 - 7, 11, "#24465a") if b.n else ""
        return (
            f'{lead}<rect x="{x0:.1f}" y="{y0:.1f}" width="{w:.1f}" height="{h:.1f}" rx="3" fill="{fill}" '
            'stroke="#24465a" stroke-width="1.2"/>' + anchor(cx - 4, cy - 4, 0.72, "#24465a") + trade
        )
    title = ""
    if b.title:
        title = f'<path d="{b.title.path((x0 + x1) / 2, y0 + TITLE_AT + b.title.height / 2)}" fill="{INK}"/>'
    return (
        f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{w:.1f}" height="{h:.1f}" fill="#f1e6ca" stroke="{INK}" '
        'stroke-width="1.8"/>'
        f'<rect x="{x0 + 3:.1f}" y="{y0 + 3:.1f}" width="{w - 6:.1f}" height="{h - 6:.1f}" fill="none" '
        f'stroke="{INK}" stroke-width=".6"/>{title}'
    )


def draw_hex_sheet(grid: HexGrid, country: Country, comp: HexComposer, sea_names: list[Placed], sheet: Sheet) -> str:
    f, spec = grid.frame, grid.spec
    w, h = f.size
    seed = spec.boards[0].seed
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}"><defs>'
        f'<path id="coast" d="{polygon_path(country.land)}"/><clipPath id="inland"><use href="#coast"/></clipPath>'
        f'<clipPath id="frame"><rect x="{f.ox}" y="{f.oy}" width="{f.w:.2f}" height="{f.h:.2f}"/></clipPath></defs>'
        f'<rect width="{w}" height="{h}" fill="#e9dcbd"/><g clip-path="url(#frame)">{sea_layer("coast", f)}'
        f'<use href="#coast" fill="{PAPER}"/>'
    ]
    uri = as_data_uri(shading(f, country))
    out.append(
        f'<image href="{uri}" x="{f.ox}" y="{f.oy}" width="{f.w:.2f}" height="{f.h:.2f}" '
        'preserveAspectRatio="none" opacity=".62"/>'
    )
    out.append(f'<g opacity=".6">{hachure_paths(hachures(f, country, seed))}</g>')
    out.append(f'<path d="{polygon_path(country.lakes)}" fill="#bccac3" stroke="#41606a" stroke-width=".7"/>')
    out.append(terrain_layer(spec, grid, seed))
    out.append(f'<use href="#coast" fill="none" stroke="{INK}" stroke-width="1.1" stroke-linejoin="round"/></g>')
    out.append(net_layer(spec, grid) + side_layer(spec, grid))
    out += [passage_mark(way) for _, _, way in passages(spec, comp.seas)]
    _, rose, _ = ornament.compass(f, sheet)
    out.append(rose)
    out += [box_sign(b) for b in comp.boxes]
    for p in sorted(spec.places, key=lambda p: (p.fortress, p.id)):
        out.append(place_sign(p, *comp.slot(p.hex)))
    for n in comp.provinces:
        if n.leader:
            (x0, y0), (x1, y1) = n.leader
            out.append(f'<path d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}" stroke="{WAX}" stroke-width="1.1"/>')
        out.append(halo(n.line.path(n.x, n.y, 0), "#8e2a22", width=2.2, opacity=0.6))
    for n in comp.names:
        out.append(halo(n.line.path(n.x, n.y, 0), "#241708", width=2.6, opacity=0.85))
    for q in sea_names:
        out.append(halo(q.path(), "#2f4d56", SEA, 2.6, 0.5))
    out.append(ornament.neat_line(f) + ornament.cartouche(f, sheet)[0])
    out.append("</svg>")
    return "".join(out)
