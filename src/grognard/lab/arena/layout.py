"""Observations: what a seat may know, as numbers in a row whose length and meaning never change within a game.

The row is laid out from what the game declares: its seats, decisions and vocabulary, and the `Shape` of its view. It
is filled from `Rulebook.view` and the question before the seat, and from nothing else, so that it can hold no secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.engine.position import Position
from grognard.engine.rulebook import Rulebook, Setting
from grognard.engine.shape import (
    SEAT,
    Act,
    Both,
    Count,
    Domain,
    Each,
    Fields,
    Flag,
    Given,
    Known,
    Laid,
    Left,
    Maybe,
    Merged,
    Number,
    One,
    Order,
    Part,
    Place,
    Rows,
    Tally,
)
from grognard.engine.vocabulary import LARGEST_NUMBER, NUMBER
from grognard.lab.arena.alphabet import Alphabet, alphabet_of, merged, settings_of

Observation = NDArray[np.float32]
Cells = dict[int, int]
Write = Callable[[Cells, Any], None]
FLAG = (0, 1)
ANY = (-LARGEST_NUMBER, LARGEST_NUMBER)
POWER = "power"


class Layout:
    """Which number means what: `names` has a name for each, `parts` where each field of the view lies."""

    def __init__(self, rulebook: Rulebook) -> None:
        settings = settings_of(rulebook)
        self.alphabet: Alphabet = alphabet_of(rulebook)
        self.names: list[str] = []
        self._bounds: list[tuple[int, int]] = []
        self._domains: dict[str, tuple[str, ...]] = {POWER: merged(s.powers for s in settings)}
        for setting in settings:
            for kind, known in setting.vocabulary.kinds.items():
                self._domains[kind] = merged((self._domains.get(kind, ()), known.ids))
        self._domains[SEAT] = merged(s.seats for s in settings)
        self.left_out: dict[str, str] = {}
        """What of the view is not in the observation, and why."""
        decisions = tuple(decision.name for decision in rulebook.procedures.decisions)
        parts: dict[str, Part] = {
            "seat": One(SEAT),
            "to_act": Tally(SEAT),
            "decision": One(decisions),
            "deciding_for": One(POWER),
            "about": Order(self.alphabet.words),
            "chosen": Order(self.alphabet.words),
            **{f"view.{name}": part for name, part in rulebook.shape().view.fields.items()},
        }
        self.parts: dict[str, slice] = {}
        self._writers: dict[str, Write] = {}
        for name, part in parts.items():
            begin = len(self.names)
            self._writers[name] = self._lay(name, part)
            self.parts[name] = slice(begin, len(self.names))
        self.low = np.array([low for low, _ in self._bounds], np.float32)
        self.high = np.array([high for _, high in self._bounds], np.float32)
        self._shown = frozenset(rulebook.shape().view.fields)

    def __len__(self) -> int:
        return len(self.names)

    def find(self, name: str) -> int:
        """Where a number lies that has this name."""
        return self.names.index(name)

    def observe(
        self, rulebook: Rulebook, setting: Setting, position: Position, seat: int | None, chosen: tuple[int, ...] = ()
    ) -> Observation:
        """What a seat may know, and the words it has chosen so far of the action it is about to take."""
        cells: Cells = {}
        write = self._writers
        power = -1
        if seat is not None:
            write["seat"](cells, setting.seats[seat])
            power = position.asked(seat)
        write["to_act"](cells, [setting.seats[s] for s in sorted({position.keeper[p] for p in position.deciding})])
        if position.agenda:
            write["decision"](cells, position.agenda[-1][0].name)
        if power >= 0:
            write["deciding_for"](cells, setting.powers[power])
            write["about"](cells, self._about(setting, position, power))
            write["chosen"](cells, [self.alphabet.words[word] for word in chosen])
        if self._shown:
            for name, value in rulebook.view(position, seat).items():
                write[f"view.{name}"](cells, value)
        row = np.zeros(len(self.names), np.float32)
        row[list(cells)] = list(cells.values())
        return row

    def _about(self, setting: Setting, position: Position, power: int) -> list[str]:
        """The things the question before a seat speaks of, as words of the alphabet."""
        decision, arguments = position.question(power)
        found: list[str] = []
        for place, argument in enumerate(arguments[1:], 1):
            kind = decision.kinds[min(place, len(decision.kinds) - 1)].removesuffix("*")
            if isinstance(argument, int) and (kind == NUMBER or kind in setting.vocabulary.kinds) and argument >= 0:
                member = setting.vocabulary.id_of(kind, argument)
                found += [self.alphabet.words[word] for word in self.alphabet.word(kind, member)]
        return found

    # --- laying out -----------------------------------------------------------------------------------------------

    def _slot(self, name: str, bounds: tuple[int, int]) -> int:
        self.names.append(name)
        self._bounds.append(bounds)
        return len(self.names) - 1

    def _members(self, of: Domain) -> tuple[str | int | None, ...]:
        return self._domains[of] if isinstance(of, str) else of

    def _slots(self, name: str, of: Domain, bounds: tuple[int, int]) -> dict[Any, int]:
        return {member: self._slot(f"{name}={member}", bounds) for member in self._members(of)}

    def _lay(self, name: str, part: Part) -> Write:
        match part:
            case Number():
                return _number(self._slot(name, ANY))
            case Flag() | Given():
                return _flag(self._slot(name, FLAG), given=isinstance(part, Given))
            case One(of):
                return _one(self._slots(name, of, FLAG))
            case Place(of):
                members = self._members(of)
                return _place(self._slot(name, (0, len(members))), {member: i for i, member in enumerate(members, 1)})
            case Tally(of):
                return _tally(self._slots(name, of, ANY))
            case Known(of):
                return _known(self._slots(name, of, ANY))
            case Count():
                return _count(self._slot(f"{name}.count", ANY))
            case Order(of):
                return _order(self._slots(name, of, ANY))
            case Act(words):
                bounds = (0, len(self.alphabet))
                return _act([self._slot(f"{name}.word-{n}", bounds) for n in range(1, words + 1)], self.alphabet)
            case Left(why):
                self.left_out[name] = why
                return _nothing
            case Maybe(what):
                return _maybe(self._slot(f"{name}.known", FLAG), self._lay(name, what))
            case Fields(fields):
                return _fields(name, self._fields(name, fields))
            case Each(of, what):
                return _each({member: self._lay(f"{name}.{member}", what) for member in self._members(of)})
            case Merged(what):
                return _merged(self._lay(name, what))
            case Both(one, other):
                return _both(self._lay(name, one), self._lay(name, other))
            case Rows(of, fields, key):
                return _rows(key, {m: self._row(f"{name}.{m}", fields, key) for m in self._members(of)})
            case Laid():
                return self._laid(name, part)

    def _fields(self, name: str, fields: Mapping[str, Part]) -> dict[str, Write]:
        return {field: self._lay(f"{name}.{field}", what) for field, what in fields.items()}

    def _row(self, name: str, fields: Mapping[str, Part], key: str) -> tuple[int, Write]:
        here = self._slot(f"{name}.here", FLAG)
        return here, _fields(name, {**self._fields(name, fields), key: _nothing})

    def _laid(self, name: str, part: Laid) -> Write:
        at = {
            piece: (
                _one(self._slots(f"{name}.{piece}.at", part.spaces, FLAG)),
                self._row(f"{name}.{piece}", part.fields, part.id),
            )
            for piece in self._members(part.pieces)
        }
        blanks = {space: self._slots(f"{name}.{space}", part.kinds, ANY) for space in self._members(part.spaces)}

        def write(cells: Cells, value: Any) -> None:
            for space, records in value.items():
                for record in records:
                    if part.id in record:
                        stand, (here, row) = at[record[part.id]]
                        cells[here] = 1
                        stand(cells, space)
                        row(cells, record)
                    else:
                        cells[blanks[space][record[part.by]]] = record[part.blanks]

        return write


# --- what is written for each part ------------------------------------------------------------------------------------


def _nothing(cells: Cells, value: Any) -> None:
    """Left out."""


def _number(slot: int) -> Write:
    def write(cells: Cells, value: Any) -> None:
        cells[slot] = value

    return write


def _flag(slot: int, *, given: bool) -> Write:
    def write(cells: Cells, value: Any) -> None:
        cells[slot] = int(value is not None if given else value)

    return write


def _one(slots: dict[Any, int]) -> Write:
    def write(cells: Cells, value: Any) -> None:
        if value is not None:
            cells[slots[value]] = 1

    return write


def _place(slot: int, places: dict[Any, int]) -> Write:
    def write(cells: Cells, value: Any) -> None:
        if value is not None:
            cells[slot] = places[value]

    return write


def _tally(slots: dict[Any, int]) -> Write:
    def write(cells: Cells, value: Any) -> None:
        for member in value:
            cells[slots[member]] = cells.get(slots[member], 0) + 1

    return write


def _known(slots: dict[Any, int]) -> Write:
    tally = _tally(slots)

    def write(cells: Cells, value: Any) -> None:
        if isinstance(value, list):
            tally(cells, [member for member in value if isinstance(member, str)])

    return write


def _count(slot: int) -> Write:
    def write(cells: Cells, value: Any) -> None:
        cells[slot] = len(value) if isinstance(value, list) else value

    return write


def _order(slots: dict[Any, int]) -> Write:
    def write(cells: Cells, value: Any) -> None:
        for place, member in enumerate(value, 1):
            cells[slots[member]] = place

    return write


def _act(slots: list[int], alphabet: Alphabet) -> Write:
    def write(cells: Cells, value: Any) -> None:
        cells.update((slot, word + 1) for slot, word in zip(slots, alphabet.spell(value), strict=False))

    return write


def _maybe(known: int, what: Write) -> Write:
    def write(cells: Cells, value: Any) -> None:
        if value is not None:
            cells[known] = 1
            what(cells, value)

    return write


def _fields(name: str, fields: dict[str, Write]) -> Write:
    def write(cells: Cells, value: Any) -> None:
        for field, what in value.items():
            if field not in fields:
                raise ValueError(f"the shape of the view knows no field {field} in {name}")
            fields[field](cells, what)

    return write


def _each(writers: dict[Any, Write]) -> Write:
    def write(cells: Cells, value: Any) -> None:
        for member, what in value.items():
            writers[member](cells, what)

    return write


def _merged(what: Write) -> Write:
    def write(cells: Cells, value: Any) -> None:
        for member in value.values() if isinstance(value, dict) else value:
            what(cells, member)

    return write


def _both(one: Write, other: Write) -> Write:
    def write(cells: Cells, value: Any) -> None:
        one(cells, value)
        other(cells, value)

    return write


def _rows(key: str, rows: dict[Any, tuple[int, Write]]) -> Write:
    def write(cells: Cells, value: Any) -> None:
        for record in value:
            here, row = rows[record[key]]
            cells[here] = 1
            row(cells, record)

    return write


@cache
def layout_of(rulebook: Rulebook) -> Layout:
    """The layout of a game."""
    return Layout(rulebook)
