"""Builds one board from its data to the files that ship."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from grognard.atlas.builder import ornament
from grognard.atlas.builder.coverage import GRID, Coverage
from grognard.atlas.builder.frontier import WATERY, chart_lanes, survey_borders
from grognard.atlas.builder.geography import Country, survey
from grognard.atlas.builder.hexboard import draw_hexes
from grognard.atlas.builder.labels import Placed
from grognard.atlas.builder.layout import Composer, Layout
from grognard.atlas.builder.lettering import Box
from grognard.atlas.builder.partition import Divider, Pair, Partition, pair
from grognard.atlas.builder.projection import Frame
from grognard.atlas.builder.render import Drawn, larger, print_base, save_bases
from grognard.atlas.builder.sheet import draw_sheet
from grognard.atlas.colours import LIVERIES
from grognard.atlas.hexspec import hex_map, is_hexed
from grognard.atlas.spec import GameSpec, Inset, Sheet, Space, game_spec, geography
from grognard.atlas.topology import BorderOnMap, Label, Place, PowerOnMap, Printed, SpaceOnMap, Tether, Topology, pack

Say = Callable[[str], None]
ROUNDS = 4
GAMES = ("coalitions", "alliance", "napoleon-in-europe", "pitts-war", "nations-in-arms")


def inset_frame(main: Frame, inset: Inset) -> Frame:
    """A window of its own scale, whose box is given in px from the inner corner of the map."""
    bx, by, w, h = inset.box
    x, y = main.projection.forward(np.array(inset.centre[0]), np.array(inset.centre[1]))
    kw, kh = w * inset.km_per_px / 2, h * inset.km_per_px / 2
    km = (float(x) - kw, float(y) - kh, float(x) + kw, float(y) + kh)
    return Frame(main.projection, km, inset.km_per_px, origin=(main.ox + bx, main.oy + by))


def divide_all(
    spec: GameSpec, sheet: Sheet, frames: dict[str, Frame], countries: dict[str, Country], say: Say
) -> Partition:
    """The main map and its insets, each grown for itself, as one set of spaces."""
    spaces = spec.spaces_of(sheet.id)
    borders = spec.borders_of(sheet.id)
    declared = {pair(b.a, b.b) for b in borders}
    must = {pair(b.a, b.b) for b in borders if b.kind not in {"strait", *WATERY}}
    coasts = {pair(b.a, b.b) for b in borders if b.kind == "coast"} if sheet.coasts else None
    apart = {k: set(i.spaces) for i in sheet.insets for k in (i.id,)}
    shapes: dict[str, BaseGeometry] = {}
    known: dict[str, Space] = {}
    seas: set[str] = set()
    for key, frame in frames.items():
        if key:
            mine = [s for s in spaces if s.id in apart[key] or s.kind == "void"]
        else:
            elsewhere = set().union(*apart.values()) if apart else set()
            mine = [s for s in spaces if s.id not in elsewhere]
        say(f"growing {len(mine)} spaces")
        play = sorted(s.id for s in mine if s.kind == "land")
        forbidden: set[Pair] = {pair(a, b) for a in play for b in play if a < b} - declared
        part = Divider(sheet, frame, countries[key], geography(), mine).divide(must, forbidden, coasts, ROUNDS)
        hidden = shapely.union_all([frames[i.id].box.buffer(9) for i in sheet.insets]) if not key else None
        for k, whole in part.shapes.items():
            # what lies under an inset is not on the map
            g = whole.difference(hidden) if hidden is not None else whole
            if g.is_empty:
                continue
            name = k if not key or k in apart[key] else f"{key}-{k}"
            shapes[name] = g
            space = part.spaces[k]
            known[name] = msgspec.structs.replace(space, id=name, name=space.name if name == k else "")
            if k in part.seas:
                seas.add(name)
    return Partition(known, shapes, Coverage(shapes), seas)


def draw_board(game: str, board: str | None, say: Say) -> Drawn:
    spec = game_spec(game)
    sheet = spec.sheet(board)
    main = Frame.of(sheet)
    frames = {"": main} | {i.id: inset_frame(main, i) for i in sheet.insets}
    say("surveying coasts, rivers and heights")
    countries = {k: survey(f, geography()) for k, f in frames.items()}
    part = divide_all(spec, sheet, frames, countries, say)
    frontier = survey_borders(part, spec.borders_of(sheet.id), sheet.seed)
    liveries = {p.id: p.livery for p in spec.powers}
    say("setting names and finding room for counters")
    composer = Composer(sheet, part, frames, liveries)
    furniture: list[Box] = [ornament.cartouche(main, sheet)[1]]
    if (rose := ornament.compass(main, sheet)[2]) is not None:
        furniture.append(rose)
    for i in sheet.insets:
        f = frames[i.id]
        furniture.append((f.ox, f.oy, f.ox + f.w, f.oy + 46))
    ports = port_points(part, frames, sheet)
    lanes = chart_lanes(frontier, spec.lanes_of(sheet.id), main, ports)
    layout = composer.compose(frontier, furniture, list(lanes))
    say("inking the sheet")
    svg = draw_sheet(sheet, frames, countries, part, frontier=frontier, lanes=lanes, layout=layout, liveries=liveries)
    return Drawn(describe(spec, sheet, main, part, features=frontier.features, layout=layout), svg)


def port_points(part: Partition, frames: dict[str, Frame], sheet: Sheet) -> dict[str, tuple[float, float]]:
    """Where sea lanes end: at the port the data give a position for."""
    del sheet
    out = {}
    for s in part.spaces.values():
        for m in s.marks:
            if m.kind == "port" and m.lon is not None and m.lat is not None:
                out[s.id] = frames[""].point(m.lon, m.lat)
    return out


def tidy(v: float) -> float:
    return round(v, 1)


def spot(x: float, y: float) -> tuple[float, float]:
    return tidy(x), tidy(y)


def tidy_box(b: Box) -> Box:
    return tidy(b[0]), tidy(b[1]), tidy(b[2]), tidy(b[3])


def letter_boxes(p: Placed) -> tuple[Box, ...]:
    return tuple(tidy_box(b) for b in p.arc.boxes(p.x, p.y)) if p.arc else ()


def tether(part: Partition, layout: Layout, space: str) -> Tether | None:
    """Counters beyond the border are tied to the nearest place at home, or else to the deepest ground they have."""
    places = [spot(*p) for p in layout.slots.get(space, [])]
    first = layout.strays.get(space, 0)
    if first >= len(places):
        return None
    if first:
        return Tether(first, nearest(places[:first], places[first:]))
    heart = shapely.maximum_inscribed_circle(max(shapely.get_parts(part.shapes[space]), key=lambda g: g.area))
    return Tether(first, spot(*heart.coords[0]))


def nearest(homes: list[tuple[float, float]], strays: list[tuple[float, float]]) -> tuple[float, float]:
    return min(homes, key=lambda p: round(sum(math.dist(p, q) for q in strays), 1))


def describe(
    spec: GameSpec, sheet: Sheet, frame: Frame, part: Partition, *, features: list[BorderOnMap], layout: Layout
) -> Topology:
    cov = part.coverage
    towns = {t.space: t for t in layout.towns}
    spaces = []
    for k, s in part.spaces.items():
        if k not in cov.polygons:
            continue
        name, town = layout.names.get(k), towns.get(k)
        marks = [
            Printed(m.kind, spot(x, y), tidy(w), m.n, m.name, m.powers, m.seas, m.metal, m.since)
            for m, x, y, w in (name.badges if name else [])
        ] + [
            Printed(m.kind, spot(x, y), 23.0, m.n, m.name, m.powers, m.seas) for o, m, x, y in layout.harbours if o == k
        ]
        label = None
        if name:
            label = Label(
                tuple(line.text for line in name.block.lines),
                spot(name.x, name.y),
                tidy(name.block.lines[0].size),
                tidy_box(name.box),
                (spot(*name.leader[0]), spot(*name.leader[1])) if name.leader else None,
                letter_boxes(name),
            )
        place = None
        if town:
            b = town.box
            place = Place(
                town.name,
                spot(town.x, town.y),
                town.capital,
                tidy_box(b) if b else None,
            )
        spaces.append(
            SpaceOnMap(
                k, s.name, s.kind, cov.polygons[k], s.home, s.terrain, label, place, tuple(marks),
                tuple(spot(*p) for p in layout.slots.get(k, [])), tether(part, layout, k),
            )
        )  # fmt: skip
    waters = []
    for p in layout.waters:
        lines = tuple(ln.text for ln in p.block.lines)
        waters.append(Label(lines, spot(p.x, p.y), p.block.lines[0].size, tidy_box(p.box), None, letter_boxes(p)))
    powers = [
        PowerOnMap(p.id, p.name, p.livery, lv.wash, lv.counter, lv.ink, lv.pattern)
        for p in spec.powers
        for lv in (LIVERIES[p.livery],)
    ]
    arcs = [pack(a) for a in cov.arcs]
    title = f"{sheet.title.title()}, {sheet.subtitle}"
    return Topology(spec.game, sheet.id, title, frame.size, 40.0, 1 / GRID, arcs, spaces, features, powers, waters)


def write_board(drawn: Drawn, folder: Path, seed: int, say: Say) -> dict[str, int]:
    folder.mkdir(parents=True, exist_ok=True)
    data = msgspec.json.encode(drawn.topology)
    (folder / "topology.json").write_bytes(data + b"\n")
    say("printing in two sizes")
    size = drawn.topology.size
    return {"topology.json": len(data)} | save_bases(print_base(drawn.svg, seed, larger(size)), size, folder)


def build(game: str, board: str | None, out: Path, say: Say) -> dict[str, int]:
    if is_hexed(game):
        hexed = hex_map(game).boards[0]
        return write_board(draw_hexes(game, say), out / game / hexed.id, hexed.seed, say)
    sheet = game_spec(game).sheet(board)
    return write_board(draw_board(game, board, say), out / game / sheet.id, sheet.seed, say)


def sheets(game: str, board: str | None) -> list[tuple[str, str]]:
    """The boards meant by the words of the command line."""
    games = GAMES if game == "all" else (game,)
    out = []
    for g in games:
        boards = hex_map(g).boards if is_hexed(g) else game_spec(g).boards
        out += [(g, s.id) for s in boards if board in (None, s.id)]
    return out
