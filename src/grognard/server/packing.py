"""How what a socket is sent is packed: a view is nearly the last one, and is small where that can be referred to."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

FROM_CLIENTS = 12
"""Bits of the window for what clients send, which is short."""
EFFORT = {"level": 4, "memLevel": 5}
"""Of zlib. The window for what they are sent is left at its widest, 32 kB, in which a whole view has room."""


class PackedSocket(WebSocketsSansIOProtocol):
    """uvicorn's socket, which would look back over 4 kB only, and look harder for less."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        if self.conn.available_extensions:
            packed = ServerPerMessageDeflateFactory(client_max_window_bits=FROM_CLIENTS, compress_settings=EFFORT)
            self.conn.available_extensions = [packed]
