"""Dice nobody can predict or doubt: keyed streams, one per purpose, committed to before the game starts."""

from __future__ import annotations

import hashlib
import secrets
from hashlib import blake2b

KEY_BYTES = 32
_RANGE = 1 << 64


def fresh_key() -> bytes:
    """A key nobody can guess."""
    return secrets.token_bytes(KEY_BYTES)


def key_from_seed(seed: int) -> bytes:
    """A key that can be had again: for tests, studies and solitaire, never for a game among strangers."""
    return blake2b(f"grognard seed {seed}".encode(), digest_size=KEY_BYTES).digest()


def commitment(key: bytes) -> str:
    """What is published when a game starts; the key itself follows when it ends."""
    return hashlib.blake2b(b"grognard commitment " + key, digest_size=32).hexdigest()


def draw(key: bytes, purpose: bytes, counter: int, sides: int) -> tuple[int, int]:
    """A fair number below `sides`, and the counter for the next draw.

    The top of the 64-bit range that `sides` does not divide evenly is thrown away, so no number is favoured.
    """
    limit = _RANGE - _RANGE % sides
    while True:
        digest = blake2b(counter.to_bytes(8, "big"), digest_size=8, key=key, person=purpose).digest()
        counter += 1
        number = int.from_bytes(digest, "big")
        if number < limit:
            return number % sides, counter
