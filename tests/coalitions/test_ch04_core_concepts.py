"""4. Core concepts: territories, tracks, Order of Play, Envoys, control, Generals, Battle cards, negotiations."""

from itertools import pairwise

import pytest
from playouts import entries, played
from scene import Scene

from grognard.games.coalitions.actions import gain_influence_action, hand_limits, mobilisation, taxation
from grognard.games.coalitions.board import BRITAIN
from grognard.games.coalitions.envoys import movement
from grognard.games.coalitions.leadership import leadership
from grognard.games.coalitions.minor_powers import minor_power_musters
from grognard.games.coalitions.movement import round_of_movement
from grognard.games.coalitions.position import BRITISH

NO_ENVOY = ANY_GENERAL = -1
SIX, FIVE, FOUR, THREE = ("1805", 6, 1), ("1805", 5, 1), ("1806", 4, 4), ("1805", 3, 3)
RANDOM_GAMES = (SIX, ("1792", 6, 2), ("1798", 6, 5), FIVE, FOUR, THREE)


def moving(s: Scene, power: str) -> Scene:
    return s.begin(round_of_movement, power, 1, NO_ENVOY, ANY_GENERAL)


def ends(s: Scene, power: str, verb: str) -> set[str]:
    return {option[2] for option in s.options(power) if option[0] == verb}


# --- territories and Sea Lanes --------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "4.territories.4")
def test_undisputed_territories_give_no_influence() -> None:
    s = Scene().garrison("france", "wurttemberg", "westphalia", "hesse").begin(gain_influence_action, "france")
    assert s.of("influence", "france") == 0


@pytest.mark.clause("coalitions", "4.territories.5")
@pytest.mark.parametrize("mountains", ["alps", "caucasus"])
def test_the_mountains_can_never_be_entered(mountains: str) -> None:
    s = Scene().general("austria", "tyrol", units=2).general("russia", "crimea")
    number = s.territory(mountains)
    board = s.setting.board
    assert all(number not in (*board.adjacent[t], *board.lanes[t]) for t in range(board.count))
    moving(s, "austria")
    assert s.clause_against("austria", "march", s.at("austria", "tyrol"), mountains) == "4.territories.5"
    assert mountains not in ends(s, "austria", "march") | ends(s, "austria", "sail")
    s.begin(leadership, "austria")
    assert mountains not in ends(s, "austria", "place")


@pytest.mark.clause("coalitions", "4.territories.5")
def test_no_general_ever_stands_in_the_mountains() -> None:
    setting = Scene("1805").setting
    closed = {setting.board.number[t] for t in ("alps", "caucasus")}
    paths = [set(e.event.path) for game in (SIX, FIVE, THREE) for e in entries(played(*game), "GeneralMoved")]
    flights = [e.event.territory for game in (SIX, FIVE, THREE) for e in entries(played(*game), "GeneralWent")]
    assert paths
    assert flights
    assert not any(closed & path for path in paths)
    assert not closed & set(flights)


@pytest.mark.clause("coalitions", "4.territories.6")
def test_the_sea_lanes_are_britains() -> None:
    s = moving(Scene().general("france", "holland", units=1), "france")
    assert s.clause_against("france", "sail", s.at("france", "holland"), "london") == "7.move.3"
    assert not ends(s, "france", "sail")
    s = moving(Scene().general("britain", "holland", units=1), "britain")
    assert "london" in ends(s, "britain", "sail")


@pytest.mark.clause("coalitions", "4.territories.6")
def test_only_the_british_coalition_ever_sails() -> None:
    sailed = [step for game in RANDOM_GAMES for step in played(*game) if step.action[0] == "sail"]
    assert sailed
    assert all(step.status[step.power] == BRITISH for step in sailed)


# --- Influence and Morale -------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "4.tracks.1")
def test_influence_comes_from_territories_battles_and_subsidies() -> None:
    reasons = {e.event.reason for game in RANDOM_GAMES for e in entries(played(*game), "InfluenceGained")}
    assert reasons - {"paris"} == {"territories", "battle", "subsidy"}
    for game in RANDOM_GAMES:
        steps = played(*game)
        gained = [0] * 6
        for entry in entries(steps, "InfluenceGained"):
            gained[entry.event.power] += entry.event.change
        start = Scene(game[0], game[1]).setting
        printed = [start.record.influence if p in start.majors else 0 for p in range(6)]
        assert list(steps[-1].influence) == [a + b for a, b in zip(printed, gained, strict=True)]


@pytest.mark.clause("coalitions", "4.tracks.2")
def test_influence_is_never_lost() -> None:
    for game in RANDOM_GAMES:
        steps = played(*game)
        for before, after in pairwise(steps):
            assert all(now >= then for then, now in zip(before.influence, after.influence, strict=True))


@pytest.mark.clause("coalitions", "4.tracks.3")
def test_morale_never_leaves_its_track() -> None:
    s = Scene().morale(austria=15).begin(leadership, "austria")
    assert s.clause_against("austria", "rally") == "4.tracks.3"
    s = Scene(mode="lempereur").morale(france=15).begin(movement, "austria")  # the Envoy's Morale goes to France
    assert s.of("morale", "france") == 15
    assert all(0 <= m <= 15 for game in RANDOM_GAMES for step in played(*game) for m in step.morale)


@pytest.mark.clause("coalitions", "4.tracks.3", "4.tracks.4")
@pytest.mark.parametrize(("morale", "paid", "left"), [(5, 4, 3), (1, 0, 0)])
def test_a_lost_five_costs_another_morale_if_there_is_one(morale: int, paid: int, left: int) -> None:
    s = Scene().morale(austria=morale).hand("austria", 5).general("austria", "tyrol", units=1)
    s.general("france", "lombardia", units=3).hand("france", 5, 5, 5)
    moving(s, "austria").act("austria", "march", s.at("austria", "tyrol"), "lombardia").idle("play-card")
    s.act("austria", "play", "austria-1", 5)
    assert s.of("morale", "austria") == paid
    for _ in range(3):
        s.act("france", "play", "france-1", 5)
    s.idle()
    assert s.events("GeneralDefeated")
    assert s.of("morale", "austria") == left


@pytest.mark.clause("coalitions", "4.tracks.4", "4.tracks.5")
def test_the_ledger_of_morale() -> None:
    """Spent on cards and bids and lost by a 5; gained as Envoy, by Leadership and in Mobilisation. Nothing else."""
    ledger = [e for game in RANDOM_GAMES for e in entries(played(*game), "MoraleChanged")]
    lost = {e.clause for e in ledger if e.event.change < 0}
    assert {"8.cards.6", "11.bid.5"} <= lost <= {"8.cards.6", "11.bid.5", "8.abilities.4"}
    gained = {e.clause for e in ledger if e.event.change > 0}
    assert gained == {"7.envoy.9", "7.envoy.12", "7.leadership.1", "7.mobilisation.1"}


# --- Order of Play --------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "4.order.2")
def test_the_order_of_play_breaks_a_tie_of_bids() -> None:
    """T14: Britain 2, Austria and Russia 3, France and Prussia 0."""
    s = Scene(players=5).begin(minor_power_musters, "ottomans")
    for power, bid in (("russia", 3), ("austria", 3), ("britain", 2), ("france", 0), ("prussia", 0)):
        s.act(power, "bid", bid)
    assert s.position.master[s.power("ottomans")] == s.power("austria")
    assert (s.of("morale", "austria"), s.of("morale", "russia")) == (2, 5)


@pytest.mark.clause("coalitions", "4.order.2")
def test_the_order_of_play_says_who_discards_first() -> None:
    s = Scene().hand("russia", *[2] * 7).hand("austria", *[3] * 7).begin(hand_limits)
    assert s.asks == ("hand-limit", "austria")
    assert s.decline().asks == ("hand-limit", "russia")


# --- Envoys ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "4.envoys.1")
def test_nobody_moves_before_an_envoy_from_outside_the_coalition_is_named() -> None:
    s = Scene().general("britain", "london").begin(movement, "britain")
    assert s.asks == ("name-envoy", "britain")
    assert {option[0] for option in s.options("britain")} == {"envoy"}
    assert s.why_not("britain", "march", s.at("britain", "london"), "cornwall") is not None
    for ally in ("austria", "russia"):
        assert s.clause_against("britain", "envoy", ally) == "7.envoy.4"
    assert {option[1] for option in s.options("britain")} == {"france", "prussia", "ottomans"}


@pytest.mark.clause("coalitions", "4.envoys.2", "4.envoys.3")
def test_the_envoy_is_not_asked_until_the_second_round_and_gains_one_two_three() -> None:
    s = Scene().general("britain", "london").begin(movement, "britain")
    s.act("britain", "envoy", "ottomans")
    assert s.asks == ("move", "britain")
    assert s.of("morale", "ottomans") == 6
    for morale in (8, 11):
        s.act("britain", "done")
        assert s.asks == ("ask-for-round", "britain")
        assert s.act("britain", "yes").asks == ("permit-round", "ottomans")
        s.act("ottomans", "yes")
        assert s.of("morale", "ottomans") == morale


@pytest.mark.clause("coalitions", "4.envoys.2")
@pytest.mark.parametrize("allowed", [0, 1])
def test_the_envoy_may_refuse_the_second_and_the_third_round(allowed: int) -> None:
    s = Scene().general("britain", "london").begin(movement, "britain").act("britain", "envoy", "ottomans")
    for _ in range(allowed):
        s.act("britain", "done").act("britain", "yes").act("ottomans", "yes")
    s.act("britain", "done").act("britain", "yes").act("ottomans", "no")
    assert s.asks is None
    assert s.of("morale", "ottomans") == 6 + 2 * allowed


# --- Garrisons and control ------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "4.control.1")
def test_the_garrison_controls() -> None:
    s = Scene().garrison("austria", "bavaria").garrison("russia", "lorraine")
    assert s.controls("austria", "bavaria")
    assert s.controls("russia", "lorraine")
    assert not s.controls("france", "lorraine")


@pytest.mark.clause("coalitions", "4.control.2")
def test_a_home_is_its_owners_unless_another_power_has_a_garrison_there() -> None:
    s = Scene().garrison("france", "paris").begin(movement, "france").idle("disband")
    assert s.controls("france", "paris")
    s.act("france", "disband", "paris")
    assert s.controls("france", "paris")
    s = Scene().garrison("austria", "lorraine").begin(movement, "austria").idle("disband")
    assert not s.controls("france", "lorraine")
    s.act("austria", "disband", "lorraine")
    assert s.controls("france", "lorraine")


@pytest.mark.clause("coalitions", "4.control.3")
def test_a_general_alone_changes_no_control() -> None:
    s = Scene().general("austria", "lorraine", units=3).begin(taxation, "france")
    assert s.controls("france", "lorraine")
    assert s.of("money", "france") == 9


@pytest.mark.clause("coalitions", "4.control.4")
def test_without_a_garrison_other_territories_are_uncontrolled() -> None:
    s = Scene().general("austria", "bavaria", units=3)
    assert not any(s.controls(power, "bavaria") for power in s.setting.powers)
    s.begin(gain_influence_action, "austria")
    assert s.of("influence", "austria") == 0


@pytest.mark.clause("coalitions", "4.control.5")
def test_there_is_room_for_one_garrison() -> None:
    """Austria marches onto its own Garrison in Bavaria, and onto its ally Russia's in Warszawa."""
    s = Scene().general("austria", "tyrol", units=2).garrison("austria", "bavaria")
    moving(s.general("austria", "wien"), "austria").act("austria", "march", s.at("austria", "tyrol"), "bavaria")
    assert s.clause_against("austria", "garrison", s.at("austria", "bavaria")) == "7.garrison.6"
    s = Scene().general("austria", "galicia", units=2).garrison("russia", "warszawa").general("austria", "wien")
    moving(s, "austria").act("austria", "march", s.at("austria", "galicia"), "warszawa").act("russia", "yes")
    assert s.clause_against("austria", "garrison", s.at("austria", "warszawa")) == "7.garrison.6"


# --- Generals and Units ---------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "4.generals.1")
def test_units_move_with_their_general_until_one_becomes_a_garrison() -> None:
    s = Scene().general("austria", "tyrol", units=3).general("austria", "wien")
    moving(s, "austria").act("austria", "march", s.at("austria", "tyrol"), "bavaria")
    assert s.units("austria", "bavaria") == 3
    s.act("austria", "garrison", s.at("austria", "bavaria"))
    assert s.units("austria", "bavaria") == 2
    assert s.garrisoned("austria", "bavaria")
    assert s.of("supply", "austria") == 25


@pytest.mark.clause("coalitions", "4.generals.1", "4.generals.2")
def test_no_loose_units_and_no_enemies_side_by_side_after_any_action() -> None:
    assert not [fault for game in RANDOM_GAMES for step in played(*game) for fault in step.faults]


@pytest.mark.clause("coalitions", "4.generals.2")
@pytest.mark.parametrize(
    ("status", "fights"), [("british", True), ("expansionist", True), ("neutral", True), ("french", False)]
)
def test_generals_that_are_no_allies_fight(status: str, fights: bool) -> None:
    """Saxonia is nobody's home, so a Neutral there is fought as well; an ally is not."""
    s = Scene().status(prussia=status).general("prussia", "saxonia").general("france", "bavaria", units=3)
    moving(s, "france").act("france", "march", s.at("france", "bavaria"), "saxonia").idle()
    assert bool(s.events("BattleBegan")) == fights
    assert s.stands("france", "saxonia")
    assert s.stands("prussia", "saxonia") == (not fights)


# --- Battle cards ---------------------------------------------------------------------------------------------------


def attack_on_lombardia(units: int, *cards: int) -> Scene:
    s = Scene().general("austria", "tyrol", units=units).hand("austria", *cards).general("france", "lombardia", units=1)
    return moving(s, "austria").act("austria", "march", s.at("austria", "tyrol"), "lombardia").idle("play-card")


@pytest.mark.clause("coalitions", "4.cards.1", "4.cards.2")
def test_two_units_play_two_cards_at_one_morale_each() -> None:
    s = attack_on_lombardia(2, 2, 3, 4, 5)
    for morale in (4, 3):
        assert s.asks == ("play-card", "austria")
        s.act("austria", "play", "austria-1", 3 if morale == 4 else 4)
        assert s.of("morale", "austria") == morale
    assert not [entry for entry in s.events("Passed") if entry.power == s.power("austria")]
    assert s.asks is None or s.asks[0] != "play-card"
    assert dict(s.events("BattleDecided")[0].piles)[s.setting.generals_of[2][0]] == (3, 4)


@pytest.mark.clause("coalitions", "4.cards.1")
def test_a_general_without_units_plays_no_card() -> None:
    s = attack_on_lombardia(0, 5, 5)
    assert s.asks is None or s.asks[0] != "play-card"
    assert not s.events("CardPlayed")


@pytest.mark.clause("coalitions", "4.cards.1")
def test_supporting_units_count() -> None:
    s = Scene().general("austria", "tyrol", units=1).general("austria", "venezia", units=1).hand("austria", 2, 3, 4)
    s.general("france", "lombardia", units=1)
    moving(s, "austria").act("austria", "march", s.at("austria", "tyrol"), "lombardia").idle("support")
    s.act("austria", "yes").idle("play-card").act("austria", "play", "austria-1", 2)
    assert s.clause_against("austria", "play", "austria-1", 3) == "8.cards.3"
    s.act("austria", "play", "austria-2", 3)
    assert len(s.events("CardPlayed")) == 2
    assert s.asks is None or s.asks[0] != "play-card"


@pytest.mark.clause("coalitions", "4.cards.3")
@pytest.mark.parametrize(("power", "limit"), [("france", 10), ("britain", 6), ("austria", 6), ("ottomans", 6)])
def test_hand_limits(power: str, limit: int) -> None:
    """T25."""
    s = Scene().hand(power, *([2] * 4 + [5] * (limit - 3))).begin(hand_limits)
    assert s.cards(power) == limit + 1
    assert s.asks == ("hand-limit", power)
    assert set(s.options(power)) == {("discard", 2), ("discard", 5)}
    assert s.clause_against(power, "discard", 4) == "4.cards.3"
    s.act(power, "discard", 2)
    assert s.cards(power) == limit
    assert s.asks is None
    assert s.position.discards == (1, 0, 0, 0)


@pytest.mark.clause("coalitions", "4.cards.3", "4.cards.4")
def test_the_hand_may_run_over_within_the_action() -> None:
    """Prussia mobilises in turn 1 with 6 cards and 3 Generals off the map: 9 cards, then three discards."""
    s = Scene().hand("prussia", 2, 2, 2, 2, 2, 2).begin(mobilisation, "prussia").act("prussia", "done")
    assert (s.cards("prussia"), s.asks) == (9, None)
    s.g = s.position
    s.begin(hand_limits)
    for left in (8, 7, 6):
        assert s.asks == ("hand-limit", "prussia")
        assert s.decline().cards("prussia") == left
    assert s.asks is None


@pytest.mark.clause("coalitions", "4.cards.4")
def test_a_battle_is_fought_out_with_a_hand_over_the_limit() -> None:
    s = attack_on_lombardia(1, 2, 2, 2, 2, 3, 3, 3, 3)
    s.act("austria", "play", "austria-1", 3).idle("hand-limit")
    assert s.asks is None
    assert s.cards("austria") == 8  # one played, one drawn


# --- negotiations ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "4.negotiation.1")
def test_no_promise_binds() -> None:
    """Austria lets one Russian General pass and may still turn away the next."""
    s = moving(Scene().general("russia", "podolia").general("russia", "bessarabia"), "russia")
    s.act("russia", "march", s.at("russia", "podolia"), "galicia").act("austria", "yes")
    s.act("russia", "march", s.at("russia", "bessarabia"), "hungari")
    assert s.asks == ("consent", "austria")
    s.act("austria", "no")
    assert s.stands("russia", "galicia")
    assert s.stands("russia", "bessarabia")
    assert not {"promise", "pact", "treaty"} & set(s.setting.vocabulary.verbs)


@pytest.mark.clause("coalitions", "4.negotiation.2")
def test_only_britain_gives_money_and_nobody_gives_anything_else() -> None:
    s = Scene().money(austria=9).begin(leadership, "austria")
    assert s.why_not("austria", "subsidise", "russia") is not None
    assert s.why_not("austria", "offer", 3) is not None
    for game in RANDOM_GAMES:
        steps = played(*game)
        assert {step.power for step in steps if step.action[0] == "offer"} <= {BRITAIN}
        ledger = entries(steps, "MoneyChanged")
        gains = {e.event.reason for e in ledger if e.event.change > 0}
        assert gains <= {"taxes", "trade", "subsidy", "garrison"}
        assert {e.event.power for e in ledger if e.event.reason == "subsidy" and e.event.change < 0} <= {BRITAIN}
