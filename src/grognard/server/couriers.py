"""Couriers: by which ways somebody wants to hear of their tables, of which tables, and how often."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.engine.words import language
from grognard.server import egress, mail, webpush
from grognard.server.clocks import BY_LETTER, DAY, HOUR
from grognard.server.egress import Undeliverable
from grognard.server.letters import Kind
from grognard.server.lobby import Lobby
from grognard.server.people import Person, secret
from grognard.server.problem import Problem, sign_in
from grognard.server.record import TableRow
from grognard.server.schema import couriers, facts, letters, people, seats, tables, wishes
from grognard.server.settings import Settings
from grognard.server.store import Store
from grognard.server.wire import CourierCard, CouriersCard, LetterCard, NewCourier, plain

COURIERS_A_PERSON = 8
TESTS_AN_HOUR = 10
CONFIRMATIONS_A_DAY = 3
"""To one mail address, whoever asks: nobody is written to who does not want it."""
SHOWN = 50
WAITING, HELD, SENDING, SENT, FAILED, DROPPED = "waiting", "held", "sending", "sent", "failed", "dropped"


class Couriers:
    """Everybody's couriers, and the letters given to them."""

    def __init__(self, store: Store, lobby: Lobby, settings: Settings) -> None:
        self.store, self.lobby, self.settings = store, lobby, settings
        self.postbox = mail.Postbox(settings.smtp, settings.mail_from) if settings.smtp else None
        self.push_key = self._fact("push key", webpush.fresh_key)
        self._secret = self._fact("courier secret", secret)

    def _fact(self, name: str, make: Callable[[], str]) -> str:
        """What the server knows of itself, made on its first start; several processes may start at once."""
        query = sa.select(facts.c.value).where(facts.c.name == name)
        with self.store.reading() as connection:
            found: str | None = connection.execute(query).scalar()
        if found is not None:
            return found
        try:
            with self.store.writing() as connection:
                connection.execute(facts.insert().values(name=name, value=make()))
        except sa.exc.IntegrityError:
            pass  # another process was faster
        with self.store.reading() as connection:
            return str(connection.execute(query).scalar_one())

    # --- whose they are -----------------------------------------------------------------------------------------

    def card(self, me: Person | None) -> CouriersCard:
        """One's couriers, and what this server can offer."""
        if me is None:
            raise sign_in()
        query = sa.select(couriers).where(couriers.c.person == me.id).order_by(couriers.c.created)
        with self.store.reading() as connection:
            found = [CourierCard(r.id, r.kind, r.label, r.confirmed) for r in connection.execute(query)]
            hour = connection.execute(sa.select(people.c.digest_hour).where(people.c.id == me.id)).scalar_one()
        return CouriersCard(found, hour, self.postbox is not None, webpush.public_of(self.push_key))

    def add(self, me: Person | None, wish: NewCourier) -> CourierCard:
        """A new courier; a mail address has to be confirmed by whoever reads it."""
        if me is None:
            raise sign_in()
        target, label = self._checked(wish)
        number, now = secrets.token_hex(8), time.time()
        confirmed = wish.kind != "mail"
        with self.store.writing() as connection:
            mine = sa.select(sa.func.count()).select_from(couriers).where(couriers.c.person == me.id)
            if connection.execute(mine).scalar_one() >= COURIERS_A_PERSON:
                raise Problem(429, "You have too many couriers: dismiss some.")
            values = {"person": me.id, "kind": wish.kind, "label": label, "target": target, "language": language()}
            connection.execute(couriers.insert().values(id=number, confirmed=confirmed, created=now, **values))
            if not confirmed:
                recent = (letters.c.kind == "confirm", letters.c.created > now - DAY)
                asked = sa.select(sa.func.count()).select_from(letters).where(*recent)
                whoever = sa.or_(letters.c.label == label, letters.c.person == me.id)
                if connection.execute(asked.where(whoever)).scalar_one() >= CONFIRMATIONS_A_DAY:
                    raise Problem(429, "Enough letters to confirm an address were sent today: try again tomorrow.")
                self.give(connection, me.id, number, label, "confirm", now)
        return CourierCard(number, wish.kind, label, confirmed)

    def _checked(self, wish: NewCourier) -> tuple[str, str]:
        """What is kept of a courier, and what it is called; Problem if nothing can be sent by it."""
        private = self.settings.private_couriers
        if wish.kind == "mail":
            if self.postbox is None:
                raise Problem(409, "This server sends no mail.")
            return mail.checked(wish.target), wish.target
        try:
            place = egress.place_of(wish.target, private=private)
            egress.resolved(place, private=private)
        except Undeliverable as error:
            raise Problem(422, error.text) from error
        if wish.kind == "webhook":
            return wish.target, f"{place.host}/…{wish.target[-4:]}"
        subscription = webpush.Subscription(wish.target, wish.p256dh, wish.auth)
        webpush.check(subscription, private=private)
        return plain(subscription).decode(), wish.label.strip() or place.host

    def remove(self, me: Person | None, courier: str) -> None:
        """Dismiss a courier; what it still had to carry is dropped."""
        if me is None:
            raise sign_in()
        with self.store.writing() as connection:
            gone = couriers.delete().where(couriers.c.id == courier, couriers.c.person == me.id)
            if connection.execute(gone).rowcount != 1:
                raise Problem(404, "You have no such courier.")

    def test(self, me: Person | None, courier: str) -> None:
        """Send a letter that says only that letters arrive."""
        if me is None:
            raise sign_in()
        now = time.time()
        with self.store.writing() as connection:
            mine = sa.select(couriers).where(couriers.c.id == courier, couriers.c.person == me.id)
            row = connection.execute(mine).first()
            if row is None:
                raise Problem(404, "You have no such courier.")
            if not row.confirmed:
                raise Problem(409, "Confirm the address first: a letter was sent there.")
            tests = (letters.c.person == me.id, letters.c.kind == "test", letters.c.created > now - HOUR)
            count = sa.select(sa.func.count()).select_from(letters).where(*tests)
            if connection.execute(count).scalar_one() >= TESTS_AN_HOUR:
                raise Problem(429, "Enough tests for this hour.")
            self.give(connection, me.id, courier, row.label, "test", now)

    def token(self, courier: str) -> str:
        """What the letter to an address holds, and nobody else knows."""
        return f"{courier}.{hmac.new(self._secret.encode(), courier.encode(), 'sha256').hexdigest()[:48]}"

    def confirm(self, token: str) -> None:
        """Whoever reads the mail wants it."""
        courier = token.partition(".")[0]
        if not hmac.compare_digest(token.encode(), self.token(courier).encode()):
            raise Problem(403, "This link does not work.")
        with self.store.writing() as connection:
            change = couriers.update().where(couriers.c.id == courier).values(confirmed=True)
            if connection.execute(change).rowcount != 1:
                raise Problem(403, "This link does not work any more.")

    def log(self, me: Person | None) -> list[LetterCard]:
        """What became of one's letters, the latest first."""
        if me is None:
            raise sign_in()
        query = sa.select(letters, tables.c.name).join(tables, tables.c.id == letters.c.table, isouter=True)
        query = query.where(letters.c.person == me.id, letters.c.state != "bundled").order_by(letters.c.id.desc())
        with self.store.reading() as connection:
            rows = connection.execute(query.limit(SHOWN)).all()
        return [
            LetterCard(r.kind, r.table or "", r.name or "", r.label, _told(r.state), r.tries, r.error, r.created)
            for r in rows
        ]

    # --- how often ----------------------------------------------------------------------------------------------

    def choose_hour(self, me: Person | None, hour: int) -> None:
        if me is None:
            raise sign_in()
        with self.store.writing() as connection:
            connection.execute(people.update().where(people.c.id == me.id).values(digest_hour=hour))

    def mode(self, me: Person | None, table: str) -> str:
        """How one hears of a table: of each thing, in a daily letter, or not at all."""
        if me is None:
            raise sign_in()
        with self.store.reading() as connection:
            row = self.lobby.admitted(connection, me, table)
            query = sa.select(wishes.c.mode).where(wishes.c.table == table, wishes.c.person == me.id)
            return connection.execute(query).scalar() or usual(row.pace)

    def choose_mode(self, me: Person | None, table: str, mode: str) -> None:
        if me is None:
            raise sign_in()
        with self.store.writing() as connection:
            self.lobby.admitted(connection, me, table)
            self.store.put(connection, wishes, table=table, person=me.id, mode=mode)

    # --- letters ------------------------------------------------------------------------------------------------

    def post(self, connection: Connection, row: TableRow, kind: Kind, to: Collection[str], besides: str = "") -> None:
        """Write to who holds these seats, in the transaction in which it happened: no letter is lost or premature."""
        if not to:
            return
        query = (
            sa.select(couriers.c.id, couriers.c.label, couriers.c.person, people.c.digest_hour, wishes.c.mode)
            .join(people, people.c.id == couriers.c.person)
            .join(wishes, sa.and_(wishes.c.person == couriers.c.person, wishes.c.table == row.id), isouter=True)
            .where(couriers.c.confirmed, couriers.c.person != besides)
            .where(couriers.c.person.in_(_holders(row.id, to)))
        )
        now = time.time()
        for found in connection.execute(query).all():
            mode = found.mode or usual(row.pace)
            if mode == "off" or self._lies_ready(connection, found.id, row.id, kind, now):
                continue
            if mode == "digest":
                due, state = next_hour(found.digest_hour, now), HELD
            else:
                due, state = now + (self.settings.post_delay if kind in ("turn", "talk") else 0.0), WAITING
            self.give(connection, found.person, found.id, found.label, kind, due, table=row.id, state=state)

    def _lies_ready(self, connection: Connection, courier: str, table: str, kind: Kind, now: float) -> bool:
        """Whether the same is on its way already; nobody is told more than once an hour of being written to."""
        on_its_way: sa.ColumnElement[bool] = letters.c.state.in_((WAITING, HELD))
        if kind == "talk":
            told = letters.c.state.in_((SENDING, SENT))
            on_its_way = sa.or_(on_its_way, sa.and_(told, letters.c.created > now - HOUR))
        query = sa.select(letters.c.id).where(letters.c.courier == courier, letters.c.table == table)
        return connection.execute(query.where(letters.c.kind == kind, on_its_way)).first() is not None

    def give(
        self,
        connection: Connection,
        person: str,
        courier: str,
        label: str,
        kind: Kind,
        due: float,
        **more: Any,
    ) -> None:
        """A letter for one courier, to be carried when it is due."""
        values = {"table": None, "parts": "[]", "state": WAITING, "tries": 0, "error": "", **more}
        values |= {"person": person, "courier": courier, "label": label, "kind": kind, "due": due}
        connection.execute(letters.insert().values(created=time.time(), **values))


def _holders(table: str, to: Collection[str]) -> sa.Select[Any]:
    held = (seats.c.table == table, seats.c.seat.in_(to), seats.c.kind.in_(("human", "regent")))
    return sa.select(seats.c.person).where(*held, seats.c.person.is_not(None))


def usual(pace: str) -> str:
    """By letter, letters; at a table where people sit together, none unless wanted."""
    return "each" if pace in BY_LETTER else "off"


def next_hour(hour: int, now: float) -> float:
    """When it is next so many o'clock, in universal time."""
    today = datetime.fromtimestamp(now, UTC).replace(hour=hour, minute=0, second=0, microsecond=0)
    return (today if today.timestamp() > now else today + timedelta(days=1)).timestamp()


def _told(state: str) -> str:
    return WAITING if state == SENDING else state
