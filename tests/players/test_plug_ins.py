"""Players of somebody else's, found by their entry point: nothing they say of themselves lets them see more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from grognard.engine import dice, registry
from grognard.engine.refusal import UserError
from grognard.lab.experiment import cell_of
from grognard.lab.playing import Task, play
from grognard.players import Budget, names, player, roster, situation_of
from grognard.players.process import PlayerProcess, hosting

COALITIONS = registry.rulebook("coalitions")
BOTS = """
import json

class First:
    def choose(self, situation, budget, rng):
        return situation.options()[0]

    def explain(self):
        return "it comes first"

class Spy(First):
    looks = False  # as who may be handed the real position might say
    seen = []

    def choose(self, situation, budget, rng):
        Spy.seen.append((situation.world.key, situation.world))
        return super().choose(situation, budget, rng)

class Silent:
    def choose(self, situation, budget, rng):
        return situation.options()[0]

class Broken:
    def __init__(self):
        raise ValueError("no book of openings")
"""
ENTRIES = """
[grognard.players]
first = visiting_bots:First
spy = visiting_bots:Spy
silent = visiting_bots:Silent
broken = visiting_bots:Broken
missing = visiting_bots:Nobody
staff = visiting_bots:First
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package with players, as pip leaves it."""
    (tmp_path / "visiting_bots.py").write_text(BOTS)
    described = tmp_path / "visiting_bots-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: visiting-bots\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    roster._plug_ins.cache_clear()
    yield
    monkeypatch.undo()
    roster._plug_ins.cache_clear()


def lineup(name: str) -> tuple[str, ...]:
    return (name, *["random"] * 2)


def test_it_has_a_name_plays_in_the_lab_and_takes_no_place_of_ours() -> None:
    assert names() == ("random", "staff", "marshal", "broken", "first", "missing", "silent", "spy")
    assert type(player("staff")).__name__ == "StaffPlayer"
    assert play(Task(COALITIONS, cell_of(COALITIONS, "1813", 3, lineup("first")), 1, 0)).winners


def test_it_plays_at_the_table_in_a_process_of_its_own() -> None:
    rng = Random(1)  # noqa: S311 - seeded play
    setting = COALITIONS.setting("1805", 6, {}, None)
    g = COALITIONS.set_up(setting, dice.key_from_seed(1))
    g.advance()
    process = PlayerProcess(hosting("first"))
    decided = process.ask(situation_of(COALITIONS, setting, g, g.deciding[0], rng), Budget())
    process.close()
    assert decided == (g.options(g.deciding[0])[0], "it comes first")


def test_that_it_does_not_look_is_not_believed() -> None:
    rng = Random(1)  # noqa: S311 - seeded play
    setting = COALITIONS.setting("1805", 6, {}, None)
    g = COALITIONS.set_up(setting, dice.key_from_seed(1))
    g.advance()
    spy = player("spy")
    for bot, is_real in ((player("random"), True), (spy, False), (player("staff"), False)):
        world = situation_of(COALITIONS, setting, g, g.deciding[0], rng, bot).world
        assert (world is g) == (world.key == g.key) == is_real
    play(Task(COALITIONS, cell_of(COALITIONS, "1813", 3, lineup("spy")), 1, 0))
    seen = type(spy).seen  # type: ignore[attr-defined] # its own
    assert len({key for key, _ in seen}) == len(seen) > 5  # in one game there is one real key


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("silent", "“silent” .* is not a Grognard player: it has no method “explain”"),
        ("broken", "The bot “broken” .* cannot be made: ValueError: no book of openings"),
        ("missing", "The bot “missing” .* cannot be made: AttributeError"),
        ("general", "There is no bot “general”. Bots: random, staff, marshal, broken, first"),
    ],
)
def test_what_is_wrong_with_it_is_said(name: str, told: str) -> None:
    with pytest.raises(UserError, match=told):
        player(name)
