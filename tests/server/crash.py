"""Kill the server at random moments while somebody plays; whatever was acknowledged must be there afterwards.

The test runs this briefly; `python tests/server/crash.py --moves 1000 --runs 20` is the whole trial.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from random import Random

import httpx
import sqlalchemy as sa

from grognard.server.record import Shelf
from grognard.server.schema import entries, tables
from grognard.server.settings import Settings
from grognard.server.store import Store

START = "from grognard.cli import main; main()"
SEATS = {"britain": "me", "france": "me", "austria": "me"}


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
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()


def play_until_it_dies(db: str, cookies: dict[str, str], table: str | None, rng: Random, moves: int) -> tuple:
    """Play as fast as possible; after a random number of moves a second thread kills the server amid the next."""
    process = Process(db)
    acknowledged: list[tuple[int, list[str | int]]] = []
    with httpx.Client(base_url=process.url, cookies=cookies, timeout=10) as http:
        if table is None:
            if not cookies:
                http.post("/api/session", json={"name": "Ana"})
                cookies.update(http.cookies)
            wish = {"game": "coalitions", "scenario": "1812", "players": 3, "seats": SEATS}
            table = http.post("/api/tables", json=wish).json()["id"]
        target = rng.randint(1, 2 * moves)
        deadline = threading.Timer(rng.random() * 0.03, process.kill)
        try:
            while True:
                shown = http.get(f"/api/tables/{table}/view", params={"since": 10**6}).json()
                if len(acknowledged) == target or not shown["view"]["to_act"]:
                    deadline.start()
                if not shown["view"]["to_act"]:
                    break
                seat = shown["view"]["to_act"][0]
                query = {"seat": seat, "since": 10**6}
                shown = http.get(f"/api/tables/{table}/view", params=query).json()
                version, do = shown["version"], rng.choice(shown["view"]["actions"])["do"]
                reply = http.post(f"/api/tables/{table}/act", json={"seat": seat, "version": version, "do": do})
                assert reply.status_code == 200, reply.text
                acknowledged.append((reply.json()["version"], do))
        except httpx.TransportError:
            pass
        deadline.join()
    return table, acknowledged, not shown["view"]["to_act"]


def faults(db: str, table: str, acknowledged: list[tuple[int, list[str | int]]]) -> list[str]:
    """What is missing or half there."""
    store = Store(Settings(db=db).url)
    try:
        with store.reading() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table)).one()
            kept = connection.execute(
                sa.select(entries).where(entries.c.table == table).order_by(entries.c.number)
            ).all()
            bodies = [json.loads(entry.body) for entry in kept]
            found = [f"{do} was acknowledged as {v} and is lost" for v, do in acknowledged if bodies[v - 1 : v] != [do]]
            if not len(kept) == row.entries == row.version:
                found.append(f"{len(kept)} entries, but the table says {row.entries} and {row.version}")
            game = Shelf().game(connection, row)  # raises if a digest differs
            if game.step != row.step:
                found.append(f"the table says step {row.step}, the record leads to {game.step}")
            return found
    finally:
        store.close()


def trial(db: str, runs: int, moves: int, seed: int) -> tuple[int, list[str]]:
    """So many crashes; how many actions were acknowledged, and what is wrong."""
    rng, cookies, total = Random(seed), {}, 0  # noqa: S311 - chance, not secrets
    table, found = None, []
    for _ in range(runs):
        table, acknowledged, over = play_until_it_dies(db, cookies, table, rng, moves // runs)
        total += len(acknowledged)
        found += faults(db, table, acknowledged)
        table = None if over else table
    return total, found


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
