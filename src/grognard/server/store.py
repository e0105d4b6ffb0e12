"""Where tables are kept: SQLite for one process, PostgreSQL for any number."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.resources import as_file, files
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.pool import ConnectionPoolEntry

from grognard.engine.refusal import UserError

MIGRATING = 6_815_001
"""The key of the lock under which one process brings the schema up to date."""


class Store:
    """The database."""

    def __init__(self, url: str) -> None:
        self.sqlite = url.startswith("sqlite")
        try:
            self.engine: Engine = sa.create_engine(url, pool_size=16, max_overflow=32, pool_pre_ping=not self.sqlite)
        except (sa.exc.ArgumentError, ImportError) as error:
            raise UserError(f"This is no database Grognard can use: {error}.") from error
        if self.sqlite:
            sa.event.listen(self.engine, "connect", _open_sqlite)
            sa.event.listen(self.engine, "begin", _begin_sqlite)
        # A transaction of SQLite sees one moment anyway.
        self._still = self.engine if self.sqlite else self.engine.execution_options(isolation_level="REPEATABLE READ")
        # Whoever finds SQLite locked sleeps and tries again, ever longer; in this process writers queue up instead.
        self._pen: AbstractContextManager[object] = threading.Lock() if self.sqlite else nullcontext()

    def upgrade(self) -> None:
        """Bring the schema up to date; several processes may try at once."""
        with as_file(files("grognard.server") / "migrations") as folder, self.writing() as connection:
            if not self.sqlite:
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
            config = Config()
            config.set_main_option("script_location", str(folder))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Look, at one moment of the database: what others commit meanwhile is not seen."""
        with self._still.connect().execution_options(reading=True) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Change: all of it is kept when the block is left, or nothing."""
        with self._pen, self.engine.begin() as connection:
            yield connection

    def put(self, connection: Connection, table: sa.Table, /, **values: object) -> None:
        """Insert a row, or change the one with the same key; another process may do so at the same moment."""
        insert = (sqlite.insert if self.sqlite else postgresql.insert)(table).values(**values)
        key = [column.name for column in table.primary_key]
        new = {name: insert.excluded[name] for name in values if name not in key}
        connection.execute(insert.on_conflict_do_update(index_elements=key, set_=new))

    def close(self) -> None:
        """Close every connection: one still at work, in a thread nobody waits for any more, when it comes back."""
        sa.event.listen(self.engine, "checkin", _hang_up)
        self.engine.dispose()


def _hang_up(_connection: object, entry: ConnectionPoolEntry) -> None:
    entry.invalidate()


def _open_sqlite(connection: Any, _record: object) -> None:
    # The driver must not open transactions of its own: writers take the lock at once, see below.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    reading = connection.get_execution_options().get("reading")
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
