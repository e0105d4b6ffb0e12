"""Whoever lacks an extra is told its name; whoever does not use it never notices."""

from __future__ import annotations

import subprocess
import sys

WITHOUT = """
import sys
lacking = ("gymnasium", "mcp", "numpy", "open_spiel", "pettingzoo", "pyspiel")
sys.modules.update(dict.fromkeys(lacking))  # none of them can be imported
import grognard
from grognard.cli import run
assert run(["games"]) == 0
for module in ("environments", "spiel"):
    try:
        __import__(f"grognard.lab.{module}")
    except ImportError as error:
        assert isinstance(error, grognard.UserError)
        print(error, file=sys.stderr)
assert run(["mcp", "coalitions"]) == 2
"""


def test_what_is_missing_is_named() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False)  # noqa: S603 - ourselves
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines() == [
        "An environment needs the extra rl: pip install 'grognard[rl]'",
        "OpenSpiel needs the extra openspiel: pip install 'grognard[openspiel]'",
        "grognard: A seat for a language model needs the extra mcp: pip install 'grognard[mcp]'",
    ]
