"""How a person handles the page: sitting down, giving orders with the keyboard or the mouse."""

from __future__ import annotations

from importlib.resources import files
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as Waited

PORCH = "/api/me"
"""An address of the table that shows no page: whoever prepares something there loads the page only when it is ready."""
AXE = files("axe_playwright_python") / "axe.min.js"
READY = "#orders .who"
CHOICES = ".piece.lit .hit, .space.lit, .power.lit .face, .card.lit, .stand.lit, #orders .order"
VERSION = "() => document.querySelector('#orders')?.dataset.version"
GIVEN = f"before => ({VERSION})() !== before || !!document.querySelector('#orders[data-busy]')"
IDLE = "() => !document.querySelector('#orders[data-busy]')"
CALM = """() => new Promise((done) => {
    let rest = 0;
    const watch = new MutationObserver(() => wait());
    const wait = () => {
        clearTimeout(rest);
        rest = setTimeout(() => { watch.disconnect(); done(); }, 400);
    };
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    wait();
})"""
STATE = f"""() => ({{
    red: !!document.querySelector('#orders .who.red'), over: !!document.querySelector('#orders .who.won'),
    lit: document.querySelectorAll('{CHOICES}').length}})"""

PLAY_ON = """([choices, seed, shunned, hurry]) => {
    const draw = () => {  // mulberry32
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    const shun = shunned && new RegExp(shunned);
    const label = (e) => e.getAttribute('aria-label') || e.textContent;
    const see = (what) => document.querySelector('#orders ' + what);
    const step = () => {
        if (see('.who.won')) return;
        if (see('.who.red') && !document.querySelector('#orders[data-busy]')) {
            const all = [...document.querySelectorAll(choices)];
            const liked = all.filter((e) => !shun || !shun.test(label(e)));
            const fit = liked.length ? liked : all;
            const direct = fit.filter((e) => e.matches('.order'));
            const glowing = direct.length && draw() < hurry ? direct : fit;
            const chosen = glowing[Math.floor(draw() * glowing.length)];
            const press = (e, key) => e?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
            if (chosen instanceof HTMLButtonElement) chosen.click();
            else if (chosen) press(chosen, 'Enter');
            else if (all.length) press(document.querySelector('.pane'), 'Escape');
        }
        setTimeout(step, 5);
    };
    step();
}"""


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - a hand that can be led again


def offered(page: Page, game: str = "Coalitions") -> Locator:
    """A game on the landing page."""
    return page.locator("article.game").filter(has=page.get_by_role("heading", name=game, exact=True))


def lay_new(page: Page, game: str = "Coalitions") -> None:
    """To the page where a table is laid."""
    offered(page, game).get_by_role("button", name="Lay a new table").click()


def share_the_screen(page: Page, *seats: str) -> None:
    """Lay a table for several people at one screen, with bots for the others; the curtain is drawn then."""
    page.get_by_label("Several people at this screen").check()
    page.get_by_role("button", name="Lay the table").click()
    for seat in seats:
        page.get_by_role("button", name=f"Take {seat}").click()
        page.locator("dialog li").filter(has_text=seat).get_by_text("you").wait_for()
    page.get_by_role("button", name="Bots for the empty seats").click()
    page.get_by_role("button", name="Bots for the empty seats").wait_for(state="detached")
    page.get_by_role("button", name="Close", exact=True).click()


def play_now(page: Page, seat: str = "France", game: str = "Coalitions") -> None:
    """From the landing page to one's first orders: two clicks."""
    offered(page, game).get_by_role("button", name="Play now against bots").click()
    page.get_by_role("button", name=f"Take {seat}").click()
    page.wait_for_selector(READY)


def confirm(page: Page) -> None:
    """Say once more that an order is meant which cannot be taken back."""
    page.locator("#orders .sure").press("Enter")


def name_napoleon(page: Page, general: str = "france-3") -> None:
    """The first order of a game: a click on a piece. Cards are dealt then, so it is asked for twice."""
    page.locator(f'[data-piece="{general}"]').click()
    confirm(page)


def wait_for_orders(page: Page) -> dict[str, Any]:
    """Until the page asks for orders and shows what they can be, or the game is over."""
    page.wait_for_function(f"() => {{ const s = ({STATE})(); return s.over || (s.red && s.lit > 0); }}", timeout=60_000)
    state: dict[str, Any] = page.evaluate(STATE)
    return state


def give_an_order(page: Page, rng: Random) -> bool:
    """Whatever glows, chosen at random and pressed by keyboard, until one order is given. False once all is over."""
    if wait_for_orders(page)["over"]:
        return False
    before = page.evaluate(VERSION)
    for _ in range(12):
        choices = page.locator(CHOICES)
        count = choices.count()
        if not count:
            break
        choice = choices.nth(rng.randrange(count))
        try:
            choice.focus(timeout=5_000)
            choice.press("Enter", timeout=5_000)
        except Waited:  # it went before it was reached: somebody else has acted
            continue
        page.wait_for_function(IDLE)
        if page.locator("#orders .sure").count():
            page.locator("#orders .sure").press("Enter")
        if page.evaluate(GIVEN, before):  # there is no version behind a curtain
            break
    page.wait_for_function(IDLE)
    return True


def play_on(page: Page, seed: int, shunned: str = "", hurry: float = 0.5) -> None:
    """Leave the page to a hand inside it that presses whatever glows, at random, until the game is over.

    What it shuns while there is anything else is told by a pattern of the label; in a hurry it presses buttons, which
    end a turn, rather than pieces. The hand is quicker than one that leads the browser from outside.
    """
    page.evaluate(PLAY_ON, [CHOICES, seed, shunned, hurry])


def calm(page: Page) -> None:
    """Until nothing in the page has changed for a while: all it asked for when it opened is there."""
    page.evaluate(CALM)


def see_the_end(page: Page) -> None:
    page.wait_for_selector("#orders .who.won", timeout=600_000)


def serious(page: Page) -> list[str]:
    """What the scanner finds that would keep somebody out."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())
    return [
        f"{v['id']}: {v['nodes'][0]['html'][:160]}: {v['nodes'][0]['failureSummary']}"
        for v in page.evaluate("() => axe.run()")["violations"]
        if v["impact"] in ("serious", "critical")
    ]
