"""What stands in the margin of the log: an icon, a heading, the dice, and what a sentence speaks of."""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.engine.panels import Throw

Icon = Literal[
    "battle", "cards", "coins", "crown", "diplomacy", "dice", "fleet", "fortress", "garrison", "hourglass", "leader",
    "march", "morale", "muster", "quill", "retreat", "scroll", "wheel", "winter",
]  # fmt: skip


class Margin(msgspec.Struct, frozen=True, omit_defaults=True):
    """Beside a sentence of the log."""

    icon: Icon = "quill"
    heading: Literal["", "chapter", "section"] = ""
    """The sentence is itself a heading: of a chapter (a year, a round) or a section of one (a turn, a phase)."""
    throws: tuple[Throw, ...] = ()
    powers: tuple[str, ...] = ()
    """Whose doing it is and whom it concerns: the log can be read for one power alone."""
    spaces: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    """The spaces its pieces went through, from where they stood to where they stand: pieces move along it."""
