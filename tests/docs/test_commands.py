"""The pages name every command and option there is, and none that is not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer.main
from pages import DOCS, PAGES, blocks, name

from grognard.cli import app
from grognard.terminal.commands import COMMANDS

REFERENCE = (DOCS / "command-line.md").read_text(encoding="utf-8")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


GROUP: Any = typer.main.get_command(app)


def options(command: str) -> set[str]:
    """The long options of a command, but for --help."""
    found = {word for parameter in GROUP.commands[command].params for word in parameter.opts}
    return {word for word in found if word.startswith("--")} - {"--help"}


@pytest.mark.parametrize("command", sorted(GROUP.commands))
def test_the_reference_has_a_section_for_every_command_with_its_options(command: str) -> None:
    section = re.search(rf"^## grognard {command}$(.*?)(?=^## |\Z)", REFERENCE, re.MULTILINE | re.DOTALL)
    assert section is not None
    assert set(OPTION.findall(section[1])) == options(command)


def test_the_reference_has_no_other_commands() -> None:
    assert set(re.findall(r"^## grognard (\w+)$", REFERENCE, re.MULTILINE)) == set(GROUP.commands)


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "sh")], ids=name)
def test_commands_in_the_pages_can_be_typed(page: Path) -> None:
    for block in blocks(page, "sh"):
        for line in re.findall(r"^grognard (.*)$", block.code, re.MULTILINE):
            word = line.split()[0]
            assert word in GROUP.commands, line
            assert set(OPTION.findall(line)) <= options(word), line


def test_the_guide_has_every_command_of_the_table() -> None:
    guide = (DOCS / "play.md").read_text(encoding="utf-8")
    assert [
        command for command in COMMANDS if not re.search(rf"^\|.*`{re.escape(command)}[` ]", guide, re.MULTILINE)
    ] == []
