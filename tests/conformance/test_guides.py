"""Guided games are sound: they begin, they name what there is, and they speak every language of their game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import grognard
from grognard.engine import registry
from grognard.engine.game import Game, Start
from grognard.engine.guide import Guide, Said, guide_of, guides, spoken
from grognard.engine.words import LANGUAGES, speaking

GUIDES = [(game, name) for game in registry.names() for name in guides(registry.rulebook(game))]


def opened(game: str, name: str) -> tuple[Guide, Game]:
    rulebook = registry.rulebook(game)
    guide = guides(rulebook)[name]
    setting = rulebook.setting(guide.scenario, guide.players, guide.options, None)
    return guide, Game(rulebook, Start(setting, guide.key))


def texts(guide: Guide) -> Iterator[Said]:
    yield from (guide.title, guide.about, guide.lost)
    for step in guide.step:
        yield step.say
        if step.instead:
            yield step.instead


def test_coalitions_has_a_guide() -> None:
    assert ("coalitions", "first-campaign") in GUIDES


@pytest.mark.parametrize(("game", "name"), GUIDES)
def test_a_guide_speaks_every_language_of_its_game(game: str, name: str) -> None:
    guide, _ = opened(game, name)
    spoken_there = {language for language in LANGUAGES if registry.rulebook(game).words.has(language)}
    for said in texts(guide):
        assert said.keys() == spoken_there, said
        assert len({spoken(said), *said.values()}) == len(said), said


@pytest.mark.parametrize(("game", "name"), GUIDES)
def test_a_guide_names_what_there_is(game: str, name: str) -> None:
    guide, begun = opened(game, name)
    assert guide.seat in begun.seats
    decisions = {decision.name for decision in begun.rulebook.procedures.decisions}
    vocabulary = begun.setting.vocabulary
    known = {thing for kind in vocabulary.kinds.values() for thing in kind.ids} | set(begun.setting.powers)
    assert len({step.id for step in guide.step}) == len(guide.step)
    assert sum(step.end for step in guide.step) == 1
    for step in guide.step:
        assert set(step.decision) <= decisions, step.id
        for verb, *arguments in step.suggest:
            assert vocabulary.kinds_of(str(verb), len(arguments)) is not None, step.id
            assert {a for a in arguments if isinstance(a, str)} <= known | {"*"}, step.id
        for pointer in step.point:
            kind, thing = pointer.split(":")
            assert kind in ("part", "panel", "card") or thing in known, step.id


@pytest.mark.parametrize(("game", "name"), GUIDES)
def test_a_guided_game_is_known_by_its_dice(game: str, name: str) -> None:
    guide, begun = opened(game, name)
    rulebook = registry.rulebook(game)
    assert guide_of(rulebook, guide.scenario, begun.start.key) == name
    assert guide_of(rulebook, guide.scenario, grognard.new(game, guide.scenario).start.key) == ""
    with speaking("fr"):
        assert spoken(guide.title) == guide.title["fr"]
