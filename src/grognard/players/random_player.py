"""The simplest player: any option, each as likely as any other."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from grognard.engine.decision import Action
from grognard.engine.position import Position


class RandomPlayer:
    """Takes any option. It does not look at the position, so it may be handed the real one."""

    looks: ClassVar[bool] = False

    def choose(self, position: Position, power: int, rng: Random) -> Action:
        return position.sample(power, rng)
