"""From a long game that fails to a short one that fails the same way."""

from __future__ import annotations

from grognard.engine.game import Game, Start
from grognard.lab.rotation import STEP_CHECKS, Trial, run

MOST_RUNS = 4_000
OTHER_SEEDS = (1, 2)


def beginning_of(game: Game, steps: int) -> Game:
    """The first steps of a game, played again."""
    again = Game(game.rulebook, game.start)
    for record in game.history[:steps]:
        _repeat(again, game, record.seat, record.action, standing=record.standing)
    if steps == game.step:
        again.standing = game.standing.copy()
    return again


def from_step(game: Game, step: int) -> Game:
    """The same game, dice and all, begun at a later step."""
    start = Start(game.setting, game.start.key, game.rulebook.snapshot(game.position_at(step)))
    later = Game(game.rulebook, start)
    for record in game.history[step:]:
        _repeat(later, game, record.seat, record.action, standing=record.standing)
    later.standing = game.standing.copy()
    return later


def _repeat(again: Game, game: Game, seat: int, action: tuple[object, ...], *, standing: bool) -> None:
    again.replay(game.seats[seat], game.setting.vocabulary.encode(action), standing=standing)


def shrink(game: Game, trial: Trial) -> tuple[Game, Trial, list[str]]:
    """The shortest beginning that fails the trial, begun as late as it still does; and what it finds."""
    game, trial = _shortest_beginning(game, trial)
    back = 0
    while back < game.step:
        shorter = _attempt(game, game.step - back)
        if shorter is not None and run(trial, shorter):
            game = shorter
            break
        back = back * 2 or 1
    return game, trial, run(trial, game)


def _attempt(game: Game, step: int) -> Game | None:
    try:
        return from_step(game, step)
    except Exception:  # a broken snapshot is no place to start from
        return None


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
