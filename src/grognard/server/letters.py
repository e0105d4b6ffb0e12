"""What a letter says: that something waits at a table, and never what. Nothing hidden can be in it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

Kind = Literal["turn", "warning", "regent", "over", "talk", "test", "confirm", "digest"]


class Text(NamedTuple):
    """A letter, ready to send."""

    subject: str
    body: str
    link: str


@cache
def _words() -> dict[str, dict[str, dict[str, str]]]:
    return tomllib.loads(files("grognard.server").joinpath("letters.toml").read_text("utf-8"))


def written(kind: str, language: str, table: str, link: str) -> Text:
    """A letter of that kind about a table."""
    found = _words().get(language, _words()["en"])[kind]
    return Text(found["subject"].format(table=table), found["body"], link)


def digest(parts: list[Text], language: str, link: str) -> Text:
    """Several letters as one."""
    head = written("digest", language, "", link)
    lines = "\n".join(f"· {part.subject}\n  {part.link}" for part in parts)
    return Text(head.subject, f"{head.body}\n\n{lines}", link)
