"""Bots, over HTTP: which there are, a hint from the staff, and no more waiting."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from grognard.server.desk import Asker, TheDesk
from grognard.server.wire import Asking, Hint, PlayerCard


@get("/api/players", sync_to_thread=True)
def players(desk: TheDesk) -> list[PlayerCard]:
    """The bots one can give a seat to."""
    return desk.play.bots.known()


@post("/api/tables/{table:str}/hint", status_code=200, sync_to_thread=True)
def hint(desk: TheDesk, me: Asker, table: FromPath[str], data: JSONBody[Asking]) -> Hint:
    """What the staff would do for one's seat, and why."""
    return desk.play.hint(me, table, data.seat)


@post("/api/tables/{table:str}/hurry", status_code=200, sync_to_thread=True)
def hurry(desk: TheDesk, me: Asker, table: FromPath[str]) -> None:
    """A bot that thinks is to answer at once."""
    desk.play.hurry(me, table)


HANDLERS = [players, hint, hurry]
