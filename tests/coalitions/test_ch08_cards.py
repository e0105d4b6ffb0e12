"""Chapter 8: committing Battle cards."""

from __future__ import annotations

import pytest
from fighting import attack, no_more_cards, play, support, totals
from scene import Scene

from grognard.engine import registry

HOLLAND = ("france", "picardie", "holland")


def holland(attackers: int, defenders: int) -> Scene:
    """France in Picardie, Austria in Holland, with so many Units each."""
    return Scene("1805").general("france", "picardie", attackers).general("austria", "holland", defenders)


@pytest.mark.clause("coalitions", "8.cards.1")
@pytest.mark.parametrize("units", [0, 1, 2, 3])
def test_a_general_plays_as_many_cards_as_it_has_units(units: int) -> None:
    """T9: with 2 Units 2 cards, with none no card."""
    s = attack(holland(units, 0).hand("france", 2, 3, 4, 5), *HOLLAND)
    play(s, *[("france", "holland", value) for value in (2, 3, 4)[:units]])
    assert s.asks != ("play-card", "france")
    assert totals(s) == (1 + units + sum((2, 3, 4)[:units]), 1)


@pytest.mark.clause("coalitions", "8.cards.2")
def test_a_garrison_allows_no_card() -> None:
    s = Scene("1805").general("france", "picardie", 3).garrison("austria", "holland").hand("austria", 5, 5)
    attack(s, *HOLLAND)
    assert s.events("BattleDecided")
    assert s.cards("austria") == 2


@pytest.mark.clause("coalitions", "8.cards.3", "8.cards.4")
def test_the_cycle_runs_attacker_defenders_supporters_of_the_one_then_the_other() -> None:
    s = Scene("1805").status(prussia="british").general("france", "picardie", 2).general("france", "pfalz", 2)
    s.general("prussia", "holland", 2).general("austria", "holland", 2).general("britain", "london", 2)
    s.general("austria", "hannover", 2)
    for power in ("france", "prussia", "austria", "britain"):
        s.hand(power, 2, 2)
    s.hand("france", 2, 2).hand("austria", 2, 2)
    attack(s, *HOLLAND)
    support(s, ("france", "pfalz"), ("britain", "london"), ("austria", "hannover"))
    cycle = [
        ("france", "holland", 2),
        ("austria", "holland", 2),
        ("prussia", "holland", 2),
        ("france", "pfalz", 2),
        ("britain", "london", 2),
        ("austria", "hannover", 2),
    ]
    play(s, *cycle, *cycle)
    assert totals(s) == (3 + 8, 6 + 16)


@pytest.mark.clause("coalitions", "8.cards.3")
def test_a_general_keeps_to_its_place_in_the_cycle() -> None:
    s = holland(2, 1).general("france", "pfalz", 2).hand("france", 2, 3)
    attack(s, *HOLLAND)
    support(s, ("france", "pfalz"))
    assert s.why_not("france", "play", s.at("france", "pfalz"), 2).clause == "8.cards.3"
    assert s.why_not("france", "play", s.at("austria", "holland"), 2).clause == "8.cards.3"


@pytest.mark.clause("coalitions", "8.cards.4")
def test_each_general_of_a_step_plays_one_card_in_the_order_its_owner_likes() -> None:
    s = holland(0, 0).general("france", "pfalz", 2).general("france", "westphalia", 2).hand("france", 2, 3, 4)
    attack(s, *HOLLAND)
    support(s, ("france", "pfalz"), ("france", "westphalia"))
    play(s, ("france", "westphalia", 3))
    assert s.why_not("france", "play", s.at("france", "westphalia"), 2).clause == "8.cards.3"
    assert s.why_not("france", "play", s.at("france", "pfalz"), 5).clause == "8.cards.4"
    play(s, ("france", "pfalz", 2))
    assert ("play", s.at("france", "westphalia"), 4) in s.options("france")


@pytest.mark.clause("coalitions", "8.cards.5")
def test_the_cycle_repeats_until_all_are_out() -> None:
    s = attack(holland(3, 1).hand("france", 2, 2, 2).hand("austria", 3), *HOLLAND)
    play(s, ("france", "holland", 2), ("austria", "holland", 3), ("france", "holland", 2))
    assert not s.events("BattleDecided")
    assert s.asks == ("play-card", "france")
    s.act("france", "pass")
    assert s.events("BattleDecided")


@pytest.mark.clause("coalitions", "8.cards.6")
def test_each_card_costs_1_morale_at_once() -> None:
    s = attack(holland(3, 1).hand("france", 2, 2, 2).hand("austria", 2).morale(france=5, austria=3), *HOLLAND)
    play(s, ("france", "holland", 2))
    assert (s.of("morale", "france"), s.of("morale", "austria")) == (4, 3)
    play(s, ("austria", "holland", 2), ("france", "holland", 2))
    assert (s.of("morale", "france"), s.of("morale", "austria")) == (3, 2)


@pytest.mark.clause("coalitions", "8.cards.7")
def test_who_falls_to_0_morale_in_the_battle_plays_no_more() -> None:
    s = attack(holland(3, 0).hand("france", 2, 2, 2).morale(france=2), *HOLLAND)
    play(s, ("france", "holland", 2), ("france", "holland", 2))
    assert s.events("BattleDecided")
    assert s.of("morale", "france") == 0


@pytest.mark.clause("coalitions", "8.cards.8")
@pytest.mark.parametrize("broke", ["france", "austria"])
def test_a_fighting_power_that_starts_at_0_morale_has_one_free_card(broke: str) -> None:
    s = attack(holland(2, 2).hand(broke, 2, 2).morale(**{broke: 0}), *HOLLAND)
    play(s, (broke, "holland", 2))
    assert s.events("BattleDecided")
    assert totals(s) == ((5, 3) if broke == "france" else (3, 5))
    assert s.of("morale", broke) == 0


@pytest.mark.clause("coalitions", "8.cards.8")
def test_the_free_card_needs_a_unit_and_may_come_from_a_supporter() -> None:
    s = Scene("1805").general("france", "picardie", 2).garrison("austria", "holland").general("austria", "hannover", 2)
    attack(s.hand("austria", 3, 3).morale(austria=0), *HOLLAND)
    support(s, ("austria", "hannover"))
    play(s, ("austria", "hannover", 3))
    assert totals(s) == (3, 1 + 3)


@pytest.mark.clause("coalitions", "8.cards.9")
def test_a_power_at_0_morale_that_only_supports_plays_none() -> None:
    s = holland(3, 1).general("russia", "hannover", 2).hand("russia", 5, 5).morale(russia=0)
    attack(s, *HOLLAND)
    support(s, ("russia", "hannover"))
    assert s.events("BattleDecided")
    assert totals(s) == (4, 2)


@pytest.mark.clause("coalitions", "8.cards.10")
def test_each_general_has_a_pile_of_its_own() -> None:
    s = holland(2, 3).general("france", "pfalz", 2).hand("france", 2, 3, 4, 5)
    attack(s, *HOLLAND)
    support(s, ("france", "pfalz"))
    play(s, ("france", "holland", 2), ("france", "pfalz", 3), ("france", "holland", 4), ("france", "pfalz", 5))
    piles = {pile: cards for pile, cards in s.events("BattleDecided")[-1].piles if cards}
    assert sorted(piles.values()) == [(2, 4), (3, 5)]


@pytest.mark.clause("coalitions", "8.cards.11")
def test_a_pass_by_choice_ends_card_play_for_every_general_of_the_power() -> None:
    s = holland(2, 2).general("france", "pfalz", 2).hand("france", 5, 5).hand("austria", 2, 2)
    attack(s, *HOLLAND)
    support(s, ("france", "pfalz"))
    s.act("france", "pass")
    play(s, ("austria", "holland", 2), ("austria", "holland", 2))
    assert totals(s) == (3, 3 + 4)
    assert s.cards("france") == 2


@pytest.mark.clause("coalitions", "8.cards.12", "8.cards.1")
def test_a_general_at_its_limit_does_not_stop_the_others() -> None:
    s = holland(1, 3).general("france", "pfalz", 3).hand("france", 2, 2, 2, 2)
    attack(s, *HOLLAND)
    support(s, ("france", "pfalz"))
    play(s, ("france", "holland", 2), ("france", "pfalz", 2), ("france", "pfalz", 2))
    assert s.why_not("france", "play", s.at("france", "holland"), 2).clause == "8.cards.3"
    play(s, ("france", "pfalz", 2))
    assert totals(s) == (2 + 8, 4)


@pytest.mark.clause("coalitions", "8.cards.13")
def test_face_down_cards_are_hidden_even_from_allies() -> None:
    s = Scene("1805").general("france", "picardie", 3).general("britain", "holland", 2).general("austria", "holland", 2)
    attack(s.hand("britain", 5, 4).hand("austria", 2), *HOLLAND)
    play(s, ("britain", "holland", 5))
    general = s.at("britain", "holland")
    for seat in (*s.setting.seats, None):
        pile = s.game.view(seat)["board"]["battle"]["piles"][general]
        assert pile == ([5] if seat == "britain" else [0])
        told = [entry["event"] for entry in s.game.log(seat)]
        assert ("CardLaid" in told) == (seat == "britain")
    assert {option[0] for option in s.options("austria")} == {"play", "pass"}  # no talk is among the choices


@pytest.mark.clause("coalitions", "8.cards.13", "4.negotiation.1")
def test_who_fights_does_not_confer_while_cards_are_played() -> None:
    s = (
        Scene("1805")
        .general("france", "picardie", 3)
        .general("britain", "holland", 2)
        .general("austria", "hannover", 2)
    )
    seats, rules = s.setting.seats, registry.rulebook("coalitions")

    def refused(*names: str) -> bool:
        refusal = rules.cannot_confer(s.position, tuple(seats.index(name) for name in names))
        return refusal is not None and refusal.clause == "8.cards.13"

    attack(s.hand("britain", 5, 4).hand("france", 2).hand("austria", 3), *HOLLAND)
    assert s.asks == ("support", "austria")
    assert not refused("britain", "austria")  # talk before the cards is free
    support(s, ("austria", "hannover"))
    assert s.asks == ("play-card", "france")
    assert refused("britain", "austria")
    assert refused("france", "prussia")
    assert not refused("prussia", "russia")
    no_more_cards(s)
    assert not refused("britain", "austria")


@pytest.mark.clause("coalitions", "8.cards.14", "8.abilities.2")
def test_a_3_may_be_played_face_up_to_turn_over_a_card_of_the_other_side() -> None:
    s = holland(2, 2).general("britain", "hannover", 1).hand("france", 5, 2).hand("austria", 3, 4).hand("britain", 3)
    attack(s, *HOLLAND)
    support(s, ("britain", "hannover"))
    play(s, ("france", "holland", 5))
    austrian, french = s.at("austria", "holland"), s.at("france", "holland")
    assert set(s.options("austria")) == {
        ("pass",),
        ("play", austrian, 3),
        ("play", austrian, 4),
        ("reveal", austrian, french, 1),
    }
    s.act("austria", "reveal", austrian, french, 1)
    piles = s.game.view(None)["board"]["battle"]["piles"]
    assert piles[french] == [5]
    assert piles[austrian] == [3]
    british = s.at("britain", "hannover")
    assert s.why_not("britain", "reveal", british, french, 1).clause == "8.abilities.2"
    assert s.why_not("britain", "reveal", british, austrian, 1).clause == "8.abilities.2"


@pytest.mark.clause("coalitions", "8.cards.14")
def test_only_a_3_is_played_face_up() -> None:
    s = attack(holland(2, 2).hand("france", 5, 3).hand("austria", 2, 4, 5), *HOLLAND)
    french = s.at("france", "holland")
    assert s.why_not("france", "reveal", french, s.at("austria", "holland"), 1).clause == "8.abilities.2"
    play(s, ("france", "holland", 5))
    assert {option[0] for option in s.options("austria")} == {"pass", "play"}
    assert s.why_not("austria", "reveal", s.at("austria", "holland"), french, 1).clause == "8.cards.14"


@pytest.mark.clause("coalitions", "8.abilities.2")
def test_the_card_to_turn_over_is_chosen_and_a_face_down_3_is_a_plain_3() -> None:
    s = attack(holland(3, 3).hand("france", 4, 2, 3).hand("austria", 5, 5, 5), *HOLLAND)
    play(s, ("france", "holland", 4), ("austria", "holland", 5), ("france", "holland", 2), ("austria", "holland", 5))
    french, austrian = s.at("france", "holland"), s.at("austria", "holland")
    assert {option[3] for option in s.options("france") if option[0] == "reveal"} == {1, 2}
    s.act("france", "reveal", french, austrian, 2)
    assert s.game.view("france")["board"]["battle"]["piles"][austrian] == [0, 5]
    no_more_cards(s)
    assert totals(s) == (4 + 4 + 2 + 3, 4 + 10)
    s = attack(holland(1, 1).hand("france", 3), *HOLLAND)
    play(s, ("france", "holland", 3))
    assert totals(s) == (2 + 3, 2)


@pytest.mark.clause("coalitions", "8.abilities.1")
@pytest.mark.parametrize(
    ("garrison", "austria_adds", "russia_adds"), [(None, 2, 2), ("austria", 3, 2), ("russia", 2, 3)]
)
def test_a_2_counts_3_for_the_power_that_controls_the_territory(
    garrison: str | None, austria_adds: int, russia_adds: int
) -> None:
    s = holland(1, 1).general("russia", "holland", 1).hand("austria", 2).hand("russia", 2).hand("france", 2)
    if garrison:
        s.garrison(garrison, "holland")
    attack(s, *HOLLAND)
    play(s, ("france", "holland", 2), ("austria", "holland", 2), ("russia", "holland", 2))
    assert totals(s) == (2 + 2, 4 + bool(garrison) + austria_adds + russia_adds)


@pytest.mark.clause("coalitions", "8.abilities.1")
def test_a_2_counts_3_in_an_own_home() -> None:
    s = Scene("1805").general("france", "bavaria", 3).general("austria", "tyrol", 2).hand("austria", 2, 2)
    attack(s, "france", "bavaria", "tyrol")
    play(s, ("austria", "tyrol", 2), ("austria", "tyrol", 2))
    assert totals(s) == (4, 3 + 6)


@pytest.mark.clause("coalitions", "8.abilities.3")
@pytest.mark.parametrize(("cards", "worth"), [((4,), 4), ((4, 4), 9), ((4, 4, 4), 13), ((4, 3, 4), 12), ((5, 5), 10)])
def test_each_pair_of_4s_in_a_pile_adds_1(cards: tuple[int, ...], worth: int) -> None:
    s = attack(holland(3, 0).hand("france", *cards), *HOLLAND)
    play(s, *[("france", "holland", value) for value in cards])
    assert totals(s) == (4 + worth, 1)


@pytest.mark.clause("coalitions", "8.abilities.3")
def test_4s_in_two_piles_are_no_pair() -> None:
    s = holland(1, 0).general("france", "pfalz", 1).hand("france", 4, 4)
    attack(s, *HOLLAND)
    support(s, ("france", "pfalz"))
    play(s, ("france", "holland", 4), ("france", "pfalz", 4))
    assert totals(s) == (2 + 8, 1)


@pytest.mark.clause("coalitions", "8.abilities.4")
@pytest.mark.parametrize(("morale", "after"), [(8, 4), (3, 0)])
def test_a_beaten_power_loses_1_more_morale_for_each_5(morale: int, after: int) -> None:
    s = attack(holland(2, 3).hand("france", 5, 5).hand("austria", 5, 5, 4).morale(france=morale), *HOLLAND)
    fives = [("france", "holland", 5), ("austria", "holland", 5)]
    play(s, *fives, *fives, ("austria", "holland", 4))
    assert totals(s) == (13, 18)
    assert s.of("morale", "france") == after
    assert s.of("morale", "austria") == 5 - 3


@pytest.mark.clause("coalitions", "8.abilities.5")
def test_the_5_also_costs_a_supporter_of_the_losers() -> None:
    s = holland(3, 1).general("russia", "hannover", 1).hand("russia", 5).hand("france", 5)
    attack(s, *HOLLAND)
    support(s, ("russia", "hannover"))
    play(s, ("france", "holland", 5), ("russia", "hannover", 5))
    assert totals(s) == (9, 7)
    assert s.of("morale", "russia") == 5 - 1 - 1
    assert s.of("morale", "france") == 5 - 1


@pytest.mark.clause("coalitions", "8.abilities.5")
def test_the_5_costs_nothing_in_a_draw() -> None:
    s = attack(holland(2, 2).hand("france", 5).hand("austria", 5), *HOLLAND)
    play(s, ("france", "holland", 5), ("austria", "holland", 5))
    assert totals(s) == (8, 8)
    assert s.of("morale", "france") == s.of("morale", "austria") == 4
