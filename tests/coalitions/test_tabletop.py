"""The game as it lies on a table."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.atlas import board
from grognard.engine.game import Game
from grognard.engine.panels import Battle, Wheel
from grognard.engine.tabletop import Tabletop


def top(game: Game, seat: str | None) -> Tabletop:
    return game.rulebook.tabletop(game.position, None if seat is None else game.seat_number(seat))


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - the test must be the same each time


def play(game: Game, steps: int, seed: int = 1) -> Game:
    rng = chance(seed)
    for _ in range(steps):
        if game.over:
            break
        seat = game.to_act[0]
        game.act(seat, rng.choice(game.options(seat)))
    return game


def test_offers_are_the_options_and_their_clicks_are_on_the_table() -> None:
    game = grognard.new("coalitions", "1805", players=4, seed=7)
    spaces = {s.id for s in board("coalitions", "empire").topology.spaces}
    rng = chance(2)
    seen = set()
    for _ in range(600):
        seat = game.to_act[0]
        shown = top(game, seat)
        assert [offer.do for offer in shown.offers] == game.options(seat)
        things = {
            "piece": {p.id for p in shown.pieces},
            "space": spaces,
            "power": {p.id for p in shown.powers},
            "card": {c.card for c in shown.hand},
        }
        for target in (t for offer in shown.offers for t in offer.targets):
            seen.add(target.kind)
            assert target.kind == "button" or target.id in things[target.kind]
        game.act(seat, rng.choice(game.options(seat)))
    assert seen == {"piece", "space", "power", "card", "button"}


@pytest.mark.parametrize("scenario", ["1805", "1792"])
def test_every_piece_stands_on_a_space_of_the_atlas(scenario: str) -> None:
    game = play(grognard.new("coalitions", scenario, players=6, seed=3), 200)
    shown = top(game, None)
    assert shown.board is not None
    spaces = {s.id for s in board(shown.board.game, shown.board.board).topology.spaces}
    assert {p.space for p in shown.pieces if p.space} <= spaces
    assert set(shown.control) <= spaces
    assert len({p.id for p in shown.pieces}) == len(shown.pieces)


def test_a_spectator_sees_no_hand_and_is_offered_nothing() -> None:
    game = play(grognard.new("coalitions", "1805", players=4, seed=7), 30)
    shown = top(game, None)
    assert shown.hand == shown.offers == ()
    assert not any(p.own for p in shown.powers)
    assert sum(track.value for p in shown.powers for track in p.tracks if track.name == "Cards") > 0


def test_a_seat_sees_its_own_hand_only() -> None:
    game = play(grognard.new("coalitions", "1805", players=6, seed=7), 30)
    shown = top(game, "france")
    assert {card.power for card in shown.hand} == {"france"}


def test_the_tabletop_is_the_same_in_a_twin_world() -> None:
    game = grognard.new("coalitions", "1805", players=4, seed=9)
    for step in range(40):
        play(game, 10, seed=step)
        for seat in (*game.seats, None):
            assert top(game.twin(seat, chance(step)), seat) == top(game, seat)


def test_the_wheel_turns_and_a_battle_has_two_sides() -> None:
    game = grognard.new("coalitions", "1805", players=4, seed=11)
    wheel = next(p for p in top(game, None).panels if isinstance(p, Wheel))
    assert wheel.sectors[next(d.sector for d in wheel.dials if d.power == "france")] == "Movement"
    rng = chance(1)
    battle = None
    while not isinstance(battle, Battle) or not any(side.piles for side in battle.sides):
        seat = game.to_act[0]
        game.act(seat, rng.choice(game.options(seat)))
        battle = top(game, None).panels[0]
    attack, defence = battle.sides
    assert len(attack.participants) >= 1
    assert any(pile.cards for pile in (*attack.piles, *defence.piles))
