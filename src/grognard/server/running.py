"""A server set going: its socket bound, its schema up to date, its address known."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn

from grognard.engine.game import Game
from grognard.engine.refusal import UserError
from grognard.server import keeping
from grognard.server.app import build
from grognard.server.packing import PackedSocket
from grognard.server.settings import Settings
from grognard.server.store import Store

LARGEST_MESSAGE = 64 * 1024
GRACE = 5


class Running:
    """A server that is bound to its address and can be run."""

    def __init__(self, host: str, port: int, db: str, **more: Any) -> None:
        self.listening = listen(host, port)
        self.settings = Settings(db=db, host=host, port=self.listening.getsockname()[1], **more)
        self.app, self.desk = build(self.settings)
        self.address = self.settings.address

    def run(self) -> None:
        """Serve until told to stop."""
        config = uvicorn.Config(
            self.app,
            log_level="warning",
            access_log=False,  # addresses hold invitations
            ws=PackedSocket,
            ws_max_size=LARGEST_MESSAGE,
            timeout_graceful_shutdown=GRACE,
            server_header=False,
        )
        uvicorn.Server(config).run(sockets=[self.listening])


def own_table(game: Game, mine: tuple[str, ...], db: str) -> tuple[Running, str]:
    """A server with a private table for a game, bots at all seats but these, and a link that lets its owner in once."""
    running = Running("127.0.0.1", 0, db)
    desk = running.desk
    me, _ = desk.people.guest("You", "")
    holders = {seat: "human" if seat in mine else "bot" for seat in game.seats}
    name = f"{game.rulebook.title} {game.setting.scenario}"
    created = desk.lobby.lay(me, game, holders, name=name, private=True, hotseat=len(mine) > 1)
    ticket = desk.people.ticket(me, f"/#/table/{created.id}")
    return running, f"{running.address}/enter/{ticket}"


def play(game: Game, mine: tuple[str, ...], db: str, *, browser: bool) -> None:
    """Lay a table for one person, tell its address, show it in the browser if there is one, and serve it."""
    running, address = own_table(game, mine, db)
    print(f"Your table (the link works once): {address}", flush=True)
    if browser and screen():
        threading.Timer(0.5, webbrowser.open, [address]).start()
    else:
        print("Open it in a browser on this machine. Ctrl-C ends the table; the game is kept.", flush=True)
    running.run()


def screen() -> bool:
    """Whether a browser has somewhere to appear; else the terminal's own browsers would take the keyboard."""
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def backup(db: str, file: Path) -> int:
    return keeping.backup(_store(db), file)


def restore(db: str, file: Path) -> int:
    return keeping.restore(_store(db), file)


def examine(db: str) -> list[tuple[str, str]]:
    return list(keeping.examine(_store(db)))


def _store(db: str) -> Store:
    store = Store(Settings(db=db).url)
    store.upgrade()
    return store


def listen(host: str, port: int) -> socket.socket:
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
