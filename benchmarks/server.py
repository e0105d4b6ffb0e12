"""How long an action takes to reach everybody: many sockets over many games, with many more stored.

The load is live play: each game is in the middle of its course and has five sockets (its seats and two onlookers);
people act at random moments, one action per game every `--pause` seconds on average, each on what they were last
shown. An update is late by the time from sending the action to the arrival of the new view, for each of the five.

`python benchmarks/server.py` prints, for several paces and flat out, percentiles and the server's memory; the same for
a bare server that only sends back as many bytes to as many sockets (the floor); how long it takes until all are
connected at once, as after a restart; and how long it takes to open a long finished game that is not in memory.
Server and clients are processes of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve

import grognard
from grognard.engine.game import Game
from grognard.lab.checks import play_on
from grognard.server.app import build
from grognard.server.running import Running, listen
from grognard.server.settings import Settings

PER_GAME = 5
"""Sockets at a game: its three seats and two onlookers."""
OWNED = 400
"""Nobody may own more than some hundred tables."""
TEMPLATES = 20
LONG_GAME = {"scenario": "1805", "players": 4}
UPDATE_BYTES = 18_000
"""What the bare server sends: about as much as a view of Coalitions."""


class Told(msgspec.Struct):
    """What a client has to read of a message."""

    type: str
    version: int = -1
    view: Any = None


read = msgspec.json.Decoder(Told).decode


# --- the servers --------------------------------------------------------------------------------------------------


def played(seed: int, share: float, **start: Any) -> Game:
    """A game of Coalitions played at random to some part of its length."""
    whole = grognard.new("coalitions", seed=seed, **start)
    play_on(whole, Random(seed), 10**6)
    part = grognard.new("coalitions", seed=seed, **start)
    play_on(part, Random(seed), int(whole.step * share))
    return part


def store_games(db: str, games: int, live: int) -> tuple[str, list[str], str]:
    """Lay the tables, the last of them live; the session of their owner, their ids, and a long finished game."""
    _, desk = build(Settings(db=db, bots=False))
    start = {"scenario": "1812", "players": 3, "generals": True}
    kinds = [played(seed, share=(seed + 1) / TEMPLATES, **start) for seed in range(TEMPLATES)]
    middle = [game for game in kinds if not game.over][len(kinds) // 4 :][: len(kinds) // 4]
    me, token = desk.people.guest("Bench", "")
    long = played(2, 1.0, **LONG_GAME)
    finished = desk.lobby.lay(me, long, dict.fromkeys(long.seats, "human"), name="Long", private=False).id
    ids = []
    for number in range(games):
        if number % OWNED == 0 or number == games - live:
            me, token = desk.people.guest("Bench", "")
        game = middle[number % len(middle)] if number >= games - live else kinds[number % len(kinds)]
        holders = dict.fromkeys(game.seats, "human")
        ids.append(desk.lobby.lay(me, game, holders, name=f"Table {number}", private=False).id)
    desk.store.close()
    print(f"live games stand at step {min(g.step for g in middle)} to {max(g.step for g in middle)}; ", end="")
    print(f"the long finished game has {long.step} steps")
    return token, ids[-live:], finished


def run_table(db: str, listening: socket.socket) -> None:
    """The table's server as `grognard serve` runs it, without a limit on requests from one address."""
    running = Running("127.0.0.1", 0, db, requests_a_minute=10**9)
    running.listening = listening
    running.run()


async def run_bare(listening: socket.socket) -> None:
    """A server that answers what is said in a room to everybody in it, and does nothing else."""
    rooms: dict[str, set[Any]] = {}
    body = b"x" * UPDATE_BYTES

    async def answer(line: Any) -> None:
        here = rooms.setdefault(line.request.path, set())
        here.add(line)
        async for number in line:
            for other in tuple(here):
                await other.send(
                    b'{"type":"view","version":' + number.encode() + b',"view":"' + body + b'"}', text=True
                )
        here.discard(line)

    async with serve(answer, sock=listening, compression=None):
        await asyncio.get_running_loop().create_future()


class Process:
    """A server in a process of its own, at an address."""

    def __init__(self, kind: str, db: str = "") -> None:
        self._listening = listen("127.0.0.1", 0)
        self._listening.listen(1024)
        self.address = f"127.0.0.1:{self._listening.getsockname()[1]}"
        command = [sys.executable, __file__, "--db", db, "--run", kind, "--socket", str(self._listening.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[self._listening.fileno()])  # noqa: S603 - ourselves

    @property
    def memory(self) -> int:
        """In MB."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) // 1024

    @property
    def cpu(self) -> float:
        """Seconds of a core used so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()
        self._listening.close()


@contextmanager
def running(kind: str, db: str = "") -> Iterator[Process]:
    process = Process(kind, db)
    try:
        yield process
    finally:
        process.stop()


# --- the clients --------------------------------------------------------------------------------------------------


class Watcher:
    """A socket, what it was shown last, and when."""

    def __init__(self, line: Any, seat: str | None) -> None:
        self.line, self.seat = line, seat
        self.version, self.view, self.at = -1, {}, 0.0
        self.fresh = asyncio.Event()
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for message in self.line:
            now = time.perf_counter()
            told = read(message)
            if told.type == "view":
                self.version, self.view, self.at = told.version, told.view, now
                self.fresh.set()

    async def later_than(self, version: int) -> float:
        """Wait for a later version; when it came."""
        while self.version <= version:
            self.fresh.clear()
            await asyncio.wait_for(self.fresh.wait(), 120)
        return self.at

    async def close(self) -> None:
        self.listening.cancel()
        await self.line.close()


class Room:
    """A game and its sockets."""

    def __init__(self, watchers: list[Watcher], rng: Random) -> None:
        self.watchers, self.rng = watchers, rng

    def action(self) -> tuple[Watcher, str] | None:
        """Who acts next, and the message; None if the game is over."""
        mover = next((w for w in self.watchers if w.view.get("actions")), None)
        if mover is None:
            return None
        do = self.rng.choice(mover.view["actions"])["do"]
        return mover, json.dumps({"type": "act", "seat": mover.seat, "version": mover.version, "do": do})

    async def act(self) -> list[float]:
        """One action; how late each socket had it."""
        chosen = self.action()
        if chosen is None:
            return []
        mover, message = chosen
        version, sent = mover.version, time.perf_counter()
        await mover.line.send(message)
        return [await watcher.later_than(version) - sent for watcher in self.watchers]

    async def play(self, until: float, pause: float) -> list[float]:
        """Act at random moments; how late the updates were."""
        late: list[float] = []
        while True:
            wait = self.rng.expovariate(1 / pause) if pause else 0.0
            if time.perf_counter() + wait > until:
                return late
            await asyncio.sleep(wait)
            late += await self.act()
            if not late and not self.action():
                return late


class BareRoom(Room):
    """The same against the bare server."""

    def action(self) -> tuple[Watcher, str]:
        return self.watchers[0], str(self.watchers[0].version + 1)


async def open_sockets(address: str, token: str, tables: list[str]) -> list[Room]:
    """Connect everybody at once and wait until each is shown its game."""
    headers = {"Cookie": f"grognard_session={token}"}
    gate = asyncio.Semaphore(64)

    async def enter(table: str, seat: str | None) -> Watcher:
        place = f"ws://{address}/api/tables/{table}/socket" + (f"?seat={seat}" if seat else "")
        async with gate:
            line = await connect(place, additional_headers=headers, max_size=None, compression=None, open_timeout=120)
            watcher = Watcher(line, seat)
            await watcher.later_than(-1)
        return watcher

    async def enter_room(number: int, table: str) -> Room:
        seats = ["britain", "france", "austria", *[None] * (PER_GAME - 3)]
        return Room(list(await asyncio.gather(*(enter(table, seat) for seat in seats))), Random(number))

    return list(await asyncio.gather(*(enter_room(n, table) for n, table in enumerate(tables))))


async def open_bare(address: str, rooms: int) -> list[Room]:
    async def enter(number: int) -> Watcher:
        return Watcher(await connect(f"ws://{address}/{number}", max_size=None, compression=None), None)

    return [BareRoom([await enter(n) for _ in range(PER_GAME)], Random(n)) for n in range(rooms)]


async def load(server: Process, rooms: list[Room], seconds: float, pause: float) -> tuple[list[float], str]:
    """Let all rooms play; how late updates were, and a line about it."""
    began, used = time.perf_counter(), server.cpu
    found = await asyncio.gather(*(room.play(began + seconds, pause) for room in rooms))
    late = [delay for room in found for delay in room]
    took = time.perf_counter() - began
    cut = [1000 * q for q in statistics.quantiles(late, n=100)]
    pace = f"every {pause:g} s" if pause else "flat out"
    line = f"{pace:>11}: {len(late) / PER_GAME / took:6.1f} actions/s, late by {cut[49]:6.1f} ms (median), "
    line += f"{cut[94]:6.1f} ms (p95), {cut[98]:6.1f} ms (p99); {(server.cpu - used) / took:4.0%} of a core"
    return late, line


async def table_under_load(server: Process, token: str, tables: list[str], seconds: float, pauses: list[float]) -> None:
    began = time.perf_counter()
    rooms = await open_sockets(server.address, token, tables)
    print(f"  {len(rooms) * PER_GAME} sockets connected and shown their games in {time.perf_counter() - began:.1f} s")
    await each_pace(server, rooms, seconds, pauses)
    print(f"  memory of the server: {server.memory} MB")


async def bare_under_load(server: Process, rooms: int, seconds: float, pauses: list[float]) -> None:
    await each_pace(server, await open_bare(server.address, rooms), seconds, pauses)


async def each_pace(server: Process, rooms: list[Room], seconds: float, pauses: list[float]) -> None:
    for pause in pauses:
        _, line = await load(server, rooms, seconds, pause)
        print(f"  {line}", flush=True)
    for room in rooms:
        for watcher in room.watchers:
            await watcher.close()


def open_cold(address: str, table: str) -> None:
    """The first look at a finished game that is not in memory, and the second."""
    with httpx.Client(base_url=f"http://{address}", timeout=60) as http:
        http.get("/api/health")
        for what in ("not in memory", "in memory"):
            began = time.perf_counter()
            body = http.get(f"/api/tables/{table}/view").raise_for_status().content
            print(f"  the long finished game, {what}: {time.perf_counter() - began:.3f} s for {len(body) / 1e6:.2f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--stored", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=20, help="For each pace.")
    parser.add_argument(
        "--pause",
        type=float,
        nargs="+",
        default=[10, 5, 2, 1, 0],
        help="Seconds between the actions of a game, on average; 0: as fast as it goes.",
    )
    parser.add_argument("--db", default="")
    parser.add_argument("--run", choices=("table", "bare"), help=argparse.SUPPRESS)
    parser.add_argument("--socket", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.run == "table":
        run_table(asked.db, socket.socket(fileno=asked.socket))
        return
    if asked.run == "bare":
        asyncio.run(run_bare(socket.socket(fileno=asked.socket)))
        return
    with tempfile.TemporaryDirectory() as folder:
        db = asked.db or f"sqlite:///{Path(folder) / 'bench.db'}"
        token, tables, finished = store_games(db, asked.stored, asked.games)
        print(f"table: {asked.games * PER_GAME} sockets over {asked.games} games, {asked.stored} stored")
        with running("table", db) as server:
            open_cold(server.address, finished)
            asyncio.run(table_under_load(server, token, tables, asked.seconds, asked.pause))
    print("bare server: as many sockets, as many bytes")
    with running("bare") as server:
        asyncio.run(bare_under_load(server, asked.games, asked.seconds, asked.pause))


if __name__ == "__main__":
    main()
