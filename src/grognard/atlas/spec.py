"""What a board must show: the declared spaces, borders and marks of a game, read from `data/<game>.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec

LonLat = tuple[float, float]
Kind = Literal["land", "sea", "void", "impassable"]


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something printed in a space: a value, a fortress, an anchor, a key star."""

    kind: str
    n: int = 0
    name: str = ""
    powers: tuple[str, ...] = ()
    seas: tuple[str, ...] = ()
    metal: str = ""
    since: int = 0
    lon: float | None = None
    lat: float | None = None


class Town(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    lon: float
    lat: float
    capital: bool = False
    shown: bool = True


class Override(msgspec.Struct, frozen=True, omit_defaults=True):
    """What differs on one board of a game that has several."""

    home: str | None = None
    marks: tuple[Mark, ...] | None = None
    extra_points: tuple[LonLat, ...] = ()


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str = ""
    kind: Kind = "land"
    boards: tuple[str, ...] = ()
    home: str = ""
    terrain: str = ""
    points: tuple[LonLat, ...] = ()
    label: str = ""
    label_at: LonLat | None = None
    town: Town | None = None
    marks: tuple[Mark, ...] = ()
    on: dict[str, Override] = {}
    src: Any = ""


class Border(msgspec.Struct, frozen=True, omit_defaults=True):
    """A declared adjacency; `kind` is the terrain drawn on the border itself."""

    a: str
    b: str
    kind: str = "clear"
    feature: str = ""
    freezes: bool = False
    limit: int = 0
    boards: tuple[str, ...] = ()
    src: Any = ""


class Lane(msgspec.Struct, frozen=True, omit_defaults=True):
    a: str
    b: str
    via: tuple[LonLat, ...] = ()
    boards: tuple[str, ...] = ()
    src: Any = ""


class Power(msgspec.Struct, frozen=True):
    """A power of the game and the livery (colour and pattern) it wears on every board."""

    id: str
    name: str
    livery: str


class Inset(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of the world drawn apart, at its own scale, in a box on the sheet."""

    id: str
    title: str
    box: tuple[float, float, float, float]  # x, y, width, height on the sheet
    centre: LonLat
    km_per_px: float
    spaces: tuple[str, ...] = ()


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """One board: its frame on the globe and the furniture of the sheet."""

    id: str
    title: str
    subtitle: str
    frame: tuple[float, float, float, float]
    km_per_px: float
    lens: tuple[float, float, float, float] | None = None
    compass: tuple[float, float, float] | None = None
    cartouche: tuple[float, float] = (0.02, 0.98)
    pull: float = 0.35
    seed: int = 1805
    coasts: bool = False
    cell: float = 2.2
    label_size: float = 19.0
    slots: int = 12
    insets: tuple[Inset, ...] = ()
    waters: tuple[tuple[str, float, float, float], ...] = ()  # names of waters that are no spaces: text, lon, lat, size


class GameSpec(msgspec.Struct, frozen=True, omit_defaults=True):
    game: str
    boards: tuple[Sheet, ...]
    powers: tuple[Power, ...]
    spaces: tuple[Space, ...]
    borders: tuple[Border, ...]
    lanes: tuple[Lane, ...] = ()

    def sheet(self, board: str | None = None) -> Sheet:
        for s in self.boards:
            if board is None or s.id == board:
                return s
        raise KeyError(f"{self.game} has no board {board!r}; it has {', '.join(s.id for s in self.boards)}")

    def spaces_of(self, board: str) -> list[Space]:
        out = []
        for s in self.spaces:
            if s.boards and board not in s.boards:
                continue
            o = s.on.get(board, Override())
            out.append(
                msgspec.structs.replace(
                    s,
                    home=s.home if o.home is None else o.home,
                    marks=s.marks if o.marks is None else o.marks,
                    points=s.points + o.extra_points,
                )
            )
        return out

    def borders_of(self, board: str) -> list[Border]:
        return [b for b in self.borders if not b.boards or board in b.boards]

    def lanes_of(self, board: str) -> list[Lane]:
        return [x for x in self.lanes if not x.boards or board in x.boards]


class Geography(msgspec.Struct, frozen=True):
    """Corrections that turn today's coast and waters into those of 1805."""

    cuts: list[dict[str, Any]]
    modern_lakes: list[LonLat]
    modern_rivers: list[str]


def read_toml(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files("grognard.atlas").joinpath("data").joinpath(name).read_text("utf-8"))


@cache
def game_spec(game: str) -> GameSpec:
    raw = read_toml(f"{game}.toml")
    return msgspec.convert(
        {
            "game": raw["game"],
            "boards": raw["board"],
            "powers": raw["power"],
            "spaces": raw["space"],
            "borders": raw["border"],
            "lanes": raw.get("lane", []),
        },
        GameSpec,
    )


@cache
def geography() -> Geography:
    return msgspec.convert(read_toml("geography.toml"), Geography)
