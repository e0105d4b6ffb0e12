"""Where counters stand: up to twelve places in each space that cover neither a name, nor a town, nor each other."""

from __future__ import annotations

import math

import numpy as np
from scipy import ndimage

from grognard.atlas.builder.ground import COUNTER, STEP, Ground, counts, rows_of_squares, summed

SIDE = math.ceil((COUNTER + 1) / STEP)
HALF = SIDE * STEP / 2
Spot = tuple[float, float]


class Quartermaster:
    """Billets counters, the poorest spaces first, so that a small state is not crowded out by its neighbours."""

    def __init__(self, ground: Ground, water: set[str], want: dict[str, int]) -> None:
        self.ground, self.want = ground, want
        self.wet = np.isin(ground.owner, [ground.number[w] for w in water if w in ground.number])
        self.spots: dict[str, list[Spot]] = {k: [] for k in want}

    def billet(self) -> dict[str, list[Spot]]:
        area = {k: int((self.ground.owner == self.ground.number[k]).sum()) for k in self.want}
        # one counter for everyone first, wherever its middle can stand at home; then rows; then what leans out
        for share, damp, limit, pad in (
            (0.9, 2.0, 1, 0.0),
            (0.5, 2.0, 1, 24.0),
            (0.0, 0.9, 1, 60.0),
            (0.0, 0.8, 1, 115.0),
            (0.9, 2.0, 12, 0.0),
            (0.5, 2.0, 12, 24.0),
            (0.2, 0.95, 12, 60.0),
            (0.0, 1.0, 4, 60.0),
        ):
            for k in sorted(self.want, key=lambda k: (area[k], k)):
                self._fill(k, share, damp, min(limit, self.want[k]), pad)
        return self.spots

    def _fill(self, space: str, share: float, damp: float, limit: int, pad: float) -> None:
        """Squares with at least `share` of own ground, or `damp` of own ground and water together."""
        need = limit - len(self.spots[space])
        win = self.ground.window(space, pad) if need > 0 else None
        if win is None:
            return
        r0, r1, c0, c1 = win
        if r1 - r0 <= SIDE or c1 - c0 <= SIDE:
            return
        g = self.ground
        own = g.owner[r0:r1, c0:c1] == g.number[space]
        shut = g.taken[r0:r1, c0:c1] | (g.owner[r0:r1, c0:c1] < 0)
        n2 = SIDE * SIDE
        home = counts(summed(own), SIDE, SIDE) / n2
        ok = counts(summed(shut), SIDE, SIDE) == 0
        at_sea = counts(summed(own | self.wet[r0:r1, c0:c1]), SIDE, SIDE) / n2
        if damp <= 1:
            near = ndimage.distance_transform_edt(~own)[
                SIDE // 2 : SIDE // 2 + ok.shape[0], SIDE // 2 : SIDE // 2 + ok.shape[1]
            ]
            ok &= (home >= max(share, 0.6)) | ((at_sea >= damp) & (home >= share) & (near * STEP < pad * 0.75))
        else:
            ok &= home >= share
        if not ok.any():
            return
        if limit == 1 and len(rows_of_squares(ok, SIDE)) > 3:
            return  # it will get its rows; a lone counter in the middle would break them
        if need == 1:
            depth = home + 0.002 * ndimage.distance_transform_edt(ok)
            found = [tuple(int(v) for v in np.unravel_index(int(np.argmax(np.where(ok, depth, -1))), ok.shape))]
        else:
            found = [(r, c) for r, c in rows_of_squares(ok, SIDE)]
            cy, cx = np.argwhere(own).mean(0)
            found.sort(key=lambda q: (round(math.hypot(q[0] + SIDE / 2 - cy, q[1] + SIDE / 2 - cx), 3), q))
        for r, c in found[:need]:
            x, y = (c0 + c) * STEP + HALF, (r0 + r) * STEP + HALF
            self.spots[space].append((x, y))
            self.ground.taken[r0 + r : r0 + r + SIDE, c0 + c : c0 + c + SIDE] = True
