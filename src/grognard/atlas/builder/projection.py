"""From longitude and latitude to the sheet, with an optional lens over the crowded middle of Europe."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from grognard.atlas.spec import Sheet

Floats = NDArray[np.float64]
EARTH_KM = 6371.0
MARGIN = 46.0


def half_angle(latitude: float) -> float:
    return math.tan(math.pi / 4 + latitude / 2)


class Lambert:
    """Lambert's conformal conic on a sphere: shapes stay true, as engravers of 1805 liked it."""

    def __init__(self, lon0: float = 14.0, lat0: float = 47.0, p1: float = 38.0, p2: float = 56.0) -> None:
        a, b = math.radians(p1), math.radians(p2)
        self.n = math.log(math.cos(a) / math.cos(b)) / math.log(half_angle(b) / half_angle(a))
        self.f = math.cos(a) * half_angle(a) ** self.n / self.n
        self.lon0 = math.radians(lon0)
        self.rho0 = EARTH_KM * self.f / half_angle(math.radians(lat0)) ** self.n

    def forward(self, lon: Floats, lat: Floats) -> tuple[Floats, Floats]:
        rho = EARTH_KM * self.f / np.tan(np.pi / 4 + np.radians(np.clip(lat, -80, 89)) / 2) ** self.n
        th = self.n * (np.radians(lon) - self.lon0)
        return rho * np.sin(th), self.rho0 - rho * np.cos(th)

    def inverse(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        rho = np.hypot(x, self.rho0 - y)
        th = np.arctan2(x, self.rho0 - y)
        lat = 2 * np.arctan((EARTH_KM * self.f / np.maximum(rho, 1e-9)) ** (1 / self.n)) - np.pi / 2
        return np.degrees(th / self.n + self.lon0), np.degrees(lat)


class EquidistantConic:
    """The projection to which the hexes of the 60-km grid are fixed."""

    def __init__(self, lon0: float, lat0: float, p1: float, p2: float) -> None:
        a, b = math.radians(p1), math.radians(p2)
        self.n = (math.cos(a) - math.cos(b)) / (b - a)
        self.g = math.cos(a) / self.n + a
        self.lon0 = math.radians(lon0)
        self.rho0 = EARTH_KM * (self.g - math.radians(lat0))

    def forward(self, lon: Floats, lat: Floats) -> tuple[Floats, Floats]:
        rho = EARTH_KM * (self.g - np.radians(lat))
        th = self.n * (np.radians(lon) - self.lon0)
        return rho * np.sin(th), self.rho0 - rho * np.cos(th)

    def inverse(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        rho = np.hypot(x, self.rho0 - y)
        th = np.arctan2(x, self.rho0 - y)
        return np.degrees(th / self.n + self.lon0), np.degrees(self.g - rho / EARTH_KM)


class Lens:
    """Enlarges the country round a point; the scale falls off smoothly, so no line breaks."""

    def __init__(self, x: float, y: float, gain: float, reach: float) -> None:
        self.x, self.y, self.gain, self.reach = x, y, gain, reach

    def stretch(self, r: Floats) -> Floats:
        return np.asarray(r * (1 + self.gain * np.exp(-((r / self.reach) ** 2))), dtype=np.float64)

    def forward(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        dx, dy = x - self.x, y - self.y
        r = np.maximum(np.hypot(dx, dy), 1e-9)
        k = self.stretch(r) / r
        return self.x + dx * k, self.y + dy * k

    def inverse(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        dx, dy = x - self.x, y - self.y
        s = np.maximum(np.hypot(dx, dy), 1e-9)
        r = s / (1 + self.gain * np.exp(-((s / self.reach / (1 + self.gain / 2)) ** 2)))
        for _ in range(30):
            e = np.exp(-((r / self.reach) ** 2))
            slope = 1 + self.gain * e * (1 - 2 * (r / self.reach) ** 2)
            r = np.clip(r - (self.stretch(r) - s) / slope, 0, s)
        return self.x + dx * r / s, self.y + dy * r / s


class Frame:
    """A window on the globe, measured in sheet pixels at 1x (y down, the margin included)."""

    def __init__(
        self,
        projection: Lambert | EquidistantConic,
        km: tuple[float, float, float, float],
        km_per_px: float,
        lens: Lens | None = None,
        origin: tuple[float, float] = (MARGIN, MARGIN),
    ) -> None:
        self.projection, self.km, self.scale, self.lens = projection, km, km_per_px, lens
        x0, y0, x1, y1 = km
        self.ox, self.oy = origin
        self.w, self.h = (x1 - x0) / km_per_px, (y1 - y0) / km_per_px
        self.size = (math.ceil(self.w + 2 * MARGIN), math.ceil(self.h + 2 * MARGIN))
        self.box = box(self.ox, self.oy, self.ox + self.w, self.oy + self.h)
        self.window = self._window()

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        return self.ox, self.oy, self.ox + self.w, self.oy + self.h

    @classmethod
    def of(cls, sheet: Sheet) -> Frame:
        p = Lambert()
        lens = None
        if sheet.lens:
            lon, lat, gain, reach = sheet.lens
            x, y = p.forward(np.array(lon), np.array(lat))
            lens = Lens(float(x), float(y), gain, reach)
        return cls(p, sheet.frame, sheet.km_per_px, lens)

    def _window(self) -> Any:
        n = 60
        xs = np.linspace(self.ox, self.ox + self.w, n)
        ys = np.linspace(self.oy, self.oy + self.h, n)
        px = np.r_[xs, xs, np.full(n, xs[0]), np.full(n, xs[-1])]
        py = np.r_[np.full(n, ys[0]), np.full(n, ys[-1]), ys, ys]
        lon, lat = self.lonlat(px, py)
        return box(lon.min() - 2, lat.min() - 2, lon.max() + 2, lat.max() + 2)

    def xy(self, lon: Any, lat: Any) -> tuple[Floats, Floats]:
        x, y = self.projection.forward(np.asarray(lon, dtype=np.float64), np.asarray(lat, dtype=np.float64))
        if self.lens:
            x, y = self.lens.forward(x, y)
        return (x - self.km[0]) / self.scale + self.ox, (self.km[3] - y) / self.scale + self.oy

    def point(self, lon: float, lat: float) -> tuple[float, float]:
        x, y = self.xy(lon, lat)
        return float(x), float(y)

    def lonlat(self, px: Any, py: Any) -> tuple[Floats, Floats]:
        x = (np.asarray(px, dtype=np.float64) - self.ox) * self.scale + self.km[0]
        y = self.km[3] - (np.asarray(py, dtype=np.float64) - self.oy) * self.scale
        if self.lens:
            x, y = self.lens.inverse(x, y)
        return self.projection.inverse(x, y)

    def project(self, g: BaseGeometry) -> BaseGeometry:
        g = shapely.segmentize(g, 0.5)
        out: BaseGeometry = shapely.transform(g, lambda a: np.column_stack(self.xy(a[:, 0], a[:, 1])))
        return out
