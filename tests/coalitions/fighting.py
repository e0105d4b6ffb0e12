"""Rounds of movement and battles in few words, for the tests of chapters 7, 8 and 10."""

from __future__ import annotations

from typing import Any

from scene import Scene

from grognard.games.coalitions.board import NOBODY
from grognard.games.coalitions.movement import round_of_movement


def round_of(s: Scene, power: str) -> Scene:
    """A first round of movement without Envoy, so that no Morale changes hands."""
    return s.begin(round_of_movement, power, 1, NOBODY, NOBODY)


def march(s: Scene, power: str, origin: str, end: str) -> Scene:
    return s.act(power, "march", s.at(power, origin), end)


def attack(s: Scene, power: str, origin: str, field: str) -> Scene:
    """March upon an enemy, leaving nobody behind, and end the round; the battle begins."""
    march(round_of(s, power), power, origin, field)
    if s.asks == ("leave-garrison", power):
        s.act(power, "no")
    return end_round(s, power)


def end_round(s: Scene, power: str) -> Scene:
    return s.act(power, "done") if s.asks == ("move", power) else s


def supports_asked(s: Scene, *wanted: tuple[str, str]) -> list[tuple[str, str, str]]:
    """Answer every question of support, yes for these (power, territory) only; who was asked, for which side."""
    asked = []
    while s.asks and s.asks[0] == "support":
        _, power, general, side = s.position.agenda[-1]
        who = s.setting.powers[power], s.setting.board.ids[s.position.generals[general].at]
        asked.append((*who, side))
        s.act(who[0], "yes" if who in wanted else "no")
    return asked


def support(s: Scene, *wanted: tuple[str, str]) -> Scene:
    """Support is given by these and no others; all of them must have been asked."""
    asked = [question[:2] for question in supports_asked(s, *wanted)]
    assert set(wanted) <= set(asked)
    return s


def play(s: Scene, *cards: tuple[str, str, int]) -> Scene:
    """Cards laid face down in exactly this order: (power, where its General stands, value)."""
    for power, where, value in cards:
        assert s.asks == ("play-card", power)
        s.act(power, "play", s.at(power, where), value)
    return s


def no_more_cards(s: Scene) -> Scene:
    while s.asks and s.asks[0] == "play-card":
        s.act(s.asks[1], "pass")
    return s


def fight(s: Scene, power: str, origin: str, field: str) -> Scene:
    """A battle in which nobody supports and nobody plays a card."""
    supports_asked(attack(s, power, origin, field))
    return no_more_cards(s)


def ends(s: Scene, power: str, where: str, verb: str = "march") -> set[Any]:
    """Where the General there may go by this kind of movement."""
    general = s.at(power, where)
    return {option[2] for option in s.options(power) if option[:2] == (verb, general)}


def strengths(s: Scene) -> tuple[int, int]:
    """Attack and defence as they were counted at the outset."""
    began = s.events("BattleBegan")[-1]
    return began.attack, began.defence


def totals(s: Scene) -> tuple[int, int]:
    """Attack and defence with all cards turned over."""
    decided = s.events("BattleDecided")[-1]
    return decided.attack, decided.defence
