"""What happened. The log, the animations, the statistics and the report are renderings of events."""

from __future__ import annotations

from typing import Any, NamedTuple

Event = tuple[Any, ...]
"""In practice a NamedTuple of the game, such as ``Moved(general=3, path=(4, 9))``."""


class Entry(NamedTuple):
    """An event, the clause it happened under and the seats that may know of it (None: everybody)."""

    clause: str
    audience: tuple[int, ...] | None
    event: Event

    def known_to(self, seat: int | None) -> bool:
        return self.audience is None or (seat is not None and seat in self.audience)


class StandingAnswer(NamedTuple):
    """The engine answered a reaction for a seat, as that seat had ordered."""

    seat: int
    reaction: str
    answer: str
