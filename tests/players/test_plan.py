"""A whole turn is planned at once where its actions pay only together."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from grognard.engine import dice, registry
from grognard.games.alliance.judgement import AllianceJudgement
from grognard.players import Budget, Situation, player, situation_of
from grognard.players.marshal import MarshalPlayer
from grognard.players.plan import FEWEST_WORLDS, PLAYS_A_WORLD, Change, Plan, Way
from grognard.players.search import Search
from grognard.players.trials import Meter

ALLIANCE = registry.rulebook("alliance")


@cache
def the_last_turn(players: int = 4, seed: int = 1, turn: int = 4) -> tuple[Any, Any]:
    """A game of the staff, up to the first action of somebody with allies in that turn; another, if there is none."""
    rng = Random(seed)  # noqa: S311 - seeded play
    setting: Any = ALLIANCE.setting("1808", players, {}, None)
    g: Any = ALLIANCE.set_up(setting, dice.key_from_seed(seed))
    g.advance()
    staff = player("staff")
    while g.agenda:
        power = g.deciding[0]
        is_then = (g.year, g.turn, g.question(power)[0].name) == (setting.last_year, turn, "action")
        if is_then and (g.pacts[power] or players == 2):
            return setting, g
        g.act(power, staff.choose(situation_of(ALLIANCE, setting, g, power, rng), Budget(), rng))
    return the_last_turn(players, seed + 100, turn)


def a_situation(players: int = 4, seed: int = 1, turn: int = 4) -> Situation:
    setting, g = the_last_turn(players, seed, turn)
    return situation_of(ALLIANCE, setting, g.clone(), g.deciding[0], Random(seed))  # noqa: S311 - seeded play


def a_plan(seed: int = 1, **of: int) -> Plan:
    return Plan(a_situation(**of), Random(seed))  # noqa: S311 - seeded play


# --- when -------------------------------------------------------------------------------------------------------------


def test_ones_own_last_turn_among_many_is_planned_and_nothing_else() -> None:
    judgement = AllianceJudgement()
    setting, last = the_last_turn()
    active = last.deciding[0]
    assert judgement.is_planned_whole(last, active)
    assert not any(judgement.is_planned_whole(last, p) for p in setting.played if p != active)
    _, before = the_last_turn(turn=3)
    assert not judgement.is_planned_whole(before, before.deciding[0])
    _, two = the_last_turn(players=2)
    assert not judgement.is_planned_whole(two, two.deciding[0])


# --- lines ------------------------------------------------------------------------------------------------------------


def test_a_line_played_again_in_the_same_world_is_the_same() -> None:
    plan = a_plan()
    line, share = plan.play((), 0)
    assert len(line) > 1
    assert line[-1].action == ("end",)
    assert plan.play(line, 0) == (line, share)


def test_a_step_that_cannot_be_taken_is_left_out_and_the_rest_is_not() -> None:
    plan = a_plan()
    line, _ = plan.play((), 0)
    nowhere = line[0]._replace(action=("group", 10_000))
    assert plan.play((nowhere, *line), 0)[0] == line


@pytest.mark.parametrize("way", Way)
def test_a_change_keeps_what_comes_before_it(way: Way) -> None:
    plan = a_plan()
    line, _ = plan.play((), 0)
    for at in range(len(line)):
        changed, _ = plan.play(line, 0, Change(at, way, 0.4))
        assert changed[:at] == line[:at]
        assert changed[at] != line[at]
        assert changed[at].question == line[at].question


def test_what_is_put_in_is_followed_by_what_was_planned() -> None:
    plan = a_plan()
    line, _ = plan.play((), 0)
    talks = [plan.play(line, 0, Change(0, Way.INSERT, 1.0))[0] for _ in range(40)]
    offers = [changed for changed in talks if changed[0].action[0] in ("permit", "forbid", "publish")]
    assert offers
    assert all(changed[1:] == line for changed in offers)


# --- which is best ----------------------------------------------------------------------------------------------------


def test_a_plan_is_better_than_the_usual_line_in_the_worlds_it_was_made_in() -> None:
    gains = []
    for seed in range(1, 4):
        plan = a_plan(seed=seed)
        plan.run(Budget(iterations=120))
        usual = [plan.play((), world)[1] for world in plan.ends]
        gains.append(plan.share - sum(usual) / len(usual))
    assert min(gains) >= 0
    assert max(gains) > 0


def test_a_plan_that_was_begun_goes_on_where_it_was() -> None:
    plan = a_plan()
    plan.run(Budget(iterations=150))
    again = Plan(plan.situation, Random(2), plan.line)  # noqa: S311 - seeded play
    again.run(Budget(iterations=1))
    assert again.iterations == 1
    assert again.line == plan.line
    assert again.best() == plan.line[0].action


def test_a_line_must_do_better_by_more_than_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = a_plan()
    usual, _ = plan.play((), 0)
    other, _ = plan.play(usual, 0, Change(0, Way.REDRAFT, 0.4))

    def played(gap: dict[int, float]) -> Any:
        return lambda line, world, change=None: (line, gap[world] if line == other else 0.5)  # noqa: ARG005 - called like the real one

    def challenged(gap: dict[int, float]) -> bool:
        plan.line, plan.ends = usual, dict.fromkeys(gap, 0.5)
        monkeypatch.setattr(plan, "play", played(gap))
        plan._challenge(other, None, Meter(Budget(iterations=10_000)))
        return plan.line == other

    assert challenged(dict.fromkeys(range(6), 0.6))
    assert not challenged(dict.fromkeys(range(6), 0.5))
    assert not challenged({world: 0.51 if world else 0.4 for world in range(6)})


def test_the_longer_it_thinks_the_more_worlds_a_plan_must_stand_in() -> None:
    plan = a_plan()
    plan.run(Budget(iterations=FEWEST_WORLDS + 1))
    assert len(plan.ends) == FEWEST_WORLDS
    plan = a_plan(seed=2)
    plan.run(Budget(iterations=PLAYS_A_WORLD * 8))
    assert 7 <= len(plan.ends) <= 9


def test_the_budget_is_kept_and_the_answer_given_when_asked_for() -> None:
    plan = a_plan()
    plan.run(Budget(iterations=30))
    assert plan.iterations <= 31  # a line is compared with the best one in the same world
    hurried = a_plan()
    hurried.run(Budget(iterations=1_000_000, progress=lambda _: True))
    assert hurried.iterations < 1_000
    assert hurried.best() in hurried.situation.options()


# --- the marshal ------------------------------------------------------------------------------------------------------


def test_the_marshal_takes_the_steps_of_its_plan_and_says_so() -> None:
    marshal, situation = MarshalPlayer(), a_situation()
    action = marshal.choose(situation, Budget(iterations=80), Random(3))  # noqa: S311 - seeded play
    assert action in situation.options()
    assert marshal.explain().startswith(situation.describe(action))
    assert "a plan for the whole turn" in marshal.explain()


def test_what_is_left_of_a_plan_is_only_for_the_same_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    class Noted(Plan):
        def __init__(self, situation: Situation, rng: Random, line: Any = ()) -> None:
            super().__init__(situation, rng, line)
            begun.append(len(line))

    monkeypatch.setattr("grognard.players.marshal.Plan", Noted)
    marshal, rng = MarshalPlayer(), Random(3)  # noqa: S311 - seeded play
    setting, last = the_last_turn()
    g = last.clone()
    for _ in range(2):
        power = g.deciding[0]
        g.act(power, marshal.choose(situation_of(ALLIANCE, setting, g, power, rng), Budget(iterations=10), rng))
        while len(g.options(g.deciding[0])) == 1 or g.deciding[0] != power:
            g.play_on(rng)
    marshal.choose(a_situation(players=5), Budget(iterations=10), rng)
    assert begun[0] == begun[2] == 0
    assert begun[1] > 0


def test_a_search_of_single_options_is_left_as_it_was() -> None:
    """What is not planned is searched: the marshal's answers to others in the last turn."""
    setting, last = the_last_turn()
    g, rng = last.clone(), Random(1)  # noqa: S311 - seeded play
    power = g.deciding[0]
    other = next(p for p in setting.played if p != power and not g.pacts[power] >> p & 1)
    g.act(power, ("propose", other))
    situation = situation_of(ALLIANCE, setting, g, other, rng)
    marshal = MarshalPlayer()
    assert marshal.choose(situation, Budget(iterations=10), rng) in Search(situation, rng).root.order
    assert "a plan for the whole turn" not in marshal.explain()
