"""Pictures of every page at both widths, to be looked at: python tests/web/screenshots.py FOLDER"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from hands import chance, give_an_order, offered, play_now, wait_for_orders
from playwright.sync_api import Browser, Page, sync_playwright

from conftest import CHROMIUM, FLAGS, Table

SIZES = ((1400, 900), (360, 740))
THEMES = ("light", "dark")


def take(browser: Browser, table: Table, folder: Path, width: int, height: int, theme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme, locale="en")
    page = context.new_page()

    def shot(name: str) -> None:
        page.wait_for_load_state("networkidle")
        page.screenshot(path=folder / f"{name}-{width}-{theme}.png")

    page.goto(table.address)
    page.wait_for_selector(".game")
    shot("landing")
    for name, place in (("new-table", "new/"), ("you", "you"), ("admin", "admin/none"), ("missing", "table/none")):
        page.goto(f"{table.address}/#/{place}")
        shot(name)
    page.goto(f"{table.address}/#/")
    guided(page, shot)
    page.goto(f"{table.address}/#/")
    play_now(page)
    wait_for_orders(page)
    shot("first-orders")
    rng = chance(4)
    for _ in range(12 if width > 760 else 1):
        give_an_order(page, rng)
    wait_for_orders(page)
    shot("table")
    if width > 760:
        for tab in ("Talk", "Rules", "Table"):
            page.get_by_role("tab", name=tab).click()
            shot(tab.lower())
        page.get_by_role("tab", name="Dispatches").click()
        page.get_by_role("button", name="To the beginning").click()
        shot("past")
    else:
        for sheet in ("Powers", "Dispatches"):
            page.locator(".thumbs").get_by_role("button", name=sheet).click()
            shot(sheet.lower())
    page.get_by_role("button", name="Seats", exact=True).click()
    shot("seats")
    page.goto(f"{table.address}/#/")
    page.wait_for_selector(".game")
    page.get_by_role("button", name="Français").click()
    offered(page).get_by_role("button", name="Jouer tout de suite").wait_for()
    shot("landing-fr")
    context.close()


def guided(page: Page, shot: Callable[[str], None]) -> None:
    """The guided game as far as its battle."""
    offered(page).get_by_role("button", name="Learn it in a guided game").click()
    page.wait_for_selector(".coach p")
    shot("guide")
    for _ in range(40):
        page.wait_for_function(
            "() => !document.querySelector('#orders[data-busy]') && document.querySelector('.coach .go')"
        )
        if page.locator(".foot .battle").count():
            break
        page.locator(".coach .go").click()
    shot("guide-battle")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        table = Table(Path(data), {})
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for width, height in SIZES:
                for theme in THEMES:
                    take(browser, table, folder, width, height, theme)
        finally:
            browser.close()
            table.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
