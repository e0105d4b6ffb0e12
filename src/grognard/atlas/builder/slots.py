"""Where counters stand: twelve places for each space, which cover neither a name, nor a town, nor each other."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from scipy import ndimage

from grognard.atlas.builder.ground import COUNTER, STEP, Ground, counts, rows_of_squares, summed
from grognard.atlas.builder.growth import Mask
from grognard.atlas.builder.lettering import Box

SIDE = math.ceil(COUNTER / STEP)
HALF = SIDE * STEP / 2
REACHES = (45.0, 80.0, 110.0)  # px beyond its border at which the middle of a space's counter may stand
HOME = 0.5  # the share of a counter that must stand on its own ground to be at home
Spot = tuple[float, float]
Cell = tuple[int, int]


class Quartermaster:
    """Billets counters, the poorest spaces first, so that a small state is not crowded out by its neighbours.

    What finds no billet at home is posted beyond the border, on open water, empty land or, last, a neighbour's ground.
    """

    def __init__(self, ground: Ground, water: set[str], want: dict[str, int], apart: dict[str, Box]) -> None:
        """`apart` has the frame of every space that lies in an inset: no counter leaves or enters a frame."""
        self.ground, self.want = ground, want
        self.wet = np.isin(ground.owner, [ground.number[w] for w in water if w in ground.number])
        settled = [ground.number[k] for k in want]
        self.peopled = np.isin(ground.owner, settled) & ~self.wet
        self.frames = apart
        self.posts: dict[str, list[Cell]] = {k: [] for k in want}

    def billet(self) -> dict[str, list[Spot]]:
        area = {k: int((self.ground.owner == self.ground.number[k]).sum()) for k in self.want}
        order = sorted(self.want, key=lambda k: (area[k], k))
        for share in (0.9, 0.7, HOME):
            for k in order:
                self._house(k, share)
        for reach in REACHES:
            for n in range(1, max(self.want.values(), default=0) + 1):
                for k in order:
                    if len(self.posts[k]) < min(n, self.want[k]):
                        self._post(k, reach)
        return {k: [(c * STEP + HALF, r * STEP + HALF) for r, c in cells] for k, cells in self.posts.items()}

    def strays(self, space: str) -> int:
        """From which place on the counters of a space stand beyond its border."""
        own = self.ground.owner == self.ground.number[space]
        homes = [own[r : r + SIDE, c : c + SIDE].mean() >= HOME for r, c in self.posts[space]]
        return homes.index(False) if False in homes else len(homes)

    def _window(self, space: str, pad: float) -> tuple[slice, slice] | None:
        win = self.ground.window(space, pad)
        if win is None or win[1] - win[0] <= SIDE or win[3] - win[2] <= SIDE:
            return None
        return np.s_[win[0] : win[1], win[2] : win[3]]

    def _take(self, space: str, r: int, c: int) -> None:
        self.posts[space].append((r, c))
        self.ground.taken[r : r + SIDE, c : c + SIDE] = True

    def _house(self, space: str, share: float) -> None:
        """Rows of places with at least `share` of own ground."""
        need = self.want[space] - len(self.posts[space])
        win = self._window(space, 24.0) if need > 0 else None
        if win is None:
            return
        own = self.ground.owner[win] == self.ground.number[space]
        shut = self.ground.taken[win] | (self.ground.owner[win] < 0)
        ok = (counts(summed(shut), SIDE, SIDE) == 0) & (counts(summed(own), SIDE, SIDE) >= share * SIDE * SIDE)
        found = rows_of_squares(ok, SIDE)
        cy, cx = np.argwhere(own).mean(0)
        found.sort(key=lambda q: (round(math.hypot(q[0] + SIDE / 2 - cy, q[1] + SIDE / 2 - cx), 3), q))
        for r, c in found[:need]:
            self._take(space, win[0].start + r, win[1].start + c)

    def _inside(self, space: str, win: tuple[slice, slice]) -> Mask:
        """The cells of the window that lie in the same frame as the space."""
        out = np.zeros(self.ground.owner.shape, dtype=bool)
        if space in self.frames:
            out[self.ground.cells(self.frames[space], -3)] = True
        else:
            out[:] = True
            for box in set(self.frames.values()):
                out[self.ground.cells(box, 6)] = False
        return out[win]

    def _post(self, space: str, reach: float) -> None:
        """One place beyond the border: near, on ground that nobody wants, and in line with the others."""
        win = self._window(space, reach + COUNTER)
        if win is None:
            return
        own = self.ground.owner[win] == self.ground.number[space]
        shut = self.ground.taken[win] | (self.ground.owner[win] < 0) | ~self._inside(space, win)
        ok = counts(summed(shut), SIDE, SIDE) == 0
        away = ndimage.distance_transform_edt(~own)[SIDE // 2 :, SIDE // 2 :][: ok.shape[0], : ok.shape[1]] * STEP
        ok &= away <= reach
        if not ok.any():
            return
        foreign = counts(summed(self.peopled[win] & ~own), SIDE, SIDE) / SIDE**2
        home = counts(summed(own), SIDE, SIDE) / SIDE**2
        cy, cx = np.argwhere(own).mean(0)
        rows, cols = np.ogrid[: ok.shape[0], : ok.shape[1]]
        middle = np.hypot(rows + SIDE / 2 - cy, cols + SIDE / 2 - cx) * STEP
        cost = away + 0.12 * middle + 22 * foreign - 12 * home
        r0, c0 = win[0].start, win[1].start
        for r, c in self._beside(space):
            if 0 <= r - r0 < ok.shape[0] and 0 <= c - c0 < ok.shape[1]:
                cost[r - r0, c - c0] -= 9
        r, c = (int(v) for v in np.unravel_index(int(np.argmin(np.where(ok, cost, np.inf))), ok.shape))
        self._take(space, r0 + r, c0 + c)

    def _beside(self, space: str) -> Iterator[Cell]:
        for r, c in self.posts[space]:
            yield from ((r - SIDE, c), (r + SIDE, c), (r, c - SIDE), (r, c + SIDE))
