"""13. The special rules of 1792 and 1806: closed Spain and the Armée d'Orient."""

import pytest
from scene import Scene

from grognard.games.coalitions.actions import gain_influence_action
from grognard.games.coalitions.board import FRANCE, NOBODY
from grognard.games.coalitions.movement import round_of_movement

SPAIN = ("leon", "navarra", "catalonia", "valencia", "andalusia", "madrid")
CLOSED = {"1792": "13.1792.15", "1806": "13.1806.11"}
BY_MARCH = {"1792": "13.1792.16", "1806": "13.1806.12"}
BY_INFLUENCE = {"1792": "13.1792.17", "1806": "13.1806.13"}
NO_ENVOY = ANY_GENERAL = -1


def each_year(clauses: dict[str, str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "year", [pytest.param(year, marks=pytest.mark.clause("coalitions", clause)) for year, clause in clauses.items()]
    )


def special(year: str) -> Scene:
    """An empty board on which the special rules of the scenario hold."""
    s = Scene(year)
    s.g.spain_closed = "spain-closed" in s.setting.record.special
    s.g.orient_card = "armee-d-orient" in s.setting.record.special
    return s


def moving(s: Scene, power: str, only: int = ANY_GENERAL) -> Scene:
    s.g = s.position
    return s.begin(round_of_movement, power, 1, NO_ENVOY, only)


def ends(s: Scene, power: str, verb: str) -> set[str]:
    return {option[2] for option in s.options(power) if option[0] == verb}


# --- Spain ----------------------------------------------------------------------------------------------------------


@each_year(CLOSED)
def test_nobody_but_france_enters_closed_spain(year: str) -> None:
    """Even from the middle of it, next to all the rest, there is only the way out to Portugal."""
    s = moving(special(year).general("britain", "madrid"), "britain")
    assert ends(s, "britain", "march") == {"oporto", "lisboa"}
    for territory in SPAIN[:-1]:
        assert s.clause_against("britain", "march", s.at("britain", "madrid"), territory) == CLOSED[year]
    s = moving(special(year).general("britain", "oporto"), "britain")
    assert s.clause_against("britain", "march", s.at("britain", "oporto"), "madrid") == CLOSED[year]


@each_year(CLOSED)
def test_a_landing_in_andalusia_is_refused_but_ships_may_pass_it(year: str) -> None:
    """T27; Lisboa to Napoli goes by way of Andalusia."""
    s = moving(special(year).general("britain", "lisboa"), "britain")
    assert s.clause_against("britain", "sail", s.at("britain", "lisboa"), "andalusia") == CLOSED[year]
    assert "andalusia" not in ends(s, "britain", "sail") | ends(s, "britain", "march")
    assert "napoli" in ends(s, "britain", "sail")


@each_year(CLOSED)
def test_allies_of_france_are_kept_out_too(year: str) -> None:
    s = special(year).status(austria="french").general("austria", "aquitaine")
    moving(s, "austria")
    assert s.clause_against("austria", "march", s.at("austria", "aquitaine"), "navarra") == CLOSED[year]


@each_year(CLOSED)
def test_france_may_enter(year: str) -> None:
    s = moving(special(year).general("france", "aquitaine").general("france", "languedoc"), "france")
    assert {"navarra", "catalonia"} <= ends(s, "france", "march")


@each_year(CLOSED)
def test_support_from_outside_is_not_entering(year: str) -> None:
    """A British General in Lisboa may not go to Madrid, but may support a battle there."""
    s = special(year).status(austria="british").general("france", "leon", units=1).general("austria", "madrid")
    s.general("britain", "lisboa", units=1)
    moving(s, "france").act("france", "march", s.at("france", "leon"), "madrid").idle("support")
    assert s.position.spain_closed
    assert s.asks == ("support", "britain")


@each_year(BY_MARCH)
@pytest.mark.parametrize(("start", "gate"), [("aquitaine", "navarra"), ("languedoc", "catalonia")])
def test_spain_opens_for_good_when_the_french_march_in(year: str, start: str, gate: str) -> None:
    s = special(year).general("france", start).general("france", "paris").general("britain", "lisboa")
    moving(s, "france").act("france", "march", s.at("france", start), gate)
    assert s.asks == ("move", "france")  # still in the middle of the round
    assert not s.position.spain_closed
    assert s.game is not None
    assert [e.clause for _, e in s.game.journal if type(e.event).__name__ == "SpainOpened"] == [BY_MARCH[year]]
    moving(s, "france").act("france", "march", s.at("france", gate), start)
    moving(s, "britain")
    assert {"andalusia", "madrid"} <= ends(s, "britain", "march")
    assert "andalusia" in ends(s, "britain", "sail")


@each_year(BY_MARCH)
def test_a_french_general_from_portugal_does_not_open_spain(year: str) -> None:
    s = special(year).general("france", "oporto")
    moving(s, "france").act("france", "march", s.at("france", "oporto"), "leon")
    assert s.position.spain_closed


@each_year(BY_MARCH)
def test_other_marches_of_the_french_leave_spain_closed(year: str) -> None:
    s = special(year).general("france", "paris")
    moving(s, "france").act("france", "march", s.at("france", "paris"), "aquitaine")
    assert s.position.spain_closed


@each_year(BY_INFLUENCE)
@pytest.mark.parametrize("power", ["austria", "france"])
def test_spain_opens_when_any_power_has_eleven_influence(year: str, power: str) -> None:
    s = special(year).influence(**{power: 8}).garrison(power, "bavaria")
    s.begin(gain_influence_action, power)
    assert (s.of("influence", power), s.position.spain_closed) == (10, True)
    s = special(year).influence(**{power: 9}).garrison(power, "bavaria").general("britain", "lisboa")
    s.begin(gain_influence_action, power)
    assert (s.of("influence", power), s.position.spain_closed) == (11, False)
    assert s.game is not None
    assert [e.clause for _, e in s.game.journal if type(e.event).__name__ == "SpainOpened"] == [BY_INFLUENCE[year]]
    moving(s, "britain")
    assert "andalusia" in ends(s, "britain", "sail")


@pytest.mark.clause("coalitions", "13.1792.15", "13.1806.11")
@pytest.mark.parametrize("year", ["1798", "1805", "1809", "1812", "1813"])
def test_in_the_other_scenarios_spain_is_like_any_other_territory(year: str) -> None:
    s = moving(special(year).general("britain", "lisboa"), "britain")
    assert {"andalusia", "madrid"} <= ends(s, "britain", "march")


# --- the Armée d'Orient ---------------------------------------------------------------------------------------------


@pytest.mark.clause("coalitions", "13.1792.11", "13.1792.13")
def test_as_set_up_the_card_is_there_but_nelson_watches() -> None:
    """T28: a British General stands in Napoli."""
    s = Scene.opening("1792").idle("move")
    assert s.asks == ("move", "france")
    assert s.game is not None
    assert s.game.view()["board"]["armee_d_orient"] is True
    assert s.clause_against("france", "orient", s.at("france", "provence")) == "13.1792.13"
    assert not [option for option in s.options("france") if option[0] == "orient"]


@pytest.mark.clause("coalitions", "13.1792.11", "13.1792.12")
def test_provence_to_egypt_once_in_the_game() -> None:
    s = special("1792").general("france", "provence", units=3).general("france", "lorraine")
    general = s.at("france", "provence")
    moving(s, "france").act("france", "orient", general)
    assert s.units("france", "egypt") == 3
    assert not s.position.orient_card
    assert s.clause_against("france", "march", general, "syria") == "7.move.1"  # that was its move of the round
    s.act("france", "march", s.at("france", "lorraine"), "provence")
    moving(s, "france")
    assert s.clause_against("france", "orient", s.at("france", "provence")) == "13.1792.11"
    assert not [option for option in s.options("france") if option[0] == "orient"]


@pytest.mark.clause("coalitions", "13.1792.12")
def test_it_sails_from_provence_where_the_general_began_the_round() -> None:
    s = special("1792").general("france", "languedoc").general("france", "paris")
    general = s.at("france", "languedoc")
    moving(s, "france")
    assert s.clause_against("france", "orient", general) == "13.1792.12"
    s.act("france", "march", general, "provence")
    assert s.clause_against("france", "orient", general) == "7.move.1"
    moving(s, "france")
    assert s.clause_against("france", "orient", general) is None


@pytest.mark.clause("coalitions", "13.1792.12")
def test_napoleons_own_movement_does_not_allow_it() -> None:
    s = special("1792").general("france", "provence", named=True)
    moving(s, "france", only=s.g.named[FRANCE])
    assert s.clause_against("france", "orient", s.at("france", "provence")) == "13.1792.12"
    assert not [option for option in s.options("france") if option[0] == "orient"]


@pytest.mark.clause("coalitions", "13.1792.13")
@pytest.mark.parametrize(
    ("power", "where", "clause"),
    [
        ("britain", "napoli", "13.1792.13"),
        ("britain", "patrimonium-st-petri", "13.1792.13"),
        ("britain", "hellas", None),
        ("austria", "napoli", None),
    ],
)
def test_british_generals_in_rome_or_napoli_bar_the_way(power: str, where: str, clause: str | None) -> None:
    s = moving(special("1792").general("france", "provence").general(power, where), "france")
    assert s.clause_against("france", "orient", s.at("france", "provence")) == clause


@pytest.mark.clause("coalitions", "13.1792.14")
@pytest.mark.parametrize("status", ["expansionist", "british", "neutral"])
@pytest.mark.parametrize("with_general", [False, True])
def test_whoever_holds_egypt_outside_the_french_coalition_is_fought(status: str, with_general: bool) -> None:
    s = special("1792").status(ottomans=status).general("france", "provence", units=2).general("france", "paris")
    if with_general:
        s.general("ottomans", "egypt")
    else:
        s.garrison("ottomans", "egypt")
    moving(s, "france").act("france", "orient", s.at("france", "provence"))
    assert s.asks == ("move", "france")  # the others move before it is fought
    assert not s.events("BattleBegan")
    s.idle()
    assert [event.territory for event in s.events("BattleBegan")] == [s.territory("egypt")]


@pytest.mark.clause("coalitions", "13.1792.14")
def test_an_ally_in_egypt_is_asked_and_not_fought() -> None:
    s = special("1792").status(ottomans="french").general("france", "provence", units=2).garrison("ottomans", "egypt")
    general = s.at("france", "provence")
    moving(s, "france").act("france", "orient", general)
    assert s.asks == ("consent", "ottomans")
    s.act("ottomans", "no")
    assert s.position.orient_card  # not played after all
    assert s.clause_against("france", "orient", general) == "7.move.14"
    s = special("1792").status(ottomans="french").general("france", "provence", units=2).garrison("ottomans", "egypt")
    moving(s, "france").act("france", "orient", general).act("ottomans", "yes").idle()
    assert s.stands("france", "egypt")
    assert not s.events("BattleBegan")


@pytest.mark.clause("coalitions", "13.1792.11")
@pytest.mark.parametrize("year", ["1798", "1805", "1806"])
def test_no_other_scenario_has_the_card(year: str) -> None:
    s = moving(special(year).general("france", "provence"), "france")
    assert s.position.move is not None
    assert s.position.move.only == NOBODY
    assert s.clause_against("france", "orient", s.at("france", "provence")) == "13.1792.11"
