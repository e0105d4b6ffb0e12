"""Who is here: every process writes down who is connected to it, and beats while it lives."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from secrets import token_hex

import sqlalchemy as sa

from grognard.server.news import News
from grognard.server.schema import people, presences, processes
from grognard.server.store import Store

BEAT = 10.0
LOST = 30.0
"""Who is connected to a process that has not beaten for so many seconds is not here any more."""
log = logging.getLogger("grognard.server")


class Presence:
    """Who looks at which table, in all processes together."""

    def __init__(self, store: Store, announce: Callable[[News], None]) -> None:
        self.store, self.announce = store, announce
        self.process = token_hex(8)
        self._here: dict[str, set[str]] = {}
        self._changed: set[str] = set()
        self._kept: dict[str, set[str]] = {}
        """What is written down of this process; after its death was taken for certain, nothing."""
        self._stirred = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def mind(self, table: str, persons: set[str]) -> None:
        """These are connected to this process now; it is written down as soon as there is time."""
        self._here[table] = persons
        self._changed.add(table)
        self._stirred.set()

    def here(self, table: str) -> list[str]:
        """The names of all who are here, wherever they are connected."""
        query = (
            sa.select(people.c.name)
            .join(presences, presences.c.person == people.c.id)
            .join(processes, processes.c.id == presences.c.process)
            .where(presences.c.table == table, processes.c.seen > time.time() - LOST)
            .distinct()
        )
        with self.store.reading() as connection:
            return sorted(connection.execute(query).scalars())

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await asyncio.to_thread(self._forget, [self.process])

    async def _keep(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stirred.wait(), BEAT)
            self._stirred.clear()
            changed, self._changed = self._changed, set()
            now = {table: set(persons) for table, persons in self._here.items()}
            try:
                told = await asyncio.to_thread(self._write, now, changed) if now else []
                for table in [*told, *await asyncio.to_thread(self._bury)]:
                    self.announce(News(table, "presence"))
            except Exception:  # the database may be away for a while; who is here is told when it is back
                log.exception("who is here could not be written down")
                self._changed |= changed
            for table in changed - self._changed:
                if not self._here[table]:
                    del self._here[table]

    def _write(self, now: dict[str, set[str]], changed: set[str]) -> list[str]:
        """Beat, and bring what is written down of this process up to date; the tables that were touched."""
        with self.store.writing() as connection:
            beat = processes.update().where(processes.c.id == self.process).values(seen=time.time())
            if connection.execute(beat).rowcount == 0:
                connection.execute(processes.insert().values(id=self.process, seen=time.time()))
                self._kept, changed = {}, changed | now.keys()
            for table in changed:
                before, persons = self._kept.get(table, set()), now.get(table, set())
                ours = (presences.c.process == self.process, presences.c.table == table)
                if gone := before - persons:
                    connection.execute(presences.delete().where(*ours, presences.c.person.in_(gone)))
                if come := persons - before:
                    rows = [{"process": self.process, "table": table, "person": person} for person in sorted(come)]
                    connection.execute(presences.insert(), rows)
        self._kept = now
        return sorted(changed)

    def _bury(self) -> list[str]:
        """Forget the processes that beat no more; the tables where somebody is missing now."""
        with self.store.reading() as connection:
            lost = list(
                connection.execute(sa.select(processes.c.id).where(processes.c.seen < time.time() - LOST)).scalars()
            )
        return self._forget(lost) if lost else []

    def _forget(self, lost: list[str]) -> list[str]:
        with self.store.writing() as connection:
            gone = presences.delete().where(presences.c.process.in_(lost)).returning(presences.c.table)
            found = set(connection.execute(gone).scalars())
            connection.execute(processes.delete().where(processes.c.id.in_(lost)))
        return sorted(found)
