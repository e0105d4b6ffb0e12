"""A real server for the page, and how the browser is started."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path
from typing import Any

import uvicorn

from grognard.server.app import build
from grognard.server.packing import PackedSocket
from grognard.server.settings import Settings

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Table:
    """A server that can be stopped and started again at the same address."""

    def __init__(self, folder: Path, more: dict[str, Any] | None = None, port: int = 0) -> None:
        self.db = f"sqlite:///{folder / 'table.db'}"
        self.port, self.more = port, more or {}
        self.start()

    def start(self) -> None:
        app, _ = build(Settings(db=self.db, port=self.port, requests_a_minute=1_000_000, **self.more))
        where = {"host": "127.0.0.1", "port": self.port}
        config = uvicorn.Config(app, **where, ws=PackedSocket, log_level="error", timeout_graceful_shutdown=1)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            threading.Event().wait(0.02)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"
