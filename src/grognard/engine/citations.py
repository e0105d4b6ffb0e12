"""Which clauses a source file, a data file or a test file names."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from typing import NamedTuple

_WORD = re.compile(r"(?<![\w.])\d+(?:\.[a-z0-9]+(?:-[a-z]+)*)+(?:-\d+)?")
_RANGE = re.compile(r"(.*\.)(\d+)-(\d+)")


class Citations(NamedTuple):
    """Clause -> the places that name it, and what is wrong with others."""

    places: dict[str, set[str]]
    problems: list[str]


class Marks(NamedTuple):
    """Clause -> the tests marked for it, and the marks nobody can read."""

    tests: dict[str, set[str]]
    problems: list[str]


# --- code and data ------------------------------------------------------------------------------------------------


def cited_in_source(source: str, name: str, known: frozenset[str]) -> Citations:
    """The clauses named in strings and comments of a Python file, with the function or constant around them."""
    try:
        owners = list(_owners(ast.parse(source)))
    except SyntaxError as error:
        return Citations({}, [f"{name}: no Python ({error})"])
    shapes = {_shape(clause) for clause in known}
    places: dict[str, set[str]] = {}
    problems = []
    for line, text in _strings_and_comments(source):
        owner = next((title for first, last, title in owners if first <= line <= last), "")
        place = f"{name}: {owner}" if owner else name
        for word in _WORD.findall(text):
            clauses, stray = _expand(word, known)
            for clause in clauses:
                places.setdefault(clause, set()).add(place)
            problems += [f"{place}: names {clause}, which is no clause" for clause in stray if _shape(clause) in shapes]
    return Citations(places, problems)


def cited_in_data(text: str, name: str, known: frozenset[str]) -> Citations:
    """The clauses a data file names. Its numbers are facts, so a stranger is no fault."""
    clauses = {clause for word in _WORD.findall(text) for clause in _expand(word, known)[0]}
    return Citations({clause: {name} for clause in clauses}, [])


def _owners(tree: ast.Module) -> Iterator[tuple[int, int, str]]:
    """(first line, last line, name) of every function, method and constant, the innermost first."""
    for node in tree.body:
        last = node.end_lineno or node.lineno
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    yield _first_line(part), part.end_lineno or part.lineno, f"{node.name}.{part.name}"
            yield _first_line(node), last, node.name
        elif isinstance(node, ast.FunctionDef):
            yield _first_line(node), last, node.name
        elif isinstance(node, ast.Assign):
            yield node.lineno, last, ast.unparse(node.targets[0])
        elif isinstance(node, ast.AnnAssign):
            yield node.lineno, last, ast.unparse(node.target)


def _first_line(node: ast.FunctionDef | ast.ClassDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _strings_and_comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT) or tokenize.tok_name[token.type] == "FSTRING_MIDDLE":
            for offset, line in enumerate(token.string.splitlines()):
                yield token.start[0] + offset, line


def _expand(word: str, known: frozenset[str]) -> tuple[list[str], list[str]]:
    """A word such as 7.move.2, 7.move.2-5 or 7.move (all of them) as clauses, and as strangers."""
    span = _RANGE.fullmatch(word)
    words = [f"{span[1]}{n}" for n in range(int(span[2]), int(span[3]) + 1)] if span else [word]
    clauses = [clause for clause in words if clause in known]
    stray = [clause for clause in words if clause not in known]
    if not clauses and not span:
        clauses = [clause for clause in known if clause.rpartition(".")[0] == word]
        stray = [] if clauses else stray
    return clauses, stray


def _shape(clause: str) -> str:
    """7.move.14 is a 9.a.9: what looks like a clause and is none was meant to be one."""
    return re.sub(r"[a-z-]+", "a", re.sub(r"\d+", "9", clause))


# --- tests --------------------------------------------------------------------------------------------------------


def marks_in_test(source: str, name: str, game: str) -> Marks:
    """The tests of a file by the clauses they are marked for: decorators, parameters, classes, pytestmark."""
    marks = Marks({}, [])
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        marks.problems.append(f"{name}: no Python ({error})")
        return marks
    constants = _Constants(tree)
    everywhere = constants.get("pytestmark")
    for title, nodes in _tests(tree, () if everywhere is None else (everywhere,)):
        test = f"{name}::{title}"
        for call in constants.calls(nodes):
            arguments = constants.texts(call.args)
            if arguments is None:
                marks.problems.append(f"{test}: the clauses of its mark are not written out")
            elif arguments and arguments[0] == game:
                for clause in arguments[1:]:
                    marks.tests.setdefault(clause, set()).add(test)
    return marks


def _tests(tree: ast.Module, around: tuple[ast.expr, ...]) -> Iterator[tuple[str, tuple[ast.expr, ...]]]:
    """Each test with the expressions that may mark it."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield node.name, (*around, *node.decorator_list)
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            for part in node.body:
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and part.name.startswith("test"):
                    yield f"{node.name}::{part.name}", (*around, *node.decorator_list, *part.decorator_list)


class _Constants:
    """The constants of a test module, which its marks may go through."""

    def __init__(self, tree: ast.Module) -> None:
        self._values: dict[str, ast.expr] = {}
        for node in tree.body:
            if isinstance(node, ast.Assign):
                self._values.update({t.id: node.value for t in node.targets if isinstance(t, ast.Name)})
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
                self._values[node.target.id] = node.value

    def get(self, name: str) -> ast.expr | None:
        return self._values.get(name)

    def calls(self, nodes: tuple[ast.expr, ...], seen: frozenset[str] = frozenset()) -> Iterator[ast.Call]:
        """The calls of the clause mark in these expressions and in the constants they name."""
        for node in nodes:
            for part in ast.walk(node):
                if isinstance(part, ast.Call) and self._is_mark(part.func):
                    yield part
                elif isinstance(part, ast.Name) and part.id not in seen and part.id in self._values:
                    yield from self.calls((self._values[part.id],), seen | {part.id})

    def _is_mark(self, function: ast.expr) -> bool:
        if isinstance(function, ast.Name) and isinstance(self.get(function.id), ast.Attribute):
            function = self._values[function.id]
        return isinstance(function, ast.Attribute) and function.attr == "clause"

    def texts(self, nodes: list[ast.expr]) -> list[str] | None:
        """Arguments as texts, None if one of them is computed."""
        found: list[str] = []
        for node in nodes:
            value: ast.expr | None = node.value if isinstance(node, ast.Starred) else node
            if isinstance(value, ast.Name):
                value = self.get(value.id)
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
