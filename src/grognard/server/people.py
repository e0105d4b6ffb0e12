"""People: guests with just a name, accounts, and the sessions that say who is who."""

from __future__ import annotations

import secrets
import time
import unicodedata
from hashlib import sha256

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from msgspec import Struct
from sqlalchemy.engine import Connection

from grognard.server.problem import Problem
from grognard.server.schema import facts, people, sessions, tables
from grognard.server.store import Store

SESSION_LASTS = 60 * 24 * 3600.0
ADMIN_LINK = "admin link"
TOKEN_BYTES = 32


class Person(Struct, frozen=True):
    """Who sits at a table or looks on."""

    id: str
    name: str
    guest: bool
    admin: bool


def secret() -> str:
    """Something nobody can guess, for links and cookies."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def fingerprint(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A name in one line that can be told apart by eye; Problem if nothing is left of it."""
    shown = "".join(c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c)[0] != "C")
    shown = " ".join(shown.split())
    if not 0 < len(shown) <= 40:
        raise Problem(422, "A name has 1 to 40 letters.")
    return shown


class People:
    """Who is who."""

    def __init__(self, store: Store, *, invite_only: bool = False) -> None:
        self.store, self.invite_only = store, invite_only
        self.hasher = PasswordHasher()
        # A login for a name nobody has takes as long as any other, so names cannot be probed by the clock.
        self._nobody = self.hasher.hash(secret())

    def guest(self, name: str, invite: str) -> tuple[Person, str]:
        """A new guest and the token of its session."""
        with self.store.writing() as connection:
            self._admit(connection, invite)
            return self._enter(connection, clean_name(name), None, None)

    def rename(self, me: Person, name: str) -> Person:
        """A guest is called otherwise from now on."""
        if not me.guest:
            raise Problem(422, "An account keeps the name it is opened with.")
        shown = clean_name(name)
        with self.store.writing() as connection:
            connection.execute(people.update().where(people.c.id == me.id).values(name=shown))
        return Person(me.id, shown, me.guest, me.admin)

    def register(self, name: str, password: str, invite: str, me: Person | None) -> tuple[Person, str]:
        """A new account; a guest who registers keeps seats and tables."""
        shown = clean_name(name)
        key = shown.casefold()
        hashed = self.hasher.hash(password)
        with self.store.writing() as connection:
            if me is None:
                self._admit(connection, invite)
            if connection.execute(sa.select(people.c.id).where(people.c.key == key)).first():
                raise Problem(409, "This name is taken.")
            if me is not None and me.guest:
                change = people.update().where(people.c.id == me.id)
                connection.execute(change.values(name=shown, key=key, password=hashed))
                person = Person(me.id, shown, False, me.admin)
                connection.execute(sessions.delete().where(sessions.c.person == me.id))
                return person, self._session(connection, person.id)
            return self._enter(connection, shown, key, hashed)

    def login(self, name: str, password: str) -> tuple[Person, str]:
        """The account of that name, if the password is right."""
        with self.store.reading() as connection:
            row = connection.execute(sa.select(people).where(people.c.key == clean_name(name).casefold())).first()
        try:
            self.hasher.verify(row.password if row else self._nobody, password)
        except (Argon2Error, InvalidHashError):
            raise Problem(401, "The name or the password is wrong.") from None
        if row is None:
            raise Problem(401, "The name or the password is wrong.")
        with self.store.writing() as connection:
            return Person(row.id, row.name, False, row.admin), self._session(connection, row.id)

    def logout(self, token: str) -> None:
        with self.store.writing() as connection:
            connection.execute(sessions.delete().where(sessions.c.token == fingerprint(token)))

    def of_session(self, token: str | None) -> Person | None:
        """Whose session this is."""
        if not token or len(token) > 200:
            return None
        query = (
            sa.select(people.c.id, people.c.name, people.c.key, people.c.admin)
            .join(sessions, sessions.c.person == people.c.id)
            .where(sessions.c.token == fingerprint(token), sessions.c.expires > time.time())
        )
        with self.store.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else Person(row.id, row.name, row.key is None, row.admin)

    # --- the admin ----------------------------------------------------------------------------------------------

    def admin_link(self) -> str | None:
        """The token of the admin link on the first start; None once there is an admin."""
        token = secret()
        with self.store.writing() as connection:
            if connection.execute(sa.select(people.c.id).where(people.c.admin)).first():
                return None
            connection.execute(facts.delete().where(facts.c.name == ADMIN_LINK))
            connection.execute(facts.insert().values(name=ADMIN_LINK, value=fingerprint(token)))
        return token

    def claim(self, me: Person, token: str) -> Person:
        """Become the admin; the link works once."""
        with self.store.writing() as connection:
            spent = connection.execute(
                facts.delete().where(facts.c.name == ADMIN_LINK, facts.c.value == fingerprint(token))
            )
            if spent.rowcount != 1:
                raise Problem(403, "This admin link was used already, or never was one.")
            connection.execute(people.update().where(people.c.id == me.id).values(admin=True))
        return Person(me.id, me.name, me.guest, True)

    # --- tickets ------------------------------------------------------------------------------------------------

    def ticket(self, person: Person, address: str) -> str:
        """A link that lets somebody in once, without a password, and leads to an address of ours."""
        token = secret()
        with self.store.writing() as connection:
            connection.execute(facts.insert().values(name=_stub(token), value=f"{person.id} {address}"))
        return token

    def redeem(self, token: str) -> tuple[str, str]:
        """The token of the session a ticket opens, and where it leads."""
        with self.store.writing() as connection:
            row = connection.execute(sa.select(facts).where(facts.c.name == _stub(token))).first()
            if row is None:
                raise Problem(403, "This link was used already, or never was one.")
            connection.execute(facts.delete().where(facts.c.name == row.name))
            person, _, address = row.value.partition(" ")
            return self._session(connection, person), address

    # --- the works ----------------------------------------------------------------------------------------------

    def _admit(self, connection: Connection, invite: str) -> None:
        if not self.invite_only:
            return
        lasts = sa.or_(tables.c.invite_until.is_(None), tables.c.invite_until > time.time())
        known = connection.execute(sa.select(tables.c.id).where(tables.c.invite == invite, lasts)).first()
        link = sa.select(facts.c.name).where(facts.c.name == ADMIN_LINK, facts.c.value == fingerprint(invite))
        if not known and not connection.execute(link).first():
            raise Problem(403, "This server needs an invitation.")

    def _enter(self, connection: Connection, name: str, key: str | None, password: str | None) -> tuple[Person, str]:
        number = secrets.token_hex(16)
        connection.execute(
            people.insert().values(id=number, name=name, key=key, password=password, admin=False, created=time.time())
        )
        return Person(number, name, key is None, False), self._session(connection, number)

    def _session(self, connection: Connection, person: str) -> str:
        token, now = secret(), time.time()
        connection.execute(sessions.delete().where(sessions.c.expires < now))
        values = {"token": fingerprint(token), "person": person, "expires": now + SESSION_LASTS}
        connection.execute(sessions.insert().values(values))
        return token


def _stub(token: str) -> str:
    return f"ticket {fingerprint(token)[:32]}"
