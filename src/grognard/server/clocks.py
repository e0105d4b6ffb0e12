"""Banked clocks: each seat has time in the bank, which runs while the game waits for it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from grognard.server.schema import seats

HOUR, DAY = 3600.0, 86400.0
WARN_AT = 0.1
"""The part of a full bank that is left when its owner is warned."""


class Pace(NamedTuple):
    """What a bank holds, at the start and at most, and what each action adds; in seconds."""

    bank: float
    gain: float


PACES = {"live": Pace(HOUR, 20.0), "day": Pace(3 * DAY, HOUR), "week": Pace(14 * DAY, 12 * HOUR)}
"""With the pace "none" nobody is hurried."""


def bank_of(pace: str) -> float | None:
    """What is in each bank at the start."""
    return PACES[pace].bank if pace in PACES else None


def left(row: Row[Any], now: float) -> float | None:
    """What a seat has in the bank; None without a clock."""
    if row.bank is None:
        return None
    return max(0.0, float(row.bank) - (0.0 if row.since is None else now - row.since))


def turn_over(
    connection: Connection, table: str, pace: str, waited_for: Collection[str], actor: str | None, now: float
) -> float | None:
    """After a change: stop and start the clocks. When the server must look at them again, if ever."""
    rules = PACES.get(pace)
    if rules is None:
        return None
    wake: list[float] = []
    for row in connection.execute(sa.select(seats).where(seats.c.table == table)).all():
        bank = left(row, now) or 0.0
        warned = row.warned
        if row.seat == actor:
            bank, warned = min(rules.bank, bank + rules.gain), False
        runs = row.kind == "human" and row.seat in waited_for
        change = seats.update().where(seats.c.table == table, seats.c.seat == row.seat)
        connection.execute(change.values(bank=bank, since=now if runs else None, warned=warned))
        if runs:
            wake.append(now + max(0.0, bank if warned else bank - WARN_AT * rules.bank))
    return min(wake, default=None)


class Rung(NamedTuple):
    """What the clocks of a table have brought about."""

    warned: tuple[str, ...]
    expired: tuple[str, ...]


def ring(connection: Connection, table: str, pace: str, now: float) -> Rung:
    """Warn who has little time left; seat a regent for who has none. The game goes on either way."""
    warned, expired = [], []
    for row in connection.execute(sa.select(seats).where(seats.c.table == table)).all():
        rest = left(row, now)
        if row.since is None or rest is None or row.kind != "human":
            continue
        change = seats.update().where(seats.c.table == table, seats.c.seat == row.seat)
        if row.warned and rest <= 0:
            connection.execute(change.values(kind="regent", bank=0.0, since=None))
            expired.append(row.seat)
        elif not row.warned and rest <= WARN_AT * PACES[pace].bank:
            connection.execute(change.values(warned=True))
            warned.append(row.seat)
    return Rung(tuple(warned), tuple(expired))
