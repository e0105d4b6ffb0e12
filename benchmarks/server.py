"""How long an action takes to reach everybody: many sockets over many games, with many more stored.

`python benchmarks/server.py` prints percentiles and the server's memory, and the same for a bare echo server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import uvicorn
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve

from grognard.server.app import build
from grognard.server.settings import Settings
from grognard.server.wire import NewTable

SEATS = ("britain", "france", "austria")
PER_GAME = 5


def store_games(db: str, games: int) -> tuple[str, list[str]]:
    """Lay the tables; the session of their owner and their ids."""
    _, desk = build(Settings(db=db, bots=False))
    token, ids = "", []
    for number in range(games):
        if number % 400 == 0:  # nobody may own more than some hundred
            me, token = desk.people.guest("Bench", "")
        wish = NewTable(game="coalitions", scenario="1812", players=3, seats=dict.fromkeys(SEATS, "me"))
        ids.append(desk.lobby.create(me, wish).id)
    desk.store.close()
    return token, ids


def run_server(db: str, listening: socket.socket) -> None:
    """The server alone in a process."""
    app, _ = build(Settings(db=db, requests_a_minute=10**9))
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listening])


class Watcher:
    """A socket that notes when each version reached it."""

    def __init__(self) -> None:
        self.seen: dict[int, float] = {}
        self.view: dict[str, Any] = {}
        self.version = -1
        self.fresh = asyncio.Event()

    async def listen(self, line: Any) -> None:
        async for message in line:
            now = time.perf_counter()
            told = json.loads(message)
            if told["type"] == "view":
                self.version, self.view = told["version"], told["view"]
                self.seen[told["version"]] = now
                self.fresh.set()


async def one_game(url: str, token: str, table: str, seconds: float, pause: float, rng: Random) -> list[float]:
    """Five sockets at one table, and an action every now and then; the time until each socket had it."""
    headers = {"Cookie": f"grognard_session={token}"}
    names = [*SEATS, *[None] * (PER_GAME - len(SEATS))]
    lines, watchers, tasks = [], [], []
    for seat in names:
        address = f"{url}/api/tables/{table}/socket" + (f"?seat={seat}" if seat else "")
        line = await connect(address, additional_headers=headers, max_size=None, compression=None, open_timeout=120)
        watcher = Watcher()
        tasks.append(asyncio.create_task(watcher.listen(line)))
        lines.append(line)
        watchers.append(watcher)
    delays: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        await asyncio.sleep(pause * (0.5 + rng.random()))
        mover = next((i for i, w in enumerate(watchers) if w.view.get("actions")), None)
        if mover is None:
            continue
        watcher = watchers[mover]
        version, do = watcher.version, rng.choice(watcher.view["actions"])["do"]
        sent = time.perf_counter()
        act = {"type": "act", "seat": names[mover], "version": version, "do": do}
        await lines[mover].send(json.dumps(act))
        for other in watchers:
            while other.version <= version:
                other.fresh.clear()
                await asyncio.wait_for(other.fresh.wait(), 60)
            delays.append(other.seen[other.version] - sent)
    for task in tasks:
        task.cancel()
    for line in lines:
        await line.close()
    return delays


async def bench(url: str, token: str, ids: list[str], seconds: float, pause: float) -> list[float]:
    games = [one_game(url, token, table, seconds, pause, Random(i)) for i, table in enumerate(ids)]
    return [delay for game in await asyncio.gather(*games) for delay in game]


async def echo(sockets: int, seconds: float, pause: float) -> list[float]:
    """The floor: the same number of sockets against a server that only sends back a view's worth of bytes."""
    body = "x" * 20_000

    async def answer(line: Any) -> None:
        async for _ in line:
            await line.send(body)

    async def ask(address: str, rng: Random) -> list[float]:
        delays, end = [], time.perf_counter() + seconds
        async with connect(address, compression=None, open_timeout=60) as line:
            while time.perf_counter() < end:
                await asyncio.sleep(pause * PER_GAME * (0.5 + rng.random()))
                sent = time.perf_counter()
                await line.send("?")
                await line.recv()
                delays.append(time.perf_counter() - sent)
        return delays

    async with serve(answer, "127.0.0.1", 0, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        found = await asyncio.gather(*(ask(f"ws://127.0.0.1:{port}", Random(i)) for i in range(sockets)))
    return [delay for delays in found for delay in delays]


def report(what: str, delays: list[float]) -> None:
    cut = statistics.quantiles(delays, n=100)
    line = f"{what}: {len(delays)} updates, median {cut[49] * 1000:.0f} ms, p95 {cut[94] * 1000:.0f} ms"
    print(f"{line}, p99 {cut[98] * 1000:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--stored", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=10, help="Seconds between actions at a table, on average.")
    parser.add_argument("--db", default="")
    parser.add_argument("--serve", type=int, default=-1, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve >= 0:
        run_server(asked.db, socket.socket(fileno=asked.serve))
        return
    with tempfile.TemporaryDirectory() as folder:
        db = asked.db or f"sqlite:///{Path(folder) / 'bench.db'}"
        token, ids = store_games(db, asked.stored)
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        listening.listen(1024)
        command = [sys.executable, __file__, "--db", db, "--serve", str(listening.fileno())]
        process = subprocess.Popen(command, pass_fds=[listening.fileno()])  # noqa: S603 - ourselves
        url = f"ws://127.0.0.1:{listening.getsockname()[1]}"
        print(f"{asked.games * PER_GAME} sockets over {asked.games} games, {asked.stored} stored")
        report("table", asyncio.run(bench(url, token, ids[-asked.games :], asked.seconds, asked.pause)))
        memory = Path(f"/proc/{process.pid}/status").read_text().partition("VmRSS:")[2].split()[0]
        print(f"memory of the server: {int(memory) // 1024} MB")
        process.terminate()
        process.wait()
        listening.close()
    report("echo", asyncio.run(echo(asked.games * PER_GAME, asked.seconds / 3, asked.pause)))


if __name__ == "__main__":
    main()
