"""Chapter 7: land advances, sea advances, strategic movement, and what restricts them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from fighting import end_round, ends, march, no_more_cards, round_of, supports_asked
from scene import Scene

from grognard.games.coalitions.envoys import movement
from grognard.games.coalitions.events import GarrisonPlaced, GarrisonRemoved


@pytest.mark.clause("coalitions", "7.move.1")
def test_a_general_moves_once_in_a_round_and_in_any_order() -> None:
    s = Scene("1805").general("france", "paris", 1).general("france", "lorraine", 1)
    march(round_of(s, "france"), "france", "lorraine", "pfalz")
    assert s.why_not("france", "march", s.at("france", "pfalz"), "hesse").clause == "7.move.1"
    march(s, "france", "paris", "picardie")
    assert not [option for option in s.options("france") if option[0] in ("march", "sail")]


@pytest.mark.clause("coalitions", "7.move.1")
def test_only_own_generals_on_the_map_move() -> None:
    s = Scene("1805").general("france", "paris").general("austria", "tyrol")
    round_of(s, "france")
    assert s.why_not("france", "march", s.at("austria", "tyrol"), "wien").clause == "7.move.1"
    assert s.why_not("france", "march", "france-7", "paris").clause == "7.move.1"


@pytest.mark.clause("coalitions", "7.move.1", "7.envoy.2")
def test_in_the_next_round_the_general_moves_again() -> None:
    s = Scene("1805").general("france", "lorraine").begin(movement, "france").act("france", "envoy", "ottomans")
    march(s, "france", "lorraine", "pfalz").act("france", "yes").act("ottomans", "yes")
    march(s, "france", "pfalz", "hesse")
    assert s.stands("france", "hesse")


@pytest.mark.clause("coalitions", "7.move.2")
def test_a_land_advance_goes_to_any_neighbour_and_no_farther() -> None:
    s = Scene("1805").general("france", "hesse")
    round_of(s, "france")
    assert ends(s, "france", "hesse") == {"hannover", "westphalia", "pfalz", "wurttemberg", "bavaria", "saxonia"}
    assert s.why_not("france", "march", "france-1", "hesse").clause == "7.move.2"


@pytest.mark.clause("coalitions", "7.move.3")
@pytest.mark.parametrize(
    ("origin", "ports"),
    [("cornwall", {"oporto", "lisboa", "andalusia"}), ("london", {"holland", "danmark", "sverige"})],
)
def test_a_sea_advance_crosses_up_to_three_sea_lanes(origin: str, ports: set[str]) -> None:
    s = Scene("1805").general("britain", origin)
    round_of(s, "britain")
    assert ends(s, "britain", origin, "sail") == ports
    assert s.why_not("britain", "sail", "britain-1", "napoli").clause == "7.move.3"


@pytest.mark.clause("coalitions", "7.move.3")
@pytest.mark.parametrize(
    ("power", "status"), [("france", "french"), ("ottomans", "expansionist"), ("prussia", "neutral")]
)
def test_only_the_british_coalition_moves_by_sea(power: str, status: str) -> None:
    s = Scene("1805").general(power, "hellas")
    assert s.status_of(power) == status
    round_of(s, power)
    assert ends(s, power, "hellas", "sail") == set()
    assert s.why_not(power, "sail", s.at(power, "hellas"), "egypt").clause == "7.move.3"


@pytest.mark.clause("coalitions", "7.move.4")
def test_a_sea_advance_begins_in_a_port() -> None:
    s = Scene("1805").general("britain", "scotland")
    round_of(s, "britain")
    assert ends(s, "britain", "scotland", "sail") == set()
    assert s.why_not("britain", "sail", "britain-1", "holland").clause == "7.move.4"


@pytest.mark.clause("coalitions", "7.move.5")
def test_britain_is_asked_before_an_ally_sails_and_the_move_is_made_as_agreed() -> None:
    s = Scene("1805").general("austria", "napoli", 1)
    round_of(s, "austria").act("austria", "sail", "austria-1", "egypt")
    assert s.asks == ("permit-sea", "britain")
    assert s.stands("austria", "napoli")
    s.act("britain", "yes").idle()
    assert [event.path for event in s.events("GeneralMoved")] == [(s.territory("egypt"),)]


@pytest.mark.clause("coalitions", "7.move.5")
def test_a_refused_passage_is_closed_for_the_round_the_others_are_not() -> None:
    s = Scene("1805").general("austria", "napoli")
    round_of(s, "austria").act("austria", "sail", "austria-1", "egypt").act("britain", "no")
    assert s.stands("austria", "napoli")
    assert s.why_not("austria", "sail", "austria-1", "egypt").clause == "7.move.5"
    assert ends(s, "austria", "napoli", "sail") == {"andalusia", "lisboa", "oporto", "hellas"}


@pytest.mark.clause("coalitions", "7.move.5", "7.move.14")
def test_britain_is_asked_once_even_when_the_port_is_its_own() -> None:
    s = Scene("1805").general("austria", "holland")
    round_of(s, "austria").act("austria", "sail", "austria-1", "london")
    assert s.asks == ("permit-sea", "britain")
    s.act("britain", "yes")
    assert s.stands("austria", "london")


@pytest.mark.clause("coalitions", "7.move.5", "7.move.14")
def test_an_ally_is_asked_for_its_port_and_britain_for_the_passage() -> None:
    s = Scene("1805").general("austria", "napoli").garrison("russia", "hellas")
    round_of(s, "austria").act("austria", "sail", "austria-1", "hellas")
    assert s.asks == ("consent", "russia")
    s.act("russia", "yes")
    assert s.asks == ("permit-sea", "britain")


@pytest.mark.clause("coalitions", "7.move.5")
def test_britain_asks_nobody_for_its_own_seas() -> None:
    s = Scene("1805").general("britain", "cornwall")
    round_of(s, "britain").act("britain", "sail", "britain-1", "oporto")
    assert s.stands("britain", "oporto")


@pytest.mark.clause("coalitions", "7.move.6")
def test_pieces_in_a_port_passed_have_no_effect() -> None:
    """T5: a French Garrison in Oporto does not halt a sea advance from Cornwall to Lisboa."""
    s = Scene("1805").general("britain", "cornwall", 1).garrison("france", "oporto").general("france", "oporto", 3)
    round_of(s, "britain").act("britain", "sail", "britain-1", "lisboa").act("britain", "done")
    assert s.stands("britain", "lisboa")
    assert not s.events("BattleBegan")


@pytest.mark.clause("coalitions", "7.move.7")
def test_a_sea_advance_may_attack() -> None:
    s = Scene("1805").general("britain", "cornwall", 2).garrison("france", "lisboa")
    end_round(round_of(s, "britain").act("britain", "sail", "britain-1", "lisboa"), "britain")
    assert [event.territory for event in s.events("BattleBegan")] == [s.territory("lisboa")]
    assert not s.garrisoned("france", "lisboa")


@pytest.mark.clause("coalitions", "7.move.8")
def test_britain_is_left_and_reached_by_sea_alone() -> None:
    s = Scene("1805").general("britain", "london").general("britain", "holland").general("russia", "picardie")
    round_of(s, "britain")
    assert ends(s, "britain", "london") == {"cornwall", "scotland"}
    assert s.why_not("britain", "march", s.at("britain", "london"), "holland").clause == "7.stacking.2"
    assert s.why_not("britain", "march", s.at("britain", "london"), "picardie").clause == "7.move.8"
    assert s.why_not("britain", "march", s.at("britain", "holland"), "scotland").clause == "7.move.8"


@pytest.mark.clause("coalitions", "7.move.9")
def test_strategic_movement_goes_three_steps_through_own_territory() -> None:
    s = Scene("1805").general("france", "paris").garrison("france", "navarra", "madrid", "lisboa")
    round_of(s, "france")
    assert {"aquitaine", "navarra", "madrid"} <= ends(s, "france", "paris")
    assert s.why_not("france", "march", "france-1", "lisboa").clause == "7.move.9"
    march(s, "france", "paris", "madrid")
    assert [len(event.path) for event in s.events("GeneralMoved")] == [3]


@pytest.mark.clause("coalitions", "7.move.9")
def test_the_start_of_a_strategic_movement_need_not_be_controlled() -> None:
    s = Scene("1805").general("france", "pfalz")
    round_of(s, "france")
    assert {"lorraine", "paris", "provence", "languedoc"} <= ends(s, "france", "pfalz")


@pytest.mark.clause("coalitions", "7.move.9", "7.move.14")
def test_strategic_movement_through_allies_that_agree() -> None:
    s = Scene("1805").general("russia", "podolia")
    march(round_of(s, "russia"), "russia", "podolia", "wien")
    assert s.asks == ("consent", "austria")
    s.act("austria", "yes")
    assert s.stands("russia", "wien")


@pytest.mark.clause("coalitions", "7.move.10")
def test_a_strategic_movement_neither_ends_in_nor_crosses_ground_of_others() -> None:
    s = Scene("1805").general("france", "paris").garrison("france", "westphalia").garrison("austria", "pfalz")
    round_of(s, "france")
    for end in ("holland", "pfalz", "westphalia"):
        assert s.why_not("france", "march", "france-1", end).clause == "7.move.10"


@pytest.mark.clause("coalitions", "7.move.11")
def test_a_strategic_movement_may_end_but_not_pass_where_an_enemy_general_stands() -> None:
    s = Scene("1805").general("france", "aquitaine").general("austria", "paris").general("austria", "languedoc")
    s.general("austria", "picardie")
    round_of(s, "france")
    assert s.why_not("france", "march", "france-1", "lorraine").clause == "7.move.11"
    assert {"paris", "languedoc", "picardie"} <= ends(s, "france", "aquitaine")


@pytest.mark.clause("coalitions", "7.move.12")
@pytest.mark.parametrize(
    ("power", "origin", "end", "neutral"),
    [
        ("ottomans", "serbia", "hungari", "austria"),
        ("austria", "bohemia", "silesia", "prussia"),
        ("britain", "warszawa", "berlin", "prussia"),
        ("france", "bessarabia", "wallachia", "ottomans"),
    ],
)
def test_the_home_of_a_neutral_is_closed(power: str, origin: str, end: str, neutral: str) -> None:
    s = Scene("1805").general(power, origin).status(**{neutral: "neutral"})
    round_of(s, power)
    assert end not in ends(s, power, origin)
    assert s.why_not(power, "march", s.at(power, origin), end).clause == "7.move.12"


@pytest.mark.clause("coalitions", "7.move.13")
def test_a_neutral_enters_only_territory_it_controls() -> None:
    s = Scene("1805").general("prussia", "berlin")
    round_of(s, "prussia")
    assert ends(s, "prussia", "berlin") == {"borussia", "silesia"}
    assert s.why_not("prussia", "march", "prussia-1", "saxonia").clause == "7.move.13"
    s = Scene("1805").general("prussia", "berlin").garrison("prussia", "saxonia")
    assert "saxonia" in ends(round_of(s, "prussia"), "prussia", "berlin")


@pytest.mark.clause("coalitions", "7.move.14")
def test_an_ally_is_asked_before_its_territory_is_entered() -> None:
    s = Scene("1805").general("russia", "podolia")
    march(round_of(s, "russia"), "russia", "podolia", "galicia")
    assert s.asks == ("consent", "austria")
    assert s.stands("russia", "podolia")
    s.act("austria", "yes")
    assert s.stands("russia", "galicia")


@pytest.mark.clause("coalitions", "7.move.14")
def test_a_refused_territory_is_barred_to_that_general_for_the_round() -> None:
    s = Scene("1805").general("russia", "podolia").general("russia", "polesie")
    march(round_of(s, "russia"), "russia", "podolia", "galicia").act("austria", "no")
    refused, other = s.at("russia", "podolia"), s.at("russia", "polesie")
    assert s.why_not("russia", "march", refused, "galicia").clause == "7.move.14"
    assert s.why_not("russia", "march", refused, "bohemia").clause == "7.move.14"
    assert s.why_not("russia", "march", other, "galicia") is None


@pytest.mark.clause("coalitions", "7.move.14")
def test_consent_is_needed_even_to_attack_an_enemy_in_an_allys_home() -> None:
    s = Scene("1805").general("russia", "podolia", 3).general("ottomans", "galicia")
    march(round_of(s, "russia"), "russia", "podolia", "galicia")
    assert s.asks == ("consent", "austria")


@pytest.mark.clause("coalitions", "7.move.14")
def test_no_consent_where_the_ally_is_not_in_control() -> None:
    s = Scene("1805").general("russia", "podolia").garrison("france", "galicia").general("russia", "livonia")
    march(round_of(s, "russia"), "russia", "podolia", "galicia")
    assert s.stands("russia", "galicia")
    s = Scene("1805").general("russia", "podolia").general("austria", "bessarabia")
    march(round_of(s, "russia"), "russia", "podolia", "bessarabia")
    assert s.stands("russia", "bessarabia")


@pytest.mark.clause("coalitions", "7.move.14", "7.move.9")
def test_the_mover_picks_the_way_where_different_allies_would_be_asked() -> None:
    s = Scene("1805").status(prussia="british").general("russia", "warszawa").garrison("russia", "saxonia")
    march(round_of(s, "russia"), "russia", "warszawa", "saxonia")
    assert s.asks == ("choose-way", "russia")
    assert {way[1:] for way in s.options("russia")} == {("berlin", "saxonia"), ("galicia", "bohemia", "saxonia")}
    s.act("russia", "by-way-of", "galicia", "bohemia", "saxonia")
    assert s.asks == ("consent", "austria")


@pytest.mark.clause("coalitions", "7.units.1")
def test_units_go_with_their_general() -> None:
    s = Scene("1805").general("france", "lorraine", 3)
    march(round_of(s, "france"), "france", "lorraine", "pfalz")
    assert s.units("france", "pfalz") == 3
    assert {option[0] for option in s.options("france")} == {"done", "garrison"}


@pytest.mark.clause("coalitions", "7.units.2")
def test_units_do_not_pass_from_general_to_general() -> None:
    s = Scene("1805").general("france", "lorraine", 3).general("france", "paris", 0).general("france", "provence", 1)
    round_of(s, "france")
    assert {option[0] for option in s.options("france")} == {"done", "march", "march-posting", "garrison"}
    march(s, "france", "lorraine", "aquitaine")
    march(s, "france", "paris", "lorraine")
    held = {where: s.units("france", where) for where in ("aquitaine", "lorraine", "provence")}
    assert held == {"aquitaine": 3, "lorraine": 0, "provence": 1}


@pytest.mark.clause("coalitions", "7.stacking.1", "7.stacking.2")
def test_a_general_may_follow_another_that_has_left_but_not_join_it() -> None:
    s = Scene("1805").general("france", "paris").general("france", "picardie")
    round_of(s, "france")
    assert s.why_not("france", "march", s.at("france", "paris"), "picardie").clause == "7.stacking.2"
    march(s, "france", "picardie", "holland")
    march(s, "france", "paris", "picardie")
    assert s.stands("france", "picardie")


@pytest.mark.clause("coalitions", "7.stacking.2")
def test_a_general_passes_through_another_but_cannot_end_there() -> None:
    s = Scene("1805").general("france", "picardie").general("france", "paris")
    round_of(s, "france")
    assert {"aquitaine", "languedoc"} <= ends(s, "france", "picardie")
    assert "paris" not in ends(s, "france", "picardie")


@pytest.mark.clause("coalitions", "7.stacking.3")
def test_generals_of_allies_may_stand_together() -> None:
    s = Scene("1805").status(prussia="british").general("britain", "london").general("prussia", "holland")
    round_of(s, "britain").act("britain", "sail", "britain-1", "holland")
    assert s.stands("britain", "holland")
    assert s.stands("prussia", "holland")
    assert not s.events("BattleBegan")


@pytest.mark.clause("coalitions", "7.envoy.4", "7.envoy.12", "7.move.3", "7.move.7", "7.garrison.1")
def test_britain_opens_a_front_in_the_peninsula() -> None:
    """T6: Oporto and Cornwall in the first round, Lisboa by sea in the second; 3 Morale for the Ottomans."""
    s = Scene("1805").status(prussia="british", russia="french").garrison("france", "lisboa")
    s.general("britain", "cornwall", 1).general("britain", "london", 2).begin(movement, "britain")
    assert [s.why_not("britain", "envoy", ally).clause for ally in ("austria", "prussia")] == ["7.envoy.4"] * 2
    s.act("britain", "envoy", "ottomans")
    s.act("britain", "sail", s.at("britain", "cornwall"), "oporto")
    march(s, "britain", "london", "cornwall").act("britain", "done")
    s.act("britain", "yes").act("ottomans", "yes")
    s.act("britain", "sail", s.at("britain", "cornwall"), "lisboa").act("britain", "done")
    supports_asked(s)
    no_more_cards(s).act("britain", "yes").act("britain", "no")
    assert s.asks is None
    assert s.of("morale", "ottomans") == 5 + 3
    assert s.garrisoned("britain", "lisboa")
    assert s.stands("britain", "oporto")


@pytest.mark.clause("coalitions", "7.move.9", "7.envoy.11")
def test_france_answers_by_strategic_movement_and_is_refused_a_second_round() -> None:
    """T7: Paris to Madrid and Lombardia to Catalonia; the Ottomans, 1 Morale richer, refuse the second round."""
    s = Scene("1805").general("france", "paris", 2).general("france", "lombardia", 2)
    s.garrison("france", "madrid", "catalonia", "navarra", "lombardia").general("britain", "lisboa", 1)
    s.begin(movement, "france").act("france", "envoy", "ottomans").act("france", "done")
    march(s, "france", "paris", "madrid")
    march(s, "france", "lombardia", "catalonia")
    s.idle("ask-for-round").act("france", "yes").act("ottomans", "no")
    assert s.asks is None
    assert s.of("morale", "ottomans") == 6
    assert s.stands("france", "madrid")
    assert s.stands("france", "catalonia")


@pytest.mark.clause("coalitions", "7.disband.3", "7.units.1", "7.units.2")
@pytest.mark.parametrize(("scenario", "players"), [("1805", 6), ("1792", 4), ("1813", 3)])
def test_in_movement_a_unit_only_ever_becomes_a_garrison(scenario: str, players: int) -> None:
    """Random games: outside battles no General gains a Unit, and none loses one but to a Garrison of its own."""
    g = Scene.opening(scenario, players).position
    rng = Random(players)  # noqa: S311 - a test must be repeatable
    placed = disbanded = 0
    for _ in range(1500):
        if not g.agenda:
            break
        moving = g.battle is None and (g.move is not None or g.agenda[-1][0].name == "disband")
        supply, before = g.supply[:], g.generals[:]
        power = rng.choice(g.deciding)
        g.log = []
        g.act(power, g.sample(power, rng))
        happened = {type(entry.event).__name__ for entry in g.log}
        if not moving or g.battle is not None or "BattleBegan" in happened or "BattleDecided" in happened:
            continue
        posted = Counter(entry.event.general for entry in g.log if isinstance(entry.event, GarrisonPlaced))
        lost = {i: old.units - new.units for i, (old, new) in enumerate(zip(before, g.generals, strict=True))}
        assert {i: n for i, n in lost.items() if n} == posted
        removed = [entry.event.power for entry in g.log if isinstance(entry.event, GarrisonRemoved)]
        assert [new - old for old, new in zip(supply, g.supply, strict=True)] == [removed.count(p) for p in range(6)]
        placed, disbanded = placed + len(posted), disbanded + len(removed)
    assert placed > 10
    assert disbanded > 10
