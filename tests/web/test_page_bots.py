"""Bots on the page: their level is chosen, their thinking is seen and cut short, and the staff gives advice."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hands import READY, name_napoleon, wait_for_orders
from playwright.sync_api import Page, expect

from grognard.server import bots
from ponderer import COMMAND, PONDERER

PICTURES = os.environ.get("GROGNARD_PICTURES")


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"players": {PONDERER: COMMAND}}


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png")


def test_the_staff_advises_and_is_followed(table: Any, visit: Any) -> None:
    page = visit(f"{table.address}/#/new/coalitions")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Lay the table").click()
    page.get_by_role("button", name="Take France").click()
    page.wait_for_selector(READY)
    name_napoleon(page)
    wait_for_orders(page)
    version = page.locator("#orders").get_attribute("data-version")
    page.get_by_role("button", name="Ask the staff").click()
    advice = page.locator("#orders .advice")
    expect(advice).to_contain_text("The staff advises")
    expect(advice.locator(".why")).not_to_be_empty()
    picture(page, "advice")
    page.get_by_role("button", name="Put the advice away").click()
    expect(advice).to_have_count(0)
    page.get_by_role("button", name="Ask the staff").click()
    page.get_by_role("button", name="Do that").click()
    sure = page.locator("#orders .sure")
    expect(sure.or_(page.locator(f'#orders:not([data-version="{version}"])')).first).to_be_visible()
    if sure.count():
        sure.click()
    expect(page.locator(f'#orders:not([data-version="{version}"])')).to_be_visible()
    expect(advice).to_have_count(0)


def test_a_level_is_chosen_and_its_thinking_cut_short(table: Any, visit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """France names Napoleon first; who plays it would think for an hour."""
    monkeypatch.setitem(bots.SECONDS, PONDERER, 3600.0)
    page = visit(f"{table.address}/#/new/coalitions")
    page.get_by_label("Your name").fill("Ana")
    expect(page.get_by_label("How the bots play")).to_have_value("staff")
    page.get_by_label("How the bots play").select_option("marshal")
    expect(page.get_by_text("Looks ahead for about two seconds")).to_be_visible()
    picture(page, "new-table")
    page.get_by_label("How the bots play").select_option(PONDERER)
    page.get_by_role("button", name="Lay the table").click()
    page.get_by_role("button", name="Take Britain").click()
    expect(page.get_by_text("France thinks")).to_be_visible()
    expect(page.get_by_role("progressbar", name="France thinks")).to_be_visible()
    picture(page, "thinking")
    page.set_viewport_size({"width": 360, "height": 740})
    picture(page, "thinking-360")
    page.set_viewport_size({"width": 1280, "height": 800})
    before = page.locator("#orders").get_attribute("data-version")
    page.get_by_role("button", name="Decide now").click()
    expect(page.locator(f'#orders:not([data-version="{before}"])')).to_be_visible()
    page.get_by_role("button", name="Seats").first.click()
    level = page.get_by_label("How France is played")
    expect(level).to_have_value(PONDERER)
    level.select_option("random")
    expect(page.get_by_text("Bot · by chance")).to_have_count(1)
    picture(page, "chairs")
    for seat in ("Austria", "Russia"):
        page.get_by_label(f"How {seat} is played").select_option("random")
    expect(page.get_by_text("Bot · by chance")).to_have_count(3)
