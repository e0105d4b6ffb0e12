"""Borders on the sheet: what terrain lies on each, which straits and lanes join what does not touch."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import shapely
from shapely import ops
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder.drawing import line_path, smooth_path
from grognard.atlas.builder.partition import VISIBLE, Partition, pair
from grognard.atlas.builder.projection import Frame
from grognard.atlas.builder.symbols import INK, WATER, along, coin, frost, pass_gate, peak, string, tree, tuft
from grognard.atlas.spec import Border, Lane
from grognard.atlas.topology import BorderOnMap

WATERY = {"sea", "narrows", "coast"}


@dataclass
class Frontier:
    """The drawings of all borders, in the order in which they are inked, and the features for the topology."""

    features: list[BorderOnMap] = field(default_factory=list)
    rivers: list[BaseGeometry] = field(default_factory=list)
    hills: list[str] = field(default_factory=list)
    crossings: list[str] = field(default_factory=list)
    ways: list[LineString] = field(default_factory=list)
    signs: list[tuple[float, float, float, str]] = field(default_factory=list)  # x, y, radius, drawing

    def sign(self, x: float, y: float, r: float, drawing: str) -> None:
        self.signs.append((x, y, r, drawing))


def middle(line: BaseGeometry) -> tuple[float, float, float]:
    """The middle of the longest part of a line, with its direction."""
    part = max(shapely.get_parts(line), key=lambda p: p.length)
    return along(part, part.length * 2)[0]


def crossing(a: BaseGeometry, b: BaseGeometry) -> LineString:
    """The shortest way over the water, its ends a little inland."""
    p, q = ops.nearest_points(a, b)
    u, v = (p, q) if p.distance(q) > 1 else (a.representative_point(), b.representative_point())
    d = u.distance(v)
    ux, uy = (v.x - u.x) / d, (v.y - u.y) / d
    reach = 5.0
    return LineString([(p.x - ux * reach, p.y - uy * reach), (q.x + ux * reach, q.y + uy * reach)])


def crossing_mark(line: LineString) -> str:
    """Two dotted strokes with arrow heads."""
    (x0, y0), (x1, y1) = line.coords[0], line.coords[-1]
    d = math.dist((x0, y0), (x1, y1))
    ux, uy = (x1 - x0) / d, (y1 - y0) / d
    strokes = "".join(f"M{x0 - uy * o:.1f} {y0 + ux * o:.1f}L{x1 - uy * o:.1f} {y1 + ux * o:.1f}" for o in (-2.2, 2.2))
    heads = ""
    for x, y, s in ((x0, y0, -1), (x1, y1, 1)):
        tx, ty = x + s * ux * 5, y + s * uy * 5
        heads += (
            f"M{tx:.1f} {ty:.1f}L{x - uy * 4.5 - s * ux:.1f} "
            f"{y + ux * 4.5 - s * uy:.1f}L{x + uy * 4.5 - s * ux:.1f} {y - ux * 4.5 - s * uy:.1f}z"
        )
    return (
        f'<path d="{strokes}" fill="none" stroke="#8e2a22" stroke-width="1.700" stroke-dasharray="3.200 2"/>'
        f'<path d="{heads}" fill="#8e2a22"/>'
    )


def survey_borders(part: Partition, borders: list[Border], seed: int) -> Frontier:
    """Draw each declared border by its kind, and a ridge on every contact that no rule declares."""
    f = Frontier()
    contacts = {p: px for p, px in part.coverage.contacts().items() if px >= VISIBLE}
    declared = set()
    for n, b in enumerate(borders):
        if b.a not in part.shapes or b.b not in part.shapes:
            continue
        declared.add(pair(b.a, b.b))
        arcs = tuple(part.coverage.between(b.a, b.b)) if pair(b.a, b.b) in contacts else ()
        path: tuple[tuple[float, float], ...] = ()
        line = part.coverage.border_line(b.a, b.b)
        if b.kind == "strait" or (not arcs and b.kind not in WATERY):
            path = tuple((round(x, 1), round(y, 1)) for x, y in strait(f, part, b, line, bool(arcs)).coords)
        elif arcs:
            draw(f, b, line, seed + n)
        f.features.append(BorderOnMap(b.a, b.b, b.kind, b.feature, arcs, path, b.freezes, b.limit))
    playable = {k for k, s in part.spaces.items() if s.kind == "land"}
    walls = {k for k, s in part.spaces.items() if s.kind == "impassable"}
    for a, c in sorted(contacts):
        if (a, c) in declared:
            continue
        both = {a, c}
        if both <= playable or (both & playable and both & walls):
            line = part.coverage.border_line(a, c)
            f.hills.append(ridge(line, seed))
            f.features.append(BorderOnMap(a, c, "obstacle", "", tuple(part.coverage.between(a, c))))
    return f


def ridge(line: BaseGeometry, seed: int) -> str:
    band = (
        f'<path d="{line_path(line)}" fill="none" stroke="#5a3d22" stroke-width="11" stroke-opacity=".3" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )
    return band + string(line, 12.5, peak, 9.0, seed)


def strait(f: Frontier, part: Partition, b: Border, line: BaseGeometry, touching: bool) -> LineString:
    if touching:  # an estuary: the crossing stands across the border itself
        x, y, angle = middle(line)
        nx, ny = -math.sin(angle), math.cos(angle)
        way = LineString([(x - nx * 13, y - ny * 13), (x + nx * 13, y + ny * 13)])
        f.rivers.append(line)
    else:
        way = crossing(part.shapes[b.a], part.shapes[b.b])
    f.crossings.append(crossing_mark(way))
    f.ways.append(way)
    if b.limit:
        m = way.interpolate(0.5, normalized=True)
        f.sign(m.x, m.y + 13, 9, f'<g transform="scale(.8)">{coin(b.limit, "#8e2a22", "#f3e8cd")}</g>')
    return way


def draw(f: Frontier, b: Border, line: BaseGeometry, seed: int) -> None:
    match b.kind:
        case "river":
            f.rivers.append(line)
        case "lake":
            f.rivers.append(line)
            f.hills.append(
                string(
                    line,
                    13,
                    lambda x, y, s: (
                        f'<path d="M{x - s:.1f} {y:.1f}q{s / 2:.1f} {-s / 2:.1f} {s:.1f} 0t{s:.1f} 0" '
                        f'fill="none" stroke="{WATER}" stroke-width="1.3"/>'
                    ),
                    6.0,
                    seed,
                )
            )
        case "mountain":
            f.hills.append(string(line, 15, peak, 8.0, seed))
        case "ridge":
            f.hills.append(ridge(line, seed))
        case "pass":
            x, y, angle = middle(line)
            gap = Point(x, y).buffer(13)
            f.hills.append(string(line.difference(gap), 14, peak, 7.4, seed))
            f.sign(x, y, 10, pass_gate(0, 0, angle))
        case "forest":
            f.hills.append(string(line, 10, tree, 7.5, seed))
        case "marsh":
            f.hills.append(string(line, 11, tuft, 6.5, seed))
        case "narrows":
            f.crossings.append(
                f'<path d="{line_path(line)}" fill="none" stroke="#8e2a22" stroke-width="2.600" '
                'stroke-dasharray="5 3"/>'
            )
        case _:
            pass
    if b.freezes and b.kind in {"river", "lake"}:
        x, y, _ = middle(line)
        f.sign(x, y, 8, frost(0, 0))
    if b.limit and b.kind != "strait":
        x, y, _ = middle(line)
        f.sign(x, y, 9, f'<g transform="scale(.8)">{coin(b.limit, "#8e2a22", "#f3e8cd")}</g>')


def chart_lanes(
    f: Frontier, lanes: list[Lane], frame: Frame, ports: dict[str, tuple[float, float]]
) -> list[LineString]:
    """Sea lanes as curves from port to port."""
    out = []
    for lane in lanes:
        way = smooth_path([ports[lane.a], *(frame.point(*p) for p in lane.via), ports[lane.b]])
        out.append(way)
        thin = way.simplify(0.4)
        path = tuple((round(x, 1), round(y, 1)) for x, y in thin.coords)
        f.features.append(BorderOnMap(lane.a, lane.b, "lane", path=path))
    return out


def lane_mark(line: LineString) -> str:
    d = line_path(line.simplify(0.2))
    return (
        f'<path d="{d}" fill="none" stroke="#f6efdd" stroke-width="5" stroke-opacity=".75" stroke-linecap="round"/>'
        f'<path d="{d}" fill="none" stroke="#2c4a5e" stroke-width="2.100" stroke-dasharray="9 5 1.500 5" '
        'stroke-linecap="round"/>'
    )


def plain_borders(part: Partition, frontier: Frontier) -> str:
    """The ink of every border that is only a line: dashed between regions, heavier between states."""
    wet = {i for f in frontier.features if f.kind in {"river", "lake", "narrows"} for i in f.arcs}
    cov = part.coverage
    inner: list[LineString] = []
    state: list[LineString] = []
    edge, sea = [], []
    for i, own in enumerate(cov.owners):
        if len(own) != 2 or own[0] == own[1] or i in wet:
            continue
        a, b = part.spaces[own[0]], part.spaces[own[1]]
        if (a.kind == "sea") != (b.kind == "sea"):
            continue
        line = LineString([(x / 10, y / 10) for x, y in cov.arcs[i]])
        if a.kind == "sea":
            sea.append(line)
        elif "void" in (a.kind, b.kind):
            if a.kind != b.kind:
                edge.append(line)
        else:
            (inner if a.home == b.home else state).append(line)

    def ink(lines: list[LineString], style: str) -> str:
        return f'<path d="{line_path(shapely.MultiLineString(lines))}" fill="none" {style}/>' if lines else ""

    return (
        ink(state, 'stroke="#7a4a2c" stroke-width="6" stroke-opacity=".16" stroke-linejoin="round"')
        + ink(inner, 'stroke="#4e3320" stroke-width="1.150" stroke-dasharray="4 2.600" stroke-opacity=".9"')
        + ink(
            state, 'stroke="#4a2a1a" stroke-width="1.600" stroke-dasharray="8 2.600 1.600 2.600" stroke-opacity=".95"'
        )
        + ink(edge, f'stroke="{INK}" stroke-width="1.300" stroke-opacity=".75"')
        + ink(sea, 'stroke="#3f6672" stroke-width="1.700" stroke-dasharray="9 6" stroke-opacity=".8"')
    )
