"""Every "no" has a reason: the clause that forbids it, in our own words."""

from __future__ import annotations

from typing import NamedTuple


class Phrase(str):
    """A text made of parts: `source` has {0}, {1} … where `words` stand, and finds it in other languages."""

    source: str
    words: tuple[str, ...]

    def __new__(cls, source: str, *words: str) -> Phrase:
        phrase = super().__new__(cls, source.format(*words))
        phrase.source, phrase.words = source, words
        return phrase


class Refusal(NamedTuple):
    """Why something is not allowed. The clause is empty where no rule speaks (a malformed action, a wrong seat).

    A text that names something is a `Phrase`, so that it can be said in other languages.
    """

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
    """Something the user gave us is wrong; the text, a `Phrase` if it names something, says what and what to do."""

    @property
    def text(self) -> str:
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


GAME_OVER = Refusal("", "The game is over.")
NOT_AN_ACTION = Refusal("", "Not an action: an action is a verb followed by its arguments.")
