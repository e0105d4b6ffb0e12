"""Backup, restore, doctor, and the commands that start a table."""

from __future__ import annotations

import gzip

import pytest
import sqlalchemy as sa
from crash import Process
from servers import Server

from grognard.cli import run
from grognard.engine.refusal import UserError
from grognard.server import keeping
from grognard.server.schema import entries, tables
from grognard.server.settings import Settings
from grognard.server.store import Store


def played(server):
    """A table with a few moves and some talk."""
    ana = server.person("Ana")
    table = ana.lay(seats={"britain": "me", "france": "me", "austria": "me"})
    for _ in range(20):
        ana.act(table, ana.view(table)["view"]["to_act"][0])
    ana.post(f"/api/tables/{table}/talk", channel="table", text="Well played")
    return ana, table


def test_a_backup_comes_back_in_another_database(server, tmp_path):
    ana, table = played(server)
    file = tmp_path / "copy.gz"
    assert keeping.backup(server.desk.store, file) > 20
    url = f"sqlite:///{tmp_path / 'new.db'}"
    assert run(["restore", str(file), "--db", url]) == 0
    assert run(["doctor", "--db", url]) == 0
    again = Server(Settings(db=url))
    back = again.stranger()
    back.http.cookies.update(dict(ana.http.cookies))
    assert back.view(table, "france") == ana.view(table, "france")
    assert [line["text"] for line in back.get(f"/api/tables/{table}/talk")] == ["Well played"]
    again.stop()
    assert run(["restore", str(file), "--db", url]) == 2  # not empty any more


def test_a_damaged_backup_changes_nothing(server, tmp_path):
    played(server)
    file = tmp_path / "copy.gz"
    keeping.backup(server.desk.store, file)
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    damaged = [file.read_bytes()[:-50], b"nothing", gzip.compress(b"".join(lines[:-1])), gzip.compress(b'{"x":1}\n')]
    store = Store(f"sqlite:///{tmp_path / 'new.db'}")
    store.upgrade()
    for content in damaged:
        file.write_bytes(content)
        with pytest.raises(UserError):
            keeping.restore(store, file)
    with store.reading() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one() == 0
    store.close()


def test_a_connection_at_work_when_the_store_closes_is_closed_when_it_comes_back(database):
    store = Store(Settings(db=database).url)
    with store.reading() as connection:
        line = connection.connection.dbapi_connection
        store.close()
        assert connection.execute(sa.text("SELECT 1")).scalar_one() == 1
    with pytest.raises(Exception, match="closed"):
        line.cursor()


def test_the_doctor_finds_a_record_that_was_tampered_with(server):
    _, table = played(server)
    assert (table, "") in list(keeping.examine(server.desk.store))
    with server.desk.store.writing() as connection:
        change = entries.update().where(entries.c.table == table, entries.c.number == 20)
        connection.execute(change.values(digest="0" * 32))
    assert dict(keeping.examine(server.desk.store))[table]


def test_the_first_start_prints_the_admin_link(tmp_path):
    process = Process(f"sqlite:///{tmp_path / 'first.db'}")
    assert process.process.stdout.readline().startswith("Admin link")
    process.stop()
