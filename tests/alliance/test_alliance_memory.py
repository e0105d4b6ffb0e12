"""What a position remembers to be fast is what would be found anew."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

import grognard
from grognard.games.alliance import GAME, soundness
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.position import Position
from grognard.games.alliance.setting import AllianceSetting
from grognard.games.alliance.states import lie
from grognard.games.alliance.supply import Supply, supply


@pytest.mark.parametrize(("scenario", "players", "seed"), [("1804", 2, 3), ("1812", 5, 4), ("solitaire", 1, 5)])
def test_a_position_and_its_copy_from_a_snapshot_offer_the_same(scenario: str, players: int, seed: int) -> None:
    """The copy has worked nothing out yet; the position has played on with all it remembers."""
    game = grognard.new("alliance", scenario, players=players, seed=seed)
    setting = cast(AllianceSetting, game.setting)
    g = cast(Position, game.position)
    rng = Random(seed)  # noqa: S311 - which game is played does not matter
    for _ in range(250):
        if not g.agenda:
            break
        power = g.deciding[0]
        options = g.options(power)
        anew = cast(Position, GAME.restore(setting, GAME.snapshot(g), g.key))
        assert anew.options(power) == options
        assert soundness.faults(g) == []
        for player in {master for master in g.master if master != NOBODY}:
            assert lie(g, player) == lie(anew, player)
            fresh = Supply(anew, player, None)
            for state in range(len(g.master)):
                assert supply(g, player).fed(state) == fresh.fed(state)
        branch = g.clone()
        for _ in range(3):  # what a copy does and works out is no matter of the original's
            if branch.agenda:
                branch.play_on(rng)
        g.act(power, options[int(rng.random() * len(options))])
