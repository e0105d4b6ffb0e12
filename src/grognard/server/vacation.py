"""Vacations: somebody is away for some days, and no clock of their games by letter runs."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from grognard.server.clocks import BY_LETTER, DAY
from grognard.server.news import News
from grognard.server.people import Person
from grognard.server.problem import Problem, sign_in
from grognard.server.schema import people, seats, tables, vacations
from grognard.server.store import Store
from grognard.server.wire import VacationCard

DAYS_A_YEAR = 30
AHEAD = 180
"""So many days ahead a vacation can be planned."""
YEAR = 365 * DAY


class Vacations:
    """Who is away when. A day begun counts whole, one vacation at a time, and so many days in any 365."""

    def __init__(self, store: Store, announce: Callable[[News], None]) -> None:
        self.store, self.announce = store, announce

    def card(self, me: Person | None) -> VacationCard:
        """One's vacation, now or planned, and the days one has left."""
        if me is None:
            raise sign_in()
        now = time.time()
        with self.store.reading() as connection:
            row = self._coming(connection, me.id, now)
            rest = DAYS_A_YEAR - self._taken(connection, me.id, now)
        return VacationCard(rest, row.begins if row else None, row.ends if row else None)

    def plan(self, me: Person | None, begins: float | None, days: int) -> VacationCard:
        """Be away for some days, from now or from a day to come."""
        if me is None:
            raise sign_in()
        now = time.time()
        first = max(now, begins or now)
        if first > now + AHEAD * DAY:
            raise Problem(422, f"A vacation can be planned {AHEAD} days ahead.")
        with self.store.writing() as connection:
            # Two requests at once must not both find the days still there.
            connection.execute(sa.select(people.c.id).where(people.c.id == me.id).with_for_update())
            if self._coming(connection, me.id, now):
                raise Problem(409, "You have a vacation already: end it first.")
            rest = DAYS_A_YEAR - self._taken(connection, me.id, now)
            if days > rest:
                raise Problem(409, f"You have {rest} days of vacation left, of {DAYS_A_YEAR} in any 365.")
            connection.execute(
                vacations.insert().values(person=me.id, begins=first, ends=first + days * DAY, days=days)
            )
        self._stir(me.id)
        return self.card(me)

    def end(self, me: Person | None) -> VacationCard:
        """Be back. Days not begun are given back; a vacation that has not begun costs nothing."""
        if me is None:
            raise sign_in()
        now = time.time()
        with self.store.writing() as connection:
            connection.execute(sa.select(people.c.id).where(people.c.id == me.id).with_for_update())
            row = self._coming(connection, me.id, now)
            if row is None:
                raise Problem(409, "You are not on vacation.")
            this = (vacations.c.person == me.id, vacations.c.begins == row.begins)
            if row.begins > now:
                connection.execute(vacations.delete().where(*this))
            else:
                spent = max(1, math.ceil((now - row.begins) / DAY))
                connection.execute(vacations.update().where(*this).values(ends=now, days=spent))
        self._stir(me.id)
        return self.card(me)

    def back(self, me: Person) -> None:
        """Whoever gives orders at a table with a clock is not away."""
        now = time.time()
        with self.store.reading() as connection:
            row = self._coming(connection, me.id, now)
        if row is not None and row.begins <= now:
            self.end(me)

    def _coming(self, connection: Connection, person: str, now: float) -> Row[Any, Any] | None:
        query = sa.select(vacations.c.begins, vacations.c.ends)
        return connection.execute(query.where(vacations.c.person == person, vacations.c.ends > now)).first()

    def _taken(self, connection: Connection, person: str, now: float) -> int:
        total = sa.select(sa.func.sum(vacations.c.days))
        return int(
            connection.execute(total.where(vacations.c.person == person, vacations.c.ends > now - YEAR)).scalar() or 0
        )

    def _stir(self, person: str) -> None:
        """Have the clocks of this person's tables looked at, and tell who looks on."""
        query = sa.select(tables.c.id).where(
            tables.c.id.in_(sa.select(seats.c.table).where(seats.c.person == person)),
            tables.c.pace.in_(BY_LETTER),
            ~tables.c.over,
        )
        with self.store.writing() as connection:
            found = list(connection.execute(query).scalars())
            # In one order everywhere, so that two people who stir the same tables cannot lock each other out.
            for table in sorted(found):
                connection.execute(tables.update().where(tables.c.id == table).values(wake=time.time()))
        for table in found:
            self.announce(News(table, "table"))
