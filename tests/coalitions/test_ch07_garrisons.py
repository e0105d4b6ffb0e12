"""Chapter 7: placing a Garrison."""

from __future__ import annotations

import pytest
from fighting import attack, end_round, ends, march, no_more_cards, round_of, strengths, supports_asked
from scene import Scene

from grognard.games.coalitions.actions import mobilisation
from grognard.games.coalitions.envoys import movement


@pytest.mark.clause("coalitions", "7.garrison.1")
@pytest.mark.parametrize("end", ["venezia", "tyrol"])
def test_a_garrison_is_placed_on_entering(end: str) -> None:
    """An enemy home is garrisoned like any other territory."""
    s = Scene("1805").general("france", "lombardia", 2).garrison("france", "lombardia")
    march(round_of(s, "france"), "france", "lombardia", end).act("france", "garrison", "france-1")
    assert s.garrisoned("france", end)
    assert s.controls("france", end)
    assert s.units("france", end) == 1


@pytest.mark.clause("coalitions", "7.garrison.1")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_garrison_may_be_left_on_leaving(answer: str) -> None:
    s = Scene("1805").general("france", "hesse", 2)
    march(round_of(s, "france"), "france", "hesse", "bavaria")
    assert s.asks == ("leave-garrison", "france")
    s.act("france", answer)
    assert s.garrisoned("france", "hesse") == (answer == "yes")
    assert s.units("france", "bavaria") == (1 if answer == "yes" else 2)


@pytest.mark.clause("coalitions", "7.garrison.1", "8.win.1")
def test_a_garrison_is_placed_after_winning() -> None:
    s = Scene("1805").general("france", "lorraine", 3).garrison("austria", "pfalz")
    attack(s, "france", "lorraine", "pfalz")
    assert s.asks == ("garrison-won", "france")
    s.act("france", "yes")
    assert s.garrisoned("france", "pfalz")
    assert s.units("france", "pfalz") == 1


@pytest.mark.clause("coalitions", "7.garrison.1")
def test_a_general_that_stays_abroad_places_none() -> None:
    s = Scene("1805").general("france", "hesse", 2)
    round_of(s, "france")
    assert s.why_not("france", "garrison", "france-1").clause == "7.garrison.1"
    assert s.why_not("france", "garrison", "france-2").clause == "7.garrison.1"  # nor one that is off the map


@pytest.mark.clause("coalitions", "7.garrison.2")
def test_an_own_home_is_garrisoned_without_moving() -> None:
    s = Scene("1805").general("france", "paris", 1)
    round_of(s, "france").act("france", "garrison", "france-1")
    assert s.garrisoned("france", "paris")
    assert ends(s, "france", "paris")  # it may still move


@pytest.mark.clause("coalitions", "7.garrison.2", "7.garrison.1")
def test_garrisons_are_placed_in_the_movement_of_their_own_power_only() -> None:
    s = Scene("1805").general("france", "paris", 1).general("austria", "wien", 1)
    round_of(s, "france")
    assert s.why_not("france", "garrison", s.at("austria", "wien")).clause == "7.move.1"


@pytest.mark.clause("coalitions", "7.garrison.3")
def test_a_garrison_at_home_adds_strength_and_allows_a_fortress() -> None:
    s = Scene("1805").general("france", "paris", 1).general("austria", "picardie", 3)
    round_of(s, "france").act("france", "garrison", "france-1").act("france", "done")
    assert s.garrisoned("france", "paris")
    attack(s, "austria", "picardie", "paris")
    assert strengths(s) == (4, 1 + 1)
    s = Scene("1805").garrison("france", "paris").money(france=5).begin(mobilisation, "france")
    assert [option for option in s.options("france") if option[0] == "fortress"] == [("fortress", "paris")]


@pytest.mark.clause("coalitions", "7.garrison.4")
def test_no_garrison_in_the_home_of_an_ally() -> None:
    s = Scene("1805").general("russia", "bessarabia", 2).general("russia", "crimea").garrison("russia", "bessarabia")
    march(round_of(s, "russia"), "russia", "bessarabia", "galicia").act("austria", "yes")
    assert s.why_not("russia", "garrison", s.at("russia", "galicia")).clause == "7.garrison.4"
    s.act("russia", "done")
    march(round_of(s, "russia"), "russia", "galicia", "podolia")
    assert s.stands("russia", "podolia")  # leaving, it was not asked either
    assert not s.events("GarrisonPlaced")


@pytest.mark.clause("coalitions", "7.garrison.4")
def test_no_garrison_is_left_in_the_home_of_a_neutral() -> None:
    s = Scene("1805").general("france", "silesia", 2)
    march(round_of(s, "france"), "france", "silesia", "warszawa")
    assert s.units("france", "warszawa") == 2


@pytest.mark.clause("coalitions", "7.garrison.5")
def test_without_units_no_garrison() -> None:
    s = Scene("1805").general("france", "hesse").general("france", "paris")
    march(round_of(s, "france"), "france", "hesse", "bavaria")
    assert s.stands("france", "bavaria")  # no question on leaving
    for where in ("bavaria", "paris"):
        assert s.why_not("france", "garrison", s.at("france", where)).clause == "7.garrison.5"
    assert s.why_not("france", "march-posting", s.at("france", "paris"), "paris").clause == "7.garrison.5"


@pytest.mark.clause("coalitions", "7.garrison.6")
@pytest.mark.parametrize("owner", ["russia", "austria"])
def test_no_second_garrison(owner: str) -> None:
    s = Scene("1805").general("russia", "polesie", 1).garrison(owner, "podolia").general("russia", "moskva")
    s.garrison("russia", "polesie")
    march(round_of(s, "russia"), "russia", "polesie", "podolia")
    if owner == "austria":
        s.act("austria", "yes")
    assert s.why_not("russia", "garrison", s.at("russia", "podolia")).clause == "7.garrison.6"
    assert ("garrison", s.at("russia", "podolia")) not in s.options("russia")


@pytest.mark.clause("coalitions", "7.garrison.7")
def test_three_units_garrison_three_homes_of_one_march() -> None:
    s = Scene("1805").general("france", "picardie", 3)
    round_of(s, "france").act("france", "march-posting", "france-1", "languedoc")
    s.act("france", "by-way-of", "paris", "provence", "languedoc")
    for _ in range(2):
        assert s.asks == ("post-garrison", "france")
        s.act("france", "yes")
    s.act("france", "garrison", "france-1")
    assert [s.setting.board.ids[event.territory] for event in s.events("GarrisonPlaced")] == [
        "paris",
        "provence",
        "languedoc",
    ]
    assert s.units("france", "languedoc") == 0


@pytest.mark.clause("coalitions", "7.garrison.7")
def test_a_garrison_behind_and_one_ahead_in_one_movement() -> None:
    s = Scene("1805").general("france", "hesse", 2)
    march(round_of(s, "france"), "france", "hesse", "bavaria").act("france", "yes").act(
        "france", "garrison", "france-1"
    )
    assert s.garrisoned("france", "hesse")
    assert s.garrisoned("france", "bavaria")
    assert s.units("france", "bavaria") == 0


@pytest.mark.clause("coalitions", "7.garrison.7")
def test_posting_needs_an_own_home_without_garrison_on_the_way() -> None:
    s = Scene("1805").general("france", "picardie", 3)
    s.garrison("france", "paris", "lorraine", "normandie-bretagne", "languedoc")
    round_of(s, "france")
    assert s.why_not("france", "march-posting", "france-1", "aquitaine").clause == "7.garrison.7"
    assert s.why_not("france", "march-posting", "france-1", "holland").clause == "7.move.10"


@pytest.mark.clause("coalitions", "7.garrison.8")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_with_an_enemy_present_the_battle_comes_first(answer: str) -> None:
    s = Scene("1805").general("france", "lorraine", 3).general("austria", "pfalz").general("france", "paris")
    march(round_of(s, "france"), "france", "lorraine", "pfalz")
    assert s.why_not("france", "garrison", s.at("france", "pfalz")).clause == "7.garrison.8"
    supports_asked(end_round(s, "france"))
    no_more_cards(s).act("austria", "off-map")
    assert s.asks == ("garrison-won", "france")
    s.act("france", answer)
    assert s.garrisoned("france", "pfalz") == (answer == "yes")


@pytest.mark.clause("coalitions", "7.garrison.9")
def test_the_garrison_stays_when_the_general_goes_on() -> None:
    s = Scene("1805").general("france", "lorraine", 2).begin(movement, "france").act("france", "envoy", "ottomans")
    march(s, "france", "lorraine", "pfalz").act("france", "garrison", "france-1")
    s.act("france", "yes").act("ottomans", "yes")
    march(s, "france", "pfalz", "hesse")
    assert s.controls("france", "pfalz")
    assert s.units("france", "hesse") == 1


@pytest.mark.clause("coalitions", "7.garrison.1", "7.move.9")
def test_a_garrison_placed_opens_the_way_in_the_same_round() -> None:
    s = Scene("1805").general("france", "lorraine", 1).general("france", "paris").garrison("france", "westphalia")
    march(round_of(s, "france"), "france", "lorraine", "pfalz")
    assert "westphalia" not in ends(s, "france", "paris")
    s.act("france", "garrison", s.at("france", "pfalz"))
    assert "westphalia" in ends(s, "france", "paris")


@pytest.mark.clause("coalitions", "7.garrison.5", "7.garrison.6", "7.garrison.7")
@pytest.mark.parametrize(("units", "garrisoned", "asked"), [(3, [], 2), (1, [], 1), (3, ["paris"], 1)])
def test_on_the_way_the_question_comes_only_where_a_garrison_can_be(
    units: int, garrisoned: list[str], asked: int
) -> None:
    s = Scene("1805").general("france", "picardie", units).garrison("france", *garrisoned)
    round_of(s, "france").act("france", "march-posting", "france-1", "languedoc")
    s.act("france", "by-way-of", "paris", "provence", "languedoc")
    questions = 0
    while s.asks == ("post-garrison", "france"):
        questions += 1
        s.act("france", "yes")
    assert questions == asked
    assert s.units("france", "languedoc") == units - asked
