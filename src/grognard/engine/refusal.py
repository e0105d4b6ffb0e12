"""Every "no" has a reason: the clause that forbids it, in our own words."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """Why something is not allowed. The clause is empty where no rule speaks (a malformed action, a wrong seat)."""

    clause: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} [{self.clause}]" if self.clause else self.text


class Refused(Exception):
    """An action was not taken; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class UserError(Exception):
    """Something the user gave us is wrong; the text says what and what to do."""


GAME_OVER = Refusal("", "The game is over.")
NOT_AN_ACTION = Refusal("", "Not an action: an action is a verb followed by its arguments.")
