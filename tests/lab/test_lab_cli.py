"""The commands of the lab."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from grognard.engine import registry
from grognard.engine.refusal import UserError
from grognard.engine.rulebook import Choice
from grognard.lab import cli
from skirmish import SKIRMISH, Skirmish


class Loud(Skirmish):
    """Broken: everybody sees the deck."""

    def view(self, g, seat):  # type: ignore[no-untyped-def]  # a broken game, on purpose
        return {**super().view(g, seat), "deck": list(g.deck)}

    def choices(self) -> tuple[Choice, ...]:
        return (
            Choice("fog", (False, True), "hides"),
            Choice("rounds", (2, 3), "longer"),
            Choice("sides", ("usual",), "who plays", "red+blue"),
        )


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> typer.Typer:
    monkeypatch.setattr(registry, "rulebook", {"skirmish": SKIRMISH, "loud": Loud()}.__getitem__)
    app = typer.Typer()
    app.command()(cli.fuzz)
    app.command()(cli.simulate)
    return app


def test_fuzz_passes_and_says_what_ran(app: typer.Typer, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["fuzz", "skirmish", "--games", "3", "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert "twin worlds" in result.output
    assert not (tmp_path / "out").exists()


def test_fuzz_fails_with_1_and_its_file_replays(app: typer.Typer, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["fuzz", "loud", "--games", "1", "--out", str(tmp_path / "out")])
    assert result.exit_code == 1
    (path,) = (tmp_path / "out").glob("*.jsonl")
    again = CliRunner().invoke(app, ["fuzz", "loud", "--replay", str(path)])
    assert again.exit_code == 1
    assert "twin world" in again.output
    mended = CliRunner().invoke(app, ["fuzz", "skirmish", "--replay", str(path)])
    assert mended.exit_code == 0
    assert "passes" in mended.output


def test_a_folder_that_cannot_be_made_is_the_users_error(app: typer.Typer, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(app, ["fuzz", "loud", "--games", "1", "--out", str(tmp_path / "file" / "out")])
    assert isinstance(result.exception, UserError)


def test_simulate_writes_its_result(app: typer.Typer, tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    result = CliRunner().invoke(app, ["simulate", "skirmish", "--games", "4", "--players", "2", "--json", str(path)])
    assert result.exit_code == 0, result.output
    assert json.loads(path.read_text())["players"] == 2


def test_options_are_typed_as_words() -> None:
    assert cli.chosen_options(Loud(), ["fog=true", "rounds=3"]) == {"fog": True, "rounds": 3}
    assert cli.chosen_options(Loud(), ["sides=Usual"]) == {"sides": "usual"}
    assert cli.chosen_options(Loud(), ["sides=green+red"]) == {"sides": "green+red"}
    with pytest.raises(UserError, match="fog is one of false, true"):
        cli.chosen_options(Loud(), ["fog=maybe"])
    for wrong in ("fog", "smoke=true", "=", ""):
        with pytest.raises(UserError, match="fog, rounds, sides"):
            cli.chosen_options(Loud(), [wrong])
