"""The chair a language model sits on, at a game on this machine or at a table of a server: the same either way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from grognard.engine.counsel import Odds
from grognard.engine.outlook import View
from grognard.engine.tabletop import Tabletop

Do = Sequence[str | int]
EVERYBODY = "table"


class Look(Struct, frozen=True):
    """All that the seat may know, as of a version of the game, with the log from some step on."""

    version: int
    view: View
    tabletop: Tabletop


class Said(Struct, frozen=True):
    """A line somebody said."""

    seat: str
    name: str
    text: str


class Channel(Struct, frozen=True):
    """Where one can talk: “table”, or the seats that hear it, sorted, with a comma between; and why not now."""

    channel: str
    unread: int = 0
    closed: str = ""


class Explained(Struct, frozen=True):
    """Whether an action is allowed; if not, why not, and by which clause."""

    allowed: bool
    clause: str
    text: str


class Chair(Protocol):
    """A seat of one game. What cannot be done is a Refused or UserError that says why; then nothing has changed."""

    seat: str

    def look(self, since: int = 0) -> Look:
        """Everything the seat may know, with the log from a step on."""

    def act(self, version: int, do: Do) -> None:
        """Take an offered action, as long as the game is still at that version."""

    def undo(self, version: int) -> None:
        """Take the last action back."""

    def explain(self, do: Do) -> Explained:
        """Why not?"""

    def odds(self, do: Do | None) -> Odds | None:
        """How the battle at hand, or an offered action, may end."""

    def channels(self) -> list[Channel]:
        """Where the seat hears and speaks."""

    def heard(self, channel: str) -> list[Said]:
        """The last lines of a channel."""

    def say(self, channel: str, text: str) -> None:
        """Say something."""

    def wait(self, seconds: float) -> bool:
        """Let the others play until the seat is asked, or the game is over, for so long at most; whether it is."""
