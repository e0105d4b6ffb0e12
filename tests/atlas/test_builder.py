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
from grognard.atlas.builder.curves import Arc, arcs, lay_arc
from grognard.atlas.builder.geography import Country
from grognard.atlas.builder.ground import STEP, Ground, rows_of_squares
from grognard.atlas.builder.growth import grow
from grognard.atlas.builder.projection import EquidistantConic, Frame, Lambert, Lens
from grognard.atlas.builder.render import LARGEST, larger
from grognard.atlas.builder.slots import REACHES, Quartermaster
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
    assert [len(s.slots) for s in t.spaces if s.kind == "land"] == [12, 12, 12, 12]
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
    # the cells are the upper left corners that a square may have, so the last row and column hold squares too
    assert len(rows_of_squares(np.ones((5, 9), dtype=bool), 4)) == 6


def test_rows_are_chosen_so_that_most_squares_fit() -> None:
    ground = np.zeros((9, 20), dtype=bool)
    ground[0, :2] = ground[2, :] = ground[6, :] = True
    found = rows_of_squares(ground, 4)
    assert {r for r, _ in found} == {2, 6}
    assert len(found) == 10


def ground_of(shapes: dict[str, shapely.Polygon]) -> Ground:
    return Ground((400, 400), dict(shapes))


def test_what_finds_no_billet_at_home_is_posted_beyond_the_border() -> None:
    rock = box(150, 150, 245, 245)
    ground = ground_of({"rock": rock, "sea": box(0, 0, 400, 400).difference(rock)})
    quarters = Quartermaster(ground, {"sea"}, {"rock": 12}, {})
    spots = quarters.billet()["rock"]
    assert len(spots) == 12
    assert 4 <= quarters.strays("rock") < 12
    assert all(abs(a[0] - b[0]) >= 40 or abs(a[1] - b[1]) >= 40 for i, a in enumerate(spots) for b in spots[i + 1 :])
    assert max(rock.distance(shapely.Point(p)) for p in spots) <= REACHES[-1] + 5


def test_no_counter_leaves_its_inset() -> None:
    rock = box(160, 160, 185, 185)
    frame = (100.0, 100.0, 300.0, 300.0)
    ground = ground_of({"rock": rock, "sea": box(0, 0, 400, 400).difference(rock)})
    spots = Quartermaster(ground, {"sea"}, {"rock": 12}, {"rock": frame}).billet()["rock"]
    assert len(spots) == 12
    assert all(120 <= v <= 280 for p in spots for v in p)


@pytest.mark.usefixtures("toy")
def test_a_curved_name_turns_by_its_bend_and_stays_inside_its_box() -> None:
    arc = Arc("Black Sea", "sea", 30.0, 0.2, 0.7, 0.4)
    slopes = [turn for *_, turn in arc.letters]
    assert slopes == sorted(slopes)
    assert slopes[-1] - slopes[0] < 0.7 < 1.2 * (slopes[-1] - slopes[0])
    x0, y0, x1, y1 = arc.box(100, 100)
    assert x0 < 100 < x1
    assert y0 < 100 < y1
    assert len(arc.boxes(0, 0)) == len("BlackSea")


@pytest.mark.usefixtures("toy")
def test_a_curved_name_lies_wholly_on_free_ground() -> None:
    free = np.zeros((120, 160), dtype=bool)
    free[20:100, 10:150] = True
    free[55:60, :] = False  # a lane across the water
    choices = arcs("Levant", "sea", (24.0,), 0.0)
    found = lay_arc(free, choices, (60.0, 80.0))
    assert found is not None
    arc, r, c = found
    x, y = (c + 0.5) * STEP, (r + 0.5) * STEP
    for x0, y0, x1, y1 in arc.boxes(x, y):
        assert free[int(y0 / STEP) : int(y1 / STEP) + 1, int(x0 / STEP) : int(x1 / STEP) + 1].all()
    assert lay_arc(np.zeros((40, 40), dtype=bool), choices, (20.0, 20.0)) is None


def test_the_larger_base_is_twice_the_smaller_unless_that_is_too_much_for_a_telephone() -> None:
    assert larger((2000, 2000)) == 2
    zoom = larger((4700, 3970))
    assert 1.4 <= zoom < 1.5
    assert 4700 * 3970 * zoom**2 <= LARGEST


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
