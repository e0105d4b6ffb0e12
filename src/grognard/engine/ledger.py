"""The clause ledger: every rule of a game, where it is enforced, which tests prove it, which ruling was taken."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from grognard.engine import guide
from grognard.engine.citations import Citations, cited_in_data, cited_in_source
from grognard.engine.datafile import DataError, Document, Fault
from grognard.engine.gamefile import write_beside
from grognard.engine.marks import marks_of
from grognard.engine.refusal import UserError
from grognard.engine.rulebook import Rulebook
from grognard.engine.words import FOLDER

LEDGER, INDEX = "conformance.toml", "proofs.json"

JUDGEMENT = "judgement"
"""What the players of a game know of it, a module or a package, minds clauses and enforces none."""
KEPT_IN_DATA = ("definition", "setup", "table")
"""Kinds of clauses that the data files enforce where no code names them."""


class Clause(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule, as small as can be tested."""

    id: str
    section: str
    kind: Literal[
        "procedure", "restriction", "permission", "exception", "table", "definition", "option", "setup", "victory"
    ]
    text: str
    depends: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


class Ruling(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was decided where the book is silent, ambiguous or contradicts itself, and why."""

    number: str
    text: str
    reason: str


class Conformance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written."""

    clause: tuple[Clause, ...]
    ruling: tuple[Ruling, ...] = ()


class Proof(msgspec.Struct, frozen=True):
    """Where a clause is enforced and what proves it, by names that outlive a change of lines."""

    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


class Survey(NamedTuple):
    """What a source checkout shows."""

    proofs: dict[str, Proof]
    problems: tuple[str, ...]
    """Citations of clauses that do not exist, marks that cannot be read."""


class Ledger:
    """The clauses of a game with their proofs."""

    def __init__(
        self, game: str, conformance: Conformance, proofs: dict[str, Proof], problems: tuple[str, ...]
    ) -> None:
        self.game = game
        self.clauses = {clause.id: clause for clause in conformance.clause}
        self.rulings = {ruling.number: ruling for ruling in conformance.ruling}
        self._proofs = proofs
        self.problems = problems

    def proof(self, clause: str) -> Proof:
        return self._proofs.get(clause, Proof())

    def enforced(self, clause: Clause) -> tuple[str, ...]:
        """Where a clause is enforced; empty if nothing says so."""
        return self.proof(clause.id).code or (("data",) if clause.kind in KEPT_IN_DATA else ())

    def unproven(self) -> list[Clause]:
        """The clauses without a test."""
        return [clause for clause in self.clauses.values() if not self.proof(clause.id).tests]


@cache
def read_conformance(rulebook: Rulebook) -> Conformance:
    """The ledger of a game; DataError names file, line and field of every fault."""
    document = Document(files(rulebook.package).joinpath(LEDGER))
    conformance = document.into(Conformance)
    faults = list(_faults(document, conformance))
    if faults:
        raise DataError(faults)
    return conformance


def _faults(document: Document, conformance: Conformance) -> Iterator[Fault]:
    """Clauses and rulings that are told twice, named but missing, or never used."""
    known = {clause.id for clause in conformance.clause}
    rulings = {ruling.number for ruling in conformance.ruling}
    used = {number for clause in conformance.clause for number in clause.rulings}
    told: set[str] = set()
    for i, clause in enumerate(conformance.clause):
        if clause.id in told:
            yield document.fault(("clause", i, "id"), f"a new id, found {clause.id} again")
        told.add(clause.id)
        for name in clause.depends:
            if name not in known:
                yield document.fault(("clause", i, "depends"), f"clauses of this file, found {name}")
        for number in clause.rulings:
            if number not in rulings:
                yield document.fault(("clause", i, "rulings"), f"rulings of this file, found {number}")
    told.clear()
    for i, ruling in enumerate(conformance.ruling):
        if ruling.number in told:
            yield document.fault(("ruling", i, "number"), f"a new number, found {ruling.number} again")
        told.add(ruling.number)
        if ruling.number not in used:
            yield document.fault(("ruling", i, "number"), f"a ruling that some clause names, found {ruling.number}")


def load(rulebook: Rulebook) -> Ledger:
    """The ledger with its proofs: found in the sources of a checkout, else read from the index."""
    conformance = read_conformance(rulebook)
    checkout = checkout_of(rulebook)
    if checkout is not None:
        found = survey(rulebook, conformance, checkout)
        return Ledger(rulebook.id, conformance, found.proofs, found.problems)
    return Ledger(rulebook.id, conformance, read_index(rulebook), ())


# --- the index ----------------------------------------------------------------------------------------------------


def read_index(rulebook: Rulebook) -> dict[str, Proof]:
    """The proofs that were found when the index was last renewed."""
    index = files(rulebook.package).joinpath(INDEX)
    try:
        return msgspec.json.decode(index.read_bytes(), type=dict[str, Proof])
    except (OSError, msgspec.MsgspecError) as error:
        raise UserError(f"{INDEX} of {rulebook.title} cannot be read: {error}.") from error


def encode_index(proofs: dict[str, Proof]) -> bytes:
    """The index as it is kept: sorted and stable, so that a change of it can be read."""
    return msgspec.json.format(msgspec.json.encode(proofs, order="deterministic"), indent=1) + b"\n"


def renew_index(rulebook: Rulebook) -> Path:
    """Write the index anew from the sources of a checkout."""
    checkout = checkout_of(rulebook)
    if checkout is None:
        raise UserError(f"The index of {rulebook.title} can only be renewed in a source checkout with its tests.")
    path = Path(str(files(rulebook.package))) / INDEX
    write_beside(path, encode_index(survey(rulebook, read_conformance(rulebook), checkout).proofs))
    return path


# --- surveying the sources ----------------------------------------------------------------------------------------


def checkout_of(rulebook: Rulebook) -> Path | None:
    """The folder that holds the sources and tests of a game; None where it is installed without them."""
    package = Path(str(files(rulebook.package)))
    for folder in package.parents:
        if (folder / "pyproject.toml").is_file() and (folder / "tests").is_dir():
            return folder
    return None


def survey(rulebook: Rulebook, conformance: Conformance, checkout: Path) -> Survey:
    """Go through sources, data files and tests for the clauses they name."""
    known = frozenset(clause.id for clause in conformance.clause)
    package = Path(str(files(rulebook.package)))
    code: dict[str, set[str]] = {}
    tests: dict[str, set[str]] = {}
    problems: list[str] = []

    for source in sorted(package.rglob("*.py")):
        place = source.relative_to(package)
        cited = cited_in_source(source.read_text("utf-8"), place.as_posix(), known)
        _gather({} if Path(place.parts[0]).stem == JUDGEMENT else code, problems, cited)
    for data in sorted(package.rglob("*.toml")):
        if data.name != LEDGER and data.parent.name not in (FOLDER, guide.FOLDER):  # words and guides enforce nothing
            _gather(code, problems, cited_in_data(data.read_text("utf-8"), data.relative_to(package).as_posix(), known))
    for test in sorted((checkout / "tests").rglob("*.py")):
        marks = marks_of(test, test.relative_to(checkout).as_posix(), rulebook.id)
        problems += marks.problems
        for clause, names in marks.tests.items():
            if clause in known:
                tests.setdefault(clause, set()).update(names)
            else:
                problems += [f"{name}: marked for {clause}, which is no clause of {rulebook.title}" for name in names]

    proofs = {
        clause: Proof(tuple(sorted(code.get(clause, ()))), tuple(sorted(tests.get(clause, ()))))
        for clause in sorted(known)
        if clause in code or clause in tests
    }
    return Survey(proofs, tuple(problems))


def _gather(found: dict[str, set[str]], problems: list[str], citations: Citations) -> None:
    problems += citations.problems
    for clause, places in citations.places.items():
        found.setdefault(clause, set()).update(places)
