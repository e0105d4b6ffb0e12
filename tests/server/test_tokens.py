"""Tokens: programs play with the rights they were given, and no more."""

from __future__ import annotations


def bearing(server, token):
    program = server.stranger()
    program.http.headers["Authorization"] = f"Bearer {token}"
    return program


def test_a_token_does_what_its_scope_says(server):
    ana = server.person("Ana")
    table = ana.lay(seats={"britain": "me", "france": "me", "austria": "me"})
    look = bearing(server, ana.post("/api/tokens", name="eyes", scope="look")["token"])
    play = bearing(server, ana.post("/api/tokens", name="bot", scope="play")["token"])
    seat = look.view(table)["view"]["to_act"][0]
    look.act(table, seat, 403)
    assert play.act(table, seat) == {"version": 1}
    for program in (look, play):
        program.post("/api/tables", 403, game="coalitions")
        program.post("/api/tokens", 403, name="more", scope="play")
        program.post(f"/api/tables/{table}/seat", 403, seat=seat, holder="bot")
        program.get("/api/tokens", 403)


def test_a_token_taken_back_is_worth_nothing(server):
    ana, mallory = server.person("Ana"), server.person("Mallory")
    card = ana.post("/api/tokens", name="bot", scope="play")
    program = bearing(server, card["token"])
    assert program.get("/api/me")["person"]["name"] == "Ana"
    assert ana.get("/api/tokens") == [{"id": card["id"], "name": "bot", "scope": "play"}]
    assert mallory.http.delete(f"/api/tokens/{card['id']}").status_code == 404
    assert ana.http.delete(f"/api/tokens/{card['id']}").status_code == 200
    program.get("/api/me", 401)
    bearing(server, "guess").get("/api/me", 401)


def test_the_migrations_lead_to_the_schema(server):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from grognard.server.schema import metadata

    with server.desk.store.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
