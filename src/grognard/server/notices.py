"""News between processes, over PostgreSQL's own notifications.

A backend of the framework's channels. Litestar's own opens a connection for every message and falls silent for good
when its line is cut; this one keeps its two lines, and says so when it may have missed something.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable
from typing import Any

import psycopg
from litestar.channels.backends.base import ChannelsBackend

TRY_AGAIN = 0.5
log = logging.getLogger("grognard.server")
Line = psycopg.AsyncConnection[Any]


class Notices(ChannelsBackend):
    """One channel, which every process hears."""

    def __init__(self, address: str, channel: str, missed: bytes) -> None:
        self._address, self._channel, self._missed = address, channel, missed
        self._ear: Line | None = None
        self._mouth: Line | None = None

    async def on_startup(self) -> None:
        self._ear = await self._listen()

    async def on_shutdown(self) -> None:
        await self._drop_ear()
        await self._drop_mouth()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Tell every process. If that cannot be, they find out when they next compare notes with the store."""
        for channel in channels:
            for attempt in (1, 2):
                try:
                    if self._mouth is None:
                        self._mouth = await Line.connect(self._address, autocommit=True)
                    await self._mouth.execute("SELECT pg_notify(%s, %s)", (channel, data.decode()))
                    break
                except psycopg.Error as error:
                    await self._drop_mouth()
                    if attempt == 2:
                        log.warning("the other processes could not be told: %s", type(error).__name__)

    async def subscribe(self, channels: Iterable[str]) -> None:
        """The one channel is listened to from the start."""

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """It is listened to until the end."""

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        while True:
            try:
                if self._ear is None:
                    self._ear = await self._listen()
                    yield self._channel, self._missed
                async for notice in self._ear.notifies():
                    yield notice.channel, notice.payload.encode()
            except psycopg.Error as error:
                log.warning("the line to the other processes was cut: %s", type(error).__name__)
            await self._drop_ear()
            await asyncio.sleep(TRY_AGAIN)

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:  # noqa: ARG002 - as the framework calls it
        return []

    async def _drop_ear(self) -> None:
        line, self._ear = self._ear, None
        if line is not None:
            await line.close()

    async def _drop_mouth(self) -> None:
        line, self._mouth = self._mouth, None
        if line is not None:
            await line.close()

    async def _listen(self) -> Line:
        line = await Line.connect(self._address, autocommit=True)
        await line.execute(psycopg.sql.SQL("LISTEN {}").format(psycopg.sql.Identifier(self._channel)))
        return line
