"""A port that stays ours, whether or not a server listens there: once it is let go of, others may take it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def berth() -> Iterator[int]:
    """A local port for a server that sets SO_REUSEADDR, as all of ours do, and may stop and start there again."""
    with socket.socket() as place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind(("127.0.0.1", 0))
        yield place.getsockname()[1]
