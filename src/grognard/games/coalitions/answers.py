"""The plain question: yes or no."""

from __future__ import annotations

from random import Random

from grognard.engine.decision import Action
from grognard.games.coalitions.position import Position

YES: Action = ("yes",)
NO: Action = ("no",)


def yes_or_no(_g: Position, *_arguments: object) -> list[Action]:
    return [YES, NO]


def sample_yes_or_no(_g: Position, rng: Random, *_arguments: object) -> Action:
    return YES if rng.random() < 0.5 else NO
