"""Keys for programs: made in the page, shown once, good for playing, and taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import httpx
from hands import PORCH
from playwright.sync_api import expect
from test_page_talk import post

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_key_is_made_shown_once_and_taken_back(table: Any, visit: Callable[..., Page]) -> None:
    ana = visit(table.address + PORCH)
    post(ana, "session", {"name": "Ana"})
    ana.goto(f"{table.address}/#/you")
    ana.get_by_label("What for").fill("my model")
    ana.get_by_role("button", name="Make a key").click()
    shown = ana.get_by_role("status").locator("code")
    expect(shown).to_be_visible()
    bearer = {"Authorization": f"Bearer {shown.inner_text()}"}
    assert httpx.get(f"{table.address}/api/me", headers=bearer, timeout=60).json()["person"]["name"] == "Ana"
    ana.reload()
    expect(ana.get_by_text("my model")).to_be_visible()
    expect(ana.locator("code")).to_have_count(0)
    ana.get_by_role("button", name="Take it back").click()
    expect(ana.get_by_text("my model")).to_have_count(0)
    assert httpx.get(f"{table.address}/api/me", headers=bearer, timeout=60).status_code == 401
