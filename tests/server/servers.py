"""Servers that run beside the tests, and people who talk to them."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import psycopg
import uvicorn

from grognard.server.app import build
from grognard.server.packing import PackedSocket
from grognard.server.settings import Settings

Json = dict[str, Any]
PATIENCE = 120
"""So many seconds anything may take; the machine may be busy."""

SECOND = """
import sys
from grognard.server.running import Running
running = Running("127.0.0.1", 0, sys.argv[1], requests_a_minute=1_000_000)
print(running.settings.port, flush=True)
running.run()
"""


class Elsewhere:
    """A second server process on the same database."""

    def __init__(self, db: str, log: Path) -> None:
        self._log = log
        command = [sys.executable, "-c", SECOND, db]
        with log.open("w") as complaints:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, text=True)  # noqa: S603 - our own
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, f"the second server did not start: {log.read_text()}"
        self.port = int(line)

    @property
    def complaints(self) -> str:
        """What it has written to its log."""
        return self._log.read_text()

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=PATIENCE)


class Alternating(httpx.BaseTransport):
    """Sends each request to the next of several server processes."""

    def __init__(self, server: Server) -> None:
        self._server, self._wire = server, httpx.HTTPTransport(verify=False)  # reading certificates takes a while

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.url = request.url.copy_with(port=self._server.next_port())
        return self._wire.handle_request(request)

    def close(self) -> None:
        self._wire.close()


class Server:
    """A server in a thread of this process, so that tests can look behind the desk.

    With a second process on the same database, requests and sockets go to the one and the other by turns.
    """

    def __init__(self, settings: Settings, second: Elsewhere | None = None) -> None:
        self.settings, self.second = settings, second
        self.visitors: list[httpx.Client] = []
        app, self.desk = build(settings)
        self._listening = socket.socket()
        self._listening.bind(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._turns = cycle([self.port] if second is None else [self.port, second.port])
        config = uvicorn.Config(
            app,  # type: ignore[arg-type]  # an ASGI application
            log_config=None,
            ws=PackedSocket,
            ws_max_size=65536,
            timeout_graceful_shutdown=2,
        )
        self._uvicorn = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._uvicorn.run, kwargs={"sockets": [self._listening]}, daemon=True)
        self._thread.start()
        while not self._uvicorn.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)  # uvicorn has no event to wait for

    def stop(self) -> None:
        for http in self.visitors:
            http.close()
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)
        self._listening.close()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def next_port(self) -> int:
        """Where the next request goes."""
        return next(self._turns)

    def person(self, name: str) -> Visitor:
        """A guest with a session."""
        visitor = Visitor(self)
        visitor.post("/api/session", name=name)
        return visitor

    def stranger(self) -> Visitor:
        return Visitor(self)


class Visitor:
    """Somebody with a browser."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE, transport=Alternating(server))
        server.visitors.append(self.http)

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        response = self.http.get(path, params=query)
        assert response.status_code == status, response.text[:500]
        return response.json()

    def post(self, path: str, expect: int | None = None, **body: Any) -> Any:
        response = self.http.post(path, json=body)
        if expect is None:
            assert response.status_code in (200, 201), response.text[:500]
        else:
            assert response.status_code == expect, response.text[:500]
        return response.json() if response.content else None

    def lay(self, **wish: Any) -> str:
        """A table of Coalitions 1812 with three seats; its id."""
        wish = {"game": "coalitions", "scenario": "1812", "players": 3, **wish}
        table: str = self.post("/api/tables", **wish)["id"]
        return table

    def view(self, table: str, seat: str | None = None, **query: Any) -> Json:
        asked = query if seat is None else {"seat": seat, **query}
        found: Json = self.get(f"/api/tables/{table}/view", **asked)
        return found

    def act(self, table: str, seat: str, expect: int | None = None, **given: Any) -> Any:
        """Take the first offered action, or the one given."""
        if "do" not in given or "version" not in given:
            now = self.view(table, seat)
            given = {"version": now["version"], "do": now["view"]["actions"][0]["do"]} | given
        return self.post(f"/api/tables/{table}/act", expect, seat=seat, **given)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())


@contextmanager
def fresh_database(address: str, name: str) -> Iterator[str]:
    """An empty database of PostgreSQL."""
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    yield f"{address}/{name}"
