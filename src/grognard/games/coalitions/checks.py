"""What must hold between the records of the data files, beyond the type of each field."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from grognard.engine.datafile import Finding
from grognard.engine.findings import at_least, each_once, ids, within
from grognard.engine.toml_lines import Place

if TYPE_CHECKING:
    from grognard.games.coalitions.schema import (
        BoardFile,
        Border,
        CardsFile,
        Override,
        PowerSetup,
        Scenario,
        ScenariosFile,
        Seating,
        Side,
        Territory,
    )

PORTS = 11  # 7.taxation.8
BATTLE_CARDS = 40  # 1.components.8
NAPOLEON_CARDS = 12  # 1.components.9
MINOR_POWERS: dict[Seating, int] = {"6": 0, "5": 1, "4": 2, "3a": 3, "3b": 3}  # 11.setup.2


def check_board(board: BoardFile) -> Iterator[Finding]:
    """The board: territories, capitals, borders, lanes and ports."""
    if len(set(board.powers)) != 6 or len(board.powers) != 6:
        yield ("powers",), "each of the six Powers once"
    yield from ids(("territory",), [territory.id for territory in board.territory])
    for index, territory in enumerate(board.territory):
        yield from _check_territory(territory, ("territory", index))
    yield from _check_capitals(board)
    yield from _check_borders(board, "land", board.land)
    yield from _check_borders(board, "lane", board.lane)
    yield from _check_ports(board)
    known = {territory.id for territory in board.territory}
    yield from each_once(("spain",), board.spain)
    for index, name in enumerate(board.spain):
        if name not in known:
            yield ("spain", index), f"a known territory, found {name!r}"


def _check_territory(territory: Territory, place: Place) -> Iterator[Finding]:
    yield from _check_face(territory, place)
    if territory.revolution is not None:
        yield from _check_face(territory.revolution, (*place, "revolution"))
        if len(set(territory.sides)) != 2:
            yield (*place, "revolution"), "no difference in a territory that is on one side only"
    yield from _sides(place, territory.sides)
    if not -180 <= territory.lon <= 180:
        yield (*place, "lon"), "a longitude from -180 to 180"
    if not -90 <= territory.lat <= 90:
        yield (*place, "lat"), "a latitude from -90 to 90"
    if territory.port and any(territory.on(side).kind == "impassable" for side in territory.sides):
        yield (*place, "port"), "no port in an impassable territory"


def _check_face(face: Territory | Override, place: Place) -> Iterator[Finding]:
    """4.territories.1-3: what each kind of territory has and has not."""
    is_home = face.kind in ("capital", "home")
    if is_home and face.home is None:
        yield (*place, "home"), f"the Power whose {face.kind} this is"
    if not is_home and face.home is not None:
        yield (*place, "home"), f"no home Power in a territory that is {face.kind}"
    if face.kind == "disputed" and not face.stripes:
        yield (*place, "stripes"), "at least one Power in a disputed territory"
    if face.kind != "disputed" and face.stripes:
        yield (*place, "stripes"), f"stripes only in a disputed territory, this is {face.kind}"
    yield from each_once((*place, "stripes"), face.stripes)
    if not 0 <= face.value <= 9:
        yield (*place, "value"), f"a value from 0 to 9, found {face.value}"
    if face.kind == "impassable" and face.value:
        yield (*place, "value"), "no value in an impassable territory"


def _check_capitals(board: BoardFile) -> Iterator[Finding]:
    for side in ("revolution", "empire"):
        capitals: dict[str | None, list[int]] = {}
        for index, territory in enumerate(board.territory):
            if side in territory.sides and territory.on(side).kind == "capital":
                capitals.setdefault(territory.on(side).home, []).append(index)
        for power in board.powers:
            found = capitals.get(power, [])
            if len(found) != 1:
                place: Place = ("territory", found[1], "kind") if found else ("territory",)
                yield place, f"exactly one capital of {power} on the {side} side, found {len(found)}"


def _check_borders(board: BoardFile, name: str, borders: tuple[Border, ...]) -> Iterator[Finding]:
    territories = {territory.id: territory for territory in board.territory}
    seen: set[tuple[frozenset[str], str]] = set()
    for index, border in enumerate(borders):
        place: Place = (name, index)
        yield from _sides(place, border.sides)
        if border.a == border.b:
            yield (*place, "b"), "two different territories"
        for end, identity in (("a", border.a), ("b", border.b)):
            territory = territories.get(identity)
            if territory is None:
                yield (*place, end), f"a known territory, found {identity!r}"
                continue
            for side in border.sides:
                if side not in territory.sides:
                    yield (*place, end), f"a territory of the {side} side, {identity} is not on it"
                elif territory.on(side).kind == "impassable":
                    yield (*place, end), f"a territory that can be entered, {identity} is impassable"
            if name == "lane" and not territory.port:
                yield (*place, end), f"a port, {identity} is none"
        for side in dict.fromkeys(border.sides):
            pair = (frozenset((border.a, border.b)), side)
            if pair in seen:
                yield place, f"each pair once, {border.a} and {border.b} are joined already on the {side} side"
            seen.add(pair)


def _check_ports(board: BoardFile) -> Iterator[Finding]:
    for side in ("revolution", "empire"):
        on_a_lane = {end for lane in board.lane if side in lane.sides for end in (lane.a, lane.b)}
        ports = [n for n, territory in enumerate(board.territory) if territory.port and side in territory.sides]
        if len(ports) != PORTS:
            yield ("territory",), f"{PORTS} ports on the {side} side, found {len(ports)}"
        for index in ports:
            if board.territory[index].id not in on_a_lane:
                yield ("territory", index, "port"), f"a lane to this port on the {side} side"


def check_cards(cards: CardsFile, board: BoardFile) -> Iterator[Finding]:
    """The cards and pieces: how many there are, and that what they name exists."""
    yield from each_once(("battle",), [card.value for card in cards.battle])
    yield from at_least(1, ("battle",), {index: card.count for index, card in enumerate(cards.battle)}, "count")
    total = sum(card.count for card in cards.battle)
    if total != BATTLE_CARDS:
        yield ("battle",), f"counts that add up to {BATTLE_CARDS}, found {total}"

    yield from ids(("napoleon",), [card.id for card in cards.napoleon])
    if len(cards.napoleon) != NAPOLEON_CARDS:
        yield ("napoleon",), f"{NAPOLEON_CARDS} cards, found {len(cards.napoleon)}"
    enterable = _enterable(board, "empire")
    for number, card in enumerate(cards.napoleon):
        place: Place = ("napoleon", number, "territories")
        if not card.territories:
            yield place, "at least one territory"
        yield from each_once(place, card.territories)
        for index, name in enumerate(card.territories):
            if name not in enterable:
                yield (*place, index), f"a territory of the empire side, found {name!r}"

    yield from ids(("general",), [general.id for general in cards.general])
    yield from each_once(("general",), [general.power for general in cards.general])
    pieces = cards.components
    for field in ("generals", "units", "hand_limit"):
        counts: Mapping[str, int] = getattr(pieces, field)
        yield from _every_power(("components", field), counts, board)
        yield from at_least(1, ("components", field), counts)
    limits = ("units_per_general", "garrison_strength", "garrison_strength_with_fortress", "influence_target")
    yield from at_least(1, ("components",), {name: getattr(pieces, name) for name in (*limits, "morale_max")})
    yield from at_least(0, ("components",), {"fortresses": pieces.fortresses})
    prices = {name: getattr(cards.prices, name) for name in ("unit", "battle_card", "morale", "fortress")}
    yield from at_least(1, ("prices",), prices)
    yield from at_least(1, ("envoy_morale",), dict(enumerate(cards.envoy_morale)))
    if not cards.envoy_morale:
        yield ("envoy_morale",), "the Morale of at least one round"
    yield from at_least(1, ("subsidy",), {"money_for_influence": cards.subsidy.money_for_influence})
    yield from at_least(0, ("subsidy",), {"influence_per_power": cards.subsidy.influence_per_power})
    bonuses = {name: getattr(cards.paris, name) for name in ("bonus", "bonus_british_coalition")}
    yield from at_least(0, ("paris",), bonuses)


def check_scenarios(scenarios: ScenariosFile, cards: CardsFile, board: BoardFile) -> Iterator[Finding]:
    """The Wheel, the seatings, L'Empereur and every set-up."""
    wheel = scenarios.wheel
    if len(wheel.actions) != 6 or len(set(wheel.actions)) != 6:
        yield ("wheel", "actions"), "each of the six actions once"
    yield from _every_power(("wheel", "start"), wheel.start, board)
    if sorted(wheel.start.values()) != [1, 2, 3, 4, 5, 6]:
        yield ("wheel", "start"), "each number from 1 to 6 once"
    for seating, count in MINOR_POWERS.items():
        minor = scenarios.minor.get(seating)
        if minor is None or len(minor) != count:
            yield ("minor", seating), f"{count} Minor Powers"
        elif {"britain", "france"} & set(minor) or len(set(minor)) != len(minor):
            yield ("minor", seating), "different Powers, neither britain nor france"

    mode = scenarios.lempereur
    if mode.base not in {scenario.id for scenario in scenarios.scenario if scenario.side == "empire"}:
        yield ("lempereur", "base"), f"a scenario on the empire side, found {mode.base!r}"
    yield from within(0, mode.target - 1, ("lempereur", "levels"), mode.levels)
    if not mode.levels:
        yield ("lempereur", "levels"), "at least one level"
    if not 1 <= mode.players[0] <= mode.players[1] <= 5:
        yield ("lempereur", "players"), "a range within 1 to 5"
    yield from at_least(0, ("lempereur",), {"offmap_generals": mode.offmap_generals})
    yield from at_least(0, (), {"spain_opens_at": scenarios.spain_opens_at})
    yield from at_least(1, (), {"house_last_round": scenarios.house_last_round})

    yield from ids(("scenario",), [scenario.id for scenario in scenarios.scenario])
    for index, scenario in enumerate(scenarios.scenario):
        yield from _check_scenario(scenario, ("scenario", index), cards, board)


def _check_scenario(scenario: Scenario, place: Place, cards: CardsFile, board: BoardFile) -> Iterator[Finding]:
    pieces = cards.components
    if not 1 <= scenario.minutes[0] <= scenario.minutes[1]:
        yield (*place, "minutes"), "the shortest and the longest time"
    yield from within(0, pieces.influence_target - 1, place, {"influence": scenario.influence})
    yield from _every_power((*place, "status"), scenario.status, board)
    if scenario.status.get("britain", "british") != "british":
        yield (*place, "status", "britain"), "'british': Britain leads that Coalition"
    if scenario.status.get("france", "french") != "french":
        yield (*place, "status", "france"), "'french': France leads that Coalition"
    yield from _every_power((*place, "morale"), scenario.morale, board)
    yield from within(0, pieces.morale_max, (*place, "morale"), scenario.morale)
    yield from each_once((*place, "special"), scenario.special)
    yield from _every_power((*place, "power"), scenario.power, board)
    yield from _check_napoleon(scenario, (*place, "napoleon"))

    enterable = _enterable(board, scenario.side)
    garrisoned: set[str] = set()
    for power, setup in scenario.power.items():
        where: Place = (*place, "power", power)
        yield from _check_setup(setup, where, enterable, scenario.side)
        yield from within(0, pieces.units_per_general, (*where, "generals"), _units(setup), "units")
        pawns, tokens = pieces.generals.get(power, 0), pieces.units.get(power, 0)
        if len(setup.generals) + setup.offmap_generals != pawns:
            yield (*where, "offmap_generals"), f"{pawns} Generals of {power} on and off the map together"
        on_map = sum(_units(setup).values()) + len(setup.garrisons)
        if on_map > tokens:
            yield (*where, "generals"), f"at most {tokens} Units and Garrisons of {power}, found {on_map}"
        yield from within(0, pieces.hand_limit.get(power, 0), where, {"cards": setup.cards})
        for index, name in enumerate(setup.garrisons):
            if name in garrisoned:
                yield (*where, "garrisons", index), f"one Garrison in {name}"
            garrisoned.add(name)
    fortresses = sum(len(setup.fortresses) for setup in scenario.power.values())
    if fortresses > pieces.fortresses:
        yield (*place, "power"), f"at most {pieces.fortresses} Fortresses, found {fortresses}"
    dealt = sum(setup.cards for setup in scenario.power.values())
    if dealt > BATTLE_CARDS:
        yield (*place, "power"), f"at most {BATTLE_CARDS} cards dealt, found {dealt}"


def _check_napoleon(scenario: Scenario, place: Place) -> Iterator[Finding]:
    rule, at = scenario.napoleon.rule, scenario.napoleon.at
    france = scenario.power.get("france")
    if rule == "at":
        if france is None or at not in {stand.at for stand in france.generals}:
            yield (*place, "at"), f"a territory with a French General, found {at!r}"
    elif at is not None:
        yield (*place, "at"), f"no territory with the rule {rule!r}"
    if france is not None and rule == "onmap" and not france.generals:
        yield (*place, "rule"), "a French General on the map"
    if france is not None and rule == "offmap" and not france.offmap_generals:
        yield (*place, "rule"), "a French General off the map"


def _check_setup(setup: PowerSetup, place: Place, enterable: set[str], side: str) -> Iterator[Finding]:
    standing = [stand.at for stand in setup.generals]
    pieces: dict[Place, str] = {("generals", index, "at"): name for index, name in enumerate(standing)}
    pieces.update({("garrisons", index): name for index, name in enumerate(setup.garrisons)})
    for where, name in pieces.items():
        if name not in enterable:
            yield (*place, *where), f"a territory of the {side} side, found {name!r}"
    for index, name in enumerate(standing):
        if name in standing[:index]:
            yield (*place, "generals", index), f"one General of a Power in {name}"
    yield from each_once((*place, "fortresses"), setup.fortresses)
    for index, name in enumerate(setup.fortresses):
        if name not in setup.garrisons:
            yield (*place, "fortresses", index), f"a Garrison of the same Power in {name}"
    yield from at_least(0, place, {"offmap_generals": setup.offmap_generals, "money": setup.money})


def _units(setup: PowerSetup) -> dict[int, int]:
    return {index: stand.units for index, stand in enumerate(setup.generals)}


def _enterable(board: BoardFile, side: Side) -> set[str]:
    return {t.id for t in board.territory if side in t.sides and t.on(side).kind != "impassable"}


def _sides(place: Place, sides: tuple[str, ...]) -> Iterator[Finding]:
    if not sides:
        yield (*place, "sides"), "at least one side of the board"
    yield from each_once((*place, "sides"), sides)


def _every_power(place: Place, table: Collection[str], board: BoardFile) -> Iterator[Finding]:
    for power in board.powers:
        if power not in table:
            yield (*place, power), "an entry for each of the six Powers, found nothing"
