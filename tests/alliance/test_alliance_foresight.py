"""What is kept for later turns in Alliance, by those who look ahead: leaders, Gold, and what is won."""

from __future__ import annotations

from typing import Any

import pytest
from stage import Stage, foreseen

from grognard.games.alliance.diplomacy import BID
from grognard.games.alliance.hands import play_cards
from grognard.games.alliance.judgement import JUDGEMENT
from grognard.games.alliance.judgement.campaign import Campaign
from grognard.games.alliance.judgement.temper import PRUDENT, STAFF, Temper

NAPOLEON, SELIM, TALLEYRAND, PLAIN = 42, 36, 35, 3


def best(s: Stage, player: str) -> tuple[Any, ...]:
    found = foreseen(s, player)
    return max(found, key=lambda option: found[option][0])


def staffs_choice(s: Stage, player: str) -> tuple[Any, ...]:
    g, power = s.position, s.state(player)
    options = g.options(power)
    opinions = JUDGEMENT.opinions(g, power, options)
    assert opinions is not None
    return max(zip(options, opinions, strict=True), key=lambda pair: pair[1].worth)[0]


def hand(turn: int, *cards: int, gold: int = 10, theirs: int) -> Stage:
    """France chooses a card in a turn of the first year; Britain holds plain ones."""
    s = Stage(players=2).manned().gold(france=gold, britain=theirs).season(turn)
    s.g.hands[s.state("france")] = sum(1 << card - 1 for card in cards)
    s.g.hands[s.state("britain")] = 0b11 << 20
    return s.begin((play_cards,))


def test_a_leader_waits_until_the_enemy_cannot_match_his_bid() -> None:
    early = hand(1, NAPOLEON, PLAIN, theirs=10)
    assert best(early, "france") == ("card", PLAIN - 1)
    assert foreseen(early, "france")["card", NAPOLEON - 1][1] == "its bid is kept until nobody can match it"
    assert staffs_choice(early, "france") == ("card", NAPOLEON - 1)
    assert best(hand(3, NAPOLEON, PLAIN, theirs=2), "france") == ("card", NAPOLEON - 1)


def test_no_leader_waits_for_an_enemy_who_stays_rich() -> None:
    assert best(hand(1, NAPOLEON, PLAIN, theirs=20), "france") == ("card", NAPOLEON - 1)


def test_more_leaders_than_turns_to_wait_for_are_not_held_back() -> None:
    assert best(hand(1, NAPOLEON, SELIM, PLAIN, theirs=10), "france") == ("card", NAPOLEON - 1)


def test_a_low_leader_keeps_out_of_the_way_of_a_higher_one() -> None:
    assert best(hand(1, TALLEYRAND, PLAIN, theirs=20), "france") == ("card", PLAIN - 1)
    late = hand(2, TALLEYRAND, PLAIN, theirs=20)
    assert best(late, "france") == ("card", TALLEYRAND - 1), "Britain played no leader in the first turn: it has none"


def test_it_is_better_to_act_late() -> None:
    assert best(hand(1, 5, 12, theirs=10), "france") == ("card", 4)


def test_a_neutral_state_that_may_join_the_enemy_is_a_risk() -> None:
    s = Stage(players=2).manned().gold(france=3, britain=3).order("france", "britain", cards=(NAPOLEON, PLAIN))
    s.ally("denmark", "britain").ally("saxony", None).begin((BID, s.state("france")))
    prices = {state: foreseen(s, "france")["bid", s.state(state), 1][0] for state in ("denmark", "saxony")}
    g, power = s.position, s.state("france")
    options = g.options(power)
    staffs = dict(zip(options, JUDGEMENT.opinions(g, power, options) or (), strict=True))
    assert staffs["bid", s.state("saxony"), 1].worth - prices["saxony"] > 0.04
    assert staffs["bid", s.state("denmark"), 1].worth == pytest.approx(prices["denmark"], abs=0.01)
    assert foreseen(s, "france")["bid", s.state("spain"), 1][1] == "Spain is ours already"


def test_nothing_is_risked_where_nobody_can_match() -> None:
    worths = {}
    for theirs in (2, 3):
        s = Stage(players=2).manned().gold(france=3, britain=theirs)
        s.order("france", "britain", cards=(NAPOLEON, PLAIN)).begin((BID, s.state("france")))
        worths[theirs] = foreseen(s, "france")["bid", s.state("russia"), 3][0]
        assert best(s, "france")[2] == (3 if theirs == 2 else 1)
    assert worths[2] > 2 * worths[3] > 0


def test_who_has_gold_to_spare_makes_the_enemy_pay_for_matching() -> None:
    for gold, price in ((3, 1), (5, 2), (6, 3)):
        s = Stage(players=2).manned().gold(france=gold, britain=9)
        s.order("france", "britain", cards=(NAPOLEON, PLAIN)).begin((BID, s.state("france")))
        assert best(s, "france")[2] == price
        assert staffs_choice(s, "france")[2] == 1
    s.gold(britain=0)
    assert best(s, "france")[2] == 1, "nobody can match: the least is enough"


@pytest.mark.parametrize(("hand", "kept"), [((NAPOLEON, PLAIN), 0.35), ((PLAIN,), 0.08)])
def test_the_gold_of_a_bid_is_kept_back_most_of_all_for_a_leader_in_hand(hand: tuple[int, ...], kept: float) -> None:
    worths = {}
    for gold in (1, 2):
        s = Stage(players=2).manned().put("burgundy", "fr-inf-6", steps=1).gold(france=gold, britain=9)
        s.turn("france", ap=2)
        s.g.hands[s.state("france")] = sum(1 << card - 1 for card in hand)
        found = foreseen(s, "france")
        assert found["end",][0] == 0
        worths[gold] = found["levy", s.block("fr-inf-6")][0]
    assert worths[2] - worths[1] == pytest.approx(kept)


def frontier() -> Stage:
    """French at the Rhine beside an Austrian in Bavaria, who has friends in Bohemia."""
    s = Stage(players=3).ally("austria", "russia").put("rhineland", "fr-inf-1", "fr-inf-2", "fr-inf-3")
    s.put("bavaria", "au-inf-1").put("bohemia", "au-inf-2", "au-inf-3", "au-inf-4").put("london", "br-hq")
    return s.put("moscow", "ru-hq").season(1)


def chance(s: Stage, temper: Temper) -> float:
    plan = Campaign(s.position, s.state("france"), temper=temper)
    return plan.attack(s.place("bavaria"), [s.block(f"fr-inf-{n}") for n in (1, 2, 3)], [])[1]


def test_help_is_expected_only_from_those_who_have_yet_to_move() -> None:
    s = frontier().order("france", "russia", "britain").turn("france")
    assert chance(s, PRUDENT) < chance(s, STAFF) - 0.1
    s = frontier().order("russia", "britain", "france").turn("france")
    assert chance(s, PRUDENT) == chance(s, STAFF)


def test_blocks_beside_a_place_are_some_of_its_guard() -> None:
    s = frontier().order("france", "russia", "britain").turn("france").put("burgundy", "fr-inf-4", "fr-inf-5")
    france, rhineland = s.state("france"), s.place("rhineland")
    alone, helped = (Campaign(s.position, france, temper=Temper(support=n)) for n in (0.0, 0.3))
    assert helped.danger(rhineland) < alone.danger(rhineland) == Campaign(s.position, france).danger(rhineland)
    empty = frontier().order("france", "russia", "britain").turn("france")
    left = Campaign(empty.position, france, temper=Temper(support=0.3))
    assert left.danger(rhineland) == Campaign(empty.position, france).danger(rhineland), "there is nobody to help"


def test_what_the_enemy_can_retake_is_worth_less_but_for_the_last_turn() -> None:
    s = frontier().order("russia", "britain", "france").turn("france")
    keeping = Temper(retake=0.7)
    target, men = s.place("bavaria"), [s.block("fr-inf-1")]
    france = s.state("france")
    assert Campaign(s.position, france, temper=keeping).attack(target, men, []) < Campaign(s.position, france).attack(
        target, men, []
    )
    s.position.year, s.position.turn = s.setting.last_year, 4
    assert Campaign(s.position, france, temper=keeping).attack(target, men, []) == Campaign(s.position, france).attack(
        target, men, []
    )


def test_alone_nothing_is_kept_for_later() -> None:
    s = Stage("solitaire", players=1).put("paris", "fr-inf-1").turn("france")
    power = s.position.deciding[0]
    assert JUDGEMENT.foresight(s.position, power, s.position.options(power)) is None
