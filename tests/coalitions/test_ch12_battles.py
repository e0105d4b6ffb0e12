"""12. L'Empereur: battles."""

from __future__ import annotations

import pytest
from scene import Scene

from grognard.games.coalitions.envoys import movement
from grognard.games.coalitions.refuge import fall_back
from grognard.games.coalitions.sequence import take_action, turn_of_the_wheel

MOVEMENT = 5
FRENCH_HOMES = ("paris", "picardie", "lorraine", "provence", "normandie-bretagne", "languedoc", "aquitaine")
TWOS = (2,) * 10


def solo() -> Scene:
    return Scene("1805", players=1, mode="lempereur", level="ogre").morale(russia=1)


def bavaria_attacked() -> Scene:
    """The card lists Bavaria, Saxonia and Hesse; France holds the last two, so it attacks Bavaria alone."""
    return solo().garrison("france", "saxonia", "hesse").napoleon_deck("N6")


def draw(s: Scene) -> Scene:
    """Napoleon's Movement: the card is drawn, the General with 3 Units placed."""
    return s.begin(take_action, "france", MOVEMENT)


def decided(s: Scene) -> tuple[int, int]:
    event = s.events("BattleDecided")[-1]
    return event.attack, event.defence


def clause_against(s: Scene, power: str, *action: object) -> str:
    refusal = s.why_not(power, *action)
    assert refusal is not None
    return refusal.clause


def french_draws(s: Scene) -> list[tuple[int, int]]:
    return [(e.value, e.strength) for e in s.events("FrenchCardDrawn")]


# --- strength and the players' cards --------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "12.battle.1")
@pytest.mark.parametrize(("fortress", "defence"), [(False, 4), (True, 7)])
def test_strengths_are_the_usual_with_garrisons_and_fortresses(fortress: bool, defence: int) -> None:
    s = bavaria_attacked().general("austria", "bavaria", units=2).general("prussia", "berlin", units=3)
    draw(s.garrison("austria", "bavaria", fortress=fortress).morale(france=0))
    event = s.events("BattleBegan")[0]
    assert (event.attack, event.defence) == (4, defence)  # support adds cards, not strength


@pytest.mark.clause("coalitions", "12.battle.2")
def test_the_players_lay_their_cards_openly_before_france_draws() -> None:
    s = bavaria_attacked().general("austria", "bavaria", units=2).general("prussia", "bohemia", units=1)
    draw(s.hand("austria", 2, 3, 4).hand("prussia", 5).deck(*TWOS)).act("prussia", "yes")  # support
    assert s.asks == ("lay-card", "austria")
    bavaria, bohemia = s.at("austria", "bavaria"), s.at("prussia", "bohemia")
    s.act("austria", "play", bavaria, 3).act("austria", "play", bavaria, 2)
    assert s.of("morale", "austria") == 3
    assert clause_against(s, "prussia", "play", bavaria, 5) == "8.cards.3"  # not a General of Prussia
    s.act("prussia", "play", bohemia, 5)
    assert s.of("morale", "prussia") == 4
    assert [(e.value) for e in s.events("CardPlayed")] == [3, 2, 5]
    assert s.game is not None
    names = [type(entry.event).__name__ for _, entry in s.game.journal]
    assert max(i for i, n in enumerate(names) if n == "CardPlayed") < names.index("FrenchCardDrawn")


@pytest.mark.clause("coalitions", "12.battle.2")
def test_open_cards_are_seen_by_spectators() -> None:
    s = draw(bavaria_attacked().general("austria", "bavaria", units=3).hand("austria", 3, 4))
    s.act("austria", "play", s.at("austria", "bavaria"), 4)
    assert s.game is not None
    assert s.game.view(None)["board"]["battle"]["piles"] == {s.at("austria", "bavaria"): [4]}


@pytest.mark.clause("coalitions", "12.battle.2")
def test_a_unit_for_each_card() -> None:
    s = bavaria_attacked().general("austria", "bavaria", units=1).general("austria", "tyrol", units=1)
    draw(s.hand("austria", 2, 3, 4)).act("austria", "yes").act("austria", "play", s.at("austria", "bavaria"), 3)
    assert clause_against(s, "austria", "play", s.at("austria", "bavaria"), 4) == "8.cards.1"
    assert clause_against(s, "austria", "play", s.at("austria", "tyrol"), 5) == "8.cards.4"  # not in the hand
    assert ("play", s.at("austria", "tyrol"), 4) in s.options("austria")


@pytest.mark.clause("coalitions", "12.battle.2")
def test_a_power_may_lay_more_after_others_have() -> None:
    s = bavaria_attacked().general("austria", "bavaria", units=2).general("prussia", "bohemia", units=1)
    draw(s.hand("austria", 2, 3).hand("prussia", 5)).act("prussia", "yes")
    s.act("austria", "done").act("prussia", "play", s.at("prussia", "bohemia"), 5)
    assert s.asks == ("lay-card", "austria")
    s.act("austria", "done")
    assert s.events("BattleDecided")


@pytest.mark.clause("coalitions", "12.battle.2")
def test_without_morale_a_fighting_power_lays_one_card_for_nothing() -> None:
    s = solo().general("austria", "tyrol", units=3).garrison("france", "bavaria").morale(austria=0)
    s.hand("austria", 2, 3, 4).begin(movement, "austria").act("austria", "march", s.at("austria", "tyrol"), "bavaria")
    s.act("austria", "play", s.at("austria", "bavaria"), 4)
    assert s.of("morale", "austria") == 0
    assert s.events("BattleDecided")  # nothing more to lay


# --- France draws ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "12.battle.3")
def test_france_draws_card_by_card_at_one_morale_each() -> None:
    s = bavaria_attacked().general("austria", "bavaria", units=3).garrison("austria", "bavaria", fortress=True)
    draw(s.deck(*TWOS).morale(france=9))
    assert french_draws(s) == [(2, 6), (2, 8), (2, 10)]  # 4 against 8
    assert s.of("morale", "france") == 6
    assert decided(s) == (10, 8)
    assert sum(s.position.deck) == 10 - 3


@pytest.mark.clause("coalitions", "12.battle.3")
def test_cards_drawn_in_a_battle_are_not_drawn_again_in_it() -> None:
    s = bavaria_attacked().general("austria", "bavaria", units=3).garrison("austria", "bavaria", fortress=True)
    s.morale(france=9)
    s.g.deck, s.g.discards = (1, 0, 0, 0), (0, 0, 0, 0)
    s.g.hands[s.power("ottomans")] = (9, 10, 10, 10)
    assert french_draws(draw(s)) == [(2, 6)]  # there was no other card, though two more Units could have drawn


@pytest.mark.clause("coalitions", "12.battle.4")
def test_france_stops_when_it_is_stronger() -> None:
    s = draw(bavaria_attacked().general("austria", "bavaria", units=2).deck(*TWOS))
    assert french_draws(s) == []  # 4 to 3
    s = draw(bavaria_attacked().general("austria", "bavaria", units=3).deck(*TWOS))
    assert french_draws(s) == [(2, 6)]  # 4 to 4 is not stronger


@pytest.mark.clause("coalitions", "12.battle.4")
def test_france_stops_without_morale() -> None:
    s = bavaria_attacked().general("austria", "bavaria", units=3).garrison("austria", "bavaria", fortress=True)
    draw(s.deck(*TWOS).morale(france=2))
    assert len(french_draws(s)) == 2  # a third Unit could have drawn
    assert s.of("morale", "france") == 0


@pytest.mark.clause("coalitions", "12.battle.4")
def test_france_stops_when_every_unit_has_drawn() -> None:
    s = bavaria_attacked().general("austria", "bavaria", units=3).garrison("austria", "bavaria", fortress=True)
    draw(s.deck(*TWOS).morale(france=9).hand("austria", 3)).act("austria", "play", s.at("austria", "bavaria"), 3)
    assert french_draws(s) == [(2, 6), (2, 8), (2, 10)]  # against 11, with hope to the last
    assert s.of("morale", "france") == 6


@pytest.mark.clause("coalitions", "12.battle.4")
@pytest.mark.parametrize(("cards", "draws"), [((5, 3, 2), 1), ((5, 4, 2), 0), ((5, 5, 2), 0)])
def test_france_stops_when_it_cannot_win_any_more(cards: tuple[int, ...], draws: int) -> None:
    """4 and three cards are 19 at most: enough against 18, not against 19 or 20."""
    s = bavaria_attacked().general("austria", "bavaria", units=3).garrison("austria", "bavaria", fortress=True)
    draw(s.deck(*TWOS).morale(france=9).hand("austria", *cards))
    for card in cards:
        s.act("austria", "play", s.at("austria", "bavaria"), card)
    assert len(french_draws(s)) == draws
    assert s.of("morale", "france") == 9 - draws


@pytest.mark.clause("coalitions", "12.battle.4")
def test_hope_is_measured_by_morale_too() -> None:
    s = bavaria_attacked().general("austria", "bavaria", units=3).garrison("austria", "bavaria", fortress=True)
    draw(s.deck(*TWOS).morale(france=1).hand("austria", 2)).act("austria", "play", s.at("austria", "bavaria"), 2)
    assert french_draws(s) == []  # one card could make it 9, against 10


@pytest.mark.clause("coalitions", "12.battle.4")
def test_the_units_of_supporters_draw_as_well() -> None:
    s = solo().general("austria", "bavaria", units=3).garrison("france", "wurttemberg")
    s.general("france", "hesse", units=2).general("france", "saxonia", units=3).deck(*TWOS).morale(france=9)
    s.begin(movement, "austria").act("austria", "march", s.at("austria", "bavaria"), "wurttemberg").act("austria", "no")
    assert french_draws(s) == [(2, 3), (2, 5)]  # a lone Garrison; Hesse is next door, Saxonia is not


# --- after the battle -----------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "12.battle.5")
def test_powers_that_played_draw_one_and_every_participant_loses_a_unit() -> None:
    s = bavaria_attacked().general("austria", "bavaria", units=3).general("prussia", "bohemia", units=2)
    s.general("austria", "tyrol", units=2).hand("austria", 2, 2).hand("prussia", 2).deck(*TWOS)
    draw(s).act("austria", "yes").act("prussia", "yes")
    s.act("austria", "play", s.at("austria", "bavaria"), 2).act("austria", "play", s.at("austria", "tyrol"), 2)
    s.act("prussia", "done")
    assert [(e.power, e.number) for e in s.events("CardsDrawn")] == [(s.power("austria"), 1)]
    assert s.cards("france") == 0
    assert (s.units("austria", "tyrol"), s.units("prussia", "bohemia")) == (1, 1)


@pytest.mark.clause("coalitions", "12.battle.5")
def test_draws_beyond_the_units_there_are_charged_to_a_supporter_of_the_players_choice() -> None:
    s = bavaria_attacked().general("austria", "bavaria", units=3).garrison("austria", "bavaria", fortress=True)
    s.general("france", "wurttemberg", units=1).general("france", "hesse", units=2).hand("austria", 2).deck(*TWOS)
    draw(s.morale(france=9)).act("austria", "play", s.at("austria", "bavaria"), 2)
    assert len(french_draws(s)) == 4  # against 10; the General in Bavaria has 3 Units
    assert s.asks == ("charge", "britain")
    assert s.options("britain") == [("choose", s.at("france", t)) for t in ("wurttemberg", "hesse")]
    s.act("britain", "choose", s.at("france", "hesse"))
    assert (s.units("france", "wurttemberg"), s.units("france", "hesse")) == (1, 1)


@pytest.mark.clause("coalitions", "12.battle.5")
def test_supporters_not_charged_lose_nothing() -> None:
    s = bavaria_attacked().general("austria", "bavaria", units=3).general("france", "hesse", units=2).deck(*TWOS)
    draw(s)
    assert len(french_draws(s)) == 1
    assert s.units("france", "hesse") == 2


@pytest.mark.clause("coalitions", "12.battle.6")
def test_a_winning_attack_leaves_a_garrison_and_earns_one_influence() -> None:
    s = draw(bavaria_attacked().general("austria", "bavaria").garrison("austria", "bavaria"))
    s.act("austria", "off-map")
    assert s.garrisoned("france", "bavaria")
    assert s.units("france", "bavaria") == 1  # one lost, one turned over
    gained = [(e.change, e.reason) for e in s.events("InfluenceGained")]
    assert gained == [(2, "card"), (1, "card"), (1, "battle")]


@pytest.mark.clause("coalitions", "12.battle.6")
def test_a_beaten_garrison_alone_earns_nothing() -> None:
    s = draw(bavaria_attacked().garrison("austria", "bavaria"))
    assert s.garrisoned("france", "bavaria")
    assert not any(e.reason == "battle" for e in s.events("InfluenceGained"))


@pytest.mark.clause("coalitions", "12.battle.6")
def test_without_a_unit_left_there_is_no_garrison() -> None:
    s = bavaria_attacked().general("austria", "bavaria")
    s.g.supply[s.power("france")] = 1
    draw(s).act("austria", "off-map")
    assert s.stands("france", "bavaria")
    assert not s.garrisoned("france", "bavaria")


@pytest.mark.clause("coalitions", "12.battle.6")
def test_a_winning_french_defender_gains_nothing() -> None:
    s = solo().general("austria", "tyrol").general("france", "bavaria", units=3)
    s.begin(movement, "austria").act("austria", "march", s.at("austria", "tyrol"), "bavaria").act("austria", "off-map")
    assert decided(s) == (1, 4)
    assert not s.garrisoned("france", "bavaria")
    assert s.units("france", "bavaria") == 2
    assert s.of("influence", "france") == 0


@pytest.mark.clause("coalitions", "12.battle.7")
def test_a_beaten_french_attacker_goes_off_board_not_to_paris() -> None:
    s = bavaria_attacked().general("austria", "bavaria", units=3).garrison("austria", "bavaria").morale(france=0)
    before = len(s.g.off_map[s.power("france")])
    draw(s)
    assert s.asks is None
    assert s.off_map("france") == before
    assert not s.stands("france", "paris")
    assert s.of("supply", "france") == 49 - 2  # all its Units are back


@pytest.mark.clause("coalitions", "12.battle.7")
def test_a_beaten_french_defender_loses_units_and_garrison() -> None:
    s = solo().general("austria", "tyrol", units=3).general("france", "bavaria", units=1).garrison("france", "bavaria")
    s.hand("austria", 5).begin(movement, "austria").act("austria", "march", s.at("austria", "tyrol"), "bavaria")
    s.act("austria", "play", s.at("austria", "bavaria"), 5).act("austria", "no")
    assert decided(s) == (9, 3)
    assert s.off_map("france") == 6  # though Paris stands open
    assert not s.garrisoned("france", "bavaria")
    assert s.of("supply", "france") == 49


@pytest.mark.clause("coalitions", "12.battle.8")
def test_a_drawing_french_attacker_falls_back_to_the_nearest_french_territory() -> None:
    s = draw(bavaria_attacked().general("austria", "bavaria", units=3).morale(france=0))
    assert decided(s) == (4, 4)
    assert s.asks == ("fall-back", "britain")
    assert s.options("britain") == [("go", "hesse"), ("go", "saxonia")]
    assert clause_against(s, "britain", "off-map") == "12.battle.8"
    assert clause_against(s, "britain", "go", "lorraine") == "9.general.3"
    s.act("britain", "go", "saxonia")
    assert s.units("france", "saxonia") == 2
    assert s.units("austria", "bavaria") == 2
    assert not any(e.reason == "battle" for e in s.events("InfluenceGained"))


@pytest.mark.clause("coalitions", "12.battle.8")
def test_it_leaves_the_map_only_where_no_refuge_is_left() -> None:
    s = solo().general("france", "bavaria", units=2).garrison("austria", *FRENCH_HOMES)
    s.begin(fall_back, s.g.general_of(s.power("france"), s.territory("bavaria")), "austria")
    assert s.asks is None
    assert s.off_map("france") == 6


@pytest.mark.clause("coalitions", "12.battle.8")
def test_a_drawing_attacker_of_the_players_retreats_as_usual() -> None:
    s = solo().general("austria", "tyrol", units=3).garrison("france", "bavaria", fortress=True)
    s.begin(movement, "austria").act("austria", "march", s.at("austria", "tyrol"), "bavaria")
    assert decided(s) == (4, 4)
    assert s.asks == ("fall-back", "austria")
    assert s.options("austria") == [("go", "wien"), ("go", "tyrol"), ("go", "bohemia"), ("off-map",)]


# --- exceptions -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "12.battle.9")
@pytest.mark.parametrize(("cards", "adds"), [((2, 2), 4), ((4, 4), 8)])
def test_values_are_plain_at_home_and_in_pairs(cards: tuple[int, ...], adds: int) -> None:
    s = solo().garrison("france", "bavaria", "bohemia").napoleon_deck("N7").general("austria", "wien", units=2)
    draw(s.hand("austria", *cards).morale(france=0))
    for card in cards:
        s.act("austria", "play", s.at("austria", "wien"), card)
    assert decided(s) == (4, 3 + adds)


@pytest.mark.clause("coalitions", "12.battle.9")
def test_a_lost_five_costs_no_more_and_a_three_uncovers_nothing() -> None:
    s = draw(bavaria_attacked().general("austria", "bavaria", units=2).hand("austria", 5, 3).deck(*[5] * 9))
    assert {o[0] for o in s.options("austria")} == {"done", "play"}
    s.act("austria", "play", s.at("austria", "bavaria"), 5).act("austria", "done")
    assert decided(s) == (9, 8)
    assert s.of("morale", "austria") == 4


def bavaria_and_saxonia_attacked() -> Scene:
    """Two battles, both next to Hesse and to Bohemia."""
    s = solo().garrison("france", "hesse").napoleon_deck("N6").deck(*TWOS).morale(france=12)
    return s.general("austria", "bavaria", units=3).general("prussia", "saxonia", units=3)


@pytest.mark.clause("coalitions", "12.battle.10")
def test_one_french_supporter_helps_in_two_battles() -> None:
    s = bavaria_and_saxonia_attacked().garrison("austria", "bavaria", fortress=True)
    s.garrison("prussia", "saxonia", fortress=True).general("france", "hesse", units=3)
    s.hand("austria", 2).hand("prussia", 2)
    draw(s).act("austria", "play", s.at("austria", "bavaria"), 2)
    assert len(french_draws(s)) == 4
    assert s.units("france", "hesse") == 2
    s.act("austria", "off-map")
    s.act("prussia", "play", s.at("prussia", "saxonia"), 2)
    assert len(french_draws(s)) == 8
    assert s.units("france", "hesse") == 1


@pytest.mark.clause("coalitions", "12.battle.10")
def test_a_grand_coalition_general_supports_once_a_turn() -> None:
    s = bavaria_and_saxonia_attacked().general("russia", "bohemia", units=3)
    draw(s)
    assert s.asks == ("support", "russia")
    s.act("russia", "yes").act("austria", "off-map")
    assert s.asks == ("place-beaten", "prussia")  # not asked again for Saxonia
    s = draw(bavaria_and_saxonia_attacked().general("russia", "bohemia", units=3))
    s.act("russia", "no").act("austria", "off-map")
    assert s.asks == ("support", "russia")


@pytest.mark.clause("coalitions", "12.battle.10")
def test_a_french_general_of_another_battle_does_not_support() -> None:
    s = bavaria_and_saxonia_attacked().garrison("austria", "bavaria", fortress=True).hand("austria", 3)
    draw(s).act("austria", "play", s.at("austria", "bavaria"), 3)
    first, second = s.events("BattleDecided")
    assert (first.attack, first.defence) == (10, 11)  # three draws; the 3 Units next door in Saxonia fight there
    assert (second.attack, second.defence) == (6, 4)


@pytest.mark.clause("coalitions", "12.battle.10")
def test_nor_does_one_that_has_fallen_back_from_a_drawn_battle() -> None:
    s = bavaria_and_saxonia_attacked().garrison("austria", "bavaria").hand("austria", 5)
    s.garrison("prussia", "saxonia", fortress=True).hand("prussia", 2)
    draw(s).act("austria", "play", s.at("austria", "bavaria"), 5)
    assert decided(s) == (10, 10)
    assert s.units("france", "hesse") == 2  # the nearest refuge, next to Saxonia
    s.act("prussia", "play", s.at("prussia", "saxonia"), 2)
    assert decided(s) == (10, 10)  # three draws, and none for the Units in Hesse
    assert s.of("morale", "france") == 12 - 6


@pytest.mark.clause("coalitions", "12.battle.10")
@pytest.mark.parametrize("supported", [True, False])
def test_support_against_a_card_counts_for_the_movement_of_the_same_turn(supported: bool) -> None:
    s = bavaria_attacked().general("austria", "bavaria").general("prussia", "bohemia", units=3)
    s.general("russia", "silesia", units=1).begin(turn_of_the_wheel, 3)  # France has Leadership, Russia moves
    s.act("prussia", *s.options("prussia")[0])  # it musters first
    s.act("prussia", "yes" if supported else "no").act("austria", "off-map").act("britain", "done")
    s.act("russia", "march", s.at("russia", "silesia"), "saxonia")  # a French Garrison, next to Bohemia too
    assert (s.asks == ("support", "prussia")) == (not supported)
    assert len(s.events("BattleBegan")) == 2
