"""What the checks of any game's data files look for: ids, things told twice, numbers out of range."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from grognard.engine.datafile import Finding
from grognard.engine.toml_lines import Place

Step = TypeVar("Step", bound=str | int)

_ID = re.compile(r"[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*")


def ids(place: Place, names: Iterable[str]) -> Iterator[Finding]:
    """Each record of an array has an id that is well formed and its own."""
    seen = Counter[str]()
    for index, identity in enumerate(names):
        seen[identity] += 1
        if not _ID.fullmatch(identity):
            yield (*place, index, "id"), f"letters, figures and single hyphens, found {identity!r}"
        if seen[identity] == 2:
            yield (*place, index, "id"), f"an id of its own, {identity!r} is taken"


def each_once(place: Place, items: Iterable[object]) -> Iterator[Finding]:
    """No item of an array is there twice."""
    seen: list[object] = []
    for index, item in enumerate(items):
        if item in seen:
            yield (*place, index), f"{item} only once"
        seen.append(item)


def at_least(least: int, place: Place, numbers: Mapping[Step, int], *field: str) -> Iterator[Finding]:
    """Each number of a table is large enough."""
    for key, number in numbers.items():
        if number < least:
            yield (*place, key, *field), f"{least} or more, found {number}"


def within(least: int, most: int, place: Place, numbers: Mapping[Step, int], *field: str) -> Iterator[Finding]:
    """Each number of a table is within bounds."""
    for key, number in numbers.items():
        if not least <= number <= most:
            yield (*place, key, *field), f"{least} to {most}, found {number}"
