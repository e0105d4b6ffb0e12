"""The checks find what they are there to find."""

from __future__ import annotations

import msgspec

from grognard.atlas import board
from grognard.atlas.checks import check_adjacency, check_overlaps, check_slots, distance_to_rings
from grognard.atlas.topology import BorderOnMap, Topology


def empire() -> Topology:
    return board("coalitions", "empire").topology


def test_a_missing_lane_is_found() -> None:
    t = empire()
    less = msgspec.structs.replace(t, borders=[b for b in t.borders if b.kind != "lane"])
    assert any("cornwall - oporto" in f.text for f in check_adjacency(less))


def test_an_undrawn_obstacle_between_strangers_is_found() -> None:
    t = empire()
    walls = [b for b in t.borders if b.kind == "obstacle" and {b.a, b.b} & {"alps", "caucasus"} == set()]
    less = msgspec.structs.replace(t, borders=[b for b in t.borders if b not in walls])
    assert len(check_adjacency(less)) == len(walls)


def test_a_lane_that_ends_in_the_wrong_place_is_found() -> None:
    t = empire()
    bent = [
        BorderOnMap(b.a, b.b, b.kind, path=((900.0, 900.0), (905.0, 905.0))) if b.kind == "lane" else b
        for b in t.borders
    ]
    assert any("ends" in f.text for f in check_adjacency(msgspec.structs.replace(t, borders=bent)))


def test_a_name_over_a_place_for_counters_is_found() -> None:
    t = empire()
    paris = t.space("paris")
    assert paris.label is not None
    moved = msgspec.structs.replace(paris, slots=(paris.label.at, *paris.slots[1:]))
    spaces = [moved if s.id == "paris" else s for s in t.spaces]
    assert check_overlaps(msgspec.structs.replace(t, spaces=spaces))


def test_a_space_without_room_is_found() -> None:
    t = empire()
    spaces = [msgspec.structs.replace(s, slots=()) if s.id == "paris" else s for s in t.spaces]
    assert [f.text for f in check_slots(msgspec.structs.replace(t, spaces=spaces))] == ["paris: no place for a counter"]


def test_distance_to_an_outline() -> None:
    square = [[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 0.0)]]
    assert distance_to_rings((5.0, 5.0), square) == 0
    assert distance_to_rings((15.0, 5.0), square) == 5
