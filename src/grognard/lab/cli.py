"""The commands of the lab: `grognard fuzz`, `grognard simulate` and `grognard strength`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from grognard.engine import gamefile, registry
from grognard.engine.refusal import UserError
from grognard.engine.rulebook import OptionValue, Rulebook
from grognard.lab import fuzz as fuzzing
from grognard.lab import simulate as simulating
from grognard.lab import strength as measuring
from grognard.players import player

GameName = Annotated[str, typer.Argument(help="The game, such as coalitions.", metavar="GAME")]
Games = Annotated[int, typer.Option("--games", "-n", min=1, help="How many games to play.")]
Seed = Annotated[int, typer.Option(help="The same seed plays the same games.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many processes to use.")]


def fuzz(
    game: GameName,
    games: Games = 20,
    seed: Seed = 1,
    jobs: Jobs = 1,
    out: Annotated[Path, typer.Option(help="Where failures are written.")] = Path("fuzz-failures"),
    replay: Annotated[Path | None, typer.Option(help="Try a failure file again instead.", metavar="FILE")] = None,
) -> None:
    """Play random games over every variant with every check; exit code 1 if anything is found."""
    rulebook = registry.rulebook(game)
    console = Console()
    if replay is not None:
        findings = fuzzing.replay(replay, rulebook)
        for finding in findings:
            console.print(finding, markup=False)
        if findings:
            raise typer.Exit(1)
        console.print(f"{replay} passes.", markup=False)
        return
    report = fuzzing.fuzz(rulebook, games, seed, jobs, out)
    _show(report, rulebook, console)
    if report.failures:
        raise typer.Exit(1)


def _show(report: fuzzing.Report, rulebook: Rulebook, console: Console) -> None:
    found = [failure.note.check for failure in report.failures]
    table = Table("Check", "Runs", "Failures", title=f"{rulebook.title}: {report.games} games, {report.steps} actions")
    for check, runs in report.runs.items():
        table.add_row(check, str(runs), str(found.count(check)))
    console.print(table)
    unmet = sorted(d.name for d in rulebook.procedures.decisions if d.name not in report.decisions)
    if unmet:
        console.print(f"Decisions never met: {', '.join(unmet)}.", markup=False)
    for failure in report.failures:
        console.print(f"\n{failure.note.check} failed: {failure.note.found_in}", markup=False)
        for finding in failure.note.findings[:5]:
            console.print(f"  {finding}", markup=False)
        if failure.path is not None:
            console.print(f"  grognard fuzz {rulebook.id} --replay {failure.path}", markup=False)


def simulate(
    game: GameName,
    scenario: Annotated[str | None, typer.Option(help="The scenario; the first one if none is named.")] = None,
    players: Annotated[int | None, typer.Option(help="How many players.")] = None,
    games: Games = 100,
    seed: Seed = 1,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one for each, with commas.")] = "random",
    jobs: Jobs = 1,
    json: Annotated[Path | None, typer.Option(help="Write the result to this file too.", metavar="FILE")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game.", metavar="NAME=VALUE")] = None,
) -> None:
    """Play many games between bots and tell who wins, how, and how long it takes."""
    rulebook = registry.rulebook(game)
    names = [name.strip() for name in bots.split(",")]
    options = chosen_options(rulebook, option or [])
    result = simulating.simulate(rulebook, scenario, players, games, seed, names, jobs, options)
    result.show(Console())
    if json is not None:
        gamefile.write_beside(json, result.to_json())


def chosen_options(rulebook: Rulebook, given: list[str]) -> dict[str, OptionValue]:
    """Options as typed, name=value, turned into the values the game knows."""
    options: dict[str, OptionValue] = {}
    for text in given:
        name, equals, value = text.partition("=")
        choice = next((c for c in rulebook.choices() if c.name == name), None)
        if choice is None or not equals:
            known = ", ".join(c.name for c in rulebook.choices())
            raise UserError(f"“{text}” is not NAME=VALUE with an option of {rulebook.title}: {known}.")
        found = next((v for v in choice.values if str(v).lower() == value.lower()), None)
        if found is None and choice.other:
            found = value
        if found is None:
            allowed = ", ".join(str(v).lower() for v in choice.values)
            raise UserError(f"Option {name} is one of {allowed}, not “{value}”.")
        options[name] = found
    return options


def strength(
    game: GameName,
    match: Annotated[
        list[str] | None, typer.Option(help="One player among others, such as staff:random.", metavar="ONE:OTHERS")
    ] = None,
    scenario: Annotated[list[str] | None, typer.Option(help="A scenario; all if none is named.")] = None,
    games: Games = 60,
    seed: Seed = 1,
    jobs: Jobs = 1,
    budget: Annotated[
        list[float] | None, typer.Option(help="Seconds for a decision, for players that think.", min=0.001)
    ] = None,
    record: Annotated[
        Path, typer.Option(help="Where every game is noted; what is there is not played again.", metavar="FILE")
    ] = Path("strength.jsonl"),
    page: Annotated[Path | None, typer.Option(help="Write a page of documentation too.", metavar="FILE")] = None,
) -> None:
    """Measure how strong players are: one among others of another kind, its seat rotated, with intervals."""
    rulebook = registry.rulebook(game)
    pairs = [_pair(text) for text in match or ["staff:random", "marshal:staff"]]
    matches = measuring.matches_of(rulebook, pairs, scenario or [], budget or [0.2, 1.0])
    bouts = measuring.measure(matches, games, seed, jobs, record)
    found = measuring.standings(bouts)
    measuring.show([standing for standing in found if standing.match.game == rulebook.id], Console())
    if page is not None:
        command = f"grognard strength {game} --games {games} --seed {seed} --record {record.name} --page {page.name}"
        gamefile.write_beside(page, measuring.page(found, command).encode())


def _pair(text: str) -> tuple[str, str]:
    challenger, colon, field = text.partition(":")
    if not colon:
        raise UserError(f"“{text}” is not ONE:OTHERS, such as staff:random.")
    for name in (challenger, field):
        player(name)
    return challenger, field
