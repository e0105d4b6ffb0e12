"""Who is connected: each connection is shown its own view after every change, and nobody else's."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex
from typing import Any

import msgspec
from litestar.channels import ChannelsPlugin
from litestar.channels.subscriber import Subscriber
from msgspec import structs

from grognard.engine.words import language
from grognard.server.news import News
from grognard.server.people import Person
from grognard.server.play import Onlooker, Play
from grognard.server.presence import Presence
from grognard.server.problem import Problem
from grognard.server.talk import Talk, as_message
from grognard.server.wire import plain

CHANNEL = "grognard"
COMPARE_EVERY = 2.0
EYES = 2
"""So many tables are shown at the same time: looking is work for the processor, and more threads only take turns."""
log = logging.getLogger("grognard.server")


class Connection:
    """One open socket, and what it has still to be told."""

    def __init__(
        self,
        table: str,
        seat: str | None,
        me: Person | None,
        invite: str,
        send: Callable[[bytes], Awaitable[None]],
        hang_up: Callable[[], Awaitable[None]],
    ) -> None:
        self.table, self.seat, self.me, self.invite = table, seat, me, invite
        self.language = language()
        self.send, self.hang_up = send, hang_up
        self.stirred = asyncio.Event()
        self.low: int | None = 0
        """The first step whose log it does not know; None if it knows all."""
        self.step = 0
        self.version: int | None = None
        """The version it was shown last; None: nothing yet."""
        self.waiting: list[bytes] = []
        self.sending = False
        """What it was told last is still on its way: it is shown nothing more until that has arrived."""
        self.gone = False

    def hear(self, news: News) -> None:
        """Something happened; what, is looked up when it is this connection's turn."""
        if news.kind == "table" or (news.kind == "game" and (not news.seats or self.seat in news.seats)):
            low = self.step if news.kind == "table" else news.low
            self.low = low if self.low is None else min(self.low, low)

    def onlooker(self, since: int) -> Onlooker:
        return Onlooker(self.me, self.seat, self.invite, since, self.language)

    def say(self, message: object) -> None:
        """Send this next."""
        self.post(plain(message))

    def post(self, message: bytes) -> None:
        self.waiting.append(message)
        self.sending = True
        self.stirred.set()

    def dismiss(self, problem: Problem) -> None:
        """It may not look any more."""
        self.gone = True
        self.say({"type": "gone", **problem.body()})

    @property
    def behind(self) -> bool:
        """Whether it is to be shown something now."""
        return self.low is not None and not self.sending and not self.gone


class Hub:
    """The connections of this process, and the line to the other processes."""

    def __init__(self, channels: ChannelsPlugin, *, alone: bool) -> None:
        self.channels, self.alone = channels, alone
        self.name = token_hex(8)
        self.connections: dict[str, set[Connection]] = defaultdict(set)
        self.listeners: list[Callable[[News], None]] = []
        self.play: Play
        self.talk: Talk
        self.presence: Presence
        self._loop: asyncio.AbstractEventLoop | None = None
        self._subscriber: Subscriber | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._heard: asyncio.Queue[News] = asyncio.Queue()
        self._showing: dict[str, asyncio.Task[None]] = {}
        self._eyes = ThreadPoolExecutor(EYES, "grognard-eyes")

    def announce(self, news: News) -> None:
        """Tell every process, this one at once; may be called from any thread, after the commit."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._publish, news)

    def _publish(self, news: News) -> None:
        self._heard.put_nowait(news)
        if not self.alone:
            self.channels.publish(plain(structs.replace(news, origin=self.name)), CHANNEL)

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._subscriber = await self.channels.subscribe(CHANNEL)
        self._tasks = [asyncio.create_task(self._listen(self._subscriber)), asyncio.create_task(self._pass_news_on())]
        if not self.alone:
            self._tasks.append(asyncio.create_task(self._compare_notes()))

    async def stop(self) -> None:
        self._loop = None
        tasks = [*self._tasks, *self._showing.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._subscriber is not None:
            await self.channels.unsubscribe(self._subscriber)
        self._eyes.shutdown(wait=False)

    async def _listen(self, subscriber: Subscriber) -> None:
        """What other processes tell."""
        async for event in subscriber.iter_events():
            try:
                news = msgspec.json.decode(event, type=News)
            except msgspec.MsgspecError:  # a process of another version, or somebody else on our channel
                log.warning("news from another process cannot be read")
                continue
            if news.origin != self.name:
                self._heard.put_nowait(news)

    async def _pass_news_on(self) -> None:
        while True:
            news = await self._heard.get()
            try:
                if news.kind == "missed":
                    for table in tuple(self.connections):
                        self._look_again(table)
                    continue
                for listener in self.listeners:
                    listener(news)
                if news.kind == "talk":
                    await self._pass_on(news)
                elif news.kind == "presence":
                    await self._tell_who_is_here(news.table)
                for connection in tuple(self.connections.get(news.table, ())):
                    connection.hear(news)
                    if news.kind == "table":
                        connection.say({"type": "table"})
                    elif news.kind == "read" and connection.me is not None and connection.me.id == news.person:
                        connection.say({"type": "read"})
                    elif news.kind == "thinking":
                        connection.say({"type": "thinking", "seat": news.seats[0], "share": news.share})
                    elif news.kind == "warning":
                        connection.say({"type": "warning", "seats": list(news.seats)})
                self._show(news.table)
            except Exception:  # one bad message must not silence the rest
                log.exception("news of a table could not be passed on")

    async def _pass_on(self, news: News) -> None:
        for connection in tuple(self.connections.get(news.table, ())):
            line = await asyncio.to_thread(self.talk.line_for, connection.me, news.table, news.talk)
            if line is not None:
                connection.say(as_message(line))

    async def _compare_notes(self) -> None:
        """A process may be killed after a commit and before it has told: compare what is shown with the store."""
        while True:
            await asyncio.sleep(COMPARE_EVERY)
            try:
                kept = await asyncio.to_thread(self.play.versions, list(self.connections))
                for table, now in kept.items():
                    if any(c.low is None and c.version not in (None, now) for c in self.connections.get(table, ())):
                        self._look_again(table)
            except Exception:  # the store may be away for a while
                log.warning("what is shown could not be compared with the store", exc_info=True)

    def _look_again(self, table: str) -> None:
        """Show a table anew to everybody there: something may have been missed."""
        for connection in tuple(self.connections.get(table, ())):
            connection.low = 0
        self._show(table)

    # --- one connection -----------------------------------------------------------------------------------------

    def enter(self, connection: Connection) -> None:
        self.connections[connection.table].add(connection)
        connection.stirred.set()
        self._mind(connection.table)

    def leave(self, connection: Connection) -> None:
        here = self.connections[connection.table]
        here.discard(connection)
        if not here:
            del self.connections[connection.table]
        self._mind(connection.table)

    def _mind(self, table: str) -> None:
        self.presence.mind(table, {c.me.id for c in self.connections.get(table, ()) if c.me is not None})

    async def _tell_who_is_here(self, table: str) -> None:
        if self.connections.get(table):
            names = await asyncio.to_thread(self.presence.here, table)
            for connection in tuple(self.connections.get(table, ())):
                connection.say({"type": "presence", "here": names})

    async def serve(self, connection: Connection) -> None:
        """Send a connection what it is told and shown until it is gone."""
        while not connection.gone:
            await connection.stirred.wait()
            connection.stirred.clear()
            while connection.waiting:
                waiting, connection.waiting = connection.waiting, []
                for message in waiting:
                    await connection.send(message)
            connection.sending = False
            self._show(connection.table)
        await connection.hang_up()

    def _show(self, table: str) -> None:
        """Have everybody at a table who is behind shown how it stands."""
        if table not in self._showing and any(c.behind for c in self.connections.get(table, ())):
            self._showing[table] = asyncio.create_task(self._show_all(table))

    async def _show_all(self, table: str) -> None:
        loop, behind = asyncio.get_running_loop(), []
        try:
            while behind := [c for c in self.connections.get(table, ()) if c.behind]:
                onlookers = []
                for connection in behind:
                    since, connection.low = min(connection.low or 0, connection.step), None
                    onlookers.append(
                        Onlooker(connection.me, connection.seat, connection.invite, since, connection.language)
                    )
                shown = await loop.run_in_executor(self._eyes, self.play.show, table, onlookers)
                for connection, look in zip(behind, shown, strict=True):
                    if isinstance(look, Problem):
                        # The seat has changed hands: whoever held it sees it no more.
                        connection.dismiss(look)
                    else:
                        connection.step, connection.version = look.step, look.version
                        connection.post(b'{"type":"view",' + look.body[1:])
        except Problem as problem:
            for connection in behind:
                connection.dismiss(problem)
        except Exception:  # they come back by themselves, and may have better luck
            log.exception("table %s could not be shown", table)
            for connection in behind:
                connection.dismiss(Problem(500, "Grognard has made a mistake. Nothing was changed."))
        finally:
            del self._showing[table]


def described(error: Problem, number: Any) -> dict[str, Any]:
    """A refusal as a socket sends it."""
    return {"type": "refused", "clause": error.clause, "text": error.text, "id": number, **error.more}
