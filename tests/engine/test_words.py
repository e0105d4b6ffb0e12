"""Words in several languages: what is filled in how, and what a game is told it lacks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grognard.engine.datafile import DataError
from grognard.engine.refusal import Phrase, Refusal, UserError
from grognard.engine.words import ENGINE, Catalogue, Count, Name, language, listed, sentence, speaking, typeset

ENGLISH = """
[messages]
lost = "{general} lost {units:no Units|# Unit|# Units} of {power}."
plain = "Nothing."
[names.power]
france = "France"
[reactions]
support = "support in battle"
"""
FRENCH = """
[messages]
lost = "{general} perd {units:aucune unité|# unité|# unités} {power:of}."
[prompts]
name-envoy = "Mouvement {0:of}."
[refusals]
"There is no seat “{0}”." = "Pas de place « {0} »."
"Pinned." = "Cloué."
[names.power]
france = { name = "la France", of = "de la France" }
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Catalogue]:
    folder = tmp_path / "toy_words" / "languages"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "en.toml").write_text(ENGLISH, "utf-8")
    (folder / "fr.toml").write_text(FRENCH, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield Catalogue("toy_words")
    sys.modules.pop("toy_words", None)


@pytest.mark.parametrize(
    ("tongue", "units", "text"),
    [
        ("en", 0, "Ney lost no Units of France."),
        ("en", 1, "Ney lost 1 Unit of France."),
        ("en", 3, "Ney lost 3 Units of France."),
        ("fr", 0, "Ney perd aucune unité de la France."),
        ("fr", 1, "Ney perd 1 unité de la France."),
        ("fr", 2, "Ney perd 2 unités de la France."),
    ],
)
def test_a_message_has_its_plural_and_its_forms(toy: Catalogue, tongue: str, units: int, text: str) -> None:
    with speaking(tongue):
        assert toy.say("lost", general="Ney", units=Count(units), power=toy.name("power", "france")) == text


def test_zero_is_one_in_french_and_many_in_english() -> None:
    assert f"{Count(0):# Unit|# Units}" == "0 Units"
    with speaking("fr"):
        assert f"{Count(0):# unité|# unités}" == "0 unité"
    assert f"{Count(3):+d}" == "+3"


def test_what_a_language_lacks_is_said_in_english(toy: Catalogue) -> None:
    with speaking("fr"):
        assert toy.say("plain") == "Nothing."
        assert toy.reaction("support") == "support in battle"
        assert toy.prompt("another", "Now?") == "Now?"
        assert toy.refusal(Refusal("1.1", "Never heard of.")) == "Never heard of."
    with speaking("tlh"):
        assert language() == "en"


def test_a_name_without_a_form_is_itself() -> None:
    assert f"{Name('Paris'):of}" == "Paris"


def test_refusals_are_found_by_their_english(toy: Catalogue) -> None:
    there = Refusal("", Phrase("There is no seat “{0}”.", "{1}"))
    assert there == ("", "There is no seat “{1}”.")
    assert toy.refusal(there) == "There is no seat “{1}”."
    with speaking("fr"):
        assert toy.refusal(there) == "Pas de place «\u00a0{1}\u00a0»."
        assert toy.refusal(UserError(Phrase("There is no seat “{0}”.", "x"))) == "Pas de place «\u00a0x\u00a0»."
        assert toy.refusal(Refusal("4.33", "Pinned.")) == "Cloué."
        assert toy.refusal(Refusal("", "The game is over.")) == "La partie est finie."


def test_the_language_is_of_the_thread_that_asked(toy: Catalogue) -> None:
    with speaking("fr"), ThreadPoolExecutor(1) as other:
        assert language() == "fr"
        assert other.submit(language).result() == "en"
    assert language() == "en"


def test_french_is_not_broken_before_its_high_marks(toy: Catalogue) -> None:
    with speaking("fr"):
        assert toy.refusal(Refusal("", Phrase("There is no seat “{0}”.", "x"))) == "Pas de place «\u00a0x\u00a0»."
    assert typeset("Qui vient ? Paris : 45 %.", "fr") == "Qui vient\u00a0? Paris\u00a0: 45\u00a0%."
    assert typeset("Who comes ?", "en") == "Who comes ?"


def test_lists_and_sentences() -> None:
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(["a"]) == "a"
    with speaking("fr"):
        assert listed(["a", "b"]) == "a et b"
    assert sentence("élan") == "Élan"


def test_a_fault_in_a_file_is_told_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bad_words" / "languages"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "fr.toml").write_text("[messages]\nlost = 3\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(DataError, match=r"fr\.toml:2: messages\.lost: expected a str, found an int"):
        Catalogue("bad_words").words("fr")


def test_the_engine_says_in_french_all_it_says_in_english() -> None:
    assert ENGINE.words("en").messages.keys() == ENGINE.words("fr").messages.keys()
