"""A game in progress: a board, and the agenda of things still to do."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar, ParamSpec, Self

from grognard.engine.decision import Action, Decision, Task
from grognard.engine.dice import draw
from grognard.engine.events import Entry, Event

P = ParamSpec("P")
_UNUSED = Random()  # noqa: S311 - nothing is drawn from it


class Position:
    """The part of a position that every game has.

    A game's own position adds lists of ints, tuples and frozen records, and extends `clone`. Elements are replaced,
    never changed in place, so a clone is a few list slices.
    """

    __slots__ = ("agenda", "answers", "boundary", "counters", "ending", "keeper", "key", "log", "outcome", "waiting")

    streams: ClassVar[tuple[bytes, ...]] = ()
    """The purposes for which chance is used, one keyed stream each."""

    agenda: list[Task]
    """What is still to do, the next last: (procedure or decision, arguments…)."""
    key: bytes
    counters: list[int]
    """How far each stream of chance has been used."""
    keeper: list[int]
    """Which seat decides for each power now; -1 if none does."""
    waiting: tuple[int, ...]
    """Powers whose sealed answer is still out."""
    answers: tuple[tuple[int, Action], ...]
    """Sealed answers already given."""
    outcome: tuple[int, ...] | None
    """The powers that won, once the game is over."""
    ending: str
    """How it ended: a word of the game's own."""
    log: list[Entry] | None
    """Events since the record was last emptied; None while nobody is listening (in search)."""
    boundary: bool
    """Chance was used or something hidden was shown since this was last cleared."""

    def clone(self) -> Self:
        """An independent copy, which records no events."""
        c: Self = self.__class__.__new__(self.__class__)
        c.agenda = self.agenda[:]
        c.key = self.key
        c.counters = self.counters[:]
        c.keeper = self.keeper[:]
        c.waiting = self.waiting
        c.answers = self.answers
        c.outcome = self.outcome
        c.ending = self.ending
        c.log = None
        c.boundary = False
        return c

    # --- the agenda ---------------------------------------------------------------------------------------------

    def todo(self, *tasks: Task) -> None:
        """Do these next, in this order."""
        self.agenda.extend(tasks[::-1])

    def ask_together(self, decision: Decision, powers: tuple[int, ...], *arguments: Any) -> None:
        """Ask several powers at once; nobody sees an answer before the last is in."""
        self.waiting, self.answers = powers, ()
        self.agenda.append((decision, *arguments))

    def advance(self) -> None:
        """Run procedures until a player has to decide, or the game is over."""
        self.play_on(_UNUSED, 0)

    def finish(self, winners: tuple[int, ...], ending: str) -> None:
        """The game ends here, in the middle of whatever was going on."""
        if self.outcome is None:
            self.outcome, self.ending = winners, ending

    # --- deciding -----------------------------------------------------------------------------------------------

    @property
    def deciding(self) -> tuple[int, ...]:
        """The powers that have to decide now."""
        if not self.agenda:
            return ()
        task = self.agenda[-1]
        return self.waiting if task[0].sealed else (task[1],)

    def asked(self, seat: int) -> int:
        """The power for which the seat has to decide now, the first if there are several; -1 if for none."""
        return next((power for power in self.deciding if self.keeper[power] == seat), -1)

    def question(self, power: int) -> tuple[Decision, tuple[Any, ...]]:
        """The decision before a power, and its arguments."""
        task = self.agenda[-1]
        decision: Decision = task[0]
        return decision, (power, *task[1:]) if decision.sealed else task[1:]

    def options(self, power: int) -> list[Action]:
        """Everything this power may answer now."""
        task = self.agenda[-1]
        decision: Decision = task[0]
        return decision.options(self, power, *task[1:]) if decision.sealed else decision.options(self, *task[1:])

    def sample(self, power: int, rng: Random) -> Action:
        """One of the options, exactly uniformly, without listing them where the game can."""
        task = self.agenda[-1]
        decision: Decision = task[0]
        return decision.draw(self, rng, (power, *task[1:]) if decision.sealed else task[1:])

    def act(self, power: int, action: Action) -> None:
        """Take one of the options. Unchecked: `Game.act` is the guarded door."""
        task = self.agenda[-1]
        decision: Decision = task[0]
        if decision.sealed:
            self.waiting = tuple([p for p in self.waiting if p != power])
            # In the order of the powers: who answered first must not matter.
            self.answers = tuple(sorted((*self.answers, (power, action))))
            if self.waiting:
                return
            answers, self.answers = dict(self.answers), ()
            self.agenda.pop()
            self.boundary = True
            decision.take(self, answers, *task[1:])
        else:
            self.agenda.pop()
            decision.take(self, action, *task[1:])
        self.advance()

    def play_on(self, rng: Random, most: int = 1) -> int:
        """Take so many decisions at random, each exactly uniform: what playouts are made of.

        Stops at the decision after those, or when the game is over, and gives how many were taken. In this innermost
        loop of all, calls spell their arguments out because that takes half as long.
        """
        agenda, taken = self.agenda, 0
        while agenda and self.outcome is None:
            task = agenda.pop()
            step, count = task[0], len(task)
            if type(step) is Decision:
                if taken == most:
                    agenda.append(task)
                    return taken
                taken += 1
                if step.sealed:
                    agenda.append(task)
                    power = self.waiting[0]
                    self.act(power, step.draw(self, rng, (power, *task[1:])))
                elif step.sample is None:
                    arguments = task[1:]
                    step.take(self, step.draw(self, rng, arguments), *arguments)
                elif count == 2:
                    power = task[1]
                    step.take(self, step.sample(self, rng, power), power)
                else:
                    arguments = task[1:]
                    step.take(self, step.sample(self, rng, *arguments), *arguments)
            elif count == 1:
                step(self)
            elif count == 2:
                step(self, task[1])
            elif count == 3:
                step(self, task[1], task[2])
            else:
                step(self, *task[1:])
        agenda.clear()
        return taken

    # --- chance and knowledge -----------------------------------------------------------------------------------

    def chance(self, stream: int, sides: int) -> int:
        """A fair number below `sides`; what follows can no longer be undone."""
        number, self.counters[stream] = draw(self.key, self.streams[stream], self.counters[stream], sides)
        self.boundary = True
        return number

    def show(self) -> None:
        """Something hidden is laid open: what came before can no longer be undone."""
        self.boundary = True

    def tell(self, clause: str, event: Callable[P, Event], *args: P.args, **kwargs: P.kwargs) -> None:
        """Something happened in front of everybody."""
        if self.log is not None:
            self.log.append(Entry(clause, None, event(*args, **kwargs)))

    def tell_keeper(
        self, power: int, clause: str, event: Callable[P, Event], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Something happened that only the seat keeping this power may know."""
        if self.log is not None:
            self.log.append(Entry(clause, (self.keeper[power],), event(*args, **kwargs)))
