"""6. The Diplomacy Phase: expulsions, secret choice, rejections, adjustments."""

from itertools import pairwise

import pytest
from playouts import played
from scene import Scene

import grognard
from grognard.games.coalitions.board import BRITAIN, FRANCE
from grognard.games.coalitions.diplomacy import diplomacy_phase
from grognard.games.coalitions.words import STATUS_IDS, STATUS_NAMES

FREE = ("austria", "prussia", "russia", "ottomans")
PHASE = {"expel", "choose-status", "admit", "rejected"}


def choosing(s: Scene) -> Scene:
    """The phase as far as the secret choice, nobody being expelled."""
    s.begin(diplomacy_phase)
    while s.asks[0] == "expel":
        s.act(s.asks[1], "done")
    return s


def choose(s: Scene, *statuses: str) -> Scene:
    for power, status in zip(FREE, statuses, strict=True):
        s.act(power, "declare", status)
    return s


# --- the sequence ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "6.phase.1")
def test_the_steps_of_the_phase_come_in_order() -> None:
    s = Scene().status(austria="british", prussia="british", russia="french", ottomans="expansionist")
    s.general("austria", "silesia").begin(diplomacy_phase)
    answers = {
        "expel": iter([("done",)] * 2),
        "choose-status": iter([("declare", status) for status in ("british", "neutral", "british", "french")]),
        "admit": iter([("yes",), ("no",)]),
        "rejected": iter([("declare", "neutral")]),
        "fall-back": iter([("off-map",)]),
    }
    asked = []
    while s.asks:
        asked.append(s.asks)
        s.act(s.asks[1], *next(answers[s.asks[0]]))
    assert asked == [
        ("expel", "britain"),
        ("expel", "france"),
        *(("choose-status", power) for power in FREE),
        ("admit", "britain"),
        ("admit", "france"),
        ("rejected", "ottomans"),
        ("fall-back", "austria"),
    ]
    assert [s.status_of(power) for power in FREE] == ["british", "neutral", "british", "neutral"]


@pytest.mark.clause("coalitions", "6.phase.2")
@pytest.mark.parametrize("power", FREE)
@pytest.mark.parametrize("old", STATUS_IDS)
@pytest.mark.parametrize("new", STATUS_IDS)
def test_each_free_power_may_keep_or_change_its_status(power: str, old: str, new: str) -> None:
    s = Scene().status(**{power: old})
    assert choosing(s).options(power) == [("declare", status) for status in STATUS_IDS]
    assert s.diplomacy(**{power: new}).status_of(power) == new


@pytest.mark.clause("coalitions", "6.phase.3")
def test_statuses_change_only_in_the_diplomacy_phase() -> None:
    """A game of six played at random; adjustments follow the change, they do not make it."""
    steps = played("1805", 6, seed=3)
    changed = {after.decision for before, after in pairwise(steps) if before.status != after.status}
    assert changed
    assert changed <= {"choose-status", "admit", "rejected"}
    assert {step.decision for step in steps if step.action[0] in ("declare", "expel")} <= PHASE


@pytest.mark.clause("coalitions", "6.phase.3", "11.bid.8")
def test_a_minor_powers_status_changes_with_its_controller_too() -> None:
    steps = played("1805", 4, seed=3)
    taken = 0
    for before, after in pairwise(steps):
        if before.status != after.status and after.decision not in PHASE:
            moved = [p for p in range(6) if before.status[p] != after.status[p]]
            assert [type(entry.event).__name__ for entry in after.entries].count("MinorTaken") == 1
            assert len(moved) == 1
            assert moved[0] in Scene("1805", 4).setting.minors
            taken += 1
    assert taken


@pytest.mark.clause("coalitions", "6.phase.4")
def test_a_choice_is_secret_until_the_last_is_in() -> None:
    scenes = [choosing(Scene()), choosing(Scene())]
    for s, secret in zip(scenes, ("neutral", "french"), strict=True):
        s.act("austria", "declare", secret)
        for power, status in (("prussia", "neutral"), ("russia", "british")):
            s.act(power, "declare", status)
        assert s.status_of("austria") == "british"
        assert not s.events("StatusDeclared")
    for seat in ("britain", "france", "russia", "ottomans", None):
        assert scenes[0].game.view(seat) == scenes[1].game.view(seat)
    for s, opened in zip(scenes, ("neutral", "french"), strict=True):
        s.act("ottomans", "declare", "expansionist")
        declared = [(s.setting.powers[e.power], STATUS_IDS[e.status]) for e in s.events("StatusDeclared")]
        assert declared == [
            ("austria", opened), ("prussia", "neutral"), ("russia", "british"), ("ottomans", "expansionist")
        ]  # fmt: skip


@pytest.mark.clause("coalitions", "6.phase.5")
@pytest.mark.parametrize(
    ("scenario", "power", "status", "name"),
    [
        pytest.param("1805", "austria", "british", "British Coalition", id="red lion"),
        pytest.param("1809", "russia", "french", "French Coalition", id="blue eagle"),
        pytest.param("1805", "prussia", "neutral", "Neutral", id="brown chaise longue"),
        pytest.param("1805", "ottomans", "expansionist", "Expansionist", id="grey cannon"),
    ],
)
def test_the_four_zones_by_who_starts_in_them(scenario: str, power: str, status: str, name: str) -> None:
    game = grognard.new("coalitions", scenario, seed=1)
    assert game.view()["board"]["powers"][power]["status"] == status
    assert STATUS_NAMES[STATUS_IDS.index(status)] == name
    assert len(STATUS_IDS) == len(STATUS_NAMES) == 4


@pytest.mark.clause("coalitions", "6.phase.6", "6.status.1")
def test_britain_and_france_choose_nothing() -> None:
    s = choosing(Scene())
    assert s.position.deciding == tuple(s.power(power) for power in FREE)
    assert not s.options("britain")
    assert not s.options("france")
    choose(s, "neutral", "neutral", "expansionist", "expansionist")
    assert (s.status_of("britain"), s.status_of("france")) == ("british", "french")


@pytest.mark.clause("coalitions", "6.phase.6", "6.status.1")
def test_britain_and_france_lead_their_coalitions_all_game() -> None:
    steps = played("1805", 6, seed=3)
    assert {(STATUS_IDS[step.status[BRITAIN]], STATUS_IDS[step.status[FRANCE]]) for step in steps} == {
        ("british", "french")
    }
    choosers = {power for step in steps if step.decision in ("choose-status", "rejected") for power in step.deciding}
    assert choosers == {2, 3, 4, 5}


@pytest.mark.clause("coalitions", "6.phase.7")
@pytest.mark.parametrize("status", STATUS_IDS)
def test_any_number_of_powers_may_have_one_status(status: str) -> None:
    s = Scene().diplomacy(**dict.fromkeys(FREE, status))
    assert [s.status_of(power) for power in FREE] == [status] * 4


@pytest.mark.clause("coalitions", "6.phase.8")
def test_talk_has_no_step_of_its_own_and_a_choice_can_be_changed_while_others_still_talk() -> None:
    s = Scene().begin(diplomacy_phase)
    s.act("britain", "done")
    assert s.asks == ("choose-status", "austria")
    s.act("austria", "declare", "french").act("prussia", "declare", "neutral")
    s.game.undo("austria")
    s.act("austria", "declare", "neutral").act("russia", "declare", "british").act("ottomans", "declare", "neutral")
    assert s.status_of("austria") == "neutral"


# --- expulsion ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "6.coalition.6")
def test_only_leaders_with_members_are_asked_whom_to_expel() -> None:
    s = Scene().status(austria="neutral", russia="neutral", ottomans="neutral").begin(diplomacy_phase)
    assert s.asks[0] == "choose-status"
    s = Scene().status(austria="french", russia="neutral").begin(diplomacy_phase)
    assert s.asks == ("expel", "france")
    assert s.options("france") == [("done",), ("expel", "austria")]


@pytest.mark.clause("coalitions", "6.coalition.6")
@pytest.mark.parametrize(("leader", "status"), [("britain", "british"), ("france", "french")])
def test_a_leader_expels_any_of_its_members_and_nobody_else(leader: str, status: str) -> None:
    s = Scene().status(austria=status, russia=status, prussia="neutral", ottomans="expansionist").begin(diplomacy_phase)
    assert s.options(leader) == [("done",), ("expel", "austria"), ("expel", "russia")]
    for stranger in ("prussia", "ottomans", "britain", "france"):
        assert s.why_not(leader, "expel", stranger).clause == "6.coalition.6"
    s.act(leader, "expel", "austria")
    assert s.options(leader) == [("done",), ("expel", "russia")]
    assert s.status_of("austria") == status  # nothing changes before the reveal
    s.act(leader, "expel", "russia")
    assert s.asks[0] == "choose-status"


@pytest.mark.clause("coalitions", "6.coalition.7")
@pytest.mark.parametrize(
    ("leader", "lost", "other"), [("britain", "british", "french"), ("france", "french", "british")]
)
def test_an_expelled_power_chooses_anything_but_that_coalition(leader: str, lost: str, other: str) -> None:
    s = Scene().status(austria=lost, russia="neutral").begin(diplomacy_phase).act(leader, "expel", "austria")
    assert s.options("austria") == [("declare", status) for status in STATUS_IDS if status != lost]
    assert s.why_not("austria", "declare", lost).clause == "6.coalition.7"
    choose(s, other, "neutral", "neutral", "neutral")
    assert s.asks[0] == "admit"
    assert s.act(s.asks[1], "yes").status_of("austria") == other


# --- rejection ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "6.coalition.8")
@pytest.mark.parametrize(("leader", "coalition"), [("britain", "british"), ("france", "french")])
def test_newcomers_ask_the_leader_of_the_coalition(leader: str, coalition: str) -> None:
    s = choosing(Scene().status(austria="neutral", russia="neutral"))
    choose(s, coalition, coalition, "neutral", "expansionist")
    for _newcomer in ("austria", "prussia"):
        assert s.asks == ("admit", leader)
        s.act(leader, "yes")
    assert [s.status_of(power) for power in FREE] == [coalition, coalition, "neutral", "expansionist"]
    admitted = [(s.setting.powers[e.power], s.setting.powers[e.by], e.granted) for e in s.events("AdmissionAnswered")]
    assert admitted == [("austria", leader, True), ("prussia", leader, True)]


@pytest.mark.clause("coalitions", "6.coalition.9")
@pytest.mark.parametrize(
    ("leader", "coalition", "other"), [("britain", "british", "french"), ("france", "french", "british")]
)
@pytest.mark.parametrize("choice", ["neutral", "expansionist"])
def test_a_rejected_power_becomes_neutral_or_expansionist(leader: str, coalition: str, other: str, choice: str) -> None:
    s = choosing(Scene().status(austria="expansionist", russia="neutral"))
    choose(s, coalition, "neutral", "neutral", "expansionist").act(leader, "no")
    assert s.asks == ("rejected", "austria")
    assert s.options("austria") == [("declare", "neutral"), ("declare", "expansionist")]
    for barred in (coalition, other):
        assert s.why_not("austria", "declare", barred).clause == "6.coalition.9"
    assert s.act("austria", "declare", choice).status_of("austria") == choice


@pytest.mark.clause("coalitions", "6.coalition.10")
def test_a_member_that_stays_is_not_judged_again() -> None:
    s = choosing(Scene().status(austria="british", russia="french", prussia="neutral", ottomans="neutral"))
    choose(s, "british", "neutral", "french", "neutral")
    assert s.asks is None
    assert not s.events("AdmissionAnswered")
    assert (s.status_of("austria"), s.status_of("russia")) == ("british", "french")


# --- when the board is adjusted -------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "6.adjust.1")
@pytest.mark.parametrize("austria", ["british", "neutral"])
def test_case_a_pieces_in_a_home_of_a_power_no_longer_at_war(austria: str) -> None:
    s = Scene().status(austria="expansionist", prussia="british").general("prussia", "wien").garrison("prussia", "wien")
    s.diplomacy(austria=austria)
    assert s.controls("austria", "wien")
    assert s.asks == (("let-stay", "austria") if austria == "british" else ("fall-back", "prussia"))


@pytest.mark.clause("coalitions", "6.adjust.2")
@pytest.mark.parametrize("austria", ["french", "expansionist", "neutral"])
def test_case_b_pieces_beside_a_power_no_longer_at_peace(austria: str) -> None:
    """In Saxonia, which is nobody's home, an Austrian Garrison under a Russian General."""
    s = Scene().status(austria="british", russia="british", prussia="neutral")
    s.garrison("austria", "saxonia").general("russia", "saxonia").garrison("russia", "polesie")
    assert s.diplomacy(austria=austria).asks == ("fall-back", "russia")
    assert s.garrisoned("austria", "saxonia")


@pytest.mark.clause("coalitions", "6.adjust.3")
@pytest.mark.parametrize(("austria", "asked"), [("neutral", ("fall-back", "austria")), ("british", None)])
def test_case_c_a_neutrals_general_on_ground_it_does_not_control(austria: str, asked: tuple[str, str] | None) -> None:
    assert Scene().status(austria="british").general("austria", "saxonia").diplomacy(austria=austria).asks == asked
