"""Every board that ships is proved: neighbours touch, strangers do not, names and counters have room."""

from __future__ import annotations

import pytest

from grognard.atlas import board, built
from grognard.atlas.checks import check_adjacency, check_overlaps, check_sizes, check_slots, room, summary
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
def test_most_spaces_hold_twelve_counters(game: str, name: str) -> None:
    places = room(board(game, name).topology)
    assert places[12] >= 0.4 * sum(places.values())


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
