"""Whole games through the page, every order given on it, to the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from hands import READY, lay_new, play_on, see_the_end, serious
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from stand import Table

Visit = Callable[..., Page]


def lay(page: Page, game: str, scenario: str, seat: str, players: str = "", **options: str) -> None:
    """A table for people one invites, and one's own seat at it."""
    lay_new(page, game)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Scenario").select_option(label=scenario)
    if players:
        page.locator("label").filter(has_text=re.compile("^Players")).locator("select").select_option(players)
    if options:
        page.get_by_text("Optional rules").click()
    for option, value in options.items():
        page.get_by_label(option).select_option(label=value)
    page.get_by_label("You and people you invite").check()
    page.get_by_role("button", name="Lay the table").click()
    page.get_by_role("button", name=f"Take {seat}").click()
    page.locator("dialog").wait_for(state="detached")


def invite(owner: Page, visit: Visit, seat: str) -> Page:
    owner.get_by_role("button", name="Seats", exact=True).click()
    guest = visit(owner.get_by_label("Invite", exact=True).input_value())
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name=f"Take {seat}").click()
    guest.locator("dialog").wait_for(state="detached")
    return guest


def ask_once(page: Page) -> None:
    """No second question before what binds."""
    page.evaluate("() => localStorage.setItem('confirm', 'off')")
    page.reload()
    page.wait_for_selector(READY)


def test_two_people_and_a_bot_play_the_sixth_coalition(table: Table, visit: Visit) -> None:
    owner = visit(table.address)
    lay(owner, "Coalitions", "1812 · The Sixth Coalition", "France", players="3")
    people = (owner, invite(owner, visit, "Austria"))
    for page in people:
        ask_once(page)
    owner.get_by_role("button", name="Seats", exact=True).click()
    owner.get_by_role("button", name="Bots for the empty seats").click()
    owner.locator("dialog").wait_for(state="detached")
    for number, page in enumerate(people):
        play_on(page, 3 + number)
    for page in people:
        see_the_end(page)
        expect(page.locator("#orders .who.won")).to_have_text("The game is over")
        expect(page.locator("#orders .text")).to_contain_text("won by")
        assert page.locator(".piece.lit").count() == 0


def test_two_people_play_alliance_from_1804_to_the_peace(table: Table, visit: Visit) -> None:
    """Neither gives in nor makes friends of the other nor plays with Napoleon's life, which would end the war early."""
    owner = visit(table.address)
    lay(owner, "Alliance", "1804-07", "France", players="2", Surrender="ruled out")
    people = (owner, invite(owner, visit, "Britain"))
    for number, page in enumerate(people):
        ask_once(page)
        play_on(page, 4 + number, shunned="alliance|Napol")
    for page in people:
        see_the_end(page)
        expect(page.locator("#orders .text")).to_contain_text("won")
    expect(owner.locator(".story")).to_contain_text(re.compile("1807|Napoléon has fallen"))


def test_one_person_plays_alliance_alone(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    lay(page, "Alliance", "Solitaire", "Solitaire")
    ask_once(page)
    play_on(page, 7, hurry=0.25)
    see_the_end(page)
    assert serious(page) == []
