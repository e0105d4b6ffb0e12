"""From the drawing to the printed base: rasterised, laid on paper, saved in two sizes."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import resvg_py
from PIL import Image
from scipy import ndimage

from grognard.atlas.topology import Topology


@dataclass
class Drawn:
    """A board ready to be printed."""

    topology: Topology
    svg: str


LIMIT_1X, LIMIT_2X = 1_000_000, 2_000_000


def paper(h: int, w: int, seed: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Mottling of old paper, a faint laid grain and a shadow towards the edges, as a factor per pixel."""
    rng = np.random.default_rng(seed)
    coarse = np.zeros((h // 16 + 2, w // 16 + 2), dtype=np.float32)
    for s, a in ((2, 0.35), (6, 0.6), (16, 1.0)):
        n = ndimage.gaussian_filter(rng.standard_normal(coarse.shape).astype(np.float32), s)
        coarse += a * n / n.std()
    coarse /= coarse.std()
    mottle = np.asarray(Image.fromarray(coarse).resize((w, h), Image.Resampling.BICUBIC), dtype=np.float32)
    grain = ndimage.gaussian_filter(rng.standard_normal((h, w)).astype(np.float32), (0.8, 1.6))
    grain /= grain.std()
    y, x = np.mgrid[-1 : 1 : complex(h), -1 : 1 : complex(w)].astype(np.float32)
    edge = np.clip(np.hypot(x, y) - 0.72, 0, None) ** 1.6
    return np.asarray(1.0 + 0.022 * mottle + 0.008 * grain - 0.26 * edge, dtype=np.float32)


def rasterise(svg: str, zoom: float) -> Image.Image:
    data = resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(data))).convert("RGB")


def print_base(svg: str, seed: int, zoom: float = 2.0) -> Image.Image:
    """The base at its larger size."""
    rgb = np.asarray(rasterise(svg, zoom), dtype=np.float32)
    factor = paper(rgb.shape[0], rgb.shape[1], seed)[..., None]
    # the shadow is warm: blue goes first, as on foxed paper
    warm = 1 + (factor - 1) * np.array([0.8, 1.0, 1.35], dtype=np.float32)
    return Image.fromarray(np.clip(rgb * warm, 0, 255).astype(np.uint8))


def save_webp(im: Image.Image, path: Path, limit: int, best: int) -> int:
    """As good as the limit allows."""
    for quality in range(best, 20, -10):
        buf = io.BytesIO()
        im.save(buf, "WEBP", quality=quality, method=4)
        if buf.tell() <= limit:
            break
    path.write_bytes(buf.getvalue())
    return buf.tell()


def save_bases(base: Image.Image, size: tuple[int, int], folder: Path) -> dict[str, int]:
    half = base.resize(size, Image.Resampling.LANCZOS)
    return {
        "base-1x.webp": save_webp(half, folder / "base-1x.webp", LIMIT_1X, 84),
        "base-2x.webp": save_webp(base, folder / "base-2x.webp", LIMIT_2X, 68),
    }
