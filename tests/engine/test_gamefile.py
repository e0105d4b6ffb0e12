"""Game files: nothing can be changed unseen, and nothing that was saved is ever lost."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard import Game, UserError
from grognard.engine import dice, gamefile
from grognard.engine.game import Start
from grognard.engine.gamefile import FileFault
from grognard.lab.checks import play_on, view_bytes, viewers
from skirmish import SKIRMISH


def played(steps: int = 1_000, seed: int = 1, players: int = 3) -> Game:
    game = Game(SKIRMISH, Start(SKIRMISH.setting("field", players, {}, None), dice.key_from_seed(seed)))
    play_on(game, Random(seed), steps)  # noqa: S311 - seeded, so that a test is the same every time
    return game


def verify(path: Path) -> Game:
    return gamefile.verify(path, rulebook=SKIRMISH)


def rechained(content: bytes, change: Callable[[list[dict[str, Any]]], Any]) -> bytes:
    """A file changed by somebody who knows the format: the hash chain is made to fit again."""
    lines = [json.loads(line) for line in content.splitlines()]
    for line in lines:
        del line["chain"]
    change(lines)
    written, chain = [], b""
    for line in lines:
        body = json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()[:-1]
        chain = gamefile._link(chain, body)
        written.append(body + b',"chain":"' + chain + b'"}\n')
    return b"".join(written)


# --- there and back ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [0, 1, 5, 1_000])
@pytest.mark.parametrize("players", [2, 3])
def test_a_saved_game_comes_back_whole(tmp_path: Path, steps: int, players: int) -> None:
    game = played(steps, players=players)
    game.save(tmp_path / "game.jsonl")
    again = verify(tmp_path / "game.jsonl")
    assert again.history == game.history
    assert [view_bytes(again, seat) for seat in viewers(again)] == [view_bytes(game, seat) for seat in viewers(game)]
    assert gamefile.encode(again) == gamefile.encode(game)


def test_standing_orders_and_standing_answers_come_back(tmp_path: Path) -> None:
    game = played(3)
    game.order("blue", "contest", "never")
    game.order("green", "contest", "always")
    game.act("red", ["march", "wood"])
    game.save(tmp_path / "game.jsonl")
    again = verify(tmp_path / "game.jsonl")
    assert again.standing == {(1, "contest"): "never", (2, "contest"): "always"}
    assert again.history[-1].standing
    assert again.log("blue") == game.log("blue")
    assert "standing order" in again.log("blue")[-1]["text"]


def test_a_fork_comes_back(tmp_path: Path) -> None:
    fork = played(7).fork(seat="red", seed=3)
    play_on(fork, Random(1), 4)  # noqa: S311 - seeded
    fork.save(tmp_path / "fork.jsonl")
    again = verify(tmp_path / "fork.jsonl")
    assert again.snapshot() == fork.snapshot()
    assert again.start.snapshot is not None


def test_a_games_data_come_from_the_registry_by_name(tmp_path: Path) -> None:
    played(2).save(tmp_path / "game.jsonl")
    with pytest.raises(FileFault, match="no game “skirmish”"):
        gamefile.verify(tmp_path / "game.jsonl")


# --- tampering --------------------------------------------------------------------------------------------------


def test_every_changed_byte_is_found_and_its_line_named(tmp_path: Path) -> None:
    game = played(12).fork(seed=1)
    play_on(game, Random(2), 3)  # noqa: S311 - seeded
    content = gamefile.encode(game)
    path = tmp_path / "game.jsonl"
    for place in range(len(content)):
        for flip in (1, 0x80):
            path.write_bytes(content[:place] + bytes([content[place] ^ flip]) + content[place + 1 :])
            with pytest.raises(FileFault) as fault:
                verify(path)
            assert fault.value.line == content.count(b"\n", 0, place) + 1


def test_every_cut_is_found(tmp_path: Path) -> None:
    content = gamefile.encode(played(4))
    path = tmp_path / "game.jsonl"
    for length in range(len(content)):
        path.write_bytes(content[:length])
        with pytest.raises(FileFault):
            verify(path)


def test_lines_moved_doubled_added_or_taken_away_are_found(tmp_path: Path) -> None:
    lines = gamefile.encode(played(6)).splitlines(keepends=True)
    path = tmp_path / "game.jsonl"
    swapped = [*lines[:2], lines[3], lines[2], *lines[4:]]
    for changed, line in (
        (swapped, 3),
        ([*lines[:3], lines[2], *lines[3:]], 4),
        ([*lines[:3], *lines[4:]], 4),
        ([*lines, lines[-1]], len(lines) + 1),
        ([*lines, b"\n"], len(lines) + 1),
        ([b"\n", *lines], 1),
        ([*lines[:-1]], len(lines) - 1),
    ):
        path.write_bytes(b"".join(changed))
        with pytest.raises(FileFault) as fault:
            verify(path)
        assert fault.value.line == line


CHANGES: dict[str, tuple[Callable[[list[dict[str, Any]]], Any], int, str]] = {
    "another stake": (lambda f: f[1].update(act=["stake", (f[1]["act"][1] + 1) % 3]), 2, "not the one recorded"),
    "an action that is not allowed": (lambda f: f[2].update(act=["march", "ford"]), 3, "may not do"),
    "another seat": (lambda f: f[4].update(seat="green"), 5, "may not do"),
    "a seat there is not": (lambda f: f[4].update(seat="white"), 5, "no seat"),
    "another digest": (lambda f: f[3].update(digest="0" * 32), 4, "not the one recorded"),
    "another number": (lambda f: f[3].update(step=9), 4, "step 9 where step 3 is due"),
    "a step left out": (lambda f: f.pop(3), 4, "step 4 where step 3 is due"),
    "a standing answer to no reaction": (lambda f: f[3].update(standing=True), 4, "no standing answer"),
    "an action that never was": (lambda f: f.insert(4, {**f[3], "step": 4}), 5, "may not do"),
    "a line of something else": (lambda f: f.insert(2, {"hello": 1}), 3, "not a line of a game file"),
    "an extra field": (lambda f: f[2].update(note="mine"), 3, "unknown field"),
    "a number that is text": (lambda f: f[2].update(step="2"), 3, "not a line"),
    "another key": (lambda f: f[-1].update(key=dice.key_from_seed(2).hex()), 1, "committed itself"),
    "a key too short": (lambda f: f[-1].update(key="00"), 1, "committed itself"),
    "a key that is none": (lambda f: f[-1].update(key="zz"), 1, "committed itself"),
    "another commitment": (lambda f: f[0].update(commitment="0" * 64), 1, "committed itself"),
    "other data": (lambda f: f[0].update(data="other"), 1, "other data files"),
    "other rules": (lambda f: f[0].update(rules="0.9"), 1, "played by rules 0.9"),
    "another format": (lambda f: f[0].update(grognard=99), 1, "format 99"),
    "another scenario": (lambda f: f[0].update(scenario="moon"), 1, "on the field"),
    "other seats": (lambda f: f[0].update(seats=["red"]), 1, "the seats should be"),
    "more players": (lambda f: f[0].update(players=9), 1, "2 or 3"),
    "another length": (lambda f: f[-1].update(steps=1), -1, "how the game stands"),
    "another end": (lambda f: f[-1].update(finished=True), -1, "how the game stands"),
    "another winner": (lambda f: f[-1].update(result={"winners": ["red"]}), -1, "how the game stands"),
    "no closing line": (lambda f: f.pop(), -1, "cut short"),
    "the order of nobody": (
        lambda f: f[-1]["orders"].append({"seat": "white", "reaction": "contest", "answer": "never"}),
        -1,
        "no seat",
    ),
    "an order to do nothing": (
        lambda f: f[-1]["orders"].append({"seat": "red", "reaction": "dance", "answer": "never"}),
        -1,
        "no reaction",
    ),
    "a snapshot of nothing": (lambda f: f[0].update(start={}), 1, "no position of this game"),
    "a snapshot that is not sound": (
        lambda f: f[0].update(start={**SKIRMISH.snapshot(played(4).position), "gold": [99, 0, 0]}),
        1,
        "gold is lost or made",
    ),
    "a snapshot that is not whole": (
        lambda f: f[0].update(start={**SKIRMISH.snapshot(played(4).position), "more": 1}),
        1,
        "not whole",
    ),
    "a deep snapshot": (lambda f: f[0].update(start=json.loads("[" * 900 + "]" * 900)), 1, "not a line"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_by_somebody_who_mends_the_chain_is_found(tmp_path: Path, name: str) -> None:
    change, line, why = CHANGES[name]
    path = tmp_path / "game.jsonl"
    path.write_bytes(rechained(gamefile.encode(played(6)), change))
    with pytest.raises(FileFault, match=why) as fault:
        verify(path)
    assert fault.value.line == (line if line > 0 else path.read_bytes().count(b"\n"))


def test_the_same_file_written_otherwise_is_not_verified(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(rechained(gamefile.encode(played(6)), lambda f: f.insert(0, dict(sorted(f.pop(0).items())))))
    with pytest.raises(FileFault, match="not a Grognard game file"):
        verify(path)
    path.write_bytes(rechained(gamefile.encode(played(6)), lambda f: f.insert(1, dict(sorted(f.pop(1).items())))))
    assert gamefile.load(path, rulebook=SKIRMISH).step == 6
    with pytest.raises(FileFault, match="not written the way") as fault:
        verify(path)
    assert fault.value.line == 2


@pytest.mark.parametrize("content", [b"", b"\n", b"hello", b"{}", b"\x00" * 100, b"\xff\xfe", b'{"grognard":1}\n'])
def test_a_foreign_file_is_named_as_one(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(content)
    with pytest.raises(FileFault) as fault:
        verify(path)
    assert fault.value.line == 1


def test_what_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in (tmp_path / "nothing.jsonl", tmp_path, tmp_path / "a" / "b"):
        with pytest.raises(UserError, match="Cannot read"):
            verify(path)
    played(1).save(tmp_path / "game.jsonl")
    monkeypatch.setattr(gamefile, "LARGEST_FILE", 10)
    with pytest.raises(FileFault, match="too large"):
        verify(tmp_path / "game.jsonl")


# --- a full disk ------------------------------------------------------------------------------------------------


def no_space(*_: Any) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def interrupted(*_: Any) -> None:
    raise KeyboardInterrupt


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    played(3).save(path)
    return path


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize(("failure", "raised"), [(no_space, UserError), (interrupted, KeyboardInterrupt)])
def test_whatever_fails_the_previous_file_is_intact_and_nothing_is_left_over(
    saved: Path, monkeypatch: pytest.MonkeyPatch, call: str, failure: Any, raised: type[BaseException]
) -> None:
    before = saved.read_bytes()
    monkeypatch.setattr(os, call, failure)
    with pytest.raises(raised):
        played(9).save(saved)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]
    verify(saved)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_disk_that_is_really_full(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, make = saved.read_bytes(), tempfile.mkstemp

    def on_a_full_disk(**arguments: Any) -> tuple[int, str]:
        handle, name = make(**arguments)
        os.close(handle)
        return os.open("/dev/full", os.O_WRONLY), name

    monkeypatch.setattr(tempfile, "mkstemp", on_a_full_disk)
    with pytest.raises(UserError, match=r"No space left on device\. The previous file is intact\."):
        played(9).save(saved)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


LIMITED = """
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
from grognard.engine.gamefile import write_beside
try:
    write_beside(Path(sys.argv[1]), b"x" * 100_000)
except Exception as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits of file sizes are of other systems")
def test_a_file_the_system_cuts_short(saved: Path) -> None:
    before = saved.read_bytes()
    result = subprocess.run(  # noqa: S603 - our own script, under our own interpreter
        [sys.executable, "-c", LIMITED, str(saved)], capture_output=True, text=True, check=True
    )
    assert "The previous file is intact." in result.stdout
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    for path in (tmp_path / "no" / "folder.jsonl", tmp_path):
        with pytest.raises(UserError, match="Cannot write"):
            played(1).save(path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="this system has no /dev/null")
def test_a_device_is_never_replaced_by_a_file() -> None:
    with pytest.raises(UserError, match="it is not a file"):
        played(1).save(Path("/dev/null"))
    assert not Path("/dev/null").is_file()
