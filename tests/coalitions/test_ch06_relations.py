"""6. Implications of diplomatic status: war and peace, allies, Neutrals and Expansionists."""

from itertools import pairwise

import pytest
from playouts import entries, played
from scene import Scene

from grognard.games.coalitions.actions import taxation
from grognard.games.coalitions.board import NOBODY
from grognard.games.coalitions.leadership import leadership, subsidise
from grognard.games.coalitions.movement import round_of_movement
from grognard.games.coalitions.relations import allied, at_war, hostile
from grognard.games.coalitions.words import STATUS_IDS

# The rulebook's table: whom each status is At War with.
AT_WAR = {
    "british": {"french", "expansionist"},
    "french": {"british", "expansionist"},
    "neutral": set(),
    "expansionist": {"british", "french", "expansionist"},
}


def moving(s: Scene, power: str) -> Scene:
    """A round of movement without Envoy."""
    return s.begin(round_of_movement, power, 1, NOBODY, NOBODY)


def march(s: Scene, power: str, origin: str, end: str) -> Scene:
    return moving(s, power).act(power, "march", s.at(power, origin), end)


def attack(s: Scene, power: str, origin: str, end: str) -> Scene:
    """March there, leave no Garrison behind, and let the battles begin."""
    march(s, power, origin, end)
    return end_round(s, power)


def end_round(s: Scene, power: str) -> Scene:
    while s.asks in (("leave-garrison", power), ("move", power)):
        s.act(power, "no" if s.asks == ("leave-garrison", power) else "done")
    return s


# --- At Peace, At War -----------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "6.peace-war.1", "6.peace-war.2", "6.peace-war.3", "6.peace-war.4", "6.coalition.1")
@pytest.mark.parametrize("one", STATUS_IDS)
@pytest.mark.parametrize("other", STATUS_IDS)
def test_war_peace_and_alliance_follow_the_table_of_statuses(one: str, other: str) -> None:
    s = Scene().status(austria=one, prussia=other)
    a, p = s.power("austria"), s.power("prussia")
    assert at_war(s.g, a, p) == at_war(s.g, p, a) == (other in AT_WAR[one])
    assert allied(s.g, a, p) == allied(s.g, p, a) == (one == other and one in ("british", "french"))


@pytest.mark.clause("coalitions", "6.peace-war.1", "6.peace-war.2", "6.peace-war.3", "6.peace-war.4", "6.phase.6")
def test_the_rulebooks_example_of_four_statuses() -> None:
    """T2: Austria and Russia British, Prussia Neutral, the Ottomans Expansionist."""
    s = Scene().status(austria="british", russia="british", prussia="neutral", ottomans="expansionist")
    british = {"britain", "austria", "russia"}
    wars = {
        (p, q) for p in s.setting.powers for q in s.setting.powers if p != q and at_war(s.g, s.power(p), s.power(q))
    }
    expected = {(p, q) for p in british for q in ("france", "ottomans")} | {("france", "ottomans")}
    assert wars == expected | {(q, p) for p, q in expected}


@pytest.mark.clause("coalitions", "6.peace-war.4", "6.status.4")
def test_two_expansionists_fight_each_other() -> None:
    s = Scene().status(austria="expansionist", ottomans="expansionist")
    s.general("ottomans", "serbia", units=1).general("austria", "hungari")
    attack(s, "ottomans", "serbia", "hungari")
    assert [battle.territory for battle in s.events("BattleBegan")] == [s.territory("hungari")]


@pytest.mark.clause("coalitions", "6.peace-war.5", "6.status.2", "9.neutral.9")
@pytest.mark.parametrize("attacker", ["britain", "france", "russia", "ottomans"])
@pytest.mark.parametrize("guarded", [True, False])
def test_nobody_enters_the_home_of_a_neutral(attacker: str, guarded: bool) -> None:
    s = Scene().status(prussia="neutral", ottomans="expansionist").general(attacker, "saxonia", units=1)
    if guarded:
        s.general("prussia", "silesia").garrison("prussia", "silesia")
    moving(s, attacker)
    general = s.at(attacker, "saxonia")
    assert ("march", general, "hesse") in s.options(attacker)
    assert not {("march", general, "silesia"), ("march", general, "berlin")} & set(s.options(attacker))
    assert s.why_not(attacker, "march", general, "silesia").clause == "7.move.12"


@pytest.mark.clause("coalitions", "6.peace-war.6", "6.status.2", "9.neutral.6")
@pytest.mark.parametrize("attacker", ["britain", "france", "russia", "ottomans"])
@pytest.mark.parametrize("defence", ["garrison", "general"])
def test_a_neutral_can_be_attacked_outside_its_homes(attacker: str, defence: str) -> None:
    s = Scene().status(prussia="neutral", ottomans="expansionist").general(attacker, "livonia", units=1)
    s.garrison("prussia", "warszawa") if defence == "garrison" else s.general("prussia", "warszawa")
    attack(s, attacker, "livonia", "warszawa")
    assert len(s.events("BattleBegan")) == 1


@pytest.mark.clause("coalitions", "6.peace-war.3", "6.peace-war.6", "9.neutral.7")
def test_a_neutral_attacks_nobody() -> None:
    s = (
        Scene()
        .status(prussia="neutral", austria="neutral")
        .garrison("prussia", "warszawa")
        .garrison("russia", "polesie")
    )
    s.general("austria", "galicia", units=3)
    moving(s, "austria")
    assert s.why_not("austria", "march", s.at("austria", "galicia"), "warszawa").clause == "7.move.13"
    assert s.why_not("austria", "march", s.at("austria", "galicia"), "polesie").clause == "7.move.13"
    a, p = s.power("austria"), s.power("prussia")
    assert not hostile(s.position, a, p, s.territory("warszawa"))


@pytest.mark.clause("coalitions", "6.peace-war.6", "9.war.7")
@pytest.mark.parametrize("one", STATUS_IDS)
@pytest.mark.parametrize("other", STATUS_IDS)
def test_whether_two_may_stand_together_does_not_depend_on_who_asks(one: str, other: str) -> None:
    s = Scene().status(austria=one, prussia=other)
    a, p = s.power("austria"), s.power("prussia")
    for where in ("wien", "berlin", "saxonia", "paris"):
        t = s.territory(where)
        assert hostile(s.g, a, p, t) == hostile(s.g, p, a, t)
    away = s.territory("saxonia")
    assert hostile(s.g, a, p, away) == (other in AT_WAR[one] or [one, other].count("neutral") == 1)


@pytest.mark.clause("coalitions", "6.peace-war.7")
def test_peace_with_a_neutral_gives_no_passage() -> None:
    """From Livonia by Warszawa to Galicia: open while Prussia is an ally of both, closed while it is Neutral."""
    s = Scene().status(prussia="british").garrison("prussia", "warszawa").general("russia", "livonia")
    general = s.at("russia", "livonia")
    assert ("march", general, "galicia") in moving(s, "russia").options("russia")
    s = Scene().status(prussia="neutral").garrison("prussia", "warszawa").general("russia", "livonia")
    moving(s, "russia")
    assert ("march", general, "galicia") not in s.options("russia")
    assert s.why_not("russia", "march", general, "galicia").clause == "7.move.10"


@pytest.mark.clause("coalitions", "6.peace-war.7", "6.coalition.3")
@pytest.mark.parametrize(("status", "asked"), [("british", True), ("neutral", False)])
def test_allies_support_each_other_and_a_neutral_nobody(status: str, asked: bool) -> None:
    s = Scene().status(prussia=status).garrison("prussia", "warszawa")
    s.general("france", "livonia", units=1).general("austria", "galicia", units=1)
    attack(s, "france", "livonia", "warszawa")
    assert (s.asks == ("support", "austria")) is asked


@pytest.mark.clause("coalitions", "6.peace-war.7")
def test_a_neutral_supports_nobody() -> None:
    s = Scene().status(prussia="neutral").garrison("austria", "saxonia").general("prussia", "silesia", units=3)
    s.general("france", "hesse", units=1)
    attack(s, "france", "hesse", "saxonia")
    assert s.events("BattleBegan")
    assert s.asks != ("support", "prussia")


# --- Coalition ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "6.coalition.2")
def test_an_ally_is_asked_before_its_territory_is_entered() -> None:
    s = Scene().general("russia", "podolia").garrison("russia", "podolia")
    march(s, "russia", "podolia", "galicia")
    assert s.asks == ("consent", "austria")
    s.act("austria", "yes")
    assert s.stands("russia", "galicia")


@pytest.mark.clause("coalitions", "6.coalition.2")
def test_an_ally_may_refuse() -> None:
    s = Scene().general("russia", "podolia").garrison("russia", "podolia")
    march(s, "russia", "podolia", "galicia").act("austria", "no")
    assert s.stands("russia", "podolia")
    assert s.why_not("russia", "march", s.at("russia", "podolia"), "galicia").clause == "7.move.14"


@pytest.mark.clause("coalitions", "6.coalition.4")
def test_allies_in_one_territory_do_not_fight() -> None:
    s = Scene().general("russia", "podolia", units=3).general("austria", "galicia", units=1)
    end_round(march(s, "russia", "podolia", "galicia").act("austria", "yes"), "russia")
    assert not s.events("BattleBegan")
    assert s.stands("russia", "galicia")
    assert s.stands("austria", "galicia")


@pytest.mark.clause("coalitions", "6.coalition.4", "6.peace-war.5")
@pytest.mark.parametrize("players", [6, 4])
def test_no_battle_between_powers_at_peace_ever_starts(players: int) -> None:
    """In a game played at random, with who was whose ally worked out from the statuses alone."""
    steps = played("1805", players, seed=3)
    owner = Scene("1805", players).setting.general_power
    fought = 0
    for before, step in pairwise(steps):
        for entry in step.entries:
            if type(entry.event).__name__ == "BattleBegan":
                battle = entry.event
                foes = {owner[i] for i in battle.defenders} | ({battle.garrison} - {NOBODY})
                statuses = {STATUS_IDS[before.status[p]] for p in foes}
                mover = STATUS_IDS[before.status[owner[battle.attacker]]]
                assert statuses <= AT_WAR[mover] | {"neutral"}
                fought += 1
    assert fought


@pytest.mark.clause("coalitions", "6.coalition.5", "11.faq.4")
def test_no_garrison_in_the_home_of_an_ally() -> None:
    s = Scene().general("russia", "podolia", units=2)
    s.general("russia", "crimea")  # another to move, so that the round goes on
    march(s, "russia", "podolia", "galicia").act("austria", "yes").act("russia", "no")
    general = s.at("russia", "galicia")
    assert ("garrison", general) not in s.options("russia")
    assert s.why_not("russia", "garrison", general).clause == "7.garrison.4"


# --- Coalition with Britain, with France ----------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "6.leaders.1")
def test_only_members_of_its_coalition_are_subsidised_by_britain() -> None:
    s = Scene().money(britain=3).begin(subsidise, 0)
    assert {offer[1] for offer in s.options("britain") if offer[0] == "subsidise"} == {"austria", "russia"}
    for outsider in ("prussia", "ottomans", "france"):
        assert s.why_not("britain", "subsidise", outsider).clause == "6.leaders.1"
    s.act("britain", "subsidise", "austria").act("britain", "offer", 2).act("austria", "yes")
    assert (s.of("money", "austria"), s.of("money", "britain")) == (2, 1)


@pytest.mark.clause("coalitions", "6.leaders.2", "6.leaders.4")
@pytest.mark.parametrize(
    ("winner", "loser", "gain"),
    [("britain", "france", 2), ("austria", "france", 2), ("prussia", "britain", 1), ("ottomans", "france", 1)],
)
def test_beating_a_french_general_is_worth_two_to_the_british_coalition_alone(
    winner: str, loser: str, gain: int
) -> None:
    s = Scene().status(prussia="french").general(winner, "hesse", units=3).general(loser, "pfalz")
    attack(s, winner, "hesse", "pfalz")
    while s.asks:
        s.act(s.asks[1], *s.options(s.asks[1])[0])
    assert s.of("influence", winner) == gain


@pytest.mark.clause("coalitions", "6.leaders.3")
def test_members_of_the_british_coalition_sail_if_britain_agrees() -> None:
    s = Scene().general("russia", "sverige").general("russia", "livonia")
    general = s.at("russia", "sverige")
    moving(s, "russia").act("russia", "sail", general, "danmark")
    assert s.asks == ("permit-sea", "britain")
    s.act("britain", "no")
    assert s.stands("russia", "sverige")
    assert s.why_not("russia", "sail", general, "danmark").clause == "7.move.5"
    s.act("russia", "sail", general, "holland").act("britain", "yes")
    assert s.stands("russia", "holland")


@pytest.mark.clause("coalitions", "6.leaders.3", "6.leaders.4")
@pytest.mark.parametrize("status", ["french", "neutral", "expansionist"])
def test_nobody_else_sails(status: str) -> None:
    s = Scene().status(russia=status).garrison("russia", "sverige").general("russia", "sverige")
    moving(s, "russia")
    assert not [option for option in s.options("russia") if option[0] == "sail"]
    assert s.why_not("russia", "sail", s.at("russia", "sverige"), "danmark").clause == "7.move.3"


@pytest.mark.clause("coalitions", "6.leaders.4")
def test_france_gives_its_coalition_no_money() -> None:
    s = Scene().status(prussia="french").money(france=9).general("france", "paris").begin(leadership, "france")
    s.act("france", "rally")
    assert s.asks is None
    changes = [entry.event for entry in entries(played("1805", 6, seed=3), "MoneyChanged")]
    assert "subsidy" in {change.reason for change in changes}
    assert "subsidy" not in {change.reason for change in changes if change.power == s.power("france")}


# --- Neutral, Expansionist ------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "6.status.3")
@pytest.mark.parametrize(("status", "taxes"), [("neutral", 6), ("british", 3), ("french", 3), ("expansionist", 3)])
def test_a_neutrals_taxation_is_doubled(status: str, taxes: int) -> None:
    """T22: Prussia's homes are worth 3."""
    s = Scene("1805").status(prussia=status).begin(taxation, "prussia")
    assert s.of("money", "prussia") == taxes


@pytest.mark.clause("coalitions", "6.status.4", "6.status.2")
@pytest.mark.parametrize("status", STATUS_IDS)
def test_an_expansionist_attacks_anybody_but_in_the_homes_of_neutrals(status: str) -> None:
    s = Scene().status(ottomans="expansionist", austria=status).general("ottomans", "serbia", units=1)
    s.general("austria", "hungari")
    general = s.at("ottomans", "serbia")
    if status == "neutral":
        assert moving(s, "ottomans").why_not("ottomans", "march", general, "hungari").clause == "7.move.12"
    else:
        attack(s, "ottomans", "serbia", "hungari")
        assert s.events("BattleBegan")


@pytest.mark.clause("coalitions", "6.status.4")
@pytest.mark.parametrize("victim", ["britain", "france", "austria", "prussia", "russia"])
def test_an_expansionist_attacks_every_power_outside_homes(victim: str) -> None:
    s = Scene().status(ottomans="expansionist", prussia="neutral").general("ottomans", "serbia", units=1)
    s.garrison(victim, "dalmatia")
    attack(s, "ottomans", "serbia", "dalmatia")
    assert s.events("BattleBegan")
