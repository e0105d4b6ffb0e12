"""The lobby: tables are made, listed, joined, left; seats change hands while the game goes on."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from grognard.engine import dice, registry
from grognard.engine.game import Game
from grognard.engine.guide import guide_of
from grognard.engine.refusal import Phrase
from grognard.server import clocks, record
from grognard.server.bots import STAFF, Bots
from grognard.server.clocks import Away
from grognard.server.news import News
from grognard.server.people import Person, clean_name, secret
from grognard.server.problem import TEXT, Problem, sign_in, unknown_table
from grognard.server.record import TableRow
from grognard.server.schema import marks, people, seats, tables, talk, visitors
from grognard.server.store import Store
from grognard.server.wire import Clock, Created, Holder, NewTable, SeatCard, TableCard, from_text

LISTED = 100
TABLES_A_PERSON = 500
INVITATION_LASTS = 30 * clocks.DAY
SeatRow = Row[Any]


def _right(row: TableRow, invite: str) -> bool:
    return bool(invite) and secrets.compare_digest(invite.encode(), row.invite.encode())


def invited(row: TableRow, invite: str) -> bool:
    """Whether this is the table's invitation, and still good."""
    return _right(row, invite) and (row.invite_until is None or row.invite_until > time.time())


class Door(NamedTuple):
    """A table at one moment, and who may look at it."""

    row: TableRow
    holders: dict[str, str | None]
    """Who holds each seat, those a regent keeps included."""
    visitors: frozenset[str]
    """Who has shown the invitation of a private table."""

    def lets_in(self, me: Person | None, invite: str) -> bool:
        row = self.row
        if not row.private or invited(row, invite):
            return True
        if me is None:
            return False
        return row.owner == me.id or me.admin or me.id in self.visitors or me.id in self.holders.values()

    def holds(self, me: Person | None, seat: str) -> bool:
        return me is not None and self.holders.get(seat) == me.id


class Lobby:
    """All tables."""

    def __init__(self, store: Store, announce: Callable[[News], None], bots: Bots) -> None:
        self.store, self.announce, self.bots = store, announce, bots

    # --- making -------------------------------------------------------------------------------------------------

    def create(self, me: Person, wish: NewTable) -> Created:
        """A new table; the seats nobody spoke for are open."""
        game = record.new_game(wish.game, wish.scenario, wish.players, wish.options, dice.fresh_key())
        unknown = {*wish.seats, *wish.levels} - set(game.seats)
        if unknown:
            raise Problem(422, Phrase("There is no seat “{0}”. Seats: {1}.", min(unknown), ", ".join(game.seats)))
        kinds = {"me": "human", "bot": "bot", "open": "open"}
        holders = {seat: kinds[wish.seats.get(seat, "open")] for seat in game.seats}
        unnamed = TEXT.say("table", person=me.name, game=game.rulebook.title)
        name = clean_name(wish.name[:40]) if wish.name.strip() else unnamed
        levels = {seat: self.bots.checked(level) for seat, level in wish.levels.items()}
        return self.lay(
            me, game, holders, levels, name=name, private=wish.private, pace=wish.pace, hotseat=wish.hotseat
        )

    def lay(
        self,
        me: Person,
        game: Game,
        holders: Mapping[str, str],
        levels: Mapping[str, str] | None = None,
        *,
        name: str,
        private: bool,
        pace: str = "none",
        hotseat: bool = False,
    ) -> Created:
        """A table for a game that may have a history already."""
        number, invite, now = secrets.token_hex(8), secret(), time.time()
        vocabulary = game.setting.vocabulary
        lines: list[record.Line] = [
            (
                "replay",
                game.seats[r.seat],
                {"do": list(vocabulary.encode(r.action)), "standing": r.standing},
                r.digest,
            )
            for r in game.history
        ]
        with self.store.writing() as connection:
            owned = sa.select(sa.func.count()).select_from(tables).where(tables.c.owner == me.id, ~tables.c.over)
            if connection.execute(owned).scalar_one() >= TABLES_A_PERSON:
                raise Problem(429, "You have too many tables already: finish some first.")
            connection.execute(
                tables.insert().values(
                    id=number,
                    name=name[:80],
                    owner=me.id,
                    private=private,
                    invite=invite,
                    invite_until=now + INVITATION_LASTS,
                    hotseat=hotseat,
                    pace=pace,
                    paused=False,
                    version=len(lines),
                    entries=len(lines),
                    wake=None,
                    created=now,
                    **record.header(game),
                    **record.standing(game),
                )
            )
            rows = [
                {
                    "table": number,
                    "seat": seat,
                    "place": place,
                    "kind": holders[seat],
                    "person": me.id if holders[seat] == "human" else None,
                    "bank": clocks.bank_of(pace),
                    "since": None,
                    "warned": False,
                    "level": (levels or {}).get(seat, STAFF),
                }
                for place, seat in enumerate(game.seats)
            ]
            connection.execute(seats.insert(), rows)
            record.append_all(connection, number, 0, lines, me.id)
            self.rewind_clocks(connection, record.locked(connection, number))
        self.announce(News(number, "table"))
        return Created(number, invite)

    # --- looking ------------------------------------------------------------------------------------------------

    def listed(self, me: Person | None, *, mine: bool, still_open: bool, finished: bool) -> list[TableCard]:
        """Tables for the lobby, the latest first. Private ones only to those who sit there or made them."""
        query = sa.select(tables).order_by(tables.c.updated.desc()).limit(LISTED)
        at_it: sa.ColumnElement[bool] = sa.false()
        if me is not None:
            seated = sa.select(seats.c.table).where(seats.c.person == me.id)
            at_it = sa.or_(tables.c.owner == me.id, tables.c.id.in_(seated))
        query = query.where(at_it if mine else sa.or_(~tables.c.private, at_it))
        if still_open:
            vacant = sa.select(seats.c.table).where(seats.c.kind == "open")
            query = query.where(~tables.c.over, tables.c.id.in_(vacant))
        if finished:
            query = query.where(tables.c.over)
        with self.store.reading() as connection:
            rows = connection.execute(query).all()
            held = self._seats(connection, [row.id for row in rows])
            unread = self._unread(connection, me, held)
            away = clocks.aways(connection, (seat.person for found in held.values() for seat in found if seat.person))
        return [self._card(row, held[row.id], me, unread.get(row.id, 0), away) for row in rows]

    def card(self, me: Person | None, table: str, invite: str) -> TableCard:
        """One table; whoever shows its invitation may come back without."""
        with self.store.reading() as connection:
            row = self.admitted(connection, me, table, invite)
            found = self._seats(connection, [table])
            unread = self._unread(connection, me, found)
            away = clocks.aways(connection, (seat.person for seat in found[table] if seat.person))
        held = found[table]
        if me is not None and row.private and invited(row, invite):
            self._remember(me, table)
        card = self._card(row, held, me, unread.get(table, 0), away)
        card.powers = [power for seat in from_text(row.powers).values() for power in seat]
        if me is not None and row.owner == me.id:
            card.invite = row.invite
        return card

    def admitted(self, connection: Connection, me: Person | None, table: str, invite: str = "") -> TableRow:
        """The table, if this person may look at it."""
        door = self.door(connection, table)
        if door.lets_in(me, invite):
            return door.row
        if _right(door.row, invite):
            raise Problem(410, "This invitation has expired: ask for a new one.")
        raise unknown_table()

    def door(self, connection: Connection, table: str) -> Door:
        """The table, and who may look at it now."""
        row = connection.execute(sa.select(tables).where(tables.c.id == table)).first()
        if row is None:
            raise unknown_table()
        held = connection.execute(sa.select(seats.c.seat, seats.c.person).where(seats.c.table == table)).all()
        known: Iterable[str] = ()
        if row.private:
            known = connection.execute(sa.select(visitors.c.person).where(visitors.c.table == table)).scalars()
        return Door(row, {seat.seat: seat.person for seat in held}, frozenset(known))

    def held_by(self, connection: Connection, me: Person | None, table: str) -> list[str]:
        """The seats of a person, those a regent keeps included."""
        if me is None:
            return []
        query = sa.select(seats.c.seat).where(seats.c.table == table, seats.c.person == me.id)
        return list(connection.execute(query.order_by(seats.c.place)).scalars())

    def renew_invitation(self, me: Person | None, table: str) -> Created:
        """A new invitation; the old one is worth nothing from now on. Who came by it may stay."""
        fresh = secret()
        with self.store.writing() as connection:
            row = record.locked(connection, table)
            if me is None or row.owner != me.id:
                raise Problem(403, "Only the owner of the table can do that.")
            until = time.time() + INVITATION_LASTS
            connection.execute(tables.update().where(tables.c.id == table).values(invite=fresh, invite_until=until))
        return Created(table, fresh)

    # --- seats --------------------------------------------------------------------------------------------------

    def join(self, me: Person | None, table: str, seat: str, invite: str) -> None:
        """Take an open seat, or one's own seat back from the regent."""
        if me is None:
            raise sign_in()
        with self.store.writing() as connection:
            self.admitted(connection, me, table, invite)
            row, held = self._seat(connection, table, seat)
            if row.over:
                raise Problem(409, "The game is over.")
            if held.kind == "human":
                text = "This seat is yours already." if held.person == me.id else "Somebody sits there already."
                raise Problem(409, text)
            if held.kind == "bot" or (held.kind == "regent" and held.person != me.id):
                raise Problem(409, "A bot sits there; the owner of the table can free the seat.")
            if row.private and row.owner != me.id and not invite and held.person != me.id:
                self._needs_visit(connection, me, table)
            bank = clocks.bank_of(row.pace)
            full = held.bank if bank is None or held.kind == "open" else max(held.bank or 0.0, bank / 2)
            self._hold(connection, held, kind="human", person=me.id, bank=full, warned=False)
            self.rewind_clocks(connection, row)
        self.announce(News(table, "table"))

    def leave(self, me: Person | None, table: str, seat: str) -> None:
        """Stand up: the seat is open again, and a bot stands in once the game has begun."""
        if me is None:
            raise sign_in()
        with self.store.writing() as connection:
            row, held = self._seat(connection, table, seat)
            if held.person != me.id:
                raise Problem(403, "This is not your seat.")
            self._hold(connection, held, kind="open" if row.step == 0 else "bot", level=STAFF, person=None, since=None)
            self.rewind_clocks(connection, row)
        self.announce(News(table, "table"))

    def reseat(self, me: Person | None, table: str, seat: str, holder: str, level: str = STAFF) -> None:
        """Give a seat to a bot or open it: the owner any that no human holds, a holder their own."""
        if me is None:
            raise sign_in()
        with self.store.writing() as connection:
            row, held = self._seat(connection, table, seat)
            own = held.person == me.id
            if not own and row.owner != me.id:
                raise Problem(403, "Only the owner of the table or who sits there can do that.")
            if held.kind == "human" and not own:
                raise Problem(403, "Somebody sits there; they can leave, or their clock can run out.")
            self._hold(connection, held, kind=holder, level=self.bots.checked(level), person=None, since=None)
            self.rewind_clocks(connection, row)
        self.announce(News(table, "table"))

    def pause(self, me: Person | None, table: str, paused: bool) -> None:
        """Stop every clock once all who sit there agree; start them again at the word of any one of them."""
        with self.store.writing() as connection:
            row = record.locked(connection, table)
            if me is None or not self.held_by(connection, me, table):
                raise Problem(403, "Only those who sit at the table can pause it.")
            if row.pace not in clocks.PACES:
                raise Problem(409, "There is no clock at this table.")
            here = (seats.c.table == table, seats.c.kind == "human")
            connection.execute(seats.update().where(*here, seats.c.person == me.id).values(would_pause=paused))
            against = connection.execute(sa.select(seats.c.seat).where(*here, ~seats.c.would_pause)).first()
            agreed = paused and against is None
            if agreed or not paused:
                connection.execute(tables.update().where(tables.c.id == table).values(paused=agreed))
            if agreed or (row.paused and not paused):
                connection.execute(seats.update().where(seats.c.table == table).values(would_pause=False))
            self.rewind_clocks(connection, record.locked(connection, table))
        self.announce(News(table, "table"))

    def rewind_clocks(self, connection: Connection, row: TableRow, gains: Mapping[str, int] | None = None) -> bool:
        """After any change at a table: whose clock runs, and when the server must look after it; whether at once."""
        now = time.time()
        to_act = [] if row.over else from_text(row.to_act)
        wake = clocks.turn_over(connection, row.id, row.pace, [] if row.paused else to_act, gains or {}, now)
        query = sa.select(seats.c.seat).where(
            seats.c.table == row.id, seats.c.seat.in_(to_act), seats.c.kind.in_(("bot", "regent"))
        )
        if to_act and connection.execute(query).first():
            wake = now
        connection.execute(tables.update().where(tables.c.id == row.id).values(wake=wake))
        return wake is not None and wake <= now

    # --- the works ----------------------------------------------------------------------------------------------

    def _seat(self, connection: Connection, table: str, seat: str) -> tuple[TableRow, SeatRow]:
        row = record.locked(connection, table)
        held = connection.execute(sa.select(seats).where(seats.c.table == table, seats.c.seat == seat)).first()
        if held is None:
            raise Problem(422, "There is no such seat at this table.")
        return row, held

    def _hold(self, connection: Connection, held: SeatRow, **values: Any) -> None:
        change = seats.update().where(seats.c.table == held.table, seats.c.seat == held.seat)
        connection.execute(change.values(would_pause=False, **values))

    def _needs_visit(self, connection: Connection, me: Person, table: str) -> None:
        known = sa.select(visitors.c.table).where(visitors.c.table == table, visitors.c.person == me.id)
        if not connection.execute(known).first() and not self.held_by(connection, me, table):
            raise unknown_table()

    def _remember(self, me: Person, table: str) -> None:
        with self.store.writing() as connection:
            known = sa.select(visitors.c.table).where(visitors.c.table == table, visitors.c.person == me.id)
            record.locked(connection, table)
            if not connection.execute(known).first():
                connection.execute(visitors.insert().values(table=table, person=me.id))

    def _seats(self, connection: Connection, wanted: Iterable[str]) -> dict[str, list[SeatRow]]:
        found: dict[str, list[SeatRow]] = {table: [] for table in wanted}
        query = sa.select(seats, people.c.name.label("holder")).join(
            people, seats.c.person == people.c.id, isouter=True
        )
        query = query.where(seats.c.table.in_(found)).order_by(seats.c.table, seats.c.place)
        for row in connection.execute(query):
            found[row.table].append(row)
        return found

    def _unread(self, connection: Connection, me: Person | None, held: dict[str, list[SeatRow]]) -> dict[str, int]:
        """How many lines of others are new to a person at the tables where they sit."""
        if me is None:
            return {}
        mine = {table: {row.seat for row in rows if row.person == me.id} for table, rows in held.items()}
        at = [table for table, own in mine.items() if own]
        mark = sa.and_(marks.c.table == talk.c.table, marks.c.channel == talk.c.channel, marks.c.person == me.id)
        query = sa.select(talk.c.table, talk.c.channel, talk.c.seat, sa.func.count().label("lines"))
        query = query.join(marks, mark, isouter=True).where(talk.c.table.in_(at))
        query = query.where(talk.c.id > sa.func.coalesce(marks.c.read, 0))
        unread: dict[str, int] = {}
        for row in connection.execute(query.group_by(talk.c.table, talk.c.channel, talk.c.seat)):
            own = mine[row.table]
            if row.seat not in own and (row.channel == "table" or own & set(row.channel.split(","))):
                unread[row.table] = unread.get(row.table, 0) + row.lines
        return unread

    def _card(
        self, row: TableRow, held: list[SeatRow], me: Person | None, unread: int, away: dict[str, list[Away]]
    ) -> TableCard:
        powers = from_text(row.powers)
        vacations = away if row.pace in clocks.BY_LETTER else {}
        return TableCard(
            id=row.id,
            name=row.name,
            game=row.game,
            scenario=row.scenario,
            private=row.private,
            pace=row.pace,
            hotseat=row.hotseat,
            seats=[_seat_card(s, powers[s.seat], vacations.get(s.person or "", [])) for s in held],
            to_act=from_text(row.to_act),
            step=row.step,
            version=row.version,
            over=row.over,
            paused=row.paused,
            would_pause=[s.seat for s in held if s.would_pause],
            updated=row.updated,
            yours=[s.seat for s in held if me is not None and s.person == me.id],
            owner=me is not None and row.owner == me.id,
            unread=unread,
            guide=_guide(row),
        )


def _guide(row: TableRow) -> str:
    """A table may be of a game that is not installed any more."""
    return guide_of(registry.rulebook(row.game), row.scenario, row.dice) if row.game in registry.names() else ""


def _seat_card(row: SeatRow, powers: list[str], away: list[Away]) -> SeatCard:
    now = time.time()
    rest, until = clocks.left(row, now, away), clocks.on_vacation(now, away)
    clock = None if rest is None else Clock(round(rest, 1), row.since is not None and until is None, row.warned)
    return SeatCard(
        row.seat, powers, Holder(row.kind, row.holder or "", until, row.level if row.kind == "bot" else ""), clock
    )
