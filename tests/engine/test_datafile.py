"""Data files: the line of everything, and every fault where it is."""

import tomllib
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.datafile import LARGEST_FILE, DataError, Document, Fault, field_name, read
from grognard.engine.toml_lines import Lines, Place


class Town(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    value: int = 0
    side: Literal["north", "south"] | None = None
    roads: tuple[str, ...] = ()


class Country(msgspec.Struct, forbid_unknown_fields=True):
    town: tuple[Town, ...]
    size: tuple[int, int] = (0, 0)
    army: dict[Literal["horse", "foot"], int] = {}


def faults_of(tmp_path: Path, text: str | bytes) -> list[Fault]:
    file = tmp_path / "country.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(DataError) as caught:
        read(file, Country)
    return caught.value.faults


TRICKY = '''\
# a comment with [[town]] and key = 1
title = """
[not.a.header]
a = 1 \\""" still inside
"""
quote = 'single # no comment' # a comment
"odd key".'dotted [x]' . plain = "a \\" b # c"
when = 1979-05-27 07:32:00 # a date with a blank
list = [
    1, # first
    [
        2,
        { x = 1, y.z = "]" },
    ],

    "a, b", \'\'\'
]
\'\'\',
    4,
]
inline = { a = { b = [1, 2] }, "c d" = 3 }

[table]
k = 1
[table.sub.deep]
k = 2

[[town]]
id = "a"
[[town.street]]
n = 1
  [[town.street]]
  n = 2
[town.hall]
n = 3
[[town]]
id = "b"
[[town.street]]
n = 4
[late]
[late.a]
[ x . "y z" ]
v = """"quoted""""
w = 1
'''

LINES: dict[Place, int] = {
    ("title",): 2,
    ("quote",): 6,
    ("odd key",): 7,
    ("odd key", "dotted [x]", "plain"): 7,
    ("when",): 8,
    ("list",): 9,
    ("list", 0): 10,
    ("list", 1): 11,
    ("list", 1, 0): 12,
    ("list", 1, 1): 13,
    ("list", 1, 1, "y", "z"): 13,
    ("list", 2): 16,
    ("list", 3): 16,
    ("list", 4): 19,
    ("inline", "a", "b", 1): 21,
    ("inline", "c d"): 21,
    ("table",): 23,
    ("table", "k"): 24,
    ("table", "sub"): 25,
    ("table", "sub", "deep", "k"): 26,
    ("town",): 28,
    ("town", 0): 28,
    ("town", 0, "street", 0): 30,
    ("town", 0, "street", 1): 32,
    ("town", 0, "street", 1, "n"): 33,
    ("town", 0, "hall", "n"): 35,
    ("town", 1): 36,
    ("town", 1, "street", 0, "n"): 39,
    ("late", "a"): 41,
    ("x", "y z"): 42,
    ("x", "y z", "v"): 43,
    ("x", "y z", "w"): 44,
}


def places(value: object, place: Place = ()) -> list[Place]:
    inner: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [place, *(found for step, item in inner for found in places(item, (*place, step)))]


@pytest.mark.parametrize("place", LINES, ids=field_name)
@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_a_place_in_tricky_toml_has_its_line(place: Place, newline: str) -> None:
    assert Lines(TRICKY.replace("\n", newline)).line_of(place) == LINES[place]


def test_a_place_that_is_not_there_has_the_line_of_what_is_around_it() -> None:
    lines = Lines(TRICKY)
    assert lines.line_of(("town", 1, "mayor", "age")) == 36
    assert lines.line_of(("nowhere", 3)) == 1


KEYS = st.sampled_from(["a", "b-c", "d_1", "'e.f'", '"g [h]"', '"i\\u0041"', "7"])
SCALARS = st.sampled_from(["1", "-2.5", "true", '"s # ] } ,"', "'\\'", '""', "1979-05-27", "0x1F", "''", "inf"])
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=2))
NOISE = st.sampled_from(["", "\n", "# [x] = '''\n", '\n\t# "\n'])


class Writer:
    """Writes TOML and notes the line of each thing written."""

    def __init__(self) -> None:
        self.text = ""
        self.lines: dict[Place, int] = {}

    def note(self, place: Place) -> None:
        self.lines.setdefault(place, self.text.count("\n") + 1)

    def value(self, place: Place, value: object, newline: str) -> None:
        if isinstance(value, list):
            self.text += "["
            for index, item in enumerate(value):
                self.text += newline
                self.note((*place, index))
                self.value((*place, index), item, newline)
                self.text += ","
            self.text += newline + "]"
        elif isinstance(value, dict):
            self.text += "{ "
            for number, (key, item) in enumerate(value.items()):
                self.text += ", " if number else ""
                # Inline tables end on the line they start on, and so must what is in them.
                self.pair(place, key, item, "")
            self.text += " }"
        else:
            self.text += str(value)

    def pair(self, place: Place, key: str, item: object, newline: str) -> None:
        inner = (*place, next(iter(tomllib.loads(f"{key} = 1"))))
        self.note(inner)
        self.text += f"{key} = "
        self.value(inner, item, newline)


@given(
    st.dictionaries(KEYS, VALUES, max_size=3),
    st.lists(st.tuples(st.booleans(), NOISE, st.dictionaries(KEYS, VALUES, max_size=3)), max_size=5),
    st.sampled_from(["", "\n", "\n\n  ", " # why, ]\n"]),
)
def test_every_place_of_any_document_has_the_line_it_was_written_on(
    top: dict[str, object], tables: list[tuple[bool, str, dict[str, object]]], newline: str
) -> None:
    written = Writer()
    for key, value in top.items():
        written.pair((), key, value, newline)
        written.text += "\n"
    in_array = 0
    for number, (array, noise, pairs) in enumerate(tables):
        written.text += noise
        place: Place = ("row", in_array) if array else (f"table{number}", "inner")
        written.note(place[:1])
        written.note(place)
        written.text += "[[row]]\n" if array else f"[ table{number}.inner ] # ]\n"
        in_array += array
        for key, value in pairs.items():
            written.text += noise
            written.pair(place, key, value, newline)
            written.text += "\n"
    lines = Lines(written.text)
    found = {place: lines.line_of(place) for place in places(tomllib.loads(written.text)) if place}
    assert found == written.lines


def test_a_good_file_becomes_a_record(tmp_path: Path) -> None:
    file = tmp_path / "country.toml"
    file.write_text('\ufeffsize = [1, 2]\r\n[[town]]\r\nid = "a"\r\nside = "north"\r\n', encoding="utf-8")
    assert read(file, Country) == Country(town=(Town(id="a", side="north"),), size=(1, 2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[town]]\nid = "a"\nvalue = "x"', "country.toml:3: town[0].value: expected an int, found a str"),
        ('[[town]]\nid = "a"\nvalue = true', "country.toml:3: town[0].value: expected an int, found a bool"),
        ('[[town]]\nid = "a"\n[[town]]', "country.toml:3: town[1].id: expected a str, found nothing"),
        (
            '[[town]]\nid = "a"\nside = "east"',
            "country.toml:3: town[0].side: expected one of 'north', 'south', found 'east'",
        ),
        (
            '[[town]]\nid = "a"\nroads = [\n"x",\n4,\n]',
            "country.toml:5: town[0].roads[1]: expected a str, found an int",
        ),
        (
            '[[town]]\nid = "a"\nmayor = 1',
            "country.toml:3: town[0].mayor: expected no such field; the fields here are id, value, side, roads",
        ),
        ("town = 3", "country.toml:1: town: expected an array, found an int"),
        ("\ntown = [3]", "country.toml:2: town[0]: expected a table, found an int"),
        ("", "country.toml:1: town: expected an array, found nothing"),
        ("town = []\nsize = [1]", "country.toml:2: size: expected an array of length 2, found 1"),
        (
            "town = []\n[army]\nhorse = 1\nguns = 2",
            "country.toml:4: army.guns: expected a key that is one of 'horse', 'foot', found 'guns'",
        ),
        ("town = []\narmy = { horse = 'x' }", "country.toml:2: army.horse: expected an int, found a str"),
    ],
)
def test_a_fault_names_file_line_field_and_what_was_expected(tmp_path: Path, text: str, message: str) -> None:
    assert [str(fault) for fault in faults_of(tmp_path, text)] == [message]


def test_every_faulty_element_is_reported_in_the_order_of_the_file(tmp_path: Path) -> None:
    faults = faults_of(tmp_path, "".join(f"[[town]]\nvalue = 'x{n}'\n" for n in range(3)) + "[army]\nfoot = 1.5\n")
    assert [(fault.line, fault.field) for fault in faults] == [
        (1, "town[0].id"),
        (2, "town[0].value"),
        (3, "town[1].id"),
        (4, "town[1].value"),
        (5, "town[2].id"),
        (6, "town[2].value"),
        (8, "army.foot"),
    ]


def test_the_message_stops_after_twenty_faults(tmp_path: Path) -> None:
    file = tmp_path / "country.toml"
    file.write_text("[[town]]\n" * 23)
    with pytest.raises(DataError) as caught:
        read(file, Country)
    assert len(caught.value.faults) == 23
    assert str(caught.value).splitlines()[19:] == [
        "country.toml:20: town[19].id: expected a str, found nothing",
        "and 3 more",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\nb = \nc = 2", 2),
        ("a = 1\na = 2", 2),
        ("a = [1,\n2", 2),
        ('a = "x', 1),
        ("[t\n", 1),
        ("a = 1\n\n'", 3),
    ],
)
def test_a_slip_of_syntax_has_its_line_in_plain_words(tmp_path: Path, text: str, line: int) -> None:
    (fault,) = faults_of(tmp_path, text)
    assert fault.line == line
    assert fault.expected.startswith("valid TOML (")


@pytest.mark.parametrize(
    ("raw", "line", "expected"),
    [
        (b"a = 1\nb = '\xff'", 2, "UTF-8 text"),
        (b"#" * (LARGEST_FILE + 1), 0, "at most 5 MB"),
        (b"a = " + b"[" * 20_000, 0, "fewer brackets inside brackets"),
        (b"a = " + b"9" * 5_000, 0, "valid TOML"),
    ],
    ids=["not UTF-8", "huge", "deep", "long number"],
)
def test_a_hostile_file_is_a_data_error(tmp_path: Path, raw: bytes, line: int, expected: str) -> None:
    (fault,) = faults_of(tmp_path, raw)
    assert fault.line == line
    assert fault.expected.startswith(expected)


def test_a_file_that_is_not_there_is_a_data_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"^none\.toml: expected a file, found none$"):
        read(tmp_path / "none.toml", Country)
    with pytest.raises(DataError, match="expected a file, found none"):
        read(tmp_path, Country)


def test_a_file_that_cannot_be_read_is_a_data_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "locked.toml"
    file.touch()

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(DataError, match=r"^locked\.toml: expected a file that can be read \(Permission denied\)$"):
        read(file, Country)


def test_a_game_can_report_its_own_faults(tmp_path: Path) -> None:
    file = tmp_path / "country.toml"
    file.write_text('[[town]]\nid = "a"\nroads = ["b"]\n')
    document = Document(file)
    assert document.line_of(("town", 0, "roads", 0)) == 3
    fault = document.fault(("town", 0, "roads", 0), "a known town, found 'b'")
    assert str(fault) == "country.toml:3: town[0].roads[0]: expected a known town, found 'b'"
