"""What the table refuses, item by item: each with a clear message, nothing changed, nothing secret logged.

Malformed messages, oversized bodies, corrupted uploads and hostile sockets are in test_hostile and test_files; webhooks
to private addresses in test_egress and test_couriers.
"""

from __future__ import annotations

import logging
import time

from table_seat import Seat

from grognard.server.lobby import INVITATION_LASTS
from grognard.server.schema import people, sessions, tables


def test_an_action_for_anothers_seat(server):
    ana, bo = server.person("Ana"), server.person("Bo")
    table = ana.lay(seats={"france": "me"})
    bo.post(f"/api/tables/{table}/join", seat="britain")
    now = ana.view(table, "france")
    for visitor in (bo, server.person("Mallory")):
        do = now["view"]["actions"][0]["do"]
        refused = visitor.post(f"/api/tables/{table}/act", 403, seat="france", version=now["version"], do=do)
        assert refused["error"]["text"] == "This is not your seat."
        visitor.post(f"/api/tables/{table}/undo", 403, seat="france", version=now["version"])
        visitor.post(f"/api/tables/{table}/order", 403, seat="france", reaction="support", answer="always")
    server.stranger().post(f"/api/tables/{table}/act", 401, seat="france", version=0, do=["pass"])
    assert ana.view(table, "france") == now


def test_an_expired_or_withdrawn_invitation(server, desk):
    ana, bo, cleo = server.person("Ana"), server.person("Bo"), server.person("Cleo")
    table = ana.lay(seats={"france": "me"}, private=True)
    first = ana.get(f"/api/tables/{table}")["invite"]
    bo.get(f"/api/tables/{table}", invite=first)
    with desk.store.writing() as connection:
        long_ago = time.time() - 1
        connection.execute(tables.update().where(tables.c.id == table).values(invite_until=long_ago))
    refused = cleo.get(f"/api/tables/{table}", 410, invite=first)
    assert refused["error"]["text"] == "This invitation has expired: ask for a new one."
    cleo.post(f"/api/tables/{table}/join", 410, seat="britain", invite=first)
    bo.get(f"/api/tables/{table}")  # who came while it was good may stay
    bo.post(f"/api/tables/{table}/invite", 403)
    fresh = ana.post(f"/api/tables/{table}/invite")["invite"]
    assert fresh == ana.get(f"/api/tables/{table}")["invite"] != first
    cleo.get(f"/api/tables/{table}", 404, invite=first)
    cleo.get(f"/api/tables/{table}", 404, invite="é" * 20)
    ana.get(f"/api/tables/{table}", invite="é" * 20)
    cleo.post(f"/api/tables/{table}/join", seat="britain", invite=fresh)
    with desk.store.reading() as connection:
        row = connection.execute(tables.select().where(tables.c.id == table)).one()
    assert abs(row.invite_until - time.time() - INVITATION_LASTS) < 60


def test_a_link_or_a_session_that_was_used_up(server, desk):
    ana = server.person("Ana")
    ticket = desk.people.ticket(desk.people.of_session(ana.http.cookies["grognard_session"]), "/#/")
    assert server.stranger().http.get(f"/enter/{ticket}").status_code == 303
    again = server.stranger().http.get(f"/enter/{ticket}")
    assert again.status_code == 403
    assert "used already" in again.json()["error"]["text"]
    with desk.store.writing() as connection:
        connection.execute(people.update().values(admin=False))
    link = desk.people.admin_link()
    ana.post("/api/admin", token=link)
    assert "used already" in server.person("Mallory").post("/api/admin", 403, token=link)["error"]["text"]
    # A session that was ended, or that has ended, opens nothing.
    kept = ana.http.cookies["grognard_session"]
    ana.post("/api/logout")
    thief = server.stranger()
    thief.http.cookies.set("grognard_session", kept)
    assert thief.get("/api/me")["person"] is None
    bo = server.person("Bo")
    with desk.store.writing() as connection:
        connection.execute(sessions.update().values(expires=time.time() - 1))
    assert bo.get("/api/me")["person"] is None


def test_a_token_that_was_taken_back(server):
    ana = server.person("Ana")
    card = ana.post("/api/tokens", name="bot", scope="play")
    program = server.stranger()
    program.http.headers["Authorization"] = f"Bearer {card['token']}"
    program.get("/api/me")
    assert ana.http.delete(f"/api/tokens/{card['id']}").status_code == 200
    assert program.get("/api/me", 401)["error"]["text"] == "There is no such token."


def test_html_in_names_and_talk_is_text(server):
    sly = "<img src=x onerror=alert(1)>"
    ana, bo = server.person(sly), server.person("Bo")
    table = ana.lay(seats={"france": "me"}, name=sly)
    bo.post(f"/api/tables/{table}/join", seat="britain")
    line = Seat(server, bo, table, "britain")
    line.until(lambda s: s.version >= 0)
    ana.post(f"/api/tables/{table}/talk", channel="table", text=f"{sly}\x07\u202e")
    line.until(lambda s: any(t["type"] == "talk" for t in s.heard))
    told = next(t for t in line.heard if t["type"] == "talk")
    assert (told["name"], told["text"]) == (sly, sly)
    line.close()
    answer = bo.http.get(f"/api/tables/{table}")
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "script-src" not in answer.headers["content-security-policy"]  # so none but our own runs
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_refusals_are_logged_without_secrets(server, caplog):
    caplog.set_level(logging.DEBUG)
    ana = server.person("Ana")
    for path in ("/api/login", "/api/account", "/api/admin", "/api/couriers", "/api/letters/confirm"):
        ana.http.post(
            path, json={"name": "x", "password": "hunter2-hunter2", "token": "t0ken-t0ken", "target": "s3cret"}
        )
    ours = "\n".join(r.getMessage() for r in caplog.records if r.name.startswith("grognard"))
    for secret in ("hunter2", "t0ken", "s3cret"):
        assert secret not in ours
