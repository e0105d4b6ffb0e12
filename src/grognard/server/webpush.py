"""Browser push: messages sealed for one browser (RFC 8291), signed so that its push service knows us (RFC 8292)."""

from __future__ import annotations

import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from grognard.server.egress import place_of
from grognard.server.problem import Problem

CURVE = ec.SECP256R1()
RECORD = 4096
VALID = 12 * 3600
KEPT = 24 * 3600
"""So many seconds a push service keeps a message for a browser that is not there."""


class Subscription(msgspec.Struct, forbid_unknown_fields=True):
    """How one browser is reached, as it says itself."""

    endpoint: str
    p256dh: str
    auth: str


def text_of(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def fresh_key() -> str:
    """A key of the server: it signs every message."""
    return text_of(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big"))


def _private(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(bytes_of(key), "big"), CURVE)


def public_of(key: str) -> str:
    """What browsers are told of it."""
    return text_of(_point(_private(key).public_key()))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check(subscription: Subscription, *, private: bool) -> None:
    """Problem if nothing can be sent to it."""
    place_of(subscription.endpoint, private=private)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, bytes_of(subscription.p256dh))
        if len(bytes_of(subscription.auth)) != 16:
            raise ValueError
    except ValueError:
        raise Problem(422, "This is no subscription of a browser.") from None


def sealed(
    message: bytes,
    subscription: Subscription,
    *,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The message as only that browser can read it, in one record."""
    sender, salt = sender or ec.generate_private_key(CURVE), salt or os.urandom(16)
    point = bytes_of(subscription.p256dh)
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    ours = _point(sender.public_key())
    info = b"WebPush: info\0" + point + ours
    secret = HKDF(SHA256(), 32, bytes_of(subscription.auth), info).derive(sender.exchange(ec.ECDH(), receiver))
    key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return header + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def headers(endpoint: str, key: str, contact: str, *, private: bool) -> dict[str, str]:
    """What a push service wants to know of us."""
    claims = {"aud": place_of(endpoint, private=private).origin, "exp": int(time.time()) + VALID, "sub": contact}
    parts = [text_of(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    signing = ".".join(parts)
    r, s = decode_dss_signature(_private(key).sign(signing.encode(), ec.ECDSA(SHA256())))
    token = f"{signing}.{text_of(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return {
        "Authorization": f"vapid t={token}, k={public_of(key)}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT),
    }
