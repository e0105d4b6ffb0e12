"""Among many players in Alliance, those who look ahead: bids that many match, whole attacks, and the end of a game."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from stage import Stage, foreseen

from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.diplomacy import LEAST_TOTAL, ask_to_match
from grognard.games.alliance.hands import play_cards
from grognard.games.alliance.judgement import JUDGEMENT, finals
from grognard.games.alliance.judgement.campaign import Campaign
from grognard.games.alliance.judgement.marching import assault
from grognard.games.alliance.judgement.policy import SHORT, contest, joining, wins, wins_among
from grognard.games.alliance.judgement.temper import CUNNING, PRUDENT, Temper
from grognard.games.alliance.position import WINTER

NAPOLEON, SELIM, PLAIN, HIGHER = 42, 36, 3, 9
LAST = 1807


def best(s: Stage, player: str) -> tuple[Any, ...]:
    found = foreseen(s, player)
    return max(found, key=lambda option: found[option][0])


def plan_of(s: Stage, player: str, temper: Temper = CUNNING) -> Campaign:
    return Campaign(s.position, s.state(player), temper=temper)


# --- bids -------------------------------------------------------------------------------------------------------------


def test_the_chance_to_win_a_bid_among_three_is_that_of_all_their_dice() -> None:
    roll = [a + b for a, b in product(range(1, 7), repeat=2)]
    won = sum(x + 1 >= LEAST_TOTAL and x + 1 > y + 4 and x + 1 > z for x, y, z in product(roll, repeat=3))
    assert wins_among(1, (4, 0)) == pytest.approx(won / 36**3)


def test_against_nobody_or_one_it_is_the_same_as_between_two() -> None:
    for mine, theirs in product(range(6), repeat=2):
        assert wins_among(mine, ()) == pytest.approx(wins(mine, None))
        assert wins_among(mine, (theirs,)) == pytest.approx(wins(mine, theirs))


def bidding(**gold: int) -> Stage:
    """France has a leader; Prussia is neutral."""
    s = Stage(players=4).manned().gold(**gold)
    return s.order("france", "britain", "russia", "austria", cards=(NAPOLEON, 3, 2, 1)).turn("france")


def test_the_more_can_match_a_bid_the_less_it_is_worth() -> None:
    chances = []
    for rich in ((), ("britain",), ("britain", "russia", "austria")):
        s = bidding(france=9, **dict.fromkeys(rich, 3))
        chances.append(contest(plan_of(s, "france"), s.state("prussia"), 3))
    alone, two, four = chances
    assert alone == (pytest.approx(wins(1, None)), 0.0)
    assert alone[0] > two[0] > four[0] > 0.2
    assert 0 < two[1] < four[1], "a neutral state may join one of them"


def test_who_opened_a_bid_does_not_match_it_too() -> None:
    s = bidding(france=9, britain=9, austria=9, russia=9)
    plan, prussia = plan_of(s, "austria"), s.state("prussia")
    assert len(joining(plan, prussia, 1)) == 2  # most of the three
    assert len(joining(plan, prussia, 1, s.state("france"))) == 2
    s.gold(britain=0)
    assert len(joining(plan, prussia, 1, s.state("france"))) == 1


def matching(gold: int, *hand: int) -> float:
    """What it is worth to Austria to match three Gold for Prussia, beside declining."""
    s = bidding(france=9, austria=gold)
    s.g.hands[s.state("austria")] = sum(1 << card - 1 for card in hand)
    france, prussia = s.state("france"), s.state("prussia")
    s.begin((ask_to_match, france, prussia, 3, 1 << france, 0))
    found = foreseen(s, "austria")
    return found["match",][0] - found["decline",][0]


def test_the_gold_for_a_leaders_own_bid_is_not_spent_on_matching() -> None:
    free = matching(9, PLAIN, HIGHER)
    assert matching(9, NAPOLEON, PLAIN) == pytest.approx(free), "six are left for it"
    assert matching(5, NAPOLEON, PLAIN) == pytest.approx(free - SHORT)
    assert matching(3, NAPOLEON, PLAIN) == pytest.approx(free - 3 * SHORT)
    assert matching(6, NAPOLEON, SELIM) == pytest.approx(free - 3 * SHORT), "two leaders need twice as much"


def test_between_two_bids_are_matched_as_by_the_staff() -> None:
    s = Stage(players=2).manned().gold(france=9, britain=9).order("france", "britain", cards=(NAPOLEON, PLAIN))
    france = s.state("france")
    s.begin((ask_to_match, france, s.state("prussia"), 3, 1 << france, 0))
    g, britain = s.position, s.state("britain")
    options = g.options(britain)
    assert JUDGEMENT.foresight(g, britain, options) == JUDGEMENT.opinions(g, britain, options)


def hand(turn: int, *cards: int, players: int = 4) -> Stage:
    """France chooses a card; everybody else is rich."""
    s = Stage(players=players).manned().gold(france=9, britain=20).season(turn)
    for player in s.setting.played:
        s.g.hands[player] = 0b11 << 20
    s.g.hands[s.state("france")] = sum(1 << card - 1 for card in cards)
    return s.begin((play_cards,))


def test_among_many_leaders_wait_for_the_end_of_the_year() -> None:
    for turn in (1, 2, 3):
        assert best(hand(turn, NAPOLEON, PLAIN, HIGHER), "france") != ("card", NAPOLEON - 1)
    assert best(hand(WINTER, NAPOLEON, PLAIN), "france") == ("card", NAPOLEON - 1)
    assert best(hand(3, NAPOLEON, SELIM), "france")[1] in (NAPOLEON - 1, SELIM - 1)
    assert best(hand(1, NAPOLEON, PLAIN, players=2), "france") == ("card", NAPOLEON - 1), "not for one who stays rich"


def test_in_the_last_year_leaders_do_not_wait_for_its_winter_which_is_the_lowest_cards() -> None:
    for turn, card in ((1, HIGHER), (2, HIGHER), (3, NAPOLEON)):
        s = hand(turn, NAPOLEON, HIGHER, PLAIN)
        s.position.year = LAST
        assert best(s, "france") == ("card", card - 1), turn


def test_the_gold_of_two_bids_is_kept_with_two_leaders() -> None:
    def worth(gold: int, *cards: int) -> float:
        s = Stage(players=4).manned().put("burgundy", "fr-inf-6", steps=1).gold(france=gold).turn("france", ap=1)
        s.g.hands[s.state("france")] = sum(1 << card - 1 for card in cards)
        return foreseen(s, "france")["levy", s.block("fr-inf-6")][0]

    assert worth(5, NAPOLEON, SELIM) < worth(6, NAPOLEON, SELIM) == worth(9, NAPOLEON, SELIM)
    assert worth(5, NAPOLEON, PLAIN) == worth(6, NAPOLEON, PLAIN)


# --- attacks ----------------------------------------------------------------------------------------------------------


def squadron(*guards: str) -> Stage:
    """Two British fleets in the Channel beside a Spaniard in the Bay of Biscay."""
    s = Stage(players=4).manned().season(1).put("bay-of-biscay", "sp-fleet-1", steps=2)
    return s.put("english-channel", "br-fleet-1", "br-fleet-2", *guards, steps=2).turn("britain")


def test_what_a_group_leaves_behind_is_counted_for_all_who_go() -> None:
    s = squadron()
    plan, channel = plan_of(s, "britain"), s.place("english-channel")
    fleets = [s.block("br-fleet-1"), s.block("br-fleet-2")]
    assert plan.stay_of(fleets) == plan.keep(channel) > 3 * sum(plan.stay(b) for b in fleets)
    assert plan.stay_of(fleets[:1]) == plan.stay(fleets[0]), "one may go while the other stays"
    assert plan.stay_of([]) == 0.0


def test_an_attack_is_judged_with_what_it_leaves_behind() -> None:
    s = squadron()
    target, here = s.place("bay-of-biscay"), s.place("english-channel")
    fleets = [s.block("br-fleet-1"), s.block("br-fleet-2")]
    careless, sure, both = assault(plan_of(s, "britain", PRUDENT), here, target, fleets)
    worth, chance, one = assault(plan_of(s, "britain"), here, target, fleets)
    assert (len(both), len(one)) == (2, 1), "one must keep the Channel"
    assert worth < careless / 2
    assert chance < sure


def test_an_attack_that_was_begun_is_carried_through() -> None:
    s = squadron("br-fleet-3").act("britain", "group", "english-channel")
    target = s.place("bay-of-biscay")
    s.act("britain", "attack", "br-fleet-1", "bay-of-biscay")
    assert foreseen(s, "britain")["attack", s.block("br-fleet-2"), target][0] > 0
    s.act("britain", "attack", "br-fleet-2", "bay-of-biscay")
    assert foreseen(s, "britain")["attack", s.block("br-fleet-3"), target][0] < 0, "one keeps the Channel"


# --- the end ----------------------------------------------------------------------------------------------------------


def test_among_many_the_richest_wins_a_tie_and_no_gold_makes_up_for_a_point() -> None:
    s = Stage(players=4).gold(britain=30, france=12, russia=20, austria=500)
    players = s.setting.played
    points = [0.0] * 7
    for player in players:
        points[player] = 9.5 + s.setting.handicap[player]
    points[s.state("austria")] -= 1 + s.setting.handicap[s.state("austria")]
    found = dict(zip(s.setting.seats, finals(s.g, points), strict=True))
    assert sorted(found, key=found.__getitem__) == ["austria", "france", "russia", "britain"]
    assert found["britain"] < 10


def test_among_many_only_the_last_turn_is_searched() -> None:
    s = Stage(players=4).manned().season(3).turn("france")
    assert not JUDGEMENT.is_worth_a_search(s.g)
    s.g.year, s.g.turn = LAST, WINTER
    assert JUDGEMENT.is_worth_a_search(s.g)
    assert JUDGEMENT.is_worth_a_search(Stage(players=2).manned().season(3).turn("france").g)
    gentlemen = Stage(players=4, gentleman=True).manned().season(3).turn("france")
    assert JUDGEMENT.is_worth_a_search(gentlemen.g), "nobody schemes there"
    assert gentlemen.g.active != NOBODY
