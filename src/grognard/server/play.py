"""Playing: every action is checked, appended, committed, and only then acknowledged and told."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import SystemRandom
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.engine import dice
from grognard.engine.game import Answer, Game, Start
from grognard.engine.refusal import Refused, UserError
from grognard.engine.twins import resample
from grognard.engine.words import language, speaking
from grognard.server import clocks, record
from grognard.server.bots import STAFF, Bots
from grognard.server.couriers import Couriers
from grognard.server.lobby import Door, Lobby
from grognard.server.news import News
from grognard.server.people import Person
from grognard.server.problem import TEXT, Problem, sign_in, unknown_table
from grognard.server.record import Live, Shelf, TableRow
from grognard.server.schema import seats, tables
from grognard.server.store import Store
from grognard.server.vacation import Vacations
from grognard.server.wire import Created, Explanation, Hint, TableView, from_text, plain

LEASE = 30.0
"""For so many seconds other processes leave a table alone whose bot thinks."""
GAINS = {"act": 1, "undo": -1}
"""How often a clock gains: who takes an action back gives back what it earned."""
A_MOMENT = 0.05
"""For so many seconds the bots of a table act before what they did is kept and shown."""
LOOKS = 32
LARGEST_LOOK = 128 * 1024
"""So many looks of a game are remembered, and none that is larger: the whole log of a long game is asked for rarely."""


class Change(NamedTuple):
    """A table while it is being changed."""

    connection: Connection
    row: TableRow
    game: Game


class Onlooker(NamedTuple):
    """Somebody who looks at a table, from a seat or as a spectator, and knows the log up to a step."""

    me: Person | None
    seat: str | None
    invite: str
    since: int
    language: str


class Shown(NamedTuple):
    """What a seat is shown, ready to send."""

    step: int
    version: int
    body: bytes


class Kept(NamedTuple):
    """What an action led to: the version, and whether a bot has to act now."""

    version: int
    due: bool


class Play:
    """All that can be done at a table once people sit there."""

    def __init__(
        self, store: Store, lobby: Lobby, couriers: Couriers, announce: Callable[[News], None], bots: Bots
    ) -> None:
        self.store, self.lobby, self.couriers, self.announce, self.bots = store, lobby, couriers, announce, bots
        self.vacations = Vacations(store, announce)
        self.shelf = Shelf()
        self._random = SystemRandom()

    # --- doing --------------------------------------------------------------------------------------------------

    def act(self, me: Person | None, table: str, seat: str, version: int, do: object) -> int:
        """Take an action for one's seat; the new version."""
        with self._changing(table) as change:
            self._own(change, me, seat)
            self._fresh(change, version)
            step = change.game.step
            with refusals(change.game):
                change.game.act(seat, do)
            kept = self._keep(change, "act", seat, do, me.id if me else "")
            by_letter = change.row.pace in clocks.BY_LETTER
        self.announce(News(table, "game", low=step, due=kept.due))
        if me is not None and by_letter:
            self.vacations.back(me)
        return kept.version

    def undo(self, me: Person | None, table: str, seat: str, version: int, *, all_of_it: bool = False) -> int:
        """Take the seat's last action back, or all that can still be taken back."""
        with self._changing(table) as change:
            self._own(change, me, seat)
            self._fresh(change, version)
            game = change.game
            lines: list[record.Line] = []
            while not lines or (all_of_it and game.can_undo(seat)):
                with refusals(game):
                    game.undo(seat)
                lines.append(("undo", seat, None, game.digest()))
            kept = self._keep_all(change, lines, me.id if me else "", seat)
        self.announce(News(table, "game", low=0, due=kept.due))
        return kept.version

    def order(self, me: Person | None, table: str, seat: str, reaction: str, answer: Answer) -> int:
        """Set a standing answer. Nobody else can tell, unless it answers a question now open."""
        with self._changing(table) as change:
            self._own(change, me, seat)
            step = change.game.step
            if change.game.over:
                raise Problem(409, "The game is over.")
            with refusals(change.game):
                change.game.order(seat, reaction, answer)
            seen = change.game.step != step
            kept = self._keep(change, "order", seat, [reaction, answer], me.id if me else "", seen=seen)
        self.announce(News(table, "game", low=step, seats=() if seen else (seat,), due=kept.due))
        return kept.version

    def explain(self, me: Person | None, table: str, seat: str, do: object) -> Explanation:
        """Why not?"""
        with self.looking(me, table, "") as change:
            self._own(change, me, seat)
            with refusals(change.game):
                refusal = change.game.explain(seat, do)
            if refusal is None:
                return Explanation(True, "", "")
            return Explanation(False, refusal.clause, change.game.rulebook.words.refusal(refusal))

    def move_bots(self, table: str) -> bool:
        """Let the bots the game waits for act for a moment, and keep what they did at once; whether one has still to.

        They think beside the table, on a copy: nobody waits for them, and if the table has moved on meanwhile, or a
        person has taken a seat back, what they thought is forgotten. A commit waits for the disk: quick bots share one.
        """
        with self.shelf.lock(table), self.store.reading() as connection:
            row = self.lobby.door(connection, table).row
            game, levels = self.shelf.game(connection, row).clone(), self._levels(connection, table)
        low = game.step
        done: list[tuple[str, list[str | int]]] = []
        until = time.monotonic() + A_MOMENT
        while not done or time.monotonic() < until:
            seat = next((seat for seat in game.to_act if seat in levels), None)
            if seat is None:
                break
            if self.bots.is_slow(levels[seat]):
                self._lease(table)
            decided = self.bots.decide(table, game, seat, levels[seat])
            do = list(game.setting.vocabulary.encode(decided.action))
            game.act(seat, do)
            done.append((seat, do))
        with self._changing(table) as change:
            bots = self._levels(change.connection, table)
            if change.row.entries != row.entries or any(seat not in bots for seat, _ in done):
                done = []
            lines: list[record.Line] = []
            for seat, do in done:
                change.game.act(seat, do)
                lines.append(("act", seat, do, change.game.digest()))
            kept = self._keep_all(change, lines, "bot", None)
        if done:
            self.announce(News(table, "game", low=low, due=False))
        return kept.due

    def hint(self, me: Person | None, table: str, seat: str) -> Hint:
        """What the staff would do for one's seat, from what the seat can see, and why."""
        with self.looking(me, table, "") as change:
            self._own(change, me, seat)
            version, vocabulary = change.row.version, change.game.setting.vocabulary
            situation = self.bots.situation_of(change.game, seat)
        advice = self.bots.advise(table, situation)
        return Hint(version, list(vocabulary.encode(advice.action)), situation.describe(advice.action), advice.why)

    def hurry(self, me: Person | None, table: str) -> None:
        """Have the bots of a table answer at once: whoever sits there may ask for it, and its owner."""
        with self.store.reading() as connection:
            row = self.lobby.admitted(connection, me, table)
            if me is None or (row.owner != me.id and not self.lobby.held_by(connection, me, table)):
                raise Problem(403, "Only those at the table can hurry its bots.")
        self.announce(News(table, "hurry", due=False))

    def _levels(self, connection: Connection, table: str) -> dict[str, str]:
        """The seats bots hold, and which bots; a regent is always the staff."""
        query = sa.select(seats).where(seats.c.table == table, seats.c.kind.in_(("bot", "regent")))
        return {row.seat: row.level if row.kind == "bot" else STAFF for row in connection.execute(query)}

    def _lease(self, table: str) -> None:
        """A bot will think for a while: no other process need look after the table until then."""
        with self.store.writing() as connection:
            connection.execute(tables.update().where(tables.c.id == table).values(wake=time.time() + LEASE))

    def ring(self, table: str) -> None:
        """Look at the clocks of a table."""
        with self._changing(table) as change:
            rung = clocks.ring(change.connection, table, change.row.pace, time.time())
            self.lobby.rewind_clocks(change.connection, change.row)
            self.couriers.post(change.connection, change.row, "warning", rung.warned)
            self.couriers.post(change.connection, change.row, "regent", rung.expired)
        if rung.warned:
            self.announce(News(table, "warning", seats=rung.warned))
        if rung.expired:
            self.announce(News(table, "table"))

    def waiting(self) -> list[tuple[str, bool]]:
        """The tables the server has to look after now, and whether a clock is kept there."""
        query = sa.select(tables.c.id, tables.c.pace).where(tables.c.wake <= time.time(), ~tables.c.over).limit(200)
        with self.store.reading() as connection:
            return [(row.id, row.pace in clocks.PACES) for row in connection.execute(query)]

    def versions(self, wanted: Sequence[str]) -> dict[str, int]:
        """How far some tables are. A standing order nobody may know of does not count."""
        query = sa.select(tables.c.id, tables.c.version).where(tables.c.id.in_(wanted))
        with self.store.reading() as connection:
            return {row.id: row.version for row in connection.execute(query)} if wanted else {}

    def rest(self, table: str) -> None:
        """Leave a table that cannot be attended to alone until somebody acts there."""
        with self.store.writing() as connection:
            connection.execute(tables.update().where(tables.c.id == table).values(wake=None))

    # --- looking ------------------------------------------------------------------------------------------------

    def view(
        self,
        me: Person | None,
        table: str,
        seat: str | None,
        *,
        step: int | None = None,
        since: int = 0,
        invite: str = "",
    ) -> Shown:
        """What a seat may know, now or at an earlier step; without a seat, what everybody may know."""
        if step is None:
            shown = self.show(table, [Onlooker(me, seat, invite, since, language())])[0]
            if isinstance(shown, Problem):
                raise shown
            return shown
        with self.looking(me, table, invite) as change:
            if seat is not None:
                self.may_see(change, me, seat)
            with refusals(change.game):
                past = shown_to(at_step(change.game, step), seat, since)
            past["view"] |= {"actions": [], "undo": False}
            return Shown(step, change.row.version, plain(TableView(change.row.version, **past)))

    def show(self, table: str, onlookers: Sequence[Onlooker]) -> list[Shown | Problem]:
        """What each of those who look at a table may know now, all at the same moment; a Problem to who may not look.

        What several may know alike is worked out and written once.
        """
        with self.shelf.lock(table), self.store.reading() as connection:
            door = self.lobby.door(connection, table)
            live = self.shelf.live(connection, door.row)
            return [_look(door, live, onlooker) for onlooker in onlookers]

    def check_view(self, me: Person | None, table: str, seat: str | None, invite: str) -> None:
        """Problem if this person may not look at the table, or not from that seat."""
        with self.looking(me, table, invite) as change:
            if seat is not None:
                self.may_see(change, me, seat)

    def fork(self, me: Person | None, table: str, step: int | None, seat: str | None) -> Created:
        """A private study from a step on, with dice of its own; what the asker may not know is drawn afresh."""
        if me is None:
            raise sign_in()
        with self.looking(me, table, "") as change:
            game = change.game
            if seat is not None:
                self.may_see(change, me, seat)
            with refusals(change.game):
                position = game.position_at(game.step if step is None else step)
                number = None if seat is None else game.seat_number(seat)
            if not game.over:
                position = resample(game.rulebook, position, number, self._random)
            start = Start(game.setting, dice.fresh_key(), game.rulebook.snapshot(position))
            name = TEXT.say("study", table=change.row.name)
        study = Game(game.rulebook, start)
        mine = study.seats[0] if seat is None else seat
        holders = {other: "human" if other == mine else "bot" for other in study.seats}
        return self.lobby.lay(me, study, holders, name=name, private=True)

    # --- the works ----------------------------------------------------------------------------------------------

    @contextmanager
    def _changing(self, table: str) -> Iterator[Change]:
        with self.shelf.lock(table):
            try:
                with self.store.writing() as connection:
                    row = record.locked(connection, table)
                    yield Change(connection, row, self.shelf.game(connection, row))
            except Problem:
                raise
            except BaseException:
                # The game in memory may be ahead of what was kept.
                self.shelf.drop(table)
                raise

    @contextmanager
    def looking(self, me: Person | None, table: str, invite: str) -> Iterator[Change]:
        with self.shelf.lock(table), self.store.reading() as connection:
            row = self.lobby.admitted(connection, me, table, invite)
            yield Change(connection, row, self.shelf.game(connection, row))

    def _keep(self, change: Change, kind: str, seat: str, body: object, by: str, *, seen: bool = True) -> Kept:
        """Append what was done, which others may not have seen."""
        lines = [(kind, seat, body, change.game.digest())]
        return self._keep_all(change, lines, by, seat if seen else None, seen=seen)

    def _keep_all(
        self, change: Change, lines: list[record.Line], by: str, actor: str | None, *, seen: bool = True
    ) -> Kept:
        """Append all that was done; the clock of the actor gains by it."""
        row, game = change.row, change.game
        record.append_all(change.connection, row.id, row.entries, lines, by)
        count, version = row.entries + len(lines), row.version + (len(lines) if seen else 0)
        values = {"version": version, "entries": count}
        if lines and seen:
            values |= record.standing(game)
            self._write(change, by)
        change.connection.execute(tables.update().where(tables.c.id == row.id).values(values))
        gains = {} if actor is None else {actor: sum(GAINS.get(line[0], 0) for line in lines)}
        due = self.lobby.rewind_clocks(change.connection, record.locked(change.connection, row.id), gains)
        self.shelf.put(row.id, game, count)
        return Kept(version, due)

    def _write(self, change: Change, by: str) -> None:
        """Write to whom the game waits for now and did not before, or to all when it is over."""
        row, game = change.row, change.game
        if game.over:
            self.couriers.post(change.connection, row, "over", game.seats)
        else:
            fresh = [seat for seat in game.to_act if seat not in from_text(row.to_act)]
            self.couriers.post(change.connection, row, "turn", fresh, besides=by)

    def _own(self, change: Change, me: Person | None, seat: str) -> None:
        if me is None:
            raise sign_in()
        query = sa.select(seats.c.kind).where(
            seats.c.table == change.row.id, seats.c.seat == seat, seats.c.person == me.id
        )
        held = change.connection.execute(query).first()
        if held is None:
            raise Problem(403, "This is not your seat.")
        if held.kind == "regent":
            raise Problem(409, "A regent sits there for you: take your seat back first.")

    def _fresh(self, change: Change, version: int) -> None:
        if version != change.row.version:
            raise Problem(409, "The table has moved on since.", version=change.row.version)

    def may_see(self, change: Change, me: Person | None, seat: str) -> None:
        if change.game.over and seat in change.game.seats:
            return
        if seat not in self.lobby.held_by(change.connection, me, change.row.id):
            raise Problem(403, "This is not your seat.")


def _look(door: Door, live: Live, onlooker: Onlooker) -> Shown | Problem:
    me, seat, invite, since, tongue = onlooker
    game = live.game
    if not door.lets_in(me, invite):
        return unknown_table()
    if seat is not None and not (game.over and seat in game.seats) and not door.holds(me, seat):
        return Problem(403, "This is not your seat.")
    body = live.looks.get((seat, since, tongue))
    if body is None:
        with speaking(tongue), refusals(game):
            body = plain(TableView(door.row.version, **shown_to(game, seat, since)))
        if len(live.looks) < LOOKS and len(body) < LARGEST_LOOK:
            live.looks[seat, since, tongue] = body
    return Shown(game.step, door.row.version, body)


@contextmanager
def refusals(game: Game) -> Iterator[None]:
    """What the engine refuses, as the wire says it: in the language of whoever asked."""
    try:
        yield
    except Refused as refused:
        raise Problem(422, game.rulebook.words.refusal(refused.refusal), refused.refusal.clause) from refused
    except UserError as error:
        raise Problem(422, game.rulebook.words.refusal(error)) from error


def at_step(game: Game, step: int) -> Game:
    """The game as it stood after that many actions."""
    past = game.clone()
    past.position = game.position_at(step)
    past.history = game.history[:step]
    past.journal = [(when, entry) for when, entry in game.journal if when <= step]
    past._undoable, past._sealing = [], None
    return past


def shown_to(game: Game, seat: str | None, since: int) -> dict[str, Any]:
    """All that is ever sent of a game to a seat (None: a spectator), with the log from a step on."""
    number = None if seat is None else game.seat_number(seat)
    tabletop = game.rulebook.tabletop(game.position, number)
    return {"view": game.view(seat, since), "tabletop": tabletop, "since": since}
