"""Data files: TOML read into records, every fault with its file, line and field."""

import re
import threading
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, Union, get_args, get_origin

import msgspec

from grognard.engine.toml_lines import Lines, Place

T = TypeVar("T")
Data = TypeVar("Data", bound="Record")
Finding: TypeAlias = tuple[Place, str]
"""Where a document is wrong, and what was expected there."""

LARGEST_FILE = 5_000_000
MOST_FAULTS_SHOWN = 20

_one_at_a_time = threading.Lock()
"""msgspec 0.22 ends the process if two threads are the first to read the same kind of record."""
_TOML_WORDS = {"object": "table", "null": "nothing"}
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SYNTAX = re.compile(r"(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL)
_MISMATCH = re.compile(r"Expected `(?P<wanted>[^`]*)`(?P<more>[^,]*), got `?(?P<found>[^`]*)`?")


class Fault(NamedTuple):
    """One thing wrong in a data file; line 0 is the file as a whole."""

    file: str
    line: int
    field: str
    expected: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        field = f" {self.field}:" if self.field else ""
        return f"{place}:{field} expected {self.expected}"


class DataError(Exception):
    """A data file cannot be used; `faults` has every reason."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = list(faults)
        shown = [str(fault) for fault in self.faults[:MOST_FAULTS_SHOWN]]
        if len(self.faults) > MOST_FAULTS_SHOWN:
            shown.append(f"and {len(self.faults) - MOST_FAULTS_SHOWN} more")
        super().__init__("\n".join(shown))


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A record of a data file: immutable, and strict about the names of its fields."""


class Document:
    """A TOML file that was read: its values, and the line of each."""

    def __init__(self, path: Traversable | Path) -> None:
        self.file = path.name
        text = self._text(path)
        try:
            self.values = tomllib.loads(text)
            self._lines = Lines(text)
        except RecursionError:
            raise DataError([Fault(self.file, 0, "", "fewer brackets inside brackets")]) from None
        except ValueError as wrong:
            raise DataError([self._syntax_fault(str(wrong), text)]) from None

    def _text(self, path: Traversable | Path) -> str:
        try:
            if not path.is_file():
                raise DataError([Fault(self.file, 0, "", "a file, found none")])
            with path.open("rb") as stream:
                raw: bytes = stream.read(LARGEST_FILE + 1)
        except (OSError, ValueError) as wrong:
            reason = getattr(wrong, "strerror", None) or "its name is not a file's"
            raise DataError([Fault(self.file, 0, "", f"a file that can be read ({reason})")]) from None
        if len(raw) > LARGEST_FILE:
            raise DataError([Fault(self.file, 0, "", f"at most {LARGEST_FILE // 1_000_000} MB")])
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError as wrong:
            line = raw.count(b"\n", 0, wrong.start) + 1
            raise DataError([Fault(self.file, line, "", "UTF-8 text")]) from None

    def _syntax_fault(self, message: str, text: str) -> Fault:
        found = _SYNTAX.fullmatch(message)
        if found is None:
            return Fault(self.file, 0, "", f"valid TOML ({message})")
        if found["line"] is None:
            return Fault(self.file, text.count("\n") + 1, "", f"valid TOML ({found['what']}, at the end of the file)")
        return Fault(self.file, int(found["line"]), "", f"valid TOML ({found['what']}, at column {found['column']})")

    def line_of(self, place: Place) -> int:
        """The line where a place such as ("territory", 3, "value") starts."""
        return self._lines.line_of(place)

    def fault(self, place: Place, expected: str) -> Fault:
        """A fault at a place of this document."""
        return Fault(self.file, self.line_of(place), field_name(place), expected)

    def into(self, schema: type[T]) -> T:
        """The document as a record; DataError with every fault if it does not fit."""
        try:
            with _one_at_a_time:
                return msgspec.convert(self.values, schema, strict=True)
        except msgspec.ValidationError as wrong:
            faults = [self.fault(place, expected) for place, expected in _mismatches(self.values, schema, ())]
            faults.sort(key=lambda fault: fault.line)
            raise DataError(faults or [self.fault((), f"a valid file ({wrong})")]) from None


def read(path: Traversable | Path, schema: type[T]) -> T:
    """The record in a TOML file."""
    return Document(path).into(schema)


def load(
    package: str,
    directory: Path | None,
    schema: type[Data],
    checks: Mapping[str, Callable[[Data], Iterable[Finding]]],
) -> Data:
    """The data of a game: each field of the schema is a file of that name; a directory may replace packaged ones.

    `checks` has, for a file, what must hold beyond the types of its fields.
    """
    if directory is not None and not directory.is_dir():
        raise DataError([Fault(str(directory), 0, "", "a directory, found none")])
    packaged = resources.files(package) / "data"
    documents: dict[str, Document] = {}
    records: dict[str, Any] = {}
    faults: list[Fault] = []
    for field in msgspec.structs.fields(schema):
        own = None if directory is None else directory / f"{field.name}.toml"
        try:
            document = Document(own if own is not None and own.exists() else packaged / f"{field.name}.toml")
            documents[field.name], records[field.name] = document, document.into(field.type)
        except DataError as wrong:
            faults.extend(wrong.faults)
    if faults:
        raise DataError(faults)
    data = schema(**records)
    for name, check in checks.items():
        found = [documents[name].fault(place, expected) for place, expected in check(data)]
        faults += sorted(found, key=lambda fault: fault.line)
    if faults:
        raise DataError(faults)
    return data


def digest(data: Record) -> str:
    """By what a game file knows the data it was played with."""
    return blake2b(msgspec.json.encode(data), digest_size=16).hexdigest()


def field_name(place: Place) -> str:
    """A place as it is written in messages: territory[3].value."""
    name = ""
    for step in place:
        if isinstance(step, int):
            name += f"[{step}]"
        else:
            name += ("." if name else "") + (step if _BARE.fullmatch(step) else f'"{step}"')
    return name


def _mismatches(value: object, schema: Any, place: Place) -> Iterator[tuple[Place, str]]:
    """Each place where a value departs from its schema: msgspec itself stops at the first."""
    schema = _without_none(schema)
    origin, arguments = get_origin(schema), get_args(schema)
    if isinstance(value, dict) and isinstance(schema, type) and issubclass(schema, msgspec.Struct):
        yield from _record_mismatches(value, schema, place)
    elif isinstance(value, dict) and origin is dict:
        for key, item in value.items():
            wrong = _mismatch(key, arguments[0])
            if wrong:
                yield (*place, key), f"a key that is {wrong}"
            else:
                yield from _mismatches(item, arguments[1], (*place, key))
    elif isinstance(value, list) and (origin is list or (origin is tuple and arguments[-1] is Ellipsis)):
        for index, item in enumerate(value):
            yield from _mismatches(item, arguments[0], (*place, index))
    elif wrong := _mismatch(value, schema):
        yield place, wrong


def _record_mismatches(
    value: dict[str, object], schema: type[msgspec.Struct], place: Place
) -> Iterator[tuple[Place, str]]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(schema)}
    for name, field in fields.items():
        if name in value:
            yield from _mismatches(value[name], field.type, (*place, name))
        elif field.required:
            yield (*place, name), f"{_describe(_without_none(field.type))}, found nothing"
    if schema.__struct_config__.forbid_unknown_fields:
        for name in [name for name in value if name not in fields]:
            yield (*place, name), f"no such field; the fields here are {', '.join(fields)}"


def _mismatch(value: object, schema: Any) -> str:
    try:
        msgspec.convert(value, schema, strict=True)
    except msgspec.ValidationError as wrong:
        found = _MISMATCH.match(str(wrong))
        if get_origin(schema) is Literal:
            return f"{_describe(schema)}, found {value!r}"
        if found is None:
            return f"{_describe(schema)} ({wrong})"
        return f"{_with_article(found['wanted'])}{found['more']}, found {_with_article(found['found'])}"
    return ""


def _without_none(schema: Any) -> Any:
    """The one type beside None in an optional field."""
    if get_origin(schema) in (Union, UnionType):
        others = [argument for argument in get_args(schema) if argument is not NoneType]
        if len(others) == 1:
            return others[0]
    return schema


def _describe(schema: Any) -> str:
    origin = get_origin(schema) or schema
    if origin is Literal:
        return "one of " + ", ".join(repr(choice) for choice in get_args(schema))
    if origin in (tuple, list):
        return "an array"
    if origin is dict or (isinstance(origin, type) and issubclass(origin, msgspec.Struct)):
        return "a table"
    return _with_article(getattr(origin, "__name__", "valid value"))


def _with_article(word: str) -> str:
    word = _TOML_WORDS.get(word, word)
    if not word.isalpha() or word == "nothing":
        return word
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
