"""What can be learnt from many games between bots: a summary of each cell of an experiment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from rich.console import Console
from rich.table import Table

from grognard.engine.refusal import UserError
from grognard.engine.rulebook import OptionValue, Rulebook
from grognard.lab import workers
from grognard.lab.experiment import Cell, cell_of, varied
from grognard.lab.playing import Played, Task, play
from grognard.lab.results import Results
from grognard.lab.statistics import Share, Spread, share, spread


class Result(msgspec.Struct, frozen=True):
    """What the games of a cell show; every share and mean with its 95% confidence interval."""

    game: str
    rules: str
    scenario: str
    players: int
    options: dict[str, OptionValue]
    bots: dict[str, str]
    """Seat by seat; with a line-up that rotates, in the first game."""
    games: int
    seed: int
    wins_by_power: dict[str, Share]
    wins_by_seat: dict[str, Share]
    ways: dict[str, Share]
    rounds: Spread
    decisions: Spread
    lead_changes: Spread
    battles: Spread

    def to_json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self)) + b"\n"

    def show(self, console: Console) -> None:
        """Print it as tables."""
        options = ", ".join(f"{name}={str(value).lower()}" for name, value in self.options.items())
        console.print(f"[bold]{self.game}[/] {self.scenario}, {self.players} players ({options})")
        console.print(f"{self.games} games, seed {self.seed}; intervals at 95%")
        for title, shares in (("Power", self.wins_by_power), ("Seat", self.wins_by_seat), ("Way", self.ways)):
            console.print(_share_table(title, "Games" if title == "Way" else "Wins", shares))
        lengths = Table("Of a game", *("Mean", "95% interval", "Median", "Min", "Max"))
        counted = (
            ("Rounds", self.rounds),
            ("Decisions", self.decisions),
            ("Changes of the lead", self.lead_changes),
            ("Battles", self.battles),
        )
        for name, s in counted:
            between = f"{s.low:.1f} to {s.high:.1f}"
            lengths.add_row(name, f"{s.mean:.1f}", between, f"{s.median:g}", f"{s.min:g}", f"{s.max:g}")
        console.print(lengths)


def _share_table(title: str, counted: str, shares: Mapping[str, Share]) -> Table:
    table = Table(title, counted, "Share", "95% interval")
    for name, s in shares.items():
        table.add_row(name, str(s.count), f"{s.share:.1%}", f"{s.low:.1%} to {s.high:.1%}")
    return table


def summary(cell: Cell, seed: int, played: Sequence[Played]) -> Result:
    """Of the games of a cell, at least one. Who shares a win has won."""
    games = len(played)
    powers = Counter(power for p in played for power in p.winners)
    seats = Counter(seat for p in played for seat in p.winning_seats)
    ways = Counter(p.way for p in played)
    return Result(
        game=cell.game,
        rules=cell.rules,
        scenario=cell.scenario,
        players=cell.players,
        options=cell.options,
        bots=dict(zip(cell.seats, cell.bots, strict=True)),
        games=games,
        seed=seed,
        wins_by_power={power: share(powers[power], games) for power in cell.powers},
        wins_by_seat={seat: share(seats[seat], games) for seat in cell.seats},
        ways={way: share(count, games) for way, count in sorted(ways.items())},
        rounds=spread([p.rounds for p in played]),
        decisions=spread([p.decisions for p in played]),
        lead_changes=spread([p.lead_changes for p in played]),
        battles=spread([len(p.battles) for p in played]),
    )


def summaries(results: Results) -> list[Result]:
    """Cell by cell, as far as games were played."""
    cells = zip(results.plan.cells, results.games, strict=True)
    return [summary(cell, results.plan.seed, games) for cell, games in cells if games]


def show(results: Results, console: Console) -> None:
    """One cell in full; of several who won how often, a line each."""
    cells = [cell for cell, games in zip(results.plan.cells, results.games, strict=True) if games]
    found = summaries(results)
    if len(found) == 1:
        found[0].show(console)
        return
    for game in dict.fromkeys(cell.game for cell in cells):
        ours = [(cell, result) for cell, result in zip(cells, found, strict=True) if cell.game == game]
        powers = list(dict.fromkeys(power for cell, _ in ours for power in cell.powers))
        differing = varied([cell for cell, _ in ours])
        heads = ("Scenario", "Players", *(name.replace("_", " ") for name in differing), "Games", *powers, "Rounds")
        table = Table(*heads, title=f"{game}: who won how often, and how long it took")
        for cell, result in ours:
            wins = [result.wins_by_power.get(power) for power in powers]
            table.add_row(
                cell.scenario,
                str(cell.players),
                *(values[cell.key] for values in differing.values()),
                str(result.games),
                *("" if w is None else f"{w.share:.0%}" for w in wins),
                f"{result.rounds.mean:.1f}",
            )
        console.print(table)


def to_json(found: Sequence[Result]) -> bytes:
    """The one result, or a list of them."""
    return found[0].to_json() if len(found) == 1 else msgspec.json.format(msgspec.json.encode(found)) + b"\n"


def simulate(
    rulebook: Rulebook,
    scenario: str | None = None,
    players: int | None = None,
    games: int = 100,
    seed: int = 1,
    bots: Sequence[str] = ("random",),
    jobs: int = 1,
    options: Mapping[str, OptionValue] | None = None,
) -> Result:
    """Play games between bots (one name for all seats, or one for each). The same for any number of jobs."""
    if games < 1:
        raise UserError(f"A simulation needs at least 1 game, not {games}.")
    cell = cell_of(rulebook, scenario or rulebook.scenarios()[0].id, players, bots, options)
    tasks = [Task(rulebook, cell, seed, number) for number in range(games)]
    chunk = max(1, min(50, games // (4 * max(1, jobs))))
    return summary(cell, seed, list(workers.each(play, tasks, jobs, f"Simulating {rulebook.title}", chunk)))
