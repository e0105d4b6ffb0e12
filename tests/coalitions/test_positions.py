"""A position as plain data and back, and what makes one unsound."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from scene import Scene

import grognard
from grognard.games.coalitions import snapshot
from grognard.games.coalitions.adjustments import adjust_the_board
from grognard.games.coalitions.board import FRANCE
from grognard.games.coalitions.pieces import relocate, set_garrison
from grognard.games.coalitions.position import IN_THE_BOX, OFF_MAP, General, Position
from grognard.games.coalitions.soundness import faults

STATE = [name for name in Position.__slots__ if name not in ("board", "setting")]
ENGINE = ("agenda", "answers", "counters", "ending", "keeper", "outcome", "waiting")


def state(g: Position) -> dict[str, Any]:
    return {name: getattr(g, name) for name in (*STATE, *ENGINE)}


def through_json(g: Position) -> Position:
    return snapshot.restore(g.setting, json.loads(json.dumps(snapshot.take(g))), g.key)


@pytest.mark.parametrize(
    ("scenario", "players", "options"),
    [
        ("1805", 6, {}),
        ("1792", 3, {"generals": True}),
        ("1809", 4, {"generals": True}),
        ("1805", 3, {"mode": "lempereur"}),
    ],
)
def test_a_snapshot_holds_the_whole_position(scenario: str, players: int, options: dict[str, Any]) -> None:
    g = grognard.new("coalitions", scenario, players=players, seed=4, **options).position
    assert isinstance(g, Position)
    rng = Random(4)  # noqa: S311 - a test must be repeatable
    for step in range(1500):
        if not g.agenda:
            break
        if step % 5 == 0 or g.battle is not None:
            assert state(through_json(g)) == state(g)
        power = rng.choice(g.deciding)
        g.act(power, g.sample(power, rng))


def test_a_garrison_on_its_way_home_survives_a_snapshot() -> None:
    """Withdrawn and not allotted yet, it is neither on the map nor in the supply."""
    s = Scene("1805").status(prussia="british", austria="british").garrison("prussia", "wien")
    s.general("prussia", "berlin").general("prussia", "silesia").begin(adjust_the_board, (1 << 6) - 1)
    assert s.asks == ("allot", "prussia")
    assert s.of("supply", "prussia") == 20
    twin = through_json(s.position)
    assert faults(twin) == []
    twin.act(s.power("prussia"), twin.options(s.power("prussia"))[0])
    assert faults(twin) == []


# --- soundness ------------------------------------------------------------------------------------------------------


def lose_a_token(g: Position) -> None:
    g.supply[FRANCE] -= 1


def overdraw(g: Position) -> None:
    g.supply[FRANCE] = -1


def overload(g: Position) -> None:
    g.generals[3] = General(g.generals[3].at, 4)


def leave_units_off_map(g: Position) -> None:
    g.generals[4] = General(OFF_MAP, 1)


def box(g: Position) -> None:
    g.generals[9] = General(IN_THE_BOX, 0)


def forget_control(g: Position) -> None:
    g.held[FRANCE] = 0


def forget_where(g: Position) -> None:
    g.at[g.generals[3].at] = ()


def forget_who_marches(g: Position) -> None:
    g.on_map[FRANCE] = ()


def forget_who_waits(g: Position) -> None:
    g.off_map[FRANCE] = ()


def forget_garrisons(g: Position) -> None:
    g.garrisoned = 1


def forget_the_limit(g: Position) -> None:
    g.overfull = 1 << FRANCE


def stack(g: Position) -> None:
    relocate(g, 4, g.generals[3].at)


def climb(g: Position) -> None:
    set_garrison(g, g.board.number["alps"], FRANCE)
    g.supply[FRANCE] -= 1


def fortify(g: Position) -> None:
    g.fortresses = 0b1111111


def exult(g: Position) -> None:
    g.morale[FRANCE] = 16


def owe(g: Position) -> None:
    g.money[FRANCE] = -1


def lose_a_card(g: Position) -> None:
    a, b, c, d = g.deck
    g.deck = (a - 1, b, c, d)


def owe_a_card(g: Position) -> None:
    g.hands[FRANCE] = (-1, 0, 0, 0)


def meet(g: Position) -> None:
    relocate(g, 10, g.generals[3].at)


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lose_a_token, "Units"),
        (overdraw, "supply below 0"),
        (overload, "too many Units"),
        (leave_units_off_map, "Units off the map"),
        (box, "in the box"),
        (forget_control, "control is out of step"),
        (forget_where, "index of Generals"),
        (forget_who_marches, "Generals on the map is out of step"),
        (forget_who_waits, "Generals off the map is out of step"),
        (forget_garrisons, "index of Garrisons"),
        (forget_the_limit, "hands over their limit"),
        (stack, "two Generals of one Power"),
        (climb, "impassable"),
        (fortify, "more Fortresses"),
        (exult, "Morale of france: 16"),
        (owe, "Money of france: -1"),
        (lose_a_card, "Battle cards"),
        (owe_a_card, "fewer than no cards"),
        (meet, "enemies side by side"),
    ],
)
def test_an_unsound_position_is_found_out(spoil: Callable[[Position], None], fault: str) -> None:
    s = Scene("1805").general("france", "paris", units=2).hand("france", 2)
    assert faults(s.g) == []
    spoil(s.g)
    assert any(fault in found for found in faults(s.g))


def test_a_minor_power_has_no_influence() -> None:
    s = Scene("1805", players=4).influence(prussia=1)
    assert faults(s.g) == ["Influence of the Minor Power prussia"]


def test_the_box_is_for_lempereur() -> None:
    s = Scene("1805", players=1, mode="lempereur")
    assert faults(s.g) == []
