"""The command line: play a game, prove a file, read the rules, and the commands of the lab."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from grognard import __version__
from grognard.atlas import board as atlas_board
from grognard.atlas import cli as atlas_cli
from grognard.engine import dice, gamefile, ledger, registry
from grognard.engine.datafile import DataError
from grognard.engine.game import Game, new
from grognard.engine.refusal import Refused, UserError
from grognard.engine.rulebook import OptionValue, Rulebook
from grognard.lab import cli as lab_cli
from grognard.server import cli as server_cli
from grognard.terminal import play as terminal
from grognard.terminal.rules_page import ledger_data, ledger_page

FAILED, INTERRUPTED, OUR_MISTAKE = 2, 130, 70
WIDE = 160
"""Where nobody looks, names of tests are not broken."""

app = typer.Typer(
    help="Napoleonic board games with every rule enforced: play them, prove them, study them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(lab_cli.fuzz)
app.command()(lab_cli.simulate)
app.command()(lab_cli.report)
app.command()(lab_cli.balance)
app.command()(lab_cli.strength)
app.add_typer(atlas_cli.app, name="atlas")
server_cli.register(app)

Data = Annotated[Path | None, typer.Option(help="A folder with your own data files.", metavar="DIR")]
AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]
GameName = Annotated[str, typer.Argument(help="The game, such as coalitions.", metavar="GAME")]


@app.callback(invoke_without_command=True)
def grognard(
    version: Annotated[bool, typer.Option("--version", help="Show the version.", is_eager=True)] = False,
) -> None:
    if version:
        print(f"grognard {__version__}")
        raise typer.Exit


# --- play -----------------------------------------------------------------------------------------------------------


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="The game, such as coalitions.", metavar="GAME")] = None,
    scenario: Annotated[str | None, typer.Argument(help="The scenario, such as 1805.", metavar="SCENARIO")] = None,
    in_terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal, not in the browser.")] = False,
    players: Annotated[int | None, typer.Option(help="How many players.")] = None,
    seat: Annotated[str | None, typer.Option(help="Your seat, several with commas, or all.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game.", metavar="NAME=VALUE")] = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.", metavar="FILE")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
    db: server_cli.Database = "",
    seed: Annotated[int | None, typer.Option(help="In the terminal: the same seed has the same dice.")] = None,
    save: Annotated[Path | None, typer.Option(help="In the terminal: where the game is saved.", metavar="FILE")] = None,
    data: Annotated[Path | None, typer.Option(help="In the terminal: your own data files.", metavar="DIR")] = None,
) -> None:
    """Play in the browser against bots, at a private table on a free port; or in the terminal."""
    if load is not None:
        for name, given in (("SCENARIO", scenario), ("--players", players), ("--seed", seed), ("--option", option)):
            if given is not None:
                raise UserError(f"{name} is settled by the saved game: leave it out with --load.")
    if not in_terminal:
        for name, value in (("--seed", seed), ("--save", save), ("--data", data)):
            if value is not None:
                raise UserError(f"{name} is for the terminal: add --terminal.")
    if load is not None:
        begun = gamefile.load(load, data=data)
        if game is not None and begun.rulebook.id != registry.rulebook(game).id:
            raise UserError(f"{load} is a game of {begun.rulebook.title}.")
    else:
        begun = new(game or _only_game(), scenario, players=players, seed=seed, data=data, **_options(option or []))
    seats = terminal.seats_named(begun, seat)
    if in_terminal:
        rng = Random(seed)  # noqa: S311 - chance at the other seats needs no secrets
        terminal.play(begun, seats, rng, save or load or terminal.fresh_file(begun))
        return
    from grognard.server import running  # noqa: PLC0415 - other commands start without the server

    # A file holds its key: whoever goes on from it must not know the draws to come.
    laid = begun.fork() if load is not None and not begun.over else begun
    running.play(laid, seats, db, browser=not no_browser)


@app.command()
def mcp(
    game: Annotated[str | None, typer.Argument(help="The game, such as coalitions.", metavar="GAME")] = None,
    scenario: Annotated[str | None, typer.Argument(help="The scenario, such as 1805.", metavar="SCENARIO")] = None,
    players: Annotated[int | None, typer.Option(help="How many players.")] = None,
    seat: Annotated[str | None, typer.Option(help="The seat; the first if none is named.")] = None,
    opponents: Annotated[str, typer.Option(help="Who plays the other seats: a bot.", metavar="BOT")] = "staff",
    option: Annotated[list[str] | None, typer.Option(help="An option of the game.", metavar="NAME=VALUE")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed has the same dice.")] = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.", metavar="FILE")] = None,
    save: Annotated[Path | None, typer.Option(help="Save after every action.", metavar="FILE")] = None,
    table: Annotated[str | None, typer.Option(help="A seat at this table of a server.", metavar="URL")] = None,
    token: Annotated[str, typer.Option(help="For --table.", envvar="GROGNARD_TOKEN", show_envvar=True)] = "",
) -> None:
    """Give a seat to a language model, by the Model Context Protocol on stdin and stdout."""
    from grognard.lab.mcp import local, remote, server  # noqa: PLC0415 - other commands start without the extra

    settled = {"GAME": game, "--players": players, "--option": option, "--seed": seed}
    for name, given in {**settled, "--load": load, "--save": save}.items():
        if table is not None and given is not None:
            raise UserError(f"{name} is settled by the table: leave it out with --table.")
    for name, given in settled.items():
        if load is not None and given is not None:
            raise UserError(f"{name} is settled by the saved game: leave it out with --load.")
    if table is not None:
        server.serve(remote.TableChair(table, token, seat))
        return
    if load is not None:
        begun = gamefile.load(load)
    else:
        begun = new(game or _only_game(), scenario, players=players, seed=seed, data=None, **_options(option or []))
    sitting = terminal.seats_named(begun, seat)
    if len(sitting) != 1:
        raise UserError(f"A language model sits on one seat, not on {len(sitting)}.")
    server.serve(local.LocalChair(begun, sitting[0], opponents, save or load))


def _only_game() -> str:
    known = registry.names()
    if len(known) != 1:
        raise UserError(f"Name the game: {', '.join(known)}.")
    return known[0]


def _options(given: Sequence[str]) -> dict[str, OptionValue]:
    found: dict[str, OptionValue] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or not name.isidentifier():
            raise UserError(f"An option is written name=value, not “{pair}”.")
        if name in ("game", "scenario", "players", "seed", "data"):
            raise UserError(f"“{name}” is no option of a game.")
        word = value.casefold()
        found[name] = word == "true" if word in ("true", "false") else int(value) if value.isdecimal() else value
    return found


# --- games ----------------------------------------------------------------------------------------------------------


@app.command()
def games(as_json: AsJson = False) -> None:
    """The games with their scenarios, seats and options."""
    rulebooks = [registry.rulebook(name) for name in registry.names()]
    if as_json:
        _print_json([_game_data(rulebook) for rulebook in rulebooks])
        return
    console = Console(highlight=False)
    for rulebook in rulebooks:
        console.print(Text.assemble((rulebook.title, "bold"), f" by {rulebook.designer}: grognard play {rulebook.id}"))
        table = Table("Scenario", "Name", "Players", "About", box=None, padding=(0, 2), header_style="dim")
        for scenario in rulebook.scenarios():
            table.add_row(scenario.id, scenario.name, _span(scenario.players), scenario.about)
        console.print(table)
        options = Table("Option", "Values", "About", box=None, padding=(0, 2), header_style="dim")
        for choice in rulebook.choices():
            values = [str(value).lower() for value in choice.values]
            if choice.line_up:
                values.append("some of " + "+".join(choice.line_up))
            options.add_row(choice.name, ", ".join(values), choice.about)
        console.print(options)
        if rulebook.figures():
            console.print(
                f"  {len(rulebook.figures())} figures for experiments: grognard rules {rulebook.id} --figures"
            )
        seats = Table("Players", "Seats", box=None, padding=(0, 2), header_style="dim")
        for players, names in _seats_by_players(rulebook):
            seats.add_row(str(players), ", ".join(names))
        console.print(seats)


def _span(numbers: tuple[int, ...]) -> str:
    whole = numbers == tuple(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}-{numbers[-1]}" if whole and len(numbers) > 1 else ", ".join(map(str, numbers))


def _seats_by_players(rulebook: Rulebook) -> list[tuple[int, tuple[str, ...]]]:
    """Every way of seating that some variant has."""
    found = {
        (players, rulebook.setting(scenario, players, options, None).seats)
        for scenario, players, options in rulebook.variants()
    }
    return sorted(found)


def _game_data(rulebook: Rulebook) -> dict[str, Any]:
    return {
        "id": rulebook.id,
        "title": rulebook.title,
        "designer": rulebook.designer,
        "rules": rulebook.version,
        "scenarios": [msgspec.to_builtins(scenario) for scenario in rulebook.scenarios()],
        "options": [msgspec.to_builtins(choice) for choice in rulebook.choices()],
        "figures": [msgspec.to_builtins(figure) for figure in rulebook.figures()],
        "seats": [{"players": players, "seats": list(names)} for players, names in _seats_by_players(rulebook)],
    }


# --- verify ---------------------------------------------------------------------------------------------------------


@app.command()
def show(
    file: Annotated[Path, typer.Argument(help="A saved game.", metavar="FILE")],
    out: Annotated[Path, typer.Option(help="Where the picture goes: .png or .svg.", metavar="PICTURE")],
    step: Annotated[int | None, typer.Option(help="After that many actions; the last by default.")] = None,
    zoom: Annotated[float, typer.Option(help="1 is the size of the board.", min=0.1, max=2.0)] = 1.0,
    data: Data = None,
) -> None:
    """Draw a saved game on its board, as a spectator sees it."""
    game = gamefile.load(file, data=data)
    if step is not None:
        game.position = game.position_at(step)
    laid = game.tabletop()
    if laid.board is None:
        raise UserError(f"{game.rulebook.title} has no board in the atlas.")
    board = atlas_board(laid.board.game, laid.board.board)
    match out.suffix:
        case ".svg":
            picture = board.svg(laid).encode()
        case ".png":
            try:
                picture = board.png(laid, zoom=zoom)
            except ImportError as error:
                raise UserError(
                    "A PNG needs the extra png: pip install 'grognard[png]'. An .svg needs nothing."
                ) from error
        case other:
            raise UserError(f"A picture ends in .png or .svg, not in “{other}”.")
    gamefile.write_beside(out, picture)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A game file.", metavar="FILE")],
    data: Data = None,
) -> None:
    """Prove a game file: its chain, its dice and the legality of every action."""
    game = gamefile.verify(file, data=data)
    console = Console(highlight=False, soft_wrap=True)
    for line in _proof(game):
        console.print(line, markup=False)


def _proof(game: Game) -> list[str]:
    standing = sum(record.standing for record in game.history)
    given = f", {standing} of them by standing order" if standing else ""
    result = "still going on" if game.result is None else msgspec.json.encode(game.result).decode()
    return [
        f"{game.rulebook.title} {game.setting.scenario}, seats {', '.join(game.seats)}",
        f"steps       {game.step}{given}: every one was legal, and the chain of lines is whole",
        f"commitment  {dice.commitment(game.start.key)}: the key at the end of the file fits it",
        "chance      every draw follows from that key",
        f"result      {result}",
    ]


# --- rules ----------------------------------------------------------------------------------------------------------


@app.command()
def rules(
    game: GameName,
    section: Annotated[str | None, typer.Option(help="A section by its number or words of its title.")] = None,
    clause: Annotated[str | None, typer.Option(help="One clause, or all that begin so.", metavar="ID")] = None,
    check: Annotated[bool, typer.Option("--check", help="Exit code 1 if a clause has no test.")] = False,
    index: Annotated[bool, typer.Option("--index", help="Renew the index of proofs in a source checkout.")] = False,
    figures: Annotated[bool, typer.Option("--figures", help="The numbers an experiment may set instead.")] = False,
    as_json: AsJson = False,
) -> None:
    """The rules clause by clause: where each is enforced, which tests prove it, which ruling was taken and why."""
    rulebook = registry.rulebook(game)
    if index:
        print(f"Renewed {ledger.renew_index(rulebook).name}.")
        return
    if figures:
        _show_figures(rulebook, as_json=as_json)
        return
    book = ledger.load(rulebook)
    if check:
        _check(book)
        return
    chosen = _chosen(book, section, clause)
    if as_json:
        _print_json(ledger_data(book, chosen))
        return
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, WIDE)
    for part in ledger_page(book, chosen):
        console.print(part)


def _show_figures(rulebook: Rulebook, *, as_json: bool) -> None:
    if as_json:
        _print_json([msgspec.to_builtins(figure) for figure in rulebook.figures()])
        return
    table = Table("Figure", "From", "To", "Clause", "What it is", box=None, padding=(0, 2), header_style="dim")
    for figure in rulebook.figures():
        name = f"{rulebook.id}.{figure.name}"
        table.add_row(name, str(figure.least), str(figure.most), figure.clause, figure.about)
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, WIDE)
    console.print(table)


def _chosen(book: ledger.Ledger, section: str | None, clause: str | None) -> list[ledger.Clause]:
    found = list(book.clauses.values())
    if section is not None:
        wanted = section.casefold()
        numbered = [c for c in found if c.section.casefold().startswith(f"{wanted} ")]
        found = numbered or [c for c in found if wanted in c.section.casefold()]
        if not found:
            titles = list(dict.fromkeys(c.section for c in book.clauses.values()))
            raise UserError(f"There is no section “{section}”. Sections:\n  " + "\n  ".join(titles))
    if clause is not None:
        exact = [c for c in found if c.id == clause]
        found = exact or [c for c in found if c.id.startswith(f"{clause.rstrip('.')}.")]
        if not found:
            raise UserError(f"There is no clause “{clause}” of {book.game}.")
    return found


def _check(book: ledger.Ledger) -> None:
    unproven = book.unproven()
    for clause in unproven:
        print(f"{clause.id}: no test ({clause.section})")
    for problem in book.problems:
        print(problem)
    print(f"{len(book.clauses) - len(unproven)} of {len(book.clauses)} clauses are proven by a test.")
    if unproven or book.problems:
        raise typer.Exit(1)


def _print_json(value: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


# --- the door -------------------------------------------------------------------------------------------------------


def run(arguments: Sequence[str]) -> int:
    """One command; its exit code. Whatever goes wrong is told in one plain message."""
    try:
        return _obey(arguments)
    except KeyboardInterrupt:
        _complain("Interrupted.")
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _complain("Whoever read the output has gone away.")
    except (UserError, Refused, DataError) as error:
        _complain(str(error))
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        _complain(f"The system says: {error.strerror or error}{where}.")
    except Exception as error:  # no traceback reaches a user
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = f"{Path(place.tb_frame.f_code.co_filename).name}, line {place.tb_lineno}" if place else "nowhere"
        _complain(f"Grognard has made a mistake: {type(error).__name__}: {error} ({where}). Please report it.")
        return OUR_MISTAKE
    return FAILED


def _obey(arguments: Sequence[str]) -> int:
    try:
        app(args=list(arguments), prog_name="grognard")
    except SystemExit as leaving:
        sys.stdout.flush()
        if leaving.code == INTERRUPTED:
            raise KeyboardInterrupt from None
        return leaving.code if isinstance(leaving.code, int) else 0
    return 0


def _complain(message: str) -> None:
    print(f"grognard: {message}", file=sys.stderr)


def main() -> None:
    """The console script."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:]))
