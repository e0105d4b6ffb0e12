"""The commands of the table. What they need is read only when one of them is used."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grognard.engine.refusal import UserError
from grognard.players import names

Database = Annotated[
    str, typer.Option("--db", help="postgresql://…, or an SQLite URL.", metavar="URL", envvar="GROGNARD_DB")
]


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.", min=0, max=65535)] = 8000,
    db: Database = "",
    invite_only: Annotated[bool, typer.Option("--invite-only", help="Nobody enters without an invitation.")] = False,
    origin: Annotated[str, typer.Option(help="The address people see behind a proxy, such as https://…")] = "",
    player: Annotated[list[str] | None, typer.Option(help="A bot in another language.", metavar="NAME=COMMAND")] = None,
) -> None:
    """Serve the table: games in the browser for everybody who has the address."""
    from grognard.server.running import Running  # noqa: PLC0415 - other commands start without the server

    running = Running(
        host, port, db, invite_only=invite_only, origin=origin.rstrip("/"), players=_commands(player or [])
    )
    print(f"The table is laid at {running.address}", flush=True)
    token = running.desk.people.admin_link()
    if token is not None:
        print(f"Admin link (works once): {running.address}/#/admin/{token}", flush=True)
    running.run()


def _commands(given: list[str]) -> dict[str, str]:
    """Bots as typed, name=command."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, command = text.partition("=")
        if not equals or not name.strip() or not command.strip():
            raise UserError(f"“{text}” is not NAME=COMMAND, such as my-bot='node my_bot.js'.")
        if name.strip() in names():
            raise UserError(f"There is a bot “{name.strip()}” already.")
        found[name.strip()] = command.strip()
    return found


def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it.", metavar="FILE")],
    db: Database = "",
) -> None:
    """Copy everything the server keeps into one file; the server may go on running."""
    from grognard.server import running  # noqa: PLC0415 - other commands start without the server

    print(f"{running.backup(db, file)} rows are in {file}. It holds secrets: keep it safe.")


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.", metavar="FILE")],
    db: Database = "",
) -> None:
    """Bring a backup back into an empty database, of either kind."""
    from grognard.server import running  # noqa: PLC0415 - other commands start without the server

    print(f"{running.restore(db, file)} rows are back.")


def doctor(db: Database = "") -> None:
    """Check the database: the schema, and every table by replaying its record."""
    from grognard.server import running  # noqa: PLC0415 - other commands start without the server

    found = running.examine(db)
    ill = [(table, fault) for table, fault in found if fault]
    for table, fault in ill:
        print(f"table {table}: {fault}")
    print(f"{len(found)} tables, {len(ill)} of them ill.")
    if ill:
        raise typer.Exit(1)


def register(app: typer.Typer) -> None:
    """Add the commands of the table to the command line."""
    for command in (serve, backup, restore, doctor):
        app.command()(command)
