"""Talk in the page: everybody, two, three; what is new is marked until it is seen; a notepad that keeps."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hands import PORCH
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def post(page: Page, path: str, body: dict[str, Any]) -> Any:
    """As the page itself would, with its cookie."""
    asked = f"""async () => {{ const a = await fetch('/api/{path}', {{ method: 'POST',
        headers: {{ 'Content-Type': 'application/json' }}, body: {json.dumps(json.dumps(body))} }});
        return a.status === 200 || a.status === 201 ? await a.json().catch(() => null) : {{ failed: a.status }}; }}"""
    return page.evaluate(asked)


def seated(visit: Callable[..., Page], address: str, **settings: Any) -> tuple[list[Page], str]:
    """France, Britain and Austria, each with a page of their own at one table."""
    pages = [visit(address + PORCH, **settings) for _ in range(3)]
    for page, name in zip(pages, ("Ana", "Bo", "Cleo"), strict=True):
        post(page, "session", {"name": name})
    wish = {"game": "coalitions", "scenario": "1812", "players": 3, "name": "Tilsit", "seats": {"france": "me"}}
    table = post(pages[0], "tables", wish)["id"]
    for page, seat in zip(pages[1:], ("britain", "austria"), strict=True):
        post(page, f"tables/{table}/join", {"seat": seat})
    for page in pages:
        page.goto(f"{address}/#/table/{table}")
        page.wait_for_selector("#orders .who")
    return pages, table


def say(page: Page, text: str) -> None:
    page.get_by_placeholder("Say something").fill(text)
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".talk li").filter(has_text=text)).to_be_visible()


def test_new_lines_are_marked_until_they_are_seen(table: Any, visit: Callable[..., Page]) -> None:
    (ana, bo, cleo), _ = seated(visit, table.address)
    ana.get_by_role("tab", name="Talk").click()
    say(ana, "Good evening to all")
    ana.get_by_role("button", name="Britain", exact=True).click()
    say(ana, "A word in private")
    say(ana, "<b>Boulogne?</b>")
    # Nothing is read that is not in sight: the marks stand at the tab, and in the list of tables.
    expect(bo.locator("#tab-talk .new")).to_have_text("3")
    expect(cleo.locator("#tab-talk .new")).to_have_text("1")
    elsewhere = bo.context.new_page()
    elsewhere.goto(table.address)
    expect(elsewhere.get_by_text("3 unread")).to_be_visible()
    # Everybody's channel comes first and is read at once; the private one keeps its mark until it is opened.
    bo.get_by_role("tab", name="Talk").click()
    expect(bo.get_by_text("Good evening to all")).to_be_visible()
    expect(bo.locator("#tab-talk .new")).to_have_text("2")
    private = bo.get_by_role("group", name="Whom you talk with").get_by_role("button", name="France")
    expect(private.locator(".new")).to_have_text("2")
    private.click()
    expect(bo.get_by_text("<b>Boulogne?</b>")).to_be_visible()
    expect(bo.locator(".new")).to_have_count(0)
    # What comes in while one looks needs no mark, and the marks do not come back.
    say(ana, "Are you still there?")
    expect(bo.get_by_text("Are you still there?")).to_be_visible()
    expect(bo.locator(".new")).to_have_count(0)
    # The mark goes when the line is seen, the server is told thereafter, and a list is as it was when it was asked for.
    elsewhere.wait_for_function(
        "() => fetch('/api/tables?mine=1').then(a => a.json()).then(all => all.every(table => !table.unread))",
        polling=100,
    )
    elsewhere.reload()
    expect(elsewhere.get_by_text("Tilsit")).to_be_visible()
    expect(elsewhere.get_by_text("unread")).to_have_count(0)
    # Cleo heard what was for everybody, and nothing else.
    cleo.get_by_role("tab", name="Talk").click()
    expect(cleo.get_by_text("Good evening to all")).to_be_visible()
    cleo.get_by_role("group", name="Whom you talk with").get_by_role("button", name="France").click()
    expect(cleo.get_by_text("Nobody has spoken yet.")).to_be_visible()


def test_three_talk_among_themselves_and_a_second_screen_keeps_step(table: Any, visit: Callable[..., Page]) -> None:
    (ana, bo, _), number = seated(visit, table.address)
    second = bo.context.new_page()
    second.goto(f"{table.address}/#/table/{number}")
    second.wait_for_selector("#orders .who")
    ana.get_by_role("tab", name="Talk").click()
    ana.get_by_text("Talk with several").click()
    for seat in ("Britain", "Austria"):
        ana.get_by_role("checkbox", name=seat).check()
    ana.get_by_role("button", name="Talk among these").click()
    say(ana, "Three emperors")
    for screen in (bo, second):
        expect(screen.locator("#tab-talk .new")).to_have_text("1")
    bo.get_by_role("tab", name="Talk").click()
    bo.get_by_role("button", name="France, Austria").or_(bo.get_by_role("button", name="Austria, France")).click()
    expect(bo.get_by_text("Three emperors")).to_be_visible()
    expect(second.locator("#tab-talk .new")).to_have_count(0)


def test_on_a_phone_a_hidden_drawer_reads_nothing(table: Any, visit: Callable[..., Page]) -> None:
    (ana, bo, _), number = seated(visit, table.address, viewport={"width": 360, "height": 740})
    post(ana, f"tables/{number}/talk", {"channel": "table", "text": "One line"})
    expect(bo.locator(".thumbs .new")).to_have_text("1")
    bo.locator(".thumbs button").last.click()
    bo.get_by_role("tab", name="Talk").click()
    expect(bo.get_by_text("One line")).to_be_visible()
    expect(bo.locator(".thumbs .new")).to_have_count(0)
    bo.locator(".thumbs button").nth(1).click()
    post(ana, f"tables/{number}/talk", {"channel": "table", "text": "Another"})
    expect(bo.locator(".thumbs .new")).to_have_text("1")


def test_the_notepad_keeps_what_is_written(table: Any, visit: Callable[..., Page]) -> None:
    (ana, bo, _), _ = seated(visit, table.address)
    for page in (ana, bo):
        page.get_by_role("tab", name="Talk").click()
    ana.get_by_label("Notepad").fill("Watch Prussia")
    expect(ana.get_by_text("kept", exact=True)).to_be_visible()
    ana.reload()
    ana.get_by_role("tab", name="Talk").click()
    expect(ana.get_by_label("Notepad")).to_have_value("Watch Prussia")
    expect(bo.get_by_label("Notepad")).to_have_value("")
