"""How strong the players are: one challenger among others of another kind, its seat rotated, every game on record."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table

from grognard.engine import dice, registry
from grognard.engine.refusal import UserError
from grognard.engine.rulebook import OptionValue, Rulebook
from grognard.lab import workers
from grognard.lab.rotation import STEP_LIMIT
from grognard.lab.statistics import Share, share
from grognard.players import Budget, Player, player, situation_of

TWO_SIDED = {"random": 0.9, "staff": 0.7}
MANY_SIDED = {"random": 3.0, "staff": 2.0}
"""What is to be reached against each: so many times the fair share, but never more than the share between two."""
QUICK = ("random", "staff")
"""Players that take no time worth a budget."""


class Match(msgspec.Struct, frozen=True):
    """Who plays whom at what, and how long each may think about a decision."""

    game: str
    rules: str
    scenario: str
    players: int
    options: dict[str, OptionValue]
    challenger: str
    field: str
    seconds: float | None = None
    iterations: int | None = None


class Bout(msgspec.Struct, frozen=True):
    """One game of a match."""

    match: Match
    seed: int
    number: int
    seat: str
    won: float
    """1 for a win, a part for a shared one."""
    way: str
    rounds: int
    decisions: int
    """Those of the challenger, where there was a choice."""
    thought: float
    """Seconds of the processor the challenger took for them."""


class Task(NamedTuple):
    """A bout to be played."""

    match: Match
    seed: int
    number: int


class Standing(NamedTuple):
    """What a match has shown."""

    match: Match
    games: int
    wins: Share
    fair: float
    goal: float
    """The share to be reached."""
    rounds: float
    thought: float
    """Seconds for a decision."""

    @property
    def times_fair(self) -> float:
        return self.wins.share / self.fair


def bout(task: Task) -> Bout:
    """Play one game. The challenger's seat goes round the table with the number of the game."""
    match = task.match
    rng = Random(f"{task.seed}/{match.scenario}/{match.challenger}/{match.field}/{task.number}")
    rulebook = registry.rulebook(match.game)
    setting = rulebook.setting(match.scenario, match.players, match.options, None)
    seat = task.number % len(setting.seats)
    position = rulebook.set_up(setting, dice.key_from_seed(rng.getrandbits(64)))
    position.log = None
    position.advance()
    seated: list[Player] = [player(match.challenger if s == seat else match.field) for s in range(len(setting.seats))]
    budget = Budget(match.seconds, match.iterations, clock=time.process_time)
    decisions, thought = 0, 0.0
    for _ in range(STEP_LIMIT):
        if not position.agenda:
            break
        power = position.deciding[0]
        asked = position.keeper[power]
        bot = seated[asked]
        situation = situation_of(rulebook, setting, position, power, rng, bot)
        began = time.process_time()
        action = bot.choose(situation, budget if asked == seat else Budget(), rng)
        if asked == seat and len(situation.options()) > 1:
            decisions += 1
            thought += time.process_time() - began
        position.act(power, action)
    result = rulebook.result(position)
    winners = {position.keeper[setting.powers.index(power)] for power in result["winners"]}
    won = 1 / len(winners) if seat in winners else 0.0
    way, rounds = str(result["way"]), int(result["round"])
    return Bout(match, task.seed, task.number, setting.seats[seat], won, way, rounds, decisions, thought)


# --- the record -----------------------------------------------------------------------------------------------------


def read(path: Path) -> list[Bout]:
    """The bouts of a record; a last line cut off in the middle of writing is left out."""
    if not path.exists():
        return []
    bouts = []
    lines = path.read_bytes().split(b"\n")
    for number, text in enumerate(lines, 1):
        try:
            if text:
                bouts.append(msgspec.json.decode(text, type=Bout))
        except msgspec.MsgspecError as error:
            if number < len(lines):
                raise UserError(f"{path}, line {number}: {error}.") from error
    return bouts


def measure(matches: Sequence[Match], games: int, seed: int, jobs: int, record: Path) -> list[Bout]:
    """Play what is not yet on record, and put it there game by game: a run that was stopped goes on."""
    known = {(repr(b.match), b.seed, b.number) for b in read(record)}
    tasks = [
        Task(match, seed, number)
        for number in range(games)
        for match in matches
        if (repr(match), seed, number) not in known
    ]
    record.parent.mkdir(parents=True, exist_ok=True)
    if record.exists() and (content := record.read_bytes()) and not content.endswith(b"\n"):
        record.write_bytes(content[: content.rfind(b"\n") + 1])
    with record.open("ab") as file:
        for played in workers.each(bout, tasks, jobs, "Measuring strength"):
            file.write(msgspec.json.encode(played) + b"\n")
            file.flush()
    return read(record)


def matches_of(
    rulebook: Rulebook,
    pairs: Iterable[tuple[str, str]],
    scenarios: Sequence[str],
    seconds: Sequence[float],
    players: Sequence[int] = (),
    options: Mapping[str, OptionValue] | None = None,
) -> list[Match]:
    """Every pair at every scenario, with as many players as it takes; those that use time once for each budget."""
    found: list[Match] = []
    pairs = tuple(pairs)
    known = {summary.id: summary for summary in rulebook.scenarios()}
    for name in scenarios or tuple(name for name, summary in known.items() if max(summary.players) > 1):
        if name not in known:
            raise UserError(f"There is no scenario “{name}” of {rulebook.title}. Scenarios: {', '.join(known)}.")
        for count in players or (max(known[name].players),):
            setting = rulebook.setting(name, count, options or {}, None)
            for challenger, field in pairs:
                budgets = (None,) if challenger in QUICK else seconds
                found += [
                    Match(rulebook.id, rulebook.version, name, count, setting.options, challenger, field, budget)
                    for budget in budgets
                ]
    return found


# --- what it shows --------------------------------------------------------------------------------------------------


def standings(bouts: Iterable[Bout]) -> list[Standing]:
    """Match by match."""
    by_match: dict[str, list[Bout]] = {}
    for played in bouts:
        by_match.setdefault(repr(played.match), []).append(played)
    found = []
    for games in by_match.values():
        match = games[0].match
        fair = 1 / len({b.seat for b in games} | _seats(match))
        goal = min(TWO_SIDED.get(match.field, 0.5), MANY_SIDED.get(match.field, 1.0) * fair)
        decisions = sum(b.decisions for b in games)
        found.append(
            Standing(
                match,
                len(games),
                share(sum(b.won for b in games), len(games)),
                fair,
                goal,
                sum(b.rounds for b in games) / len(games),
                sum(b.thought for b in games) / max(1, decisions),
            )
        )
    return found


def _seats(match: Match) -> set[str]:
    return set(registry.rulebook(match.game).setting(match.scenario, match.players, match.options, None).seats)


def _unusual(match: Match) -> dict[str, OptionValue]:
    """The options that are not as the game has them when nothing is said."""
    usual = registry.rulebook(match.game).setting(match.scenario, match.players, {}, None).options
    return {name: value for name, value in match.options.items() if usual.get(name) != value}


def _verdict(standing: Standing) -> str:
    if standing.wins.low >= standing.goal:
        return "reached"
    if standing.wins.high < standing.goal:
        return "missed"
    return "likely" if standing.wins.share >= standing.goal else "unlikely"


COLUMNS = ("Scenario", "Players", "Budget", "Games", "Wins", "95% interval", "Times fair", "Goal", "")


def _scenario(match: Match) -> str:
    return ", ".join((match.scenario, *(f"{name}={str(value).lower()}" for name, value in _unusual(match).items())))


def _row(standing: Standing, scenario: str) -> tuple[str, ...]:
    match, wins = standing.match, standing.wins
    budget = "" if match.seconds is None else f"{match.seconds:g} s"
    return (
        scenario,
        str(match.players),
        budget,
        str(standing.games),
        f"{wins.share:.0%}",
        f"{wins.low:.0%} to {wins.high:.0%}",
        f"{standing.times_fair:.1f}",
        f"{standing.goal:.0%}",
        _verdict(standing),
    )


def show(found: Sequence[Standing], console: Console) -> None:
    """As tables, one for each pair."""
    for title, rows in _grouped(found):
        table = Table(*COLUMNS, title=title)
        for standing in rows:
            table.add_row(*_row(standing, _scenario(standing.match)))
        table.add_section()
        for standing in _together(rows):
            table.add_row(*_row(standing, "all"))
        console.print(table)


def _grouped(found: Sequence[Standing]) -> list[tuple[str, list[Standing]]]:
    groups: dict[str, list[Standing]] = {}
    for standing in found:
        match = standing.match
        title = f"{registry.rulebook(match.game).title}: one {match.challenger} among {match.field}"
        groups.setdefault(title, []).append(standing)
    for rows in groups.values():
        rows.sort(key=lambda s: (s.match.scenario, s.match.players, str(_unusual(s.match)), s.match.seconds or 0.0))
    return list(groups.items())


def _together(rows: Sequence[Standing]) -> list[Standing]:
    """All scenarios of a table, where there are several, by the number of players and their budget."""
    alike: dict[tuple[int, float], list[Standing]] = {}
    for standing in rows:
        alike.setdefault((standing.match.players, standing.match.seconds or 0.0), []).append(standing)
    found = []
    for _, group in sorted(alike.items()):
        if len(group) > 1:
            games = sum(s.games for s in group)
            won = sum(s.wins.share * s.games for s in group)
            found.append(group[0]._replace(games=games, wins=share(won, games)))
    return found


INTRODUCTION = """# How strong the players are

One *challenger* sits among players of another kind; its seat goes round the table from game to game, so that a good
seat helps nobody. A **fair share** of the wins is one in as many as there are seats. The goals: `staff` wins nine games
of ten against `random` where there are two sides, and three times its fair share where there are more (of three: nine
of ten too, for three times its fair share would be every single game); `marshal` with a second a decision wins seven of
ten, or twice its fair share, against `staff`.

Intervals are Wilson's, at 95%. A goal is *reached* or *missed* if the whole interval lies on one side of it, *likely*
or *unlikely* if only the share does: then more games are needed to tell. The last rows of a table are of all its
scenarios together. The seats of a scenario differ much: some powers hardly ever win among equal players. Budgets are
seconds of one processor: a busy machine changes nothing.

In *Alliance* a player may surrender, and chance soon does, which ends a game at once; the rows with `surrender=false`
are of games in which nobody may.

"""


def commands(found: Sequence[Standing], record: str) -> list[str]:
    """What to type to play the same games; the seed of all is 1."""
    wanted: dict[str, tuple[int, list[str]]] = {}
    for s in found:
        match = s.match
        words = f"grognard strength {match.game} --match {match.challenger}:{match.field} --players {match.players}"
        if match.seconds is not None:
            words += f" --budget {match.seconds:g}"
        words += "".join(f" --option {name}={str(value).lower()}" for name, value in _unusual(match).items())
        words += f" --games {s.games}"
        wanted.setdefault(words, (s.games, []))[1].append(match.scenario)
    return [
        f"{words}{''.join(f' --scenario {name}' for name in scenarios)} --record {record}"
        for words, (_, scenarios) in wanted.items()
    ]


def page(found: Sequence[Standing], record: str) -> str:
    """The page of the documentation."""
    typed = "\n".join(commands(found, record))
    kept = f"(quicker with `--jobs`, one for each processor) and are kept in `{record}`."
    parts = [INTRODUCTION + f"The games were played by\n\n```sh\n{typed}\n```\n\n{kept}\n"]
    for title, rows in _grouped(found):
        lines = [f"\n## {title}\n", f"| {' | '.join(COLUMNS)} |", "|" + " --- |" * len(COLUMNS)]
        lines += [f"| {' | '.join(_row(standing, _scenario(standing.match)))} |" for standing in rows]
        lines += [f"| {' | '.join(_row(standing, '**all**'))} |" for standing in _together(rows)]
        lines.append("")
        decision = max(s.thought for s in rows)
        lines.append(f"A decision took the challenger up to {_time(decision)} of the processor on average.")
        parts.append("\n".join(lines) + "\n")
    return "".join(parts)


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 0.1 else f"{seconds:.2f} s"
