"""Chapter 10: the special abilities of the named Generals."""

from __future__ import annotations

from typing import Any

import pytest
from fighting import attack, fight, march, no_more_cards, play, round_of, support, supports_asked, totals
from scene import Scene

import grognard
from grognard.engine.refusal import UserError
from grognard.games.coalitions.movement import napoleon_movement

HOLLAND = ("france", "picardie", "holland")
OTHERS = ("britain", "austria", "prussia", "russia", "ottomans")


def named(scenario: str = "1805", players: int | None = None) -> Scene:
    return Scene(scenario, players, generals=True)


# --- the option -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "10.generals.1")
def test_without_the_option_no_named_general_has_an_ability() -> None:
    s = Scene("1805").general("france", "picardie", 3).general("britain", "hannover", 3, named=True)
    s.general("austria", "holland", 1, named=True).general("russia", "holland", 1, named=True)
    s.general("prussia", "westphalia", 3, named=True).status(prussia="british").hand("austria", 2, 2)
    attack(s, *HOLLAND)
    assert s.asks == ("support", "britain")  # Kutuzov is not asked whether he withdraws
    support(s, ("britain", "hannover"), ("prussia", "westphalia"))
    play(s, ("austria", "holland", 2))  # Schwarzenberg has no card more than his Unit allows
    assert totals(s) == (4, 4 + 2)  # Wellington adds nothing
    s = Scene("1805").general("prussia", "hannover", 3, named=True).general("ottomans", "saxonia", 1, named=True)
    fight(s, "ottomans", "saxonia", "hannover")
    assert set(s.options("ottomans")) == {("off-map",), ("go", "istanbul")}  # the Grand Vizier is like any other


@pytest.mark.clause("coalitions", "10.generals.1")
def test_without_the_option_blucher_loses_like_any_other() -> None:
    s = Scene("1805").general("prussia", "hannover", 3, named=True).general("france", "westphalia", 3)
    attack(s.hand("france", 5), "france", "westphalia", "hannover")
    play(s, ("france", "hannover", 5))
    assert set(s.options("prussia")) == {("off-map",), ("go", "berlin")}
    s.act("prussia", "go", "berlin")
    assert s.units("prussia", "berlin") == 0


@pytest.mark.clause("coalitions", "10.generals.1")
def test_napoleons_own_movement_is_no_option() -> None:
    s = Scene("1805").general("france", "paris", 1, named=True).begin(napoleon_movement)
    assert s.asks == ("move", "france")


@pytest.mark.clause("coalitions", "10.generals.2")
def test_with_the_option_every_power_names_one_of_its_generals_before_play() -> None:
    s = Scene.opening("1805", generals=True)
    order = []
    while not s.events("RoundBegan"):
        power = s.asks[1]
        order.append(power)
        choices = {option[1] for option in s.options(power)}
        assert all(choice.startswith(power) for choice in choices)
        s.act(power, "name", sorted(choices)[-1])
    assert order == ["france", *OTHERS]
    assert [s.position.owner[general] for general in s.position.named] == list(range(6))


@pytest.mark.clause("coalitions", "10.generals.2")
def test_a_minor_powers_named_general_is_the_first_of_its_list() -> None:
    s = Scene.opening("1805", 5, generals=True)
    asked = []
    while not s.events("RoundBegan"):
        asked.append(s.asks[1])
        s.act(s.asks[1], *s.options(s.asks[1])[0])
    assert "ottomans" not in asked
    vizier = s.position.generals[s.position.named[s.power("ottomans")]]
    assert s.setting.board.ids[vizier.at] == "istanbul"


@pytest.mark.clause("coalitions", "10.generals.12")
def test_lempereur_does_not_use_the_option() -> None:
    with pytest.raises(UserError, match=r"10\.generals\.12"):
        grognard.new("coalitions", "1805", mode="lempereur", generals=True)


# --- Wellington -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "10.generals.3")
@pytest.mark.parametrize(("units", "adds"), [(1, 2), (2, 3), (3, 4)])
def test_wellington_supporting_by_land_adds_1_and_his_units(units: int, adds: int) -> None:
    """T29: with 2 Units 3."""
    s = named().general("france", "picardie", 3).general("austria", "holland", 1)
    attack(s.general("britain", "hannover", units, named=True).hand("britain", 2), *HOLLAND)
    support(s, ("britain", "hannover"))
    play(s, ("britain", "hannover", 2))  # besides his cards
    assert totals(s) == (4, 2 + adds + 2)


@pytest.mark.clause("coalitions", "10.generals.3")
def test_wellington_adds_to_an_attack_as_well_and_only_when_he_supports() -> None:
    for helps, attackers in ((True, 2 + 3), (False, 2)):
        s = named().general("austria", "hannover", 1).garrison("france", "holland")
        s.general("britain", "westphalia", 2, named=True)
        attack(s, "austria", "hannover", "holland")
        supports_asked(s, *([("britain", "westphalia")] if helps else []))
        assert totals(s) == (attackers, 1)


@pytest.mark.clause("coalitions", "10.generals.4")
def test_wellington_adds_no_strength_over_a_sea_lane() -> None:
    s = named().general("france", "picardie", 3).general("austria", "holland", 1).hand("britain", 4)
    attack(s.general("britain", "london", 2, named=True), *HOLLAND)
    support(s, ("britain", "london"))
    play(s, ("britain", "london", 4))
    assert totals(s) == (4, 2 + 4)


# --- Schwarzenberg --------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "10.generals.5")
def test_schwarzenberg_plays_a_card_more_for_each_allied_power_that_supports_him() -> None:
    """T29: 2 Units and two Powers in support, 4 cards. His own supporters do not count."""
    s = named().general("france", "picardie", 3).general("austria", "holland", 2, named=True)
    s.general("britain", "london", 1).general("russia", "hannover", 1).general("russia", "westphalia", 1)
    s.general("austria", "pfalz", 1).hand("austria", 2, 2, 2, 2, 2, 2)
    attack(s, *HOLLAND)
    support(s, ("britain", "london"), ("russia", "hannover"), ("russia", "westphalia"))
    play(s, *[("austria", "holland", 2)] * 4)
    assert totals(s) == (4, 3 + 8)
    assert s.of("morale", "austria") == 5 - 4


@pytest.mark.clause("coalitions", "10.generals.5")
def test_schwarzenbergs_extra_card_is_his_alone_and_in_his_own_battle() -> None:
    s = named().general("france", "picardie", 3).general("austria", "holland", 1).general("russia", "hannover", 1)
    s.general("austria", "westphalia", 1, named=True).hand("austria", 2, 2, 2)
    attack(s, *HOLLAND)
    support(s, ("russia", "hannover"), ("austria", "westphalia"))
    play(s, ("austria", "holland", 2), ("austria", "westphalia", 2))
    assert totals(s) == (4, 2 + 4)


# --- Blücher --------------------------------------------------------------------------------------------------------


def blucher_beaten(units: int, *pieces: tuple[Any, ...]) -> Scene:
    """Blücher, in the British Coalition, loses Hannover to France."""
    s = named().status(prussia="british").general("prussia", "hannover", units, named=True)
    for kind, power, where in pieces:
        getattr(s, kind)(power, where)
    s.general("france", "westphalia", 3).hand("france", 5)
    supports_asked(attack(s, "france", "westphalia", "hannover"))
    play(s, ("france", "hannover", 5))
    assert s.asks == ("place-beaten", "prussia")
    return s


@pytest.mark.clause("coalitions", "10.generals.6")
@pytest.mark.parametrize(("units", "kept"), [(1, 0), (2, 0), (3, 1)])
def test_blucher_loses_at_most_2_units(units: int, kept: int) -> None:
    """T29: with 3 Units he keeps 1."""
    s = blucher_beaten(units)
    supply = s.of("supply", "prussia")
    s.act("prussia", "go", "berlin")
    assert s.units("prussia", "berlin") == kept
    assert s.of("supply", "prussia") == supply


@pytest.mark.clause("coalitions", "10.generals.7")
def test_blucher_may_step_aside_to_a_neighbour_free_of_enemies() -> None:
    s = blucher_beaten(3, ("garrison", "france", "hesse"), ("general", "ottomans", "mecklenburg"))
    places = {option[1] for option in s.options("prussia") if option[0] == "go"}
    assert places == {"berlin", "holland", "westphalia", "saxonia", "danmark"}
    assert ("off-map",) in s.options("prussia")
    for end in ("hesse", "mecklenburg", "silesia"):
        assert s.why_not("prussia", "go", end).clause == "10.generals.7"
    s.act("prussia", "go", "saxonia")
    assert s.units("prussia", "saxonia") == 1


@pytest.mark.clause("coalitions", "10.generals.7")
def test_berlin_is_a_neighbour_like_any_other_even_with_an_ally_in_it() -> None:
    s = blucher_beaten(3, ("general", "austria", "berlin"))
    s.act("prussia", "go", "berlin")
    assert s.units("prussia", "berlin") == 1
    assert blucher_beaten(3, ("general", "prussia", "berlin")).why_not("prussia", "go", "berlin").clause == "8.loss.3"


@pytest.mark.clause("coalitions", "10.generals.7", "7.move.14")
def test_blucher_asks_an_ally_for_shelter() -> None:
    s = blucher_beaten(3, ("garrison", "austria", "saxonia")).act("prussia", "go", "saxonia")
    assert s.asks == ("shelter-beaten", "austria")
    s.act("austria", "no")
    assert s.why_not("prussia", "go", "saxonia").clause == "7.move.14"
    s.act("prussia", "go", "holland")
    assert s.stands("prussia", "holland")


@pytest.mark.clause("coalitions", "10.generals.7", "8.support.7")
def test_blucher_beaten_supports_no_other_battle_of_the_round() -> None:
    s = named().status(prussia="british").general("prussia", "hannover", 3, named=True).general("austria", "hesse", 2)
    s.general("france", "westphalia", 3).general("france", "pfalz", 3).hand("france", 5, 5, 5)
    march(round_of(s, "france"), "france", "westphalia", "hannover").act("france", "no")
    march(s, "france", "pfalz", "hesse").act("france", "no").act("france", "fight", "hannover")
    supports_asked(s)
    play(s, ("france", "hannover", 5))
    no_more_cards(s).act("prussia", "go", "saxonia").act("france", "no")
    assert s.units("prussia", "saxonia") == 1
    assert s.asks == ("play-card", "france")


# --- Kutuzov --------------------------------------------------------------------------------------------------------


def kutuzov_attacked(units: int = 2, *pieces: tuple[Any, ...]) -> Scene:
    """France marches from Wurttemberg upon Kutuzov in Bavaria."""
    s = named().general("russia", "bavaria", units, named=True).general("france", "wurttemberg", 3)
    for kind, power, where in pieces:
        getattr(s, kind)(power, where)
    return attack(s, "france", "wurttemberg", "bavaria")


@pytest.mark.clause("coalitions", "10.generals.8")
@pytest.mark.parametrize(("units", "kept"), [(2, 1), (1, 0), (0, 0)])
def test_kutuzov_may_withdraw_before_support_losing_1_unit(units: int, kept: int) -> None:
    s = kutuzov_attacked(units, ("general", "austria", "tyrol"))
    assert s.events("BattleBegan")
    assert s.asks == ("withdraw", "russia")
    s.act("russia", "go", "hesse")
    assert s.units("russia", "hesse") == kept


@pytest.mark.clause("coalitions", "10.generals.8")
def test_kutuzov_may_stay_and_does_not_withdraw_from_his_own_attack() -> None:
    s = kutuzov_attacked().act("russia", "no")
    assert totals(s) == (4, 3)
    s = named().general("russia", "bavaria", 2, named=True).garrison("france", "hesse")
    attack(s, "russia", "bavaria", "hesse")
    assert s.asks == ("garrison-won", "russia")


@pytest.mark.clause("coalitions", "10.generals.9")
def test_kutuzov_goes_to_a_neighbour_free_of_enemies() -> None:
    s = kutuzov_attacked(2, ("garrison", "france", "hesse"), ("general", "ottomans", "saxonia"))
    assert {option[1] for option in s.options("russia") if option[0] == "go"} == {
        "wurttemberg",
        "wien",
        "tyrol",
        "bohemia",
    }
    for end in ("hesse", "saxonia", "venezia"):
        assert s.why_not("russia", "go", end).clause == "10.generals.9"
    s.act("russia", "go", "bohemia")
    assert s.asks == ("shelter", "austria")
    s.act("austria", "no")
    assert s.why_not("russia", "go", "bohemia").clause == "7.move.14"
    s.act("russia", "go", "tyrol").act("austria", "yes")
    assert s.stands("russia", "tyrol")


@pytest.mark.clause("coalitions", "10.generals.9")
def test_kutuzov_surrounded_cannot_withdraw() -> None:
    s = named().general("russia", "egypt", 2, named=True).general("ottomans", "syria", 3).garrison("ottomans", "syria")
    attack(s, "ottomans", "syria", "egypt")
    assert not s.events("Withdrew")
    assert totals(s) == (4, 3)


@pytest.mark.clause("coalitions", "10.generals.10")
def test_if_kutuzov_leaves_nobody_there_is_no_battle() -> None:
    s = kutuzov_attacked().act("russia", "go", "hesse")
    assert s.asks == ("take-empty", "france")
    s.act("france", "yes")
    assert s.garrisoned("france", "bavaria")
    assert s.units("france", "bavaria") == 2  # no Unit lost but the one turned over
    assert not s.events("BattleDecided")
    assert s.position.influence == [0] * 6


@pytest.mark.clause("coalitions", "10.generals.10")
@pytest.mark.parametrize("left", ["garrison", "general"])
def test_those_whom_kutuzov_leaves_fight_on(left: str) -> None:
    s = kutuzov_attacked(2, (left, "austria", "bavaria")).act("russia", "go", "hesse")
    assert totals(s) == (4, 1)
    assert s.of("influence", "france") == (left == "general")


@pytest.mark.clause("coalitions", "10.generals.10", "8.support.7")
def test_kutuzov_gone_does_not_support_those_he_left() -> None:
    s = kutuzov_attacked(3, ("garrison", "austria", "bavaria")).act("russia", "go", "hesse")
    assert not s.events("SupportAnswered")
    assert s.units("russia", "hesse") == 2


# --- the Grand Vizier -----------------------------------------------------------------------------------------------


def vizier_beaten(s: Scene) -> Scene:
    s.general("ottomans", "bessarabia", 2, named=True).general("austria", "hungari", 3).hand("austria", 5)
    supports_asked(attack(s, "austria", "hungari", "bessarabia"))
    return play(s, ("austria", "bessarabia", 5))


@pytest.mark.clause("coalitions", "10.generals.11")
def test_the_grand_vizier_comes_back_at_once_with_a_unit() -> None:
    s = vizier_beaten(named().garrison("ottomans", "hellas").general("russia", "serbia"))
    assert s.asks == ("place-beaten", "ottomans")
    assert set(s.options("ottomans")) == {("go", t) for t in ("istanbul", "anatolia", "syria", "wallachia", "hellas")}
    for action in (("off-map",), ("go", "serbia"), ("go", "egypt")):
        assert s.why_not("ottomans", *action).clause == "10.generals.11"
    supply = s.of("supply", "ottomans")
    s.act("ottomans", "go", "anatolia")
    assert s.units("ottomans", "anatolia") == 1
    assert s.of("supply", "ottomans") == supply - 1


@pytest.mark.clause("coalitions", "10.generals.11")
def test_the_grand_vizier_does_not_join_another_ottoman_general() -> None:
    s = vizier_beaten(named().general("ottomans", "istanbul").general("ottomans", "anatolia"))
    places = {option[1] for option in s.options("ottomans")}
    assert places == {"syria", "serbia", "wallachia"}


@pytest.mark.clause("coalitions", "10.generals.11")
def test_without_a_territory_the_grand_vizier_leaves_the_map() -> None:
    s = named().garrison("austria", "istanbul", "anatolia", "syria", "serbia", "wallachia")
    vizier_beaten(s)
    assert s.off_map("ottomans") == 3
