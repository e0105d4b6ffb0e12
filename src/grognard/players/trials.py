"""Playing on from a decision, in worlds that the seat cannot tell from the real one, and what that tells."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from random import Random

from grognard.engine.decision import Action
from grognard.engine.judgement import Judgement, Opinion
from grognard.engine.position import Position
from grognard.players.player import Budget, Situation
from grognard.players.staff import judged, pick

LONGEST = 2_000
"""Never more decisions than that are played on."""
LOOK_UP = 0.05
"""Progress is told so often, in seconds."""


class Meter:
    """How much of a budget is used up, and whether somebody wants the answer now."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.began, self.looked = budget.clock(), time.perf_counter()

    def used(self, iterations: int) -> float:
        budget = self.budget
        if not budget.iterations and not budget.seconds:
            return 1.0
        return max(
            iterations / budget.iterations if budget.iterations else 0.0,
            (budget.clock() - self.began) / budget.seconds if budget.seconds else 0.0,
        )

    def is_up(self, iterations: int) -> bool:
        used, progress = self.used(iterations), self.budget.progress
        if used >= 1:
            return True
        if progress is None or time.perf_counter() - self.looked < LOOK_UP:
            return False
        self.looked = time.perf_counter()
        return progress(used)


class Trials:
    """A decision of a seat, played on as the seat and its staff see fit."""

    def __init__(self, situation: Situation, rng: Random) -> None:
        self.situation, self.rng = situation, rng
        self.judgement: Judgement = situation.rulebook.judgement()
        self.seats = len(situation.setting.seats)
        self.end = self.judgement.until(situation.world)
        self.iterations = 0
        self.seed = rng.getrandbits(64)

    def opinions(self, g: Position, power: int, options: Sequence[Action]) -> Sequence[Opinion]:
        """The staff's, or, for the seat that searches, of one who thinks farther."""
        judgement = self.judgement
        if not judgement.knows:
            return [Opinion(0.0)] * len(options)
        if g.keeper[power] == self.situation.seat:
            opinions = judgement.foresight(g, power, options)
            if opinions is not None:
                return opinions
        return judged(judgement, g, power, options)

    def play_on(self, g: Position, rng: Random) -> tuple[float, ...]:
        """The staff plays for everybody until the position can be judged; how likely each seat is to win then."""
        judgement = self.judgement
        for _ in range(LONGEST):
            if not g.agenda:
                break
            if not judgement.knows:
                g.play_on(rng)
                continue
            if judgement.moment(g) >= self.end:
                break
            power = g.deciding[0]
            options = g.options(power)
            if len(options) == 1:
                g.act(power, options[0])
            else:
                g.act(power, options[pick(self.opinions(g, power, options), rng)])
        return judgement.chances(g, self.seats)


def lead(gaps: Sequence[float], errors: float) -> float:
    """How far one line of play is ahead of another by the differences in the same worlds, with so many standard errors
    added. One more trial is counted, in which they did alike: two or three in a row are soon luck."""
    count = len(gaps) + 1
    mean = sum(gaps) / count
    squares = sum(gap * gap for gap in gaps) - count * mean * mean
    return mean + errors * math.sqrt(max(0.0, squares) / count / max(1, count - 1))
