"""Gymnasium: one seat of a game, the others played by named players."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from grognard.engine.refusal import UserError
from grognard.engine.rulebook import OptionValue, Rulebook
from grognard.lab.arena.game import Arena, Illegal, Venue
from grognard.lab.environments.zoo import ILLEGAL_REWARD, RENDER_MODES, Seen, info, name_of, observation_space, seen
from grognard.lab.rotation import STEP_LIMIT
from grognard.players import Budget, Player, player, situation_of

OPPONENT = "staff"


class OneSeat(gymnasium.Env[Seen, Any]):
    """A seat to learn for. An episode is a game; the others act between two words of the learner, unseen."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - where Gymnasium looks for it

    def __init__(
        self,
        game: str | Rulebook,
        scenario: str | None = None,
        *,
        players: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        seat: str | None = None,
        opponents: str | Mapping[str, str] = OPPONENT,
        iterations: int | None = None,
        most_decisions: int = STEP_LIMIT,
        views: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """A seat, the first if none is named. `opponents` is one player for all others, or one for each seat;
        `iterations` is how long one that searches may think."""
        self.venue = Venue(game, scenario, players, options, most_decisions)
        seats = self.venue.setting.seats
        self.seat = seats[0] if seat is None else seat
        if self.seat not in seats:
            raise UserError(f"There is no seat “{self.seat}”. Seats: {', '.join(seats)}.")
        named = dict.fromkeys(seats, opponents) if isinstance(opponents, str) else {**opponents}
        unknown = ", ".join(set(named) - set(seats))
        if unknown:
            raise UserError(f"There is no seat “{unknown}”. Seats: {', '.join(seats)}.")
        if render_mode not in (None, *RENDER_MODES):
            raise UserError(f"The render mode is ansi or None, not “{render_mode}”.")
        self._number = seats.index(self.seat)
        self._others: list[Player] = [player(named.get(name, OPPONENT)) for name in seats]
        self._budget = Budget(iterations=iterations)
        self.views, self.render_mode = views, render_mode
        self.metadata = {**type(self).metadata, "name": name_of(self.venue.rulebook, self.venue.setting.scenario)}
        self.observation_space = cast("spaces.Space[Seen]", observation_space(self.venue))
        self.action_space = spaces.Discrete(self.venue.words)
        self._arena: Arena | None = None
        self._rng = Random(0)

    @property
    def arena(self) -> Arena:
        """The game in progress."""
        if self._arena is None:
            raise UserError("Call reset() first: no game is in progress.")
        return self._arena

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:  # noqa: ARG002 - as Gymnasium has it
        super().reset(seed=seed)
        while True:
            self._rng = Random(int(self.np_random.integers(1 << 62)))
            self._arena = self.venue.begin(self._rng)
            self._let_others_play()
            if not self._ended:  # a game that is over before the seat is ever asked teaches it nothing
                return self._shown()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        arena = self.arena
        if self._ended:
            raise UserError("The game is over: call reset().")
        try:
            arena.choose(self._number, int(action))
        except Illegal as illegal:
            shown, told = self._shown()
            return shown, ILLEGAL_REWARD, True, False, {**told, "illegal": str(illegal)}
        self._let_others_play()
        shown, told = self._shown()
        return shown, arena.prizes()[self._number], arena.over, arena.cut_off, told

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of the next word, as libraries ask for it that know masks, such as MaskablePPO of sb3-contrib."""
        return self.arena.mask(self._number).astype(bool)

    def render(self) -> str | None:
        """The board as the seat sees it, as text."""
        if self.render_mode is None:
            return None
        return self.venue.rulebook.picture(self.arena.position, self._number)

    @property
    def _ended(self) -> bool:
        return self.arena.over or self.arena.cut_off

    def _shown(self) -> tuple[Seen, dict[str, Any]]:
        return seen(self.arena, self._number), info(self.arena, self._number, views=self.views)

    def _let_others_play(self) -> None:
        arena, venue = self.arena, self.venue
        while not self._ended and self._number not in arena.to_act:
            seat = arena.to_act[0]
            bot, power = self._others[seat], arena.position.asked(seat)
            situation = situation_of(venue.rulebook, venue.setting, arena.position, power, self._rng, bot)
            arena.take(seat, bot.choose(situation, self._budget, self._rng))
