"""13 (and 2). The seven scenarios as they stand on the board when play begins, with every number of players."""

import re

import pytest
from scene import Scene
from test_setups import FRAMES, MORALE, PIECES, POWERS, SECTION, STATUSES

from grognard.games.coalitions.words import STATUS_IDS

LETTERS = {"B": "british", "F": "french", "N": "neutral", "X": "expansionist"}

TABLES = {
    "six": (6, "russia", ()),
    "five": (5, "russia", ("ottomans",)),
    "four": (4, "russia", ("prussia", "ottomans")),
    "three": (3, "russia", ("prussia", "russia", "ottomans")),
    "three, Austria minor": (3, "austria", ("austria", "prussia", "ottomans")),
}


def at_every_table(*numbers: int) -> pytest.MarkDecorator:
    """Each scenario with each number of players, marked with these clauses of its section."""
    return pytest.mark.parametrize(
        ("year", "table"),
        [
            pytest.param(
                year,
                table,
                id=f"{year}-{table}",
                marks=[pytest.mark.clause("coalitions", f"{SECTION.get(year, '13')}.{year}.{n}") for n in numbers],
            )
            for year in FRAMES
            for table in TABLES
        ],
    )


def opened(year: str, table: str) -> Scene:
    """The game at its first action: Britain has drawn for its Muster and not yet discarded."""
    players, third, _ = TABLES[table]
    s = Scene.opening(year, players, third_minor=third).idle("muster-discard")
    assert s.asks == ("muster-discard", "britain")
    return s


@at_every_table(1)
def test_side_and_influence(year: str, table: str) -> None:
    _, _, side, influence, _, special = FRAMES[year]
    s = opened(year, table)
    assert s.setting.board.side == side
    for power in POWERS:
        assert s.of("influence", power) == (0 if power in TABLES[table][2] else influence)
    assert s.position.spain_closed == ("spain-closed" in special)
    assert s.position.orient_card == ("armee-d-orient" in special)


@at_every_table(2)
@pytest.mark.clause("coalitions", "2.setup.7")
def test_statuses(year: str, table: str) -> None:
    s = opened(year, table)
    assert [STATUS_IDS[status] for status in s.position.status] == [LETTERS[x] for x in "BF" + STATUSES[year]]


@at_every_table(3)
def test_morale(year: str, table: str) -> None:
    assert tuple(opened(year, table).position.morale) == MORALE[year]


@at_every_table(4, 5, 6, 7, 8, 9)
@pytest.mark.clause("coalitions", "2.setup.9", "2.setup.10")
def test_every_piece_stands_where_the_scenario_puts_it(year: str, table: str) -> None:
    s = opened(year, table)
    g, names = s.position, s.setting.board.ids
    for power, row in zip(POWERS, PIECES[year].strip().splitlines(), strict=True):
        p = s.power(power)
        generals, garrisons, numbers = row.lower().split("|")
        off_map, cards, money = (int(number) for number in numbers.split())
        assert {(names[g.generals[i].at], g.generals[i].units) for i in g.on_map[p]} == {
            (name, int(units)) for name, units in re.findall(r"([a-z-]+) (\d)", generals)
        }
        assert {name + "+" * (g.fortresses >> t & 1) for t, name in enumerate(names) if g.garrisons[t] == p} == set(
            garrisons.split()
        )
        assert len(g.off_map[p]) == off_map
        assert s.cards(power) == cards + (power == "britain")
        assert s.of("money", power) == (0 if power in TABLES[table][2] else money)
        tokens = s.setting.data.cards.components.units[power]
        assert s.of("supply", power) == tokens - sum(map(int, re.findall(r"\d", generals))) - len(garrisons.split())


@pytest.mark.clause("coalitions", "13.1809.11")
def test_1809_the_french_garrison_in_warszawa_is_on_the_board() -> None:
    s = opened("1809", "six")
    assert s.garrisoned("france", "warszawa")
    assert not s.stands("france", "warszawa")


@pytest.mark.clause("coalitions", "13.1812.11")
def test_1812_france_holds_ten_cards_with_five_generals_on_the_map() -> None:
    s = opened("1812", "six")
    assert s.cards("france") == 10
    assert len(s.position.on_map[s.power("france")]) == 5
