"""Every game that has words in several languages has all of them, and nothing else is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec, module_from_spec
from random import Random
from typing import Any

import msgspec
import pytest

import grognard
from grognard.engine import ledger, registry
from grognard.engine.words import LANGUAGES, catalogue, speaking
from grognard.lab.languages import gaps, refusals_in

SPOKEN = [
    (game, language)
    for game in registry.names()
    for language in LANGUAGES
    if registry.rulebook(game).words.has(language)
]
ENGLISH_WORDS = re.compile(
    r"\b(the|of|and|with|was|were|which|from|by|is|are|in|to|your|may|its|that|not|may|has|have|off|an|round|card)\b",
    re.IGNORECASE,
)
DATA = {"board", "data", "do", "margin", "id", "kind", "game", "decision", "event", "clause", "commitment", "control"}
"""Parts of a view that programs read, not people."""


def read(thing: Any, field: str = "") -> Iterator[str]:
    """Every text of a view that a person reads."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for name, part in thing.items():
            if name not in DATA:
                yield from read(part, name)
    elif isinstance(thing, list):
        for part in thing:
            yield from read(part, field)


def shown(game: grognard.Game, seat: str | None, since: int) -> list[str]:
    view = dict(game.view(seat, since))
    told = {name: view[name] for name in ("prompt", "actions", "log", "ending", "reactions")}
    if isinstance(told["prompt"], dict):
        told["prompt"] = {"text": told["prompt"]["text"], "about": told["prompt"]["about"]}
    return [*read(told), *read(msgspec.to_builtins(game.tabletop(seat)) | {"board": None, "offers": []})]


def test_some_game_speaks_french() -> None:
    assert ("coalitions", "fr") in SPOKEN


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_no_message_is_missing(name: str, language: str) -> None:
    assert gaps(registry.rulebook(name), language) == []


@pytest.mark.parametrize("part", ["clauses", "opinions", "rulings", "sections"])
@pytest.mark.parametrize(("name", "language"), [spoken for spoken in SPOKEN if spoken[1] != "en"])
def test_a_clause_ruling_or_reason_without_its_translation_is_missed(
    name: str, language: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rulebook = registry.rulebook(name)
    words = rulebook.words.words(language)
    lost, *kept = sorted(getattr(words, part))
    without = msgspec.structs.replace(words, **{part: {id: getattr(words, part)[id] for id in kept}})
    monkeypatch.setattr(rulebook.words, "_known", {language: without})
    assert gaps(rulebook, language) == [f"{language}: {part}: “{lost}” is missing"]


@pytest.mark.parametrize(("name", "language"), [spoken for spoken in SPOKEN if spoken[1] != "en"])
def test_no_clause_or_ruling_is_left_in_english(name: str, language: str) -> None:
    rulebook = registry.rulebook(name)
    book, words = ledger.read_conformance(rulebook), rulebook.words.words(language)
    for clause in book.clause:
        assert words.clauses[clause.id] != clause.text, clause.id
        assert not ENGLISH_WORDS.search(words.clauses[clause.id]), clause.id
    for ruling in book.ruling:
        for text, english in zip(
            (words.rulings[ruling.number].text, words.rulings[ruling.number].reason),
            (ruling.text, ruling.reason),
            strict=True,
        ):
            assert text != english, ruling.number
            assert not ENGLISH_WORDS.search(text), ruling.number


@pytest.mark.parametrize("package", ["grognard.engine", "grognard.server"])
def test_whatever_is_refused_is_refused_in_french(package: str) -> None:
    words = catalogue(package)
    assert refusals_in(package) - words.words("fr").refusals.keys() == set()
    assert words.words("fr").messages.keys() == words.words("en").messages.keys()


def test_programs_see_english_names_whoever_made_the_game_load() -> None:
    spec = find_spec("grognard.games.coalitions.words")
    assert spec is not None
    assert spec.loader is not None
    words = module_from_spec(spec)
    with speaking("fr"):
        spec.loader.exec_module(words)
    assert words.POWER_NAMES[0] == "Britain"
    assert words.STATUS_NAMES[2] == "Neutral"


def a_game(name: str, number: int) -> grognard.Game:
    scenario, players, options = registry.rulebook(name).variants()[number]
    return grognard.new(name, scenario, players=players, seed=number, **options)


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("name", sorted({name for name, language in SPOKEN if language == "fr"}))
def test_no_english_is_read_in_a_whole_french_game(name: str, part: int) -> None:
    variants = registry.rulebook(name).variants()
    game = a_game(name, part * (len(variants) - 1) // 2)
    rng, since = Random(part), 0  # noqa: S311 - a test must be repeatable
    with speaking("fr"):
        while not game.over:
            seat = rng.choice(game.to_act)
            for text in shown(game, seat, since):
                assert not ENGLISH_WORDS.search(text), text
            since = game.step
            game.act(seat, rng.choice(game.options(seat)))
        for text in shown(game, None, 0):
            assert not ENGLISH_WORDS.search(text), text


@pytest.mark.parametrize("name", sorted({name for name, language in SPOKEN if language == "fr"}))
def test_why_not_is_said_in_french(name: str) -> None:
    """Whatever one decision offers, tried at another: each refusal that a game gives in English it gives in French."""
    game, rng = a_game(name, 0), Random(3)  # noqa: S311 - a test must be repeatable
    tried: list[Any] = []
    told: set[str] = set()
    for _ in range(400):
        if game.over:
            break
        seat = rng.choice(game.to_act)
        options = game.options(seat)
        tried += [option for option in options if option not in tried][:20]
        for action in rng.sample(tried, min(len(tried), 6)):
            why = game.explain(seat, action)
            if why is not None:
                with speaking("fr"):
                    text = game.rulebook.words.refusal(why)
                assert not ENGLISH_WORDS.search(text), text
                told.add(text)
        game.act(seat, rng.choice(options))
    assert len(told) > 10
