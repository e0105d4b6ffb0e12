"""Nothing leads into a private network: not an address, not a name, not a name that changes, not a redirect."""

from __future__ import annotations

import ipaddress
import socket
import threading

import pytest
from receivers import web_server

from grognard.server import egress
from grognard.server.egress import Undeliverable
from grognard.server.problem import Problem

PUBLIC = "93.184.216.34"


def answers(*addresses):
    """A resolver that answers each question with the next of these."""
    left = list(addresses)
    asked = []

    def lookup(host, port, **_):
        asked.append(host)
        found = left.pop(0) if len(left) > 1 else left[0]
        family = socket.AF_INET6 if ":" in found[0] else socket.AF_INET
        return [(family, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    lookup.asked = asked
    return lookup


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "0.0.0.1", "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "240.0.0.1", "::1", "::",
        "fe80::1", "fd00::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "2002:7f00:1::",
        "64:ff9b::a00:1", "2001:0:4136:e378:8000:63bf:80ff:fffe", "2001:db8::1",
    ],
)  # fmt: skip
def test_private_addresses_are_refused_whatever_they_are_wrapped_in(address, monkeypatch):
    assert not egress.is_public(ipaddress.ip_address(address))
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("a connection was made"))
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(Undeliverable, match="private network") as refused:
        egress.post(f"https://{host}/hook", b"{}", {}, private=False)
    assert refused.value.final


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_public_addresses_are_not(address):
    assert egress.is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("host", ["localhost", "0x7f.1", "2130706433", "0177.0.0.1", "127.1"])
def test_other_ways_to_write_an_address_do_not_help(host):
    with pytest.raises(Undeliverable, match="private network"):
        egress.post(f"https://{host}/", b"", {}, private=False)


def test_a_name_with_one_private_address_among_its_own_is_refused(monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", answers([PUBLIC, "10.0.0.7"]))
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("a connection was made"))
    with pytest.raises(Undeliverable, match="private network"):
        egress.post("https://two-faced.example/", b"", {}, private=False)


def test_the_connection_goes_to_the_address_that_was_looked_at(monkeypatch):
    """A name that means something public first and something private a moment later gains nothing."""
    lookup = answers([PUBLIC], ["127.0.0.1"])
    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    connected = []

    def connect(address, timeout):
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(Undeliverable, match="does not answer"):
        egress.post("https://rebinding.example/", b"", {}, private=False)
    assert connected == [(PUBLIC, 443)]
    assert lookup.asked == ["rebinding.example"]
    # The next letter looks again, and finds out.
    with pytest.raises(Undeliverable, match="private network"):
        egress.post("https://rebinding.example/", b"", {}, private=False)
    assert len(connected) == 1


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "https://", "https:///path", "nonsense",
        "https://user:pass@example.org/", "https://example.org:22/", "https://example.org:99999/",
        "https://exa mple.org/", "https://example.org/\r\nHost: x", "https://[::1/", "javascript:alert(1)",
        "https://" + "a" * 2000,
    ],
)  # fmt: skip
def test_what_is_no_address_to_send_to_is_refused(url):
    with pytest.raises(Problem) as refused:
        egress.place_of(url, private=False)
    assert refused.value.status == 422


def test_redirects_are_not_followed():
    with web_server() as hook, web_server() as inner:
        hook.status, hook.more = 302, {"Location": inner.url}
        status = egress.post(hook.url, b"{}", {}, private=True)
        with pytest.raises(Undeliverable, match="points elsewhere"):
            egress.judge(status)
        assert len(hook.requests) == 1
        assert inner.requests == []


def test_an_endless_answer_is_not_read_to_its_end():
    with web_server() as hook:
        hook.status, hook.content = 200, b"x" * (4 * egress.LARGEST_ANSWER)
        assert egress.post(hook.url, b"{}", {}, private=True) == 200


def test_an_answer_that_drips_is_cut_off(monkeypatch):
    monkeypatch.setattr(egress, "DEADLINE", 0.5)
    silent = socket.create_server(("127.0.0.1", 0))
    stop = threading.Event()

    def drip():
        line, _ = silent.accept()
        with line:
            line.sendall(b"HTTP/1.1 200 OK\r\n")
            while not stop.wait(0.05):
                try:
                    line.sendall(b"X")
                except OSError:
                    return

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        with pytest.raises(Undeliverable, match=r"too long|does not answer"):
            egress.post(f"http://127.0.0.1:{silent.getsockname()[1]}/", b"", {}, private=True)
    finally:
        stop.set()
        thread.join()
        silent.close()


@pytest.mark.parametrize(("status", "final"), [(400, True), (404, True), (429, False), (500, False), (503, False)])
def test_what_may_pass_is_tried_again_and_what_may_not_is_given_up(status, final):
    with pytest.raises(Undeliverable) as refused:
        egress.judge(status)
    assert refused.value.final is final
    egress.judge(204)
