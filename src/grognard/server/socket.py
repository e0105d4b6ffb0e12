"""Live play: one socket per person, table and seat."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from grognard.engine.refusal import Phrase
from grognard.server.desk import COOKIE, Desk, TheDesk
from grognard.server.hub import Connection, described
from grognard.server.problem import Problem
from grognard.server.wire import (
    Message,
    SocketAct,
    SocketExplain,
    SocketPing,
    SocketTalk,
    SocketUndo,
    plain,
    read_message,
)

LONGEST_MESSAGE = 16_384
IN_ONE_GO = 3.0
"""So many seconds' worth of messages may come at once."""
REFUSED, TOO_MANY = 4403, 4429


@websocket("/api/tables/{table:str}/socket")
async def table_socket(
    socket: WebSocket[Any, Any, Any],
    desk: TheDesk,
    table: FromPath[str],
    seat: FromQuery[str | None] = None,
    invite: FromQuery[str] = "",
) -> None:
    """A table, live."""
    me = await asyncio.to_thread(desk.people.of_session, socket.cookies.get(COOKIE))
    await socket.accept()

    async def send(message: bytes) -> None:
        await socket.send_data(message, mode="text", encoding="utf-8")

    try:
        await asyncio.to_thread(desk.play.check_view, me, table, seat, invite)
    except Problem as problem:
        await send(plain({"type": "gone", **problem.body()}))
        await socket.close(REFUSED, problem.text[:100])
        return

    async def hang_up() -> None:
        await socket.close(REFUSED, "This seat is not yours any more.")

    connection = Connection(table, seat, me, invite, send, hang_up)
    desk.hub.enter(connection)
    serving = asyncio.create_task(desk.hub.serve(connection))
    try:
        await _read(socket, desk, connection)
    except WebSocketDisconnect:
        pass
    finally:
        desk.hub.leave(connection)
        serving.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await serving


async def _read(socket: WebSocket[Any, Any, Any], desk: Desk, connection: Connection) -> None:
    a_second = desk.settings.requests_a_minute / 60
    allowance, before = a_second * IN_ONE_GO, time.monotonic()
    while True:
        event: Any = await socket.receive()
        if event["type"] != "websocket.receive":
            return
        now = time.monotonic()
        allowance = min(a_second * IN_ONE_GO, allowance + (now - before) * a_second) - 1
        before = now
        if allowance < 0:
            await socket.close(TOO_MANY, "Too many messages.")
            return
        text = event.get("text") or ""
        number: Any = None
        try:
            if not text or len(text) > LONGEST_MESSAGE:
                raise Problem(400, "A message is a short text in JSON.")
            message = read_message(text)
            number = message.id
            reply = await asyncio.to_thread(_obey, desk, connection, message)
        except Problem as problem:
            reply = described(problem, number)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            reply = described(Problem(400, Phrase("This message cannot be read: {0}", str(error)[:200])), number)
        connection.say(reply)


def _obey(desk: Desk, connection: Connection, message: Message) -> dict[str, Any]:
    """Do what a message asks; what to answer."""
    me, table = connection.me, connection.table
    match message:
        case SocketAct(seat, version, do, number):
            return {"type": "ack", "version": desk.play.act(me, table, seat, version, do), "id": number}
        case SocketUndo(seat, version, number):
            return {"type": "ack", "version": desk.play.undo(me, table, seat, version), "id": number}
        case SocketExplain(seat, do, number):
            told = desk.play.explain(me, table, seat, do)
            return {"type": "explained", "id": number, **msgspec.structs.asdict(told)}
        case SocketTalk(channel, text, number):
            line = desk.talk.say(me, table, channel, text)
            return {"type": "said", "id": number, "line": line.id}
        case SocketPing(number):
            return {"type": "pong", "id": number}
