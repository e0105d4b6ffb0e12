"""Nothing hidden goes over the wire: in a world a seat cannot tell from this one its socket receives the same bytes.

Two servers, each with a database of its own, play the same public game. In the second, the twin world, all that the
onlooker may not know is drawn afresh at every action, and the others neither whisper nor take notes nor leave standing
orders as they do in the first. The clock stands still, so that nothing but a leak can tell the two apart.

`pytest tests/server/test_leaks.py --whole-games` sends every action of every game over the wire, from the first to the
last, which takes half an hour of a processor; otherwise it is a stretch of each.
"""

from __future__ import annotations

import json
import threading
import time
from collections import defaultdict
from itertools import count
from random import Random

import pytest
import sqlalchemy as sa
from servers import PATIENCE, Server
from table_seat import Seat

from grognard.engine import dice, registry
from grognard.engine.game import Game, Start
from grognard.lab.checks import difference, play_on, random_action
from grognard.lab.garbage import probes
from grognard.server import play
from grognard.server.news import News
from grognard.server.schema import talk as lines
from grognard.server.settings import Settings
from grognard.server.talk import Talk
from grognard.server.wire import TalkLine

GAMES = 25
MOST_SEATS = 12
DEEPEST = 600
STRETCH = 6
"""So many actions of each game go over the wire, from a random moment on; what came before is in the log."""
SELDOM = 0.05
"""How often people talk and ask between two actions of a whole game."""
STALE = 2**31 - 1
NOON = 1_800_000_000.0
SECRET = "at midnight"
NOWHERE = "nowhere"


class World:
    """A server of its own with one table, and one person for every seat."""

    def __init__(self, server, game):
        self.server, self.desk = server, server.desk
        self.owner, *crowd = server.crowd
        me = self.desk.people.of_session(self.owner.http.cookies["grognard_session"])
        self.table = self.desk.lobby.lay(me, game, dict.fromkeys(game.seats, "open"), name="T", private=False).id
        self.people = dict(zip(game.seats, crowd, strict=False))
        for seat, person in self.people.items():
            person.post(f"/api/tables/{self.table}/join", seat=seat)
        pass_all_on(self.desk.hub)

    @property
    def game(self):
        with self.desk.store.reading() as connection:
            return self.desk.play.shelf.game(connection, self.desk.lobby.door(connection, self.table).row)

    def sit(self, seat):
        return Seat(self.server, self.people[seat] if seat else self.owner, self.table, seat)

    def act(self, seat, do):
        version = self.desk.play.view(None, self.table, None, since=10**6)
        version = json.loads(version.body)["version"]
        self.people[seat].post(f"/api/tables/{self.table}/act", seat=seat, version=version, do=list(do))

    def follow(self, seat, do, low, twin):
        """What the other world did, as it looks in this one."""
        with self.desk.play._changing(self.table) as change:
            self.desk.play._keep(change._replace(game=twin), "act", seat, list(do), "")
        self.desk.play.announce(News(self.table, "game", low=low))

    def become(self, twin):
        """Be this world from now on."""
        with self.desk.store.reading() as connection:
            count = self.desk.lobby.door(connection, self.table).row.entries
        self.desk.play.shelf.put(self.table, twin, count)


def pass_all_on(hub):
    """What was announced so far is passed on: whoever looks in from now on is not told of it, in either world."""
    done = threading.Event()

    def hears(news):
        if news.table == NOWHERE:
            done.set()

    hub.listeners.append(hears)
    hub.announce(News(NOWHERE, "read"))
    assert done.wait(PATIENCE)
    hub.listeners.remove(hears)


def begin(name, number, deepest):
    """A game in the middle of things, or shortly before its end."""
    rng = Random(number)  # noqa: S311 - seeded, to fail again alike
    variants = registry.rulebook(name).variants()
    scenario, players, options = variants[(number * 17) % len(variants)]
    rulebook = registry.rulebook(name)
    start = Start(rulebook.setting(scenario, players, options, None), dice.key_from_seed(number))
    game = Game(rulebook, start)
    play_on(game, rng, rng.randrange(deepest))
    if game.over:
        played, game = game.history[: -rng.randrange(1, 2 * STRETCH)], Game(rulebook, start)
        for record in played:
            game.replay(game.seats[record.seat], game.setting.vocabulary.encode(record.action), standing=False)
    return game, rng


def sendable(probe):
    """A probe that can be written as JSON and is short enough to be read."""
    try:
        return isinstance(probe, list | tuple) and len(json.dumps(list(probe), allow_nan=False)) < 1000
    except (TypeError, ValueError):
        return False


def watch(servers, name, number, whole=False):
    """Let a game, or a stretch of it, be watched from one seat in both worlds; what the two sockets received."""
    game, rng = begin(name, number, 1 if whole else DEEPEST)
    viewer = rng.choice((*game.seats, None))
    real, twin = (World(server, game) for server in servers)
    worlds = (real, twin)
    real.become(game.clone())
    twin.become(game.twin(viewer, rng))
    eyes = [world.sit(viewer) for world in worlds]
    others = [seat for seat in game.seats if seat != viewer]
    for _ in count() if whole else range(STRETCH):
        level(eyes)
        if real.game.over:
            break
        busy = not whole or rng.random() < SELDOM
        if busy:
            gossip(worlds, eyes, others, rng)
        low = real.game.step
        seat, do = random_action(real.game, rng)
        real.act(seat, do)
        twin.follow(seat, do, low, real.game.twin(viewer, rng))
        asked = [list(p) for p in probes(real.game, viewer, rng, 3) if sendable(p)] if viewer and busy else []
        level(eyes, at_least=eyes[0].version + 1)
        for eye in eyes:
            for do in asked:
                eye.socket.send(json.dumps({"type": "explain", "seat": viewer, "do": do}))
                eye.socket.send(json.dumps({"type": "act", "seat": viewer, "version": STALE, "do": do}))
            eye.ask("ping")
    for eye in eyes:
        eye.ask("ping")
        eye.close()
    return [eye.frames for eye in eyes]


def level(eyes, at_least=0):
    """Both sockets have been told all there is to tell."""
    for eye in eyes:
        eye.until(lambda s: s.version >= at_least)
    for eye in eyes:
        eye.ask("ping")


def gossip(worlds, eyes, others, rng):
    """People come and go and talk: in public in both worlds, in private only in the first."""
    if not others:
        return
    real, _ = worlds
    if rng.random() < 0.3:
        come_and_go(worlds, eyes, others[0])
    if len(others) > 1:
        one, two = sorted(rng.sample(others, 2))
        talking = {"channel": f"{one},{two}", "text": f"{SECRET} {rng.random()}"}
        real.people[one].http.post(f"/api/tables/{real.table}/talk", json=talking)  # the rules may forbid it just now
    seat = rng.choice(others)
    real.people[seat].post(f"/api/tables/{real.table}/notes", seat=seat, text=SECRET)
    if seat not in real.game.to_act and real.game.reactions:
        reaction, answer = rng.choice(real.game.reactions), rng.choice(["always", "never"])
        real.people[seat].post(f"/api/tables/{real.table}/order", seat=seat, reaction=reaction, answer=answer)
    said = f"good day {rng.random()}"
    for world, eye in zip(worlds, eyes, strict=True):
        world.people[seat].post(f"/api/tables/{world.table}/talk", channel="table", text=said)
        eye.until(lambda s: s.heard[-1].get("text") == said)


def come_and_go(worlds, eyes, seat):
    """Somebody looks in; the onlooker is told both times, in this order."""
    for world, eye in zip(worlds, eyes, strict=True):
        name = world.people[seat].get("/api/me")["person"]["name"]
        passing = world.sit(seat)
        passing.until(lambda s: s.version >= 0)
        eye.until(lambda s, name=name: name in s.heard[-1].get("here", ()))
        passing.close()
        eye.until(lambda s, name=name: "here" in s.heard[-1] and name not in s.heard[-1]["here"])


def leaks(servers, name, games, whole=False):
    """Where what a seat receives differs between the worlds.

    Each kind of message is compared by itself: which of two kinds comes first when both are due is chance.
    """
    found = []
    for number in games:
        ours, theirs = (by_kind(frames) for frames in watch(servers, name, number, whole))
        if any(SECRET in frame for frames in ours.values() for frame in frames):
            found.append(f"game {number}: a whisper was overheard")
        for kind in sorted(ours.keys() | theirs.keys()):
            one, two = ours[kind], theirs[kind]
            if one != two:
                place = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), None)
                what = "" if place is None else difference(json.loads(one[place]), json.loads(two[place]))
                found.append(f"game {number}: {len(one)} and {len(two)} of {kind}, number {place} differs at {what}")
    return found


def by_kind(frames):
    kinds = defaultdict(list)
    for frame in frames:
        kinds[json.loads(frame)["type"]].append(frame)
    return kinds


@pytest.fixture
def servers(tmp_path, monkeypatch):
    monkeypatch.setattr(time, "time", lambda: NOON)
    two = [
        Server(Settings(db=f"sqlite:///{tmp_path / f'{world}.db'}", bots=False, requests_a_minute=10**7))
        for world in ("real", "twin")
    ]
    for server in two:
        server.crowd = [server.person(f"Person {n}") for n in range(1 + MOST_SEATS)]
    yield two
    for server in two:
        server.stop()


@pytest.mark.parametrize("name", registry.names())
def test_a_socket_receives_the_same_bytes_in_a_twin_world(servers, name, pytestconfig):
    whole = pytestconfig.getoption("whole_games", default=False)
    assert leaks(servers, name, range(GAMES), whole) == []


def test_the_comparison_notices_a_view_that_shows_a_hand(servers, monkeypatch):
    honest = play.shown_to

    def shows_too_much(game, seat, since):
        return honest(game, seat, since) | {"tabletop": game.tabletop(game.seats[0])}

    monkeypatch.setattr(play, "shown_to", shows_too_much)
    assert any(leaks(servers, "coalitions", [number]) for number in range(10))


def test_the_comparison_notices_a_whisper_that_is_overheard(servers, monkeypatch):
    def overheard(self, _me, _table, number):
        with self.store.reading() as connection:
            row = connection.execute(sa.select(lines).where(lines.c.id == number)).one()
        return TalkLine(1, row.channel, row.seat, row.name, row.text, row.at)

    monkeypatch.setattr(Talk, "line_for", overheard)
    assert any(leaks(servers, "coalitions", [number]) for number in range(10))


def test_the_comparison_notices_numbers_that_count_whispers(servers, monkeypatch):
    monkeypatch.setattr(Talk, "_place", lambda _self, _connection, _table, _channel, number: number)
    assert any(leaks(servers, "coalitions", [number]) for number in range(10))
