"""What lies over the printed base: the colours of control and the pieces. Knows spaces and powers, no game by name."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib import resources
from typing import Protocol, TypedDict

import msgspec

from grognard.atlas.colours import LIVERIES, luminance, pattern_defs, pattern_ink
from grognard.atlas.topology import Point, SpaceOnMap, Topology

HEAT = "#8e2a22"
"""Wax red."""
FAINT = 0.25
"""Below this depth a space has no seal."""


class Piece(TypedDict, total=False):
    """A piece to show: where it stands, whose it is, what it is and what is written on it."""

    space: str
    power: str
    kind: str
    label: str


class LaidPiece(Protocol):
    """A piece as a game describes it, on the board or (without a space) beside it."""

    @property
    def space(self) -> str | None: ...
    @property
    def power(self) -> str | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def badge(self) -> str: ...


class Laid(Protocol):
    """A position as a game describes it: whose each space is, and the pieces."""

    @property
    def control(self) -> Mapping[str, str]: ...
    @property
    def pieces(self) -> Sequence[LaidPiece]: ...


def pieces_of(position: Laid) -> list[Piece]:
    """The pieces of a described position that stand on the board."""
    return [
        Piece(space=p.space, power=p.power or "minor", kind=p.kind, label=p.badge)
        for p in position.pieces
        if p.space is not None
    ]


@cache
def icons() -> dict[str, str]:
    raw = resources.files("grognard.atlas").joinpath("data").joinpath("icons.json").read_bytes()
    return msgspec.json.decode(raw, type=dict[str, str])


def livery_of(topology: Topology, power: str) -> str:
    for p in topology.powers:
        if p.id == power:
            return p.livery
    return power if power in LIVERIES else "minor"


def control_layer(topology: Topology, control: Mapping[str, str]) -> str:
    """A wash over each power's land, its pattern, and a band where its land ends, as a colourist would lay it."""
    held: dict[str, list[SpaceOnMap]] = defaultdict(list)
    for s in topology.spaces:
        if s.id in control:
            held[control[s.id]].append(s)
    used = {livery_of(topology, p) for p in held}
    out = [f"<defs>{pattern_defs(used)}"]
    body = []
    for n, power in enumerate(sorted(held)):
        livery = livery_of(topology, power)
        wash = LIVERIES[livery].wash
        outline = "".join(topology.outline(s) for s in held[power])
        out.append(f'<clipPath id="own-{n}"><path d="{outline}" transform="scale({topology.unit})"/></clipPath>')
        rim = rim_path(topology, held[power])
        # multiplied, a wash leaves the ink alone; white cannot multiply, so it bleaches the paper instead
        white = luminance(wash) > 0.8
        mode = "overlay" if white else "multiply"
        fill, outer, inner = (0.55, 0.45, 1.0) if white else (0.42, 0.3, 0.62)
        body.append(
            f'<g style="mix-blend-mode:{mode}"><path d="{outline}" transform="scale({topology.unit})" '
            f'fill="{wash}" fill-opacity="{fill}"/>'
            f'<g clip-path="url(#own-{n})"><rect width="{topology.size[0]}" height="{topology.size[1]}" '
            f'fill="url(#lv-{livery})"/>'
            f'<path d="{rim}" fill="none" stroke="{wash}" stroke-width="24" stroke-opacity="{outer}" '
            'stroke-linejoin="round"/>'
            f'<path d="{rim}" fill="none" stroke="{wash}" stroke-width="10" stroke-opacity="{inner}" '
            'stroke-linejoin="round"/></g></g>'
        )
    return "".join(out) + "</defs>" + "".join(body)


def heat_layer(topology: Topology, counts: Mapping[str, float]) -> str:
    """How much of something each space has seen: a wash that deepens with it, and the number on a seal of its size."""
    most = max(counts.values(), default=0.0)
    washes, seals = [], []
    for s in sorted(topology.spaces, key=lambda s: counts.get(s.id, 0.0)):
        count = counts.get(s.id, 0.0)
        if count <= 0:
            continue
        depth = math.sqrt(count / most)
        name = f"<title>{escape(s.name)}: {count:.3g}</title>"
        washes.append(
            f'<path d="{topology.outline(s)}" transform="scale({topology.unit})" fill="{HEAT}" '
            f'fill-opacity="{0.08 + 0.62 * depth:.2f}">{name}</path>'
        )
        if depth < FAINT:
            continue
        (x, y), radius = stand(s, 0), topology.counter * (0.45 + 0.75 * depth)
        seals.append(
            f'<g transform="translate({x:.1f} {y:.1f})"><circle r="{radius:.1f}" fill="{HEAT}" stroke="#f7efdc" '
            f'stroke-width="3"/><text y="{radius * 0.34:.1f}" text-anchor="middle" font-family="EB Garamond,serif" '
            f'font-weight="500" font-size="{radius:.1f}" fill="#f7efdc">{figure(count)}</text>{name}</g>'
        )
    return f'<g style="mix-blend-mode:multiply">{"".join(washes)}</g>{"".join(seals)}'


def figure(count: float) -> str:
    """A number in at most three signs: 12, 1.2, .12."""
    if count >= 9.95:
        return f"{count:.0f}"
    return f"{count:.1f}" if count >= 0.95 else f"{count:.2f}".removeprefix("0")


def rim_path(topology: Topology, spaces: Sequence[SpaceOnMap]) -> str:
    """The arcs on which exactly one side belongs to the group: its outer border."""
    count: dict[int, int] = defaultdict(int)
    for s in spaces:
        for polygon in s.polygons:
            for ring in polygon:
                for i in ring:
                    count[i if i >= 0 else ~i] += 1
    out = []
    for i, n in sorted(count.items()):
        if n == 1:
            pts = topology.arc(i)
            out.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in pts))
    return "".join(out)


def stand(space: SpaceOnMap, n: int) -> Point:
    """The place of a space's n-th piece; when all places are full, pieces pile up with a slight fan."""
    places = space.slots or ((space.label.at if space.label else (0.0, 0.0)),)
    x, y = places[n % len(places)]
    level = n // len(places)
    return x + 6 * level, y - 6 * level


def counter(topology: Topology, piece: Piece, at: Point) -> str:
    """A card of 40 px: livery, pattern along the foot, the arm's sign, and its label."""
    lv = LIVERIES[livery_of(topology, piece.get("power", "minor"))]
    half = topology.counter / 2 - 1
    side = 2 * half
    sign = icons().get(piece.get("kind", ""), "")
    label = escape(piece.get("label", ""))
    ink = lv.ink
    edge = pattern_ink(lv.counter)
    text = (
        f'<text x="0" y="{half - 4}" text-anchor="middle" font-family="EB Garamond,serif" font-weight="500" '
        f'font-size="13" fill="{ink}">{label}</text>'
        if label
        else ""
    )
    lift = -6 if label else 0
    drawn = f'<path d="{sign}" transform="translate(-12 {-12 + lift}) scale({24 / 512})" fill="{ink}"/>' if sign else ""
    return (
        f'<g transform="translate({at[0]:.1f} {at[1]:.1f})"><rect x="{-half + 1.5}" y="{-half + 2}" '
        f'width="{side}" height="{side}" rx="3" fill="#20160d" fill-opacity=".35"/>'
        f'<rect x="{-half}" y="{-half}" width="{side}" height="{side}" rx="3" fill="{lv.counter}" '
        'stroke="#20160d" stroke-width="1"/>'
        f'<path d="M{-half + 2} {half - 2}V{-half + 2}H{half - 2}" fill="none" stroke="{edge}" '
        f'stroke-opacity=".45" stroke-width="1"/>{drawn}{text}</g>'
    )


def piece_layer(topology: Topology, pieces: Sequence[Piece]) -> str:
    """Counters on their places; those that stand beyond the border of their space are tied to it."""
    seen: dict[str, int] = defaultdict(int)
    spaces = {s.id: s for s in topology.spaces}
    ties, out = [], []
    for p in pieces:
        space = spaces.get(p["space"])
        if space is None:
            raise KeyError(f"no space {p['space']!r} on the board {topology.game}/{topology.board}")
        n = seen[space.id]
        at = stand(space, n)
        if space.tether and n % len(space.slots) >= space.tether.first:
            ties.append(tie(at, space.tether.at))
        out.append(counter(topology, p, at))
        seen[space.id] += 1
    return "".join(ties + out)


def tie(at: Point, home: Point) -> str:
    """A cord from a counter to the space it belongs to."""
    d = f"M{at[0]:.1f} {at[1]:.1f}L{home[0]:.1f} {home[1]:.1f}"
    return (
        f'<path d="{d}" stroke="#f7efdc" stroke-width="4.5" stroke-opacity=".8" stroke-linecap="round"/>'
        f'<path d="{d}" stroke="#8e2a22" stroke-width="1.8"/>'
        f'<circle cx="{home[0]:.1f}" cy="{home[1]:.1f}" r="3.4" fill="#8e2a22" stroke="#f7efdc"/>'
    )
