"""What a player is to a program, and what it is given to decide upon."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, Protocol

from grognard.engine.decision import Action
from grognard.engine.position import Position
from grognard.engine.rulebook import Rulebook, Setting
from grognard.engine.twins import resample


class Budget(NamedTuple):
    """How long a player may think: until the first of these is used up. None: as long as it needs."""

    seconds: float | None = None
    iterations: int | None = None
    progress: Callable[[float], bool] | None = None
    """Called now and then with the share of the budget used up; True asks for an answer at once."""
    clock: Callable[[], float] = time.perf_counter
    """What the seconds are counted by: a clock on the wall, or (in the lab, on a busy machine) the processor's own."""


DEFAULT_BUDGET = Budget(seconds=1.0)


@dataclass(frozen=True, slots=True)
class Situation:
    """A decision before a seat, as far as the seat can see.

    `world` is a twin of the real position: all that the seat may not know, and the dice to come, is drawn afresh, once.
    Whatever a seat knows is the same in all its twins, so further worlds are drawn from this one: nobody needs the real
    position for it.
    """

    rulebook: Rulebook
    setting: Setting
    world: Position
    seat: int
    power: int

    def options(self) -> list[Action]:
        return self.world.options(self.power)

    def imagine(self, rng: Random) -> Position:
        """Another world the seat cannot tell from the real one, each as likely as it should be."""
        return resample(self.rulebook, self.world, self.seat, rng)

    def describe(self, action: Action) -> str:
        return self.rulebook.describe(self.world, action, self.seat)


class Player(Protocol):
    """Chooses among the options of a power."""

    def choose(self, situation: Situation, budget: Budget, rng: Random) -> Action:
        """One of the options, within the budget."""

    def explain(self) -> str:
        """Why the last choice was made, in a sentence or two."""
