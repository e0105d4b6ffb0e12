"""Tables are laid, found, joined and left; clocks run out; the game goes on."""

from __future__ import annotations

import time

import pytest

from grognard.server.clocks import PACES
from grognard.server.schema import seats


def seat_of(visitor, table, seat):
    return next(s for s in visitor.get(f"/api/tables/{table}")["seats"] if s["id"] == seat)


def empty_the_bank(desk, table, seat, rest):
    """As if its owner had thought until only so much is left."""
    with desk.store.writing() as connection:
        change = seats.update().where(seats.c.table == table, seats.c.seat == seat)
        connection.execute(change.values(bank=rest, since=time.time()))


def test_a_table_nobody_named_is_named_in_the_language_of_whoever_lays_it(server):
    ana = server.person("Ana")
    named = [ana.get(f"/api/tables/{ana.lay()}")["name"]]
    ana.http.headers["Accept-Language"] = "fr"
    named.append(ana.get(f"/api/tables/{ana.lay()}")["name"])
    assert named == ["Ana's Coalitions", "Coalitions, chez Ana"]


def test_what_can_be_played_is_described(server):
    games = server.stranger().get("/api/games")
    coalitions = next(game for game in games if game["id"] == "coalitions")
    scenario = next(s for s in coalitions["scenarios"] if s["id"] == "1812")
    assert 3 in scenario["players"]
    assert coalitions["seats"]["1812"]["3"] == ["britain", "france", "austria"]
    schema = server.stranger().get("/api/schema/openapi.json")
    assert "/api/tables/{table}/act" in schema["paths"]


def test_every_game_has_a_picture_of_its_own(server):
    ana = server.stranger()
    pictures = [ana.http.get(game["picture"]) for game in ana.get("/api/games")]
    assert all(p.content[8:12] == b"WEBP" for p in pictures)
    assert len({p.headers["etag"] for p in pictures}) == len(pictures)
    ana.get("/api/games/none/picture", 404)


def test_a_prompt_leads_to_its_clause_and_a_view_to_its_board(server):
    ana = server.person("Ana")
    table = ana.lay(seats={"france": "me"})
    shown = ana.view(table, "france")
    clause = shown["view"]["prompt"]["clause"]
    assert ana.get(f"/api/rules/coalitions/{clause}")["text"]
    ana.get("/api/rules/coalitions/no-such", 404)
    board = shown["tabletop"]["board"]
    topology = ana.http.get(f"/api/boards/{board['game']}/{board['board']}/topology")
    assert topology.json()["spaces"]
    base = ana.http.get(f"/api/boards/{board['game']}/{board['board']}/base/1")
    assert base.content[8:12] == b"WEBP"
    assert "no-cache" in base.headers["cache-control"], "a new release may bring a new map"
    again = {"If-None-Match": base.headers["etag"]}
    assert ana.http.get(f"/api/boards/{board['game']}/{board['board']}/base/1", headers=again).status_code == 304
    ana.get("/api/boards/coalitions/nowhere/topology", 404)


def test_tables_are_listed_to_those_they_concern(server):
    ana, bo = server.person("Ana"), server.person("Bo")
    public = ana.lay(name="Open house", seats={"france": "me"})
    private = ana.lay(name="Just us", seats={"france": "me"}, private=True)
    mine = {t["id"] for t in ana.get("/api/tables", mine=1)}
    assert {public, private} <= mine
    found = {t["id"]: t for t in bo.get("/api/tables", open=1)}
    assert public in found
    assert private not in found
    assert found[public]["to_act"]
    assert bo.get("/api/tables", mine=1) == []
    assert "invite" not in bo.get(f"/api/tables/{public}")


def test_a_wrong_wish_is_refused_in_words(server):
    ana = server.person("Ana")
    wishes = (
        {"game": "chess"},
        {"scenario": "1066"},
        {"players": 9},
        {"options": {"x": 1}},
        {"seats": {"venice": "me"}},
    )
    for wish in wishes:
        body = {"game": "coalitions", "scenario": "1812", **wish}
        assert ana.post("/api/tables", 422, **body)["error"]["text"]
    by_the_book = ana.post("/api/tables", 422, game="coalitions", options={"victory_influence": 20})
    assert "by the book" in by_the_book["error"]["text"]
    server.stranger().post("/api/tables", 401, game="coalitions")


def test_seats_change_hands_while_the_game_goes_on(server, eventually):
    ana, bo = server.person("Ana"), server.person("Bo")
    table = ana.lay(seats={"france": "me", "austria": "bot", "britain": "open"})
    bo.post(f"/api/tables/{table}/join", 409, seat="france")
    bo.post(f"/api/tables/{table}/join", 409, seat="austria")
    bo.post(f"/api/tables/{table}/seat", 403, seat="austria", holder="open")
    ana.post(f"/api/tables/{table}/seat", seat="austria", holder="open")
    bo.post(f"/api/tables/{table}/join", seat="austria")
    assert seat_of(ana, table, "austria")["holder"] == {"kind": "human", "name": "Bo"}
    ana.post(f"/api/tables/{table}/seat", 403, seat="austria", holder="bot")
    bo.post(f"/api/tables/{table}/leave", seat="austria")
    bo.post(f"/api/tables/{table}/leave", 403, seat="austria")
    for seat in ("austria", "britain", "france"):
        ana.post(f"/api/tables/{table}/seat", seat=seat, holder="bot", level="random")
    # With bots everywhere it plays itself to the end.
    eventually(lambda: server.stranger().get(f"/api/tables/{table}")["over"])
    assert table in {t["id"] for t in bo.get("/api/tables", finished=1)}


def test_a_clock_that_runs_out_warns_and_then_calls_a_regent(server, desk, eventually):
    ana = server.person("Ana")
    table = ana.lay(seats={"britain": "me", "france": "me", "austria": "me"}, pace="live")
    seat = ana.view(table)["view"]["to_act"][0]
    clock = seat_of(ana, table, seat)["clock"]
    assert clock["running"]
    assert clock["left"] == pytest.approx(PACES["live"].bank, abs=60)
    empty_the_bank(desk, table, seat, 60.0)
    desk.play.ring(table)
    assert seat_of(ana, table, seat)["holder"]["kind"] == "human"
    version = ana.view(table)["version"]
    empty_the_bank(desk, table, seat, 0.0)
    desk.play.ring(table)
    assert seat_of(ana, table, seat)["holder"] == {"kind": "regent", "name": "Ana"}
    eventually(lambda: ana.view(table)["version"] > version)
    assert ana.view(table, seat)["view"]["seat"] == seat
    held = ana.post(f"/api/tables/{table}/act", 409, seat=seat, version=0, do=["pass"])
    assert "regent" in held["error"]["text"]
    ana.post(f"/api/tables/{table}/join", seat=seat)
    assert seat_of(ana, table, seat)["holder"] == {"kind": "human", "name": "Ana"}
    assert seat_of(ana, table, seat)["clock"]["left"] > 1000


def test_who_leaves_a_game_that_has_begun_leaves_it_to_the_staff(server):
    ana = server.person("Ana")
    everywhere = ["britain", "france", "austria"]
    table = ana.lay(seats=dict.fromkeys(everywhere, "me"), levels=dict.fromkeys(everywhere, "random"), hotseat=True)
    seat = ana.view(table)["view"]["to_act"][0]
    other = next(s for s in everywhere if s != seat)
    ana.post(f"/api/tables/{table}/leave", seat=other)
    assert seat_of(ana, table, other)["holder"]["kind"] == "open", "it has not begun"
    ana.act(table, seat)
    ana.post(f"/api/tables/{table}/leave", seat=seat)
    assert seat_of(ana, table, seat)["holder"] == {"kind": "bot", "name": "", "level": "staff"}


def test_a_lone_player_pauses_at_will(server):
    ana, bo = server.person("Ana"), server.person("Bo")
    table = ana.lay(seats={"britain": "me", "france": "me", "austria": "me"}, pace="day")
    seat = ana.view(table)["view"]["to_act"][0]
    bo.post(f"/api/tables/{table}/pause", 403, paused=True)
    ana.post(f"/api/tables/{table}/pause", paused=True)
    assert seat_of(ana, table, seat)["clock"]["running"] is False
    ana.post(f"/api/tables/{table}/pause", paused=False)
    assert seat_of(ana, table, seat)["clock"]["running"] is True


def test_any_other_address_is_a_page_of_the_client(server):
    page = server.stranger().http.get("/whatever/page")
    assert page.status_code == 200
    assert "text/html" in page.headers["content-type"]
    for nowhere in ("/api/nothing", "/assets/nothing.js", "/api/tables/none/none"):
        assert server.stranger().http.get(nowhere).status_code == 404
    for sly in ("/..%2f..%2fapp.py", "/assets/..%2f..%2fcli.py", "/%2e%2e/app.py"):
        assert b"import" not in server.stranger().http.get(sly).content[:200]
