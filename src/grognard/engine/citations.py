"""Which clauses a source file or a data file names."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from typing import NamedTuple

_WORD = r"(?<![\w.])(?:\d+{heads})(?:\.[a-z0-9]+(?:-[a-z]+)*)+(?:-\d+)?"
_RANGE = re.compile(r"(.*\.)(\d+)-(\d+)")


class Citations(NamedTuple):
    """Clause -> the places that name it, and what is wrong with others."""

    places: dict[str, set[str]]
    problems: list[str]


def cited_in_source(source: str, name: str, known: frozenset[str]) -> Citations:
    """The clauses named in strings and comments of a Python file, with the function or constant around them."""
    try:
        owners = list(_owners(ast.parse(source)))
    except SyntaxError as error:
        return Citations({}, [f"{name}: no Python ({error})"])
    shapes = {_shape(clause) for clause in known}
    clause_like = _pattern(known)
    places: dict[str, set[str]] = {}
    problems = []
    for line, text in _strings_and_comments(source):
        owner = next((title for first, last, title in owners if first <= line <= last), "")
        place = f"{name}: {owner}" if owner else name
        for word in clause_like.findall(text):
            clauses, stray = _expand(word, known)
            for clause in clauses:
                places.setdefault(clause, set()).add(place)
            problems += [f"{place}: names {clause}, which is no clause" for clause in stray if _shape(clause) in shapes]
    return Citations(places, problems)


def cited_in_data(text: str, name: str, known: frozenset[str]) -> Citations:
    """The clauses a data file names. Its numbers are facts, so a stranger is no fault."""
    clauses = {clause for word in _pattern(known).findall(text) for clause in _expand(word, known)[0]}
    return Citations({clause: {name} for clause in clauses}, [])


def _pattern(known: frozenset[str]) -> re.Pattern[str]:
    """What looks like a clause: a number or a first word of this ledger, and what follows it."""
    heads = sorted({re.escape(head) for head in (clause.partition(".")[0] for clause in known) if not head.isdigit()})
    return re.compile(_WORD.format(heads="".join(f"|{head}" for head in heads)))


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
