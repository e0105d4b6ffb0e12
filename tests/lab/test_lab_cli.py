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
from grognard.lab.experiment import chosen_options
from skirmish import SKIRMISH, Skirmish


class Loud(Skirmish):
    """Broken: everybody sees the deck."""

    def view(self, g, seat):  # type: ignore[no-untyped-def]  # a broken game, on purpose
        return {**super().view(g, seat), "deck": list(g.deck)}

    def choices(self) -> tuple[Choice, ...]:
        return (
            Choice("fog", (False, True), "hides"),
            Choice("rounds", (2, 3), "longer"),
            Choice("sides", ("usual",), "who plays", ("red", "blue")),
        )


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> typer.Typer:
    games = {"skirmish": SKIRMISH, "loud": Loud(), "coalitions": registry.rulebook("coalitions")}
    monkeypatch.setattr(registry, "rulebook", games.__getitem__)
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


def test_several_kinds_of_game_are_a_list(app: typer.Typer, tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    given = ["simulate", "skirmish", "--games", "2", "--players", "2,3", "--bots", "random", "--json", str(path)]
    result = CliRunner().invoke(app, given)
    assert result.exit_code == 0, result.output
    assert "who won how often" in result.output
    assert [found["players"] for found in json.loads(path.read_text())] == [2, 3]


def test_an_experiment_is_played_into_a_folder_and_goes_on(app: typer.Typer, tmp_path: Path) -> None:
    file = tmp_path / "toy.toml"
    file.write_text('games = 3\n[[grid]]\ngame = "skirmish"\nplayers = "all"\n')
    given = ["simulate", "--experiment", str(file), "--out", str(tmp_path / "toy")]
    first = CliRunner().invoke(app, given)
    assert first.exit_code == 0, first.output
    record = {path: path.read_bytes() for path in (tmp_path / "toy" / "record").iterdir()}
    assert len(record) == len(SKIRMISH.scenarios()[0].players)
    again = CliRunner().invoke(app, given)
    assert again.output == first.output
    assert {path: path.read_bytes() for path in record} == record  # nothing was played twice


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "Name a game"),
        (["skirmish", "--experiment", "x.toml"], "GAME is settled by the experiment"),
        (["--experiment", "x.toml", "--rotate"], "--rotate is settled by the experiment"),
        (["skirmish", "--option", "fog"], "“fog” is not an option of the game, NAME=VALUE"),
        (["skirmish", "--option", "smoke=true"], "no option “smoke”"),
        (["skirmish", "--players", "two"], "not “two”"),
        (["skirmish", "--set", "men=3"], "no figures that can be set"),
        (["coalitions", "--set", "victory_influence=3"], "with its game: --set coalitions.victory_influence"),
        (["coalitions", "--set", "coalitions.victory_influence=3"], "from 5 to 60, not “3”"),
    ],
)
def test_what_cannot_be_simulated(app: typer.Typer, given: list[str], message: str) -> None:
    result = CliRunner().invoke(app, ["simulate", *given])
    assert isinstance(result.exception, UserError)
    assert message in str(result.exception)


def test_options_are_typed_as_words() -> None:
    def chosen(**given: object) -> dict[str, list[object]]:
        return {**chosen_options(Loud(), given)}

    assert chosen(fog="true", rounds=["2", 3]) == {"fog": [True], "rounds": [2, 3]}
    assert chosen(sides=["Usual", "green+red"]) == {"sides": ["usual", "green+red"]}
    with pytest.raises(UserError, match="fog is one of false, true"):
        chosen(fog="maybe")
