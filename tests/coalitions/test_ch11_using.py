"""11. Using Minor Powers, and the questions the rulebook answers about them."""

import pytest
from scene import Scene

from grognard.games.coalitions.board import NOBODY
from grognard.games.coalitions.envoys import movement
from grognard.games.coalitions.leadership import subsidise
from grognard.games.coalitions.minor_powers import minor_power_musters
from grognard.games.coalitions.movement import round_of_movement
from grognard.games.coalitions.relations import allied, at_war
from grognard.games.coalitions.sequence import take_action
from grognard.games.coalitions.words import STATUS_IDS

GAIN_INFLUENCE, MOBILISATION = 4, 3


def moving(s: Scene, power: str) -> Scene:
    return s.begin(round_of_movement, power, 1, NOBODY, NOBODY)


def attack(s: Scene, power: str, origin: str, end: str) -> Scene:
    """March there, leave no Garrison behind, and let the battles begin."""
    moving(s, power).act(power, "march", s.at(power, origin), end)
    while s.asks in (("leave-garrison", power), ("move", power)):
        s.act(power, "no" if s.asks == ("leave-garrison", power) else "done")
    return s


def play_out(s: Scene) -> Scene:
    """Everybody supports, and takes the first choice after that."""
    while s.asks:
        s.act(s.asks[1], *s.options(s.asks[1])[0])
    return s


# --- allies of their own player -------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "11.use.1", "11.use.2")
@pytest.mark.parametrize("status", STATUS_IDS)
def test_the_powers_of_one_player_are_allies_whatever_their_status(status: str) -> None:
    s = Scene("1805", 4).status(austria=status).run_by(prussia="austria", ottomans="austria")
    own = [s.power(p) for p in ("austria", "prussia", "ottomans")]
    for p in own:
        for q in own:
            assert p == q or (allied(s.g, p, q) and not at_war(s.g, p, q))


@pytest.mark.clause("coalitions", "11.use.2")
def test_powers_of_different_players_are_not_allied_for_being_minor() -> None:
    s = Scene("1805", 4).status(austria="expansionist", russia="neutral").run_by(prussia="austria", ottomans="russia")
    assert not allied(s.g, s.power("prussia"), s.power("ottomans"))


@pytest.mark.clause("coalitions", "11.use.1", "11.faq.6")
@pytest.mark.parametrize("status", ["expansionist", "neutral", "british"])
def test_a_major_and_its_minor_power_pass_each_other_unasked(status: str) -> None:
    """Strategic movements of an Austrian to Istanbul and of an Ottoman to Wien."""
    s = Scene("1805", 5).status(austria=status).run_by(ottomans="austria").general("austria", "hungari")
    moving(s, "austria").act("austria", "march", s.at("austria", "hungari"), "istanbul")
    assert s.asks is None
    assert s.stands("austria", "istanbul")
    s.general("ottomans", "serbia")
    moving(s, "ottomans").act("ottomans", "march", s.at("ottomans", "serbia"), "wien")
    assert s.stands("ottomans", "wien")


@pytest.mark.clause("coalitions", "11.faq.6", "11.use.2")
@pytest.mark.parametrize("status", ["expansionist", "neutral"])
def test_two_minor_powers_of_one_player_pass_each_other_unasked(status: str) -> None:
    s = Scene("1805", 4).status(austria=status).run_by(prussia="austria", ottomans="austria")
    s.garrison("ottomans", "warszawa").general("prussia", "silesia")
    moving(s, "prussia").act("prussia", "march", s.at("prussia", "silesia"), "warszawa")
    assert s.asks is None
    assert s.stands("prussia", "warszawa")


@pytest.mark.clause("coalitions", "11.use.1")
@pytest.mark.parametrize("status", ["expansionist", "neutral"])
def test_a_minor_power_supports_its_major_power(status: str) -> None:
    s = Scene("1805", 5).status(austria=status).run_by(ottomans="austria").general("ottomans", "serbia", units=1)
    s.garrison("austria", "dalmatia").general("france", "venezia", units=1)
    assert attack(s, "france", "venezia", "dalmatia").asks == ("support", "ottomans")
    assert s.game.to_act == ("austria",)


@pytest.mark.clause("coalitions", "11.use.3")
def test_a_neutral_enters_the_homes_and_territories_of_its_players_other_powers() -> None:
    s = Scene("1805", 5).status(austria="neutral").run_by(ottomans="austria").garrison("ottomans", "bessarabia")
    s.general("austria", "hungari").general("russia", "podolia")
    moving(s, "austria")
    general = s.at("austria", "hungari")
    for end in ("wallachia", "serbia", "bessarabia"):
        assert ("march", general, end) in s.options("austria")
    moving(s, "russia")
    assert s.why_not("russia", "march", s.at("russia", "podolia"), "galicia").clause == "7.move.12"


@pytest.mark.clause("coalitions", "11.use.3")
def test_a_neutrals_generals_may_stand_on_its_players_other_territories() -> None:
    s = Scene("1805", 5).status(austria="british").run_by(ottomans="austria").garrison("ottomans", "bessarabia")
    s.general("austria", "bessarabia").general("austria", "wallachia").general("ottomans", "hungari")
    assert s.diplomacy(austria="neutral").asks is None
    assert s.stands("austria", "bessarabia")


# --- Influence, status, Money ---------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "11.use.4")
def test_a_minor_power_takes_no_gain_influence_action() -> None:
    """Hellas and a conquered home would pay the Ottomans, were they a Major Power."""
    s = Scene("1805", 5).run_by(ottomans="austria").garrison("ottomans", "hellas", "crimea")
    s.begin(take_action, "ottomans", GAIN_INFLUENCE)
    assert not any(s.position.influence)
    s = Scene("1805", 6).garrison("ottomans", "hellas", "crimea").begin(take_action, "ottomans", GAIN_INFLUENCE)
    assert s.of("influence", "ottomans") == 3


@pytest.mark.clause("coalitions", "11.use.5")
@pytest.mark.parametrize("new", STATUS_IDS)
def test_minor_powers_follow_their_major_power_in_the_diplomacy_phase(new: str) -> None:
    s = Scene("1805", 4).status(austria="british").run_by(prussia="austria", ottomans="russia").diplomacy(austria=new)
    assert (s.status_of("prussia"), s.status_of("ottomans")) == (new, "british")


@pytest.mark.clause("coalitions", "11.use.6")
@pytest.mark.parametrize(("british_general", "gain"), [(False, 1), (True, 2)])
def test_influence_won_by_a_minor_power_goes_to_its_major_power(british_general: bool, gain: int) -> None:
    """T17: the Prussians, under Britain, support a Russian victory over an Austrian General."""
    s = Scene("1805", 4).status(austria="expansionist").run_by(prussia="britain").general("austria", "bavaria")
    s.general("russia", "wurttemberg", units=3).general("prussia", "saxonia", units=1)
    if british_general:
        s.general("britain", "hesse", units=1)
    play_out(attack(s, "russia", "wurttemberg", "bavaria"))
    assert (s.of("influence", "britain"), s.of("influence", "russia")) == (gain, 1)


@pytest.mark.clause("coalitions", "11.use.7")
@pytest.mark.parametrize(("players", "gain"), [(4, 1), (6, 2)])
def test_a_minor_power_earns_no_extra_point_for_a_french_general(players: int, gain: int) -> None:
    s = Scene("1805", players).status(austria="british", prussia="british")
    if players == 4:
        s.run_by(prussia="austria")
    s.general("prussia", "hesse", units=3).general("france", "pfalz")
    play_out(attack(s, "prussia", "hesse", "pfalz"))
    assert sum(s.position.influence) == gain
    assert s.of("influence", "austria" if players == 4 else "prussia") == gain


@pytest.mark.clause("coalitions", "11.use.8", "11.use.9")
@pytest.mark.parametrize("controller", ["britain", "russia"])
def test_britain_subsidises_minor_powers_of_its_coalition_without_gaining_influence(controller: str) -> None:
    s = Scene("1805", 4).run_by(prussia=controller).money(britain=6).begin(subsidise, 0)
    s.act("britain", "subsidise", "prussia").act("britain", "offer", 3)
    if controller == "russia":
        assert s.game.to_act == ("russia",)
        s.act("prussia", "yes")
    assert (s.of("money", "prussia"), s.of("influence", "britain")) == (3, 0)
    s.act("britain", "subsidise", "austria").act("britain", "offer", 3).act("austria", "yes")
    assert s.of("influence", "britain") == 1


@pytest.mark.clause("coalitions", "11.use.8")
def test_britain_does_not_subsidise_minor_powers_outside_its_coalition() -> None:
    s = Scene("1805", 4).status(austria="neutral").run_by(prussia="austria").money(britain=6).begin(subsidise, 0)
    assert s.why_not("britain", "subsidise", "prussia").clause == "6.leaders.1"


@pytest.mark.clause("coalitions", "11.use.10")
def test_corruption_hits_a_minor_power_of_britain() -> None:
    s = Scene("1805", 4).run_by(prussia="britain").money(prussia=4, britain=4)
    s.begin(take_action, "prussia", MOBILISATION).act("prussia", "done")
    s.begin(take_action, "britain", MOBILISATION).act("britain", "done")
    assert (s.of("money", "prussia"), s.of("money", "britain")) == (0, 4)


# --- the rulebook's questions ---------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "11.faq.1")
@pytest.mark.parametrize("status", ["british", "expansionist"])
def test_taking_a_minor_power_one_was_at_peace_with_changes_nothing_between_the_two(status: str) -> None:
    """Austria in the Ottoman home of Wallachia: as an ally it stays with all it has, as an enemy its Garrison goes."""
    s = Scene("1805", 5).status(austria="british", ottomans=status).general("austria", "wallachia", units=1)
    if status == "expansionist":
        s.garrison("austria", "wallachia")
    s.begin(minor_power_musters, "ottomans")
    for power in s.setting.majors:
        s.act(s.setting.powers[power], "bid", 1 if power == s.power("austria") else 0)
    assert s.asks is None
    assert s.controls("ottomans", "wallachia")
    assert s.units("austria", "wallachia") == (1 if status == "british" else 2)


@pytest.mark.clause("coalitions", "11.faq.3")
@pytest.mark.parametrize("controller", ["russia", None])
def test_a_garrison_may_be_placed_in_an_enemy_minor_powers_home(controller: str | None) -> None:
    s = Scene("1805", 5).status(ottomans="expansionist").general("austria", "hungari", units=1)
    if controller:
        s.status(russia="expansionist").run_by(ottomans=controller)
    moving(s, "austria").act("austria", "march", s.at("austria", "hungari"), "serbia")
    s.act("austria", "garrison", s.at("austria", "serbia"))
    assert s.controls("austria", "serbia")


@pytest.mark.clause("coalitions", "11.faq.4")
@pytest.mark.parametrize(
    ("controller", "status"), [("austria", "expansionist"), ("austria", "neutral"), ("russia", "british")]
)
def test_no_garrison_in_the_home_of_ones_own_or_an_allied_minor_power(controller: str, status: str) -> None:
    s = Scene("1805", 5).status(austria=status, russia="british").run_by(ottomans=controller)
    s.general("austria", "hungari", units=1).general("austria", "wien")
    moving(s, "austria").act("austria", "march", s.at("austria", "hungari"), "serbia")
    if controller == "russia":
        assert s.game.to_act == ("russia",)
        s.act("ottomans", "yes")
    assert s.why_not("austria", "garrison", s.at("austria", "serbia")).clause == "7.garrison.4"
    assert ("garrison", s.at("austria", "serbia")) not in s.options("austria")


@pytest.mark.clause("coalitions", "11.faq.5")
def test_a_controlled_minor_power_may_be_envoy_and_its_controller_answers() -> None:
    s = Scene("1805", 5).status(russia="expansionist").run_by(ottomans="russia").general("france", "paris")
    s.begin(movement, "france").act("france", "envoy", "ottomans")
    assert (s.of("morale", "ottomans"), s.of("morale", "russia")) == (6, 5)
    s.act("france", "done").act("france", "yes")
    assert s.asks == ("permit-round", "ottomans")
    assert s.game.to_act == ("russia",)


@pytest.mark.clause("coalitions", "11.faq.5", "11.use.1")
def test_a_minor_power_is_no_envoy_for_its_own_player_or_coalition() -> None:
    s = Scene("1805", 4).status(austria="neutral").run_by(prussia="austria", ottomans="austria")
    s.begin(movement, "austria")
    assert {envoy for _, envoy in s.options("austria")} == {"britain", "france", "russia"}
    assert s.why_not("austria", "envoy", "prussia").clause == "7.envoy.4"
    s.begin(movement, "prussia")
    for barred in ("austria", "ottomans"):
        assert s.why_not("prussia", "envoy", barred).clause == "7.envoy.4"
    s = Scene("1805", 5).run_by(ottomans="russia").begin(movement, "britain")
    assert s.why_not("britain", "envoy", "ottomans").clause == "7.envoy.4"
