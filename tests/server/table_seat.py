"""A seat at a table, as a browser holds it."""

from __future__ import annotations

import json
import socket

from websockets.sync.client import connect

PATIENCE = {"open_timeout": 120, "ping_interval": None}
"""Of a client whose machine may be busy: it does not hang up on a server that is slow to answer."""


class Counting(socket.socket):
    """A line on which what arrives is counted."""

    arrived = 0

    def recv(self, *how):
        told = super().recv(*how)
        self.arrived += len(told)
        return told


class Seat:
    """Somebody at a seat with a socket, who keeps the latest view and the whole log."""

    def __init__(self, server, visitor, table, seat=None, invite="", lang="en", packed=False):
        self.visitor, self.table, self.seat = visitor, table, seat
        address = f"/api/tables/{table}/socket?invite={invite}&lang={lang}"
        address += f"&seat={seat}" if seat else ""
        headers = {"Cookie": visitor.cookie}
        port, self.wire = server.next_port(), Counting()
        self.wire.connect(("127.0.0.1", port))
        address = f"ws://127.0.0.1:{port}{address}"
        how = {"max_size": None, "compression": "deflate" if packed else None, **PATIENCE}
        self._line = connect(address, sock=self.wire, additional_headers=headers, **how)
        self.socket = self._line.__enter__()
        self.view, self.version, self.log, self.heard, self.number = {}, -1, [], [], 0
        self.frames = []

    def close(self):
        self._line.__exit__(None, None, None)

    def hear(self, timeout=120):
        frame = self.socket.recv(timeout=timeout)
        self.frames.append(frame)
        told = json.loads(frame)
        self.heard.append(told)
        if told["type"] == "view":
            self.version, self.view = told["version"], told["view"]
            self.log = [e for e in self.log if e["step"] < told["since"]] + told["view"]["log"]
        return told

    def until(self, holds):
        while not holds(self):
            self.hear()

    def ask(self, kind, **more):
        """Send a message; the answer to it."""
        self.number += 1
        self.socket.send(json.dumps({"type": kind, "id": str(self.number), **more}))
        while True:
            told = self.hear()
            if told.get("id") == str(self.number):
                return told

    def act(self, do):
        return self.ask("act", seat=self.seat, version=self.version, do=do)

    @property
    def over(self):
        return self.view.get("result") is not None

    @property
    def asked(self):
        return bool(self.view.get("actions"))
