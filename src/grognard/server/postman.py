"""Carries the letters: several processes share the work, no letter is carried by two, and none is given up lightly."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from grognard.server import egress, webpush
from grognard.server.clocks import DAY
from grognard.server.couriers import DROPPED, FAILED, HELD, SENDING, SENT, WAITING, Couriers
from grognard.server.egress import Undeliverable
from grognard.server.letters import Text, digest, written
from grognard.server.schema import couriers, letters, marks, seats, tables, talk
from grognard.server.wire import from_text, plain

LOOK_EVERY = 1.0
AT_ONCE = 8
LEASE = 300.0
"""A letter whose carrier is not back after so many seconds is given to another."""
AGAIN = (60.0, 300.0, 1800.0, 7200.0, 28800.0)
"""After how many seconds it is tried again, each time."""
KEPT = 30 * DAY
log = logging.getLogger("grognard.server")
Letter = Row[Any]


class Postman:
    """One per process."""

    def __init__(self, desk: Couriers) -> None:
        self.desk, self.store = desk, desk.store
        self._task: asyncio.Task[None] | None = None
        self._swept = 0.0

    def start(self) -> None:
        self._task = asyncio.create_task(self._rounds())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _rounds(self) -> None:
        while True:
            try:
                while batch := await asyncio.to_thread(self.claim):
                    await asyncio.gather(*(asyncio.to_thread(self.carry, letter) for letter in batch))
            except Exception:  # the database may be away for a while
                log.exception("letters could not be carried")
            await asyncio.sleep(LOOK_EVERY)

    # --- claiming -----------------------------------------------------------------------------------------------

    def claim(self) -> list[Letter]:
        """Letters that are due, for this process alone."""
        now = time.time()
        ready = sa.and_(letters.c.state.in_((WAITING, SENDING, HELD)), letters.c.due <= now)
        with self.store.reading() as connection:
            if connection.execute(sa.select(letters.c.id).where(ready).limit(1)).first() is None:
                return []
        with self.store.writing() as connection:
            self._bundle(connection, now)
            due = sa.select(letters).where(letters.c.state.in_((WAITING, SENDING)), letters.c.due <= now)
            due = due.order_by(letters.c.due).limit(AT_ONCE).with_for_update(skip_locked=True)
            found = list(connection.execute(due))
            taken = letters.update().where(letters.c.id.in_([letter.id for letter in found]))
            connection.execute(taken.values(state=SENDING, due=now + LEASE, tries=letters.c.tries + 1))
            self._sweep(connection, now)
        return found

    def _bundle(self, connection: Connection, now: float) -> None:
        """Make one letter of all that somebody wants to hear of once a day."""
        held = sa.select(letters).where(letters.c.state == HELD, letters.c.due <= now).order_by(letters.c.id)
        parts: dict[tuple[str, str, str], list[Letter]] = defaultdict(list)
        for letter in connection.execute(held.with_for_update(skip_locked=True)):
            parts[letter.person, letter.courier, letter.label].append(letter)
        for (person, courier, label), several in parts.items():
            told = plain([[letter.kind, letter.table] for letter in several]).decode()
            self.desk.give(connection, person, courier, label, "digest", now, parts=told)
            ids = [letter.id for letter in several]
            connection.execute(letters.update().where(letters.c.id.in_(ids)).values(state="bundled"))

    def _sweep(self, connection: Connection, now: float) -> None:
        if now > self._swept + DAY / 24:
            self._swept = now
            old = (letters.c.created < now - KEPT, letters.c.state.not_in((WAITING, SENDING, HELD)))
            connection.execute(letters.delete().where(*old))

    # --- carrying -----------------------------------------------------------------------------------------------

    def carry(self, letter: Letter) -> None:
        """Deliver one letter, and write down what became of it."""
        try:
            self._settle(letter, self._deliver(letter), "")
        except Undeliverable as error:
            last = error.final or letter.tries >= len(AGAIN)
            self._settle(letter, FAILED if last else WAITING, error.text)
        except Exception as error:  # a fault of ours; the error itself may hold an address, its kind does not
            log.error("a letter was not carried: %s", type(error).__name__)
            last = letter.tries >= len(AGAIN)
            self._settle(letter, FAILED if last else WAITING, "Grognard has made a mistake.")

    def _settle(self, letter: Letter, state: str, error: str) -> None:
        due = time.time() + (AGAIN[min(letter.tries, len(AGAIN) - 1)] if state == WAITING else 0.0)
        with self.store.writing() as connection:
            change = letters.update().where(letters.c.id == letter.id, letters.c.state == SENDING)
            connection.execute(change.values(state=state, error=error[:200], due=due))

    def _deliver(self, letter: Letter) -> str:
        with self.store.reading() as connection:
            courier = connection.execute(sa.select(couriers).where(couriers.c.id == letter.courier)).first()
            text = None if courier is None else self._text(connection, letter, courier)
        if courier is None or text is None:
            return DROPPED
        match courier.kind:
            case "mail":
                if self.desk.postbox is None:
                    raise Undeliverable("This server sends no mail.", final=True)
                self.desk.postbox.send(courier.target, text.subject, f"{text.body}\n\n{text.link}\n")
            case "webhook":
                self._call(courier.target, text)
            case _:
                self._push(courier, text)
        return SENT

    def _call(self, target: str, text: Text) -> None:
        """As Discord, Slack and most others understand it; nobody is pinged by a name in it."""
        said = f"**{text.subject}**\n{text.body}\n{text.link}"
        body = {"username": "Grognard", "content": said, "text": said, "allowed_mentions": {"parse": []}}
        headers = {"Content-Type": "application/json"}
        egress.judge(egress.post(target, plain(body), headers, private=self.desk.settings.private_couriers))

    def _push(self, courier: Row[Any], text: Text) -> None:
        private = self.desk.settings.private_couriers
        subscription = msgspec.json.decode(courier.target, type=webpush.Subscription)
        message = plain({"title": text.subject, "body": text.body, "link": text.link})
        contact = (
            f"mailto:{self.desk.settings.mail_from}" if self.desk.settings.mail_from else self.desk.settings.address
        )
        headers = webpush.headers(subscription.endpoint, self.desk.push_key, contact, private=private)
        sealed = webpush.sealed(message, subscription)
        status = egress.post(subscription.endpoint, sealed, headers, private=private)
        if status in (404, 410):
            with self.store.writing() as connection:
                connection.execute(couriers.delete().where(couriers.c.id == courier.id))
            raise Undeliverable("This browser wants no more letters.", final=True)
        egress.judge(status)

    # --- what it says -------------------------------------------------------------------------------------------

    def _text(self, connection: Connection, letter: Letter, courier: Row[Any]) -> Text | None:
        """What to say; None if it is not true any more."""
        home, tongue = self.desk.settings.address, courier.language
        if letter.kind == "confirm":
            return written("confirm", tongue, "", f"{home}/#/confirm/{self.desk.token(courier.id)}")
        if letter.kind == "test":
            return written("test", tongue, "", f"{home}/#/you")
        if letter.kind == "digest":
            several = [self._about(connection, letter.person, tongue, *part) for part in from_text(letter.parts)]
            told = [text for text in several if text is not None]
            return digest(told, tongue, f"{home}/") if told else None
        return self._about(connection, letter.person, tongue, letter.kind, letter.table)

    def _about(self, connection: Connection, person: str, tongue: str, kind: str, table: str) -> Text | None:
        row = connection.execute(sa.select(tables).where(tables.c.id == table)).first()
        if row is None or not self._holds(connection, person, kind, row):
            return None
        return written(kind, tongue, row.name, f"{self.desk.settings.address}/#/table/{table}")

    def _holds(self, connection: Connection, person: str, kind: str, row: Row[Any]) -> bool:
        """Whether a letter still tells the truth."""
        mine = connection.execute(sa.select(seats).where(seats.c.table == row.id, seats.c.person == person)).all()
        match kind:
            case "turn":
                awaited = set() if row.over else set(from_text(row.to_act))
                return any(seat.kind == "human" and seat.seat in awaited for seat in mine)
            case "warning":
                return any(seat.kind == "human" and seat.warned and seat.since is not None for seat in mine)
            case "regent":
                return any(seat.kind == "regent" for seat in mine)
            case "talk":
                return self._unread(connection, person, row.id, {seat.seat for seat in mine})
            case _:
                return bool(mine)

    def _unread(self, connection: Connection, person: str, table: str, mine: set[str]) -> bool:
        mark = sa.and_(marks.c.table == talk.c.table, marks.c.channel == talk.c.channel, marks.c.person == person)
        query = sa.select(talk.c.channel, talk.c.seat).join(marks, mark, isouter=True).where(talk.c.table == table)
        query = query.where(talk.c.id > sa.func.coalesce(marks.c.read, 0), talk.c.channel != "table")
        lines = connection.execute(query.distinct()).all()
        return any(line.seat not in mine and mine & set(line.channel.split(",")) for line in lines)
