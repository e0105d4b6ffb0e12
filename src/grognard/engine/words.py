"""The words of a game, in the language of whoever reads them.

English is written where a thing is made: the question in its Decision, the label in its Verb, the reason in its
Refusal, the clause in the ledger. Sentences that belong to no such thing (tales, titles, tracks) have an id in
`languages/en.toml` beside the game. Every other language has all of it in `languages/<language>.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from grognard.engine.datafile import read
from grognard.engine.refusal import Phrase, Refusal, UserError

ENGLISH = "en"
FOLDER = "languages"
LANGUAGES: dict[str, Callable[[int], bool]] = {
    "en": lambda n: n != 1,
    "fr": lambda n: n > 1,
}
"""Which of its plural forms a language uses for a number."""

NO_BREAK = "\u00a0"
SPACED = re.compile(r" (?=[:;?!»%])|(?<=«) ")
"""Spaces at which a French line must not be broken."""

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """The language words are wanted in now."""
    return _spoken.get()


@contextmanager
def speaking(wanted: str) -> Iterator[None]:
    """All words made in here are in that language, or in English where it is not known."""
    token = _spoken.set(wanted if wanted in LANGUAGES else ENGLISH)
    try:
        yield
    finally:
        _spoken.reset(token)


class Name(str):
    """A name with the other forms its language needs: "{0:of}" is « de la France »."""

    forms: dict[str, str]

    def __new__(cls, text: str, forms: dict[str, str] | None = None) -> Name:
        name = super().__new__(cls, text)
        name.forms = forms or {}
        return name

    def __format__(self, form: str) -> str:
        return self.forms.get(form) or str(self)


def as_name(text: str) -> Name:
    """A text where a name may be asked for its forms."""
    return text if isinstance(text, Name) else Name(text)


class Count(int):
    """A number that picks its noun: "{n:# Unit|# Units}"; a form more, at the front, is for none at all."""

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return format(int(self), spec)
        forms = spec.split("|")
        if len(forms) > 2:
            none = forms.pop(0)
            if not self:
                return none
        return forms[LANGUAGES[language()](int(self))].replace("#", str(int(self)))


class ScenarioWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario in the lobby."""

    name: str
    about: str


class ChoiceWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option in the lobby: its title, what it changes, and its values, by what they are in a file."""

    title: str
    about: str = ""
    values: dict[str, str] = {}


class RulingWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was decided where the book is silent, and why."""

    text: str
    reason: str


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A language of a game, as its file has it."""

    messages: dict[str, str] = {}
    """By id."""
    prompts: dict[str, str] = {}
    """By the name of the decision."""
    actions: dict[str, str] = {}
    """By verb."""
    refusals: dict[str, str] = {}
    """By the English text."""
    names: dict[str, dict[str, str | dict[str, str]]] = {}
    """By kind and id: a name, or its forms, of which `name` is the plain one."""
    scenarios: dict[str, ScenarioWords] = {}
    choices: dict[str, ChoiceWords] = {}
    reactions: dict[str, str] = {}
    """What a standing answer is about."""
    endings: dict[str, str] = {}
    """The ways in which a game is won."""
    opinions: dict[str, str] = {}
    """Why a bot prefers an option: by the English text, with {0}, {1} … in the order of its places."""
    clauses: dict[str, str] = {}
    sections: dict[str, str] = {}
    rulings: dict[str, RulingWords] = {}


class Catalogue:
    """The words of a package: of a game, of the engine, of the server."""

    def __init__(self, package: str) -> None:
        self.package = package
        self._known: dict[str, Words] = {}
        self._names: dict[tuple[str, str, str], Name] = {}

    def words(self, wanted: str | None = None) -> Words:
        """All words of a language; nothing is missing but what stays in English."""
        tongue = language() if wanted is None else wanted
        found = self._known.get(tongue)
        if found is None:
            found = self._known[tongue] = _read(self.package, tongue)
        return found

    def has(self, wanted: str) -> bool:
        """Whether there are words of this language."""
        return bool(_files(self.package, wanted))

    def say(self, message: str, /, **words: Any) -> str:
        """A message, its placeholders filled in."""
        text = self.words().messages.get(message) or self.words(ENGLISH).messages[message]
        return text.format_map(words) if words else text

    def name(self, kind: str, thing: str, default: str = "") -> Name:
        """What a thing is called."""
        known = self._names.get((language(), kind, thing))
        if known is not None:
            return known
        found: Any = self.words().names.get(kind, {}).get(thing)
        if found is None:
            found = self.words(ENGLISH).names.get(kind, {}).get(thing)
        if found is None:
            return Name(default or thing)
        name = Name(found) if isinstance(found, str) else Name(found["name"], found)
        self._names[language(), kind, thing] = name
        return name

    def called(self, kinds: Iterable[str], thing: str, default: str) -> str:
        """What a thing is called where it stands alone, by the first of these kinds of names that has it."""
        for kind in kinds:
            if any(thing in self.words(tongue).names.get(kind, {}) for tongue in (language(), ENGLISH)):
                return f"{self.name(kind, thing):bare}"
        return default

    def prompt(self, decision: str, default: str) -> str:
        """The question of a decision, its placeholders still in it."""
        return self.words().prompts.get(decision, default)

    def action(self, verb: str, default: str) -> str:
        """The label of a verb, its placeholders still in it."""
        return self.words().actions.get(verb, default)

    def refusal(self, refusal: Refusal | UserError) -> str:
        """Why not."""
        told = refusal.text
        text, words = (told.source, told.words) if isinstance(told, Phrase) else (told, ())
        for catalogue in (self, ENGINE):
            found = catalogue.words().refusals.get(text)
            if found is not None:
                return found.format(*words) if words else found
        return str(told)

    def scenario(self, scenario: str, name: str, about: str = "") -> ScenarioWords:
        """A scenario in the lobby."""
        return self.words().scenarios.get(scenario) or ScenarioWords(name, about)

    def choice(self, name: str, about: str, values: Iterable[object]) -> ChoiceWords:
        """An option in the lobby. What is told nowhere is shown as it is written in a file."""
        found = self.words().choices.get(name) or self.words(ENGLISH).choices.get(name)
        known = found or ChoiceWords(name.replace("_", " "))
        shown = {plain_value(value): known.values.get(plain_value(value), plain_value(value)) for value in values}
        return ChoiceWords(known.title, known.about or about, shown)

    def reaction(self, kind: str) -> str:
        """What a standing answer is about."""
        return self.words().reactions.get(kind) or self.words(ENGLISH).reactions.get(kind, kind)

    def ending(self, way: str) -> str:
        """A way of winning."""
        return self.words().endings.get(way) or self.words(ENGLISH).endings.get(way, way)


def plain_value(value: object) -> str:
    """The value of an option as it is written: true, 3, russia."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def catalogue(package: str) -> Catalogue:
    """The words beside the modules of a package."""
    return Catalogue(package)


ENGINE = catalogue("grognard.engine")


def typeset(text: str, tongue: str) -> str:
    """A text as its language is printed: French keeps « : » and its like on the line of the word before."""
    return SPACED.sub(NO_BREAK, text) if tongue == "fr" else text


def sentence(text: str) -> str:
    """With a capital at the front."""
    return text[:1].upper() + text[1:]


def listed(things: Iterable[str]) -> str:
    """One, two and three."""
    *most, last = things
    return ENGINE.say("list", most=", ".join(most), last=last) if most else last


# --- reading --------------------------------------------------------------------------------------------------------


def _files(package: str, wanted: str) -> list[Traversable]:
    """`languages/fr.toml`, and files such as `languages/fr.rules.toml` where a part has a file of its own."""
    try:
        folder = files(package) / FOLDER
    except (ImportError, TypeError, ValueError):  # a game that is no package has no files beside it
        return []
    if not folder.is_dir():
        return []
    found = [f for f in folder.iterdir() if f.name.startswith(f"{wanted}.") and f.name.endswith(".toml")]
    return sorted(found, key=lambda f: f.name)


def _read(package: str, wanted: str) -> Words:
    merged: dict[str, Any] = {}
    for file in _files(package, wanted):
        merged |= {name: part for name, part in msgspec.structs.asdict(read(file, Words)).items() if part}
    return Words(**{name: _set(part, wanted) for name, part in merged.items()})


def _set(part: Any, tongue: str) -> Any:
    """All texts of a part, typeset; what they are found by stays as it is written."""
    if isinstance(part, str):
        return typeset(part, tongue)
    if isinstance(part, dict):
        return {name: _set(text, tongue) for name, text in part.items()}
    return type(part)(**{name: _set(text, tongue) for name, text in msgspec.structs.asdict(part).items()})
