"""Clocks in the page: chosen, seen, stopped by agreement, running low, given to a regent and taken back; vacation."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from hands import PORCH
from playwright.sync_api import expect
from test_page_talk import post

from grognard.server.schema import seats

if TYPE_CHECKING:
    from playwright.sync_api import Page


def leave(db: str, number: str, rest: float) -> None:
    """As if everybody who is waited for had thought until so much is left."""
    engine = sa.create_engine(db, connect_args={"timeout": 60})
    with engine.begin() as connection:
        running = (seats.c.table == number, seats.c.since.is_not(None))
        connection.execute(seats.update().where(*running).values(bank=rest, since=time.time()))
        connection.execute(sa.text("UPDATE tables SET wake = 1 WHERE id = :id"), {"id": number})
    engine.dispose()


def test_a_clock_is_chosen_seen_stopped_and_runs_out(table: Any, visit: Callable[..., Page]) -> None:
    ana, bo = (visit(table.address + PORCH) for _ in range(2))
    for page, name in ((ana, "Ana"), (bo, "Bo")):
        post(page, "session", {"name": name})
    ana.goto(f"{table.address}/#/new/coalitions")
    ana.get_by_label("Scenario").select_option("1812")
    ana.get_by_label("Players").first.select_option("3")
    ana.get_by_label("Clock").first.select_option("day")
    expect(ana.get_by_text("Three days each, and an hour for every order.")).to_be_visible()
    ana.get_by_label("You and people you invite").check()
    ana.get_by_role("button", name="Lay the table").click()
    ana.get_by_role("button", name="Take France").click()
    number = ana.url.split("/table/")[1].split("?")[0]
    invite = ana.evaluate(f"fetch('/api/tables/{number}').then(a => a.json()).then(c => c.invite)")
    for seat in ("britain", "austria"):
        post(bo, f"tables/{number}/join", {"seat": seat, "invite": invite})
    bo.goto(f"{table.address}/#/table/{number}")
    clock = ana.locator(".power").filter(has_text="France").locator(".clock")
    expect(clock).to_contain_text("2 d 23 h")
    expect(clock).to_have_attribute("title", "the clock runs")
    # A pause needs both of them.
    ana.get_by_role("button", name="Seats").click()
    ana.get_by_role("button", name="Ask to stop the clocks").click()
    expect(ana.get_by_text("France would stop the clocks.")).to_be_visible()
    bo.get_by_role("button", name="Seats").click()
    bo.get_by_role("button", name="Agree to stop the clocks").click()
    expect(bo.get_by_text("the clocks are stopped").first).to_be_visible()
    expect(ana.get_by_role("button", name="Start the clocks")).to_be_visible()
    ana.get_by_role("button", name="Start the clocks").click()
    expect(ana.get_by_role("button", name="Ask to stop the clocks")).to_be_visible()
    ana.get_by_role("button", name="Close").last.click()
    # It runs low: the warning stands on the page. It runs out: a bot stands in, and the seat can be taken back.
    leave(table.db, number, 5 * 3600.0)
    expect(ana.get_by_text("Your clock runs low.")).to_be_visible()
    leave(table.db, number, 0.0)
    expect(ana.get_by_text("Your clock ran out: a bot stands in for you.")).to_be_visible()
    ana.get_by_role("button", name="Take your seat back").click()
    expect(ana.get_by_text("Your clock ran out")).to_have_count(0)
    expect(clock).to_contain_text("1 d 1")


def test_a_vacation_is_planned_shown_at_the_table_and_ended(table: Any, visit: Callable[..., Page]) -> None:
    ana, bo = (visit(table.address + PORCH) for _ in range(2))
    for page, name in ((ana, "Ana"), (bo, "Bo")):
        post(page, "session", {"name": name})
    wish = {"game": "coalitions", "scenario": "1812", "players": 3, "seats": {"france": "me"}, "pace": "week"}
    number = post(ana, "tables", wish)["id"]
    bo.goto(f"{table.address}/#/table/{number}")
    bo.get_by_role("button", name="Only watch").click()
    clock = bo.locator(".power").filter(has_text="France").locator(".clock")
    expect(clock).to_contain_text("13 d 23 h")
    ana.goto(table.address)
    ana.get_by_role("link", name="You", exact=True).click()
    ana.get_by_label("Days").fill("5")
    ana.get_by_role("button", name="Go away").click()
    expect(ana.get_by_text("You are away until")).to_be_visible()
    expect(ana.get_by_text("25 days left.")).to_be_visible()
    expect(clock).to_contain_text("away")
    ana.get_by_role("button", name="I am back").click()
    expect(ana.get_by_text("29 days left.")).to_be_visible()
    expect(clock).not_to_contain_text("away")
