"""Talk at the table, in private as the rules allow, and on paper; nobody hears what is not for them."""

from __future__ import annotations

from random import Random
from threading import Thread

import httpx
from table_seat import Seat

import grognard
from grognard.server.people import Person


def lay_for_three(server):
    ana, bo, cleo = (server.person(name) for name in ("Ana", "Bo", "Cleo"))
    table = ana.lay(seats={"france": "me"})
    bo.post(f"/api/tables/{table}/join", seat="britain")
    cleo.post(f"/api/tables/{table}/join", seat="austria")
    return ana, bo, cleo, table


def unread(visitor, table):
    return {card["channel"]: card["unread"] for card in visitor.get(f"/api/tables/{table}/channels")}


def say(visitor, table, channel, text, expect=None):
    return visitor.post(f"/api/tables/{table}/talk", expect, channel=channel, text=text)


def test_every_pair_has_a_channel_and_a_group_has_one_once_somebody_speaks(server):
    ana, bo, cleo, table = lay_for_three(server)
    assert unread(ana, table) == {"table": 0, "britain,france": 0, "austria,france": 0}
    say(bo, table, "austria,britain,france", "All three of us?")
    assert unread(ana, table)["austria,britain,france"] == 1
    assert unread(bo, table)["austria,britain,france"] == 0
    assert unread(server.person("Dan"), table) == {"table": 0}
    say(cleo, table, "austria,britain", "Only you")
    assert "austria,britain" not in unread(ana, table)
    ana.get(f"/api/tables/{table}/talk", 403, channel="austria,britain")
    say(ana, table, "austria,britain", "?", expect=403)
    for wrong in ("britain,austria", "france", "france,france", "france,venice"):
        say(ana, table, wrong, "?", expect=422)


def test_unread_lines_are_counted_until_they_are_read(server):
    ana, bo, _, table = lay_for_three(server)
    for text in ("One", "Two"):
        say(bo, table, "britain,france", text)
    say(bo, table, "table", "Three")
    assert unread(ana, table) == {"table": 1, "britain,france": 2, "austria,france": 0}
    assert ana.get(f"/api/tables/{table}")["unread"] == 3
    assert next(t for t in ana.get("/api/tables", mine=1) if t["id"] == table)["unread"] == 3
    ana.post(f"/api/tables/{table}/read?channel=britain,france")
    assert unread(ana, table) == {"table": 1, "britain,france": 0, "austria,france": 0}
    assert "unread" not in bo.get(f"/api/tables/{table}")
    ana.post(f"/api/tables/{table}/read?channel=table")
    assert "unread" not in ana.get(f"/api/tables/{table}")


def test_what_is_read_on_one_screen_is_read_on_the_other(server):
    ana, bo, _, table = lay_for_three(server)
    other, theirs = Seat(server, ana, table, "france"), Seat(server, bo, table, "britain")
    for seat in (other, theirs):
        seat.until(lambda s: s.version >= 0)
    say(bo, table, "table", "Good evening")
    ana.post(f"/api/tables/{table}/read?channel=table")
    other.until(lambda s: {"type": "read"} in s.heard)
    assert theirs.ask("ping")["type"] == "pong"
    assert {"type": "read"} not in theirs.heard
    other.close()
    theirs.close()


def test_two_screens_may_read_and_write_at_the_same_moment(server):
    ana, bo, _, table = lay_for_three(server)
    say(bo, table, "table", "Good evening")
    answers = []

    def screen(number):
        address = f"http://127.0.0.1:{server.next_port()}/api/tables/{table}"
        with httpx.Client(headers={"Cookie": ana.cookie}, timeout=120, verify=False) as http:  # noqa: S501 - no https
            for _ in range(15):
                answers.append(http.post(f"{address}/read", params={"channel": "table"}).status_code)
                answers.append(http.post(f"{address}/notes", json={"seat": "france", "text": str(number)}).status_code)

    screens = [Thread(target=screen, args=(number,)) for number in range(4)]
    for one in screens:
        one.start()
    for one in screens:
        one.join()
    assert len(answers) == 120
    assert set(answers) <= {200, 201}
    assert unread(ana, table)["table"] == 0
    assert ana.get(f"/api/tables/{table}/notes", seat="france")["text"] in {"0", "1", "2", "3"}


def battle(seed=0):
    """A game of three in the middle of a battle's cards, and the seats that fight it."""
    while True:
        seed += 1
        game, rng = grognard.new("coalitions", "1812", players=3, seed=seed), Random(seed)  # noqa: S311 - repeatable
        for _ in range(400):
            if game.over:
                break
            view = game.view(game.to_act[0])
            if view["prompt"]["decision"] == "play-card":
                numbers = range(len(game.seats))
                free = [n for n in numbers if game.rulebook.cannot_confer(game.position, (n,)) is None]
                if len(free) == 1:
                    return game, game.seats[free[0]]
            seat = game.to_act[0]
            game.act(seat, rng.choice(game.options(seat)))


def test_the_rules_close_private_talk_while_battle_cards_are_played(server):
    game, neutral = battle()
    ana, bo = server.person("Ana"), server.person("Bo")
    owner = Person(ana.get("/api/me")["person"]["id"], "Ana", True, False)
    fighting = [seat for seat in game.seats if seat != neutral]
    holders = {seat: "human" if seat == fighting[0] else "open" for seat in game.seats}
    table = server.desk.lobby.lay(owner, game, holders, name="Battle", private=False).id
    bo.post(f"/api/tables/{table}/join", seat=fighting[1])
    channel = ",".join(sorted(fighting))
    refused = say(ana, table, channel, "Play your five", expect=422)
    assert refused["error"]["clause"] == "8.cards.13"
    line = Seat(server, ana, table, fighting[0])
    told = line.ask("talk", channel=channel, text="Play your five")
    assert (told["type"], told["clause"]) == ("refused", "8.cards.13")
    line.close()
    cards = {card["channel"]: card["closed"] for card in bo.get(f"/api/tables/{table}/channels")}
    assert cards[channel]["clause"] == "8.cards.13"
    assert cards["table"] is None
    say(ana, table, "table", "Everybody hears this")
    assert bo.get(f"/api/tables/{table}/talk", channel=channel) == []


def test_a_notepad_belongs_to_a_person_at_a_seat(server):
    ana, bo = server.person("Ana"), server.person("Bo")
    table = ana.lay(seats={"france": "me", "britain": "me"}, hotseat=True)
    place = f"/api/tables/{table}/notes"
    ana.post(place, seat="france", text="Watch Prussia")
    ana.post(place, seat="britain", text="Watch <b>France</b>")
    assert ana.get(place, seat="france")["text"] == "Watch Prussia"
    assert ana.get(place, seat="britain")["text"] == "Watch <b>France</b>"
    assert ana.get(place)["text"] == ""
    bo.get(place, 403, seat="france")
    bo.post(place, 403, seat="france", text="mine now")
    bo.post(place, text="I only look on")
    assert bo.get(place)["text"] == "I only look on"
    # Whoever takes over the seat finds an empty notepad.
    ana.post(f"/api/tables/{table}/leave", seat="france")
    bo.post(f"/api/tables/{table}/join", seat="france")
    assert bo.get(place, seat="france")["text"] == ""
    ana.get(place, 403, seat="france")
