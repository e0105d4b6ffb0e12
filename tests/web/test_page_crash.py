"""The server is killed under an open page: the page goes on by itself when it is back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hands import chance, give_an_order, play_now, wait_for_orders
from playwright.sync_api import expect

from berth import berth

if TYPE_CHECKING:
    from playwright.sync_api import Page

SERVE = "from grognard.cli import main; main()"


class Mortal:
    """A server in a process of its own, always at the same address."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        self._db = f"sqlite:///{folder / 'table.db'}"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-c", SERVE, "serve", "--port", str(self.port), "--db", self._db]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own
        assert self._process.stdout is not None
        assert "http://" in self._process.stdout.readline()

    def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.communicate(timeout=30)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Mortal]:
    with berth() as port:
        server = Mortal(tmp_path, port)
        yield server
        server.kill()


def steps(page: Page) -> int:
    return page.locator(".page .tale").count()


def test_the_page_plays_on_when_a_killed_server_is_back(mortal: Mortal, visit: Callable[..., Page]) -> None:
    page = visit(mortal.address)
    play_now(page)
    page.evaluate("window.neverReloaded = true")
    rng = chance(5)
    for _ in range(2):
        give_an_order(page, rng)
        mortal.kill()
        expect(page.get_by_role("alert")).to_contain_text("The line is cut")
        told = steps(page)
        mortal.start()
        expect(page.get_by_role("alert")).to_have_count(0)
        wait_for_orders(page)
        assert steps(page) >= told
    give_an_order(page, rng)
    assert page.evaluate("window.neverReloaded") is True
