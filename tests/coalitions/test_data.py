"""The data files of Coalitions: what the rulebook says of them, by the numbers of the fact sheet."""

import re

import pytest

from grognard.games.coalitions import GAME
from grognard.games.coalitions.figures import ROAD_TO_PARIS
from grognard.games.coalitions.schema import Power, PowerSetup, Scenario, Side, Territory, load

SIDES: tuple[Side, Side] = ("revolution", "empire")
DATA = load()
TERRITORIES = {territory.id: territory for territory in DATA.board.territory}
SCENARIOS = DATA.scenarios.scenario
BOTH = pytest.mark.parametrize("side", SIDES)
FRENCH_HOMES = {"paris", "lorraine", "picardie", "provence", "normandie-bretagne", "languedoc", "aquitaine"}
SPAIN = {"leon", "navarra", "catalonia", "valencia", "andalusia", "madrid"}
SETUPS = [(scenario, power, setup) for scenario in SCENARIOS for power, setup in scenario.power.items()]


def on(side: Side, kind: str | None = None) -> dict[str, Territory]:
    return {t.id: t for t in DATA.board.territory if side in t.sides and kind in (None, t.on(side).kind)}


def graph(side: Side, *, land: bool = True, lanes: bool = False) -> dict[str, set[str]]:
    joined: dict[str, set[str]] = {name: set() for name, t in on(side).items() if t.kind != "impassable"}
    for border in (*(DATA.board.land if land else ()), *(DATA.board.lane if lanes else ())):
        if side in border.sides:
            joined[border.a].add(border.b)
            joined[border.b].add(border.a)
    return joined


def steps(joined: dict[str, set[str]], start: str, within: set[str] | None = None) -> dict[str, int]:
    """How far everything is from a start, through the places allowed."""
    far, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for there in joined[here] - far.keys():
            if within is None or there in within:
                far[there] = far[here] + 1
                edge.append(there)
    return far


def homes(power: Power, side: Side = "empire") -> set[str]:
    return {name for name, t in on(side).items() if t.on(side).home == power}


@pytest.mark.clause("coalitions", "4.order.1")
def test_c1_the_order_of_play() -> None:
    assert DATA.board.powers == ("britain", "france", "austria", "prussia", "russia", "ottomans")


@BOTH
def test_c2_c3_capitals_the_book_names(side: Side) -> None:
    assert "tyrol" in homes("austria", side)
    for name, power in (("wien", "austria"), ("paris", "france"), ("berlin", "prussia")):
        assert (TERRITORIES[name].on(side).kind, TERRITORIES[name].on(side).home) == ("capital", power)


@pytest.mark.clause("coalitions", "4.territories.1")
@BOTH
def test_c4_one_capital_for_each_power(side: Side) -> None:
    capitals = on(side, "capital").values()
    assert sorted(str(t.on(side).home) for t in capitals) == sorted(DATA.board.powers)
    assert all((t.on(side).home is not None) == (t.on(side).kind in ("capital", "home")) for t in on(side).values())


@pytest.mark.clause("coalitions", "4.territories.3")
@BOTH
def test_c5_bavaria_is_disputed_by_france_and_austria(side: Side) -> None:
    bavaria = TERRITORIES["bavaria"].on(side)
    assert (bavaria.kind, set(bavaria.stripes)) == ("disputed", {"france", "austria"})
    assert all(bool(t.on(side).stripes) == (t.on(side).kind == "disputed") for t in on(side).values())


@BOTH
def test_c6_wurttemberg_is_undisputed(side: Side) -> None:
    assert TERRITORIES["wurttemberg"].on(side).kind == "undisputed"


@BOTH
def test_c7_only_the_alps_and_the_caucasus_are_impassable(side: Side) -> None:
    assert set(on(side, "impassable")) == {"alps", "caucasus"}


@pytest.mark.clause("coalitions", "1.components.10", "2.setup.3", "2.setup.4")
def test_c8_what_differs_between_the_sides() -> None:
    assert "hannover" in homes("britain", "revolution")
    assert "brabant" in homes("austria", "revolution")
    assert on("revolution").keys() - on("empire").keys() == {"brabant", "karinthia"}
    assert on("empire").keys() <= on("revolution").keys()
    assert TERRITORIES["hannover"].on("empire").kind == "disputed"


@BOTH
def test_the_number_of_territories_of_each_kind(side: Side) -> None:
    kinds = [len(on(side, kind)) for kind in ("capital", "home", "disputed", "undisputed", "impassable")]
    assert kinds == ([6, 25, 17, 13, 2] if side == "revolution" else [6, 22, 18, 13, 2])


@pytest.mark.clause("coalitions", "4.territories.2")
def test_c9_values_are_0_to_3_and_dalmatia_has_1() -> None:
    assert TERRITORIES["dalmatia"].on("empire").value == 1
    assert {t.on(side).value for side in SIDES for t in on(side).values()} == {0, 1, 2, 3}


@pytest.mark.clause("coalitions", "7.taxation.8")
@BOTH
def test_c10_eleven_ports(side: Side) -> None:
    assert sum(t.port for t in on(side).values()) == 11


@BOTH
def test_c11_the_french_homes(side: Side) -> None:
    assert homes("france", side) == FRENCH_HOMES


def test_c12_spain() -> None:
    assert set(DATA.board.spain) == SPAIN


@BOTH
def test_c13_spain_is_entered_from_france_through_navarra_or_catalonia(side: Side) -> None:
    joined = graph(side)
    assert {there for home in FRENCH_HOMES for there in joined[home]} & SPAIN == {"navarra", "catalonia"}


@BOTH
def test_c14_c15_britain_is_an_island(side: Side) -> None:
    joined = graph(side)
    assert "cornwall" in joined["london"]
    assert set(steps(joined, "london")) == homes("britain", side) - {"hannover"}


@BOTH
def test_c16_c17_c18_sea_lanes_the_book_names(side: Side) -> None:
    lanes = graph(side, land=False, lanes=True)
    assert "oporto" in lanes["cornwall"]
    assert "lisboa" not in lanes["cornwall"]
    assert "lisboa" in lanes["oporto"]
    assert "holland" in lanes["london"]
    assert all(steps(lanes, "london").get(port, 99) > 3 for port in ("lisboa", "oporto"))


def test_c19_picardie_borders_holland_on_the_empire_side() -> None:
    assert "holland" in graph("empire")["picardie"]


@BOTH
def test_c20_paris_to_madrid_is_three_steps(side: Side) -> None:
    assert steps(graph(side), "paris", FRENCH_HOMES | SPAIN)["madrid"] == 3


@BOTH
def test_c21_lombardia_to_catalonia_is_three_steps(side: Side) -> None:
    assert steps(graph(side), "lombardia")["catalonia"] == 3


@BOTH
def test_c22_c23_borders_the_book_names(side: Side) -> None:
    assert "oporto" in graph(side)["madrid"]
    assert {"podolia", "polesie", "warszawa", "bessarabia"} <= graph(side)["galicia"]


@BOTH
def test_c24_c25_the_russian_territories_nearest_to_bessarabia_and_wallachia(side: Side) -> None:
    russian = homes("russia", side) | {"podolia"}
    joined = graph(side)
    assert {"podolia", "crimea"} <= joined["bessarabia"]
    far = {name: steps(joined, "wallachia")[name] for name in russian}
    assert {name for name, distance in far.items() if distance == min(far.values())} == {"podolia", "crimea"}


@BOTH
def test_c26_to_c29_homes_and_no_homes_the_book_names(side: Side) -> None:
    assert "wallachia" in homes("ottomans", side)
    assert "silesia" in homes("prussia", side)
    assert TERRITORIES["bessarabia"].on(side).home not in ("russia", "ottomans")
    assert TERRITORIES["saxonia"].on(side).home is None
    assert TERRITORIES["egypt"].on(side).home != "ottomans"


@BOTH
def test_c30_prussia_can_be_reached_from_wien_by_land(side: Side) -> None:
    far = steps(graph(side), "wien")
    assert min(homes("prussia", side), key=lambda home: (far[home], home)) == "silesia"
    assert far["silesia"] == 2


def test_c31_a_neutral_power_stands_where_it_has_control_but_for_saxonia_in_1805() -> None:
    outside = [
        (scenario.id, stand.at)
        for scenario, power, setup in SETUPS
        if scenario.status[power] == "neutral"
        for stand in setup.generals
        if stand.at not in homes(power, scenario.side) | set(setup.garrisons)
    ]
    assert outside == [("1805", "saxonia")]


def at_peace(scenario: Scenario, one: Power, other: Power) -> bool:
    a, b = scenario.status[one], scenario.status[other]
    return "neutral" in (a, b) or (a == b and a != "expansionist")


def test_c32_no_enemies_together_and_no_garrison_in_a_home_at_peace() -> None:
    for scenario, power, setup in SETUPS:
        for other, theirs in scenario.power.items():
            if other == power:
                continue
            if at_peace(scenario, power, other):
                assert not set(setup.garrisons) & homes(other, scenario.side), (scenario.id, power, other)
            else:
                assert not pieces(setup) & pieces(theirs), (scenario.id, power, other)


def pieces(setup: PowerSetup) -> set[str]:
    return {stand.at for stand in setup.generals} | set(setup.garrisons)


@pytest.mark.clause("coalitions", "1.components.1")
def test_c33_generals_on_and_off_the_map_are_all_the_pawns() -> None:
    pawns = DATA.cards.components.generals
    assert pawns == {"britain": 3, "france": 7, "austria": 4, "prussia": 3, "russia": 4, "ottomans": 3}
    assert all(len(setup.generals) + setup.offmap_generals == pawns[power] for _, power, setup in SETUPS)
    assert sorted(general.power for general in DATA.cards.general) == sorted(DATA.board.powers)


@pytest.mark.clause("coalitions", "1.components.2")
def test_c34_units_and_garrisons_are_within_the_tokens() -> None:
    tokens = DATA.cards.components.units
    assert tokens == {"britain": 21, "france": 49, "austria": 28, "prussia": 21, "russia": 28, "ottomans": 21}
    for _, power, setup in SETUPS:
        assert sum(stand.units for stand in setup.generals) + len(setup.garrisons) <= tokens[power]
        assert all(0 <= stand.units <= 3 for stand in setup.generals)


@BOTH
def test_c36_everything_is_connected_and_by_land_only_britain_is_apart(side: Side) -> None:
    by_land = graph(side)
    island = set(steps(by_land, "london"))
    assert set(steps(by_land, "paris")) == by_land.keys() - island
    assert steps(graph(side, lanes=True), "paris").keys() == by_land.keys()


@BOTH
def test_c37_lanes_join_ports_and_every_port_has_one(side: Side) -> None:
    lanes = graph(side, land=False, lanes=True)
    assert {name for name, joined in lanes.items() if joined} == {name for name, t in on(side).items() if t.port}


@pytest.mark.clause("coalitions", "1.components.9")
def test_c38_napoleon_cards() -> None:
    cards = {card.id: card for card in DATA.cards.napoleon}
    assert set(cards) == {f"N{number}" for number in range(1, 13)}
    assert "Orient" in cards["N1"].name
    assert ("bavaria", "saxonia", "hesse") in [card.territories for card in cards.values()]
    listed = {name for card in cards.values() for name in card.territories}
    assert {"dalmatia"} | {name for name, t in on("empire").items() if "france" in t.stripes} <= listed
    assert listed <= on("empire").keys()


@pytest.mark.clause("coalitions", "1.components.5", "1.components.8")
def test_c39_counts_of_cards_and_pieces() -> None:
    assert {card.value: card.count for card in DATA.cards.battle} == {2: 10, 3: 10, 4: 10, 5: 10}
    assert sum(DATA.cards.components.generals.values()) == 24
    assert sum(DATA.cards.components.units.values()) == 168
    assert DATA.cards.components.fortresses == 6
    assert max(sum(setup.cards for setup in scenario.power.values()) for scenario in SCENARIOS) == 21


def test_limits_and_prices() -> None:
    pieces = DATA.cards.components
    assert (pieces.units_per_general, pieces.garrison_strength, pieces.garrison_strength_with_fortress) == (3, 1, 4)
    assert (pieces.morale_max, pieces.influence_target) == (15, 25)
    assert {power: 10 if power == "france" else 6 for power in DATA.board.powers} == pieces.hand_limit
    prices = DATA.cards.prices
    assert (prices.unit, prices.battle_card, prices.morale, prices.fortress) == (1, 1, 1, 5)
    assert DATA.cards.envoy_morale == (1, 2, 3)
    assert (DATA.cards.subsidy.money_for_influence, DATA.cards.subsidy.influence_per_power) == (3, 1)
    assert (DATA.cards.paris.bonus, DATA.cards.paris.bonus_british_coalition) == (6, 9)


@pytest.mark.clause("coalitions", "4.wheel.1", "4.wheel.4")
def test_the_wheel_and_its_first_turn() -> None:
    wheel = DATA.scenarios.wheel
    assert wheel.actions == ("muster", "taxation", "leadership", "mobilisation", "gain-influence", "movement")
    first_turn = [wheel.actions[wheel.start[power] - 1] for power in DATA.board.powers]
    assert first_turn == ["muster", "movement", "gain-influence", "mobilisation", "leadership", "taxation"]


@pytest.mark.clause("coalitions", "11.setup.2", "11.setup.3")
def test_minor_powers_by_number_of_players() -> None:
    assert {seating: set(minor) for seating, minor in DATA.scenarios.minor.items()} == {
        "6": set(),
        "5": {"ottomans"},
        "4": {"prussia", "ottomans"},
        "3a": {"russia", "prussia", "ottomans"},
        "3b": {"austria", "prussia", "ottomans"},
    }


def test_lempereur_and_the_house_limits() -> None:
    mode = DATA.scenarios.lempereur
    assert (mode.base, mode.levels, mode.target) == ("1805", {"ogre": 5, "usurpateur": 10, "empereur": 15}, 25)
    assert (DATA.scenarios.spain_opens_at, DATA.scenarios.house_last_round) == (11, 40)


def test_every_record_says_where_it_comes_from() -> None:
    sources = [source for territory in DATA.board.territory for source in territory.src.values()]
    sources += [border.src for border in (*DATA.board.land, *DATA.board.lane)]
    sources += [card.src for card in DATA.cards.battle] + [card.src for card in DATA.cards.napoleon]
    sources += [general.src for general in DATA.cards.general] + [scenario.src for scenario in SCENARIOS]
    assert all(re.match(r"[RGW]\b", source) for source in sources)


def test_a_reconstructed_border_of_paris_can_be_taken_away_for_an_experiment() -> None:
    """Those the book has (Aquitaine, Languedoc) are no figures; without the rest France is still in one piece."""
    roads = {f.name: 0 for f in GAME.figures() if f.name.startswith(ROAD_TO_PARIS)}
    ours = {"lorraine", "normandie-bretagne", "picardie", "provence"}
    assert set(roads) == {ROAD_TO_PARIS + road for road in ours}
    plain = GAME.setting("1798", None, {}, None).board
    shut = GAME.setting("1798", None, {ROAD_TO_PARIS + "provence": 0}, None).board
    paris, provence = plain.number["paris"], plain.number["provence"]
    assert set(plain.adjacent[paris]) - set(shut.adjacent[paris]) == {provence}
    assert set(plain.adjacent[provence]) - set(shut.adjacent[provence]) == {paris}
    assert (plain.by_land[paris][provence], shut.by_land[paris][provence]) == (1, 2)
    all_shut = GAME.setting("1798", None, roads, None).board
    assert {all_shut.ids[t] for t in all_shut.adjacent[paris]} == {"aquitaine", "languedoc"}
    assert all(all_shut.by_land[paris][all_shut.number[home]] <= 3 for home in FRENCH_HOMES)
