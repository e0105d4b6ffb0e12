"""The checks find what they are there to find."""

from __future__ import annotations

import msgspec

from grognard.atlas import board
from grognard.atlas.checks import check_adjacency, check_overlaps, check_slots, distance_to_rings
from grognard.atlas.topology import BorderOnMap, Tether, Topology


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


def with_paris(t: Topology, **changes: object) -> Topology:
    spaces = [msgspec.structs.replace(s, **changes) if s.id == "paris" else s for s in t.spaces]
    return msgspec.structs.replace(t, spaces=spaces)


def test_a_space_without_room_is_found() -> None:
    t = empire()
    few = with_paris(t, slots=t.space("paris").slots[:11])
    assert [f.text for f in check_slots(few)] == ["paris: places for 11 counters only"]


def test_a_counter_that_stands_in_another_country_is_found() -> None:
    t = empire()
    paris = t.space("paris")
    strays = with_paris(t, slots=(*paris.slots[:11], t.space("berlin").slots[0]))
    assert any(f.text.startswith("paris: place 12 lies") for f in check_slots(strays))
    # tied, it may stand a little way off, but not that far
    tied = with_paris(strays, tether=Tether(11, paris.slots[0]))
    assert any(f.text.startswith("paris: place 12 lies") for f in check_slots(tied))


def test_counters_tied_to_a_point_outside_their_space_are_found() -> None:
    t = empire()
    wrong = with_paris(t, tether=Tether(11, t.space("berlin").slots[0]))
    assert [f.text for f in check_slots(wrong)] == ["paris: its counters are tied to a point outside it"]


def test_a_town_without_its_name_is_found() -> None:
    t = empire()
    amiens = t.space("picardie")
    assert amiens.town is not None
    bare = msgspec.structs.replace(amiens, town=msgspec.structs.replace(amiens.town, box=None))
    spaces = [bare if s.id == "picardie" else s for s in t.spaces]
    found = check_slots(msgspec.structs.replace(t, spaces=spaces))
    assert [f.text for f in found] == [f"picardie: the town {amiens.town.name} has no name"]


def test_a_counter_on_a_letter_of_a_curved_name_is_found() -> None:
    t = empire()
    curved = next(label for label in t.waters if label.letters)
    x0, y0, x1, y1 = curved.letters[0]
    on_it = with_paris(t, slots=(((x0 + x1) / 2, (y0 + y1) / 2), *t.space("paris").slots[1:]))
    assert any(curved.lines[0] in f.text for f in check_overlaps(on_it))


def test_distance_to_an_outline() -> None:
    square = [[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 0.0)]]
    assert distance_to_rings((5.0, 5.0), square) == 0
    assert distance_to_rings((15.0, 5.0), square) == 5
