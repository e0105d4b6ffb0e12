"""A real terminal: colours, pages, Ctrl-C and a request to end."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import grognard

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
import fcntl  # noqa: E402 - not on every system
import struct  # noqa: E402 - not on every system
import termios  # noqa: E402 - not on every system

PATIENCE = 120
COMMAND = [sys.executable, "-c", "from grognard.cli import main; main()"]


class Terminal:
    """A screen of 80 by 24 with `grognard` running in it."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._near, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")}
        self.process = subprocess.Popen(  # noqa: S603 - ourselves
            [*COMMAND, *arguments],
            stdin=far,
            stdout=far,
            stderr=far,
            cwd=folder,
            env={**environment, "TERM": "xterm-256color"},
            start_new_session=True,
            # A test run in the background may have been told to ignore Ctrl-C; a person's terminal never is.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - no threads here
        )
        os.close(far)

    def wait_for(self, text: str) -> str:
        """All that is shown until a text appears."""
        fresh = b""
        while text.encode() not in fresh:
            more = self._read()
            assert more, f"the screen never showed {text!r}: {fresh.decode(errors='replace')}"
            fresh += more
        return fresh.decode(errors="replace")

    def _read(self) -> bytes:
        """What is shown next; nothing once the program has ended, or if it shows nothing for long."""
        ready, _, _ = select.select([self._near], [], [], PATIENCE)
        try:
            return os.read(self._near, 65536) if ready else b""
        except OSError:
            return b""

    def type(self, line: str) -> None:
        os.write(self._near, line.encode())

    def rest(self) -> str:
        """What is still shown until the program ends."""
        fresh = b""
        while more := self._read():
            fresh += more
        return fresh.decode(errors="replace")

    def end(self, how: signal.Signals) -> None:
        """Send a signal, again if it came just before the program began to listen to the keyboard."""
        for _ in range(PATIENCE // 10):
            self.process.send_signal(how)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(10)  # a second one must not meet it while it keeps the game
                return

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._near)


@pytest.fixture
def terminal(tmp_path: Path):  # type: ignore[no-untyped-def]  # a fixture that yields
    shown = Terminal(
        tmp_path, "play", "--terminal", "coalitions", "--seat", "france", "--seed", "11", "--save", "kept.grognard"
    )
    yield shown
    shown.close()


def test_a_person_sees_colours_and_pages_and_leaves(terminal: Terminal) -> None:
    assert "\x1b[" in terminal.wait_for("france> ")
    terminal.type("1\n")
    terminal.wait_for("france> ")
    terminal.type("rules 7\n")
    terminal.wait_for("more lines: Enter, or q to stop")
    terminal.type("q\n")
    terminal.wait_for("france> ")
    terminal.type("quit\n")
    terminal.wait_for("Save in kept.grognard? [Y/n] ")
    terminal.type("n\n")
    terminal.rest()
    assert terminal.process.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    ("how", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)],
    ids=["ctrl-c", "end", "hang-up"],
)
def test_whatever_ends_the_session_the_game_is_kept(
    terminal: Terminal, tmp_path: Path, how: signal.Signals, code: int
) -> None:
    terminal.wait_for("france> ")
    terminal.type("1\n")
    terminal.wait_for("france> ")
    terminal.end(how)
    shown = terminal.rest()
    assert terminal.process.wait(PATIENCE) == code
    assert "Traceback" not in shown
    assert "Saved in kept.grognard" in shown
    assert grognard.verify(tmp_path / "kept.grognard").step > 0


def test_the_end_of_typing_keeps_the_game(terminal: Terminal, tmp_path: Path) -> None:
    terminal.wait_for("france> ")
    terminal.type("1\n")
    terminal.wait_for("france> ")
    terminal.type("\x04")
    terminal.rest()
    assert terminal.process.wait(PATIENCE) == 0
    assert grognard.verify(tmp_path / "kept.grognard").step > 0
