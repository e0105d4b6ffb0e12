"""Many games at once, on the processors of this machine, behind one progress bar."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import connection
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from grognard.engine.refusal import UserError

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4
"""How many tasks wait for each process, so that none is idle."""


def each(work: Callable[[T], R], tasks: Sequence[T], jobs: int, label: str, chunk: int = 1) -> Iterator[R]:
    """The results in the order of the tasks, whatever the number of processes."""
    at_least_one(jobs)
    return with_progress(_in_order(work, tasks, min(jobs, len(tasks)), chunk), len(tasks), label)


def as_done(work: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Iterator[R]:
    """The results as they come: nothing that is done waits for something slow."""
    at_least_one(jobs)
    if min(jobs, len(tasks)) <= 1:
        yield from map(work, tasks)
        return
    with _processes(jobs) as pool:
        left = iter(tasks)
        running: set[Future[R]] = {pool.submit(work, task) for task in islice(left, AHEAD * jobs)}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {pool.submit(work, task) for task in islice(left, len(done))}
                for future in done:
                    yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def with_progress(results: Iterator[R], total: int, label: str) -> Iterator[R]:
    """The results, counted on a bar with the time that is left, if somebody looks."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(label, total=total)
        for result in results:
            bar.advance(task)
            yield result


def at_least_one(jobs: int) -> None:
    if jobs < 1:
        raise UserError(f"--jobs is at least 1, not {jobs}.")


def _processes(jobs: int) -> ProcessPoolExecutor:
    # Spawned, not forked: the same on every system.
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_end_with_the_parent)


def _end_with_the_parent() -> None:
    """A run that is killed leaves nobody behind who waits for work."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)


def _in_order(work: Callable[[T], R], tasks: Sequence[T], jobs: int, chunk: int) -> Iterator[R]:
    if jobs <= 1:
        yield from map(work, tasks)
        return
    with _processes(jobs) as pool:
        try:
            yield from pool.map(work, tasks, chunksize=chunk)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
