"""Every board that ships is proved: neighbours touch, strangers do not, names and counters have room."""

from __future__ import annotations

import pytest

from grognard.atlas import board, built
from grognard.atlas.checks import (
    check_adjacency,
    check_overlaps,
    check_sizes,
    check_slots,
    distance_to_rings,
    room,
    summary,
)
from grognard.atlas.spec import read_toml

BOARDS = built()
AREA_BOARDS = [(g, b) for g, b in BOARDS if g != "nations-in-arms"]


def test_all_six_boards_ship() -> None:
    assert BOARDS == [
        ("alliance", "europe"),
        ("coalitions", "empire"),
        ("coalitions", "revolution"),
        ("napoleon-in-europe", "europe"),
        ("nations-in-arms", "europe"),
        ("pitts-war", "europe"),
    ]


@pytest.mark.parametrize(("game", "name"), BOARDS)
def test_declared_neighbours_touch_and_strangers_are_kept_apart(game: str, name: str) -> None:
    found = check_adjacency(board(game, name).topology)
    assert not found, summary(found)


@pytest.mark.parametrize(("game", "name"), BOARDS)
def test_no_name_covers_a_name_a_town_or_a_place_for_a_counter(game: str, name: str) -> None:
    found = check_overlaps(board(game, name).topology)
    assert not found, summary(found)


@pytest.mark.parametrize(("game", "name"), BOARDS)
def test_every_space_has_a_name_and_room(game: str, name: str) -> None:
    found = check_slots(board(game, name).topology)
    assert not found, summary(found)


@pytest.mark.parametrize(("game", "name"), BOARDS)
def test_boards_are_light_enough_to_serve(game: str, name: str) -> None:
    found = check_sizes(board(game, name))
    assert not found, summary(found)


@pytest.mark.parametrize(("game", "name"), AREA_BOARDS)
def test_every_space_has_places_for_twelve_counters_of_40_px(game: str, name: str) -> None:
    """Together with the test of overlaps: even when all spaces are full, nothing covers a name or a counter."""
    t = board(game, name).topology
    assert t.counter == 40
    assert set(room(t)) == {12}


def test_the_hex_board_has_one_place_for_a_stack_and_twelve_at_sea_and_in_boxes() -> None:
    t = board("nations-in-arms").topology
    assert t.counter == 40
    assert {len(s.slots) for s in t.spaces if s.kind == "land"} == {1}
    assert {len(s.slots) for s in t.spaces if s.kind == "sea"} == {12}
    assert {len(s.slots) for s in t.spaces if s.terrain in ("offmap", "display")} == {12}


@pytest.mark.parametrize(("game", "name"), AREA_BOARDS)
def test_a_counter_beyond_the_border_is_tied_to_its_space(game: str, name: str) -> None:
    t = board(game, name).topology
    half = t.counter / 2
    for s in t.spaces:
        first = s.tether.first if s.tether else len(s.slots)
        rings = t.rings(s)
        assert all(distance_to_rings(p, rings) <= half for p in s.slots[:first]), s.id


@pytest.mark.parametrize(("game", "name"), BOARDS)
def test_bases_are_webp_of_the_sheets_proportion(game: str, name: str) -> None:
    b = board(game, name)
    for scale in (1, 2):
        data = b.base(scale)
        assert data[:4] == b"RIFF"
        assert data[8:12] == b"WEBP"


@pytest.mark.parametrize(("game", "name"), BOARDS)
def test_every_record_of_the_data_says_where_it_comes_from(game: str, name: str) -> None:
    raw = read_toml(f"{game}.toml")
    tables = {k: v for k, v in raw.items() if isinstance(v, list) and k not in ("board", "power")}
    for table, records in tables.items():
        for r in records:
            assert r.get("src"), f"{table}: {r}"
