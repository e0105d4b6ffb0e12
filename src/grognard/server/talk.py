"""Talk: the whole table, or a few seats among themselves; and everybody's own notepad."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.server.lobby import Lobby
from grognard.server.news import News
from grognard.server.people import Person
from grognard.server.problem import Problem, sign_in
from grognard.server.schema import marks, notes, seats, talk
from grognard.server.store import Store
from grognard.server.wire import TalkLine

EVERYBODY = "table"
LINES = 200


class Talk:
    """What is said at the tables. A channel is “table”, or the seats that hear it, sorted, with a comma between."""

    def __init__(self, store: Store, lobby: Lobby, announce: Callable[[News], None]) -> None:
        self.store, self.lobby, self.announce = store, lobby, announce

    def say(self, me: Person | None, table: str, channel: str, text: str) -> TalkLine:
        """Say something where one sits."""
        if me is None:
            raise sign_in()
        said = "".join(c for c in text if c == "\n" or unicodedata.category(c)[0] != "C").strip()
        if not said:
            raise Problem(422, "There is nothing to say in that.")
        with self.store.writing() as connection:
            self.lobby.admitted(connection, me, table)
            mine = self.lobby.held_by(connection, me, table)
            if not mine:
                raise Problem(403, "Only those who sit at the table talk there.")
            speaking = self._hears(connection, mine, table, channel)
            line = {"table": table, "channel": channel, "seat": speaking, "name": me.name, "text": said}
            at = time.time()
            number = connection.execute(talk.insert().values(**line, at=at).returning(talk.c.id)).scalar_one()
        self.announce(News(table, "talk", talk=number))
        return TalkLine(number, channel, speaking, me.name, said, at)

    def heard(self, me: Person | None, table: str, channel: str, invite: str) -> list[TalkLine]:
        """The last lines of a channel."""
        with self.store.reading() as connection:
            self.lobby.admitted(connection, me, table, invite)
            if channel != EVERYBODY:
                self._hears(connection, self.lobby.held_by(connection, me, table), table, channel)
            query = sa.select(talk).where(talk.c.table == table, talk.c.channel == channel)
            rows = connection.execute(query.order_by(talk.c.id.desc()).limit(LINES)).all()
        return [TalkLine(r.id, r.channel, r.seat, r.name, r.text, r.at) for r in reversed(rows)]

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
        return TalkLine(row.id, row.channel, row.seat, row.name, row.text, row.at)

    # --- unread -------------------------------------------------------------------------------------------------

    def channels(self, me: Person | None, table: str) -> dict[str, int]:
        """The channels somebody hears, with how many lines are new to them."""
        with self.store.reading() as connection:
            self.lobby.admitted(connection, me, table)
            mine = set(self.lobby.held_by(connection, me, table))
            read = {}
            if me is not None:
                query = sa.select(marks.c.channel, marks.c.read).where(marks.c.table == table, marks.c.person == me.id)
                read = {row.channel: row.read for row in connection.execute(query)}
            lines = connection.execute(sa.select(talk.c.channel, talk.c.id).where(talk.c.table == table)).all()
        found = {EVERYBODY: 0}
        for line in lines:
            if line.channel == EVERYBODY or mine & set(line.channel.split(",")):
                found[line.channel] = found.get(line.channel, 0) + (line.id > read.get(line.channel, 0))
        return found

    def mark(self, me: Person | None, table: str, channel: str) -> None:
        """All of a channel is read."""
        if me is None:
            raise sign_in()
        last = self.heard(me, table, channel, "")
        with self.store.writing() as connection:
            at = (marks.c.table == table, marks.c.person == me.id, marks.c.channel == channel)
            connection.execute(marks.delete().where(*at))
            read = last[-1].id if last else 0
            connection.execute(marks.insert().values(table=table, person=me.id, channel=channel, read=read))

    # --- the notepad --------------------------------------------------------------------------------------------

    def notes(self, me: Person | None, table: str) -> str:
        if me is None:
            raise sign_in()
        with self.store.reading() as connection:
            self.lobby.admitted(connection, me, table)
            query = sa.select(notes.c.text).where(notes.c.table == table, notes.c.person == me.id)
            return connection.execute(query).scalar() or ""

    def write_notes(self, me: Person | None, table: str, text: str) -> None:
        if me is None:
            raise sign_in()
        with self.store.writing() as connection:
            self.lobby.admitted(connection, me, table)
            connection.execute(notes.delete().where(notes.c.table == table, notes.c.person == me.id))
            connection.execute(notes.insert().values(table=table, person=me.id, text=text))

    def _hears(self, connection: Connection, mine: list[str], table: str, channel: str) -> str:
        """The seat that speaks in a channel; Problem if the channel is not for this person."""
        if channel == EVERYBODY:
            return mine[0]
        all_seats = list(connection.execute(sa.select(seats.c.seat).where(seats.c.table == table)).scalars())
        wanted = channel.split(",")
        if len(wanted) < 2 or sorted(set(wanted)) != wanted or not set(wanted) <= set(all_seats):
            raise Problem(422, "A private channel is named by its seats, sorted, with a comma between.")
        speaking = next((seat for seat in mine if seat in wanted), None)
        if speaking is None:
            raise Problem(403, "This channel is not for you.")
        return speaking


def as_message(line: TalkLine) -> dict[str, object]:
    """A line as a socket sends it."""
    return {"type": "talk", **msgspec.structs.asdict(line)}
