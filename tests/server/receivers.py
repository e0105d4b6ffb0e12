"""Those who receive: a mail server, a web server and a browser, all of them real and local."""

from __future__ import annotations

import json
import os
import threading
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from berth import berth
from grognard.server.webpush import CURVE, text_of


class Mailbox:
    """Takes every mail, unless told to answer otherwise."""

    def __init__(self):
        self.mails, self.answer = [], "250 OK"

    async def handle_DATA(self, _server, _session, envelope):  # noqa: N802 - the name aiosmtpd calls
        if self.answer.startswith("250"):
            self.mails.append(message_from_bytes(envelope.content, policy=default))
        return self.answer


@contextmanager
def mail_server():
    box = Mailbox()
    with berth() as port:
        controller = Controller(box, hostname="127.0.0.1", port=port, ready_timeout=120)
        controller.start()
        box.url = f"smtp://127.0.0.1:{port}"
        try:
            yield box
        finally:
            controller.stop()


class Hook(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.requests.append((self.path, dict(self.headers), body))
        self.send_response(self.server.status)
        for name, value in self.server.more.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(self.server.content)

    def log_message(self, *_):
        pass


@contextmanager
def web_server():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    server.requests, server.status, server.more, server.content = [], 204, {}, b""
    server.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Browser:
    """A browser that was subscribed, and can read what is sealed for it."""

    def __init__(self):
        self.key, self.auth = ec.generate_private_key(CURVE), os.urandom(16)
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": text_of(self.point), "auth": text_of(self.auth)}

    def read(self, sealed):
        salt, length = sealed[:16], sealed[20]
        sender, text = sealed[21 : 21 + length], sealed[21 + length :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        secret = HKDF(SHA256(), 32, self.auth, b"WebPush: info\0" + self.point + sender).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        return json.loads(AESGCM(key).decrypt(nonce, text, None).removesuffix(b"\x02"))
