"""A position as plain data, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from grognard.games.alliance.pieces import index
from grognard.games.alliance.position import Battle, Block, Entry, Fight, Position, Regroup, Volley, Voyage, rules
from grognard.games.alliance.setting import AllianceSetting
from grognard.games.alliance.setup import empty_board
from grognard.games.alliance.states import settle

LISTS = (
    "counters",
    "keeper",
    "cover",
    "seen",
    "tie",
    "pacts",
    "open_pacts",
    "permits",
    "bound",
    "changed",
    "beaten",
    "spoils",
    "gold",
    "discards",
    "played",
)
NUMBERS = ("rested", "fallen", "year", "turn", "active", "ap", "gold_spent", "event_ready", "group", "score", "ending")
MASKS = ("spent", "moved", "levied", "held", "seas_at_start", "solo_deck", "solo_held", "embattled")
"""Too wide for a JSON number of other languages: written in hexadecimal."""
TUPLES = ("order", "guided", "talked", "invasion", "landings", "surrenders", "postponed")


def take(g: Position) -> dict[str, Any]:
    """Everything but the key, the log, and what can be worked out from the rest."""
    data: dict[str, Any] = {
        "agenda": [_plain(entry) for entry in rules.write(g.agenda)],
        "waiting": list(g.waiting),
        "answers": [[power, list(action)] for power, action in g.answers],
        "outcome": None if g.outcome is None else list(g.outcome),
        "blocks": [list(block) if block.port >= 0 else list(block[:2]) for block in g.blocks],
        "hands": [f"{hand:x}" for hand in g.hands],
        "fights": [_plain(fight) for fight in g.fights],
        "battle": None if g.battle is None else _plain(g.battle),
        "regroup": None if g.regroup is None else _plain(g.regroup),
        "voyage": None if g.voyage is None else _plain(g.voyage),
    }
    for name in LISTS:
        data[name] = list(getattr(g, name))
    for name in NUMBERS:
        data[name] = getattr(g, name)
    for name in MASKS:
        data[name] = f"{getattr(g, name):x}"
    for name in TUPLES:
        data[name] = _plain(getattr(g, name))
    return data


def _plain(thing: Any) -> Any:
    """Tuples and records as lists, and numbers too wide for other languages as text."""
    if isinstance(thing, Struct):
        thing = astuple(thing)
    if isinstance(thing, list | tuple):
        return [_plain(x) for x in thing]
    return f"0x{thing:x}" if isinstance(thing, int) and thing >= 1 << 53 else thing


def _frozen(thing: Any) -> Any:
    if isinstance(thing, list | tuple):
        return tuple(_frozen(x) for x in thing)
    return int(thing, 16) if isinstance(thing, str) and thing.startswith("0x") else thing


def restore(setting: AllianceSetting, data: Mapping[str, Any], key: bytes) -> Position:
    """The position that `take` wrote down."""
    g = empty_board(setting, key)
    g.blocks = [Block(*block) for block in data["blocks"]]
    if len(g.blocks) != setting.roster.count:
        raise ValueError("not as many blocks as the game has")
    index(g)
    for name in LISTS:
        setattr(g, name, list(data[name]))
    for name in NUMBERS:
        setattr(g, name, data[name])
    for name in MASKS:
        setattr(g, name, int(data[name], 16))
    for name in TUPLES:
        setattr(g, name, _frozen(data[name]))
    g.agenda = rules.read(_frozen(entry) for entry in data["agenda"])
    g.waiting = tuple(data["waiting"])
    g.answers = tuple((power, tuple(action)) for power, action in data["answers"])
    g.outcome = None if data["outcome"] is None else tuple(data["outcome"])
    g.hands = [int(hand, 16) for hand in data["hands"]]
    g.fights = [_fight(fight) for fight in data["fights"]]
    if data["battle"] is not None:
        battle = Battle(*_frozen(data["battle"]))
        g.battle = replace(
            battle,
            entries=tuple(Entry(*entry) for entry in battle.entries),
            volleys=tuple(Volley(*volley) for volley in battle.volleys),
        )
    g.regroup = None if data["regroup"] is None else Regroup(*_frozen(data["regroup"]))
    g.voyage = None if data["voyage"] is None else Voyage(*_frozen(data["voyage"]))
    settle(g)
    return g


def _fight(data: Any) -> Fight:
    fight = Fight(*_frozen(data))
    return replace(fight, entries=tuple(Entry(*entry) for entry in fight.entries))
