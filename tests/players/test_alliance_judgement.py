"""The staff plays Alliance to win, says why, and judges only by what its seat can see."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from grognard.engine import dice, registry
from grognard.engine.twins import resample
from grognard.games.alliance.judgement.memory import Memory
from grognard.lab.experiment import cell_of
from grognard.lab.playing import Task, play
from grognard.players import Budget, player, situation_of

ALLIANCE = registry.rulebook("alliance")
LONG_ENOUGH = 450
"""Decisions after which a game has shown what it can."""


def positions(scenario: str, players: int, seed: int, every: int, **options: Any) -> Iterator[tuple[Any, int]]:
    """Positions of a game between staff, one now and then, with the power that decides."""
    rng = Random(seed)  # noqa: S311 - seeded play
    setting = ALLIANCE.setting(scenario, players, options, None)
    g: Any = ALLIANCE.set_up(setting, dice.key_from_seed(seed))
    g.log = None
    g.advance()
    staff, step = player("staff"), 0
    while g.agenda and step < LONG_ENOUGH:
        power = g.deciding[0]
        if step % every == 0:
            yield g, power
        g.act(power, staff.choose(situation_of(ALLIANCE, g.setting, g, power, rng), Budget(), rng))
        step += 1


@pytest.mark.parametrize(
    ("scenario", "players", "options"), [("1804", 2, {}), ("1812", 5, {"treasuries": "hidden"}), ("solitaire", 1, {})]
)
def test_it_judges_alike_in_all_worlds_its_seat_cannot_tell_apart(scenario: str, players: int, options: Any) -> None:
    judgement, rng, compared = ALLIANCE.judgement(), Random(5), set()  # noqa: S311 - seeded play
    for g, power in positions(scenario, players, 3, 6, **options):
        offered = g.options(power)
        twins = [resample(ALLIANCE, g, g.keeper[power], rng) for _ in range(2)]
        opinions, *others = [judgement.opinions(twin, power, offered) for twin in (g, *twins)]
        assert opinions is not None
        for other in others:
            assert [o.worth for o in other] == pytest.approx([o.worth for o in opinions]), g.question(power)
            assert [o.words for o in other] == [o.words for o in opinions], g.question(power)
        if len(offered) > 1:
            compared.add(g.question(power)[0].name)
    assert {"action", "group", "battle-turn"} <= compared


def test_every_opinion_is_in_words() -> None:
    staff, rng, said = player("staff"), Random(2), []  # noqa: S311 - seeded play
    for g, power in positions("1812", 4, 4, 7):
        situation = situation_of(ALLIANCE, g.setting, g, power, rng)
        action = staff.choose(situation, Budget(), rng)
        assert action in situation.options()
        assert staff.explain().startswith((situation.describe(action), "There is no other choice"))
        assert "{" not in staff.explain()
        said.append(staff.explain())
    for reason in ("would succeed with", "worth", "Action Point"):
        assert any(reason in text for text in said)


@pytest.mark.parametrize(("scenario", "players", "games"), [("1804", 2, 4), ("1808", 3, 3)])
def test_it_beats_chance_from_every_seat(scenario: str, players: int, games: int) -> None:
    """Nobody surrenders: chance would lay down its arms at the first opportunity."""
    seats = ALLIANCE.setting(scenario, players, {}, None).seats
    for number in range(games):
        bots = tuple("staff" if s == number % players else "random" for s in range(players))
        cell = cell_of(ALLIANCE, scenario, players, bots, {"surrender": False})
        assert seats[number % players] in play(Task(ALLIANCE, cell, 11, number)).winning_seats


def test_the_solitaire_game_is_won() -> None:
    outcome = play(Task(ALLIANCE, cell_of(ALLIANCE, "solitaire", 1, ("staff",)), 3, 1))
    assert outcome.winning_seats == ("solitaire",)


@pytest.mark.parametrize(("scenario", "players"), [("1804", 3), ("solitaire", 1)])
def test_the_marshal_looks_ahead(scenario: str, players: int) -> None:
    """Standings are of all seats, chances add up, and what it chooses is offered."""
    judgement, rng, marshal = ALLIANCE.judgement(), Random(1), player("marshal")  # noqa: S311 - seeded play
    moments = []
    for g, power in positions(scenario, players, 5, 23):
        situation = situation_of(ALLIANCE, g.setting, g, power, rng)
        assert marshal.choose(situation, Budget(iterations=5), rng) in situation.options()
        chances = judgement.chances(g, players)
        assert len(chances) == players
        assert sum(chances) == pytest.approx(1.0) or players == 1
        moments.append(judgement.moment(g))
        assert judgement.until(g) > moments[-1]
    assert moments == sorted(moments)
    assert len(set(moments)) > 5


@pytest.mark.parametrize(("scenario", "players"), [("1804", 2), ("1812", 5), ("solitaire", 1)])
def test_what_is_remembered_is_what_is_found_anew(scenario: str, players: int) -> None:
    """Whatever was judged before, another world or another turn, opinions are those of who has seen nothing yet."""
    judgement, rng = ALLIANCE.judgement(), Random(7)  # noqa: S311 - seeded play
    recalled = 0
    for g, power in positions(scenario, players, 6, 5):
        twin: Any = resample(ALLIANCE, g, g.keeper[power], rng)
        twin.play_on(rng, 2)
        for world in (g, twin):
            if not world.agenda:
                continue
            asked = world.deciding[0]
            offered = world.options(asked)
            found = [judgement.opinions(world, asked, offered), judgement.chances(world, players)]
            before = dict(Memory.last)
            recalled += sum(len(memory.keeps) for memory in before.values())
            Memory.last.clear()
            assert found == [judgement.opinions(world, asked, offered), judgement.chances(world, players)]
            Memory.last.update(before)
    assert recalled > 0
