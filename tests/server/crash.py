"""Kill the server at random moments while people play; whatever was acknowledged must be there afterwards.

Several tables are played at once, as fast as it goes, so that a kill meets actions at every stage of their way.
`python tests/server/crash.py --moves 1000 --runs 20 [--db URL]` is the trial the tests run.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from urllib.parse import quote

import httpx
import sqlalchemy as sa
from table_seat import PATIENCE
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from grognard.server.record import Shelf
from grognard.server.schema import entries, tables
from grognard.server.settings import Settings
from grognard.server.store import Store

START = "from grognard.cli import main; main()"
AT_ONCE = 3
ALLIES = "britain+austria+prussia+russia+ottomans"
SOLITAIRE = {
    "game": "coalitions", "scenario": "1805", "players": 1, "options": {"mode": "lempereur"}, "seats": {ALLIES: "me"},
}  # fmt: skip
"""One seat decides everything: one socket plays a whole game."""


class Process:
    """A server in a process of its own."""

    def __init__(self, db: str, *command: str) -> None:
        command = (sys.executable, "-c", START, *(command or ("serve", "--port", "0")), "--db", db)
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, f"the server did not start: {line!r}"
        self.url = line.split()[-1]

    def kill(self) -> None:
        """At once, without a chance to tidy up."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.wait()

    def wait(self) -> None:
        self.process.wait(120)
        if self.process.stdout is not None:
            self.process.stdout.close()


NURSERY = """
import os, signal, sys
from grognard.engine import registry
from grognard.server.running import Running
registry.rulebook("coalitions")
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    if os.fork() == 0:
        running = Running("127.0.0.1", 0, line.strip(), requests_a_minute=10**9)
        print(os.getpid(), running.settings.port, flush=True)
        running.run()
        os._exit(0)
"""


class Nursery:
    """Starts server processes quickly: each is a fork of one that has read all its modules already."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", NURSERY]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own

    def start(self, db: str) -> tuple[int, int]:
        """A new server; its process and its port."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(db + "\n")
        self._process.stdin.flush()
        process, port = self._process.stdout.readline().split()
        return int(process), int(port)

    def close(self) -> None:
        self._process.communicate(timeout=120)


def kill(process: int) -> None:
    """At once, without a chance to tidy up; when this returns it is gone."""
    os.kill(process, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        while True:
            os.kill(process, 0)
            time.sleep(0.005)


class Player:
    """Somebody at one table after another, who notes what the server has acknowledged."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)  # noqa: S311 - chance, not secrets
        self.cookies: dict[str, str] = {}
        self.table = ""
        self.acknowledged: list[tuple[str, int, list[str | int]]] = []
        """Table, version, action."""

    def play(self, port: int) -> None:
        """Play one game after another until the server is gone."""
        with contextlib.suppress(httpx.TransportError, WebSocketException, OSError):
            while True:
                if not self.table:
                    self._sit_down(port)
                self._play_on(port)

    def _sit_down(self, port: int) -> None:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", cookies=self.cookies, timeout=120, verify=False) as http:  # noqa: S501 - no https
            if not self.cookies:
                http.post("/api/session", json={"name": "Ana"}).raise_for_status()
                self.cookies.update(http.cookies)
            self.table = http.post("/api/tables", json=SOLITAIRE).raise_for_status().json()["id"]

    def _play_on(self, port: int) -> None:
        address = f"ws://127.0.0.1:{port}/api/tables/{self.table}/socket?seat={quote(ALLIES)}"
        cookie = {"Cookie": f"grognard_session={self.cookies['grognard_session']}"}
        with connect(address, additional_headers=cookie, max_size=None, compression=None, **PATIENCE) as line:
            version, sent = -1, {}
            while True:
                told = json.loads(line.recv(timeout=120))
                if told["type"] == "ack":
                    self.acknowledged.append((self.table, told["version"], sent[told["id"]]))
                assert told["type"] not in ("refused", "gone"), told
                if told["type"] == "view" and told["version"] > version:
                    version, actions = told["version"], told["view"]["actions"]
                    if not actions:
                        break
                    sent[version] = self.rng.choice(actions)["do"]
                    act = {"type": "act", "seat": ALLIES, "version": version, "do": sent[version], "id": version}
                    line.send(json.dumps(act))
        self.table = ""


def faults(db: str, players: list[Player]) -> list[str]:
    """What is missing or half there."""
    found = []
    store = Store(Settings(db=db).url)
    noted: dict[str, dict[int, list[str | int]]] = {}
    for player in players:
        for table, version, do in player.acknowledged:
            noted.setdefault(table, {})[version] = do
    try:
        with store.reading() as connection:
            for row in connection.execute(sa.select(tables)).all():
                query = sa.select(entries).where(entries.c.table == row.id).order_by(entries.c.number)
                kept = [json.loads(entry.body) for entry in connection.execute(query)]
                told = noted.pop(row.id, {})
                found += [
                    f"{do} was acknowledged as {v} and is lost" for v, do in told.items() if kept[v - 1 : v] != [do]
                ]
                if not len(kept) == row.entries == row.version == row.step:
                    found.append(f"{len(kept)} entries: the table says {row.entries}, {row.version} and {row.step}")
                game = Shelf().game(connection, row)  # raises if a digest differs
                if (game.step, game.over) != (row.step, row.over):
                    found.append(f"the table says step {row.step}, the record leads to {game.step}")
        return found + [f"table {table} is lost" for table in noted]
    finally:
        store.close()


def run(port: int, process: int, players: list[Player], moves: int, rng: Random) -> None:
    """Everybody plays until so many more moves are acknowledged and a little later; then the server is killed."""
    before = sum(len(player.acknowledged) for player in players)
    threads = [threading.Thread(target=player.play, args=[port]) for player in players]
    for thread in threads:
        thread.start()
    while sum(len(player.acknowledged) for player in players) < before + moves:
        assert any(thread.is_alive() for thread in threads), "nobody plays any more"
        time.sleep(0.001)
    time.sleep(rng.random() * 0.02)
    kill(process)
    for thread in threads:
        thread.join()


def trial(db: str, runs: int, moves: int, seed: int) -> tuple[int, list[str]]:
    """So many crashes and at least so many moves; how many were acknowledged, and what is wrong."""
    rng = Random(seed)  # noqa: S311 - chance, not secrets
    players = [Player(seed + number) for number in range(AT_ONCE)]
    nursery, found = Nursery(), []
    try:
        for _ in range(runs):
            process, port = nursery.start(db)
            run(port, process, players, -(-moves // runs), rng)
            found += faults(db, players)
    finally:
        nursery.close()
    return sum(len(player.acknowledged) for player in players), found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--db", default="")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        db = asked.db or f"sqlite:///{Path(folder) / 'crash.db'}"
        total, found = trial(db, asked.runs, asked.moves, asked.seed)
    print(f"{asked.runs} crashes, {total} acknowledged actions, {len(found)} faults", *found, sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
