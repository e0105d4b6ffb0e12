"""Where players are found: our own levels, and the entry-point group ``grognard.players``."""

from __future__ import annotations

import shlex
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from random import Random

from grognard.engine.position import Position
from grognard.engine.refusal import UserError
from grognard.engine.rulebook import Rulebook, Setting
from grognard.engine.twins import resample
from grognard.players.marshal import MarshalPlayer
from grognard.players.player import Player, Situation
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
    if name not in _plug_ins():
        raise UserError(f"There is no bot “{name}”. Bots: {', '.join(names())}.")
    return _made(_plug_ins()[name])


def names() -> tuple[str, ...]:
    """All players there are, our own first."""
    return (*LEVELS, *sorted(_plug_ins()))


def situation_of(
    rulebook: Rulebook, setting: Setting, position: Position, power: int, rng: Random, bot: Player | None = None
) -> Situation:
    """What a player is given: a twin of the position, whoever it is and whatever it says of itself.

    Only our own random player gets the real one, for speed: it takes any option and looks at nothing.
    """
    seat = position.keeper[power]
    world = position if type(bot) is RandomPlayer else resample(rulebook, position, seat, rng)
    return Situation(rulebook, setting, world, seat, power)


@cache
def _plug_ins() -> dict[str, EntryPoint]:
    """A plug-in never takes the place of one of our own."""
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in LEVELS}


def _made(entry: EntryPoint) -> Player:
    """A player of somebody else's: whatever is wrong with it, it is said which one it is."""
    try:
        found: Player = entry.load()()
    except Exception as error:
        raise UserError(
            f"The bot “{entry.name}” ({entry.value}) cannot be made: {type(error).__name__}: {error}"
        ) from error
    for part in ("choose", "explain"):
        if not callable(getattr(found, part, None)):
            raise UserError(f"“{entry.name}” ({entry.value}) is not a Grognard player: it has no method “{part}”.")
    return found
