"""0-2. The players, the components, the set-up."""

import pytest
from playouts import entries, played
from scene import Scene

import grognard
from grognard import UserError
from grognard.games.coalitions.actions import mobilisation, muster, taxation
from grognard.games.coalitions.board import BRITAIN, FRANCE
from grognard.games.coalitions.diplomacy import diplomacy_phase
from grognard.games.coalitions.position import BRITISH, FRENCH, Position
from grognard.games.coalitions.schema import Components, Territory
from grognard.games.coalitions.setup import name_napoleon
from grognard.games.coalitions.words import VERBS

YEARS = ("1792", "1798", "1805", "1806", "1809", "1812", "1813")
POWERS = ("britain", "france", "austria", "prussia", "russia", "ottomans")


# --- 0. Introduction ------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "0.intro.1")
def test_six_powers() -> None:
    assert Scene().setting.powers == POWERS
    assert Scene().setting.vocabulary.kinds["power"].ids == POWERS


@pytest.mark.clause("coalitions", "0.intro.2")
def test_chance_is_in_the_cards_and_in_lots_alone() -> None:
    """Every number drawn from the card stream is a card drawn; lots are drawn only where an adjustment is a tie."""
    assert Position.streams == (b"battle cards", b"lots", b"napoleon cards")
    for scenario, players, seed in (("1805", 6, 1), ("1806", 4, 4), ("1805", 3, 3)):
        steps = played(scenario, players, seed)
        before = steps[0].counters
        for step in steps[1:]:
            cards = sum(e.event.number for e in step.entries if type(e.event).__name__ == "CardsDrawn")
            lots = sum(type(e.event).__name__ == "LotsDrawn" for e in step.entries)
            assert tuple(now - then for now, then in zip(step.counters, before, strict=True)) == (cards, lots, 0)
            before = step.counters


@pytest.mark.clause("coalitions", "0.intro.2")
def test_the_same_shuffle_and_the_same_actions_make_the_same_game() -> None:
    games = [Scene.opening("1805", seed=5).idle("expel") for _ in range(2)]
    assert games[0].position.hands == games[1].position.hands
    assert games[0].game is not None
    assert games[1].game is not None
    assert games[0].game.digest() == games[1].game.digest()
    assert Scene.opening("1805", seed=6).idle("expel").position.hands != games[0].position.hands


@pytest.mark.clause("coalitions", "0.intro.3")
def test_britain_and_france_lead_their_coalitions_for_the_whole_game() -> None:
    for scenario, players, seed in (("1805", 6, 1), ("1792", 6, 2), ("1806", 4, 4)):
        steps = played(scenario, players, seed)
        assert all((step.status[BRITAIN], step.status[FRANCE]) == (BRITISH, FRENCH) for step in steps)
        asked = {p for step in steps if step.decision in ("choose-status", "rejected") for p in step.deciding}
        assert asked
        assert not asked & {BRITAIN, FRANCE}


@pytest.mark.clause("coalitions", "0.intro.4")
@pytest.mark.parametrize(("mode", "players"), [("standard", 2), ("standard", 7), ("lempereur", 0), ("lempereur", 6)])
def test_too_few_and_too_many_players_are_refused(mode: str, players: int) -> None:
    with pytest.raises(UserError, match=r"\[0\.intro\.4\]"):
        grognard.new("coalitions", "1805", players=players, seed=1, mode=mode)


@pytest.mark.clause("coalitions", "0.intro.4")
@pytest.mark.parametrize(
    ("mode", "players"),
    [*(("standard", n) for n in (3, 4, 5, 6)), *(("lempereur", n) for n in (1, 2, 3, 4, 5))],
)
def test_every_number_of_players_the_book_names_can_play(mode: str, players: int) -> None:
    game = grognard.new("coalitions", "1805", players=players, seed=1, mode=mode)
    assert len(game.seats) == players
    assert game.to_act


@pytest.mark.clause("coalitions", "0.intro.5")
def test_minor_powers_belong_to_three_to_five_players_and_napoleon_cards_to_lempereur() -> None:
    six, five = played("1805", 6, 1), played("1805", 5, 1)
    assert not entries(six, "BidsOpened") + entries(six, "MinorTaken") + entries(six, "NapoleonCardDrawn")
    assert entries(five, "BidsOpened")
    assert entries(five, "MinorTaken")
    assert not entries(five, "NapoleonCardDrawn")
    assert entries(played("1805", 1, 1, mode="lempereur"), "NapoleonCardDrawn")


# --- 1. Components --------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "1.components.3")
def test_with_all_tokens_on_the_map_no_unit_can_be_bought() -> None:
    """Britain has 21 tokens: 20 Garrisons and 1 Unit leave nothing to buy."""
    s = Scene().general("britain", "london", 1).money(britain=5)
    elsewhere = [t for t in s.setting.board.ids if s.setting.board.kind[s.territory(t)] in ("disputed", "undisputed")]
    s.garrison("britain", *elsewhere[:20]).begin(mobilisation, "britain")
    assert s.of("supply", "britain") == 0
    assert s.clause_against("britain", "unit", s.at("britain", "london")) == "1.components.3"
    assert not [option for option in s.options("britain") if option[0] == "unit"]


@pytest.mark.clause("coalitions", "1.components.3")
def test_the_last_token_can_be_bought() -> None:
    s = Scene().general("britain", "london", 1).money(britain=5)
    elsewhere = [t for t in s.setting.board.ids if s.setting.board.kind[s.territory(t)] in ("disputed", "undisputed")]
    s.garrison("britain", *elsewhere[:19]).begin(mobilisation, "britain")
    s.act("britain", "unit", s.at("britain", "london"))
    assert (s.units("britain", "london"), s.of("supply", "britain")) == (2, 0)


@pytest.mark.clause("coalitions", "1.components.4")
def test_four_powers_choose_among_four_statuses() -> None:
    s = Scene().begin(diplomacy_phase).idle("choose-status")
    assert s.position.deciding == tuple(s.power(p) for p in ("austria", "prussia", "russia", "ottomans"))
    four = {("declare", status) for status in ("british", "french", "neutral", "expansionist")}
    for power in ("austria", "prussia", "russia", "ottomans"):
        assert set(s.options(power)) == four
    assert s.options("britain") == s.options("france") == []


@pytest.mark.clause("coalitions", "1.components.6")
def test_the_bank_never_runs_out() -> None:
    s = Scene().money(britain=79, france=80, russia=12).begin(taxation, "britain")
    assert s.of("money", "britain") > 80


@pytest.mark.clause("coalitions", "1.components.7")
def test_each_power_has_one_place_on_each_track() -> None:
    s = Scene.opening("1805").idle("muster-discard")
    assert s.game is not None
    shown = s.game.view("britain")["board"]["powers"]
    assert tuple(shown) == POWERS
    for track in ("status", "morale", "influence"):
        assert all(isinstance(shown[power][track], int | str) for power in POWERS)
    g = s.position
    assert [len(track) for track in (g.status, g.morale, g.influence, g.money, g.supply)] == [6] * 5


# --- 2. Set-up ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "2.setup.1")
@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_scenario_starts_with_three_to_six_players(year: str, players: int) -> None:
    s = Scene.opening(year, players).idle("muster-discard")
    assert s.asks == ("muster-discard", "britain")
    assert len(s.setting.seats) == players
    assert (s.position.round, s.position.turn) == (1, 0)


@pytest.mark.clause("coalitions", "2.setup.1")
def test_an_eighth_scenario_does_not_exist() -> None:
    with pytest.raises(UserError, match="1792, 1798, 1805, 1806, 1809, 1812, 1813"):
        grognard.new("coalitions", "1815", seed=1)


@pytest.mark.clause("coalitions", "2.setup.5")
@pytest.mark.parametrize(
    ("players", "third", "left_over"),
    [
        (6, "russia", ()),
        (5, "russia", ("ottomans",)),
        (4, "russia", ("prussia", "ottomans")),
        (3, "russia", ("prussia", "russia", "ottomans")),
        (3, "austria", ("austria", "prussia", "ottomans")),
    ],
)
def test_each_player_has_one_power_and_the_rest_are_minor(players: int, third: str, left_over: tuple[str, ...]) -> None:
    s = Scene.opening("1805", players, third_minor=third)
    assert s.setting.seats == tuple(p for p in POWERS if p not in left_over)
    for power in POWERS:
        keeper = s.position.keeper[s.power(power)]
        assert (keeper == -1) == (power in left_over)
        assert keeper == -1 or s.setting.seats[keeper] == power


@pytest.mark.clause("coalitions", "2.setup.6")
@pytest.mark.parametrize("year", [year for year in YEARS if year != "1805"])
def test_lempereur_is_played_with_1805_only(year: str) -> None:
    with pytest.raises(UserError, match=r"\[2\.setup\.6\]"):
        grognard.new("coalitions", year, players=1, seed=1, mode="lempereur")


@pytest.mark.clause("coalitions", "2.setup.7")
def test_a_minor_power_is_shown_under_its_master_whose_status_it_takes() -> None:
    s = Scene.opening("1805", 5)
    assert s.position.status[s.power("ottomans")] == 3  # Expansionist, as printed
    s.idle("bid")
    for power in s.setting.seats:
        s.act(power, "bid", 2 if power == "britain" else 0)
    assert s.position.master[s.power("ottomans")] == s.power("britain")
    assert s.position.status[s.power("ottomans")] == BRITISH


@pytest.mark.clause("coalitions", "2.setup.8")
def test_nobody_is_envoy_and_no_strength_is_counted_before_play() -> None:
    s = Scene.opening("1805")
    while s.asks is not None and s.asks[0] != "name-envoy":
        assert s.game is not None
        board = s.game.view()["board"]
        assert board["movement"] is board["battle"] is None
        power = s.asks[1]
        s.act(power, *s.options(power)[0])
    assert s.asks == ("name-envoy", "france")
    assert not s.events("EnvoyNamed") + s.events("BattleBegan")


@pytest.mark.clause("coalitions", "2.setup.10", "2.setup.11")
@pytest.mark.parametrize("year", YEARS)
def test_hands_are_dealt_from_a_deck_of_forty(year: str) -> None:
    s = Scene.opening(year).idle("muster-discard")
    printed = [s.setting.record.power[power].cards for power in s.setting.powers]
    assert [s.cards(power) for power in POWERS] == [printed[0] + 1, *printed[1:]]  # Britain has mustered
    assert sum(s.position.deck) == 40 - sum(printed) - 1
    assert sum(s.position.discards) == 0


@pytest.mark.clause("coalitions", "2.setup.10")
def test_cards_are_dealt_face_down_from_a_shuffled_deck() -> None:
    hands = set()
    for seed in range(6):
        s = Scene.opening("1805", seed=seed).idle("muster-discard")
        hands.add(s.position.hands[FRANCE])
        assert s.game is not None
        powers = s.game.view("austria")["board"]["powers"]
        assert powers["france"]["cards"] is None
        assert powers["france"]["hand"] == 5
        assert len(powers["austria"]["cards"]) == 3
    assert len(hands) > 1


@pytest.mark.clause("coalitions", "2.setup.12")
def test_an_empty_deck_is_renewed_from_the_discards() -> None:
    s = Scene().hand("austria", 2)
    s.g.deck, s.g.discards = (0, 0, 0, 0), (9, 10, 10, 10)
    s.begin(muster, "austria")
    assert (s.cards("austria"), sum(s.position.deck), sum(s.position.discards)) == (2, 38, 0)
    assert [event.cards for event in s.events("DeckRenewed")] == [39]


@pytest.mark.clause("coalitions", "2.setup.12")
def test_the_discards_stay_where_they_are_while_the_deck_lasts() -> None:
    s = Scene().hand("austria", 2)
    s.g.deck, s.g.discards = (0, 0, 0, 1), (9, 10, 10, 9)
    s.begin(muster, "austria")
    assert s.position.hands[s.power("austria")] == (1, 0, 0, 1)
    assert (sum(s.position.deck), sum(s.position.discards)) == (0, 38)
    assert not s.events("DeckRenewed")


@pytest.mark.clause("coalitions", "2.setup.13")
@pytest.mark.parametrize("year", YEARS)
def test_one_fortress_stands_and_five_can_be_bought(year: str) -> None:
    s = Scene.opening(year)
    assert s.position.fortresses == 1 << s.territory("istanbul")
    homes = ("paris", "picardie", "lorraine", "provence", "languedoc", "aquitaine")
    t = Scene(year).garrison("ottomans", "istanbul", fortress=True).garrison("france", *homes).money(france=30)
    t.begin(mobilisation, "france")
    for home in homes[:5]:
        t.act("france", "fortress", home)
    assert t.clause_against("france", "fortress", homes[5]) == "7.mobilisation.9"


@pytest.mark.clause("coalitions", "2.setup.14")
def test_the_grey_silhouettes_have_no_effect() -> None:
    """They belong to an expansion: neither the board, nor the components, nor any action knows of them."""
    words = {*Territory.__struct_fields__, *Components.__struct_fields__, *VERBS}
    assert not [w for w in words for part in ("meeple", "silhouette", "fortune", "soldier") if part in w]
    assert set(Scene().setting.vocabulary.kinds) == {"power", "territory", "general", "status", "napoleon-card"}


# --- Napoleon -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "2.setup.15", "2.1805.10", "13.1806.10", "13.1812.10", "13.1813.10")
@pytest.mark.parametrize("year", ["1805", "1806", "1812", "1813"])
def test_france_names_any_general_on_or_off_the_map(year: str) -> None:
    s = Scene.opening(year)
    assert s.asks == ("name-napoleon", "france")
    on_map = {s.at("france", stand.at) for stand in s.setting.record.power["france"].generals}
    assert len(on_map) == 5
    assert {option[1] for option in s.options("france")} == {*on_map, "france-6"}
    s.act("france", "name", "france-6")
    assert s.position.named[FRANCE] == s.position.off_map[FRANCE][0]
    t = Scene.opening(year)
    t.act("france", "name", "france-2")
    assert t.position.named[FRANCE] == t.setting.generals_of[FRANCE][1]


@pytest.mark.clause("coalitions", "2.setup.15", "13.1809.10")
def test_1809_names_one_of_seven_generals_on_the_map() -> None:
    s = Scene.opening("1809")
    assert s.asks == ("name-napoleon", "france")
    assert len(s.position.on_map[FRANCE]) == 7
    assert [option[1] for option in s.options("france")] == [f"france-{n}" for n in range(1, 8)]
    madrid = s.at("france", "madrid")
    s.act("france", "name", madrid)
    assert s.position.generals[s.position.named[FRANCE]].at == s.territory("madrid")


@pytest.mark.clause("coalitions", "13.1809.10")
def test_1809_does_not_let_napoleon_wait_off_the_map() -> None:
    s = Scene("1809").general("france", "madrid").general("france", "leon").begin(name_napoleon)
    assert s.options("france") == [("name", "france-1"), ("name", "france-2")]
    assert s.clause_against("france", "name", "france-3") == "2.setup.15"


@pytest.mark.clause("coalitions", "2.setup.15")
def test_napoleon_is_french_and_alike_generals_are_offered_once() -> None:
    s = Scene.opening("1805")
    for general in ("austria-1", "france-7"):
        assert s.clause_against("france", "name", general) == "2.setup.15"


@pytest.mark.clause("coalitions", "13.1792.10")
def test_1792_has_napoleon_off_the_map_unasked() -> None:
    s = Scene.opening("1792")
    assert s.asks is not None
    assert s.asks[0] != "name-napoleon"
    assert s.position.off_map[FRANCE] == (s.position.named[FRANCE],)


@pytest.mark.clause("coalitions", "13.1798.10")
def test_1798_has_napoleon_in_egypt_unasked() -> None:
    s = Scene.opening("1798")
    assert s.asks is not None
    assert s.asks[0] != "name-napoleon"
    assert s.position.generals[s.position.named[FRANCE]].at == s.territory("egypt")
