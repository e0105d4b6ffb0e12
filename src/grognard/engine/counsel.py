"""What a player may ask before deciding: how likely is it, how far can it go, can it be taken back?

All answers come from what the seat knows. The engine hands these questions a position drawn afresh from that,
so that no answer can depend on what is hidden.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Binding = Literal["", "chance", "others", "end"]
"""Why an action cannot be taken back: dice or something hidden, others decide next, the game ends. Empty: it can."""


class Chance(msgspec.Struct, frozen=True):
    """One way it can end, and how likely that is, from 0 to 1."""

    words: str
    likely: float
    own: bool | None = None
    """Good for the asker, bad for the asker, or neither (None)."""


class Odds(msgspec.Struct, frozen=True):
    """How something can end."""

    title: str
    ways: tuple[Chance, ...]
    note: str = ""
    """How it was reckoned, such as "exact" or "5,000 battles fought", and what it leaves out."""


class Reached(msgspec.Struct, frozen=True):
    """A space a piece can get to, and what it takes, such as "2 regions" or "by sea, 1 gold"."""

    space: str
    words: str = ""
