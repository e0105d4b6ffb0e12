"""Guided games: a game with fixed dice and, step by step, what to say, to point at and to suggest to a new player.

A guide is data: `guides/<name>.toml` beside the game. It never plays: whatever the player does instead is as good, and
the next step that fits the game is said.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated

import msgspec

from grognard.engine import dice
from grognard.engine.datafile import read
from grognard.engine.rulebook import OptionValue, Rulebook
from grognard.engine.words import ENGLISH, language, typeset

FOLDER = "guides"

Said = dict[str, str]
"""A text by language."""
Pointer = Annotated[str, msgspec.Meta(pattern=r"^(piece|space|power|card|panel|part):[\w*-]+$")]
"""What to point at: a piece, a space, a power, a card, a panel by its kind, or a part of the page (map, orders …)."""
Pattern = tuple[str | int, ...]
"""An action, as the game names it; "*" stands for anything."""


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to say. It is said when all its conditions hold; without any, right after the step before it."""

    id: str
    say: Said
    decision: tuple[str, ...] = ()
    """One of these decisions is open for the player."""
    suggest: tuple[Pattern, ...] = ()
    """The first of these that is offered is suggested; if none is, the step does not fit."""
    panel: str = ""
    """A panel of this kind lies on the table, such as battle."""
    event: str = ""
    times: int = 1
    """So many such events have been told."""
    point: tuple[Pointer, ...] = ()
    instead: Said = {}
    """Said next, if something else than the suggestion was done."""
    read: bool = False
    """The player reads it and goes on; else it is done once the player has acted."""
    keep: bool = False
    """It waits for its moment, however far the game has gone; else a later step that is done puts it aside."""
    often: bool = False
    """It is said whenever it fits, also for the tenth time."""
    end: bool = False


class Guide(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A guide, as its file has it."""

    title: Said
    about: Said
    minutes: int
    scenario: str
    players: int
    seat: str
    seed: int
    bots: str = "random"
    """The level of the others. Only bots that do not think go the same way for everybody."""
    options: dict[str, OptionValue] = {}
    step: tuple[Step, ...]
    lost: Said
    """Said when a decision is open and no step fits it."""

    @property
    def key(self) -> bytes:
        """Of its dice: they fall the same for everybody."""
        return dice.key_from_seed(self.seed)


def spoken(said: Said) -> str:
    """A text in the reader's language."""
    return typeset(said.get(language()) or said[ENGLISH], language())


@cache
def guides(rulebook: Rulebook) -> dict[str, Guide]:
    """The guides of a game by name; DataError says what is wrong with one."""
    return {file.name.removesuffix(".toml"): read(file, Guide) for file in _files(rulebook.package)}


def guide_of(rulebook: Rulebook, scenario: str, key: bytes) -> str:
    """The guide whose game this is: the one with these dice; empty if there is none."""
    found = (name for name, guide in guides(rulebook).items() if guide.scenario == scenario and guide.key == key)
    return next(found, "")


def _files(package: str) -> list[Traversable]:
    try:
        folder = files(package) / FOLDER
    except (ImportError, TypeError, ValueError):  # a game that is no package has no files beside it
        return []
    if not folder.is_dir():
        return []
    return sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
