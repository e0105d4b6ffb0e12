"""11. Minor Powers: set-up, the bid, and what changes with control."""

from random import Random

import pytest
from playouts import played
from scene import Scene

import grognard
from grognard.games.coalitions.board import NOBODY
from grognard.games.coalitions.diplomacy import diplomacy_phase
from grognard.games.coalitions.minor_powers import minor_power_musters
from grognard.games.coalitions.relations import at_war
from grognard.games.coalitions.sequence import on_the_wheel, take_action, turn_of_the_wheel
from grognard.games.coalitions.setting import variants
from grognard.games.coalitions.winning import conqueror_of_paris
from grognard.games.coalitions.words import POWER_IDS, STATUS_IDS

SCENARIOS = ("1792", "1798", "1805", "1806", "1809", "1812", "1813")
MINORS = {
    (6, "russia"): set(),
    (5, "russia"): {"ottomans"},
    (4, "russia"): {"prussia", "ottomans"},
    (3, "russia"): {"russia", "prussia", "ottomans"},
    (3, "austria"): {"austria", "prussia", "ottomans"},
}


def bid(s: Scene, minor: str, **points: int) -> Scene:
    """The minor's Muster comes, and every player bids; nothing where nothing is said."""
    s.begin(minor_power_musters, minor)
    for power in s.setting.majors:
        name = s.setting.powers[power]
        s.act(name, "bid", points.get(name, 0))
    return s


def master(s: Scene, minor: str) -> str | None:
    power = s.position.master[s.power(minor)]
    return None if power == NOBODY else s.setting.powers[power]


# --- overview and set-up --------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "11.setup.1", "11.setup.2", "11.setup.3")
@pytest.mark.parametrize(("players", "third"), MINORS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_which_powers_are_minor_depends_on_the_players_alone(scenario: str, players: int, third: str) -> None:
    game = grognard.new("coalitions", scenario, players=players, third_minor=third, seed=1)
    board = game.view()["board"]
    minors = {power for power, state in board["powers"].items() if state["minor"]}
    assert minors == MINORS[players, third]
    assert {power for power, state in board["powers"].items() if state["seat"]} == set(POWER_IDS) - minors
    assert {general["power"] for general in board["generals"] if general["at"]} == set(POWER_IDS)
    assert len(game.seats) == players


@pytest.mark.clause("coalitions", "11.setup.3")
def test_every_scenario_is_offered_with_every_line_up() -> None:
    offered = {(scenario, players) for scenario, players, options in variants() if "mode" not in options}
    assert offered == {(scenario, players) for scenario in SCENARIOS for players in (3, 4, 5, 6)}


@pytest.mark.clause("coalitions", "11.setup.4")
@pytest.mark.parametrize(("players", "third"), [(5, "russia"), (4, "russia"), (3, "russia"), (3, "austria")])
def test_minor_powers_are_uncontrolled_until_their_first_muster_and_never_after(players: int, third: str) -> None:
    g = grognard.new("coalitions", "1805", players=players, third_minor=third, seed=5).position
    rng = Random(5)  # noqa: S311 - a test must be repeatable
    while g.agenda and g.round < 2:
        for minor in g.setting.minors:
            mustered = next(turn for turn in range(6) if on_the_wheel(g.setting, minor, turn) == 0)
            if g.turn < mustered:
                assert g.master[minor] == NOBODY
            elif g.turn > mustered:
                assert g.master[minor] in g.setting.majors
        power = rng.choice(g.deciding)
        g.act(power, g.sample(power, rng))
    assert g.round == 2
    assert all(g.master[minor] in g.setting.majors for minor in g.setting.minors)


@pytest.mark.clause("coalitions", "11.setup.5")
def test_a_minor_power_has_no_influence_of_its_own() -> None:
    board = grognard.new("coalitions", "1813", players=4, seed=1).view()["board"]
    assert {power: state["influence"] for power, state in board["powers"].items()} == {
        "britain": 13, "france": 13, "austria": 13, "prussia": None, "russia": 13, "ottomans": None
    }  # fmt: skip
    minors = Scene("1805", 4).setting.minors
    assert not any(step.influence[minor] for step in played("1805", 4, seed=3) for minor in minors)


@pytest.mark.clause("coalitions", "11.setup.5")
def test_a_minor_power_cannot_win() -> None:
    """Prussia takes Paris, and Austria, which runs it, is the victor."""
    s = Scene("1805", 4).status(austria="expansionist").run_by(prussia="austria").general("prussia", "paris")
    s.begin(conqueror_of_paris)
    assert s.position.outcome == (s.power("austria"),)
    assert (s.of("influence", "austria"), s.of("influence", "prussia")) == (6, 0)


@pytest.mark.clause("coalitions", "11.setup.6")
@pytest.mark.parametrize(("players", "money"), [(6, 6), (5, 6), (4, 0), (3, 0)])
def test_minor_powers_start_without_money(players: int, money: int) -> None:
    """The scenario prints 6 Money for Prussia."""
    board = grognard.new("coalitions", "1805", players=players, seed=1).view()["board"]
    assert board["powers"]["prussia"]["money"] == money


@pytest.mark.clause("coalitions", "11.setup.7")
def test_otherwise_a_minor_power_is_set_up_like_a_major_one() -> None:
    full, four = (grognard.new("coalitions", "1806", players=n, seed=1) for n in (6, 4))
    for game in (full, four):
        game.act("france", game.options("france")[0])  # who is Napoleon; then the deal
    alike = ("morale", "hand", "supply", "off_map", "status")
    for minor in ("prussia", "ottomans"):
        six, few = (game.view()["board"]["powers"][minor] for game in (full, four))
        assert [six[field] for field in alike] == [few[field] for field in alike]
    assert four.view()["board"]["generals"] == full.view()["board"]["generals"]
    assert four.view()["board"]["garrisons"] == full.view()["board"]["garrisons"]


@pytest.mark.clause("coalitions", "11.setup.7")
def test_a_minor_power_acts_with_its_own_morale_hand_money_and_units() -> None:
    s = Scene("1805", 4).run_by(prussia="austria").money(prussia=2, austria=9).general("prussia", "berlin")
    s.morale(prussia=4, austria=4).begin(take_action, "prussia", 3)
    s.act("prussia", "unit", s.at("prussia", "berlin")).act("prussia", "morale").act("prussia", "done")
    assert (s.of("money", "prussia"), s.of("money", "austria")) == (0, 9)
    assert (s.of("morale", "prussia"), s.of("morale", "austria")) == (5, 4)
    assert s.units("prussia", "berlin") == 1
    assert (s.cards("prussia"), s.cards("austria")) == (2, 0)  # for its two Generals off the map


# --- the bid --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "11.bid.1")
@pytest.mark.parametrize("controller", [None, "russia"])
def test_the_bid_opens_the_turn_of_each_muster(controller: str | None) -> None:
    """Prussia musters in the fourth turn, with four players for control of it."""
    s = Scene("1805", 4)
    if controller:
        s.run_by(prussia=controller)
    s.begin(turn_of_the_wheel, 3)
    assert s.asks == ("bid", "britain")
    assert [type(entry.event).__name__ for _, entry in s.game.journal] == ["TurnBegan"]


@pytest.mark.clause("coalitions", "11.bid.1")
@pytest.mark.parametrize("turn", [0, 1, 2, 4])
def test_no_bid_in_turns_in_which_a_major_power_musters(turn: int) -> None:
    s = Scene("1805", 4).hand("austria", 2).hand("britain", 2).hand("france", 2).hand("russia", 2)
    assert s.begin(turn_of_the_wheel, turn).asks[0] == "muster-discard"


@pytest.mark.clause("coalitions", "11.bid.2")
def test_all_players_bid_at_once_and_in_secret() -> None:
    scenes = [Scene("1805", 4).begin(minor_power_musters, "prussia") for _ in range(2)]
    for s, secret in zip(scenes, (0, 4), strict=True):
        assert s.position.deciding == tuple(s.power(p) for p in ("britain", "france", "austria", "russia"))
        s.act("austria", "bid", secret).act("france", "bid", 1).act("russia", "bid", 1)
        assert not s.events("BidsOpened")
        assert master(s, "prussia") is None
    for seat in ("britain", "france", "russia", None):
        assert scenes[0].game.view(seat) == scenes[1].game.view(seat)
    for s, winner in zip(scenes, ("france", "austria"), strict=True):
        assert master(s.act("britain", "bid", 0), "prussia") == winner


@pytest.mark.clause("coalitions", "11.bid.2", "11.bid.3")
def test_a_bid_lies_between_zero_and_the_morale_of_the_major_power() -> None:
    s = Scene("1805", 4).morale(austria=3, prussia=9).begin(minor_power_musters, "prussia")
    assert s.options("austria") == [("bid", 0), ("bid", 1), ("bid", 2), ("bid", 3)]
    assert s.why_not("austria", "bid", 4).clause == "11.bid.3"
    assert s.why_not("austria", "bid", -1).clause == "11.bid.2"


@pytest.mark.clause("coalitions", "11.bid.4", "11.bid.5")
@pytest.mark.parametrize(
    ("bids", "winner"),
    [
        ({}, "britain"),
        ({"france": 1}, "france"),
        ({"france": 2, "austria": 2}, "france"),
        ({"britain": 1, "austria": 3, "russia": 3}, "austria"),
        ({"britain": 4, "russia": 5}, "russia"),
    ],
)
def test_the_highest_bid_wins_the_earlier_in_the_order_of_play_among_equals(bids: dict[str, int], winner: str) -> None:
    s = bid(Scene("1805", 4), "prussia", **bids)
    assert master(s, "prussia") == winner
    for power in ("britain", "france", "austria", "russia"):
        assert s.of("morale", power) == 5 - (bids.get(power, 0) if power == winner else 0)
    assert s.of("morale", "prussia") == 5


@pytest.mark.clause("coalitions", "11.bid.6")
def test_the_present_controller_may_win_again_and_nothing_changes_but_its_morale() -> None:
    s = Scene("1805", 4).status(russia="neutral").run_by(prussia="russia").general("prussia", "saxonia")
    bid(s, "prussia", russia=2, austria=1)
    assert (master(s, "prussia"), s.of("morale", "russia")) == ("russia", 3)
    assert s.asks is None  # no adjustment: control has not changed
    assert s.stands("prussia", "saxonia")


@pytest.mark.clause("coalitions", "11.bid.7")
def test_whoever_holds_its_capital_takes_a_minor_power_for_nothing() -> None:
    s = Scene("1805", 5).garrison("austria", "istanbul").general("austria", "wien")
    s.begin(minor_power_musters, "ottomans")
    assert s.asks is None
    assert (master(s, "ottomans"), s.of("morale", "austria")) == ("austria", 5)
    assert not s.garrisoned("austria", "istanbul")  # the next Muster is a bid again
    assert s.units("austria", "wien") == 1
    assert s.begin(minor_power_musters, "ottomans").asks == ("bid", "britain")


@pytest.mark.clause("coalitions", "11.bid.7")
def test_a_capital_held_by_a_minor_power_counts_for_its_controller() -> None:
    s = Scene("1805", 4).run_by(prussia="russia").garrison("prussia", "istanbul").begin(minor_power_musters, "ottomans")
    assert master(s, "ottomans") == "russia"
    s = Scene("1805", 4).garrison("prussia", "istanbul").begin(minor_power_musters, "ottomans")
    assert s.asks == ("bid", "britain")  # held by a Minor Power that nobody controls


# --- what changes with control --------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "11.bid.8", "11.faq.2")
@pytest.mark.parametrize("old", STATUS_IDS)
@pytest.mark.parametrize("new", STATUS_IDS)
def test_a_minor_power_takes_the_status_of_its_controller_and_is_at_peace_with_it(old: str, new: str) -> None:
    s = Scene("1805", 5).status(ottomans=old, austria=new)
    bid(s, "ottomans", austria=1)
    assert s.status_of("ottomans") == new
    assert not at_war(s.position, s.power("austria"), s.power("ottomans"))


@pytest.mark.clause("coalitions", "11.bid.9", "11.bid.10", "9.peace.1")
def test_the_rulebooks_example_of_silesia() -> None:
    """T13: four players; Austria wins Prussia, whose Silesia it holds."""
    s = Scene("1805", 4).status(austria="expansionist").garrison("austria", "silesia").general("austria", "silesia")
    bid(s, "prussia", austria=2)
    assert s.controls("prussia", "silesia")
    assert s.units("austria", "silesia") == 1
    assert s.asks is None


@pytest.mark.clause("coalitions", "11.bid.4", "11.bid.5", "11.bid.8", "11.bid.9", "9.neutral.1", "9.war.7")
def test_the_rulebooks_example_of_the_ottomans() -> None:
    """T14 to T16: the Ottomans pass from Russia to Neutral Austria."""
    s = Scene("1805", 5).status(russia="british", austria="neutral").run_by(ottomans="russia")
    s.general("russia", "wallachia").general("russia", "bessarabia", units=1).garrison("russia", "podolia")
    s.general("ottomans", "bessarabia", units=2).garrison("ottomans", "bessarabia")
    bid(s, "ottomans", britain=2, austria=3, russia=3)
    morale = [s.of("morale", p) for p in ("britain", "france", "austria", "prussia", "russia")]
    assert morale == [5, 5, 2, 5, 5]
    assert (master(s, "ottomans"), s.status_of("ottomans")) == ("austria", "neutral")
    # Wallachia, an Ottoman home
    assert sorted(s.options("russia")) == [("go", "crimea"), ("go", "podolia"), ("off-map",)]
    s.act("russia", "go", "podolia")
    # Bessarabia: 4 to 2
    assert s.options("russia") == [("go", "crimea"), ("off-map",)]
    assert s.why_not("russia", "go", "podolia").clause == "9.general.4"
    s.act("russia", "go", "crimea")
    assert s.asks is None
    assert (s.units("russia", "crimea"), s.units("ottomans", "bessarabia")) == (1, 2)
    assert s.garrisoned("ottomans", "bessarabia")


@pytest.mark.clause("coalitions", "11.bid.9")
def test_all_powers_whose_relation_to_it_changed_are_adjusted() -> None:
    """A Neutral's General, welcome while one player ran both, leaves Ottoman ground with the change of control."""
    s = Scene("1805", 5).status(austria="neutral", russia="british").run_by(ottomans="austria")
    s.general("austria", "bessarabia", units=3).garrison("ottomans", "bessarabia")
    bid(s, "ottomans", russia=1)
    assert s.asks == ("fall-back", "austria")
    assert s.garrisoned("ottomans", "bessarabia")


@pytest.mark.clause("coalitions", "11.bid.9")
def test_relations_among_other_powers_are_not_touched() -> None:
    """Neutral Prussia's General strays in Saxonia as set up; the Ottomans' new master is no concern of his."""
    s = bid(Scene("1805", 5).general("prussia", "saxonia"), "ottomans", austria=1)
    assert s.asks is None
    assert s.stands("prussia", "saxonia")


@pytest.mark.clause("coalitions", "11.bid.10")
@pytest.mark.parametrize("status", ["neutral", "expansionist"])
def test_generals_of_one_player_stay_in_each_others_homes(status: str) -> None:
    s = Scene("1805", 5).status(austria=status, ottomans="british").general("austria", "wallachia", units=1)
    bid(s.general("ottomans", "hungari"), "ottomans", austria=1)
    assert s.asks is None
    assert s.stands("austria", "wallachia")
    assert s.stands("ottomans", "hungari")


@pytest.mark.clause("coalitions", "11.bid.11")
def test_the_leader_of_a_coalition_cannot_refuse_a_minor_power() -> None:
    s = bid(Scene("1805", 5).status(austria="british"), "ottomans", austria=1)
    assert s.asks is None
    assert s.status_of("ottomans") == "british"
    s = Scene("1805", 5).status(austria="neutral").run_by(ottomans="austria").diplomacy(austria="british")
    asked = [s.setting.powers[event.power] for event in s.events("AdmissionAnswered")]
    assert (asked, s.status_of("ottomans")) == (["austria"], "british")


@pytest.mark.clause("coalitions", "11.bid.12")
def test_a_minor_power_is_expelled_only_with_its_major_power() -> None:
    s = Scene("1805", 5).status(austria="british", russia="neutral").run_by(ottomans="austria").begin(diplomacy_phase)
    assert s.options("britain") == [("done",), ("expel", "austria")]
    assert s.why_not("britain", "expel", "ottomans").clause == "11.bid.12"
    s.act("britain", "expel", "austria")
    for power, status in (("austria", "expansionist"), ("prussia", "neutral"), ("russia", "neutral")):
        s.act(power, "declare", status)
    assert (s.status_of("austria"), s.status_of("ottomans")) == ("expansionist", "expansionist")


@pytest.mark.clause("coalitions", "11.bid.13")
def test_all_it_has_passes_to_the_new_controller_and_stays_its_own() -> None:
    s = (
        Scene("1805", 5)
        .run_by(ottomans="russia")
        .hand("ottomans", 5, 3)
        .hand("austria", 2)
        .money(ottomans=4, austria=1)
    )
    supply = s.of("supply", "ottomans")
    bid(s, "ottomans", austria=1)
    assert (s.of("money", "ottomans"), s.of("money", "austria"), s.of("supply", "ottomans")) == (4, 1, supply)
    assert s.off_map("ottomans") == 3
    seen = {seat: s.game.view(seat)["board"]["powers"] for seat in ("austria", "russia")}
    assert (seen["austria"]["ottomans"]["cards"], seen["austria"]["austria"]["cards"]) == ([3, 5], [2])
    assert seen["russia"]["ottomans"]["cards"] is None
    assert seen["russia"]["ottomans"]["hand"] == 2


@pytest.mark.clause("coalitions", "11.bid.14")
def test_the_controller_takes_all_its_actions_until_the_next_muster() -> None:
    for action, decision in enumerate(["muster-discard", None, "lead", "mobilise", None, "name-envoy"]):
        s = Scene("1805", 5).run_by(ottomans="austria").general("ottomans", "istanbul").hand("ottomans", 2)
        s.money(ottomans=1).begin(take_action, "ottomans", action)
        if decision is None:
            assert s.asks is None
        else:
            assert s.asks == (decision, "ottomans")
            assert s.game.to_act == ("austria",)
    s = Scene("1805", 5).run_by(ottomans="austria").begin(take_action, "ottomans", 1)
    assert s.of("money", "ottomans") == 6  # its homes
    bid(s, "ottomans", russia=1).hand("ottomans", 2).begin(take_action, "ottomans", 0)
    assert s.game.to_act == ("russia",)
