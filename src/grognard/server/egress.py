"""The one way out: requests to addresses that people gave us, which must not lead into our own network.

A name is looked up once; every address it has must be public; the connection goes to that very address, so that a
name which means something else a moment later changes nothing. Redirects are not followed.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

from grognard.server.problem import Problem

WAIT = 10.0
DEADLINE = 20.0
"""So many seconds a request may take in all, however slowly the other side answers."""
LARGEST_ANSWER = 64 * 1024
LONGEST_ADDRESS = 1000
UNICAST = ipaddress.ip_network("2000::/3")
NAT64 = ipaddress.ip_network("64:ff9b::/96")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Undeliverable(Exception):
    """It could not be delivered, in words for whoever set it up; `final` if trying again is no use."""

    def __init__(self, text: str, *, final: bool) -> None:
        super().__init__(text)
        self.text, self.final = text, final


class Place(NamedTuple):
    """An address taken apart."""

    host: str
    port: int
    path: str
    tls: bool

    @property
    def origin(self) -> str:
        usual = self.port == (443 if self.tls else 80)
        return f"{'https' if self.tls else 'http'}://{self.host}{'' if usual else f':{self.port}'}"


def place_of(url: str, *, private: bool) -> Place:
    """What a URL means; Problem if it is none we send to."""
    try:
        parts = urlsplit(url)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode()
    except ValueError:
        raise Problem(422, "This is no address of the web.") from None
    if len(url) > LONGEST_ADDRESS or not host or any(ord(c) <= 32 or ord(c) > 126 for c in url):
        raise Problem(422, "This is no address of the web.")
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise Problem(422, "The address must begin with https://.")
    if parts.username is not None or parts.password is not None:
        raise Problem(422, "The address must not hold a name or a password.")
    tls = parts.scheme == "https"
    port = port or (443 if tls else 80)
    if port not in (80, 443) and port < 1024:
        raise Problem(422, f"Nothing is sent to port {port}.")
    return Place(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), tls)


def is_public(address: Address) -> bool:
    """Whether an address is out in the world, whatever it is wrapped in."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is None and address in NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
        if address not in UNICAST:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def resolved(place: Place, *, private: bool) -> str:
    """The address to connect to; Undeliverable if any the name has is private."""
    try:
        found = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Undeliverable("There is no such host.", final=False) from None
    addresses = [str(entry[4][0]).partition("%")[0] for entry in found]
    if not private and not all(is_public(ipaddress.ip_address(address)) for address in addresses):
        raise Undeliverable("The address leads into a private network: nothing is sent there.", final=True)
    return addresses[0]


def post(url: str, body: bytes, headers: dict[str, str], *, private: bool) -> int:
    """Send it; the status of the answer, of which nothing else is looked at. Undeliverable if there is none."""
    try:
        place = place_of(url, private=private)
    except Problem as problem:
        raise Undeliverable(problem.text, final=True) from problem
    address = resolved(place, private=private)
    late = threading.Event()
    try:
        line = socket.create_connection((address, place.port), timeout=WAIT)
        if place.tls:
            secured = ssl.create_default_context()
            line = secured.wrap_socket(line, server_hostname=place.host, do_handshake_on_connect=False)
        clock = threading.Timer(DEADLINE, _cut, [line, late])
        clock.start()
        try:
            status = _exchange(line, place, body, headers)
        finally:
            clock.cancel()
            line.close()
    except (OSError, http.client.HTTPException, ValueError):
        raise Undeliverable("The other side does not answer as it should.", final=False) from None
    if late.is_set():
        raise Undeliverable("The other side takes too long to answer.", final=False)
    return status


def _exchange(line: socket.socket, place: Place, body: bytes, headers: dict[str, str]) -> int:
    if isinstance(line, ssl.SSLSocket):
        line.do_handshake()
    connection = http.client.HTTPConnection(place.host, place.port)
    connection.sock = line
    connection.request("POST", place.path, body, {"User-Agent": "Grognard", "Connection": "close", **headers})
    answer = connection.getresponse()
    answer.read(LARGEST_ANSWER)
    return answer.status


def _cut(line: socket.socket, late: threading.Event) -> None:
    late.set()
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


def judge(status: int) -> None:
    """Undeliverable unless the other side took it."""
    if 200 <= status < 300:
        return
    if 300 <= status < 400:
        raise Undeliverable(f"It answers {status} and points elsewhere: give the address it points to.", final=True)
    again = status in (408, 425, 429) or status >= 500
    raise Undeliverable(f"It answers {status}.", final=not again)
