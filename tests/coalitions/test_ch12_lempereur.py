"""12. L'Empereur: set-up, winning, the players' turn and Napoleon's turn."""

from __future__ import annotations

from random import Random

import pytest
from scene import Scene

import grognard
from grognard.engine.refusal import UserError
from grognard.games.coalitions.actions import gain_influence_action, taxation
from grognard.games.coalitions.board import FRANCE, POWERS
from grognard.games.coalitions.envoys import movement
from grognard.games.coalitions.leadership import leadership
from grognard.games.coalitions.position import Position
from grognard.games.coalitions.relations import allied, at_war
from grognard.games.coalitions.sequence import play_round, take_action, turn_of_the_wheel
from grognard.games.coalitions.winning import gain_influence
from grognard.games.coalitions.words import POWER_IDS

MUSTER, TAXATION, LEADERSHIP, MOBILISATION, GAIN_INFLUENCE, MOVEMENT = range(6)
FRENCH_HOMES = ("paris", "picardie", "lorraine", "provence", "normandie-bretagne", "languedoc", "aquitaine")
COALITION = ("britain", "austria", "prussia", "russia", "ottomans")


def solo() -> Scene:
    return Scene("1805", players=1, mode="lempereur", level="ogre")


def play(game: grognard.Game, seed: int, steps: int) -> None:
    """Random play for a while."""
    rng = Random(seed)  # noqa: S311 - a test must be repeatable
    for _ in range(steps):
        if game.over:
            return
        seat = game.to_act[0]
        game.act(seat, rng.choice(game.options(seat)))


# --- set-up ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "12.setup.1")
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_one_to_five_players_share_the_five_powers(players: int) -> None:
    game = grognard.new("coalitions", "1805", players=players, seed=1, mode="lempereur")
    assert len(game.seats) == players
    assert sorted("+".join(game.seats).split("+")) == sorted(COALITION)


@pytest.mark.clause("coalitions", "12.setup.1")
@pytest.mark.parametrize("players", [0, 6])
def test_no_other_number_of_players(players: int) -> None:
    with pytest.raises(UserError, match="1 to 5 players"):
        grognard.new("coalitions", "1805", players=players, seed=1, mode="lempereur")


@pytest.mark.clause("coalitions", "12.setup.2")
def test_set_up_as_1805_without_status_and_influence_markers() -> None:
    mode = grognard.new("coalitions", "1805", players=1, seed=1, mode="lempereur").view()["board"]
    plain = grognard.new("coalitions", "1805", players=6, seed=1).view()["board"]
    for power in (*COALITION, "france"):
        assert mode["powers"][power]["status"] is None
        assert mode["powers"][power]["morale"] == plain["powers"][power]["morale"]
    assert [power for power in POWERS if mode["powers"][POWER_IDS[power]]["influence"] is not None] == [FRANCE]
    standing = [g for g in mode["generals"] if g["at"] is not None]
    assert [(g["id"], g["at"], g["units"]) for g in standing] == [
        (g["id"], g["at"], g["units"]) for g in plain["generals"] if g["at"] is not None
    ]


@pytest.mark.clause("coalitions", "12.setup.3")
def test_france_has_no_cards_and_a_garrison_in_each_home() -> None:
    board = grognard.new("coalitions", "1805", players=1, seed=1, mode="lempereur").view()["board"]
    assert board["powers"]["france"]["hand"] == 0
    assert {t for t, power in board["garrisons"].items() if power == "france"} == {*FRENCH_HOMES, "lombardia"}
    assert board["powers"]["france"]["supply"] == 49 - 8 - 11
    assert [board["powers"][p]["hand"] for p in COALITION] == [4, 3, 3, 3, 2]  # Britain has mustered already


@pytest.mark.clause("coalitions", "12.setup.4")
def test_the_napoleon_deck_has_twelve_cards_in_an_order_of_chance() -> None:
    drawn = set()
    for seed in range(20):
        s = Scene("1805", players=1, seed=seed, mode="lempereur").begin(take_action, "france", MUSTER)
        s.act("britain", "favour", "russia")
        drawn.add(s.events("NapoleonCardDrawn")[0].card)
        assert s.game is not None
        assert s.game.view()["board"]["napoleon_deck"] == 11
    assert len(drawn) > 3


@pytest.mark.clause("coalitions", "12.setup.5")
def test_t30_the_napoleon_pawn_stays_in_the_box() -> None:
    game = grognard.new("coalitions", "1805", players=1, seed=1, mode="lempereur")
    french = [g for g in game.view()["board"]["generals"] if g["power"] == "france"]
    assert len(french) == 6
    assert sum(g["at"] is not None for g in french) == 5
    assert not any(g["name"] for g in french)


@pytest.mark.clause("coalitions", "12.setup.5")
def test_napoleon_has_no_movement_of_his_own_on_leadership() -> None:
    s = solo().general("france", "paris", units=3, named=True).garrison("france", "egypt", "syria", "hellas")
    s.napoleon_deck("N1").morale(russia=1).begin(turn_of_the_wheel, 3)
    while s.asks is not None:
        assert s.asks[1] != "france"
        s.act(s.asks[1], *next(o for o in s.options(s.asks[1]) if o[0] in ("done", "discard")))
    assert s.stands("france", "paris")


@pytest.mark.clause("coalitions", "12.setup.6")
@pytest.mark.parametrize(("level", "influence"), [("ogre", 5), ("usurpateur", 10), ("empereur", 15)])
def test_t30_french_influence_starts_by_level(level: str, influence: int) -> None:
    game = grognard.new("coalitions", "1805", players=1, seed=1, mode="lempereur", level=level)
    assert game.view()["board"]["powers"]["france"]["influence"] == influence


# --- winning --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "12.winning.1")
def test_a_general_in_paris_at_the_end_of_a_turn_wins_for_the_players() -> None:
    s = solo().general("prussia", "picardie", units=3).garrison("france", "paris").morale(france=0)
    s.begin(turn_of_the_wheel, 2)  # Prussia moves
    end_actions_before(s, "move")
    s.act("prussia", "march", s.at("prussia", "picardie"), "paris").act("prussia", "no")
    assert s.stands("prussia", "paris")
    assert s.position.outcome is None  # first the winner may place a Garrison
    s.act("prussia", "no")
    assert s.position.outcome == tuple(map(s.power, COALITION))
    assert s.position.ending == "paris"


@pytest.mark.clause("coalitions", "12.winning.1")
def test_paris_must_be_held_after_the_battle() -> None:
    s = solo().general("prussia", "picardie", units=1).general("france", "paris", units=3).garrison("france", "paris")
    s.begin(turn_of_the_wheel, 2)
    end_actions_before(s, "move")
    s.act("prussia", "march", s.at("prussia", "picardie"), "paris").act("prussia", "no")
    s.act("prussia", "off-map")
    assert s.asks is None
    assert s.position.outcome is None


def end_actions_before(s: Scene, decision: str) -> None:
    """Let everybody do as little as they may until this decision is asked."""
    while s.asks is not None and s.asks[0] != decision:
        s.act(s.asks[1], *next(o for o in s.options(s.asks[1]) if o[0] in ("done", "discard", "favour", "no")))


def french_influence(g: Position, change: int) -> None:
    gain_influence(g, [(FRANCE, change)], "12.card.3", "card")


@pytest.mark.clause("coalitions", "12.winning.2")
@pytest.mark.parametrize(("before", "lost"), [(23, False), (24, True), (26, True)])
def test_the_players_lose_as_soon_as_france_has_25(before: int, lost: bool) -> None:
    s = solo().influence(france=before)
    french_influence(s.g, 1)
    assert s.g.outcome == ((FRANCE,) if lost else None)


@pytest.mark.clause("coalitions", "12.winning.2")
def test_france_wins_in_the_middle_of_a_card() -> None:
    s = solo().influence(france=24).morale(russia=1).garrison("france", "saxonia", "hesse").napoleon_deck("N6")
    s.begin(take_action, "france", MOVEMENT)
    assert s.position.outcome == (FRANCE,)
    assert s.of("influence", "france") == 26  # Saxonia is worth 2; Hesse was not looked at any more
    assert not s.stands("france", "bavaria")


# --- the players' turn ----------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "12.players.1")
def test_actions_are_taken_in_order_one_power_at_a_time() -> None:
    s = solo().morale(russia=1).garrison("austria", "bavaria").hand("austria", 3)
    s.garrison("prussia", "warszawa").money(ottomans=3).general("russia", "livonia").begin(turn_of_the_wheel, 2)
    asked = []
    while s.asks is not None:
        asked.append(s.asks)
        s.act(s.asks[1], *next(o for o in s.options(s.asks[1]) if o[0] in ("done", "discard")))
    # Austria Muster, France Taxation, Britain Leadership, Ottomans Mobilisation, Russia Gain Influence, Prussia moves
    assert asked == [
        ("muster-discard", "austria"),
        ("lead", "britain"),
        ("mobilise", "ottomans"),
        ("disband", "prussia"),
    ]


@pytest.mark.clause("coalitions", "12.players.1", "12.napoleon.1")
def test_the_french_card_on_leadership_comes_before_mobilisation_and_movement() -> None:
    s = solo().general("russia", "livonia").morale(ottomans=1).money(britain=2).napoleon_deck("N10")
    s.general("austria", "wien").begin(turn_of_the_wheel, 3)  # France Leadership, Britain Mobilisation, Russia Movement
    end_actions_before(s, "mobilise")
    assert s.asks == ("mobilise", "britain")
    assert s.garrisoned("france", "madrid")
    assert s.events("GeneralMoved") == []


@pytest.mark.clause("coalitions", "12.players.2", "12.players.3")
@pytest.mark.parametrize("players", [1, 3, 5])
def test_no_minor_powers_no_bids_no_diplomacy(players: int) -> None:
    game = grognard.new("coalitions", "1805", players=players, seed=3, mode="lempereur")
    play(game, players, 500)
    events = {type(entry.event).__name__ for _, entry in game.journal}
    assert max(e.event.round for _, e in game.journal if type(e.event).__name__ == "RoundBegan") >= 2
    assert not events & {"BidsOpened", "MinorTaken", "StatusDeclared", "Expelled", "EnvoyNamed"}
    board = game.view()["board"]
    assert not any(board["powers"][p]["minor"] for p in COALITION)
    assert all(board["powers"][p]["seat"] in game.seats for p in COALITION)


@pytest.mark.clause("coalitions", "12.players.3")
def test_round_two_opens_with_the_wheel() -> None:
    s = solo().hand("britain", 2)
    s.g.round = 1
    s.begin(play_round)
    assert s.asks == ("muster-discard", "britain")
    assert s.position.round == 2


@pytest.mark.clause("coalitions", "12.players.4")
def test_the_five_are_allies_at_war_with_france() -> None:
    g = solo().g
    five = [p for p in POWERS if p != FRANCE]
    assert all(allied(g, p, q) for p in five for q in five if p != q)
    assert all(at_war(g, p, FRANCE) and not allied(g, p, FRANCE) for p in five)


@pytest.mark.clause("coalitions", "12.players.4")
def test_allies_pass_through_each_others_homes() -> None:
    s = solo().general("russia", "polesie").begin(movement, "russia")
    assert ("march", s.at("russia", "polesie"), "bohemia") in s.options("russia")  # by way of Galicia
    s.act("russia", "march", s.at("russia", "polesie"), "bohemia")
    assert s.stands("russia", "bohemia")  # nobody else to ask in solo play


@pytest.mark.clause("coalitions", "12.players.4")
def test_with_several_players_consent_is_asked() -> None:
    s = Scene("1805", players=2, mode="lempereur").general("russia", "polesie").begin(movement, "russia")
    s.act("russia", "march", s.at("russia", "polesie"), "galicia")
    assert s.stands("russia", "galicia")  # Austria and Russia have one player here
    s = Scene("1805", players=2, mode="lempereur").general("russia", "livonia").begin(movement, "russia")
    s.act("russia", "march", s.at("russia", "livonia"), "borussia")
    assert s.asks == ("consent", "prussia")


@pytest.mark.clause("coalitions", "12.players.4")
def test_all_sail_by_leave_of_britain() -> None:
    s = Scene("1805", players=5, mode="lempereur").general("russia", "sverige").begin(movement, "russia")
    s.act("russia", "sail", s.at("russia", "sverige"), "danmark")
    assert s.asks == ("permit-sea", "britain")


@pytest.mark.clause("coalitions", "12.players.4")
def test_nobody_is_neutral_so_no_taxes_are_doubled() -> None:
    s = solo().begin(taxation, "prussia")
    assert s.of("money", "prussia") == 3


@pytest.mark.clause("coalitions", "12.players.5")
def test_a_won_battle_gives_the_players_no_influence() -> None:
    s = solo().general("austria", "bavaria", units=3).general("france", "wurttemberg").morale(france=0)
    s.begin(movement, "austria").act("austria", "march", s.at("austria", "bavaria"), "wurttemberg")
    s.act("austria", "no").act("austria", "yes")
    assert len(s.events("GeneralDefeated")) == 1
    assert s.events("InfluenceGained") == []
    assert s.position.influence == [0] * 6


@pytest.mark.clause("coalitions", "12.players.6")
def test_gain_influence_brings_money_from_own_stripes_only() -> None:
    s = solo().garrison("austria", "bavaria", "hannover", "picardie").begin(gain_influence_action, "austria")
    assert s.of("money", "austria") == 2  # Bavaria; Hannover has no Austrian stripe, Picardie is a French home
    assert s.of("influence", "austria") == 0


@pytest.mark.clause("coalitions", "12.players.7")
def test_britain_subsidises_any_of_the_four_without_influence() -> None:
    s = solo().money(britain=9).begin(leadership, "britain")
    s.act("britain", "done")
    assert {o[1] for o in s.options("britain") if o[0] == "subsidise"} == {"austria", "prussia", "russia", "ottomans"}
    s.act("britain", "subsidise", "ottomans").act("britain", "offer", 5)
    assert (s.of("money", "ottomans"), s.of("money", "britain"), s.of("influence", "britain")) == (5, 4, 0)
    refusal = s.why_not("britain", "subsidise", "france")
    assert refusal is not None
    assert refusal.clause == "6.leaders.1"


@pytest.mark.clause("coalitions", "12.players.8", "12.players.9")
@pytest.mark.parametrize(("before", "after"), [(5, 6), (14, 15), (15, 15)])
def test_movement_is_one_round_and_france_gains_a_morale(before: int, after: int) -> None:
    s = solo().general("austria", "wien").morale(france=before).begin(movement, "austria")
    assert s.asks == ("move", "austria")  # no Envoy to name
    assert s.of("morale", "france") == after
    s.act("austria", "done")
    assert s.asks is None  # no second round to ask for


# --- Napoleon's turn ------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "12.napoleon.1")
@pytest.mark.parametrize(
    ("action", "card"),
    [
        (MUSTER, True),
        (TAXATION, False),
        (LEADERSHIP, True),
        (MOBILISATION, False),
        (GAIN_INFLUENCE, False),
        (MOVEMENT, True),
    ],
)
def test_a_napoleon_card_on_muster_leadership_and_movement(action: int, card: bool) -> None:
    s = solo().morale(russia=1).begin(take_action, "france", action)
    assert len(s.events("NapoleonCardDrawn")) == card
    assert s.of("morale", "russia") == 1 + card


@pytest.mark.clause("coalitions", "12.napoleon.2")
def test_french_taxation_is_the_usual() -> None:
    s = solo().garrison("france", "hesse", "bavaria", "hannover").begin(take_action, "france", TAXATION)
    assert s.of("money", "france") == 9 + 1 + 2  # the homes, Hesse, Hannover; Bavaria bears the blue stripe


@pytest.mark.clause("coalitions", "12.napoleon.3")
def test_mobilisation_fills_every_general_to_three_units() -> None:
    s = solo().general("france", "picardie").general("france", "holland", units=2).money(france=4)
    s.begin(take_action, "france", MOBILISATION)
    assert s.asks is None
    assert (s.units("france", "picardie"), s.units("france", "holland")) == (3, 3)
    assert s.of("money", "france") == 0


@pytest.mark.clause("coalitions", "12.napoleon.3")
def test_the_players_choose_where_french_money_is_short() -> None:
    s = solo().general("france", "picardie").general("france", "holland", units=1).general("france", "pfalz")
    s.money(france=5).morale(france=5).begin(take_action, "france", MOBILISATION)  # 8 Units missing
    given = []
    while s.asks is not None:
        assert s.asks == ("french-unit", "britain")
        where = "holland" if s.units("france", "holland") < 3 else "pfalz"
        given.append(where)
        s.act("britain", "unit", s.at("france", where))
    assert given == ["holland", "holland", "pfalz", "pfalz", "pfalz"]
    assert s.units("france", "picardie") == 0
    assert (s.of("money", "france"), s.of("morale", "france")) == (0, 5)


@pytest.mark.clause("coalitions", "12.napoleon.3")
def test_a_full_french_general_gets_no_more() -> None:
    s = solo().general("france", "picardie", units=3).general("france", "holland").general("france", "pfalz")
    s.money(france=1).begin(take_action, "france", MOBILISATION)
    refusal = s.why_not("britain", "unit", s.at("france", "picardie"))
    assert refusal is not None
    assert refusal.clause == "12.napoleon.3"


@pytest.mark.clause("coalitions", "12.napoleon.4")
@pytest.mark.parametrize(("money", "morale"), [(3, 8), (10, 15), (12, 15)])
def test_money_left_buys_french_morale_up_to_15(money: int, morale: int) -> None:
    s = solo().general("france", "picardie", units=2).money(france=money + 1)
    s.begin(take_action, "france", MOBILISATION)
    assert (s.of("morale", "france"), s.of("money", "france")) == (morale, 0)
    assert s.units("france", "picardie") == 3
    assert s.cards("france") == 0  # 12.setup.3: no cards for Generals off the map either


@pytest.mark.clause("coalitions", "12.napoleon.5")
def test_french_gain_influence_counts_blue_stripes_only() -> None:
    s = solo().garrison("france", "bavaria", "lombardia", "hannover", "hesse", "wien").influence(france=5)
    s.begin(take_action, "france", GAIN_INFLUENCE)
    assert s.of("influence", "france") == 5 + 2 + 2  # neither Hannover nor Hesse nor the conquered home Wien
