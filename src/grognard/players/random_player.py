"""The simplest player: any option, each as likely as any other."""

from __future__ import annotations

from random import Random

from grognard.engine.decision import Action
from grognard.players.player import Budget, Situation
from grognard.players.reasons import TEXT


class RandomPlayer:
    """Takes any option. It does not look at the position, so it may be handed the real one."""

    def choose(self, situation: Situation, budget: Budget, rng: Random) -> Action:  # noqa: ARG002 - it needs no time
        return situation.world.sample(situation.power, rng)

    def explain(self) -> str:
        return TEXT.say("lot")
