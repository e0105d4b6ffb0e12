"""Every figure of every game: declared in full, and sound at both ends of its range."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engine import dice, ledger, registry
from grognard.engine.figures import Figure

GAMES = [registry.rulebook(name) for name in registry.names()]
STEPS = 25


@pytest.mark.parametrize("game", [rulebook.id for rulebook in GAMES])
def test_each_is_declared_in_full(game: str) -> None:
    rulebook = registry.rulebook(game)
    declared = rulebook.figures()
    clauses = ledger.load(rulebook).clauses
    assert len({figure.name for figure in declared}) == len(declared) > 0
    assert not {figure.name for figure in declared} & {choice.name for choice in rulebook.choices()}
    for figure in declared:
        assert figure.about
        assert figure.clause in clauses, figure.name
        assert figure.least < figure.most, figure.name


@pytest.mark.parametrize("game", [rulebook.id for rulebook in GAMES])
def test_what_the_data_say_is_within_the_bounds(game: str) -> None:
    """So every figure can be set to what it is, and that changes nothing."""
    rulebook = registry.rulebook(game)
    for scenario in rulebook.scenarios():
        plain = rulebook.setting(scenario.id, None, {}, None)
        for figure in rulebook.figures():
            value = figure.in_data(plain.data, plain.record.id)  # type: ignore[attr-defined]  # of both games
            if value is not None:
                assert figure.check(value) == value
                assert rulebook.setting(scenario.id, None, {figure.name: value}, None) is plain


def ends(figure: Figure) -> tuple[int, int]:
    return figure.least, figure.most


@pytest.mark.parametrize("end", [0, 1])
@pytest.mark.parametrize("game", [rulebook.id for rulebook in GAMES])
def test_games_are_sound_at_both_ends(game: str, end: int) -> None:
    """A figure of each kind by itself at one end of its range, in some scenario: set up, and some random steps."""
    rulebook = registry.rulebook(game)
    scenarios = [scenario.id for scenario in rulebook.scenarios()]
    kinds = {figure.name.partition(".")[0]: figure for figure in rulebook.figures()}
    for number, figure in enumerate(kinds.values()):
        scenario = scenarios[number % len(scenarios)]
        setting = rulebook.setting(scenario, None, {figure.name: ends(figure)[end]}, None)
        position = rulebook.set_up(setting, dice.key_from_seed(number))
        position.advance()
        position.play_on(Random(number), STEPS)  # noqa: S311 - repeatable
        assert rulebook.faults(position) == [], (figure.name, ends(figure)[end], scenario)


def test_all_at_once_are_sound_too() -> None:
    for rulebook in GAMES:
        for end in (0, 1):
            for scenario in rulebook.scenarios():
                options = {figure.name: ends(figure)[end] for figure in rulebook.figures()}
                setting = rulebook.setting(scenario.id, None, options, None)
                position = rulebook.set_up(setting, dice.key_from_seed(end))
                position.advance()
                position.play_on(Random(end), 60)  # noqa: S311 - repeatable
                assert rulebook.faults(position) == [], (rulebook.id, scenario.id, end)
