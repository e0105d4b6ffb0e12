"""A real server and a real browser."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from stand import CHROMIUM, FLAGS, Table

from grognard.engine import dice

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HERE = Path(__file__).parent
PATIENCE = 60_000  # milliseconds: the machine may be busy


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What fails in the browser is tried once more, with a table and a context of its own: decision 026 says why."""
    if config.getoption("usepdb"):  # whoever debugs wants to stop at the first failure
        return
    for item in items:  # of all folders
        if item.path.is_relative_to(HERE) and "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def browsers() -> Iterator[Callable[[], Browser]]:
    """One Chromium for all tests, and another should it ever be gone."""
    if CHROMIUM is None:
        pytest.fail("The pages are tested in a real Chromium, and there is none: tools/test installs it.")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    launched: list[Browser] = []

    def running() -> Browser:
        if not launched or not launched[-1].is_connected():
            launched.append(playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=3 * PATIENCE))
        return launched[-1]

    with sync_playwright() as playwright:
        yield running
        for chromium in launched:
            chromium.close()


@pytest.fixture
def browser(browsers: Callable[[], Browser]) -> Browser:
    return browsers()


@pytest.fixture
def settings() -> dict[str, Any]:
    """What a module of tests wants otherwise than usual."""
    return {}


@pytest.fixture
def table(tmp_path: Path, settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A table of one's own; the dice of its games fall alike in every run."""
    from berth import berth

    games = itertools.count()
    monkeypatch.setattr(dice, "fresh_key", lambda: dice.key_from_seed(next(games)))
    with berth() as port:
        served = Table(tmp_path, settings, port)
        yield served
        served.stop()


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """A page of a person of their own. What goes wrong in the page fails the test."""
    if "table" in request.fixturenames:
        request.getfixturevalue("table")  # so that it outlives the pages, in whatever order a test names them
    contexts, faults = [], []

    def open_page(address: str, **settings: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1400, "height": 900}, "locale": "en", **settings})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults
