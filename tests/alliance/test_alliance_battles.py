"""7. Battles: the choice of battles, rounds, turns, fire, hits, fortresses, retreats, regroups, HQs."""

import pytest
from stage import Stage

from grognard.games.alliance.firing import candidates, dice_of, firepower, suffer
from grognard.games.alliance.pieces import eliminate
from grognard.games.alliance.position import ATTACK, DEFENCE
from grognard.games.alliance.victory import sudden_death

proves = pytest.mark.clause


def bavaria(attackers: tuple[str, ...], defenders: tuple[str, ...], seed: int = 1, **steps: int) -> Stage:
    """French from the Rhineland attack Austrians of Britain's in Bavaria; the Battle Phase begins."""
    s = Stage(players=2, seed=seed).ally("austria", "britain").ally("bavaria", "britain").ally("saxony", "france")
    for block in defenders:
        s.put("bavaria", block, steps=steps.get(block.replace("-", "_")))
    for block in attackers:
        s.put("rhineland", block, steps=steps.get(block.replace("-", "_")))
    s.order("france", "britain").turn("france").act("france", "group", "rhineland")
    for block in attackers:
        s.act("france", "attack", block, "bavaria")
    if s.asks == "group":
        s.act("france", "close")
    return s.battles()


def fired(s: Stage) -> list[str]:
    return [event["block"] for event in s.events("Fired")]


def fire_on(s: Stage, until: str = "") -> Stage:
    """Everybody fires, passes where there are no dice, and takes the first choice else, until a decision is open."""
    while s.asks not in ("", until):
        player = s.setting.powers[s.position.deciding[0]]
        options = s.options(player)
        best = next((o for o in options if o[0] in ("fire", "decline", "done", "keep")), options[0])
        s.act(player, *best)
    return s


def pass_on(s: Stage) -> Stage:
    """Nobody fires; whoever must retreats."""
    while s.asks:
        player = s.setting.powers[s.position.deciding[0]]
        options = s.options(player)
        s.act(player, *next((o for o in options if o[0] in ("pass", "done", "decline")), options[0]))
    return s


# --- 7.1: the phase --------------------------------------------------------------------------------------------------


@proves("alliance", "7.1.1", "7.1.2", "7.1.3", "turn.6", "turn.7")
def test_players_choose_battles_in_turn_among_their_own() -> None:
    s = Stage(players=3).ally("bavaria", "britain").ally("saxony", "britain").ally("poland", "france")
    s.put("bavaria", "bavaria-inf").put("saxony", "br-inf-1").put("poland", "poland-inf").put("lithuania", "ru-inf-1")
    s.put("rhineland", "fr-inf-1").put("hanover", "fr-inf-2").order("france", "russia", "britain")
    s.turn("france").act("france", "group", "rhineland").act("france", "attack", "fr-inf-1", "bavaria")
    s.act("france", "group", "hanover").act("france", "attack", "fr-inf-2", "saxony").act("france", "end")
    s.turn("russia").act("russia", "group", "lithuania").act("russia", "attack", "ru-inf-1", "poland")
    s.act("russia", "end").battles()
    assert s.asks == "choose-battle"
    assert {o[1] for o in s.options("france")} == {"bavaria", "saxony", "poland"}
    s.act("france", "fight", "bavaria")
    fire_on(s, "choose-battle")
    # Russia is in one battle only and fights it without being asked; Britain's is the last
    assert [e["place"] for e in s.events("BattleBegan")][:2] == ["bavaria", "poland"]
    fire_on(s)
    assert [e["place"] for e in s.events("BattleBegan")] == ["bavaria", "poland", "saxony"]


@proves("alliance", "7.1.4", "2.2.1.1", "7.1.5")
def test_forces_are_hidden_until_their_battle_and_afterwards() -> None:
    s = Stage(players=2).ally("bavaria", "britain").put("bavaria", "bavaria-inf").put("rhineland", "fr-inf-1")
    s.order("france", "britain").turn("france").act("france", "group", "rhineland")
    s.act("france", "attack", "fr-inf-1", "bavaria")
    blank = {"state": "france", "blocks": 1}
    assert blank in s.play.view("britain")["board"]["places"]["bavaria"]
    s.battles()
    shown = s.play.view("britain")["board"]["places"]["bavaria"]
    assert {block.get("id") for block in shown} == {"bavaria-inf", "fr-inf-1"}


# --- 7.2: rounds and turns -------------------------------------------------------------------------------------------


@proves("alliance", "7.21.2", "7.21.3", "2.3.3.1", "2.3.3.2", "4.31.4", "7.21.1", "7.21.4")
def test_letters_in_order_and_defenders_first() -> None:
    """T18: French A2 and C2 defend against British B2 and C2."""
    s = Stage(players=2).put("flanders", "fr-art-1", "fr-inf-3").put("holland", "br-cav-1", "br-inf-1")
    s.ally("holland", "britain").order("britain", "france").turn("britain").act("britain", "group", "holland")
    s.act("britain", "attack", "br-cav-1", "flanders").act("britain", "attack", "br-inf-1", "flanders").battles()
    for _ in range(4):
        player = s.setting.powers[s.position.deciding[0]]
        if s.asks != "battle-turn":
            s.act(player, *s.options(player)[0])
        else:
            s.act(player, *next(o for o in s.options(player) if o[0] == "pass"))
    acted = [event["block"] for event in s.events("Passed")]
    assert acted == ["fr-art-1", "br-cav-1", "fr-inf-3", "br-inf-1"]


@proves("alliance", "7.2.2", "7.4.1", "8.3.2")
def test_nobody_retreats_in_the_first_round() -> None:
    s = bavaria(("fr-inf-1",), ("au-inf-1",))
    assert s.why("britain", "retreat", "au-inf-1", "bohemia").clause == "7.2.2"
    s.act("britain", "pass", "au-inf-1").act("france", "pass", "fr-inf-1")
    assert s.position.battle is not None
    assert s.position.battle.round == 2
    assert s.may("britain", "retreat", "au-inf-1", "bohemia")


@proves("alliance", "7.2.1", "7.2.4", "7.4.2", "7.4.3")
def test_attackers_retreat_in_the_fourth_round_by_the_way_they_came() -> None:
    s = bavaria(("fr-inf-1",), ("au-inf-1",))
    for _ in range(3):
        s.act("britain", "pass", "au-inf-1").act("france", "pass", "fr-inf-1")
    assert s.position.battle is not None
    assert s.position.battle.round == 4
    s.act("britain", "pass", "au-inf-1")
    assert not s.play.can_undo(s.seat("britain")), "whether there is a way out shows who stands with whom"
    assert s.why("france", "fire", "fr-inf-1").clause == "7.4.2"
    assert s.may("france", "retreat", "fr-inf-1", "rhineland")
    s.act("france", "retreat", "fr-inf-1", "rhineland")
    assert s.events("BattleWon")[0]["players"] == ["britain"]


@proves("alliance", "7.4.7", "7.7.1", "7.7.2", "5.1.4")
def test_an_attacker_without_a_way_out_is_eliminated_for_the_year() -> None:
    s = bavaria(("fr-inf-1",), ("au-inf-1",))
    for _ in range(3):
        s.act("britain", "pass", "au-inf-1").act("france", "pass", "fr-inf-1")
    board, spare = s.setting.board, [f"br-inf-{n}" for n in (1, 2, 3, 4)] + [f"br-fleet-{n}" for n in range(1, 7)]
    for place in board.land[s.place("bavaria")]:
        s.put(board.ids[place], spare.pop(0))
    s.act("britain", "pass", "au-inf-1")
    assert s.where("fr-inf-1") is None
    assert s.position.blocks[s.block("fr-inf-1")].at == -2


# --- 7.23: reserves --------------------------------------------------------------------------------------------------


def with_reserves() -> Stage:
    s = Stage(players=2).ally("austria", "britain").ally("bavaria", "britain").ally("saxony", "france")
    s.put("bavaria", "au-inf-1", steps=1).put("rhineland", "fr-garde").put("burgundy", "fr-inf-4")
    s.put("bohemia", "au-inf-4", "au-cav-1").order("france", "britain")
    s.turn("france").act("france", "group", "rhineland").act("france", "attack", "fr-garde", "bavaria")
    s.act("france", "group", "burgundy").act("france", "attack", "fr-inf-4", "bavaria").act("france", "end")
    s.turn("britain").act("britain", "group", "bohemia").act("britain", "defend", "au-inf-4", "bavaria")
    s.act("britain", "defend", "au-cav-1", "bavaria").act("britain", "end")
    return s.battles()


@proves("alliance", "7.23.3", "7.23.4", "7.2.3", "7.8.1", "ex.battle.1")
def test_reserves_are_unseen_in_round_one_and_fight_from_round_two() -> None:
    s = with_reserves()
    board = s.play.view("france")["board"]["battle"]
    assert board["defence_reserves"] == [{"state": "austria"}, {"state": "austria"}]
    assert s.why("britain", "fire", "au-cav-1").clause == "7.21.2"
    s.act("britain", "pass", "au-inf-1").act("france", "pass", "fr-garde")
    arrived = s.events("ReservesArrived")[0]
    assert (arrived["attackers"], arrived["defenders"]) == (["fr-inf-4"], ["au-inf-4", "au-cav-1"])
    assert s.position.battle is not None
    assert s.position.battle.round == 2


@proves("alliance", "7.23.5", "7.23.6", "7.23.7", "7.23.8")
def test_a_defence_wiped_out_in_round_one_attacks_with_its_reserves() -> None:
    """T20: hits left over are lost, the Reserves lose a step each, act second and retreat in Round 4."""
    for seed in range(1, 60):
        s = with_reserves()
        s.position.key = seed.to_bytes(32, "big")
        s.act("britain", "pass", "au-inf-1").act("france", "fire", "fr-garde")
        if s.where("au-inf-1") is None:
            break
    else:
        pytest.fail("the guard never hits")
    assert s.events("ControlSwitched")
    battle = s.position.battle
    assert battle is not None
    assert battle.attack == 1 << s.block("au-inf-4") | 1 << s.block("au-cav-1")
    full = s.setting.roster.steps
    assert s.steps("au-inf-4") == full[s.block("au-inf-4")] - 1
    assert s.steps("fr-inf-4") == full[s.block("fr-inf-4")]


# --- 7.3: fire and hits ----------------------------------------------------------------------------------------------


@proves("alliance", "7.3.1", "7.3.2", "2.3.1.2", "2.3.3.3", "7.31.1")
def test_a_die_for_each_step_and_a_hit_for_each_at_or_below_the_firepower() -> None:
    for seed in range(1, 12):
        s = bavaria(("fr-cav-1",), ("au-inf-1", "au-inf-2"), seed=seed)
        s.act("britain", "pass", "au-inf-1") if ("pass", "au-inf-1") in s.options("britain") else None
        fire_on(s)
        for event in s.events("Fired"):
            assert event["hits"] == sum(die <= event["firepower"] for die in event["dice"])
        first = next(e for e in s.events("Fired") if e["block"] == "fr-cav-1")
        assert first["firepower"] == s.setting.roster.fire[s.block("fr-cav-1")]


@proves("alliance", "7.31.2", "7.31.3", "2.3.2.2", "2.3.2.1")
def test_hits_go_to_the_strongest_and_the_owner_chooses_among_equals() -> None:
    """T22: of 2, 2 and 3 steps the first hit falls on the 3, the second on any of three 2s."""
    s = bavaria(("fr-inf-1", "fr-inf-2", "fr-inf-3"), ("au-inf-1",), fr_inf_1=2, fr_inf_2=2, fr_inf_3=3)
    assert [s.setting.roster.ids[b] for b in candidates(s.position, ATTACK)] == ["fr-inf-3"]
    g = s.position
    g.blocks[s.block("fr-inf-3")] = g.blocks[s.block("fr-inf-3")]._replace(steps=2)
    assert len(candidates(g, ATTACK)) == 3


@proves("alliance", "7.32.1", "7.32.2", "7.32.3", "7.32.4", "7.32.5")
def test_a_fortress_takes_two_hits_for_a_step() -> None:
    s = Stage(players=2).put("flanders", "fr-fort-antwerp", "fr-inf-3", steps=3).put("holland", "br-inf-1")
    s.ally("holland", "britain").order("britain", "france").turn("britain").act("britain", "group", "holland")
    s.act("britain", "attack", "br-inf-1", "flanders").battles()
    g, fort = s.position, s.block("fr-fort-antwerp")
    suffer(g, fort)
    assert (g.blocks[fort].steps, dice_of(g, fort)) == (3, 3)
    assert candidates(g, DEFENCE) == [fort]
    suffer(g, fort)
    assert g.blocks[fort].steps == 2
    assert candidates(g, DEFENCE) == [s.block("fr-inf-3")]
    suffer(g, fort)
    pass_on(s)
    assert s.position.battle is None
    assert s.position.blocks[fort].steps == 2


@proves("alliance", "8.3.4", "8.3.3", "8.2.5", "2.16.4")
def test_fleets_fire_at_minus_one_in_a_region_and_not_at_all_at_zero() -> None:
    """T27, T28."""
    s = (
        Stage(players=2)
        .put("brittany", "fr-fleet-1")
        .put("english-channel", "br-fleet-1")
        .put("bay-of-biscay", "br-fleet-2")
    )
    s.put("english-channel", "br-fleet-3", steps=0).order("britain", "france").turn("britain")
    s.act("britain", "group", "english-channel")
    s.act("britain", "attack", "br-fleet-1", "brittany").act("britain", "attack", "br-fleet-3", "brittany").battles()
    g = s.position
    assert firepower(g, s.block("br-fleet-1")) == s.setting.roster.fire[s.block("br-fleet-1")] - 1
    assert firepower(g, s.block("fr-fleet-1")) == s.setting.roster.fire[s.block("fr-fleet-1")] - 1
    assert dice_of(g, s.block("br-fleet-3")) == 0
    s.act("france", "pass", "fr-fleet-1")
    assert s.why("britain", "fire", "br-fleet-3").clause == "8.2.5"


# --- 7.4, 7.5: retreats and regroups ---------------------------------------------------------------------------------


@proves("alliance", "7.4.3", "7.4.4", "7.4.5")
def test_where_a_defender_may_retreat() -> None:
    s = bavaria(("fr-inf-1",), ("au-inf-1", "au-inf-2", "au-inf-3"))
    for block in ("au-inf-1", "au-inf-2", "au-inf-3"):
        s.act("britain", "pass", block)
    s.act("france", "pass", "fr-inf-1")
    assert s.why("britain", "retreat", "au-inf-1", "rhineland").clause == "7.4.3"  # the enemy came that way
    assert s.why("britain", "retreat", "au-inf-1", "burgundy").clause == "7.4.3"  # vacant enemy land
    assert s.may("britain", "retreat", "au-inf-1", "bohemia")
    assert s.may("britain", "retreat", "au-inf-1", "tyrol")
    # a mountain border takes two in a round
    s.act("britain", "retreat", "au-inf-1", "tyrol").act("britain", "retreat", "au-inf-2", "tyrol")
    assert s.why("britain", "retreat", "au-inf-3", "tyrol").clause in ("7.4.5", "1.4.1")


@proves("alliance", "7.4.6", "7.5.2")
def test_a_retreat_into_vacant_neutral_land_stirs_the_neutral() -> None:
    s = Stage(players=2).ally("bavaria", "britain").ally("austria", None).put("vienna", "au-hq")
    s.put("bavaria", "br-inf-1").put("rhineland", "fr-inf-1").order("france", "britain")
    s.turn("france").act("france", "group", "rhineland").act("france", "attack", "fr-inf-1", "bavaria").battles()
    s.act("britain", "pass", "br-inf-1").act("france", "pass", "fr-inf-1")
    s.act("britain", "retreat", "br-inf-1", "bohemia")
    assert s.master("austria") == "france"


@proves("alliance", "7.5.1", "7.5.3", "7.22.1", "7.22.2")
def test_the_victor_regroups_and_meets_the_limit() -> None:
    s = bavaria(("fr-inf-1", "fr-inf-2", "fr-inf-3"), ("au-inf-1",))
    for _ in range(1):
        s.act("britain", "pass", "au-inf-1")
        for block in ("fr-inf-1", "fr-inf-2", "fr-inf-3"):
            s.act("france", "pass", block)
    s.act("britain", "retreat", "au-inf-1", "bohemia")
    assert s.asks == "regroup"
    assert not s.play.can_undo(s.seat("britain")), "who regroups shows who stands with whom"
    assert s.may("france", "regroup", "fr-inf-1", "rhineland")
    assert s.may("france", "regroup", "fr-inf-1", "saxony") == (
        s.place("saxony") in s.setting.board.land[s.place("bavaria")]
    )
    assert s.why("france", "regroup", "fr-inf-1", "bohemia").clause == "7.4.4"
    s.act("france", "regroup", "fr-inf-1", "rhineland").act("france", "done")
    assert s.where("fr-inf-1") == "rhineland"


# --- 7.6: headquarters -----------------------------------------------------------------------------------------------


@proves("alliance", "7.61.1", "7.61.2", "7.6.1", "7.6.2", "7.6.3")
def test_napoleon_extends_a_battle_twice_and_his_colour_stays() -> None:
    """T24."""
    s = Stage(players=2).ally("austria", "britain").ally("bavaria", "britain").ally("westfalen", "france")
    s.put("bavaria", "au-inf-1").put("rhineland", "fr-hq", "fr-inf-1", "westfalen-inf").order("france", "britain")
    s.turn("france").act("france", "group", "rhineland")
    for block in ("fr-hq", "fr-inf-1", "westfalen-inf"):
        s.act("france", "attack", block, "bavaria")
    s.battles()

    def pass_round() -> None:
        number = s.position.battle.round if s.position.battle else 0
        while s.position.battle and s.position.battle.round == number and s.asks == "battle-turn":
            player = s.setting.powers[s.position.deciding[0]]
            options = s.options(player)
            s.act(player, *next((o for o in options if o[0] == "pass"), options[0]))

    for _ in range(3):
        pass_round()
    assert s.asks == "extend"
    s.act("france", "extend")
    assert s.steps("fr-hq") == 2
    pass_round()  # Round 4: the Westphalians must go, the French stay
    assert s.where("westfalen-inf") != "bavaria"
    assert s.where("fr-inf-1") == "bavaria"
    assert s.asks == "extend"
    s.act("france", "extend")
    pass_round()
    # with one step left he cannot pay again: Round 6 is the last
    assert s.steps("fr-hq") == 1
    assert s.position.battle is not None
    assert s.position.battle.round == 6
    pass_round()
    assert s.where("fr-inf-1") != "bavaria"


@proves("alliance", "7.62.1", "7.62.3", "7.62.4", "7.6.1")
def test_an_hq_pursues_with_its_own_colour_into_a_new_battle() -> None:
    s = Stage(players=2).ally("austria", "britain").ally("bavaria", "britain").ally("westfalen", "france")
    s.put("bavaria", "au-inf-1", steps=1).put("bohemia", "au-inf-2", steps=1)
    s.put("rhineland", "fr-hq", "fr-inf-1", "westfalen-inf").order("france", "britain")
    s.turn("france").act("france", "group", "rhineland")
    for block in ("fr-hq", "fr-inf-1", "westfalen-inf"):
        s.act("france", "attack", block, "bavaria")
    s.battles()
    fire_on(s, "pursue")
    assert s.asks == "pursue", "the Austrian step survived four rounds"
    before = s.steps("fr-hq")
    s.act("france", "pursue", "fr-hq", "bohemia")
    assert s.steps("fr-hq") == before - 1
    assert {o[1] for o in s.options("france", "follow")} <= {"fr-inf-1"}
    assert s.why("france", "follow", "westfalen-inf").clause == "7.6.1"
    s.act("france", "done")
    assert s.events("BattleBegan")[-1]["place"] == "bohemia"


@proves("alliance", "7.71.2", "10.3.2", "10.3.3", "7.71.1")
def test_the_loss_of_napoleon_ends_the_game_with_the_turn() -> None:
    """T35."""
    s = Stage(players=2).put("paris", "fr-hq").put("london", "br-hq").order("britain", "france")
    eliminate(s.g, s.block("fr-hq"), "7.7.1")
    s.begin((sudden_death,))
    assert s.play.over
    assert s.play.result is not None
    assert s.play.result["winners"] == ["britain"]
    assert s.events("PointsCounted")[0]["player"] == "britain"
    assert len(s.events("PointsCounted")) == 1


# --- leader events ---------------------------------------------------------------------------------------------------


def leader(card: str, attackers: tuple[str, ...], defenders: tuple[str, ...]) -> Stage:
    """The French play a leader's card, whose event is still to be used when the battle begins."""
    s = Stage(players=2).ally("austria", "britain").ally("bavaria", "britain")
    deck = s.setting.deck
    number = 1 + next(c for c in range(deck.count) if deck.event[c] == card)
    s.put("bavaria", *defenders).put("rhineland", *attackers).order("france", "britain", cards=(number, 1))
    s.turn("france").act("france", "group", "rhineland")
    for block in attackers:
        s.act("france", "attack", block, "bavaria")
    return s.battles()


@pytest.mark.parametrize(
    ("event", "block", "other"),
    [
        ("grand-battery", "fr-art-1", "fr-inf-1"),
        ("bayonet-charge", "fr-inf-1", "fr-cav-1"),
        ("cavalry-charge", "fr-cav-1", "fr-inf-1"),
    ],
)
@proves("alliance", "leaders.3", "leaders.7", "leaders.8", "3.3.3", "3.3.5", "3.3.4")
def test_one_block_of_its_kind_fires_at_plus_one_in_round_one(event: str, block: str, other: str) -> None:
    s = leader(event, (block, other), ("au-inf-1",))
    assert s.asks == "leader-event"
    before = firepower(s.position, s.block(block))
    assert s.why("france", "inspire", other).clause == "3.3.5"
    s.act("france", "inspire", block)
    assert firepower(s.position, s.block(block)) == before + 1
    assert not s.position.event_ready


@proves("alliance", "leaders.2", "leaders.5")
def test_events_against_the_enemy_strike_a_block_its_owner_picks() -> None:
    s = leader("reverse-slope", ("fr-inf-1",), ("au-art-1", "au-inf-1"))
    s.act("france", "play-event")
    art = s.block("au-art-1")
    assert firepower(s.position, art) == s.setting.roster.fire[art] - 1
    s = leader("panic", ("fr-inf-1",), ("au-inf-1", "au-inf-2"))
    s.act("france", "play-event")
    assert s.asks == "pick-target"
    s.act("britain", "pick", "au-inf-2")
    assert dice_of(s.position, s.block("au-inf-2")) == 0
    assert s.why("britain", "fire", "au-inf-2").clause == "leaders.5"


@proves("alliance", "leaders.1", "leaders.6")
def test_border_events_let_one_block_more_across() -> None:
    s = Stage(players=2).ally("austria", "britain").ally("bavaria", "britain")
    deck = s.setting.deck
    number = 1 + next(c for c in range(deck.count) if deck.event[c] == "bridge-capture")
    s.put("bavaria", "au-inf-1").put("rhineland", "fr-inf-1", "fr-inf-2", "fr-inf-3", "fr-inf-4", "fr-inf-5")
    s.order("france", "britain", cards=(number, 1)).turn("france").act("france", "group", "rhineland")
    for n in (1, 2, 3):
        s.act("france", "attack", f"fr-inf-{n}", "bavaria")
    assert s.may("france", "force", "fr-inf-4", "bavaria")
    s.act("france", "force", "fr-inf-4", "bavaria")
    assert s.why("france", "attack", "fr-inf-5", "bavaria").clause == "4.2.1"
    assert not s.may("france", "force", "fr-inf-5", "bavaria")
