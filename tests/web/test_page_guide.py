"""The guided game: by its suggestions, by one's own head, and in French."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from hands import chance, give_an_order, name_napoleon, offered, wait_for_orders
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from stand import Table

Visit = Callable[..., Page]
MOST_LESSONS = 60
LESSONS = {
    "Coalitions": (
        "the Wheel", "“Undo”", "number of the rule", "name an Envoy", "Strike: Napoleon to Bavaria", "Battle cards",
        "face down", "Diplomacy: Prussia", "friend and who is foe", "Twenty-five Influence wins",
    ),
    "Alliance": (
        "This block is Napoléon", "only red wood", "moves one group", "main attack", "it is a reserve",
        "brings recruits", "“Undo”", "the defence before the attack", "a die for each step", "The battle is decided",
    ),
}  # fmt: skip
BATTLE = """() => [...document.querySelectorAll('.page .tale')].map(e => e.innerText)
    .find(t => t.startsWith('Battle in Bavaria'))"""
ENGLISH = re.compile(r"\b(the|of|with|was|from|by|is|your|may|which|and|off)\b", re.IGNORECASE)
READ = """() => [...document.querySelectorAll('.prompt .text, .order, .powers, .page, .coach p, .hint, .bar .title')]
    .filter(e => e.checkVisibility()).map(e => e.innerText).join('\\n')"""


def begin(page: Page, name: str = "Learn it in a guided game", game: str = "Coalitions") -> None:
    offered(page, game).get_by_role("button", name=name).click()
    page.wait_for_selector(".coach p")


def next_lesson(page: Page) -> str:
    """Wait until the guide wants something, or the game does; what the guide's button says."""
    found = page.wait_for_function("""() => {
        const go = document.querySelector('.coach .go');
        const asked = go || document.querySelector('#orders .who.red');
        return asked && !document.querySelector('#orders[data-busy]') && { button: go ? go.innerText : '' };
    }""")
    button: str = found.json_value()["button"]
    return button


@pytest.mark.parametrize("game", LESSONS)
def test_following_the_guide_leads_to_its_end(table: Table, visit: Visit, game: str) -> None:
    page = visit(table.address)
    begin(page, game=game)
    said, lost = [], []
    for _ in range(MOST_LESSONS):
        button = next_lesson(page)
        said.append(page.locator(".coach p").inner_text())
        if button == "Play on":
            break
        if not button:
            lost.append(page.locator("#orders .text").inner_text())
            give_an_order(page, chance(len(lost)))
            continue
        before = page.locator("#orders").get_attribute("data-version")
        page.locator(".coach .go").click()
        if button == "Do it for me":
            page.wait_for_function("v => document.querySelector('#orders').dataset.version !== v", arg=before)
    story = " ".join(said)
    for word in LESSONS[game]:
        assert word in story, (word, said)
    assert re.search("you know the (whole )?game", said[-1]), said
    assert not lost, lost
    assert page.evaluate(BATTLE), said
    page.locator(".coach .go").click()
    expect(page.locator(".coach p")).to_have_count(0)
    wait_for_orders(page)


def test_whoever_does_something_else_is_guided_on(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    begin(page)
    for _ in range(2):
        page.get_by_role("button", name="Go on").click()
    expect(page.locator(".coach p")).to_contain_text("which General is Napoleon")
    wait_for_orders(page)
    name_napoleon(page, "france-2")
    expect(page.locator(".coach em")).to_contain_text("Napoleon stands elsewhere now")
    rng, said = chance(7), set()
    for _ in range(14):
        if next_lesson(page) == "Go on":
            said.add(page.locator(".coach p").inner_text())
            page.get_by_role("button", name="Go on").click()
        else:
            said.add(page.locator(".coach p").inner_text())
            give_an_order(page, rng)
    assert len(said) >= 6, said
    page.get_by_role("button", name="Close the guide").click()
    expect(page.locator(".coach p")).to_have_count(0)
    page.reload()
    page.wait_for_selector("#orders .who")
    expect(page.locator(".coach p")).to_have_count(0)


def test_an_order_taken_back_brings_its_lesson_back(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    begin(page)
    while "name an Envoy" not in page.locator(".coach p").inner_text():
        next_lesson(page)
        page.locator(".coach .go").click()
        page.wait_for_function("() => !document.querySelector('#orders[data-busy]')")
    next_lesson(page)
    page.locator(".coach .go").click()
    expect(page.locator(".coach p")).to_contain_text("Garrisons hold territory")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".coach p")).to_contain_text("name an Envoy")


def test_the_guide_points_at_what_it_speaks_of(table: Table, visit: Visit) -> None:
    page = visit(table.address, reduced_motion="reduce")
    begin(page)
    expect(page.locator(".ring")).to_have_count(1)
    for _ in range(2):
        page.get_by_role("button", name="Go on").click()
    ring = page.locator(".ring.round")
    expect(ring).to_have_count(1)
    page.wait_for_function("""() => {
        const there = document.querySelector('[data-piece="france-3"]').getBoundingClientRect();
        const here = document.querySelector('.ring.round')?.getBoundingClientRect();
        if (!here) return false;
        const [x, y] = [here.x + here.width / 2, here.y + here.height / 2];
        return there.left <= x && x <= there.right && there.top <= y && y <= there.bottom;
    }""")


def test_a_guided_french_game_shows_no_english(table: Table, visit: Visit) -> None:
    page = visit(table.address, locale="fr")
    begin(page, "Apprendre en une partie guidée")
    for _ in range(24):
        button = next_lesson(page)
        text = page.evaluate(READ)
        assert not ENGLISH.search(text), ENGLISH.findall(text)
        if button:
            page.locator(".coach .go").click()
            page.wait_for_function("() => !document.querySelector('#orders[data-busy]')")
        else:
            give_an_order(page, chance(1))
    page.locator('[data-space="caucasus"], [data-space="moskva"]').first.dispatch_event("click")
    text = page.evaluate(READ)
    assert not ENGLISH.search(text), ENGLISH.findall(text)
