"""Where players are found: our own levels, and the entry-point group ``grognard.players``."""

from __future__ import annotations

import shlex
from functools import cache
from importlib.metadata import entry_points

from grognard.engine.refusal import UserError
from grognard.players.marshal import MarshalPlayer
from grognard.players.player import Player
from grognard.players.process import ForeignPlayer
from grognard.players.random_player import RandomPlayer
from grognard.players.staff import StaffPlayer

GROUP = "grognard.players"

LEVELS: dict[str, type[Player]] = {"random": RandomPlayer, "staff": StaffPlayer, "marshal": MarshalPlayer}
"""Our own, the gentlest first. They keep nothing from one decision to the next."""

RUN = "run:"
"""Before the command line of a player in another language."""


def player(name: str) -> Player:
    """A new player of that name."""
    if name in LEVELS:
        return LEVELS[name]()
    if name.startswith(RUN):
        return ForeignPlayer(shlex.split(name.removeprefix(RUN)))
    found = _plug_ins().get(name)
    if found is None:
        raise UserError(f"There is no bot “{name}”. Bots: {', '.join(names())}.")
    return found()


def names() -> tuple[str, ...]:
    """All players there are, our own first."""
    return (*LEVELS, *sorted(_plug_ins()))


@cache
def _plug_ins() -> dict[str, type[Player]]:
    """A plug-in never takes the place of one of our own."""
    found: dict[str, type[Player]] = {}
    for entry in entry_points(group=GROUP):
        if entry.name not in LEVELS:
            made = entry.load()
            if not callable(getattr(made, "choose", None)) or not callable(getattr(made, "explain", None)):
                raise UserError(f"The entry point {entry.name} of {entry.value} is not a Grognard player.")
            found[entry.name] = made
    return found
