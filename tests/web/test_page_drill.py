"""A game the page has never heard of: blocks, dice, volleys, relations, odds, all drawn from its description."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from drill import installed
from hands import PORCH
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from stand import Table

Visit = Callable[..., Page]
POST = """const post = (path, body) => fetch('/api/' + path, { method: 'POST', body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' } }).then(answer => answer.json());"""
LAY = f"""async () => {{ {POST}
    await post('session', {{ name: 'Ada' }});
    return (await post('tables', {{ game: 'drill', seats: {{ red: 'me', blue: 'open', green: 'open' }} }})).id;
}}"""
JOIN = f"""async (table) => {{ {POST}
    await post('session', {{ name: 'Ben' }});
    for (const seat of ['blue', 'green']) await post(`tables/${{table}}/join`, {{ seat }});
}}"""
ANSWER = f"""async ([table, last]) => {{ {POST}
    for (;;) {{
        const card = await fetch(`/api/tables/${{table}}`).then(answer => answer.json());
        const seat = card.to_act.find(s => s !== 'red');
        if (!seat) return card.version;
        const shown = await fetch(`/api/tables/${{table}}/view?seat=${{seat}}`);
        const {{ version, view }} = await shown.json();
        await post(`tables/${{table}}/act`, {{ seat, version, do: view.actions.at(last ? -1 : 0).do }});
    }}
}}"""


@pytest.fixture(autouse=True)
def drill() -> Iterator[None]:
    with installed():
        yield


def sit(table: Table, visit: Visit, **settings: object) -> Page:
    """Red, with its first orders before it."""
    page = visit(table.address + PORCH, **settings)
    page.evaluate("() => localStorage.setItem('confirm', 'off')")
    page.goto(f"{table.address}/#/table/{page.evaluate(LAY)}")
    page.wait_for_selector("#orders .who.red")
    page.wait_for_selector(".piece")
    return page


def play_on(page: Page, friend: Page, done: Callable[[], bool], *, last: bool = False) -> None:
    """Red gives its first (or last) order and the others theirs, until something is to be seen."""
    laid = page.url.rsplit("/", 1)[1]
    friend.evaluate(JOIN, laid)
    for _ in range(40):
        version = friend.evaluate(ANSWER, [laid, last])
        page.wait_for_function(
            """version => Number(document.querySelector('#orders').dataset.version) >= version
                && document.querySelector('#orders .who.red, #orders .who.won')""",
            arg=version,
        )
        if done() or page.locator("#orders .who.won").count():
            return
        before = page.locator("#orders").get_attribute("data-version")
        choices = page.locator("#orders .order, .card.lit, .space.lit")
        (choices.last if last else choices.first).press("Enter")
        page.wait_for_function("before => document.querySelector('#orders').dataset.version !== before", arg=before)


def test_the_lobby_offers_it(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    expect(page.get_by_role("heading", name="Drill")).to_be_visible()


def test_own_blocks_stand_on_their_strength_and_others_show_their_backs(table: Table, visit: Visit) -> None:
    page = sit(table, visit)
    for number, strength in enumerate((4, 3, 2, 1)):
        block = page.locator(f'[data-piece="red-{number}"]')
        assert block.locator(".turned").evaluate("e => e.style.transform") == f"rotate({90 * (strength - 4)}deg)"
        assert block.locator(".turned g[fill-opacity='1'] circle").count() == strength
    assert page.locator('[data-piece="red-1"] text').text_content() == "B3"
    backs = page.locator('[data-piece^="hidden-"]')
    expect(backs).to_have_count(12)
    assert backs.locator(".turned, text").count() == 0
    assert page.locator('[data-piece^="blue"], [data-piece^="green"]').count() == 0
    first = backs.first.locator("rect").nth(1).get_attribute("fill")
    assert first != page.locator('[data-piece="red-0"] rect').nth(1).get_attribute("fill")


def test_a_whole_stack_can_be_fanned_out(table: Table, visit: Visit) -> None:
    page = sit(table, visit)
    page.locator('[data-piece="red-5"] .hit').dispatch_event("pointerenter")
    page.wait_for_function("""() => {
        const all = [...document.querySelectorAll('[data-piece^="red-"]')].map(e => e.getBoundingClientRect());
        return all.length === 6 && all.every((a, n) => all.slice(n + 1).every(
            b => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) >= 0.95 * a.width));
    }""")


def test_a_battle_is_shown_side_by_side_with_its_dice_volley_by_volley(table: Table, visit: Visit) -> None:
    page = sit(table, visit)
    battle = page.get_by_role("region", name="Battle of the hill")
    expect(battle.locator(".bout")).to_have_text("Round 1 of at most 4")
    expect(battle.locator(".stand.next")).to_have_attribute(
        "title", "red cavalry, B2, strength 3 of 4: across the river"
    )
    assert battle.locator(".stand.next text").text_content() == "B2"
    expect(battle.locator(".wounds")).to_contain_text("1")
    expect(battle.locator(".reserve")).to_contain_text("round 2")
    assert battle.locator(".reserve .stand").count() == 1
    expect(battle.locator(".volleys li")).to_have_count(2)
    fired = battle.locator(".volleys li").first
    expect(fired.get_by_role("img", name="die: 1, hit")).to_be_visible()
    assert fired.locator(".die.hit circle").count() == 1
    assert fired.get_by_role("img", name="die: 6").locator("circle").count() == 6
    expect(fired).to_contain_text("hits: 1")


def test_new_volleys_come_one_at_a_time_and_can_be_skipped(table: Table, visit: Visit) -> None:
    page = sit(table, visit)
    page.wait_for_selector(".volleys li")
    page.evaluate("""() => {
        window.counts = [];
        new MutationObserver(() => window.counts.push(document.querySelectorAll('.volleys li').length))
            .observe(document.querySelector('section.battle'), { subtree: true, childList: true });
    }""")
    play_on(page, visit(table.address + PORCH), lambda: "round 2" in page.locator(".bar .moment").inner_text())
    expect(page.locator(".volleys li")).to_have_count(4)
    counts = page.evaluate("() => window.counts")
    assert 3 in counts  # not both at once


def test_relations_cards_odds_and_overlays(table: Table, visit: Visit) -> None:
    page = sit(table, visit)
    page.get_by_role("tab", name="Table").click()
    square = page.locator(".page table").first
    expect(square.locator("td.hostile")).to_have_count(2)
    square.get_by_role("button", name="Red").click()
    expect(page.locator(".page")).to_contain_text("Green: Allied until the harvest")
    expect(page.locator(".page").get_by_text("Forced march")).to_be_visible()
    expect(page.get_by_role("img", name="3 face down")).to_be_visible()
    page.get_by_role("button", name="How likely?").click()
    odds = page.locator("#orders .odds")
    expect(odds).to_contain_text("Red holds it")
    expect(odds).to_contain_text("63 %")
    page.get_by_role("button", name="Put the odds away").click()
    expect(odds).to_have_count(0)
    page.route("**/odds", lambda route: route.fulfill(json={"odds": None}))
    page.get_by_role("button", name="How likely?").click()
    expect(odds).to_have_text("There is nothing to reckon at this decision.")
    page.get_by_role("button", name="Lay over the map").click()
    page.get_by_label("Depots").check()
    expect(page.locator('[data-overlay="depots"] text')).to_have_text("3 wagons")


def test_dice_in_the_log_and_standing_answers_from_the_prompt(table: Table, visit: Visit) -> None:
    page = sit(table, visit)
    standing = page.locator("#orders .standing")

    def asked_to_contest() -> bool:
        return standing.get_by_role("button", name="Always yes").count() > 0

    play_on(page, visit(table.address + PORCH), asked_to_contest, last=True)
    expect(standing.first).to_contain_text("contest")
    standing.get_by_role("button", name="Always yes").click()
    expect(standing.get_by_role("button", name="Ask me", exact=True)).to_be_visible()
    die = page.locator(".story .die").first
    expect(die).to_be_visible()
    assert die.get_attribute("aria-label") in {
        f"die: {n}{', hit' if n <= 3 else ''}" for n in (die.locator("circle").count(),)
    }
    expect(page.locator(".story h3").first).to_be_visible()
    standing.get_by_role("button", name="Ask me", exact=True).click()
    expect(standing.get_by_role("button", name="Ask me", exact=True)).to_have_count(0)


def test_on_a_phone_nothing_sticks_out(table: Table, visit: Visit) -> None:
    page = sit(table, visit, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
