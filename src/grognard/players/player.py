"""What a player is to a program."""

from __future__ import annotations

from random import Random
from typing import ClassVar, Protocol

from grognard.engine.decision import Action
from grognard.engine.position import Position


class Player(Protocol):
    """Chooses among the options of a power.

    The honest rule: a player that *looks* at more than the options is never given the real position, only one in which
    everything its seat may not know (and the dice to come) is drawn afresh. Only a player that does not look, such as
    the random one, may be handed the real position, for speed.
    """

    looks: ClassVar[bool]

    def choose(self, position: Position, power: int, rng: Random) -> Action: ...
