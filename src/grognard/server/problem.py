"""Why a request is not granted, in words for whoever sent it."""

from __future__ import annotations

from typing import Any

from grognard.engine.refusal import Refusal
from grognard.engine.words import catalogue

TEXT = catalogue("grognard.server")


class Problem(Exception):
    """Nothing was changed; the status says whose fault it is, the text, in the asker's language, why.

    A text that names something is a `Phrase`, so that it is found in other languages.
    """

    def __init__(self, status: int, text: str, clause: str = "", **more: Any) -> None:
        super().__init__(text)
        self.status, self.text, self.clause, self.more = status, TEXT.refusal(Refusal(clause, text)), clause, more

    def body(self) -> dict[str, Any]:
        return {"error": {"text": self.text, "clause": self.clause}, **self.more}


def unknown_table() -> Problem:
    """The same whether a table does not exist or is none of the asker's business."""
    return Problem(404, "There is no such table, or its invitation is needed.")


def sign_in() -> Problem:
    return Problem(401, "Say your name first.")
