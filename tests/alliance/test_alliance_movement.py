"""4. Movement: groups, control, border limits, stops, attacks, reserves, pinning, neutrals."""

import pytest
from stage import Stage

from grognard.games.alliance.fights import limit_of
from grognard.games.alliance.position import ALLY, CLIENT, ENEMY, NEUTRAL, OWN
from grognard.games.alliance.states import holder, is_friendly, lie

proves = pytest.mark.clause


def open_group(s: Stage, player: str, place: str) -> Stage:
    return s.turn(player).act(player, "group", place)


# --- 4.0, 4.3: groups ------------------------------------------------------------------------------------------------


@proves("alliance", "4.3.1", "4.3.2", "3.2.4", "8.1.1", "4.0.1")
def test_any_blocks_of_a_group_move_for_one_point_to_different_places() -> None:
    s = Stage(players=2).ally("westfalen", "france")
    s.put("holland", "fr-inf-1", "westfalen-inf", "fr-cav-1").put("hanover", "fr-inf-2")
    open_group(s, "france", "holland")
    assert s.position.ap == 3
    s.act("france", "move", "fr-inf-1", "flanders").act("france", "move", "westfalen-inf", "hanover")
    assert s.position.ap == 2
    s.act("france", "close")
    assert (s.where("fr-inf-1"), s.where("westfalen-inf"), s.where("fr-cav-1")) == ("flanders", "hanover", "holland")
    assert s.position.ap == 2
    # what stayed behind moves only for another point
    s.act("france", "group", "holland").act("france", "move", "fr-cav-1", "flanders")
    assert s.position.ap == 1


@proves("alliance", "4.0.2", "6.2.9")
def test_another_players_blocks_never_move() -> None:
    s = Stage(players=3).pact("france", "russia").put("paris", "fr-inf-1", "ru-inf-1")
    open_group(s, "france", "paris")
    assert s.why("france", "move", "ru-inf-1", "burgundy").clause == "4.0.2"
    assert not any(action[1:2] == ("ru-inf-1",) for action in s.options("france"))


@proves("alliance", "4.0.3")
def test_a_block_moves_once() -> None:
    s = Stage(players=2).put("paris", "fr-inf-1", "fr-inf-2")
    open_group(s, "france", "paris").act("france", "move", "fr-inf-1", "burgundy").act("france", "close")
    assert s.why("france", "group", "burgundy").clause == "4.0.3"


@proves("alliance", "2.13.2", "2.13.1")
def test_a_fortress_never_moves() -> None:
    s = Stage(players=2).put("flanders", "fr-fort-antwerp")
    assert s.turn("france").why("france", "group", "flanders").clause == "2.13.2"


@proves("alliance", "4.3.3", "3.2.5")
def test_armies_go_one_or_two_regions() -> None:
    s = Stage(players=2).put("paris", "fr-inf-1")
    open_group(s, "france", "paris")
    reached = {action[2] for action in s.options("france", "move")}
    board = s.setting.board
    near = {board.ids[p] for p in board.land[s.place("paris")]}
    assert near <= reached
    two = {board.ids[q] for p in board.land[s.place("paris")] for q in board.land[p]} - {"paris"}
    assert reached <= near | two
    assert reached - near
    assert s.why("france", "move", "fr-inf-1", "moscow").clause == "4.3.3"


@proves("alliance", "4.2.5", "3.2.6", "11.6.2", "11.6.3")
def test_a_mountain_border_stops_a_block() -> None:
    s = Stage(players=2).put("swiss", "fr-inf-1").ally("swiss", "france").ally("bavaria", "france")
    border = s.setting.board.border[s.place("swiss"), s.place("bavaria")]
    assert border.must_stop
    assert (border.limit, border.mountain) == (2, True)
    open_group(s, "france", "swiss")
    assert s.may("france", "move", "fr-inf-1", "bavaria")
    assert not s.may("france", "move", "fr-inf-1", "bohemia")


@proves("alliance", "4.2.7", "11.13.1", "11.1.1")
def test_a_strait_stops_a_block() -> None:
    s = Stage(players=2).put("gascony", "fr-inf-1")
    border = s.setting.board.border[s.place("gascony"), s.place("vendee")]
    assert (border.terrain, border.limit, border.must_stop) == ("strait", 2, True)
    open_group(s, "france", "gascony")
    beyond = {s.setting.board.ids[p] for p in s.setting.board.land[s.place("vendee")]}
    beyond -= {s.setting.board.ids[p] for p in s.setting.board.land[s.place("gascony")]} | {"gascony"}
    assert s.may("france", "move", "fr-inf-1", "vendee")
    assert beyond
    for place in s.setting.board.land[s.place("gascony")]:
        beyond -= {s.setting.board.ids[p] for p in s.setting.board.land[place] if place != s.place("vendee")}
    assert not any(s.may("france", "move", "fr-inf-1", place) for place in beyond)


# --- 4.1: control ----------------------------------------------------------------------------------------------------


@proves("alliance", "4.1.2", "4.1.3", "4.1.6", "4.1.9", "3.6.7", "3.6.9", "4.1.7")
def test_what_a_state_is_to_a_player() -> None:
    s = Stage(players=4).ally("prussia", "britain").pact("britain", "austria")
    britain, austria = s.state("britain"), s.state("austria")
    stance = s.g.stance
    assert stance[britain][britain] == OWN
    assert stance[britain][s.state("prussia")] == OWN
    assert stance[britain][austria] == ALLY
    assert stance[austria][s.state("prussia")] == CLIENT  # T11
    assert stance[britain][s.state("turkey")] == NEUTRAL
    assert stance[britain][s.state("france")] == ENEMY
    assert is_friendly(s.g, britain, s.place("vienna"))
    assert is_friendly(s.g, britain, s.place("berlin"))
    assert not is_friendly(s.g, austria, s.place("berlin"))


@proves("alliance", "4.1.1", "6.13.9", "4.1.8", "1.3.1")
def test_control_changes_at_once_and_vacant_land_goes_back() -> None:
    s = Stage(players=2).put("bohemia", "fr-inf-1")
    assert holder(s.g, s.place("bohemia")) == s.state("france")
    open_group(s, "france", "bohemia").act("france", "move", "fr-inf-1", "saxony")
    assert holder(s.position, s.place("bohemia")) == s.state("austria")
    assert holder(s.position, s.place("english-channel")) == -1


@proves("alliance", "4.1.5")
def test_friendly_blocks_are_never_another_players() -> None:
    s = Stage(players=3).pact("france", "russia").ally("westfalen", "france")
    s.put("paris", "fr-inf-1", "westfalen-inf", "ru-inf-1")
    mine = s.g.friendly_blocks(s.state("france"), s.place("paris"))
    assert {s.setting.roster.ids[b] for b in mine} == {"fr-inf-1", "westfalen-inf"}


# --- 4.2: border limits ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "summer", "winter"),
    [
        ("london", "wessex", 4, 3),
        ("wessex", "wales", 3, 2),
        ("humbria", "wales", 2, 1),
        ("gascony", "vendee", 2, 1),
        ("gibraltar", "andalusia", 1, 0),
    ],
)
@proves("alliance", "4.2.2", "4.2.3", "4.2.5", "4.2.7", "3.5.2", "11.4.3")
def test_limits_by_terrain_and_season(a: str, b: str, summer: int, winter: int) -> None:
    s = Stage(players=2)
    border = s.setting.board.border[s.place(a), s.place(b)]
    ends = s.state("britain"), s.place(a), s.place(b)
    assert limit_of(s.g, border, *ends) == summer
    assert limit_of(s.season(4).g, border, *ends) == winter


@proves("alliance", "4.2.10")
def test_limits_do_not_bind_moves_in_peace() -> None:
    s = Stage(players=2).put("wales", "br-inf-1", "br-inf-2", "br-inf-3")
    open_group(s, "britain", "wales")
    for block in ("br-inf-1", "br-inf-2", "br-inf-3"):
        s.act("britain", "move", block, "humbria")
    assert {s.where(f"br-inf-{n}") for n in (1, 2, 3)} == {"humbria"}


@proves("alliance", "4.2.11")
def test_each_player_has_his_own_limit_and_his_states_count_with_him() -> None:
    s = Stage(players=3).pact("france", "russia").ally("westfalen", "france").ally("bavaria", "britain")
    s.put("bavaria", "bavaria-inf", "br-inf-1", "br-inf-2")
    s.put("rhineland", "fr-inf-1", "fr-inf-2", "westfalen-inf", "fr-inf-3", "ru-inf-1", "ru-inf-2")
    s.order("france", "russia", "britain")
    open_group(s, "france", "rhineland")
    for block in ("fr-inf-1", "fr-inf-2", "westfalen-inf"):
        s.act("france", "attack", block, "bavaria")
    assert s.why("france", "attack", "fr-inf-3", "bavaria").clause == "4.2.1"
    s.act("france", "close").act("france", "end")
    open_group(s, "russia", "rhineland").act("russia", "attack", "ru-inf-1", "bavaria")
    assert s.may("russia", "attack", "ru-inf-2", "bavaria")


@proves("alliance", "11.12.3", "11.12.2", "11.12.1", "11.12.4", "3.5.3")
def test_frozen_rivers_take_three_russians_of_whom_two_may_be_others() -> None:
    s = Stage(players=3)
    board = s.setting.board
    frozen = [b for b in set(board.border.values()) if b.winter_limit_russia > b.winter_limit and not b.winter_only]
    assert frozen
    assert all((b.winter_limit, b.winter_limit_russia) == (2, 3) for b in frozen)
    poltava = board.border[s.place("poltava"), s.place("donbas")]
    assert (poltava.winter_limit, poltava.winter_limit_russia, poltava.river) == (2, 3, True)
    rivers = [b for b in set(board.border.values()) if b.feature in ("Nieman", "Bug", "Dniester", "Kuban")]
    assert rivers
    assert all(b.winter_limit_russia == b.winter_limit for b in rivers)


@proves("alliance", "11.12.5", "11.12.6")
def test_lake_onega_is_crossed_in_winter_only() -> None:
    s = Stage(players=3).put("neva", "ru-inf-1").put("vologda", "fr-inf-1")
    open_group(s, "russia", "neva")
    assert s.why("russia", "attack", "ru-inf-1", "vologda").clause == "11.12.5"
    s = Stage(players=3).put("neva", "ru-inf-1").put("vologda", "fr-inf-1").season(4)
    open_group(s, "russia", "neva")
    assert s.may("russia", "attack", "ru-inf-1", "vologda")


# --- 4.31, 4.33: attacking, reserves, pinning ------------------------------------------------------------------------


def attack_on_bavaria(*defenders: str) -> Stage:
    s = Stage(players=2).ally("austria", "britain").ally("bavaria", "britain")
    s.put("bavaria", *defenders).put("rhineland", "fr-inf-1", "fr-inf-2", "fr-inf-3")
    s.put("burgundy", "fr-inf-4").put("bohemia", "au-inf-4").put("saxony", "fr-inf-5").ally("saxony", "france")
    return s.order("france", "britain")


@proves("alliance", "4.31.1", "2.16.3", "4.0.5")
def test_an_attack_comes_from_an_adjacent_place_only() -> None:
    s = attack_on_bavaria("au-inf-1").put("paris", "fr-inf-6")
    open_group(s, "france", "paris")
    assert s.why("france", "attack", "fr-inf-6", "bavaria").clause == "4.31.1"
    assert s.why("france", "move", "fr-inf-6", "bavaria").clause == "4.31.1"


@proves("alliance", "4.31.3", "7.23.1", "ex.move.5", "6.2.8")
def test_the_defender_reinforces_with_reserves() -> None:
    s = attack_on_bavaria("au-inf-1", "au-inf-2")
    open_group(s, "france", "rhineland").act("france", "attack", "fr-inf-1", "bavaria").act("france", "close")
    s.act("france", "end")
    open_group(s, "britain", "bohemia").act("britain", "defend", "au-inf-4", "bavaria")
    fight = s.position.fight_at(s.place("bavaria"))
    assert fight.reserves == fight.defence & 1 << s.block("au-inf-4") != 0


@proves("alliance", "4.33.1", "4.33.2", "4.33.3", "4.33.5", "ex.move.4", "5.0.2")
def test_as_many_defenders_as_main_attackers_stay() -> None:
    s = attack_on_bavaria("au-inf-1", "au-inf-2", "au-inf-3")
    open_group(s, "france", "rhineland").act("france", "attack", "fr-inf-1", "bavaria")
    s.act("france", "attack", "fr-inf-2", "bavaria").act("france", "close")
    s.act("france", "group", "burgundy").act("france", "attack", "fr-inf-4", "bavaria").act("france", "end")
    # two main attackers and a reserve pin two of three; any one may go
    open_group(s, "britain", "bavaria")
    assert s.may("britain", "move", "au-inf-2", "tyrol")
    s.act("britain", "move", "au-inf-3", "bohemia")
    assert s.asks == "action"
    assert s.why("britain", "group", "bavaria").clause == "4.33.1"
    assert s.why("britain", "levy", "au-inf-1").clause in ("5.0.5", "5.0.2")


@proves("alliance", "4.33.4")
def test_nobody_leaves_by_a_border_the_enemy_used() -> None:
    s = attack_on_bavaria("au-inf-1", "au-inf-2", "au-inf-3")
    open_group(s, "france", "rhineland").act("france", "attack", "fr-inf-1", "bavaria").act("france", "close")
    s.act("france", "end")
    open_group(s, "britain", "bavaria")
    assert s.why("britain", "move", "au-inf-1", "rhineland").clause == "4.33.4"


# --- 4.32: neutrals --------------------------------------------------------------------------------------------------


@proves("alliance", "4.32.1", "4.32.3", "6.13.10", "6.13.15", "3.6.8")
def test_an_attacked_neutral_joins_the_only_other_player() -> None:
    s = Stage(players=2).put("rhineland", "fr-inf-1").put("bavaria", "bavaria-inf")
    assert s.master("bavaria") is None
    open_group(s, "france", "rhineland").act("france", "attack", "fr-inf-1", "bavaria")
    assert s.master("bavaria") == "britain"
    assert [e["player"] for e in s.events("StateJoined")] == ["britain"]


@proves("alliance", "4.32.1", "6.13.10")
def test_entering_vacant_neutral_land_is_an_attack_on_the_state() -> None:
    s = Stage(players=2).put("rhineland", "fr-inf-1").put("vienna", "au-inf-1")
    s.ally("austria", None)
    s.put("saxony", "fr-inf-2").ally("saxony", "france")
    open_group(s, "france", "saxony").act("france", "move", "fr-inf-2", "bohemia")
    assert s.master("austria") == "britain"


@proves("alliance", "4.32.2", "4.32.3")
def test_the_highest_roll_among_the_eligible_takes_it_and_the_invaders_allies_do_not_roll() -> None:
    takers = set()
    for seed in range(1, 30):
        s = Stage(players=4, seed=seed).pact("france", "russia")
        s.put("rhineland", "fr-inf-1").put("bavaria", "bavaria-inf").order("france", "russia", "britain", "austria")
        open_group(s, "france", "rhineland").act("france", "attack", "fr-inf-1", "bavaria")
        takers.add(s.master("bavaria"))
    assert takers == {"britain", "austria"}


@proves("alliance", "4.32.1")
def test_a_neutral_that_nobody_may_take_in_fights_alone() -> None:
    s = Stage(players=2).pact("france", "britain").put("rhineland", "fr-inf-1").put("bavaria", "bavaria-inf")
    open_group(s, "france", "rhineland").act("france", "attack", "fr-inf-1", "bavaria")
    assert s.master("bavaria") is None
    assert s.position.embattled >> s.place("bavaria") & 1


@proves("alliance", "4.0.4", "6.2.5")
def test_one_passes_an_allys_land_only_with_his_leave() -> None:
    s = Stage(players=3).pact("france", "russia").put("lithuania", "fr-inf-1")
    assert lie(s.g, s.state("france")).peaceful >> s.place("moscow") & 1
    s.turn("russia").act("russia", "forbid", "france").act("russia", "end")
    open_group(s, "france", "lithuania")
    assert s.why("france", "move", "fr-inf-1", "livonia").clause == "6.2.5"


# --- 1.4: stacking ---------------------------------------------------------------------------------------------------


@proves("alliance", "1.4.1", "1.4.2", "1.4.3", "1.4.5")
def test_stacking_is_met_when_the_turn_ends() -> None:
    s = Stage(players=2).put("paris", "fr-inf-1", "fr-inf-2", "fr-inf-3", "fr-inf-4").put("burgundy", "fr-inf-5")
    open_group(s, "france", "burgundy").act("france", "move", "fr-inf-5", "paris")
    assert s.asks == "action"
    s.act("france", "end")
    assert s.asks == "scrap"
    assert len(s.options("france", "scrap")) == 5
    s.act("france", "scrap", "fr-inf-1")
    assert s.where("fr-inf-1") is None
    stacking = s.setting.board.stacking
    assert (stacking[s.place("paris")], stacking[s.place("finland")], stacking[s.place("tyrol")]) == (4, 3, 2)


@proves("alliance", "11.4.2", "11.5.2", "1.4.6")
def test_a_second_army_does_not_enter_gibraltar() -> None:
    s = Stage(players=2).put("gibraltar", "br-fort-gibraltar").put("andalusia", "br-inf-1")
    open_group(s, "britain", "andalusia")
    assert s.why("britain", "move", "br-inf-1", "gibraltar").clause == "11.5.2"
