"""Among many players in Alliance, those who look ahead keep peace with all, and break it in the last turn."""

from __future__ import annotations

from typing import Any

from stage import Stage, foreseen

from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.hands import LAY_ASIDE, play_cards
from grognard.games.alliance.judgement import JUDGEMENT
from grognard.games.alliance.judgement.campaign import Campaign
from grognard.games.alliance.judgement.plot import FAR, joined_bases, turns_to
from grognard.games.alliance.judgement.prospects import lodger, standings
from grognard.games.alliance.judgement.temper import CUNNING, PRUDENT, STAFF, foreseeing
from grognard.games.alliance.judgement.worth import turns_left, turns_to_come
from grognard.games.alliance.pacts import ANSWER_PACT, talks
from grognard.games.alliance.position import WINTER
from grognard.games.alliance.sequence import game_turn

LAST = 1807
EVERYWHERE = (1 << 200) - 1


def best(s: Stage, player: str) -> tuple[tuple[Any, ...], str]:
    found = foreseen(s, player)
    option = max(found, key=lambda option: found[option][0])
    return option, found[option][1]


def friends(turn: int, *order: str) -> Stage:
    """The last year; Austria and Turkey are allied, all have armies at home, and Turkey is ahead."""
    s = Stage(players=7).manned("turkey").season(turn).pact("austria", "turkey", openly=True)
    s.put("thracia", "tu-hq").put("georgia", "tu-inf-1", "tu-art-1", "tu-janissary")
    s.g.year = LAST
    return s.order(*order) if order else s


def plan_of(s: Stage, player: str = "austria") -> Campaign:
    return Campaign(s.g, s.state(player), temper=CUNNING)


# --- the way ----------------------------------------------------------------------------------------------------------


def test_armies_march_two_regions_a_turn_and_stop_at_mountains_and_straits() -> None:
    s = Stage()
    board = s.setting.board
    way = turns_to(board, s.place("smyrna"), EVERYWHERE, EVERYWHERE, ())
    assert [way[s.place(name)] for name in ("smyrna", "karaman", "egypt")] == [0, 1, 2]
    assert [way[s.place(name)] for name in ("thracia", "bulgaria", "serbia")] == [1, 2, 3]  # a strait and mountains


def test_closed_land_is_gone_round_or_not_at_all() -> None:
    s = Stage()
    board, thracia, smyrna, bulgaria = s.setting.board, *map(s.place, ("thracia", "smyrna", "bulgaria"))
    shut = EVERYWHERE & ~(1 << thracia)
    assert turns_to(board, smyrna, shut, shut, ())[bulgaria] == 5  # by Georgia
    shut &= ~(1 << s.place("georgia"))
    assert turns_to(board, smyrna, shut, shut, ())[bulgaria] == FAR


def test_nobody_may_stop_where_there_is_no_room() -> None:
    s = Stage()
    board, thracia, smyrna, bulgaria = s.setting.board, *map(s.place, ("thracia", "smyrna", "bulgaria"))
    full = EVERYWHERE & ~(1 << thracia)
    way = turns_to(board, smyrna, EVERYWHERE, full, ())
    assert (way[thracia], way[bulgaria]) == (1, 5)


def test_ships_of_an_ally_join_bases() -> None:
    s = Stage(players=7).manned().season(1).put("english-channel", "br-fleet-1").pact("spain", "britain", openly=True)
    s.put("bay-of-biscay", "br-fleet-2")
    (bases,) = joined_bases(plan_of(s, "spain"))
    assert bases >> s.place("galicia") & 1
    assert bases >> s.place("wessex") & 1
    assert not bases >> s.place("andalusia") & 1
    way = turns_to(s.setting.board, s.place("london"), EVERYWHERE, EVERYWHERE, (bases,))
    assert (way[s.place("wessex")], way[s.place("galicia")]) == (1, 2)
    s.g.year, s.g.turn = LAST, WINTER
    assert joined_bases(plan_of(s, "spain")) == ()


# --- who goes where ---------------------------------------------------------------------------------------------------


def test_a_block_that_is_not_needed_goes_to_an_open_city_of_an_ally() -> None:
    s = friends(2).put("bulgaria", "au-inf-5").turn("austria")
    plan = plan_of(s)
    assert plan.plot.missions[s.block("au-inf-5")] == s.place("smyrna")
    worth, why = foreseen(s, "austria")["group", s.place("bulgaria")]
    assert worth > 0.3
    assert why == "Smyrna is left open by an ally"
    s.act("austria", "group", "bulgaria")
    assert best(s, "austria")[0] == ("move", s.block("au-inf-5"), s.place("thracia"))


def test_nobody_sets_out_long_before_he_must() -> None:
    s = friends(1).put("angora", "au-inf-5")
    s.g.year = LAST - 1
    assert s.block("au-inf-5") not in plan_of(s).plot.missions


def test_nobody_sets_out_who_would_come_too_late() -> None:
    s = friends(WINTER - 1).put("serbia", "au-inf-5")
    assert s.block("au-inf-5") not in plan_of(s).plot.missions


def test_guarded_cities_and_fortresses_are_left_alone() -> None:
    s = friends(2).put("bulgaria", "au-inf-5").put("smyrna", "tu-inf-2", "tu-kapikulu").put("egypt", "tu-mamluk")
    assert s.place("smyrna") not in plan_of(s).plot.missions.values()
    walled = friends(2).put("bulgaria", "au-inf-5").put("smyrna", "tu-fort-schumen")
    assert walled.place("smyrna") not in plan_of(walled).plot.missions.values()


def test_who_stands_in_an_open_city_stays() -> None:
    s = friends(3).put("smyrna", "au-inf-5").turn("austria")
    plan, block = plan_of(s), s.block("au-inf-5")
    assert plan.plot.in_hand(s.place("smyrna")) == 1.0
    assert plan.stay(block) == plan.plot.prizes[s.place("smyrna")] > 0.25
    s.put("smyrna", "au-inf-4")
    assert plan_of(s).plot.holding(block) == 0.0  # one of the two may go


def test_the_cities_of_those_who_are_ahead_are_worth_most() -> None:
    def smyrna(*minors: str) -> float:
        s = friends(2)
        for minor in minors:
            s.ally(minor, "turkey")
        return plan_of(s).plot.prizes[s.place("smyrna")]

    assert smyrna() < smyrna("rome", "naples") < smyrna("rome", "naples", "bavaria", "hansa") - 0.2


# --- peace, and its end -----------------------------------------------------------------------------------------------


def test_every_alliance_is_welcome_before_the_last_turn() -> None:
    s = Stage(players=4).manned()
    for minor in ("naples", "rome", "bavaria", "saxony", "hansa", "denmark"):
        s.ally(minor, "france")
    s.begin((ANSWER_PACT, s.state("austria"), s.state("france"), 0))
    g, austria = s.position, s.state("austria")
    staff = JUDGEMENT.opinions(g, austria, g.options(austria))
    assert staff is not None
    assert staff[0].worth < 0
    assert best(s, "austria") == (("yes",), "France is one enemy fewer")


def test_no_alliance_is_broken_before_the_last_turn() -> None:
    s = friends(WINTER - 1).put("smyrna", "au-inf-5").turn("austria")
    assert foreseen(s, "austria")["break", s.state("turkey")][1] == "the time for it has not come"


def test_in_the_talks_before_the_last_year_all_its_turns_are_still_to_come() -> None:
    s = friends(WINTER).put("smyrna", "au-inf-5")
    assert (turns_left(s.g), turns_to_come(s.g)) == (1, 1)
    s.begin((talks, 1), (game_turn, 1))
    assert turns_to_come(s.g) == WINTER
    while s.g.deciding[0] != s.state("austria"):
        s.act(s.setting.powers[s.g.deciding[0]], "silent")
    assert best(s, "austria")[1].endswith("is one enemy fewer")
    assert not JUDGEMENT.is_worth_a_search(s.g)


def test_of_the_last_deal_the_lowest_card_is_not_laid_aside() -> None:
    s = friends(WINTER)
    s.g.hands[s.state("austria")] = 0b11111 << 10
    s.begin((LAY_ASIDE,), (game_turn, 1))
    assert foreseen(s, "austria")["card", 10][1] == "it is kept for the last Winter"


def test_in_the_last_turn_what_stands_open_is_taken() -> None:
    s = friends(WINTER).put("smyrna", "au-inf-5").turn("austria")
    worth, why = foreseen(s, "austria")["break", s.state("turkey")]
    assert worth > 0.5
    assert why == "Turkey has left open what can be taken now"
    before = s.position.clone()
    s.act("austria", "break", "turkey")
    after = s.position
    holders = [Campaign(g, s.state("austria")).holder(s.place("smyrna")) for g in (before, after)]
    assert holders == [s.state("turkey"), s.state("austria")]


def test_in_the_last_turn_open_cities_beside_our_blocks_count_too() -> None:
    s = friends(WINTER).put("angora", "au-inf-5").turn("austria")
    assert foreseen(s, "austria")["break", s.state("turkey")][0] > 0


def test_where_nothing_is_to_be_had_the_word_is_kept() -> None:
    s = friends(WINTER).turn("austria")
    worth, why = foreseen(s, "austria")["break", s.state("turkey")]
    assert worth < 0
    assert why == "there is nothing to be had for it"


def test_the_staff_does_not_scheme() -> None:
    s = friends(WINTER).put("smyrna", "au-inf-5")
    plan = Campaign(s.g, s.state("austria"), temper=STAFF)
    assert (plan.plot.prizes, plan.plot.missions) == ({}, {})


def test_two_players_and_gentlemen_do_not_scheme() -> None:
    assert foreseeing(Stage(players=2).g) == PRUDENT
    assert foreseeing(Stage(players=3).g) == CUNNING
    assert foreseeing(Stage(players=3, gentleman=True).g) == PRUDENT


# --- the last word ----------------------------------------------------------------------------------------------------


def test_who_moves_last_in_the_last_turn_fears_nothing() -> None:
    order = ("turkey", "france", "britain", "russia", "prussia", "spain")

    def danger(*turns: str, turn: int = WINTER) -> float:
        s = friends(turn, *turns).put("bavaria", "fr-inf-1", "fr-inf-2", "fr-inf-3").turn("austria")
        return plan_of(s).danger(s.place("bohemia"))

    assert danger(*order, "austria") == 0.0
    assert danger("austria", *order) > 0.0
    assert danger(*order, "austria", turn=WINTER - 1) > 0.0


def test_in_the_last_year_the_lowest_card_is_kept() -> None:
    low, high = 4, 30
    s = friends(1)
    s.g.hands[s.state("austria")] = 1 << low | 1 << high
    s.begin((play_cards,))
    assert foreseen(s, "austria")["card", low][1] == "it is kept for the last Winter"
    assert best(s, "austria")[0] == ("card", high)
    assert not JUDGEMENT.is_worth_a_search(s.g)
    s.g.year = LAST - 1
    assert best(s, "austria")[0] == ("card", low)


def test_in_the_last_year_the_lowest_card_is_not_laid_aside() -> None:
    s = friends(1)
    s.g.hands[s.state("austria")] = 0b11111 << 10
    s.begin((LAY_ASIDE,))
    assert foreseen(s, "austria")["card", 10][1] == "it is kept for the last Winter"
    assert best(s, "austria")[0] != ("card", 10)


# --- as a position is judged ------------------------------------------------------------------------------------------


def test_an_ally_who_alone_stands_in_a_city_may_keep_it() -> None:
    empty, lodged = friends(2).put("karaman", "au-inf-5"), friends(2).put("smyrna", "au-inf-5")
    austria, turkey = lodged.state("austria"), lodged.state("turkey")
    assert lodger(lodged.g, turkey, lodged.place("smyrna")) == austria
    assert lodger(empty.g, turkey, empty.place("smyrna")) == NOBODY
    before, after = standings(empty.g), standings(lodged.g)
    assert after[turkey] < before[turkey] - 0.3
    assert after[austria] > before[austria] + 0.1
