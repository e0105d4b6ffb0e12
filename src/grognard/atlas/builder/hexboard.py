"""Builds the hex board: geometry, places for counters, names, drawing, topology."""

from __future__ import annotations

from collections.abc import Callable

from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder import ornament
from grognard.atlas.builder.coverage import GRID, Coverage
from grognard.atlas.builder.geography import survey
from grognard.atlas.builder.ground import Ground
from grognard.atlas.builder.hexgrid import HexGrid
from grognard.atlas.builder.hexlayout import TITLE, TITLE_AT, HexComposer, NameOnHex
from grognard.atlas.builder.hexsheet import draw_hex_sheet, passages
from grognard.atlas.builder.labels import Placed, Typesetter
from grognard.atlas.builder.render import Drawn
from grognard.atlas.builder.slots import Quartermaster, Spot
from grognard.atlas.colours import LIVERIES
from grognard.atlas.hexspec import HexMap, HexPlace, hex_map
from grognard.atlas.spec import Sheet, Space, geography
from grognard.atlas.topology import BorderOnMap, Box, Label, Place, PowerOnMap, Printed, SpaceOnMap, Topology, pack


def tidy_box(b: Box) -> Box:
    return round(b[0], 1), round(b[1], 1), round(b[2], 1), round(b[3], 1)


def sea_matters(
    spec: HexMap, grid: HexGrid, comp: HexComposer, shapes: dict[str, BaseGeometry], furniture: list[Box]
) -> tuple[list[Placed], dict[str, list[Spot]]]:
    """Names and places for fleets in the sea areas, clear of everything already on the sheet."""
    ground = Ground(grid.frame.size, shapes)
    for b in [*furniture, *(x.box for x in comp.boxes), *(n.box for n in comp.names)]:
        ground.take(b, 3)
    setter = Typesetter(ground, {s.id for s in spec.seas}, {})
    placed = []
    for s in spec.seas:
        space = Space(id=s.id, name=s.name, kind="sea")
        got = setter.place_curved(space, (34.0, 28.0, 22.0), "sea", 12) or setter.place(space, 30.0, "sea", room=12)
        if got is None:
            raise ValueError(f"no room for the name of {s.id}")
        placed.append(got)
    return placed, Quartermaster(ground, set(), {s.id: 12 for s in spec.seas}, {}).billet()


def draw_hexes(game: str, say: Callable[[str], None]) -> Drawn:
    spec = hex_map(game)
    grid = HexGrid(spec)
    say("surveying coasts and heights")
    country = survey(grid.frame, geography())
    seas = grid.sea_shapes()
    comp = HexComposer(spec, grid, seas)
    say("setting names")
    comp.compose()
    hexsheet = spec.boards[0]
    sheet = Sheet(
        id=hexsheet.id, title=hexsheet.title, subtitle=hexsheet.subtitle,
        frame=grid.frame.km, km_per_px=grid.frame.scale, cartouche=(0.03, 0.965), compass=(0.07, 0.13, 84.0),
    )  # fmt: skip
    furniture = [ornament.cartouche(grid.frame, sheet)[1]]
    if (rose := ornament.compass(grid.frame, sheet)[2]) is not None:
        furniture.append(rose)
    names, fleets = sea_matters(spec, grid, comp, dict(seas), furniture)
    say("inking the sheet")
    svg = draw_hex_sheet(grid, country, comp, names, sheet)
    return Drawn(describe(spec, grid, comp, names, fleets), svg)


def describe(
    spec: HexMap, grid: HexGrid, comp: HexComposer, sea_names: list[Placed], fleets: dict[str, list[Spot]]
) -> Topology:
    shapes = {h: grid.polygon(h) for h in spec.all() if spec.terrain(h) != "sea"}
    shapes |= comp.seas
    shapes |= {b.id: box(*tidy_box(b.box)) for b in comp.boxes}
    cov = Coverage(dict(shapes))
    names: dict[str, list[NameOnHex]] = {}
    for n in [*comp.names, *comp.provinces]:
        names.setdefault(n.hex, []).append(n)
    places: dict[str, list[HexPlace]] = {}
    for p in spec.places:
        places.setdefault(p.hex, []).append(p)
    spaces = []
    for h in spec.all():
        if h not in cov.polygons:
            continue
        here = places.get(h, [])
        code = spec.province(h)
        label = None
        if written := names.get(h):
            boxes = tuple(tidy_box(n.box) for n in written)
            b = boxes[0]
            middle = (round((b[0] + b[2]) / 2, 1), round((b[1] + b[3]) / 2, 1))
            lines = tuple(n.line.text for n in written)
            label = Label(lines, middle, written[0].line.size, b, None, boxes if len(boxes) > 1 else ())
        at = comp.slot(h)
        marks = []
        for p in here:
            marks.append(Printed("fortress", at, 13.0, p.fortress, p.name))
            if p.harbor:
                marks.append(Printed("harbour", at, 13.0, p.trade, p.name, seas=(p.sea,)))
        land = spec.is_land(h)
        kind = "land" if land else "impassable" if spec.terrain(h) == "lake" else "void"
        town = Place(here[0].name, at, here[0].national_capital) if here else None
        home = spec.by_code[code].owner_1792 if code else ""
        title = " and ".join(p.name for p in here) or (f"{spec.by_code[code].name} {h[1:]}" if code else h)
        spaces.append(
            SpaceOnMap(
                h, title, kind, cov.polygons[h], home, spec.terrain(h), label, town, tuple(marks), (at,) if land else ()
            )
        )
    for q in sea_names:
        b = tidy_box(q.box)
        lines = tuple(x.text for x in q.block.lines)
        letters = tuple(tidy_box(x) for x in q.arc.boxes(q.x, q.y)) if q.arc else ()
        label = Label(lines, (round(q.x, 1), round(q.y, 1)), q.block.lines[0].size, b, None, letters)
        sea = next(s for s in spec.seas if s.id == q.space)
        spots = tuple((round(x, 1), round(y, 1)) for x, y in fleets[sea.id])
        spaces.append(SpaceOnMap(sea.id, sea.name, "sea", cov.polygons[sea.id], label=label, slots=spots))
    for held in comp.boxes:
        box_label = None
        if held.title:
            x0, y0, x1, _ = held.box
            mid, high = (x0 + x1) / 2, y0 + TITLE_AT + held.title.height / 2
            lines = tuple(x.text for x in held.title.lines)
            box_label = Label(lines, (round(mid, 1), round(high, 1)), TITLE, tidy_box(held.title.box(mid, high)))
        spaces.append(
            SpaceOnMap(
                held.id,
                held.name,
                "box",
                cov.polygons[held.id],
                held.owner,
                held.kind,
                box_label,
                slots=tuple(held.slots),
            )
        )
    powers = [
        PowerOnMap(p.id, p.name, p.livery, lv.wash, lv.counter, lv.ink, lv.pattern)
        for p in spec.powers
        for lv in (LIVERIES[p.livery],)
    ]
    sheet = spec.boards[0]
    return Topology(
        spec.game, sheet.id, f"{sheet.title.title()}, {sheet.subtitle}", grid.frame.size, sheet.counter, 1 / GRID,
        [pack(a) for a in cov.arcs], spaces, features(spec, grid, cov, comp), powers, [], "hex",
    )  # fmt: skip


def features(spec: HexMap, grid: HexGrid, cov: Coverage, comp: HexComposer) -> list[BorderOnMap]:
    side = {tuple(sorted(own)): i for i, own in enumerate(cov.owners) if len(own) == 2}

    def arcs(a: str, b: str) -> tuple[int, ...]:
        i = side.get((min(a, b), max(a, b)))
        return () if i is None else (i,)

    out = []
    bridges = {b["side"] for r in spec.rivers for b in r.bridges}
    for r in spec.rivers:
        for s in r.hexsides:
            a, b = s.split("-")
            path = () if arcs(a, b) else tuple(grid.side(a, b).coords)
            out.append(BorderOnMap(a, b, "bridge" if s in bridges else "river", r.name, arcs(a, b), path))
    for (a, b), name in sorted(spec.pass_steps.items()):
        out.append(BorderOnMap(a, b, "pass", name, arcs(a, b)))
    for a, b, way in passages(spec, comp.seas):
        out.append(BorderOnMap(a, b, "passage", path=tuple((round(x, 1), round(y, 1)) for x, y in way.coords)))
    straits = {(min(s.a, s.b), max(s.a, s.b)) for s in spec.straits}
    for strait in spec.straits:
        (x0, y0), (x1, y1) = grid.centre(strait.a), grid.centre(strait.b)
        ends = ((round(x0, 1), round(y0, 1)), (round(x1, 1), round(y1, 1)))
        out.append(BorderOnMap(strait.a, strait.b, "strait", strait.name, arcs(strait.a, strait.b), ends))
    for h in spec.all():
        for n in spec.neighbours(h):
            if h > n or not (spec.is_land(h) and spec.is_land(n)):
                continue
            if spec.landmass_names[h] != spec.landmass_names[n] and (h, n) not in straits:
                out.append(BorderOnMap(h, n, "obstacle", "", arcs(h, n)))
            elif (spec.terrain(h) == "mountain") != (spec.terrain(n) == "mountain") and (h, n) not in spec.pass_steps:
                out.append(BorderOnMap(h, n, "mountain", "", arcs(h, n)))
    for beyond in spec.offmap:
        out += [BorderOnMap(beyond.id, h, "entry", path=(grid.centre(h),)) for h in beyond.entry_hexes]
    return out
