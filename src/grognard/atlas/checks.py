"""Proofs about a built board: neighbours touch, strangers do not, nothing hides what must be read."""

from __future__ import annotations

import gzip
import itertools
import math
from collections import defaultdict
from collections.abc import Iterable

import msgspec

from grognard.atlas.board import Board
from grognard.atlas.hexcheck import hex_findings
from grognard.atlas.spec import game_spec
from grognard.atlas.topology import Box, Point, Topology

VISIBLE = 6.0
NEAR = 14.0  # px from its space at which a strait or lane may end
FAR = 112.0  # px from its space at which a counter tied to it may stand
COUNTERS = 12  # that every space of play has places for
TOPOLOGY_LIMIT, BASE_LIMIT, FILE_LIMIT = 400_000, 1_000_000, 2_000_000
Pair = tuple[str, str]


class Finding(msgspec.Struct, frozen=True):
    check: str
    text: str


def pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


def distance_to_rings(p: Point, rings: list[list[Point]]) -> float:
    """Distance from a point to the outline of a space, 0 when inside."""
    inside, best = False, math.inf
    for ring in rings:
        for (x0, y0), (x1, y1) in itertools.pairwise(ring):
            if (y0 > p[1]) != (y1 > p[1]) and p[0] < (x1 - x0) * (p[1] - y0) / (y1 - y0) + x0:
                inside = not inside
            d2 = (x1 - x0) ** 2 + (y1 - y0) ** 2
            t = 0.0 if d2 == 0 else max(0.0, min(1.0, ((p[0] - x0) * (x1 - x0) + (p[1] - y0) * (y1 - y0)) / d2))
            best = min(best, math.hypot(p[0] - x0 - t * (x1 - x0), p[1] - y0 - t * (y1 - y0)))
    return 0.0 if inside else best


def check_adjacency(topology: Topology) -> list[Finding]:
    """Declared neighbours share a visible border or a drawn way; strangers that touch have a drawn obstacle."""
    if topology.grid:
        return [Finding("hexes", text) for text in hex_findings(topology)]
    spec = game_spec(topology.game)
    contacts = {p: px for p, px in topology.contacts().items() if px >= VISIBLE}
    drawn: dict[Pair, list[str]] = defaultdict(list)
    rings = {s.id: topology.rings(s) for s in topology.spaces}
    out = []
    for b in topology.borders:
        p = pair(b.a, b.b)
        if b.path:
            # the ends of a strait or lane must stand at the two spaces it joins
            gaps = min(
                max(distance_to_rings(b.path[0], rings[x]), distance_to_rings(b.path[-1], rings[y]))
                for x, y in ((b.a, b.b), (b.b, b.a))
            )
            if gaps > NEAR:
                out.append(Finding("adjacency", f"the way {b.a} - {b.b} ends {gaps:.0f} px off its space"))
                continue
        if b.path or (b.arcs and p in contacts):
            drawn[p].append(b.kind)
    declared = {pair(b.a, b.b) for b in spec.borders_of(topology.board)}
    joined = declared | {pair(x.a, x.b) for x in spec.lanes_of(topology.board)}
    out += [
        Finding("adjacency", f"{p[0]} - {p[1]}: declared, but nothing is drawn between them")
        for p in sorted(joined)
        if not [k for k in drawn[p] if k != "obstacle"]
    ]
    kind = {s.id: s.kind for s in topology.spaces}
    open_water = {s.id for s in topology.spaces if s.kind == "sea" and not s.name}
    for p in sorted(set(contacts) - joined):
        kinds = {kind[p[0]], kind[p[1]]}
        if kinds <= {"land", "sea"} and not set(p) & open_water and "obstacle" not in drawn[p]:
            out.append(
                Finding("adjacency", f"{p[0]} - {p[1]}: touch for {contacts[p]:.0f} px, not declared, no obstacle")
            )
    names = {s.id for s in spec.spaces_of(topology.board) if s.kind in ("land", "sea")}
    return out + [Finding("adjacency", f"{lost}: not on the map") for lost in sorted(names - set(kind))]


def boxes(topology: Topology) -> list[tuple[str, str, Box]]:
    """Everything that must stay readable, as (owner, what, box)."""
    out: list[tuple[str, str, Box]] = []
    half = topology.counter / 2
    for s in topology.spaces:
        if s.label:
            out += [(s.id, "name", b) for b in s.label.boxes]
        if s.town and not topology.grid:
            (x, y), r = s.town.at, 5.0 if s.town.capital else 3.0
            out.append((s.id, "town", (x - r, y - r, x + r, y + r)))
            if s.town.box:
                out.append((s.id, "town name", s.town.box))
        out += [
            (s.id, f"harbour {i + 1}", (m.at[0] - 10, m.at[1] - 10, m.at[0] + 10, m.at[1] + 10))
            for i, m in enumerate(s.marks)
            if m.kind in ("port", "base", "anchor")
        ]
        for i, (x, y) in enumerate(s.slots):
            out.append((s.id, f"slot {i + 1}", (x - half, y - half, x + half, y + half)))
    out += [("water", label.lines[0], b) for label in topology.waters for b in label.boxes]
    return out


def check_overlaps(topology: Topology) -> list[Finding]:
    """No name over another name, a town, a harbour or a place for a counter; and no two such places in one."""
    items = boxes(topology)
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    for i, (_, _, (x0, y0, x1, y1)) in enumerate(items):
        for cx in range(int(x0 // 64), int(x1 // 64) + 1):
            for cy in range(int(y0 // 64), int(y1 // 64) + 1):
                cells[(cx, cy)].append(i)
    seen = set()
    out = []
    for group in cells.values():
        for n, i in enumerate(group):
            for j in group[n + 1 :]:
                if (i, j) in seen:
                    continue
                seen.add((i, j))
                if items[i][:2] == items[j][:2]:  # letters of one name
                    continue
                a, b = items[i][2], items[j][2]
                if min(a[2], b[2]) - max(a[0], b[0]) > 0.5 and min(a[3], b[3]) - max(a[1], b[1]) > 0.5:
                    out.append(Finding("overlap", f"{items[i][0]} {items[i][1]} / {items[j][0]} {items[j][1]}"))
    return out


def check_slots(topology: Topology) -> list[Finding]:
    """Every space of play has its name and its places; what stands beyond the border is close by, and tied.

    A hex has one place, for a stack: the sea areas and boxes of the hex board have all twelve.
    """
    out = []
    w, h = topology.size
    half = topology.counter / 2
    for s in topology.spaces:
        if s.kind not in ("land", "sea", "box") or not s.name:
            continue
        single = topology.grid and (s.kind == "land" or s.terrain == "blockade")
        if len(s.slots) < (1 if single else COUNTERS):
            out.append(Finding("slots", f"{s.id}: places for {len(s.slots)} counters only"))
        rings = topology.rings(s)
        for i, (x, y) in enumerate(s.slots):
            if not (half <= x <= w - half and half <= y <= h - half):
                out.append(Finding("slots", f"{s.id}: a place lies off the sheet"))
            tied = s.tether is not None and i >= s.tether.first
            far = distance_to_rings((x, y), rings)
            if far > (FAR if tied else half):
                out.append(Finding("slots", f"{s.id}: place {i + 1} lies {far:.0f} px from its space"))
        if s.tether and distance_to_rings(s.tether.at, rings) > half:
            out.append(Finding("slots", f"{s.id}: its counters are tied to a point outside it"))
        if s.label is None and (s.town or not topology.grid):
            out.append(Finding("names", f"{s.id}: no name"))
        if s.town and not s.town.box and not topology.grid and s.label and s.town.name != " ".join(s.label.lines):
            out.append(Finding("names", f"{s.id}: the town {s.town.name} has no name"))
    return out


def check_sizes(board: Board) -> list[Finding]:
    packed = len(gzip.compress(board.folder.joinpath("topology.json").read_bytes(), 9))
    out = []
    for what, size, limit in (
        ("topology, gzip", packed, TOPOLOGY_LIMIT),
        ("base-1x.webp", len(board.base(1)), BASE_LIMIT),
        ("base-2x.webp", len(board.base(2)), FILE_LIMIT),
    ):
        if size > limit:
            out.append(Finding("size", f"{what}: {size:,} bytes, the limit is {limit:,}"))
    return out


def check_board(board: Board) -> list[Finding]:
    t = board.topology
    return [*check_adjacency(t), *check_overlaps(t), *check_slots(t), *check_sizes(board)]


def room(topology: Topology) -> dict[int, int]:
    """How many spaces have how many places for counters."""
    out: dict[int, int] = defaultdict(int)
    for s in topology.spaces:
        if s.kind in ("land", "sea") and s.name:
            out[len(s.slots)] += 1
    return dict(sorted(out.items()))


def summary(findings: Iterable[Finding]) -> str:
    return "\n".join(f"{f.check}: {f.text}" for f in findings)
