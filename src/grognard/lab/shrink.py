"""From a long game that fails to a short one that fails the same way."""

from __future__ import annotations

from grognard.engine.game import Game, Start
from grognard.engine.gamefile import faults_of_start
from grognard.lab.rotation import STEP_CHECKS, Trial, run

MOST_RUNS = 4_000
OTHER_SEEDS = (1, 2)


def from_step(game: Game, step: int) -> Game | None:
    """The same game, dice and all, begun at a later step; None if that is no place to begin at."""
    start = Start(game.setting, game.start.key, game.rulebook.snapshot(game.position_at(step)))
    if faults_of_start(game.rulebook, start):
        return None
    later = Game(game.rulebook, start)
    for record in game.history[step:]:
        later.replay(game.seats[record.seat], game.setting.vocabulary.encode(record.action), standing=record.standing)
    later.standing = game.standing.copy()
    return later


def shrink(game: Game, trial: Trial) -> tuple[Game, Trial, list[str]]:
    """The shortest beginning that fails the trial, begun as late as it still does; and what it finds."""
    game, trial = _shortest_beginning(game, trial)
    back = 0
    while back < game.step:
        try:
            shorter = from_step(game, game.step - back)
        except Exception:  # rules that crash, or that do not repeat themselves
            shorter = None
        if shorter is not None and run(trial, shorter):
            game = shorter
            break
        back = back * 2 or 1
    return game, trial, run(trial, game)


def _shortest_beginning(game: Game, trial: Trial) -> tuple[Game, Trial]:
    runs = 0
    again = Game(game.rulebook, game.start)
    for record in game.history:
        action = game.setting.vocabulary.encode(record.action)
        for seed in (trial.seed, *OTHER_SEEDS):
            attempt = Trial(trial.check, seed)
            if trial.check in STEP_CHECKS:
                attempt = attempt._replace(seat=game.seats[record.seat], action=action)
            runs += 1
            if run(attempt, again):
                return again, attempt
        if runs > MOST_RUNS:
            break
        try:
            again.replay(game.seats[record.seat], action, standing=record.standing)
        except Exception:  # the game itself cannot be repeated
            break
    return game, trial
