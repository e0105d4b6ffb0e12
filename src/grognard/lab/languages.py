"""What a language of a game still lacks."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any

from grognard.engine import ledger
from grognard.engine.rulebook import Rulebook
from grognard.engine.words import ENGLISH, Words, plain_value

Parts = frozenset[str]
TEXT_OF = {"Refusal": 1, "Problem": 1, "UserError": 0, "Phrase": 0, "FileFault": 2}
"""Which argument of what is made has the text."""


def gaps(rulebook: Rulebook, language: str) -> list[str]:
    """Everything that is missing, left over or filled in otherwise than in English; empty if nothing is."""
    english, words = rulebook.words.words(ENGLISH), rulebook.words.words(language)
    found = [*_texts("messages", english.messages, words.messages, exact=True)]
    if language != ENGLISH:
        found += _texts("prompts", {d.name: d.prompt for d in rulebook.procedures.decisions}, words.prompts)
        found += _texts("actions", _actions(rulebook), words.actions)
        found += _ids("refusals", refusals_in(rulebook.package), words.refusals)
        found += _ids("scenarios", (s.id for s in rulebook.scenarios()), words.scenarios)
        book = ledger.read_conformance(rulebook)
        found += _ids("clauses", (clause.id for clause in book.clause), words.clauses)
        found += _ids("sections", {clause.section for clause in book.clause}, words.sections)
        found += _ids("rulings", (ruling.number for ruling in book.ruling), words.rulings)
        found += _opinions(opinions_in(rulebook.package), words.opinions)
    found += _choices(rulebook, words)
    found += _ids("reactions", {d.reaction.kind for d in rulebook.procedures.decisions if d.reaction}, words.reactions)
    found += _ids("endings", english.endings, words.endings)
    for kind, names in english.names.items():
        found += _ids(f"names.{kind}", names, words.names.get(kind, {}))
    for kind, names in words.names.items():
        if len({frozenset(name) if isinstance(name, dict) else None for name in names.values()}) > 1:
            found.append(f"names.{kind}: the names have not all the same forms")
    found += _forms(words)
    return [f"{language}: {fault}" for fault in found]


def refusals_in(package: str) -> set[str]:
    """The texts of all refusals, problems and errors that the modules of a package make."""
    return {text for path in _sources(package) for text in _refused(ast.parse(path.read_text("utf-8")))}


def opinions_in(package: str) -> set[str]:
    """The texts by which a game's judgement says why: all prose in its modules."""
    return {
        text
        for path in _sources(package)
        if "judgement" in path.parts or path.stem == "judgement"
        for text in _prose(ast.parse(path.read_text("utf-8")))
    }


def _prose(tree: ast.Module) -> Iterator[str]:
    remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in remarks else None
        if isinstance(text, str) and " " in text.strip():
            yield text


def _sources(package: str) -> list[Path]:
    file = import_module(package).__file__
    if file is None:
        return []
    path = Path(file)
    return sorted(path.parent.rglob("*.py")) if path.name == "__init__.py" else [path]


def _refused(tree: ast.Module) -> Iterator[str]:
    constants = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TEXT_OF:
            given: ast.expr | None = next(iter(node.args[TEXT_OF[node.func.id] :]), None)
            if isinstance(given, ast.Name):
                given = constants.get(given.id)
            if isinstance(given, ast.Constant) and isinstance(given.value, str):
                yield given.value


def _actions(rulebook: Rulebook) -> dict[str, str]:
    scenario, players, options = rulebook.variants()[0]
    verbs = rulebook.setting(scenario, players, options, None).vocabulary.verbs
    return {name: verb.label for name, verb in verbs.items()}


def _choices(rulebook: Rulebook, words: Words) -> Iterator[str]:
    yield from _ids("choices", (c.name for c in rulebook.choices()), words.choices)
    for choice in rulebook.choices():
        known = words.choices.get(choice.name)
        if known is not None:
            yield from _ids(f"choices.{choice.name}", map(plain_value, choice.values), known.values)


def _ids(section: str, wanted: Iterable[str], given: Mapping[str, Any]) -> Iterator[str]:
    known = set(wanted)
    yield from (f"{section}: “{name}” is missing" for name in sorted(known - given.keys()))
    yield from (f"{section}: “{name}” is left over" for name in sorted(given.keys() - known))


def _texts(section: str, wanted: Mapping[str, str], given: Mapping[str, str], *, exact: bool = False) -> Iterator[str]:
    yield from _ids(section, wanted, given)
    for name in wanted.keys() & given.keys():
        there, here = _parts(wanted[name]), _parts(given[name])
        if here - there or (exact and here != there):
            shown = " ".join(f"{{{part}}}" for part in sorted(there)) or "nothing"
            yield f"{section}: “{name}” has to be filled in with {shown}"


def _parts(text: str) -> Parts:
    return frozenset(field for _, field, _, _ in Formatter().parse(text) if field is not None)


def _opinions(wanted: set[str], given: Mapping[str, str]) -> Iterator[str]:
    yield from _ids("opinions", wanted, given)
    for text in sorted(wanted & given.keys()):
        places = sum(field is not None for _, field, _, _ in Formatter().parse(text))
        if _parts(given[text]) - set(map(str, range(places))):
            yield f"opinions: “{text}” has to be filled in with {places} words"


def _forms(words: Words) -> Iterator[str]:
    """Every form a text asks of a name must be one that some name has."""
    known = {
        form for names in words.names.values() for name in names.values() if isinstance(name, dict) for form in name
    }
    for section in (words.messages, words.prompts, words.actions, words.opinions):
        for name, text in section.items():
            for _, _, spec, _ in Formatter().parse(text):
                if spec and spec.isalpha() and spec not in known:
                    yield f"“{name}” asks for the form {spec}, which no name has"
