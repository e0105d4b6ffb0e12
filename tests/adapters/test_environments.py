"""Every game as a PettingZoo and a Gymnasium environment: their own checks, exact spelling, and no secrets."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from grognard.engine import registry
from grognard.engine.refusal import UserError
from grognard.engine.twins import resample
from grognard.engine.vocabulary import Verb
from grognard.lab import environments
from grognard.lab.arena.alphabet import WAIT, Alphabet, Spelling
from grognard.lab.arena.game import Arena, Venue
from grognard.lab.arena.layout import layout_of
from skirmish import SKIRMISH

GAMES = registry.names()
SPACES = Path(__file__).with_name("spaces.json")


@contextmanager
def advice_of_pettingzoo() -> Iterator[None]:
    """Its test warns of what it only advises: agents called player_0, observations that are bare arrays."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "We recommend agents to be named")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        yield


def some_variants(game: str, count: int) -> list[tuple[str, int, dict[str, Any]]]:
    """Variants spread over all of a game."""
    every = registry.rulebook(game).variants()
    return [every[(2 * part + 1) * len(every) // (2 * count)] for part in range(count)]


# --- their own checks ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_agents_in_turn_pass_pettingzoos_checks(game: str) -> None:
    with advice_of_pettingzoo():
        api_test(environments.env(game), num_cycles=100)
    seed_test(lambda: environments.env(game), num_cycles=50)


@pytest.mark.parametrize("game", GAMES)
def test_the_agents_together_pass_pettingzoos_checks(game: str) -> None:
    parallel_api_test(environments.parallel_env(game), num_cycles=100)
    parallel_seed_test(lambda: environments.parallel_env(game), num_cycles=50)


@pytest.mark.parametrize("game", GAMES)
def test_one_seat_passes_gymnasiums_checks(game: str) -> None:
    name = next(name for name in environments.ids() if name.startswith(f"grognard/{game}-"))
    env = gymnasium.make(name, opponents="random", render_mode="ansi")
    check_env(env.unwrapped)
    assert isinstance(env.unwrapped.render(), str)


def test_a_game_without_a_shape_is_an_environment_all_the_same() -> None:
    with advice_of_pettingzoo():
        api_test(environments.env(SKIRMISH), num_cycles=30)
    check_env(environments.OneSeat(SKIRMISH, opponents="random"), skip_render_check=True)
    parallel_api_test(environments.parallel_env(SKIRMISH), num_cycles=30)


# --- what an action is --------------------------------------------------------------------------------------------


def spelled_out(spelling: Spelling) -> list[Any]:
    """Every action that some way through leads to."""
    found = []
    for word in spelling.words:
        way = spelling.copy()
        action = way.choose(word)
        found += spelled_out(way) if action is None else [action]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_way_is_one_option_and_every_option_has_one_way(game: str) -> None:
    rng = Random(5)
    for scenario, players, options in some_variants(game, 3):
        venue = Venue(game, scenario, players, options)
        arena = venue.begin(rng)
        while not arena.over and arena.decisions < 80:
            seat = rng.choice(arena.to_act)
            offered = arena.position.options(arena.position.asked(seat))
            spelling = arena.spelling(seat)
            assert spelling is not None
            assert sorted(spelled_out(spelling)) == sorted(offered)
            arena.take(seat, rng.choice(offered))


numbers = st.integers(-1_000_000, 1_000_000)
WORDY = Alphabet({"go": Verb(("place*",), ""), "pay": Verb(("number", "place"), "")}, {"place": ("a", "b")})
orders = st.tuples(st.just("pay"), numbers, st.sampled_from("ab")) | st.lists(st.sampled_from("ab"), max_size=4).map(
    lambda places: ("go", *places)
)


@given(st.sets(orders, min_size=1, max_size=30))
def test_any_numbers_and_any_length_can_be_spelled(offered: set[tuple[Any, ...]]) -> None:
    spelling = Spelling({WORDY.spell(order): order for order in offered})
    found = spelled_out(spelling)
    assert len(found) == len(offered)
    assert set(found) == offered


def test_large_numbers_are_spelled_in_groups() -> None:
    spelled = [WORDY.words[word] for word in WORDY.spell(("pay", -1805, "b"))]
    assert spelled == ["pay", "<minus>", "<more>", "number 18", "number 5", "place b"]


def test_where_only_one_word_can_follow_it_is_filled_in() -> None:
    spelling = Spelling({WORDY.spell(("pay", n, place)): (n, place) for n in (1, 2) for place in "ab"})
    assert [WORDY.words[word] for word in spelling.words] == ["number 1", "number 2"]
    assert spelling.choose(spelling.words[0]) is None
    assert [WORDY.words[word] for word in spelling.chosen] == ["pay", "number 1"]
    with pytest.raises(KeyError):
        spelling.choose(WAIT)
    assert spelling.choose(spelling.words[1]) == (1, "b")


# --- what is seen -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_observations_are_the_same_in_worlds_a_seat_cannot_tell_apart(game: str) -> None:
    rng, compared = Random(11), 0
    for scenario, players, options in some_variants(game, 6):
        venue = Venue(game, scenario, players, options)
        arena = venue.begin(rng)
        space = environments.zoo.observation_space(venue)
        while not arena.over and arena.decisions < 60:
            seat = rng.randrange(len(venue.setting.seats))
            twin = Arena(venue, resample(venue.rulebook, arena.position, seat, rng))
            mine, theirs = arena.observe(seat), twin.observe(seat)
            if arena.spelling(seat) is None or arena.spelling(seat).chosen == twin.spelling(seat).chosen:  # type: ignore[union-attr]  # asked in both
                assert mine.tobytes() == theirs.tobytes()
                compared += 1
            assert space["observation"].contains(mine)
            acting = arena.to_act[0]
            arena.choose(acting, int(rng.choice(np.flatnonzero(arena.mask(acting)))))
    assert compared > 100


@pytest.mark.parametrize("game", GAMES)
def test_every_part_of_a_view_is_used(game: str) -> None:
    """The view of every variant fits the shape, and no number of it is for nothing."""
    rulebook, rng = registry.rulebook(game), Random(2)
    layout = layout_of(rulebook)
    assert rulebook.shape().version > 0, f"give {rulebook.title} a shape: docs/research.md"
    assert len(set(layout.names)) == len(layout.names)
    used = np.zeros(len(layout), bool)
    by_scenario = {variant[0]: variant for variant in rulebook.variants()}
    for scenario, players, options in (*some_variants(game, 9), *by_scenario.values()):
        venue = Venue(game, scenario, players, options)
        position = venue.begin(rng).position
        for _ in range(25):
            if position.agenda:
                position.play_on(rng, 10)
            for seat in range(len(venue.setting.seats)):
                used |= layout.observe(rulebook, venue.setting, position, seat) != 0
    dull = {name for name, where in layout.parts.items() if not used[where].any()}
    assert dull <= {"chosen"}, "parts of the view that are always nothing"


@pytest.mark.parametrize("game", GAMES)
def test_no_sealed_answer_is_seen_before_all_are_in(game: str) -> None:
    rng, seen = Random(4), 0
    for scenario, players, options in some_variants(game, 6):
        arena = Venue(game, scenario, players, options).begin(rng)
        while not arena.over and arena.decisions < 300:
            if len(arena.to_act) > 1:
                first, *others = arena.to_act
                offered = arena.position.options(arena.position.asked(first))
                one, two = (Arena(arena.venue, arena.position.clone()) for _ in range(2))
                one.take(first, offered[0])
                two.take(first, offered[-1])
                assert [one.observe(s).tobytes() for s in others] == [two.observe(s).tobytes() for s in others]
                seen += 1
            arena.position.play_on(rng)
            arena.decisions += 1
    assert seen


@pytest.mark.parametrize("game", GAMES)
def test_a_new_version_where_the_spaces_change(game: str) -> None:
    """What a network was trained on stays as it is: whoever changes it gives the shape a new version."""
    rulebook = registry.rulebook(game)
    layout = layout_of(rulebook)
    told = "\n".join((*layout.names, "", *layout.alphabet.words)).encode()
    now = {
        "version": rulebook.shape().version,
        "numbers": len(layout),
        "words": len(layout.alphabet),
        "digest": blake2b(told, digest_size=16).hexdigest(),
    }
    known = json.loads(SPACES.read_text(encoding="utf-8"))
    advice = f"raise the version of the shape of {game} and write {now} into {SPACES.name}"
    assert known.get(game) == now, advice


# --- playing ------------------------------------------------------------------------------------------------------


def any_word(mask: Any, rng: Random) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_word_by_word(game: str) -> None:
    rng, total = Random(3), dict[str, float]()
    env = environments.env(game, views=True, render_mode="ansi")
    env.reset(seed=3)
    for agent in env.agent_iter():
        seen, reward, over, cut_off, info = env.last()
        assert info["view"] == env.unwrapped.venue.rulebook.view(
            env.unwrapped.arena.position, env.possible_agents.index(agent)
        )
        total[agent] = total.get(agent, 0) + reward
        env.step(None if over or cut_off else any_word(seen["action_mask"], rng))
    assert sum(total.values()) == pytest.approx(1.0)
    assert env.state().shape == (len(env.possible_agents) * len(environments.layout(game)),)
    assert registry.rulebook(game).title in env.render()


@pytest.mark.parametrize("game", GAMES)
def test_seats_that_decide_together_act_in_the_same_step(game: str) -> None:
    rng, together = Random(8), 0
    scenario, players, options = some_variants(game, 5)[2]
    env = environments.parallel_env(game, scenario, players=players, options=options)
    seen, _ = env.reset(seed=8)
    for _ in range(400):
        acting = [agent for agent in env.agents if not seen[agent]["action_mask"][WAIT]]
        assert acting == [env.possible_agents[seat] for seat in env.arena.to_act]
        together += len(acting) > 1
        seen, rewards, *_ = env.step({agent: any_word(seen[agent]["action_mask"], rng) for agent in env.agents})
        if not env.agents:
            assert sum(rewards.values()) == pytest.approx(1.0)
            break
    assert together


@pytest.mark.parametrize("game", GAMES)
def test_one_seat_against_others(game: str) -> None:
    rng = Random(1)
    quick = "staff" if registry.rulebook(game).judgement().knows else "random"
    env = environments.OneSeat(game, opponents=quick, most_decisions=12, views=True, render_mode="ansi")
    seen, info = env.reset(seed=1)
    over = cut_off = False
    while not (over or cut_off):
        assert not seen["action_mask"][WAIT]
        assert info["action_mask"].tobytes() == seen["action_mask"].tobytes()
        assert env.action_masks().tolist() == seen["action_mask"].astype(bool).tolist()
        seen, reward, over, cut_off, info = env.step(any_word(seen["action_mask"], rng))
    assert reward == 0
    with pytest.raises(UserError, match="call reset"):
        env.step(WAIT)


def test_an_illegal_word_ends_the_game_for_everybody() -> None:
    env = environments.env(SKIRMISH)
    env.reset(seed=1)
    culprit = env.agent_selection
    env.step(WAIT)
    assert all(env.terminations.values())
    assert env.rewards[culprit] == -1
    assert "“<wait>” may not come next" in env.infos[culprit]["illegal"]
    beside = environments.parallel_env(SKIRMISH)
    beside.reset(seed=1)
    _, rewards, over, _, infos = beside.step({})
    assert set(rewards.values()) == {-1.0}  # they decide together, and none of them did
    assert all(over.values())
    assert all("illegal" in info for info in infos.values())
    alone = environments.OneSeat(SKIRMISH)
    alone.reset(seed=1)
    _, reward, ended, _, info = alone.step(10_000)
    assert (reward, ended) == (-1, True)
    assert "“10000” may not come next" in info["illegal"]


def test_what_does_not_exist_is_named() -> None:
    with pytest.raises(UserError, match=r"There is no seat “rome”\. Seats: "):
        environments.OneSeat(SKIRMISH, seat="rome")
    with pytest.raises(UserError, match=r"There is no seat “rome”\. Seats: "):
        environments.OneSeat(SKIRMISH, opponents={"rome": "staff"})
    with pytest.raises(UserError, match="There is no bot “caesar”"):
        environments.OneSeat(SKIRMISH, opponents="caesar")
    with pytest.raises(UserError, match="The render mode is ansi or None"):
        environments.parallel_env(SKIRMISH, render_mode="human")
    with pytest.raises(UserError, match="after one decision at the earliest"):
        environments.env(SKIRMISH, most_decisions=0)
    with pytest.raises(UserError, match="Call reset"):
        environments.parallel_env(SKIRMISH).step({})
