"""What one process tells the others: that something changed, never what."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class News(Struct, frozen=True):
    """A change at a table; every process then reads the store and shows each connection its own view."""

    table: str
    kind: Literal["game", "table", "talk", "warning", "presence", "read", "missed", "thinking", "hurry"]
    low: int = 0
    """The first step whose log may have changed."""
    talk: int = 0
    """The number of the line that was said."""
    seats: tuple[str, ...] = ()
    """Whom it concerns; empty: everybody."""
    person: str = ""
    """Whose own screens it concerns; empty: everybody's."""
    share: float = 0.0
    """How much of its time a bot that thinks has used."""
    due: bool = True
    """Whether a bot may have to act now."""
    origin: str = ""
    """The process that tells it; it has heard it already."""


MISSED = News("", "missed")
"""The line was cut for a while: anything may have happened at any table."""
