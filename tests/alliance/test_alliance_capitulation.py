"""In the last turn of Alliance a surrender gives cities back: who offers it, and who takes it."""

from __future__ import annotations

from stage import Stage, foreseen, judged

from grognard.games.alliance.fights import open_battle
from grognard.games.alliance.income import income
from grognard.games.alliance.judgement import prospects
from grognard.games.alliance.judgement.scene import Scene
from grognard.games.alliance.position import WINTER, Fight


def occupied(turn: int = WINTER) -> Stage:
    """The last year; Austria moves, and Turkey stands in Zala, where Austria has a city."""
    s = Stage(players=7).manned().season(turn).put("zala", "tu-inf-1", "tu-inf-2")
    s.g.year = s.setting.last_year
    return s.turn("austria")


# --- who offers it ----------------------------------------------------------------------------------------------------


def test_who_holds_our_cities_in_the_last_turn_is_offered_our_surrender() -> None:
    s = occupied()
    opinions = foreseen(s, "austria")
    worth, why = opinions["surrender", s.state("turkey")]
    assert worth > 0.5
    assert why == "what Turkey holds of our land would count for us again"
    assert opinions["surrender", s.state("prussia")][0] < 0


def test_not_before_the_last_turn() -> None:
    s = occupied(WINTER - 1)
    worth, why = foreseen(s, "austria")["surrender", s.state("turkey")]
    assert worth < -1
    assert why == "nobody lays down arms who can still fight"


def test_not_by_those_with_whom_the_game_would_be_lost() -> None:
    s = Stage(players=7).manned().season(WINTER).put("scotland", "fr-inf-1", "fr-inf-2")
    s.g.year = s.setting.last_year
    s.turn("britain")
    assert foreseen(s, "britain")["surrender", s.state("france")][0] < -1


def test_only_once() -> None:
    s = occupied().put("bohemia", "pr-inf-1")
    s.act("austria", "surrender", "turkey").act("austria", "terms", 0).act("turkey", "yes")
    assert foreseen(s, "austria")["surrender", s.state("prussia")][0] < -1


def test_it_is_worth_the_gold_that_is_asked_for() -> None:
    s = occupied()
    s.g.gold[s.state("austria")] = 5
    s.turn("austria").act("austria", "surrender", "turkey").act("austria", "terms", 0).act("turkey", "terms", 5)
    assert s.asks == "answer-counter"
    assert foreseen(s, "austria")["yes",][0] > foreseen(s, "austria")["no",][0]
    assert judged(s, "austria")["yes",][0] < judged(s, "austria")["no",][0]


# --- what it is worth -------------------------------------------------------------------------------------------------


def test_what_is_surrendered_for_counts_at_once() -> None:
    s = occupied()
    austria, turkey = s.state("austria"), s.state("turkey")
    before = Scene(s.g).points
    s.act("austria", "surrender", "turkey").act("austria", "terms", 0).act("turkey", "yes")
    points = Scene(s.g).points
    assert points[austria] == before[austria] + 1
    assert points[turkey] == before[turkey] - 0.5
    assert income(s.g, austria).homeland == 3
    assert income(s.reckoning().g, austria).homeland == 4


def test_before_the_last_turn_nothing_is_counted_on() -> None:
    s = occupied(WINTER - 1)
    before = Scene(s.g).points
    s.act("austria", "surrender", "turkey").act("austria", "terms", 0).act("turkey", "yes")
    assert Scene(s.g).points == before


def test_a_battle_for_a_city_is_for_its_owner_if_he_has_surrendered_to_either_side() -> None:
    s = occupied().put("bohemia", "tu-kapikulu", "fr-inf-1")
    bits = [1 << s.block(name) for name in ("tu-kapikulu", "fr-inf-1")]
    s.g.surrenders = ((s.state("austria"), s.state("turkey"), 0),)
    open_battle(s.g, Fight(s.place("bohemia"), bits[0], bits[1], 0, s.state("france")))
    (lottery,) = prospects.certain(s.g)[1]
    assert lottery.gains == (s.state("austria"), 1.0)
    assert lottery.keeps[0] == s.state("france")


# --- who takes it -----------------------------------------------------------------------------------------------------


def offered(turn: int = WINTER, **raiders: str) -> Stage:
    """Austria has offered its surrender to Turkey, in whose land raiders may stand."""
    s = occupied(turn)
    for place, block in raiders.items():
        s.put(place, block)
    return s.act("austria", "surrender", "turkey").act("austria", "terms", 0)


def test_who_may_win_by_what_he_holds_does_not_give_it_back() -> None:
    opinions = judged(offered(), "turkey")
    assert opinions["no",] == (0.0, "Austria would have back what we may win by")
    assert opinions["yes",][0] < 0


def test_who_is_far_behind_takes_an_enemy_less() -> None:
    assert judged(offered(smyrna="ru-inf-5", egypt="ru-cav-1"), "turkey")["yes",][0] > 0


def test_so_does_everybody_before_the_last_turn() -> None:
    assert judged(offered(WINTER - 1), "turkey")["yes",][0] > 0
