"""What the pages point at exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pages import DOCS, FENCE, PAGES, ROOT, name

LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)|(?:src|href)=\"(?P<attribute>[^\"]+)\"")
HEADING = re.compile(r"^#+ +(.*?)(?: *\{#(?P<id>[\w-]+)\})?$", re.MULTILINE)
OUTSIDE = ("https://", "http://", "mailto:")


def targets(page: Path) -> list[str]:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return [m["target"] or m["attribute"] for m in LINK.finditer(text)]


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as MkDocs and code hosts write them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    plain = [m["id"] or re.sub(r"[^\w\s-]", "", m[1].lower()).strip() for m in HEADING.finditer(text)]
    return {re.sub(r"\s+", "-", words) for words in plain}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_relative_links_resolve(page: Path) -> None:
    broken = []
    for target in targets(page):
        if target.startswith(OUTSIDE):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        if not there.exists() or (anchor and there.suffix == ".md" and anchor not in anchors(there)):
            broken.append(target)
    assert broken == []


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    missing = [p for page in DOCS.rglob("*.md") if (p := page.relative_to(DOCS).as_posix()) not in navigation]
    assert missing == []


def test_every_decision_is_in_the_index() -> None:
    index = (DOCS / "decisions" / "index.md").read_text(encoding="utf-8")
    assert [p.name for p in (DOCS / "decisions").glob("[0-9]*.md") if f"({p.name})" not in index] == []
