"""Games played at random, for rules that say what never happens."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, NamedTuple

import grognard
from grognard.engine import registry
from grognard.engine.decision import Action
from grognard.engine.events import Entry
from grognard.games.coalitions.position import Position


class Step(NamedTuple):
    """One action of a random game, and how things stood after it."""

    decision: str
    power: int
    deciding: tuple[int, ...]
    action: Action
    entries: tuple[Entry, ...]
    faults: tuple[str, ...]
    status: tuple[int, ...]
    morale: tuple[int, ...]
    influence: tuple[int, ...]
    counters: tuple[int, ...]


@cache
def played(scenario: str, players: int, seed: int, **options: Any) -> tuple[Step, ...]:
    """A whole game in which every answer is drawn at random."""
    rules = registry.rulebook("coalitions")
    g = grognard.new("coalitions", scenario, players=players, seed=seed, **options).position
    assert isinstance(g, Position)
    rng = Random(seed)  # noqa: S311 - a test must be repeatable
    steps = []
    while g.agenda:
        deciding = g.deciding
        power = rng.choice(deciding)
        decision, action = g.agenda[-1][0].name, g.sample(power, rng)
        g.log = []
        g.act(power, action)
        steps.append(
            Step(
                decision,
                power,
                deciding,
                action,
                tuple(g.log),
                tuple(rules.faults(g)),
                tuple(g.status),
                tuple(g.morale),
                tuple(g.influence),
                tuple(g.counters),
            )
        )
    return tuple(steps)


def entries(steps: tuple[Step, ...], event: str) -> list[Entry]:
    """All that happened of one kind."""
    return [entry for step in steps for entry in step.entries if type(entry.event).__name__ == event]
