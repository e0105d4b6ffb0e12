"""The ledger in print: clause by clause, with its rulings and its proofs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grognard.engine.ledger import Clause, Ledger, Proof, Ruling


def clause_page(
    clause: Clause, rulings: Iterable[Ruling], proof: tuple[tuple[str, ...], Proof] | None
) -> RenderableType:
    """One clause; with a proof, also where it is enforced and what proves it."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column(overflow="fold")
    if clause.depends:
        facts.add_row("leans on", ", ".join(clause.depends))
    if proof is not None:
        enforced, found = proof
        facts.add_row("enforced", "\n".join(enforced) if enforced else Text("not named in the code", style="yellow"))
        facts.add_row("proven by", "\n".join(found.tests) if found.tests else Text("no test", style="red"))
    for ruling in rulings:
        facts.add_row(f"ruling {ruling.number}", Text(ruling.text))
        facts.add_row("because", Text(ruling.reason))
    head = Text.assemble((clause.id, "bold"), "  ", (clause.kind, "italic"))
    parts: list[RenderableType] = [head, Padding(Text(clause.text), (0, 0, 0, 2))]
    if facts.row_count:
        parts.append(Padding(facts, (0, 0, 0, 2)))
    return Group(*parts, Text())


def ledger_page(ledger: Ledger, clauses: Iterable[Clause]) -> Iterable[RenderableType]:
    """Clauses under their sections."""
    section = ""
    for clause in clauses:
        if clause.section != section:
            section = clause.section
            yield Text(section, style="bold underline")
            yield Text()
        rulings = [ledger.rulings[number] for number in clause.rulings]
        yield clause_page(clause, rulings, (ledger.enforced(clause), ledger.proof(clause.id)))


def ledger_data(ledger: Ledger, clauses: Iterable[Clause]) -> list[dict[str, Any]]:
    """The same for programs."""
    return [
        {
            "id": clause.id,
            "section": clause.section,
            "kind": clause.kind,
            "text": clause.text,
            "depends": list(clause.depends),
            "enforced": list(ledger.enforced(clause)),
            "tests": list(ledger.proof(clause.id).tests),
            "rulings": [
                {"number": r.number, "text": r.text, "reason": r.reason}
                for r in (ledger.rulings[number] for number in clause.rulings)
            ],
        }
        for clause in clauses
    ]
