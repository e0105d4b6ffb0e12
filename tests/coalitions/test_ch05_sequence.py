"""4, 5 and 7. The Wheel of War, the sequence of play, the order of the actions in a turn."""

from typing import NamedTuple

import pytest
from playouts import entries, played
from scene import Scene

from grognard.games.coalitions.actions import gain_influence_action, mobilisation, muster, taxation
from grognard.games.coalitions.envoys import movement
from grognard.games.coalitions.leadership import leadership
from grognard.games.coalitions.sequence import ACTIONS, play_round, turn_of_the_wheel

MUSTER, TAXATION, LEADERSHIP, MOBILISATION, GAIN, MOVEMENT = range(1, 7)

WHEEL = {
    1: ("britain", "ottomans", "russia", "prussia", "austria", "france"),
    2: ("france", "britain", "ottomans", "russia", "prussia", "austria"),
    3: ("austria", "france", "britain", "ottomans", "russia", "prussia"),
    4: ("prussia", "austria", "france", "britain", "ottomans", "russia"),
    5: ("russia", "prussia", "austria", "france", "britain", "ottomans"),
    6: ("ottomans", "russia", "prussia", "austria", "france", "britain"),
}
"""Who musters, taxes, leads, mobilises, gains Influence and moves in each turn."""


class Taken(NamedTuple):
    """An action, as it was taken."""

    round: int
    turn: int
    action: int
    power: str


TRACES = {
    ("CardsDrawn", "7.muster.1"): MUSTER,
    ("MoneyChanged", "7.taxation.1"): TAXATION,
    ("CardsDrawn", "7.mobilisation.2"): MOBILISATION,
    ("InfluenceGained", "7.gain.1"): GAIN,
    ("EnvoyNamed", "7.envoy.3"): MOVEMENT,
}
"""What each action leaves in the log when a Power has a General off the map and a striped Garrison."""


def everybody_has_something_to_do() -> Scene:
    stripes = zip(WHEEL[1], ("lisboa", "hellas", "livonia", "saxonia", "bavaria", "lombardia"), strict=True)
    s = Scene()
    for power, territory in stripes:
        s.garrison(power, territory)
    s.g.round = 0
    return s


def chronicle(s: Scene, rounds: int) -> list[Taken]:
    """Play that many rounds with as little done as possible; list the actions in the order they were taken."""
    taken: list[Taken] = []
    seen = 0
    assert s.game is not None
    while s.asks is not None and s.position.round <= rounds:
        journal = s.game.journal
        for _, entry in journal[seen:]:
            kind = type(entry.event).__name__
            if kind == "TurnBegan":
                now = entry.event
            elif (kind, entry.clause) in TRACES:
                action = TRACES[kind, entry.clause]
                taken.append(Taken(now.round, now.turn, action, s.setting.powers[entry.event.power]))
        seen = len(journal)
        if s.asks[0] == "lead":
            taken.append(Taken(now.round, now.turn, LEADERSHIP, s.asks[1]))
        s.decline()
    return taken


# --- 4. the Wheel of War --------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "4.wheel.2", "4.wheel.3", "7.order.1", "7.order.2", "7.order.3")
def test_two_rounds_of_the_wheel_action_by_action() -> None:
    s = everybody_has_something_to_do().begin(play_round)
    assert chronicle(s, rounds=2) == [
        Taken(round_, turn, action, power)
        for round_ in (1, 2)
        for turn, powers in WHEEL.items()
        for action, power in enumerate(powers, 1)
    ]


@pytest.mark.clause("coalitions", "4.wheel.2")
def test_russia_on_leadership_is_on_mobilisation_next_turn() -> None:
    """T1."""
    s = everybody_has_something_to_do().begin(play_round).idle("lead")
    assert s.asks == ("lead", "russia")
    s.decline().idle("lead")
    assert (s.asks, s.position.turn) == (("lead", "ottomans"), 1)
    s.decline().idle("mobilise")
    assert (s.asks, s.position.turn) == (("mobilise", "russia"), 1)


@pytest.mark.clause("coalitions", "4.wheel.3")
def test_turn_seven_is_turn_one_of_the_next_round_with_britain_on_muster() -> None:
    s = everybody_has_something_to_do().begin(play_round)
    chronicle(s, rounds=1)
    s.idle("muster-discard")
    assert s.asks == ("muster-discard", "britain")
    assert (s.position.round, s.position.turn) == (2, 0)
    assert [event.turn for event in s.events("TurnBegan")] == [1, 2, 3, 4, 5, 6, 1]


@pytest.mark.clause("coalitions", "4.wheel.5")
def test_each_power_takes_each_action_once_a_round_and_each_action_one_power_a_turn() -> None:
    taken = chronicle(everybody_has_something_to_do().begin(play_round), rounds=1)
    assert len(taken) == 36
    assert len({(t.turn, t.action) for t in taken}) == 36
    assert len({(t.power, t.action) for t in taken}) == 36
    assert len({(t.turn, t.power) for t in taken}) == 36


# --- 5. the sequence of play ----------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "5.sequence.1")
def test_a_round_is_a_diplomacy_phase_and_six_turns() -> None:
    s = Scene()
    s.g.round = 1
    s.begin(play_round)
    assert s.asks == ("expel", "britain")
    assert not s.events("TurnBegan")
    s.idle("choose-status")
    for power in ("austria", "prussia", "russia", "ottomans"):
        s.act(power, "declare", "neutral")
    assert [event.turn for event in s.events("TurnBegan")] == [1]
    s.idle("choose-status", "expel")
    assert [event.turn for event in s.events("TurnBegan")] == [1, 2, 3, 4, 5, 6]
    assert s.position.round == 3


@pytest.mark.clause("coalitions", "5.sequence.2")
def test_round_one_opens_with_the_wheel() -> None:
    s = Scene()
    s.g.round = 0
    s.begin(play_round)
    assert s.asks == ("muster-discard", "britain")
    s.idle("expel", "choose-status")
    assert s.position.round == 2
    assert len(s.events("TurnBegan")) == 6


@pytest.mark.clause("coalitions", "5.sequence.3")
def test_rounds_go_on_until_somebody_has_won() -> None:
    """Random games of several lengths: the last thing that happens is a victory, and nothing before it is one."""
    lengths = set()
    for scenario, players, seed in (("1805", 6, 1), ("1806", 4, 4), ("1792", 6, 2), ("1798", 6, 5)):
        steps = played(scenario, players, seed)
        assert entries(steps[-1:], "GameWon")
        assert not entries(steps[:-1], "GameWon")
        lengths.add(len(entries(steps, "RoundBegan")))
    assert len(lengths) > 1


@pytest.mark.clause("coalitions", "5.sequence.4")
def test_a_change_of_status_cannot_forestall_the_fall_of_paris() -> None:
    s = Scene().general("russia", "paris", units=1)
    s.g.round = 4
    s.begin(turn_of_the_wheel, 5).idle()
    assert s.position.outcome is None  # the turn alone decides nothing
    s = Scene().general("russia", "paris", units=1)
    s.g.round = 0
    s.begin(play_round).idle("choose-status")
    assert s.position.ending == "paris"
    assert not s.events("StatusDeclared")


# --- 7. the order of actions ----------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "7.order.1")
def test_a_power_takes_only_the_action_its_dial_shows() -> None:
    s = everybody_has_something_to_do().money(france=9).begin(play_round).idle("name-envoy")
    assert s.asks == ("name-envoy", "france")  # on Movement in turn 1
    assert {option[0] for option in s.options("france")} == {"envoy"}
    for other in (("card",), ("morale",), ("take-card",), ("rally",), ("done",)):
        assert s.why_not("france", *other) is not None
    assert s.options("austria") == []


@pytest.mark.clause("coalitions", "7.order.3")
def test_the_actions_are_numbered_from_muster_to_movement() -> None:
    assert list(ACTIONS) == [muster, taxation, leadership, mobilisation, gain_influence_action, movement]
    s = Scene.opening("1805")
    assert s.game is not None
    assert s.game.view()["board"]["wheel"] == {
        "britain": "Muster",
        "ottomans": "Taxation",
        "russia": "Leadership",
        "prussia": "Mobilisation",
        "austria": "Gain Influence",
        "france": "Movement",
    }


@pytest.mark.clause("coalitions", "7.order.4")
def test_napoleon_moves_after_all_other_actions_and_before_russia() -> None:
    """Turn 4: France leads, Britain mobilises, the Ottomans gain Influence, Napoleon moves, then Russia."""
    s = Scene().general("france", "paris", named=True).general("russia", "moskva").garrison("ottomans", "hellas")
    s.begin(turn_of_the_wheel, 3)
    asked = []
    while s.asks is not None:
        asked.append(s.asks)
        if s.asks[0] == "move":
            assert s.of("influence", "ottomans") == 2
        s.decline()
    wanted = ["muster-discard", "lead", "mobilise", "move", "name-envoy"]
    assert [a for a in asked if a[0] in wanted][:5] == [
        ("muster-discard", "prussia"),
        ("lead", "france"),
        ("mobilise", "britain"),
        ("move", "france"),
        ("name-envoy", "russia"),
    ]
    assert ("move", "russia") in asked
