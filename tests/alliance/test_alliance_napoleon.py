"""Among many players of Alliance the game ends with Napoleon's life (10.3): the staff does not stake it on nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from stage import Stage, Weighed, foreseen, judged

from grognard.games.alliance.battles import battle_phase
from grognard.games.alliance.judgement.aftermath import pursue
from grognard.games.alliance.judgement.campaign import Campaign
from grognard.games.alliance.judgement.marching import assault
from grognard.games.alliance.judgement.napoleon import PRICE, Escort
from grognard.games.alliance.judgement.sailing import landing
from grognard.games.alliance.judgement.temper import CUNNING, STAFF, Temper

GUARD = ("fr-garde", "fr-inf-1")
AUSTRIANS = ("au-inf-1", "au-inf-2", "au-inf-3")

Ask = Callable[[Stage, str], Weighed]
Guarded = Callable[[Callable[[Stage], float]], None]


def campaign(players: int = 7) -> Stage:
    """Napoleon is in Saxony."""
    return Stage(players=players).manned("austria", "prussia").put("saxony", "fr-hq").ally("saxony", "france")


def escort(s: Stage, player: str = "france") -> Escort:
    return Campaign(s.g, s.state(player)).escort


def moved(s: Stage, block: str, place: str, ask: Ask) -> float:
    """What it is worth that a block goes from Saxony to a place."""
    s.turn("france").act("france", "group", "saxony")
    return ask(s, "france")["move", s.block(block), s.place(place)][0]


@pytest.fixture(params=[judged, foreseen])
def ask(request: pytest.FixtureRequest) -> Ask:
    found: Ask = request.param
    return found


@pytest.fixture
def guarded(monkeypatch: pytest.MonkeyPatch) -> Guarded:
    """What something is worth before the Austrians, and if Napoleon's guard could leave him without a thought."""

    def compare(worth: Callable[[Stage], float]) -> None:
        before = worth(campaign().put("saxony", *GUARD).put("bohemia", *AUSTRIANS))
        with monkeypatch.context() as patch:
            patch.setattr(Escort, "leaving", lambda *_: 0.0)
            careless = worth(campaign().put("saxony", *GUARD).put("bohemia", *AUSTRIANS))
        assert before < careless - 0.05 * PRICE

    return compare


# --- what he risks ----------------------------------------------------------------------------------------------------


def test_enemies_beside_him_are_to_be_feared_the_less_the_more_men_he_has() -> None:
    s = campaign()
    here = s.place("saxony")
    assert escort(s).fear(here) == 0
    s.put("bohemia", *AUSTRIANS)
    alone = escort(s).fear(here)
    assert 0.5 * PRICE < alone <= PRICE
    s.put("saxony", *GUARD)
    assert escort(s).fear(here) < 0.5 * alone


def test_an_ally_around_him_is_no_guard_but_a_danger() -> None:
    s = campaign().pact("france", "austria").put("saxony", *AUSTRIANS)
    alone = escort(s).fear(s.place("saxony"))
    assert alone > 0.2 * PRICE
    s.put("saxony", *GUARD)
    assert escort(s).fear(s.place("saxony")) < alone


def test_an_ally_beside_him_comes_in_such_numbers_as_the_border_lets_pass() -> None:
    s = campaign().pact("france", "austria").put("bohemia", *AUSTRIANS)
    here = s.place("saxony")
    limit = s.setting.board.border[here, s.place("bohemia")].limit
    assert limit < len(AUSTRIANS)
    before = escort(s).fear(here)
    assert before > 0
    assert escort(s.put("bohemia", "au-inf-4")).fear(here) == before


def test_he_is_lost_where_he_would_be_the_one_too_many() -> None:
    s = campaign().pact("france", "austria").put("bohemia", *AUSTRIANS)
    assert escort(s).fear(s.place("bohemia")) < PRICE
    s.put("bohemia", "au-inf-4")
    assert escort(s).fear(s.place("bohemia")) == PRICE
    assert escort(s).fear(s.place("saxony")) < PRICE


def test_nor_from_an_alliance_that_cannot_be_broken_now() -> None:
    s = campaign().pact("france", "austria").put("saxony", *AUSTRIANS)
    assert escort(s).fear(s.place("saxony")) > 0
    france, austria = s.state("france"), s.state("austria")
    s.g.bound[france] |= 1 << austria
    s.g.bound[austria] |= 1 << france
    assert escort(s).fear(s.place("saxony")) == 0  # 9.21


def test_gentlemen_are_to_be_feared_in_winter_only() -> None:
    s = Stage(players=7, gentleman=True).manned("austria", "prussia").put("saxony", "fr-hq", *AUSTRIANS)
    s.ally("saxony", "france").pact("france", "austria")
    assert escort(s.season(3)).fear(s.place("saxony")) == 0
    assert escort(s.season(4)).fear(s.place("saxony")) > 0


def test_nothing_is_to_be_feared_by_who_moves_last_of_all_and_knows_it() -> None:
    found = []
    for order in (("austria", "france"), ("france", "austria")):
        s = campaign().put("saxony", *GUARD).put("bohemia", *AUSTRIANS).order(*order).season(4)
        s.g.year = s.setting.last_year
        s.turn("france")
        found.append(Campaign(s.g, s.state("france"), temper=CUNNING).escort.fear(s.place("saxony")))
    assert found[0] == 0 < found[1]


def test_a_place_he_attacks_need_not_have_room_for_him_yet() -> None:
    """Tyrol holds two, and two Austrians at their last step hold it."""
    found = []
    for others in (("au-inf-1",), ("au-inf-1", "au-inf-2")):
        s = campaign().put("tyrol", *others, steps=1)
        found.append(escort(s).fear(s.place("tyrol")))
    assert s.setting.board.stacking[s.place("tyrol")] == 2
    assert found == [0, 0]


@pytest.mark.parametrize(("players", "player"), [(2, "france"), (7, "austria")])
def test_it_is_nobody_elses_concern_nor_that_of_two_players(players: int, player: str) -> None:
    s = campaign(players).put("saxony", *GUARD).put("bohemia", *AUSTRIANS)
    found = escort(s, player)
    assert not found.is_ours
    assert found.leaving([s.block(b) for b in GUARD]) == 0
    assert found.forsaken(s.state("prussia")) == 0


def test_in_the_solitaire_game_allies_turn_on_nobody() -> None:
    s = Stage("solitaire", 1).put("saxony", "fr-hq")
    assert not escort(s).is_ours


# --- what he does about it --------------------------------------------------------------------------------------------


def test_he_does_not_march_into_a_full_camp_of_an_ally(ask: Ask) -> None:
    """At the end of his turn his own player must meet the stacking limit, who has only him there (1.4.5, L10)."""
    s = campaign().pact("france", "austria").put("bohemia", *AUSTRIANS)
    assert moved(s, "fr-hq", "bohemia", ask) > -0.7 * PRICE
    assert moved(s.put("bohemia", "au-inf-4"), "fr-hq", "bohemia", ask) < -0.9 * PRICE


def test_his_guard_stays_with_him_before_the_enemy(ask: Ask) -> None:
    far = campaign().put("saxony", *GUARD)
    near = campaign().put("saxony", *GUARD).put("bohemia", *AUSTRIANS)
    near_others = campaign().put("saxony", *GUARD, "fr-inf-2").put("bohemia", *AUSTRIANS)
    before = moved(far, "fr-garde", "hanover", ask)
    assert moved(near, "fr-garde", "hanover", ask) < before - 0.1 * PRICE
    assert moved(near, "fr-garde", "hanover", ask) < moved(near_others, "fr-garde", "hanover", ask)


def test_his_guard_does_not_leave_him_for_an_attack(guarded: Guarded, ask: Ask) -> None:
    """He himself has moved already."""

    def attack(s: Stage) -> float:
        s.put("hanover", "pr-inf-5", steps=1).turn("france")
        s.g.moved |= 1 << s.block("fr-hq")
        s.act("france", "group", "saxony")
        return ask(s, "france")["attack", s.block("fr-garde"), s.place("hanover")][0]

    guarded(attack)


def test_nor_for_a_battle_that_is_under_way(guarded: Guarded) -> None:
    def reinforcement(s: Stage) -> float:
        s.put("hansa", "fr-inf-2", "fr-inf-3").put("hanover", "pr-inf-5", "pr-inf-4").turn("france")
        s.g.moved |= 1 << s.block("fr-hq")
        s.act("france", "group", "hansa").act("france", "attack", "fr-inf-2", "hanover").act("france", "close")
        s.act("france", "group", "saxony")
        return judged(s, "france")["attack", s.block("fr-garde"), s.place("hanover")][0]

    guarded(reinforcement)


def test_nor_for_the_defence_of_another_place(guarded: Guarded) -> None:
    def defence(s: Stage) -> float:
        s.put("hanover", "fr-inf-2").put("berlin", "pr-inf-4").turn("prussia").act("prussia", "group", "berlin")
        s.act("prussia", "attack", "pr-inf-4", "hanover").turn("france").act("france", "group", "saxony")
        return judged(s, "france")["defend", s.block("fr-garde"), s.place("hanover")][0]

    guarded(defence)


@pytest.mark.parametrize("temper", [STAFF, CUNNING])
def test_nor_to_help_an_attack_from_another_place(monkeypatch: pytest.MonkeyPatch, temper: Temper) -> None:
    """Who attacks Berlin from Hansa would win with the guard's help, and does not count on it."""
    s = campaign().put("saxony", *GUARD).put("bohemia", *AUSTRIANS)
    s.put("berlin", "pr-inf-4").put("hansa", "fr-inf-2", steps=2).turn("france")
    s.g.moved |= 1 << s.block("fr-hq")
    attack = s.place("hansa"), s.place("berlin"), [s.block("fr-inf-2")]
    alone = assault(Campaign(s.g, s.state("france"), temper=temper), *attack)[1]
    monkeypatch.setattr(Escort, "leaving", lambda *_: 0.0)
    helped = assault(Campaign(s.g, s.state("france"), temper=temper), *attack)[1]
    assert alone < helped - 0.3


def test_nor_for_a_landing(guarded: Guarded) -> None:
    guarded(lambda s: landing(Campaign(s.g, s.state("france")), s.block("fr-garde"), s.place("hansa"))[0])


def test_all_who_would_land_with_it_leave_him() -> None:
    """Against a defended shore a guard does not go alone."""
    found = []
    for turns in (1, 3):
        s = campaign().put("saxony", *GUARD).put("bohemia", *AUSTRIANS).put("hansa", "pr-inf-5").turn("france", turns)
        plan = Campaign(s.g, s.state("france"))
        left: list[list[int]] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Escort, "leaving", lambda _, blocks, left=left: left.append(list(blocks)) or 0.0)
            landing(plan, s.block("fr-garde"), s.place("hansa"))
        found.append(set(left[-1]))
    garde, infantry = (s.block(b) for b in GUARD)
    assert found == [{garde}, {garde, infantry}]


def test_nor_does_an_ally_of_his_for_a_pursuit(guarded: Guarded) -> None:
    def pursuit(s: Stage) -> float:
        s.ally("russia", "france").put("saxony", "ru-hq", "ru-inf-1").put("hanover", "pr-inf-5", steps=1)
        option = "pursue", s.block("ru-hq"), s.place("hanover")
        return pursue(s.g, s.state("france"), [option], s.place("saxony"))[0].worth

    guarded(pursuit)


def test_nor_are_they_sent_away_to_what_an_ally_leaves_open() -> None:
    sent = []
    for others in ((), AUSTRIANS):
        s = campaign().put("saxony", *GUARD).put("bohemia", *others).pact("france", "prussia").season(2)
        s.g.year = s.setting.last_year
        sent.append(Campaign(s.g, s.state("france"), temper=CUNNING).plot.missions)
    assert {s.block(b) for b in GUARD} & set(sent[0])
    assert not {s.block(b) for b in GUARD} & set(sent[1])


def test_nor_is_he_himself_sent_on_an_errand() -> None:
    """He is a guest in Berlin, which Prussia has left open."""
    s = campaign().pact("france", "prussia").put("berlin", "fr-hq", "fr-inf-1").put("silesia", "pr-inf-4").season(3)
    s.g.year = s.setting.last_year
    missions = Campaign(s.g, s.state("france"), temper=CUNNING).plot.missions
    assert missions[s.block("fr-inf-1")] == s.place("berlin")
    assert s.block("fr-hq") not in missions


def test_his_guard_may_go_when_he_goes_too() -> None:
    s = campaign().put("saxony", *GUARD).put("bohemia", *AUSTRIANS)
    found = escort(s)
    assert found.leaving([s.block("fr-garde")]) > 0
    assert found.leaving([s.block("fr-garde"), s.block("fr-hq")]) == 0


def test_he_does_not_attack_where_others_wait_for_him() -> None:
    """The attack on one infantry would succeed, and be answered by three."""
    found = []
    for others in ((), AUSTRIANS):
        s = campaign().put("bohemia", "au-inf-5", steps=1).put("moravia", *others)
        s.turn("france").act("france", "group", "saxony")
        found.append(judged(s, "france")["attack", s.block("fr-hq"), s.place("bohemia")][0])
    assert found[1] < found[0] - 0.3 * PRICE


def test_nor_does_he_land_where_they_wait() -> None:
    found = []
    for others in ((), AUSTRIANS):
        s = campaign().put("bohemia", *others)
        plan = Campaign(s.g, s.state("france"))
        found.append(landing(plan, s.block("fr-hq"), s.place("moravia"))[0])
    assert found[1] < found[0] - 0.1 * PRICE


def test_he_says_when_he_goes_to_be_safer() -> None:
    s = campaign().put("bohemia", *AUSTRIANS).ally("bavaria", "france")
    s.turn("france").act("france", "group", "saxony")
    found = judged(s, "france")
    assert found["move", s.block("fr-hq"), s.place("rhineland")][1] == "Napoleon would be safer in Rhineland"
    assert "safer" not in found["move", s.block("fr-hq"), s.place("bavaria")][1]


def test_he_does_not_break_his_word_to_those_who_stand_around_him() -> None:
    """Vienna lies open to the Army of Italy, and that is reason enough if he is elsewhere."""
    found = []
    for camp in ("saxony", "paris"):
        s = campaign().pact("france", "austria").put("saxony", *AUSTRIANS).put("tyrol", "fr-army-italy", "fr-inf-1")
        s.put(camp, "fr-hq").turn("france")
        found.append(judged(s, "france")["break", s.state("austria")][0])
    assert found[0] < found[1] - 0.3 * PRICE


def test_he_falls_back_to_where_nobody_waits() -> None:
    s = campaign().ally("bavaria", "france").put("bavaria", "fr-hq").order("austria", "france")
    s.put("bohemia", *AUSTRIANS).put("berlin", "pr-inf-1", "pr-inf-2", "pr-gard")
    s.turn("austria").act("austria", "group", "bohemia")
    for block in AUSTRIANS[:2]:
        s.act("austria", "attack", block, "bavaria")
    s.begin((battle_phase,))
    while not s.options("france", "retreat"):
        player = s.setting.powers[s.position.deciding[0]]
        s.act(player, *s.options(player, "pass")[0])
    opinions = {option[2]: worth for option, (worth, _) in judged(s, "france").items() if option[0] == "retreat"}
    assert opinions[s.place("rhineland")] > opinions[s.place("saxony")] + 0.1 * PRICE


@pytest.mark.parametrize("steps", [1, 2])
def test_that_no_refuge_is_safe_is_no_reason_to_stay_in_a_lost_battle(steps: int) -> None:
    s = campaign().ally("bavaria", "france").put("bavaria", "fr-hq", steps=1).order("austria", "france")
    s.put("bavaria", "fr-inf-1", steps=steps).put("bohemia", *AUSTRIANS).put(
        "berlin", "pr-inf-1", "pr-inf-2", "pr-gard"
    )
    s.put("tyrol", "au-inf-4", "au-inf-5").put("hanover", "pr-inf-3", "pr-inf-4")
    s.turn("austria").act("austria", "group", "bohemia")
    for block in AUSTRIANS[:2]:
        s.act("austria", "attack", block, "bavaria")
    s.begin((battle_phase,))
    while not s.options("france", "retreat"):
        player = s.setting.powers[s.position.deciding[0]]
        s.act(player, *s.options(player, "pass")[0])
    found = judged(s, "france")
    his = {option: worth for option, (worth, _) in found.items() if option[1] == s.block("fr-hq")}
    refuges = [option[2] for option in his if option[0] == "retreat"]
    assert min(escort(s).fear(place) for place in refuges) > 0.5 * PRICE
    assert max(his, key=his.__getitem__)[0] == "retreat"
