"""A position is drawn from plain data: control by space, pieces by space."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from grognard.atlas import Piece, board
from grognard.atlas.overlay import stand

SVG = "{http://www.w3.org/2000/svg}"


def drawn(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)  # noqa: S314 - our own drawing


def test_control_lays_a_wash_and_a_pattern() -> None:
    root = drawn(board("coalitions", "empire").svg(control={"paris": "france", "wien": "austria"}, base="base.webp"))
    assert {p.get("id") for p in root.iter(f"{SVG}pattern")} == {"lv-france", "lv-austria"}


def test_pieces_stand_on_the_places_of_their_space() -> None:
    b = board("coalitions", "empire")
    pieces: list[Piece] = [{"space": "paris", "power": "france", "kind": "general", "label": str(i)} for i in range(14)]
    root = drawn(b.svg(pieces, base="base.webp"))
    assert [t.text for t in root.iter(f"{SVG}text")] == [str(i) for i in range(14)]
    paris = b.topology.space("paris")
    spots = [stand(paris, i) for i in range(14)]
    assert len(set(spots)) == 14


def test_a_counter_beyond_the_border_is_tied_to_its_space() -> None:
    b = board("coalitions", "empire")
    space = next(s for s in b.topology.spaces if s.tether)
    assert space.tether is not None
    pieces: list[Piece] = [{"space": space.id, "power": "france"} for _ in space.slots]
    cords = [p for p in drawn(b.svg(pieces, base="base.webp")).iter(f"{SVG}path") if p.get("stroke") == "#8e2a22"]
    assert len(cords) == len(space.slots) - space.tether.first
    x, y = space.tether.at
    assert all((p.get("d") or "").endswith(f"L{x:.1f} {y:.1f}") for p in cords)


def test_an_unknown_space_is_named() -> None:
    with pytest.raises(KeyError, match="atlantis"):
        board("alliance").svg([{"space": "atlantis", "power": "france"}])


def test_a_notebook_shows_the_homes() -> None:
    b = board("alliance")
    assert b._repr_svg_().startswith("<svg")
    assert b.homes()["paris"] == "france"


def test_a_label_is_escaped() -> None:
    text = board("alliance").svg([{"space": "paris", "power": "france", "label": "<&>"}], base="x.webp")
    drawn(text)
    assert "&lt;&amp;&gt;" in text


def test_unknown_boards_say_what_there_is() -> None:
    with pytest.raises(KeyError, match="coalitions"):
        board("chess")
    with pytest.raises(KeyError, match="empire, revolution"):
        board("coalitions", "atlantis")


def test_png_of_a_position() -> None:
    pytest.importorskip("resvg_py")
    data = board("coalitions", "empire").png([{"space": "paris", "power": "france", "kind": "general"}], zoom=0.2)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
