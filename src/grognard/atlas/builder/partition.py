"""Divides land and sea among the spaces so that exactly the declared neighbours touch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from scipy import ndimage
from shapely import ops
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder.coverage import GRID, Coverage
from grognard.atlas.builder.geography import Country, channels, heights
from grognard.atlas.builder.growth import Labels, Mask, Raster, Seed, grow, noise_field
from grognard.atlas.builder.projection import Floats, Frame
from grognard.atlas.builder.tracing import faces, lay_over_coast
from grognard.atlas.spec import Geography, Sheet, Space

VISIBLE = 6.0  # px: a shorter shared line is a point where corners meet
BRIDGE_LIMIT = 120.0  # px: wider gaps mean that the towns themselves are wrong
WEDGE_LIMIT = 48.0  # px: a longer stretch is left as it is and drawn as an obstacle
OPEN_SEA = "open-sea"
Pair = tuple[str, str]


def pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


@dataclass
class Partition:
    spaces: dict[str, Space]
    shapes: dict[str, BaseGeometry]
    coverage: Coverage
    seas: set[str]


class Divider:
    """Grows all regions, compares the contacts with the declared ones, and mends what differs."""

    def __init__(self, sheet: Sheet, frame: Frame, country: Country, geo: Geography, spaces: list[Space]) -> None:
        self.sheet, self.frame, self.country = sheet, frame, country
        self.land_spaces = [s for s in spaces if s.kind != "sea"]
        self.sea_spaces = [s for s in spaces if s.kind == "sea"] or [
            Space(id=OPEN_SEA, name="", kind="sea", points=((-12.0, 45.0),))
        ]
        self.raster = Raster(frame, sheet.cell)
        self.is_land = self.raster.burn(country.land)
        for line, _ in channels(frame, geo):
            self.is_land &= ~self.raster.burn(line, width=3)
        self.ashore = ndimage.distance_transform_edt(~self.is_land, return_indices=True)[1]
        self.land_cost, self.sea_cost = self._costs()
        self.helpers: dict[tuple[int, int], int] = {}

    def _costs(self) -> tuple[Floats, Floats]:
        r, pull = self.raster, self.sheet.pull
        high = ndimage.gaussian_filter(heights(r.lon, r.lat, 1), 1.0)
        slope = np.hypot(*np.gradient(high)) / (r.cell * self.frame.scale * 1000)
        lines = [p for _, _, g in self.country.rivers for p in shapely.get_parts(g)]
        river = r.burn(shapely.union_all(lines)) & self.is_land if lines else np.zeros_like(self.is_land)
        shape = (r.ny, r.nx)
        wobble = np.exp(0.3 * noise_field(shape, self.sheet.seed, (3, 7, 15)))
        rough = 1 + pull * (2.2 * np.clip(slope / 0.03, 0, 1) + 5.0 * river + 6.0 * r.burn(self.country.lakes))
        land = np.where(self.is_land, rough * wobble, 60.0)
        sea = np.where(self.is_land, 14.0, 1.0) * np.exp(0.14 * noise_field(shape, self.sheet.seed + 1, (8, 20)))
        return land, sea

    def seeds(self, spaces: list[Space]) -> list[Seed]:
        out = []
        for k, s in enumerate(spaces):
            for lon, lat in s.points:
                x, y = self.frame.point(lon, lat)
                if self.frame.box.distance(Point(x, y)) < 4 * self.raster.cell:
                    row, col = self.raster.at(x, y)
                    if s.kind != "sea":  # a harbour town must not start to grow from the water
                        row, col = int(self.ashore[0][row, col]), int(self.ashore[1][row, col])
                    out.append((row, col, k))
        return out or [(self.raster.ny // 2, self.raster.nx // 2, 0)]

    def divide(self, borders: set[Pair], forbidden: set[Pair], coasts: set[Pair] | None, rounds: int) -> Partition:
        """`borders` must touch, `forbidden` may not; a pair in neither (an obstacle is drawn there) is left alone."""
        sea_labels = grow(self.sea_cost, self.seeds(self.sea_spaces))
        names = [s.id for s in self.land_spaces]
        sea_names = [s.id for s in self.sea_spaces]
        for turn in range(rounds + 1):
            # the points of the data come last: a helper never takes a town from its region
            mended = [(r, c, k) for (r, c), k in self.helpers.items()]
            lab = grow(self.land_cost, mended + self.seeds(self.land_spaces))
            seas = sea_labels if coasts is None else self.fit_coasts(lab, sea_labels, coasts)
            lf = {names[k]: g for k, g in faces(lab, self.raster, 2.4, 0.3, self.sheet.seed).items()}
            sf = {sea_names[k]: g for k, g in faces(seas, self.raster, 4.0, 0.0, self.sheet.seed + 2).items()}
            shapes = lay_over_coast(lf, sf, self.country.land, self.frame)
            cover = Coverage(shapes)
            contacts = cover.contacts()
            touch = {p for p, px in contacts.items() if px >= VISIBLE}
            missing = {p for p in borders if p not in touch and p[0] in shapes and p[1] in shapes}
            extra = {p for p in touch & forbidden if contacts[p] <= WEDGE_LIMIT}
            inland = coasts is not None and turn < rounds and self.leave_the_shore(lab, coasts)
            if turn == rounds or not (missing or extra or inland):
                break
            for p in sorted(missing):
                self.bridge(p, shapes)
            for p in sorted(extra):
                self.wedge(p, cover)
        both = {s.id: s for s in [*self.land_spaces, *self.sea_spaces]}
        return Partition(both, shapes, cover, {s.id for s in self.sea_spaces})

    def bridge(self, p: Pair, shapes: dict[str, BaseGeometry]) -> None:
        """Two fronts of seeds with the wanted border between them, and a causeway back to each region."""
        key = {s.id: k for k, s in enumerate(self.land_spaces)}
        if p[0] not in key or p[1] not in key:
            return
        a, b = shapes[p[0]], shapes[p[1]]
        u, v = ops.nearest_points(a, b)
        gap = u.distance(v)
        if gap > BRIDGE_LIMIT:
            return
        mx, my = (u.x + v.x) / 2, (u.y + v.y) / 2
        if gap < 1:
            u, v = a.representative_point(), b.representative_point()
        d = u.distance(v)
        ux, uy = (v.x - u.x) / d, (v.y - u.y) / d
        c = self.raster.cell
        for side, owner in ((-1, key[p[0]]), (1, key[p[1]])):
            for off in (-4, -2, 0, 2, 4):
                x, y = mx + (side * ux * 1.6 - uy * off) * c, my + (side * uy * 1.6 + ux * off) * c
                self.helpers[self.raster.at(x, y)] = owner
            t = 1.6 * c
            while t < gap / 2 + 2 * c:
                self.helpers[self.raster.at(mx + side * ux * t, my + side * uy * t)] = owner
                t += c

    def wedge(self, p: Pair, cover: Coverage) -> None:
        """Give the line between two strangers to the region that meets both at its end."""
        key = {s.id: k for k, s in enumerate(self.land_spaces)}
        for i in cover.between(*p):
            arc = cover.arcs[i]
            ends = (arc[0], arc[-1])
            third = [
                k
                for a, own in zip(cover.arcs, cover.owners, strict=True)
                if a[0] in ends or a[-1] in ends
                for k in own
                if k in key and k not in p
            ]
            if third:
                owner = key[max(sorted(set(third)), key=third.count)]
                for x, y in arc:
                    self.helpers[self.raster.at(x / GRID, y / GRID)] = owner

    def fit_coasts(self, land: Labels, sea: Labels, coasts: set[Pair]) -> Labels:
        """Off the shore of a region only the seas it is declared to lie on may come close."""
        reach = 5.5  # cells
        water: Mask = ~self.is_land
        far, (ri, ci) = ndimage.distance_transform_edt(water, return_indices=True)
        shore = land[ri, ci]
        near = water & (far <= reach)
        out = sea.copy()
        names = [s.id for s in self.sea_spaces]
        for k, s in enumerate(self.land_spaces):
            allowed = [j for j, n in enumerate(names) if pair(s.id, n) in coasts]
            mine = near & (shore == k)
            if not allowed or not mine.any():
                continue
            rows, cols = np.nonzero(mine)
            win = np.s_[max(rows.min() - 60, 0) : rows.max() + 61, max(cols.min() - 60, 0) : cols.max() + 61]
            right = np.isin(sea[win], allowed) & water[win]
            if right.any():
                _, (wr, wc) = ndimage.distance_transform_edt(~right, return_indices=True)
                out[win] = np.where(mine[win] & ~right, sea[win][wr, wc], out[win])
        return out

    def leave_the_shore(self, land: Labels, coasts: set[Pair]) -> bool:
        """Regions that the rules keep from the sea give their strip of coast to the nearest that lies on it."""
        coastal = {k for k, s in enumerate(self.land_spaces) if s.kind != "land" or any(s.id in p for p in coasts)}
        far = ndimage.distance_transform_edt(self.is_land)
        strip = self.is_land & (far <= 7) & ~np.isin(land, sorted(coastal))
        if not strip.any():
            return False
        _, (ri, ci) = ndimage.distance_transform_edt(
            ~(np.isin(land, sorted(coastal)) & self.is_land), return_indices=True
        )
        for r, c in np.argwhere(strip):
            self.helpers[(int(r), int(c))] = int(land[ri[r, c], ci[r, c]])
        return True
