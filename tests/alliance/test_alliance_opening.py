"""1, 2, 12: the board, the blocks and the set-ups in play; the sequence of a year; the battle example."""

import pytest
from stage import Stage

from grognard.engine.game import Game, Start
from grognard.engine.ledger import read_conformance
from grognard.games.alliance import GAME
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.fights import open_battle
from grognard.games.alliance.firing import current
from grognard.games.alliance.neutrals import clashes, join_player
from grognard.games.alliance.pieces import mask_of
from grognard.games.alliance.position import FACE_UP, IN_POOL, Fight, Position
from grognard.games.alliance.roster import FORTRESS
from grognard.games.alliance.setting import choose_setting
from grognard.games.alliance.setup import set_up

proves = pytest.mark.clause


def opened(scenario: str, players: int | None = None, **options: object) -> Position:
    return set_up(choose_setting(scenario, players, options, None), bytes(32))  # type: ignore[arg-type]  # any option


# --- the set-ups -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["1804", "1808", "1812"])
@proves("alliance", "12.0.7", "12.0.8", "2.3.1.1", "1.1.3", "12.0.4")
def test_blocks_start_at_their_strength_in_one_place_each(scenario: str) -> None:
    """T38."""
    g = opened(scenario)
    for block, (at, steps, _) in enumerate(g.blocks):
        most = g.roster.steps[block]
        assert 1 <= most <= 4
        if at >= 0:
            reduced = scenario != "1812" and g.roster.kind[block] != FORTRESS
            assert steps == most - reduced
            assert sum(block in blocks for blocks in g.at) == 1
        else:
            assert at == IN_POOL
    assert not any(block.at == FACE_UP for block in g.blocks)


@proves("alliance", "3.4.1", "12.0.6", "3.6.5", "3.6.1")
def test_gold_and_alliances_of_1804() -> None:
    """T38: France starts with 10 + 8/2 = 14 when Spain is its NPE."""
    g = opened("1804", 2)
    state = g.board.state_number
    assert g.gold[state["france"]] == 14
    assert g.gold[state["britain"]] == 10
    assert g.master[state["spain"]] == state["france"]
    assert [g.master[state[s]] for s in ("austria", "prussia", "russia", "turkey")] == [NOBODY] * 4
    seven = opened("1804", 7)
    assert [seven.gold[state[s]] for s in ("france", "spain", "turkey")] == [10, 8, 8]
    assert seven.pacts[state["france"]] == 1 << state["spain"]


@proves("alliance", "12.0.2", "12.0.3", "3.6.10", "1.2.3", "11.11.1")
def test_allied_minors_stand_upright_and_neutrals_lie_open() -> None:
    game = Game(GAME, Start(choose_setting("1804", 2, {}, None), bytes(32)))
    places = game.view("britain")["board"]["places"]
    assert {"state": "holland", "blocks": 1} in places["holland"]  # an ally of France, unseen
    assert any(block.get("id") == "bavaria-inf" for block in places["bavaria"])  # neutral
    assert any(block.get("id") == "poland-inf" for block in places["poland"])  # tied to neutral Prussia
    assert {"state": "france", "blocks": 2} in places["italy"]
    g = opened("1804", 2)
    state = g.board.state_number
    assert g.tie[state["poland"]] == state["prussia"]
    assert g.master[state["poland"]] == NOBODY
    for s in g.board.minors:
        assert g.tie[s] == NOBODY or g.tie[s] < 7
    g.tie[state["prussia"]] = state["britain"]
    join_player(g, state["prussia"], state["britain"])
    assert g.master[state["poland"]] == state["britain"]


@proves("alliance", "12.1.1", "turn.1", "turn.8", "3.5.1")
def test_the_campaign_plays_on_from_1804_to_1815() -> None:
    setting = choose_setting("campaign", 2, {}, None)
    assert (setting.first_year, setting.last_year, setting.turns) == (1804, 1815, 4)
    g = opened("campaign", 2)
    assert [block[:2] for block in g.blocks] == [block[:2] for block in opened("1804", 2).blocks]
    s = Stage("1804")
    seasons = [s.season(turn).g.winter for turn in (1, 2, 3, 4)]
    assert seasons == [False, False, False, True]


# --- the board -------------------------------------------------------------------------------------------------------


@proves("alliance", "1.1.4", "4.2.4", "4.2.6", "4.2.12", "1.4.7")
def test_every_border_has_a_terrain_with_its_limit() -> None:
    board = choose_setting("1804", 2, {}, None).board
    limits = {"clear": 4, "river": 3, "forest": 3, "mountain": 2, "marsh": 2, "strait": 2, "lake": 0}
    for (a, b), border in board.border.items():
        assert border.limit == (
            1 if {board.ids[a], board.ids[b]} == {"gibraltar", "andalusia"} else limits[border.terrain]
        )
        assert border.must_stop == (border.terrain in ("mountain", "strait"))
    assert {border.terrain for border in board.border.values()} == set(limits)


@proves("alliance", "1.1.5", "1.3.6")
def test_islands_in_play_have_a_base_and_are_nobodys_homeland() -> None:
    board = choose_setting("1804", 2, {}, None).board
    assert {board.ids[p] for p in board.narrow} == {"gibraltar", "corfu", "cyprus", "rhodes", "majorca", "malta"}
    for place in board.narrow:
        assert board.base_seas[place]
        assert board.home[place] == NOBODY
        assert not any(place in regions for regions in board.homeland)


@proves("alliance", "1.4.4")
def test_any_number_of_fleets_share_a_sea() -> None:
    s = Stage(players=2).put("north-sea", *(f"br-fleet-{n}" for n in range(1, 7)))
    s.turn("britain").act("britain", "end")
    assert s.asks == ""
    assert len(s.position.at[s.place("north-sea")]) == 6


@proves("alliance", "timeline.1", "index.1")
def test_dates_and_index_are_no_rules() -> None:
    """Nothing but the Game Turn drives the calendar, and no clause stands under the numbers the index gets wrong."""
    clauses = {clause.id for clause in read_conformance(GAME).clause}
    assert not {"7.73.1", "2.31.1"} & clauses


# --- control and Gold ------------------------------------------------------------------------------------------------


@proves("alliance", "4.1.4", "4.1.10")
def test_control_is_shown_and_an_embattled_place_keeps_its_holder() -> None:
    s = Stage(players=2).ally("bavaria", "britain").put("bavaria", "bavaria-inf").put("rhineland", "fr-inf-1")
    s.turn("france").act("france", "group", "rhineland").act("france", "attack", "fr-inf-1", "bavaria")
    board = s.play.view("britain")["board"]
    assert board["control"]["bavaria"] == "bavaria"
    assert [fight["place"] for fight in board["battles"]] == ["bavaria"]


@proves("alliance", "3.4.8")
def test_treasuries_may_be_hidden() -> None:
    for hidden, seen in (("hidden", None), ("open", 7)):
        s = Stage(players=2, treasuries=hidden).gold(britain=7).turn("france")
        assert s.play.view("france")["board"]["players"]["britain"]["gold"] == seen


@proves("alliance", "turn.4")
def test_each_point_or_gold_buys_one_action() -> None:
    s = Stage(players=2).gold(france=1).put("paris", "fr-inf-1", "fr-inf-2", "fr-inf-3", "fr-inf-4", steps=1)
    s.turn("france")
    for n in (1, 2, 3, 4):
        s.act("france", "levy", f"fr-inf-{n}")
    assert (s.position.ap, s.position.gold[s.state("france")]) == (0, 0)
    assert s.options("france", "group") == []


# --- changes of sides ------------------------------------------------------------------------------------------------


@proves("alliance", "6.13.11", "6.13.12", "6.13.13")
def test_blocks_that_change_sides_attack_at_once_under_whoever_caused_it() -> None:
    s = Stage(players=3).ally("austria", None).put("sanar", "au-inf-1", "ru-inf-1").put("zala", "au-inf-2", "ru-inf-2")
    s.order("britain", "france", "russia")
    join_player(s.g, s.state("austria"), s.state("france"))
    s.begin((clashes, s.state("austria"), s.state("france")))
    assert s.asks == "clash"
    assert s.position.deciding == (s.state("britain"),)
    s.act("britain", "fight", "zala")
    battle = current(s.position)
    assert battle.attack == 1 << s.block("au-inf-2")
    assert battle.puppeteer == s.state("france")
    s.act("russia", "pass", "ru-inf-2")
    assert s.position.deciding == (s.state("france"),)


# --- the battle example ----------------------------------------------------------------------------------------------


def example() -> Stage:
    """T25: three British and a Spaniard against five French, two of them in Reserve."""
    s = Stage(players=2).ally("spain", "britain").put("leon", "br-hq", "br-art-1", "br-inf-1", "sp-inf-1")
    s.put("leon", "fr-hq", "fr-inf-1", "fr-inf-2", "fr-cav-1", "fr-garde").order("france", "britain")
    french = mask_of([s.block(b) for b in ("fr-hq", "fr-inf-1", "fr-inf-2", "fr-cav-1", "fr-garde")])
    reserves = mask_of([s.block("fr-cav-1"), s.block("fr-garde")])
    here = mask_of(s.g.at[s.place("leon")])
    open_battle(s.g, Fight(s.place("leon"), french, here & ~french, reserves, s.state("spain")))
    return s.battles()


def pass_round(s: Stage) -> list[str]:
    number, acted = current(s.position).round, []
    while s.position.battle and s.position.battle.round == number:
        player = s.setting.powers[s.position.deciding[0]]
        option = next(o for o in s.options(player) if o[0] == "pass")
        acted.append(str(option[1]))
        s.act(player, *option)
    return acted


@proves("alliance", "ex.battle.2", "ex.battle.3", "3.3.6", "7.8.2")
def test_the_order_of_the_battle_example() -> None:
    s = example()
    letters = [s.setting.roster.letter[s.block(b)] for b in ("br-art-1", "br-hq", "fr-hq", "br-inf-1", "sp-inf-1")]
    assert letters == [0, 1, 1, 2, 2]
    first = pass_round(s)
    assert first[:3] == ["br-art-1", "br-hq", "fr-hq"]
    assert set(first[3:5]) == {"br-inf-1", "sp-inf-1"}
    assert set(first[5:]) == {"fr-inf-1", "fr-inf-2"}
    second = pass_round(s)
    assert second.index("br-hq") < second.index("fr-cav-1")
    assert "fr-garde" in second[-3:]


@proves("alliance", "7.62.2", "7.8.2")
def test_a_pursuit_may_join_a_pending_battle_as_reserves() -> None:
    s = Stage(players=2).ally("austria", "britain").ally("bavaria", "britain").put("saxony", "fr-inf-3")
    s.ally("saxony", "france").put("bavaria", "au-inf-1", steps=1).put("bohemia", "au-inf-2").put("rhineland", "fr-hq")
    s.put("rhineland", "fr-garde").order("france", "britain").turn("france")
    s.act("france", "group", "rhineland").act("france", "attack", "fr-hq", "bavaria")
    s.act("france", "attack", "fr-garde", "bavaria").act("france", "group", "saxony")
    s.act("france", "attack", "fr-inf-3", "bohemia").act("france", "end").battles()
    s.act("france", "fight", "bavaria")
    while s.asks in ("battle-turn", "take-hit", "extend"):
        player = s.setting.powers[s.position.deciding[0]]
        options = s.options(player)
        s.act(player, *next((o for o in options if o[0] in ("fire", "extend")), options[0]))
    if s.asks == "pursue" and s.may("france", "pursue", "fr-hq", "bohemia"):
        s.act("france", "pursue", "fr-hq", "bohemia").act("france", "done")
        fight = s.position.fight_at(s.place("bohemia")) if s.position.battle is None else current(s.position)
        assert fight.reserves >> s.block("fr-hq") & 1
    else:
        pytest.fail("the French did not win")
