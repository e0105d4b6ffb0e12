"""Every game as a game of OpenSpiel: its own conformance checks, chance as nodes, and no secrets."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, mcts
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


def known(state: pyspiel.State) -> list[str]:
    """The information states of all players."""
    return [state.information_state_string(player) for player in range(state.num_players())]


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


@pytest.mark.parametrize("game", registry.names())
def test_it_can_be_written_down_as_a_playthrough(game: str) -> None:
    """OpenSpiel's own account of a whole game asks all it can ask; from its actions it comes out the same."""
    last = registry.rulebook(game).scenarios()[-1]
    name = f"{spiel.name_of(registry.rulebook(game), last.id)}(players={min(last.players)})"
    written = generate_playthrough.playthrough_lines(name, seed=3)
    assert "IsTerminal() = True" in written
    played = [int(line.removeprefix("action: ")) for line in written if line.startswith("action: ")]
    assert generate_playthrough.playthrough_lines(name, action_sequence=played, seed=4) == written


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
        assert known(again) == known(state)
        for _ in range(10):  # and goes on in the same way
            action = any_action(state, rng)
            state.apply_action(action)
            again.apply_action(action)
            assert str(again) == str(state)
        assert known(again) == known(state)


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
            assert twin.information_state_string(player) == state.information_state_string(player)
            checked += 1
        state.apply_action(any_action(state, rng))
    assert checked > 10


@pytest.mark.parametrize("game", registry.names())
def test_twin_worlds_stay_alike_to_a_player_for_as_long_as_he_alone_acts(game: str) -> None:
    """What he is told of his own doings is the same, whatever is hidden from him."""
    rng = Random(21)
    rules = loaded(game, registry.rulebook(game).scenarios()[0].id)
    state = rules.new_initial_state()
    done = 0
    while done < 30 and not state.is_terminal():
        player = state.current_player()
        if player >= 0 and rng.random() < 0.2:
            one, twin = state.clone(), state.clone()
            twin.run.arena.position = spiel.on_stage(
                resample(registry.rulebook(game), state.run.arena.position, player, rng)
            )
            worlds = one, twin
            for world in worlds:
                world.run.arena.position.boundary = False
            while one.current_player() == twin.current_player() == player:
                assert one.legal_actions() == twin.legal_actions()
                word = any_action(one, rng)
                for world in worlds:
                    world.apply_action(word)
                if any(world.is_chance_node() or world.run.arena.position.boundary for world in worlds):
                    break  # something hidden was shown, or is about to be
                assert one.information_state_string(player) == twin.information_state_string(player)
                done += 1
        state.apply_action(any_action(state, rng))
    assert done >= 30


def answered(state: pyspiel.State, word: int, rng: Random) -> pyspiel.State:
    """The state when the action that begins with this word is spelled out."""
    spelled = state.child(word)
    while spelled.run.arena.decisions == state.run.arena.decisions:
        spelled.apply_action(any_action(spelled, rng))
    return spelled


@pytest.mark.parametrize("game", registry.names())
def test_a_sealed_answer_is_in_nobody_elses_information_state(game: str) -> None:
    rng = Random(4)
    rules = loaded(game, registry.rulebook(game).scenarios()[0].id)
    state = rules.new_initial_state()
    compared = 0
    while compared < 5:
        player = state.current_player()
        if player >= 0 and len(state.run.arena.to_act) > 1 and len(state.legal_actions()) > 1:
            first, second = (answered(state, word, rng) for word in rng.sample(state.legal_actions(), 2))
            others = [p for p in range(rules.num_players()) if p != player]
            assert [known(first)[p] for p in others] == [known(second)[p] for p in others]
            assert known(first)[player] != known(second)[player]
            compared += 1
        state.apply_action(any_action(state, rng))


@pytest.mark.parametrize("game", registry.names())
def test_a_past_grows_by_what_one_chose_or_was_told_and_by_nothing_else(game: str) -> None:
    rng, rulebook = Random(15), registry.rulebook(game)
    state = loaded(game, rulebook.scenarios()[0].id).new_initial_state()
    kept_from_some = steps = 0
    while steps < 400 and not state.is_terminal():
        before = state.run.past
        state.apply_action(any_action(state, rng))
        past, position = state.run.past, state.run.arena.position
        if past is before:
            continue
        steps += 1
        for seat in range(state.num_players()):
            heard = [entry for entry in past.log if entry.known_to(seat)]
            chosen = past.taken if past.taken and past.taken[0] == seat else None
            mark, known_before = past.mark(seat, rulebook, position), before.mark(seat, rulebook, position)
            alone = spiel.Past([known_before] * state.num_players()).then(chosen, heard)
            assert alone.mark(seat, rulebook, position) == mark
            assert (mark != known_before) == bool(heard or chosen)
            kept_from_some += len(past.log) - len(heard)
    assert kept_from_some > 0


@pytest.mark.parametrize("game", registry.names())
def test_no_information_state_comes_twice_and_none_forgets(game: str) -> None:
    """Nor does anybody forget: wherever two games part for a player, they never look the same to him again."""
    rng = Random(8)
    rules = loaded(game, registry.rulebook(game).scenarios()[0].id)
    state, other = rules.new_initial_state(), rules.new_initial_state()
    while state.is_chance_node():
        dealt = any_action(state, rng)
        state.apply_action(dealt)
        other.apply_action(dealt)
    player = state.current_player()
    first, second = rng.sample(state.legal_actions(), 2)
    state.apply_action(first)
    other.apply_action(second)
    seen, elsewhere = ([] for _ in range(2))
    for world, states in ((state, seen), (other, elsewhere)):
        while len(states) < 60 and not world.is_terminal():
            if world.current_player() == player:
                states.append(world.information_state_string(player))
            world.apply_action(any_action(world, rng))
    assert len(set(seen)) == len(seen) > 20
    assert not set(seen) & set(elsewhere)


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
    with pytest.raises(ValueError, match="parameters are not supported"):
        rules.make_py_observer(public, {"depth": 3})


def observer(rules: pyspiel.Game, *, public: bool, recalls: bool = False, private: str = "SINGLE_PLAYER") -> object:
    whose = getattr(pyspiel.PrivateInfoType, private)
    kind = pyspiel.IIGObservationType(perfect_recall=recalls, public_info=public, private_info=whose)
    return make_observation(rules, kind)


@pytest.mark.parametrize(
    ("public", "recalls", "private"),
    [
        (True, False, "ALL_PLAYERS"),  # nobody sees two hands
        (True, True, "NONE"),  # a spectator may have come late
        (False, True, "SINGLE_PLAYER"),
        (False, False, "NONE"),
    ],
)
def test_whoever_cannot_observe_is_none_as_openspiel_has_it(public: bool, recalls: bool, private: str) -> None:
    rules = loaded(*SCENARIOS[0])
    assert observer(rules, public=public, recalls=recalls, private=private) is None


@pytest.mark.parametrize("game", registry.names())
def test_what_is_public_and_what_is_ones_own_make_up_what_one_knows(game: str) -> None:
    rng, rulebook = Random(5), registry.rulebook(game)
    rules = loaded(game, rulebook.scenarios()[0].id)
    state = rules.new_initial_state()
    whole, own = observer(rules, public=True), observer(rules, public=False)
    onlooker = observer(rules, public=True, private="NONE")
    told_alone = 0
    for _ in range(300):
        player = rng.randrange(rules.num_players())
        for each in (whole, own, onlooker):
            each.set_from(state, player)
        assert np.array_equal(whole.tensor, onlooker.tensor + own.tensor)
        alone = own.string_from(state, player)
        everything, public = (json.loads(o.string_from(state, player)) for o in (whole, onlooker))
        assert (alone == "") == (everything == public)
        told_alone += bool(alone)
        if alone:
            assert_found_in(json.loads(alone), everything, public)
        state = rules.new_initial_state() if state.is_terminal() else state
        state.apply_action(any_action(state, rng))
    assert told_alone > 100


def assert_found_in(alone: object, everything: object, public: object) -> None:
    """Each thing told to one alone is among all that he is told, and not in the same place of what all are told."""
    if isinstance(alone, dict):
        for name, value in alone.items():
            assert_found_in(value, everything[name], public.get(name) if isinstance(public, dict) else None)
    elif isinstance(alone, list):
        assert all(member in everything for member in alone)
        assert alone != public
    else:
        assert alone == everything != public


@pytest.mark.parametrize("game", registry.names())
def test_what_is_heard_before_a_roll_is_told_to_those_who_may_hear_it(game: str) -> None:
    """So that no player is told less for the sake of the node that the roll is."""
    rng, rulebook = Random(3), registry.rulebook(game)
    rules = loaded(game, rulebook.scenarios()[0].id)
    state = rules.new_initial_state()
    heard = 0
    for _ in range(600):
        if state.is_chance_node():
            for player in range(state.num_players()):
                told = json.loads(state.information_state_string(player))["heard"]
                assert len(told) == sum(entry.known_to(player) for entry in state.run.heard)
                heard += len(told)
        else:
            assert "heard" not in json.loads(state.information_state_string(0))
        state = rules.new_initial_state() if state.is_terminal() else state
        state.apply_action(any_action(state, rng))
    assert heard > 0


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
