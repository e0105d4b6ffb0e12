"""Crashes, and several processes at one table."""

from __future__ import annotations

import threading

import httpx
from crash import SEATS, Process, trial
from table_seat import Seat

from conftest import Visitor, fresh_database


def test_no_acknowledged_action_is_lost_when_the_server_is_killed(database):
    total, found = trial(database, runs=20, moves=1000, seed=3)
    assert found == []
    assert total >= 1000


class Elsewhere:
    """A server in another process, as people see it."""

    def __init__(self, process):
        self.url, self.visitors = process.url, []
        self.port = int(process.url.rsplit(":", 1)[1])

    def next_port(self):
        return self.port


def test_two_processes_serve_one_table(postgres):
    with fresh_database(postgres, "two_processes") as url:
        processes = [Process(url), Process(url)]
        one, two = map(Elsewhere, processes)
        ana = Visitor(one)
        ana.post("/api/session", name="Ana")
        bo = Visitor(two)
        bo.post("/api/session", name="Bo")
        table = ana.lay(seats=SEATS | {"britain": "open"})
        bo.post(f"/api/tables/{table}/join", seat="britain")
        france, britain = Seat(one, ana, table, "france"), Seat(two, bo, table, "britain")
        austria = Seat(one, ana, table, "austria")
        seats = [france, britain, austria]
        acted = set()
        for _ in range(40):
            latest = max(seat.version for seat in seats)
            for seat in seats:
                seat.until(lambda s, latest=latest: s.version >= max(latest, 0))
            asked = next(seat for seat in seats if seat.asked)
            acted.add(asked)
            reply = asked.act(asked.view["actions"][0]["do"])
            assert reply["type"] == "ack", reply
            asked.until(lambda s, reply=reply: s.version >= reply["version"])
        assert len(acted) == 3
        # The same click in both processes at once has one effect.
        latest = max(seat.version for seat in seats)
        france.until(lambda s: s.version >= latest)
        mover = next(s for s in ("france", "austria", "britain") if s in france.view["to_act"])
        holder = bo if mover == "britain" else ana
        shown = holder.view(table, mover)
        body = {"seat": mover, "version": shown["version"], "do": shown["view"]["actions"][0]["do"]}
        statuses = []

        def click(address):
            cookies = dict(holder.http.cookies)
            with httpx.Client(base_url=address, cookies=cookies, timeout=20) as http:
                statuses.append(http.post(f"/api/tables/{table}/act", json=body).status_code)

        clicks = [threading.Thread(target=click, args=[s.url]) for s in (one, two) for _ in range(3)]
        for thread in clicks:
            thread.start()
        for thread in clicks:
            thread.join()
        assert sorted(statuses) == [200] + [409] * 5
        assert holder.view(table, mover)["version"] == shown["version"] + 1
        for seat in seats:
            seat.close()
        for server in (one, two):
            for http in server.visitors:
                http.close()
        for process in processes:
            process.stop()
