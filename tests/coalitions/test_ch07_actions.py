"""7. Muster, Taxation and Trade, Mobilisation, Gain Influence."""

import pytest
from scene import Scene

from grognard.games.coalitions.actions import gain_influence_action, mobilisation, muster, taxation
from grognard.games.coalitions.envoys import movement
from grognard.games.coalitions.movement import round_of_movement
from grognard.games.coalitions.sequence import play_round, turn_of_the_wheel

NO_ENVOY = ANY_GENERAL = -1


def taxed(s: Scene, power: str) -> int:
    return s.begin(taxation, power).of("money", power)


def gained(s: Scene, power: str) -> int:
    return s.begin(gain_influence_action, power).of("influence", power)


# --- Muster ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "7.muster.1")
def test_muster_draws_one_and_discards_one() -> None:
    """T25."""
    s = Scene().hand("austria", 2, 3)
    s.g.deck = (0, 0, 0, 10)
    s.begin(muster, "austria")
    assert s.cards("austria") == 3
    assert set(s.options("austria")) == {("discard", 2), ("discard", 3), ("discard", 5)}  # not to discard is no choice
    assert s.clause_against("austria", "discard", 4) == "7.muster.1"
    s.act("austria", "discard", 2)
    assert s.position.hands[s.power("austria")] == (0, 1, 0, 1)
    assert s.position.discards == (1, 0, 0, 0)
    assert s.asks is None


@pytest.mark.clause("coalitions", "7.muster.2")
def test_the_card_just_drawn_may_be_discarded() -> None:
    s = Scene().hand("austria", 2)
    s.g.deck = (0, 0, 0, 10)
    s.begin(muster, "austria").act("austria", "discard", 5)
    assert s.position.hands[s.power("austria")] == (1, 0, 0, 0)


@pytest.mark.clause("coalitions", "7.muster.3")
def test_with_no_card_to_draw_one_is_still_discarded() -> None:
    s = Scene().hand("austria", 2, 3)
    s.g.deck = (0, 0, 0, 0)
    s.begin(muster, "austria")
    assert (s.cards("austria"), s.asks) == (2, ("muster-discard", "austria"))
    s.act("austria", "discard", 3)
    assert s.cards("austria") == 1


@pytest.mark.clause("coalitions", "7.muster.3")
def test_with_no_card_anywhere_nothing_happens() -> None:
    s = Scene()
    s.g.deck = (0, 0, 0, 0)
    s.begin(muster, "austria")
    assert (s.cards("austria"), s.asks) == (0, None)


# --- Taxation and Trade ---------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "7.taxation.1")
def test_own_homes_under_own_control_pay() -> None:
    assert taxed(Scene(), "france") == 9
    assert taxed(Scene().garrison("austria", "paris"), "france") == 6
    assert taxed(Scene().garrison("france", "paris"), "france") == 9


@pytest.mark.clause("coalitions", "7.taxation.2")
def test_undisputed_territories_pay() -> None:
    assert taxed(Scene().garrison("france", "westphalia"), "france") == 10
    assert taxed(Scene().garrison("france", "westphalia", "oporto", "leon"), "france") == 11  # Leon is worth 0


@pytest.mark.clause("coalitions", "7.taxation.3")
def test_disputed_territories_without_the_own_stripe_pay() -> None:
    assert taxed(Scene("1805").garrison("france", "hannover"), "france") == 11
    assert taxed(Scene("1805").garrison("france", "hannover", "hellas"), "france") == 13


@pytest.mark.clause("coalitions", "7.taxation.4")
@pytest.mark.parametrize("where", ["bavaria", "warszawa", "wien", "london"])
def test_own_stripes_and_foreign_homes_pay_no_money(where: str) -> None:
    assert taxed(Scene().garrison("france", where), "france") == 9


@pytest.mark.clause("coalitions", "7.taxation.5")
def test_a_neutral_takes_twice_as_much() -> None:
    """T22: Prussia in 1805 takes 6 from homes worth 3; Warszawa bears its stripe."""
    assert taxed(Scene("1805").garrison("prussia", "warszawa"), "prussia") == 6
    assert taxed(Scene().garrison("prussia", "westphalia"), "prussia") == 8
    assert taxed(Scene().status(prussia="british"), "prussia") == 3


@pytest.mark.clause("coalitions", "7.taxation.6")
def test_trade_at_the_start_of_1805_brings_ten() -> None:
    """T4: of 11 ports only Hellas is an enemy's, the Expansionist Ottomans'."""
    s = Scene.opening("1805").idle("lead").decline().idle("lead")
    changes = [(e.power, e.change, e.reason) for e in s.events("MoneyChanged") if e.power == s.power("britain")]
    assert changes == [(0, 4, "taxes"), (0, 10, "trade")]


@pytest.mark.clause("coalitions", "7.taxation.6")
@pytest.mark.parametrize("power", ["france", "austria", "prussia", "russia", "ottomans"])
def test_only_britain_trades(power: str) -> None:
    s = Scene().garrison(power, "holland", "lisboa").begin(taxation, power)
    assert [event.reason for event in s.events("MoneyChanged")] == ["taxes"]


@pytest.mark.clause("coalitions", "7.taxation.6", "7.taxation.7")
@pytest.mark.parametrize(
    ("holder", "status", "trade"),
    [
        (None, None, 11),
        ("britain", "british", 11),
        ("russia", "british", 11),
        ("prussia", "neutral", 11),
        ("france", "french", 10),
        ("austria", "french", 10),
        ("ottomans", "expansionist", 10),
    ],
)
def test_a_port_counts_unless_an_enemy_of_britain_holds_it(holder: str | None, status: str | None, trade: int) -> None:
    s = Scene()
    if holder is not None and status is not None:
        s.status(**{holder: status}).garrison(holder, "sverige")
    s.begin(taxation, "britain")
    assert [event.change for event in s.events("MoneyChanged") if event.reason == "trade"] == [trade]


@pytest.mark.clause("coalitions", "7.taxation.6")
def test_british_ports_in_french_hands_are_lost_to_trade() -> None:
    s = Scene().garrison("france", "london", "cornwall", "holland").begin(taxation, "britain")
    assert [(event.change, event.reason) for event in s.events("MoneyChanged")] == [(1, "taxes"), (8, "trade")]


# --- Mobilisation: what can be bought -------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "7.mobilisation.1")
def test_seven_money_buy_a_fortress_and_two_more_things() -> None:
    """T26."""
    s = Scene().money(france=7).garrison("france", "paris").general("france", "paris").begin(mobilisation, "france")
    s.act("france", "fortress", "paris").act("france", "unit", s.at("france", "paris")).act("france", "morale")
    assert s.of("money", "france") == 0
    assert (s.units("france", "paris"), s.of("morale", "france")) == (1, 6)
    assert s.options("france") == [("done",)]
    assert s.clause_against("france", "morale") == "7.mobilisation.1"
    assert s.clause_against("france", "unit", s.at("france", "paris")) == "7.mobilisation.1"
    assert s.clause_against("france", "card") == "7.mobilisation.1"


@pytest.mark.clause("coalitions", "7.mobilisation.1")
def test_a_fortress_costs_five() -> None:
    s = Scene().money(france=4).garrison("france", "paris").begin(mobilisation, "france")
    assert s.clause_against("france", "fortress", "paris") == "7.mobilisation.1"
    assert ("fortress", "paris") not in s.options("france")
    s = Scene().money(france=5).garrison("france", "paris").begin(mobilisation, "france")
    assert s.act("france", "fortress", "paris").of("money", "france") == 0


@pytest.mark.clause("coalitions", "7.mobilisation.1", "7.mobilisation.2")
def test_cards_are_drawn_when_the_order_is_closed() -> None:
    """Nine cards bought and one for each of France's six Generals off the map."""
    s = Scene().money(france=9).general("france", "paris").begin(mobilisation, "france")
    for _ in range(9):
        s.act("france", "card")
        assert s.cards("france") == 0
    s.act("france", "done")
    assert s.cards("france") == 15


@pytest.mark.clause("coalitions", "7.mobilisation.1")
def test_no_more_cards_can_be_bought_than_there_are() -> None:
    s = Scene().money(austria=9).general("austria", "wien")
    s.g.deck, s.g.discards = (2, 0, 0, 0), (2, 0, 0, 0)
    s.begin(mobilisation, "austria").act("austria", "card")
    assert s.clause_against("austria", "card") == "7.mobilisation.1"  # three of the four come free
    s.act("austria", "done")
    assert s.cards("austria") == 4


@pytest.mark.clause("coalitions", "7.mobilisation.2")
def test_generals_off_the_map_bring_a_card_each_without_money() -> None:
    s = Scene().begin(mobilisation, "ottomans")
    assert s.options("ottomans") == [("done",)]
    assert s.act("ottomans", "done").cards("ottomans") == 3
    s = Scene().general("ottomans", "istanbul").general("ottomans", "syria").begin(mobilisation, "ottomans")
    assert s.act("ottomans", "done").cards("ottomans") == 1


@pytest.mark.clause("coalitions", "7.mobilisation.3")
def test_units_are_placed_at_once_with_any_generals_on_the_map() -> None:
    s = (
        Scene()
        .money(austria=4)
        .general("austria", "wien")
        .general("austria", "bavaria", units=1)
        .general("russia", "moskva")
    )
    s.begin(mobilisation, "austria")
    for where in ("wien", "bavaria", "wien"):
        s.act("austria", "unit", s.at("austria", where))
    assert (s.units("austria", "wien"), s.units("austria", "bavaria")) == (2, 2)
    assert s.of("supply", "austria") == 24
    for general in ("austria-4", s.at("russia", "moskva")):
        assert s.clause_against("austria", "unit", general) == "7.mobilisation.3"


@pytest.mark.clause("coalitions", "7.mobilisation.4", "7.mobilisation.5")
def test_no_general_has_more_than_three_units() -> None:
    s = Scene().money(austria=9).general("austria", "wien", units=2).general("austria", "bavaria", units=3)
    s.begin(mobilisation, "austria").act("austria", "unit", s.at("austria", "wien"))
    assert s.units("austria", "wien") == 3
    for where in ("wien", "bavaria"):
        assert s.clause_against("austria", "unit", s.at("austria", where)) == "7.mobilisation.4"
    assert not [option for option in s.options("austria") if option[0] == "unit"]


@pytest.mark.clause("coalitions", "7.mobilisation.5")
def test_without_a_general_on_the_map_no_unit_can_be_bought() -> None:
    s = Scene().money(austria=9).begin(mobilisation, "austria")
    assert {option[0] for option in s.options("austria")} == {"done", "card", "morale"}


@pytest.mark.clause("coalitions", "7.mobilisation.6")
def test_morale_cannot_be_bought_above_fifteen() -> None:
    s = Scene().money(austria=9).morale(austria=14).begin(mobilisation, "austria").act("austria", "morale")
    assert s.of("morale", "austria") == 15
    assert s.clause_against("austria", "morale") == "7.mobilisation.6"
    assert ("morale",) not in s.options("austria")


# --- Mobilisation: Fortresses ---------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "7.mobilisation.7")
def test_a_fortress_needs_an_own_garrison() -> None:
    s = (
        Scene()
        .money(austria=9)
        .garrison("austria", "bavaria")
        .garrison("russia", "warszawa")
        .general("austria", "wien")
    )
    s.begin(mobilisation, "austria")
    assert [option for option in s.options("austria") if option[0] == "fortress"] == [("fortress", "bavaria")]
    for where in ("wien", "warszawa", "saxonia"):
        assert s.clause_against("austria", "fortress", where) == "7.mobilisation.7"
    s.act("austria", "fortress", "bavaria")
    assert s.position.fortresses == 1 << s.territory("bavaria")


@pytest.mark.clause("coalitions", "7.mobilisation.8")
def test_one_fortress_in_a_territory() -> None:
    s = Scene().money(ottomans=9).garrison("ottomans", "istanbul", fortress=True).begin(mobilisation, "ottomans")
    assert s.clause_against("ottomans", "fortress", "istanbul") == "7.mobilisation.8"
    assert ("fortress", "istanbul") not in s.options("ottomans")


@pytest.mark.clause("coalitions", "7.mobilisation.9")
def test_the_sixth_fortress_is_the_last() -> None:
    s = Scene().money(france=10).garrison("france", "paris", "lorraine")
    s.fortress("istanbul", "wien", "berlin", "london", "moskva").begin(mobilisation, "france")
    s.act("france", "fortress", "paris")
    assert s.clause_against("france", "fortress", "lorraine") == "7.mobilisation.9"
    assert not [option for option in s.options("france") if option[0] == "fortress"]


@pytest.mark.clause("coalitions", "7.mobilisation.10")
def test_a_fortress_outlives_a_disbanded_garrison() -> None:
    s = Scene().garrison("austria", "bavaria", fortress=True).begin(movement, "austria").idle("disband")
    s.act("austria", "disband", "bavaria")
    assert not s.garrisoned("austria", "bavaria")
    assert s.position.fortresses == 1 << s.territory("bavaria")


def storm_bavaria() -> Scene:
    """France attacks the Austrian Garrison and Fortress of Bavaria with a General, 3 Units and three 5s."""
    s = Scene().garrison("austria", "bavaria", fortress=True).general("france", "wurttemberg", units=3)
    s.hand("france", 5, 5, 5).begin(round_of_movement, "france", 1, NO_ENVOY, ANY_GENERAL)
    s.act("france", "march", s.at("france", "wurttemberg"), "bavaria").idle("play-card")
    for _ in range(3):
        s.act("france", "play", s.at("france", "bavaria"), 5)
    return s.idle("garrison-won")


@pytest.mark.clause("coalitions", "7.mobilisation.10", "7.mobilisation.11")
def test_a_fortress_counts_four_and_outlives_its_garrisons_defeat() -> None:
    """T21."""
    s = storm_bavaria()
    began = s.events("BattleBegan")[0]
    assert (began.attack, began.defence) == (4, 4)
    assert not s.garrisoned("austria", "bavaria")
    assert s.position.fortresses == 1 << s.territory("bavaria")


@pytest.mark.clause("coalitions", "7.mobilisation.11")
@pytest.mark.parametrize(("answer", "defence"), [("yes", 4 + 1 + 1), ("no", 1 + 2)])
def test_a_captured_fortress_serves_the_new_garrison_and_nothing_without_one(answer: str, defence: int) -> None:
    """The French General has 2 Units left; one becomes the new Garrison, or none does."""
    s = storm_bavaria().act("france", answer)
    s.g = s.position
    s.general("austria", "wien", units=1).begin(round_of_movement, "austria", 1, NO_ENVOY, ANY_GENERAL)
    s.act("austria", "march", s.at("austria", "wien"), "bavaria").idle()
    assert s.events("BattleBegan")[0].defence == defence


# --- Mobilisation: corruption and the hand --------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "7.mobilisation.12", "7.mobilisation.13")
@pytest.mark.parametrize(("power", "left"), [("prussia", 0), ("france", 0), ("ottomans", 0), ("britain", 4)])
def test_what_is_left_is_lost_except_britains(power: str, left: int) -> None:
    s = Scene().money(**{power: 6}).begin(mobilisation, power).act(power, "morale").act(power, "morale")
    assert s.of("money", power) == 4
    assert s.act(power, "done").of("money", power) == left


@pytest.mark.clause("coalitions", "7.mobilisation.12")
def test_a_minor_power_under_britain_is_corrupt_like_any_other() -> None:
    s = Scene(players=4).run_by(prussia="britain").money(prussia=6, britain=6).begin(mobilisation, "prussia")
    s.act("prussia", "done")
    assert (s.of("money", "prussia"), s.of("money", "britain")) == (0, 6)


@pytest.mark.clause("coalitions", "7.mobilisation.13")
def test_britain_keeps_its_money_from_round_to_round() -> None:
    s = Scene().money(britain=20)
    s.g.round = 0
    s.begin(play_round).idle("expel", "choose-status")
    assert s.position.round == 2
    assert s.of("money", "britain") == 20 + 4 + 11


@pytest.mark.clause("coalitions", "7.mobilisation.14")
def test_money_received_after_mobilisation_waits_for_the_next() -> None:
    """Prussia mobilises in turn 1 and taxes in turn 5: the 6 are there in turn 1 of the next round."""
    s = Scene().money(prussia=2)
    s.g.round = 0
    s.begin(play_round).idle("mobilise")
    assert s.asks == ("mobilise", "prussia")
    assert s.decline().of("money", "prussia") == 0
    while s.position.round == 1 or s.asks != ("mobilise", "prussia"):
        s.decline()
    assert s.of("money", "prussia") == 6
    assert s.decline().of("money", "prussia") == 0


@pytest.mark.clause("coalitions", "7.mobilisation.15")
def test_the_hand_limit_comes_after_all_draws() -> None:
    """Prussia, 6 cards in hand and two Generals off the map, in turn 1: two to discard before Austria gains."""
    s = Scene().hand("prussia", 2, 2, 3, 3, 4, 4).general("prussia", "berlin").garrison("austria", "bavaria")
    s.begin(turn_of_the_wheel, 0).idle("mobilise").act("prussia", "done")
    assert (s.cards("prussia"), s.asks) == (8, ("hand-limit", "prussia"))
    s.decline()
    assert (s.cards("prussia"), s.asks) == (7, ("hand-limit", "prussia"))
    assert s.of("influence", "austria") == 0
    s.decline()
    assert s.cards("prussia") == 6
    assert s.of("influence", "austria") == 2


# --- Gain Influence -------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "7.gain.1")
def test_own_stripes_give_their_value() -> None:
    assert gained(Scene().garrison("austria", "bavaria"), "austria") == 2
    assert gained(Scene().garrison("austria", "bavaria", "venezia", "lombardia"), "austria") == 5


@pytest.mark.clause("coalitions", "7.gain.2")
def test_conquered_homes_give_their_value() -> None:
    """On the Revolution side Brabant is an Austrian home worth 1."""
    assert gained(Scene("1792").garrison("france", "brabant"), "france") == 1
    assert gained(Scene().garrison("france", "wien", "bavaria"), "france") == 4


@pytest.mark.clause("coalitions", "7.gain.3")
@pytest.mark.parametrize("where", ["paris", "westphalia", "hannover", "hellas"])
def test_own_homes_undisputed_and_unstriped_territories_give_none(where: str) -> None:
    assert gained(Scene().garrison("france", where), "france") == 0
