"""`grognard play`: a private table on a free port, the browser opened where there is one, the address told."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

import grognard
from grognard.cli import run
from grognard.engine import dice
from grognard.server import running

PATIENCE = 120


@contextmanager
def playing(folder: Path, *arguments: str) -> Iterator[httpx.Client]:
    """A person who followed the printed link."""
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    ourselves = [sys.executable, "-c", "from grognard.cli import main; main()"]
    command = [*ourselves, "play", *arguments, "--db", f"sqlite:///{folder / 'own.db'}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)  # noqa: S603 - ourselves
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        assert first.startswith("Your table (the link works once): http://127.0.0.1:"), first
        assert "Open it in a browser" in process.stdout.readline()
        address = first.split()[-1]
        with httpx.Client(base_url=address.partition("/enter/")[0], timeout=PATIENCE) as visitor:
            yield _entered(visitor, address)
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def _entered(visitor: httpx.Client, address: str) -> httpx.Client:
    """The link works once, and lets its owner in."""
    for _ in range(PATIENCE * 10):
        try:
            welcome = visitor.get(address)
            break
        except httpx.ConnectError:
            continue
    assert welcome.status_code == 303, welcome.text
    assert welcome.headers["location"].startswith("/#/table/")
    assert httpx.get(address, timeout=PATIENCE).status_code == 403
    return visitor


def test_you_are_seated_against_bots_at_a_private_table(tmp_path: Path) -> None:
    with playing(tmp_path, "coalitions", "1812", "--players", "3", "--seat", "france") as me:
        [table] = me.get("/api/tables", params={"mine": 1}).json()
        assert table["private"]
        assert {seat["id"]: seat["holder"]["kind"] for seat in table["seats"]} == {
            "britain": "bot",
            "france": "human",
            "austria": "bot",
        }
        place = f"/api/tables/{table['id']}"
        view = me.get(f"{place}/view", params={"seat": "france"}).json()
        order = {"seat": "france", "version": view["version"], "do": view["view"]["actions"][0]["do"]}
        assert me.post(f"{place}/act", json=order).status_code == 200
        assert httpx.get(f"{me.base_url}{place}", timeout=PATIENCE).status_code == 404


def test_a_saved_game_goes_on_in_the_browser_with_dice_nobody_knows(tmp_path: Path) -> None:
    game = grognard.new("coalitions", "1812", players=3, seed=4)
    game.act(game.to_act[0], game.options(game.to_act[0])[0])
    file = tmp_path / "begun.grognard"
    game.save(file)
    with playing(tmp_path, "--load", str(file), "--seat", "all") as me:
        [table] = me.get("/api/tables", params={"mine": 1}).json()
        assert table["hotseat"]
        assert len(table["yours"]) == 3
        view = me.get(f"/api/tables/{table['id']}/view", params={"seat": "france"}).json()["view"]
        assert view["commitment"] != dice.commitment(game.start.key)


def test_the_browser_opens_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(running, "screen", lambda: True)
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)

    def until_opened(server: running.Running) -> None:
        while not opened:
            threading.Event().wait(0.05)
        server.listening.close()
        server.desk.store.close()

    monkeypatch.setattr(running.Running, "run", until_opened)
    assert run(["play", "coalitions", "--db", f"sqlite:///{tmp_path / 'own.db'}"]) == 0
    assert len(opened) == 1
    assert "/enter/" in opened[0]


def test_what_is_for_the_terminal_is_refused_without_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for more in (["--seed", "1"], ["--save", "x"], ["--data", str(tmp_path)]):
        assert run(["play", "coalitions", *more]) == 2
        assert "add --terminal" in capsys.readouterr().err
