"""Many games at once are counted on a bar, for whoever looks."""

from __future__ import annotations

import io
import re
import sys
from threading import Condition

import pytest

from grognard.cli import run
from grognard.lab import workers

PATIENCE = 60


class Console(io.StringIO):
    """Standard error, on a terminal or not."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self._terminal, self._written = terminal, Condition()

    def isatty(self) -> bool:
        return self._terminal

    def write(self, text: str) -> int:
        with self._written:
            self._written.notify_all()
            return super().write(text)

    def comes_to_show(self, words: str) -> bool:
        """The bar is drawn by a thread of its own."""
        with self._written:
            return self._written.wait_for(lambda: words in self.getvalue(), PATIENCE)


def console_of(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> Console:
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    console = Console(terminal=terminal)
    monkeypatch.setattr(sys, "stderr", console)
    return console


def test_a_bar_grows_to_the_total_while_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    console = console_of(monkeypatch, terminal=True)
    results = []
    for result in workers.each(str, range(3), jobs=1, label="Playing"):
        results.append(result)
        assert console.comes_to_show(f"{len(results)}/3"), "as soon as it is done"
    assert results == ["0", "1", "2"]
    counted = re.findall(r"Playing .*?(\d)/3", console.getvalue())
    assert counted == sorted(counted)
    assert set(counted) == set("0123")


def test_simulations_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    console = console_of(monkeypatch, terminal=True)
    game = ["coalitions", "--scenario", "1812", "--players", "3", "--bots", "random"]
    assert run(["simulate", *game, "--games", "2"]) == 0
    assert re.search(r"Simulating coalitions .*2/2", console.getvalue())


def test_nothing_is_written_where_nobody_looks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    console = console_of(monkeypatch, terminal=False)
    assert [*workers.each(str, range(3), jobs=1, label="Playing")] == ["0", "1", "2"]
    assert console.getvalue() == capsys.readouterr().out == ""
