"""The page on a phone, with a keyboard alone, in French, by candle light, and under an accessibility scanner."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from hands import chance, give_an_order, name_napoleon, offered, play_now, serious, wait_for_orders
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from stand import Table

Visit = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
WIDTH = "() => document.documentElement.scrollWidth"
"""Not beside innerWidth: on a phone that grows with whatever sticks out."""
SMALL = """() => [...document.querySelectorAll('body *')].filter(e => e.checkVisibility() && !e.closest('.sheet')
    && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())
    && parseFloat(getComputedStyle(e).fontSize) < 13).map(e => e.outerHTML.slice(0, 120))"""


def test_a_phone_shows_map_and_orders_and_nothing_sticks_out(table: Table, visit: Visit) -> None:
    page = visit(table.address, **PHONE)
    assert page.evaluate(WIDTH) == 360
    play_now(page)
    wait_for_orders(page)
    assert page.evaluate(WIDTH) == 360
    assert page.evaluate(SMALL) == []
    page.locator('[data-piece="france-3"]').tap()
    page.get_by_role("button", name="Do it").tap()
    page.get_by_role("button", name="Dispatches").tap()
    expect(page.locator(".page .tale").first).to_have_text("Napoleon is the French General in Lorraine.")
    page.get_by_role("button", name="Powers", exact=True).tap()
    expect(page.locator(".power .name").first).to_be_visible()
    assert page.evaluate(WIDTH) == 360


@pytest.mark.parametrize("game", ["Alliance", "Coalitions"])
def test_on_a_phone_language_and_light_are_one_tap_away(table: Table, visit: Visit, game: str) -> None:
    page = visit(table.address, **PHONE)
    play_now(page, game=game)
    wait_for_orders(page)
    page.get_by_role("button", name="Français").tap()
    expect(page.locator("#orders .who")).to_have_text("À vos ordres, France")
    page.get_by_role("button", name="À la chandelle").tap()
    expect(page.locator("html")).to_have_attribute("data-theme", "candle")
    assert page.evaluate(WIDTH) == 360
    assert page.evaluate(SMALL) == []


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
    expect(page.get_by_role("list", name="All orders").get_by_role("button")).to_have_count(6)


def test_the_board_in_words_says_who_is_where(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    page.get_by_role("tab", name="Table").click()
    expect(page.locator(".page dd").filter(has_text="the French General in Lorraine (3 Units)")).to_be_visible()


def test_french(table: Table, visit: Visit) -> None:
    page = visit(table.address, locale="fr")
    offered(page).get_by_role("button", name="Jouer tout de suite contre des robots").click()
    page.get_by_role("button", name="Prendre place : France").click()
    expect(page.locator("#orders .who")).to_have_text("À vos ordres, France")
    assert page.evaluate("() => document.documentElement.lang") == "fr"


def test_a_guest_without_a_name_of_his_own_is_called_so_in_the_language_of_the_page(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    page.get_by_role("button", name="Français").click()
    page.goto(f"{table.address}/#/")
    called = page.locator(".who")
    expect(called).to_have_text("invité")
    page.get_by_role("button", name="English").click()
    expect(called).to_have_text("guest")
    assert page.request.post(f"{table.address}/api/me", data={"name": "Ney"}).ok
    page.reload()
    expect(called).to_have_text("Ney · guest")
    page.get_by_role("button", name="Français").click()
    expect(called).to_have_text("Ney · invité")


def test_rules_and_places_are_read_in_the_language_one_turns_to(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page, game="Alliance")
    page.locator("#orders").get_by_role("button", name="Rule 3.0.3").click()
    expect(page.locator(".page .text")).to_contain_text("discards one face down")
    expect(page.get_by_label("Lithuania", exact=True)).to_be_attached()
    page.get_by_role("button", name="Français").click()
    expect(page.locator(".page .text")).to_contain_text("en écarte une face cachée")
    expect(page.locator(".page article")).to_contain_text("Pourquoi : Le livre mélange les cartes")
    expect(page.get_by_label("Lituanie", exact=True)).to_be_attached()
    page.get_by_role("tab", name="Table").click()
    expect(page.locator(".page dt").filter(has_text="Algarve")).to_contain_text("tenu par : Portugal")


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


def press_to(page: Page, selector: str, most: int = 250) -> None:
    """Tab on until the keyboard stands on what is wanted, and press it."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement?.matches(s)", selector):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"the keyboard does not get to {selector}")


def settled(page: Page, question: str) -> None:
    """Wait until this is asked, and nothing is under way."""
    expect(page.locator("#orders .text")).to_contain_text(question)
    page.wait_for_function("() => !document.querySelector('#orders[data-busy]')")


def test_a_whole_turn_by_keyboard_alone(table: Table, visit: Visit) -> None:
    """From the first page to the end of France's movement, and never a pointer."""
    page = visit(table.address)
    page.wait_for_selector(".game")
    page.evaluate("() => localStorage.setItem('confirm', 'off')")
    page.reload()
    page.wait_for_selector(".game")
    press_to(page, '[data-game="coalitions"] .now')
    page.wait_for_selector("dialog")
    press_to(page, "dialog li:nth-child(2) button")
    settled(page, "Which French General is Napoleon")
    page.wait_for_selector('.piece.lit[data-piece="france-3"]')
    press_to(page, '[data-piece="france-3"] .hit')
    settled(page, "name an Envoy")
    press_to(page, "#orders .order")
    settled(page, "disband Garrisons first")
    press_to(page, "#orders .order")
    settled(page, "move a General")
    press_to(page, '[data-piece="france-3"] .hit')
    page.wait_for_selector('.space.lit[data-space="wurttemberg"]')
    press_to(page, '[data-space="wurttemberg"]')
    expect(page.locator(".tale").filter(has_text="Napoleon marched").first).to_contain_text("to Wurttemberg.")
    page.wait_for_function("() => !document.querySelector('#orders[data-busy]')")
    press_to(page, "#orders .undo")
    expect(page.locator(".tale").filter(has_text="Napoleon marched")).to_have_count(0)
    page.wait_for_function("() => !document.querySelector('#orders[data-busy]')")
    press_to(page, "#orders .order")
    settled(page, "round 2")
    press_to(page, "#orders .order:nth-child(2)")
    expect(page.locator("#orders .text")).not_to_contain_text("round 2")


def test_what_happens_is_read_out_and_can_be_read(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    wait_for_orders(page)
    assert page.locator("#orders .what").get_attribute("aria-live") == "polite"
    name_napoleon(page)
    expect(page.get_by_role("log").first).to_contain_text("Napoleon is the French General in Lorraine.")
    wait_for_orders(page)
    page.get_by_role("tab", name="Table").click()
    expect(page.locator(".page li").filter(has_text="Napoleon is the French General in Lorraine.")).to_be_attached()
    page.get_by_role("list", name="What you may do").get_by_role("button", name="Name Russia as Envoy").press("Enter")
    page.locator("#orders .sure, #orders .order").first.wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_scanner_finds_nothing_serious(table: Table, visit: Visit, theme: str) -> None:
    page = visit(table.address, color_scheme=theme, reduced_motion="reduce")
    page.wait_for_selector(".game")
    assert serious(page) == []
    for place in ("new/", "you", "confirm/none", "admin/none", "table/none"):
        page.goto(f"{table.address}/#/{place}")
        page.wait_for_load_state("networkidle")
        assert serious(page) == [], place
    page.goto(f"{table.address}/#/")
    offered(page).get_by_role("button", name="Learn it in a guided game").click()
    page.wait_for_selector(".coach p")
    wait_for_orders(page)
    assert serious(page) == []
    page.get_by_role("button", name="Close the guide").click()
    for tab in ("Talk", "Rules", "Table"):
        page.get_by_role("tab", name=tab).click()
        assert serious(page) == [], tab
    page.get_by_role("tab", name="Dispatches").click()
    page.locator('[data-piece="austria-1"] .hit').dispatch_event("click")
    page.wait_for_selector("#orders .refusal")
    assert serious(page) == []
    page.get_by_role("button", name="Seats", exact=True).click()
    page.wait_for_selector("dialog")
    assert serious(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_map_that_is_long_in_coming_can_be_waited_for(table: Table, visit: Visit, theme: str) -> None:
    page = visit(table.address, color_scheme=theme)
    page.route("**/topology", lambda _: None)
    play_now(page)
    expect(page.locator(".map .unroll")).to_be_visible()
    assert serious(page) == []
