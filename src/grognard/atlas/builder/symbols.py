"""The engraver's punches: towns, anchors, fortresses, laurels, stars, and the figures strung along a border."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder.lettering import measure
from grognard.atlas.colours import LIVERIES, swatch
from grognard.atlas.spec import Mark

INK, PAPER, SEA = "#33261a", "#f3e9d0", "#d5dccf"
GILT, WATER, WAX = "#a9812f", "#3f6a7c", "#8e2a22"
Punch = Callable[[float, float, float], str]
METALS = {"gold": ("#e2b33c", "#6b4a10"), "silver": ("#e8e8e4", "#55585c"), "bronze": ("#b97a4a", "#4d2a12")}


def town(x: float, y: float, capital: bool) -> str:
    if capital:
        return (
            f'<g transform="translate({x:.1f} {y:.1f})"><circle r="5.4" fill="#fbf3dd" stroke="{INK}" '
            f'stroke-width="1.3"/><circle r="3.4" fill="none" stroke="{INK}" stroke-width=".6"/>'
            f'<circle r="1.9" fill="{WAX}"/></g>'
        )
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#fbf3dd" stroke="{INK}" stroke-width="1.1"/>'


def star_points(r: float, inner: float = 0.42, n: int = 5) -> str:
    pts = []
    for i in range(2 * n):
        q = r if i % 2 == 0 else r * inner
        a = math.pi * i / n - math.pi / 2
        pts.append(f"{q * math.cos(a):.2f},{q * math.sin(a):.2f}")
    return " ".join(pts)


def anchor(x: float, y: float, s: float = 1.0, colour: str = INK) -> str:
    d = (
        "M0 -6.2V6.4M-3.4 -2.6H3.4M-6 2.2C-5.4 5.6 -2.4 6.6 0 6.8C2.4 6.6 5.4 5.6 6 2.2M-7.2 4L-6 1.6L-4 "
        "3.2M7.2 4L6 1.6L4 3.2"
    )
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({s})"><circle r="10.5" fill="#f6eeda" stroke="{colour}" '
        f'stroke-width="1.1"/><circle cy="-7" r="1.6" fill="none" stroke="{colour}" stroke-width="1.3"/>'
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="1.5" stroke-linecap="round"/></g>'
    )


def laurel(n: int) -> str:
    """A value within a wreath; a wreath with no figure is worth nothing."""
    leaves = []
    for side in (-1, 1):
        for i in range(6):
            a = math.radians(118 - i * 36) if side > 0 else math.radians(62 + i * 36)
            px, py = 9.2 * math.cos(a), 9.2 * math.sin(a)
            turn = math.degrees(a) + (-62 if side > 0 else 242)
            leaves.append(
                f'<ellipse cx="{px:.1f}" cy="{py:.1f}" rx="3.7" ry="1.5" transform="rotate({turn:.0f} {px:.1f} '
                f'{py:.1f})"/>'
            )
    wreath = (
        '<circle r="8" fill="#f8f0da" fill-opacity=".9"/><g fill="#6f7a3a" stroke="#3f4a1e" '
        f'stroke-width=".5">{"".join(leaves)}</g>'
    )
    return wreath + numeral(str(n), 0, 0, 13.5)


def numeral(text: str, x: float, y: float, size: float, colour: str = INK) -> str:
    line = measure(text, "figure", size)
    return f'<path d="{line.path(x, y - (line.top + line.bottom) / 2)}" fill="{colour}"/>'


def stripes(powers: tuple[str, ...], liveries: dict[str, str]) -> str:
    """The powers that may claim a disputed territory, as ribbons in their colours and patterns."""
    w = 8.0
    out = []
    for i, p in enumerate(powers):
        x = (i - len(powers) / 2) * w
        out.append(swatch(liveries[p], x, -8.5, w, 17))
    x0 = -len(powers) / 2 * w
    out.append(
        f'<rect x="{x0}" y="-8.500" width="{len(powers) * w}" height="17" fill="none" stroke="{INK}" stroke-width="1"/>'
    )
    return "".join(out)


def fortress(n: int) -> str:
    """A square work with four bastions, with the steps of its garrison inside where the rules count them."""
    quarter = ((-3.4, -6.2), (3.4, -6.2), (4.6, -8.4), (9.2, -9.2), (8.4, -4.6), (6.2, -3.4))
    pts = []
    for k in range(4):
        c, d = ((1, 0), (0, 1), (-1, 0), (0, -1))[k]
        pts += [f"{x * c - y * d:.1f},{x * d + y * c:.1f}" for x, y in quarter[1:]]
    trace = (
        f'<polygon points="{" ".join(pts)}" fill="#d9bf8c" stroke="{INK}" stroke-width="1.5" stroke-linejoin="round"/>'
    )
    court = f'<rect x="-4.6" y="-4.6" width="9.2" height="9.2" fill="#f6ecd0" stroke="{INK}" stroke-width=".7"/>'
    figure = numeral(str(n), 0, 0, 11) if n else f'<rect x="-2" y="-2" width="4" height="4" fill="{INK}"/>'
    return trace + court + figure


def star(metal: str, since: int) -> str:
    fill, edge = METALS[metal]
    year = ""
    if since:
        line = measure(str(since), "figure", 8.5)
        year = f'<path d="{line.path(0, 15.5)}" fill="{INK}"/>'
    mark = {
        "gold": "",
        "silver": f'<circle r="2" fill="{edge}"/>',
        "bronze": f'<path d="M-2.500 0H2.500" stroke="{edge}" stroke-width="1.3"/>',
    }
    return (
        f'<polygon points="{star_points(9.2)}" fill="{fill}" stroke="{edge}" stroke-width="1.1" '
        'stroke-linejoin="round"/>'
        f"{mark[metal]}{year}"
    )


def coin(n: int, ring: str = GILT, fill: str = "#f0d894") -> str:
    return (
        f'<circle r="9.600" fill="{fill}" stroke="{INK}" stroke-width="1.1"/><circle r="7.700" fill="none" '
        f'stroke="{ring}" stroke-width=".9"/>' + numeral(str(n), 0, 0, 13)
    )


def sea_star(n: int) -> str:
    figure = numeral(str(n), 0, 0.4, 9.5) if n > 1 else ""
    return f'<polygon points="{star_points(10)}" fill="#f4ead0" stroke="#38555c" stroke-width="1.2"/>{figure}'


def marsh_tuft() -> str:
    return (
        '<path d="M-8 5H8M-5 5l-2 -5M-2.500 5l-.6 -8M0 5v-9.500M2.500 5l.6 -8M5 5l2 -5M-6 8H6" fill="none" '
        f'stroke="{WATER}" stroke-width="1.2" stroke-linecap="round"/>'
    )


def torch() -> str:
    return (
        '<path d="M-2 9L-3.500 -2H3.500L2 9zM0 -11c3 3 4 5 2.500 8h-5c-1.500 -3 1 -4 2.500 -8z" '
        f'fill="{WAX}" stroke="{INK}" stroke-width=".8"/>'
    )


def badge(mark: Mark, liveries: dict[str, str]) -> tuple[float, str] | None:
    """The width and drawing of a mark that stands in the row under a space's name."""
    match mark.kind:
        case "laurel":
            return 27.0, laurel(mark.n)
        case "stripes":
            return 8.0 * len(mark.powers) + 4, stripes(mark.powers, liveries)
        case "city" | "value":
            return 22.0, coin(mark.n)
        case "fortress":
            return 23.0, fortress(mark.n)
        case "star":
            one = star(mark.metal, mark.since)
            gap = 19.0
            return gap * mark.n + 3, "".join(
                f'<g transform="translate({(i - (mark.n - 1) / 2) * gap} 0)">{one}</g>' for i in range(mark.n)
            )
        case "seastar":
            return 24.0, sea_star(mark.n)
        case "marsh":
            return 20.0, marsh_tuft()
        case "rebel":
            return 12.0, torch()
    return None


def along(line: BaseGeometry, gap: float) -> list[tuple[float, float, float]]:
    """Points every `gap` pixels along a line, with the direction of the line there."""
    out = []
    for part in shapely.get_parts(line):
        if part.is_empty:
            continue
        n = max(1, round(part.length / gap))
        for i in range(n):
            at = (i + 0.5) / n * part.length
            p, q = part.interpolate(max(at - 3, 0)), part.interpolate(min(at + 3, part.length))
            m = part.interpolate(at)
            out.append((m.x, m.y, math.atan2(q.y - p.y, q.x - p.x)))
    return out


def peak(x: float, y: float, s: float) -> str:
    """A mountain in profile, lit from the west."""
    hatch = "".join(
        f"M{x + s * u:.1f} {y - s * (0.62 - u * 0.8):.1f}l{s * 0.12:.1f} {s * (0.86 - u * 0.7):.1f}"
        for u in (0.08, 0.24, 0.4, 0.56)
    )
    return (
        f'<path d="M{x - s:.1f} {y + s * 0.5:.1f}L{x - s * 0.3:.1f} {y - s * 0.55:.1f}Q{x:.1f} '
        f"{y - s * 0.95:.1f} {x + s * 0.2:.1f} "
        f'{y - s * 0.6:.1f}L{x + s:.1f} {y + s * 0.5:.1f}" fill="#e6d5ae" stroke="#46301c" stroke-width="1" '
        'stroke-linejoin="round"/>'
        f'<path d="{hatch}" stroke="#46301c" stroke-width=".9" fill="none"/>'
    )


def tree(x: float, y: float, s: float) -> str:
    return (
        f'<path d="M{x:.1f} {y + s * 0.9:.1f}v{-s * 0.6:.1f}" stroke="#3f3a1c" stroke-width="1.1"/>'
        f'<path d="M{x - s * 0.62:.1f} {y + s * 0.35:.1f}a{s * 0.34:.1f} {s * 0.34:.1f} 0 0 1 .3 '
        f"{-s * 0.62:.1f}a{s * 0.4:.1f} {s * 0.4:.1f} 0 0 1 "
        f'{s * 0.75:.1f} 0a{s * 0.34:.1f} {s * 0.34:.1f} 0 0 1 .2 {s * 0.62:.1f}z" fill="#8f9e5d" '
        'stroke="#3f4a22" stroke-width=".8"/>'
    )


def tuft(x: float, y: float, s: float) -> str:
    return (
        f'<path d="M{x - s:.1f} {y + s * 0.4:.1f}h{2 * s:.1f}m{-s * 1.6:.1f} -.4l{-s * 0.25:.1f} '
        f"{-s * 0.7:.1f}m{s * 0.85:.1f} {s * 0.7:.1f}"
        f'v{-s:.1f}m{s * 0.6:.1f} {s:.1f}l{s * 0.25:.1f} {-s * 0.7:.1f}" fill="none" stroke="#3f6a7c" '
        'stroke-width="1.1"/>'
    )


def string(line: BaseGeometry, gap: float, punch: Punch, size: float, seed: int) -> str:
    """A punch repeated along a border, never twice quite alike; the lower ones overlap the upper."""
    rng = np.random.default_rng(seed)
    spots = sorted(along(line, gap), key=lambda p: p[1])
    return "".join(
        punch(x + rng.uniform(-1, 1), y + rng.uniform(-1, 1), size * rng.uniform(0.88, 1.14)) for x, y, _ in spots
    )


def pass_gate(x: float, y: float, angle: float) -> str:
    """Two brackets and a road between them: the way through the mountains."""
    turn = math.degrees(angle)
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:.0f})"><circle r="9.500" fill="#f3e6c4" '
        'fill-opacity=".95"/>'
        f'<path d="M-7.500 -8Q-3 0 -7.500 8M7.500 -8Q3 0 7.500 8" fill="none" stroke="{INK}" '
        'stroke-width="1.9" stroke-linecap="round"/>'
        f'<path d="M0 -8V8" stroke="{WAX}" stroke-width="1.5" stroke-dasharray="2.600 1.800"/></g>'
    )


def frost(x: float, y: float) -> str:
    arms = "".join(
        f'<path d="M0 0V-6.500M0 -4l-1.800 -1.700M0 -4l1.800 -1.700" transform="rotate({k * 60})"/>' for k in range(6)
    )
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><circle r="8" fill="#eef2ee" stroke="{WATER}" '
        f'stroke-width=".8"/><g fill="none" stroke="{WATER}" stroke-width="1">{arms}</g></g>'
    )


LIVERY_IDS = tuple(LIVERIES)
