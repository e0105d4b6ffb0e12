"""The gate in front of everything: where a request comes from, how much is asked, and what browsers are told."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any
from urllib.parse import parse_qs, urlsplit

from litestar.types import ASGIApp, Receive, Scope, Send

from grognard.engine.words import speaking
from grognard.server.problem import Problem
from grognard.server.settings import Settings
from grognard.server.wire import plain

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
SAFE = ("GET", "HEAD", "OPTIONS")
COSTS = {
    "/api/login": 60,
    "/api/account": 60,
    "/api/import": 60,
    "/api/session": 20,
    "/api/admin": 60,
    "/api/couriers": 20,
}
"""What costs the server or the defender more than a look does."""
ADDRESSES = 10_000


class Gate:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self._allowances: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        problem = self._stop(scope, headers)
        if problem is not None:
            if kind == "websocket":
                await send({"type": "websocket.close", "code": 4403, "reason": problem.text})
            else:
                await _answer(problem, send)
            return

        async def guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message.get("headers", ())}
                more = [pair for pair in HEADERS if pair[0] not in given]
                if self.settings.secure:
                    more.append((b"strict-transport-security", b"max-age=31536000"))
                message["headers"] = [*message.get("headers", ()), *more]
            await send(message)

        with speaking(_language(scope, headers)):
            await self.app(scope, receive, guarded)

    def _stop(self, scope: Scope, headers: dict[str, str]) -> Problem | None:
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            return Problem(400, "There is a NUL in the address.")
        if _unsafe(scope) and not self._from_here(headers):
            return Problem(403, "This request comes from another site.")
        if not self._allowed(scope):
            return Problem(429, "Too many requests: wait a little.")
        return None

    def _from_here(self, headers: dict[str, str]) -> bool:
        """Whether a browser sent it from one of our own pages; other programs send no such headers."""
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return False
        origin = headers.get("origin")
        if origin is None:
            return True
        if self.settings.origin:
            return origin == self.settings.origin
        return urlsplit(origin).netloc == headers.get("host")

    def _allowed(self, scope: Scope) -> bool:
        """A bucket for each address, refilled as time goes by."""
        client = scope.get("client")
        address = client[0] if client else ""
        full = float(self.settings.requests_a_minute)
        now = time.monotonic()
        left, before = self._allowances.pop(address, (full, now))
        left = min(full, left + (now - before) * full / 60)
        cost = COSTS.get(scope["path"], 1) if _unsafe(scope) else 1
        enough = left >= cost
        self._allowances[address] = (left - cost if enough else left, now)
        while len(self._allowances) > ADDRESSES:
            self._allowances.popitem(last=False)
        return enough


def _language(scope: Scope, headers: dict[str, str]) -> str:
    """What the reader asks for: by header, or in the address, as a browser's socket sends no headers of ours."""
    asked = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=100).get("lang", [""])[0]
    return (asked or headers.get("accept-language", "")).strip().lower()[:2]


def _unsafe(scope: Scope) -> bool:
    """Whether it may change something; a socket has no method."""
    return scope.get("method", "") not in SAFE


async def _answer(problem: Problem, send: Send) -> None:
    start: Any = {
        "type": "http.response.start",
        "status": problem.status,
        "headers": [(b"content-type", b"application/json"), *HEADERS],
    }
    body: Any = {"type": "http.response.body", "body": plain(problem.body())}
    await send(start)
    await send(body)
