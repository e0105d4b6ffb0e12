"""Which options, figures and line-ups shift a side, and by how much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.lab.experiment import Cell, varied
from grognard.lab.playing import Played
from grognard.lab.results import Results
from grognard.lab.statistics import Shift, shift, shift_of_means

Side = tuple[Cell, tuple[Played, ...]]


class Effect(NamedTuple):
    """What changes when something has another value than its first."""

    game: str
    name: str
    first: str
    value: str
    strata: int
    """In how many pairs of cells, alike but for this, it was seen."""
    games: int
    wins: dict[str, Shift]
    """Of each power, as shares."""
    rounds: Shift

    @property
    def largest(self) -> float:
        return max((abs(s.by) for s in self.wins.values() if s.certain), default=0.0)


def effects(results: Results, game: str) -> list[Effect]:
    """Every value of whatever varies in a game against its first value, all else being equal; the largest first."""
    pairs = zip(results.plan.cells, results.games, strict=True)
    sides = [(cell, games) for cell, games in pairs if cell.game == game and len(games) > 1]
    differing = varied([cell for cell, _ in sides])
    found = []
    for name, values in differing.items():
        strata: dict[tuple[object, ...], dict[str, Side]] = {}
        others = [differing[other] for other in differing if other != name]
        for cell, games in sides:
            alike = (cell.scenario, cell.players, *(other[cell.key] for other in others))
            strata.setdefault(alike, {}).setdefault(values[cell.key], (cell, games))
        first, *rest = dict.fromkeys(values.values())
        for value in rest:
            both = [(s[first], s[value]) for s in strata.values() if first in s and value in s]
            if both:
                found.append(_effect(game, name, first, value, both))
    return sorted(found, key=lambda effect: -effect.largest)


def _effect(game: str, name: str, first: str, value: str, both: Sequence[tuple[Side, Side]]) -> Effect:
    powers = dict.fromkeys(power for (cell, _), _ in both for power in cell.powers)
    return Effect(
        game,
        name,
        first,
        value,
        len(both),
        sum(len(one) + len(other) for (_, one), (_, other) in both),
        {power: shift([(_wins(one, power), _wins(other, power)) for one, other in both]) for power in powers},
        shift_of_means([([p.rounds for p in one], [p.rounds for p in other]) for (_, one), (_, other) in both]),
    )


def _wins(side: Side, power: str) -> tuple[int, int]:
    """Who shares a win has won."""
    games = side[1]
    return sum(power in played.winners for played in games), len(games)
