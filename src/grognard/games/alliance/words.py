"""The game's names that are no facts of the board: the verbs of its actions."""

from __future__ import annotations

from grognard.engine.vocabulary import Verb

VERBS = {
    # choices that many decisions share
    "done": Verb((), "Done"),
    "yes": Verb((), "Yes"),
    "no": Verb((), "No"),
    "pass": Verb((), "Pass"),
    # 3. cards
    "play": Verb(("card",), "Play {0}"),
    "discard": Verb(("card",), "Discard {0}"),
}
