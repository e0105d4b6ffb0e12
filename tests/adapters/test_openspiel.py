"""Every game as a game of OpenSpiel: its own conformance checks, chance as nodes, and no secrets."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from grognard.engine import registry
from grognard.engine.refusal import UserError
from grognard.engine.twins import resample
from grognard.lab import spiel
from grognard.lab.arena.layout import layout_of

SCENARIOS = [(name, scenario.id) for name in registry.names() for scenario in registry.rulebook(name).scenarios()]


def loaded(game: str, scenario: str, **parameters: object) -> pyspiel.Game:
    return pyspiel.load_game(spiel.name_of(registry.rulebook(game), scenario), parameters)


def any_action(state: pyspiel.State, rng: Random) -> int:
    return rng.choice(state.legal_actions())


@pytest.mark.parametrize("game", registry.names())
def test_it_passes_the_random_simulations_of_openspiel(game: str) -> None:
    """In C++: sorted and unique actions, masks, tensors, clones, saving and loading at every step, bounds, returns."""
    first, *_, last = registry.rulebook(game).scenarios()
    players = next(p for p in first.players if p > 1)
    options = next(o for s, p, o in registry.rulebook(game).variants() if (s, p) == (first.id, players))
    rules = loaded(game, first.id, players=players, **options)
    pyspiel.random_sim_test(rules, num_sims=1, serialize=False, verbose=False)
    pyspiel.random_sim_test(loaded(game, last.id), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", registry.names())
def test_it_passes_the_python_simulations_of_openspiel(game: str) -> None:
    """With clones, pickles of game, type and state, and returns."""
    np.random.seed(7)
    games_sim_test.GamesSimTest().sim_game(loaded(game, registry.rulebook(game).scenarios()[0].id))


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_scenario_is_registered_and_can_be_written_down(game: str, scenario: str) -> None:
    rng = Random(6)
    every = [variant for variant in registry.rulebook(game).variants() if variant[0] == scenario]
    for _, players, options in (every[0], every[len(every) // 2], every[-1]):
        rules = loaded(game, scenario, players=players, **options)
        state = rules.new_initial_state()
        for _ in range(40):
            state.apply_action(any_action(state, rng))
        again_rules, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(rules, state))
        assert str(again_rules) == str(rules)
        assert str(again) == str(state)
        for _ in range(10):  # and goes on in the same way
            action = any_action(state, rng)
            state.apply_action(action)
            again.apply_action(action)
            assert str(again) == str(state)


@pytest.mark.parametrize("game", registry.names())
def test_chance_is_settled_by_the_nodes_alone(game: str) -> None:
    """The same history leads to the same position, another roll to another one, and every outcome is as likely."""
    rng = Random(9)
    rules = loaded(game, registry.rulebook(game).scenarios()[0].id)
    state = rules.new_initial_state()
    while not (state.is_chance_node() and len(state.chance_outcomes()) > 3 and rng.random() < 0.05):
        state.apply_action(any_action(state, rng))
    again = rules.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    outcomes = state.chance_outcomes()
    assert [outcome for outcome, _ in outcomes] == list(range(len(outcomes)))
    assert {likely for _, likely in outcomes} == {1 / len(outcomes)}
    assert len({str(state.child(outcome)) for outcome, _ in outcomes}) > 1


@pytest.mark.parametrize("game", registry.names())
def test_nobody_observes_more_than_its_seat_may_know(game: str) -> None:
    rng = Random(12)
    rules = loaded(game, registry.rulebook(game).scenarios()[0].id)
    state = rules.new_initial_state()
    checked = 0
    while checked < 25 and not state.is_terminal():
        if state.is_player_node() and rng.random() < 0.2:
            player = rng.randrange(rules.num_players())
            twin = state.clone()
            drawn = resample(registry.rulebook(game), state.run.arena.position, player, rng)
            twin.run.arena.position = drawn
            assert twin.observation_string(player) == state.observation_string(player)
            assert twin.observation_tensor(player) == state.observation_tensor(player)
            checked += 1
        state.apply_action(any_action(state, rng))
    assert checked > 10


def test_a_spectator_sees_what_is_public() -> None:
    game, scenario = SCENARIOS[0]
    rules, rng = loaded(game, scenario), Random(1)
    state = rules.new_initial_state()
    public = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    onlooker = make_observation(rules, public)
    while state.is_chance_node():
        state.apply_action(any_action(state, rng))
    onlooker.set_from(state, 0)
    layout = layout_of(registry.rulebook(game))
    assert not onlooker.dict["seat"].any()
    assert onlooker.dict["to_act"].any()
    assert sum(part.size for part in onlooker.dict.values()) == len(layout)
    told = {onlooker.string_from(state, player) for player in range(rules.num_players())}
    assert len(told) == 1
    with pytest.raises(ValueError, match="what one player, or a spectator, knows now"):
        rules.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    with pytest.raises(ValueError, match="parameters are not supported"):
        rules.make_py_observer(public, {"depth": 3})


def test_openspiels_own_search_plays_a_decision() -> None:
    game, scenario = SCENARIOS[-1]
    rules, rng = loaded(game, scenario), Random(2)
    state = rules.new_initial_state()
    while not state.is_player_node() or len(state.legal_actions()) < 2:
        state.apply_action(any_action(state, rng))
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(3))
    bot = mcts.MCTSBot(rules, uct_c=2, max_simulations=3, evaluator=evaluator, random_state=np.random.RandomState(4))
    assert bot.step(state) in state.legal_actions()


def test_a_wrong_option_is_named() -> None:
    """OpenSpiel looks at what it is given before we do; what only the game can know, the game says."""
    game = next(name for name in registry.names() if registry.rulebook(name).scenarios()[0].players[-1] < 12)
    with pytest.raises(UserError, match="12"):
        loaded(game, registry.rulebook(game).scenarios()[0].id, players=12)


def test_python_ends_in_peace() -> None:
    """OpenSpiel keeps what is registered until after Python has ended."""
    name = spiel.name_of(registry.rulebook(SCENARIOS[0][0]), SCENARIOS[0][1])
    script = f"import pyspiel, grognard.lab.spiel; pyspiel.load_game({name!r}).new_initial_state()"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)  # noqa: S603 - ourselves
    assert (done.returncode, done.stderr) == (0, "")
