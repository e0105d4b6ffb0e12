"""What the lab wants to know of a battle, whatever the game."""

from __future__ import annotations

from typing import Literal

import msgspec

Victor = Literal["attacker", "defender", "nobody"]


class Clash(msgspec.Struct, frozen=True):
    """A battle begins."""

    space: str
    attackers: tuple[str, ...]
    """The ids of powers, or of states that no power keeps."""
    defenders: tuple[str, ...]


class Settled(msgspec.Struct, frozen=True):
    """The battle of a space is over. One that is never settled was broken off."""

    space: str
    victor: Victor
