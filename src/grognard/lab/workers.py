"""Many games at once, on the processors of this machine, behind one progress bar."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from grognard.engine.refusal import UserError

T = TypeVar("T")
R = TypeVar("R")


def each(work: Callable[[T], R], tasks: Sequence[T], jobs: int, label: str, chunk: int = 1) -> Iterator[R]:
    """The results in the order of the tasks, whatever the number of processes."""
    if jobs < 1:
        raise UserError(f"--jobs is at least 1, not {jobs}.")
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(label, total=len(tasks))
        for result in _results(work, tasks, min(jobs, len(tasks)), chunk):
            bar.advance(task)
            yield result


def _results(work: Callable[[T], R], tasks: Sequence[T], jobs: int, chunk: int) -> Iterator[R]:
    if jobs <= 1:
        yield from map(work, tasks)
        return
    # Spawned, not forked: the same on every system.
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            yield from pool.map(work, tasks, chunksize=chunk)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
