"""What the lab needs beside Grognard itself is in extras, and whoever lacks one is told its name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from grognard.engine.refusal import UserError


class MissingExtra(UserError, ImportError):
    """A library is not installed."""


@contextmanager
def extra(name: str, purpose: str) -> Iterator[None]:
    """Libraries of an extra are imported in here."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "grognard":
            raise
        raise MissingExtra(f"{purpose} needs the extra {name}: pip install 'grognard[{name}]'") from error
