"""The documentation builds without a warning and asks nothing of the outside world."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pages import ROOT

pytest.importorskip("material", reason="the documentation tools are not installed")

LOADED = re.compile(r"<(?:script|img|source|iframe)[^>]+src=\"(https?:[^\"]+)|<link[^>]+rel=\"(?:stylesheet|preload|preconnect)\"[^>]+href=\"(https?:[^\"]+)|<link[^>]+href=\"(https?:[^\"]+)\"[^>]+rel=\"(?:stylesheet|preload|preconnect)")  # fmt: skip  # noqa: E501


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment())  # noqa: S603 - ourselves
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


def environment() -> dict[str, str]:
    return {**os.environ, "NO_MKDOCS_2_WARNING": "1"}


def test_every_page_is_built(site: Path) -> None:
    pages = {page.relative_to(ROOT / "docs").with_suffix("") for page in (ROOT / "docs").rglob("*.md")}
    built = {page.relative_to(site).parent for page in site.rglob("index.html")}
    assert {p.parent if p.name == "index" else p for p in pages} <= built


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    loaded = {
        (page.relative_to(site).as_posix(), next(filter(None, found)))
        for page in site.rglob("*.html")
        for found in LOADED.findall(page.read_text(encoding="utf-8"))
    }
    assert loaded == set()
