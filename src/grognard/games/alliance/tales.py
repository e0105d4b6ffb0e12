"""What happened, in words and as plain data."""

from __future__ import annotations

from typing import Any

from grognard.engine.events import Entry
from grognard.games.alliance.position import Position

KIND_OF = {
    "player": "state",
    "partner": "state",
    "victor": "state",
    "state": "state",
    "players": "state",
    "winners": "state",
    "block": "block",
    "attackers": "block",
    "defenders": "block",
    "place": "place",
    "origin": "place",
    "path": "place",
    "card": "card",
    "cards": "card",
}
"""What the fields of events are, by their names."""


def event_data(g: Position, entry: Entry) -> dict[str, Any]:
    """An event as plain data with the ids of things."""
    fields = getattr(entry.event, "_fields")  # noqa: B009 - every event is a NamedTuple
    return {name: _plain(g, name, value) for name, value in zip(fields, entry.event, strict=True)}


def _plain(g: Position, name: str, value: Any) -> Any:
    kind = KIND_OF.get(name)
    if isinstance(value, tuple):
        return [_plain(g, name, v) for v in value]
    if kind is None:
        return value
    return g.setting.vocabulary.kinds[kind].ids[value] if value >= 0 else None


def tale(g: Position, entry: Entry) -> str:
    """An event as a sentence."""
    data = event_data(g, entry)
    return f"{type(entry.event).__name__} " + ", ".join(f"{k} {v}" for k, v in data.items())
