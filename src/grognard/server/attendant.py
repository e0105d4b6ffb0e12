"""Moves the bots and minds the clocks, in the background and never in the way of people."""

from __future__ import annotations

import asyncio
import logging

from grognard.server.news import News
from grognard.server.play import Play
from grognard.server.problem import Problem

AT_ONCE = 2
"""So many bots think at the same time in one process."""
LOOK_EVERY = 1.0
ROUND = 10
"""After so many times a table's bots have acted another table has its turn."""
log = logging.getLogger("grognard.server")


class Attendant:
    """One per process; several may attend to the same table, as each action is taken under its lock."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._stirred = asyncio.Event()
        self._thinking = asyncio.Semaphore(AT_ONCE)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._task: asyncio.Task[None] | None = None

    def hear(self, news: News) -> None:
        if news.kind in ("game", "table") and news.due:
            self._stirred.set()
        elif news.kind == "hurry":
            self.play.bots.hurry(news.table)

    def start(self) -> None:
        self._task = asyncio.create_task(self._attend())

    async def stop(self) -> None:
        tasks = [*self._busy.values(), *([self._task] if self._task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.to_thread(self.play.bots.stop)
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _attend(self) -> None:
        while True:
            try:
                for table, timed in await asyncio.to_thread(self.play.waiting):
                    if table not in self._busy:
                        self._busy[table] = asyncio.create_task(self._look_after(table, timed))
            except Exception:  # one bad table must not stop the service of the others
                log.exception("the tables that wait could not be read")
            try:
                await asyncio.wait_for(self._stirred.wait(), LOOK_EVERY)
            except TimeoutError:
                continue
            self._stirred.clear()

    async def _look_after(self, table: str, timed: bool) -> None:
        try:
            async with self._thinking:
                await self._one_round(table, timed)
        finally:
            self._busy.pop(table, None)
            self._stirred.set()

    async def _one_round(self, table: str, timed: bool) -> None:
        try:
            if timed:
                await asyncio.to_thread(self.play.ring, table)
            for _ in range(ROUND):
                if not await asyncio.to_thread(self.play.move_bots, table):
                    break
        except Problem as problem:
            log.warning("table %s rests: %s", table, problem.text)
            await asyncio.to_thread(self.play.rest, table)
        except Exception:  # one bad table must not stop the service of the others
            log.exception("table %s rests after a fault", table)
            await asyncio.to_thread(self.play.rest, table)
