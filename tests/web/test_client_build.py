"""The client's types and words keep up with what they describe."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from grognard.engine import registry, sheet, tabletop

WEB = Path(__file__).parents[2] / "web" / "src"
BUILT = Path(__file__).parents[2] / "src" / "grognard" / "server" / "client"


def test_the_client_knows_every_field_of_the_tabletop() -> None:
    types = (WEB / "lib" / "types.ts").read_text()
    known = set(re.findall(r"\b(\w+)\??:", types))
    structs = [t for t in vars(tabletop).values() if isinstance(t, type) and issubclass(t, msgspec.Struct)]
    fields = {f.encode_name for t in structs if t.__module__ == tabletop.__name__ for f in msgspec.structs.fields(t)}
    assert len(fields) > 30
    assert fields - known == set()
    assert {f.encode_name for f in msgspec.structs.fields(sheet.Table)} <= known


def test_the_built_client_asks_no_other_host_and_is_small() -> None:
    files = [f for f in BUILT.rglob("*") if f.is_file()]
    assert sum(f.stat().st_size for f in files) < 1_500_000
    page = (BUILT / "index.html").read_text()
    assert not re.search(r"<script(?![^>]*src=)|\son\w+=|https?://", page)
    for style in BUILT.rglob("*.css"):
        assert "url(http" not in style.read_text()
    assert "resolved" not in (WEB.parent / "package-lock.json").read_text()


def test_no_game_is_known_by_name() -> None:
    sources = [f for f in WEB.rglob("*") if f.suffix in (".ts", ".svelte")]
    assert len(sources) > 20
    names = re.compile("|".join([*registry.names(), "france", "britain", "wheel of"]), re.IGNORECASE)
    for source in sources:
        assert not names.search(source.read_text()), source
