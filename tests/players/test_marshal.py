"""The marshal looks ahead within its budget, the same for the same seed, and says what it found."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.engine import dice, registry
from grognard.engine.judgement import Opinion
from grognard.games.coalitions.judgement import CoalitionsJudgement
from grognard.lab.experiment import cell_of
from grognard.lab.playing import Task, play
from grognard.players import Budget, Situation, player, situation_of
from grognard.players.search import Search
from skirmish import SKIRMISH

COALITIONS = registry.rulebook("coalitions")


def a_situation(step: int, scenario: str = "1813", players: int = 6, **options: Any) -> Situation:
    """A decision with several options, somewhere in a game of the staff."""
    rng = Random(step)  # noqa: S311 - seeded play
    setting = COALITIONS.setting(scenario, players, options, None)
    g = COALITIONS.set_up(setting, dice.key_from_seed(step))
    g.advance()
    staff = player("staff")
    for _ in range(step):
        power = g.deciding[0]
        g.act(power, staff.choose(situation_of(COALITIONS, setting, g, power, rng), Budget(), rng))
    while len(g.options(g.deciding[0])) < 4:
        g.play_on(rng)
    return situation_of(COALITIONS, setting, g, g.deciding[0], rng)


def test_the_same_seed_finds_the_same() -> None:
    chosen = set()
    for _ in range(2):
        marshal = player("marshal")
        action = marshal.choose(a_situation(30), Budget(iterations=12), Random(7))  # noqa: S311 - seeded play
        chosen.add((action, marshal.explain()))
    assert len(chosen) == 1


def test_a_budget_of_iterations_is_kept() -> None:
    search = Search(a_situation(30), Random(1))  # noqa: S311 - seeded play
    search.run(Budget(iterations=15))
    assert search.iterations <= 15
    assert search.root.visits == search.iterations == sum(c.visits for c in search.root.children.values())
    assert all(0 <= total <= search.root.visits for total in search.root.totals)
    assert sum(search.root.totals) == pytest.approx(search.root.visits)


def test_it_can_be_asked_for_its_answer_at_any_time() -> None:
    told: list[float] = []

    def enough(share: float) -> bool:
        told.append(share)
        return True

    search = Search(a_situation(30), Random(1))  # noqa: S311 - seeded play
    search.run(Budget(iterations=1_000_000, progress=enough))
    assert len(told) == 1
    assert search.iterations < 1_000_000


def test_it_says_what_it_found() -> None:
    marshal, situation = player("marshal"), a_situation(45)
    action = marshal.choose(situation, Budget(iterations=10), Random(3))  # noqa: S311 - seeded play
    assert marshal.explain().startswith(situation.describe(action))
    assert "times, it wins" in marshal.explain()


def test_every_option_is_tried_in_the_same_worlds_and_the_worse_half_is_dropped() -> None:
    search = Search(a_situation(30), Random(1))  # noqa: S311 - seeded play
    liked = list(search.in_question)
    assert search.favourite == liked[0] == max(search.root.order, key=search.root.order.__getitem__)
    search.run(Budget(iterations=8 * len(liked)))
    tries = sorted((len(search.ends[action]) for action in liked), reverse=True)
    assert search.in_question[0] == search.favourite
    assert len(search.in_question) == 2 < len(liked)
    assert tries[0] > 2 * tries[-1] > 0
    again = Search(a_situation(30), Random(1))  # noqa: S311 - seeded play
    for trial in range(tries[-1]):
        again.play(liked[-1], trial)
    assert again.ends[liked[-1]] == search.ends[liked[-1]]


def test_another_option_is_preferred_to_the_staffs_only_where_it_is_more_than_luck() -> None:
    search = Search(a_situation(30), Random(1))  # noqa: S311 - seeded play
    first, second, third = search.in_question[:3]
    search.in_question = [first, second, third]
    search.ends[first] = [0.2, 0.4, 0.6, 0.4]
    search.ends[second] = [0.9, 0.1, 0.3, 0.5]
    search.ends[third] = [0.1, 0.2, 0.5, 0.4]
    assert search.best() == first
    search.ends[third] = [0.3, 0.4, 0.7, 0.5]
    assert search.best() == third


def test_it_goes_by_opinions_where_the_game_says_a_search_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CoalitionsJudgement, "is_worth_a_search", lambda *_: False)
    search = Search(a_situation(30), Random(1))  # noqa: S311 - seeded play
    assert len(search.in_question) > 1
    search.run(Budget(iterations=100))
    assert search.iterations == 0
    assert search.best() == search.favourite


def test_it_ends_early_where_the_choice_makes_no_difference() -> None:
    class Blind(CoalitionsJudgement):
        def chances(self, g: Any, seats: int) -> tuple[float, ...]:  # noqa: ARG002 - it sees nothing
            return (1 / seats,) * seats

    search = Search(a_situation(30), Random(1))  # noqa: S311 - seeded play
    search.judgement = Blind()
    liked = len(search.in_question)
    search.run(Budget(iterations=1_000))
    assert search.iterations == 3 * liked
    assert search.in_question == [search.favourite]
    assert search.best() == search.favourite


def test_the_tree_grows_where_it_is_walked_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.players.search.RIPE", 4)
    search = Search(a_situation(30), Random(1))  # noqa: S311 - seeded play
    for trial in range(12):
        search.play(search.favourite, trial)
    child = search.root.children[search.favourite]
    assert child.visits == 12
    assert sum(grandchild.visits for grandchild in child.children.values()) == 12 - 4


def test_it_finds_the_same_however_small_the_differences_are() -> None:
    """A game whose judgement hardly tells wins from losses is searched like one that does."""

    class Faint(CoalitionsJudgement):
        def chances(self, g: Any, seats: int) -> tuple[float, ...]:
            return tuple(1 / seats + (chance - 1 / seats) / 1000 for chance in super().chances(g, seats))

    tried = []
    for judgement in (CoalitionsJudgement(), Faint()):
        search = Search(a_situation(30), Random(1))  # noqa: S311 - seeded play
        search.judgement = judgement
        search.run(Budget(iterations=40))
        tried.append({action: child.visits for action, child in search.root.children.items()})
    assert tried[0] == tried[1]
    assert len(tried[0]) > 1


def test_it_goes_by_foresight_for_its_own_seat_and_by_the_staff_for_the_others() -> None:
    situation = a_situation(30)
    asked: dict[str, set[int]] = {"foresight": set(), "staff": set()}

    class Foreseeing(CoalitionsJudgement):
        def foresight(self, g: Any, power: int, options: Any) -> Any:
            asked["foresight"].add(g.keeper[power])
            return [Opinion(float(n), ("later",)) for n, _ in enumerate(options)]

        def opinions(self, g: Any, power: int, options: Any) -> Any:
            asked["staff"].add(g.keeper[power])
            return super().opinions(g, power, options)

    search = Search(situation, Random(1))  # noqa: S311 - seeded play
    search.judgement = Foreseeing()
    search.play(search.favourite, 0)
    assert asked["foresight"] == {situation.seat}
    assert asked["staff"] == set(range(6)) - {situation.seat}
    assert search.opinions(situation.world, situation.power, situation.options())[-1].words == "later"


def test_where_the_staff_is_sure_nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CoalitionsJudgement, "decisiveness", 1e6)
    search = Search(a_situation(30), Random(1))  # noqa: S311 - seeded play
    search.run(Budget(iterations=40))
    assert search.iterations == 0
    assert search.best() == max(search.root.order, key=search.root.order.__getitem__)


@pytest.mark.parametrize(("players", "options"), [(3, {}), (2, {"mode": "lempereur"})])
def test_it_plays_games_with_minor_powers_and_against_the_emperor(players: int, options: Any) -> None:
    situation = a_situation(25, "1805", players, **options)
    assert player("marshal").choose(situation, Budget(iterations=6), Random(1)) in situation.options()  # noqa: S311


def test_without_a_judgement_it_still_beats_chance() -> None:
    """Skirmish has no judgement file; random games to the end are enough to win more than the fair third."""
    wins = 0
    for number in range(24):
        seat = number % 3
        bots = tuple("quick-marshal" if s == seat else "random" for s in range(3))
        outcome = play(Task(SKIRMISH, cell_of(SKIRMISH, "field", 3, bots), 5, number))
        wins += SKIRMISH.setting("field", 3, {}, None).seats[seat] in outcome.winning_seats
    assert wins >= 14


@pytest.fixture(autouse=True)
def _a_quick_marshal(monkeypatch: pytest.MonkeyPatch) -> None:
    from grognard import players
    from grognard.players.marshal import MarshalPlayer

    class QuickMarshal(MarshalPlayer):
        def choose(self, situation: Situation, budget: Budget, rng: Random) -> Any:
            return super().choose(situation, budget._replace(iterations=60), rng)

    monkeypatch.setitem(players.LEVELS, "quick-marshal", QuickMarshal)
