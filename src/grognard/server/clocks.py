"""Banked clocks: each seat has time in the bank, which runs while the game waits for it and its holder is not away."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from grognard.server.schema import seats, vacations

HOUR, DAY = 3600.0, 86400.0
WARN_AT = 0.1
"""The part of a full bank that is left when its owner is warned."""


class Pace(NamedTuple):
    """What a bank holds, at the start and at most, and what each action adds; in seconds."""

    bank: float
    gain: float


PACES = {"live": Pace(HOUR, 20.0), "day": Pace(3 * DAY, HOUR), "week": Pace(14 * DAY, 12 * HOUR)}
"""With the pace "none" nobody is hurried."""
BY_LETTER = ("day", "week")
"""The paces at which a vacation counts."""


class Away(NamedTuple):
    """A vacation: no clock of its person runs from its beginning to its end."""

    begins: float
    ends: float


def bank_of(pace: str) -> float | None:
    """What is in each bank at the start."""
    return PACES[pace].bank if pace in PACES else None


def aways(connection: Connection, people: Iterable[str]) -> dict[str, list[Away]]:
    """The vacations of these people, in order."""
    found: dict[str, list[Away]] = {}
    query = sa.select(vacations).where(vacations.c.person.in_(set(people))).order_by(vacations.c.begins)
    for row in connection.execute(query):
        found.setdefault(row.person, []).append(Away(row.begins, row.ends))
    return found


def left(row: Row[Any], now: float, away: Sequence[Away] = ()) -> float | None:
    """What a seat has in the bank; None without a clock."""
    if row.bank is None:
        return None
    if row.since is None:
        return float(row.bank)
    since = float(row.since)
    stood = sum(max(0.0, min(now, a.ends) - max(since, a.begins)) for a in away)
    return max(0.0, float(row.bank) - max(0.0, now - since - stood))


def used_up(now: float, rest: float, away: Sequence[Away]) -> float:
    """When that much time will have run."""
    moment = now + max(0.0, rest)
    for begins, ends in away:
        if ends > now and begins <= moment:
            moment += ends - max(begins, now)
    return moment


def on_vacation(now: float, away: Sequence[Away]) -> float | None:
    """Until when somebody is away."""
    return next((a.ends for a in away if a.begins <= now < a.ends), None)


def turn_over(
    connection: Connection,
    table: str,
    pace: str,
    waited_for: Collection[str],
    gains: Mapping[str, int],
    now: float,
) -> float | None:
    """After a change: stop and start the clocks. When the server must look at them again, if ever.

    `gains` says how many times a seat earns what an action adds; who takes an action back gives it back.
    """
    rules = PACES.get(pace)
    if rules is None:
        return None
    wake: list[float] = []
    for row, away in _rows(connection, table, pace):
        gain = gains.get(row.seat, 0)
        bank = min(rules.bank, max(0.0, (left(row, now, away) or 0.0) + gain * rules.gain))
        warned = row.warned and not gain
        runs = row.kind == "human" and row.seat in waited_for
        change = seats.update().where(seats.c.table == table, seats.c.seat == row.seat)
        connection.execute(change.values(bank=bank, since=now if runs else None, warned=warned))
        if runs:
            wake.append(used_up(now, bank if warned else bank - WARN_AT * rules.bank, away))
    return min(wake, default=None)


class Rung(NamedTuple):
    """What the clocks of a table have brought about."""

    warned: tuple[str, ...]
    expired: tuple[str, ...]


def ring(connection: Connection, table: str, pace: str, now: float) -> Rung:
    """Warn who has little time left; seat a regent for who has none. The game goes on either way."""
    warned, expired = [], []
    little = WARN_AT * PACES[pace].bank
    for row, away in _rows(connection, table, pace):
        rest = left(row, now, away)
        if row.since is None or rest is None or row.kind != "human":
            continue
        change = seats.update().where(seats.c.table == table, seats.c.seat == row.seat)
        if row.warned and rest <= 0:
            connection.execute(change.values(kind="regent", bank=0.0, since=None))
            expired.append(row.seat)
        elif not row.warned and rest <= little:
            # A warning that comes late, after the server was down, still leaves time to heed it.
            connection.execute(change.values(warned=True, bank=max(rest, little / 2), since=now))
            warned.append(row.seat)
    return Rung(tuple(warned), tuple(expired))


def _rows(connection: Connection, table: str, pace: str) -> list[tuple[Row[Any], list[Away]]]:
    """The seats of a table with the vacations of their holders."""
    rows = connection.execute(sa.select(seats).where(seats.c.table == table)).all()
    found = aways(connection, (row.person for row in rows if row.person)) if pace in BY_LETTER else {}
    return [(row, found.get(row.person or "", [])) for row in rows]
