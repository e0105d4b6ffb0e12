"""From labelled cells to lines: borders are traced between junctions, smoothed and given the wobble of a pen."""

from __future__ import annotations

import math
from collections import defaultdict

import numpy as np
import shapely
from scipy import ndimage
from shapely.geometry import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder.growth import Labels, Raster
from grognard.atlas.builder.projection import Floats, Frame

Corner = tuple[int, int]


def trace_arcs(lab: Labels) -> list[Floats]:
    """Borders between labels as polylines of cell corners, cut at junctions."""
    nb: dict[Corner, list[Corner]] = defaultdict(list)
    for r, c in zip(*np.nonzero(lab[:, 1:] != lab[:, :-1]), strict=True):
        a, b = (int(c) + 1, int(r)), (int(c) + 1, int(r) + 1)
        nb[a].append(b)
        nb[b].append(a)
    for r, c in zip(*np.nonzero(lab[1:] != lab[:-1]), strict=True):
        a, b = (int(c), int(r) + 1), (int(c) + 1, int(r) + 1)
        nb[a].append(b)
        nb[b].append(a)
    junction = {p for p, q in nb.items() if len(q) != 2}
    seen: set[frozenset[Corner]] = set()
    arcs: list[Floats] = []

    def walk(p: Corner, q: Corner) -> None:
        line = [p, q]
        seen.add(frozenset((p, q)))
        while q not in junction and q != line[0]:
            n = nb[q][0] if nb[q][0] != line[-2] else nb[q][1]
            edge = frozenset((q, n))
            if edge in seen:
                break
            seen.add(edge)
            line.append(n)
            q = n
        arcs.append(np.array(line, dtype=np.float64))

    for p in [*sorted(junction), *nb]:
        for q in nb[p]:
            if frozenset((p, q)) not in seen:
                walk(p, q)
    return arcs


def smooth_arc(a: Floats, sigma: float, rng: np.random.Generator, wobble: float) -> Floats:
    """Gaussian smoothing with fixed ends, then a little sideways jitter as of a hand-held pen."""
    if len(a) < 4:
        return a
    closed = bool((a[0] == a[-1]).all()) and len(a) > 8
    d = np.r_[0, np.cumsum(np.hypot(*np.diff(a, axis=0).T))]
    n = max(4, int(d[-1] * 1.5))
    s = np.linspace(0, d[-1], n)
    p = np.column_stack([np.interp(s, d, a[:, k]) for k in (0, 1)])
    if closed:
        q = ndimage.gaussian_filter1d(p[:-1], sigma * 1.5, axis=0, mode="wrap")
        return np.vstack([q, q[:1]])
    sg = min(sigma * 1.5, n / 6)
    ext = np.vstack([2 * p[0] - p[1:n][::-1], p, 2 * p[-1] - p[:-1][::-1]])  # point reflection keeps the ends
    q = ndimage.gaussian_filter1d(ext, sg, axis=0)[n - 1 : 2 * n - 1]
    if wobble and n > 12:
        t = np.gradient(q, axis=0)
        normal = np.column_stack([-t[:, 1], t[:, 0]]) / (np.hypot(t[:, 0], t[:, 1])[:, None] + 1e-9)
        j = ndimage.gaussian_filter1d(rng.standard_normal(n), 2.2)
        j *= wobble / (j.std() + 1e-9) * np.sin(np.linspace(0, math.pi, n))
        q = q + normal * j[:, None]
    q[0], q[-1] = a[0], a[-1]
    return np.asarray(q, dtype=np.float64)


def faces(lab: Labels, raster: Raster, sigma: float, wobble: float, seed: int) -> dict[int, BaseGeometry]:
    """The area of each label, with smooth borders."""
    rng = np.random.default_rng(seed)
    lines = []
    for a in trace_arcs(np.pad(lab, 1, constant_values=-1)):
        q = smooth_arc(a - 1, sigma, rng, wobble) * raster.cell + [raster.ox, raster.oy]
        lines.append(LineString(q).simplify(raster.cell * 0.12))
    net = shapely.node(MultiLineString(lines))
    out: dict[int, list[Polygon]] = defaultdict(list)
    for f in shapely.get_parts(shapely.polygonize(shapely.get_parts(net).tolist())):
        p = f.representative_point()
        out[int(lab[raster.at(p.x, p.y)])].append(f)
    return {k: shapely.unary_union(v) for k, v in sorted(out.items())}


def lay_over_coast(
    land_faces: dict[str, BaseGeometry],
    sea_faces: dict[str, BaseGeometry],
    land: BaseGeometry,
    frame: Frame,
    crumb: float = 60.0,
) -> dict[str, BaseGeometry]:
    """Cut by the coast, node everything, and merge faces by owner: an exact planar coverage."""
    water = frame.box.difference(land)
    land = land.intersection(frame.box)
    pieces = [(k, g.intersection(land)) for k, g in land_faces.items()]
    pieces += [(k, g.intersection(water)) for k, g in sea_faces.items()]
    pieces = [(k, g) for k, g in pieces if not g.is_empty]
    rings = shapely.union_all([g.boundary for _, g in pieces] + [frame.box.boundary], grid_size=0.02)
    tree = shapely.STRtree([g for _, g in pieces])
    own: dict[str, list[Polygon]] = defaultdict(list)
    for f in shapely.get_parts(shapely.polygonize(shapely.get_parts(rings).tolist())):
        hit = tree.query(f.representative_point(), predicate="intersects")
        if len(hit):
            own[pieces[int(min(hit))][0]].append(f)
    keys = list(own)
    geoms = [shapely.unary_union(own[k]) for k in keys]
    give_crumbs_away(keys, geoms, set(sea_faces), crumb)
    simple = shapely.coverage_simplify(np.array(geoms, dtype=object), 0.5)
    return dict(zip(keys, simple, strict=True))


def give_crumbs_away(keys: list[str], geoms: list[BaseGeometry], seas: set[str], crumb: float) -> None:
    """Cut-off slivers that touch a bigger neighbour of the same element go to that neighbour."""
    tree = shapely.STRtree(geoms)
    for i, k in enumerate(keys):
        parts = [p for p in shapely.get_parts(geoms[i]) if isinstance(p, Polygon)]
        big = max(parts, key=lambda p: p.area)
        keep = [big]
        for p in parts:
            if p is big:
                continue
            best, longest = -1, 1.5
            if p.area < crumb:
                for j in sorted(int(v) for v in tree.query(p)):
                    if j != i and (keys[j] in seas) == (k in seas):
                        length = geoms[j].boundary.intersection(p.boundary).length
                        if length > longest:
                            best, longest = j, length
            if best >= 0:
                geoms[best] = geoms[best].union(p)
            else:
                keep.append(p)
        geoms[i] = shapely.unary_union(keep)
