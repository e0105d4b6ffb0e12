"""What is shipped: a wheel with all a player needs, a source archive with all a contributor needs."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="the build tools are not installed")

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = f"{PROJECT['name']}-{PROJECT['version']}"
PACKAGE = ROOT / "src" / "grognard"


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)  # noqa: S603 - our own commands
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "--directory", folder)
    return folder


@pytest.fixture
def wheel(shipped: Path) -> Path:
    return next(shipped.glob("*.whl"))


def test_the_wheel_has_every_file_of_the_package_and_the_licence(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    ours = {
        f"grognard/{path.relative_to(PACKAGE).as_posix()}"
        for path in PACKAGE.rglob("*")
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in path.relative_to(PACKAGE).parts)
    }
    licence = {f"{NAME}.dist-info/licenses/{name}" for name in ("LICENSE", "NOTICE")}
    assert (ours | licence) - held == set()
    assert {"grognard/py.typed", "grognard/games/coalitions/data/board.toml"} <= held
    assert {name for name in held if not name.startswith(("grognard/", f"{NAME}.dist-info/"))} == set()


def test_every_game_ships_its_ledger(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    games = {path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py")}
    assert games
    wanted = {f"grognard/games/{game}/{file}" for game in games for file in ("conformance.toml", "proofs.json")}
    assert wanted - held == set()


def test_the_source_archive_has_tests_docs_and_tools(shipped: Path) -> None:
    with tarfile.open(next(shipped.glob("*.tar.gz"))) as archive:
        held = {name.removeprefix(f"{NAME}/") for name in archive.getnames()}
    wanted = {
        "LICENSE", "NOTICE", "README.md", "CHANGELOG.md", "pyproject.toml", "mkdocs.yml", "play", ".ci/run",
        "tools/test", "requirements/test.txt", "docs/index.md", "tests/conftest.py", "src/grognard/py.typed",
    }  # fmt: skip
    assert wanted - held == set()


def test_the_version_is_told_once() -> None:
    import grognard

    assert grognard.__version__ == PROJECT["version"]
    assert f"## {PROJECT['version']} " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_an_installed_wheel_plays(wheel: Path, tmp_path: Path) -> None:
    """As a player would: a clean environment, pip, and the command."""
    home = tmp_path / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", home)
    pip = (sys.executable, "-m", "pip", "--python", home / "bin" / "python", "--disable-pip-version-check")
    run(*pip, "install", "--quiet", wheel, cwd=tmp_path)
    assert "coalitions" in run(home / "bin" / "grognard", "games", cwd=tmp_path)
    start = "import grognard; print(grognard.new('coalitions', seed=1).to_act, grognard.__file__)"
    said = run(home / "bin" / "python", "-c", start, cwd=tmp_path)
    assert said.startswith("('france',)")
    assert str(home) in said
