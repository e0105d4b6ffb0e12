"""The data files of Coalitions: own files in place of the packaged ones, and what is said of their faults."""

import shutil
from importlib import resources
from pathlib import Path

import pytest

from grognard.engine.datafile import DataError
from grognard.games.coalitions.schema import Data, load

PACKAGED = Path(str(resources.files("grognard.games.coalitions") / "data"))
FILES = ("board.toml", "cards.toml", "scenarios.toml")
DATA = load()


def changed(tmp_path: Path, file: str, *edits: tuple[str, str]) -> Data:
    text = (PACKAGED / file).read_text(encoding="utf-8")
    for old, new in edits:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    (tmp_path / file).write_text(text, encoding="utf-8")
    return load(tmp_path)


def line_in(tmp_path: Path, file: str, needle: str) -> int:
    lines = (tmp_path / file).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if needle in line)


def test_a_directory_may_replace_one_file(tmp_path: Path) -> None:
    data = changed(tmp_path, "cards.toml", ("fortress = 5", "fortress = 4"))
    assert data.cards.prices.fortress == 4
    assert (data.board, data.scenarios) == (DATA.board, DATA.scenarios)


def test_an_empty_directory_and_a_full_copy_change_nothing(tmp_path: Path) -> None:
    assert load(tmp_path) == DATA
    for file in FILES:
        shutil.copy(PACKAGED / file, tmp_path)
    assert load(tmp_path) == DATA


def test_a_directory_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="expected a directory, found none"):
        load(tmp_path / "none")


def test_faults_of_all_files_come_together(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text("x = ")
    (tmp_path / "cards.toml").write_bytes(b"\xff")
    with pytest.raises(DataError) as caught:
        load(tmp_path)
    assert [fault.file for fault in caught.value.faults] == ["board.toml", "cards.toml"]


def test_a_renamed_territory_is_missed_wherever_it_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        changed(tmp_path, "board.toml", ('id = "egypt"', 'id = "misr"'))
    files = {(fault.file, fault.expected.split(",")[0]) for fault in caught.value.faults}
    assert ("board.toml", "a known territory") in files
    assert ("cards.toml", "a territory of the empire side") in files
    assert ("scenarios.toml", "a territory of the revolution side") in files


LONDON = 'id = "london"\nname = "London"\nkind = "capital"\nhome = "britain"'
BAVARIA = 'stripes = ["austria", "france"]'
PARIS_PICARDIE = '{ a = "paris", b = "picardie", sides = ["revolution", "empire"], src = "G" }'
LONDON_DANMARK = '{ a = "london", b = "danmark"'
HOLLAND = 'id = "holland"\nname = "Holland"\nkind = "disputed"\n'
FIRST = '{ at = "london", units = 1 }, { at = "hannover", units = 0 }'

# file, old text, new text, a part of the line at fault, field, what was expected
FAULTS = [
    (
        "board.toml",
        'powers = ["britain", ',
        'powers = ["france", ',
        "powers =",
        "powers",
        "each of the six Powers once",
    ),
    ("board.toml", 'id = "cornwall"', 'id = "london"', None, "territory[1].id", "an id of its own, 'london' is taken"),
    (
        "board.toml",
        'id = "scotland"',
        'id = "Scot land"',
        'id = "Scot land"',
        "territory[2].id",
        "letters, figures and",
    ),
    ("board.toml", LONDON, LONDON.rsplit("\n", 1)[0], None, "territory[0].home", "the Power whose capital this is"),
    ("board.toml", LONDON, LONDON.replace("capital", "home"), None, "territory", "exactly one capital of britain on"),
    ("board.toml", LONDON, LONDON.replace("capital", "undisputed"), None, "territory[0].home", "no home Power in a"),
    ("board.toml", BAVARIA, "stripes = []", "stripes = []", "stripes", "at least one Power in a disputed territory"),
    ("board.toml", BAVARIA, 'stripes = ["france", "france"]', '"france", "france"', "stripes[1]", "france only once"),
    ("board.toml", HOLLAND, HOLLAND.replace("dis", "undis"), None, "stripes", "stripes only in a disputed territory"),
    ("board.toml", "value = 3", "value = -1", "value = -1", "territory[3].value", "a value from 0 to 9, found -1"),
    ("board.toml", "lat = 51.51", "lat = 151.51", "lat = 151", "territory[0].lat", "a latitude from -90 to 90"),
    ("board.toml", "lon = -0.13", "lon = nan", "lon = nan", "territory[0].lon", "a longitude from -180 to 180"),
    (
        "board.toml",
        '"valencia", "and',
        '"atlantis", "and',
        "spain =",
        "spain[3]",
        "a known territory, found 'atlantis'",
    ),
    ("board.toml", PARIS_PICARDIE, f"{PARIS_PICARDIE}, {PARIS_PICARDIE}", None, "land[3]", "each pair once, paris and"),
    (
        "board.toml",
        PARIS_PICARDIE,
        PARIS_PICARDIE.replace("picardie", "paris"),
        '"paris", b = "paris"',
        "land[2].b",
        "two different territories",
    ),
    (
        "board.toml",
        PARIS_PICARDIE,
        PARIS_PICARDIE.replace("picardie", "alps"),
        'b = "alps"',
        "land[2].b",
        "a territory that can be entered, alps is impassable",
    ),
    (
        "board.toml",
        PARIS_PICARDIE,
        PARIS_PICARDIE.replace("picardie", "brabant"),
        '"paris", b = "brabant"',
        "land[2].b",
        "a territory of the empire side, brabant is not on it",
    ),
    (
        "board.toml",
        PARIS_PICARDIE,
        PARIS_PICARDIE.replace("picardie", "atlantis"),
        'b = "atlantis"',
        "land[2].b",
        "a known territory, found 'atlantis'",
    ),
    (
        "board.toml",
        LONDON_DANMARK,
        LONDON_DANMARK.replace("danmark", "paris"),
        '"london", b = "paris"',
        "lane[1].b",
        "a port, paris is none",
    ),
    ("board.toml", "port = true\n", "", None, "territory", "11 ports on the revolution side, found 10"),
    (
        "board.toml",
        '{ a = "cornwall", b = "oporto", sides = ["revolution", "empire"]',
        '{ a = "cornwall", b = "oporto", sides = ["empire"]',
        None,
        "territory[1].port",
        "a lane to this port on the revolution side",
    ),
    ("cards.toml", "count = 10", "count = 9", "[[battle]]", "battle", "counts that add up to 40, found 39"),
    ("cards.toml", 'id = "N2"', 'id = "N1"', None, "napoleon[1].id", "an id of its own, 'N1' is taken"),
    (
        "cards.toml",
        '"egypt", "syria"',
        '"brabant", "syria"',
        '"brabant"',
        "napoleon[0].territories[0]",
        "a territory of",
    ),
    ("cards.toml", "fortresses = 6", "fortresses = -6", "fortresses =", "components.fortresses", "0 or more, found -6"),
    (
        "scenarios.toml",
        "austria = 5, prussia = 4",
        "austria = 4, prussia = 4",
        "start =",
        "wheel.start",
        "each number from",
    ),
    (
        "scenarios.toml",
        '5 = ["ottomans"]',
        '5 = ["france"]',
        "5 = [",
        "minor.5",
        "different Powers, neither britain nor",
    ),
    ("scenarios.toml", '5 = ["ottomans"]', "5 = []", "5 = []", "minor.5", "1 Minor Powers"),
    ("scenarios.toml", 'base = "1805"', 'base = "1792"', "base =", "lempereur.base", "a scenario on the empire side"),
    ("scenarios.toml", 'id = "1798"', 'id = "1792"', None, "scenario[1].id", "an id of its own, '1792' is taken"),
    ("scenarios.toml", "russia = 2,", "russia = 16,", "russia = 16", "scenario[0].morale.russia", "0 to 15, found 16"),
    (
        "scenarios.toml",
        "russia = 2, ",
        "",
        "morale =",
        "scenario[0].morale.russia",
        "an entry for each of the six Powers",
    ),
    (
        "scenarios.toml",
        'prussia = "british", ',
        "",
        "status =",
        "scenario[0].status.prussia",
        "an entry for each of the six Powers",
    ),
    (
        "scenarios.toml",
        'at = "egypt" }',
        'at = "wien" }',
        'at = "wien" }',
        "scenario[1].napoleon.at",
        "a territory with a",
    ),
    (
        "scenarios.toml",
        FIRST,
        FIRST.replace("london", "x"),
        'at = "x"',
        "generals[0].at",
        "a territory of the revolution",
    ),
    ("scenarios.toml", FIRST, FIRST.replace("1", "4"), "units = 4", "generals[0].units", "0 to 3, found 4"),
    (
        "scenarios.toml",
        FIRST,
        FIRST.replace("hannover", "london"),
        None,
        "generals[1]",
        "one General of a Power in london",
    ),
    (
        "scenarios.toml",
        "offmap_generals = 0",
        "offmap_generals = 1",
        None,
        "offmap_generals",
        "3 Generals of britain on",
    ),
    (
        "scenarios.toml",
        'fortresses = ["ist',
        'fortresses = ["x',
        None,
        "fortresses[0]",
        "a Garrison of the same Power in",
    ),
    (
        "scenarios.toml",
        '["hellas", "ist',
        '["livonia", "hellas", "ist',
        None,
        "garrisons[0]",
        "one Garrison in livonia",
    ),
    (
        "scenarios.toml",
        "money = 6",
        "money = -6",
        "money = -6",
        "scenario[0].power.prussia.money",
        "0 or more, found -6",
    ),
    ("scenarios.toml", "year = 1792", 'year = "x"', "year =", "scenario[0].year", "an int, found a str"),
]


@pytest.mark.parametrize("case", FAULTS, ids=[f"{case[4]}: {case[5][:40]}" for case in FAULTS])
def test_a_fault_is_found_where_it_is(tmp_path: Path, case: tuple[str, str, str, str | None, str, str]) -> None:
    file, old, new, at, field, expected = case
    with pytest.raises(DataError) as caught:
        changed(tmp_path, file, (old, new))
    found = [fault for fault in caught.value.faults if fault.expected.startswith(expected)]
    assert found, str(caught.value)
    assert found[0].file == file
    assert found[0].field.endswith(field)
    if at is not None:
        assert found[0].line == line_in(tmp_path, file, at)


def test_more_units_than_tokens_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="at most 2 Units and Garrisons of britain, found 4"):
        changed(tmp_path, "cards.toml", ("units = { britain = 21", "units = { britain = 2"))
