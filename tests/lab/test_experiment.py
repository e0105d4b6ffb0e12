"""Experiments: what is played, that it is the same however it is played, and that nothing played is lost."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import grognard
from grognard.engine import gamefile, registry
from grognard.engine.datafile import DataError
from grognard.engine.refusal import UserError
from grognard.lab import workers
from grognard.lab.experiment import Experiment, Grid, Plan, cell_of, plan, read
from grognard.lab.playing import Played, Task, play
from grognard.lab.results import Runner, gather, load, play_all
from skirmish import SKIRMISH

COALITIONS = registry.rulebook("coalitions")


def rulebook_of(name: str):  # type: ignore[no-untyped-def]  # the toy, which is not registered, or the real ones
    return SKIRMISH if name == "skirmish" else registry.rulebook(name)


def planned(games: int = 3, seed: int = 1, **grid: object) -> Plan:
    return plan(Experiment(games=games, seed=seed, grid=[Grid(**{"game": "skirmish"} | grid)]), rulebook_of)  # type: ignore[arg-type]  # as a file gives them


def on(jobs: int) -> Runner:
    return lambda work, tasks: workers.as_done(work, tasks, jobs)


# --- what is played -------------------------------------------------------------------------------------------------


def test_a_grid_is_a_cross_product() -> None:
    cells = planned(
        game="coalitions",
        scenarios=["1812", "1813"],
        players=[4, 6],
        options={"generals": [False, True]},
        set={"victory_influence": [20, 25], "hand_limit": {"france": 8}},
    ).cells
    assert len(cells) == 2 * 2 * 2 * 2
    assert {cell.figures["victory_influence"] for cell in cells} == {20, 25}
    assert all(cell.options["hand_limit.france"] == 8 for cell in cells)
    by_the_book = [cell for cell in cells if "victory_influence" not in cell.options]
    assert {cell.figures["victory_influence"] for cell in by_the_book} == {25}


def test_all_scenarios_and_all_numbers_of_players() -> None:
    assert len({c.scenario for c in planned(game="coalitions", scenarios="all").cells}) == 7
    assert {c.players for c in planned(game="coalitions", scenarios=["1813"], players="all").cells} == {3, 4, 5, 6}
    # A scenario that has not all of the numbers is played by those it has.
    assert {c.players for c in planned(game="alliance", scenarios="all", players=[1, 2]).cells} == {1, 2}


def test_a_cell_is_played_once_however_often_it_is_named() -> None:
    twice = Experiment(grid=[Grid(game="coalitions"), Grid(game="coalitions", set={"victory_influence": 25})])
    assert len(plan(twice).cells) == 1


def test_a_line_up_goes_round_the_table() -> None:
    cell = planned(lineups=[["staff", "random", "random"]], rotate=True).cells[0]
    assert [cell.lineup(n).index("staff") for n in range(4)] == [0, 1, 2, 0]
    fixed = planned(lineups=[["staff", "random", "random"]]).cells[0]
    assert [fixed.lineup(n).index("staff") for n in range(4)] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ({"game": "coalitions", "set": {"victory_influnce": 20}}, "The nearest: victory_influence"),
        ({"game": "coalitions", "set": {"victory_influence": 99}}, "a whole number from 5 to 60, not “99”"),
        ({"game": "coalitions", "set": {"victory_influence": [20, "many"]}}, "not “many”"),
        ({"game": "coalitions", "options": {"fog": True}}, "no option “fog”"),
        ({"game": "coalitions", "options": {"generals": "maybe"}}, "generals is one of false, true"),
        ({"game": "coalitions", "options": {"generals": []}}, "at least one"),
        ({"game": "coalitions", "scenarios": ["1814"]}, "no scenario “1814”"),
        ({"game": "coalitions", "players": [9]}, "not 9"),
        ({"game": "coalitions", "players": "six"}, "list of numbers or “all”"),
        ({"set": {"men": 3}}, "no figures that can be set"),
        ({"lineups": [["random", "random"]]}, "one for each of red, blue, green"),
        ({"lineups": [["general"]]}, "no bot “general”"),
    ],
)
def test_what_is_wrong_is_said(grid: dict[str, object], message: str) -> None:
    with pytest.raises(UserError, match=message):
        planned(**grid)


def test_an_experiment_without_games_or_grids_is_none() -> None:
    with pytest.raises(UserError, match="at least 1 game"):
        planned(games=0)
    with pytest.raises(UserError, match="at least one grid"):
        plan(Experiment(grid=[]))


def test_a_file_says_the_same_as_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "shorter.toml"
    file.write_text(
        'title = "A shorter war"\nseed = 7\ngames = 20\n\n[[grid]]\ngame = "coalitions"\nscenarios = ["1805"]\n'
        'lineups = [["staff"]]\nset.victory_influence = [20, 25]\nset.hand_limit.france = 8\n'
        "options.generals = [true]\n"
    )
    found = plan(read(file))
    assert (found.title, found.seed, found.games, len(found.cells)) == ("A shorter war", 7, 20, 2)
    assert (
        found.cells[0].options
        == COALITIONS.setting(
            "1805", 6, {"generals": True, "victory_influence": 20, "hand_limit.france": 8}, None
        ).options
    )


def test_a_fault_in_a_file_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text('games = 20\n\n[[grid]]\ngame = "coalitions"\nscenario = "1805"\n')
    with pytest.raises(DataError, match=r"wrong\.toml:5: grid\[0\]\.scenario: expected no such field"):
        read(file)


# --- the same however it is played ----------------------------------------------------------------------------------


def test_the_same_games_for_one_and_two_processes() -> None:
    found = planned(games=12, players=[2, 3])
    one, two = play_all(found, rulebook_of, on(1)), play_all(found, rulebook_of, on(2))
    assert one == two
    assert one.total == 24
    assert play_all(planned(games=12, players=[2, 3], seed=2), rulebook_of, on(1)).games != one.games


def test_a_game_depends_on_nothing_but_its_cell_its_number_and_the_seed() -> None:
    small, large = planned(games=2), planned(games=4, players=[2, 3])
    (alone,) = play_all(small, rulebook_of, on(1)).games
    cell = small.cells[0]
    assert cell in large.cells
    assert play_all(large, rulebook_of, on(1)).games[large.cells.index(cell)][:2] == alone


def test_what_is_noted_of_a_game() -> None:
    cell = cell_of(COALITIONS, "1813", 6, ("staff",))
    played = play(Task(COALITIONS, cell, 1, 0))
    assert played.winners
    assert set(played.scores) == set(cell.powers)
    if played.way == "influence":
        assert max(played.scores.values()) == played.scores[played.winners[0]] >= 25
    assert played.battles
    board = COALITIONS.setting("1813", 6, {}, None).vocabulary.kinds["territory"].ids
    for battle in played.battles:
        assert battle.space in board
        assert set(battle.attackers) <= set(cell.powers) >= set(battle.defenders)
        assert not set(battle.attackers) & set(battle.defenders)
        assert 1 <= battle.round <= played.rounds


# --- nothing is lost -------------------------------------------------------------------------------------------------


def stopping_after(count: int) -> Runner:
    def runner(work: Callable[[Task], Played], tasks: Sequence[Task]) -> Iterator[Played]:
        for number, task in enumerate(tasks):
            if number == count:
                raise KeyboardInterrupt
            yield work(task)

    return runner


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    found = planned(games=4, players=[2, 3])
    with pytest.raises(KeyboardInterrupt):
        gather(found, tmp_path / "stopped", rulebook_of, stopping_after(3))
    assert load(tmp_path / "stopped").total == 3
    assert pq.read_table(tmp_path / "stopped" / "games.parquet").num_rows == 3
    (torn, *_) = sorted((tmp_path / "stopped" / "record").iterdir())
    torn.write_bytes(torn.read_bytes()[:-10])  # the machine died while it wrote
    left: list[int] = []

    def counting(work: Callable[[Task], Played], tasks: Sequence[Task]) -> Iterator[Played]:
        left.append(len(tasks))
        return map(work, tasks)

    resumed = gather(found, tmp_path / "stopped", rulebook_of, counting)
    assert left == [8 - 3 + 1]
    assert resumed == gather(found, tmp_path / "whole", rulebook_of, on(1))
    for table in ("games", "battles"):
        paths = [tmp_path / name / f"{table}.parquet" for name in ("stopped", "whole")]
        assert pq.read_table(paths[0]).equals(pq.read_table(paths[1]))


def test_more_games_play_only_what_is_new(tmp_path: Path) -> None:
    gather(planned(games=2), tmp_path, rulebook_of, on(1))
    tasks: list[Task] = []

    def noting(work: Callable[[Task], Played], given: Sequence[Task]) -> Iterator[Played]:
        tasks.extend(given)
        return map(work, given)

    assert gather(planned(games=3), tmp_path, rulebook_of, noting).total == 3
    assert [task.number for task in tasks] == [2]


def test_a_folder_keeps_to_its_seed(tmp_path: Path) -> None:
    gather(planned(games=1), tmp_path, rulebook_of, on(1))
    with pytest.raises(UserError, match="holds games of seed 1, not 2"):
        gather(planned(games=1, seed=2), tmp_path, rulebook_of, on(1))
    with pytest.raises(UserError, match="holds no experiment"):
        load(tmp_path / "elsewhere")


def test_the_tables_say_what_was_played(tmp_path: Path) -> None:
    found = planned(game="coalitions", scenarios=["1813"], games=1, set={"victory_influence": 14})
    (games,) = gather(found, tmp_path, rulebook_of, on(1)).games
    (row,) = pq.read_table(tmp_path / "games.parquet").to_pylist()
    assert dict(row["figures"]) == {"victory_influence": 14}
    assert dict(row["options"])["generals"] == "false"
    assert row["winners"] == list(games[0].winners)
    assert dict(row["scores"]) == games[0].scores
    battles = pq.read_table(tmp_path / "battles.parquet").to_pylist()
    assert [b["space"] for b in battles] == [b.space for b in games[0].battles]


KILLED = """
import os
from grognard.lab import workers

def identify(_):
    return os.getpid()

if __name__ == "__main__":
    for number, pid in enumerate(workers.as_done(identify, range(1000), 2)):
        print(pid, flush=True)
        if number == 20:
            os.kill(os.getpid(), 9)
"""


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_run_that_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    """Who waits for work from a dead parent would wait for ever."""
    script, said = tmp_path / "killed.py", tmp_path / "said"
    script.write_text(KILLED)
    with said.open("w") as file, (tmp_path / "complaints").open("w") as aside:
        # Files, not pipes: who is left behind would hold a pipe open.
        run = subprocess.run([sys.executable, str(script)], stdout=file, stderr=aside, check=False)  # noqa: S603 - our own
    assert run.returncode == -signal.SIGKILL, (tmp_path / "complaints").read_text()
    processes = {int(pid) for pid in said.read_text().split()}
    assert processes
    deadline = time.monotonic() + 60
    while any(map(is_running, processes)):
        assert time.monotonic() < deadline, "a process was left behind"
        time.sleep(0.05)


# --- figures and game files ------------------------------------------------------------------------------------------


def rechained(content: bytes) -> bytes:
    """A file somebody changed, with the chain of hashes mended."""
    chain, lines = b"", []
    for line in content.splitlines():
        body = line.rpartition(b',"chain":"')[0]
        chain = blake2b(chain + body, digest_size=32).hexdigest().encode()
        lines.append(body + b',"chain":"' + chain + b'"}\n')
    return b"".join(lines)


def test_a_game_with_figures_is_verified_with_them(tmp_path: Path) -> None:
    game = grognard.new("coalitions", "1813", seed=1, **{"start_money.france": 7})
    game.act(game.to_act[0], game.options(game.to_act[0])[0])
    path = tmp_path / "rich.grognard"
    game.save(path)
    assert gamefile.verify(path).setting.options["start_money.france"] == 7
    content = path.read_bytes()
    assert rechained(content) == content
    for found, other, fault in (
        (b'"start_money.france":7', b'"start_money.france":8', "line 2: the position after this action is not"),
        (b'"start_money.france":7', b'"start_money.france":99', "line 1: start_money.france is a whole number from 0"),
        (b'"start_money.france":7', b'"start_money.spain":7', "line 1: Coalitions has no option “start_money.spain”"),
    ):
        path.write_bytes(rechained(content.replace(found, other)))
        with pytest.raises(UserError, match=fault):
            gamefile.verify(path)


def test_a_figure_as_in_the_book_is_no_difference() -> None:
    plain = grognard.new("coalitions", "1805", seed=1)
    same = grognard.new("coalitions", "1805", seed=1, victory_influence=25)
    assert gamefile.encode(plain) == gamefile.encode(same)


def test_the_experiments_of_the_documentation_play_every_scenario() -> None:
    """A thousand games of each at the least, by the staff."""
    files = sorted((Path(__file__).parents[2] / "docs" / "experiments").glob("balance-*.toml"))
    plans = [plan(read(file)) for file in files]
    assert all(found.games >= 1_000 for found in plans)
    assert {bot for found in plans for cell in found.cells for bot in cell.bots} == {"staff"}
    played = {(cell.game, cell.scenario) for found in plans for cell in found.cells}
    there_are = {(game, scenario.id) for game in registry.names() for scenario in registry.rulebook(game).scenarios()}
    assert played == there_are


def test_the_proposals_of_the_documentation_can_be_played() -> None:
    """Each file sets something otherwise than the data do, and is played by the staff."""
    files = sorted((Path(__file__).parents[2] / "docs" / "experiments").glob("proposals-*.toml"))
    assert files
    for file in files:
        cells = plan(read(file)).cells
        assert {bot for cell in cells for bot in cell.bots} == {"staff"}
        assert all(cell.figures for cell in cells)
        assert any(cell.options.items() >= cell.figures.items() for cell in cells)
