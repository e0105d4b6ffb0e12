"""Figures: the numbers of a game that an experiment may set otherwise than the rulebook and the data files do.

A game declares them, each with its bounds and the clause it belongs to. A figure that differs is an option of the game
like any other: it stands in the game file, in the message to a player in another process, in the results of the lab.
The rules do not know: they read their data as ever, in which `adjusted` has put the other numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

import msgspec

from grognard.engine.datafile import Record
from grognard.engine.refusal import Phrase, UserError

Data = TypeVar("Data", bound=Record)
Path = tuple[str | int, ...]
PLAYED = "*"
"""In a path: the scenario that is played."""


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A number that can be set."""

    name: str
    about: str
    clause: str
    least: int
    most: int
    paths: tuple[Path, ...] = ()
    """Where it stands in the data: fields, keys, the ids or the numbers of records in a list. What is not there is
    passed over."""
    value: int = 0
    """What it is by the book, if it stands nowhere in the data."""

    def check(self, value: object) -> int:
        """The value, if it is one of this figure's."""
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise UserError(
                Phrase(
                    "{0} is a whole number from {1} to {2}, not “{3}”. [{4}]",
                    self.name,
                    str(self.least),
                    str(self.most),
                    str(value),
                    self.clause,
                )
            )
        return value

    def in_data(self, data: Record, scenario: str) -> int | None:
        """What it is by these data; None if the scenario has no such number."""
        if not self.paths:
            return self.value
        return next((found for path in self.paths for found in _read(data, path, scenario)), None)


def find(figures: Iterable[Figure], title: str, name: str) -> Figure:
    """The figure of that name; UserError names the nearest if there is none."""
    known = {figure.name: figure for figure in figures}
    if name in known:
        return known[name]
    if not known:
        raise UserError(Phrase("{0} has no figures that can be set.", title))
    near = get_close_matches(name, known, n=3, cutoff=0.4) or list(known)[:3]
    raise UserError(Phrase("{0} has no figure “{1}”. The nearest: {2}.", title, name, ", ".join(near)))


def differing(
    figures: Iterable[Figure], given: Mapping[str, Any], data: Record, scenario: str
) -> dict[str, str | int | bool]:
    """The options without the figures that are as in the data anyway."""
    as_ever = {f.name for f in figures if f.name in given and f.in_data(data, scenario) == given[f.name]}
    return {name: value for name, value in given.items() if name not in as_ever}


def adjusted(figures: Iterable[Figure], given: Mapping[str, Any], data: Data, scenario: str) -> Data:
    """The data with the figures that were set."""
    for figure in figures:
        if figure.name in given:
            for path in figure.paths:
                data = _write(data, path, given[figure.name], scenario)
    return data


def value_of(figures: Iterable[Figure], given: Mapping[str, Any], name: str) -> int:
    """What a figure is that stands nowhere in the data."""
    by_the_book = next(figure.value for figure in figures if figure.name == name)
    return int(given.get(name, by_the_book))


def _read(data: Any, path: Path, scenario: str) -> Iterator[int]:
    for step in path:
        data = _step(data, step, scenario)
        if data is None:
            return
    yield data


def _step(data: Any, step: str | int, scenario: str) -> Any:
    if isinstance(data, Mapping):
        return data.get(step)
    if isinstance(data, tuple):
        number = _number(data, step, scenario)
        return None if number is None else data[number]
    return getattr(data, str(step), None)


def _number(records: tuple[Any, ...], step: str | int, scenario: str) -> int | None:
    if isinstance(step, int):
        return step
    wanted = scenario if step == PLAYED else step
    return next((number for number, record in enumerate(records) if record.id == wanted), None)


def _write(data: Any, path: Path, value: int, scenario: str) -> Any:
    if not path:
        return value
    step, rest = path[0], path[1:]
    inner = _step(data, step, scenario)
    if inner is None:
        return data
    changed = _write(inner, rest, value, scenario)
    if isinstance(data, Mapping):
        return {**data, step: changed}
    if isinstance(data, tuple):
        number = _number(data, step, scenario)
        return tuple(changed if n == number else record for n, record in enumerate(data))
    return msgspec.structs.replace(data, **{str(step): changed})
