"""Guests, accounts, sessions."""

from __future__ import annotations

import sqlalchemy as sa

from grognard.server.schema import people, sessions


def test_a_guest_needs_only_a_name(server):
    ana = server.person("  Ana \u202e Maria ")
    assert ana.get("/api/me")["person"] | {"id": ""} == {
        "id": "", "name": "Ana Maria", "guest": True, "admin": False,
    }  # fmt: skip
    assert server.stranger().get("/api/me") == {"person": None}


def test_a_guest_may_be_called_otherwise_and_an_account_may_not(server):
    ana, bo = server.person("guest"), server.person("guest")
    table = ana.lay(seats={"france": "me"})
    assert ana.post("/api/me", name=" invité ")["person"]["name"] == "invité"
    assert ana.get("/api/me")["person"]["name"] == "invité"
    assert "invité" in {seat["holder"]["name"] for seat in bo.get(f"/api/tables/{table}")["seats"]}
    assert bo.get("/api/me")["person"]["name"] == "guest"
    ana.post("/api/me", 422, name=" \u202e ")
    server.stranger().post("/api/me", 401, name="Nobody")
    ana.post("/api/account", name="Ana", password="correct horse")
    ana.post("/api/me", 422, name="Marshal Ney")
    assert ana.get("/api/me")["person"]["name"] == "Ana"


def test_a_guest_who_registers_keeps_the_tables_and_comes_back_by_password(server):
    bo = server.person("Bo")
    table = bo.lay(seats={"france": "me"})
    bo.post("/api/account", name="Bo", password="correct horse")
    other = server.stranger()
    other.post("/api/login", 401, name="Bo", password="wrong horse")
    other.post("/api/login", 401, name="Nobody", password="wrong horse")
    other.post("/api/login", name="BO", password="correct horse")
    assert other.get("/api/tables", mine=1)[0]["id"] == table
    assert other.get(f"/api/tables/{table}")["yours"] == ["france"]
    server.person("Bo the second").post("/api/account", 409, name="bo", password="another horse")


def test_the_cookie_is_for_the_browser_alone_and_logout_ends_the_session(server):
    visitor = server.stranger()
    response = visitor.http.post("/api/session", json={"name": "Cleo"})
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    kept = dict(visitor.http.cookies)
    assert len(kept["grognard_session"]) >= 43
    visitor.post("/api/logout")
    visitor.http.cookies.update(kept)
    assert visitor.get("/api/me") == {"person": None}


def test_neither_passwords_nor_session_tokens_are_kept(server, desk):
    dora = server.stranger()
    dora.post("/api/account", name="Dora", password="a secret word")
    token = dora.http.cookies["grognard_session"]
    with desk.store.reading() as connection:
        assert token not in set(connection.execute(sa.select(sessions.c.token)).scalars())
        kept = connection.execute(sa.select(people.c.password).where(people.c.key == "dora")).scalar_one()
    assert kept.startswith("$argon2id$")


def test_the_admin_link_works_once(server, desk):
    token = desk.people.admin_link()
    eve, mallory = server.person("Eve"), server.person("Mallory")
    mallory.post("/api/admin", 403, token="guess")
    assert eve.post("/api/admin", token=token)["person"]["admin"] is True
    mallory.post("/api/admin", 403, token=token)
    assert desk.people.admin_link() is None


def test_a_ticket_lets_in_once(server, desk):
    person, _ = desk.people.guest("You", "")
    ticket = desk.people.ticket(person, "/")
    you, other = server.stranger(), server.stranger()
    assert you.http.get(f"/enter/{ticket}").status_code == 303
    assert you.get("/api/me")["person"]["id"] == person.id
    assert other.http.get(f"/enter/{ticket}").status_code == 403
