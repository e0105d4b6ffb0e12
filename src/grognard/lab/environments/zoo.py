"""PettingZoo: all seats of a game as agents, one after the other (AEC) or side by side (parallel)."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo.utils.env import AECEnv, ParallelEnv

from grognard.engine.refusal import UserError
from grognard.engine.rulebook import Rulebook
from grognard.lab.arena.game import Arena, Illegal, Venue

ILLEGAL_REWARD = -1.0
RENDER_MODES = ["ansi"]
Seen = dict[str, NDArray[Any]]


def name_of(rulebook: Rulebook, scenario: str) -> str:
    """The id of an environment. The version goes up when anything changes that a trained network relies on."""
    return f"grognard/{rulebook.id}-{scenario}-v{rulebook.shape().version}"


def observation_space(venue: Venue) -> spaces.Dict:
    """An observation and the action mask that goes with it."""
    layout = venue.layout
    return spaces.Dict(
        {
            "observation": spaces.Box(layout.low, layout.high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (venue.words,), np.int8),
        }
    )


def seen(arena: Arena, seat: int) -> Seen:
    """What a seat is shown."""
    return {"observation": arena.observe(seat), "action_mask": arena.mask(seat)}


def info(arena: Arena, seat: int, *, views: bool) -> dict[str, Any]:
    """What goes with it: the mask once more, and the view itself for whoever wants it."""
    told: dict[str, Any] = {"action_mask": arena.mask(seat)}
    if views:
        told["view"] = arena.venue.rulebook.view(arena.position, seat)
    return told


class _Seats:
    """What both kinds have in common."""

    def __init__(self, venue: Venue, *, views: bool = False, render_mode: str | None = None) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise UserError(f"The render mode is ansi or None, not “{render_mode}”.")
        self.venue, self.views, self.render_mode = venue, views, render_mode
        self.metadata = {
            "name": name_of(venue.rulebook, venue.setting.scenario),
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,  # there is a parallel environment beside it
        }
        self.possible_agents = list(venue.setting.seats)
        self.agents: list[str] = []
        self._spaces = {agent: observation_space(venue) for agent in self.possible_agents}
        self._words = {agent: spaces.Discrete(venue.words) for agent in self.possible_agents}
        self._number = {agent: number for number, agent in enumerate(self.possible_agents)}
        self._rng = Random(SystemRandom().getrandbits(64))
        self._arena: Arena | None = None

    @property
    def arena(self) -> Arena:
        """The game in progress."""
        if self._arena is None:
            raise UserError("Call reset() first: no game is in progress.")
        return self._arena

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._words[agent]

    def state(self) -> NDArray[Any]:
        """All that all seats together know: for training with more than a player may see."""
        return np.concatenate([self.arena.observe(seat) for seat in range(len(self.possible_agents))])

    def render(self) -> str | None:
        """The public board as text."""
        if self.render_mode is None:
            return None
        return self.venue.rulebook.picture(self.arena.position, None)

    def close(self) -> None:
        """Nothing is held open."""

    def _begin(self, seed: int | None) -> Arena:
        if seed is not None:
            self._rng = Random(seed)
        self.agents = self.possible_agents[:]
        self._arena = self.venue.begin(self._rng)
        return self._arena

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: info(self.arena, self._number[agent], views=self.views) for agent in self.agents}


class SeatsInTurn(_Seats, AECEnv):
    """One agent after the other. Sealed answers are asked one by one; nobody sees another's before all are in."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - as PettingZoo has it
        arena = self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos()
        self.agent_selection = self.possible_agents[arena.to_act[0]]

    def observe(self, agent: str) -> Seen:
        return seen(self.arena, self._number[agent])

    def step(self, action: int | None) -> None:
        agent, arena = self.agent_selection, self.arena
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        fault = ""
        try:
            arena.choose(self._number[agent], -1 if action is None else int(action))
        except Illegal as illegal:
            fault = str(illegal)
            self.rewards[agent] = ILLEGAL_REWARD
        if fault or arena.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif arena.cut_off:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[arena.to_act[0]]
        if arena.over:
            self.rewards = dict(zip(self.agents, arena.prizes(), strict=True))
        self.infos = self._infos()
        if fault:
            self.infos[agent]["illegal"] = fault
        self._accumulate_rewards()


class SeatsTogether(_Seats, ParallelEnv):
    """All agents at every step. To those that have nothing to decide the mask leaves <wait>; it is not looked at."""

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - as PettingZoo has it
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self._begin(seed)
        return self._seen(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        arena, faults = self.arena, dict[str, str]()
        for seat in arena.to_act:
            agent = self.possible_agents[seat]
            try:
                arena.choose(seat, int(actions.get(agent, -1)))
            except Illegal as illegal:
                faults[agent] = str(illegal)
        over = arena.over or bool(faults)
        prizes = arena.prizes()
        rewards = {agent: ILLEGAL_REWARD if agent in faults else prizes[self._number[agent]] for agent in self.agents}
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, arena.cut_off and not over)
        shown, infos = self._seen(), self._infos()
        for agent, fault in faults.items():
            infos[agent]["illegal"] = fault
        if over or arena.cut_off:
            self.agents = []
        return shown, rewards, terminations, truncations, infos

    def _seen(self) -> dict[str, Seen]:
        return {agent: seen(self.arena, self._number[agent]) for agent in self.agents}
