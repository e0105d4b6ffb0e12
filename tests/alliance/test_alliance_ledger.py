"""The ledger of Alliance: no clause of the book's inventory and no ruling is lost."""

from collections import Counter
from importlib.resources import files

from grognard.engine.datafile import Document
from grognard.engine.ledger import Conformance

LEDGER = Document(files("grognard.games.alliance").joinpath("conformance.toml")).into(Conformance)


def test_every_clause_of_the_inventory_is_there() -> None:
    assert len(LEDGER.clause) == 428
    sections = Counter(clause.id.rpartition(".")[0] for clause in LEDGER.clause)
    assert [sections[name] for name in ("leaders", "solitaire", "6.13", "7.23", "11.12", "12.1804")] == [
        8,
        13,
        15,
        8,
        6,
        9,
    ]


def test_every_ruling_belongs_to_a_clause_and_says_why() -> None:
    families = Counter(ruling.number.rstrip("0123456789").rstrip("-") for ruling in LEDGER.ruling)
    assert families == Counter(A=9, B=7, C=13, D=14, E=10, F=2, G=8, H=8, I=5, J=10, L=50)
    named = {number for clause in LEDGER.clause for number in clause.rulings}
    assert named == {ruling.number for ruling in LEDGER.ruling}
    assert all(ruling.text.endswith(".") and ruling.reason.endswith(".") for ruling in LEDGER.ruling)
