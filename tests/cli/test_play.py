"""Playing at a keyboard that is a pipe: every command, every kind of nonsense, and a game that is never lost."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path

import pytest

import grognard
from grognard.cli import run


class Keyboard:
    """Types lines into `grognard play --terminal` and keeps what it answers."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._monkeypatch, self._capsys = folder, monkeypatch, capsys
        self.errors = ""
        monkeypatch.chdir(folder)
        monkeypatch.setenv("COLUMNS", "150")

    def play(self, *lines: str, arguments: str = "coalitions --seat france --seed 11", code: int = 0) -> str:
        self._monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert run(["play", "--terminal", *arguments.split()]) == code
        told = self._capsys.readouterr()
        self.errors = told.err
        assert "Traceback" not in told.out + told.err
        return told.out

    @property
    def files(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir())


@pytest.fixture
def keyboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Keyboard:
    return Keyboard(tmp_path, monkeypatch, capsys)


def test_the_question_its_clause_and_its_options_are_shown(keyboard: Keyboard) -> None:
    out = keyboard.play("quit!")
    assert "Coalitions 1805: The Third Coalition · before play" in out
    assert re.search(r"Napoleon\?  \[2\.setup\.15\]", out)
    assert re.search(r"^  1 .*Normandie & Bretagne", out, re.M)
    assert "\x1b" not in out


def test_only_the_own_row_is_marked_and_only_the_own_hand_shown(keyboard: Keyboard) -> None:
    out = keyboard.play("1", "quit!")
    assert re.findall(r"^▸  (\w)", out, re.M)[-1] == "F"
    assert "France: [2]" in out
    assert "Britain: [" not in out


def test_an_action_by_number_by_words_and_by_a_path_of_numbers(keyboard: Keyboard) -> None:
    out = keyboard.play("1", "env prus", "done", "3 1", "quit!")
    assert "Envoy Prussia." in out
    assert "The French General in Picardie (3 Units): 10 options >" in out
    assert "Picardie to Paris" in out


def test_a_group_is_opened_and_left_again(keyboard: Keyboard) -> None:
    out = keyboard.play("1", "1", "done", "3", "", "quit!")
    assert "(Enter goes back)" in out
    assert "March to Holland" in out
    assert out.count("1 Done") == 3


def test_words_with_several_meanings_ask_which(keyboard: Keyboard) -> None:
    out = keyboard.play("1", "1", "done", "march picardie", "1", "quit!")
    assert "“march picardie” can mean:" in out


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("why march lorraine holland", "7.move.10  restriction"),
        ("why march lor paris", "this is allowed"),
        ("why march paris berlin", "No general is called “paris” now."),
        ("why dance", "names no action of this game"),
        ("why", "Why what?"),
        ("why sail picardie london", "7.move.3  procedure"),
    ],
)
def test_why_not(line: str, told: str, keyboard: Keyboard) -> None:
    assert told in keyboard.play("1", "1", "done", line, "quit!")


def test_why_alone_explains_the_last_refused_line(keyboard: Keyboard) -> None:
    out = keyboard.play("1", "1", "done", "march lorraine holland", "why", "quit!")
    assert "is not one of the options" in out
    assert "One uncontrolled or enemy-controlled Territory on the path" in out
    assert "ruling 42" in out


def test_undo_until_something_was_drawn(keyboard: Keyboard) -> None:
    out = keyboard.play("1", "1", "done", "undo", "undo", "undo", "quit!")
    assert out.count("Taken back.") == 2
    assert "Nothing to undo" in out


def test_the_map_a_place_the_log_the_cards_and_the_rules(keyboard: Keyboard) -> None:
    out = keyboard.play(
        "map", "map norm", "map atlantis", "1", "log", "cards", "rules", "rules 7.move", "rules 99", "quit!"
    )
    assert "Saxonia 2AP P0" in out
    assert "by land: Paris" in out
    assert "There is no “atlantis” on the map." in out
    assert "Napoleon" in out.partition("france> log")[2].partition("france> cards")[0]
    assert "7.envoy.3" in out
    assert "7.move.14" in out
    assert "There is no clause “99”." in out


def test_standing_answers(keyboard: Keyboard) -> None:
    out = keyboard.play("standing sea never", "standing passage maybe", "standing love always", "standing", "quit!")
    assert "Standing answer to “sea passage”: never." in out
    assert "always, never or ask, not “maybe”" in out
    assert "KIND is one of" in out
    assert "  sea passage: never" in out


def test_help_names_every_command(keyboard: Keyboard) -> None:
    out = keyboard.play("?", "quit!")
    for word in ("why", "undo", "map", "log", "cards", "rules", "standing", "auto", "save", "quit"):
        assert re.search(rf"^{word}\b", out, re.M), word


def test_the_same_seed_tells_the_same_story(keyboard: Keyboard) -> None:
    first = keyboard.play("auto 30", "quit!")
    assert first == keyboard.play("auto 30", "quit!")
    assert first != keyboard.play("auto 30", "quit!", arguments="coalitions --seat france --seed 12")


# --- saving -------------------------------------------------------------------------------------------------------


def test_a_game_is_saved_and_gone_on_with(keyboard: Keyboard) -> None:
    out = keyboard.play("auto 5", "save mine.grognard", "quit")
    assert "Saved in mine.grognard" in out
    steps = grognard.verify("mine.grognard").step
    keyboard.play("auto 2", "quit", "y", arguments="--load mine.grognard --seat france")
    assert grognard.verify("mine.grognard").step > steps
    assert keyboard.files == ["mine.grognard"]


def test_leaving_offers_to_save(keyboard: Keyboard) -> None:
    assert "Save in coalitions-1805.grognard? [Y/n]" in keyboard.play("1", "quit", "n")
    assert keyboard.files == []
    keyboard.play("1", "quit", "")
    assert keyboard.files == ["coalitions-1805.grognard"]


def test_the_end_of_the_input_saves_beside_what_is_there(keyboard: Keyboard) -> None:
    keyboard.play("1")
    before = (keyboard.folder / "coalitions-1805.grognard").read_bytes()
    keyboard.play("1", "1")
    assert keyboard.files == ["coalitions-1805-2.grognard", "coalitions-1805.grognard"]
    assert (keyboard.folder / "coalitions-1805.grognard").read_bytes() == before
    assert grognard.verify("coalitions-1805-2.grognard").step > grognard.verify("coalitions-1805.grognard").step


def test_nothing_is_written_if_nothing_was_played(keyboard: Keyboard) -> None:
    keyboard.play("map")
    assert keyboard.files == []


def test_a_path_that_cannot_be_written_leaves_the_game_and_the_old_file(keyboard: Keyboard) -> None:
    (keyboard.folder / "wall").write_text("a file, not a folder")
    out = keyboard.play("1", "save wall/game.grognard", "save .", "auto", "quit!")
    assert out.count("Cannot write") == 2
    assert "wall/game.grognard" in out
    assert (keyboard.folder / "wall").read_text() == "a file, not a folder"
    assert keyboard.files == ["wall"]


def test_a_last_save_that_fails_is_told(keyboard: Keyboard) -> None:
    keyboard.play("1", arguments="coalitions --seat france --save missing/game.grognard")
    assert "could not be saved" in keyboard.errors
    assert "missing/game.grognard" in keyboard.errors


# --- seats --------------------------------------------------------------------------------------------------------


def test_all_seats_from_one_keyboard(keyboard: Keyboard) -> None:
    out = keyboard.play(*["auto"] * 12, "quit!", arguments="coalitions --seat all --seed 3")
    assert {"britain", "france", "prussia"} <= set(re.findall(r"^(\w+)> auto", out, re.M))


def test_the_solitaire_game_has_one_seat_of_five_powers(keyboard: Keyboard) -> None:
    out = keyboard.play("auto 3", "quit!", arguments="coalitions --option mode=lempereur --seed 3")
    assert "You play britain+austria+prussia+russia+ottomans" in out
    assert len(re.findall(r"^▸", out, re.M)) % 5 == 0


def test_a_whole_game_to_its_end(keyboard: Keyboard) -> None:
    out = keyboard.play(*["auto 1000"] * 8, "map", "march", "why march", "auto", "save end.grognard", "quit")
    assert "The game is over: " in out
    assert "game over> map" in out
    result = json.loads((keyboard.folder / "end.grognard").read_text().splitlines()[-1])["result"]
    assert all(winner in out for winner in result["winners"])


# --- nonsense -----------------------------------------------------------------------------------------------------

WORDS = [
    "1", "2", "3", "0", "-1", "99999", "1 1", "2 1", "3 2 1", "march", "paris", "berlin", "done", "pass", "why", "undo",
    "save", "save /", "save \x00", "log", "log -3", "log 5", "map", "map z", "cards", "rules", "rules [", "rules 7",
    "standing", "standing x", "standing envoy always", "auto", "auto 0", "auto x", "look", "?", "", "   ", "\x1b[2J",
    "é", "ⅷ", "²", "\u0661", "[red]", "{0}", "%s", "\\", "'", '"', "x" * 500, "why why", "why 3",
    "general", "to the", "yes no",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_no_line_whatever_ends_the_game(seed: int, keyboard: Keyboard) -> None:
    chance = random.Random(seed)  # noqa: S311 - nonsense needs no secrets
    lines = []
    for _ in range(120):
        words = chance.choices(WORDS, k=chance.randint(1, 3))
        noise = "".join(chance.choices("abc 123 éß→\t\x07{}[]%", k=chance.randint(0, 8)))
        lines.append(chance.choice([" ".join(words), f"why {' '.join(words)}", noise, words[0], "auto"]))
    keyboard.play(*lines, "quit!", arguments=f"coalitions --seed {seed} --save kept.grognard")
    if (keyboard.folder / "kept.grognard").exists():
        grognard.verify(keyboard.folder / "kept.grognard")
