"""The map room's commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.atlas import cli

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
