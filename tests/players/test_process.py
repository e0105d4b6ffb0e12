"""Players in processes of their own: they answer, hurry and fail without harm, and cannot peek."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.engine import dice, registry
from grognard.engine.refusal import UserError
from grognard.lab.experiment import cell_of
from grognard.lab.playing import Task, play
from grognard.players import Budget, Situation, jail, player, protocol, situation_of
from grognard.players.process import PlayerFault, PlayerProcess, confined, hosting
from skirmish import SKIRMISH

COALITIONS = registry.rulebook("coalitions")
PAGE = Path(__file__).parents[2] / "docs" / "players.md"
A_WHILE = 60.0
"""Long enough for the busiest machine; nothing is asserted about it."""


def austria(step: int = 40) -> tuple[Any, Situation]:
    """A decision somewhere in a game, as the seat that decides sees it."""
    rng = Random(step)  # noqa: S311 - seeded play
    setting = COALITIONS.setting("1805", 6, {}, None)
    g: Any = COALITIONS.set_up(setting, dice.key_from_seed(step))
    g.advance()
    for _ in range(step):
        g.play_on(rng)
    while len(g.options(g.deciding[0])) < 5:
        g.play_on(rng)
    return g, situation_of(COALITIONS, setting, g, g.deciding[0], rng)


def script(tmp_path: Path, code: str) -> list[str]:
    path = tmp_path / "bot.py"
    path.write_text(code)
    return [sys.executable, str(path)]


def test_a_level_answers_and_says_why() -> None:
    _, situation = austria()
    process = PlayerProcess(hosting("staff"))
    for _ in range(2):
        decided = process.ask(situation, Budget())
        assert decided.action in situation.options()
        assert decided.why.startswith(situation.describe(decided.action))
    process.close()
    assert not process.alive


def test_thinking_can_be_cut_short() -> None:
    """A marshal given an hour tells how far it is, and answers when it is asked to hurry."""
    _, situation = austria()
    told: list[float] = []

    def progress(share: float) -> bool:
        told.append(share)
        return len(told) > 1

    process = PlayerProcess(hosting("marshal"), grace=A_WHILE)
    decided = process.ask(situation, Budget(seconds=3600.0, progress=progress))
    assert decided.action in situation.options()
    assert 0 <= told[0] <= told[1] < 1
    process.close()


def test_what_is_sent_comes_from_the_twin() -> None:
    g, situation = austria()
    sent = protocol.line(protocol.decide(situation, 1, Budget()))
    asked = json.loads(sent)
    assert asked["view"] == json.loads(json.dumps(COALITIONS.view(g, situation.seat)))
    assert g.key.hex() not in sent.decode()
    assert [tuple(hand) for hand in asked["world"]["hands"]] == list(situation.world.hands)  # type: ignore[attr-defined] # a Coalitions position
    again = protocol.situation(protocol.read_question(sent))  # type: ignore[arg-type] # a Decide
    assert again.options() == situation.options()
    assert COALITIONS.snapshot(again.world) == COALITIONS.snapshot(situation.world)
    assert again.world.key not in (g.key, situation.world.key)


def test_the_example_of_the_page_plays_a_whole_game(tmp_path: Path) -> None:
    code = re.findall(r"^```py\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert len(code) == 1
    bot = "run:" + " ".join(script(tmp_path, code[0]))
    outcome = play(Task(COALITIONS, cell_of(COALITIONS, "1813", 3, (bot, "random", "random")), 1, 0))
    assert outcome.winners


NODE = """
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") console.log(JSON.stringify({ type: "ready" }));
  if (message.type === "decide")
    console.log(JSON.stringify({ type: "choice", id: message.id, do: message.actions[0].do, why: "first" }));
});
"""


@pytest.mark.skipif(not shutil.which("node"), reason="there is no Node on this machine, and the project needs none")
def test_a_player_in_another_language_runs_confined(tmp_path: Path) -> None:
    path = tmp_path / "bot.js"
    path.write_text(NODE)
    _, situation = austria()
    process = PlayerProcess(confined(["node", str(path)]))
    assert process.ask(situation, Budget()).action == situation.options()[0]
    process.close()


def test_in_the_lab_a_player_that_cannot_run_is_told_as_the_users_matter(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="does not say that it is ready: it has ended"):
        player("run:" + " ".join(script(tmp_path, "raise SystemExit")))


SNOOP = """
import json, os, socket, sys
seen = []
for path in (__file__, {secret!r}):
    try:
        seen.append(open(path).read())
    except OSError as error:
        seen.append(type(error).__name__)
def attempt(what):
    try:
        what()
        seen.append("done")
    except OSError as error:
        seen.append(type(error).__name__)
attempt(lambda: socket.create_connection(("127.0.0.1", 9), timeout=5))
attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"", ("127.0.0.1", 9)))
attempt(lambda: socket.socket(socket.AF_UNIX).connect({local!r}))
seen.append(sorted(os.environ))
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    else:
        first = message["actions"][0]["do"]
        print(json.dumps({"type": "choice", "id": message["id"], "do": first, "why": json.dumps(seen)}), flush=True)
"""


@pytest.mark.skipif(jail.available() < 4, reason="this system does not confine processes")
def test_a_player_reads_its_program_and_nothing_else(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "table.db"
    secret.write_text("the real hands")
    monkeypatch.setenv("GROGNARD_DB", "postgresql://somewhere")
    _, situation = austria()
    local = secret.with_name("socket")
    code = SNOOP.replace("{secret!r}", repr(str(secret))).replace("{local!r}", repr(str(local)))
    with socket.socket(socket.AF_UNIX) as server:  # such as a database on this machine listens at
        server.bind(str(local))
        server.listen()
        process = PlayerProcess(confined(script(tmp_path, code)))
        program, database, *network, environment = json.loads(process.ask(situation, Budget()).why)
        process.close()
    assert program == code
    assert database == "PermissionError"
    assert network == ["PermissionError"] * 3
    assert "GROGNARD_DB" not in environment


@pytest.mark.skipif(jail.available() < 6, reason="this system does not keep signals within a process")
def test_a_player_ends_no_process_but_itself(tmp_path: Path) -> None:
    """Its parent waits for it: 0 if it was refused, 1 if not."""
    code = (
        "import os, sys\ntry:\n    os.kill(int(sys.argv[1]), 0)\nexcept PermissionError:\n    sys.exit(0)\nsys.exit(1)"
    )
    command = [*script(tmp_path, code), str(os.getpid())]
    assert subprocess.run(command, check=False).returncode == 1  # noqa: S603 - the script above
    assert subprocess.run(confined(command), check=False).returncode == 0  # noqa: S603 - the script above


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("raise SystemExit", "it has ended"),
        ("print('bonjour', flush=True); input(); input()", "it said b'bonjour"),
    ],
)
def test_one_that_is_no_player_is_noticed_at_once(tmp_path: Path, code: str, told: str) -> None:
    with pytest.raises(PlayerFault, match=re.escape(told)):
        PlayerProcess(script(tmp_path, code))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("{'type': 'choice', 'id': 1, 'do': ['surrender']}", "which is not offered"),
        ("{'type': 'fault', 'id': 1, 'text': 'I am lost'}", "I am lost"),
        ("{'type': 'choice', 'do': 7}", "it said"),
    ],
)
def test_one_that_answers_nonsense_is_ended(tmp_path: Path, answer: str, told: str) -> None:
    code = f'import json\ninput()\nprint(\'{{"type": "ready"}}\', flush=True)\ninput()\nprint(json.dumps({answer}))'
    process = PlayerProcess(script(tmp_path, code + "\ninput()"))
    with pytest.raises(PlayerFault, match=told):
        process.ask(austria()[1], Budget())
    assert not process.alive


def test_one_that_keeps_silent_is_hurried_and_then_ended(tmp_path: Path) -> None:
    code = 'import sys\ninput()\nprint(\'{"type": "ready"}\', flush=True)\nfor line in sys.stdin: pass'
    process = PlayerProcess(script(tmp_path, code), grace=0.05)
    with pytest.raises(PlayerFault, match="no answer in time"):
        process.ask(austria()[1], Budget(iterations=1))
    assert not process.alive


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(PlayerFault, match="cannot be started"):
        PlayerProcess(["/no/such/program"])


def test_a_plug_in_that_fails_is_told_in_one_line() -> None:
    """The toy game is not installed in the other process: the player there cannot know it."""
    setting = SKIRMISH.setting("field", 3, {}, None)
    g = SKIRMISH.set_up(setting, dice.key_from_seed(1))
    g.advance()
    process = PlayerProcess(hosting("staff"))
    with pytest.raises(PlayerFault, match="There is no game “skirmish”"):
        process.ask(situation_of(SKIRMISH, setting, g, g.deciding[0], Random(1)), Budget())  # noqa: S311 - seeded play
