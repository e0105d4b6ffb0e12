"""What things are worth, in points of Influence: land, men, cards, Morale, and how a seat stands."""

from __future__ import annotations

from functools import cache

from grognard.games.coalitions.board import BRITAIN, FRANCE, NOBODY, POWERS, Board, members
from grognard.games.coalitions.position import BRITISH, LOWEST_CARD, NEUTRAL, Position
from grognard.games.coalitions.sequence import GAIN_INFLUENCE

UNIT, GENERAL, MONEY = 0.3, 0.4, 0.15
"""A Unit under a General, a General on the map, a piece of Money."""
LAND = 0.2
"""What a point of value in taxes is worth, a round."""
A_ROUND = 6.0
"""Influence the leader of a game gains in a round, roughly."""
FEWEST_ROUNDS, MOST_ROUNDS = 0.5, 2.5
AVERAGE_CARD = 3.5
TARGET = 25


@cache
def prizes(board: Board) -> tuple[tuple[float, ...], ...]:
    """Power -> territory -> what it brings in a round: Influence, or else Money."""
    return tuple(
        tuple(
            float(value)
            if board.home[t] not in (NOBODY, power) or board.stripes[t] >> power & 1
            else LAND * value + (0.15 if board.home[t] == power else 0.05)
            for t, value in enumerate(board.value)
        )
        for power in POWERS
    )


@cache
def minor_prizes(board: Board) -> tuple[float, ...]:
    """A Minor Power gains no Influence from land: it is worth its taxes and who is kept out of it."""
    return tuple(LAND * value for value in board.value)


@cache
def crusade_prizes(board: Board) -> tuple[float, ...]:
    """L'Empereur: what it is worth to keep a territory out of French hands; Paris ends the war."""
    worth = [float(v) if board.stripes[t] >> FRANCE & 1 else 0.5 * v for t, v in enumerate(board.value)]
    for t in members(board.homes[FRANCE]):
        worth[t] = 1.5
    worth[board.capital[FRANCE]] = 20.0
    return tuple(worth)


@cache
def rings(board: Board) -> tuple[tuple[int, ...], ...]:
    """Territory -> those exactly two steps away by land."""
    return tuple(tuple(t for t in range(board.count) if steps[t] == 2) for steps in board.by_land)


def prize_row(g: Position, power: int) -> tuple[float, ...]:
    if g.setting.lempereur:
        return crusade_prizes(g.board)
    return minor_prizes(g.board) if power in g.setting.minors else prizes(g.board)[power]


def lord(g: Position, power: int) -> int:
    """The Major Power for whose good this one acts now."""
    master = g.master[power]
    if master != NOBODY or g.setting.lempereur:
        return power if master == NOBODY else master
    seat = g.keeper[power]
    return g.setting.majors[seat] if seat >= 0 else power


def rounds_left(g: Position) -> float:
    """How many more rounds the game may last: the leader runs for 25 Influence."""
    if g.setting.lempereur:
        return MOST_ROUNDS
    return min(MOST_ROUNDS, max(FEWEST_ROUNDS, (TARGET - max(g.influence)) / A_ROUND))


def gains_left(g: Position, power: int) -> float:
    """How many more times a power may gain Influence from its land."""
    to_come = (GAIN_INFLUENCE - g.setting.dial[power]) % 6 > g.turn
    return rounds_left(g) + (0.4 if to_come else 0.0)


def rivalry(g: Position, power: int, other: int) -> float:
    """What a point for another power costs this one: more, the nearer that one is to winning."""
    if g.setting.lempereur:
        return 1.0 if other == FRANCE else 0.0
    rival = g.master[other]
    if rival in (NOBODY, power):
        return 0.0
    near = max(0, g.influence[rival] - 10) / (TARGET - 10)
    return 0.8 / len(g.setting.majors) + 0.7 * near * near


def morale_worth(morale: int) -> float:
    """Morale buys cards in battle; the first points count most."""
    return 0.28 * min(morale, 5) + 0.16 * min(max(morale - 5, 0), 5) + 0.05 * max(morale - 10, 0)


def hand_worth(hand: tuple[int, int, int, int]) -> float:
    return sum(n * (0.04 + 0.05 * i) for i, n in enumerate(hand))


def strongest_cards(hand: tuple[int, int, int, int], count: int, home: bool) -> int:
    """What the best cards of a hand add in a battle."""
    total = 0
    for value, n in ((5, hand[3]), (4, hand[2]), (3, hand[1]), (3 if home else LOWEST_CARD, hand[0])):
        used = min(n, count)
        total += used * value
        count -= used
        if not count:
            break
    return total


def pressure_on(g: Position, power: int) -> list[float]:
    """Territory -> the strength that enemies of the power can bring there soon."""
    board, generals = g.board, g.generals
    pressure = [0.0] * board.count
    adjacent, far, sea = board.adjacent, rings(board), board.sea
    for q in members(g.enemies[power]):
        if g.master[q] == NOBODY and not g.setting.lempereur:
            continue
        afloat = g.status[q] == BRITISH and not g.setting.lempereur
        for i in g.setting.generals_of[q]:
            pawn = generals[i]
            at, units = pawn.at, pawn.units
            if at < 0 or not units:
                continue
            strength = 1.0 + units
            pressure[at] += strength
            for n in adjacent[at]:
                pressure[n] += strength
            strength *= 0.35
            for n in far[at]:
                pressure[n] += strength
            if afloat:
                for n in sea[at]:
                    pressure[n] += strength
    return pressure


def guard_of(g: Position, power: int, territory: int) -> float:
    """The strength a power has in a territory to keep it."""
    guard = 0.0
    if g.garrisons[territory] == power:
        guard = 4.0 if g.fortresses >> territory & 1 else 1.0
    for i in g.at[territory]:
        if g.setting.general_power[i] == power or g.allies[power] >> g.setting.general_power[i] & 1:
            guard += 2.0 * (1 + g.generals[i].units)
    return guard


def risk(pressure: float, guard: float) -> float:
    """How likely a territory is lost before it pays."""
    return pressure / (pressure + guard + 4.0) if pressure else 0.0


def land_worth(g: Position, power: int, pressure: list[float]) -> float:
    """What the land of a power brings in a round, as far as it can be kept."""
    row, total = prize_row(g, power), 0.0
    safe = g.status[power] == NEUTRAL
    for t in members(g.held[power]):
        threat = 0.0 if safe and g.board.home[t] == power else pressure[t]
        total += row[t] * (1 - risk(threat, guard_of(g, power, t)))
    return total


def force_worth(g: Position, power: int) -> float:
    """What the men, cards, Morale and Money of a power are worth."""
    units = on_map = 0
    for i in g.setting.generals_of[power]:
        pawn = g.generals[i]
        at, under = pawn.at, pawn.units
        if at >= 0:
            on_map += 1
            units += under
    return (
        UNIT * units
        + GENERAL * on_map
        + hand_worth(g.hands[power])
        + morale_worth(g.morale[power])
        + MONEY * g.money[power] * (0.5 if power == BRITAIN and g.money[power] > 12 else 1.0)
    )


def standing(g: Position, seat: int) -> float:
    """How a seat stands: Influence, what its land will still bring, and its forces."""
    if g.setting.lempereur:
        return crusade_standing(g)
    own = g.setting.majors[seat]
    total = float(g.influence[own])
    for power in POWERS:
        if g.master[power] == own:
            total += gains_left(g, power) * land_worth(g, power, pressure_on(g, power)) + force_worth(g, power)
    return total


def crusade_standing(g: Position) -> float:
    """L'Empereur: all players stand or fall together, by French Influence and by the way to Paris."""
    if g.outcome is not None:
        return -100.0 if FRANCE in g.outcome else 100.0
    paris = g.board.by_land_and_sea[g.board.capital[FRANCE]]
    row = crusade_prizes(g.board)
    french = sum(row[t] for t in members(g.held[FRANCE]) if g.board.home[t] != FRANCE)
    army = sum(
        (UNIT + 0.6 / (1 + paris[general.at])) * (1 + general.units)
        for i, general in enumerate(g.generals)
        if general.at >= 0 and g.setting.general_power[i] != FRANCE
    )
    rest = sum(hand_worth(g.hands[p]) + morale_worth(g.morale[p]) + MONEY * g.money[p] for p in POWERS if p != FRANCE)
    return army + rest - g.influence[FRANCE] - 0.8 * french - 0.2 * g.morale[FRANCE]
