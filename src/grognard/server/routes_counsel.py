"""What a player asks before deciding: can it be taken back, how likely is it, how far can it go?"""

from __future__ import annotations

from random import SystemRandom

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from grognard.engine.counsel import Reached
from grognard.server.desk import Asker, TheDesk
from grognard.server.play import refusals
from grognard.server.wire import Explaining, Likely, Weighed, Weighing

_random = SystemRandom()


@post("/api/tables/{table:str}/weigh", status_code=200, sync_to_thread=True)
def weigh(desk: TheDesk, me: Asker, table: FromPath[str], data: JSONBody[Explaining]) -> Weighed:
    """Whether an offered action could be taken back."""
    with desk.play.looking(me, table, "") as change, refusals(change.game):
        desk.play.may_see(change, me, data.seat)
        return Weighed(change.game.binds(data.seat, data.do, _random))


@post("/api/tables/{table:str}/odds", status_code=200, sync_to_thread=True)
def odds(desk: TheDesk, me: Asker, table: FromPath[str], data: JSONBody[Weighing]) -> Likely:
    """How the battle at hand, or an offered action, may end, from what the seat knows."""
    with desk.play.looking(me, table, "") as change, refusals(change.game):
        desk.play.may_see(change, me, data.seat)
        return Likely(change.game.odds(data.seat, data.do, _random))


@get("/api/tables/{table:str}/reach", sync_to_thread=True)
def reach(
    desk: TheDesk,
    me: Asker,
    table: FromPath[str],
    piece: FromQuery[str],
    seat: FromQuery[str | None] = None,
    invite: FromQuery[str] = "",
) -> list[Reached]:
    """Where a piece could get to, from what the seat knows; without a seat, from what everybody knows."""
    with desk.play.looking(me, table, invite) as change, refusals(change.game):
        if seat is not None:
            desk.play.may_see(change, me, seat)
        return list(change.game.reach(seat, piece, _random))


HANDLERS = [weigh, odds, reach]
