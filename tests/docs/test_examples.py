"""Every example in the documentation is run, and says what happens."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest
from pages import PAGES, blocks, name, run_page

import grognard

RUNNABLE = [page for page in PAGES if blocks(page, "python", "pycon")]
MODULES = sorted(m.name for m in pkgutil.walk_packages(grognard.__path__, "grognard.") if "__main__" not in m.name)


@pytest.mark.parametrize("page", RUNNABLE, ids=name)
def test_examples_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_page(page)[1] == 0


def test_the_readme_and_the_guide_have_examples() -> None:
    assert {"README.md", "docs/python.md", "docs/engine.md"} <= {name(page) for page in RUNNABLE}


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_a_module(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS).failed == 0
