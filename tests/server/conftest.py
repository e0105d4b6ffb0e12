"""A real server on a free port, on SQLite and on PostgreSQL, and people who talk to it."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import uvicorn

from berth import berth
from grognard.server.app import build
from grognard.server.desk import Desk
from grognard.server.packing import PackedSocket
from grognard.server.settings import Settings

Json = dict[str, Any]
PATIENCE = 120
"""So many seconds anything may take; the machine may be busy."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole-games", action="store_true", help="watch whole games over the wire for leaks")


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


# --- databases ----------------------------------------------------------------------------------------------------


def _postgres_tool(name: str) -> str:
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = str(versions[-1]) if versions else shutil.which(name)
    assert found, f"{name} is not installed: apt-get install postgresql"
    return found


def _as_postgres() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam("postgres")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL of our own, with an empty cluster in a folder that goes away."""
    folder = Path(tempfile.mkdtemp(prefix="grognard-pg-", dir="/tmp"))
    identity = _as_postgres()
    if identity:
        os.chown(folder, identity["user"], identity["group"])
    cluster = folder / "cluster"

    def run(*command: str) -> None:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, **identity)  # noqa: S603 - tools of the database
        assert done.returncode == 0, f"{command[0]}: {done.stdout}{done.stderr}"

    run(_postgres_tool("initdb"), "-D", str(cluster), "-A", "trust", "-U", "grognard", "-N")
    control = (_postgres_tool("pg_ctl"), "-D", str(cluster), "-w", "-t", str(PATIENCE))
    with berth() as port:
        options = f"-F -p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
        run(*control, "-o", options, "-l", str(folder / "log"), "start")
        try:
            yield f"postgresql://grognard@127.0.0.1:{port}"
        finally:
            run(*control, "-m", "immediate", "stop")
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def fresh_database(address: str, name: str) -> Iterator[str]:
    """An empty database of PostgreSQL."""
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    yield f"{address}/{name}"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A fresh database of each kind for every module of tests."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('db') / 'table.db'}"
        return
    name = request.module.__name__.replace(".", "_")
    with fresh_database(request.getfixturevalue("postgres"), name) as url:
        yield url


@pytest.fixture(scope="module")
def server(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server on SQLite; on PostgreSQL two processes, to which everybody comes by turns."""
    second = None
    if database.startswith("postgresql"):
        second = Elsewhere(database, tmp_path_factory.mktemp("second") / "log")
    running = Server(Settings(db=database, requests_a_minute=1_000_000), second)
    yield running
    running.stop()
    if second is not None:
        second.stop()
        assert "Traceback" not in second.complaints, second.complaints


@pytest.fixture(scope="session")
def eventually() -> Callable[[Callable[[], bool]], None]:
    """Wait until something holds that the server does in the background."""

    def wait(holds: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < until, "it never came about"
            time.sleep(0.01)

    return wait


@pytest.fixture
def desk(server: Server) -> Desk:
    return server.desk
