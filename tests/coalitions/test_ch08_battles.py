"""Chapter 8: when a battle is fought, in which order, and the strengths it begins with."""

from __future__ import annotations

import pytest
from fighting import attack, end_round, fight, march, round_of, strengths, support, totals
from scene import Scene

HOLLAND = ("france", "picardie", "holland")


@pytest.mark.clause("coalitions", "8.when.1")
def test_no_battle_before_the_round_of_movement_is_over() -> None:
    s = Scene("1805").general("france", "picardie", 3).general("france", "paris").garrison("austria", "holland")
    march(round_of(s, "france"), *HOLLAND)
    assert s.asks == ("move", "france")
    assert not s.events("BattleBegan")
    end_round(s, "france")
    assert s.events("BattleBegan")


@pytest.mark.clause("coalitions", "8.when.2")
@pytest.mark.parametrize("piece", ["garrison", "general"])
@pytest.mark.parametrize(
    ("power", "fought"), [("austria", True), ("ottomans", True), ("prussia", True), ("russia", False)]
)
def test_a_battle_where_a_general_enters_upon_an_enemy_or_a_neutral_abroad(
    piece: str, power: str, fought: bool
) -> None:
    """Austria and the Ottomans are At War with France, Prussia is Neutral, Russia here its ally."""
    s = Scene("1805").status(russia="french").general("france", "picardie", 3)
    getattr(s, piece)(power, "holland")
    march(round_of(s, "france"), *HOLLAND)
    if s.asks == ("consent", "russia"):
        s.act("russia", "yes")
    end_round(s, "france")
    assert bool(s.events("BattleBegan")) == fought


@pytest.mark.clause("coalitions", "8.when.2")
def test_only_the_mover_attacks_not_who_stands_there() -> None:
    s = Scene("1805").general("france", "hesse", 3).general("austria", "bavaria", 3)
    round_of(s, "france").act("france", "done")
    assert s.asks is None
    assert not s.events("BattleBegan")


@pytest.mark.clause("coalitions", "8.when.3")
@pytest.mark.parametrize("first", ["holland", "wurttemberg"])
def test_the_mover_decides_the_order_of_battles(first: str) -> None:
    s = Scene("1805").general("france", "picardie", 3).general("france", "lorraine", 3)
    s.garrison("austria", "holland", "wurttemberg")
    march(round_of(s, "france"), *HOLLAND)
    march(s, "france", "lorraine", "wurttemberg")
    assert s.asks == ("choose-battle", "france")
    assert set(s.options("france")) == {("fight", "holland"), ("fight", "wurttemberg")}
    assert s.why_not("france", "fight", "pfalz").clause == "8.when.2"
    s.act("france", "fight", first)
    assert [event.territory for event in s.events("BattleBegan")] == [s.territory(first)]
    s.idle()
    assert len(s.events("BattleDecided")) == 2


@pytest.mark.clause("coalitions", "8.when.4")
def test_an_empty_enemy_home_is_entered_without_battle() -> None:
    s = Scene("1805").general("france", "bavaria", 1)
    march(round_of(s, "france"), "france", "bavaria", "tyrol").idle()
    assert s.stands("france", "tyrol")
    assert s.controls("austria", "tyrol")
    assert not s.events("BattleBegan")


@pytest.mark.clause("coalitions", "8.when.5")
def test_strengths_then_support_then_cards_then_the_outcome() -> None:
    s = Scene("1805").general("france", "picardie", 2).general("france", "pfalz", 1).hand("france", 5)
    s.general("austria", "holland", 1).general("austria", "hannover", 1)
    attack(s, *HOLLAND)
    seen = [type(event).__name__ for event in (s.events("BattleBegan") + s.events("BattleDecided"))]
    assert seen == ["BattleBegan"]
    asked = []
    while s.asks and not s.events("BattleDecided"):
        side = s.position.agenda[-1][3] if s.asks[0] == "support" else ""
        asked.append((*s.asks, side))
        s.act(s.asks[1], "yes") if s.asks[0] == "support" else s.act(s.asks[1], "pass")
    assert asked == [("support", "france", "attack"), ("support", "austria", "defence"), ("play-card", "france", "")]


@pytest.mark.clause("coalitions", "8.strength.1")
@pytest.mark.parametrize("units", [0, 1, 3])
def test_general_unit_and_garrison_count_1_each(units: int) -> None:
    s = Scene("1805").general("france", "picardie", 3).garrison("austria", "holland")
    s.general("austria", "holland", units)
    attack(s, *HOLLAND)
    assert strengths(s) == (1 + 3, 1 + 1 + units)


@pytest.mark.clause("coalitions", "8.strength.2")
def test_a_garrison_with_a_fortress_counts_4() -> None:
    """T21."""
    s = Scene("1805").general("france", "picardie", 3).garrison("austria", "holland", fortress=True)
    s.general("austria", "holland", 2)
    attack(s, *HOLLAND)
    assert strengths(s) == (4, 1 + 2 + 4)


@pytest.mark.clause("coalitions", "8.strength.2")
def test_a_fortress_without_garrison_counts_nothing() -> None:
    s = Scene("1805").general("france", "picardie", 3).fortress("holland").general("austria", "holland", 2)
    attack(s, *HOLLAND)
    assert strengths(s) == (4, 3)


@pytest.mark.clause("coalitions", "8.strength.3")
def test_allies_in_the_territory_defend_together() -> None:
    s = Scene("1805").status(prussia="british").general("france", "picardie", 3)
    s.general("britain", "holland", 2).general("prussia", "holland", 2).garrison("austria", "holland")
    attack(s, *HOLLAND)
    assert strengths(s) == (4, 3 + 3 + 1)


@pytest.mark.clause("coalitions", "8.strength.4")
def test_support_adds_no_strength_of_its_own() -> None:
    s = Scene("1805").general("france", "picardie", 3).general("france", "pfalz", 3)
    s.general("austria", "holland", 1).general("austria", "hannover", 3)
    attack(s, *HOLLAND)
    support(s, ("france", "pfalz"), ("austria", "hannover"))
    assert totals(s) == strengths(s) == (4, 2)


@pytest.mark.clause("coalitions", "8.when.3", "8.when.2")
def test_a_battle_is_finished_before_the_next_begins() -> None:
    s = Scene("1805").general("france", "picardie", 3).general("france", "lorraine", 3)
    s.general("austria", "holland").general("austria", "wurttemberg")
    march(round_of(s, "france"), *HOLLAND)
    march(s, "france", "lorraine", "wurttemberg").act("france", "fight", "wurttemberg")
    assert s.asks == ("place-beaten", "austria")
    assert len(s.events("BattleBegan")) == 1
    s.act("austria", "go", "wien").act("france", "yes")
    assert len(s.events("BattleBegan")) == 2


@pytest.mark.clause("coalitions", "8.when.2")
def test_every_battle_of_the_round_must_be_fought() -> None:
    s = Scene("1805").general("france", "picardie", 0).general("austria", "holland", 3)
    fight(s, *HOLLAND).idle()
    assert s.events("BattleDecided")
    assert not s.stands("france", "holland")
