"""The page on a phone, with a keyboard alone, in French, by candle light, and under an accessibility scanner."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest
from hands import chance, give_an_order, lay_new, offered, play_now, wait_for_orders
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from conftest import Table

Visit = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
AXE = files("axe_playwright_python") / "axe.min.js"
FITS = "() => document.documentElement.scrollWidth <= innerWidth"
SMALL = """() => [...document.querySelectorAll('body *')].filter(e => e.checkVisibility() && !e.closest('.sheet')
    && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())
    && parseFloat(getComputedStyle(e).fontSize) < 13).map(e => e.outerHTML.slice(0, 120))"""


def test_a_phone_shows_map_and_orders_and_nothing_sticks_out(table: Table, visit: Visit) -> None:
    page = visit(table.address, **PHONE)
    assert page.evaluate(FITS)
    play_now(page)
    wait_for_orders(page)
    assert page.evaluate(FITS)
    assert page.evaluate(SMALL) == []
    page.locator('[data-piece="france-3"]').tap()
    page.get_by_role("button", name="Do it").tap()
    page.get_by_role("button", name="Dispatches").tap()
    expect(page.locator(".page .tale").first).to_have_text("Napoleon is the French General in Lorraine.")
    page.get_by_role("button", name="Powers", exact=True).tap()
    expect(page.locator(".power .name").first).to_be_visible()
    assert page.evaluate(FITS)


def test_the_keyboard_alone_gives_orders(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    wait_for_orders(page)
    page.keyboard.press("Escape")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.classList.contains('hit')"):
            break
    assert page.evaluate("() => document.activeElement.getAttribute('aria-label')").startswith(
        "Name the French General"
    )
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Do it")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".page .tale").first).to_contain_text("Napoleon is the French General")


def test_every_order_is_in_the_list(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    wait_for_orders(page)
    page.get_by_role("button", name="All orders").click()
    assert page.get_by_role("list", name="All orders").get_by_role("button").count() == 6


def test_the_board_in_words_says_who_is_where(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    page.get_by_role("tab", name="Table").click()
    expect(page.locator(".page dd").filter(has_text="the French General in Lorraine (3 Units)")).to_be_visible()


def test_french(table: Table, visit: Visit) -> None:
    page = visit(table.address, locale="fr")
    offered(page).get_by_role("button", name="Jouer tout de suite contre des robots").click()
    page.get_by_role("button", name="Prendre France").click()
    expect(page.locator("#orders .who")).to_have_text("À vos ordres, France")
    assert page.evaluate("() => document.documentElement.lang") == "fr"


def test_nothing_is_smaller_than_13_px(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    assert page.evaluate(SMALL) == []
    play_now(page)
    give_an_order(page, chance(1))
    for tab in ("Dispatches", "Talk", "Rules", "Table"):
        page.get_by_role("tab", name=tab).click()
        assert page.evaluate(SMALL) == []


def test_reduced_motion_animates_nothing(table: Table, visit: Visit) -> None:
    page = visit(table.address, reduced_motion="reduce")
    play_now(page)
    wait_for_orders(page)
    assert page.evaluate("() => document.getAnimations().length") == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_scanner_finds_nothing_serious(table: Table, visit: Visit, theme: str) -> None:
    page = visit(table.address, color_scheme=theme)

    def serious() -> list[str]:
        page.evaluate(AXE.read_text())
        found = page.evaluate("() => axe.run()")["violations"]
        return [
            f"{v['id']}: {v['nodes'][0]['html'][:160]}: {v['nodes'][0]['failureSummary']}"
            for v in found
            if v["impact"] in ("serious", "critical")
        ]

    page.wait_for_selector(".game")
    assert serious() == []
    lay_new(page)
    page.wait_for_selector("form")
    assert serious() == []
    page.get_by_role("link", name="All tables").click()
    play_now(page)
    wait_for_orders(page)
    assert serious() == []
    for tab in ("Talk", "Rules", "Table"):
        page.get_by_role("tab", name=tab).click()
        assert serious() == []
