"""Letters in the page: couriers are added, tried and dismissed, what became of each letter is told; push is shown."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hands import PORCH
from playwright.sync_api import expect
from test_page_talk import post

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))
from receivers import web_server

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"private_couriers": True, "post_delay": 0.0}


def test_a_webhook_is_added_tried_and_dismissed(table: Any, visit: Callable[..., Page]) -> None:
    ana = visit(table.address + PORCH)
    post(ana, "session", {"name": "Ana"})
    ana.goto(f"{table.address}/#/you")
    expect(ana.get_by_text("No letter was sent yet.")).to_be_visible()
    with web_server() as hook:
        ana.get_by_label("Webhook address").fill(f"{hook.url}/hook/s3cret")
        ana.get_by_role("button", name="Add").click()
        expect(ana.get_by_text("127.0.0.1/…cret")).to_be_visible()
        ana.get_by_role("button", name="Send a test").click()
        expect(ana.get_by_role("cell", name="delivered")).to_be_visible()
        assert len(hook.requests) == 1
        hook.status = 404
        ana.get_by_role("button", name="Send a test").click()
        expect(ana.get_by_text("It answers 404.")).to_be_visible()
    assert "s3cret" not in ana.content()
    ana.get_by_role("button", name="Dismiss").click()
    expect(ana.get_by_role("button", name="Dismiss")).to_have_count(0)
    ana.get_by_label("Webhook address").fill("https://user:word@example.org/")
    ana.get_by_role("button", name="Add").click()
    expect(ana.get_by_role("alert")).to_have_text("The address must not hold a name or a password.")
    # Each table has a setting of its own.
    wish = {"game": "coalitions", "scenario": "1812", "players": 3, "seats": {"france": "me"}, "pace": "day"}
    number = post(ana, "tables", wish)["id"]
    ana.goto(f"{table.address}/#/table/{number}")
    ana.get_by_role("button", name="Seats").click()
    hears = ana.get_by_label("Letters about this table")
    expect(hears).to_have_value("each")
    with ana.expect_response(f"**/tables/{number}/letters"):
        hears.select_option("digest")
    ana.reload()
    ana.get_by_role("button", name="Seats").click()
    expect(ana.get_by_label("Letters about this table")).to_have_value("digest")


def test_what_is_pushed_is_shown_by_the_browser(table: Any, visit: Callable[..., Page]) -> None:
    page = visit(table.address, permissions=["notifications"])
    line = page.context.new_cdp_session(page)
    line.send("ServiceWorker.enable")
    known: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: known.extend(r["registrationId"] for r in told["registrations"]),
    )
    page.evaluate(
        "navigator.serviceWorker.register('/courier.js').then(() => navigator.serviceWorker.ready).then(() => 1)"
    )
    message = '{"title": "Your orders are awaited: Tilsit", "body": "The game waits for you.", "link": "/#/table/1"}'
    shown = """async () => {
        const ready = await navigator.serviceWorker.ready;
        const all = await ready.getNotifications();
        return all.map((note) => [note.title, note.body, note.data.link]);
    }"""
    # A browser drops what is pushed before it has stored the registration, so the message is sent until it is shown;
    # however often it came, it is shown once.
    notes: list[list[str]] = []
    for _ in range(300):
        if known:
            delivery = {"origin": table.address, "registrationId": known[-1], "data": message}
            line.send("ServiceWorker.deliverPushMessage", delivery)
        page.wait_for_timeout(200)
        if notes := page.evaluate(shown):
            break
    assert notes == [["Your orders are awaited: Tilsit", "The game waits for you.", "/#/table/1"]]
