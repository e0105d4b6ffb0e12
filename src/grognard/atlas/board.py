"""A built board: its base, its topology, and any position drawn on it."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from grognard.atlas.overlay import Piece, control_layer, piece_layer
from grognard.atlas.topology import Topology


class Board:
    """One of the drawn maps. Reading it needs nothing but the package itself."""

    def __init__(self, game: str, board: str, folder: Traversable) -> None:
        self.game, self.name, self.folder = game, board, folder

    def __repr__(self) -> str:
        return f"<board {self.game}/{self.name}: {sum(s.kind in ('land', 'sea') for s in self.topology.spaces)} spaces>"

    @cached_property
    def topology(self) -> Topology:
        return msgspec.json.decode(self.folder.joinpath("topology.json").read_bytes(), type=Topology)

    def base(self, scale: int = 1) -> bytes:
        """The printed sheet as WebP, without power colours, at 1x or 2x."""
        return self.folder.joinpath(f"base-{scale}x.webp").read_bytes()

    def homes(self) -> dict[str, str]:
        """Every space that is some power's home, as a control map."""
        known = {p.id for p in self.topology.powers}
        return {s.id: s.home for s in self.topology.spaces if s.home in known}

    def svg(
        self,
        pieces: Sequence[Piece] = (),
        control: Mapping[str, str] | None = None,
        scale: int = 1,
        base: str | None = None,
    ) -> str:
        """A position as one SVG document; `base` may name the sheet by address instead of embedding it."""
        w, h = self.topology.size
        href = base or "data:image/webp;base64," + base64.b64encode(self.base(scale)).decode()
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">'
            f'<image href="{href}" width="{w}" height="{h}"/>'
            f"{control_layer(self.topology, control or {})}{piece_layer(self.topology, pieces)}</svg>"
        )

    def _repr_svg_(self) -> str:
        return self.svg(control=self.homes())

    def png(
        self,
        pieces: Sequence[Piece] = (),
        control: Mapping[str, str] | None = None,
        zoom: float = 1.0,
    ) -> bytes:
        """The same picture as PNG; needs the extra `png` (resvg)."""
        return svg_to_png(self.svg(pieces, control, scale=2 if zoom > 1 else 1), zoom)


def svg_to_png(svg: str, zoom: float = 1.0) -> bytes:
    import resvg_py  # noqa: PLC0415  # only this function needs it

    fonts = resources.files("grognard.atlas").joinpath("fonts")
    with resources.as_file(fonts) as folder:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg, zoom=zoom, skip_system_fonts=True, font_dirs=[str(folder)], serif_family="EB Garamond"
            )
        )


def built() -> list[tuple[str, str]]:
    """Every board that ships, as (game, board)."""
    root = resources.files("grognard.atlas").joinpath("boards")
    return sorted((g.name, b.name) for g in root.iterdir() if g.is_dir() for b in g.iterdir() if b.is_dir())


@cache
def board(game: str, board: str | None = None) -> Board:
    """The board of a game; games with several boards (both sides of a map) take the first unless one is named."""
    names = [b for g, b in built() if g == game]
    if not names:
        raise KeyError(f"no board is built for {game!r}; built are {', '.join(sorted({g for g, _ in built()}))}")
    chosen = names[0] if board is None else board
    if chosen not in names:
        raise KeyError(f"{game} has no board {board!r}; it has {', '.join(names)}")
    return Board(game, chosen, resources.files("grognard.atlas").joinpath("boards").joinpath(game).joinpath(chosen))
