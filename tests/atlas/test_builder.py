"""The builder on a toy island: deterministic to the byte, and its parts do what they say."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import numpy as np
import pytest
import shapely
from PIL import Image
from shapely.geometry import LineString, box

from grognard.atlas.builder import build, hexlayout, labels, lettering, partition, sheet
from grognard.atlas.builder.coverage import Coverage
from grognard.atlas.builder.geography import Country
from grognard.atlas.builder.ground import Ground, rows_of_squares
from grognard.atlas.builder.growth import grow
from grognard.atlas.builder.projection import EquidistantConic, Frame, Lambert, Lens
from grognard.atlas.builder.tracing import trace_arcs
from grognard.atlas.checks import check_overlaps
from grognard.atlas.spec import Border, GameSpec, Lane, Mark, Power, Sheet, Space, Town

TOWNS = {"north": (14.0, 48.6), "south": (14.0, 45.6), "west": (10.6, 47.0), "east": (17.4, 47.0)}
TOY = GameSpec(
    game="toy",
    boards=(Sheet(id="isle", title="TOY", subtitle="an island", frame=(-420, -330, 420, 330), km_per_px=1.2),),
    powers=(Power("red", "Red", "britain"), Power("blue", "Blue", "france")),
    spaces=(
        *(
            Space(
                id=k,
                name=k.title(),
                home="red" if k in ("north", "west") else "blue",
                points=(at,),
                town=Town(f"{k.title()} Town", *at, capital=k == "north"),
                marks=(Mark("laurel", n=2), Mark("port", name=k)),
            )
            for k, at in TOWNS.items()
        ),
        Space(id="peak", name="Peak", kind="impassable", points=((14.0, 47.0),)),
    ),
    borders=(
        Border("north", "west", "river"),
        Border("north", "east", "mountain"),
        Border("south", "west", "forest"),
        Border("south", "east", "pass"),
    ),
    lanes=(),
)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """No source files: an oval island with one hill, letters from the font that ships."""
    bundled = Path(str(resources.files("grognard.atlas"))) / "fonts" / "EBGaramond-Medium-latin.ttf"
    monkeypatch.setattr(lettering, "source", lambda _name: bundled)
    lettering.font.cache_clear()
    lettering.glyph.cache_clear()
    lettering.measure.cache_clear()
    lettering.set_block.cache_clear()

    def survey(frame: Frame, _geo: object) -> Country:
        x, y = frame.box.centroid.x, frame.box.centroid.y
        land = shapely.affinity.scale(shapely.Point(x, y).buffer(100, 48), 2.6, 2.1)
        high = np.fromfunction(
            lambda r, c: 2000 * np.exp(-((r - frame.h / 2) ** 2 + (c - frame.w / 2) ** 2) / 5000),
            (int(frame.h), int(frame.w)),
        )
        river = LineString([(x - 60, y - 60), (x - 150, y - 150)])
        return Country(land, shapely.Polygon(), [("Toy", 3, river)], high)

    monkeypatch.setattr(build, "survey", survey)
    monkeypatch.setattr(build, "game_spec", lambda _game: TOY)
    monkeypatch.setattr(partition, "heights", lambda lon, _lat, _order: np.zeros_like(lon))
    monkeypatch.setattr(sheet, "shading", lambda frame, _c: Image.new("RGBA", (int(frame.w), int(frame.h))))


def quiet(_text: str) -> None:
    return None


@pytest.mark.usefixtures("toy")
def test_two_builds_are_equal_to_the_byte(tmp_path: Path) -> None:
    for name in ("one", "two"):
        build.write_board(build.draw_board("toy", "isle", quiet), tmp_path / name, 7, quiet)
    for file in ("topology.json", "base-1x.webp", "base-2x.webp"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


@pytest.mark.usefixtures("toy")
def test_the_toy_board_is_right() -> None:
    t = build.draw_board("toy", "isle", quiet).topology
    kinds = {(b.a, b.b): b.kind for b in t.borders}
    assert kinds[("north", "west")] == "river"
    touching = {p for p, px in t.contacts().items() if px > 6}
    for b in TOY.borders:
        assert (min(b.a, b.b), max(b.a, b.b)) in touching
    assert not check_overlaps(t)
    # the title lies over the south; the other three have all the room they may want
    assert sorted(len(s.slots) for s in t.spaces if s.kind == "land")[1:] == [12, 12, 12]
    # the mountain in the middle is walled off from all four
    assert sum(b.kind == "obstacle" and "peak" in (b.a, b.b) for b in t.borders) == 4


@pytest.mark.parametrize("projection", [Lambert(), EquidistantConic(14.0, 47.9, 38.0, 56.0)])
@pytest.mark.parametrize("lens", [None, Lens(-200.0, 150.0, 0.7, 950.0)])
def test_projections_can_be_undone(projection: Lambert | EquidistantConic, lens: Lens | None) -> None:
    frame = Frame(projection, (-2300, -1900, 2300, 1900), 1.5, lens)
    lon, lat = np.meshgrid(np.linspace(-8, 40, 25), np.linspace(34, 60, 25))
    back_lon, back_lat = frame.lonlat(*frame.xy(lon, lat))
    assert np.allclose(back_lon, lon, atol=1e-6)
    assert np.allclose(back_lat, lat, atol=1e-6)


def test_growth_stops_at_what_is_dear_to_cross() -> None:
    cost = np.ones((20, 41))
    cost[:, 30] = 50.0  # a river east of the middle
    labels_ = grow(cost, [(10, 5, 1), (10, 38, 2)])
    assert (labels_[:, :30] == 1).all()
    assert (labels_[:, 31:] == 2).all()


def test_arcs_run_from_junction_to_junction() -> None:
    grid = np.array([[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 3, 3]], dtype=np.int32)
    arcs = trace_arcs(grid)
    assert sorted(len(a) for a in arcs) == [3, 3, 3]


def test_neighbours_share_their_arc() -> None:
    cover = Coverage({"a": box(0, 0, 10, 10), "b": box(10, 0, 20, 10)})
    assert cover.contacts() == {("a", "b"): 10.0}
    assert len(cover.between("a", "b")) == 1


def test_squares_fill_rows() -> None:
    assert len(rows_of_squares(np.ones((5, 9), dtype=bool), 4)) == 6


@pytest.mark.usefixtures("toy")
def test_a_name_without_room_gets_a_leader() -> None:
    shapes = {"rock": box(200, 200, 209, 209), "plain": box(0, 0, 400, 400).difference(box(200, 200, 209, 209))}
    ground = Ground((400, 400), shapes)
    placed = labels.Typesetter(ground, set(), {}).place(Space(id="rock", name="Long Rock"), 18.0, "region")
    assert placed is not None
    assert placed.leader is not None


@pytest.mark.usefixtures("toy")
def test_long_names_are_shortened_to_fit() -> None:
    assert hexlayout.shorten("Wien", "town", 13.0, 57.0) == "Wien"
    short = hexlayout.shorten("Constantinople", "town", 13.0, 57.0)
    assert short.endswith(".")
    assert lettering.measure(short, "town", 13.0).width <= 60


def test_names_break_where_the_halves_are_alike() -> None:
    assert lettering.breaks("Patrimonium|St. Petri")[0] == ("Patrimonium", "St. Petri")
    assert ("Upper", "Palatinate") in lettering.breaks("Upper Palatinate")


def test_a_lane_is_a_curve_through_its_way_points() -> None:
    from grognard.atlas.builder.drawing import smooth_path

    way = smooth_path([(0.0, 0.0), (50.0, 40.0), (100.0, 0.0)])
    assert way.distance(shapely.Point(50, 40)) < 1e-9
    assert Lane("a", "b").via == ()
