"""The commands of the table."""

from __future__ import annotations

import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer
import uvicorn

from grognard.engine import dice
from grognard.engine.refusal import UserError
from grognard.server import keeping
from grognard.server.app import build
from grognard.server.problem import Problem
from grognard.server.record import new_game
from grognard.server.settings import Settings
from grognard.server.store import Store
from grognard.server.wire import Holding, NewTable

LARGEST_MESSAGE = 64 * 1024
GRACE = 5

Database = Annotated[
    str, typer.Option("--db", help="postgresql://…, or an SQLite URL.", metavar="URL", envvar="GROGNARD_DB")
]


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.", min=0, max=65535)] = 8000,
    db: Database = "",
    invite_only: Annotated[bool, typer.Option("--invite-only", help="Nobody enters without an invitation.")] = False,
    origin: Annotated[str, typer.Option(help="The address people see behind a proxy, such as https://…")] = "",
) -> None:
    """Serve the table: games in the browser for everybody who has the address."""
    listening = _listen(host, port)
    settings = Settings(
        db=db, host=host, port=listening.getsockname()[1], invite_only=invite_only, origin=origin.rstrip("/")
    )
    app, desk = build(settings)
    address = settings.origin or _address(settings)
    print(f"The table is laid at {address}", flush=True)
    token = desk.people.admin_link()
    if token is not None:
        print(f"Admin link (works once): {address}/#/admin/{token}", flush=True)
    _run(app, listening)


def table(
    game: Annotated[str, typer.Argument(help="The game, such as coalitions.", metavar="GAME")],
    scenario: Annotated[str | None, typer.Argument(help="The scenario, such as 1805.", metavar="SCENARIO")] = None,
    players: Annotated[int | None, typer.Option(help="How many players.")] = None,
    seat: Annotated[str | None, typer.Option(help="Your seat; the first unless you say.")] = None,
    db: Database = "",
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
) -> None:
    """Play in the browser: a private table on a free port, you against bots."""
    try:
        seats = new_game(game, scenario, players, {}, dice.fresh_key()).seats
    except Problem as problem:
        raise UserError(problem.text) from problem
    mine = seats[0] if seat is None else seat
    if mine not in seats:
        raise UserError(f"There is no seat “{mine}”. Seats: {', '.join(seats)}.")
    listening = _listen("127.0.0.1", 0)
    settings = Settings(db=db, port=listening.getsockname()[1])
    app, desk = build(settings)
    me, _ = desk.people.guest("You", "")
    holders: dict[str, Holding] = {other: "me" if other == mine else "bot" for other in seats}
    wish = NewTable(game=game, scenario=scenario, players=players, private=True, seats=holders)
    created = desk.lobby.create(me, wish)
    ticket = desk.people.ticket(me, f"/#/table/{created.id}")
    address = f"{_address(settings)}/enter/{ticket}"
    print(f"Your table (the link works once): {address}", flush=True)
    if browser:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    _run(app, listening)


def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it.", metavar="FILE")],
    db: Database = "",
) -> None:
    """Copy everything the server keeps into one file; the server may go on running."""
    store = _store(db)
    print(f"{keeping.backup(store, file)} rows are in {file}. It holds secrets: keep it safe.")


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.", metavar="FILE")],
    db: Database = "",
) -> None:
    """Bring a backup back into an empty database, of either kind."""
    print(f"{keeping.restore(_store(db), file)} rows are back.")


def doctor(db: Database = "") -> None:
    """Check the database: the schema, and every table by replaying its record."""
    found = list(keeping.examine(_store(db)))
    for table, fault in found:
        if fault:
            print(f"table {table}: {fault}")
    ill = sum(bool(fault) for _, fault in found)
    print(f"{len(found)} tables, {ill} of them ill.")
    if ill:
        raise typer.Exit(1)


def _store(db: str) -> Store:
    store = Store(Settings(db=db).url)
    store.upgrade()
    return store


def _listen(host: str, port: int) -> socket.socket:
    """Bound before anything is said, so that the address printed is the one that works."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        raise UserError(f"Cannot listen at {host}:{port}: {error.strerror or error}.") from error
    return listening


def _address(settings: Settings) -> str:
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host  # noqa: S104 - compared, not bound
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def _run(app: Any, listening: socket.socket) -> None:
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,  # addresses hold invitations
        ws_max_size=LARGEST_MESSAGE,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[listening])


def register(app: typer.Typer) -> None:
    """Add the commands of the table to the command line."""
    app.command()(serve)
    app.command()(table)
    app.command()(backup)
    app.command()(restore)
    app.command()(doctor)
