"""Strength is measured with rotated seats, on record, and a run that was stopped goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.cli import run
from grognard.engine import registry
from grognard.engine.refusal import UserError
from grognard.lab import strength
from grognard.lab.statistics import share

COALITIONS = registry.rulebook("coalitions")


def a_match(challenger: str = "random", field: str = "random") -> strength.Match:
    return strength.matches_of(COALITIONS, [(challenger, field)], ["1813"], [0.5])[0]


def test_seats_go_round_and_every_game_is_on_record(tmp_path: Path) -> None:
    record = tmp_path / "record" / "strength.jsonl"
    bouts = strength.measure([a_match()], 8, 1, 1, record)
    assert [b.seat for b in bouts] == [*COALITIONS.setting("1813", 6, {}, None).seats, "britain", "france"]
    assert strength.read(record) == bouts
    assert all(b.decisions > 0 and b.rounds > 0 and 0 <= b.won <= 1 for b in bouts)


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if it was stopped in the middle of a line."""
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    expected = strength.measure([a_match()], 6, 1, 1, whole)
    lines = whole.read_bytes().split(b"\n")
    broken.write_bytes(b"\n".join(lines[:3]) + b"\n" + lines[3][:40])
    played = []
    real = strength.bout

    def counted(task: strength.Task) -> strength.Bout:
        played.append(task.number)
        return real(task)

    monkeypatch.setattr(strength, "bout", counted)
    again = strength.measure([a_match()], 6, 1, 1, broken)
    assert played == [3, 4, 5]
    timeless = [
        [(b.seed, b.number, b.seat, b.won, b.way, b.rounds, b.decisions) for b in run] for run in (expected, again)
    ]
    assert timeless[0] == timeless[1]


def test_a_spoilt_record_is_told_by_its_line(tmp_path: Path) -> None:
    record = tmp_path / "strength.jsonl"
    record.write_text('{"match": 1}\n{}\n')
    with pytest.raises(UserError, match=r"strength\.jsonl, line 1"):
        strength.read(record)


@pytest.mark.parametrize(
    ("wins", "games", "verdict"), [(60, 60, "reached"), (3, 60, "missed"), (32, 60, "likely"), (28, 60, "unlikely")]
)
def test_a_goal_is_reached_only_beyond_doubt(wins: int, games: int, verdict: str) -> None:
    """Among six a staff must win three times its fair share, one half, against chance."""
    bouts = [
        strength.Bout(a_match("staff", "random"), 1, n, "austria", float(n < wins), "influence", 4, 10, 0.1)
        for n in range(games)
    ]
    (standing,) = strength.standings(bouts)
    assert (standing.fair, standing.goal) == (pytest.approx(1 / 6), pytest.approx(0.5))
    assert standing.wins == share(wins, games)
    text = strength.page([standing], "strength.jsonl")
    assert f"| {wins / games:.0%} |" in text
    assert text.count(f" {verdict} |") == 1


@pytest.mark.parametrize(("field", "players", "goal"), [("random", 4, 0.75), ("random", 3, 0.9), ("staff", 3, 2 / 3)])
def test_nobody_has_to_win_more_than_between_two(field: str, players: int, goal: float) -> None:
    (match,) = strength.matches_of(COALITIONS, [("staff", field)], ["1813"], [0.5], [players])
    (standing,) = strength.standings([strength.Bout(match, 1, 0, "france", 1.0, "influence", 4, 10, 0.1)])
    assert standing.goal == pytest.approx(goal)


def test_players_that_think_are_measured_at_every_budget() -> None:
    found = strength.matches_of(COALITIONS, [("staff", "random"), ("marshal", "staff")], ["1805"], [0.2, 1.0])
    assert [(m.challenger, m.seconds) for m in found] == [("staff", None), ("marshal", 0.2), ("marshal", 1.0)]
    with pytest.raises(UserError, match="no scenario “1900”"):
        strength.matches_of(COALITIONS, [("staff", "random")], ["1900"], [1.0])


def test_all_scenarios_are_summed_up_for_each_budget() -> None:
    found = strength.matches_of(COALITIONS, [("marshal", "staff")], ["1805", "1813"], [0.2, 1.0])
    wins = {("1805", 0.2): 1, ("1813", 0.2): 0, ("1805", 1.0): 20, ("1813", 1.0): 16}
    played = [
        strength.Bout(match, 1, n, "france", float(n < wins[match.scenario, match.seconds or 0]), "paris", 4, 10, 0.1)
        for match in found
        for n in range(20)
    ]
    text = strength.page(strength.standings(played), "strength.jsonl")
    assert [line for line in text.splitlines() if line.startswith("| **all** |")] == [
        "| **all** | 6 | 0.2 s | 40 | 2% | 0% to 13% | 0.2 | 33% | missed |",
        "| **all** | 6 | 1 s | 40 | 90% | 77% to 96% | 5.4 | 33% | reached |",
    ]


def test_few_and_many_players_and_options_are_told_apart() -> None:
    alliance = registry.rulebook("alliance")
    found = strength.matches_of(alliance, [("staff", "random")], [], [], [2, 7], {"surrender": False})
    assert {m.scenario for m in found} == {"1804", "1808", "1812", "campaign"}  # nobody is alone
    assert {m.players for m in found} == {2, 7}
    played = [strength.Bout(m, 1, 0, "france", 1.0, "points", 16, 10, 0.1) for m in found]
    text = strength.page(strength.standings(played), "strength.jsonl")
    assert "| 1804, surrender=false | 2 |" in text
    again = "--match staff:random --players 7 --option surrender=false --games 1 --scenario 1804 --scenario 1808"
    assert f"grognard strength alliance {again}" in text


def test_the_command_writes_record_and_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, page = tmp_path / "strength.jsonl", tmp_path / "strength.md"
    arguments = ["strength", "coalitions", "--match", "staff:random", "--scenario", "1813", "--games", "2"]
    assert run([*arguments, "--record", str(record), "--page", str(page)]) == 0
    assert "one staff among random" in page.read_text()
    assert len(record.read_text().splitlines()) == 2
    assert run(["strength", "coalitions", "--match", "staff"]) == 2
    assert "“staff” is not ONE:OTHERS" in capsys.readouterr().err
