"""Tokens for programs: each has a scope, is shown once, and can be taken back."""

from __future__ import annotations

import time
from typing import Literal

import sqlalchemy as sa

from grognard.server.people import Person, clean_name, fingerprint, secret
from grognard.server.problem import Problem, sign_in
from grognard.server.schema import people, tokens
from grognard.server.store import Store
from grognard.server.wire import TokenCard

TOKENS_A_PERSON = 20
Scope = Literal["look", "play"]
PLAYING = (
    "/act", "/undo", "/explain", "/weigh", "/odds", "/order", "/talk", "/read", "/notes", "/join", "/leave", "/fork",
)  # fmt: skip
"""What the scope “play” may do at a table beside looking; never accounts, tokens or other people's seats."""


class Tokens:
    """All tokens."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def issue(self, me: Person | None, name: str, scope: Scope) -> TokenCard:
        """A new token; it can never be read again."""
        if me is None:
            raise sign_in()
        token = secret()
        card = TokenCard(fingerprint(token)[:16], clean_name(name), scope, token)
        with self.store.writing() as connection:
            count = sa.select(sa.func.count()).select_from(tokens).where(tokens.c.person == me.id)
            if connection.execute(count).scalar_one() >= TOKENS_A_PERSON:
                raise Problem(429, "You have too many tokens: take some back.")
            values = {"token": fingerprint(token), "person": me.id, "name": card.name, "scope": scope}
            connection.execute(tokens.insert().values(**values, created=time.time()))
        return card

    def listed(self, me: Person | None) -> list[TokenCard]:
        if me is None:
            raise sign_in()
        query = sa.select(tokens).where(tokens.c.person == me.id).order_by(tokens.c.created)
        with self.store.reading() as connection:
            return [TokenCard(row.token[:16], row.name, row.scope) for row in connection.execute(query)]

    def revoke(self, me: Person | None, number: str) -> None:
        """Take a token back; it is worth nothing from now on."""
        if me is None:
            raise sign_in()
        wanted = (tokens.c.person == me.id, sa.func.substr(tokens.c.token, 1, 16) == number)
        with self.store.writing() as connection:
            if connection.execute(tokens.delete().where(*wanted)).rowcount != 1:
                raise Problem(404, "You have no such token.")

    def bearer(self, header: str, method: str, path: str) -> Person:
        """Whose token this is; Problem if there is no such token, or it may not do this."""
        kind, _, token = header.partition(" ")
        query = (
            sa.select(people.c.id, people.c.name, people.c.key, tokens.c.scope)
            .join(tokens, tokens.c.person == people.c.id)
            .where(tokens.c.token == fingerprint(token.strip()))
        )
        with self.store.reading() as connection:
            row = connection.execute(query).first()
        if kind.casefold() != "bearer" or row is None:
            raise Problem(401, "There is no such token.")
        if not may(row.scope, method, path):
            raise Problem(403, "This token may not do that.")
        return Person(row.id, row.name, row.key is None, False)


def may(scope: str, method: str, path: str) -> bool:
    """Whether a scope covers a request. Tokens never manage tokens, and never act as admin."""
    at_a_table = path == "/api/tables" or path.startswith("/api/tables/")
    if method in ("GET", "HEAD"):
        return at_a_table or path == "/api/me"
    return scope == "play" and at_a_table and path.endswith(PLAYING)
