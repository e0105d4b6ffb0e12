"""9. Board state adjustments: from war to peace, from peace to war, and where the displaced go."""

import pytest
from scene import Scene

from grognard.games.coalitions.refuge import NOT_CONTROLLED
from grognard.games.coalitions.sequence import play_round


def allies_in(territory: str, *, austria: int, russia: int) -> Scene:
    """An Austrian and a Russian General, allies until now, with so many Units in one territory."""
    s = Scene().status(austria="british", russia="british", prussia="neutral")
    return s.general("austria", territory, units=austria).general("russia", territory, units=russia)


# --- in general -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "9.general.1")
def test_the_board_is_adjusted_before_any_action() -> None:
    s = Scene().status(austria="british").general("austria", "saxonia").begin(play_round).act("britain", "done")
    for power, status in zip(
        ("austria", "prussia", "russia", "ottomans"), ("neutral", "neutral", "british", "neutral"), strict=True
    ):
        s.act(power, "declare", status)
    assert s.asks == ("fall-back", "austria")
    assert not s.events("TurnBegan")
    s.act("austria", "off-map")
    assert s.events("TurnBegan")


@pytest.mark.clause("coalitions", "9.general.2", "9.peace.1")
def test_a_withdrawn_garrison_becomes_a_unit_of_a_general_with_room() -> None:
    s = Scene().status(austria="expansionist").garrison("britain", "wien")
    s.general("britain", "london", units=2).general("britain", "cornwall", units=3).general("britain", "holland")
    full, supply = s.at("britain", "cornwall"), s.of("supply", "britain")
    s.diplomacy(austria="british")
    takers = [s.at("britain", "london"), s.at("britain", "holland")]
    assert s.options("britain") == [("allot", general) for general in takers]
    assert s.why_not("britain", "allot", full).clause == "9.general.2"
    s.act("britain", "allot", takers[0])
    assert (s.units("britain", "london"), s.of("supply", "britain"), s.of("money", "britain")) == (3, supply, 0)


@pytest.mark.clause("coalitions", "9.general.2")
@pytest.mark.parametrize("generals", [0, 1])
def test_a_withdrawn_garrison_nobody_can_take_becomes_one_money(generals: int) -> None:
    s = Scene().status(austria="expansionist").garrison("britain", "wien")
    for _ in range(generals):
        s.general("britain", "london", units=3)
    supply = s.of("supply", "britain")
    s.diplomacy(austria="british")
    assert s.controls("austria", "wien")
    assert (s.of("money", "britain"), s.of("supply", "britain")) == (1, supply + 1)


@pytest.mark.clause("coalitions", "9.general.3")
def test_the_displaced_choose_among_the_nearest_own_territories_and_the_way_off_the_map() -> None:
    s = Scene().general("austria", "bavaria", units=2).garrison("russia", "hesse")
    s.diplomacy(austria="neutral")
    assert sorted(s.options("austria")) == [("go", "bohemia"), ("go", "tyrol"), ("go", "wien"), ("off-map",)]
    assert s.why_not("austria", "go", "hungari").clause == "9.general.3"  # farther away
    assert s.why_not("austria", "go", "hesse").clause == "9.general.3"  # not Austrian
    assert s.why_not("austria", "go", "bavaria").clause == "9.general.3"  # what it has to leave
    s.act("austria", "go", "tyrol")
    assert s.units("austria", "tyrol") == 2


@pytest.mark.clause("coalitions", "9.general.3")
def test_off_the_map_the_units_are_lost() -> None:
    s = Scene().general("austria", "bavaria", units=2)
    supply = s.of("supply", "austria")
    s.diplomacy(austria="neutral").act("austria", "off-map")
    assert s.off_map("austria") == 4
    assert s.of("supply", "austria") == supply + 2


@pytest.mark.clause("coalitions", "9.general.3")
def test_with_no_refuge_a_general_goes_off_the_map() -> None:
    """No way by land leads from Britain to Russia, and only British Generals count Sea Lanes."""
    s = Scene().general("russia", "cornwall").diplomacy(russia="neutral")
    assert s.asks is None
    assert s.off_map("russia") == 4


@pytest.mark.clause("coalitions", "9.general.3")
def test_british_generals_count_sea_lanes_as_steps() -> None:
    s = Scene().status(prussia="british").general("britain", "berlin").diplomacy(prussia="neutral")
    assert s.options("britain") == [("go", "london"), ("off-map",)]  # Hannover, Danmark, London


@pytest.mark.clause("coalitions", "9.general.3")
def test_an_enemy_general_makes_a_refuge_ineligible() -> None:
    s = Scene().general("austria", "saxonia").general("france", "bohemia").diplomacy(austria="expansionist")
    assert s.asks is None  # nobody there to clash with
    s = Scene().status(austria="british", russia="british").general("austria", "saxonia").general("france", "bohemia")
    s.general("russia", "saxonia", units=1).diplomacy(austria="expansionist")
    assert ("go", "bohemia") not in s.options("austria")
    assert s.why_not("austria", "go", "bohemia").clause == "9.general.3"


@pytest.mark.clause("coalitions", "9.general.4")
def test_a_territory_with_an_own_general_is_no_refuge() -> None:
    s = Scene().general("austria", "saxonia").general("austria", "bohemia").diplomacy(austria="neutral")
    assert ("go", "bohemia") not in s.options("austria")
    assert s.why_not("austria", "go", "bohemia").clause == "9.general.4"
    assert ("go", "wien") in s.options("austria")


@pytest.mark.clause("coalitions", "9.general.3", "9.general.4")
def test_an_owner_says_which_of_two_rivals_for_a_refuge_goes_first() -> None:
    s = Scene().general("austria", "saxonia").general("austria", "bavaria").general("austria", "galicia")
    saxonia, bavaria, galicia = (s.at("austria", t) for t in ("saxonia", "bavaria", "galicia"))
    s.diplomacy(austria="neutral")
    assert s.asks == ("leave-first", "austria")
    assert s.options("austria") == [("choose", saxonia), ("choose", bavaria)]
    assert s.why_not("austria", "choose", galicia).clause == "9.general.3"
    s.act("austria", "choose", bavaria).act("austria", "go", "bohemia")
    assert ("go", "wien") in s.options("austria")  # Bohemia, the nearest to Saxonia, is taken now
    assert s.why_not("austria", "go", "bohemia").clause == "9.general.4"


@pytest.mark.clause("coalitions", "9.general.3")
def test_generals_that_leave_in_the_same_step_do_not_bar_each_others_refuge() -> None:
    s = Scene().status(austria="british", prussia="british").general("austria", "silesia").general("prussia", "bohemia")
    s.diplomacy(prussia="neutral")
    assert s.asks == ("fall-back", "austria")
    assert s.options("austria") == [("go", "bohemia"), ("go", "galicia"), ("off-map",)]
    s.act("austria", "go", "bohemia")
    assert s.options("prussia") == [("go", "silesia"), ("off-map",)]


# --- At War to At Peace ---------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "9.peace.1")
@pytest.mark.parametrize(("austria", "stays"), [("british", False), ("neutral", False), ("french", True)])
def test_garrisons_leave_the_homes_of_powers_now_at_peace(austria: str, stays: bool) -> None:
    s = Scene().status(austria="expansionist").garrison("russia", "galicia", "wien").garrison("russia", "saxonia")
    s.diplomacy(austria=austria)
    assert s.garrisoned("russia", "galicia") is s.garrisoned("russia", "wien") is stays
    assert s.garrisoned("russia", "saxonia")


@pytest.mark.clause("coalitions", "9.peace.2", "9.peace.3")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_new_ally_says_whether_generals_may_stay_in_its_home(answer: str) -> None:
    s = Scene().status(austria="expansionist").general("russia", "galicia", units=1).garrison("russia", "podolia")
    s.diplomacy(austria="british")
    assert s.asks == ("let-stay", "austria")
    s.act("austria", answer)
    if answer == "yes":
        assert s.asks is None
        assert s.stands("russia", "galicia")
    else:
        assert s.options("russia") == [("go", "podolia"), ("off-map",)]


@pytest.mark.clause("coalitions", "9.peace.3", "9.neutral.1")
@pytest.mark.parametrize("neutral", ["austria", "russia"])
def test_with_a_neutral_on_either_side_generals_leave_unasked(neutral: str) -> None:
    s = Scene().status(austria="expansionist").general("russia", "galicia").garrison("russia", "podolia")
    s.diplomacy(**{neutral: "neutral"})
    assert s.asks == ("fall-back", "russia")


@pytest.mark.clause("coalitions", "9.peace.4")
def test_old_allies_stay_unasked() -> None:
    s = Scene().status(austria="british", russia="british").general("russia", "galicia")
    assert s.diplomacy().asks is None
    assert s.diplomacy(austria="french", russia="french").asks is None
    assert s.stands("russia", "galicia")


@pytest.mark.clause("coalitions", "9.neutral.1", "9.neutral.5", "9.neutral.6", "9.general.2", "9.general.3")
def test_the_rulebooks_example_of_wien_and_saxonia() -> None:
    """T11: Prussia holds Wien; Austria turns Neutral."""
    s = Scene().status(austria="expansionist", prussia="british").garrison("prussia", "wien")
    s.general("prussia", "wien", units=1).general("austria", "saxonia", units=1).garrison("austria", "saxonia")
    s.diplomacy(austria="neutral")
    assert s.controls("austria", "wien")
    assert s.units("prussia", "wien") == 2  # the Garrison is a Unit now
    assert s.options("prussia") == [("go", "silesia"), ("off-map",)]
    s.act("prussia", "go", "silesia")
    assert s.asks is None
    assert (s.units("prussia", "silesia"), s.units("austria", "saxonia")) == (2, 1)
    assert s.garrisoned("austria", "saxonia")


# --- At Peace to At War ---------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "9.war.1", "9.war.5")
@pytest.mark.parametrize(
    ("austria", "russia", "garrison", "fortress", "loser"),
    [
        (2, 1, None, False, "russia"),  # General 1 and each Unit 1
        (0, 1, None, False, "austria"),
        (1, 2, "austria", False, "russia"),  # 3 with the Garrison; equal, and it is there
        (1, 3, "austria", False, "austria"),  # 3 against 4
        (1, 3, "austria", True, "russia"),  # a Garrison in a Fortress is worth 4
        (2, 0, "russia", True, "austria"),
        (3, 0, None, True, "russia"),  # a Fortress alone is worth nothing
    ],
)
def test_the_stronger_side_stays(austria: int, russia: int, garrison: str | None, fortress: bool, loser: str) -> None:
    s = allies_in("warszawa", austria=austria, russia=russia)
    if garrison:
        s.garrison(garrison, "warszawa")
    if fortress:
        s.fortress("warszawa")
    s.diplomacy(austria="french")
    assert s.asks[1] == loser
    while s.asks:
        s.act(loser, *s.options(loser)[0])
    assert s.stands("austria", "warszawa") is (loser != "austria")
    assert s.stands("russia", "warszawa") is (loser != "russia")


@pytest.mark.clause("coalitions", "9.war.1")
def test_a_general_in_an_empty_home_of_a_new_enemy_stays() -> None:
    s = allies_in("podolia", austria=0, russia=0).general("russia", "galicia", units=1)
    s.diplomacy(austria="french").act(s.asks[1], "off-map")  # Podolia is decided by lots
    assert s.stands("russia", "galicia")


@pytest.mark.clause("coalitions", "9.war.2")
@pytest.mark.parametrize(("britain", "loser"), [(True, "austria"), (False, "russia")])
def test_allies_count_as_one_side(britain: bool, loser: str) -> None:
    s = allies_in("warszawa", austria=2, russia=1)
    if britain:
        s.general("britain", "warszawa", units=1)
    assert s.diplomacy(austria="french").asks[1] == loser


@pytest.mark.clause("coalitions", "9.war.2", "9.war.5")
def test_of_three_hostile_sides_only_the_strongest_stays() -> None:
    s = allies_in("warszawa", austria=1, russia=2).general("britain", "warszawa").garrison("britain", "warszawa")
    s.diplomacy(austria="french", russia="expansionist")
    while s.asks:
        assert s.asks[1] != "russia"
        s.act(s.asks[1], *s.options(s.asks[1])[0])
    assert [s.stands(power, "warszawa") for power in ("britain", "austria", "russia")] == [False, False, True]
    assert not s.garrisoned("britain", "warszawa")


@pytest.mark.clause("coalitions", "9.war.3", "9.general.3", "9.general.4", "9.war.6")
def test_the_rulebooks_example_of_galicia() -> None:
    """T12: Austria goes over to France; 1 to 1 in Galicia, and the Garrison's side stays."""
    s = Scene().status(austria="british", russia="british").garrison("austria", "galicia").general("russia", "galicia")
    s.general("russia", "polesie").garrison("russia", "polesie", "podolia").garrison("prussia", "warszawa")
    s.diplomacy(austria="french")
    assert s.garrisoned("austria", "galicia")
    assert s.options("russia") == [("go", "podolia"), ("off-map",)]
    assert s.why_not("russia", "go", "polesie").clause == "9.general.4"
    assert NOT_CONTROLLED.clause == "9.general.3"
    for foreign in ("warszawa", "bessarabia"):
        assert s.why_not("russia", "go", foreign) == NOT_CONTROLLED


@pytest.mark.clause("coalitions", "9.war.4")
def test_equal_sides_without_garrison_draw_lots() -> None:
    losers = set()
    for seed in range(8):
        s = Scene(seed=seed).status(austria="british", russia="british")
        s.general("austria", "saxonia").general("russia", "saxonia").diplomacy(austria="french")
        (lots,) = s.events("LotsDrawn")
        loser = s.asks[1]
        assert s.setting.powers[lots.power] == {"austria": "russia", "russia": "austria"}[loser]
        losers.add(loser)
    assert losers == {"austria", "russia"}


@pytest.mark.clause("coalitions", "9.war.5", "9.general.2")
def test_the_weaker_side_takes_its_garrison_along_and_leaves_with_its_units() -> None:
    s = allies_in("warszawa", austria=1, russia=3).garrison("austria", "warszawa").diplomacy(austria="french")
    assert not s.garrisoned("austria", "warszawa")
    assert s.options("austria") == [("go", "galicia"), ("off-map",)]
    s.act("austria", "go", "galicia")
    assert s.units("austria", "galicia") == 2


@pytest.mark.clause("coalitions", "9.war.5", "9.general.2")
def test_a_weaker_garrison_alone_goes_to_a_general_elsewhere() -> None:
    s = Scene().status(austria="british", russia="british").garrison("austria", "warszawa").general("austria", "wien")
    s.general("russia", "warszawa", units=1).diplomacy(austria="french")
    assert s.asks is None
    assert s.units("austria", "wien") == 1
    assert s.stands("russia", "warszawa")


@pytest.mark.clause("coalitions", "9.war.1", "9.war.5")
def test_all_strengths_are_compared_before_anything_is_allotted() -> None:
    """Garrisons beaten elsewhere must not tip the scales in Warszawa."""
    s = allies_in("warszawa", austria=1, russia=2).garrison("austria", "bavaria", "saxonia")
    s.general("britain", "bavaria", units=1).general("britain", "saxonia", units=1).diplomacy(austria="french")
    assert s.asks == ("fall-back", "austria")
    s.act("austria", "go", "galicia")
    assert s.units("austria", "galicia") == 3
    assert s.stands("russia", "warszawa")


@pytest.mark.clause("coalitions", "9.war.6")
def test_an_adjustment_is_no_battle() -> None:
    s = allies_in("warszawa", austria=1, russia=3).hand("austria", 5, 5).hand("russia", 5)
    before = [(s.of(track, p)) for track in ("morale", "influence") for p in s.setting.powers]
    s.diplomacy(austria="french").act("austria", "go", "galicia")
    assert [(s.of(track, p)) for track in ("morale", "influence") for p in s.setting.powers] == before
    assert (s.units("austria", "galicia"), s.units("russia", "warszawa")) == (1, 3)
    assert (s.cards("austria"), s.cards("russia")) == (2, 1)
    assert not s.events("BattleBegan")


@pytest.mark.clause("coalitions", "9.war.7")
@pytest.mark.parametrize(("russia", "loser"), [(1, "russia"), (3, "russia"), (3, "ottomans")])
def test_a_neutral_away_from_home_is_compared_like_an_enemy(russia: int, loser: str) -> None:
    """Bessarabia: 4 of the Ottomans against 2, 4 and, without their Garrison, 4 to 3."""
    s = Scene().status(ottomans="british", russia="british").general("ottomans", "bessarabia", units=2)
    s.general("russia", "bessarabia", units=russia)
    s.garrison("ottomans" if loser == "russia" else "russia", "bessarabia")
    s.diplomacy(ottomans="neutral")
    assert s.asks == ("fall-back", loser)


# --- Powers that become Neutral -------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "9.neutral.1")
def test_former_allies_too_leave_the_homes_of_a_new_neutral() -> None:
    s = Scene().status(austria="british", russia="british").general("russia", "galicia").garrison("russia", "podolia")
    s.general("france", "tyrol").garrison("france", "bohemia").diplomacy(austria="neutral")
    assert s.controls("austria", "bohemia")
    assert s.options("france")[-1] == ("off-map",)
    s.act("france", "off-map")
    assert s.options("russia") == [("go", "podolia"), ("off-map",)]


@pytest.mark.clause("coalitions", "9.neutral.2")
def test_a_new_neutrals_garrisons_leave_foreign_homes() -> None:
    s = Scene().status(prussia="expansionist").garrison("prussia", "galicia", "warszawa").general("prussia", "berlin")
    s.diplomacy(prussia="neutral")
    assert s.controls("austria", "galicia")
    assert s.garrisoned("prussia", "warszawa")
    assert s.units("prussia", "berlin") == 1


@pytest.mark.clause("coalitions", "9.neutral.3")
@pytest.mark.parametrize(
    ("where", "old"), [("galicia", "expansionist"), ("galicia", "british"), ("saxonia", "british")]
)
def test_a_new_neutrals_generals_leave_foreign_homes_and_uncontrolled_ground(where: str, old: str) -> None:
    s = Scene().status(prussia=old).general("prussia", where).diplomacy(prussia="neutral")
    assert s.asks == ("fall-back", "prussia")


@pytest.mark.clause("coalitions", "9.neutral.3")
def test_an_old_neutral_astray_leaves_at_the_next_diplomacy_phase() -> None:
    """1805 sets a Neutral Prussian General up in uncontrolled Saxonia."""
    s = Scene("1805").general("prussia", "saxonia")
    assert s.diplomacy().asks == ("fall-back", "prussia")
    assert Scene("1805").general("prussia", "saxonia").diplomacy(prussia="french").asks is None


@pytest.mark.clause("coalitions", "9.neutral.4")
def test_a_new_neutrals_general_leaves_ground_that_another_controls_however_strong_it_is() -> None:
    s = Scene().status(austria="british", russia="british").general("austria", "warszawa", units=3)
    s.garrison("russia", "warszawa").diplomacy(austria="neutral")
    assert s.options("austria") == [("go", "galicia"), ("off-map",)]
    assert s.garrisoned("russia", "warszawa")
