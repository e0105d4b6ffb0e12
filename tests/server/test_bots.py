"""Bots at the table: their levels, their thinking, hints from the staff, and those that fail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from servers import Server
from table_seat import PATIENCE
from websockets.sync.client import connect

from grognard.server import bots as bots_module
from grognard.server.settings import Settings
from ponderer import COMMAND, PONDERER

BROKEN = "broken"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server on SQLite with a bot that is none, and one that ponders."""
    url = f"sqlite:///{tmp_path_factory.mktemp('bots') / 'table.db'}"
    players = {BROKEN: "no-such-program", PONDERER: COMMAND}
    running = Server(Settings(db=url, requests_a_minute=1_000_000, players=players))
    yield running
    running.stop()


def test_who_can_be_given_a_seat(server: Server) -> None:
    known = server.person("ana").get("/api/players")
    assert [(card["name"], card["ours"]) for card in known] == [
        ("random", True), ("staff", True), ("marshal", True), (BROKEN, False), (PONDERER, False),
    ]  # fmt: skip


def test_a_level_for_every_seat(server: Server) -> None:
    ana = server.person("ana")
    table = ana.lay(seats={"france": "me", "austria": "bot", "britain": "bot"}, levels={"austria": "random"})

    def levels() -> dict[str, str]:
        return {s["id"]: s["holder"].get("level", "") for s in ana.get(f"/api/tables/{table}")["seats"]}

    assert levels() == {"britain": "staff", "france": "", "austria": "random"}
    ana.post(f"/api/tables/{table}/seat", seat="austria", holder="bot", level="marshal")
    assert levels()["austria"] == "marshal"
    ana.post(f"/api/tables/{table}/seat", seat="austria", holder="bot")
    assert levels()["austria"] == "staff"
    refused = ana.post(f"/api/tables/{table}/seat", 422, seat="austria", holder="bot", level="emperor")
    assert refused["error"]["text"] == "There is no bot “emperor”. Bots: random, staff, marshal, broken, ponderer."
    wish = {"game": "coalitions", "scenario": "1812", "players": 3}
    assert "no bot “emperor”" in ana.post("/api/tables", 422, **wish, levels={"france": "emperor"})["error"]["text"]
    assert "no seat “spain”" in ana.post("/api/tables", 422, **wish, levels={"spain": "staff"})["error"]["text"]


def test_a_hint_from_the_staff(server: Server) -> None:
    ana, ben = server.person("ana"), server.person("ben")
    table = ana.lay(seats={"france": "me"})
    shown = ana.view(table, "france")
    hint = ana.post(f"/api/tables/{table}/hint", seat="france")
    assert hint["version"] == shown["version"]
    assert {"do": hint["do"], "label": hint["label"]} in shown["view"]["actions"]
    assert hint["why"].startswith(hint["label"])
    ana.http.headers["Accept-Language"] = "fr"
    french = ana.post(f"/api/tables/{table}/hint", seat="france")
    assert french["why"].startswith(french["label"])
    assert french["label"].startswith("Nommer")
    del ana.http.headers["Accept-Language"]
    ben.post(f"/api/tables/{table}/hint", 403, seat="france")
    server.stranger().post(f"/api/tables/{table}/hint", 401, seat="france")
    ana.act(table, "france", do=hint["do"], version=hint["version"])
    ben.post(f"/api/tables/{table}/join", seat="britain")
    idle = next(seat for seat in ("britain", "france") if seat not in ana.view(table)["view"]["to_act"])
    told = {"britain": ben, "france": ana}[idle].post(f"/api/tables/{table}/hint", 409, seat=idle)
    assert told["error"]["text"] == "There is nothing to decide for this seat now."


def test_the_staff_advises_in_alliance_too(server: Server) -> None:
    ana = server.person("ana")
    table = ana.lay(game="alliance", scenario="solitaire", players=1, seats={"solitaire": "me"})
    shown = ana.view(table, "solitaire")
    hint = ana.post(f"/api/tables/{table}/hint", seat="solitaire")
    assert {"do": hint["do"], "label": hint["label"]} in shown["view"]["actions"]
    assert hint["why"].startswith(f"{hint['label']}: ")
    ana.act(table, "solitaire", do=hint["do"], version=hint["version"])


def test_thinking_is_seen_and_can_be_cut_short(
    server: Server, monkeypatch: pytest.MonkeyPatch, eventually: Any
) -> None:
    """A bot that would think for an hour is seen to, and answers when its table hurries it."""
    monkeypatch.setitem(bots_module.SECONDS, PONDERER, 3600.0)
    monkeypatch.setattr(bots_module, "SHOWN_AFTER", 0.0)
    ana, ben = server.person("ana"), server.person("ben")
    table = ana.lay(seats={"austria": "me", "france": "bot"}, levels={"france": PONDERER})
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket?seat=austria"
    with connect(address, additional_headers={"Cookie": ana.cookie}, proxy=None, **PATIENCE) as socket:
        while (told := json.loads(socket.recv(timeout=120)))["type"] != "thinking":
            pass
    assert told["seat"] == "france"
    assert 0 <= told["share"] < 1
    ben.post(f"/api/tables/{table}/hurry", 403)
    assert ana.view(table)["view"]["step"] == 0
    ana.post(f"/api/tables/{table}/hurry")
    eventually(lambda: ana.view(table)["view"]["step"] > 0)
    ana.post(f"/api/tables/{table}/seat", seat="france", holder="open")


def test_a_server_that_stops_does_not_wait_for_its_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, eventually: Any
) -> None:
    monkeypatch.setitem(bots_module.SECONDS, PONDERER, 3600.0)
    monkeypatch.setattr(bots_module, "SHOWN_AFTER", 0.0)
    url = f"sqlite:///{tmp_path / 'table.db'}"
    running = Server(Settings(db=url, requests_a_minute=1_000_000, players={PONDERER: COMMAND}))
    ana = running.person("ana")
    table = ana.lay(seats={"austria": "me", "france": "bot"}, levels={"france": PONDERER})
    address = f"ws://127.0.0.1:{running.port}/api/tables/{table}/socket?seat=austria"
    with connect(address, additional_headers={"Cookie": ana.cookie}, proxy=None, **PATIENCE) as socket:
        while json.loads(socket.recv(timeout=120))["type"] != "thinking":
            pass
    running.stop()
    eventually(lambda: not running.alive)


def test_a_bot_that_fails_is_replaced_by_the_staff(server: Server, eventually: Any) -> None:
    ana = server.person("ana")
    table = ana.lay(seats={"austria": "me", "france": "bot"}, levels={"france": BROKEN})
    eventually(lambda: ana.view(table)["view"]["step"] > 0)


def test_a_seat_taken_back_while_its_bot_thinks_is_not_played_by_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a bot thought out is forgotten if a person sits there by the time it knows."""
    ana = server.person("ana")
    table = ana.lay(seats={"france": "me"}, pace="none")
    desk = server.desk
    real = desk.play.bots.decide

    def returning(*arguments: Any) -> Any:
        decided = real(*arguments)
        ana.post(f"/api/tables/{table}/seat", seat="france", holder="open")
        ana.post(f"/api/tables/{table}/join", seat="france")
        return decided

    with monkeypatch.context() as patch:
        patch.setattr(desk.attendant, "_attend", None)  # this test moves the bot itself
        patch.setattr(desk.play.bots, "decide", returning)
        patch.setattr(desk.play, "waiting", list)
        ana.post(f"/api/tables/{table}/seat", seat="france", holder="bot")
        assert desk.play.move_bots(table) is False
    assert ana.view(table)["view"]["step"] == 0


def test_commands_of_bots_are_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from grognard.cli import run

    for given, told in (("node", "is not NAME=COMMAND"), ("staff=node", "There is a bot “staff” already")):
        assert run(["serve", "--db", f"sqlite:///{tmp_path / 'none.db'}", "--player", given]) == 2
        assert told in capsys.readouterr().err
