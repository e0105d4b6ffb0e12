"""A table's record: its header and its entries, and the game they amount to."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from grognard.engine import registry
from grognard.engine.game import Game, Start
from grognard.engine.refusal import Phrase, UserError
from grognard.engine.words import ENGINE
from grognard.server.problem import Problem, unknown_table
from grognard.server.schema import entries, tables
from grognard.server.wire import from_text, plain

GAMES_IN_MEMORY = 400
LOCKS = 256
BY_THE_BOOK = "A table plays by the book: figures are set in the lab, with “grognard simulate”."
TableRow = Row[Any]
Line = tuple[str, str, object, str]
"""What is appended: kind, seat, body and the digest of the position it led to."""


class Live:
    """A game in memory, how many entries of the record are in it, and what it looks like to whom."""

    def __init__(self, game: Game, count: int) -> None:
        self.game, self.entries = game, count
        self.looks: dict[tuple[str | None, int, str], bytes] = {}
        """What was sent to a seat, with the log from a step on, in a language; who else sees that gets the same."""


class Shelf:
    """The games this process has at hand. The store is the truth; a game behind it is brought up to date by replay."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, Live] = OrderedDict()
        self._guard = threading.Lock()
        self._locks = [threading.RLock() for _ in range(LOCKS)]

    def lock(self, table: str) -> threading.RLock:
        """Whoever uses a game of the shelf holds this."""
        return self._locks[hash(table) % LOCKS]

    def game(self, connection: Connection, row: TableRow) -> Game:
        """The game as the store has it."""
        return self.live(connection, row).game

    def live(self, connection: Connection, row: TableRow) -> Live:
        """The game as the store has it, and what was shown of it."""
        with self._guard:
            live = self._games.get(row.id)
            if live is not None:
                self._games.move_to_end(row.id)
        if live is not None and live.entries == row.entries:
            return live
        if live is None or live.entries > row.entries:
            live = Live(_begin(row), 0)
        if live.entries < row.entries:
            self.drop(row.id)
            query = sa.select(entries).where(entries.c.table == row.id, entries.c.number > live.entries)
            query = query.where(entries.c.number <= row.entries)
            missing = connection.execute(query.order_by(entries.c.number)).all()
            if len(missing) != row.entries - live.entries:
                raise RuntimeError(f"table {row.id}: entries are missing from the record")
            _catch_up(live.game, missing)
        return self.put(row.id, live.game, row.entries)

    def put(self, table: str, game: Game, count: int) -> Live:
        live = Live(game, count)
        with self._guard:
            self._games[table] = live
            self._games.move_to_end(table)
            while len(self._games) > GAMES_IN_MEMORY:
                self._games.popitem(last=False)
        return live

    def drop(self, table: str) -> None:
        """Forget a game that may not be as the store has it."""
        with self._guard:
            self._games.pop(table, None)


def _begin(row: TableRow) -> Game:
    try:
        rulebook = registry.rulebook(row.game)
        setting = rulebook.setting(row.scenario, row.players, from_text(row.options), None)
    except UserError as error:
        raise Problem(409, Phrase("This table cannot be opened here: {0}", str(error))) from error
    if rulebook.version != row.rules or setting.data_digest != row.data:
        other = Phrase("This table is played by rules {0}; this server has {1}.", row.rules, rulebook.version)
        raise Problem(409, other)
    return Game(rulebook, Start(setting, row.dice, None if row.start is None else from_text(row.start)))


def _catch_up(game: Game, missing: Any) -> None:
    """Do again what the record says."""
    for entry in missing:
        body = from_text(entry.body)
        if entry.kind == "act":
            game.act(entry.seat, body)
        elif entry.kind == "undo":
            game.undo(entry.seat)
        elif entry.kind == "order":
            game.order(entry.seat, *body)
        else:
            game.replay(entry.seat, body["do"], standing=body["standing"])
    if game.digest() != missing[-1].digest:
        raise RuntimeError(f"the record of table {missing[-1].table} leads elsewhere")


# --- writing ----------------------------------------------------------------------------------------------------


def locked(connection: Connection, table: str) -> TableRow:
    """The row of a table, which nobody else can change until this transaction ends."""
    row = connection.execute(sa.select(tables).where(tables.c.id == table).with_for_update()).first()
    if row is None:
        raise unknown_table()
    return row


def append_all(connection: Connection, table: str, after: int, lines: list[Line], by: str) -> None:
    """More entries."""
    now = time.time()
    rows = [
        {
            "table": table,
            "number": number,
            "kind": kind,
            "seat": seat,
            "body": plain(body).decode(),
            "digest": digest,
            "by": by,
            "at": now,
        }
        for number, (kind, seat, body, digest) in enumerate(lines, after + 1)
    ]
    if rows:
        connection.execute(entries.insert(), rows)


def standing(game: Game) -> dict[str, Any]:
    """What the row of a table says of its game."""
    keeper = game.position.keeper
    powers = {
        seat: [power for p, power in enumerate(game.setting.powers) if p < len(keeper) and keeper[p] == s]
        for s, seat in enumerate(game.seats)
    }
    return {
        "step": game.step,
        "to_act": plain(game.to_act).decode(),
        "powers": plain(powers).decode(),
        "over": game.over,
        "updated": time.time(),
    }


def header(game: Game) -> dict[str, Any]:
    """What a row says of how its game began."""
    start = game.start.snapshot
    return {
        "game": game.rulebook.id,
        "scenario": game.setting.scenario,
        "players": game.setting.players,
        "options": plain(game.setting.options).decode(),
        "rules": game.rulebook.version,
        "data": game.setting.data_digest,
        "dice": game.start.key,
        "start": None if start is None else plain(start).decode(),
    }


def new_game(name: str, scenario: str | None, players: int | None, options: dict[str, Any], key: bytes) -> Game:
    """A game as somebody asks for it; Problem says what is wrong."""
    try:
        rulebook = registry.rulebook(name)
    except UserError as error:
        raise Problem(422, ENGINE.refusal(error)) from error
    chosen = rulebook.scenarios()[0].id if scenario is None else scenario
    if any(figure.name in options for figure in rulebook.figures()):
        raise Problem(422, BY_THE_BOOK)
    try:
        setting = rulebook.setting(chosen, players, options, None)
    except UserError as error:
        raise Problem(422, rulebook.words.refusal(error)) from error
    return Game(rulebook, Start(setting, key))


def folder_of(url: str) -> Path | None:
    """Where an SQLite database lies."""
    return Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None
