"""The pages a reader sees, and the blocks of code in them."""

from __future__ import annotations

import doctest
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted(DOCS.rglob("*.md"))]

FENCE = re.compile(r"^```(?P<language>[a-z]*)[^\n]*\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block and the line its code begins on (from 0)."""

    language: str
    code: str
    line: int


def blocks(page: Path, *languages: str) -> list[Block]:
    """The fenced blocks of a page in these languages."""
    text = page.read_text(encoding="utf-8")
    found = [Block(m["language"], m["code"], text.count("\n", 0, m.start("code"))) for m in FENCE.finditer(text)]
    return [block for block in found if block.language in languages]


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def tracked() -> list[Path]:
    """The files of the project: those git knows, or in an unpacked source archive all there are."""
    if not (ROOT / ".git").exists():
        return [p for p in ROOT.rglob("*") if p.is_file()]
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)  # noqa: S607 - git, wherever it is
    return [path for entry in listing.stdout.split("\0") if entry and (path := ROOT / entry).is_file()]


def run_page(page: Path) -> tuple[dict[str, object], int]:
    """Run the blocks of a page from top to bottom in one namespace, as a reader would type them."""
    space: dict[str, object] = {"__name__": f"page_{page.stem}"}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for block in blocks(page, "python", "pycon"):
        if block.language == "pycon":
            test = doctest.DocTestParser().get_doctest(block.code, space, name(page), name(page), block.line)
            runner.run(test, clear_globs=False)
            space = test.globs
        else:
            source = "\n" * block.line + block.code
            exec(compile(source, name(page), "exec", dont_inherit=True), space)  # noqa: S102 - our own pages
    return space, runner.summarize(verbose=False).failed
