"""Playing, talking and files, over HTTP."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from grognard.server import files
from grognard.server.desk import Asker, TheDesk
from grognard.server.wire import (
    Acting,
    ChannelCard,
    Created,
    Explaining,
    Explanation,
    Forking,
    Noting,
    Ordering,
    Stand,
    Talking,
    TalkLine,
    Undoing,
)

Step = Annotated[int | None, QueryParameter(ge=0, le=2**31 - 1)]


@get("/api/tables/{table:str}/view", sync_to_thread=True)
def view(
    desk: TheDesk,
    me: Asker,
    table: FromPath[str],
    seat: FromQuery[str | None] = None,
    step: Step = None,
    since: Annotated[int, QueryParameter(ge=0, le=2**31 - 1)] = 0,
    invite: FromQuery[str] = "",
) -> Response[bytes]:
    """What a seat may know, now or at an earlier step; without a seat, what everybody may know."""
    shown = desk.play.view(me, table, seat, step=step, since=since, invite=invite)
    return Response(shown.body, media_type=MediaType.JSON, headers={"Cache-Control": "no-store"})


@post("/api/tables/{table:str}/act", status_code=200, sync_to_thread=True)
def act(desk: TheDesk, me: Asker, table: FromPath[str], data: JSONBody[Acting]) -> Stand:
    """Take one of the offered actions."""
    return Stand(desk.play.act(me, table, data.seat, data.version, data.do))


@post("/api/tables/{table:str}/undo", status_code=200, sync_to_thread=True)
def undo(desk: TheDesk, me: Asker, table: FromPath[str], data: JSONBody[Undoing]) -> Stand:
    """Take the last action back, or all that can still be taken back."""
    return Stand(desk.play.undo(me, table, data.seat, data.version, all_of_it=data.all))


@post("/api/tables/{table:str}/explain", status_code=200, sync_to_thread=True)
def explain(desk: TheDesk, me: Asker, table: FromPath[str], data: JSONBody[Explaining]) -> Explanation:
    """Why not?"""
    return desk.play.explain(me, table, data.seat, data.do)


@post("/api/tables/{table:str}/order", status_code=200, sync_to_thread=True)
def order(desk: TheDesk, me: Asker, table: FromPath[str], data: JSONBody[Ordering]) -> Stand:
    """A standing answer to a kind of reaction."""
    return Stand(desk.play.order(me, table, data.seat, data.reaction, data.answer))


@post("/api/tables/{table:str}/fork", sync_to_thread=True)
def fork(desk: TheDesk, me: Asker, table: FromPath[str], data: JSONBody[Forking]) -> Created:
    """What if, from here? A private study against bots."""
    return desk.play.fork(me, table, data.step, data.seat)


# --- files ------------------------------------------------------------------------------------------------------


@get("/api/tables/{table:str}/file", sync_to_thread=True)
def download(
    desk: TheDesk, me: Asker, table: FromPath[str], seat: FromQuery[str | None] = None, invite: FromQuery[str] = ""
) -> Response[bytes]:
    """One's own view during play; the whole provable file after the end."""
    name, content = files.download(desk.play, me, table, seat, invite)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, media_type="application/octet-stream", headers=headers)


@post("/api/import", request_max_body_size=files.LARGEST_IMPORT)
async def take_in(
    request: Request[Any, Any, Any], desk: TheDesk, me: Asker, step: Step = None, seat: FromQuery[str | None] = None
) -> Created:
    """A game file as a new table, or as a study from a step on, at a seat. The body is the file."""
    content = await request.body()
    return await asyncio.to_thread(files.take_in, desk.play, me, content, step, seat)


# --- talk -------------------------------------------------------------------------------------------------------


@get("/api/tables/{table:str}/talk", sync_to_thread=True)
def heard(
    desk: TheDesk, me: Asker, table: FromPath[str], channel: FromQuery[str] = "table", invite: FromQuery[str] = ""
) -> list[TalkLine]:
    """What was said in a channel: “table”, or seats, sorted, with a comma between."""
    return desk.talk.heard(me, table, channel, invite)


@post("/api/tables/{table:str}/talk", sync_to_thread=True)
def say(desk: TheDesk, me: Asker, table: FromPath[str], data: JSONBody[Talking]) -> TalkLine:
    """Say something."""
    return desk.talk.say(me, table, data.channel, data.text)


@get("/api/tables/{table:str}/channels", sync_to_thread=True)
def channels(desk: TheDesk, me: Asker, table: FromPath[str], invite: FromQuery[str] = "") -> list[ChannelCard]:
    """The channels one hears, with the number of unread lines, and why one is closed by the rules now."""
    return desk.talk.channels(me, table, invite)


@post("/api/tables/{table:str}/read", status_code=200, sync_to_thread=True)
def read(desk: TheDesk, me: Asker, table: FromPath[str], channel: FromQuery[str] = "table") -> None:
    """All of a channel is read."""
    desk.talk.mark(me, table, channel)


@get("/api/tables/{table:str}/notes", sync_to_thread=True)
def notes(desk: TheDesk, me: Asker, table: FromPath[str], seat: FromQuery[str] = "") -> Noting:
    """One's own notepad at a seat; without a seat, that of somebody who looks on."""
    return Noting(desk.talk.notes(me, table, seat), seat)


@post("/api/tables/{table:str}/notes", status_code=200, sync_to_thread=True)
def write_notes(desk: TheDesk, me: Asker, table: FromPath[str], data: JSONBody[Noting]) -> None:
    """Write it."""
    desk.talk.write_notes(me, table, data.seat, data.text)


HANDLERS = [
    view, act, undo, explain, order, fork, download, take_in, heard, say, channels, read, notes, write_notes,
]  # fmt: skip
