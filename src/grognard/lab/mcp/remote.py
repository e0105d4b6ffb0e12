"""A chair at a table of a server, reached over HTTP with a token."""

from __future__ import annotations

import json
import re
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, TypeVar
from urllib.parse import quote, urlencode, urlsplit

import msgspec

from grognard.engine.counsel import Odds
from grognard.engine.refusal import Refusal, Refused, UserError
from grognard.lab.mcp.chair import EVERYBODY, Channel, Do, Explained, Look, Said

T = TypeVar("T")
PATIENCE = 60.0
BETWEEN_LOOKS = 1.0
LARGEST = 16 * 1024 * 1024
TABLE = re.compile(r"^/?table/([\w-]+)")


class _Likely(msgspec.Struct):
    odds: Odds | None


class _Closed(msgspec.Struct):
    text: str
    clause: str = ""


class _ChannelCard(msgspec.Struct):
    channel: str
    unread: int
    closed: _Closed | None


class _TableCard(msgspec.Struct):
    yours: list[str]
    to_act: list[str]
    over: bool


class TableChair:
    """What the server shows to this seat, and nothing else; the token may be the person's, but the seat is one."""

    def __init__(self, address: str, token: str, seat: str | None = None, patience: float = PATIENCE) -> None:
        parts = urlsplit(address)
        found = TABLE.match(parts.fragment)
        if parts.scheme not in ("http", "https") or not parts.hostname or found is None:
            raise UserError(
                f"“{address[:200]}” is not the address of a table, such as https://play.example.org/#/table/k3v9q2."
            )
        if not token or not token.isascii() or not token.isprintable():
            raise UserError("A table needs a key of yours: make one on the page “You” and put it into GROGNARD_TOKEN.")
        self._https, self._host = parts.scheme == "https", parts.netloc.rpartition("@")[2]
        self._path = f"{parts.path.rstrip('/')}/api/tables/{quote(found[1], safe='')}"
        self._token, self._patience = token, patience
        mine = self._ask("GET", "", _TableCard).yours
        if seat is None and len(mine) != 1:
            raise UserError(
                f"Name the seat: yours are {', '.join(mine)}." if mine else "You have no seat at this table."
            )
        self.seat = mine[0] if seat is None else seat
        if self.seat not in mine:
            raise UserError(f"The seat “{self.seat}” is not yours. Yours: {', '.join(mine) or 'none'}.")

    def look(self, since: int = 0) -> Look:
        return self._ask("GET", f"/view?{urlencode({'seat': self.seat, 'since': since})}", Look)

    def act(self, version: int, do: Do) -> None:
        self._tell("/act", {"seat": self.seat, "version": version, "do": list(do)})

    def undo(self, version: int) -> None:
        self._tell("/undo", {"seat": self.seat, "version": version})

    def explain(self, do: Do) -> Explained:
        return self._ask("POST", "/explain", Explained, {"seat": self.seat, "do": list(do)})

    def odds(self, do: Do | None) -> Odds | None:
        body = {"seat": self.seat, "do": None if do is None else list(do)}
        return self._ask("POST", "/odds", _Likely, body).odds

    def channels(self) -> list[Channel]:
        """Those the seat hears: who has a token may sit elsewhere too, and that is another game."""
        cards = self._ask("GET", "/channels", list[_ChannelCard])
        return [
            Channel(c.channel, c.unread, f"{c.closed.text} [{c.closed.clause}]" if c.closed else "")
            for c in cards
            if self._hears(c.channel)
        ]

    def heard(self, channel: str) -> list[Said]:
        self._must_hear(channel)
        lines = self._ask("GET", f"/talk?{urlencode({'channel': channel})}", list[Said])
        with suppress(Refused):  # a key that may only look leaves no mark
            self._tell(f"/read?{urlencode({'channel': channel})}", {})
        return lines

    def say(self, channel: str, text: str) -> None:
        self._must_hear(channel)
        self._tell("/talk", {"channel": channel, "text": text})

    def wait(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while True:
            card = self._ask("GET", "", _TableCard)
            if card.over or self.seat in card.to_act:
                return True
            left = until - time.monotonic()
            if left <= 0:
                return False
            time.sleep(min(BETWEEN_LOOKS, left))

    # --- the wire ---------------------------------------------------------------------------------------------------

    def _hears(self, channel: str) -> bool:
        return channel == EVERYBODY or self.seat in channel.split(",")

    def _must_hear(self, channel: str) -> None:
        if not self._hears(channel):
            raise UserError(f"There is no channel “{channel[:80]}” here: list them with messages.")

    def _ask(self, method: str, path: str, answer: type[T], body: dict[str, Any] | None = None) -> T:
        """What the server answers."""
        content = self._request(method, path, body)
        try:
            return msgspec.json.decode(content, type=answer)
        except msgspec.MsgspecError as error:
            raise UserError(f"The table answers what cannot be read: {error}") from error

    def _tell(self, path: str, body: dict[str, Any]) -> None:
        """Something to be done; that it was is answer enough."""
        self._request("POST", path, body)

    def _request(self, method: str, path: str, body: dict[str, Any] | None) -> bytes:
        """One request. Redirects are not followed: the token goes to this server and nowhere else."""
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json", "Accept-Language": "en"}
        sent = None if body is None else json.dumps(body).encode()
        if sent is not None:
            headers["Content-Type"] = "application/json"
        kind = HTTPSConnection if self._https else HTTPConnection
        wire = kind(self._host, timeout=self._patience)
        try:
            wire.request(method, self._path + path, sent, headers)
            response = wire.getresponse()
            content = response.read(LARGEST)
        except (OSError, HTTPException) as error:
            raise UserError(f"The table does not answer: {str(error) or type(error).__name__}. Try again.") from error
        finally:
            wire.close()
        if response.status >= 300:
            raise Refused(_why(response.status, content))
        return content


def _why(status: int, content: bytes) -> Refusal:
    try:
        told = msgspec.json.decode(content, type=dict[str, Any])
        error = told.get("error")
        if isinstance(error, dict):
            return Refusal(str(error.get("clause", ""))[:80], str(error.get("text", ""))[:500])
    except msgspec.MsgspecError:
        pass
    return Refusal("", f"The server answers with status {status}.")
