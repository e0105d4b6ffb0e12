"""The hex map reproduces the numbering and the movement costs printed in its rules."""

from __future__ import annotations

import pytest

from grognard.atlas import board
from grognard.atlas.hexcheck import step_cost
from grognard.atlas.hexspec import hex_map

PRINTED = [
    ("W4227", "W4228", 4),
    ("E0128", "W4228", 2),
    ("W4228", "E0129", 4),
    ("W4228", "W4227", 3),
    ("W3535", "W3534", 3),
    ("W3634", "W3534", 2),
]


@pytest.mark.parametrize(("origin", "goal", "cost"), PRINTED)
def test_the_six_printed_costs(origin: str, goal: str, cost: int) -> None:
    assert step_cost(board("nations-in-arms").topology, origin, goal) == cost


def test_column_42_of_the_west_sheet_meets_column_01_of_the_east_sheet() -> None:
    near = hex_map("nations-in-arms").neighbours("W4228")
    assert {"E0128", "E0129", "W4227", "W4229"} <= set(near)


def test_neighbours_are_mutual() -> None:
    spec = hex_map("nations-in-arms")
    for h in spec.all():
        assert all(h in spec.neighbours(n) for n in spec.neighbours(h))


def test_every_harbour_has_a_blockade_box() -> None:
    spec = hex_map("nations-in-arms")
    known = {s.id for s in board("nations-in-arms").topology.spaces}
    assert {f"{p.id}.blockade" for p in spec.places if p.harbor} <= known
