"""1.3, 8. Fleets: moves, straits, bases, blockades, sea moves, invasions; 4.4 supply; 5 levies."""

import pytest
from stage import Stage

from grognard.games.alliance.supply import supply

proves = pytest.mark.clause


def group(s: Stage, player: str, place: str) -> Stage:
    return s.turn(player).act(player, "group", place)


# --- 8.1: fleets -----------------------------------------------------------------------------------------------------


@proves("alliance", "8.1.2", "2.16.3", "4.3.3", "3.2.5")
def test_fleets_go_one_to_three_seas() -> None:
    s = Stage(players=2).put("north-sea", "br-fleet-1")
    group(s, "britain", "north-sea")
    reached = {o[2] for o in s.options("britain", "move")}
    board = s.setting.board
    frontier, within = {s.place("north-sea")}, set()
    for _ in range(3):
        frontier = {q for p in frontier for q in board.seaways[p]}
        within |= frontier
    within.discard(s.place("north-sea"))
    assert reached <= {board.ids[p] for p in within}
    assert {board.ids[p] for p in board.seaways[s.place("north-sea")]} <= reached | {"danish-sea"}


@proves("alliance", "1.3.3", "8.1.6", "8.1.7")
def test_fleets_enter_only_bases_and_never_go_from_coast_to_coast() -> None:
    s = Stage(players=2).put("wessex", "br-fleet-1").put("english-channel", "br-fleet-2")
    group(s, "britain", "wessex")
    assert s.options("britain", "attack") == []
    assert s.why("britain", "move", "br-fleet-1", "wales").clause == "8.1.6"
    docks = s.options("britain", "dock")
    assert docks
    assert all(s.setting.board.base_seas[s.place(str(o[3]))] for o in docks)
    assert all(o[2] != "wessex" for o in docks)


@proves("alliance", "1.3.7", "1.3.4", "1.3.5")
def test_a_fleet_leaves_port_by_the_sea_it_came_from() -> None:
    s = Stage(players=2).put("brittany", "fr-fleet-1", port="bay-of-biscay").put("brittany", "fr-fleet-2")
    s.put("english-channel", "br-fleet-1")
    group(s, "france", "brittany")
    assert s.why("france", "attack", "fr-fleet-1", "english-channel").clause == "1.3.7"
    assert s.may("france", "attack", "fr-fleet-2", "english-channel")
    assert s.may("france", "move", "fr-fleet-1", "bay-of-biscay")


@proves("alliance", "8.1.8", "11.2.4", "11.1.3", "11.2.2", "11.2.3", "11.1.2")
def test_straits_let_pass_only_whom_both_shores_are_friendly_or_neutral_to() -> None:
    """T26."""

    def passes(denmark: str | None, sweden: str | None) -> bool:
        s = Stage(players=2).ally("denmark", denmark).ally("sweden", sweden).put("danish-sea", "br-fleet-1")
        return group(s, "britain", "danish-sea").may("britain", "move", "br-fleet-1", "baltic")

    assert passes(None, None)
    assert passes("britain", "britain")
    assert passes("britain", None)
    assert not passes("france", "britain")
    assert not passes(None, "france")


@proves("alliance", "8.1.3", "8.1.4", "8.1.5", "4.2.8", "4.2.9", "4.2.13")
def test_seas_have_no_limit_and_coasts_two() -> None:
    s = (
        Stage(players=2)
        .put("bay-of-biscay", "fr-fleet-1")
        .put("english-channel", *(f"br-fleet-{n}" for n in range(1, 5)))
    )
    s.put("brittany", "fr-inf-1").order("britain", "france")
    group(s, "britain", "english-channel").act("britain", "attack", "br-fleet-1", "brittany")
    s.act("britain", "attack", "br-fleet-2", "brittany")
    assert s.why("britain", "attack", "br-fleet-3", "brittany").clause == "4.2.9"
    s = (
        Stage(players=2)
        .put("bay-of-biscay", "fr-fleet-1")
        .put("english-channel", *(f"br-fleet-{n}" for n in range(1, 7)))
    )
    group(s, "britain", "english-channel")
    for n in range(1, 7):
        s.act("britain", "attack", f"br-fleet-{n}", "bay-of-biscay")
    assert s.position.fight_at(s.place("bay-of-biscay")).attack.bit_count() == 6


@proves("alliance", "11.4.4", "11.4.5", "11.4.1")
def test_gibraltar_opens_on_both_seas_and_closes_none() -> None:
    s = Stage(players=2).ally("spain", "france").put("andalusia", "sp-inf-1").put("mid-atlantic", "br-fleet-1")
    group(s, "britain", "mid-atlantic")
    assert s.may("britain", "move", "br-fleet-1", "alboran")
    assert s.setting.board.base_seas[s.place("gibraltar")] == tuple(
        sorted((s.place("mid-atlantic"), s.place("alboran")))
    )
    assert s.place("morocco") not in s.setting.board.land[s.place("gibraltar")]


# --- 8.3: fleet battles ----------------------------------------------------------------------------------------------


@proves("alliance", "8.3.1", "8.3.5", "8.31.1", "8.3.2")
def test_fleets_retreat_to_seas_even_where_the_enemy_came_from() -> None:
    s = (
        Stage(players=2)
        .put("english-channel", "fr-fleet-1")
        .put("bay-of-biscay", "br-fleet-1")
        .order("britain", "france")
    )
    group(s, "britain", "bay-of-biscay").act("britain", "attack", "br-fleet-1", "english-channel").battles()
    s.act("france", "pass", "fr-fleet-1").act("britain", "pass", "br-fleet-1")
    assert s.may("france", "retreat", "fr-fleet-1", "bay-of-biscay")
    assert s.why("france", "retreat", "fr-fleet-1", "brittany").clause == "8.3.5"


# --- 4.4, 8.32: supply -----------------------------------------------------------------------------------------------


@proves("alliance", "4.4.1", "4.4.2", "4.4.3")
def test_supply_is_an_unbroken_chain_to_a_friendly_homeland_city() -> None:
    s = Stage(players=2).ally("bavaria", "france").put("bavaria", "fr-inf-1", steps=1)
    s.put("rhineland", "fr-inf-2")
    france = s.state("france")
    assert supply(s.g, france).covers(s.block("fr-inf-1"), s.place("bavaria"))
    s = Stage(players=2).ally("spain", "britain").put("madrid", "fr-inf-1", steps=1)
    s.turn("france")
    assert s.why("france", "levy", "fr-inf-1").clause == "4.4.1"


@proves("alliance", "8.32.1", "8.32.2", "8.32.3", "4.4.4")
def test_a_base_is_blockaded_when_all_its_seas_hold_enemy_fleets() -> None:
    """T29."""
    s = Stage(players=2).put("english-channel", "br-fleet-1").put("brittany", "fr-inf-1")
    france, brest = s.state("france"), s.place("brittany")
    assert not supply(s.g, france).closed_bases >> brest & 1
    s.put("bay-of-biscay", "br-fleet-2")
    assert supply(s.g, france).closed_bases >> brest & 1


@proves("alliance", "6.2.7")
def test_an_allied_players_city_supplies_nobody() -> None:
    s = Stage(players=3).pact("britain", "russia").put("moscow", "br-inf-1", steps=1)
    assert s.turn("britain").may("britain", "levy", "br-inf-1")
    for n, city in enumerate(s.setting.board.cities_of[s.state("britain")], start=1):
        s.put(s.setting.board.ids[city], f"fr-inf-{n}")
    assert s.turn("britain").why("britain", "levy", "br-inf-1").clause == "4.4.1"


# --- 5, 8.2: levies --------------------------------------------------------------------------------------------------


@proves("alliance", "5.0.1", "3.2.7", "3.2.9", "5.0.3", "3.2.10", "5.0.4", "5.0.5", "3.2.13")
def test_a_step_for_a_point_once_a_turn_and_then_no_move() -> None:
    """T14."""
    s = Stage(players=2).put("paris", "fr-inf-1", "fr-inf-2", steps=2).put("burgundy", "fr-inf-3")
    s.turn("france").act("france", "group", "burgundy").act("france", "move", "fr-inf-3", "rhineland")
    s.act("france", "levy", "fr-inf-1")
    assert (s.steps("fr-inf-1"), s.position.ap) == (3, 1)
    assert s.why("france", "levy", "fr-inf-1").clause in ("3.2.9", "5.0.5")
    s.act("france", "levy", "fr-inf-2")
    assert s.position.ap == 0
    assert s.why("france", "group", "paris").clause in ("3.2.4", "5.0.4")
    assert s.why("france", "levy", "fr-inf-3").clause in ("5.0.5", "turn.5")


@proves("alliance", "turn.5")
def test_a_block_that_moved_is_not_levied() -> None:
    s = Stage(players=2).put("paris", "fr-inf-1", steps=1)
    s.turn("france").act("france", "group", "paris").act("france", "move", "fr-inf-1", "burgundy")
    assert s.why("france", "levy", "fr-inf-1").clause == "turn.5"


@proves("alliance", "5.1.1", "5.1.2", "5.1.3", "3.2.8", "7.7.3", "2.3.2.1", "11.5.3", "6.2.6")
def test_new_armies_appear_at_strength_one_in_their_own_homeland() -> None:
    s = Stage(players=2).pool("fr-inf-8").put("bavaria", "fr-inf-1").ally("bavaria", "france")
    s.turn("france").act("france", "build", "fr-inf-8")
    sites = {str(o[1]) for o in s.options("france")}
    homeland = {s.setting.board.ids[p] for p in s.setting.board.homeland[s.state("france")]}
    assert sites == homeland
    assert s.why("france", "place", "bavaria").clause == "5.1.1"
    s.act("france", "place", "paris")
    assert (s.where("fr-inf-8"), s.steps("fr-inf-8")) == ("paris", 1)
    assert s.why("france", "levy", "fr-inf-8").clause == "3.2.9"


@proves("alliance", "8.2.3", "8.2.4", "8.2.2", "1.3.9", "8.2.1", "1.3.10")
def test_new_fleets_start_at_zero_in_a_homeland_base() -> None:
    """T27."""
    s = Stage(players=2).pool("br-fleet-6")
    s.turn("britain").act("britain", "build", "br-fleet-6")
    board = s.setting.board
    bases = {board.ids[p] for p in board.homeland[s.state("britain")] if board.base_seas[p]}
    assert {str(o[1]) for o in s.options("britain")} == bases
    s.act("britain", "place", "wessex")
    assert s.steps("br-fleet-6") == 0
    s = Stage(players=2).put("english-channel", "br-fleet-1", steps=1).put("levant-sea", "br-fleet-2", steps=1)
    s.ally("turkey", "france").turn("britain")
    assert s.may("britain", "levy", "br-fleet-1")


@proves("alliance", "7.7.4")
def test_a_fortress_is_rebuilt_in_its_own_region() -> None:
    s = Stage(players=2).pool("fr-fort-mainz")
    s.turn("france").act("france", "build", "fr-fort-mainz")
    assert s.options("france") == [("place", "rhineland")]
    assert s.why("france", "place", "paris").clause == "7.7.4"


# --- 8.4: sea moves --------------------------------------------------------------------------------------------------


def crossing() -> Stage:
    """T30: fleets in the Channel and in Biscay, an army in Wessex, Galicia friendly."""
    s = (
        Stage(players=2)
        .ally("spain", "britain")
        .put("english-channel", "br-fleet-1")
        .put("bay-of-biscay", "br-fleet-2")
    )
    return s.put("wessex", "br-inf-1", "br-cav-1", "br-fort-portsmouth")


@proves("alliance", "8.4.1", "8.4.2", "8.4.6", "1.3.8", "2.16.2")
def test_an_army_crosses_connected_friendly_seas_for_a_point() -> None:
    s = crossing().turn("britain").act("britain", "ship", "br-inf-1").act("britain", "sail", "english-channel")
    s.act("britain", "sail", "bay-of-biscay").act("britain", "ashore", "galicia")
    assert (s.where("br-inf-1"), s.position.ap) == ("galicia", 2)
    assert s.why("britain", "group", "english-channel").clause == "8.4.6"
    assert s.why("britain", "group", "bay-of-biscay").clause == "8.4.6"


@proves("alliance", "8.4.4", "3.5.4", "8.5.6", "8.4.3", "8.4.5")
def test_what_forbids_a_sea_move() -> None:
    assert crossing().season(4).turn("britain").why("britain", "ship", "br-inf-1").clause == "3.5.4"
    assert crossing().turn("britain").why("britain", "ship", "br-fort-portsmouth").clause == "8.4.1"
    s = crossing().put("london", "br-inf-2").turn("britain")
    s.act("britain", "group", "london").act("britain", "move", "br-inf-2", "wessex")
    assert s.why("britain", "ship", "br-inf-2").clause == "4.0.3"
    s = Stage(players=2).put("north-sea", "br-fleet-1").put("wessex", "br-inf-1")
    s.turn("britain").act("britain", "group", "north-sea").act("britain", "move", "br-fleet-1", "english-channel")
    assert not s.may("britain", "ship", "br-inf-1")


# --- 8.5: invasions --------------------------------------------------------------------------------------------------


def invasion(*blocks: str) -> Stage:
    s = Stage(players=2).put("english-channel", "br-fleet-1").put("wessex", *blocks).put("normandy", "fr-inf-1")
    return s.order("britain", "france").turn("britain", ap=4)


@proves("alliance", "8.5.1", "8.5.2", "8.5.3", "8.5.4", "8.5.5")
def test_one_invasion_of_two_foot_or_hq_a_turn() -> None:
    """T31."""
    s = invasion("br-inf-1", "br-inf-2", "br-inf-3", "br-cav-1")
    s.act("britain", "ship", "br-inf-1").act("britain", "sail", "english-channel")
    s.act("britain", "invade", "normandy")
    assert s.position.ap == 3
    assert s.position.embattled >> s.place("normandy") & 1
    s.act("britain", "ship", "br-inf-2").act("britain", "sail", "english-channel")
    assert s.why("britain", "invade", "picardy").clause == "8.5.4"
    s.act("britain", "invade", "normandy")
    if s.may("britain", "ship", "br-inf-3"):
        s.act("britain", "ship", "br-inf-3").act("britain", "sail", "english-channel")
        assert s.why("britain", "invade", "normandy").clause == "8.5.4"
    s = invasion("br-cav-1")
    if s.may("britain", "ship", "br-cav-1"):
        s.act("britain", "ship", "br-cav-1").act("britain", "sail", "english-channel")
        assert s.why("britain", "invade", "normandy").clause == "8.5.2"


@proves("alliance", "8.5.7", "8.5.8")
def test_no_army_joins_an_invasion_by_land_but_fleets_may() -> None:
    s = invasion("br-inf-1").put("picardy", "br-inf-2").put("english-channel", "br-fleet-2")
    s.turn("britain", ap=4)
    s.act("britain", "ship", "br-inf-1").act("britain", "sail", "english-channel")
    if s.asks == "escort":
        s.act("britain", "escort", "br-fleet-1")
    s.act("britain", "invade", "normandy").act("britain", "group", "picardy")
    assert s.why("britain", "attack", "br-inf-2", "normandy").clause == "8.5.7"


@proves("alliance", "8.5.9", "8.5.10", "8.5.11", "8.31.2")
def test_invaders_go_back_by_sea_while_it_is_friendly() -> None:
    s = invasion("br-inf-1").act("britain", "ship", "br-inf-1").act("britain", "sail", "english-channel")
    s.act("britain", "invade", "normandy").battles()
    s.act("france", "pass", "fr-inf-1").act("britain", "pass", "br-inf-1").act("france", "pass", "fr-inf-1")
    assert s.may("britain", "retreat", "br-inf-1", "wessex")
    s.put("bay-of-biscay", "br-fleet-1")
    assert not s.may("britain", "retreat", "br-inf-1", "wessex")
    assert s.why("britain", "retreat", "br-inf-1", "wessex").clause == "8.31.2"
