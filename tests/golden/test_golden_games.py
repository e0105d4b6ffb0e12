"""Whole games on file: any change of the rules, the dice, the set-ups or the file format shows here."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.engine import registry
from grognard.lab.checks import play_on

HERE = Path(__file__).parent
MOST_STEPS = 20_000
SEEDS = range(12)
"""The shortest game of these seeds is kept."""

GAMES: dict[str, dict[str, dict[str, Any]]] = {
    "alliance": {
        "1804": {"scenario": "1804", "players": 2},
        "1808": {"scenario": "1808", "players": 4, "surrender": False},
        "1812": {"scenario": "1812", "players": 7, "treasuries": "hidden", "gentleman": True},
        "campaign": {"scenario": "campaign", "empires": "france+spain"},
        "solitaire": {"scenario": "solitaire", "cards": 32},
    },
    "coalitions": {
        "1792": {"scenario": "1792", "players": 6},
        "1798": {"scenario": "1798", "players": 5, "generals": True},
        "1805": {"scenario": "1805", "players": 6},
        "1806": {"scenario": "1806", "players": 4},
        "1809": {"scenario": "1809", "players": 5},
        "1812": {"scenario": "1812", "players": 3, "third_minor": "austria"},
        "1813": {"scenario": "1813", "players": 6, "generals": True},
        "lempereur": {"scenario": "1805", "players": 2, "mode": "lempereur", "level": "usurpateur"},
    },
}
FILES = [(name, title) for name, games in GAMES.items() for title in games]


def _random_game(name: str, arguments: dict[str, Any], seed: int) -> grognard.Game:
    game = grognard.new(name, seed=seed, **arguments)
    play_on(game, Random(seed), MOST_STEPS)  # noqa: S311 - seeded, so that it can be had again
    return game


@pytest.mark.parametrize(("name", "title"), FILES)
def test_a_golden_game(name: str, title: str, *, renew: bool) -> None:
    path = HERE / name / f"{title}.jsonl"
    if renew:
        path.parent.mkdir(exist_ok=True)
        games = (_random_game(name, GAMES[name][title], seed) for seed in SEEDS)
        min(games, key=lambda game: game.step).save(path)
    game = grognard.verify(path)
    assert game.over
    assert game.result == grognard.load(path).result


@pytest.mark.parametrize("name", registry.names())
def test_every_scenario_has_its_golden_game(name: str) -> None:
    kept = {arguments["scenario"] for arguments in GAMES[name].values()}
    assert kept == {scenario.id for scenario in registry.rulebook(name).scenarios()}
    assert {path.stem for path in (HERE / name).iterdir()} == set(GAMES[name])
