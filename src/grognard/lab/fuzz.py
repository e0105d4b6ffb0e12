"""Random games over every variant of a game, checked after every action; each failure leaves a short game file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from grognard.engine import dice, gamefile
from grognard.engine.game import Game, Start
from grognard.engine.refusal import UserError
from grognard.engine.rulebook import OptionValue, Rulebook
from grognard.lab import workers
from grognard.lab.checks import random_action
from grognard.lab.rotation import (
    ALL_CHECKS,
    CLOSING_CHECKS,
    MOMENT_CHECKS,
    STEP_CHECKS,
    STEP_LIMIT,
    Trial,
    due,
    run,
    take,
)
from grognard.lab.shrink import shrink

FIRST_SEEDS = 3
"""A failing check that depends on chance is tried with so many seeds when its file is replayed."""


class Note(msgspec.Struct, forbid_unknown_fields=True):
    """What a failure file fails, kept beside it."""

    check: str
    seed: int
    seat: str | None
    action: list[str | int] | None
    findings: list[str]
    found_in: str


@dataclass
class Failure:
    """One thing found, and the files that show it (none if not even a file could be made)."""

    note: Note
    content: bytes | None
    path: Path | None = None


@dataclass
class Played:
    """One random game: how far it went, which checks ran, what they found."""

    number: int
    steps: int = 0
    runs: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    failure: Failure | None = None


@dataclass
class Report:
    """All the random games together."""

    games: int = 0
    steps: int = 0
    runs: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)


class Task(NamedTuple):
    """One random game to play."""

    rulebook: Rulebook
    variant: tuple[str, int, dict[str, OptionValue]]
    seed: int
    number: int
    most_steps: int
    thorough: bool
    """Run every check at every action, for short games."""


def fuzz(
    rulebook: Rulebook,
    games: int,
    seed: int,
    jobs: int = 1,
    out: Path | None = None,
    most_steps: int = STEP_LIMIT,
) -> Report:
    """Play random games with every check; the failures are written to a folder."""
    variants = list(rulebook.variants())
    Random(seed).shuffle(variants)
    tasks = [Task(rulebook, variants[n % len(variants)], seed, n, most_steps, False) for n in range(games)]
    report = Report()
    for played in workers.each(play, tasks, jobs, f"Fuzzing {rulebook.title}"):
        report.games += 1
        report.steps += played.steps
        report.runs += played.runs
        report.decisions += played.decisions
        if played.failure is not None:
            _keep(played.failure, rulebook, played.number, out)
            report.failures.append(played.failure)
    return report


def _keep(failure: Failure, rulebook: Rulebook, number: int, out: Path | None) -> None:
    if out is None or failure.content is None:
        return
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"Cannot make the folder {out}: {error.strerror or error}.") from error
    failure.path = out / f"{rulebook.id}-{number:05d}.jsonl"
    gamefile.write_beside(failure.path, failure.content)
    gamefile.write_beside(_beside(failure.path), msgspec.json.format(msgspec.json.encode(failure.note)) + b"\n")


def _beside(path: Path) -> Path:
    return path.with_suffix(".json")


def replay(path: Path, rulebook: Rulebook | None = None) -> list[str]:
    """What a failure file still fails: nothing once it is mended. Any other game file gets every check."""
    if not _beside(path).exists():
        return _every_check(gamefile.load(path, rulebook=rulebook))
    try:
        note = msgspec.json.decode(_beside(path).read_bytes(), type=Note)
        if note.check not in ALL_CHECKS:
            raise UserError(f"{_beside(path)}: there is no check “{note.check}”.")
    except (msgspec.MsgspecError, OSError) as error:
        raise UserError(f"{_beside(path)} is not the note of a failure: {error}.") from error
    game = gamefile.load(path, rulebook=rulebook)
    action = None if note.action is None else tuple(note.action)
    seeds = (note.seed, *range(FIRST_SEEDS))
    return next((found for s in seeds if (found := run(Trial(note.check, s, note.seat, action), game))), [])


def _every_check(game: Game) -> list[str]:
    rng = Random(0)
    found = [f for check in (*MOMENT_CHECKS, *CLOSING_CHECKS) for f in run(Trial(check, 0), game)]
    if game.over:
        return found
    seat, action = random_action(game, rng)
    return found + [f for check in STEP_CHECKS for f in run(Trial(check, 0, seat, action), game)]


# --- one game ---------------------------------------------------------------------------------------------------


def play(task: Task) -> Played:
    """Play one random game with its checks, up to the first failure."""
    scenario, players, options = task.variant
    rng = Random(f"{task.seed}/{task.number}")
    played = Played(task.number)
    variant = f"{scenario}, {players} players, {_spoken(options)}, seed {task.seed}, game {task.number}"
    setting = task.rulebook.setting(scenario, players, options, None)
    try:
        game = Game(task.rulebook, Start(setting, dice.key_from_seed(rng.getrandbits(64))))
    except Exception as error:  # a game that cannot even begin
        note = Note("set-up", 0, None, None, [f"crashed: {type(error).__name__}: {error}"], variant)
        played.failure = Failure(note, None)
        return played
    game, trial = _first_failure(game, rng, played, task)
    played.steps = game.step
    if trial is not None:
        played.failure = _failure(game, trial, f"{variant}, step {game.step}")
    return played


def _spoken(options: dict[str, OptionValue]) -> str:
    return ", ".join(f"{name}={str(value).lower()}" for name, value in options.items()) or "no options"


def _first_failure(game: Game, rng: Random, played: Played, task: Task) -> tuple[Game, Trial | None]:
    """Play on; the game as it stands at the end, and the trial it fails there."""
    while True:
        last = game.over or game.step >= task.most_steps
        new_kind = not game.over and _note_decision(game, played)
        of_moment, of_step = due(game.step, all_of_them=task.thorough or new_kind or last)
        for check in (*of_moment, *CLOSING_CHECKS) if last else of_moment:
            if _fails(trial := Trial(check, rng.getrandbits(32)), game, played):
                return game, trial
        if last:
            return game, None
        try:
            seat, action = random_action(game, rng)
        except Exception:  # found again, and named, when the trial is run
            return game, Trial("options", rng.getrandbits(32))
        for check in of_step:
            if _fails(trial := Trial(check, rng.getrandbits(32), seat, action), game, played):
                return game, trial
        trial = Trial("plays", rng.getrandbits(32), seat, action)
        played.runs["plays"] += 1
        try:
            after, findings = take(game, seat, action, Random(trial.seed))
        except Exception:  # found again, and named, when the trial is run
            return game, trial
        if findings:
            return game, trial
        game = after


def _note_decision(game: Game, played: Played) -> bool:
    """Whether the game meets this kind of decision for the first time."""
    kind = game.position.agenda[-1][0].name
    played.decisions[kind] += 1
    return played.decisions[kind] == 1


def _fails(trial: Trial, game: Game, played: Played) -> bool:
    played.runs[trial.check] += 1
    return bool(run(trial, game))


def _failure(game: Game, trial: Trial, found_in: str) -> Failure:
    """A failure made as short as it can be."""
    findings = run(trial, game)
    short, trial, again = shrink(game, trial)
    action: list[Any] | None = None if trial.action is None else list(trial.action)
    note = Note(trial.check, trial.seed, trial.seat, action, again or findings, found_in)
    try:
        return Failure(note, gamefile.encode(short))
    except Exception:  # not even a file can be made of it
        return Failure(note, None)
