"""Odds before a commitment: the reckoning against battles fought by the rules themselves."""

from __future__ import annotations

from random import Random

import pytest
from stage import Stage
from volleys import chi_square, fought, reckoned

import grognard
from grognard.engine.counsel import Odds
from grognard.games.alliance.battles import battle_round
from grognard.games.alliance.odds import Stage as Scene
from grognard.games.alliance.odds import set_stage
from grognard.games.alliance.position import ATTACK, DEFENCE, Position
from grognard.games.alliance.reckoning import Ending

ONE_IN_TEN_THOUSAND = 3.72
"""Standard deviations, one-sided."""


def assault(
    attackers: list[str],
    defenders: list[str],
    reserves: tuple[str, ...] = (),
    relief: tuple[str, ...] = (),
    steps: int | None = None,
) -> Stage:
    """France attacks Bavaria from the Rhineland, its reserves from Burgundy; the defence has relief from Bohemia."""
    s = Stage(players=2).ally("bavaria", "britain").ally("austria", "britain")
    s.put("rhineland", *attackers, steps=steps).put("bavaria", *defenders, steps=steps)
    s.put("burgundy", *reserves, steps=steps).put("bohemia", *relief, steps=steps).turn("france", ap=4)
    for origin, blocks in (("rhineland", attackers), ("burgundy", reserves)):
        if blocks:
            s.act("france", "group", origin)
            for block in blocks:
                s.act("france", "attack", block, "bavaria")
    s.act("france", "end")
    if relief:
        s.turn("britain", ap=3).act("britain", "group", "bohemia")
        for block in relief:
            s.act("britain", "defend", block, "bavaria")
    return s


def at_sea(attackers: list[str], defenders: list[str]) -> Stage:
    s = Stage(players=2).put("bay-of-biscay", *attackers, steps=2).put("english-channel", *defenders, steps=1)
    s.turn("france", ap=4).act("france", "group", "bay-of-biscay")
    for block in attackers:
        s.act("france", "attack", block, "english-channel")
    return s


def scene(s: Stage, place: str) -> Scene:
    """The battle of a place as it is about to begin, with nothing to follow."""
    found = set_stage(s.position, ("fight", s.place(place)))
    assert found is not None
    found.world.agenda = [(battle_round, 1)]
    return found


def limit(freedom: int) -> float:
    """The chi-square that is exceeded once in ten thousand times, by Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + ONE_IN_TEN_THOUSAND * spread**0.5) ** 3)


BATTLES = {
    "one against one": (lambda: scene(assault(["fr-inf-5"], ["bavaria-inf"], steps=1), "bavaria"), 40_000),
    "a fortress": (lambda: scene(assault(["fr-art-1", "fr-cav-2"], ["saxony-fort"], steps=1), "bavaria"), 15_000),
    "letters and equals": (lambda: scene(assault(["fr-cav-1", "fr-cav-2"], ["au-art-1"], steps=2), "bavaria"), 15_000),
    "fleets": (lambda: scene(at_sea(["fr-fleet-1", "fr-fleet-2"], ["br-fleet-1"]), "english-channel"), 20_000),
    "reserves for both": (
        lambda: scene(assault(["fr-inf-5"], ["bavaria-inf"], ("fr-cav-1",), ("au-inf-3",), steps=2), "bavaria"),
        10_000,
    ),
}
"""Small battles, each with something of its own, and how often each is fought: 100,000 in all."""


def test_a_hundred_thousand_battles_are_fought() -> None:
    assert sum(battles for _, battles in BATTLES.values()) == 100_000


@pytest.mark.clause("alliance", "7.2.1")
@pytest.mark.parametrize("name", BATTLES)
def test_battles_end_as_reckoned(name: str) -> None:
    """Winner and steps lost on both sides, together, by chi-square."""
    make, battles = BATTLES[name]
    battle = make()
    outcome = reckoned(battle)
    assert sum(outcome.chances.values()) == pytest.approx(1)
    distance, freedom = chi_square(outcome, fought(battle, Random(1805), battles))  # noqa: S311 - repeatable
    assert freedom >= 2
    assert distance < limit(freedom)


def test_the_comparison_tells_a_wrong_reckoning() -> None:
    """The same battles against the odds of another battle: a strength less on one side is found out."""
    battle = scene(assault(["fr-inf-5"], ["bavaria-inf"]), "bavaria")
    other = scene(assault(["fr-inf-8"], ["bavaria-inf"]), "bavaria")
    ends = fought(battle, Random(1805), 2000)  # noqa: S311 - repeatable
    wrong = reckoned(other)
    known = {ending: p for ending, p in wrong.chances.items() if ending in reckoned(battle).chances}
    distance, freedom = chi_square(wrong._replace(chances=known | dict.fromkeys(set(ends) - set(known), 1e-9)), ends)
    assert distance > limit(freedom)


@pytest.mark.clause("alliance", "7.3.1", "7.31.2", "7.4.7")
def test_the_reckoning_by_hand() -> None:
    """One fleet at its zero step against one at strength 1, which hits with 3 of 6 and defends: it fires first."""
    s = Stage(players=2).put("bay-of-biscay", "fr-fleet-1", steps=0).put("english-channel", "br-fleet-1", steps=1)
    s.turn("france", ap=4).act("france", "group", "bay-of-biscay")
    s.act("france", "attack", "fr-fleet-1", "english-channel")
    chances = reckoned(scene(s, "english-channel")).chances
    assert set(chances) == {Ending(DEFENCE, 0, 0)}, "a fleet without steps loses none, and cannot win"


def test_the_better_fleet_holds() -> None:
    """The better fleet, which fires first, nearly always holds against its equal in strength."""
    s = Stage(players=2).put("bay-of-biscay", "fr-fleet-1", steps=1).put("english-channel", "br-fleet-1", steps=1)
    s.turn("france", ap=4).act("france", "group", "bay-of-biscay")
    s.act("france", "attack", "fr-fleet-1", "english-channel")
    outcome = reckoned(scene(s, "english-channel"))
    first_shot = 1 / 2 * 1 / 3 * (1 - (2 / 3) ** 2)  # the defender misses, the attacker hits, and again in two rounds
    second_shot = (1 / 2 * 2 / 3) * (1 / 2 * 1 / 3) * 1 / 3  # both miss; then the same a round later
    assert outcome.wins(ATTACK) == pytest.approx(first_shot + second_shot)
    assert outcome.wins(DEFENCE) == pytest.approx(1 - first_shot - second_shot)


# --- as a player asks ------------------------------------------------------------------------------------------------


def asked(s: Stage, player: str, *action: str | int, seed: int = 1) -> Odds | None:
    return s.play.odds(player, action or None, Random(seed))  # noqa: S311 - repeatable


def test_odds_of_an_attack_before_it_is_made() -> None:
    s = Stage(players=2).ally("bavaria", None).put("rhineland", "fr-inf-1", "fr-inf-2").put("bavaria", "bavaria-inf")
    s.turn("france", ap=3).act("france", "group", "rhineland")
    one = asked(s, "france", "attack", "fr-inf-1", "bavaria")
    assert one is not None
    assert one.title == "Battle in Bavaria"
    assert [way.words for way in one.ways] == ["You win", "You lose"]
    assert sum(way.likely for way in one.ways) == pytest.approx(1)
    assert "Exact" in one.note, "neutral blocks lie face up"
    s.act("france", "attack", "fr-inf-1", "bavaria")
    two = asked(s, "france", "attack", "fr-inf-2", "bavaria")
    assert two is not None
    assert two.ways[0].likely > one.ways[0].likely + 0.1, "two attack better than one"
    assert asked(s, "france", "close") is None


def test_hidden_blocks_are_drawn_from_what_could_be_there() -> None:
    s = Stage(players=2).put("rhineland", "fr-inf-1", "fr-inf-2").put("bavaria", "au-inf-1").put("vienna", "au-hq")
    s.ally("austria", "britain").ally("bavaria", "britain")
    for name in ("au-inf-1", "au-hq"):
        s.g.cover[s.block(name)] = min(s.block("au-inf-1"), s.block("au-hq"))
    s.turn("france", ap=3).act("france", "group", "rhineland")
    odds = asked(s, "france", "attack", "fr-inf-1", "bavaria")
    assert odds is not None
    assert "drawn fairly" in odds.note
    weak, strong = Stage(players=2), Stage(players=2)
    for stage, block in ((weak, "au-hq"), (strong, "au-inf-1")):
        stage.ally("austria", "britain").put("rhineland", "fr-inf-1").put("bavaria", block).turn("france", ap=3)
        stage.act("france", "group", "rhineland").act("france", "attack", "fr-inf-1", "bavaria")
    wins = [reckoned(scene(stage, "bavaria")).wins(ATTACK) for stage in (weak, strong)]
    assert min(wins) < odds.ways[0].likely < max(wins), "between the two blocks it may be"


def test_what_is_there_changes_nothing_of_what_is_told() -> None:
    """The same question in two worlds a seat cannot tell apart, with the same draws, has the same answer."""
    told = []
    for there, elsewhere in (("au-inf-1", "au-hq"), ("au-hq", "au-inf-1")):
        s = Stage(players=2).ally("austria", "britain").ally("bavaria", "britain")
        s.put("rhineland", "fr-inf-1", "fr-inf-2").put("bavaria", there).put("vienna", elsewhere)
        for name in (there, elsewhere):
            s.g.cover[s.block(name)] = min(s.block(there), s.block(elsewhere))
        s.turn("france", ap=3).act("france", "group", "rhineland")
        answers = [asked(s, "france", "attack", "fr-inf-1", "bavaria", seed=seed) for seed in range(20)]
        told.append(sum(odds.ways[0].likely for odds in answers if odds) / len(answers))
    assert told[0] == pytest.approx(told[1], abs=0.05)


@pytest.mark.clause("alliance", "7.61.1")
def test_odds_of_fighting_on() -> None:
    """At the end of Round 3 an HQ may ask whether another round is worth a step."""
    s = assault(["fr-hq", "fr-inf-1", "fr-inf-2"], ["au-inf-1", "au-inf-2"])
    s.battles()
    rng = Random(3)  # noqa: S311 - repeatable
    while s.asks != "extend":
        player = s.play.to_act[0]
        options = s.options(player, "pass") or s.options(player)
        s.act(player, *rng.choice(options))
    on, off = asked(s, "france", "extend"), asked(s, "france", "decline")
    assert on is not None
    assert off is not None
    assert off.ways[0].likely == 0, "the attack must retreat"
    assert on.ways[0].likely > 0


def test_odds_in_the_middle_of_a_round_follow_the_dice() -> None:
    s = assault(["fr-inf-1", "fr-inf-2"], ["au-inf-1"])
    s.battles()
    seen = set()
    while s.position.battle is not None:
        odds = asked(s, "france")
        assert odds is not None
        assert sum(way.likely for way in odds.ways) == pytest.approx(1)
        seen.add(round(odds.ways[0].likely, 6))
        player = s.play.to_act[0]
        s.act(player, *(s.options(player, "fire") or s.options(player))[0])
    assert len(seen) > 2, "the odds change as the dice fall"
    assert asked(s, "france") is None


def at_the_shores(*guards: str) -> Stage:
    """A British army in the Channel, before it chooses where to land; Normandy is guarded, Picardy as told."""
    s = Stage(players=2).put("english-channel", "br-fleet-1").put("wessex", "br-inf-1", "br-inf-2")
    s.put("normandy", "fr-inf-1").put("picardy", *guards).order("britain", "france").turn("britain", ap=4)
    return s.act("britain", "ship", "br-inf-1").act("britain", "sail", "english-channel")


def test_an_army_at_sea_compares_the_shores() -> None:
    s = at_the_shores("fr-cav-1")
    odds = asked(s, "britain")
    assert odds is not None
    shores = {way.words: way for way in odds.ways}
    assert set(shores) == {"Invade Normandy", "Invade Picardy"}, "empty shores are taken without a battle"
    for shore in ("normandy", "picardy"):
        alone = asked(s, "britain", "invade", shore)
        assert alone is not None
        assert shores[f"Invade {shore.title()}"].likely == pytest.approx(alone.ways[0].likely)
    assert s.play.tabletop("britain").odds
    s.act("britain", "invade", "normandy").act("britain", "ship", "br-inf-2").act("britain", "sail", "english-channel")
    both = asked(s, "britain")
    assert both is not None
    before, after = both.ways
    assert (before.words, after.words) == ("Battle in Normandy", "Invade Normandy")
    assert before.likely == pytest.approx(shores["Invade Normandy"].likely)
    assert after.likely > before.likely, "two land better than one"


def test_a_seat_that_does_not_decide_is_told_of_battles_to_come() -> None:
    s = at_the_shores("fr-cav-1")
    assert asked(s, "france") is None
    assert not s.play.tabletop("france").odds
    s.act("britain", "invade", "normandy")
    theirs, ours = asked(s, "britain"), asked(s, "france")
    assert theirs is not None
    assert ours is not None
    assert ours.title == theirs.title == "Battle in Normandy"
    assert ours.ways[0].likely == pytest.approx(theirs.ways[1].likely)
    assert s.play.tabletop("france").odds


def test_where_no_order_meets_an_enemy_it_says_so() -> None:
    s = Stage(players=2).put("english-channel", "br-fleet-1").put("wessex", "br-inf-1").turn("britain", ap=4)
    s.act("britain", "ship", "br-inf-1")
    assert not s.play.tabletop("britain").odds, "at the first step there are only Seas to choose from"
    s.act("britain", "sail", "english-channel")
    assert s.play.tabletop("britain").odds
    odds = asked(s, "britain")
    assert odds is not None
    assert (odds.title, odds.ways) == ("No battle to reckon", ())
    assert "without a fight" in odds.note


def test_at_most_twelve_orders_are_compared() -> None:
    blocks = [f"fr-inf-{n}" for n in range(1, 9)]
    s = Stage(players=2).ally("bavaria", None).ally("saxony", None).put("westfalen", *blocks)
    s.put("bavaria", "bavaria-inf").put("saxony", "saxony-fort").turn("france", ap=3).act(
        "france", "group", "westfalen"
    )
    assert len(s.options("france", "attack")) == 16
    odds = asked(s, "france")
    assert odds is not None
    assert len(odds.ways) == 12
    assert "would lead to a battle: 4." in odds.note


@pytest.mark.parametrize(("scenario", "players"), [("1812", 3), ("solitaire", 1)])
def test_battles_of_random_games_end_as_reckoned_from_any_turn_on(scenario: str, players: int) -> None:
    """In the middle of rounds, with hits to be taken, blocks that have fled and shores without a way back."""
    game, rng = grognard.new("alliance", scenario, players=players, seed=5), Random(8)  # noqa: S311 - repeatable
    compared = 0
    while compared < 5 and not game.over:
        seat = rng.choice(game.to_act)
        options = game.options(seat)
        battle = set_stage(game.position, None) if isinstance(game.position, Position) else None
        if battle is not None and rng.random() < 0.2:
            distance, freedom = chi_square(reckoned(battle), fought(battle, rng, 120))
            assert distance < limit(max(freedom, 1))
            compared += 1
        eager = [action for action in options if action[0] in ("attack", "defend", "group")]
        game.act(seat, rng.choice(eager or options))
    assert compared == 5
