"""The solitaire game of the back cover."""

from typing import Any

import pytest
from stage import Stage

from grognard.games.alliance.events import CardTurned
from grognard.games.alliance.pieces import eliminate
from grognard.games.alliance.solitaire import finish, holdings, score_turn, solo_battles, solo_turn

proves = pytest.mark.clause


def solo(empire: str, **options: Any) -> Stage:
    """An empire is being played."""
    s = Stage("solitaire", **options)
    g = s.g
    g.active = s.state(empire)
    g.order = (g.active, *(e for e in range(7) if e != g.active))
    g.turn = 1
    return s


def scored(s: Stage, empire: str) -> int:
    s.begin((score_turn, s.state(empire)))
    return s.position.score


@proves("alliance", "solitaire.7", "solitaire.8", "solitaire.9", "solitaire.12")
def test_the_scores_of_the_example() -> None:
    """T39: Munich +1; Bavaria and Saxony +2; the North Sea given up -1, unless a Channel fleet takes its place."""
    s = solo("france")
    s.g.solo_held = holdings(s.g, s.state("france"))
    s.put("bavaria", "fr-inf-1")
    assert scored(s, "france") == 1
    s.g.active = s.state("austria")
    s.g.solo_held = holdings(s.g, s.state("austria"))
    s.put("bavaria", "au-inf-1").put("rhineland", "fr-inf-1").put("saxony", "au-inf-2")
    assert scored(s, "austria") == 3
    s.put("north-sea", "br-fleet-1").put("english-channel", "br-fleet-2", "br-fleet-3")
    s.g.active = s.state("britain")
    s.g.solo_held = holdings(s.g, s.state("britain"))
    s.put("london", "br-fleet-1")
    assert scored(s, "britain") == 2
    s.put("north-sea", "br-fleet-1")
    s.g.solo_held = holdings(s.g, s.state("britain"))
    s.put("hansa", "br-fleet-1").put("north-sea", "br-fleet-2")
    assert scored(s, "britain") == 3


@proves("alliance", "solitaire.7")
def test_a_homeland_city_is_never_a_loss_and_its_return_is_a_gain() -> None:
    s = solo("france")
    s.g.solo_held = holdings(s.g, s.state("france"))
    s.put("paris", "br-inf-1")
    assert scored(s, "france") == 0
    s.g.solo_held = holdings(s.g, s.state("france"))
    s.put("london", "br-inf-1")
    assert scored(s, "france") == 2


@pytest.mark.parametrize(("cards", "score", "won"), [(16, 16, True), (16, 15, False), (32, 31, False), (48, 48, True)])
@proves("alliance", "solitaire.11", "solitaire.13")
def test_a_point_for_each_card_wins(cards: int, score: int, won: bool) -> None:
    """T40."""
    s = solo("france", cards=cards)
    s.g.score = score
    finish(s.g)
    assert bool(s.g.outcome) == won


@proves("alliance", "solitaire.2", "solitaire.3", "solitaire.4", "solitaire.1")
def test_sixteen_cards_decide_which_empire_is_played_with_three_points() -> None:
    s = Stage("solitaire").manned()
    s.g.turn = 0
    s.begin((solo_turn,))
    turned = []
    while not s.play.over:
        assert s.position.ap == 3
        assert s.position.gold == [0] * 7
        active = s.setting.powers[s.position.active]
        card = next(e.event for _, e in reversed(s.play.journal) if isinstance(e.event, CardTurned))
        assert s.setting.deck.empire[card.card] == s.position.active
        turned.append(card.card)
        s.act(active, "end")
    assert len(turned) == len(set(turned)) == 16


@proves("alliance", "solitaire.10")
def test_no_winter_and_the_dead_may_be_built_at_once() -> None:
    s = solo("france").put("paris", "fr-inf-1")
    s.g.turn = 4
    assert not s.g.winter
    eliminate(s.g, s.block("fr-inf-1"), "7.7.1")
    s.g.played[s.state("france")] = 0
    s.turn("france")
    assert s.may("france", "build", "fr-inf-1")


@proves("alliance", "solitaire.5", "solitaire.6")
def test_enemies_of_strength_one_retreat_from_round_two_and_others_always_fire() -> None:
    s = solo("france").put("rhineland", "fr-inf-1").put("bavaria", "au-inf-1", steps=1).put("bavaria", "au-inf-3")
    s.g.played[s.state("france")] = 0
    s.turn("france").act("france", "group", "rhineland").act("france", "attack", "fr-inf-1", "bavaria")
    s.begin((solo_battles, s.state("france")))
    first = [e["block"] for e in s.events("Fired")]
    assert set(first) == {"au-inf-1", "au-inf-3"}
    if s.where("fr-inf-1") is not None:
        s.act("france", "pass", "fr-inf-1")
        assert s.position.battle is not None
        assert s.position.battle.round == 2
        assert s.position.deciding == (s.state("austria"),)
        assert {o[0] for o in s.options("austria")} == {"retreat"}
        assert {o[1] for o in s.options("austria")} == {"au-inf-1"}
