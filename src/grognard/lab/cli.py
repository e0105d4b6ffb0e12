"""The commands of the lab: `grognard fuzz`, `grognard simulate` and `grognard strength`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from grognard.engine import figures, gamefile, registry
from grognard.engine.refusal import UserError
from grognard.engine.rulebook import Rulebook
from grognard.lab import balance as balancing
from grognard.lab import cluster as clusters
from grognard.lab import experiment as experimenting
from grognard.lab import fuzz as fuzzing
from grognard.lab import report as reporting
from grognard.lab import results as keeping
from grognard.lab import simulate as simulating
from grognard.lab import strength as measuring
from grognard.lab import workers
from grognard.lab.playing import Played, Task
from grognard.players import player

WIDE = 160
"""Where nobody looks, tables are not squeezed."""
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
    game: Annotated[str | None, typer.Argument(help="The game, such as coalitions.", metavar="[GAME]")] = None,
    experiment: Annotated[
        Path | None, typer.Option(help="Play the experiment of this TOML file.", metavar="FILE.toml")
    ] = None,
    scenario: Annotated[
        list[str] | None, typer.Option(help="A scenario, several with commas, or all; the first if none is named.")
    ] = None,
    players: Annotated[str | None, typer.Option(help="How many players; several with commas, or all.")] = None,
    games: Annotated[int | None, typer.Option("--games", "-n", min=1, help="How many games of each kind.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed plays the same games.")] = None,
    bots: Annotated[
        list[str] | None, typer.Option(help="A line-up: one bot for all seats, or one for each, with commas.")
    ] = None,
    rotate: Annotated[bool, typer.Option("--rotate", help="The line-up goes on by a seat from game to game.")] = False,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game; several values with commas.", metavar="NAME=VALUE")
    ] = None,
    set_figure: Annotated[
        list[str] | None,
        typer.Option("--set", help="A figure of the game; several values with commas.", metavar="GAME.FIGURE=NUMBER"),
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="For a decision of a player that thinks.", min=0.001)] = None,
    iterations: Annotated[int | None, typer.Option(help="The same, repeatable: steps of its search.", min=1)] = None,
    jobs: Jobs = 1,
    cluster: Annotated[bool, typer.Option("--cluster", help="Play on a Ray cluster.")] = False,
    address: Annotated[
        str | None, typer.Option(help="Of the cluster; without one it is RAY_ADDRESS, or made on this machine.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Keep the games in this folder, as Parquet too; what is there is not played again."),
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write the summary to this file too.", metavar="FILE")] = None,
) -> None:
    """Play many games between bots and tell who wins, how, and how long it takes."""
    if experiment is not None:
        given = {
            "GAME": game,
            "--scenario": scenario,
            "--players": players,
            "--bots": bots,
            "--rotate": rotate or None,
            "--option": option,
            "--set": set_figure,
            "--seconds": seconds,
            "--iterations": iterations,
        }
        for name, value in given.items():
            if value is not None:
                raise UserError(f"{name} is settled by the experiment: leave it out, or change {experiment}.")
        asked = experimenting.read(experiment)
        out = out or Path(experiment.stem)
    else:
        if game is None:
            raise UserError("Name a game, or an experiment with --experiment FILE.toml.")
        grid = experimenting.Grid(
            game=game,
            scenarios=_scenarios(scenario or []),
            players=_numbers(players),
            lineups=[[name.strip() for name in line.split(",")] for line in bots or ["random"]],
            rotate=rotate,
            options=_pairs(option or [], "an option of the game, NAME=VALUE"),
            set=_figures(game, set_figure or []),
            seconds=seconds,
            iterations=iterations,
        )
        asked = experimenting.Experiment(grid=[grid])
    changed = {name: value for name, value in (("games", games), ("seed", seed)) if value is not None}
    plan = experimenting.plan(msgspec.structs.replace(asked, **changed), registry.rulebook)
    if address is not None and not cluster:
        raise UserError("--address is that of a cluster: add --cluster.")
    results = _played(plan, out, _runner(plan, jobs, address, cluster=cluster))
    console = Console()
    if not console.is_terminal:
        console.width = max(console.width, WIDE)
    simulating.show(results, console)
    if json is not None:
        gamefile.write_beside(json, simulating.to_json(simulating.summaries(results)))


def _runner(plan: experimenting.Plan, jobs: int, address: str | None, *, cluster: bool) -> keeping.Runner:
    """Where the games are played, behind a progress bar."""
    workers.at_least_one(jobs)
    label = plan.title or f"Simulating {' and '.join(sorted({cell.game for cell in plan.cells}))}"

    def runner(work: Callable[[Task], Played], tasks: Sequence[Task]) -> Iterator[Played]:
        somewhere = clusters.as_done(work, tasks, address, jobs) if cluster else workers.as_done(work, tasks, jobs)
        return workers.with_progress(somewhere, len(tasks), label)

    return runner


def _played(plan: experimenting.Plan, out: Path | None, runner: keeping.Runner) -> keeping.Results:
    if out is None:
        return keeping.play_all(plan, registry.rulebook, runner)
    return keeping.gather(plan, out, registry.rulebook, runner)


def _scenarios(given: list[str]) -> list[str] | str:
    names = [name.strip() for text in given for name in text.split(",")]
    return experimenting.ALL if names == [experimenting.ALL] else names


def _numbers(given: str | None) -> list[int] | str:
    if given is None or given == experimenting.ALL:
        return given or []
    try:
        return [int(number) for number in given.split(",")]
    except ValueError:
        raise UserError(f"--players is a number, several with commas, or all; not “{given}”.") from None


def _pairs(given: list[str], what: str) -> dict[str, experimenting.Values]:
    found: dict[str, experimenting.Values] = {}
    for text in given:
        name, equals, values = text.partition("=")
        if not equals or not name:
            raise UserError(f"“{text}” is not {what}.")
        found[name] = [value.strip() for value in values.split(",")]
    return found


def _figures(game: str, given: list[str]) -> dict[str, experimenting.Values]:
    """--set coalitions.victory_influence=16,18, by the names of the figures."""
    rulebook = registry.rulebook(game)
    found: dict[str, experimenting.Values] = {}
    for name, values in _pairs(given, f"a figure of the game, {game}.FIGURE=NUMBER").items():
        owner, _, figure = name.partition(".")
        if owner != game:
            figures.find(rulebook.figures(), rulebook.title, name)  # if it is no figure at all, this says what is near
            raise UserError(f"A figure is written with its game: --set {game}.{name}=…")
        found[figure] = values
    return found


def report(
    results: Annotated[Path, typer.Argument(help="The folder of an experiment.", metavar="RESULTS")],
    out: Annotated[
        Path | None,
        typer.Option(help="Where the page goes; report.html in the folder if nowhere else.", metavar="FILE"),
    ] = None,
) -> None:
    """Make a page with plots of what an experiment shows: one file that needs nothing else."""
    found = keeping.load(results)
    path = out or results / "report.html"
    gamefile.write_beside(path, reporting.page(found, registry.rulebook).encode())
    print(path)


def balance(
    results: Annotated[list[Path], typer.Argument(help="The folders of experiments.", metavar="RESULTS...")],
    page: Annotated[Path | None, typer.Option(help="Write the page to this file.", metavar="FILE")] = None,
) -> None:
    """Tell the balance of scenarios from experiments, as a page of documentation."""
    found = [(folder.name, keeping.load(folder)) for folder in results]
    if not any(kept.total for _, kept in found):
        raise UserError("There are no games to report on yet.")
    target = page.name if page is not None else "balance.md"
    command = f"grognard balance {' '.join(name for name, _ in found)} --page {target}"
    text = balancing.page(found, registry.rulebook, command)
    if page is None:
        print(text)
    else:
        gamefile.write_beside(page, text.encode())


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
    players: Annotated[
        list[int] | None, typer.Option(help="How many players; as many as it takes if none is named.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game.", metavar="NAME=VALUE")] = None,
) -> None:
    """Measure how strong players are: one among others of another kind, its seat rotated, with intervals."""
    rulebook = registry.rulebook(game)
    pairs = [_pair(text) for text in match or ["staff:random", "marshal:staff"]]
    named = experimenting.chosen_options(rulebook, _pairs(option or [], "an option of the game, NAME=VALUE"))
    options = {name: values[0] for name, values in named.items()}
    matches = measuring.matches_of(rulebook, pairs, scenario or [], budget or [0.2, 1.0], players or [], options)
    bouts = measuring.measure(matches, games, seed, jobs, record)
    found = measuring.standings(bouts)
    measuring.show([standing for standing in found if standing.match.game == rulebook.id], Console())
    if page is not None:
        gamefile.write_beside(page, measuring.page(found, record.name).encode())


def _pair(text: str) -> tuple[str, str]:
    challenger, colon, field = text.partition(":")
    if not colon:
        raise UserError(f"“{text}” is not ONE:OTHERS, such as staff:random.")
    for name in (challenger, field):
        player(name)
    return challenger, field
