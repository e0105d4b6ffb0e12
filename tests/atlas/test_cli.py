"""The map room's commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.atlas import cli
from grognard.atlas.builder import build

RUN = CliRunner()


def test_check_proves_a_game() -> None:
    result = RUN.invoke(cli.app, ["check", "coalitions"])
    assert result.exit_code == 0, result.output
    assert "coalitions/empire" in result.output


def test_show_board_lists_spaces() -> None:
    result = RUN.invoke(cli.app, ["show-board", "coalitions", "--board", "revolution"])
    assert result.exit_code == 0
    assert "brabant" in result.output


def test_show_board_writes_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    assert RUN.invoke(cli.app, ["show-board", "alliance", "--out", str(out)]).exit_code == 0
    assert out.read_text("utf-8").startswith("<svg")


def test_building_without_the_extra_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "find_spec", lambda _name: None)
    result = RUN.invoke(cli.app, ["build", "coalitions"])
    assert result.exit_code == 2
    assert "maps" in result.output


@pytest.mark.parametrize(("said", "code"), [(b"drawn", 0), (b"drawn otherwise", 1)])
def test_a_build_can_be_compared_with_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes, code: int
) -> None:
    def draw(what: bytes, game: str, board: str, out: Path) -> dict[str, int]:
        folder = out / game / board
        folder.mkdir(parents=True)
        for name in cli.FILES:
            (folder / name).write_bytes(what)
        return {name: len(what) for name in cli.FILES}

    draw(b"drawn", "alliance", "europe", tmp_path)
    monkeypatch.setattr(build, "build", lambda g, b, out, _say: draw(said, g, b, out))
    result = RUN.invoke(cli.app, ["build", "alliance", "--check", "--out", str(tmp_path)])
    assert result.exit_code == code, result.output
    assert ("base-1x.webp differs" in result.output) == bool(code)
