"""Which check runs when.

The cheap ones run after every action. The others take turns: a check with period 8 runs at every eighth action. All of
them run when a game first meets a kind of decision, so that a rare one is never missed; the closing ones when a game is
over.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from grognard.engine.game import Answer, Game, NamedAction
from grognard.lab import checks, garbage, secrecy

MomentCheck = Callable[[Game, Random], list[str]]
StepCheck = Callable[[Game, str, NamedAction, Random], list[str]]


STEP_LIMIT = 20_000
ORDERS = 0.02
"""How often a seat gives a standing order."""
ANSWERS: tuple[Answer, ...] = ("always", "never", "ask", "ask")
SECOND_THOUGHTS = 0.05
"""How often an action is undone and done again."""


class Trial(NamedTuple):
    """A check, the seed of its own chance, and (for a check of a step) the action that is about to be taken."""

    check: str
    seed: int
    seat: str | None = None
    action: NamedAction | None = None


def take(game: Game, seat: str, action: NamedAction, rng: Random) -> tuple[Game, list[str]]:
    """The game after an action, sometimes with an order given first or second thoughts after it."""
    after = game.clone()
    if game.reactions and rng.random() < ORDERS:
        who, kind = rng.choice(game.seats), rng.choice(game.reactions)
        after.order(who, kind, rng.choice(ANSWERS))
        if after.step != game.step:  # the order answered the open question
            return after, checks.answers_given(after, rng)
    after.act(seat, action)
    found = checks.answers_given(after, rng)
    if after.step == game.step + 1 and after.can_undo(seat) and rng.random() < SECOND_THOUGHTS:
        digest = after.digest()
        after.undo(seat)
        after.act(seat, action)
        if after.digest() != digest:
            found.append(f"{action} undone and done again by {seat} leads elsewhere")
    return after, found


def plays(game: Game, seat: str, action: NamedAction, rng: Random) -> list[str]:
    """The action can be taken, and what standing orders answer to it is answered."""
    return take(game, seat, action, rng)[1]


def ends(game: Game, rng: Random) -> list[str]:  # noqa: ARG001 - all checks are called alike
    """Every game comes to an end."""
    return [f"no end after {game.step} steps"] if not game.over and game.step >= STEP_LIMIT else []


MOMENT_CHECKS: dict[str, tuple[int, MomentCheck]] = {
    "sound": (1, checks.sound),
    "options": (1, checks.options),
    "refuses": (4, garbage.refuses),
    "twin worlds": (4, secrecy.twin_worlds),
    "views": (8, checks.views),
    "restores": (8, checks.restores),
    "orders secret": (16, checks.orders_secret),
    "time travel": (16, checks.time_travel),
    "clones": (32, checks.clones),
}
STEP_CHECKS: dict[str, tuple[int, StepCheck]] = {
    "undo proven": (2, secrecy.undo_proven),
    "undoes": (8, secrecy.undoes),
    "plays": (0, plays),  # the fuzzer takes every action that way
}
CLOSING_CHECKS: dict[str, MomentCheck] = {
    "twin logs": secrecy.twin_logs,
    "repeats": checks.repeats,
    "ends": ends,
}
ALL_CHECKS = (*MOMENT_CHECKS, *STEP_CHECKS, *CLOSING_CHECKS)


def due(step: int, *, all_of_them: bool) -> tuple[list[str], list[str]]:
    """The checks of the moment and of the step that are due; their turns are spread, so no action bears them all."""

    def turn(place: int, period: int) -> bool:
        return bool(period) and (all_of_them or (step + place) % period == 0)

    return (
        [name for place, (name, (period, _)) in enumerate(MOMENT_CHECKS.items()) if turn(place, period)],
        [name for place, (name, (period, _)) in enumerate(STEP_CHECKS.items()) if turn(place, period)],
    )


def run(trial: Trial, game: Game) -> list[str]:
    """The findings of a check; a crash is one."""
    rng = Random(trial.seed)
    try:
        if trial.seat is not None and trial.action is not None:
            return STEP_CHECKS[trial.check][1](game, trial.seat, trial.action, rng)
        if trial.check in CLOSING_CHECKS:
            return CLOSING_CHECKS[trial.check](game, rng)
        return MOMENT_CHECKS[trial.check][1](game, rng)
    except Exception as error:  # whatever the rules do wrong is to be found, not to stop the search
        where = traceback.extract_tb(error.__traceback__)[-1]
        return [f"crashed: {type(error).__name__}: {error} ({where.name} in {where.filename.rpartition('/')[2]})"]
