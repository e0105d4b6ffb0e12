"""Weighing, odds, reach, and taking a whole turn back, over HTTP."""

from __future__ import annotations

SEATS = ("britain", "france", "austria")


def binding(visitor, table, seat, do):
    return visitor.post(f"/api/tables/{table}/weigh", seat=seat, do=do)["binding"]


def offered(visitor, table):
    """Who has to decide, and between what."""
    seat = visitor.get(f"/api/tables/{table}")["to_act"][0]
    return seat, [action["do"] for action in visitor.view(table, seat)["view"]["actions"]]


def test_an_order_is_weighed_before_it_is_given(server):
    ana, bo = server.person("Ana"), server.person("Bo")
    table = ana.lay(seats=dict.fromkeys(SEATS, "me"))
    told = set()
    for _ in range(40):
        seat, actions = offered(ana, table)
        told.add(binding(ana, table, seat, actions[0]))
        ana.act(table, seat, do=actions[0])
    assert {"", "others"} <= told
    seat, actions = offered(ana, table)
    bo.post(f"/api/tables/{table}/weigh", 403, seat=seat, do=actions[0])
    ana.post(f"/api/tables/{table}/weigh", 422, seat=seat, do=["march", "france-2", "london"])
    ana.post(f"/api/tables/{table}/weigh", 400, seat=seat)


def test_odds_and_reach_are_asked_for(server):
    ana = server.person("Ana")
    table = ana.lay(scenario="1805", players=6, seats={"france": "me"})
    assert ana.post(f"/api/tables/{table}/odds", seat="france") == {"odds": None}
    reached = server.stranger().get(f"/api/tables/{table}/reach", piece="france-3")
    assert "wurttemberg" in {r["space"] for r in reached}
    assert server.stranger().get(f"/api/tables/{table}/reach", piece="nobody-at-all") == []


def test_all_of_a_turn_is_taken_back_at_once(server, desk):
    ana = server.person("Ana")
    table = ana.lay(seats=dict.fromkeys(SEATS, "me"))
    mover, before, given = "", {}, 0
    while given < 3:
        seat, actions = offered(ana, table)
        shown = ana.view(table, seat)
        if not shown["view"]["undo"]:
            mover, before, given = seat, shown, 0
        chosen = next((do for do in actions if binding(ana, table, seat, do) == ""), actions[0])
        ana.act(table, seat, do=chosen)
        given = given + 1 if ana.view(table, mover)["view"]["undo"] else 0
    now = ana.view(table, mover)
    assert now["view"]["step"] == before["view"]["step"] + 3
    ana.post(f"/api/tables/{table}/undo", seat=mover, version=now["version"], all=True)
    after = ana.view(table, mover)
    assert after["view"] == before["view"]
    assert after["tabletop"] == before["tabletop"]
    assert after["version"] == now["version"] + 3
    desk.play.shelf.drop(table)
    assert ana.view(table, mover)["view"] == before["view"]
    ana.post(f"/api/tables/{table}/undo", 422, seat=mover, version=after["version"], all=True)
