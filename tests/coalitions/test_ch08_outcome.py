"""Chapter 8: the outcome of a battle."""

from __future__ import annotations

import pytest
from fighting import (
    attack,
    end_round,
    fight,
    march,
    no_more_cards,
    play,
    round_of,
    strengths,
    support,
    supports_asked,
    totals,
)
from scene import Scene

from grognard.games.coalitions.envoys import movement

HOLLAND = ("france", "picardie", "holland")


def holland(attackers: int, defenders: int) -> Scene:
    """France in Picardie, Austria in Holland, with so many Units each."""
    return Scene("1805").general("france", "picardie", attackers).general("austria", "holland", defenders)


@pytest.mark.clause("coalitions", "8.outcome.1", "8.outcome.3", "8.outcome.4", "8.cards.3", "8.win.4", "8.loss.2")
def test_the_battle_of_holland() -> None:
    """T10: Napoleon from Picardie upon Wellington and Blücher, 24 to 26."""
    s = Scene("1805").status(prussia="british").morale(france=11, britain=6, prussia=5)
    s.general("france", "picardie", 3, named=True).general("france", "lorraine", 3)
    s.general("britain", "holland", 2).general("prussia", "holland", 2).general("britain", "london", 1)
    s.hand("france", 4, 4, 3, 3, 3, 2).hand("britain", 5, 4, 4).hand("prussia", 4, 3)
    s.begin(movement, "france").act("france", "envoy", "ottomans")
    march(s, *HOLLAND)
    end_round(march(s, "france", "lorraine", "picardie"), "france")
    assert strengths(s) == (4, 6)
    assert supports_asked(s, ("france", "picardie"), ("britain", "london")) == [
        ("france", "picardie", "attack"),
        ("britain", "london", "defence"),
    ]
    napoleon, picardie = ("france", "holland"), ("france", "picardie")
    wellington, blucher, london = ("britain", "holland"), ("prussia", "holland"), ("britain", "london")
    play(s, (*napoleon, 4), (*wellington, 5), (*blucher, 4), (*picardie, 3), (*london, 4))
    play(s, (*napoleon, 4), (*wellington, 4), (*blucher, 3), (*picardie, 3))
    play(s, (*napoleon, 3), (*picardie, 2))
    assert totals(s) == (24, 26)
    assert (s.of("morale", "france"), s.of("morale", "britain"), s.of("morale", "prussia")) == (11 - 6, 6 - 3, 5 - 2)
    assert (s.cards("france"), s.cards("britain"), s.cards("prussia")) == (1, 1, 1)
    s.act("france", "go", "paris")
    assert s.units("france", "paris") == 0
    left = {who: s.units(*who) for who in (wellington, blucher, london, picardie)}
    assert left == {wellington: 1, blucher: 1, london: 0, picardie: 2}
    assert s.position.influence == [2, 0, 0, 2, 0, 0]


@pytest.mark.clause("coalitions", "8.outcome.2")
@pytest.mark.parametrize(("attackers", "defenders", "winner"), [(3, 2, "france"), (2, 3, "austria")])
def test_the_higher_total_wins(attackers: int, defenders: int, winner: str) -> None:
    s = holland(attackers, defenders).hand("france", 3).hand("austria", 3)
    attack(s, *HOLLAND)
    play(s, ("france", "holland", 3), ("austria", "holland", 3))
    assert totals(s) == (attackers + 4, defenders + 4)
    s.idle()
    assert s.stands(winner, "holland")
    assert not s.stands("austria" if winner == "france" else "france", "holland")


@pytest.mark.clause("coalitions", "8.outcome.3")
def test_every_general_that_took_part_loses_a_unit() -> None:
    s = holland(3, 1).general("russia", "holland", 0).general("france", "pfalz", 1).general("britain", "hannover", 2)
    s.hand("austria", 5)
    attack(s, *HOLLAND)
    support(s, ("france", "pfalz"), ("britain", "hannover"))
    play(s, ("austria", "holland", 5))
    s.act("france", "off-map").idle()
    left = [s.units("austria", "holland"), s.units("russia", "holland"), s.units("france", "pfalz")]
    assert left == [0, 0, 0]
    assert s.units("britain", "hannover") == 1


@pytest.mark.clause("coalitions", "8.outcome.4")
def test_who_played_a_card_draws_one_however_many_it_played() -> None:
    s = holland(3, 3).hand("france", 2, 2, 2).hand("austria", 5)
    attack(s, *HOLLAND)
    play(s, ("france", "holland", 2))
    s.act("austria", "pass")
    play(s, ("france", "holland", 2), ("france", "holland", 2))
    assert s.cards("france") == 1
    assert s.cards("austria") == 1


@pytest.mark.clause("coalitions", "8.outcome.5")
def test_played_cards_are_discarded_before_the_draws() -> None:
    """All other cards are in Prussia's hand, so France can only draw one of those just played."""
    s = holland(3, 0).hand("france", 5, 4, 4)
    s.hand("prussia", *[2] * 10, *[3] * 10, *[4] * 8, *[5] * 9)
    attack(s, *HOLLAND)
    play(s, ("france", "holland", 4), ("france", "holland", 4), ("france", "holland", 5))
    assert [event.cards for event in s.events("DeckRenewed")] == [3]
    assert s.cards("france") == 1
    assert sum(s.position.deck) == 2


@pytest.mark.clause("coalitions", "8.draw.1", "8.draw.2")
def test_in_a_draw_the_defenders_stay_and_the_attacker_falls_back() -> None:
    s = holland(3, 1).garrison("austria", "holland").hand("france", 3).hand("austria", 4)
    s.garrison("france", "pfalz", "wurttemberg")
    attack(s, *HOLLAND)
    play(s, ("france", "holland", 3), ("austria", "holland", 4))
    assert totals(s) == (7, 7)
    assert s.asks == ("fall-back", "france")
    assert set(s.options("france")) == {("go", "picardie"), ("go", "pfalz"), ("off-map",)}
    assert s.why_not("france", "go", "paris").clause == "9.general.3"
    s.act("france", "go", "pfalz")
    assert s.units("france", "pfalz") == 2
    assert s.stands("austria", "holland")
    assert s.garrisoned("austria", "holland")


@pytest.mark.clause("coalitions", "8.draw.2")
def test_a_territory_with_an_own_or_enemy_general_is_no_refuge() -> None:
    s = holland(2, 2).general("france", "paris").general("russia", "lorraine")
    march(round_of(s, "france"), *HOLLAND)
    march(s, "france", "paris", "picardie")
    options = set(s.options("france"))
    assert options == {("go", "paris"), ("go", "normandie-bretagne"), ("off-map",)}


@pytest.mark.clause("coalitions", "8.draw.3")
def test_off_the_map_the_units_are_lost() -> None:
    s = holland(3, 3)
    supply = s.of("supply", "france")
    fight(s, *HOLLAND).act("france", "off-map")
    assert s.off_map("france") == 7
    assert s.of("supply", "france") == supply + 3


@pytest.mark.clause("coalitions", "8.draw.4")
def test_a_draw_gives_no_influence_but_costs_units_and_draws_cards() -> None:
    s = holland(2, 2).hand("france", 4).hand("austria", 4)
    attack(s, *HOLLAND)
    play(s, ("france", "holland", 4), ("austria", "holland", 4))
    s.act("france", "go", "picardie")
    assert s.position.influence == [0] * 6
    assert s.units("france", "picardie") == s.units("austria", "holland") == 1
    assert s.cards("france") == s.cards("austria") == 1
    assert s.asks is None  # nobody has won, so nobody may garrison


@pytest.mark.clause("coalitions", "8.win.1")
@pytest.mark.parametrize(("units", "offered"), [(1, False), (2, True)])
def test_a_winning_attacker_garrisons_with_a_unit_it_has_left(units: int, offered: bool) -> None:
    s = Scene("1805").general("france", "picardie", units).garrison("austria", "holland")
    fight(s, *HOLLAND)
    assert (s.asks == ("garrison-won", "france")) == offered
    s.act("france", "yes") if offered else None
    assert s.garrisoned("france", "holland") == offered
    assert s.units("france", "holland") == 0


@pytest.mark.clause("coalitions", "8.win.2")
def test_a_winning_defender_may_garrison_too() -> None:
    s = holland(0, 2).general("britain", "holland", 2)
    fight(s, *HOLLAND).act("france", "off-map")
    assert s.asks == ("garrison-won", "britain")
    s.act("britain", "no")
    assert s.asks == ("garrison-won", "austria")
    s.act("austria", "yes")
    assert s.garrisoned("austria", "holland")
    assert s.asks is None


@pytest.mark.clause("coalitions", "8.win.2")
def test_one_garrison_in_all_for_winning_defenders() -> None:
    s = holland(0, 2).general("britain", "holland", 2)
    fight(s, *HOLLAND).act("france", "off-map").act("britain", "yes")
    assert s.asks is None
    s = holland(0, 2).garrison("austria", "holland")
    fight(s, *HOLLAND).act("france", "off-map")
    assert s.asks is None


@pytest.mark.clause("coalitions", "8.win.3")
def test_every_power_of_the_winning_side_gains_1_for_each_general_beaten() -> None:
    s = holland(3, 0).status(russia="french").general("britain", "holland", 0).general("russia", "pfalz", 1)
    attack(s, *HOLLAND)
    support(s, ("russia", "pfalz"))
    assert totals(s) == (4, 2)
    assert s.position.influence == [0, 2, 0, 0, 2, 0]


@pytest.mark.clause("coalitions", "8.win.4")
def test_beating_the_french_is_worth_1_more_to_british_allies_in_the_battle_itself() -> None:
    s = holland(0, 2).general("russia", "hannover", 1)
    attack(s, *HOLLAND)
    support(s, ("russia", "hannover"))
    assert s.position.influence == [0, 0, 2, 0, 1, 0]


@pytest.mark.clause("coalitions", "8.win.4")
def test_beating_the_french_is_worth_1_outside_the_british_coalition() -> None:
    s = Scene("1805").general("france", "picardie").general("ottomans", "holland", 2)
    fight(s, *HOLLAND)
    assert s.position.influence == [0, 0, 0, 0, 0, 1]
    s = holland(3, 0)
    fight(s, *HOLLAND)
    assert s.position.influence == [0, 1, 0, 0, 0, 0]


@pytest.mark.clause("coalitions", "8.win.5", "8.win.7")
def test_a_lone_garrison_gives_no_influence_supported_or_not() -> None:
    s = Scene("1805").general("france", "picardie", 3).garrison("austria", "holland").general("austria", "hannover", 1)
    attack(s, *HOLLAND)
    support(s, ("austria", "hannover"))
    assert totals(s) == (4, 1)
    assert s.position.influence == [0] * 6


@pytest.mark.clause("coalitions", "8.win.6")
def test_an_allys_home_set_free_is_its_owners_again() -> None:
    s = Scene("1805").status(prussia="british").general("austria", "saxonia", 3).garrison("france", "berlin")
    fight(s, "austria", "saxonia", "berlin")
    assert s.asks is None
    assert s.units("austria", "berlin") == 2
    assert s.controls("prussia", "berlin")


@pytest.mark.clause("coalitions", "8.win.7")
def test_supporters_of_the_losers_are_not_defeated() -> None:
    s = holland(3, 0).general("russia", "hannover", 1)
    attack(s, *HOLLAND)
    support(s, ("russia", "hannover"))
    assert s.of("influence", "france") == 1
    assert len(s.events("GeneralDefeated")) == 1


@pytest.mark.clause("coalitions", "8.win.8")
@pytest.mark.parametrize(("power", "gain"), [("ottomans", 1), ("austria", 2)])
def test_a_garrison_that_beats_an_attacker_gains_influence(power: str, gain: int) -> None:
    s = Scene("1805").general("france", "picardie", 1).garrison(power, "holland", fortress=True)
    fight(s, *HOLLAND)
    assert totals(s) == (2, 4)
    assert s.of("influence", power) == gain


@pytest.mark.clause("coalitions", "8.loss.1", "8.loss.2")
@pytest.mark.parametrize("place", ["wien", None])
def test_a_beaten_general_loses_its_units_and_goes_to_its_capital_or_off_the_map(place: str | None) -> None:
    s = holland(3, 2).hand("france", 5)
    supply = s.of("supply", "austria")
    attack(s, *HOLLAND)
    play(s, ("france", "holland", 5))
    assert s.asks == ("place-beaten", "austria")
    assert set(s.options("austria")) == {("off-map",), ("go", "wien")}
    assert s.why_not("austria", "go", "tyrol").clause == "8.loss.2"
    s.act("austria", *(("go", place) if place else ("off-map",)))
    assert s.of("supply", "austria") == supply + 2
    assert s.off_map("austria") == (3 if place else 4)
    assert not place or s.units("austria", place) == 0


@pytest.mark.clause("coalitions", "8.loss.2")
def test_several_losers_choose_in_the_order_of_play() -> None:
    s = Scene("1805").general("france", "picardie", 3).general("russia", "holland").general("austria", "holland")
    s.general("britain", "holland")
    attack(s.hand("france", 5), *HOLLAND)
    play(s, ("france", "holland", 5))
    order = []
    while s.asks and s.asks[0] == "place-beaten":
        order.append(s.asks[1])
        s.act(s.asks[1], "off-map")
    assert order == ["britain", "austria", "russia"]


@pytest.mark.clause("coalitions", "8.loss.3")
@pytest.mark.parametrize("hindrance", ["an ally there", "an own General there", "not controlled"])
def test_a_capital_must_be_controlled_and_empty(hindrance: str) -> None:
    s = holland(3, 0)
    if hindrance == "not controlled":
        s.garrison("ottomans", "wien")
    else:
        s.general("russia" if hindrance == "an ally there" else "austria", "wien")
    fight(s, *HOLLAND)
    assert s.asks == ("garrison-won", "france")
    assert not s.stands("austria", "holland")
    assert s.off_map("austria") == (3 if hindrance == "an own General there" else 4)


@pytest.mark.clause("coalitions", "8.loss.4")
def test_a_beaten_garrison_goes_back_to_the_supply() -> None:
    s = Scene("1805").general("france", "picardie", 3).garrison("austria", "holland")
    supply = s.of("supply", "austria")
    fight(s, *HOLLAND).act("france", "no")
    assert not s.controls("austria", "holland")
    assert s.of("supply", "austria") == supply + 1


@pytest.mark.clause("coalitions", "8.loss.5")
def test_supporters_of_the_losers_lose_1_unit_and_stay() -> None:
    s = holland(3, 0).general("russia", "hannover", 3)
    attack(s, *HOLLAND)
    support(s, ("russia", "hannover"))
    assert s.units("russia", "hannover") == 2


@pytest.mark.clause("coalitions", "8.loss.6")
def test_a_captured_fortress_serves_the_new_garrison() -> None:
    """T21."""
    s = Scene("1805").general("france", "picardie", 3).garrison("austria", "holland", fortress=True).hand("france", 5)
    attack(s, *HOLLAND)
    assert strengths(s) == (4, 4)
    play(s, ("france", "holland", 5))
    no_more_cards(s).act("france", "yes")
    s.general("austria", "hannover", 3)
    attack(s, "austria", "hannover", "holland")
    assert strengths(s) == (4, 2 + 4)


@pytest.mark.clause("coalitions", "8.loss.6")
def test_a_fortress_may_be_captured_in_a_later_round() -> None:
    s = Scene("1805").general("france", "picardie", 2).fortress("holland").general("austria", "hannover", 3)
    march(s.begin(movement, "france").act("france", "envoy", "ottomans"), *HOLLAND)
    s.act("france", "garrison", "france-1").idle()
    attack(s, "austria", "hannover", "holland")
    assert strengths(s) == (4, 2 + 4)
