"""The data files of Alliance: what the rulebook says of them, by the numbers of the fact sheet (K1 to K36)."""

import re
from collections import Counter

import pytest

import grognard
from grognard.games.alliance.schema import Border, Data, Region, Scenario, load

DATA = load()
BOARD = DATA.board
REGIONS = {region.id: region for region in BOARD.region}
SEAS = {sea.id: sea for sea in BOARD.sea}
BASES = {base.name: base for base in BOARD.base}
BLOCKS = {block.id: block for block in DATA.blocks.block}
SCENARIOS = DATA.scenarios.scenario
EMPIRES = ("britain", "france", "russia", "austria", "prussia", "spain", "turkey")
EACH_SCENARIO = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)


def homeland(state: str) -> set[str]:
    return {region.id for region in BOARD.region if region.homeland == state}


def cities(state: str) -> dict[str, int]:
    return {region.city: region.vp for region in BOARD.region if region.homeland == state and region.city}


def border(a: str, b: str) -> Border:
    return next(found for found in BOARD.border if {found.a, found.b} == {a, b})


def land(name: str) -> set[str]:
    return {end for b in BOARD.border if name in (b.a, b.b) for end in (b.a, b.b)} - {name}


def seas_beside(name: str) -> set[str]:
    return {end for s in BOARD.seaway if name in (s.a, s.b) for end in (s.a, s.b)} - {name}


def coasts(name: str) -> set[str]:
    return {coast.sea for coast in BOARD.coast if coast.region == name}


def ports_on(sea: str) -> set[str]:
    return {base.region for base in BOARD.base if sea in base.seas}


def stands(scenario: Scenario) -> list[tuple[str, str]]:
    """(block, place) of everything on the map."""
    placed = [stand for power in scenario.power for stand in power.place] + list(scenario.neutral)
    return [(block, stand.at) for stand in placed for block in stand.blocks]


@pytest.mark.clause("alliance", "1.1.1", "2.2.0.1", "2.11.1")
def test_seven_empires_and_fifteen_minors() -> None:
    assert tuple(state.id for state in BOARD.state[:7]) == EMPIRES
    assert [state.kind for state in BOARD.state] == ["empire"] * 7 + ["minor"] * 15
    colours = {state.id: state.colour for state in BOARD.state[:7]}
    assert colours == dict(zip(EMPIRES, ("red", "blue", "green", "white", "black", "yellow", "orange"), strict=True))
    assert {state.colour for state in BOARD.state[7:]} == {"brown"}
    assert Counter(block.owner for block in DATA.blocks.block if block.kind == "hq") == Counter(EMPIRES)


@pytest.mark.clause("alliance", "1.1.6", "1.1.7")
def test_k1_k2_the_british_homeland() -> None:
    assert homeland("britain") == {"humbria", "ireland", "london", "scotland", "wales", "wessex"}
    for name in ("gibraltar", "malta"):
        assert (REGIONS[name].homeland, REGIONS[name].owner) == (None, "britain")


@pytest.mark.clause("alliance", "1.2.1", "1.2.2")
def test_k3_to_k6_the_cities_of_the_empires() -> None:
    values = {empire: sorted(cities(empire).values(), reverse=True) for empire in EMPIRES}
    assert values == {
        "britain": [2, 1, 1, 1],
        "france": [2, 1, 1, 1],
        "russia": [2, 1, 1, 1],
        "austria": [2, 1, 1],
        "prussia": [2, 1, 1],
        "spain": [2, 1, 1],
        "turkey": [2, 1, 1],
    }
    assert cities("spain")["Madrid"] == 2
    assert all(bool(region.city) == bool(region.vp) for region in BOARD.region)


@pytest.mark.clause("alliance", "1.2.4")
def test_k7_k8_cities_the_book_names_outside_the_empires() -> None:
    named = {"bavaria": "Munich", "italy": "Milan", "hansa": "Hamburg", "norte": "Lisbon", "denmark": "Copenhagen"}
    assert {name: (REGIONS[name].city, REGIONS[name].vp) for name in named} == {n: (c, 1) for n, c in named.items()}
    assert REGIONS["saxony"].vp == 1


def test_k9_starred_seas() -> None:
    assert SEAS["north-sea"].vp == 1
    assert SEAS["bay-of-biscay"].vp + SEAS["gulf-of-lyon"].vp == 2
    assert sum(sea.vp for sea in BOARD.sea) == 9


def test_k10_no_city_on_the_french_side_of_1804_but_milan_and_spain() -> None:
    """Not refused in a corrected copy: the gold example only suggests it."""
    held = ("holland", "swiss", "westfalen", "hanover", "romagna")
    assert [REGIONS[name].vp for name in held] == [0, 0, 0, 0, 0]


def test_k11_k13_k30_borders_of_the_examples() -> None:
    assert border("rhineland", "bavaria").terrain == "river"
    assert {"burgundy", "bohemia"} <= land("bavaria")
    assert {"norte", "andalusia"} <= land("la-mancha")
    assert "moravia" in land("bohemia")


@pytest.mark.clause("alliance", "11.13.1")
def test_k12_the_garonne() -> None:
    assert border("gascony", "vendee").terrain == "strait"


@pytest.mark.clause("alliance", "1.3.4", "1.3.5")
def test_k14_k15_k31_naval_bases() -> None:
    assert [len(BASES[name].seas) for name in ("Brest", "Calais")] == [2, 2]
    assert (BASES["Bordeaux"].region, BASES["Hamburg"].region) == ("gascony", "hansa")
    based = {base.region for base in BOARD.base}
    assert {region.id for region in BOARD.region if region.city and coasts(region.id)} <= based


@pytest.mark.clause("alliance", "11.6.1")
def test_k16_mountain_regions() -> None:
    mountains = "armenia calabria corsica greece kurdistan norway sardinia scotland syria swiss tyrol wales"
    assert {region.id for region in BOARD.region if region.terrain == "mountain"} == set(mountains.split())


@pytest.mark.clause("alliance", "11.5.1")
def test_k17_small_islands() -> None:
    islands = {region.id: region.owner for region in BOARD.region if region.terrain == "small-island"}
    owners = {"corfu": "russia", "cyprus": "turkey", "rhodes": "turkey", "majorca": "spain", "malta": "britain"}
    assert islands == owners
    assert (BOARD.stacking.narrow_armies, BOARD.stacking.narrow_fleets) == (1, 1)
    assert islands.keys() <= {base.region for base in BOARD.base}


@pytest.mark.clause("alliance", "11.4.1", "11.4.5")
def test_k18_k29_gibraltar() -> None:
    assert (land("gibraltar"), border("gibraltar", "andalusia").limit) == ({"andalusia"}, 1)
    assert set(BASES["Gibraltar"].seas) == {"mid-atlantic", "alboran"}
    strait = next(s for s in BOARD.seaway if {s.a, s.b} == {"mid-atlantic", "alboran"})
    assert strait.sides == ()


@pytest.mark.clause("alliance", "11.3.1")
def test_k19_egypt() -> None:
    assert (land("egypt"), coasts("egypt")) == ({"syria"}, {"levant-sea"})


@pytest.mark.clause("alliance", "11.2.1", "11.2.2")
def test_k20_denmark() -> None:
    assert seas_beside("danish-sea") == {"baltic", "skagerrak"}
    assert border("denmark", "sweden").terrain == "strait"
    gates = [seaway for seaway in BOARD.seaway if set(seaway.sides) == {"denmark", "sweden"}]
    assert [seaway.strait for seaway in gates] == ["Kattegat"]
    assert ["denmark-fleet"] in [list(stand.blocks) for stand in SCENARIOS[0].neutral]


@pytest.mark.clause("alliance", "11.1.2")
def test_k21_the_straits() -> None:
    assert seas_beside("sea-of-marmara") == {"black-sea", "aegean"}
    gates = [seaway for seaway in BOARD.seaway if "sea-of-marmara" in (seaway.a, seaway.b)]
    assert {seaway.strait for seaway in gates} == {"Dardanelles", "Bosphorus"}
    for seaway in gates:
        assert set(seaway.sides) <= homeland("turkey")
        assert border(*seaway.sides).terrain == "strait"


@pytest.mark.clause("alliance", "11.7.1", "11.7.2")
def test_k22_naples() -> None:
    assert homeland("naples") == {"calabria", "apulia", "sicily"}
    assert border("calabria", "sicily").terrain == "strait"
    assert not any("sicily" in seaway.sides for seaway in BOARD.seaway)
    assert "ionian-sea" in seas_beside("tyrrhenian-sea")


@pytest.mark.clause("alliance", "11.6.2", "11.6.3")
def test_k23_rivers_that_count_as_mountains() -> None:
    euphrates = [b for b in BOARD.border if "Euphrates" in b.feature]
    assert len(euphrates) == 3
    named = [("armenia", "kurdistan"), ("serbia", "wallachia"), ("bavaria", "swiss")]
    assert {b.terrain for b in (*euphrates, *(border(*pair) for pair in named))} == {"mountain"}


@pytest.mark.clause("alliance", "11.12.1", "11.12.2")
def test_k24_k25_russian_rivers() -> None:
    assert (border("poltava", "donbas").terrain, border("poltava", "donbas").freezes) == ("river", True)
    never = [b for b in BOARD.border if b.feature in ("Bug", "Dniester", "Kuban", "Nieman")]
    assert len(never) == 9
    assert not any(b.freezes for b in never)
    frozen = [b for b in BOARD.border if b.freezes]
    assert all({b.a, b.b} <= homeland("russia") for b in frozen)
    assert len(frozen) == 16


def test_k26_lake_onega() -> None:
    assert [{b.a, b.b} for b in BOARD.border if b.terrain == "lake"] == [{"neva", "vologda"}]


def test_k27_k28_seas_of_the_examples() -> None:
    assert {"bay-of-biscay", "north-sea"} <= seas_beside("english-channel")
    assert "wessex" in ports_on("english-channel")
    assert "galicia" in ports_on("bay-of-biscay")
    assert "hansa" in ports_on("north-sea")


@EACH_SCENARIO
def test_k31_k32_everything_starts_where_it_may_stand(scenario: Scenario) -> None:
    room = {"clear": 4, "forest": 3, "mountain": 2, "small-island": 2, "gibraltar": 2}
    based = {base.region for base in BOARD.base}
    there = Counter(place for _, place in stands(scenario))
    assert all(there[name] <= room[REGIONS[name].terrain] for name in REGIONS)
    for block, place in stands(scenario):
        fleet = BLOCKS[block].kind == "fleet"
        assert (place in SEAS or place in based) if fleet else place in REGIONS, (block, place)


@EACH_SCENARIO
@pytest.mark.clause("alliance", "2.2.0.2", "12.0.1")
def test_k33_every_block_once_and_every_minor_with_one_power(scenario: Scenario) -> None:
    pools = [block for power in scenario.power for block in power.pool]
    assert Counter([*pools, *(block for block, _ in stands(scenario))]) == Counter(BLOCKS.keys())
    assert len(BLOCKS) == 130
    tied = [minor for power in scenario.power for minor in power.minors]
    independent = {BLOCKS[block].owner for stand in scenario.neutral for block in stand.blocks}
    assert sorted([*tied, *independent]) == sorted(state.id for state in BOARD.state if state.kind == "minor")


# scenario, empire, its clause, gold, ally, tied minors, blocks on the map, places, pool
SETUPS = [
    (
        "1804",
        "france",
        "12.1804.1",
        10,
        None,
        "swiss holland westfalen",
        23,
        14,
        "fr-inf-8 fr-inf-9 fr-fleet-3 fr-art-2",
    ),
    ("1804", "spain", "12.1804.2", 8, "france", "morocco", 13, 8, "sp-guerrilla-2"),
    ("1804", "austria", "12.1804.3", 8, None, "veneto", 12, 7, "au-inf-2"),
    ("1804", "prussia", "12.1804.4", 8, None, "poland", 12, 5, "pr-inf-5 pr-dragoner"),
    ("1804", "britain", "12.1804.5", 10, None, "portugal sweden", 21, 12, "br-fleet-6"),
    ("1804", "russia", "12.1804.6", 10, None, "", 16, 10, "ru-cav-2 ru-militia-1 ru-militia-2 ru-fleet-3"),
    ("1804", "turkey", "12.1804.7", 8, None, "tunisia", 13, 9, "tu-art-1"),
    (
        *("1808", "france", "12.1808.1", 12, None),
        *("veneto saxony bavaria westfalen hansa swiss denmark holland naples rome poland", 32, 22),
        "fr-inf-8 fr-inf-9 fr-fleet-3",
    ),
    ("1808", "austria", "12.1808.2", 4, None, "", 9, 6, "au-inf-3 au-inf-4 au-cav-2"),
    ("1808", "prussia", "12.1808.3", 4, None, "", 9, 4, "pr-inf-5 pr-cav-1 pr-dragoner pr-fleet-1"),
    ("1808", "britain", "12.1808.4", 10, None, "portugal sweden", 22, 12, ""),
    ("1808", "russia", "12.1808.5", 6, None, "", 19, 13, "ru-cav-1"),
    ("1808", "spain", "12.1808.6", 4, None, "morocco", 12, 7, "sp-fleet-1 sp-guerrilla-2"),
    ("1808", "turkey", "12.1808.7", 6, None, "tunisia", 14, 10, ""),
    (
        *("1812", "france", "12.1812.1", 10, None),
        *("bavaria westfalen poland saxony denmark swiss hansa holland naples rome veneto sweden", 34, 24),
        "fr-inf-8 fr-inf-9 fr-fleet-3",
    ),
    ("1812", "austria", "12.1812.2", 6, "france", "", 9, 5, "au-inf-3 au-art-1 au-fleet-1"),
    ("1812", "prussia", "12.1812.3", 6, "france", "", 10, 4, "pr-art-1 pr-inf-3 pr-dragoner"),
    ("1812", "britain", "12.1812.4", 10, None, "portugal", 20, 11, ""),
    ("1812", "spain", "12.1812.5", 6, "britain", "morocco", 12, 6, "sp-fort-barcelona sp-guerrilla-2"),
    ("1812", "russia", "12.1812.6", 8, None, "", 19, 12, "ru-fleet-3"),
    ("1812", "turkey", "12.1812.7", 8, None, "tunisia", 14, 9, ""),
]


@pytest.mark.clause("alliance", "11.10.1", "11.8.1", "11.9.1", "12.0.5")
@pytest.mark.parametrize(
    ("scenario", "empire", "gold", "ally", "minors", "blocks", "places", "pool"),
    [
        pytest.param(*row[:2], *row[3:], id=f"{row[0]}-{row[1]}", marks=pytest.mark.clause("alliance", str(row[2])))
        for row in SETUPS
    ],
)
def test_what_an_empire_starts_with(
    scenario: str, empire: str, gold: int, ally: str | None, minors: str, blocks: int, places: int, pool: str
) -> None:
    record = next(s for s in SCENARIOS if s.id == scenario)
    power = next(p for p in record.power if p.id == empire)
    assert (power.gold, power.ally) == (gold, ally)
    assert list(power.minors) == minors.split()
    assert (sum(len(stand.blocks) for stand in power.place), len(power.place)) == (blocks, places)
    assert list(power.pool) == pool.split()


@pytest.mark.clause("alliance", "12.1804.8")
def test_neutral_minors_of_1804() -> None:
    neutral = {block: stand.at for stand in SCENARIOS[0].neutral for block in stand.blocks}
    assert neutral == {
        "naples-inf": "calabria",
        "rome-inf": "rome",
        "denmark-fleet": "denmark",
        "bavaria-inf": "bavaria",
        "saxony-fort": "saxony",
        "hansa-inf": "hansa",
    }
    assert [scenario.neutral for scenario in SCENARIOS[1:]] == [(), ()]


@pytest.mark.clause("alliance", "12.1804.9", "12.1808.8", "12.1812.8")
def test_the_years_and_the_strength_of_each_scenario() -> None:
    told = [(s.id, s.first_year, s.last_year, s.deploy) for s in SCENARIOS]
    assert told == [
        ("1804", 1804, 1807, "minus-one"),
        ("1808", 1808, 1811, "minus-one"),
        ("1812", 1812, 1815, "full"),
    ]


@pytest.mark.clause("alliance", "3.0.1", "3.3.1")
def test_k34_cards() -> None:
    cards = {card.number: card for card in DATA.cards.card}
    assert list(cards) == list(range(1, 43))
    leaders = {card.name: (card.empire, card.event) for card in DATA.cards.card if card.event}
    assert leaders == {
        "Charles": ("austria", "alpine-guide"),
        "Wellington": ("britain", "reverse-slope"),
        "Napoléon": ("france", "grand-battery"),
        "Talleyrand": ("france", "diplomacy-plus-2"),
        "Selim III": ("turkey", "panic"),
        "Blücher": ("prussia", "bridge-capture"),
        "Czar Alexander": ("russia", "bayonet-charge"),
        "Cuesta": ("spain", "cavalry-charge"),
    }
    assert [cards[n].empire for n in (42, 39, 28, 12)] == ["france", "russia", "france", "austria"]
    assert Counter(card.empire for card in DATA.cards.card) == dict.fromkeys(EMPIRES, 6)


def test_k35_blocks_of_the_examples() -> None:
    profiles = {(block.owner, f"{block.steps}{block.fire}") for block in DATA.blocks.block}
    shown = (
        "britain 2A3, britain 2B4, britain 4C3, spain 3C2, france 3B4, france 4C3, france 3C3, france 3B3, france 3C4"
    )
    assert {tuple(words.split()) for words in shown.split(", ")} <= profiles
    ratings = {(block.owner, block.fire) for block in DATA.blocks.block}
    assert {("britain", "B2"), ("britain", "C2"), ("france", "A2"), ("france", "C2")} <= ratings


@pytest.mark.clause("alliance", "2.12.1", "2.13.3", "2.14.1", "2.14.2", "2.15.1", "2.16.1")
def test_k36_ratings_of_each_kind() -> None:
    ranges = {"infantry": "C[1-4]", "artillery": "A[23]", "fleet": "D[23]", "cavalry": "B[1-3]|A1"}
    for block in DATA.blocks.block:
        assert re.fullmatch(ranges.get(block.kind, "[BC][1-4]"), block.fire), block.id
        assert (block.fire == "A1") == (block.flavour == "cossack"), block.id
        assert 1 <= block.steps <= (3 if block.kind == "fleet" else 4), block.id
        if block.kind == "fortress":
            assert REGIONS[str(block.site)].fortress_steps == block.steps, block.id
    guns = Counter(block.owner for block in DATA.blocks.block if block.kind == "artillery")
    assert guns.pop("france") == guns.pop("russia") == 2
    assert max(guns.values()) == 1
    assert {block.owner for block in DATA.blocks.block if block.fire == "D3"} == {"britain"}


def test_border_limits() -> None:
    limits = {t.id: (t.limit, t.winter_limit, t.must_stop) for t in BOARD.terrain}
    assert limits == {
        "clear": (4, 3, False),
        "river": (3, 2, False),
        "forest": (3, 2, False),
        "mountain": (2, 1, True),
        "marsh": (2, 1, False),
        "strait": (2, 1, True),
        "coast": (2, 1, True),
        "lake": (0, 2, False),
    }


def test_the_drawn_board_has_the_same_places_and_joins() -> None:
    """The atlas draws exactly what the rules play on."""
    drawn = grognard.board("alliance").topology
    spaces = {space.id: space for space in drawn.spaces if space.kind != "void"}
    assert {name for name, space in spaces.items() if space.kind == "land"} == set(REGIONS)
    assert {name for name, space in spaces.items() if space.kind == "sea"} == {*SEAS, "red-sea"}
    kinds = {"clear", "river", "forest", "mountain", "marsh", "strait", "lake"}
    by_land = {(frozenset((b.a, b.b)), b.kind, b.freezes) for b in drawn.borders if b.kind in kinds}
    assert by_land == {(frozenset((b.a, b.b)), b.terrain, b.freezes or b.terrain == "lake") for b in BOARD.border}
    by_sea = {frozenset((b.a, b.b)) for b in drawn.borders if b.kind in ("sea", "narrows")}
    assert by_sea == {frozenset((s.a, s.b)) for s in BOARD.seaway}
    on_coast = {frozenset((b.a, b.b)) for b in drawn.borders if b.kind == "coast"}
    assert on_coast == {frozenset((c.region, c.sea)) for c in BOARD.coast}
    assert {power.id for power in drawn.powers} == {state.id for state in BOARD.state}


def sources(data: Data) -> list[str]:
    places = [source for place in (*data.board.region, *data.board.sea) for source in place.src.values()]
    places += [source for block in data.blocks.block for source in block.src.values()]
    records = (*data.board.border, *data.board.seaway, *data.board.coast, *data.board.base, *data.board.state)
    records = (*records, *data.board.terrain, *data.cards.card, *data.cards.event, *data.scenarios.line_up)
    records = (*records, *data.scenarios.scenario, *(p for s in data.scenarios.scenario for p in s.power))
    return places + [record.src for record in records]


def test_every_record_says_where_it_comes_from() -> None:
    assert all(re.match(r"[RG]\b", source) for source in sources(DATA))


def named(region: Region) -> bool:
    return region.src["region"].startswith("R")


def test_how_much_of_the_board_is_named_in_the_book() -> None:
    assert (sum(map(named, BOARD.region)), len(BOARD.region)) == (89, 102)
    assert sum(b.src.startswith("R") for b in BOARD.border) == 29
