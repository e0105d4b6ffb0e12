"""The lobby, over HTTP."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from grognard.server.desk import Asker, TheDesk
from grognard.server.problem import sign_in
from grognard.server.wire import Created, Joining, Leaving, NewTable, Pausing, Seating, TableCard


@get("/api/tables", sync_to_thread=True)
def listed(
    desk: TheDesk,
    me: Asker,
    mine: FromQuery[bool] = False,
    still_open: Annotated[bool, QueryParameter(name="open")] = False,
    finished: FromQuery[bool] = False,
) -> list[TableCard]:
    """Tables, the latest first."""
    return desk.lobby.listed(me, mine=mine, still_open=still_open, finished=finished)


@post("/api/tables", sync_to_thread=True)
def create(desk: TheDesk, me: Asker, data: JSONBody[NewTable]) -> Created:
    """Lay a new table."""
    if me is None:
        raise sign_in()
    return desk.lobby.create(me, data)


@get("/api/tables/{table:str}", sync_to_thread=True)
def card(desk: TheDesk, me: Asker, table: FromPath[str], invite: FromQuery[str] = "") -> TableCard:
    """One table."""
    return desk.lobby.card(me, table, invite)


@post("/api/tables/{table:str}/join", status_code=200, sync_to_thread=True)
def join(desk: TheDesk, me: Asker, table: FromPath[str], data: JSONBody[Joining]) -> TableCard:
    """Take an open seat, or one's own back from the regent."""
    desk.lobby.join(me, table, data.seat, data.invite or "")
    return desk.lobby.card(me, table, data.invite or "")


@post("/api/tables/{table:str}/leave", status_code=200, sync_to_thread=True)
def leave(desk: TheDesk, me: Asker, table: FromPath[str], data: JSONBody[Leaving]) -> None:
    """Stand up."""
    desk.lobby.leave(me, table, data.seat)


@post("/api/tables/{table:str}/seat", status_code=200, sync_to_thread=True)
def reseat(desk: TheDesk, me: Asker, table: FromPath[str], data: JSONBody[Seating]) -> None:
    """Give a seat to a bot, or open it."""
    desk.lobby.reseat(me, table, data.seat, data.holder, data.level)


@post("/api/tables/{table:str}/pause", status_code=200, sync_to_thread=True)
def pause(desk: TheDesk, me: Asker, table: FromPath[str], data: JSONBody[Pausing]) -> None:
    """Stop the clocks when all who sit there agree, or start them again."""
    desk.lobby.pause(me, table, data.paused)


@post("/api/tables/{table:str}/invite", status_code=200, sync_to_thread=True)
def renew_invitation(desk: TheDesk, me: Asker, table: FromPath[str]) -> Created:
    """A new invitation in place of the old one, which lasts 30 days."""
    return desk.lobby.renew_invitation(me, table)


HANDLERS = [renew_invitation, listed, create, card, join, leave, reseat, pause]
