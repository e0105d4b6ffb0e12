"""Where things stand in a TOML document: the line of every key, table and array element."""

import re
import tomllib
from typing import TypeAlias

Place: TypeAlias = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]*")


class Lines:
    """The line index of a document that tomllib has already accepted."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._counted_to = 0
        self._line = 1
        self._lines: dict[Place, int] = {(): 1}
        self._tables_in_array: dict[Place, int] = {}
        self._scan()

    def line_of(self, place: Place) -> int:
        """The line where a place starts, or that of the nearest place around it."""
        while place not in self._lines:
            place = place[:-1]
        return self._lines[place]

    def _here(self) -> int:
        self._line += self._text.count("\n", self._counted_to, self._at)
        self._counted_to = self._at
        return self._line

    def _skip(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        if found is None:
            return ""
        self._at = found.end()
        return found.group()

    def _next(self, mark: str) -> bool:
        if not self._text.startswith(mark, self._at):
            return False
        self._at += len(mark)
        return True

    def _scan(self) -> None:
        table: Place = ()
        self._skip(_BLANK)
        while self._at < len(self._text):
            before, line = self._at, self._here()
            if self._next("[["):
                table = self._header(self._key(), line, in_array=True)
                self._next("]]")
            elif self._next("["):
                table = self._header(self._key(), line, in_array=False)
                self._next("]")
            else:
                self._pair(table)
            self._skip(_BLANK)
            if self._at == before:
                return

    def _header(self, key: list[str], line: int, *, in_array: bool) -> Place:
        place: Place = ()
        for part in key[:-1]:
            place = (*place, part)
            self._lines.setdefault(place, line)
            if place in self._tables_in_array:
                place = (*place, self._tables_in_array[place] - 1)
        place = (*place, *key[-1:])
        if in_array:
            self._lines.setdefault(place, line)
            count = self._tables_in_array.get(place, 0)
            self._tables_in_array[place] = count + 1
            place = (*place, count)
        self._lines[place] = line
        return place

    def _key(self) -> list[str]:
        parts: list[str] = []
        while True:
            self._skip(_SPACE)
            quoted = self._skip(_STRING)
            parts.append(tomllib.loads(f"key = {quoted}")["key"] if quoted else self._skip(_BARE_KEY))
            self._skip(_SPACE)
            if not self._next("."):
                return parts

    def _pair(self, table: Place) -> None:
        line = self._here()
        place = table
        for part in self._key():
            place = (*place, part)
            self._lines.setdefault(place, line)
        self._next("=")
        self._value(place)

    def _value(self, place: Place) -> None:
        self._skip(_SPACE)
        if self._next("["):
            self._elements(place)
        elif self._next("{"):
            self._inline_table(place)
        elif not self._skip(_STRING):
            self._skip(_SCALAR)

    def _elements(self, place: Place) -> None:
        index = 0
        while True:
            self._skip(_BLANK)
            if self._next("]") or self._at >= len(self._text):
                return
            before = self._at
            element = (*place, index)
            self._lines[element] = self._here()
            self._value(element)
            self._skip(_BLANK)
            self._next(",")
            index += 1
            if self._at == before:
                return

    def _inline_table(self, place: Place) -> None:
        while True:
            self._skip(_BLANK)
            if self._next("}") or self._at >= len(self._text):
                return
            before = self._at
            self._pair(place)
            self._skip(_BLANK)
            self._next(",")
            if self._at == before:
                return
