"""Pictures of every page at both widths, to be looked at: python tests/web/screenshots.py FOLDER"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from hands import chance, give_an_order, lay_new, offered, play_now, share_the_screen, wait_for_orders
from playwright.sync_api import Browser, Page, sync_playwright
from stand import CHROMIUM, FLAGS, Table

import grognard
from grognard.engine import registry
from grognard.lab.checks import random_action

SIZES = ((1400, 900), (360, 740))
PHONE = 760
THEMES = ("light", "dark")


Shot = Callable[[str], None]
PAGES = (
    ("new-table", "new/"),
    ("you", "you"),
    ("confirm", "confirm/none"),
    ("admin", "admin/none"),
    ("missing", "table/none"),
)


def take(browser: Browser, table: Table, folder: Path, width: int, height: int, theme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme, locale="en")
    page = context.new_page()
    wide = width > PHONE

    def shot(name: str, whole: bool = False) -> None:
        page.wait_for_load_state("networkidle")
        page.screenshot(path=folder / f"{name}-{width}-{theme}.png", full_page=whole)

    def home() -> None:
        page.goto(f"{table.address}/#/")
        page.wait_for_selector(".game")

    home()
    shot("landing")
    for name, place in PAGES:
        page.goto(f"{table.address}/#/{place}")
        shot(name, whole=True)
    home()
    guided(page, shot)
    for game in registry.names():
        home()
        play(page, shot, game, wide)
    home()
    curtain(page, shot)
    home()
    peace(page, shot, folder / "whole.grognard")
    page.goto(f"{table.address}/#/you")
    shot("you-known", whole=True)
    home()
    page.get_by_role("heading", name="Your tables").wait_for()
    shot("landing-known", whole=True)
    page.get_by_role("button", name="Français").click()
    offered(page).get_by_role("button", name="Jouer tout de suite").wait_for()
    shot("landing-fr")
    context.close()


def play(page: Page, shot: Shot, game: str, wide: bool) -> None:
    """The first orders of a game, and all there is beside the board."""
    play_now(page, game=registry.rulebook(game).title)
    wait_for_orders(page)
    shot(f"{game}-first-orders")
    rng = chance(4)
    for _ in range(12 if wide else 1):
        give_an_order(page, rng)
    wait_for_orders(page)
    shot(f"{game}-table")
    if wide:
        for tab in ("Talk", "Rules", "Table"):
            page.get_by_role("tab", name=tab).click()
            shot(f"{game}-{tab.lower()}-tab")
        page.get_by_role("tab", name="Dispatches").click()
        page.get_by_role("button", name="To the beginning").click()
        shot(f"{game}-past")
    else:
        for sheet in ("Powers", "Dispatches"):
            page.locator(".thumbs").get_by_role("button", name=sheet).click()
            shot(f"{game}-{sheet.lower()}")
    page.get_by_role("button", name="Seats", exact=True).click()
    shot(f"{game}-seats")


def curtain(page: Page, shot: Shot) -> None:
    """What hides one person's cards from the next at the same screen."""
    lay_new(page)
    share_the_screen(page, "France", "Britain")
    page.locator(".curtain").wait_for()
    shot("curtain")


def peace(page: Page, shot: Shot, path: Path) -> None:
    """A game that is over, brought as a file."""
    game, rng = grognard.new("coalitions", "1812", players=3, seed=3), chance(3)
    while not game.over:
        game.act(*random_action(game, rng))
    game.save(path)
    page.get_by_text("Bring a game file").click()
    page.get_by_label("Game file").set_input_files(path)
    shot("file")
    page.get_by_role("button", name="Lay it out").click()
    page.wait_for_selector("#orders .who.won")
    shot("over")
    path.unlink()


def guided(page: Page, shot: Shot) -> None:
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
