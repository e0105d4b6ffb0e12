"""Chapter 8: support."""

from __future__ import annotations

import pytest
from fighting import attack, end_round, march, no_more_cards, play, round_of, support, supports_asked, totals
from scene import Scene

from grognard.games.coalitions.support import cannot_support

HOLLAND = ("france", "picardie", "holland")


def clause_against(s: Scene, power: str, where: str, side: str) -> str | None:
    """The clause that keeps this General from supporting that side of the battle going on."""
    refusal = cannot_support(s.position, s.position.general_of(s.power(power), s.territory(where)), side)
    return None if refusal is None else refusal.clause


@pytest.mark.clause("coalitions", "8.support.1")
def test_generals_with_units_next_to_the_battle_may_support() -> None:
    s = Scene("1805").general("france", "picardie", 3).general("france", "pfalz", 1).general("france", "lorraine", 3)
    s.general("austria", "holland", 1).general("austria", "hannover", 1).general("austria", "hesse", 3)
    attack(s, *HOLLAND)
    assert clause_against(s, "france", "lorraine", "attack") == "8.support.1"
    assert clause_against(s, "austria", "hesse", "defence") == "8.support.1"
    assert supports_asked(s) == [("france", "pfalz", "attack"), ("austria", "hannover", "defence")]


@pytest.mark.clause("coalitions", "8.support.2")
def test_the_attackers_support_is_declared_before_the_defenders() -> None:
    s = Scene("1805").status(russia="french").general("france", "picardie", 3).garrison("britain", "holland")
    s.general("france", "pfalz", 1).general("russia", "pfalz", 1)
    s.general("britain", "london", 1).general("austria", "hannover", 1)
    attack(s, *HOLLAND)
    assert supports_asked(s) == [
        ("france", "pfalz", "attack"),
        ("russia", "pfalz", "attack"),
        ("britain", "london", "defence"),
        ("austria", "hannover", "defence"),
    ]


@pytest.mark.clause("coalitions", "8.support.3")
def test_several_generals_of_one_power_may_support() -> None:
    s = Scene("1805").general("france", "picardie", 1).general("france", "pfalz", 1).general("france", "westphalia", 1)
    s.garrison("austria", "holland")
    attack(s, *HOLLAND)
    support(s, ("france", "pfalz"), ("france", "westphalia"))
    assert s.units("france", "pfalz") == s.units("france", "westphalia") == 0


@pytest.mark.clause("coalitions", "8.support.4")
@pytest.mark.parametrize(("field", "offered"), [("oporto", True), ("lisboa", False)])
def test_british_units_support_over_one_sea_lane(field: str, offered: bool) -> None:
    """T8: Cornwall supports a battle in Oporto, not in Lisboa."""
    s = Scene("1805").general("france", "madrid", 3).garrison("britain", field).general("britain", "cornwall", 2)
    attack(s, "france", "madrid", field)
    assert (("britain", "cornwall", "defence") in supports_asked(s)) == offered


@pytest.mark.clause("coalitions", "8.support.5")
def test_no_other_power_supports_over_a_sea_lane() -> None:
    s = Scene("1805").general("france", "picardie", 3).general("russia", "london", 3).general("britain", "holland", 1)
    s.hand("france", 2)
    attack(s, *HOLLAND)
    assert s.asks == ("play-card", "france")
    assert clause_against(s, "russia", "london", "defence") == "8.support.5"


@pytest.mark.clause("coalitions", "8.support.6")
def test_third_powers_do_not_support() -> None:
    """The Ottomans are everybody's enemy, Prussia is Neutral: neither is asked."""
    s = Scene("1805").general("france", "picardie", 3).general("austria", "holland", 1).hand("france", 2)
    s.general("ottomans", "pfalz", 3).general("prussia", "hannover", 3).general("russia", "westphalia", 1)
    attack(s, *HOLLAND)
    for side in ("attack", "defence"):
        assert clause_against(s, "ottomans", "pfalz", side) == "8.support.6"
        assert clause_against(s, "prussia", "hannover", side) == "8.support.6"
    assert clause_against(s, "russia", "westphalia", "attack") == "8.support.6"
    assert supports_asked(s) == [("russia", "westphalia", "defence")]


@pytest.mark.clause("coalitions", "8.support.6")
def test_a_neutral_is_supported_by_its_own_generals_alone() -> None:
    s = Scene("1805").general("france", "bavaria", 3).garrison("prussia", "saxonia").general("prussia", "berlin", 1)
    s.general("austria", "bohemia", 1).general("britain", "hannover", 1)
    attack(s, "france", "bavaria", "saxonia")
    assert supports_asked(s) == [("prussia", "berlin", "defence")]


@pytest.mark.clause("coalitions", "8.support.7")
def test_a_general_supports_one_battle_of_the_round() -> None:
    s = Scene("1805").general("france", "picardie", 3).general("france", "lorraine", 3).general("france", "paris", 2)
    s.garrison("austria", "holland", "wurttemberg").general("austria", "hesse", 2).garrison("france", "pfalz")
    march(round_of(s, "france"), *HOLLAND)
    march(s, "france", "lorraine", "wurttemberg")
    march(s, "france", "paris", "pfalz").idle("choose-battle").act("france", "fight", "holland")
    support(s, ("france", "pfalz"))
    s.act("france", "no")
    assert clause_against(s, "france", "pfalz", "attack") == "8.support.7"
    assert supports_asked(s) == [("austria", "hesse", "defence")]


@pytest.mark.clause("coalitions", "8.support.7")
def test_who_stands_in_a_battle_of_the_round_supports_no_other() -> None:
    s = Scene("1805").general("france", "picardie", 3).general("france", "lorraine", 3).hand("france", 2)
    s.general("austria", "holland", 2).general("austria", "pfalz", 2)
    march(round_of(s, "france"), *HOLLAND)
    march(s, "france", "lorraine", "pfalz").act("france", "fight", "holland")
    assert s.asks == ("play-card", "france")
    assert clause_against(s, "france", "pfalz", "attack") == "8.support.7"
    assert clause_against(s, "austria", "pfalz", "defence") == "8.support.7"


@pytest.mark.clause("coalitions", "8.support.7")
def test_who_has_fought_and_fallen_back_supports_no_other_battle() -> None:
    s = Scene("1805").general("france", "picardie", 2).general("france", "lorraine", 2).hand("france", 2)
    s.general("austria", "holland", 2).general("austria", "pfalz", 2)
    march(round_of(s, "france"), *HOLLAND)
    march(s, "france", "lorraine", "pfalz").act("france", "fight", "holland")
    no_more_cards(s).act("france", "go", "picardie")
    assert s.units("france", "picardie") == 1
    assert s.asks == ("play-card", "france")
    assert clause_against(s, "france", "picardie", "attack") == "8.support.7"


@pytest.mark.clause("coalitions", "8.support.8")
def test_a_general_without_units_cannot_support() -> None:
    s = Scene("1805").general("france", "picardie", 3).general("france", "pfalz").garrison("austria", "holland")
    s.general("austria", "holland", 1).hand("france", 2)
    attack(s, *HOLLAND)
    assert s.asks == ("play-card", "france")
    assert clause_against(s, "france", "pfalz", "attack") == "8.support.8"


@pytest.mark.clause("coalitions", "8.support.9")
@pytest.mark.parametrize("units", [1, 2, 3])
def test_each_supporting_unit_allows_one_card(units: int) -> None:
    s = Scene("1805").general("france", "picardie").general("france", "pfalz", units).hand("france", 2, 2, 2, 2)
    s.garrison("austria", "holland")
    attack(s, *HOLLAND)
    support(s, ("france", "pfalz"))
    play(s, *[("france", "pfalz", 2)] * units)
    assert totals(s) == (1 + 2 * units, 1)


@pytest.mark.clause("coalitions", "8.support.10")
def test_a_general_that_has_just_arrived_may_support() -> None:
    s = Scene("1805").general("france", "picardie", 3).general("france", "paris", 2).garrison("austria", "holland")
    march(round_of(s, "france"), *HOLLAND)
    end_round(march(s, "france", "paris", "picardie").act("france", "done"), "france")
    assert supports_asked(s) == [("france", "picardie", "attack")]


@pytest.mark.clause("coalitions", "8.support.11")
def test_support_needs_no_acceptance() -> None:
    s = (
        Scene("1805")
        .general("france", "picardie", 3)
        .general("britain", "holland", 1)
        .general("austria", "hannover", 1)
    )
    s.hand("austria", 3)
    attack(s, *HOLLAND)
    assert s.asks == ("support", "austria")
    s.act("austria", "yes")
    assert s.asks == ("play-card", "austria")


@pytest.mark.clause("coalitions", "8.support.12")
def test_a_supporter_that_plays_no_card_has_still_taken_part() -> None:
    s = Scene("1805").general("france", "picardie", 3).general("france", "pfalz", 2).general("austria", "holland")
    s.general("france", "westphalia", 2)
    attack(s, *HOLLAND)
    support(s, ("france", "pfalz"))
    no_more_cards(s)
    assert s.units("france", "pfalz") == 1
    assert s.units("france", "westphalia") == 2
