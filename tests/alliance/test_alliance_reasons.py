"""The staff offers, refuses, betrays, bids and retreats in Alliance for reasons one can read."""

from __future__ import annotations

from random import Random

from stage import Stage, judged

from grognard.engine.twins import resample
from grognard.games.alliance import GAME
from grognard.games.alliance.neutrals import clashes
from grognard.games.alliance.pacts import ANSWER_PACT
from grognard.games.alliance.retreats import near_places


def answer(s: Stage, player: str, proposer: str) -> tuple[bool, str]:
    """Whether an offered alliance is accepted, and why."""
    s.begin((ANSWER_PACT, s.state(player), s.state(proposer), 0))
    found = judged(s, player)
    best = max(found, key=lambda option: found[option][0])
    return best == ("yes",), found[best][1]


def test_two_alone_have_nobody_to_ally_against() -> None:
    accepted, why = answer(Stage(players=2).manned(), "france", "britain")
    assert (accepted, why) == (False, "there is nobody else to win against")


def test_a_neighbour_is_better_a_friend() -> None:
    s = Stage(players=4).manned().put("bavaria", "fr-inf-1", "fr-inf-2", "fr-inf-3").put("moravia", "fr-inf-4")
    accepted, why = answer(s.put("tyrol", "fr-inf-5"), "austria", "france")
    assert accepted
    assert "near our cities" in why


def test_whoever_is_ahead_is_held_back() -> None:
    s = Stage(players=4).manned()
    for minor in ("naples", "rome", "bavaria", "saxony", "hansa", "denmark"):
        s.ally(minor, "france")
    s.ally("spain", "france").ally("prussia", "france")
    assert answer(s, "britain", "france") == (False, "France is ahead and must be held back")
    s.g.year = s.setting.last_year
    assert answer(s, "britain", "france") == (False, "France is about to win")


def test_an_ally_with_an_open_capital_is_betrayed() -> None:
    s = Stage(players=4).put("bohemia", "ru-inf-1", "ru-inf-2", "ru-inf-3").put("moravia", "ru-guard", "ru-hq")
    s.put("ruthenia", "au-inf-1", "au-inf-2", "au-inf-3", "au-inf-4").put("paris", "fr-hq").put("london", "br-hq")
    s.ally("spain", "britain").ally("prussia", "britain").ally("turkey", "britain")
    s.pact("russia", "austria").turn("russia")
    worth, why = judged(s, "russia")["break", s.state("austria")]
    assert worth > 0
    assert why == "Austria has more to be taken than it could take"
    s = Stage(players=4).manned().pact("russia", "austria").turn("russia")
    assert judged(s, "russia")["break", s.state("austria")][0] < 0


def test_napoleon_leaves_a_lost_field() -> None:
    s = Stage(players=2).manned("france").put("champagne", "fr-hq").put("paris", "fr-inf-1")
    s.put("flanders", "br-inf-1", "br-inf-2", "br-inf-3", "br-art-1").turn("britain")
    s.act("britain", "group", "flanders")
    for block in ("br-inf-1", "br-inf-2", "br-inf-3"):
        s.act("britain", "attack", block, "champagne")
    s.act("britain", "close").act("britain", "end").battles()
    s.act("france", "pass", "fr-hq")
    for block in ("br-inf-1", "br-inf-2", "br-inf-3"):
        s.act("britain", "pass", block)
    found = judged(s, "france")
    best = max(found, key=lambda option: found[option][0])
    assert best[0] == "retreat"
    assert found[best][1].startswith("Napoleon must not fall")


def test_a_levy_goes_where_it_is_needed() -> None:
    s = Stage(players=2).manned().put("picardy", "fr-inf-6", steps=1).put("normandy", "br-inf-3", "br-inf-4")
    found = judged(s.turn("france"), "france")
    assert found["levy", s.block("fr-inf-6")][0] > found["end",][0]


def test_no_block_falls_back_to_where_it_stands() -> None:
    """8.5.9: an invader that has come back to its base, and is attacked there, has no base to sail to."""
    s = Stage(players=2).put("wessex", "br-inf-1")
    s.g.landings = ((s.block("br-inf-1"), s.place("wessex")),)
    assert s.place("wessex") not in near_places(s.g, s.block("br-inf-1"))


def test_who_is_about_to_clash_is_no_secret_ally() -> None:
    """6.13.11: where a state that changed sides stands among others, all can see that they will fight."""
    s = Stage(players=4).manned().ally("bavaria", "russia").ally("saxony", "russia")
    s.put("bavaria", "bavaria-inf", "fr-inf-6").put("saxony", "saxony-fort", "fr-inf-7")
    s.order("austria", "britain", "france", "russia")
    s.g.tie[s.state("saxony")] = s.state("bavaria")
    s.begin((clashes, s.state("bavaria"), s.state("russia")))
    g, power = s.position, s.position.deciding[0]
    for seed in range(12):
        twin = resample(GAME, g, g.keeper[power], Random(seed))  # noqa: S311 - seeded
        assert twin.options(power) == g.options(power)
