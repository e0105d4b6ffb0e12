"""Many games between bots, on bare positions, and what can be learnt from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table

from grognard.engine import dice
from grognard.engine.refusal import UserError
from grognard.engine.rulebook import OptionValue, Rulebook, Setting
from grognard.lab import workers
from grognard.lab.rotation import STEP_LIMIT
from grognard.lab.statistics import Share, Spread, share, spread
from grognard.players import Budget, Player, player, situation_of


class Task(NamedTuple):
    """One game to play."""

    rulebook: Rulebook
    scenario: str
    players: int
    options: dict[str, OptionValue]
    bots: tuple[str, ...]
    seed: int
    number: int


class Outcome(NamedTuple):
    """How one game went."""

    winners: tuple[str, ...]
    seats: tuple[str, ...]
    way: str
    rounds: int
    decisions: int


class Result(msgspec.Struct, frozen=True):
    """What a simulation found; every share and mean with its 95% confidence interval."""

    game: str
    rules: str
    scenario: str
    players: int
    options: dict[str, OptionValue]
    bots: dict[str, str]
    games: int
    seed: int
    wins_by_power: dict[str, Share]
    wins_by_seat: dict[str, Share]
    ways: dict[str, Share]
    rounds: Spread
    decisions: Spread

    def to_json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self)) + b"\n"

    def show(self, console: Console) -> None:
        """Print it as tables."""
        options = ", ".join(f"{name}={str(value).lower()}" for name, value in self.options.items())
        console.print(f"[bold]{self.game}[/] {self.scenario}, {self.players} players ({options})")
        console.print(f"{self.games} games, seed {self.seed}; intervals at 95%")
        for title, shares in (("Power", self.wins_by_power), ("Seat", self.wins_by_seat), ("Way", self.ways)):
            console.print(_share_table(title, "Games" if title == "Way" else "Wins", shares))
        lengths = Table("Length", *("Mean", "95% interval", "Median", "Min", "Max"))
        for name, s in (("Rounds", self.rounds), ("Decisions", self.decisions)):
            between = f"{s.low:.1f} to {s.high:.1f}"
            lengths.add_row(name, f"{s.mean:.1f}", between, f"{s.median:g}", f"{s.min:g}", f"{s.max:g}")
        console.print(lengths)


def _share_table(title: str, counted: str, shares: Mapping[str, Share]) -> Table:
    table = Table(title, counted, "Share", "95% interval")
    for name, s in shares.items():
        table.add_row(name, str(s.count), f"{s.share:.1%}", f"{s.low:.1%} to {s.high:.1%}")
    return table


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
    setting = rulebook.setting(scenario or rulebook.scenarios()[0].id, players, options or {}, None)
    seated = _seat_bots(setting, bots)
    tasks = [
        Task(rulebook, setting.scenario, setting.players, dict(setting.options), seated, seed, number)
        for number in range(games)
    ]
    chunk = max(1, min(50, games // (4 * max(1, jobs))))
    outcomes = list(workers.each(play, tasks, jobs, f"Simulating {rulebook.title}", chunk))
    powers = Counter(power for o in outcomes for power in o.winners)
    seats = Counter(seat for o in outcomes for seat in o.seats)
    ways = Counter(o.way for o in outcomes)
    return Result(
        game=rulebook.id,
        rules=rulebook.version,
        scenario=setting.scenario,
        players=setting.players,
        options=dict(setting.options),
        bots=dict(zip(setting.seats, seated, strict=True)),
        games=games,
        seed=seed,
        wins_by_power={power: share(powers[power], games) for power in setting.powers},
        wins_by_seat={seat: share(seats[seat], games) for seat in setting.seats},
        ways={way: share(count, games) for way, count in sorted(ways.items())},
        rounds=spread([o.rounds for o in outcomes]),
        decisions=spread([o.decisions for o in outcomes]),
    )


def _seat_bots(setting: Setting, bots: Sequence[str]) -> tuple[str, ...]:
    for name in bots:
        player(name)
    if len(bots) == 1:
        return tuple(bots) * len(setting.seats)
    if len(bots) != len(setting.seats):
        raise UserError(f"Name one bot for all seats or one for each of {', '.join(setting.seats)}; got {len(bots)}.")
    return tuple(bots)


def play(task: Task) -> Outcome:
    """One game, unrecorded."""
    rng = Random(f"{task.seed}/{task.number}")
    rulebook = task.rulebook
    setting = rulebook.setting(task.scenario, task.players, task.options, None)
    position = rulebook.set_up(setting, dice.key_from_seed(rng.getrandbits(64)))
    position.log = None
    position.advance()
    seated: list[Player] = [player(name) for name in task.bots]
    decisions = 0
    while position.agenda:
        if decisions == STEP_LIMIT:
            raise UserError(f"Game {task.number} of seed {task.seed} has not ended after {decisions} decisions.")
        power = position.deciding[0]
        seat = position.keeper[power]
        bot = seated[seat]
        situation = situation_of(rulebook, setting, position, power, rng, looks=bot.looks)
        position.act(power, bot.choose(situation, Budget(), rng))
        decisions += 1
    result = rulebook.result(position)
    keepers = {position.keeper[setting.powers.index(power)] for power in result["winners"]}
    seats = tuple(name for seat, name in enumerate(setting.seats) if seat in keepers)
    return Outcome(tuple(result["winners"]), seats, str(result["way"]), int(result["round"]), decisions)
