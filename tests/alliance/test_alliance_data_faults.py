"""The data files of Alliance: own files in place of the packaged ones, and what is said of their faults."""

import re
import tempfile
import tomllib
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.engine.datafile import DataError
from grognard.games.alliance.board import Board
from grognard.games.alliance.cards import Deck
from grognard.games.alliance.roster import Roster
from grognard.games.alliance.schema import Data, load
from grognard.games.alliance.setting import choose_setting, variants

PACKAGED = Path(str(resources.files("grognard.games.alliance") / "data"))
TEXTS = {path.name: path.read_text("utf-8") for path in sorted(PACKAGED.glob("*.toml"))}
DATA = load()
FAULTS = tomllib.loads((Path(__file__).parent / "faults.toml").read_text("utf-8"))["fault"]


def changed(directory: Path, file: str, *edits: tuple[str, str]) -> Data:
    text = TEXTS[file]
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    (directory / file).write_text(text, encoding="utf-8")
    return load(directory)


def test_what_had_to_be_reconstructed_may_be_corrected(tmp_path: Path) -> None:
    """A real copy may differ in cities, terrain, seas, bases, ratings and cards."""
    data = changed(
        tmp_path,
        "board.toml",
        (
            'id = "holland"\nname = "Holland"\nhomeland = "holland"',
            'id = "holland"\nname = "Holland"\nhomeland = "holland"\ncity = "Amsterdam"\nvp = 1',
        ),
        ('{ id = "adriatic", name = "Adriatic", vp = 1', '{ id = "adriatic", name = "Adriatic", vp = 0'),
        ('a = "paris", b = "champagne", terrain = "clear"', 'a = "paris", b = "champagne", terrain = "river"'),
    )
    assert next(region for region in data.board.region if region.id == "holland").vp == 1
    data = changed(
        tmp_path,
        "blocks.toml",
        ('label = "Fleet #3"\nsteps = 3\nfire = "D2"', 'label = "Fleet #3"\nsteps = 2\nfire = "D3"'),
    )
    assert next(block for block in data.blocks.block if block.id == "fr-fleet-3").fire == "D3"
    data = changed(tmp_path, "cards.toml", ('number = 1, empire = "turkey"', 'number = 1, empire = "spain"'))
    assert data.cards.card[0].empire == "spain"
    assert data.scenarios == DATA.scenarios


def region(name: str) -> str:
    """The record of a region as it is written."""
    return re.search(rf'\[\[region\]\]\nid = "{name}"\n(?:.+\n)+', TEXTS["board.toml"])[0]  # type: ignore[index]  # it is there


def edit_of(fault: dict[str, str]) -> tuple[str, str]:
    """What is replaced by what in the file."""
    old, new = fault["old"], fault["new"]
    if "region" in fault:
        record = region(fault["region"])
        return record, record.replace(old, new, 1)
    return old, new


@pytest.mark.parametrize("fault", FAULTS, ids=[f"{fault['field']}: {fault['expected'][:40]}" for fault in FAULTS])
def test_a_fault_is_found_where_it_is(tmp_path: Path, fault: dict[str, str]) -> None:
    with pytest.raises(DataError) as caught:
        changed(tmp_path, fault["file"], edit_of(fault))
    expected, field = fault["expected"], fault["field"]
    found = [f for f in caught.value.faults if f.expected.startswith(expected) and f.field.endswith(field)]
    assert found, str(caught.value)
    assert found[0].file == fault["file"]
    assert fault.get("at", "") in (tmp_path / fault["file"]).read_text("utf-8").splitlines()[found[0].line - 1]


def test_faults_of_all_files_come_together(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text("x = ")
    (tmp_path / "cards.toml").write_bytes(b"\xff")
    with pytest.raises(DataError) as caught:
        load(tmp_path)
    assert [fault.file for fault in caught.value.faults] == ["board.toml", "cards.toml"]


def test_a_renamed_region_is_missed_wherever_it_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        changed(tmp_path, "board.toml", ('id = "flanders"', 'id = "belgium"'))
    assert {fault.file for fault in caught.value.faults} == {"board.toml", "blocks.toml", "scenarios.toml"}
    assert all(fault.line for fault in caught.value.faults)


VALUE = re.compile(r'"[^"\n]*"|\b\d+\b|\btrue\b|\bfalse\b')
STRINGS = sorted({word for text in TEXTS.values() for word in re.findall(r'"([a-z0-9-]{2,20})"', text)})
values = st.one_of(st.sampled_from(STRINGS).map(lambda word: f'"{word}"'), st.integers(-2, 9).map(str), st.just("true"))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_whatever_passes_the_checks_can_be_played_with(data: st.DataObject) -> None:
    """One or two values of a file replaced by others: a fault with file, line and field, or a game that can be set."""
    file = data.draw(st.sampled_from(sorted(TEXTS)))
    text = TEXTS[file]
    found = [
        match.span()
        for match in VALUE.finditer(text)
        if "#" not in text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    ]
    for start, end in sorted(
        data.draw(st.lists(st.sampled_from(found), min_size=1, max_size=2, unique=True)), reverse=True
    ):
        text = text[:start] + data.draw(values) + text[end:]
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        (directory / file).write_text(text, "utf-8")
        try:
            read = load(directory)
        except DataError as error:
            faults = error.faults
            read = None
        if read is None:
            lines = {name: len(told.splitlines()) for name, told in (TEXTS | {file: text}).items()}
            assert all(0 < fault.line <= lines[fault.file] and fault.expected for fault in faults)
            return
        board = Board(read)
        assert Roster(read, board).count == 130
        assert Deck(read, board).count == 42
        for scenario, players, options in variants()[::9]:
            assert choose_setting(scenario, players, options, directory).players == players
