"""12. L'Empereur: the Napoleon card and the placing of French Generals."""

from __future__ import annotations

import pytest
from scene import Scene

from grognard.games.coalitions.lempereur import napoleon_card
from grognard.games.coalitions.pieces import relocate
from grognard.games.coalitions.position import IN_THE_BOX
from grognard.games.coalitions.sequence import take_action

MUSTER, TAXATION, LEADERSHIP, MOBILISATION, GAIN_INFLUENCE, MOVEMENT = range(6)
GERMANY = ("bavaria", "saxonia", "hesse")


def solo(*, card: str) -> Scene:
    """Russia is the weakest, so nobody has to choose whom to cheer."""
    return Scene("1805", players=1, mode="lempereur", level="ogre").morale(russia=1).napoleon_deck(card)


def draw(s: Scene) -> Scene:
    return s.begin(take_action, "france", MOVEMENT)


def clause_against(s: Scene, *action: object) -> str:
    refusal = s.why_not("britain", *action)
    assert refusal is not None
    return refusal.clause


# --- the card -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "12.card.1")
def test_the_weakest_power_is_cheered_before_the_card() -> None:
    s = draw(solo(card="N6"))
    assert s.of("morale", "russia") == 2
    assert s.game is not None
    names = [type(entry.event).__name__ for _, entry in s.game.journal]
    assert names.index("MoraleChanged") < names.index("NapoleonCardDrawn")


@pytest.mark.clause("coalitions", "12.card.1")
def test_the_players_break_a_tie_of_the_weakest() -> None:
    s = draw(solo(card="N6").morale(prussia=1, france=0))
    assert s.asks == ("favour", "britain")
    assert s.options("britain") == [("favour", "prussia"), ("favour", "russia")]
    assert clause_against(s, "favour", "austria") == "12.card.1"
    assert clause_against(s, "favour", "france") == "12.card.1"  # the least of all, but not of the Grand Coalition
    s.act("britain", "favour", "prussia")
    assert (s.of("morale", "prussia"), s.of("morale", "russia")) == (2, 1)


@pytest.mark.clause("coalitions", "12.card.2")
def test_the_thirteenth_card_comes_from_the_shuffled_discards() -> None:
    s, drawn = solo(card="N6"), []
    for _ in range(13):
        s.influence(france=0).begin(napoleon_card)
        drawn.append(s.events("NapoleonCardDrawn")[0].card)
        while s.asks is not None:
            s.act(s.asks[1], *s.options(s.asks[1])[0])
    assert drawn[0] == 5  # the one card the deck was left with
    assert sorted(drawn[1:]) == list(range(12))  # then all twelve again, each once
    assert drawn[1:] != sorted(drawn[1:])


@pytest.mark.clause("coalitions", "12.card.3")
def test_t19_a_garrison_in_dalmatia_earns_one_influence() -> None:
    s = draw(solo(card="N3").garrison("france", "dalmatia").influence(france=5))
    assert s.of("influence", "france") == 6  # though Dalmatia is Undisputed
    assert not s.stands("france", "dalmatia")


@pytest.mark.clause("coalitions", "12.card.3")
def test_every_kind_of_territory_earns_its_value() -> None:
    s = draw(solo(card="N7").garrison("france", "bavaria", "wien", "bohemia"))
    assert s.of("influence", "france") == 2 + 2 + 1  # Disputed, a capital, a home


@pytest.mark.clause("coalitions", "12.card.3", "12.card.4")
def test_a_garrison_of_another_power_earns_nothing_and_is_attacked() -> None:
    s = draw(solo(card="N3").garrison("austria", "dalmatia").general("france", "paris", units=3).morale(austria=0))
    assert s.of("influence", "france") == 0
    assert [e.territory for e in s.events("BattleBegan")] == [s.territory("dalmatia")]


@pytest.mark.clause("coalitions", "12.card.4", "12.placing.1", "12.placing.7")
def test_t20_three_generals_with_three_units_attack_in_the_order_of_the_card() -> None:
    s = solo(card="N6").general("austria", "bavaria").general("prussia", "saxonia").garrison("austria", "hesse")
    s.morale(britain=9, austria=0, prussia=0, ottomans=9, russia=1)
    draw(s).act("britain", "favour", "austria")
    while s.asks is not None:  # beaten Generals leave the map
        s.act(s.asks[1], "off-map")
    assert s.of("morale", "austria") == 1
    assert [e.territory for e in s.events("GeneralPlaced")] == [s.territory(t) for t in GERMANY]
    assert [e.number for e in s.events("UnitsRaised")] == [3, 3, 3]
    assert [(e.territory, e.attack) for e in s.events("BattleBegan")] == [(s.territory(t), 4) for t in GERMANY]


@pytest.mark.clause("coalitions", "12.placing.7")
def test_all_are_placed_before_the_first_battle() -> None:
    s = draw(solo(card="N6").general("austria", "bavaria", units=1).hand("austria", 2))
    assert s.asks == ("lay-card", "austria")
    assert all(s.stands("france", t) for t in GERMANY)
    assert s.garrisoned("france", "hesse")  # no enemy there
    assert not s.garrisoned("france", "bavaria")  # the battle comes first


@pytest.mark.clause("coalitions", "12.card.5")
@pytest.mark.parametrize("card", [f"N{n}" for n in range(1, 13)])
def test_only_the_names_on_a_card_matter(card: str) -> None:
    s = draw(solo(card=card))
    record = next(c for c in s.setting.data.cards.napoleon if c.id == card)
    held = [s.setting.board.ids[t] for t, power in enumerate(s.position.garrisons) if power == s.power("france")]
    assert sorted(held) == sorted(record.territories)


# --- placing --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "12.placing.1", "12.placing.6")
def test_distance_does_not_matter_and_a_free_territory_is_garrisoned() -> None:
    s = draw(solo(card="N12"))  # Polesie, Smolensk, Moskva: the whole map away
    for t in ("polesie", "smolensk", "moskva"):
        assert s.units("france", t) == 2
        assert s.garrisoned("france", t)
    assert s.of("supply", "france") == 49 - 9


SOURCES = [
    ("off-board", None),
    ("a French home", "normandie-bretagne"),
    ("Paris", "paris"),
    ("an Undisputed territory", "oporto"),
    ("a Disputed territory without the blue stripe", "hellas"),
    ("a home of the Grand Coalition", "syria"),
    ("a Disputed territory with the blue stripe", "egypt"),
]


def only_hesse(s: Scene) -> Scene:
    """Bavaria and Saxonia are garrisoned: the one attack of this card goes to Hesse, which is nearest to none."""
    return s.garrison("france", "bavaria", "saxonia")


@pytest.mark.clause("coalitions", "12.placing.2")
@pytest.mark.parametrize("first", range(7), ids=[name for name, _ in SOURCES])
def test_sources_come_in_the_order_of_the_list(first: int) -> None:
    s = only_hesse(solo(card="N6"))
    on_map = [where for _, where in SOURCES[first:] if where is not None]
    if first == 0:
        on_map.pop()  # France has six Generals: one is left off the map
    for where in reversed(on_map):
        s.general("france", where, units=3)
    if first > 0:
        none_off_map(s)
    draw(s)
    assert s.stands("france", "hesse")
    assert [where for where in on_map if not s.stands("france", where)] == on_map[: min(first, 1)]


def none_off_map(s: Scene) -> None:
    """Leave France no General off the map."""
    for i in s.g.off_map[s.power("france")]:
        relocate(s.g, i, IN_THE_BOX)


@pytest.mark.clause("coalitions", "12.placing.2")
@pytest.mark.parametrize(
    ("nearer", "farther"),
    [
        ("lorraine", "provence"),  # homes: 2 steps, 3 steps
        ("pfalz", "navarra"),
        ("hannover", "hellas"),
        ("bohemia", "galicia"),
        ("london", "serbia"),  # 3 steps, a Sea Lane among them, and 4
        ("holland", "napoli"),
    ],
)
def test_of_one_kind_the_closest_goes(nearer: str, farther: str) -> None:
    s = only_hesse(solo(card="N6")).general("france", farther, units=3).general("france", nearer, units=3)
    none_off_map(s)
    draw(s)
    assert s.asks is None
    assert (s.stands("france", nearer), s.stands("france", farther)) == (False, True)


@pytest.mark.clause("coalitions", "12.placing.2")
@pytest.mark.parametrize(
    ("lower", "higher"), [("leon", "valencia"), ("livonia", "hellas"), ("tyrol", "wien"), ("venezia", "lombardia")]
)
def test_at_equal_distance_the_lowest_value_goes(lower: str, higher: str) -> None:
    s = only_hesse(solo(card="N6")).general("france", higher, units=3).general("france", lower, units=3)
    steps, value = s.g.board.by_land_and_sea[s.territory("hesse")], s.g.board.value
    assert steps[s.territory(lower)] == steps[s.territory(higher)]
    assert value[s.territory(lower)] < value[s.territory(higher)]
    none_off_map(s)
    draw(s)
    assert s.asks is None
    assert (s.stands("france", lower), s.stands("france", higher)) == (False, True)


@pytest.mark.clause("coalitions", "12.placing.2")
def test_distance_comes_before_value() -> None:
    s = only_hesse(solo(card="N6")).general("france", "mecklenburg", units=3).general("france", "pfalz", units=3)
    none_off_map(s)
    draw(s)
    assert not s.stands("france", "pfalz")  # worth 1, next door; Mecklenburg is worth 0, two steps away
    assert s.stands("france", "mecklenburg")


@pytest.mark.clause("coalitions", "12.placing.2", "12.placing.3")
def test_without_a_source_the_attack_is_skipped() -> None:
    s = solo(card="N6").general("france", "paris", units=3)
    none_off_map(s)
    draw(s)
    assert s.asks is None
    assert [s.stands("france", t) for t in GERMANY] == [True, False, False]  # not taken from Bavaria again


@pytest.mark.clause("coalitions", "12.placing.3")
def test_a_general_placed_by_this_card_is_not_taken_again() -> None:
    s = solo(card="N6").general("france", "aquitaine", units=3).general("france", "paris", units=3)
    none_off_map(s)
    draw(s)
    assert not s.stands("france", "aquitaine")
    assert not s.stands("france", "paris")  # for Saxonia, though the one in Bavaria was next door
    assert (s.stands("france", "bavaria"), s.stands("france", "saxonia")) == (True, True)


@pytest.mark.clause("coalitions", "12.placing.3", "12.card.4")
def test_a_general_in_a_listed_territory_is_kept_for_it() -> None:
    s = solo(card="N6").general("france", "hesse").general("france", "holland", units=3)
    none_off_map(s)
    draw(s)
    assert s.units("france", "hesse") == 2  # made up to 3, one of them the Garrison
    assert s.garrisoned("france", "hesse")
    assert s.stands("france", "bavaria")  # from Holland, though Hesse was nearer and Undisputed


@pytest.mark.clause("coalitions", "12.placing.4")
def test_equal_sources_are_the_players_choice() -> None:
    s = only_hesse(solo(card="N6")).general("france", "pfalz").general("france", "westphalia", units=1)
    s.general("france", "oporto").general("austria", "wien")
    none_off_map(s)
    draw(s)
    assert s.asks == ("choose-source", "britain")
    assert s.options("britain") == [("choose", s.at("france", t)) for t in ("pfalz", "westphalia")]
    assert clause_against(s, "choose", s.at("france", "oporto")) == "12.placing.2"
    assert clause_against(s, "choose", s.at("austria", "wien")) == "12.placing.2"
    s.act("britain", "choose", s.at("france", "westphalia"))
    assert (s.stands("france", "westphalia"), s.stands("france", "pfalz")) == (False, True)
    assert s.units("france", "hesse") == 2


@pytest.mark.clause("coalitions", "12.placing.3", "12.placing.4")
def test_a_placed_general_is_no_choice_among_equals() -> None:
    s = solo(card="N6").general("france", "languedoc").general("france", "aquitaine").general("france", "lorraine")
    none_off_map(s)
    draw(s)
    assert s.stands("france", "bavaria")  # from Lorraine; for Saxonia the other two are as near
    assert s.options("britain") == [("choose", s.at("france", t)) for t in ("languedoc", "aquitaine")]
    assert clause_against(s, "choose", s.at("france", "bavaria")) == "12.placing.3"


@pytest.mark.clause("coalitions", "12.placing.5")
def test_garrison_stays_and_units_go_along_and_are_made_up() -> None:
    s = only_hesse(solo(card="N6")).garrison("france", "pfalz").general("france", "pfalz", units=1)
    none_off_map(s)
    draw(s)
    assert s.garrisoned("france", "pfalz")
    assert not s.stands("france", "pfalz")
    assert [e.number for e in s.events("UnitsRaised")] == [2]
    assert s.of("supply", "france") == 49 - 3 - 3  # three older Garrisons; 2 Units and a Garrison in Hesse


@pytest.mark.clause("coalitions", "12.placing.5")
def test_a_short_supply_gives_fewer_units() -> None:
    s = only_hesse(solo(card="N6"))
    s.g.supply[s.power("france")] = 2
    draw(s)
    assert s.units("france", "hesse") == 1
    assert s.of("supply", "france") == 0


@pytest.mark.clause("coalitions", "12.placing.6")
def test_an_empty_home_of_the_enemy_is_garrisoned_too() -> None:
    s = draw(solo(card="N7").garrison("france", "bavaria"))
    assert s.controls("france", "wien")
    assert s.units("france", "wien") == 2


@pytest.mark.clause("coalitions", "12.placing.6", "12.placing.7")
@pytest.mark.parametrize("piece", ["general", "garrison"])
def test_any_enemy_piece_means_a_battle(piece: str) -> None:
    s = only_hesse(solo(card="N6"))
    if piece == "general":
        s.general("ottomans", "hesse")
    else:
        s.garrison("ottomans", "hesse")
    draw(s)
    assert [e.territory for e in s.events("BattleBegan")] == [s.territory("hesse")]
