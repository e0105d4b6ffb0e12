"""Clocks of games by letter: a vacation stops them, a pause needs everybody, a warning always comes first."""

from __future__ import annotations

import time

import pytest
import sqlalchemy as sa

from grognard.server import clocks
from grognard.server.clocks import DAY, HOUR, PACES, Away
from grognard.server.schema import seats, tables, vacations


class Row:
    """What a seat has in the bank."""

    def __init__(self, bank, since):
        self.bank, self.since = bank, since


def person_of(visitor):
    return visitor.get("/api/me")["person"]["id"]


def clock_of(visitor, table, seat):
    return next(s for s in visitor.get(f"/api/tables/{table}")["seats"] if s["id"] == seat)


def set_clock(desk, table, seat, **values):
    with desk.store.writing() as connection:
        connection.execute(seats.update().where(seats.c.table == table, seats.c.seat == seat).values(**values))


def waiting(ana, pace="day"):
    """A table where all seats are Ana's, and the seat that is waited for."""
    table = ana.lay(seats={"britain": "me", "france": "me", "austria": "me"}, pace=pace, hotseat=True)
    return table, ana.view(table)["view"]["to_act"][0]


# --- the arithmetic -------------------------------------------------------------------------------------------------


def test_time_away_does_not_run():
    away = [Away(100.0, 200.0), Away(300.0, 350.0)]
    assert clocks.left(Row(1000.0, 0.0), 400.0, away) == 1000 - (400 - 150)
    assert clocks.left(Row(1000.0, 150.0), 190.0, away) == 1000
    assert clocks.left(Row(1000.0, 150.0), 250.0, away) == 950
    assert clocks.left(Row(1000.0, None), 250.0, away) == 1000
    assert clocks.left(Row(10.0, 0.0), 250.0) == 0
    assert clocks.left(Row(None, None), 250.0) is None


@pytest.mark.parametrize(
    ("now", "rest", "moment"),
    [(0, 50, 50), (0, 150, 250), (150, 10, 210), (0, 260, 410), (400, 10, 410), (0, 100, 200)],
)
def test_the_server_wakes_when_the_time_has_run(now, rest, moment):
    away = [Away(100.0, 200.0), Away(300.0, 350.0)]
    assert clocks.used_up(now, rest, away) == moment
    if rest and now < moment:
        assert clocks.left(Row(rest, now), moment, away) == 0


# --- vacation -------------------------------------------------------------------------------------------------------


def test_a_vacation_stops_the_clock_and_is_shown_at_the_table(server, desk):
    ana, bo = server.person("Ana"), server.person("Bo")
    table, seat = waiting(ana)
    card = ana.post("/api/vacation", days=7)
    assert card["days_left"] == 23
    assert card["ends"] - card["begins"] == pytest.approx(7 * DAY)
    shown = clock_of(bo, table, seat)
    assert shown["clock"]["running"] is False
    assert shown["holder"]["away"] == pytest.approx(card["ends"])
    # Two days of waiting, both of them away: the bank is as full as before, nobody is warned and nobody replaced.
    set_clock(desk, table, seat, bank=HOUR, since=time.time() - 2 * DAY)
    with desk.store.writing() as connection:
        change = vacations.update().where(vacations.c.person == person_of(ana))
        connection.execute(change.values(begins=time.time() - 2 * DAY))
    desk.play.ring(table)
    shown = clock_of(ana, table, seat)
    assert shown["holder"]["kind"] == "human"
    assert shown["clock"]["left"] >= HOUR
    # Back again, it runs.
    assert ana.post("/api/vacation/end")["ends"] is None
    shown = clock_of(ana, table, seat)
    assert shown["clock"]["running"] is True
    assert "away" not in shown["holder"]


def test_the_server_looks_again_when_the_vacation_is_over(server, desk, eventually):
    ana = server.person("Ana")
    table, _ = waiting(ana, "week")
    ends = ana.post("/api/vacation", days=3)["ends"]

    def wake():
        with desk.store.reading() as connection:
            return connection.execute(sa.select(tables.c.wake).where(tables.c.id == table)).scalar_one()

    expected = ends + PACES["week"].bank * (1 - clocks.WARN_AT)
    eventually(lambda: abs(wake() - expected) < 60)
    ana.post("/api/vacation/end")
    eventually(lambda: abs(wake() - (expected - 3 * DAY)) < 60)


def test_a_vacation_does_not_stop_a_live_game(server):
    ana = server.person("Ana")
    table, seat = waiting(ana, "live")
    ana.post("/api/vacation", days=1)
    shown = clock_of(ana, table, seat)
    assert shown["clock"]["running"] is True
    assert "away" not in shown["holder"]


def test_days_are_counted_whole_and_limited(server, desk):
    ana = server.person("Ana")
    assert ana.get("/api/vacation") == {"days_left": 30, "begins": None, "ends": None}
    ana.post("/api/vacation", 400, days=0)
    ana.post("/api/vacation", 400, days=31)
    ana.post("/api/vacation", 422, days=1, begins=time.time() + 400 * DAY)
    ana.post("/api/vacation/end", 409)
    ana.post("/api/vacation", days=20)
    assert "already" in ana.post("/api/vacation", 409, days=1)["error"]["text"]
    # On and off in a moment costs a day each time: nobody stops a clock whenever they like.
    assert ana.post("/api/vacation/end")["days_left"] == 29
    ana.post("/api/vacation", days=1)
    assert ana.post("/api/vacation/end")["days_left"] == 28
    # One that never began costs nothing.
    ana.post("/api/vacation", days=28, begins=time.time() + DAY)
    assert ana.post("/api/vacation/end")["days_left"] == 28
    assert "28 days" in ana.post("/api/vacation", 409, days=29)["error"]["text"]
    # What was taken more than a year ago is forgotten.
    with desk.store.writing() as connection:
        change = vacations.update().where(vacations.c.person == person_of(ana))
        connection.execute(change.values(ends=time.time() - 366 * DAY))
    assert ana.get("/api/vacation")["days_left"] == 30
    server.stranger().get("/api/vacation", 401)


def test_who_gives_orders_is_back(server):
    ana = server.person("Ana")
    table, seat = waiting(ana)
    ana.post("/api/vacation", days=5)
    ana.act(table, seat)
    assert ana.get("/api/vacation") == {"days_left": 29, "begins": None, "ends": None}


# --- pause ----------------------------------------------------------------------------------------------------------


def test_a_pause_needs_everybody_who_sits_there(server):
    ana, bo, cleo = server.person("Ana"), server.person("Bo"), server.person("Cleo")
    table = ana.lay(seats={"france": "me", "austria": "bot"}, pace="day")
    bo.post(f"/api/tables/{table}/join", seat="britain")
    cleo.post(f"/api/tables/{table}/pause", 403, paused=True)
    ana.post(f"/api/tables/{table}/pause", paused=True)
    card = bo.get(f"/api/tables/{table}")
    assert (card["paused"], card["would_pause"]) == (False, ["france"])
    ana.post(f"/api/tables/{table}/pause", paused=False)
    assert bo.get(f"/api/tables/{table}")["would_pause"] == []
    bo.post(f"/api/tables/{table}/pause", paused=True)
    ana.post(f"/api/tables/{table}/pause", paused=True)
    card = bo.get(f"/api/tables/{table}")
    assert (card["paused"], card["would_pause"]) == (True, [])
    assert not any(s["clock"]["running"] for s in card["seats"])
    # Any one of them starts the clocks again.
    bo.post(f"/api/tables/{table}/pause", paused=False)
    card = bo.get(f"/api/tables/{table}")
    assert (card["paused"], card["would_pause"]) == (False, [])
    # The word of somebody who left is worth nothing to the next holder of the seat.
    bo.post(f"/api/tables/{table}/pause", paused=True)
    bo.post(f"/api/tables/{table}/leave", seat="britain")
    cleo.post(f"/api/tables/{table}/join", seat="britain")
    assert bo.get(f"/api/tables/{table}")["would_pause"] == []
    without = ana.lay(seats={"france": "me"})
    ana.post(f"/api/tables/{without}/pause", 409, paused=True)


# --- regents --------------------------------------------------------------------------------------------------------


def test_a_regent_plays_as_the_staff_whatever_bot_was_wished_for(server, desk, monkeypatch):
    ana = server.person("Ana")
    everywhere = ("britain", "france", "austria")
    wish = {"seats": dict.fromkeys(everywhere, "me"), "levels": dict.fromkeys(everywhere, "random")}
    table = ana.lay(**wish, pace="day", hotseat=True)
    seat = ana.view(table)["view"]["to_act"][0]
    set_clock(desk, table, seat, bank=0.0, warned=True)
    with desk.store.writing() as connection:
        clocks.ring(connection, table, "day", time.time())  # no attendant hears of it: this test moves the bot itself
    asked, really = [], desk.play.bots.decide

    def decide(where, game, who, level):
        asked.append((where, who, level))
        return really(where, game, who, level)

    monkeypatch.setattr(desk.play.bots, "decide", decide)
    desk.play.move_bots(table)
    assert {a for a in asked if a[0] == table} == {(table, seat, "staff")}
    assert ana.view(table)["view"]["step"] > 0


# --- warning and gain -----------------------------------------------------------------------------------------------


def test_a_late_warning_still_leaves_time(server, desk):
    ana = server.person("Ana")
    table, seat = waiting(ana)
    set_clock(desk, table, seat, bank=HOUR, since=time.time() - 30 * DAY)
    desk.play.ring(table)
    shown = clock_of(ana, table, seat)
    assert shown["holder"]["kind"] == "human"
    assert shown["clock"]["low"] is True
    assert shown["clock"]["left"] == pytest.approx(PACES["day"].bank * clocks.WARN_AT / 2, abs=60)
    set_clock(desk, table, seat, bank=0.0, since=time.time())
    desk.play.ring(table)
    assert clock_of(ana, table, seat)["holder"]["kind"] == "regent"


def test_taking_back_gives_the_gained_time_back(server, desk):
    ana = server.person("Ana")
    table, seat = waiting(ana)
    while True:  # to an action that can be taken back
        seat = ana.view(table)["view"]["to_act"][0]
        ana.act(table, seat)
        if ana.view(table, seat)["view"]["undo"]:
            break
    set_clock(desk, table, seat, bank=11 * HOUR, since=time.time())
    for _ in range(3):
        ana.post(f"/api/tables/{table}/undo", seat=seat, version=ana.view(table)["version"])
        assert clock_of(ana, table, seat)["clock"]["left"] == pytest.approx(10 * HOUR, abs=60)
        ana.act(table, seat)
        assert clock_of(ana, table, seat)["clock"]["left"] == pytest.approx(11 * HOUR, abs=60)
