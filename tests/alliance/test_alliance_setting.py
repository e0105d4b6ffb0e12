"""What can be asked for before a game of Alliance, and what is told when it cannot be."""

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.refusal import UserError
from grognard.games.alliance.board import AUSTRIA, BRITAIN, FRANCE, PRUSSIA, RUSSIA, SPAIN, TURKEY
from grognard.games.alliance.setting import AllianceSetting, choose_setting, scenario_summaries, variants
from grognard.games.alliance.terms import EMPIRE_IDS


def chosen(scenario: str = "1804", players: int | None = None, **options: str | int | bool) -> AllianceSetting:
    return choose_setting(scenario, players, options, None)


@pytest.mark.clause("alliance", "1.1.1", "3.6.6", "12.2.1")
def test_one_to_seven_players() -> None:
    line_ups = {
        2: ("britain", "france"),
        3: ("britain", "france", "russia"),
        4: ("britain", "france", "russia", "austria"),
        5: ("britain", "france", "russia", "austria", "prussia"),
        6: ("britain", "france", "russia", "austria", "prussia", "turkey"),
        7: EMPIRE_IDS,
    }
    assert {players: chosen(players=players).seats for players in line_ups} == line_ups
    assert chosen().seats == line_ups[2]
    assert chosen("solitaire").seats == ("solitaire",)
    with pytest.raises(UserError, match="for 1 to 7 players, not 8"):
        chosen(players=8)
    with pytest.raises(UserError, match="One player plays the scenario “solitaire”"):
        chosen(players=1)


@pytest.mark.clause("alliance", "3.6.6")
def test_any_combination_of_empires_may_be_played() -> None:
    for size in range(2, 8):
        for names in combinations(EMPIRE_IDS, size):
            setting = chosen(empires="+".join(reversed(names)))
            assert setting.seats == names
            assert tuple(EMPIRE_IDS[e] for e in setting.played) == names
            assert [setting.seats[seat] for seat in setting.seat_of if seat >= 0] == list(names)


def test_a_usual_line_up_written_out_is_the_usual_one() -> None:
    assert chosen(players=2) is chosen(empires="France + Britain")
    assert chosen(empires="spain+france").options["empires"] == "france+spain"


@pytest.mark.parametrize("empires", ["", "france", "france+france", "france+poland", "france,spain", "usual+france"])
def test_an_impossible_line_up_is_told_what_is_possible(empires: str) -> None:
    with pytest.raises(UserError, match=r"2 to 7 of britain, france, .*such as austria\+france\+turkey") as caught:
        chosen(empires=empires)
    assert f"not “{empires}”" in str(caught.value)


@given(st.text(max_size=60))
def test_any_text_is_a_line_up_or_refused(text: str) -> None:
    try:
        setting = chosen(empires=text)
    except UserError:
        return
    assert set(setting.seats) <= set(EMPIRE_IDS)


def test_players_and_line_up_must_agree() -> None:
    assert chosen(players=2, empires="austria+turkey").seats == ("austria", "turkey")
    with pytest.raises(UserError, match="names 2 empires, and there are 3 players"):
        chosen(players=3, empires="austria+turkey")


@pytest.mark.clause("alliance", "12.0.1")
def test_scenarios_and_their_years() -> None:
    years = {s.id: (s.players[0], s.players[-1]) for s in scenario_summaries()}
    assert years == {"1804": (2, 7), "1808": (2, 7), "1812": (2, 7), "campaign": (2, 7), "solitaire": (1, 1)}
    spans = {name: (chosen(name).first_year, chosen(name).last_year) for name in years if name != "solitaire"}
    assert spans == {"1804": (1804, 1807), "1808": (1808, 1811), "1812": (1812, 1815), "campaign": (1804, 1815)}
    assert chosen("campaign").record.id == chosen("solitaire").record.id == "1804"
    with pytest.raises(UserError, match="Scenarios: 1804, 1808, 1812, campaign, solitaire"):
        chosen("1805")


def test_options() -> None:
    assert not chosen().hidden_treasuries
    assert not chosen().gentleman
    assert chosen(treasuries="hidden").hidden_treasuries
    assert chosen(gentleman=True).gentleman
    with pytest.raises(UserError, match="one of open, hidden, not “shut”"):
        chosen(treasuries="shut")
    with pytest.raises(UserError, match="Alliance has no option “weather”"):
        chosen(weather="fine")


def test_lengths_of_the_solitaire_game() -> None:
    targets = {cards: chosen("solitaire", cards=cards).solitaire_target for cards in (16, 32, 48)}
    assert targets == {16: 16, 32: 32, 48: 48}
    setting = chosen("solitaire", 1)
    assert (setting.solitaire, setting.players, setting.seat_of) == (True, 1, (0,) * 7)
    for wrong in ({"cards": 17}, {"gentleman": True}, {"treasuries": "hidden"}, {"empires": "austria+turkey"}):
        with pytest.raises(UserError):
            chosen("solitaire", **wrong)  # type: ignore[arg-type]  # options of different types in one list
    with pytest.raises(UserError, match="is for 1 player, not 2"):
        chosen("solitaire", 2)
    with pytest.raises(UserError, match="for the solitaire game only"):
        chosen(cards=32)


def test_handicaps_go_to_played_empires_only() -> None:
    setting = chosen(empires="austria+france+turkey")
    assert [setting.handicap[e] for e in (AUSTRIA, FRANCE, TURKEY, PRUSSIA, SPAIN)] == [5, 0, 5, 0, 0]
    assert setting.sudden_death == {BRITAIN, RUSSIA, FRANCE}


def test_variants_can_all_be_played_and_start_with_the_usual_line_up() -> None:
    first: dict[tuple[str, int], AllianceSetting] = {}
    for scenario, players, options in variants():
        setting = choose_setting(scenario, players, options, None)
        assert setting.players == players
        first.setdefault((scenario, players), setting)
    assert {setting.options["empires"] for setting in first.values()} == {"usual"}
    without = [setting.played for setting in first.values()] + [
        choose_setting(*variant[:2], variant[2], None).played for variant in variants()
    ]
    assert any(FRANCE not in played and BRITAIN not in played for played in without)


def test_the_vocabulary_names_everything() -> None:
    words = chosen().vocabulary
    assert words.kinds["block"].names[words.index("block", "fr-inf-3")] == "French Inf #3"
    assert words.kinds["card"].names[words.index("card", "42")] == "Napoléon (42)"
    assert words.kinds["place"].names[words.index("place", "gulf-of-lyon")] == "Gulf of Lyon"
    assert words.kinds["state"].ids[:7] == EMPIRE_IDS
    for kind in words.kinds.values():
        assert len(set(kind.ids)) == len(kind.ids) == len(kind.names) == len(set(kind.names))


def test_own_data_change_the_digest(tmp_path: Path) -> None:
    assert choose_setting("1804", 2, {}, tmp_path).data_digest == chosen().data_digest
    packaged = Path(__file__).parents[2] / "src/grognard/games/alliance/data/scenarios.toml"
    (tmp_path / "scenarios.toml").write_text(packaged.read_text("utf-8").replace("gold = 10", "gold = 11", 1), "utf-8")
    assert choose_setting("1804", 2, {}, tmp_path).data_digest != chosen().data_digest
