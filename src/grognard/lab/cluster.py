"""The same games on a Ray cluster: many machines, one list of tasks, nothing of it written by hand."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar
from urllib.parse import urlsplit

from grognard.engine.refusal import UserError
from grognard.lab.workers import AHEAD

T = TypeVar("T")
R = TypeVar("R")

NO_RAY = "A cluster needs the extra cluster: pip install 'grognard[cluster]'."
SEEN_TO_BY_RAY = ("auto", "local")
"""Addresses that name no machine."""
PATIENCE = 5.0
"""Seconds for a machine to answer at all; Ray itself would try for minutes."""


def as_done(work: Callable[[T], R], tasks: Sequence[T], address: str | None, jobs: int) -> Iterator[R]:
    """The results as they come, from the cluster at this address (or that of RAY_ADDRESS); without one, from a cluster
    of so many processes on this machine."""
    ray = _joined(address, jobs)
    try:
        remote = ray.remote(work)
        left = iter(tasks)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running = [remote.remote(task) for task in islice(left, ahead)]
        while running:
            done, running = ray.wait(running)
            running += [remote.remote(task) for task in islice(left, len(done))]
            yield from ray.get(done)
    finally:
        ray.shutdown()


def _joined(address: str | None, jobs: int) -> Any:
    there = address or os.environ.get("RAY_ADDRESS")
    if there:
        knock(there)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent to anybody
    try:
        import ray  # noqa: PLC0415 - only clusters need it
    except ImportError as error:
        raise UserError(NO_RAY) from error
    local: dict[str, Any] = {} if there else {"num_cpus": jobs, "include_dashboard": False}
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **local)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise UserError(f"No Ray cluster answers at {there or 'this machine'}: {error}") from error
    return ray


def knock(address: str) -> None:
    """Whether anybody listens at an address of Ray's; UserError if not, or if it is none."""
    scheme, _, rest = address.rpartition("://")
    if address in SEEN_TO_BY_RAY or scheme not in ("", "ray"):
        return
    try:
        named = urlsplit(f"//{rest}")
        host, port = named.hostname, named.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise UserError(
            f"“{address}” is no address of a Ray cluster: it is HOST:6379 or, from elsewhere, ray://HOST:10001."
        )
    try:
        socket.create_connection((host, port), PATIENCE).close()
    except OSError as error:
        raise UserError(
            f"Nobody answers at {address} ({error.strerror or error}): start a cluster there with “ray start --head”, "
            "or say with --address (or RAY_ADDRESS) where one runs."
        ) from error
