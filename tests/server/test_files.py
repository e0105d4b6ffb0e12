"""Game files: one's own view during play, the provable file after the end, and the way back in from any step."""

from __future__ import annotations

import json
from random import Random

import pytest

import grognard
from grognard.engine import gamefile
from grognard.lab.checks import random_action


@pytest.fixture(scope="module")
def finished():
    """A whole game as a file."""
    game, rng = grognard.new("coalitions", "1812", players=3, seed=3), Random(3)  # noqa: S311 - repeatable
    while not game.over:
        game.act(*random_action(game, rng))
    return game, gamefile.encode(game)


def take_in(visitor, content, status=201, **query):
    response = visitor.http.post("/api/import", content=content, params=query)
    assert response.status_code == status, response.text
    return response.json()


def test_during_play_only_the_own_view_is_given(server):
    ana, bo = server.person("Ana"), server.person("Bo")
    table = ana.lay(seats={"france": "me"})
    bo.post(f"/api/tables/{table}/join", seat="britain")
    place = f"/api/tables/{table}/file"
    own = ana.http.get(place, params={"seat": "france"})
    assert own.headers["content-disposition"].endswith('-france.json"')
    assert own.json() == ana.view(table, "france")["view"]
    assert "key" not in own.json()
    assert ana.http.get(place, params={"seat": "britain"}).status_code == 403
    assert server.stranger().http.get(place).json() == server.stranger().view(table)["view"]


def test_a_finished_file_is_a_table_and_its_file_is_the_same(server, finished, tmp_path):
    game, content = finished
    ana = server.person("Ana")
    table = take_in(ana, content, seat="britain")["id"]
    card = ana.get(f"/api/tables/{table}")
    assert (card["over"], card["step"], card["yours"], card["private"]) == (True, game.step, ["britain"], True)
    again = ana.http.get(f"/api/tables/{table}/file").content
    path = tmp_path / "again.grognard"
    path.write_bytes(again)
    proven = grognard.verify(path)
    assert proven.result == game.result
    assert again == content


@pytest.mark.parametrize("part", [0.0, 0.3, 0.9])
def test_any_step_is_a_study(server, finished, part):
    game, content = finished
    ana, step = server.person("Ana"), int(game.step * part)
    table = take_in(ana, content, step=step, seat="france")["id"]
    card = ana.get(f"/api/tables/{table}")
    assert card["yours"] == ["france"]
    assert not card["over"]
    shown = ana.view(table, "france")["view"]
    assert shown["commitment"] != game.view()["commitment"]
    began = ana.view(table, "france", step=0)["view"]
    assert began["board"] == game.fork(step).view("france")["board"]


def test_a_step_or_a_seat_that_is_not_there_is_refused(server, finished):
    game, content = finished
    ana = server.person("Ana")
    assert str(game.step) in take_in(ana, content, 422, step=game.step + 1)["error"]["text"]
    assert "france" in take_in(ana, content, 422, seat="venice")["error"]["text"]
    assert take_in(ana, content, 400, step=-1)["error"]["text"]
    assert ana.get("/api/tables", mine=1) == []
    take_in(server.stranger(), content, 401)


@pytest.mark.parametrize("line", [1, 2, 17, -1])
def test_a_corrupted_upload_is_refused_with_its_line(server, finished, line):
    _, content = finished
    lines = content.splitlines(keepends=True)
    number = line if line > 0 else len(lines)
    wrong = json.loads(lines[number - 1])
    wrong[min(wrong)] = "tampered"
    lines[number - 1] = json.dumps(wrong, separators=(",", ":")).encode() + b"\n"
    ana = server.person("Ana")
    told = take_in(ana, b"".join(lines), 422)["error"]["text"]
    assert f"line {number}" in told
    assert told.startswith("The file")
    ana.http.headers["Accept-Language"] = "fr"
    assert take_in(ana, b"".join(lines), 422)["error"]["text"].startswith(f"Le fichier, ligne {number}\u00a0: ")
    assert ana.get("/api/tables", mine=1) == []
