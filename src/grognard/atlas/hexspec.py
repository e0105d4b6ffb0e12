"""The hex map as data: its printed numbering, terrain, rivers and passes, read from `data/<game>.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

import msgspec

from grognard.atlas.spec import Power, read_toml

TERRAIN = {
    "~": "sea",
    "c": "clear",
    "w": "woods",
    "s": "swamp",
    "m": "mountain",
    "o": "lake",
    "x": "forbidden",
}
# steps to the six neighbours; even columns stand half a hex lower than odd ones
ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


class HexPlace(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    hex: str
    lon: float
    lat: float
    province: str
    fortress: int = 0
    national_capital: bool = False
    province_capital: bool = False
    harbor: bool = False
    sea: str = ""
    trade: int = 0
    shipyard: bool = False
    criterion: str = ""
    short: str = ""  # the name where there is no room for the whole of it
    src: str = ""


class Province(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    code: str
    owner_1792: str
    owner_1805: str
    capital: str
    key: bool = False
    short: str = ""  # the name as the line of one hex can hold it
    src: str = ""


class HexRiver(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    hexsides: tuple[str, ...] = ()
    bridges: tuple[dict[str, str], ...] = ()
    src: str = ""


class Pass(msgspec.Struct, frozen=True):
    name: str
    hexes: tuple[str, ...]
    src: str = ""


class HexStrait(msgspec.Struct, frozen=True):
    name: str
    a: str
    b: str
    sea: str
    src: str = ""


class SeaArea(msgspec.Struct, frozen=True):
    id: str
    name: str
    grid_char: str
    adjacent: tuple[str, ...]
    src: str = ""


class OffMapBox(msgspec.Struct, frozen=True):
    id: str
    name: str
    owner_1792: str
    entry_hexes: tuple[str, ...]
    mp_in: int
    mp_out_extra: int
    src: str = ""


class DisplayBox(msgspec.Struct, frozen=True):
    id: str
    name: str
    src: str = ""


class Landmass(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    provinces: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    src: str = ""


class Grid(msgspec.Struct, frozen=True):
    west_columns: int
    east_columns: int
    rows: int
    column_km: float
    row_km: float
    origin_column: float
    origin_row: float
    shift_km: float
    terrain: tuple[str, ...]
    province: tuple[str, ...]
    sea: tuple[str, ...]
    src: str = ""


class HexSheet(msgspec.Struct, frozen=True):
    id: str
    title: str
    subtitle: str
    hex_px: float
    counter: float
    seed: int


class HexMap(msgspec.Struct, frozen=True, dict=True):
    """All of the hex map. A hex is named by its sheet (W or E), column and row, as printed."""

    game: str
    boards: tuple[HexSheet, ...]
    powers: tuple[Power, ...]
    grid: Grid
    projection: dict[str, Any]
    places: tuple[HexPlace, ...]
    provinces: tuple[Province, ...]
    rivers: tuple[HexRiver, ...]
    passes: tuple[Pass, ...]
    straits: tuple[HexStrait, ...]
    seas: tuple[SeaArea, ...]
    offmap: tuple[OffMapBox, ...]
    displays: tuple[DisplayBox, ...]
    landmasses: tuple[Landmass, ...]
    costs: tuple[dict[str, Any], ...]

    def name(self, column: int, row: int) -> str:
        west = self.grid.west_columns
        return f"W{column:02d}{row:02d}" if column <= west else f"E{column - west:02d}{row:02d}"

    def where(self, hex_id: str) -> tuple[int, int]:
        """Column counted over both sheets, and row."""
        column = int(hex_id[1:3]) + (self.grid.west_columns if hex_id[0] == "E" else 0)
        return column, int(hex_id[3:5])

    def all(self) -> Iterator[str]:
        for column in range(1, self.grid.west_columns + self.grid.east_columns + 1):
            for row in range(1, self.grid.rows + 1):
                yield self.name(column, row)

    def neighbours(self, hex_id: str) -> list[str]:
        c, r = self.where(hex_id)
        columns = self.grid.west_columns + self.grid.east_columns
        return [
            self.name(c + dc, r + dr)
            for dc, dr in (ODD if c % 2 else EVEN)
            if 1 <= c + dc <= columns and 1 <= r + dr <= self.grid.rows
        ]

    def terrain(self, hex_id: str) -> str:
        c, r = self.where(hex_id)
        return TERRAIN[self.grid.terrain[r - 1][c - 1]]

    def province(self, hex_id: str) -> str:
        """The two-letter code of the hex's province, or nothing."""
        c, r = self.where(hex_id)
        code = self.grid.province[r - 1][2 * c - 2 : 2 * c]
        return "" if code == ".." else code

    def sea(self, hex_id: str) -> str:
        c, r = self.where(hex_id)
        char = self.grid.sea[r - 1][c - 1]
        return next((s.id for s in self.seas if s.grid_char == char), "")

    @cached_property
    def by_code(self) -> dict[str, Province]:
        return {p.code: p for p in self.provinces}

    @cached_property
    def landmass_names(self) -> dict[str, str]:
        named = {h: m.id for m in self.landmasses for h in m.hexes}
        by_province = {p: m.id for m in self.landmasses for p in m.provinces}
        out = {}
        for h in self.all():
            code = self.province(h)
            out[h] = named.get(h) or by_province.get(self.by_code[code].id if code else "", "europe")
        return out

    def is_land(self, hex_id: str) -> bool:
        return self.terrain(hex_id) in ("clear", "woods", "swamp", "mountain")

    @cached_property
    def pass_steps(self) -> dict[tuple[str, str], str]:
        """Pairs of neighbouring hexes that a pass joins."""
        out = {}
        for p in self.passes:
            for a, b in zip(p.hexes, p.hexes[1:], strict=False):
                if b in self.neighbours(a):
                    out[(min(a, b), max(a, b))] = p.name
        return out


@cache
def hex_map(game: str) -> HexMap:
    raw = read_toml(f"{game}.toml")
    return msgspec.convert(
        {
            "game": raw["game"],
            "boards": raw["board"],
            "powers": raw["power"],
            "grid": raw["grid"],
            "projection": raw["projection"],
            "places": raw["place"],
            "provinces": raw["province"],
            "rivers": raw["river"],
            "passes": raw["pass"],
            "straits": raw["strait"],
            "seas": raw["sea"],
            "offmap": raw["offmap_box"],
            "displays": raw["display_box"],
            "landmasses": raw["landmass"],
            "costs": raw["cost_check"],
        },
        HexMap,
    )


def is_hexed(game: str) -> bool:
    return "grid" in read_toml(f"{game}.toml")
