"""An experiment on a real Ray cluster, of two processes on this machine: the same games as without one."""

from __future__ import annotations

import builtins
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from berth import berth
from grognard.engine.refusal import UserError
from grognard.lab import cluster

COMMAND = "import sys; from grognard.cli import run; sys.exit(run(sys.argv[1:]))"
EXPERIMENT = ["coalitions", "--scenario", "1813", "--set", "coalitions.victory_influence=14,25", "--games", "3"]


def simulate(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", COMMAND, "simulate", *EXPERIMENT, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)  # noqa: S603 - our own


def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    on_ray = simulate("--cluster", "--jobs", "2", "--out", str(tmp_path / "ray"))
    assert on_ray.returncode == 0, on_ray.stderr
    here = simulate("--out", str(tmp_path / "here"))
    assert on_ray.stdout == here.stdout
    for table in ("games.parquet", "battles.parquet"):
        assert pq.read_table(tmp_path / "ray" / table).equals(pq.read_table(tmp_path / "here" / table))
    assert pq.read_table(tmp_path / "ray" / "games.parquet").num_rows == 6


@pytest.mark.parametrize("address", ["127.0.0.1:{}", "ray://127.0.0.1:{}", "[::1]:{}"])
def test_where_nobody_listens_it_is_said_at_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # it is not even looked for
    with berth() as port:
        there = address.format(port)
        with pytest.raises(UserError, match=rf"Nobody answers at {re.escape(there)} .*ray start --head.*--address"):
            next(cluster.as_done(str, [1], there, 1))
        monkeypatch.setenv("RAY_ADDRESS", there)
        with pytest.raises(UserError, match="Nobody answers"):
            next(cluster.as_done(str, [1], None, 1))


@pytest.mark.parametrize("address", ["head", "ray://head", "head:many", "ray://:10001", ":6379"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(UserError, match="no address of a Ray cluster"):
        cluster.knock(address)


def test_where_somebody_listens_ray_is_asked() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        cluster.knock(f"ray://127.0.0.1:{listening.getsockname()[1]}")
    for elsewhere in ("auto", "local", "anyscale://my-cluster"):
        cluster.knock(elsewhere)


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_ray(name: str, *rest: Any) -> Any:
        if name == "ray":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_ray)
    with pytest.raises(UserError, match=r"pip install 'grognard\[cluster\]'"):
        next(cluster.as_done(str, [1], None, 1))
