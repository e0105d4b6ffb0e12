"""Which clauses the tests are marked for: `@pytest.mark.clause(game, *ids)`."""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


class Marks(NamedTuple):
    """Clause -> the tests marked for it, and what is wrong with others."""

    tests: dict[str, set[str]]
    problems: list[str]
    computed: bool = False
    """Some marks are made by code and can only be read by running it."""


def marks_of(path: Path, name: str, game: str) -> Marks:
    """The marks of a test file, read as text if they are written out, else by importing it."""
    written = marks_in_text(path.read_text("utf-8"), name, game)
    return marks_by_import(path, name, game) if written.computed else written


# --- read ---------------------------------------------------------------------------------------------------------


def marks_in_text(source: str, name: str, game: str) -> Marks:
    """The tests of a file by the clauses they are marked for: decorators, parameters, classes, pytestmark."""
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        return Marks({}, [f"{name}: no Python ({error})"])
    names = _Names(tree)
    tests: dict[str, set[str]] = {}
    for title, nodes in _tests(tree, names.everywhere):
        for call in names.marks(nodes):
            arguments = names.texts(call.args) if isinstance(call, ast.Call) else None
            if arguments is None:
                return Marks({}, [], computed=True)
            if arguments[:1] == [game]:
                for clause in arguments[1:]:
                    tests.setdefault(clause, set()).add(f"{name}::{title}")
    return Marks(tests, [])


def _tests(tree: ast.Module, around: tuple[ast.expr, ...]) -> Iterator[tuple[str, tuple[ast.expr, ...]]]:
    """Each test with the expressions that may mark it."""
    for node in tree.body:
        if isinstance(node, _FUNCTION) and node.name.startswith("test"):
            yield node.name, (*around, *node.decorator_list)
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            for part in node.body:
                if isinstance(part, _FUNCTION) and part.name.startswith("test"):
                    yield f"{node.name}::{part.name}", (*around, *node.decorator_list, *part.decorator_list)


class _Names:
    """The constants and functions of a test module, which its marks may go through."""

    def __init__(self, tree: ast.Module) -> None:
        self._values: dict[str, ast.expr] = {}
        for node in tree.body:
            if isinstance(node, ast.Assign):
                self._values.update({t.id: node.value for t in node.targets if isinstance(t, ast.Name)})
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
                self._values[node.target.id] = node.value
        self._markers = {
            node.name
            for node in tree.body
            if isinstance(node, _FUNCTION) and any(self._is_mark(part) for part in ast.walk(node))
        }
        self.everywhere = (self._values["pytestmark"],) if "pytestmark" in self._values else ()

    def marks(self, nodes: tuple[ast.expr, ...], seen: frozenset[str] = frozenset()) -> Iterator[ast.expr]:
        """The calls of the clause mark in these expressions, in the constants they name, in functions they call."""
        for node in nodes:
            for part in ast.walk(node):
                if self._is_mark(part):
                    yield part  # type: ignore[misc]  # a mark is a call
                elif isinstance(part, ast.Name) and part.id in self._markers:
                    yield part
                elif isinstance(part, ast.Name) and part.id not in seen and part.id in self._values:
                    yield from self.marks((self._values[part.id],), seen | {part.id})

    def _is_mark(self, node: ast.AST) -> bool:
        if not isinstance(node, ast.Call):
            return False
        function = node.func
        if isinstance(function, ast.Name):
            function = self._values.get(function.id, function)
        return isinstance(function, ast.Attribute) and function.attr == "clause"

    def texts(self, nodes: list[ast.expr]) -> list[str] | None:
        """Arguments as texts, None if one of them is computed."""
        found: list[str] = []
        for node in nodes:
            value: ast.expr | None = node.value if isinstance(node, ast.Starred) else node
            if isinstance(value, ast.Name):
                value = self._values.get(value.id)
            match value:
                case ast.Constant(value=str(text)):
                    found.append(text)
                case ast.Tuple(elts=elements) | ast.List(elts=elements):
                    inner = self.texts(elements)
                    if inner is None:
                        return None
                    found += inner
                case _:
                    return None
        return found


# --- imported -----------------------------------------------------------------------------------------------------


def marks_by_import(path: Path, name: str, game: str) -> Marks:
    """The marks as they are once the file has run, its folder on the path as pytest has it."""
    sys.path.insert(0, str(path.parent))
    try:
        spec = importlib.util.spec_from_file_location(f"surveyed_{path.stem}", path)
        if spec is None or spec.loader is None:
            raise ImportError("no module")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    except Exception as error:  # whatever a test file does when it is run
        return Marks({}, [f"{name}: its marks are computed, and it cannot be run ({type(error).__name__}: {error})"])
    finally:
        sys.path.remove(str(path.parent))
    tests: dict[str, set[str]] = {}
    everywhere = _listed(getattr(module, "pytestmark", ()))
    for title, marks in _marked(vars(module)):
        for clause in _clauses([*everywhere, *marks], game):
            tests.setdefault(clause, set()).add(f"{name}::{title}")
    return Marks(tests, [])


def _marked(things: dict[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """Each test of a module with its marks."""
    for title, thing in list(things.items()):
        if not title.startswith(("test", "Test")):
            continue
        own = _listed(getattr(thing, "pytestmark", ()))
        if title.startswith("test") and callable(thing):
            yield title, own
        elif title.startswith("Test") and isinstance(thing, type):
            for inner, marks in _marked(dict(vars(thing))):
                yield f"{title}::{inner}", [*own, *marks]


def _clauses(marks: Iterable[Any], game: str) -> Iterator[str]:
    """The clauses of a game in marks, and in the marks of their parameters."""
    for mark in marks:
        plain = getattr(mark, "mark", mark)
        if plain.name == "clause" and plain.args[:1] == (game,):
            yield from plain.args[1:]
        elif plain.name == "parametrize":
            for case in plain.args[1] if len(plain.args) > 1 else plain.kwargs.get("argvalues", ()):
                yield from _clauses(getattr(case, "marks", ()), game)


def _listed(marks: Any) -> list[Any]:
    return list(marks) if isinstance(marks, list | tuple) and not hasattr(marks, "args") else [marks]
