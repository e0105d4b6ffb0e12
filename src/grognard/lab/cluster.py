"""The same games on a Ray cluster: many machines, one list of tasks, nothing of it written by hand."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from grognard.engine.refusal import UserError
from grognard.lab.workers import AHEAD

T = TypeVar("T")
R = TypeVar("R")

NO_RAY = "A cluster needs the extra cluster: pip install 'grognard[cluster]'."


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
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent to anybody
    try:
        import ray  # noqa: PLC0415 - only clusters need it
    except ImportError as error:
        raise UserError(NO_RAY) from error
    here = address is None and not os.environ.get("RAY_ADDRESS")
    local: dict[str, Any] = {"num_cpus": jobs, "include_dashboard": False} if here else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **local)
    except (ConnectionError, RuntimeError, ValueError) as error:
        where = address or os.environ.get("RAY_ADDRESS") or "this machine"
        raise UserError(f"No Ray cluster answers at {where}: {error}") from error
    return ray
