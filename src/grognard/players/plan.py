"""A whole turn planned at once, where its actions pay only together: an alliance broken, a way opened, a city taken.

A *line* is all that a seat decides in its turn. The first is what its opinions say. Then, again and again, the best so
far is changed in one place (something left out, something put in, the rest made anew on a whim) and both are played on
in the same worlds, with the same luck. The new line takes the place of the old one when it did better in all of them
together, by more than luck. What remains of a line is where the plan for the next decision of the turn begins.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from enum import Enum
from random import Random
from typing import NamedTuple

from grognard.engine.decision import Action
from grognard.engine.position import Position
from grognard.players.player import Budget, Situation
from grognard.players.staff import pick
from grognard.players.trials import LONGEST, Meter, Trials, lead

FEWEST_WORLDS, PLAYS_A_WORLD = 3, 12
"""A line is compared with the best so far in all worlds that this one was played in: in so many at first, and in one
more for so many plays. So what was found by luck is found out in time."""
WHIMS = (0.05, 0.15, 0.4, 1.0)
"""How far a whim strays from opinions, in their points."""
CAUTION = 0.8
"""A line is preferred to the one before when it is so many standard errors ahead."""
WON, ENOUGH_WORLDS = 0.95, 12
"""A line that wins so surely in each of so many worlds needs no better one."""


class Step(NamedTuple):
    """One decision of the seat in its turn, and what it does."""

    question: tuple[object, ...]
    action: Action


Line = tuple[Step, ...]


class Way(Enum):
    """How a line is changed."""

    OMIT = "one step is left out"
    INSERT = "another step comes before one"
    REPLACE = "another step is taken in place of one"
    REDRAFT = "from one step on, all is new"


class Change(NamedTuple):
    """What is changed, at which step, and how far the new steps stray from opinions."""

    at: int
    way: Way
    whim: float


class Plan(Trials):
    """The turn of a seat, from the decision before it to the end of its turn."""

    def __init__(self, situation: Situation, rng: Random, begun: Line = ()) -> None:
        super().__init__(situation, rng)
        self.now = self.judgement.moment(situation.world)
        self.begun = begun
        self.line: Line = begun
        """The best so far."""
        self.ends: dict[int, float] = {}
        """World -> how likely it was to win there in the end."""
        self._worlds: dict[int, Position] = {}

    # --- which line is best ---------------------------------------------------------------------------------------

    def run(self, budget: Budget) -> None:
        """Look for better lines until the budget is used up, somebody asks for the answer, or the game seems won."""
        meter = Meter(budget)
        self.line, self.ends[0] = self.play(self.begun, 0)
        if self.begun and not meter.is_up(self.iterations):
            usual, _ = self.play((), 0)
            self._challenge(usual, None, meter)
        while not self._is_won() and not meter.is_up(self.iterations):
            if len(self.ends) < FEWEST_WORLDS or len(self.ends) * PLAYS_A_WORLD < self.iterations:
                world = len(self.ends)
                self.ends[world] = self.play(self.line, world)[1]
                continue
            at = self.rng.randrange(len(self.line))
            self._challenge(self.line, Change(at, self.rng.choice(list(Way)), self.rng.choice(WHIMS)), meter)

    def best(self) -> Action:
        """What to do first."""
        return self.line[0].action

    @property
    def share(self) -> float:
        """How likely the line is to win."""
        return sum(self.ends.values()) / len(self.ends)

    def _is_won(self) -> bool:
        return len(self.ends) >= ENOUGH_WORLDS and min(self.ends.values()) >= WON

    def _challenge(self, line: Line, change: Change | None, meter: Meter) -> None:
        """Play a line, changed first, in one world after the other while it does better than the best so far."""
        ends: dict[int, float] = {}
        gaps = []
        for world in self.rng.sample(list(self.ends), len(self.ends)):
            if meter.is_up(self.iterations):
                return
            line, ends[world] = self.play(line, world, change)
            change = None
            if line == self.line:
                return
            gaps.append(ends[world] - self.ends[world])
            if sum(gaps) <= 0:
                return
        if lead(gaps, -CAUTION) > 0:
            self.line, self.ends = line, ends

    # --- one play -------------------------------------------------------------------------------------------------

    def play(self, line: Line, world: int, change: Change | None = None) -> tuple[Line, float]:
        """The line as it was played in a world, and how likely the seat is to win in the end. A step that cannot be
        taken there is left out; where the line says nothing, opinions do."""
        self.iterations += 1
        if world not in self._worlds:
            self._worlds[world] = self.situation.imagine(Random(self.seed + world))
        g, luck = self._worlds[world].clone(), Random(self.seed + world)
        script = _Script(self, line, change)
        for _ in range(LONGEST):
            if not g.agenda or self.judgement.moment(g) != self.now:
                break
            power = g.deciding[0]
            options = g.options(power)
            if len(options) == 1:
                g.act(power, options[0])
            elif g.keeper[power] == self.situation.seat:
                g.act(power, script.answer(g, power, options, luck))
            else:
                g.act(power, options[pick(self.opinions(g, power, options), luck)])
        return tuple(script.done), self.play_on(g, luck)[self.situation.seat]

    def whim(self, g: Position, power: int, options: Sequence[Action], but: Action | None, stray: float) -> Action:
        """What opinions like best, but for one option, and with some chance in it."""
        opinions = self.opinions(g, power, options)
        likings = [
            (opinion.worth + stray * _gumbel(self.rng), i)
            for i, (option, opinion) in enumerate(zip(options, opinions, strict=True))
            if option != but
        ]
        return options[max(likings)[1]]


class _Script:
    """A line while it is played in a world, with its change."""

    def __init__(self, plan: Plan, line: Line, change: Change | None) -> None:
        self._plan, self._line, self._change = plan, line, change
        self._next = 0
        self._anew = False
        self.done: list[Step] = []

    def answer(self, g: Position, power: int, options: Sequence[Action], luck: Random) -> Action:
        """What the seat does, noted as a step."""
        decision, arguments = g.question(power)
        question = (decision.name, *arguments)
        change = self._change
        if self._anew and change is not None:
            action = self._plan.whim(g, power, options, None, change.whim)
        elif change is not None and change.at == len(self.done):
            action = self._changed(g, power, options, question, change)
        else:
            action = self._take(question, options) or options[pick(self._plan.opinions(g, power, options), luck)]
        self.done.append(Step(question, action))
        return action

    def _changed(
        self, g: Position, power: int, options: Sequence[Action], question: tuple[object, ...], change: Change
    ) -> Action:
        place = self._next
        intended = self._take(question, options)
        if change.way is Way.OMIT:
            others = [option for option in options if option != intended]
            return self._take(question, others) or self._plan.whim(g, power, options, intended, 0.0)
        if change.way is Way.INSERT:
            self._next = place
        self._anew = change.way is Way.REDRAFT
        return self._plan.whim(g, power, options, intended, change.whim)

    def _take(self, question: tuple[object, ...], options: Iterable[Action]) -> Action | None:
        """The next step of the line that answers this question; those before it are left out."""
        for place in range(self._next, len(self._line)):
            step = self._line[place]
            if step.question == question and step.action in options:
                self._next = place + 1
                return step.action
        return None


def _gumbel(rng: Random) -> float:
    """Chance added to a liking: the more one option is liked beside another, the more often it stays the best."""
    return -math.log(max(rng.expovariate(1.0), sys.float_info.min))
