"""The log as a story: chapters, filters, links into the past, playing it again, studies, onlookers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from hands import chance, give_an_order, lay_new, play_now, wait_for_orders
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from stand import Table

Visit = Callable[..., Page]
PLACED = "() => [...document.querySelectorAll('[data-piece]')].map(e => e.dataset.piece + e.dataset.spaceOf).sort()"
"""Which piece stands where on the board that is shown."""


def some_orders(table: Table, visit: Visit, count: int = 8) -> Page:
    page = visit(table.address)
    play_now(page)
    rng = chance(5)
    for _ in range(count):
        give_an_order(page, rng)
    wait_for_orders(page)
    return page


def test_the_story_has_chapters_and_icons_and_can_be_filtered(table: Table, visit: Visit) -> None:
    page = some_orders(table, visit)
    story = page.locator(".story")
    expect(story.locator("h3").first).to_have_text("Round 1 began.")
    expect(story.locator("h4").first).to_have_text("Turn 1 of round 1.")
    icons = story.locator("li > svg path").evaluate_all("paths => paths.map(p => p.getAttribute('d').slice(0, 12))")
    assert len(set(icons)) >= 3
    everything = story.locator("li").count()
    page.get_by_label("Of whom").select_option(label="Austria")
    austrian = story.locator(".tale").all_inner_texts()
    assert 0 < len(austrian) < everything
    assert all("Austria" in text for text in austrian)
    page.get_by_label("Of what").select_option(label="Cards")
    cards = story.locator(".tale").all_inner_texts()
    assert 0 < len(cards) < len(austrian)
    assert all("card" in text or "discarded" in text for text in cards)
    page.get_by_label("Of whom").select_option(label="Prussia")
    page.get_by_label("Of what").select_option(label="Battles")
    expect(story).to_contain_text("No dispatch is like that.")


def test_a_dispatch_flashes_the_map(table: Table, visit: Visit) -> None:
    page = some_orders(table, visit, 1)
    page.evaluate("""() => {
        window.flashed = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, how) {
            if (how.id === 'flash') window.flashed.push(this.dataset.space ?? this.dataset.piece);
            return animate.call(this, frames, how);
        };
    }""")
    page.locator(".tale").filter(has_text="Napoleon is the French General").click()
    page.wait_for_function("() => window.flashed.some(id => id.startsWith('france-'))")


def test_a_link_leads_to_a_step_and_the_board_follows(table: Table, visit: Visit) -> None:
    page = some_orders(table, visit)
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".past")).to_contain_text("You are looking at step 1")
    expect(page.locator(".step-link")).to_have_attribute("href", re.compile(r"\?step=1$"))
    link = page.locator(".step-link").get_attribute("href") or ""
    assert "step=1" in page.url
    board = page.locator("[data-piece]").evaluate_all("all => all.map(e => e.dataset.piece + e.dataset.spaceOf).sort()")
    other = page.context.new_page()
    other.goto(link)
    expect(other.locator(".past")).to_contain_text("You are looking at step 1")
    other.wait_for_selector("[data-piece]")
    again = other.locator("[data-piece]").evaluate_all(
        "all => all.map(e => e.dataset.piece + e.dataset.spaceOf).sort()"
    )
    assert again == board
    other.evaluate("() => { location.hash = location.hash.replace('step=1', 'step=0'); }")
    expect(other.locator(".past")).to_contain_text("You are looking at step 0")
    expect(other.locator(".story .tale")).to_have_count(0)


def test_the_story_plays_itself_and_can_be_stopped(table: Table, visit: Visit) -> None:
    page = some_orders(table, visit)
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".past")).to_contain_text("You are looking at step 0")
    page.get_by_role("button", name="Play on").click()
    page.wait_for_function("() => /looking at step [2-9]/.test(document.querySelector('.past')?.innerText ?? '')")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Play on")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(1500)  # a step is shown for 900 milliseconds
    assert not [address for address in asked if "step=" in address]
    expect(page.locator(".past")).to_be_visible()
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".past")).to_have_count(0)


def test_a_study_from_a_step_is_private_and_against_bots(table: Table, visit: Visit) -> None:
    page = some_orders(table, visit)
    address = page.url.split("?")[0]
    page.get_by_role("button", name="To the beginning").click()
    for _ in range(2):
        page.get_by_role("button", name="One step on").click()
    expect(page.locator(".past")).to_contain_text("step 2")
    placed = page.evaluate(PLACED)
    assert len(placed) > 5
    page.get_by_role("button", name="Study from here against bots").click()
    page.wait_for_function("address => !location.href.startsWith(address)", arg=address)
    page.wait_for_function("() => document.querySelector('#orders .who')")
    assert "step" not in page.url
    study = page.url
    page.get_by_role("button", name="To the beginning").click()
    page.wait_for_function(f"placed => JSON.stringify(({PLACED})()) === JSON.stringify(placed)", arg=placed)
    page.get_by_role("button", name="Back to now").or_(page.get_by_role("button", name="One step on")).first.click()
    page.get_by_role("button", name="Seats", exact=True).click()
    expect(page.locator("dialog li").filter(has_text="Austria")).to_contain_text("Bot")
    stranger = visit(study)
    expect(stranger.locator("main")).to_contain_text("There is no such table here.")


def test_an_onlooker_sees_only_what_everybody_may(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    lay_new(page)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Lay the table").click()
    page.get_by_role("button", name="Take France").click()
    page.wait_for_selector("#orders .who")
    rng = chance(3)
    for _ in range(3):
        give_an_order(page, rng)
    wait_for_orders(page)
    expect(page.locator(".foot .card").first).to_be_visible()
    page.get_by_role("button", name="Seats", exact=True).click()
    onlooker = visit(page.get_by_label("Invite", exact=True).input_value())
    page.get_by_role("button", name="Close", exact=True).click()
    onlooker.wait_for_selector("[data-piece]")
    expect(onlooker.locator(".foot .card")).to_have_count(0)
    expect(onlooker.locator(".piece.lit, .space.lit, .power.lit, #orders .order")).to_have_count(0)
    expect(onlooker.locator("#orders .who")).to_contain_text("Waiting for")
    expect(page.locator(".tale").filter(has_text="The Battle cards France drew").first).to_be_attached()
    expect(onlooker.locator(".tale").filter(has_text="France drew").first).to_be_visible()
    assert onlooker.locator(".tale").filter(has_text="The Battle cards").count() == 0
    version = page.locator("#orders").get_attribute("data-version")
    give_an_order(page, rng)
    onlooker.wait_for_function("version => document.querySelector('#orders').dataset.version !== version", arg=version)
