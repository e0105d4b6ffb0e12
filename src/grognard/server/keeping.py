"""Keeping what is kept: copies of a whole server, bringing them back, and a check of every table."""

from __future__ import annotations

import gzip
import os
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from grognard.engine.refusal import Refused, UserError
from grognard.server.problem import Problem
from grognard.server.record import Shelf
from grognard.server.schema import metadata, tables
from grognard.server.store import Store

FORMAT = 1
FIRST_LINE = {"grognard_backup": FORMAT}
BATCH = 500


def backup(store: Store, path: Path) -> int:
    """Everything at one moment, as lines of JSON in one compressed file, written beside and renamed; how many rows."""
    handle, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    count = 0
    try:
        with os.fdopen(handle, "wb") as raw:
            with gzip.open(raw, "wb") as file:
                file.write(msgspec.json.encode(FIRST_LINE) + b"\n")
                for line in _lines(store):
                    file.write(line + b"\n")
                    count += 1
                file.write(msgspec.json.encode({"rows": count}) + b"\n")
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(beside, path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    return count


def lasting() -> list[sa.Table]:
    """All that outlives a server, in an order in which it can be brought back."""
    return [table for table in metadata.sorted_tables if not table.info.get("passing")]


def _lines(store: Store) -> Iterator[bytes]:
    with store.reading() as connection:
        if not store.sqlite:
            connection.execute(sa.text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        for table in lasting():
            for row in connection.execute(sa.select(table)).mappings():
                values = {str(name): _out(value) for name, value in row.items()}
                yield msgspec.json.encode([str(table.name), values])


def restore(store: Store, path: Path) -> int:
    """Bring a copy back into an empty database; all of it or nothing."""
    count = 0
    with store.writing() as connection:
        for table in lasting():
            if connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first():
                raise UserError("The database is not empty: restore into a new one.")
        waiting: list[dict[str, Any]] = []
        current: sa.Table | None = None
        for name, values in _read(path):
            table = metadata.tables[name]
            if current is not None and (table is not current or len(waiting) >= BATCH):
                connection.execute(current.insert(), waiting)
                waiting = []
            current = table
            waiting.append({column: _back(table, column, value) for column, value in values.items()})
            count += 1
        if current is not None and waiting:
            connection.execute(current.insert(), waiting)
        if not store.sqlite:
            for counted in ("talk", "letters"):
                last = f"SELECT setval(pg_get_serial_sequence('{counted}', 'id'), (SELECT max(id) FROM {counted}))"  # noqa: S608 - our own names
                connection.execute(sa.text(last))
    return count


def _read(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    count, ended = 0, False
    try:
        with gzip.open(path, "rb") as file:
            if msgspec.json.decode(file.readline()) != FIRST_LINE:
                raise UserError(f"{path} is not a backup this Grognard can read.")
            for line in file:
                found = msgspec.json.decode(line)
                if isinstance(found, dict):
                    ended = found.get("rows") == count
                    break
                name, values = found
                if name not in metadata.tables or not set(values) <= set(metadata.tables[name].c.keys()):
                    raise UserError(f"{path} is of another version of Grognard.")
                count += 1
                yield name, values
    except (OSError, EOFError, ValueError, TypeError) as error:
        raise UserError(f"{path} cannot be read: {error}.") from error
    if not ended:
        raise UserError(f"{path} is cut short.")


def _out(value: Any) -> Any:
    return b64encode(value).decode() if isinstance(value, bytes) else value


def _back(table: sa.Table, column: str, value: Any) -> Any:
    return b64decode(value) if isinstance(table.c[column].type, sa.LargeBinary) else value


def examine(store: Store) -> Iterator[tuple[str, str]]:
    """Replay every table from its record: its id, and what is wrong with it (empty: nothing)."""
    with store.reading() as connection:
        known = list(connection.execute(sa.select(tables.c.id).order_by(tables.c.created)).scalars())
    for table in known:
        with store.reading() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table)).one()
            try:
                game = Shelf().game(connection, row)
            except (Problem, Refused, UserError, RuntimeError) as error:
                yield table, str(error)
                continue
        yield table, "" if game.step == row.step and game.over == row.over else "the lobby shows another state"
