"""7. Leadership, Subsidise, Napoleon's Movement."""

import pytest
from scene import Scene

from grognard.games.coalitions.leadership import leadership
from grognard.games.coalitions.sequence import turn_of_the_wheel

FRANCE_LEADS = 3
"""Turn 4, counted from 0: France on Leadership, Russia on Movement."""


def verbs(s: Scene, power: str) -> set[str]:
    return {option[0] for option in s.options(power)}


# --- Leadership -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "7.leadership.1")
def test_leadership_is_one_choice_or_none() -> None:
    s = Scene().general("austria", "wien").begin(leadership, "austria")
    assert verbs(s, "austria") == {"done", "take-card", "rally", "place", "remove"}
    s.act("austria", "done")
    assert s.asks is None
    assert (s.cards("austria"), s.of("morale", "austria"), s.off_map("austria")) == (0, 5, 3)


@pytest.mark.clause("coalitions", "7.leadership.1")
def test_a_card_and_that_is_all() -> None:
    s = Scene().general("austria", "wien").begin(leadership, "austria").act("austria", "take-card")
    assert (s.cards("austria"), s.of("morale", "austria"), s.asks) == (1, 5, None)


@pytest.mark.clause("coalitions", "7.leadership.1")
def test_a_point_of_morale_and_that_is_all() -> None:
    s = Scene().general("austria", "wien").begin(leadership, "austria").act("austria", "rally")
    assert (s.cards("austria"), s.of("morale", "austria"), s.asks) == (0, 6, None)


@pytest.mark.clause("coalitions", "7.leadership.1")
def test_who_changes_generals_gets_neither_card_nor_morale() -> None:
    s = Scene().begin(leadership, "austria").act("austria", "place", "austria-1", "wien")
    assert verbs(s, "austria") == {"done", "place"}
    for other in ("take-card", "rally"):
        assert s.clause_against("austria", other) == "7.leadership.1"


@pytest.mark.clause("coalitions", "7.leadership.2", "7.leadership.5")
def test_any_number_of_generals_is_placed_without_units() -> None:
    s = Scene().garrison("austria", "bavaria").begin(leadership, "austria")
    for where in ("wien", "bavaria", "tyrol", "galicia"):
        place = next(o for o in s.options("austria") if o[0] == "place" and o[2] == where)
        s.act("austria", *place)
        assert s.units("austria", where) == 0
    assert s.off_map("austria") == 0
    assert s.asks is None


@pytest.mark.clause("coalitions", "7.leadership.2")
def test_generals_are_placed_in_controlled_territories_without_an_own_general() -> None:
    s = Scene().general("austria", "wien").garrison("austria", "bavaria", "lorraine").garrison("france", "tyrol")
    s.general("russia", "galicia").general("austria", "venezia").begin(leadership, "austria")
    places = {option[2] for option in s.options("austria") if option[0] == "place"}
    assert places == {"bohemia", "hungari", "galicia", "bavaria", "lorraine"}
    for where in ("wien", "tyrol", "saxonia", "venezia", "paris"):
        assert s.clause_against("austria", "place", "austria-3", where) == "7.leadership.2"
    for general in ("austria-1", "russia-2", "austria-4"):  # on the map, a stranger, and one like the one offered
        assert s.clause_against("austria", "place", general, "bohemia") == "7.leadership.2"


@pytest.mark.clause("coalitions", "7.leadership.2")
def test_a_named_general_off_the_map_may_be_placed_before_the_others() -> None:
    s = Scene()
    s.g.named = (-1, s.setting.generals_of[1][6], -1, -1, -1, -1)
    s.begin(leadership, "france")
    assert {option[1] for option in s.options("france") if option[0] == "place"} == {"france-1", "france-7"}


@pytest.mark.clause("coalitions", "7.leadership.3", "7.leadership.5")
def test_any_number_of_generals_is_taken_off_and_their_units_are_lost() -> None:
    s = Scene().general("austria", "wien", units=3).general("austria", "bavaria", units=1).general("austria", "tyrol")
    s.begin(leadership, "austria")
    assert s.of("supply", "austria") == 24
    s.act("austria", "remove", s.at("austria", "wien"))
    assert s.of("supply", "austria") == 27
    s.act("austria", "remove", s.at("austria", "bavaria"))
    assert (s.of("supply", "austria"), s.off_map("austria")) == (28, 3)
    assert s.stands("austria", "tyrol")
    s.act("austria", "done")
    assert s.asks is None


@pytest.mark.clause("coalitions", "7.leadership.3")
def test_only_own_generals_on_the_map_are_taken_off() -> None:
    s = Scene().general("austria", "wien").general("russia", "galicia").begin(leadership, "austria")
    for general in (s.at("russia", "galicia"), "austria-2"):
        assert s.clause_against("austria", "remove", general) == "7.leadership.3"


@pytest.mark.clause("coalitions", "7.leadership.4")
def test_placing_and_removing_exclude_each_other() -> None:
    s = Scene().general("austria", "wien").general("austria", "tyrol")
    s.begin(leadership, "austria").act("austria", "place", "austria-3", "galicia")
    assert s.clause_against("austria", "remove", s.at("austria", "wien")) == "7.leadership.4"
    assert "remove" not in verbs(s, "austria")
    s = Scene().general("austria", "wien").general("austria", "tyrol")
    s.begin(leadership, "austria").act("austria", "remove", s.at("austria", "wien"))
    assert s.clause_against("austria", "place", "austria-3", "galicia") == "7.leadership.4"
    assert "place" not in verbs(s, "austria")


@pytest.mark.clause("coalitions", "7.leadership.6")
def test_no_general_is_placed_beside_an_enemy() -> None:
    """An enemy in Lorraine keeps the French out of their own home; an ally would not."""
    s = Scene().general("austria", "lorraine").begin(leadership, "france")
    assert s.clause_against("france", "place", "france-1", "lorraine") == "7.leadership.6"
    assert ("place", "france-1", "lorraine") not in s.options("france")
    s = Scene().status(austria="french").general("austria", "lorraine").begin(leadership, "france")
    assert s.clause_against("france", "place", "france-1", "lorraine") is None


# --- Subsidise ------------------------------------------------------------------------------------------------------


def britain_leads(money: int) -> Scene:
    """Austria and Russia are in the British Coalition; Prussia is Neutral, the Ottomans Expansionist."""
    return Scene("1805").money(britain=money).begin(leadership, "britain").act("britain", "rally")


@pytest.mark.clause("coalitions", "7.subsidise.1")
def test_britain_subsidises_in_addition_to_its_leadership() -> None:
    s = britain_leads(4)
    assert s.of("morale", "britain") == 6
    assert s.asks == ("subsidise-ally", "britain")
    assert s.options("britain") == [("done",), ("subsidise", "austria"), ("subsidise", "russia")]
    s.act("britain", "subsidise", "austria")
    assert s.options("britain") == [("offer", money) for money in (1, 2, 3, 4)]
    s.act("britain", "offer", 1).act("austria", "yes")
    s.act("britain", "subsidise", "russia").act("britain", "offer", 2).act("russia", "yes")
    assert (s.of("money", "austria"), s.of("money", "russia"), s.of("money", "britain")) == (1, 2, 1)


@pytest.mark.clause("coalitions", "7.subsidise.1")
@pytest.mark.parametrize("power", ["france", "prussia", "ottomans", "britain"])
def test_only_powers_of_the_british_coalition_are_offered_money(power: str) -> None:
    s = britain_leads(9)
    assert s.clause_against("britain", "subsidise", power) == "6.leaders.1"


@pytest.mark.clause("coalitions", "7.subsidise.1")
def test_each_ally_is_offered_money_once() -> None:
    s = britain_leads(9).act("britain", "subsidise", "austria").act("britain", "offer", 2).act("austria", "no")
    assert s.clause_against("britain", "subsidise", "austria") == "7.subsidise.1"
    assert s.clause_against("britain", "subsidise", "russia") is None


@pytest.mark.clause("coalitions", "7.subsidise.1")
@pytest.mark.parametrize("power", ["france", "austria", "prussia", "russia", "ottomans"])
def test_no_other_power_subsidises(power: str) -> None:
    s = Scene().status(prussia="british", ottomans="british").money(**{"britain": 9, power: 9})
    s.begin(leadership, power)
    assert "subsidise" not in verbs(s, power)
    assert s.act(power, "rally").asks is None


@pytest.mark.clause("coalitions", "7.subsidise.2")
def test_money_moves_only_if_it_is_accepted() -> None:
    s = britain_leads(9).act("britain", "subsidise", "austria").act("britain", "offer", 5)
    assert s.asks == ("accept-subsidy", "austria")
    assert (s.of("money", "britain"), s.of("money", "austria")) == (9, 0)
    s.act("austria", "no")
    assert (s.of("money", "britain"), s.of("money", "austria")) == (9, 0)
    assert s.of("influence", "britain") == 0
    s.act("britain", "subsidise", "russia").act("britain", "offer", 5).act("russia", "yes")
    assert (s.of("money", "britain"), s.of("money", "russia")) == (4, 5)


@pytest.mark.clause("coalitions", "7.subsidise.3")
@pytest.mark.parametrize(
    ("gifts", "influence"),
    [
        ({"austria": 3}, 1),
        ({"austria": 9}, 1),
        ({"austria": 3, "russia": 3}, 2),
        ({"austria": 2}, 0),
        ({"austria": 2, "russia": 2}, 0),
        ({"austria": 1, "russia": 5}, 1),
    ],
)
def test_three_money_to_a_power_bring_one_influence(gifts: dict[str, int], influence: int) -> None:
    """T23."""
    s = britain_leads(12)
    for power, money in gifts.items():
        s.act("britain", "subsidise", power).act("britain", "offer", money).act(power, "yes")
    assert s.of("influence", "britain") == influence
    assert s.of("influence", "austria") == s.of("influence", "russia") == 0


@pytest.mark.clause("coalitions", "7.subsidise.4")
def test_britain_cannot_offer_more_than_it_has() -> None:
    s = britain_leads(5)
    s.act("britain", "subsidise", "austria")
    assert s.clause_against("britain", "offer", 6) == "7.subsidise.4"
    s.act("britain", "offer", 4).act("austria", "yes").act("britain", "subsidise", "russia")
    assert s.clause_against("britain", "offer", 2) == "7.subsidise.4"
    s.act("britain", "offer", 1).act("russia", "yes")
    assert (s.of("money", "britain"), s.asks) == (0, None)


@pytest.mark.clause("coalitions", "7.subsidise.4")
def test_without_money_there_is_nothing_to_offer() -> None:
    assert britain_leads(0).asks is None


# --- Napoleon's Movement --------------------------------------------------------------------------------------------


def turn_four(s: Scene) -> Scene:
    """Up to France's Leadership."""
    s.begin(turn_of_the_wheel, FRANCE_LEADS).idle("lead")
    assert s.asks == ("lead", "france")
    return s


def napoleon_in_paris(units: int = 3) -> Scene:
    return Scene().general("france", "paris", units, named=True).general("france", "lorraine", units=1)


@pytest.mark.clause("coalitions", "7.napoleon.1")
def test_napoleon_alone_moves_once_by_any_type_of_movement() -> None:
    s = turn_four(napoleon_in_paris()).decline().idle("move")
    assert s.asks == ("move", "france")
    napoleon, other = s.at("france", "paris"), s.at("france", "lorraine")
    assert {option[1] for option in s.options("france") if len(option) > 1} == {napoleon}
    assert s.clause_against("france", "march", other, "pfalz") == "7.napoleon.1"
    assert s.clause_against("france", "march", napoleon, "picardie") is None  # a land advance
    assert s.clause_against("france", "march", napoleon, "languedoc") is None
    s.act("france", "march", napoleon, "picardie")
    assert s.asks == ("move", "france")  # he may still leave a Garrison
    assert s.clause_against("france", "march", napoleon, "holland") == "7.move.1"


@pytest.mark.clause("coalitions", "7.napoleon.1")
def test_napoleon_may_make_a_strategic_movement() -> None:
    """From Lorraine by way of Paris to Aquitaine."""
    s = Scene().general("france", "lorraine", named=True)
    turn_four(s).decline().idle("move")
    s.act("france", "march", s.at("france", "lorraine"), "aquitaine")
    assert s.stands("france", "aquitaine")


@pytest.mark.clause("coalitions", "7.napoleon.1")
def test_napoleon_may_stay_where_he_is() -> None:
    s = turn_four(napoleon_in_paris()).decline().idle("move").act("france", "done")
    assert s.asks == ("name-envoy", "russia")
    assert s.stands("france", "paris")


@pytest.mark.clause("coalitions", "7.napoleon.2")
def test_napoleon_may_be_placed_and_move_in_the_same_turn() -> None:
    s = Scene()
    napoleon = s.setting.generals_of[1][6]
    s.g.named = (-1, napoleon, -1, -1, -1, -1)
    turn_four(s).act("france", "place", "france-7", "lorraine").idle("move")
    assert s.asks == ("move", "france")
    s.act("france", "march", "france-7", "pfalz")
    assert s.stands("france", "pfalz")


@pytest.mark.clause("coalitions", "7.napoleon.3")
def test_napoleon_needs_no_envoy_and_has_one_round() -> None:
    s = turn_four(napoleon_in_paris()).decline().idle("move")
    assert not s.events("EnvoyNamed")
    s.act("france", "march", s.at("france", "paris"), "picardie").act("france", "done")
    assert s.asks == ("name-envoy", "russia")
    assert not s.events("EnvoyNamed") + s.events("MoraleChanged")


@pytest.mark.clause("coalitions", "7.napoleon.4")
def test_napoleons_battle_is_fought_before_russia_moves_with_support() -> None:
    """Napoleon goes from Paris to Lorraine's neighbour; the French in Lorraine support him in Pfalz."""
    s = Scene().general("france", "picardie", units=3, named=True).general("france", "lorraine", units=1)
    s.general("austria", "pfalz")
    turn_four(s).decline().idle("move")
    s.act("france", "march", s.at("france", "picardie"), "pfalz").idle("support")
    assert s.asks == ("support", "france")
    s.act("france", "yes").idle("garrison-won").act("france", "yes")
    assert s.garrisoned("france", "pfalz")
    assert s.units("france", "lorraine") == 0  # the supporter has lost its Unit
    assert s.of("influence", "france") == 1
    assert not s.events("EnvoyNamed")


@pytest.mark.clause("coalitions", "7.napoleon.4")
def test_napoleon_places_garrisons_but_disbands_none() -> None:
    s = napoleon_in_paris().garrison("france", "lombardia")
    turn_four(s).decline()
    asked = []
    while s.asks is not None and s.asks != ("move", "france"):
        asked.append(s.asks)
        s.decline()
    assert not [name for name, power in asked if name == "disband" and power == "france"]
    assert s.why_not("france", "disband", "lombardia") is not None
    s.act("france", "garrison", s.at("france", "paris")).act("france", "march", s.at("france", "paris"), "picardie")
    s.act("france", "garrison", s.at("france", "picardie"))
    assert s.garrisoned("france", "paris")
    assert s.garrisoned("france", "picardie")
    assert s.units("france", "picardie") == 1


@pytest.mark.clause("coalitions", "7.napoleon.4")
def test_the_other_generals_place_no_garrison_meanwhile() -> None:
    s = turn_four(napoleon_in_paris()).decline().idle("move")
    assert ("garrison", s.at("france", "lorraine")) not in s.options("france")
    assert s.clause_against("france", "garrison", s.at("france", "lorraine")) == "7.napoleon.1"


@pytest.mark.clause("coalitions", "7.napoleon.5")
def test_off_the_map_napoleon_does_not_move() -> None:
    s = Scene().general("france", "lorraine", units=2)
    s.g.named = (-1, s.setting.generals_of[1][6], -1, -1, -1, -1)
    turn_four(s).decline().idle("move", "name-envoy")
    assert s.asks == ("name-envoy", "russia")


@pytest.mark.clause("coalitions", "7.napoleon.5")
def test_napoleon_taken_off_by_the_same_leadership_does_not_move() -> None:
    s = turn_four(napoleon_in_paris())
    s.act("france", "remove", s.at("france", "paris")).idle("move", "name-envoy")
    assert s.asks == ("name-envoy", "russia")


@pytest.mark.clause("coalitions", "7.napoleon.5")
@pytest.mark.parametrize(
    ("turn", "leader"), [(0, "russia"), (1, "ottomans"), (2, "britain"), (4, "austria"), (5, "prussia")]
)
def test_no_other_power_has_such_a_movement(turn: int, leader: str) -> None:
    """The named General of the leading Power stays put, and so does Napoleon when France is not leading."""
    s = napoleon_in_paris()
    capital = s.setting.board.ids[s.setting.board.capital[s.power(leader)]]
    s.general(leader, capital, units=1, named=True).begin(turn_of_the_wheel, turn).idle("lead")
    assert s.asks == ("lead", leader)
    s.decline().idle("move", "name-envoy")
    assert s.asks is not None
    assert s.asks[0] == "name-envoy"


@pytest.mark.clause("coalitions", "7.leadership.1")
def test_no_card_is_offered_when_there_is_none_left() -> None:
    s = Scene()
    s.g.deck = s.g.discards = (0, 0, 0, 0)
    s.begin(leadership, "austria")
    assert s.clause_against("austria", "take-card") == "7.leadership.1"
    assert ("rally",) in s.options("austria")
