"""The commands that ask for no keyboard: what they print, and what they say when something is wrong."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

import grognard
from grognard.cli import run
from grognard.engine import gamefile


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A game of a few steps on disk."""
    game = grognard.new("coalitions", "1805", seed=4)
    for _ in range(6):
        seat = game.to_act[0]
        game.act(seat, game.options(seat)[0])
    game.save(tmp_path / "game.grognard")
    return tmp_path / "game.grognard"


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that must fail politely; what it says."""
    assert run(arguments) == 2
    told = capsys.readouterr()
    assert "Traceback" not in told.err + told.out
    assert told.err.startswith("grognard: ")
    return told.err


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"grognard {grognard.__version__}\n"


def test_games_are_listed_with_scenarios_seats_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    out = capsys.readouterr().out
    for word in ("Coalitions", "1805", "The Grand Alliance", "third_minor", "britain+prussia+ottomans"):
        assert word in out


def test_games_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "--json"]) == 0
    (game,) = [g for g in json.loads(capsys.readouterr().out) if g["id"] == "coalitions"]
    assert {s["id"] for s in game["scenarios"]} == {"1792", "1798", "1805", "1806", "1809", "1812", "1813"}
    assert {"players": 3, "seats": ["britain", "france", "russia"]} in game["seats"]
    assert [o["name"] for o in game["options"]][:2] == ["mode", "level"]


def test_an_unknown_command_is_told_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["conquer"]) == 2
    assert "conquer" in capsys.readouterr().err


# --- verify -------------------------------------------------------------------------------------------------------


def test_a_sound_file_is_proven(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(saved)]) == 0
    out = capsys.readouterr().out
    assert "steps       6" in out
    assert json.loads(saved.read_text().splitlines()[0])["commitment"] in out
    assert "still going on" in out


def test_the_first_wrong_line_is_named(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = saved.read_text().splitlines(keepends=True)
    lines[3] = lines[3].replace('"step":3', '"step":4')
    saved.write_text("".join(lines))
    assert f"{saved}: line 4: " in refused(capsys, "verify", str(saved))


@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff\xfe", b"PK\x03\x04 a zip", b'{"grognard":1}\n', b'{"grognard":[[[[']
)
def test_a_foreign_file_is_refused(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "foreign"
    file.write_bytes(content)
    assert str(file) in refused(capsys, "verify", str(file))
    assert str(file) in refused(capsys, "play", "--load", str(file))
    assert file.read_bytes() == content


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "nothing.grognard" in refused(capsys, "verify", str(tmp_path / "nothing.grognard"))


def test_a_folder_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert str(tmp_path) in refused(capsys, "verify", str(tmp_path))


# --- what cannot be played ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["chess"], "chess"),
        (["coalitions", "1815"], "1815"),
        (["coalitions", "--players", "7"], "not 7"),
        (["coalitions", "--seat", "spain"], "spain"),
        (["coalitions", "--option", "mode"], "name=value"),
        (["coalitions", "--option", "mode=chess"], "mode"),
        (["coalitions", "--option", "scenario=1805"], "scenario"),
        (["coalitions", "--option", "colour=red"], "colour"),
        (["coalitions", "1812", "--option", "mode=lempereur"], "1805"),
    ],
)
def test_a_game_that_cannot_be_started(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told in refused(capsys, "play", *arguments)


def test_what_a_saved_game_settles_is_not_asked_again(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--seed" in refused(capsys, "play", "--load", str(saved), "--seed", "1")


def data_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    shutil.copytree(str(files("grognard.games.coalitions").joinpath("data")), folder)
    return folder


def test_a_fault_in_a_data_folder_is_named_by_file_line_and_field(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = data_folder(tmp_path) / "board.toml"
    text = board.read_text("utf-8").replace("value = 2", 'value = "two"', 1)
    board.write_text(text, "utf-8")
    line = 1 + text[: text.index('"two"')].count("\n")
    assert f"board.toml:{line}: " in refused(capsys, "play", "--terminal", "coalitions", "--data", str(board.parent))


def test_a_data_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "none" in refused(capsys, "play", "--terminal", "coalitions", "--data", str(tmp_path / "none"))


def test_a_game_played_with_other_data_wants_its_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = data_folder(tmp_path)
    board = folder / "board.toml"
    board.write_text(board.read_text("utf-8").replace("note = ", 'note = "Mine. " # ', 1), "utf-8")
    file = tmp_path / "game.grognard"
    grognard.new("coalitions", seed=1, data=folder).save(file)
    assert "--data" in refused(capsys, "verify", str(file))
    assert run(["verify", str(file), "--data", str(folder)]) == 0


# --- rules --------------------------------------------------------------------------------------------------------


def test_a_clause_is_printed_with_its_ruling_and_where_it_lives(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "coalitions", "--clause", "7.move.9"]) == 0
    out = capsys.readouterr().out
    for word in ("7.move.9", "Strategic land movement", "reach.py: cannot_pass", "ruling 42", "because"):
        assert word in out
    assert "7.move.10" not in out


def test_a_section_is_found_by_number_or_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "coalitions", "--section", "4"]) == 0
    by_number = capsys.readouterr().out
    assert "4.order.1" in by_number
    assert "7.move.1" not in by_number
    assert run(["rules", "coalitions", "--section", "movement types", "--json"]) == 0
    clauses = json.loads(capsys.readouterr().out)
    assert clauses
    assert all(c["section"] == "7 Actions Phase: Movement types" for c in clauses)


def test_rules_for_programs_have_every_clause(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "coalitions", "--json"]) == 0
    clauses = {c["id"]: c for c in json.loads(capsys.readouterr().out)}
    assert len(clauses) == 484
    assert clauses["7.move.9"]["rulings"][0]["number"] == "42"
    assert clauses["1.components.5"]["enforced"]


@pytest.mark.parametrize(("option", "value"), [("--clause", "7.moove.1"), ("--section", "astrology")])
def test_rules_that_are_not_there(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert value in refused(capsys, "rules", "coalitions", option, value)


# --- the process --------------------------------------------------------------------------------------------------


def test_a_reader_that_goes_away_sees_no_traceback() -> None:
    command = [sys.executable, "-c", "from grognard.cli import main; main()", "rules", "coalitions"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:  # noqa: S603 - ourselves
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        told = process.stderr.read()
        assert process.wait() in (1, 2)
    assert b"Traceback" not in told
    assert b"Exception ignored" not in told


def test_a_mistake_of_ours_is_owned_up_to(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(gamefile, "verify", broken)
    assert run(["verify", "any"]) == 70
    told = capsys.readouterr().err
    assert "ZeroDivisionError" in told
    assert "Traceback" not in told
