"""Game files in the page: brought as a table or a study, refused with the line; HTML in names is only text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from test_page_talk import post

import grognard
from grognard.lab.checks import random_action

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def file(tmp_path: Path) -> Path:
    game, rng = grognard.new("coalitions", "1812", players=3, seed=3), Random(3)  # noqa: S311 - repeatable
    while not game.over:
        game.act(*random_action(game, rng))
    path = tmp_path / "whole.grognard"
    game.save(path)
    return path


def test_a_file_comes_back_as_a_table_or_a_study_and_a_corrupted_one_does_not(
    table: Any, visit: Callable[..., Page], file: Path, tmp_path: Path
) -> None:
    page = visit(table.address)
    page.get_by_text("Bring a game file").click()
    lines = file.read_text().splitlines(keepends=True)
    broken = tmp_path / "broken.grognard"
    broken.write_text("".join([*lines[:6], lines[6].replace('"step":', '"stop":'), *lines[7:]]))
    page.get_by_label("Game file").set_input_files(broken)
    page.get_by_role("button", name="Lay it out").click()
    expect(page.get_by_role("alert")).to_contain_text("line 7")
    page.get_by_label("Game file").set_input_files(file)
    offered = page.get_by_label("Whom do you play?")
    expect(offered.locator("option")).to_have_text(["Britain", "France", "Austria"])
    offered.select_option("Britain")
    page.get_by_role("button", name="Lay it out").click()
    expect(page.locator("#orders .who.won")).to_be_visible()
    page.get_by_role("button", name="Seats").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Game file").click()
    assert Path(download.value.path()).read_bytes() == file.read_bytes()
    page.goto(table.address)
    page.get_by_text("Bring a game file").click()
    page.get_by_label("Game file").set_input_files(file)
    page.get_by_label("As a study, from a step on").check()
    page.get_by_label("From step").fill("20")
    page.get_by_role("button", name="Lay it out").click()
    page.wait_for_selector("#orders .who")
    expect(page.locator("#orders .who.won")).to_have_count(0)
    page.get_by_role("button", name="Seats").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="What you know, as a file").click()
    assert download.value.suggested_filename.endswith(".json")


def test_html_in_names_and_talk_is_shown_as_text(table: Any, visit: Callable[..., Page]) -> None:
    sly = "<img src=x onerror=alert(1)>"
    page = visit(table.address)
    alarms: list[str] = []
    page.on("dialog", lambda dialog: (alarms.append(dialog.message), dialog.dismiss()))
    post(page, "session", {"name": sly})
    wish = {"game": "coalitions", "scenario": "1812", "players": 3, "name": sly, "seats": {"france": "me"}}
    number = post(page, "tables", wish)["id"]
    post(page, f"tables/{number}/talk", {"channel": "table", "text": sly})
    page.reload()
    expect(page.get_by_role("link", name=sly).first).to_be_visible()
    page.goto(f"{table.address}/#/table/{number}")
    page.get_by_role("tab", name="Talk").click()
    expect(page.locator(".talk li")).to_contain_text(sly)
    assert page.locator(".talk img").count() == 0
    assert alarms == []
