"""Talk: the whole table, or a few seats among themselves; and everybody's own notepad."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Collection, Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.engine.game import Game
from grognard.server.news import News
from grognard.server.people import Person
from grognard.server.play import Play
from grognard.server.problem import Problem, sign_in
from grognard.server.schema import marks, notepads, seats, talk
from grognard.server.wire import ChannelCard, TalkLine, WhyNot

EVERYBODY = "table"
LINES = 200


class Talk:
    """What is said at the tables. A channel is “table”, or the seats that hear it, sorted, with a comma between."""

    def __init__(self, play: Play) -> None:
        self.play, self.store, self.lobby, self.announce = play, play.store, play.lobby, play.announce

    def say(self, me: Person | None, table: str, channel: str, text: str) -> TalkLine:
        """Say something where one sits."""
        if me is None:
            raise sign_in()
        said = "".join(c for c in text if c == "\n" or unicodedata.category(c)[0] != "C").strip()
        if not said:
            raise Problem(422, "There is nothing to say in that.")
        if channel != EVERYBODY:
            self._may_speak(me, table, channel)
        with self.store.writing() as connection:
            self.lobby.admitted(connection, me, table)
            mine = self.lobby.held_by(connection, me, table)
            if not mine:
                raise Problem(403, "Only those who sit at the table talk there.")
            speaking = self._hears(connection, mine, table, channel)
            line = {"table": table, "channel": channel, "seat": speaking, "name": me.name, "text": said}
            at = time.time()
            if channel != EVERYBODY:
                row = self.lobby.admitted(connection, me, table)
                self.play.couriers.post(connection, row, "talk", channel.split(","), besides=me.id)
            number = connection.execute(talk.insert().values(**line, at=at).returning(talk.c.id)).scalar_one()
            place = self._place(connection, table, channel, number)
        self.announce(News(table, "talk", talk=number))
        return TalkLine(place, channel, speaking, me.name, said, at)

    def heard(self, me: Person | None, table: str, channel: str, invite: str) -> list[TalkLine]:
        """The last lines of a channel."""
        with self.store.reading() as connection:
            self.lobby.admitted(connection, me, table, invite)
            if channel != EVERYBODY:
                self._hears(connection, self.lobby.held_by(connection, me, table), table, channel)
            query = sa.select(talk).where(talk.c.table == table, talk.c.channel == channel)
            rows = connection.execute(query.order_by(talk.c.id.desc()).limit(LINES)).all()
            last = self._place(connection, table, channel, rows[0].id) if rows else 0
        return [
            TalkLine(place, r.channel, r.seat, r.name, r.text, r.at)
            for place, r in enumerate(reversed(rows), last - len(rows) + 1)
        ]

    def line_for(self, me: Person | None, table: str, number: int) -> TalkLine | None:
        """A line that was just said, if this person hears the channel."""
        with self.store.reading() as connection:
            row = connection.execute(sa.select(talk).where(talk.c.id == number, talk.c.table == table)).first()
            if row is None:
                return None
            if row.channel != EVERYBODY:
                mine = self.lobby.held_by(connection, me, table)
                if not set(mine) & set(row.channel.split(",")):
                    return None
            place = self._place(connection, table, row.channel, number)
        return TalkLine(place, row.channel, row.seat, row.name, row.text, row.at)

    def _place(self, connection: Connection, table: str, channel: str, number: int) -> int:
        """The how-manieth line of its channel a line is: its own number would tell how much others whisper."""
        before = (talk.c.table == table, talk.c.channel == channel, talk.c.id <= number)
        return connection.execute(sa.select(sa.func.count()).select_from(talk).where(*before)).scalar_one()

    # --- unread -------------------------------------------------------------------------------------------------

    def channels(self, me: Person | None, table: str, invite: str = "") -> list[ChannelCard]:
        """The channels somebody hears or could open with one other seat; how many lines are new, and what is closed."""
        with self.play.looking(me, table, invite) as change:
            mine = self.lobby.held_by(change.connection, me, table)
            seen = sa.select(marks.c.channel, marks.c.read).where(
                marks.c.table == table, marks.c.person == (me.id if me else "")
            )
            read = {row.channel: row.read for row in change.connection.execute(seen)}
            said = sa.select(talk.c.channel, talk.c.id, talk.c.seat).where(talk.c.table == table)
            lines = change.connection.execute(said).all()
            found = dict.fromkeys([EVERYBODY, *_pairs(change.game.seats, mine)], 0)
            for line in lines:
                if line.channel == EVERYBODY or set(mine) & set(line.channel.split(",")):
                    new = line.id > read.get(line.channel, 0) and line.seat not in mine
                    found[line.channel] = found.get(line.channel, 0) + (new and me is not None)
            return [ChannelCard(name, unread, _closed(change.game, name)) for name, unread in found.items()]

    def mark(self, me: Person | None, table: str, channel: str) -> None:
        """All of a channel is read, on every screen of this person."""
        if me is None:
            raise sign_in()
        self.heard(me, table, channel, "")
        with self.store.writing() as connection:
            said = sa.select(sa.func.max(talk.c.id)).where(talk.c.table == table, talk.c.channel == channel)
            read = connection.execute(said).scalar() or 0
            self.store.put(connection, marks, table=table, person=me.id, channel=channel, read=read)
        self.announce(News(table, "read", person=me.id))

    # --- the notepad --------------------------------------------------------------------------------------------

    def notes(self, me: Person | None, table: str, seat: str) -> str:
        if me is None:
            raise sign_in()
        with self.store.reading() as connection:
            return (
                connection.execute(sa.select(notepads.c.text).where(*self._pad(connection, me, table, seat))).scalar()
                or ""
            )

    def write_notes(self, me: Person | None, table: str, seat: str, text: str) -> None:
        if me is None:
            raise sign_in()
        with self.store.writing() as connection:
            self._pad(connection, me, table, seat)
            self.store.put(connection, notepads, table=table, person=me.id, seat=seat, text=text)

    def _pad(self, connection: Connection, me: Person, table: str, seat: str) -> tuple[sa.ColumnElement[bool], ...]:
        """Where a notepad lies, if it is this person's."""
        self.lobby.admitted(connection, me, table)
        if seat and seat not in self.lobby.held_by(connection, me, table):
            raise Problem(403, "This is not your seat.")
        return notepads.c.table == table, notepads.c.person == me.id, notepads.c.seat == seat

    def _may_speak(self, me: Person, table: str, channel: str) -> None:
        """Problem if the rules close a private channel at this moment."""
        with self.play.looking(me, table, "") as change:
            self._hears(change.connection, self.lobby.held_by(change.connection, me, table), table, channel)
            closed = _closed(change.game, channel)
        if closed is not None:
            raise Problem(422, closed.text, closed.clause)

    def _hears(self, connection: Connection, mine: list[str], table: str, channel: str) -> str:
        """The seat that speaks in a channel; Problem if the channel is not for this person."""
        if channel == EVERYBODY:
            return mine[0]
        if not mine:
            raise Problem(403, "This channel is not for you.")
        all_seats = list(connection.execute(sa.select(seats.c.seat).where(seats.c.table == table)).scalars())
        wanted = channel.split(",")
        if len(wanted) < 2 or sorted(set(wanted)) != wanted or not set(wanted) <= set(all_seats):
            raise Problem(422, "A private channel is named by its seats, sorted, with a comma between.")
        speaking = next((seat for seat in mine if seat in wanted), None)
        if speaking is None:
            raise Problem(403, "This channel is not for you.")
        return speaking


def _pairs(seats: Sequence[str], mine: Collection[str]) -> list[str]:
    """The channels between a seat of one's own and another's."""
    return [",".join(sorted((own, other))) for own in mine for other in seats if other not in mine]


def _closed(game: Game, channel: str) -> WhyNot | None:
    """Why the rules allow no talk in a channel now; once the game is over, all talk is free."""
    if channel == EVERYBODY or game.over:
        return None
    refusal = game.rulebook.cannot_confer(game.position, tuple(map(game.seat_number, channel.split(","))))
    return None if refusal is None else WhyNot(refusal.clause, game.rulebook.words.refusal(refusal))


def as_message(line: TalkLine) -> dict[str, object]:
    """A line as a socket sends it."""
    return {"type": "talk", **msgspec.structs.asdict(line)}
