"""Proofs about the hex board: its numbering, its closed sides, its rivers, and the six printed costs of movement."""

from __future__ import annotations

from grognard.atlas.hexspec import HexMap, hex_map
from grognard.atlas.topology import Topology

STEP = {"clear": 1, "woods": 2, "swamp": 2, "mountain": 4}
OUT_OF_MOUNTAINS = 2
ALONG_A_PASS = 2
Pair = tuple[str, str]


def pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


def step_cost(topology: Topology, origin: str, goal: str) -> int:
    """5.2.3.6: what a step costs, read off the drawn board: terrain of both hexes, passes and mountain sides."""
    terrain = {s.id: s.terrain for s in topology.spaces if s.id in (origin, goal)}
    kinds = {b.kind for b in topology.borders if pair(b.a, b.b) == pair(origin, goal)}
    if "pass" in kinds:
        return ALONG_A_PASS
    leaving = OUT_OF_MOUNTAINS if "mountain" in kinds and terrain[origin] == "mountain" else 0
    return STEP[terrain[goal]] + leaving


def hex_findings(topology: Topology) -> list[str]:
    spec = hex_map(topology.game)
    contacts = topology.contacts()
    return [
        *numbering(topology, spec, contacts),
        *sides(topology, spec, contacts),
        *costs(topology, spec),
    ]


def numbering(topology: Topology, spec: HexMap, contacts: dict[Pair, float]) -> list[str]:
    """Hexes touch exactly where the printed numbers say."""
    hexes = {s.id for s in topology.spaces if s.kind not in ("sea", "box")}
    declared = {pair(h, n) for h in hexes for n in spec.neighbours(h) if n in hexes}
    touching = {p for p in contacts if p[0] in hexes and p[1] in hexes}
    out = [f"{a} - {b}: neighbours by number, but they do not touch" for a, b in sorted(declared - touching)]
    out += [f"{a} - {b}: touch, but are no neighbours by number" for a, b in sorted(touching - declared)]
    out += [f"{h}: not on the map" for h in spec.all() if spec.terrain(h) != "sea" and h not in hexes]
    return out


def sides(topology: Topology, spec: HexMap, contacts: dict[Pair, float]) -> list[str]:
    """Sides that may not be crossed are closed on the map; rivers, passes, straits and sea borders are drawn."""
    drawn: dict[Pair, set[str]] = {}
    for b in topology.borders:
        drawn.setdefault(pair(b.a, b.b), set()).add(b.kind)
    out = []
    land = {s.id for s in topology.spaces if s.kind == "land"}
    for p in sorted(contacts):
        apart = p[0] in land and p[1] in land and spec.landmass_names[p[0]] != spec.landmass_names[p[1]]
        if apart and not drawn.get(p, set()) & {"obstacle", "strait"}:
            out.append(f"{p[0]} - {p[1]}: different islands, but the side looks open")
    for r in spec.rivers:
        for s in r.hexsides:
            one, two = s.split("-")
            if not drawn.get(pair(one, two), set()) & {"river", "bridge"}:
                out.append(f"{r.name}: {s} is not drawn")
    out += [f"{x.name}: not drawn" for x in spec.straits if "strait" not in drawn.get(pair(x.a, x.b), set())]
    out += [
        f"{sea.id} - {other}: seas declared to meet do not"
        for sea in spec.seas
        for other in sea.adjacent
        if pair(sea.id, other) not in contacts and "passage" not in drawn.get(pair(sea.id, other), set())
    ]
    declared = {pair(s.id, o) for s in spec.seas for o in s.adjacent}
    seas = {s.id for s in spec.seas}
    out += [
        f"{a} - {b}: seas touch, not declared" for a, b in sorted(contacts) if {a, b} <= seas and (a, b) not in declared
    ]
    known = {s.id for s in topology.spaces}
    out += [f"{p.id}: its hex {p.hex} is not on the map" for p in spec.places if p.hex not in known]
    out += [f"{p.id}: no blockade box" for p in spec.places if p.harbor and f"{p.id}.blockade" not in known]
    return out


def costs(topology: Topology, spec: HexMap) -> list[str]:
    out = []
    for c in spec.costs:
        got = step_cost(topology, c["from"], c["to"])
        if got != c["mp"]:
            out.append(f"{c['from']} to {c['to']}: costs {got}, printed {c['mp']}")
    return out
