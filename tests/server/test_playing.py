"""Playing over HTTP: every action checked, appended, acknowledged, exactly once."""

from __future__ import annotations

import threading

import sqlalchemy as sa

from grognard.server.schema import entries


def other_seats(server, table, seat):
    return [s["id"] for s in server.stranger().get(f"/api/tables/{table}")["seats"] if s["id"] != seat]


def hotseat(server, name="Ana", **more):
    """A table all of whose seats one person holds."""
    ana = server.person(name)
    return ana, ana.lay(seats={"britain": "me", "france": "me", "austria": "me"}, hotseat=True, **more)


def mover(visitor, table):
    return visitor.view(table)["view"]["to_act"][0]


def test_an_action_moves_the_table_on_by_one_version(server):
    ana, table = hotseat(server)
    seat = mover(ana, table)
    before = ana.view(table, seat)
    assert before["version"] == 0
    assert ana.act(table, seat) == {"version": 1}
    assert ana.view(table, seat)["view"]["step"] == 1
    assert ana.get(f"/api/tables/{table}")["version"] == 1


def test_a_doubled_click_has_one_effect(server, desk):
    ana, table = hotseat(server)
    seat = mover(ana, table)
    do = ana.view(table, seat)["view"]["actions"][0]["do"]
    statuses = []

    def click():
        response = ana.http.post(f"/api/tables/{table}/act", json={"seat": seat, "version": 0, "do": do})
        statuses.append(response.status_code)

    clicks = [threading.Thread(target=click) for _ in range(8)]
    for thread in clicks:
        thread.start()
    for thread in clicks:
        thread.join()
    assert sorted(statuses) == [200] + [409] * 7
    with desk.store.reading() as connection:
        count = sa.select(sa.func.count()).select_from(entries).where(entries.c.table == table)
        assert connection.execute(count).scalar_one() == 1
    stale = ana.act(table, seat, 409, version=0, do=do)
    assert stale["version"] == 1


def test_a_refused_action_tells_why_and_changes_nothing(server):
    ana, table = hotseat(server)
    seat = mover(ana, table)
    for do in (["no such verb"], [], ["x" * 70, 5], [1, 2]):
        refused = ana.act(table, seat, 422, version=0, do=do)
        assert refused["error"]["text"]
    assert ana.view(table)["version"] == 0
    told = ana.post(f"/api/tables/{table}/explain", seat=seat, do=["no such verb"])
    assert told["allowed"] is False
    assert told["text"]
    do = ana.view(table, seat)["view"]["actions"][0]["do"]
    assert ana.post(f"/api/tables/{table}/explain", seat=seat, do=do)["allowed"] is True


def test_nobody_acts_for_or_looks_from_another_seat(server):
    ana, table = hotseat(server)
    seat = mover(ana, table)
    mallory = server.person("Mallory")
    do = ana.view(table, seat)["view"]["actions"][0]["do"]
    mallory.post(f"/api/tables/{table}/act", 403, seat=seat, version=0, do=do)
    server.stranger().post(f"/api/tables/{table}/act", 401, seat=seat, version=0, do=do)
    mallory.get(f"/api/tables/{table}/view", 403, seat=seat)
    mallory.post(f"/api/tables/{table}/explain", 403, seat=seat, do=do)
    mallory.post(f"/api/tables/{table}/fork", 403, seat=seat)
    assert mallory.view(table)["view"]["actions"] == []


def test_undo_takes_back_and_the_record_keeps_both(server, desk):
    ana, table = hotseat(server)
    for _ in range(60):  # the first actions deal and draw cards, which nobody can take back
        seat = mover(ana, table)
        first = ana.view(table, seat)
        ana.act(table, seat, version=first["version"], do=first["view"]["actions"][0]["do"])
        if ana.view(table, seat)["view"]["undo"]:
            break
        ana.post(f"/api/tables/{table}/undo", 422, seat=seat, version=ana.view(table, seat)["version"])
    else:
        raise AssertionError("no action of sixty could be taken back")
    version = ana.view(table, seat)["version"]
    ana.post(f"/api/tables/{table}/undo", 409, seat=seat, version=version - 1)
    assert ana.post(f"/api/tables/{table}/undo", seat=seat, version=version)["version"] == version + 1
    again = ana.view(table, seat)
    assert again["view"] == first["view"]
    desk.play.shelf.drop(table)
    assert ana.view(table, seat) == again


def test_time_travel_shows_what_the_seat_saw(server):
    ana, table = hotseat(server)
    seen = []
    for _ in range(40):
        seat = mover(ana, table)
        seen.append((seat, ana.view(table, seat)["view"]))
        ana.act(table, seat)
    for step, (seat, view) in enumerate(seen):
        past = ana.view(table, seat, step=step)["view"]
        for part in ("board", "log", "prompt", "to_act", "step"):
            assert past[part] == view[part]
        assert past["actions"] == []
    ana.get(f"/api/tables/{table}/view", 422, step=99)
    ana.get(f"/api/tables/{table}/view", 400, step=-1)


def test_a_game_forgotten_by_the_process_is_had_again_from_the_record(server, desk):
    ana, table = hotseat(server)
    for _ in range(60):
        ana.act(table, mover(ana, table))
    before = [ana.view(table, seat) for seat in ("britain", "france", "austria")]
    desk.play.shelf.drop(table)
    assert [ana.view(table, seat) for seat in ("britain", "france", "austria")] == before


def test_a_standing_order_is_known_to_its_seat_alone(server):
    ana, table = hotseat(server)
    reaction = sorted(server.desk.play.shelf._games[table].game.reactions)[0] if mover(ana, table) else ""
    quiet = next(s for s in ("britain", "france", "austria") if s != mover(ana, table))
    others = {s: ana.view(table, s) for s in ("britain", "france", "austria", None) if s != quiet}
    card = server.stranger().get(f"/api/tables/{table}")
    ana.post(f"/api/tables/{table}/order", seat=quiet, reaction=reaction, answer="never")
    assert ana.view(table, quiet)["view"]["standing"] == {reaction: "never"}
    assert {s: ana.view(table, s) for s in others} == others
    assert server.stranger().get(f"/api/tables/{table}") == card
    ana.post(f"/api/tables/{table}/order", 422, seat=quiet, reaction="none such", answer="never")


def test_a_fork_is_a_private_study_with_dice_of_its_own(server):
    ana, table = hotseat(server)
    for _ in range(20):
        ana.act(table, mover(ana, table))
    study = ana.post(f"/api/tables/{table}/fork", seat="france", step=10)["id"]
    card = ana.get(f"/api/tables/{study}")
    assert card["private"] is True
    assert {s["id"]: s["holder"]["kind"] for s in card["seats"]} == {
        "france": "human", "britain": "bot", "austria": "bot",
    }  # fmt: skip
    ours, theirs = ana.view(table, "france")["view"], ana.view(study, "france")["view"]
    assert ours["commitment"] != theirs["commitment"]
    server.person("Mallory").get(f"/api/tables/{study}", 404)
