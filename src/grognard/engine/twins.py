"""Worlds a seat cannot tell apart."""

from __future__ import annotations

from random import Random

from grognard.engine.dice import KEY_BYTES
from grognard.engine.position import Position
from grognard.engine.rulebook import Rulebook


def resample(rulebook: Rulebook, position: Position, seat: int | None, rng: Random) -> Position:
    """A position as the seat may imagine it: hidden things, sealed answers and the dice key drawn afresh."""
    twin = rulebook.resample(position, seat, rng)
    twin.key = rng.randbytes(KEY_BYTES)
    if twin.answers:
        decision, *arguments = twin.agenda[-1]
        twin.answers = tuple(
            (power, action if twin.keeper[power] == seat else decision.draw(twin, rng, (power, *arguments)))
            for power, action in twin.answers
        )
    return twin
