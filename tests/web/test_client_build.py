"""The client's types and words keep up with what they describe."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

from grognard.engine import registry
from grognard.engine.margin import Icon
from grognard.engine.tabletop import Symbol

WEB = Path(__file__).parents[2] / "web" / "src"
TOOL = WEB.parents[1] / "tools" / "client-types"
BUILT = Path(__file__).parents[2] / "src" / "grognard" / "server" / "client"


def test_the_clients_types_are_the_servers() -> None:
    answer = subprocess.run([sys.executable, TOOL, "--check"], capture_output=True, text=True, check=False)  # noqa: S603 - ourselves
    assert answer.returncode == 0, answer.stderr
    known = (WEB / "lib" / "types.ts").read_text()
    for name in ("Tabletop", "View", "Battle", "Relations", "Odds", "Topology", "NewTable"):
        assert f"export interface {name} {{" in known


def test_every_icon_of_the_log_is_drawn() -> None:
    drawn = set(re.findall(r"^  (\w+): '", (WEB / "lib" / "icons.ts").read_text(), re.MULTILINE))
    assert set(get_args(Icon)) <= drawn
    assert set(get_args(Symbol)) <= drawn


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
