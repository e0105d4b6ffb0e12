"""Several processes on one PostgreSQL know alike who is here, and a process that dies is missed."""

from __future__ import annotations

import time

import pytest
import sqlalchemy as sa
from servers import Server, Visitor, fresh_database
from table_seat import Seat

from grognard.server import presence
from grognard.server.schema import presences, processes
from grognard.server.settings import Settings


@pytest.fixture
def pair(postgres, request):
    """Two servers on one database."""
    with fresh_database(postgres, request.node.name) as url:
        both = [Server(Settings(db=url, requests_a_minute=1_000_000)) for _ in range(2)]
        yield both
        for server in both:
            server.stop()


def at(server, visitor):
    """The same person with the same cookie, at another process."""
    other = Visitor(server)
    other.http.cookies.update(visitor.http.cookies)
    return other


def names(seat):
    return next((t["here"] for t in reversed(seat.heard) if t["type"] == "presence"), None)


def test_both_processes_tell_the_same(pair):
    one, two = pair
    ana, bo, cleo = one.person("Ana"), one.person("Bo"), two.person("Cleo")
    table = ana.lay(seats={"france": "me"})
    here = Seat(one, ana, table, "france")
    there = Seat(two, at(two, bo), table)
    third = Seat(two, cleo, table)
    for seat in (here, there, third):
        seat.until(lambda s: names(s) == ["Ana", "Bo", "Cleo"])
    # Ana is at both; she is gone only when both her screens are.
    again = Seat(two, at(two, ana), table, "france")
    again.until(lambda s: names(s) == ["Ana", "Bo", "Cleo"])
    here.close()
    there.close()
    for seat in (again, third):
        seat.until(lambda s: names(s) == ["Ana", "Cleo"])
    again.close()
    third.until(lambda s: names(s) == ["Cleo"])
    third.close()


def test_who_was_at_a_process_that_died_is_not_here(pair, monkeypatch, eventually):
    monkeypatch.setattr(presence, "BEAT", 0.2)
    one, two = pair
    ana, bo = one.person("Ana"), two.person("Bo")
    table = ana.lay(seats={"france": "me"})
    here, there = Seat(one, ana, table, "france"), Seat(two, bo, table)
    here.until(lambda s: names(s) == ["Ana", "Bo"])
    # The second process is not heard of any more: to the first it is as if it had been killed.
    monkeypatch.setattr(two.desk.hub.presence, "_write", lambda *_: [])

    def buried():
        with one.desk.store.writing() as connection:
            dead = processes.c.id == two.desk.hub.presence.process
            connection.execute(processes.update().where(dead).values(seen=time.time() - 2 * presence.LOST))
            left = set(connection.execute(sa.select(presences.c.process)).scalars())
        return left == {one.desk.hub.presence.process}

    eventually(buried)
    here.until(lambda s: names(s) == ["Ana"])
    # It was only slow: what it has to say is written down again.
    monkeypatch.delattr(two.desk.hub.presence, "_write")
    here.until(lambda s: names(s) == ["Ana", "Bo"])
    here.close()
    there.close()
