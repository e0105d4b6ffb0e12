"""Chapter 7: the Envoy, the rounds it permits, and disbanding Garrisons."""

from __future__ import annotations

import pytest
from fighting import march, play, supports_asked
from scene import Scene

from grognard.games.coalitions.envoys import movement

POWERS_BUT_FRANCE = ["britain", "austria", "prussia", "russia", "ottomans"]


def envoys(s: Scene, power: str) -> list[str]:
    return [option[1] for option in s.options(power)]


def ask_again(s: Scene, mover: str, envoy: str, answer: str) -> Scene:
    """The mover ends the round, asks for the next and is answered."""
    assert s.asks == ("move", mover)
    s.act(mover, "done")
    assert s.asks == ("ask-for-round", mover)
    s.act(mover, "yes")
    assert s.asks == ("permit-round", envoy)
    return s.act(envoy, answer)


@pytest.mark.clause("coalitions", "7.envoy.1", "7.envoy.10")
def test_a_movement_may_be_empty_and_still_ask_for_more() -> None:
    s = Scene("1805").general("france", "paris", 2).begin(movement, "france").act("france", "envoy", "ottomans")
    ask_again(s, "france", "ottomans", "yes").act("france", "done").act("france", "no")
    assert s.asks is None
    assert s.stands("france", "paris")
    assert not s.events("GeneralMoved")


@pytest.mark.clause("coalitions", "7.envoy.1")
def test_any_number_of_generals_may_be_moved() -> None:
    s = Scene("1805").general("france", "paris").general("france", "lorraine").general("france", "provence")
    s.begin(movement, "france").act("france", "envoy", "ottomans")
    for origin, end in (("lorraine", "pfalz"), ("paris", "lorraine"), ("provence", "lombardia")):
        march(s, "france", origin, end)
    assert len(s.events("GeneralMoved")) == 3


@pytest.mark.clause("coalitions", "7.envoy.2")
def test_envoy_disbanding_round_battles_then_the_next_round() -> None:
    s = Scene("1805").general("france", "picardie", 3).garrison("france", "lombardia").garrison("austria", "holland")
    answers = {
        "name-envoy": ("envoy", "ottomans"),
        "disband": ("done",),
        "garrison-won": ("no",),
        "ask-for-round": ("yes",),
        "permit-round": ("yes",),
    }
    s.begin(movement, "france")
    order = []
    while s.asks:
        order.append(s.asks[0])
        if s.asks[0] == "move" and s.stands("france", "picardie"):
            march(s, "france", "picardie", "holland")
        else:
            s.act(s.asks[1], *answers.get(s.asks[0], ("done",)))
    first = ["name-envoy", "disband", "move", "garrison-won"]
    assert order == [*first, *["ask-for-round", "permit-round", "move"] * 2]


@pytest.mark.clause("coalitions", "7.envoy.3")
def test_an_envoy_is_named_even_with_no_general_on_the_map() -> None:
    s = Scene("1805").begin(movement, "france")
    assert s.asks == ("name-envoy", "france")
    s.act("france", "envoy", "prussia")
    assert s.of("morale", "prussia") == 6


@pytest.mark.clause("coalitions", "7.envoy.3")
def test_no_general_moves_before_the_envoy_is_named() -> None:
    s = Scene("1805").general("france", "paris").begin(movement, "france")
    assert s.why_not("france", "march", "france-1", "picardie").clause == "7.envoy.3"
    assert s.why_not("france", "envoy", "france").clause == "7.envoy.3"


@pytest.mark.clause("coalitions", "7.envoy.3")
def test_the_only_eligible_power_is_envoy_without_a_question() -> None:
    s = Scene("1805").status(prussia="british").morale(france=15).general("britain", "london")
    s.begin(movement, "britain")
    assert s.asks == ("move", "britain")
    assert s.of("morale", "ottomans") == 6


@pytest.mark.clause("coalitions", "7.envoy.4")
def test_an_ally_cannot_be_envoy() -> None:
    s = Scene("1805").begin(movement, "britain")
    assert envoys(s, "britain") == ["france", "prussia", "ottomans"]
    for ally in ("austria", "russia"):
        assert s.why_not("britain", "envoy", ally).clause == "7.envoy.4"


@pytest.mark.clause("coalitions", "7.envoy.5")
def test_an_enemy_may_be_envoy() -> None:
    s = Scene("1805").begin(movement, "france")
    assert envoys(s, "france") == POWERS_BUT_FRANCE
    s.act("france", "envoy", "britain")
    assert s.of("morale", "britain") == 6


@pytest.mark.clause("coalitions", "7.envoy.6")
def test_a_power_with_15_morale_cannot_be_envoy() -> None:
    s = Scene("1805").morale(ottomans=15, prussia=14).begin(movement, "france")
    assert "ottomans" not in envoys(s, "france")
    assert "prussia" in envoys(s, "france")
    assert s.why_not("france", "envoy", "ottomans").clause == "7.envoy.6"


@pytest.mark.clause("coalitions", "7.envoy.7", "7.envoy.14")
def test_a_refusal_ends_the_action_and_nobody_else_is_asked() -> None:
    s = Scene("1805").general("france", "paris").begin(movement, "france").act("france", "envoy", "ottomans")
    ask_again(s, "france", "ottomans", "no")
    assert s.asks is None
    assert len(s.events("EnvoyNamed")) == 1
    assert s.of("morale", "ottomans") == 6


@pytest.mark.clause("coalitions", "7.envoy.8")
def test_with_no_eligible_power_there_is_one_round_and_no_morale() -> None:
    s = Scene("1805").status(prussia="british").morale(france=15, ottomans=15).general("britain", "london")
    s.begin(movement, "britain")
    assert s.asks == ("move", "britain")
    s.act("britain", "done")
    assert s.asks is None
    assert s.position.morale == [5, 15, 5, 5, 5, 15]


@pytest.mark.clause("coalitions", "7.envoy.9")
def test_the_envoy_gains_1_at_once_and_is_not_asked_for_the_first_round() -> None:
    s = Scene("1805").general("france", "paris").begin(movement, "france").act("france", "envoy", "ottomans")
    assert s.of("morale", "ottomans") == 6
    assert s.asks == ("move", "france")


@pytest.mark.clause("coalitions", "7.envoy.11")
def test_after_the_battles_the_mover_asks_and_the_envoy_answers() -> None:
    s = Scene("1805").general("france", "picardie", 3).garrison("austria", "holland")
    s.begin(movement, "france").act("france", "envoy", "russia")
    march(s, "france", "picardie", "holland").act("france", "no")
    assert s.asks == ("ask-for-round", "france")
    assert s.events("BattleDecided")
    s.act("france", "yes")
    assert s.asks == ("permit-round", "russia")
    s.act("russia", "yes")
    assert s.asks == ("move", "france")


@pytest.mark.clause("coalitions", "7.envoy.11", "7.envoy.12")
def test_three_rounds_give_the_envoy_1_and_2_and_3() -> None:
    s = Scene("1805").general("france", "paris").begin(movement, "france").act("france", "envoy", "ottomans")
    ask_again(s, "france", "ottomans", "yes")
    assert s.of("morale", "ottomans") == 5 + 1 + 2
    ask_again(s, "france", "ottomans", "yes")
    assert s.of("morale", "ottomans") == 5 + 1 + 2 + 3
    s.act("france", "done")
    assert s.asks is None


@pytest.mark.clause("coalitions", "7.envoy.13")
@pytest.mark.parametrize(
    ("morale", "rounds", "after"), [(9, 3, 15), (10, 2, 13), (12, 2, 15), (13, 1, 14), (14, 1, 15)]
)
def test_no_round_whose_morale_would_take_the_envoy_above_15(morale: int, rounds: int, after: int) -> None:
    """T3: at 12 there are two rounds, and no third."""
    s = Scene("1805").morale(ottomans=morale).general("france", "paris")
    s.begin(movement, "france").act("france", "envoy", "ottomans")
    for _ in range(rounds - 1):
        ask_again(s, "france", "ottomans", "yes")
    s.act("france", "done")
    assert s.asks is None
    assert s.of("morale", "ottomans") == after


@pytest.mark.clause("coalitions", "7.envoy.13")
def test_an_envoy_that_has_paid_for_a_card_has_room_again() -> None:
    s = Scene("1805").morale(austria=13).hand("austria", 2).general("france", "picardie", 3)
    s.general("austria", "holland", 1).begin(movement, "france").act("france", "envoy", "austria")
    march(s, "france", "picardie", "holland")
    supports_asked(s)
    play(s, ("austria", "holland", 2))
    s.idle("ask-for-round")
    assert s.of("morale", "austria") == 13
    assert s.asks == ("ask-for-round", "france")


@pytest.mark.clause("coalitions", "7.envoy.14")
def test_a_third_round_comes_only_after_a_second() -> None:
    s = Scene("1805").general("france", "paris").begin(movement, "france").act("france", "envoy", "ottomans")
    s.act("france", "done").act("france", "no")
    assert s.asks is None


@pytest.mark.clause("coalitions", "7.disband.1", "7.disband.2")
def test_any_garrisons_are_disbanded_after_the_envoy_and_before_the_first_round() -> None:
    s = Scene("1805").general("france", "paris").garrison("france", "tyrol", "lombardia", "venezia")
    supply = s.of("supply", "france")
    s.begin(movement, "france").act("france", "envoy", "ottomans")
    assert set(s.options("france")) == {("done",), *(("disband", t) for t in ("tyrol", "lombardia", "venezia"))}
    s.act("france", "disband", "tyrol").act("france", "disband", "lombardia").act("france", "done")
    assert s.asks == ("move", "france")
    assert s.controls("austria", "tyrol")
    assert not s.controls("france", "lombardia")
    assert s.garrisoned("france", "venezia")
    assert s.of("supply", "france") == supply + 2


@pytest.mark.clause("coalitions", "7.disband.1")
def test_only_own_garrisons_and_only_before_the_first_round() -> None:
    s = Scene("1805").general("france", "paris").garrison("france", "lombardia").garrison("austria", "venezia")
    s.begin(movement, "france").act("france", "envoy", "ottomans")
    assert s.why_not("france", "disband", "venezia").clause == "7.disband.1"
    assert s.why_not("france", "disband", "paris").clause == "7.disband.1"
    s.act("france", "done")
    while s.asks:
        assert not [option for option in s.options(s.asks[1]) if option[0] == "disband"]
        s.act(s.asks[1], "yes" if s.asks[0] in ("ask-for-round", "permit-round") else "done")
    assert s.garrisoned("france", "lombardia")


@pytest.mark.clause("coalitions", "7.disband.4")
def test_a_fortress_stays_when_its_garrison_is_disbanded() -> None:
    s = Scene("1805").garrison("france", "lombardia", fortress=True).begin(movement, "france")
    s.act("france", "envoy", "ottomans").act("france", "disband", "lombardia")
    assert not s.garrisoned("france", "lombardia")
    assert s.position.fortresses == 1 << s.territory("lombardia")
