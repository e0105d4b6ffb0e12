"""The ledger: what counts as a citation, as a proof, as a fault."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from grognard.engine import ledger, registry
from grognard.engine.citations import cited_in_data, cited_in_source
from grognard.engine.datafile import DataError
from grognard.engine.marks import marks_by_import, marks_in_text, marks_of
from grognard.engine.refusal import UserError

KNOWN = frozenset(["7.move.1", "7.move.2", "7.move.3", "7.halt.1", "13.1792.12"])


def places(source: str) -> dict[str, set[str]]:
    return cited_in_source(source, "movement.py", KNOWN).places


# --- citations ----------------------------------------------------------------------------------------------------


def test_a_citation_is_named_by_the_function_or_constant_around_it() -> None:
    source = '''
FAR = Refusal("7.move.1", "Too far.")

@procedure
def march(g):
    """7.move.2: by land."""
    return 3  # 7.move.3

class Map:
    def by_sea(self):
        return "13.1792.12"

# 7.halt.1 belongs to nobody
'''
    assert places(source) == {
        "7.move.1": {"movement.py: FAR"},
        "7.move.2": {"movement.py: march"},
        "7.move.3": {"movement.py: march"},
        "13.1792.12": {"movement.py: Map.by_sea"},
        "7.halt.1": {"movement.py"},
    }


def test_a_range_and_a_whole_group_are_spelt_out() -> None:
    assert set(places("# 7.move.2-3: the rest")) == {"7.move.2", "7.move.3"}
    assert set(places('"""7.move: all of it."""')) == {"7.move.1", "7.move.2", "7.move.3"}


def test_a_clause_may_start_with_a_word() -> None:
    known = frozenset(["leaders.1", "leaders.2", "ex.move.1", "4.2.1"])
    source = """
def f(g):
    \"\"\"leaders.2, ex.move and 4.2; g.leaders.1, leaders and turn.1 are none.\"\"\"
"""
    found = cited_in_source(source, "a.py", known)
    assert set(found.places) == {"leaders.2", "ex.move.1", "4.2.1"}
    assert found.problems == []
    assert cited_in_source("# leaders.3", "a.py", known).problems == ["a.py: names leaders.3, which is no clause"]


def test_a_number_in_the_code_is_no_citation() -> None:
    assert places("x = 7.1\ny = '7.5 miles'") == {}


def test_what_looks_like_a_clause_and_is_none_is_a_problem() -> None:
    found = cited_in_source('def f():\n    """7.moove.1 and 7.move.9 and 7.move.1-9"""', "a.py", KNOWN)
    assert len(found.problems) == 8
    assert "a.py: f: names 7.moove.1, which is no clause" in found.problems
    assert cited_in_source("# see 3.11 or v1.2", "a.py", KNOWN).problems == []


def test_a_data_file_may_name_a_clause() -> None:
    found = cited_in_data("stop = 40 # 7.halt.1\nratio = 1.2\n", "data/board.toml", KNOWN)
    assert found == ({"7.halt.1": {"data/board.toml"}}, [])


def test_a_source_that_cannot_be_parsed_is_a_problem() -> None:
    assert "broken.py" in cited_in_source("def (", "broken.py", KNOWN).problems[0]
    assert "test_broken.py" in marks_in_text("def (", "test_broken.py", "toy").problems[0]


# --- marks --------------------------------------------------------------------------------------------------------

MARKS = """
import pytest
from pytest import mark

pytestmark = [pytest.mark.clause("toy", "1.all.1")]
clause = pytest.mark.clause
GAME = "toy"
IDS = ("5.ids.1", "5.ids.2")
CASES = [pytest.param(1, marks=pytest.mark.clause("toy", "3.case.1")), 2]

@pytest.mark.clause("toy", "2.one.1", "2.one.2")
def test_one(): ...

@clause(GAME, "2.two.1", *IDS)
@pytest.mark.clause("other", "2.one.9")
def test_two(): ...

@pytest.mark.parametrize("x", CASES)
def test_cases(x): ...

@mark.clause("toy", "4.class.1")
class TestMany:
    @mark.clause("toy", "4.class.2")
    async def test_inside(self): ...

@pytest.mark.clause("toy", "9.helper.1")
def helper(): ...
"""


EVERYONE = {f"tests/t.py::{name}" for name in ("test_one", "test_two", "test_cases", "TestMany::test_inside")}
PROVEN = {
    "1.all.1": EVERYONE,
    "2.one.1": {"tests/t.py::test_one"},
    "2.one.2": {"tests/t.py::test_one"},
    "2.two.1": {"tests/t.py::test_two"},
    "5.ids.1": {"tests/t.py::test_two"},
    "5.ids.2": {"tests/t.py::test_two"},
    "3.case.1": {"tests/t.py::test_cases"},
    "4.class.1": {"tests/t.py::TestMany::test_inside"},
    "4.class.2": {"tests/t.py::TestMany::test_inside"},
}


def test_every_way_of_marking_a_test_is_read() -> None:
    assert marks_in_text(MARKS, "tests/t.py", "toy") == (PROVEN, [], False)


def test_a_module_that_is_run_shows_the_same_marks(tmp_path: Path) -> None:
    (tmp_path / "t.py").write_text(MARKS.replace('@pytest.mark.clause("toy", "9.helper.1")', ""))
    assert marks_by_import(tmp_path / "t.py", "tests/t.py", "toy") == (PROVEN, [], False)


@pytest.mark.parametrize(
    "source",
    [
        '@pytest.mark.clause("toy", f"{1 + 1}.a.1")\ndef test_it(): ...',
        'def marked(n): return pytest.mark.clause("toy", f"{n}.a.1")\n@marked(2)\ndef test_it(): ...',
    ],
)
def test_marks_that_are_computed_are_read_by_running_the_file(source: str, tmp_path: Path) -> None:
    path = tmp_path / "test_computed.py"
    path.write_text(f"import pytest\n{source}\n")
    assert marks_in_text(path.read_text(), "t.py", "toy").computed
    assert marks_of(path, "t.py", "toy") == ({"2.a.1": {"t.py::test_it"}}, [], False)


def test_computed_marks_of_a_file_that_cannot_be_run_are_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "test_sick.py"
    path.write_text('import pytest, no_such_module\n@pytest.mark.clause("toy", str(1))\ndef test_it(): ...\n')
    assert "no_such_module" in marks_of(path, "t.py", "toy").problems[0]


# --- a whole ledger -----------------------------------------------------------------------------------------------

TOY = """
[[clause]]
id = "1.toy.1"
section = "1 Toys"
kind = "procedure"
text = "Wind it up."
rulings = ["1"]

[[clause]]
id = "1.toy.2"
section = "1 Toys"
kind = "table"
text = "Springs: 3."
depends = ["1.toy.1"]

[[ruling]]
number = "1"
text = "Clockwise."
reason = "The book does not say."
"""


class Toy:
    """A game of which only the ledger is looked at."""

    id, title = "toy", "Toy"

    def __init__(self, root: Path, package: str) -> None:
        self.root, self.package = root, package
        self.folder = root / "src" / package

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def ledger(self, text: str) -> None:
        (self.folder / ledger.LEDGER).write_text(text)


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    package = f"toy_{tmp_path.name.replace('-', '_')}"
    made = Toy(tmp_path, package)
    made.write(f"src/{package}/__init__.py", "")
    made.ledger(TOY)
    monkeypatch.syspath_prepend(str(tmp_path / "src"))
    yield made
    sys.modules.pop(package, None)


def checkout(toy: Toy) -> None:
    toy.write("pyproject.toml", "")
    toy.write(f"src/{toy.package}/wind.py", "def wind():\n    '''1.toy.1'''\n")
    toy.write("tests/test_toy.py", "import pytest\n@pytest.mark.clause('toy', '1.toy.1')\ndef test_it(): ...\n")


def test_a_checkout_is_surveyed_and_its_index_serves_without_it(toy: Any) -> None:
    checkout(toy)
    book = ledger.load(toy)
    assert book.proof("1.toy.1") == ledger.Proof(("wind.py: wind",), ("tests/test_toy.py::test_it",))
    assert [clause.id for clause in book.unproven()] == ["1.toy.2"]
    assert book.enforced(book.clauses["1.toy.2"]) == ("data",)
    assert book.problems == ()
    ledger.renew_index(toy)
    (toy.root / "tests" / "test_toy.py").unlink()
    (toy.root / "tests").rmdir()
    assert ledger.load(toy).proof("1.toy.1") == book.proof("1.toy.1")


@pytest.mark.parametrize("name", ["judgement.py", "judgement/wind.py"])
def test_what_players_know_of_a_game_enforces_nothing(toy: Any, name: str) -> None:
    checkout(toy)
    toy.write(f"src/{toy.package}/{name}", "def fear():\n    '''1.toy.1 and 1.toy.9'''\n")
    book = ledger.load(toy)
    assert book.proof("1.toy.1").code == ("wind.py: wind",)
    assert book.problems == (f"{name}: fear: names 1.toy.9, which is no clause",)


def test_marks_for_clauses_that_do_not_exist_are_problems(toy: Any) -> None:
    checkout(toy)
    toy.write("tests/test_more.py", "import pytest\n@pytest.mark.clause('toy', '1.toy.7')\ndef test_no(): ...\n")
    assert ledger.load(toy).problems == ("tests/test_more.py::test_no: marked for 1.toy.7, which is no clause of Toy",)


def test_without_a_checkout_there_must_be_an_index(toy: Any) -> None:
    with pytest.raises(UserError, match=r"proofs\.json of Toy cannot be read"):
        ledger.load(toy)
    with pytest.raises(UserError, match="source checkout"):
        ledger.renew_index(toy)


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ('kind = "table"', 'kind = "chair"', 12, "one of 'procedure'"),
        ('id = "1.toy.2"', 'id = "1.toy.1"', 10, "a new id"),
        ('depends = ["1.toy.1"]', 'depends = ["1.toy.8"]', 14, "found 1.toy.8"),
        ('rulings = ["1"]', 'rulings = ["2"]', 7, "found 2"),
        ('rulings = ["1"]', "", 17, "a ruling that some clause names"),
        ('reason = "The book does not say."', "", 16, "reason"),
        ('reason = "The book', 'reason = "The book\n', 19, "valid TOML"),
    ],
)
def test_a_fault_of_the_ledger_has_its_line(toy: Any, old: str, new: str, line: int, told: str) -> None:
    toy.ledger(TOY.replace(old, new, 1))
    with pytest.raises(DataError) as caught:
        ledger.load(toy)
    first = caught.value.faults[0]
    assert first.line == line
    assert told in str(first)


# --- the games we have --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", registry.names())
def test_every_citation_of_a_game_is_a_clause_of_it(game: str) -> None:
    assert ledger.load(registry.rulebook(game)).problems == ()


@pytest.mark.parametrize("game", registry.names())
def test_every_clause_of_a_game_is_proven(game: str) -> None:
    assert [clause.id for clause in ledger.load(registry.rulebook(game)).unproven()] == []


@pytest.mark.parametrize("game", registry.names())
def test_the_index_of_proofs_is_current(game: str) -> None:
    """Renew it with `grognard rules GAME --index`."""
    rulebook = registry.rulebook(game)
    root = ledger.checkout_of(rulebook)
    assert root is not None
    found = ledger.survey(rulebook, ledger.read_conformance(rulebook), root)
    assert files(rulebook.package).joinpath(ledger.INDEX).read_bytes() == ledger.encode_index(found.proofs)


def test_the_rulings_of_coalitions_all_have_a_reason() -> None:
    conformance = ledger.read_conformance(registry.rulebook("coalitions"))
    assert len(conformance.clause) == 484
    assert all(ruling.text and ruling.reason for ruling in conformance.ruling)
