"""The staff plays to win, says why, and judges only by what its seat can see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.engine import dice, registry
from grognard.engine.refusal import UserError
from grognard.engine.twins import resample
from grognard.lab.experiment import cell_of
from grognard.lab.playing import Task, play
from grognard.players import Budget, Situation, names, player, situation_of
from skirmish import SKIRMISH

COALITIONS = registry.rulebook("coalitions")


def positions(scenario: str, players: int, seed: int, every: int = 9, **options: Any) -> Any:
    """Positions of a game between staff, one now and then, with the power that decides."""
    rng = Random(seed)  # noqa: S311 - seeded play
    setting = COALITIONS.setting(scenario, players, options, None)
    g: Any = COALITIONS.set_up(setting, dice.key_from_seed(seed))
    g.log = None
    g.advance()
    staff, step = player("staff"), 0
    while g.agenda:
        power = g.deciding[0]
        if step % every == 0:
            yield g, power
        g.act(power, staff.choose(situation_of(COALITIONS, g.setting, g, power, rng), Budget(), rng))
        step += 1


@pytest.mark.parametrize(
    ("scenario", "players", "options"),
    [("1805", 6, {}), ("1813", 4, {"generals": True}), ("1805", 2, {"mode": "lempereur"})],
)
def test_it_judges_alike_in_all_worlds_its_seat_cannot_tell_apart(scenario: str, players: int, options: Any) -> None:
    judgement, rng, compared = COALITIONS.judgement(), Random(5), set()  # noqa: S311 - seeded play
    for g, power in positions(scenario, players, 3, 3, **options):
        offered = g.options(power)
        opinions = [judgement.opinions(resample(COALITIONS, g, g.keeper[power], rng), power, offered) for _ in range(2)]
        assert opinions[0] == opinions[1], g.question(power)
        if opinions[0] is not None and len(offered) > 1:
            compared.add(g.question(power)[0].name)
    cards = "lay-card" if options.get("mode") == "lempereur" else "play-card"
    assert {"move", "mobilise", "support", cards} <= compared


@pytest.mark.parametrize(("scenario", "players"), [("1805", 6), ("1812", 3)])
def test_every_opinion_is_in_words(scenario: str, players: int) -> None:
    staff, rng, said = player("staff"), Random(2), []  # noqa: S311 - seeded play
    for g, power in positions(scenario, players, 4, 5):
        situation = situation_of(COALITIONS, g.setting, g, power, rng)
        action = staff.choose(situation, Budget(), rng)
        assert action in situation.options()
        assert staff.explain().startswith((situation.describe(action), "There is no other choice"))
        assert "{" not in staff.explain()
        said.append(staff.explain())
    assert any("worth" in text for text in said)


@pytest.mark.parametrize("seat", range(6))
def test_it_beats_chance_from_every_seat(seat: int) -> None:
    """A fair share is one game in six; three times that is the least, and 4 games of 4 leave no doubt."""
    bots = tuple("staff" if s == seat else "random" for s in range(6))
    outcomes = [play(Task(COALITIONS, cell_of(COALITIONS, "1805", 6, bots), 11, number)) for number in range(4)]
    won = sum(COALITIONS.setting("1805", 6, {}, None).seats[seat] in outcome.winning_seats for outcome in outcomes)
    assert won >= 3


def test_without_a_judgement_it_learns_by_trial() -> None:
    """Skirmish has no judgement file: the staff plays random games to their end, and still beats chance."""
    wins = 0
    for number in range(30):
        seat = number % 3
        bots = tuple("staff" if s == seat else "random" for s in range(3))
        wins += (
            SKIRMISH.setting("field", 3, {}, None).seats[seat]
            in play(Task(SKIRMISH, cell_of(SKIRMISH, "field", 3, bots), 7, number)).winning_seats
        )
    assert wins >= 18  # a fair share is 10


def test_who_can_play() -> None:
    assert names()[:3] == ("random", "staff", "marshal")
    with pytest.raises(UserError, match=r"no bot “general”\. Bots: random, staff"):
        player("general")


def test_a_situation_holds_no_secret() -> None:
    """The world handed to a player has the seat's own cards, a fresh key, and everybody else's cards dealt anew."""
    rng = Random(1)  # noqa: S311 - seeded play
    g: Any = COALITIONS.set_up(COALITIONS.setting("1805", 6, {}, None), dice.key_from_seed(1))
    g.advance()
    g.act(1, g.options(1)[0])
    power = g.deciding[0]
    seen: list[Situation] = [situation_of(COALITIONS, g.setting, g, power, rng) for _ in range(20)]
    others = [p for p in range(6) if g.keeper[p] != g.keeper[power]]
    worlds: Any = [s.world for s in seen]
    assert {w.hands[power] for w in worlds} == {g.hands[power]}
    assert len({tuple(w.hands[p] for p in others) for w in worlds}) > 10
    assert len({w.key for w in worlds} | {g.key}) == 21
    again: Any = [seen[0].imagine(rng) for _ in range(20)]
    assert {w.hands[power] for w in again} == {g.hands[power]}
    assert len({tuple(w.hands[p] for p in others) for w in again}) > 10
