"""Who will win: the race to 25 Influence, and the way to Paris.

The weights were fitted to games of the staff, at the beginning of every turn; how well they tell the winner is said in
docs/decisions/024-marshal.md. They are logarithms of odds: a seat with one more wins e times as often.
"""

from __future__ import annotations

import math

from grognard.games.coalitions.actions import conquered_value, striped_value
from grognard.games.coalitions.board import FRANCE, NOBODY, POWERS
from grognard.games.coalitions.judgement.worth import A_ROUND, hand_worth, morale_worth
from grognard.games.coalitions.position import Position
from grognard.games.coalitions.sequence import GAIN_INFLUENCE, turn_of_the_wheel

TURNS = 6
INFLUENCE, INCOME, SOON = 0.285, 0.087, 0.244
"""A point of Influence; one a round; one a round that is paid this very turn (none of it if it is a round away)."""
SWIFT, FIRST = 4.15, 1.58
"""Being there at once with what the land brings now, less with every turn it takes; and being there first."""
GENERAL, UNIT, HAND, MORALE, MONEY = 0.2, 0.086, 0.85, 0.15, 0.052
NEAR_PARIS, PARIS_IN_DANGER = 0.90, -0.68
"""Strength at war with France and how near Paris it stands, for its own power and for France."""
PLACE = (0.49, 0.37, -0.12, -0.18, -0.16, -0.40)
"""What the place of each power on the map is worth, for every round the game may still last."""
FEWEST_ROUNDS, MOST_ROUNDS = 0.3, 3.0


def chances(g: Position) -> tuple[float, ...]:
    """How likely each seat is to win."""
    majors, threats = g.setting.majors, _threats_to_paris(g)
    odds = [_pace(g, p, first) + _way_to_paris(p, threats) for p, first in zip(majors, _first(g), strict=True)]
    lasts = min(MOST_ROUNDS, max(FEWEST_ROUNDS, (g.setting.components.influence_target - max(g.influence)) / A_ROUND))
    for seat, p in enumerate(majors):
        odds[seat] += PLACE[p] * lasts + sum(_means(g, power) for power in POWERS if g.master[power] == p)
    best = max(odds)
    weights = [math.exp(each - best) for each in odds]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def between_rounds(g: Position) -> bool:
    """Whether the Wheel has still to be turned for the first time this round."""
    return (turn_of_the_wheel, 0) in g.agenda


def wait(g: Position, power: int) -> int:
    """So many turns pass before a power gains Influence from its land; 0: this turn."""
    return (GAIN_INFLUENCE - g.setting.dial[power] - (0 if between_rounds(g) else g.turn)) % TURNS


def _income(g: Position, power: int) -> int:
    return striped_value(g, power) + conquered_value(g, power)


def _first(g: Position) -> list[bool]:
    """Seat -> whether it wins by what its land brings, as things are, before anybody else does."""
    target = g.setting.components.influence_target
    waits = [wait(g, p) if g.influence[p] + _income(g, p) >= target else TURNS for p in g.setting.majors]
    return [waited < TURNS and waited == min(waits) for waited in waits]


def _pace(g: Position, power: int, first: bool) -> float:
    """How far a power has come on its way to victory, and how fast it goes."""
    waited, income = wait(g, power), _income(g, power)
    rounds_more = max(0.0, (g.setting.components.influence_target - g.influence[power]) / max(income, 0.5) - 1)
    return (
        INFLUENCE * g.influence[power]
        + INCOME * income
        + SOON * income * (1 - waited / TURNS)
        + SWIFT / (1 + waited + TURNS * rounds_more)
        + (FIRST if first else 0.0)
    )


def _means(g: Position, power: int) -> float:
    """What the men, cards, Morale and Money of a power are worth."""
    pawns = [g.generals[i] for i in g.on_map[power]]
    return (
        GENERAL * len(pawns)
        + UNIT * sum(pawn.units for pawn in pawns)
        + HAND * hand_worth(g.hands[power])
        + MORALE * morale_worth(g.morale[power])
        + MONEY * g.money[power]
    )


def _threats_to_paris(g: Position) -> list[float]:
    """Power -> the strength that can be brought against Paris for it, less with the square of the way."""
    way = g.board.by_land_and_sea[g.board.capital[FRANCE]]
    threats = [0.0] * len(POWERS)
    for power in POWERS:
        if g.enemies[power] >> FRANCE & 1 and g.master[power] != NOBODY:
            pawns = [g.generals[i] for i in g.on_map[power]]
            threats[g.master[power]] += sum((1 + pawn.units) / (1 + way[pawn.at]) ** 2 for pawn in pawns)
    return threats


def _way_to_paris(power: int, threats: list[float]) -> float:
    return PARIS_IN_DANGER * sum(threats) if power == FRANCE else NEAR_PARIS * threats[power]
