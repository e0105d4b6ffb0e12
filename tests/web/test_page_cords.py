"""Counters that stand beyond the border of their space are tied to it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hands import play_now, wait_for_orders
from playwright.sync_api import Page, Route, expect
from stand import Table

from grognard.atlas import board


@pytest.mark.parametrize(("first", "tied"), [(0, True), (12, False)])
def test_a_cord_is_drawn_from_each_place_beyond_the_border(
    table: Table, visit: Callable[..., Page], first: int, tied: bool
) -> None:
    page = visit(table.address)

    def all_alike(route: Route) -> None:
        """As if every space had its places beyond its border from this one on."""
        top = json.loads(board("coalitions", "empire").folder.joinpath("topology.json").read_bytes())
        for space in top["spaces"]:
            if space.get("slots"):
                space["tether"] = {"first": first, "at": [space["slots"][0][0] + 50, space["slots"][0][1]]}
        route.fulfill(body=json.dumps(top), content_type="application/json")

    page.route("**/api/boards/coalitions/empire/topology", all_alike)
    play_now(page)
    wait_for_orders(page)
    for _ in range(4):  # from afar pieces are drawn in stacks
        page.get_by_role("button", name="Closer").click()
    page.wait_for_selector(".sheet:not(.moving) .piece")
    expect(page.locator(".cords path")).to_have_count(page.locator(".piece").count() if tied else 0)
