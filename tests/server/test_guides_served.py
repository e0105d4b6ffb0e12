"""Guided games, and every language, over the wire."""

from __future__ import annotations

import pytest
from table_seat import Seat

FRENCH = {"Accept-Language": "fr-CH, fr;q=0.9, en;q=0.8"}
PATH = "/api/guides/coalitions/first-campaign"


def test_a_guided_game_is_laid_with_its_dice_and_goes_the_same_way_for_everybody(server):
    seen = []
    for name in ("Ana", "Ben"):
        visitor = server.person(name)
        table = visitor.post(PATH, 201)["id"]
        card = visitor.get(f"/api/tables/{table}")
        assert card["guide"] == "first-campaign"
        assert card["yours"] == ["france"]
        visitor.act(table, "france", do=["name", "france-3"])
        seat = Seat(server, visitor, table, "france")
        seat.until(lambda s: s.asked and s.view["prompt"]["decision"] == "name-envoy")
        seen.append([line["text"] for line in seat.log])
        seat.close()
    assert seen[0] == seen[1]
    assert "guide" not in visitor.get(f"/api/tables/{visitor.lay(seats={'france': 'me'})}")


def test_a_guide_is_read_in_the_readers_language(server):
    visitor = server.stranger()
    english = visitor.get(PATH)
    french = visitor.http.get(PATH, headers=FRENCH).json()
    assert english["title"] == "Your first campaign"
    assert french["title"] == "Votre première campagne"
    assert [step["id"] for step in english["steps"]] == [step["id"] for step in french["steps"]]
    assert all(a["say"] != b["say"] for a, b in zip(english["steps"], french["steps"], strict=True))


@pytest.mark.parametrize(("game", "clause"), [("coalitions", "4.wheel.4"), ("alliance", "4.33.1")])
def test_a_clause_and_its_rulings_are_read_in_the_readers_language(server, game, clause):
    visitor = server.stranger()
    path = f"/api/rules/{game}/{clause}"
    english, french = visitor.get(path), visitor.http.get(path, headers=FRENCH).json()
    assert english["id"] == french["id"] == clause
    assert english["section"] != french["section"]
    assert english["text"] != french["text"]
    assert english["rulings"]
    for there, here in zip(english["rulings"], french["rulings"], strict=True):
        assert there["number"] == here["number"]
        assert there["text"] != here["text"]
        assert there["reason"] != here["reason"]


def test_a_board_has_its_names_in_the_readers_language(server):
    visitor = server.stranger()
    path = "/api/boards/alliance/europe/topology"
    english, french = visitor.http.get(path), visitor.http.get(path, headers=FRENCH)
    assert english.headers["etag"] != french.headers["etag"]
    assert french.headers["vary"] == "Accept-Language"
    names = [{thing["id"]: thing["name"] for part in ("spaces", "powers") for thing in sheet.json()[part]}
             for sheet in (english, french)]  # fmt: skip
    assert [called["rhineland"] for called in names] == ["Rhineland", "Rhénanie"]
    assert [called["english-channel"] for called in names] == ["English Channel", "Manche"]
    assert [called["portugal"] for called in names] == ["Portugal", "Portugal"]
    assert [called["sweden"] for called in names] == ["Sweden", "Suède"]
    assert english.json()["arcs"] == french.json()["arcs"]


@pytest.mark.parametrize("game", ["coalitions", "alliance"])
def test_the_lobby_calls_powers_by_their_names(server, game):
    visitor = server.stranger()
    for headers, name in (({}, "Britain"), (FRENCH, "Grande-Bretagne")):
        games = visitor.http.get("/api/games", headers=headers).json()
        assert next(card for card in games if card["id"] == game)["powers"]["britain"] == name


@pytest.mark.parametrize("path", ["/api/guides/coalitions/none", "/api/guides/none/first-campaign"])
def test_what_is_no_guide(server, path):
    server.stranger().get(path, 404)
    server.person("Ana").post(path, 404)


def test_a_stranger_says_their_name_first(server):
    server.stranger().post(PATH, 401)


def test_views_refusals_and_problems_are_in_the_language_asked_for(server):
    ana = server.person("Ana")
    table = ana.lay(seats={"france": "me"})
    shown = ana.http.get(f"/api/tables/{table}/view", params={"seat": "france"}, headers=FRENCH).json()
    assert shown["view"]["prompt"]["text"] == "Quel général français est Napoléon\u00a0?"
    assert shown["tabletop"]["powers"][0]["name"] == "Grande-Bretagne"
    assert ana.view(table, "france")["view"]["prompt"]["text"] == "Which French General is Napoleon?"
    asked = {"seat": "france", "do": ["name", "austria-1"]}
    why = ana.http.post(f"/api/tables/{table}/explain", json=asked, headers=FRENCH).json()
    assert why["text"] == "Ce général ne peut être Napoléon dans ce scénario."
    lost = ana.http.get("/api/tables/none", headers=FRENCH).json()
    assert "il y faut son invitation" in lost["error"]["text"]
    wrong = {"game": "coalitions", "players": 9}
    refused = ana.http.post("/api/tables", json=wrong, headers=FRENCH).json()
    assert refused["error"]["text"] == "Coalitions est pour 3 à 6 joueurs, non 9. [0.intro.4]"
    games = ana.http.get("/api/games?lang=fr").json()
    names = {s["id"]: s["name"] for game in games for s in game["scenarios"] if game["id"] == "coalitions"}
    assert names["1805"] == "La Troisième Coalition"


def test_two_at_one_table_each_read_their_own_language(server):
    ana = server.person("Ana")
    table = ana.lay(seats={"france": "me"})
    english, french = Seat(server, ana, table, "france"), Seat(server, ana, table, "france", lang="fr")
    english.until(lambda s: s.version >= 0)
    french.until(lambda s: s.version >= 0)
    assert english.view["prompt"]["text"] == "Which French General is Napoleon?"
    assert french.view["prompt"]["text"] == "Quel général français est Napoléon\u00a0?"
    ana.act(table, "france", do=french.view["actions"][0]["do"])
    english.until(lambda s: s.log)
    french.until(lambda s: s.log)
    assert english.log[0]["text"].startswith("Napoleon is the French General")
    assert french.log[0]["text"].startswith("Napoléon est le général français")
    assert [line["data"] for line in english.log] == [line["data"] for line in french.log]
    english.close()
    french.close()
