"""12. L'Empereur: the Race to Paris."""

from __future__ import annotations

from itertools import pairwise

import pytest
from scene import Scene

from grognard.games.coalitions.lempereur import RACE_ORDER
from grognard.games.coalitions.pieces import relocate
from grognard.games.coalitions.position import IN_THE_BOX
from grognard.games.coalitions.sequence import take_action

MUSTER, TAXATION, LEADERSHIP, MOBILISATION, GAIN_INFLUENCE, MOVEMENT = range(6)


def solo() -> Scene:
    """Russia is the weakest, so nobody has to choose whom to cheer. France has no Morale for battles."""
    return Scene("1805", players=1, mode="lempereur", level="ogre").morale(russia=1, france=0)


def race(s: Scene, action: int = MOVEMENT) -> Scene:
    return s.begin(take_action, "france", action)


def none_off_map(s: Scene) -> Scene:
    """Leave France no General off the map."""
    for i in s.g.off_map[s.power("france")]:
        relocate(s.g, i, IN_THE_BOX)
    return s


def placed(s: Scene) -> list[str]:
    return [s.setting.board.ids[e.territory] for e in s.events("GeneralPlaced")]


def battles(s: Scene) -> list[str]:
    return [s.setting.board.ids[e.territory] for e in s.events("BattleBegan")]


def clause_against(s: Scene, *action: object) -> str:
    refusal = s.why_not("britain", *action)
    assert refusal is not None
    return refusal.clause


# --- when -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "12.race.1")
@pytest.mark.parametrize("home", RACE_ORDER)
@pytest.mark.parametrize("action", [MUSTER, LEADERSHIP, MOVEMENT])
def test_a_unit_in_a_french_home_starts_the_race(home: str, action: int) -> None:
    s = race(solo().general("prussia", home, units=1), action)
    assert len(s.events("RaceToParis")) == 1
    assert s.events("NapoleonCardDrawn") == []
    assert len(placed(s)) == 3
    assert s.of("morale", "russia") == 2  # the weakest is cheered all the same


@pytest.mark.clause("coalitions", "12.race.1")
@pytest.mark.parametrize("action", [TAXATION, MOBILISATION, GAIN_INFLUENCE])
def test_the_other_actions_are_not_touched(action: int) -> None:
    s = race(solo().general("prussia", "picardie", units=1), action)
    assert s.events("RaceToParis") == []
    assert placed(s) == []


@pytest.mark.clause("coalitions", "12.race.1")
def test_a_lone_general_or_a_garrison_starts_no_race() -> None:
    s = race(solo().general("prussia", "picardie").garrison("austria", "provence").general("austria", "tyrol", units=3))
    assert s.events("RaceToParis") == []
    assert len(s.events("NapoleonCardDrawn")) == 1


# --- where ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "12.race.2")
def test_generals_go_to_paris_the_invaded_home_and_its_neighbour() -> None:
    s = race(solo().general("prussia", "picardie", units=3))
    assert placed(s) == ["paris", "picardie", "lorraine"]
    assert [e.number for e in s.events("UnitsRaised")] == [3, 3, 3]
    assert (s.units("france", "paris"), s.units("france", "lorraine")) == (3, 3)  # no Unit is turned over
    assert battles(s) == ["picardie"]


NEIGHBOURS = [
    ("lorraine", "picardie"),
    ("picardie", "lorraine"),
    ("provence", "lorraine"),
    ("normandie-bretagne", "picardie"),
    ("languedoc", "provence"),
    ("aquitaine", "normandie-bretagne"),
]


@pytest.mark.clause("coalitions", "12.race.3")
@pytest.mark.parametrize(("home", "neighbour"), NEIGHBOURS)
def test_the_neighbour_is_the_first_of_the_list(home: str, neighbour: str) -> None:
    s = race(solo().general("prussia", home, units=3))
    assert placed(s) == ["paris", home, neighbour]


@pytest.mark.clause("coalitions", "12.race.3")
@pytest.mark.parametrize(("first", "second"), list(pairwise(RACE_ORDER)))
def test_of_several_invaded_homes_the_first_of_the_list_is_defended(first: str, second: str) -> None:
    s = race(solo().general("prussia", second, units=3).general("austria", first, units=3))
    assert [e.territory for e in s.events("RaceToParis")] == [s.territory(first)]
    assert placed(s)[1] == first


@pytest.mark.clause("coalitions", "12.race.3")
def test_enemies_in_picardie_and_provence() -> None:
    s = race(solo().general("prussia", "picardie", units=3).general("austria", "provence", units=3))
    assert placed(s) == ["paris", "picardie", "lorraine"]


@pytest.mark.clause("coalitions", "12.race.2", "12.race.3")
def test_battles_begin_in_the_invaded_home_and_go_on_next_door() -> None:
    s = solo().general("prussia", "lorraine").general("austria", "provence", units=1).general("france", "oporto")
    s.general("france", "paris", units=3)
    for i in s.g.off_map[s.power("france")][1:]:
        relocate(s.g, i, IN_THE_BOX)
    race(s)
    assert placed(s) == ["provence", "lorraine"]  # a lone General invades nothing, but it is in the way
    while s.asks is not None:
        s.act(s.asks[1], "off-map")
    assert battles(s) == ["provence", "lorraine"]


# --- Generals that are there already --------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "12.race.4")
def test_a_general_in_paris_is_made_up_to_three_units() -> None:
    s = race(solo().general("prussia", "picardie", units=3).general("france", "paris", units=1))
    assert placed(s) == ["picardie", "lorraine"]
    assert s.units("france", "paris") == 3
    assert s.off_map("france") == 6 - 3


@pytest.mark.clause("coalitions", "12.race.4")
@pytest.mark.parametrize("units", [0, 2, 3])
def test_a_general_in_any_neighbour_is_made_up_and_none_is_placed_there(units: int) -> None:
    s = race(solo().general("prussia", "picardie", units=3).general("france", "holland", units=units))
    assert placed(s) == ["paris", "picardie"]
    assert s.units("france", "holland") == 3
    assert not s.stands("france", "lorraine")


@pytest.mark.clause("coalitions", "12.race.4")
def test_paris_is_not_the_neighbour() -> None:
    s = race(solo().general("prussia", "picardie", units=3).general("france", "paris", units=3))
    assert placed(s) == ["picardie", "lorraine"]


@pytest.mark.clause("coalitions", "12.race.3", "12.race.4")
def test_of_several_guards_the_listed_neighbour_is_made_up() -> None:
    s = solo().general("prussia", "picardie", units=3).general("france", "holland", units=1)
    race(s.general("france", "normandie-bretagne", units=1))
    assert s.asks is None
    assert (s.units("france", "holland"), s.units("france", "normandie-bretagne")) == (1, 3)


@pytest.mark.clause("coalitions", "12.race.4", "12.race.6")
def test_of_several_other_guards_the_players_choose() -> None:
    s = solo().general("prussia", "picardie", units=3).general("france", "holland", units=1)
    race(s.general("france", "pfalz", units=1).general("france", "bavaria"))
    assert s.asks == ("choose-guard", "britain")
    assert sorted(s.options("britain")) == sorted(("choose", s.at("france", t)) for t in ("holland", "pfalz"))
    assert clause_against(s, "choose", s.at("france", "bavaria")) == "12.race.6"
    s.act("britain", "choose", s.at("france", "pfalz"))
    assert (s.units("france", "holland"), s.units("france", "pfalz")) == (1, 3)


# --- sources --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "12.race.5")
def test_off_board_comes_first() -> None:
    s = race(solo().general("prussia", "picardie", units=3).general("france", "navarra", units=3))
    assert placed(s) == ["paris", "picardie", "lorraine"]
    assert s.stands("france", "navarra")


IN_ORDER = ("oporto", "hellas", "syria", "egypt")
"""Undisputed; Disputed without the blue stripe; a home of the Grand Coalition; Disputed with the stripe."""


@pytest.mark.clause("coalitions", "12.race.5")
@pytest.mark.parametrize("first", range(4))
def test_sources_come_in_the_order_of_the_list(first: int) -> None:
    s = solo().general("prussia", "picardie", units=3)
    for where in reversed(IN_ORDER[first:]):
        s.general("france", where, units=3)
    race(none_off_map(s.general("france", "aquitaine", units=3)))
    moved = IN_ORDER[first : first + 3]
    assert placed(s) == ["paris", "picardie", "lorraine"][: len(moved)]  # where no source is left, none is placed
    assert [t for t in IN_ORDER[first:] if not s.stands("france", t)] == list(moved)
    assert s.stands("france", "aquitaine")  # French homes are no source


@pytest.mark.clause("coalitions", "12.race.5")
def test_a_general_in_lorraine_is_not_taken() -> None:
    s = solo().general("prussia", "aquitaine", units=3).general("france", "lorraine", units=3)
    race(none_off_map(s))
    assert placed(s) == []
    assert s.stands("france", "lorraine")


@pytest.mark.clause("coalitions", "12.race.5")
@pytest.mark.parametrize(
    ("taken", "left"),
    [
        ("pfalz", "hesse"),  # 2 and 3 steps from Paris
        ("hannover", "saxonia"),
        ("tyrol", "bohemia"),
        ("holland", "venezia"),  # nearer, though of higher value
        ("venezia", "bavaria"),  # both 3 steps away: the lower value
    ],
)
def test_the_closest_of_a_kind_then_the_lowest_value(taken: str, left: str) -> None:
    s = solo().general("prussia", "aquitaine", units=3).general("france", left, units=3)
    none_off_map(s.general("france", taken, units=3)).begin(take_action, "france", MOVEMENT)
    first = s.events("GeneralPlaced")[0]
    assert first.territory == s.territory("paris")
    assert first.general == 4  # the second one put on the map


@pytest.mark.clause("coalitions", "12.race.6")
def test_equal_sources_are_the_players_choice() -> None:
    s = solo().general("prussia", "aquitaine", units=3).general("france", "pfalz", units=3)
    s.general("france", "wurttemberg", units=2).general("france", "provence", units=3).general("austria", "wien")
    race(none_off_map(s))
    assert s.asks == ("choose-reserve", "britain")
    assert s.options("britain") == [("choose", s.at("france", t)) for t in ("pfalz", "wurttemberg")]
    assert clause_against(s, "choose", s.at("france", "provence")) == "12.race.5"
    s.act("britain", "choose", s.at("france", "wurttemberg"))
    assert s.units("france", "paris") == 3
    assert not s.stands("france", "pfalz")  # the only source left for Aquitaine
