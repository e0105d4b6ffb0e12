"""3. Winning the game."""

import pytest
from scene import Scene

from grognard.games.coalitions.actions import gain_influence_action
from grognard.games.coalitions.movement import round_of_movement
from grognard.games.coalitions.sequence import play_round, turn_of_the_wheel
from grognard.games.coalitions.winning import conqueror_of_paris, gain_influence

NO_ENVOY = ANY_GENERAL = -1


def winners(s: Scene) -> set[str]:
    """The winners by name; empty while the game goes on."""
    return {s.setting.powers[p] for p in s.position.outcome or ()}


def after_round_forty(s: Scene) -> Scene:
    """End the game by the house stop, which compares Influence and breaks ties like any other end."""
    s.g.round = 40
    return s.begin(play_round)


# --- 25 Influence ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "3.winning.1")
def test_twenty_five_influence_wins_at_once() -> None:
    """Austria gains 2 in turn 1 before France moves: France is never asked."""
    s = Scene().influence(austria=23, france=24).garrison("austria", "bavaria").general("france", "paris")
    s.begin(turn_of_the_wheel, 0).idle("name-envoy")
    assert s.game is not None
    assert s.game.over
    assert winners(s) == {"austria"}
    assert (s.of("influence", "austria"), s.position.ending) == (25, "influence")
    assert not s.events("EnvoyNamed")


@pytest.mark.clause("coalitions", "3.winning.1")
def test_twenty_four_influence_does_not_win() -> None:
    s = Scene().influence(austria=22).garrison("austria", "bavaria").begin(gain_influence_action, "austria")
    assert s.of("influence", "austria") == 24
    assert winners(s) == set()


@pytest.mark.clause("coalitions", "3.winning.1")
def test_a_battle_that_brings_twenty_five_is_the_last_thing_that_happens() -> None:
    s = Scene().influence(austria=24).general("austria", "tyrol", units=3).general("france", "lombardia")
    s.begin(round_of_movement, "austria", 1, NO_ENVOY, ANY_GENERAL)
    s.act("austria", "march", s.at("austria", "tyrol"), "lombardia").idle()
    assert winners(s) == {"austria"}
    assert s.stands("france", "lombardia")  # no longer taken off: the game is over


def allied_victory(prussia: int, britain: int) -> Scene:
    """Prussia beats a French General in Holland (2 Influence); Britain supports it from London (1)."""
    s = Scene().status(prussia="british").influence(prussia=prussia, britain=britain)
    s.general("prussia", "hannover", units=3).general("britain", "london", units=1).general("france", "holland")
    s.begin(round_of_movement, "prussia", 1, NO_ENVOY, ANY_GENERAL)
    s.act("prussia", "march", s.at("prussia", "hannover"), "holland").idle("support")
    s.act("britain", "yes").idle("garrison-won")
    return s


@pytest.mark.clause("coalitions", "3.winning.2")
def test_one_battle_lifts_two_powers_and_the_higher_wins() -> None:
    s = allied_victory(prussia=24, britain=24)
    assert (s.of("influence", "prussia"), s.of("influence", "britain")) == (26, 25)
    assert winners(s) == {"prussia"}


@pytest.mark.clause("coalitions", "3.winning.2")
@pytest.mark.parametrize(
    ("morale", "won"), [((5, 6), {"prussia"}), ((6, 5), {"britain"}), ((5, 5), {"britain", "prussia"})]
)
def test_level_after_one_battle_the_tie_is_broken(morale: tuple[int, int], won: set[str]) -> None:
    s = Scene().influence(britain=24, prussia=24).morale(britain=morale[0], prussia=morale[1])
    gain_influence(s.g, [(s.power("britain"), 1), (s.power("prussia"), 1)], "8.win.3", "battle")
    assert winners(s) == won


# --- the conqueror of Paris -----------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "3.winning.3", "3.winning.5")
def test_a_russian_in_paris_ends_the_game_and_britain_wins_it() -> None:
    """T24: the bonus counts, but the most Influence wins, whoever took Paris."""
    s = Scene().influence(russia=5, britain=15, france=12).general("russia", "paris").begin(conqueror_of_paris)
    assert s.of("influence", "russia") == 14
    assert winners(s) == {"britain"}
    assert s.position.ending == "paris"


@pytest.mark.clause("coalitions", "3.winning.3")
def test_france_can_win_the_game_that_ends_in_paris() -> None:
    s = Scene().influence(russia=5, france=20).general("russia", "paris").begin(conqueror_of_paris)
    assert winners(s) == {"france"}


@pytest.mark.clause("coalitions", "3.winning.3")
@pytest.mark.parametrize("status", ["french", "neutral"])
def test_a_power_at_peace_with_france_does_not_conquer_paris(status: str) -> None:
    s = Scene().status(russia=status).general("russia", "paris").begin(conqueror_of_paris)
    assert winners(s) == set()
    assert s.of("influence", "russia") == 0


@pytest.mark.clause("coalitions", "3.winning.5")
def test_the_bonus_is_six_and_nine_in_the_british_coalition() -> None:
    s = Scene().status(austria="expansionist").general("austria", "paris").begin(conqueror_of_paris)
    assert s.of("influence", "austria") == 6
    s = Scene().general("britain", "paris").general("russia", "paris").begin(conqueror_of_paris)
    assert (s.of("influence", "britain"), s.of("influence", "russia")) == (9, 9)
    assert sum(s.position.influence) == 18


@pytest.mark.clause("coalitions", "3.winning.5")
def test_a_minor_power_in_paris_earns_the_bonus_for_its_major_power_once() -> None:
    s = Scene(players=4).run_by(prussia="austria").general("prussia", "paris").general("austria", "paris")
    s.begin(conqueror_of_paris)
    assert (s.of("influence", "austria"), s.of("influence", "prussia")) == (9, 0)


@pytest.mark.clause("coalitions", "3.winning.6")
def test_a_garrison_alone_does_not_conquer_paris() -> None:
    s = Scene().garrison("britain", "paris").begin(conqueror_of_paris)
    assert winners(s) == set()
    assert s.of("influence", "britain") == 0


@pytest.mark.clause("coalitions", "3.winning.7")
def test_twenty_six_beats_twenty_five_after_the_bonus() -> None:
    s = Scene().influence(britain=16, russia=17).general("britain", "paris").general("russia", "paris")
    s.begin(conqueror_of_paris)
    assert (s.of("influence", "britain"), s.of("influence", "russia")) == (25, 26)
    assert winners(s) == {"russia"}


@pytest.mark.clause("coalitions", "3.winning.3", "3.winning.4", "5.sequence.4")
def test_paris_is_looked_at_only_when_the_round_is_over_and_before_diplomacy() -> None:
    s = Scene().general("austria", "paris", units=1)
    s.g.round = 0
    s.begin(play_round).idle("expel", "choose-status")
    assert len(s.events("TurnBegan")) == 6
    assert len(s.events("RoundBegan")) == 1
    assert s.position.ending == "paris"


@pytest.mark.clause("coalitions", "3.winning.4")
def test_paris_left_again_in_the_same_round_ends_nothing() -> None:
    """Austria moves in turn 2 and walks out of Paris; Diplomacy of round 2 follows."""
    s = Scene().general("austria", "paris", units=1)
    s.g.round = 0
    s.begin(play_round).idle("move")
    assert s.asks == ("move", "austria")
    s.act("austria", "march", s.at("austria", "paris"), "lorraine").idle("expel")
    assert winners(s) == set()
    assert s.asks == ("expel", "britain")
    assert s.position.round == 2


# --- ties -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "3.winning.8")
def test_the_first_tie_breaker_is_the_value_of_disputed_territories() -> None:
    """Hannover (2) counts for Austria though it bears no Austrian stripe; Undisputed Oporto counts for nobody."""
    s = Scene().influence(austria=20, russia=20).morale(russia=9)
    s.garrison("austria", "hannover", "venezia").garrison("russia", "hellas", "oporto", "westphalia")
    assert winners(after_round_forty(s)) == {"austria"}


@pytest.mark.clause("coalitions", "3.winning.8")
def test_conquered_homes_do_not_break_a_tie() -> None:
    s = Scene().influence(austria=20, russia=20).garrison("russia", "paris").garrison("austria", "livonia")
    assert winners(after_round_forty(s)) == {"austria"}


@pytest.mark.clause("coalitions", "3.winning.8")
def test_a_tie_counts_a_powers_own_garrisons_only() -> None:
    s = Scene(players=4).run_by(prussia="austria").influence(austria=20, russia=20)
    s.garrison("prussia", "saxonia").garrison("russia", "livonia")
    assert winners(after_round_forty(s)) == {"russia"}


@pytest.mark.clause("coalitions", "3.winning.9")
def test_the_second_tie_breaker_is_morale() -> None:
    s = Scene().influence(austria=20, russia=20).morale(austria=7, russia=8)
    s.garrison("austria", "bavaria").garrison("russia", "hellas")
    assert winners(after_round_forty(s)) == {"russia"}


@pytest.mark.clause("coalitions", "3.winning.10")
def test_still_level_the_victory_is_shared() -> None:
    s = Scene().influence(austria=20, russia=20, france=19).morale(austria=7, russia=7, france=15)
    assert winners(after_round_forty(s)) == {"austria", "russia"}
    assert s.game is not None
    assert s.game.result is not None
    assert set(s.game.result["winners"]) == {"austria", "russia"}


@pytest.mark.clause("coalitions", "3.winning.11")
def test_a_game_that_will_not_end_is_ended_after_round_forty() -> None:
    s = Scene().influence(austria=3)
    s.g.round = 39
    s.begin(play_round)
    assert s.position.round == 40
    assert winners(s) == set()
    s.idle()
    assert (s.position.ending, s.position.round) == ("time", 40)
    assert winners(s) == {"austria"}
    assert len(s.events("TurnBegan")) == 6
