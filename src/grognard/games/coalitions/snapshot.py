"""A position as plain data, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.games.coalitions.board import NOBODY
from grognard.games.coalitions.pieces import hold, relocate, set_garrison
from grognard.games.coalitions.position import OFF_MAP, Battle, General, Move, Position, rules
from grognard.games.coalitions.relations import settle
from grognard.games.coalitions.setting import CoalitionsSetting
from grognard.games.coalitions.setup import empty_board

LISTS = ("counters", "keeper", "supply", "morale", "money", "influence", "status", "master")
NUMBERS = ("fortresses", "napoleon_deck", "round", "turn", "expelled", "spent_this_turn")
FLAGS = ("spain_closed", "orient_card", "ending")
TUPLES = ("named", "declared", "before")


def take(g: Position) -> dict[str, Any]:
    """Everything but the key, the log, and what can be worked out from the rest."""
    data: dict[str, Any] = {
        "agenda": rules.write(g.agenda),
        "waiting": list(g.waiting),
        "answers": [[power, list(action)] for power, action in g.answers],
        "outcome": None if g.outcome is None else list(g.outcome),
        "generals": msgspec.to_builtins(g.generals),
        "garrisons": {t: p for t, p in enumerate(g.garrisons) if p != NOBODY},
        "hands": [list(hand) for hand in g.hands],
        "deck": list(g.deck),
        "discards": list(g.discards),
        "remembered": [[[seat, list(cards)] for seat, cards in memory] for memory in g.remembered],
        "move": msgspec.to_builtins(g.move),
        "battle": msgspec.to_builtins(g.battle),
    }
    for name in LISTS:
        data[name] = list(getattr(g, name))
    for name in (*NUMBERS, *FLAGS, *TUPLES):
        data[name] = getattr(g, name)
    return data


def restore(setting: CoalitionsSetting, data: Mapping[str, Any], key: bytes) -> Position:
    """The position that `take` wrote down."""
    g = empty_board(setting, key)
    for i, (at, units) in enumerate(data["generals"]):
        g.generals[i] = General(OFF_MAP, units)
        relocate(g, i, at)
    for t, power in data["garrisons"].items():
        set_garrison(g, int(t), power)
    for name in LISTS:
        setattr(g, name, list(data[name]))
    for name in (*NUMBERS, *FLAGS):
        setattr(g, name, data[name])
    for name in TUPLES:
        setattr(g, name, tuple(data[name]))
    g.agenda = rules.read(data["agenda"])
    g.waiting = tuple(data["waiting"])
    g.answers = tuple((power, tuple(action)) for power, action in data["answers"])
    g.outcome = None if data["outcome"] is None else tuple(data["outcome"])
    for power, hand in enumerate(data["hands"]):
        hold(g, power, _counts(hand))
    g.deck, g.discards = _counts(data["deck"]), _counts(data["discards"])
    g.remembered = [tuple((seat, _counts(cards)) for seat, cards in memory) for memory in data["remembered"]]
    g.move = msgspec.convert(data["move"], Move | None)
    g.battle = msgspec.convert(data["battle"], Battle | None)
    settle(g)
    return g


def _counts(cards: Any) -> tuple[int, int, int, int]:
    a, b, c, d = cards
    return a, b, c, d
