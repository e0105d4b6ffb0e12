"""Hill shading in sepia and hachures down the slopes."""

from __future__ import annotations

import base64
import io
import math

import numpy as np
import shapely
from PIL import Image, ImageDraw
from scipy import ndimage
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder.geography import Country, warp_luminance
from grognard.atlas.builder.growth import Mask
from grognard.atlas.builder.projection import Floats, Frame

Stroke = tuple[float, float, float, float, int]


def land_mask(frame: Frame, land: BaseGeometry, shape: tuple[int, int]) -> Mask:
    im = Image.new("1", (shape[1], shape[0]), 0)
    d = ImageDraw.Draw(im)
    for p in shapely.get_parts(land):
        d.polygon([(x - frame.ox, y - frame.oy) for x, y in p.exterior.coords], fill=1)
        for i in p.interiors:
            d.polygon([(x - frame.ox, y - frame.oy) for x, y in i.coords], fill=0)
    return np.array(im)


def shading(frame: Frame, country: Country) -> Image.Image:
    """Sepia shadow and pale light from the public-domain shaded relief, its land cover removed."""
    lum = warp_luminance("shadedrelief.jpg", frame).astype(np.float32)
    h, w = lum.shape
    mask = land_mask(frame, country.land, (h, w))
    inner = ndimage.binary_erosion(mask, iterations=3).astype(np.float32)
    blur = ndimage.gaussian_filter
    # averaging over land only keeps the sea's brightness out of the coast
    high = (lum - blur(lum * inner, 18) / (blur(inner, 18) + 1e-3)) * inner
    high = blur(high, 0.75)
    high = np.sign(high) * np.clip(np.abs(high) - 3.2, 0, None)  # flat land stays clean paper
    rough = np.clip((blur(np.abs(high), 10) - 0.7) / 8.0, 0, 1) ** 0.8
    dark = (1 - np.exp(-np.clip(-high, 0, None) / 44)) * (0.06 + 0.94 * rough)
    light = np.clip(high / 60, 0, 1) * rough * 0.6
    tint = np.clip((country.height[:h, :w] - 450) / 2600, 0, 1) * 0.15 * mask
    alpha = np.clip(dark * 0.92 + tint, 0, 0.64)
    out = np.zeros((h, w, 4), dtype=np.float32)
    out[..., :3] = [92, 62, 34]
    out[..., 3] = alpha * 255
    lit = light > alpha
    out[lit] = np.column_stack([np.tile([255, 250, 232], (int(lit.sum()), 1)), (light * 255)[lit]])
    return Image.fromarray(out.astype(np.uint8), "RGBA")


def as_data_uri(im: Image.Image) -> str:
    buf = io.BytesIO()
    im.save(buf, "PNG", compress_level=1)
    return "data:image/png;base64," + base64.b64encode(buf.getvalue()).decode()


def hachures(frame: Frame, country: Country, seed: int) -> list[Stroke]:
    """Short strokes down the slope; heavier on the side away from a light in the north-west."""
    rng = np.random.default_rng(seed)
    z = ndimage.gaussian_filter(country.height, 2.4)
    gy, gx = np.gradient(z)
    slope = np.hypot(gx, gy) / (frame.scale * 1000)
    step = 4.1
    h, w = z.shape
    ys, xs = np.mgrid[step : h - step : step, step : w - step : step]
    x = (xs + rng.uniform(-1.2, 1.2, xs.shape)).ravel()
    y = (ys + rng.uniform(-1.2, 1.2, ys.shape)).ravel()
    col, row = x.astype(int), y.astype(int)
    steep = slope[row, col]
    ok = steep > 0.02 + rng.uniform(0, 0.016, steep.shape)
    ok &= shapely.contains_xy(country.land.buffer(-1.5), x + frame.ox, y + frame.oy)
    out: list[Stroke] = []
    for px, py, i, j, s in zip(x[ok], y[ok], col[ok], row[ok], steep[ok], strict=True):
        ux, uy = downhill(gx, gy, j, i)
        length = 1.8 + min(3.4, s * 46)
        shadow = ux * 0.7 + uy * 0.7
        weight = 2 if shadow > 0.35 else 1 if shadow > -0.35 else 0
        out.append((px + frame.ox - ux * length / 2, py + frame.oy - uy * length / 2, ux * length, uy * length, weight))
    return out


def downhill(gx: Floats, gy: Floats, row: int, col: int) -> tuple[float, float]:
    n = math.hypot(gx[row, col], gy[row, col]) + 1e-9
    return -gx[row, col] / n, -gy[row, col] / n


def hachure_paths(strokes: list[Stroke]) -> str:
    out = []
    for weight, (width, opacity) in enumerate(((0.36, 0.3), (0.5, 0.44), (0.78, 0.58))):
        d = "".join(f"M{x:.1f} {y:.1f}l{dx:.1f} {dy:.1f}" for x, y, dx, dy, k in strokes if k == weight)
        out.append(
            f'<path d="{d}" fill="none" stroke="#4b3420" stroke-width="{width}" stroke-opacity="{opacity}" '
            'stroke-linecap="round"/>'
        )
    return "".join(out)
