"""9. What a Neutral may keep, enter and lose."""

import pytest
from scene import Scene

from grognard.games.coalitions.board import NOBODY
from grognard.games.coalitions.envoys import disband_garrisons
from grognard.games.coalitions.movement import round_of_movement


def neutral_austria() -> Scene:
    """Neutral Austria with a Garrison in Saxonia, which is nobody's home."""
    return Scene().status(austria="neutral").garrison("austria", "saxonia")


@pytest.mark.clause("coalitions", "9.neutral.5")
def test_a_neutral_keeps_its_garrisons_and_generals_outside_all_homes() -> None:
    s = Scene().status(austria="british").garrison("austria", "saxonia").general("austria", "saxonia", units=1)
    assert s.diplomacy(austria="neutral").asks is None
    assert s.garrisoned("austria", "saxonia")
    assert s.units("austria", "saxonia") == 1


@pytest.mark.clause("coalitions", "9.neutral.5", "9.neutral.7")
def test_a_neutral_enters_what_it_controls_and_nothing_else() -> None:
    s = neutral_austria().garrison("russia", "bavaria").general("austria", "bohemia")
    s.begin(round_of_movement, "austria", 1, NOBODY, NOBODY)
    general = s.at("austria", "bohemia")
    assert ("march", general, "saxonia") in s.options("austria")
    for closed in ("bavaria", "silesia"):
        assert ("march", general, closed) not in s.options("austria")
        assert s.why_not("austria", "march", general, closed) is not None
    assert s.why_not("austria", "march", general, "bavaria").clause == "7.move.13"
    s.act("austria", "march", general, "saxonia")
    assert s.stands("austria", "saxonia")


@pytest.mark.clause("coalitions", "9.neutral.7")
def test_a_neutral_may_not_enter_uncontrolled_ground() -> None:
    s = Scene().status(austria="neutral").general("austria", "bohemia")
    s.begin(round_of_movement, "austria", 1, NOBODY, NOBODY)
    general = s.at("austria", "bohemia")
    assert s.why_not("austria", "march", general, "saxonia").clause == "7.move.13"
    assert s.why_not("austria", "march", general, "bavaria").clause == "7.move.13"


@pytest.mark.clause("coalitions", "9.neutral.6", "6.peace-war.6")
def test_what_a_neutral_keeps_may_be_attacked() -> None:
    s = neutral_austria().general("austria", "saxonia").general("russia", "hesse", units=3)
    s.begin(round_of_movement, "russia", 1, NOBODY, NOBODY).act("russia", "march", s.at("russia", "hesse"), "saxonia")
    s.act("russia", "no")  # no Garrison in Hesse
    (battle,) = s.events("BattleBegan")
    assert (battle.attack, battle.defence) == (4, 2)


@pytest.mark.clause("coalitions", "9.neutral.8")
def test_a_neutral_that_disbands_under_its_general_leaves_in_the_next_diplomacy_phase() -> None:
    s = neutral_austria().general("austria", "saxonia").begin(disband_garrisons, "austria")
    s.act("austria", "disband", "saxonia")
    assert s.asks is None
    assert s.stands("austria", "saxonia")
    assert s.diplomacy().asks == ("fall-back", "austria")


@pytest.mark.clause("coalitions", "9.neutral.8")
def test_it_may_stay_if_it_is_no_longer_neutral_then() -> None:
    s = neutral_austria().general("austria", "saxonia").begin(disband_garrisons, "austria")
    s.act("austria", "disband", "saxonia").diplomacy(austria="expansionist")
    assert s.asks is None
    assert s.stands("austria", "saxonia")


@pytest.mark.clause("coalitions", "9.neutral.9")
def test_no_foreign_general_enters_a_neutrals_home() -> None:
    s = Scene("1798").status(prussia="neutral").general("britain", "hannover").general("russia", "livonia")
    s.begin(round_of_movement, "britain", 1, NOBODY, NOBODY)
    assert s.why_not("britain", "march", s.at("britain", "hannover"), "berlin").clause == "7.move.12"
    s.begin(round_of_movement, "russia", 1, NOBODY, NOBODY)
    assert s.why_not("russia", "march", s.at("russia", "livonia"), "borussia").clause == "7.move.12"
