"""From the drawing to the printed base: rasterised, laid on paper, saved in two sizes."""

from __future__ import annotations

import io
import math
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
LARGEST = 40_000_000  # pixels of the larger base: more would not open on a telephone


def larger(size: tuple[int, int]) -> float:
    """How many times the smaller base the larger one is: twice, or what the limit leaves, in twentieths."""
    return min(2.0, math.floor(math.sqrt(LARGEST / (size[0] * size[1])) * 20) / 20)


def paper(h: int, w: int, seed: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Mottling of old paper, a faint laid grain and a shadow towards the edges, as a factor per pixel."""
    rng = np.random.default_rng(seed)
    coarse = np.zeros((h // 16 + 2, w // 16 + 2), dtype=np.float32)
    for s, a in ((2, 0.35), (6, 0.6), (16, 1.0)):
        n = ndimage.gaussian_filter(rng.standard_normal(coarse.shape).astype(np.float32), s)
        coarse += a * n / n.std()
    y, x = np.mgrid[-1 : 1 : complex(coarse.shape[0]), -1 : 1 : complex(coarse.shape[1])].astype(np.float32)
    edge = np.clip(np.hypot(x, y) - 0.72, 0, None) ** 1.6
    coarse = 0.022 * coarse / coarse.std() - 0.26 * edge
    fine = ndimage.gaussian_filter(rng.standard_normal((h // 2, w // 2)).astype(np.float32), (0.5, 0.9))
    return 1.0 + enlarge(coarse, h, w) + enlarge(0.008 * fine / fine.std(), h, w)


def enlarge(
    a: np.ndarray[tuple[int, int], np.dtype[np.float32]], h: int, w: int
) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.asarray(Image.fromarray(a.astype(np.float32)).resize((w, h), Image.Resampling.BICUBIC), dtype=np.float32)


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


def encode(im: Image.Image, quality: int) -> bytes:
    buf = io.BytesIO()
    im.save(buf, "WEBP", quality=quality, method=4)
    return buf.getvalue()


def bands(im: Image.Image) -> tuple[Image.Image, float]:
    """Every sixth band of a picture, and what share of it they are: enough to foretell its size."""
    tall = 96
    tops = range(0, im.height - tall, tall * 6)
    out = Image.new("RGB", (im.width, tall * len(tops)))
    for i, top in enumerate(tops):
        out.paste(im.crop((0, top, im.width, top + tall)), (0, i * tall))
    return out, out.height / im.height


def save_webp(im: Image.Image, path: Path, limit: int, best: int) -> int:
    """As good as the limit allows."""
    part, share = bands(im) if im.height > 600 else (im, 1.0)
    qualities = list(range(best, 20, -4))
    while len(qualities) > 1 and len(encode(part, qualities[0])) > limit * share * 0.97:
        del qualities[0]
    data = b""
    for quality in qualities:
        data = encode(im, quality)
        if len(data) <= limit:
            break
    path.write_bytes(data)
    return len(data)


def save_bases(base: Image.Image, size: tuple[int, int], folder: Path) -> dict[str, int]:
    half = base.resize(size, Image.Resampling.LANCZOS)
    return {
        "base-1x.webp": save_webp(half, folder / "base-1x.webp", LIMIT_1X, 84),
        "base-2x.webp": save_webp(base, folder / "base-2x.webp", LIMIT_2X, 68),
    }
