"""11. Minor Powers that nobody controls yet, and who remembers whose hand."""

from random import Random

import pytest
from scene import Scene

import grognard
from grognard.games.coalitions.board import NOBODY
from grognard.games.coalitions.envoys import movement
from grognard.games.coalitions.hidden import resample
from grognard.games.coalitions.leadership import subsidise
from grognard.games.coalitions.minor_powers import minor_power_musters
from grognard.games.coalitions.movement import round_of_movement
from grognard.games.coalitions.relations import allied, at_war
from grognard.games.coalitions.sequence import take_action


def moving(s: Scene, power: str) -> Scene:
    return s.begin(round_of_movement, power, 1, NOBODY, NOBODY)


def attack(s: Scene, power: str, origin: str, end: str) -> Scene:
    """March there, leave no Garrison behind, and let the battles begin."""
    moving(s, power).act(power, "march", s.at(power, origin), end)
    while s.asks in (("leave-garrison", power), ("move", power)):
        s.act(power, "no" if s.asks == ("leave-garrison", power) else "done")
    return s


def cards_seen(s: Scene, seat: str, power: str) -> list[int] | None:
    cards: list[int] | None = s.game.view(seat)["board"]["powers"][power]["cards"]
    return cards


# --- it does nothing ------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "11.uncontrolled.1")
@pytest.mark.parametrize("action", range(6))
def test_an_uncontrolled_minor_power_takes_no_action(action: int) -> None:
    s = Scene("1805", 5).general("ottomans", "istanbul").money(ottomans=2).hand("ottomans", 2)
    s.begin(take_action, "ottomans", action)
    assert s.asks is None
    assert (s.of("money", "ottomans"), s.cards("ottomans"), s.of("morale", "ottomans")) == (2, 1, 5)


@pytest.mark.clause("coalitions", "11.uncontrolled.1")
@pytest.mark.parametrize(("players", "taxed"), [(6, True), (5, False)])
def test_the_ottomans_are_not_taxed_in_the_first_turn_of_a_game_of_five(players: int, taxed: bool) -> None:
    game = grognard.new("coalitions", "1805", players=players, seed=1)
    while game.position.turn == 0:
        seat = game.to_act[0]
        game.act(seat, game.options(seat)[0])
    assert (game.position.money[5] > 0) is taxed


@pytest.mark.clause("coalitions", "11.uncontrolled.1")
def test_it_gives_no_consent_and_accepts_no_money() -> None:
    s = Scene("1798", 5).money(britain=3).general("russia", "bessarabia").begin(subsidise, 0)
    assert allied(s.position, s.power("russia"), s.power("ottomans"))
    assert s.why_not("britain", "subsidise", "ottomans").clause == "11.uncontrolled.1"
    moving(s, "russia")
    assert s.why_not("russia", "march", s.at("russia", "bessarabia"), "wallachia").clause == "11.uncontrolled.1"
    assert ("march", s.at("russia", "bessarabia"), "wallachia") not in s.options("russia")


@pytest.mark.clause("coalitions", "11.uncontrolled.1", "11.uncontrolled.3")
def test_it_gives_no_consent_while_it_is_run_for_a_battle_either() -> None:
    """Kutuzov, defending beside the Ottomans, may not withdraw to their Wallachia."""
    s = Scene("1798", 5, generals=True).general("russia", "bessarabia", units=1, named=True)
    s.general("ottomans", "bessarabia").general("france", "galicia", units=3)
    attack(s, "france", "galicia", "bessarabia")
    assert s.asks == ("withdraw", "russia")
    assert ("go", "crimea") in s.options("russia")
    assert ("go", "wallachia") not in s.options("russia")
    assert s.why_not("russia", "go", "wallachia").clause == "11.uncontrolled.1"


@pytest.mark.clause("coalitions", "11.uncontrolled.2")
def test_it_cannot_be_envoy() -> None:
    s = Scene("1805", 4).begin(movement, "france")
    assert {envoy for _, envoy in s.options("france")} == {"britain", "austria", "russia"}
    for minor in ("prussia", "ottomans"):
        assert s.why_not("france", "envoy", minor).clause == "11.uncontrolled.2"


# --- attacked -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "11.uncontrolled.3")
@pytest.mark.parametrize(
    ("attacker", "status", "runner"),
    [
        ("france", "french", "britain"),
        ("austria", "french", "britain"),
        ("austria", "expansionist", "britain"),
        ("austria", "british", "france"),
        ("britain", "british", "france"),
    ],
)
def test_britain_runs_it_in_battle_or_france_against_the_british_coalition(
    attacker: str, status: str, runner: str
) -> None:
    """T18."""
    s = Scene("1805", 5).status(**{attacker: status}).general(attacker, "hungari", units=1)
    s.general("ottomans", "serbia", units=1).hand("ottomans", 4)
    attack(s, attacker, "hungari", "serbia")
    assert s.asks == ("play-card", "ottomans")
    assert s.game.to_act == (runner,)


@pytest.mark.clause("coalitions", "11.uncontrolled.3")
def test_the_temporary_controller_makes_its_other_choices_too_and_then_lets_go() -> None:
    s = Scene("1805", 5).general("france", "dalmatia", units=3).general("ottomans", "serbia")
    s.general("ottomans", "wallachia", units=1)
    attack(s, "france", "dalmatia", "serbia")
    assert s.asks == ("support", "ottomans")
    assert s.game.to_act == ("britain",)
    s.act("ottomans", "no")
    assert s.asks == ("place-beaten", "ottomans")
    assert s.game.to_act == ("britain",)
    s.act("ottomans", "go", "istanbul").act("france", "no")  # no Garrison
    assert s.position.keeper[s.power("ottomans")] == NOBODY


@pytest.mark.clause("coalitions", "11.uncontrolled.4")
def test_it_fights_with_its_own_cards_and_its_own_morale() -> None:
    s = Scene("1805", 5).morale(ottomans=2).general("france", "dalmatia", units=1).hand("britain", 2)
    s.general("ottomans", "serbia", units=2).hand("ottomans", 5, 4)
    attack(s, "france", "dalmatia", "serbia")
    assert s.options("ottomans") == [("pass",), ("play", "ottomans-1", 4), ("play", "ottomans-1", 5)]
    assert (cards_seen(s, "britain", "ottomans"), cards_seen(s, "france", "ottomans")) == ([4, 5], None)
    s.act("ottomans", "play", "ottomans-1", 5)
    assert (s.of("morale", "ottomans"), s.of("morale", "britain")) == (1, 5)
    assert (s.cards("ottomans"), s.cards("britain")) == (1, 1)
    s.act("ottomans", "pass")
    while s.asks:
        s.act(s.asks[1], *s.options(s.asks[1])[0])
    assert cards_seen(s, "britain", "ottomans") is None


@pytest.mark.clause("coalitions", "11.uncontrolled.5")
def test_others_support_its_attacker_as_usual() -> None:
    s = Scene("1805", 5).status(austria="french").general("france", "dalmatia", units=1)
    s.general("austria", "hungari", units=1).general("ottomans", "serbia")
    assert attack(s, "france", "dalmatia", "serbia").asks == ("support", "austria")


@pytest.mark.clause("coalitions", "11.uncontrolled.5")
@pytest.mark.parametrize(("controlled", "asked"), [(False, False), (True, True)])
def test_nobody_but_itself_supports_an_uncontrolled_minor_power(controlled: bool, asked: bool) -> None:
    s = Scene("1798", 5)
    if controlled:
        s.run_by(ottomans="austria")
    s.general("ottomans", "serbia").general("austria", "hungari", units=1).general("france", "dalmatia", units=1)
    attack(s, "france", "dalmatia", "serbia")
    assert (s.asks == ("support", "austria")) is asked


@pytest.mark.clause("coalitions", "11.uncontrolled.5")
def test_an_uncontrolled_minor_power_supports_nobody_else() -> None:
    s = Scene("1798", 5).general("ottomans", "serbia", units=3).garrison("austria", "dalmatia")
    s.general("france", "karinthia", units=1)
    attack(s, "france", "karinthia", "dalmatia")
    assert s.events("BattleBegan")
    assert s.asks is None or s.asks[1] != "ottomans"


@pytest.mark.clause("coalitions", "11.uncontrolled.6")
@pytest.mark.parametrize(("controller", "gain"), [(None, 0), ("russia", 1)])
def test_nobody_gains_influence_when_it_wins(controller: str | None, gain: int) -> None:
    """T18."""
    s = Scene("1805", 5).status(russia="expansionist")
    if controller:
        s.run_by(ottomans=controller)
    s.general("france", "dalmatia").general("ottomans", "serbia", units=2)
    attack(s, "france", "dalmatia", "serbia")
    while s.asks:
        s.act(s.asks[1], *s.options(s.asks[1])[0])
    assert not s.stands("france", "serbia")
    assert sum(s.position.influence) == gain


# --- its status -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "11.uncontrolled.7")
@pytest.mark.parametrize("scenario", ["1792", "1798", "1805", "1806", "1809", "1812", "1813"])
def test_it_keeps_its_set_up_status_until_it_is_first_controlled(scenario: str) -> None:
    six, three = (grognard.new("coalitions", scenario, players=n, seed=1) for n in (6, 3))
    rng = Random(1)  # noqa: S311 - a test must be repeatable
    g = three.position
    while g.agenda and g.round < 2:
        for p in range(6):
            if g.master[p] == NOBODY:
                assert g.status[p] == six.position.status[p]
                for q in range(6):
                    if g.master[q] in (NOBODY, q):
                        assert at_war(g, p, q) == at_war(six.position, p, q)
        power = rng.choice(g.deciding)
        g.act(power, g.sample(power, rng))


@pytest.mark.clause("coalitions", "11.uncontrolled.7")
def test_in_an_adjustment_the_player_decides_for_it_who_would_run_it_in_battle() -> None:
    """1813, three players: Prussia goes to Neutral Austria, and a Russian General in Silesia must leave."""
    s = Scene("1813", 3).general("russia", "silesia", units=1).garrison("russia", "warszawa")
    s.begin(minor_power_musters, "prussia").act("britain", "bid", 0).act("france", "bid", 0).act("austria", "bid", 1)
    assert s.asks == ("fall-back", "britain")
    s.act("britain", "go", "warszawa")
    assert s.units("russia", "warszawa") == 1
    # Neutral Ottomans on Prussian ground, when Prussia goes to Britain: the other side is of the British Coalition.
    s = Scene("1805", 4).status(ottomans="neutral").garrison("prussia", "warszawa").general("ottomans", "warszawa")
    s.begin(minor_power_musters, "prussia")
    for power in ("britain", "france", "austria", "russia"):
        s.act(power, "bid", 0)
    assert s.asks == ("fall-back", "france")


# --- the memory of hands --------------------------------------------------------------------------------------------


def hands_imagined(s: Scene, seat: str, power: str) -> set[tuple[int, ...]]:
    """The hands the seat thinks the power may hold, in many draws of what it cannot see."""
    number = s.setting.seats.index(seat)
    rng = Random(1)  # noqa: S311 - a test must be repeatable
    return {tuple(resample(s.position, number, rng).hands[s.power(power)]) for _ in range(40)}


@pytest.mark.clause("coalitions", "11.bid.13")
def test_an_old_controller_remembers_the_hand_it_gave_away() -> None:
    s = Scene("1805", 5).run_by(ottomans="russia").hand("ottomans", 5, 5, 3).begin(minor_power_musters, "ottomans")
    for power in ("britain", "france", "prussia", "russia"):
        s.act(power, "bid", 0)
    s.act("austria", "bid", 1)
    assert hands_imagined(s, "russia", "ottomans") == {(0, 1, 0, 2)}
    assert len(hands_imagined(s, "france", "ottomans")) > 1
    s.begin(take_action, "ottomans", 0).act("ottomans", "discard", 5)
    held = hands_imagined(s, "russia", "ottomans")
    assert all(hand[1] >= 1 and hand[3] >= 1 and sum(hand) == 3 for hand in held)
    assert len(held) > 1  # the card drawn is unknown


@pytest.mark.clause("coalitions", "11.uncontrolled.4")
def test_a_temporary_controller_remembers_the_hand_it_has_seen() -> None:
    s = Scene("1805", 5).general("france", "dalmatia").general("ottomans", "serbia", units=1).hand("ottomans", 5, 5)
    attack(s, "france", "dalmatia", "serbia").act("ottomans", "pass")
    while s.asks:
        s.act(s.asks[1], *s.options(s.asks[1])[0])
    assert hands_imagined(s, "britain", "ottomans") == {(0, 0, 0, 2)}


@pytest.mark.clause("coalitions", "11.bid.13")
def test_a_card_played_face_up_is_no_longer_remembered_as_held() -> None:
    """Russia knew the Ottoman hand, a 3 and a 5; under Austria the 3 is played to turn over a French card."""
    s = Scene("1805", 5).status(austria="expansionist").run_by(ottomans="russia").hand("ottomans", 3, 5)
    s.hand("france", 2, 2).begin(minor_power_musters, "ottomans")
    for power in s.setting.majors:
        s.act(s.setting.powers[power], "bid", 1 if power == s.power("austria") else 0)
    s.general("ottomans", "serbia", units=2).general("france", "dalmatia", units=2)
    attack(s, "france", "dalmatia", "serbia").act("france", "play", "france-1", 2)
    s.act("ottomans", "reveal", "ottomans-1", "france-1", 1)
    assert s.asks == ("play-card", "france")
    assert hands_imagined(s, "russia", "ottomans") == {(0, 0, 0, 1)}


@pytest.mark.clause("coalitions", "11.bid.13")
def test_what_others_remember_is_no_part_of_what_a_seat_may_imagine() -> None:
    s = Scene("1805", 5).run_by(ottomans="russia").hand("ottomans", 5, 5, 3).begin(minor_power_musters, "ottomans")
    for power in s.setting.majors:
        s.act(s.setting.powers[power], "bid", 1 if power == s.power("austria") else 0)
    assert any(s.position.remembered)
    twin = resample(s.position, s.setting.seats.index("france"), Random(1))  # noqa: S311 - a test must be repeatable
    assert not any(twin.remembered)
