"""Whatever the published schema allows, and whatever it does not, is answered without a mistake of ours."""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
from pathlib import Path

from conftest import Server
from grognard.server.settings import Settings


def test_requests_made_up_from_the_schema_never_break_the_server(tmp_path, caplog):
    server = Server(Settings(db=f"sqlite:///{tmp_path / 'schema.db'}", requests_a_minute=1_000_000))
    ana = server.person("Ana")
    table = ana.lay(seats={"britain": "me", "france": "me", "austria": "me"})
    tool = shutil.which("schemathesis", path=str(Path(sys.executable).parent))
    assert tool, "schemathesis is not installed"
    config = tmp_path / "schemathesis.toml"
    config.write_text(
        f'[parameters]\n"path.table" = "{table}"\n"path.game" = "coalitions"\n"path.board" = "empire"\n'
        '"path.clause" = "4.1"\n"path.scale" = 1\n'
    )
    command = [
        tool, "--config-file", str(config), "run", f"{server.url}/api/schema/openapi.json", "--no-color",
        "--checks", "not_a_server_error", "--phases", "fuzzing", "--max-examples", "8", "--seed", "1",
        "--exclude-path", "/api/logout", "--exclude-path", "/api/login", "--exclude-path", "/api/account",
        "-H", f"Cookie: {ana.cookie}",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)  # noqa: S603 - ourselves
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert not [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]
    server.stop()
