"""What every registered game must pass, in every variant: the beginning of a game with all checks at every action."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from grognard.engine import registry
from grognard.engine.rulebook import Rulebook
from grognard.lab.fuzz import Task, play
from grognard.lab.rotation import STEP_LIMIT

SEED = 1805
BEGINNING = 50
WHOLE_GAMES = 3
"""Of each game, spread over its variants, with the checks in rotation."""

VARIANTS = [
    pytest.param(name, number, id="-".join((name, scenario, str(players), *(str(v).lower() for v in options.values()))))
    for name in registry.names()
    for number, (scenario, players, options) in enumerate(registry.rulebook(name).variants())
]


def _play(rulebook: Rulebook, number: int, most_steps: int, *, thorough: bool) -> None:
    task = Task(rulebook, rulebook.variants()[number], SEED, number, most_steps, thorough)
    failure = play(task).failure
    assert failure is None, failure.note


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_the_beginning_of_a_game(name: str, number: int) -> None:
    _play(registry.rulebook(name), number, BEGINNING, thorough=True)


@pytest.mark.parametrize("part", range(WHOLE_GAMES))
@pytest.mark.parametrize("name", registry.names())
def test_a_whole_game(name: str, part: int) -> None:
    rulebook = registry.rulebook(name)
    number = (2 * part + 1) * len(rulebook.variants()) // (2 * WHOLE_GAMES)
    _play(rulebook, number, STEP_LIMIT, thorough=False)


REPEAT = """
import sys
from hashlib import blake2b
from random import Random
from grognard.engine import dice, registry
from grognard.engine.game import Game, Start
from grognard.lab.checks import play_on, view_bytes, viewers

rulebook = registry.rulebook(sys.argv[1])
told = blake2b()
for number, (scenario, players, options) in enumerate(rulebook.variants()[:: len(rulebook.variants()) // 4 or 1]):
    game = Game(rulebook, Start(rulebook.setting(scenario, players, options, None), dice.key_from_seed(number)))
    play_on(game, Random(number), 150)
    for record in game.history:
        told.update(record.digest.encode())
    for seat in viewers(game):
        told.update(view_bytes(game, seat))
print(told.hexdigest())
"""


@pytest.mark.parametrize("name", registry.names())
def test_the_same_game_in_every_process(name: str) -> None:
    """Python shuffles its sets and hashes anew in each process; nothing of a game may depend on that."""
    told = {
        subprocess.run(  # noqa: S603 - our own script, under our own interpreter
            [sys.executable, "-c", REPEAT, name],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(told) == 1
    assert len(told.pop().strip()) == 128


@pytest.mark.parametrize("name", registry.names())
def test_what_a_game_says_of_itself(name: str) -> None:
    """A lobby can offer every scenario with every number of players, and each option in every value."""
    rulebook = registry.rulebook(name)
    assert rulebook.id == name
    assert rulebook.title
    assert rulebook.designer
    assert rulebook.version
    scenarios = {scenario.id: scenario for scenario in rulebook.scenarios()}
    variants = rulebook.variants()
    offered = {(scenario.id, players) for scenario in scenarios.values() for players in scenario.players}
    assert {(scenario, players) for scenario, players, _ in variants} == offered
    for choice in rulebook.choices():
        used: set[Any] = {options.get(choice.name, choice.values[0]) for _, _, options in variants}
        unlisted = used - set(choice.values)
        assert used - unlisted == set(choice.values), choice.name
        assert bool(unlisted) == bool(choice.line_up), choice.name
        assert all(set(value.split("+")) <= set(choice.line_up) for value in unlisted), choice.name
