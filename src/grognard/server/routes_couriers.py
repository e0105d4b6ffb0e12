"""Couriers and their letters, over HTTP."""

from __future__ import annotations

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from grognard.server.desk import Asker, TheDesk
from grognard.server.wire import Claim, CourierCard, CouriersCard, DigestHour, LetterCard, NewCourier, Wish


@get("/api/couriers", sync_to_thread=True)
def couriers(desk: TheDesk, me: Asker) -> CouriersCard:
    """By which ways one hears of one's tables."""
    return desk.couriers.card(me)


@post("/api/couriers", sync_to_thread=True)
def add(desk: TheDesk, me: Asker, data: JSONBody[NewCourier]) -> CourierCard:
    """One more: a mail address, a webhook, or this browser. Private addresses are refused."""
    return desk.couriers.add(me, data)


@delete("/api/couriers/{courier:str}", status_code=200, sync_to_thread=True)
def remove(desk: TheDesk, me: Asker, courier: FromPath[str]) -> None:
    """Dismiss one."""
    desk.couriers.remove(me, courier)


@post("/api/couriers/{courier:str}/test", status_code=200, sync_to_thread=True)
def test(desk: TheDesk, me: Asker, courier: FromPath[str]) -> None:
    """Send a letter by it now; what becomes of it is in the log."""
    desk.couriers.test(me, courier)


@post("/api/letters/confirm", status_code=200, sync_to_thread=True)
def confirm(desk: TheDesk, data: JSONBody[Claim]) -> None:
    """Want letters at a mail address: the link in the letter that was sent there."""
    desk.couriers.confirm(data.token)


@get("/api/letters", sync_to_thread=True)
def log(desk: TheDesk, me: Asker) -> list[LetterCard]:
    """What became of one's letters, the latest first."""
    return desk.couriers.log(me)


@post("/api/letters/hour", status_code=200, sync_to_thread=True)
def choose_hour(desk: TheDesk, me: Asker, data: JSONBody[DigestHour]) -> None:
    """At which hour, in universal time, the daily letter comes."""
    desk.couriers.choose_hour(me, data.hour)


@get("/api/tables/{table:str}/letters", sync_to_thread=True)
def mode(desk: TheDesk, me: Asker, table: FromPath[str]) -> Wish:
    """How one hears of a table."""
    return Wish(desk.couriers.mode(me, table))  # type: ignore[arg-type]  # only these are kept


@post("/api/tables/{table:str}/letters", status_code=200, sync_to_thread=True)
def choose_mode(desk: TheDesk, me: Asker, table: FromPath[str], data: JSONBody[Wish]) -> Wish:
    """Hear of each thing, in one letter a day, or not at all."""
    desk.couriers.choose_mode(me, table, data.mode)
    return data


HANDLERS = [couriers, add, remove, test, confirm, log, choose_hour, mode, choose_mode]
