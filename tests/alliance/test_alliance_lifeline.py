"""Among many players in Alliance, what is taken from an ally counts only with supply."""

from __future__ import annotations

import pytest
from stage import Stage, foreseen

from grognard.games.alliance.board import members
from grognard.games.alliance.income import income, is_supplied
from grognard.games.alliance.judgement.campaign import Campaign
from grognard.games.alliance.judgement.lifeline import Lifeline, lifeline
from grognard.games.alliance.judgement.temper import CUNNING
from grognard.games.alliance.position import WINTER
from grognard.games.alliance.supply import supply

LAST = 1807
EVERYWHERE = (1 << 200) - 1


def in_spain(turn: int = WINTER) -> Stage:
    """The last year; France and Spain are allied, France has men in Madrid, which lies inland, and moves last."""
    s = Stage(players=7).manned("spain").season(turn).pact("france", "spain", openly=True)
    s.put("andalusia", "sp-hq", "sp-cav-1", "sp-inf-1", "sp-inf-2").put("madrid", "fr-inf-5")
    s.g.year = LAST
    return s.order("britain", "russia", "austria", "prussia", "spain", "turkey", "france")


def plan_of(s: Stage, player: str) -> Campaign:
    return Campaign(s.g, s.state(player), temper=CUNNING)


def line_to_madrid(s: Stage) -> Lifeline | None:
    return lifeline(plan_of(s, "france"), s.place("madrid"), (s.state("spain"),), EVERYWHERE)


def names(s: Stage, places: int) -> list[str]:
    return [s.setting.board.ids[place] for place in members(places)]


# --- the way of supplies ----------------------------------------------------------------------------------------------


def test_a_city_needs_somebody_in_the_regions_between() -> None:
    s = in_spain()
    line = line_to_madrid(s)
    assert line is not None
    (missing,) = names(s, line.missing)
    s.put(missing, "fr-inf-6")
    assert line_to_madrid(s) == Lifeline(0, 1 << s.place(missing))


@pytest.mark.parametrize("manned", [False, True])
def test_what_it_says_is_what_the_rules_say_when_the_alliance_is_broken(manned: bool) -> None:
    s = in_spain()
    line = line_to_madrid(s)
    assert line is not None
    if manned:
        s.put(names(s, line.missing)[0], "fr-inf-6")
    s.turn("france").act("france", "break", "spain")
    g, france, madrid = s.position, s.state("france"), s.place("madrid")
    assert is_supplied(g, france, madrid, supply(g, france)) is manned
    assert income(g, france).other == (2 if manned else 0)


def test_where_an_enemy_stands_no_supplies_pass() -> None:
    s = in_spain()
    guards = iter(("sp-guerrilla-1", "sp-guerrilla-2", "sp-art-1", "sp-hq", "sp-cav-1", "sp-inf-1", "sp-inf-2"))
    for place in s.setting.board.land[s.place("madrid")]:
        s.put(s.setting.board.ids[place], next(guards))
    assert line_to_madrid(s) is None


# --- who goes there ---------------------------------------------------------------------------------------------------


def test_somebody_goes_where_supplies_would_come_by_if_he_can_be_there_in_time() -> None:
    s = in_spain(turn=WINTER - 1).put("gascony", "fr-inf-6").put("cataluna", "sp-art-1", "sp-guerrilla-1")
    s.turn("france")
    missions = plan_of(s, "france").plot.missions
    assert missions == {s.block("fr-inf-5"): s.place("madrid"), s.block("fr-inf-6"): s.place("asturias")}
    assert foreseen(s, "france")["group", s.place("gascony")][1] == "supplies would come by Asturias"


def test_who_stands_on_the_way_of_supplies_stays() -> None:
    s = in_spain(turn=WINTER - 1)
    line = line_to_madrid(s)
    assert line is not None
    (post,) = names(s, line.missing)
    s.put(post, "fr-inf-6")
    assert plan_of(s, "france").plot.missions[s.block("fr-inf-6")] == s.place(post)


def test_a_city_with_supply_is_worth_more() -> None:
    s = in_spain(turn=WINTER - 1)
    line = line_to_madrid(s)
    assert line is not None
    (post,) = names(s, line.missing)
    without = plan_of(s, "france").plot.prizes[s.place("madrid")]
    s.put(post, "fr-inf-6")
    assert plan_of(s, "france").plot.prizes[s.place("madrid")] > without + 0.8


def test_in_the_last_turn_the_gap_is_closed() -> None:
    s = in_spain().put("gascony", "fr-inf-6").put("cataluna", "sp-art-1", "sp-guerrilla-1").turn("france")
    gap = s.place("asturias")
    assert plan_of(s, "france").plot.gaps == {gap: 1.0}
    s.act("france", "break", "spain")
    assert plan_of(s, "france").plot.gaps == {gap: 1.0}
    worth, why = foreseen(s, "france")["group", s.place("gascony")]
    assert worth > 0.7
    assert why == "supplies would come by Asturias"
    s.act("france", "group", "gascony").act("france", "move", "fr-inf-6", "asturias")
    assert plan_of(s, "france").plot.gaps == {}


# --- what is broken and what is made ----------------------------------------------------------------------------------


def guests(**lodging: str) -> Stage:
    """The last turn; Austria and Turkey are allied, Austria stands in Smyrna and Turkey perhaps in Austria."""
    s = Stage(players=7).manned("turkey").season(WINTER).pact("austria", "turkey", openly=True)
    s.put("georgia", "tu-hq", "tu-inf-1", "tu-art-1", "tu-janissary").put("smyrna", "au-inf-5")
    for place, block in lodging.items():
        s.put(place, block)
    s.g.year = LAST
    return s.turn("austria")


def test_no_alliance_is_broken_with_who_stands_in_a_city_of_ours_that_is_worth_more() -> None:
    alone, lodging = guests(), guests(zala="tu-inf-2", bohemia="tu-kapikulu")
    assert plan_of(alone, "austria").plot.breach.best[0] == (alone.state("turkey"),)
    assert foreseen(alone, "austria")["break", alone.state("turkey")][0] > 0
    assert plan_of(lodging, "austria").plot.breach.best == ((), 0.0)
    assert foreseen(lodging, "austria")["break", lodging.state("turkey")][0] < 0


def test_in_the_last_turn_an_alliance_gives_cities_back() -> None:
    s = Stage(players=7).manned().season(WINTER).put("zala", "tu-inf-1", "tu-inf-2")
    s.g.year = LAST
    s.turn("austria")
    austria, turkey, prussia = map(s.state, ("austria", "turkey", "prussia"))
    joined = plan_of(s, "austria").plot.breach.joined
    assert joined(turkey) >= 1.0
    assert joined(prussia) == 0.0
    opinions = foreseen(s, "austria")
    assert opinions["propose", turkey][0] > 0.2
    assert opinions["propose", turkey][1] == "Turkey stands in what would count for us again"
    assert opinions["propose", prussia][0] < 0
    assert income(s.position, austria).homeland == 3
