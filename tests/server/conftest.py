"""A real server on a free port, on SQLite and on PostgreSQL, and people who talk to it."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from servers import PATIENCE, Elsewhere, Server, fresh_database

from berth import berth
from grognard.server.desk import Desk
from grognard.server.settings import Settings


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole-games", action="store_true", help="watch whole games over the wire for leaks")


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
