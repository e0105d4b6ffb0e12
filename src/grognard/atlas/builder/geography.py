"""Land, lakes, rivers and heights of one frame, cleaned for the engraver's scale."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

import h5py
import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder.projection import Floats, Frame
from grognard.atlas.builder.sources import cache_dir, lake_polygons, land_polygons, river_lines, source
from grognard.atlas.spec import Geography

Image.MAX_IMAGE_PIXELS = None
River = tuple[str, int, BaseGeometry]


@dataclass
class Country:
    """The physical map of a frame, in sheet pixels."""

    land: BaseGeometry
    lakes: BaseGeometry
    rivers: list[River]
    height: Floats  # metres, one value per pixel of the frame


def channels(frame: Frame, geo: Geography) -> list[tuple[LineString, float]]:
    out = []
    for c in geo.cuts:
        lon, lat = np.array(c["way"], dtype=float).T
        out.append((LineString(np.column_stack(frame.xy(lon, lat))), float(c["px"])))
    return out


def draw_land(frame: Frame, geo: Geography, min_island: float = 14.0) -> BaseGeometry:
    """The coast: fjord slits closed, straits that matter in play opened wider than nature made them."""
    cut = [shapely.intersection(g, frame.window) for g in land_polygons() if g.intersects(frame.window)]
    land = shapely.unary_union([shapely.make_valid(frame.project(g)) for g in cut if not g.is_empty])
    land = land.buffer(0).intersection(frame.box.buffer(6))
    land = land.buffer(0.5).buffer(-0.85).buffer(0.35).simplify(0.3)
    for line, px in channels(frame, geo):
        land = land.difference(line.buffer(px / 2))
    parts = [p for p in shapely.get_parts(land) if p.area > min_island]
    whole = [Polygon(p.exterior, [r for r in p.interiors if Polygon(r).area > 60]) for p in parts]
    return shapely.union_all(whole)


def cached_land(frame: Frame, geo: Geography) -> BaseGeometry:
    """Projecting the 10m coast takes half a minute, so the result is kept by the digest of all it depends on."""
    lens = None if frame.lens is None else [frame.lens.x, frame.lens.y, frame.lens.gain, frame.lens.reach]
    key = json.dumps([type(frame.projection).__name__, frame.km, frame.scale, frame.ox, frame.oy, lens, geo.cuts, 3])
    path = cache_dir() / "land" / (hashlib.blake2b(key.encode(), digest_size=12).hexdigest() + ".wkb")
    if path.exists():
        return shapely.from_wkb(path.read_bytes())
    land = draw_land(frame, geo)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(shapely.to_wkb(land))
    return shapely.from_wkb(path.read_bytes())


def draw_lakes(frame: Frame, geo: Geography) -> BaseGeometry:
    found = [frame.project(g).buffer(0) for g in lake_polygons(geo.modern_lakes) if g.intersects(frame.window)]
    return shapely.union_all([p.simplify(0.4) for p in found if p.area > 25]).intersection(frame.box)


def draw_rivers(frame: Frame, geo: Geography, land: BaseGeometry, max_rank: int = 9) -> list[River]:
    out = []
    inside = land.buffer(1.0).intersection(frame.box)
    shapely.prepare(inside)
    for name, rank, line in river_lines(geo.modern_rivers):
        if rank > max_rank or not line.intersects(frame.window):
            continue
        p = frame.project(line.intersection(frame.window)).intersection(inside).simplify(0.4)
        if not p.is_empty and p.length > 4:
            out.append((name, rank, p))
    return out


def sample(arr: NDArray[Any], lon: Floats, lat: Floats, order: int = 1) -> Floats:
    """Sample a plate-carree array (north up, -180..180) at points."""
    h, w = arr.shape
    rows = (90 - lat) / 180 * h - 0.5
    cols = (lon + 180) / 360 * w - 0.5
    out: Floats = ndimage.map_coordinates(arr, [rows, cols], order=order, mode="nearest")
    return out


def pixel_grid(frame: Frame, step: float = 1.0) -> tuple[Floats, Floats]:
    xs = np.arange(frame.ox + step / 2, frame.ox + frame.w, step)
    ys = np.arange(frame.oy + step / 2, frame.oy + frame.h, step)
    gx, gy = np.meshgrid(xs, ys)
    return gx, gy


def heights(lon: Floats, lat: Floats, order: int = 3) -> Floats:
    with h5py.File(source("Altitude.h5")) as f:
        raw = f["Altitude"][:]
    # 255 marks open water in this file; water becomes 0 m, so that no coast gets a false slope
    dem = np.where(raw == 255, 0, np.maximum(raw.astype(np.float32) * 28 - 450, 0)).astype(np.float32)
    return sample(dem, lon, lat, order)


def warp_luminance(name: str, frame: Frame) -> Floats:
    """The brightness of a world plate-carree image, warped into the frame."""
    with Image.open(source(name)) as im:
        grey = np.asarray(im.convert("L"), dtype=np.float32)
    return sample(grey, *frame.lonlat(*pixel_grid(frame)))


def survey(frame: Frame, geo: Geography) -> Country:
    land = cached_land(frame, geo)
    return Country(
        land=land,
        lakes=draw_lakes(frame, geo),
        rivers=draw_rivers(frame, geo, land),
        height=heights(*frame.lonlat(*pixel_grid(frame))),
    )
