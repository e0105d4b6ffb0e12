"""3, 6, 9, 10: cards, Gold, diplomacy, alliances, defeat, victory."""

import pytest
from stage import Stage

from grognard.games.alliance.diplomacy import bonus, diplomacy
from grognard.games.alliance.hands import deal, play_cards
from grognard.games.alliance.income import income
from grognard.games.alliance.neutrals import leave_player
from grognard.games.alliance.pacts import talks
from grognard.games.alliance.sequence import disbanding, end_of_year, stand_up
from grognard.games.alliance.victory import final_count, points, sudden_death

proves = pytest.mark.clause


# --- 3: cards and Gold -----------------------------------------------------------------------------------------------


@proves("alliance", "3.0.1", "3.0.2", "3.0.3", "3.6.2")
def test_five_cards_each_and_one_laid_aside_unseen() -> None:
    s = Stage(players=3).begin((deal,))
    assert s.setting.deck.count == 42
    hands = [s.position.hands[p] for p in s.setting.played]
    assert [hand.bit_count() for hand in hands] == [5, 5, 5]
    assert not hands[0] & hands[1] | hands[0] & hands[2] | hands[1] & hands[2]
    for player in ("britain", "france", "russia"):
        s.act(player, *s.options(player)[0])
    assert [s.position.hands[p].bit_count() for p in s.setting.played] == [4, 4, 4]
    assert s.play.view("france")["board"]["players"]["britain"]["cards"] is None
    assert sum(hand.bit_count() for hand in s.position.hands) == 12


@proves("alliance", "3.1.1", "3.1.2", "3.1.3", "3.1.4", "turn.2")
def test_cards_are_revealed_together_and_the_highest_acts_first() -> None:
    """T4."""
    s = Stage(players=4)
    for player, card in (("britain", 17), ("france", 37), ("russia", 25), ("austria", 33)):
        s.g.hands[s.state(player)] = 1 << card - 1
    s.begin((play_cards,))
    assert ("done",) not in s.options("france")
    for player in ("britain", "france", "russia"):
        s.act(player, "card", {"britain": "17", "france": "37", "russia": "25"}[player])
        assert not s.events("CardsRevealed")
    s.act("austria", "card", "33")
    assert [s.setting.powers[p] for p in s.position.order] == ["france", "austria", "russia", "britain"]


@proves("alliance", "3.2.1", "3.2.2", "3.2.3", "3.2.11", "3.2.12")
def test_points_of_a_card_and_what_is_saved() -> None:
    """T5."""
    s = Stage(players=2).put("paris", "fr-inf-1", steps=1).gold(france=0).order("france", "britain", cards=(28, 12))
    s.turn("france")
    assert s.position.ap == 4
    s.act("france", "levy", "fr-inf-1").act("france", "end")
    assert s.position.gold[s.state("france")] == 3
    s = Stage(players=2).ally("spain", "france")
    spanish = 1 + next(c for c in range(42) if s.setting.deck.empire[c] == s.state("spain"))
    assert s.order("france", "britain", cards=(spanish, 12 if spanish != 12 else 13)).turn("france").position.ap == 3


@proves("alliance", "3.4.9", "3.4.10", "3.6.3", "3.6.4")
def test_at_most_three_gold_a_turn() -> None:
    """T9, T10."""
    s = Stage(players=2).ally("austria", "britain").gold(britain=9)
    s.put("vienna", "au-inf-1", "au-inf-2", "au-inf-3", steps=1).put(
        "london", "br-inf-1", "br-inf-2", "br-inf-3", steps=1
    )
    s.put("humbria", "br-inf-4", steps=1)
    s.turn("britain")
    for block in ("au-inf-1", "au-inf-2", "au-inf-3", "br-inf-1", "br-inf-2", "br-inf-3"):
        s.act("britain", "levy", block)
    assert s.position.gold[s.state("britain")] == 6
    assert s.why("britain", "levy", "br-inf-4").clause == "3.4.9"


@proves("alliance", "3.4.2", "3.4.3", "3.4.4", "3.4.5", "3.4.6", "10.1.1", "1.3.2")
def test_the_french_income_of_the_example() -> None:
    """T8: 5 + (1 Biscay + 1 Lyon + 4 Spain + 1 Milan) / 2 = 8 Gold, and 8 points."""
    s = Stage(players=2).ally("spain", "france").put("bay-of-biscay", "fr-fleet-1").put("gulf-of-lyon", "fr-fleet-2")
    s.put("italy", "fr-inf-1")
    earned = income(s.g, s.state("france"))
    assert (earned.homeland, earned.other, earned.total) == (5, 7, 8)
    assert points(s.g, s.state("france")) == 8


@proves("alliance", "3.4.7")
def test_a_homeland_city_in_enemy_hands_pays_the_holder_half() -> None:
    s = Stage(players=2).put("burgundy", "br-inf-1").put("london", "br-inf-2")
    lyon = next(p for p in s.setting.board.cities_of[s.state("france")] if s.setting.board.city_names[p] == "Lyon")
    s.put(s.setting.board.ids[lyon], "br-inf-3")
    assert income(s.g, s.state("france")).homeland == 5 - s.setting.board.vp[lyon]


@proves("alliance", "3.5.5", "3.5.6", "3.5.7", "7.7.2")
def test_winter_pays_stands_up_and_disbands() -> None:
    s = Stage(players=2).put("paris", "fr-hq", "fr-inf-1")
    dead = s.block("fr-inf-2")
    assert s.g.blocks[dead].at == -2
    s.begin((end_of_year,))
    assert s.events("IncomeCollected")
    assert s.position.blocks[dead].at == -1
    assert s.asks == "review"
    s.act("france", "review").act("britain", "stand")
    assert s.asks == "disband"
    assert s.why("france", "disband", "fr-hq").clause == "3.5.7"
    s.act("france", "disband", "fr-inf-1")
    assert s.position.blocks[s.block("fr-inf-1")].at == -2
    stand_up(s.position)
    assert s.position.blocks[s.block("fr-inf-1")].at == -1


@proves("alliance", "3.5.7")
def test_disbanding_is_sealed() -> None:
    s = Stage(players=2).put("paris", "fr-inf-1").put("london", "br-inf-1").begin((disbanding,))
    s.act("france", "review").act("britain", "review")
    s.act("france", "disband", "fr-inf-1")
    assert s.where("fr-inf-1") == "paris"
    s.act("britain", "stand")
    assert s.where("fr-inf-1") is None


# --- 6.1: bids -------------------------------------------------------------------------------------------------------


def bidding(seed: int = 1, **gold: int) -> Stage:
    """T6: France has played Alexander's card and may bid."""
    s = Stage(players=3, seed=seed).gold(**(gold or {"france": 5, "britain": 5, "russia": 5}))
    s.order("france", "britain", "russia", cards=(39, 5, 3))
    return s.begin((diplomacy,))


@proves("alliance", "6.1.1", "6.1.3", "6.1.4", "6.1.5", "6.1.6", "6.13.3", "3.3.2", "6.11.1", "turn.3")
def test_a_bid_is_paid_and_matched_in_card_order() -> None:
    s = bidding()
    assert s.asks == "bid"
    assert s.why("france", "bid", "britain", 1).clause == "6.1.4"
    assert s.why("france", "bid", "denmark", 4).clause == "6.1.3"
    s.act("france", "bid", "denmark", 2)
    assert s.position.deciding == (s.state("britain"),)
    s.act("britain", "match")
    assert s.position.deciding == (s.state("russia"),)
    s.act("russia", "decline")
    assert [s.position.gold[s.state(p)] for p in ("france", "britain", "russia")] == [3, 3, 5]
    assert {e["player"] for e in s.events("BidRolled")} == {"france", "britain"}


@proves("alliance", "6.13.1", "6.13.2", "6.13.4", "6.13.5")
def test_one_highest_total_of_seven_wins() -> None:
    """T16."""
    seen = set()
    for seed in range(1, 60):
        s = bidding(seed).act("france", "bid", "denmark", 1).act("britain", "match").act("russia", "match")
        totals = {e["player"]: e["total"] for e in s.events("BidRolled")}
        best = [p for p, total in totals.items() if total == max(totals.values())]
        if len(best) == 1 and max(totals.values()) >= 7:
            assert s.master("denmark") == best[0]
            seen.add("won")
        else:
            assert s.master("denmark") is None
            seen.add("tie" if max(totals.values()) >= 7 else "low")
    assert {"won", "tie"} <= seen


@proves("alliance", "6.13.5", "6.13.6", "6.13.7", "6.13.14")
def test_anothers_ally_turns_neutral_and_lies_face_up() -> None:
    for seed in range(1, 40):
        s = Stage(players=2, seed=seed).ally("spain", "britain").ally("morocco", "spain").put("madrid", "sp-inf-1")
        s.gold(france=3).order("france", "britain", cards=(39, 5)).begin((diplomacy,))
        s.act("france", "bid", "spain", 3)
        if s.events("StateLeft"):
            assert (s.master("spain"), s.master("morocco")) == (None, None)
            assert s.where("sp-inf-1") == "madrid"
            assert any(b.get("id") == "sp-inf-1" for b in s.play.view("france")["board"]["places"]["madrid"])
            return
    pytest.fail("the bid never won")


@proves("alliance", "6.12.1", "6.12.2", "6.12.3", "leaders.4")
def test_bonuses_of_the_spanish_example() -> None:
    """T15: Britain in Madrid and opening rolls with +3, France with +2; without the occupation France has +4."""
    s = Stage(players=3).ally("spain", "france").put("madrid", "br-inf-1").order("britain", "france", "russia")
    spain, britain, france, russia = (s.state(n) for n in ("spain", "britain", "france", "russia"))
    assert [bonus(s.g, p, spain, britain) for p in (britain, france, russia)] == [3, 2, 0]
    s = Stage(players=3).ally("spain", "france").order("britain", "france", "russia")
    assert bonus(s.g, france, spain, britain) == 4
    talleyrand = 1 + next(c for c in range(42) if s.setting.deck.event[c] == "diplomacy-plus-2")
    s.order("france", "britain", "russia", cards=(talleyrand, 2, 1))
    assert bonus(s.g, france, s.state("denmark"), france) == 3


@proves("alliance", "6.1.2")
def test_only_the_highest_leader_may_open() -> None:
    s = Stage(players=3).gold(france=5, britain=5).order("britain", "france", "russia", cards=(42, 39, 1))
    s.begin((diplomacy,))
    assert s.position.deciding == (s.state("britain"),)
    s.act("britain", "decline")
    assert s.asks == ""


@proves("alliance", "6.13.8", "6.13.9", "6.13.10")
def test_blocks_stay_in_land_that_turned_neutral() -> None:
    """T17."""
    s = Stage(players=3).ally("austria", "russia").put("bohemia", "fr-inf-1").put("saxony", "br-inf-1")
    s.ally("saxony", "britain").put("vienna", "au-inf-1")
    leave_player(s.g, s.state("austria"), "diplomacy")
    s.order("britain", "france", "russia").turn("britain").act("britain", "group", "saxony")
    s.act("britain", "attack", "br-inf-1", "bohemia")
    assert s.master("austria") is None


# --- 6.2: alliances --------------------------------------------------------------------------------------------------


@proves("alliance", "6.2.1", "6.2.4", "6.2.5", "1.1.2")
def test_an_alliance_needs_both_and_may_be_secret() -> None:
    s = Stage(players=3).turn("france").act("france", "propose", "russia")
    assert s.asks == "answer-pact"
    s.act("russia", "yes")
    assert s.play.view("france")["board"]["players"]["russia"]["allies"] == ["france"]
    assert s.play.view("britain")["board"]["players"]["russia"]["allies"] == []
    assert s.why("france", "propose", "russia").clause == "6.2.1"
    s.act("france", "publish", "russia").act("russia", "yes")
    assert s.play.view("britain")["board"]["players"]["russia"]["allies"] == ["france"]


@proves("alliance", "6.2.10", "6.2.12", "6.2.11")
def test_a_broken_alliance_leads_to_battle_where_the_two_stand_together() -> None:
    s = Stage(players=3).pact("france", "russia").put("poland", "fr-inf-1", "ru-inf-1").ally("poland", "france")
    s.order("france", "russia", "britain").turn("france").act("france", "break", "russia")
    fight = s.position.fight_at(s.place("poland"))
    assert (fight.attack, fight.defence) == (1 << s.block("fr-inf-1"), 1 << s.block("ru-inf-1"))
    assert s.why("france", "group", "poland").clause == "4.33.1"
    s.battles()
    assert not s.options("france", "break")


@proves("alliance", "6.22.1", "6.22.2")
def test_gentlemen_change_alliances_in_winter_only() -> None:
    s = Stage(players=3, gentleman=True).pact("france", "russia").turn("france")
    assert s.why("france", "break", "russia").clause == "6.22.1"
    assert s.why("france", "propose", "britain").clause == "6.22.1"
    s.begin((talks, 1))
    assert ("break", "russia") in s.options("france")
    s.act("france", "break", "russia").act("britain", "silent").act("russia", "silent")
    assert s.position.pacts[s.state("france")] == 0


@proves("alliance", "6.2.2", "6.2.3", "3.5.9", "3.5.8")
def test_the_talks_of_winter_are_sealed_and_gold_changes_hands() -> None:
    s = Stage(players=3).gold(france=4).begin((talks, 1))
    s.act("france", "give", "russia", 3).act("russia", "propose", "france")
    assert s.position.gold[s.state("russia")] == 0
    s.act("britain", "silent")
    assert s.position.gold[s.state("russia")] == 3
    assert s.asks == "answer-pact"
    assert not any(action[0] == "card" for action in s.options("france"))


@proves("alliance", "6.21.1", "6.21.2", "6.21.3")
def test_a_surrender_is_a_defeat_without_loss_of_steps() -> None:
    s = Stage(players=4).gold(austria=6).put("vienna", "au-inf-1", "au-inf-2", "au-inf-3", "au-inf-4")
    s.manned("austria").turn("austria").act("austria", "surrender", "france").act("austria", "terms", 2)
    s.act("france", "terms", 4).act("austria", "yes").reckoning()
    assert [s.position.gold[s.state(p)] for p in ("austria", "france")] == [2, 4]
    assert s.position.pacts[s.state("austria")] == 1 << s.state("france")
    assert s.steps("au-inf-1") == s.setting.roster.steps[s.block("au-inf-1")]


# --- 9: defeat -------------------------------------------------------------------------------------------------------


@proves("alliance", "9.1.1", "9.1.2", "7.72.1")
def test_a_minor_falls_to_whoever_holds_its_city() -> None:
    s = Stage(players=2).ally("bavaria", "britain").put("bavaria", "fr-inf-1").put("swiss", "bavaria-inf")
    assert s.reckoning().master("bavaria") == "france"


@proves("alliance", "9.2.1", "9.2.2", "9.2.4", "9.21.1", "9.21.2", "9.21.3")
def test_france_beats_the_austrian_player_of_the_example() -> None:
    """T33."""
    s = Stage(players=4).gold(austria=9)
    board = s.setting.board
    for n, city in enumerate(board.cities_of[s.state("austria")], start=1):
        s.put(board.ids[city], f"fr-inf-{n}")
    s.put("tyrol", "au-inf-1", "au-inf-2").put("adriatic", "au-fleet-1").put("illyria", "au-inf-3")
    s.manned("austria").order("france", "austria", "britain", "russia").reckoning()
    assert (s.steps("au-inf-1"), s.steps("au-fleet-1")) == (1, 0)
    assert [s.position.gold[s.state(p)] for p in ("austria", "france")] == [5, 4]
    assert s.position.pacts[s.state("austria")] == 1 << s.state("france")
    s.turn("austria")
    assert s.why("austria", "break", "france").clause == "9.21.2"


@pytest.mark.parametrize(("blocks", "beaten"), [(3, True), (4, False)])
@proves("alliance", "9.2.3", "9.2.5", "9.2.6", "9.21.4")
def test_an_empire_with_three_blocks_is_beaten(blocks: int, beaten: bool) -> None:
    """T32."""
    s = Stage(players=2).ally("austria", "britain").ally("veneto", "austria")
    s.put("tyrol", *(f"au-inf-{n}" for n in range(1, blocks + 1)))
    s.manned("austria")
    s.reckoning()
    assert s.master("austria") == ("france" if beaten else "britain")
    assert s.master("veneto") == (None if beaten else "britain")


# --- 10: victory -----------------------------------------------------------------------------------------------------


@proves("alliance", "10.2.1")
def test_handicaps() -> None:
    """T34."""
    s = Stage(players=7)
    assert [s.setting.handicap[s.state(e)] for e in ("austria", "prussia", "spain", "turkey")] == [5] * 4
    assert [s.setting.handicap[s.state(e)] for e in ("britain", "france", "russia")] == [0] * 3
    assert not any(Stage(players=2).setting.handicap)


@proves("alliance", "10.1.2", "10.1.1")
def test_a_tie_goes_to_the_richer() -> None:
    s = Stage(players=2).gold(france=3, britain=2).ally("spain", None)
    for minor in s.setting.board.minors:
        s.ally(s.setting.board.state_ids[minor], None)
    s.begin((final_count, "points"))
    assert s.play.result is not None
    assert s.play.result["points"] == {"britain": 5, "france": 5}
    assert s.play.result["winners"] == ["france"]


@proves("alliance", "10.3.1", "10.3.3")
def test_the_defeat_of_a_decisive_empire_ends_the_game() -> None:
    s = Stage(players=3)
    board = s.setting.board
    for n, city in enumerate(board.cities_of[s.state("russia")], start=1):
        s.put(board.ids[city], f"fr-inf-{n}")
    s.put("don", "ru-inf-5").manned("russia").reckoning()
    s.begin((sudden_death,))
    assert s.play.over
    assert {e["player"] for e in s.events("PointsCounted")} == {"britain", "france"}
