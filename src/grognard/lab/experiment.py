"""Experiments: what is to be played. A grid is a cross product of scenarios, numbers of players, line-ups, options and
figures; each of its combinations is a cell, of which so many games are played."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from grognard.engine import datafile, figures, registry
from grognard.engine.refusal import UserError
from grognard.engine.rulebook import OptionValue, Rulebook, Setting
from grognard.players import player

ALL = "all"
MOST_CELLS = 10_000
Values = int | bool | str | list[int | bool | str]


class Grid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A cross product, as a file or a command line gives it."""

    game: str
    scenarios: list[str] | str = msgspec.field(default_factory=list)
    """Ids, or “all”; the first one if none is named."""
    players: list[int] | str = msgspec.field(default_factory=list)
    """Numbers, or “all”; as many as the game is usually played by if none is named."""
    lineups: list[list[str]] = msgspec.field(default_factory=lambda: [["random"]])
    """Each one bot for all seats, or one for each in the order of the seats."""
    rotate: bool = False
    """A line-up goes on by one seat from game to game, so that a good seat helps nobody."""
    options: dict[str, Values] = {}
    set: dict[str, Any] = {}
    """Figures: a number or several each; a.b = 1 may be written as a table."""
    seconds: float | None = None
    iterations: int | None = None
    """How long players may think that use time: seconds of the processor, or iterations, which are repeatable."""


class Experiment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a file holds."""

    title: str = ""
    seed: int = 1
    games: int = 100
    """In each cell."""
    grid: list[Grid]


class Cell(msgspec.Struct, frozen=True):
    """One combination, checked."""

    game: str
    rules: str
    data: str
    """The digest of the data files."""
    scenario: str
    players: int
    options: dict[str, OptionValue]
    """All of them, and the figures that differ from the data."""
    figures: dict[str, int]
    """Those the experiment sets, whether they differ or not."""
    seats: tuple[str, ...]
    powers: tuple[str, ...]
    bots: tuple[str, ...]
    """For each seat, in game 0."""
    rotate: bool
    seconds: float | None
    iterations: int | None

    @property
    def key(self) -> str:
        """The same wherever this combination is met: what is played depends on nothing else."""
        played = (self.game, self.rules, self.data, self.scenario, self.players, sorted(self.options.items()))
        text = msgspec.json.encode((*played, self.bots, self.rotate, self.seconds, self.iterations))
        return blake2b(text, digest_size=6).hexdigest()

    @property
    def folder(self) -> str:
        return f"{self.game}-{self.scenario}-{self.players}-{self.key}"

    def lineup(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game."""
        turn = number % len(self.bots) if self.rotate else 0
        return self.bots[-turn:] + self.bots[:-turn] if turn else self.bots

    def seed(self, experiment: int, number: int) -> int:
        """Of one game."""
        text = f"{experiment}/{self.key}/{number}".encode()
        return int.from_bytes(blake2b(text, digest_size=7).digest(), "big")


class Plan(msgspec.Struct, frozen=True):
    """An experiment whose cells are known."""

    title: str
    seed: int
    games: int
    cells: tuple[Cell, ...]


RulebookOf = Callable[[str], Rulebook]


def read(path: Path) -> Experiment:
    """An experiment file; DataError has file and line of whatever is wrong."""
    return datafile.read(path, Experiment)


def plan(experiment: Experiment, rulebook_of: RulebookOf = registry.rulebook) -> Plan:
    """Every cell, each once, in the order of the grids; UserError says what cannot be played."""
    if experiment.games < 1:
        raise UserError(f"An experiment needs at least 1 game in each cell, not {experiment.games}.")
    if not experiment.grid:
        raise UserError("An experiment needs at least one grid: [[grid]] with a game.")
    found: dict[str, Cell] = {}
    for grid in experiment.grid:
        for cell in cells_of(grid, rulebook_of(grid.game)):
            found.setdefault(cell.key, cell)
            if len(found) > MOST_CELLS:
                raise UserError(f"The experiment has more than {MOST_CELLS:,} cells: leave some values out.")
    return Plan(experiment.title, experiment.seed, experiment.games, tuple(found.values()))


def cells_of(grid: Grid, rulebook: Rulebook) -> Iterable[Cell]:
    """The cross product of a grid. A number of players a scenario has not is passed over, if others remain."""
    options = _axes(chosen_options(rulebook, grid.options))
    numbers = _axes(chosen_figures(rulebook, grid.set))
    for scenario in _scenarios(rulebook, grid.scenarios):
        for count in _counts(rulebook, scenario, grid.players):
            for option, number, lineup in itertools.product(options, numbers, grid.lineups):
                yield cell_of(rulebook, scenario, count, lineup, option, number, grid)


def cell_of(
    rulebook: Rulebook,
    scenario: str,
    players: int | None = None,
    bots: Sequence[str] = ("random",),
    options: Mapping[str, OptionValue] | None = None,
    numbers: Mapping[str, int] | None = None,
    grid: Grid | None = None,
) -> Cell:
    """One combination, if it can be played; the grid says how its players sit and think."""
    for name in bots:
        player(name)
    setting = rulebook.setting(scenario, players, {**(options or {}), **(numbers or {})}, None)
    return Cell(
        game=rulebook.id,
        rules=rulebook.version,
        data=setting.data_digest,
        scenario=setting.scenario,
        players=setting.players,
        options=dict(setting.options),
        figures=dict(numbers or {}),
        seats=setting.seats,
        powers=setting.powers,
        bots=seated(setting, bots),
        rotate=grid is not None and grid.rotate,
        seconds=None if grid is None else grid.seconds,
        iterations=None if grid is None else grid.iterations,
    )


def _axes(values: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(values, combination, strict=True)) for combination in itertools.product(*values.values())]


def _scenarios(rulebook: Rulebook, given: list[str] | str) -> list[str]:
    known = [summary.id for summary in rulebook.scenarios()]
    if isinstance(given, str):
        return known if given == ALL else [given]
    return given or known[:1]


def _counts(rulebook: Rulebook, scenario: str, given: list[int] | str) -> list[int | None]:
    allowed = next((s.players for s in rulebook.scenarios() if s.id == scenario), ())
    if given == ALL:
        return list(allowed)
    if isinstance(given, str):
        raise UserError(f"players is a list of numbers or “{ALL}”, not “{given}”.")
    if not given:
        return [None]
    fitting = [count for count in given if count in allowed]
    return list(fitting or given)


def seated(setting: Setting, bots: Sequence[str]) -> tuple[str, ...]:
    """One bot for each seat."""
    if len(bots) == 1:
        return tuple(bots) * len(setting.seats)
    if len(bots) != len(setting.seats):
        raise UserError(f"Name one bot for all seats or one for each of {', '.join(setting.seats)}; got {len(bots)}.")
    return tuple(bots)


def varied(cells: Sequence[Cell]) -> dict[str, dict[str, str]]:
    """What differs among cells besides scenario and players: its name, and its value in each cell by the cell's key."""
    set_somewhere = {name for cell in cells for name in cell.figures}
    names = dict.fromkeys(name for cell in cells for name in cell.options if name not in set_somewhere)
    found = {name: {c.key: str(c.options.get(name, "")).lower() for c in cells} for name in names}
    for name in sorted(set_somewhere):
        found[name] = {c.key: str(c.figures.get(name, "by the book")) for c in cells}
    found["players at the table"] = {c.key: _lineup_words(c.bots) for c in cells}
    found["seconds"] = {c.key: str(c.seconds or "") for c in cells}
    found["iterations"] = {c.key: str(c.iterations or "") for c in cells}
    return {name: values for name, values in found.items() if len(set(values.values())) > 1}


def _lineup_words(bots: Sequence[str]) -> str:
    return bots[0] if len(set(bots)) == 1 else ", ".join(bots)


# --- options and figures ---------------------------------------------------------------------------------------------


def chosen_options(rulebook: Rulebook, given: Mapping[str, Any]) -> dict[str, list[OptionValue]]:
    """The values of options, turned into those the game knows."""
    return {name: [_option(rulebook, name, value) for value in _several(values)] for name, values in given.items()}


def _option(rulebook: Rulebook, name: str, value: object) -> OptionValue:
    choice = next((c for c in rulebook.choices() if c.name == name), None)
    if choice is None:
        known = ", ".join(c.name for c in rulebook.choices())
        raise UserError(f"{rulebook.title} has no option “{name}”. Options: {known}.")
    found = next((v for v in choice.values if str(v).lower() == str(value).lower()), None)
    if found is None and choice.line_up:
        found = str(value)
    if found is None:
        allowed = ", ".join(str(v).lower() for v in choice.values)
        raise UserError(f"Option {name} is one of {allowed}, not “{value}”.")
    return found


def chosen_figures(rulebook: Rulebook, given: Mapping[str, Any]) -> dict[str, list[int]]:
    """The values of figures, each within its bounds."""
    return {
        name: [figures.find(rulebook.figures(), rulebook.title, name).check(_number(v)) for v in _several(values)]
        for name, values in _flat(given).items()
    }


def _number(value: object) -> object:
    """A number as typed on the command line; whatever else it is, the figure says what is wrong with it."""
    return int(value) if isinstance(value, str) and value.lstrip("-").isdecimal() else value


def _flat(given: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """A table in a table is a name with dots."""
    found: dict[str, Any] = {}
    for name, value in given.items():
        found |= _flat(value, f"{prefix}{name}.") if isinstance(value, Mapping) else {prefix + name: value}
    return found


def _several(values: Any) -> list[Any]:
    if isinstance(values, list):
        if not values:
            raise UserError("A list of values needs at least one.")
        return values
    return [values]
