"""Answers that overtake each other on the way: the page keeps to what it asked for last."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hands import PORCH, chance, give_an_order, play_now, wait_for_orders
from playwright.sync_api import APIResponse, Page, Route, expect
from test_page_talk import post, say

if TYPE_CHECKING:
    from stand import Table

Visit = Callable[..., Page]


class Late:
    """The next answer to a page's question: given by the server at once, and held back until it is let go."""

    def __init__(self, page: Page, pattern: str) -> None:
        self._page = page
        self._held: list[tuple[Route, APIResponse]] = []
        page.route(pattern, lambda route: self._held.append((route, route.fetch())), times=1)

    def wait(self) -> None:
        for _ in range(600):
            if self._held:
                return
            self._page.wait_for_timeout(100)
        raise AssertionError("the page did not ask")

    def let_go(self) -> None:
        """Until the page has it: a question that was asked afterwards is answered."""
        ((route, answer),) = self._held
        route.fulfill(response=answer)
        self._page.evaluate("() => fetch('/api/me').then(answer => answer.text())")


def laid(ana: Page, bo: Page, address: str) -> str:
    """A table with Ana as France and Bo as Britain, of whom neither looks at it yet."""
    for page, name in ((ana, "Ana"), (bo, "Bo")):
        post(page, "session", {"name": name})
    wish = {"game": "coalitions", "scenario": "1812", "players": 3, "name": "Tilsit", "seats": {"france": "me"}}
    number: str = post(ana, "tables", wish)["id"]
    post(bo, f"tables/{number}/join", {"seat": "britain"})
    return f"{address}/#/table/{number}"


def sit_down(page: Page, place: str) -> None:
    page.goto(place)
    page.wait_for_selector("#orders .who")


def test_marks_of_new_lines_are_those_asked_for_last(table: Table, visit: Visit) -> None:
    ana, bo = (visit(table.address + PORCH) for _ in range(2))
    place = laid(ana, bo, table.address)
    number = place.rsplit("/", 1)[1]
    sit_down(bo, place)
    late = Late(bo, "**/channels*")
    post(ana, f"tables/{number}/talk", {"channel": "table", "text": "One"})
    late.wait()
    post(ana, f"tables/{number}/talk", {"channel": "table", "text": "Two"})
    mark = bo.locator("#tab-talk .new")
    expect(mark).to_have_text("2")
    late.let_go()
    expect(mark).to_have_text("2")
    # The lines themselves overtake each other as well.
    late = Late(bo, "**/talk?channel=table")
    bo.get_by_role("tab", name="Talk").click()
    late.wait()
    post(ana, f"tables/{number}/talk", {"channel": "table", "text": "Three"})
    lines = bo.locator(".talk li")
    expect(lines).to_have_count(3)
    late.let_go()
    expect(lines).to_have_count(3)


def test_a_line_may_be_written_while_the_last_is_on_its_way(table: Table, visit: Visit) -> None:
    ana, bo = (visit(table.address + PORCH) for _ in range(2))
    sit_down(ana, laid(ana, bo, table.address))
    ana.get_by_role("tab", name="Talk").click()
    say(ana, "One")
    late = Late(ana, "**/talk")  # the answer that it was said
    box = ana.get_by_placeholder("Say something")
    box.fill("Two")
    box.press("Enter")
    late.wait()
    expect(box).to_have_value("")
    box.fill("Three")
    late.let_go()
    expect(ana.locator(".talk li")).to_have_count(2)
    expect(box).to_have_value("Three")
    # What was not said is not lost either.
    ana.route("**/talk", lambda route: route.abort(), times=1)
    box.press("Enter")
    expect(ana.locator(".talk").get_by_role("alert")).to_be_visible()
    expect(box).to_have_value("Three")
    box.press("Enter")
    expect(ana.locator(".talk li")).to_have_count(3)
    expect(box).to_have_value("")


def test_seats_are_those_asked_for_last(table: Table, visit: Visit) -> None:
    ana, bo = (visit(table.address + PORCH) for _ in range(2))
    place = laid(ana, bo, table.address)
    number = place.rsplit("/", 1)[1]
    sit_down(ana, place)
    ana.get_by_role("button", name="Seats", exact=True).click()
    austria = ana.locator("dialog li").filter(has_text="Austria")
    expect(austria).to_contain_text("open")
    late = Late(ana, f"**/api/tables/{number}")
    post(bo, f"tables/{number}/leave", {"seat": "britain"})
    late.wait()
    post(bo, f"tables/{number}/join", {"seat": "austria"})
    expect(austria).not_to_contain_text("open")
    late.let_go()
    expect(austria).not_to_contain_text("open")


def test_the_past_is_the_one_asked_for_last(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    rng = chance(5)
    for _ in range(4):
        give_an_order(page, rng)
    wait_for_orders(page)
    late = Late(page, "**/view?*step=0*")
    page.get_by_role("button", name="To the beginning").click()
    late.wait()
    for _ in range(2):
        page.get_by_role("button", name="One step on").click()
    past = page.locator(".past")
    expect(past).to_contain_text("You are looking at step 2")
    late.let_go()
    expect(past).to_contain_text("You are looking at step 2")
