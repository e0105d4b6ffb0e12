"""Where the games are found: the entry-point group ``grognard.games``."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from grognard.engine.refusal import Phrase, UserError
from grognard.engine.rulebook import Rulebook

GROUP = "grognard.games"


@cache
def rulebook(name: str) -> Rulebook:
    """The game of that name."""
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            game = entry.load()
            if not isinstance(game, Rulebook):
                raise UserError(f"The entry point {name} of {entry.value} is not a Grognard game.")
            return game
    known = ", ".join(names()) or "none is installed"
    raise UserError(Phrase("There is no game “{0}”. Games: {1}.", name, known))


def names() -> tuple[str, ...]:
    """All registered games."""
    return tuple(sorted({entry.name for entry in entry_points(group=GROUP)}))
