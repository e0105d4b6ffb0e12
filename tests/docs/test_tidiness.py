"""Nothing of the machine Grognard was written on is in the repository, and the promised commands are there."""

from __future__ import annotations

import os
import re
import tomllib

import pytest
from pages import ROOT, tracked

# Put together from parts, so that this file does not find itself.
MACHINE = [f"/{place}/" for place in ("work", "root", "opt")]
HOSTS = ["pypi" + ".org/simple", "files.python" + "hosted", "registry.npm" + "js", "--index" + "-url", "file:" + "//"]
FORBIDDEN = re.compile(rf"(?<![\w.])(?:{'|'.join(MACHINE)})|{'|'.join(map(re.escape, HOSTS))}")
BINARY = {".png", ".webp", ".woff2", ".ttf", ".otf", ".npy", ".gz", ".whl"}


def test_no_machine_paths_and_no_registries() -> None:
    found = []
    for path in tracked():
        if path.suffix in BINARY:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if FORBIDDEN.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    assert found == []


def test_no_lock_file_with_addresses() -> None:
    assert [p for p in tracked() if p.name in {"uv.lock", "poetry.lock", "Pipfile.lock"}] == []


@pytest.mark.parametrize("name", ["test", "bench"])
def test_every_requirement_is_pinned_with_hashes(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    entries = re.split(r"\n(?=[A-Za-z0-9])", text.strip())
    assert entries
    assert [e.splitlines()[0] for e in entries if not re.match(r"[\w.-]+==", e) or "--hash=sha256:" not in e] == []


def test_the_pins_cover_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    pinned = set(
        re.findall(r"^([\w.-]+)==", (ROOT / "requirements/test.txt").read_text(encoding="utf-8"), re.MULTILINE)
    )
    wanted = {
        re.match(r"[\w.-]+", r)[0].lower()  # type: ignore[index]  # every requirement has a name
        for r in (*project["project"]["dependencies"], *groups["test"], *groups["docs"])
    }
    assert wanted <= pinned


@pytest.mark.parametrize("script", ["play", "tools/test", "tools/venv", "tools/lock", ".ci/run"])
def test_the_commands_exist(script: str) -> None:
    path = ROOT / script
    assert path.read_text(encoding="utf-8").startswith("#!/usr/bin/env bash\n")
    assert os.access(path, os.X_OK)


def test_the_readme_names_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "\n./play\n" in readme
    assert "\nbash tools/test\n" in readme
