"""`grognard show`: a saved game drawn on its board."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import grognard
from grognard.cli import app, main


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    game = grognard.new("coalitions", "1805", seed=7)
    game.act("france", ("name", "france-2"))
    game.save(tmp_path / "game.grognard")
    return tmp_path / "game.grognard"


def test_a_saved_game_is_drawn_with_its_pieces(saved: Path) -> None:
    out = saved.with_name("board.svg")
    result = CliRunner().invoke(app, ["show", str(saved), "--out", str(out)])
    assert result.exit_code == 0, result.output
    game = grognard.load(saved)
    assert out.read_text() == grognard.board("coalitions", "empire").svg(game.tabletop())
    bare = grognard.board("coalitions", "empire").svg(control=game.tabletop().control)
    assert len(out.read_text()) > len(bare)


def test_a_png_is_a_png(saved: Path) -> None:
    out = saved.with_name("board.png")
    assert CliRunner().invoke(app, ["show", str(saved), "--out", str(out), "--zoom", "0.2"]).exit_code == 0
    assert out.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--out", "board.bmp"], ".png or .svg"),
        (["--out", "board.svg", "--step", "999"], "there is no step 999"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    saved: Path, arguments: list[str], word: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(saved.parent)
    monkeypatch.setattr("sys.argv", ["grognard", "show", str(saved), *arguments])
    with pytest.raises(SystemExit) as exit_:
        main()
    assert exit_.value.code == 2
    assert word in " ".join(capsys.readouterr().err.split())
