"""The seven set-ups, against a table taken from the rulebook and not from the data files."""

import re

import pytest

from grognard.games.coalitions.schema import Power, PowerSetup, Scenario, load

SCENARIOS = {scenario.id: scenario for scenario in load().scenarios.scenario}
POWERS: tuple[Power, ...] = ("britain", "france", "austria", "prussia", "russia", "ottomans")
SECTION = {"1805": "2"}

# length, side, Influence, which French General is Napoleon, special rules
FRAMES = {
    "1792": ("full", (150, 180), "revolution", 0, ("offmap", None), {"armee-d-orient", "spain-closed"}),
    "1798": ("full", (150, 180), "revolution", 5, ("at", "egypt"), set()),
    "1805": ("full", (150, 180), "empire", 0, ("any", None), set()),
    "1806": ("medium", (120, 120), "empire", 6, ("any", None), {"spain-closed"}),
    "1809": ("medium", (120, 120), "empire", 9, ("onmap", None), set()),
    "1812": ("short", (90, 90), "empire", 12, ("any", None), set()),
    "1813": ("short", (90, 90), "empire", 13, ("any", None), set()),
}

# Austria, Prussia, Russia, Ottomans: B and F for the Coalitions, N Neutral, X Expansionist
STATUSES = {
    "1792": "BBBX",
    "1798": "BNBB",
    "1805": "BNBX",
    "1806": "NBBX",
    "1809": "BNFX",
    "1812": "FFBN",
    "1813": "NBBX",
}

MORALE = {
    "1792": (8, 10, 6, 5, 2, 3),
    "1798": (6, 8, 5, 3, 7, 4),
    "1805": (5, 11, 9, 4, 3, 2),
    "1806": (6, 12, 5, 10, 4, 3),
    "1809": (5, 12, 9, 4, 3, 3),
    "1812": (8, 12, 4, 3, 9, 2),
    "1813": (8, 8, 4, 5, 7, 3),
}

# In the Order of Play: Generals with Units | Garrisons (+ with a Fortress) | Generals off the map, cards, Money
PIECES = {
    "1792": """
        Hannover 0 London 1 Napoli 0 | | 0 3 0
        Languedoc 1 Lorraine 1 Normandie-Bretagne 1 Paris 1 Picardie 3 Provence 3 | Podolia Polesie Warszawa | 1 6 0
        Brabant 3 Hungari 1 Lombardia 3 Tyrol 3 | | 0 4 0
        Berlin 2 Borussia 0 Saxonia 1 | Saxonia | 0 3 6
        Livonia 2 Smolensk 2 Ukraine 3 | Livonia | 1 3 5
        Istanbul 1 Syria 1 | Hellas Istanbul+ | 1 2 0""",
    "1798": """
        Cornwall 1 London 1 | | 1 2 0
        Egypt 2 Holland 1 Lombardia 2 Lorraine 3 Normandie-Bretagne 1 Patrimonium-St-Petri 2 Picardie 1 \
            | Brabant | 0 7 0
        Bavaria 3 Karinthia 1 Tyrol 2 Venezia 1 | | 0 4 0
        Berlin 2 Borussia 1 Saxonia 1 | Saxonia Warszawa | 0 3 6
        Podolia 1 Polesie 1 Venezia 3 | Livonia Polesie Podolia | 1 3 7
        Istanbul 1 Syria 2 | Hellas Istanbul+ | 1 2 0""",
    "1805": """
        Cornwall 0 London 1 Napoli 0 | Lisboa | 0 3 0
        Lombardia 1 Lorraine 3 Normandie-Bretagne 3 Picardie 3 Provence 1 | Lombardia | 2 5 0
        Bavaria 2 Tyrol 1 Venezia 3 | Bavaria | 1 3 0
        Berlin 0 Borussia 0 Saxonia 0 | Warszawa | 0 3 6
        Livonia 0 Podolia 0 Polesie 0 | Livonia | 1 3 0
        Anatolia 2 Istanbul 1 | Hellas Istanbul+ | 1 2 0""",
    "1806": """
        Egypt 0 London 1 | Egypt | 1 2 0
        Bavaria 3 Lombardia 1 Napoli 2 Pfalz 3 Picardie 1 | Holland Westphalia | 2 7 0
        Wien 0 | | 3 1 0
        Berlin 3 Mecklenburg 2 Saxonia 3 | Saxonia Warszawa | 0 3 6
        Crimea 1 Podolia 2 Polesie 2 | Livonia Polesie Podolia | 1 3 5
        Anatolia 3 Serbia 2 | Hellas Istanbul+ | 1 2 0""",
    "1809": """
        Egypt 1 Lisboa 2 | Egypt | 1 2 0
        Bavaria 2 Catalonia 2 Leon 2 Lombardia 2 Madrid 2 Pfalz 3 Westphalia 1 | Warszawa | 0 7 0
        Bohemia 3 Galicia 1 Tyrol 3 Venezia 3 | | 0 4 0
        Berlin 0 | | 2 1 6
        Crimea 3 Polesie 1 | Livonia Polesie Podolia | 2 2 7
        Bessarabia 3 | Hellas Istanbul+ | 2 1 0""",
    "1812": """
        Lisboa 2 Oporto 1 | Lisboa | 1 2 0
        Borussia 3 Galicia 3 Madrid 2 Navarra 1 Warszawa 3 | Holland Hannover Westphalia Bavaria Pfalz Warszawa \
            Saxonia Patrimonium-St-Petri Napoli Lombardia Catalonia | 2 10 0
        Galicia 2 | | 3 1 0
        Borussia 1 | | 2 1 3
        Crimea 1 Moskva 3 Smolensk 3 St-Petersburg 2 | Livonia Bessarabia | 0 4 7
        Anatolia 0 Serbia 0 | Istanbul+ | 1 2 0""",
    "1813": """
        Cornwall 2 Lisboa 3 | Lisboa | 1 2 0
        Bavaria 2 Hesse 2 Madrid 2 Navarra 1 Picardie 3 | Holland Hannover Westphalia Bavaria Pfalz \
            Patrimonium-St-Petri Lombardia Catalonia | 2 10 0
        Bohemia 3 Tyrol 2 | | 2 2 0
        Borussia 3 | | 2 1 5
        Borussia 3 Silesia 3 Sverige 2 | Livonia Bessarabia Warszawa | 1 3 7
        Serbia 1 Syria 1 | Hellas Istanbul+ | 1 2 0""",
}


def per_scenario(*numbers: int) -> pytest.MarkDecorator:
    """Each scenario, marked with these clauses of its own section."""
    return pytest.mark.parametrize(
        "scenario",
        [
            pytest.param(
                scenario,
                id=year,
                marks=[pytest.mark.clause("coalitions", f"{SECTION.get(year, '13')}.{year}.{n}") for n in numbers],
            )
            for year, scenario in SCENARIOS.items()
        ],
    )


def test_there_are_seven_scenarios() -> None:
    assert sorted(SCENARIOS) == ["1792", "1798", "1805", "1806", "1809", "1812", "1813"]
    assert all(scenario.id == str(scenario.year) for scenario in SCENARIOS.values())


@pytest.mark.clause("coalitions", "2.setup.2")
@per_scenario(1)
def test_length_side_and_influence(scenario: Scenario) -> None:
    length, minutes, side, influence, _, special = FRAMES[scenario.id]
    assert (scenario.length, scenario.minutes, scenario.side) == (length, minutes, side)
    assert (scenario.influence, set(scenario.special)) == (influence, special)


@pytest.mark.clause("coalitions", "13.1792.10", "13.1798.10")
@per_scenario()
def test_who_can_be_napoleon(scenario: Scenario) -> None:
    assert (scenario.napoleon.rule, scenario.napoleon.at) == FRAMES[scenario.id][4]


@per_scenario(2)
def test_statuses(scenario: Scenario) -> None:
    letters = {"B": "british", "F": "french", "N": "neutral", "X": "expansionist"}
    assert [scenario.status[power] for power in POWERS] == [letters[x] for x in "BF" + STATUSES[scenario.id]]


@per_scenario(3)
def test_morale(scenario: Scenario) -> None:
    assert tuple(scenario.morale[power] for power in POWERS) == MORALE[scenario.id]


def written(setup: PowerSetup) -> tuple[set[tuple[str, int]], set[str], list[int]]:
    garrisons = {name + "+" * (name in setup.fortresses) for name in setup.garrisons}
    generals = {(stand.at, stand.units) for stand in setup.generals}
    return generals, garrisons, [setup.offmap_generals, setup.cards, setup.money]


@per_scenario(4, 5, 6, 7, 8, 9)
def test_pieces_cards_and_money(scenario: Scenario) -> None:
    rows = PIECES[scenario.id].strip().splitlines()
    for power, row in zip(POWERS, rows, strict=True):
        generals, garrisons, numbers = row.lower().split("|")
        assert written(scenario.power[power]) == (
            {(name, int(units)) for name, units in re.findall(r"([a-z-]+) (\d)", generals)},
            set(garrisons.split()),
            [int(number) for number in numbers.split()],
        ), power


@pytest.mark.clause("coalitions", "13.1809.11")
def test_1809_has_the_garrison_in_warszawa_that_the_list_forgot() -> None:
    assert SCENARIOS["1809"].power["france"].garrisons == ("warszawa",)
    assert "remark" in SCENARIOS["1809"].power["france"].src


@pytest.mark.clause("coalitions", "13.1812.11")
def test_cards_equal_generals_on_the_map_but_for_france_in_three_years() -> None:
    """C35."""
    others = {
        (scenario.id, power): (setup.cards, len(setup.generals))
        for scenario in SCENARIOS.values()
        for power, setup in scenario.power.items()
        if setup.cards != len(setup.generals)
    }
    assert others == {("1806", "france"): (7, 5), ("1812", "france"): (10, 5), ("1813", "france"): (10, 5)}


def test_five_fortresses_are_left_in_every_scenario() -> None:
    for scenario in SCENARIOS.values():
        assert [name for setup in scenario.power.values() for name in setup.fortresses] == ["istanbul"]
    assert load().cards.components.fortresses - 1 == 5
