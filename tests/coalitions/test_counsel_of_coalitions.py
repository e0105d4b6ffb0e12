"""What the table is told besides the rules: margins of the log, friend and foe, odds and reach."""

from __future__ import annotations

from random import Random
from typing import get_args

import grognard
from grognard.atlas import board
from grognard.engine.game import Game
from grognard.engine.margin import Icon
from grognard.engine.panels import Relations
from grognard.games.coalitions import events
from grognard.games.coalitions.margins import ICONS


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - the test must be the same each time


def play_until(game: Game, seed: int, found) -> bool:
    rng = chance(seed)
    for _ in range(3000):
        if game.over:
            return False
        if found(game):
            return True
        seat = game.to_act[0]
        game.act(seat, rng.choice(game.options(seat)))
    return False


def test_every_event_has_an_icon() -> None:
    kinds = {t for t in vars(events).values() if isinstance(t, type) and t.__module__ == events.__name__}
    assert kinds == set(ICONS)
    assert set(ICONS.values()) <= set(get_args(Icon))


def test_the_log_is_in_chapters_and_speaks_of_things_on_the_table() -> None:
    game = grognard.new("coalitions", "1805", seed=2)
    play_until(game, 2, lambda g: g.step >= 400)
    log = game.log()
    headings = [line["margin"]["heading"] for line in log if "heading" in line["margin"]]
    assert {"chapter", "section"} == set(headings)
    spaces = {s.id for s in board("coalitions", "empire").topology.spaces}
    pieces, powers = set(game.setting.vocabulary.kinds["general"].ids), set(game.setting.powers)
    for line in log:
        margin = line["margin"]
        assert {*margin.get("spaces", ()), *margin.get("way", ())} <= spaces
        assert set(margin.get("pieces", ())) <= pieces
        assert set(margin.get("powers", ())) <= powers
    moved = next(line for line in log if line["event"] == "GeneralMoved")
    assert list(moved["margin"]["way"]) == [moved["data"]["origin"], *moved["data"]["path"]]
    assert list(moved["margin"]["pieces"]) == [moved["data"]["general"]]
    assert list(moved["margin"]["powers"]) == [moved["data"]["general"].rsplit("-", 1)[0]]


def test_friend_and_foe() -> None:
    game = grognard.new("coalitions", "1805", players=6, seed=2)
    square = next(p for p in game.tabletop().panels if isinstance(p, Relations))
    ties = {frozenset((tie.a, tie.b)): tie for tie in square.ties}
    assert len(ties) == 15
    assert ties[frozenset(("france", "britain"))].tone == "hostile"
    assert ties[frozenset(("austria", "britain"))].words == "British Coalition"
    assert ties[frozenset(("austria", "britain"))].tone == "allied"


def test_the_odds_of_a_battle_are_over_what_the_seat_cannot_see() -> None:
    game = grognard.new("coalitions", "1805", players=6, seed=11)

    def cards_down(g: Game) -> bool:
        piles = g.view()["board"]["battle"]
        return bool(piles) and any(0 in pile for pile in piles["piles"].values())

    assert game.odds("france", None, chance(1)) is None
    assert not game.tabletop("france").odds
    assert play_until(game, 1, cards_down)
    assert game.tabletop("france").odds
    assert not game.tabletop().odds
    for seat in game.seats:
        found = game.odds(seat, None, chance(4))
        assert found is not None
        assert abs(sum(way.likely for way in found.ways) - 1) < 1e-9
        twin = game.twin(seat, chance(5)).odds(seat, None, chance(4))
        assert twin is not None
        for way, other in zip(found.ways, twin.ways, strict=True):
            assert abs(way.likely - other.likely) < 0.12  # 400 worlds each: five standard deviations


def test_odds_are_certain_when_all_lies_open() -> None:
    game = grognard.new("coalitions", "1805", players=6, seed=11)
    assert play_until(game, 1, lambda g: g.view()["board"]["battle"] and not g.view()["board"]["battle"]["piles"])
    battle = game.view()["board"]["battle"]
    found = game.odds("france", None, chance(1))
    assert found is not None
    assert [way.likely for way in found.ways] == [
        battle["attack"] > battle["defence"],
        battle["attack"] == battle["defence"],
        battle["attack"] < battle["defence"],
    ]


def test_reach_is_what_a_movement_would_offer() -> None:
    game = grognard.new("coalitions", "1805", players=6, seed=7)

    def marching(g: Game) -> bool:
        return any(action[0] == "march" for action in g.options(g.to_act[0]))

    assert play_until(game, 7, marching)
    offered: dict[str, set[str]] = {}
    for action in game.options(game.to_act[0]):
        if action[0] in ("march", "sail"):
            offered.setdefault(str(action[1]), set()).add(str(action[2]))
    for piece, spaces in offered.items():
        assert {r.space for r in game.reach(None, piece, chance(1))} == spaces
    assert game.reach(None, "garrison-paris", chance(1)) == ()
