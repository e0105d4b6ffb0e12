"""What a player may ask before deciding, and what the answers must not give away."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.engine.game import Game
from grognard.engine.refusal import Refused


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - the test must be the same each time


@pytest.mark.parametrize(("scenario", "seed"), [("1805", 3), ("1792", 4), ("1813", 5)])
def test_what_is_said_to_bind_is_what_cannot_be_undone(scenario: str, seed: int) -> None:
    game = grognard.new("coalitions", scenario, seed=seed)
    rng, said = chance(seed), set()
    for _ in range(400):
        seat = game.to_act[0]
        options = game.options(seat)
        action = rng.choice(options)
        binding = game.binds(seat, action, rng)
        said.add(binding)
        game.act(seat, action)
        if len(options) == 1:
            assert binding == ""
        elif binding == "end":
            assert game.over
            break
        elif binding == "chance":
            assert not game.can_undo(seat)
        elif binding == "":
            assert game.can_undo(seat)
            assert seat in game.to_act or game.position.answers
        else:
            assert seat not in game.to_act
    assert {"", "chance", "others"} <= said


def test_asking_changes_nothing_and_tells_the_same_in_a_twin_world() -> None:
    game = grognard.new("coalitions", "1805", seed=8)
    rng = chance(8)
    for step in range(250):
        seat = game.to_act[0]
        action = rng.choice(game.options(seat))
        before = game.digest()
        twin: Game = game.twin(seat, chance(step))
        assert game.binds(seat, action, chance(step)) == twin.binds(seat, action, chance(step))
        assert game.digest() == before
        game.act(seat, action)


def test_only_offered_actions_can_be_weighed() -> None:
    game = grognard.new("coalitions", "1805", seed=8)
    with pytest.raises(Refused):
        game.binds("france", ("march", "france-2", "london"), chance(1))
    with pytest.raises(Refused):
        game.binds("britain", game.options("france")[0], chance(1))
