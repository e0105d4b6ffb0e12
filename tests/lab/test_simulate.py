"""Simulations: the same for any number of processes, with honest bots and right intervals."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from rich.console import Console

import grognard.players
from grognard.engine.refusal import UserError
from grognard.lab.experiment import cell_of
from grognard.lab.playing import Task, play
from grognard.lab.simulate import simulate
from grognard.lab.statistics import share, spread, student
from skirmish import SKIRMISH


def test_the_same_result_for_one_and_two_processes() -> None:
    one, two = simulate(SKIRMISH, games=30, seed=9), simulate(SKIRMISH, games=30, seed=9, jobs=2)
    assert one == two
    assert one != simulate(SKIRMISH, games=30, seed=10)


def test_what_it_counts() -> None:
    result = simulate(SKIRMISH, players=2, games=40, seed=1)
    assert set(result.wins_by_power) == {"red", "blue", "green"}
    assert set(result.wins_by_seat) == {"red+green", "blue"}
    assert result.ways["wealth"].count == 40
    assert (result.rounds.mean, result.rounds.min, result.rounds.max) == (2, 2, 2)
    # Each power stakes, marches and lays a card in each round; a march may be contested.
    assert 18 <= result.decisions.min <= result.decisions.median <= result.decisions.max <= 18 + 2 * 2 * 3
    assert result.bots == {"red+green": "random", "blue": "random"}


def test_it_is_shown_and_written() -> None:
    result = simulate(SKIRMISH, games=5, seed=1)
    console = Console(record=True, width=100, file=None, quiet=False, force_terminal=False, stderr=True)
    result.show(console)
    text = console.export_text()
    assert "wealth" in text
    assert "95%" in text
    assert json.loads(result.to_json())["wins_by_power"]["red"]["of"] == 5


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(UserError, match="no bot “general”"):
        simulate(SKIRMISH, bots=("general",))
    with pytest.raises(UserError, match="one for each of red, blue, green"):
        simulate(SKIRMISH, bots=("random", "random"))
    with pytest.raises(UserError, match="at least 1 game"):
        simulate(SKIRMISH, games=0)
    with pytest.raises(UserError, match="--jobs is at least 1"):
        simulate(SKIRMISH, games=1, jobs=0)


def test_a_bot_that_looks_never_sees_the_real_position(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = []

    class Looking:
        def choose(self, situation: Any, _budget: Any, rng: Random) -> Any:
            keys.append(situation.world.key)
            return situation.world.sample(situation.power, rng)

        def explain(self) -> str:
            return ""

    monkeypatch.setitem(grognard.players.LEVELS, "looking", Looking)
    play(Task(SKIRMISH, cell_of(SKIRMISH, "field", 3, ("looking",)), 1, 0))
    assert len(set(keys)) == len(keys) >= 18


def test_wilsons_interval() -> None:
    """The textbook case: 10 of 100 lies between 5.5% and 17.4%; none of 10 still leaves up to 27.8%."""
    s = share(10, 100)
    assert (s.low, s.high) == pytest.approx((0.05523, 0.17437), abs=1e-5)
    assert (share(0, 10).low, share(0, 10).high) == pytest.approx((0.0, 0.27753), abs=1e-5)
    assert (share(10, 10).low, share(10, 10).high) == pytest.approx((0.72247, 1.0), abs=1e-5)
    assert (share(0, 0).low, share(0, 0).high) == (0, 1)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (9, 2.2622), (10, 2.2281), (30, 2.0423), (999, 1.9623)],
)
def test_students_quantiles(freedom: int, quantile: float) -> None:
    assert student(0.975, freedom) == pytest.approx(quantile, abs=1e-4)


def test_students_interval_of_a_mean() -> None:
    s = spread([1, 2, 3, 4, 5])
    assert (s.mean, s.median, s.min, s.max) == (3, 3, 1, 5)
    assert (s.low, s.high) == pytest.approx((3 - 1.96324, 3 + 1.96324), abs=1e-4)
    one = spread([7])
    assert (one.low, one.high) == (7, 7)


def test_intervals_hold_what_they_promise() -> None:
    """Of a thousand samples of a fair coin, Wilson's interval holds one half about 950 times."""
    rng = Random(1)  # noqa: S311 - seeded, so that the test is the same every time
    held = 0
    for _ in range(1_000):
        s = share(sum(rng.random() < 0.5 for _ in range(60)), 60)
        held += s.low <= 0.5 <= s.high
    assert 930 <= held <= 975
