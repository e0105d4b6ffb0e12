"""The folder of an experiment: every game a line as soon as it is over, and all of them as Parquet.

    experiment.json        what is played
    record/CELL.jsonl      the games of a cell, in the order in which they ended
    games.parquet          one row for each game
    battles.parquet        one row for each battle

A line is written whole or, if the machine dies, not at all: a torn last line is cut off, and that game is played again.
So a run that was stopped goes on, and one with more games or more cells plays only what is new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.engine import gamefile
from grognard.engine.refusal import UserError
from grognard.lab.experiment import Cell, Plan, RulebookOf
from grognard.lab.playing import Played, Task, play

if TYPE_CHECKING:
    import pyarrow

PLAN, RECORD, GAMES, BATTLES = "experiment.json", "record", "games.parquet", "battles.parquet"
NO_PYARROW = "Results are written as Parquet, which needs the extra lab: pip install 'grognard[lab]'."
ROWS_AT_ONCE = 50_000

Runner = Callable[[Callable[[Task], Played], Sequence[Task]], Iterator[Played]]
"""Plays tasks somewhere and gives the games as they end."""


class Results(msgspec.Struct, frozen=True):
    """What a folder holds: the plan, and the games of each of its cells by number."""

    plan: Plan
    games: tuple[tuple[Played, ...], ...]

    @property
    def total(self) -> int:
        return sum(map(len, self.games))


def play_all(plan: Plan, rulebook_of: RulebookOf, runner: Runner) -> Results:
    """Play everything and keep nothing."""
    games: dict[str, list[Played]] = {cell.key: [] for cell in plan.cells}
    for played in runner(play, _tasks(plan, rulebook_of, [set()] * len(plan.cells))):
        games[played.cell].append(played)
    return Results(plan, tuple(tuple(sorted(found, key=lambda p: p.number)) for found in games.values()))


def gather(plan: Plan, folder: Path, rulebook_of: RulebookOf, runner: Runner) -> Results:
    """Play what is not in the folder yet."""
    arrow()
    _claim(plan, folder)
    record = folder / RECORD
    tasks = _tasks(plan, rulebook_of, [{played.number for played in read_record(record, c)} for c in plan.cells])
    files = {cell.key: record / f"{cell.folder}.jsonl" for cell in plan.cells}
    try:
        for played in runner(play, tasks):
            with files[played.cell].open("ab") as file:
                file.write(msgspec.json.encode(played) + b"\n")
    finally:
        results = load(folder)
        write_tables(results, folder)
    return results


def _claim(plan: Plan, folder: Path) -> None:
    """The folder is made, or it is one of an experiment with the same seed."""
    try:
        (folder / RECORD).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"Cannot make {folder}: {error.strerror or error}.") from error
    if (folder / PLAN).exists() and (known := read_plan(folder).seed) != plan.seed:
        raise UserError(f"{folder} holds games of seed {known}, not {plan.seed}: name another folder.")
    text = msgspec.json.format(msgspec.json.encode(plan))
    gamefile.write_beside(folder / PLAN, text + b"\n")


def _tasks(plan: Plan, rulebook_of: RulebookOf, known: Sequence[set[int]]) -> list[Task]:
    """Games not known yet, cell by cell in turn: a run that is stopped has something of each."""
    rulebooks = {cell.game: rulebook_of(cell.game) for cell in plan.cells}
    return [
        Task(rulebooks[cell.game], cell, plan.seed, number)
        for number in range(plan.games)
        for cell, there in zip(plan.cells, known, strict=True)
        if number not in there
    ]


def read_record(record: Path, cell: Cell) -> list[Played]:
    """The games of a cell, each once. A torn last line is cut off."""
    path = record / f"{cell.folder}.jsonl"
    if not path.exists():
        return []
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        gamefile.write_beside(path, whole)
    found: dict[int, Played] = {}
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            played = msgspec.json.decode(line, type=Played)
        except msgspec.MsgspecError as error:
            raise UserError(f"{path}, line {number}: not a game of an experiment ({error}).") from error
        found.setdefault(played.number, played)
    return [found[number] for number in sorted(found)]


def read_plan(folder: Path) -> Plan:
    path = folder / PLAN
    try:
        return msgspec.json.decode(path.read_bytes(), type=Plan)
    except OSError as error:
        raise UserError(f"{folder} holds no experiment: there is no {PLAN} in it.") from error
    except msgspec.MsgspecError as error:
        raise UserError(f"{path} is not the plan of an experiment ({error}).") from error


def load(folder: Path) -> Results:
    """What a folder holds, finished or not."""
    plan = read_plan(folder)
    record = folder / RECORD
    games = (tuple(p for p in read_record(record, cell) if p.number < plan.games) for cell in plan.cells)
    return Results(plan, tuple(games))


# --- Parquet ----------------------------------------------------------------------------------------------------------


def arrow() -> Any:
    """The library, or what to do about its absence."""
    try:
        import pyarrow  # noqa: PLC0415 - only experiments need it
        import pyarrow.parquet  # noqa: PLC0415 - as above
    except ImportError as error:
        raise UserError(NO_PYARROW) from error
    return pyarrow


def write_tables(results: Results, folder: Path) -> None:
    """Both tables, each written beside and renamed."""
    pa = arrow()
    for name, table in ((GAMES, games_table(results)), (BATTLES, battles_table(results))):
        sink = pa.BufferOutputStream()
        pa.parquet.write_table(table, sink, compression="zstd", row_group_size=ROWS_AT_ONCE)
        gamefile.write_beside(folder / name, sink.getvalue().to_pybytes())


def games_table(results: Results) -> pyarrow.Table:
    """One row for each game; options, figures and scores as maps, as they differ from game to game."""
    pa = arrow()
    words = pa.list_(pa.string())
    schema = pa.schema(
        [
            ("cell", pa.string()),
            ("game", pa.string()),
            ("rules", pa.string()),
            ("scenario", pa.string()),
            ("players", pa.int16()),
            ("options", pa.map_(pa.string(), pa.string())),
            ("figures", pa.map_(pa.string(), pa.int64())),
            ("number", pa.int32()),
            ("seed", pa.int64()),
            ("seats", words),
            ("bots", words),
            ("winners", words),
            ("winning_seats", words),
            ("way", pa.string()),
            ("rounds", pa.int32()),
            ("decisions", pa.int32()),
            ("lead_changes", pa.int32()),
            ("scores", pa.map_(pa.string(), pa.float64())),
        ],
        metadata={"grognard": "games", "seed": str(results.plan.seed), "title": results.plan.title},
    )
    rows = [
        {
            "cell": cell.key,
            "game": cell.game,
            "rules": cell.rules,
            "scenario": cell.scenario,
            "players": cell.players,
            "options": [(name, str(value).lower()) for name, value in cell.options.items()],
            "figures": list(cell.figures.items()),
            "number": played.number,
            "seed": played.seed,
            "seats": list(cell.seats),
            "bots": list(played.bots),
            "winners": list(played.winners),
            "winning_seats": list(played.winning_seats),
            "way": played.way,
            "rounds": played.rounds,
            "decisions": played.decisions,
            "lead_changes": played.lead_changes,
            "scores": list(played.scores.items()),
        }
        for cell, games in zip(results.plan.cells, results.games, strict=True)
        for played in games
    ]
    return pa.Table.from_pylist(rows, schema=schema)


def battles_table(results: Results) -> pyarrow.Table:
    """One row for each battle; `victor` is null for one that was broken off."""
    pa = arrow()
    words = pa.list_(pa.string())
    schema = pa.schema(
        [
            ("cell", pa.string()),
            ("number", pa.int32()),
            ("round", pa.int32()),
            ("space", pa.string()),
            ("attackers", words),
            ("defenders", words),
            ("victor", pa.string()),
        ],
        metadata={"grognard": "battles", "seed": str(results.plan.seed), "title": results.plan.title},
    )
    rows = [
        {
            "cell": cell.key,
            "number": played.number,
            "round": battle.round,
            "space": battle.space,
            "attackers": list(battle.attackers),
            "defenders": list(battle.defenders),
            "victor": battle.victor,
        }
        for cell, games in zip(results.plan.cells, results.games, strict=True)
        for played in games
        for battle in played.battles
    ]
    return pa.Table.from_pylist(rows, schema=schema)
