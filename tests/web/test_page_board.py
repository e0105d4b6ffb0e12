"""The map and what is laid over it, moved by hand and looked at closely."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hands import calm, chance, give_an_order, name_napoleon, play_now, wait_for_orders
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from stand import Table

Visit = Callable[..., Page]
WATCH = """() => {
    window.touched = new Set();
    const seen = (records) => records.forEach((r) => {
        if (r.target.classList?.contains('sheet')) window.touched.add('sheet ' + r.attributeName);
        else window.touched.add(r.type + ' ' + r.target.nodeName + ' ' + (r.attributeName ?? ''));
    });
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(seen).observe(document.body, all);
}"""


def seated(table: Table, visit: Visit, **settings: object) -> Page:
    page = visit(table.address, **settings)
    play_now(page)
    wait_for_orders(page)
    return page


def test_moving_the_map_touches_one_style_and_nothing_else(table: Table, visit: Visit) -> None:
    page = seated(table, visit)
    calm(page)
    box = page.locator(".pane").bounding_box()
    assert box is not None
    x, y = box["x"] + 60, box["y"] + box["height"] - 60
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y - 10)
    page.evaluate(WATCH)
    before = page.locator(".sheet").evaluate("e => e.style.transform")
    for n in range(30):
        page.mouse.move(x + 20 + 4 * n, y - 10 - 3 * n)
    page.wait_for_function("before => document.querySelector('.sheet').style.transform !== before", arg=before)
    touched = set(page.evaluate("() => [...window.touched]"))
    assert "sheet style" in touched
    assert touched <= {"sheet style", "sheet class"}  # the class only says that it moves
    page.mouse.up()
    expect(page.locator("#orders .sure")).to_have_count(0)  # a drag is not a click


def test_the_keyboard_and_the_wheel_move_the_map(table: Table, visit: Visit) -> None:
    page = seated(table, visit)
    place = "() => document.querySelector('.sheet').style.transform"
    page.locator(".pane").focus()
    for key in ("ArrowUp", "ArrowDown", "+", "-", "0"):
        before = page.evaluate(place)
        page.keyboard.press(key)
        page.wait_for_function(f"before => ({place})() !== before", arg=before)
    page.locator(".pane").hover(position={"x": 300, "y": 200})
    before = page.evaluate(place)
    page.mouse.wheel(0, -300)
    page.wait_for_function(f"before => ({place})() !== before", arg=before)


def test_two_fingers_zoom(table: Table, visit: Visit) -> None:
    page = seated(table, visit, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    zoom = "() => Number(/scale\\(([\\d.]+)/.exec(document.querySelector('.sheet').style.transform)[1])"
    page.wait_for_function("() => document.querySelector('.sheet').style.transform")
    before = page.evaluate(zoom)
    page.locator(".pane").evaluate("""pane => {
        const send = (type, id, x, y) => pane.dispatchEvent(new PointerEvent(type, {
            pointerId: id, pointerType: 'touch', clientX: x, clientY: y, bubbles: true }));
        send('pointerdown', 1, 150, 250); send('pointerdown', 2, 200, 250);
        for (let n = 1; n <= 10; n++) {
            send('pointermove', 1, 150 - 5 * n, 250); send('pointermove', 2, 200 + 5 * n, 250);
        }
        send('pointerup', 1, 100, 250); send('pointerup', 2, 250, 250);
    }""")
    page.wait_for_function(f"before => ({zoom})() > 1.5 * before", arg=before)


def test_layers_are_laid_over_the_map_and_stay_chosen(table: Table, visit: Visit) -> None:
    page = seated(table, visit)
    expect(page.locator(".base .wash").first).to_be_attached()
    page.get_by_role("button", name="Lay over the map").click()
    page.get_by_label("Whose land it is").uncheck()
    expect(page.locator(".base .wash")).to_have_count(0)
    page.get_by_label("Ports and Sea Lanes").check()
    expect(page.locator('[data-overlay="ports"] .anchor')).to_have_count(11)
    assert page.locator('[data-overlay="ports"] .lane').count() >= 10
    page.get_by_label("Where a piece can get to").check()
    page.locator('[data-piece="france-3"]').hover()
    expect(page.locator('[data-reached="wurttemberg"]')).to_be_attached()
    expect(page.locator('[data-reached="london"]')).to_have_count(0)
    page.reload()
    wait_for_orders(page)
    expect(page.locator(".base .wash")).to_have_count(0)
    expect(page.locator('[data-overlay="ports"] .anchor')).to_have_count(11)


def test_pieces_can_be_hidden_and_a_glass_held_over_the_map(table: Table, visit: Visit) -> None:
    page = seated(table, visit)
    page.get_by_role("button", name="Hide the pieces").click()
    expect(page.locator(".piece")).to_have_count(0)
    page.locator(".pane").focus()
    page.keyboard.press("h")
    expect(page.locator('[data-piece="france-3"]')).to_be_visible()
    page.locator(".pane").hover(position={"x": 420, "y": 300})
    page.locator(".pane").focus()
    page.keyboard.down("m")
    expect(page.locator(".lens")).to_be_visible()
    glass = page.locator(".lens svg")
    expect(glass).not_to_have_attribute("viewBox", "0 0 100 100")  # it was put over the hand
    seen = glass.get_attribute("viewBox") or ""
    page.mouse.move(700, 420)
    expect(glass).not_to_have_attribute("viewBox", seen)
    page.keyboard.up("m")
    expect(page.locator(".lens")).to_have_count(0)


def test_a_long_touch_holds_the_glass(table: Table, visit: Visit) -> None:
    page = seated(table, visit, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    touch = """(pane, type) => pane.dispatchEvent(new PointerEvent(type, {
        pointerId: 5, pointerType: 'touch', clientX: 180, clientY: 300, bubbles: true }))"""
    page.locator(".pane").evaluate(touch, "pointerdown")
    expect(page.locator(".lens")).to_be_visible()
    page.locator(".pane").evaluate(touch, "pointerup")
    expect(page.locator(".lens")).to_have_count(0)


def test_a_stack_fans_out_under_the_hand(table: Table, visit: Visit) -> None:
    page = seated(table, visit)
    page.locator(".pane").focus()
    page.keyboard.press("0")
    page.wait_for_selector(".sheet:not(.moving)")
    stacks = page.evaluate("""() => {
        const by = {};
        document.querySelectorAll('[data-space-of]').forEach(e => (by[e.dataset.spaceOf] ??= []).push(e.dataset.piece));
        return Object.values(by).filter(s => s.length > 1);
    }""")
    pair = stacks[0][:2]
    apart = """pair => {
        const [a, b] = pair.map(id => document.querySelector(`[data-piece="${id}"]`).getBoundingClientRect());
        return Math.abs(a.x - b.x) / a.width;
    }"""
    assert page.evaluate(apart, pair) < 0.95
    page.locator(f'[data-piece="{pair[1]}"] .hit').dispatch_event("pointerenter")
    page.wait_for_function(f"pair => ({apart})(pair) >= 1", arg=pair)


def test_pieces_move_along_their_way(table: Table, visit: Visit) -> None:
    page = seated(table, visit)
    name_napoleon(page)
    page.wait_for_selector(".power.lit")
    page.locator(".power.lit .face").first.click()
    page.get_by_role("button", name="Done").click()
    page.locator('.piece.lit[data-piece="france-3"]').click()
    page.evaluate("""() => {
        window.ways = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, how) {
            const piece = this.closest('.piece')?.dataset.piece;
            if (how.id === 'journey') window.ways.push([piece, frames.length, how.duration]);
            return animate.call(this, frames, how);
        };
    }""")
    page.locator('.space[data-space="aquitaine"]').hover()
    expect(page.locator(".laid .arrow")).to_be_attached()
    page.locator('.space[data-space="aquitaine"]').click()
    page.get_by_role("button", name="March Napoleon in Lorraine (3 Units) to Aquitaine", exact=True).click()
    page.wait_for_function("() => window.ways.length > 0")
    piece, points, duration = page.evaluate("() => window.ways[0]")
    assert piece == "france-3"
    assert points >= 3  # Lorraine, Paris or Languedoc on the way, Aquitaine
    assert 250 <= duration <= 400


def test_what_binds_is_asked_for_twice_unless_one_does_not_want_that(table: Table, visit: Visit) -> None:
    page = seated(table, visit)
    page.locator('[data-piece="france-3"]').click()
    dialog = page.get_by_role("alertdialog")
    expect(dialog).to_contain_text("cannot be taken back")
    page.get_by_role("button", name="Not yet").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("#orders")).to_have_attribute("data-version", "0")
    page.locator('[data-piece="france-3"]').click()
    expect(dialog).to_be_visible()
    page.locator('[data-piece="france-3"]').click()  # the same again is a yes
    expect(page.locator(".page .tale").first).to_have_text("Napoleon is the French General in Lorraine.")
    page.wait_for_selector(".power.lit")
    page.locator(".power.lit .face").first.click()  # this can be taken back, so nothing is asked
    page.get_by_role("button", name="Done").wait_for()
    expect(dialog).to_have_count(0)
    rng = chance(1)
    page.evaluate("() => localStorage.setItem('confirm', 'off')")
    page.reload()
    for _ in range(6):
        wait_for_orders(page)
        expect(page.get_by_role("button", name="Ask before what cannot be taken back")).to_have_count(1)
        give_an_order(page, rng)
        expect(dialog).to_have_count(0)
    wait_for_orders(page)
    page.get_by_role("button", name="Ask before what cannot be taken back").click()
    assert page.evaluate("() => localStorage.getItem('confirm')") == "on"
