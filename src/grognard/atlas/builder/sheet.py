"""The sheet itself: layer upon layer from the sea's tint to the last letter, as one SVG drawing."""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder import ornament
from grognard.atlas.builder.drawing import line_path, polygon_path
from grognard.atlas.builder.frontier import Frontier, lane_mark, plain_borders
from grognard.atlas.builder.geography import Country
from grognard.atlas.builder.layout import Layout, square
from grognard.atlas.builder.lettering import Box, measure
from grognard.atlas.builder.partition import Partition
from grognard.atlas.builder.projection import Frame
from grognard.atlas.builder.relief import as_data_uri, hachure_paths, hachures, shading
from grognard.atlas.builder.symbols import INK, PAPER, SEA, Punch, anchor, badge, peak, town, tree
from grognard.atlas.spec import Sheet

# water lining: distance from the coast, weight of the line, tint of the water inside it
LINING = (
    (2.2, 0.8, "#b2c4c0"),
    (5.0, 0.66, "#bbcbc5"),
    (8.4, 0.56, "#c3d0c8"),
    (12.4, 0.48, "#cad6cb"),
    (17.0, 0.4, "#d0d9cd"),
    (22.4, 0.34, "#d3dbce"),
)
VOID, PLAIN = "#dccfae", PAPER


def sea_layer(land_id: str, frame: Frame) -> str:
    x, y, w, h = frame.ox, frame.oy, frame.w, frame.h
    out = [f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{SEA}"/>']
    for r, weight, tint in reversed(LINING):
        out.append(
            f'<use href="#{land_id}" fill="none" stroke="#5d7f86" stroke-opacity=".85" stroke-width="{2 * r}" '
            'stroke-linejoin="round"/>'
            f'<use href="#{land_id}" fill="none" stroke="{tint}" stroke-width="{2 * (r - weight)}" '
            'stroke-linejoin="round"/>'
        )
    return "".join(out)


def land_layer(land_id: str, frame: Frame, country: Country, part: Partition, seed: int) -> str:
    """Paper, void country greyed, relief, hachures, woods and mountains of whole regions."""
    inside = [(s, part.shapes[s.id].intersection(frame.box)) for s in part.spaces.values() if s.id in part.shapes]
    void = [g for s, g in inside if s.kind == "void" and not g.is_empty]
    walls = [g for s, g in inside if s.kind == "impassable" and not g.is_empty]
    out = [f'<use href="#{land_id}" fill="{PLAIN}"/>']
    # a soft band inside every playable region, the tint of an old colourist's brush
    for s, g in inside:
        if s.kind == "land" and not g.is_empty:
            rim = g.difference(g.buffer(-7))
            out.append(f'<path d="{polygon_path(rim)}" fill="#b98f4f" fill-opacity=".13"/>')
            out.append(f'<path d="{polygon_path(g.difference(g.buffer(-3)))}" fill="#a5783c" fill-opacity=".12"/>')
    if void:
        d = polygon_path(shapely.union_all(void))
        out.append(f'<path d="{d}" fill="{VOID}"/>')
    out += [f'<path d="{polygon_path(g)}" fill="#8a6a45" fill-opacity=".34"/>' for g in walls]
    uri = as_data_uri(shading(frame, country))
    out.append(
        f'<image href="{uri}" x="{frame.ox}" y="{frame.oy}" width="{frame.w:.2f}" height="{frame.h:.2f}" '
        'preserveAspectRatio="none"/>'
    )
    out.append(hachure_paths(hachures(frame, country, seed)))
    return "".join(out)


def vegetation(part: Partition, layout: Layout, seed: int) -> str:
    """Woods and mountains of whole regions, kept off names, towns and places for counters."""
    keep_off = [b for p in layout.names.values() for b in (p.arc.spans(p.x, p.y) if p.arc else [p.box])]
    keep_off += [t.box for t in layout.towns if t.box]
    keep_off += [square(t.x, t.y, 6) for t in layout.towns] + [square(x, y, 12) for _, _, x, y in layout.harbours]
    out = []
    for s in part.spaces.values():
        if s.id not in part.shapes:
            continue
        g = part.shapes[s.id]
        if s.kind == "impassable":
            out.append(scatter(g, 25, peak, 12.0, seed=seed, keep_off=keep_off))
        elif s.kind == "land" and s.terrain == "forest":
            out.append(scatter(g, 34, tree, 7.0, seed=seed, keep_off=keep_off))
        elif s.kind == "land" and s.terrain == "mountain":
            out.append(scatter(g, 40, peak, 9.0, seed=seed, keep_off=keep_off))
    return "".join(out)


def scatter(g: BaseGeometry, gap: float, punch: Punch, size: float, *, seed: int, keep_off: list[Box]) -> str:
    """A punch over a whole region in staggered, jittered rows, but not where something must be read."""
    rng = np.random.default_rng(seed)
    x0, y0, x1, y1 = g.bounds
    rows = enumerate(np.arange(y0 + gap * 0.4, y1, gap * 0.66))
    spots = [
        (x + rng.uniform(-0.3, 0.3) * gap, y + rng.uniform(-0.22, 0.22) * gap, size * rng.uniform(0.72, 1.3))
        for j, y in rows
        for x in np.arange(x0 + (gap / 2 if j % 2 else 0), x1, gap)
    ]
    inner = g.buffer(-size * 0.7)
    shapely.prepare(inner)
    out = []
    for x, y, s in sorted(spots, key=lambda t: t[1]):
        if not inner.contains(shapely.Point(x, y)):
            continue
        if any(a - s < x < c + s and b - s < y < d + s for a, b, c, d in keep_off):
            continue
        out.append(punch(x, y, s))
    return "".join(out)


def water_courses(country: Country, frontier: Frontier) -> str:
    """Rivers of nature as fine lines; where a river is a border of the rules it is drawn on the border, and bold."""
    out = []
    bold = shapely.union_all(frontier.rivers) if frontier.rivers else None
    near = bold.buffer(24) if bold is not None else None
    for _, rank, g in sorted(country.rivers, key=lambda t: (-t[1], t[0])):
        rest = g.difference(near) if near is not None else g
        if rest.is_empty:
            continue
        if bold is not None:
            width, opacity = (1.0 if rank <= 5 else 0.7), 0.6
        else:
            width, opacity = {1: 2.4, 2: 2.4, 3: 2.2, 4: 2.0, 5: 1.8, 6: 1.5, 7: 1.2}.get(rank, 0.9), 0.9
        parts = shapely.MultiLineString(
            [p for p in shapely.get_parts(rest) if p.length > 16 and p.geom_type == "LineString"]
        )
        out.append(
            f'<path d="{line_path(parts)}" fill="none" stroke="#3f6a7c" stroke-width="{width}" '
            f'stroke-opacity="{opacity}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
    out.append(f'<path d="{polygon_path(country.lakes)}" fill="#bccac3" stroke="#41606a" stroke-width=".7"/>')
    if bold is not None:
        d = line_path(bold)
        out.append(
            f'<path d="{d}" fill="none" stroke="#eef1e4" stroke-width="6.4" stroke-opacity=".8" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
            f'<path d="{d}" fill="none" stroke="#2f6484" stroke-width="3.6" stroke-linecap="round" '
            'stroke-linejoin="round"/>'
            f'<path d="{d}" fill="none" stroke="#8fb4c4" stroke-width="1" stroke-linecap="round" '
            'stroke-linejoin="round"/>'
        )
    return "".join(out)


def halo(d: str, fill: str, paper: str = PAPER, width: float = 3.2, opacity: float = 0.78) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{paper}" stroke-width="{width}" stroke-opacity="{opacity}" '
        'stroke-linejoin="round"/>'
        f'<path d="{d}" fill="{fill}"/>'
    )


def lettering_layer(layout: Layout, part: Partition, liveries: dict[str, str]) -> str:
    out = []
    for p in layout.names.values():
        if p.leader:
            (x0, y0), (x1, y1) = p.leader
            out.append(
                f'<path d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}" stroke="{INK}" stroke-width=".9"/><circle '
                f'cx="{x1:.1f}" cy="{y1:.1f}" r="1.8" fill="{INK}"/>'
            )
    for t in layout.towns:
        if t.leader:
            out.append(
                f'<path d="M{t.leader[0]:.1f} {t.leader[1]:.1f}L{t.x:.1f} {t.y:.1f}" stroke="{INK}" stroke-width=".8"/>'
            )
        out.append(town(t.x, t.y, t.capital))
        if t.box:
            out.append(halo(measure(t.name, "town", 13.0).path(*t.pen, anchor=0), "#3a2918", width=2.4))
    for _, m, x, y in layout.harbours:
        out.append(anchor(x, y, colour="#8e2a22" if m.kind == "base" and m.n else "#24465a"))
    for p in layout.names.values():
        kind = part.spaces[p.space].kind
        d = p.path()
        if kind == "sea":
            out.append(halo(d, "#2f4d56", SEA, 2.6, 0.5))
        elif kind == "void":
            out.append(f'<path d="{d}" fill="#6d5c40" fill-opacity=".8"/>')
        else:
            out.append(halo(d, "#241708"))
        for mark, x, y, _ in p.badges:
            b = badge(mark, liveries)
            if b:
                out.append(f'<g transform="translate({x:.1f} {y:.1f})">{b[1]}</g>')
    out += [f'<path d="{p.path()}" fill="#38555c" fill-opacity=".85"/>' for p in layout.waters]
    return "".join(out)


def draw_sheet(
    sheet: Sheet,
    frames: dict[str, Frame],
    countries: dict[str, Country],
    part: Partition,
    *,
    frontier: Frontier,
    lanes: list[shapely.LineString],
    layout: Layout,
    liveries: dict[str, str],
) -> str:
    main = frames[""]
    w, h = main.size
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}"><defs>']
    for k, c in countries.items():
        f = frames[k]
        out.append(f'<path id="coast-{k}" d="{polygon_path(c.land)}"/>')
        out.append(
            f'<clipPath id="frame-{k}"><rect x="{f.ox}" y="{f.oy}" width="{f.w:.2f}" height="{f.h:.2f}"/></clipPath>'
        )
    out.append(f'</defs><rect width="{w}" height="{h}" fill="#e9dcbd"/>')
    rhumbs, rose, _ = ornament.compass(main, sheet)
    for k, c in countries.items():
        f = frames[k]
        out.append(f'<g clip-path="url(#frame-{k})">{sea_layer(f"coast-{k}", f)}')
        out.append(rhumbs if not k else "")
        out.append(f"{land_layer(f'coast-{k}', f, c, part, sheet.seed)}{water_courses(c, frontier)}")
        coast = f'<use href="#coast-{k}" fill="none" stroke="{INK}" stroke-width="1.15" stroke-linejoin="round"/>'
        out.append(f'{coast}<g transform="translate(.9 1.1)" opacity=".3">{coast}</g>{ornament.graticule(f)}</g>')
    out.append(plain_borders(part, frontier))
    out.append(vegetation(part, layout, sheet.seed))
    out += frontier.hills
    out += [lane_mark(x) for x in lanes]
    out += frontier.crossings
    out += [f'<g transform="translate({x:.1f} {y:.1f})">{d}</g>' for x, y, _, d in frontier.signs]
    out.append(rose)
    out.append(lettering_layer(layout, part, liveries))
    out.append(ornament.neat_line(main) + ornament.cartouche(main, sheet)[0])
    for inset in sheet.insets:
        out.append(ornament.inset_frame(frames[inset.id], inset.title))
    out.append("</svg>")
    return "".join(out)
