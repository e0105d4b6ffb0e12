"""The game of docs/engine.md passes what every game must pass."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from pages import DOCS, run_page

from grognard import Game, load
from grognard.engine import dice
from grognard.engine.game import Start
from grognard.lab import checks, secrecy


@pytest.fixture(scope="module")
def rulebook() -> Any:
    return run_page(DOCS / "engine.md")[0]["GAME"]


@pytest.mark.parametrize("seed", range(8))
def test_redoubt_passes_the_checks(rulebook: Any, seed: int, tmp_path: Path) -> None:
    rng = Random(seed)  # noqa: S311 - seeded play
    game = Game(rulebook, Start(rulebook.setting("field", 2, {}, None), dice.key_from_seed(seed)))
    of_a_moment = (
        checks.sound,
        checks.options,
        checks.views,
        checks.restores,
        checks.clones,
        checks.time_travel,
        checks.repeats,
        secrecy.twin_worlds,
    )
    while True:
        assert {check.__name__: check(game, rng) for check in of_a_moment} == {c.__name__: [] for c in of_a_moment}
        if game.over:
            break
        game.act(*checks.random_action(game, rng))
    path = tmp_path / "redoubt.grognard"
    game.save(path)
    assert load(path, rulebook=rulebook).digest() == game.digest()
    assert game.result is not None
    assert set(game.result["winners"]) <= {"blue", "white"}
