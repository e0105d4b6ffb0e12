"""Whatever the published schema allows, and whatever it does not, is answered without a mistake of ours."""

from __future__ import annotations

import logging
import re
import shutil
import subprocess
import sys
from pathlib import Path

from servers import Server

from grognard.server.settings import Settings

SESSIONS = ("/api/logout", "/api/login", "/api/account")
"""Requests that end or change the session they come with: asked by themselves, so that the others keep theirs."""


def test_requests_made_up_from_the_schema_never_break_the_server(tmp_path, caplog):
    server = Server(Settings(db=f"sqlite:///{tmp_path / 'schema.db'}", requests_a_minute=1_000_000))
    ana, bo = server.person("Ana"), server.person("Bo")
    table = ana.lay(seats={"britain": "me", "france": "me", "austria": "me"})
    others = [word for path in SESSIONS for word in ("--exclude-path", path)]
    make_up_requests(server, ana, table, tmp_path, *others)
    assert ana.get("/api/me")["person"] is not None
    assert make_up_requests(server, bo, table, tmp_path, "--include-path-regex", f"^({'|'.join(SESSIONS)})$") == len(
        SESSIONS
    )
    assert not [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]
    server.stop()


def make_up_requests(server, visitor, table, folder, *paths):
    """Requests after the schema, good and bad; how many operations were tried."""
    tool = shutil.which("schemathesis", path=str(Path(sys.executable).parent))
    assert tool, "schemathesis is not installed"
    config = folder / "schemathesis.toml"
    config.write_text(
        f'[parameters]\n"path.table" = "{table}"\n"path.game" = "coalitions"\n"path.board" = "empire"\n'
        '"path.clause" = "4.1"\n"path.scale" = 1\n'
    )
    command = [
        tool, "--config-file", str(config), "run", f"{server.url}/api/schema/openapi.json", "--no-color",
        "--checks", "not_a_server_error", "--phases", "fuzzing", "--max-examples", "8", "--seed", "1", *paths,
        "-H", f"Cookie: {visitor.cookie}",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)  # noqa: S603 - ourselves
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    tested = re.search(r"Tested:\s+(\d+)", done.stdout)
    assert tested, done.stdout[-3000:]
    return int(tested[1])
