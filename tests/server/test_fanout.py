"""What one process does reaches the people of another: whatever its size, in order, and even if the line was cut."""

from __future__ import annotations

import threading

import httpx
import psycopg
import pytest
from servers import Elsewhere, Server, fresh_database
from table_seat import Seat

from grognard.server.settings import Settings

NOTIFICATION = 8000
"""So many bytes PostgreSQL carries in a notification."""


class At:
    """One of the two processes, as a socket needs it."""

    def __init__(self, port):
        self.port = port

    def next_port(self):
        return self.port


@pytest.fixture(scope="module")
def pair(postgres, tmp_path_factory):
    """This process and another one on the same PostgreSQL."""
    with fresh_database(postgres, "fanout") as url:
        second = Elsewhere(url, tmp_path_factory.mktemp("second") / "log")
        here = Server(Settings(db=url, bots=False, requests_a_minute=1_000_000))
        yield here, second
        here.stop()
        second.stop()
        assert "Traceback" not in second.complaints, second.complaints


@pytest.fixture
def game(pair):
    """A table played in this process, and a socket of each seat in the other."""
    here, second = pair
    ana = here.person("Ana")
    table = ana.lay(seats={"britain": "me", "france": "me", "austria": "me"})
    seats = [Seat(At(second.port), ana, table, seat) for seat in ("britain", "france", "austria")]
    for seat in seats:
        seat.until(lambda s: s.version >= 0)
    yield ana, table, seats
    for seat in seats:
        seat.close()


def act(ana, table):
    return ana.act(table, ana.view(table)["view"]["to_act"][0])["version"]


def test_updates_come_in_order_and_may_be_larger_than_a_notification(game):
    ana, table, seats = game
    last = [act(ana, table) for _ in range(25)][-1]
    for seat in seats:
        seat.until(lambda s: s.version >= last)
        versions = [told["version"] for told in seat.heard if told["type"] == "view"]
        assert versions == sorted(versions)
        assert max(len(frame.encode()) for frame in seat.frames) > NOTIFICATION
        assert seat.log == ana.view(table, seat.seat)["view"]["log"]


def test_what_a_process_could_not_tell_any_more_is_found_out(pair, game, monkeypatch):
    here, _ = pair
    ana, table, seats = game
    monkeypatch.setattr(here.desk.play, "announce", lambda _news: None)  # as if it was killed right after the commit
    last = act(ana, table)
    for seat in seats:
        seat.until(lambda s: s.version >= last)


def test_a_cut_line_is_mended_and_what_was_missed_is_shown(pair, game, eventually):
    here, _ = pair
    ana, table, seats = game
    with psycopg.connect(here.settings.postgres, autocommit=True) as connection:
        listening = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()"
        eventually(lambda: len(connection.execute(listening).fetchall()) == 2)
        before = set(connection.execute(listening).fetchall())
        for pid in before:
            connection.execute("SELECT pg_terminate_backend(%s)", pid)
        last = act(ana, table)
        for seat in seats:
            seat.until(lambda s: s.version >= last)
        eventually(lambda: len(set(connection.execute(listening).fetchall()) - before) == 2)
    last = act(ana, table)
    for seat in seats:
        seat.until(lambda s: s.version >= last)


def test_the_same_click_in_both_processes_has_one_effect(pair, game):
    here, second = pair
    ana, table, seats = game
    mover = ana.view(table)["view"]["to_act"][0]
    shown = ana.view(table, mover)
    body = {"seat": mover, "version": shown["version"], "do": shown["view"]["actions"][0]["do"]}
    statuses = []

    def click(port):
        address = f"http://127.0.0.1:{port}/api/tables/{table}/act"
        statuses.append(httpx.post(address, json=body, headers={"Cookie": ana.cookie}, timeout=120).status_code)

    clicks = [threading.Thread(target=click, args=[port]) for port in (here.port, second.port) for _ in range(4)]
    for thread in clicks:
        thread.start()
    for thread in clicks:
        thread.join()
    assert sorted(statuses) == [200] + [409] * 7
    for seat in seats:
        seat.until(lambda s: s.version == shown["version"] + 1)
