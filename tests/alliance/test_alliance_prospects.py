"""How likely each side is to win: battles to come are lotteries, and in the end only what is counted counts."""

from __future__ import annotations

from itertools import pairwise

import pytest
from stage import Stage

from grognard.games.alliance.fights import open_battle
from grognard.games.alliance.judgement import JUDGEMENT, finals, prospects
from grognard.games.alliance.judgement.worth import share, turns_left
from grognard.games.alliance.pieces import set_steps
from grognard.games.alliance.position import Fight


def war(turn: int, *, last_year: bool) -> Stage:
    """France attacks Vienna and is attacked in Italy; all have had their turns."""
    s = Stage(players=2).season(turn)
    s.put("vienna", "au-inf-1", "fr-inf-1", "fr-inf-2").put("italy", "fr-inf-3", "au-inf-2")
    s.put("paris", "fr-inf-4").put("rhineland", "fr-inf-5")
    if last_year:
        s.g.year = s.setting.last_year
    for place, attack, defence, holder in (
        ("vienna", ("fr-inf-1", "fr-inf-2"), ("au-inf-1",), "austria"),
        ("italy", ("au-inf-2",), ("fr-inf-3",), "france"),
    ):
        bits = [sum(1 << s.block(name) for name in names) for names in (attack, defence)]
        open_battle(s.g, Fight(s.place(place), bits[0], bits[1], 0, s.state(holder)))
    return s


def test_the_ends_of_the_battles_are_all_thought_of() -> None:
    g = war(2, last_year=False).g
    ends = prospects.outcomes(g)
    assert len(ends) == 4
    assert sum(likely for likely, _ in ends) == pytest.approx(1)
    expected = [sum(likely * stands[p] for likely, stands in ends) for p in range(7)]
    assert expected == pytest.approx(prospects.standings(g))


def test_beyond_the_most_uncertain_battles_only_the_odds_count(monkeypatch: pytest.MonkeyPatch) -> None:
    g = war(2, last_year=False).g
    monkeypatch.setattr(prospects, "MOST_DRAWN", 1)
    ends = prospects.outcomes(g)
    assert len(ends) == 2
    assert [sum(likely * stands[p] for likely, stands in ends) for p in range(7)] == pytest.approx(
        prospects.standings(g)
    )


def test_men_who_fight_no_more_count_until_the_last_battles() -> None:
    for last_year in (False, True):
        s = war(4, last_year=last_year)
        before = JUDGEMENT.chances(s.g, 2)
        set_steps(s.g, s.block("fr-inf-4"), 1)
        after = JUDGEMENT.chances(s.g, 2)
        assert prospects.only_battles_left(s.g) is last_year
        assert (before == after) is last_year


def test_a_conquest_without_supply_counts_half_and_nothing_in_the_end() -> None:
    s = Stage(players=2).put("moscow", "fr-inf-1").put("paris", "fr-inf-2")
    france, moscow, paris = s.state("france"), s.place("moscow"), s.place("paris")
    worth = share(s.g, france, moscow)
    assert prospects.counted(s.g, france, moscow, 0.8) == worth > 0
    s.ally("russia", "britain")  # no line leads through an enemy's land
    assert prospects.counted(s.g, france, moscow, 0.8) == pytest.approx(0.4 * worth)
    assert prospects.counted(s.g, france, moscow, 0.0) == 0
    assert prospects.counted(s.g, france, paris, 0.0) == share(s.g, france, paris)


def test_in_the_end_half_points_are_lost_and_gold_breaks_ties() -> None:
    s = Stage(players=2).gold(france=3, britain=2)

    def judged(france: float, britain: float) -> dict[str, float]:
        points = [0.0] * 7
        points[s.state("france")], points[s.state("britain")] = france, britain
        return dict(zip(s.setting.seats, finals(s.g, points), strict=True))

    assert judged(12.5, 12.0) == judged(12.0, 12.0)
    assert judged(12.0, 12.0)["britain"] < judged(12.0, 12.0)["france"] < judged(12.0, 13.0)["britain"]
    s.gold(britain=500)
    assert judged(13.0, 12.0)["britain"] < judged(13.0, 12.0)["france"]


def test_the_last_battles_are_those_of_the_last_winter() -> None:
    s = war(4, last_year=True)
    assert turns_left(s.g) == 1
    assert prospects.only_battles_left(s.g)
    assert not prospects.only_battles_left(war(3, last_year=True).g)
    assert not prospects.only_battles_left(war(4, last_year=False).g)


def test_battles_are_searched_only_where_they_are_the_last() -> None:
    assert not JUDGEMENT.is_worth_a_search(war(2, last_year=False).g)
    assert not JUDGEMENT.is_worth_a_search(war(3, last_year=True).g)
    assert JUDGEMENT.is_worth_a_search(war(4, last_year=True).g)
    s = war(2, last_year=False)
    s.g.active = s.state("france")  # still moving
    assert JUDGEMENT.is_worth_a_search(s.g)


def test_the_gold_of_a_bid_counts_most_with_a_leader_in_hand() -> None:
    s = war(2, last_year=False)
    france, napoleon = s.state("france"), s.setting.deck.leaders[0]

    def worth_of_gold() -> list[float]:
        """What each of the first five pieces adds."""
        stands = [prospects.standings(s.gold(france=gold).g)[france] for gold in range(6)]
        return [after - before for before, after in pairwise(stands)]

    s.g.hands[france] = 0
    without = worth_of_gold()
    assert without[2] > without[3]
    assert without[:2] == pytest.approx([without[2]] * 2)
    assert without[4] == pytest.approx(without[3])
    s.g.hands[france] = 1 << napoleon
    with_leader = worth_of_gold()
    assert with_leader[2] > 2 * without[2]
    assert with_leader[3] == pytest.approx(without[3])
