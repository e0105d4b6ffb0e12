"""The board, the blocks and the cards of Alliance as the tables that rules read."""

import pytest

from grognard.games.alliance.board import BRITAIN, EMPIRES, FRANCE, NOBODY, RUSSIA, SPAIN, TURKEY, Border
from grognard.games.alliance.roster import CAVALRY, FLEET, FORTRESS, HQ, INFANTRY
from grognard.games.alliance.setting import packaged_facts

FACTS = packaged_facts()
BOARD, ROSTER, DECK = FACTS.board, FACTS.roster, FACTS.deck
AT = BOARD.number


def ids(places: tuple[int, ...]) -> set[str]:
    return {BOARD.ids[place] for place in places}


def between(a: str, b: str) -> Border:
    return BOARD.border[AT[a], AT[b]]


def test_places_are_the_regions_then_the_seas() -> None:
    assert (BOARD.count, BOARD.first_sea) == (122, 102)
    assert BOARD.ids[0] == "london"
    assert BOARD.ids[BOARD.first_sea] == "north-atlantic"
    assert [BOARD.ids[capital] for capital in BOARD.capital] == [
        *("london", "paris", "moscow", "vienna", "berlin", "madrid", "thracia")
    ]
    tables = (BOARD.names, BOARD.home, BOARD.owner, BOARD.vp, BOARD.stacking, BOARD.land, BOARD.seaways, BOARD.bases)
    more = (BOARD.base_seas, BOARD.ports, BOARD.coasts, BOARD.shores, BOARD.city_names)
    assert {len(table) for table in (*tables, *more)} == {BOARD.count}


@pytest.mark.clause("alliance", "1.1.7")
def test_home_and_owner() -> None:
    """Small islands and Gibraltar are nobody's Homeland, and their holder's while vacant (ruling C13)."""
    assert BOARD.home[AT["paris"]] == BOARD.owner[AT["paris"]] == FRANCE
    holders = {"gibraltar": BRITAIN, "malta": BRITAIN, "corfu": RUSSIA, "majorca": SPAIN, "cyprus": TURKEY}
    for name, state in holders.items():
        assert (BOARD.home[AT[name]], BOARD.owner[AT[name]]) == (NOBODY, state)
    for name in ("italy", "romagna", "hanover", "sardinia", "north-sea"):
        assert BOARD.home[AT[name]] == BOARD.owner[AT[name]] == NOBODY
    assert ids(BOARD.homeland[BRITAIN]) == {"humbria", "ireland", "london", "scotland", "wales", "wessex"}
    assert all(BOARD.home[place] == state for state in BOARD.states for place in BOARD.homeland[state])


def test_where_a_minor_is_defeated() -> None:
    regions = {BOARD.state_ids[minor]: BOARD.ids[BOARD.defeat_region[minor]] for minor in BOARD.minors}
    assert len(regions) == 15
    cities = {"denmark": "denmark", "portugal": "norte", "sweden": "sweden", "naples": "calabria"}
    assert regions == {name: name for name in regions} | cities
    assert {BOARD.defeat_region[empire] for empire in EMPIRES} == {NOBODY}


def test_stacking() -> None:
    names = ("paris", "sweden", "wales", "malta", "gibraltar", "north-sea")
    assert [BOARD.stacking[AT[name]] for name in names] == [4, 3, 2, 2, 2, 0]
    assert ids(tuple(BOARD.narrow)) == {"gibraltar", "corfu", "cyprus", "rhodes", "majorca", "malta"}
    assert (BOARD.narrow_armies, BOARD.narrow_fleets) == (1, 1)


def test_limits_of_borders() -> None:
    """T12: limits in the year and in Winter, the last for Russian blocks."""
    expected = {
        ("london", "wessex"): (4, 3, 3),
        ("rhineland", "bavaria"): (3, 2, 2),
        ("bavaria", "bohemia"): (3, 2, 2),
        ("burgundy", "italy"): (2, 1, 1),
        ("holland", "hanover"): (2, 1, 1),
        ("gascony", "vendee"): (2, 1, 1),
        ("calabria", "sicily"): (2, 1, 1),
        ("poltava", "donbas"): (3, 2, 3),
        ("east-prussia", "lithuania"): (3, 2, 2),
        ("neva", "vologda"): (0, 2, 3),
        ("andalusia", "gibraltar"): (1, 0, 0),
    }
    for pair, limits in expected.items():
        found = between(*pair)
        assert (found.limit, found.winter_limit, found.winter_limit_russia) == limits, pair
        assert found is between(*reversed(pair))
    assert (BOARD.coast_limit, BOARD.coast_winter_limit) == (2, 1)


@pytest.mark.clause("alliance", "11.6.2", "11.6.3")
def test_borders_that_stop_and_borders_that_events_help_over() -> None:
    """The river borders of 11.6 are mountains for every purpose (ruling L12)."""
    for pair in (("wallachia", "serbia"), ("bavaria", "swiss"), ("karaman", "armenia"), ("burgundy", "italy")):
        assert (between(*pair).must_stop, between(*pair).mountain, between(*pair).river) == (True, True, False)
        assert between(*pair).limit == 2
    assert not any(b.must_stop or b.limit != 3 for b in BOARD.border.values() if b.terrain == "river")
    for pair in (("gascony", "vendee"), ("thracia", "angora")):
        assert (between(*pair).must_stop, between(*pair).mountain) == (True, False)
    for pair in (("rhineland", "bavaria"), ("poltava", "donbas")):
        assert (between(*pair).must_stop, between(*pair).river) == (False, True)
    assert not between("holland", "hanover").must_stop
    assert [b.feature for b in set(BOARD.border.values()) if b.winter_only] == ["Lake Onega"]
    assert not between("neva", "vologda").river
    assert sorted({b.number for b in BOARD.border.values()}) == list(range(197))


@pytest.mark.clause("alliance", "1.3.5", "11.4.5")
def test_seas_and_bases() -> None:
    assert ids(BOARD.seaways[AT["danish-sea"]]) == {"skagerrak", "baltic"}
    assert ids(BOARD.strait[AT["danish-sea"], AT["baltic"]]) == {"denmark", "sweden"}
    assert ids(BOARD.strait[AT["black-sea"], AT["sea-of-marmara"]]) == {"thracia", "angora"}
    assert (AT["mid-atlantic"], AT["alboran"]) not in BOARD.strait
    assert len(BOARD.strait) == 6
    assert [ids(base) for base in BOARD.bases[AT["brittany"]]] == [{"english-channel", "bay-of-biscay"}]
    assert [ids(base) for base in BOARD.bases[AT["ireland"]]] == [{"irish-sea"}, {"north-atlantic"}]
    assert ids(BOARD.base_seas[AT["gibraltar"]]) == {"mid-atlantic", "alboran"}
    assert BOARD.base_seas[AT["wales"]] == BOARD.base_seas[AT["paris"]] == ()
    assert {"london", "hansa", "picardy"} <= ids(BOARD.ports[AT["north-sea"]])
    assert "wales" in ids(BOARD.shores[AT["irish-sea"]])
    assert ids(BOARD.coasts[AT["egypt"]]) == {"levant-sea"}
    for sea in BOARD.seas:
        assert set(BOARD.ports[sea]) <= set(BOARD.shores[sea])
        assert all(sea in BOARD.coasts[region] for region in BOARD.shores[sea])


@pytest.mark.clause("alliance", "1.2.2")
def test_victory_points() -> None:
    assert [sum(BOARD.vp[city] for city in BOARD.cities_of[empire]) for empire in EMPIRES] == [5, 5, 5, 4, 4, 4, 4]
    assert len(BOARD.cities) == 35
    assert all(BOARD.vp[place] == 0 for place in BOARD.regions if place not in BOARD.cities)
    assert sum(BOARD.vp[sea] for sea in BOARD.seas) == 9


@pytest.mark.clause("alliance", "2.11.1", "2.14.2", "2.16.1")
def test_blocks() -> None:
    napoleon = ROSTER.napoleon
    assert (ROSTER.ids[napoleon], ROSTER.kind[napoleon], ROSTER.steps[napoleon]) == ("fr-hq", HQ, 3)
    assert (ROSTER.letter[napoleon], ROSTER.fire[napoleon]) == (1, 4)
    cossack = ROSTER.number["ru-cossack-1"]
    assert (ROSTER.kind[cossack], ROSTER.letter[cossack], ROSTER.fire[cossack]) == (CAVALRY, 0, 1)
    assert (ROSTER.owner[cossack], ROSTER.flavour[cossack], ROSTER.site[cossack]) == (RUSSIA, "cossack", NOBODY)
    mantua = ROSTER.number["veneto-fort"]
    assert (ROSTER.kind[mantua], ROSTER.site[mantua]) == (FORTRESS, AT["veneto"])
    assert ROSTER.kind[ROSTER.number["sp-guerrilla-1"]] == INFANTRY
    assert sum(len(blocks) for blocks in ROSTER.of) == ROSTER.count == 130
    assert [ROSTER.kind[hq] for hq in ROSTER.hq] == [HQ] * 7
    assert {ROSTER.letter[b] for b in range(130) if ROSTER.kind[b] == FLEET} == {3}


@pytest.mark.clause("alliance", "3.0.1", "3.3.1")
def test_cards() -> None:
    assert (DECK.count, DECK.dealt, DECK.discarded) == (42, 5, 1)
    assert (DECK.action_points, DECK.own_empire_bonus) == (3, 1)
    assert DECK.leaders == tuple(range(34, 42))
    assert (DECK.names[41], DECK.empire[41], DECK.event[41]) == ("Napoléon", FRANCE, "grand-battery")
    assert (DECK.names[27], DECK.empire[27], DECK.event[27]) == ("Old Guard", FRANCE, "")
    assert DECK.event_names[DECK.event[38]] == "Bayonet Charge"
    assert set(DECK.event_effects) == set(DECK.event) - {""}
