"""What a seat may not know is drawn afresh, fairly; what it knows stays."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from scene import Scene

import grognard
from grognard.engine import registry
from grognard.games.coalitions.board import FRANCE, NOBODY, POWERS, PRUSSIA
from grognard.games.coalitions.hidden import resample
from grognard.games.coalitions.minor_powers import minor_power_musters
from grognard.games.coalitions.movement import round_of_movement
from grognard.games.coalitions.pieces import discard, remember_hand
from grognard.games.coalitions.position import FACE_UP, Counts, Position
from grognard.games.coalitions.soundness import faults

RULES = registry.rulebook("coalitions")
CRITICAL = {5: 20.52, 11: 31.26}
"""Chi-square by degrees of freedom, at one in a thousand."""


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - a test must be repeatable


def chi_square(counts: Counter[Any], cases: int) -> float:
    expected = sum(counts.values()) / cases
    assert len(counts) <= cases
    return sum((n - expected) ** 2 for n in counts.values()) / expected + (cases - len(counts)) * expected


def contains(hand: Counts, known: Counts) -> bool:
    return all(n >= k for n, k in zip(hand, known, strict=True))


def with_pile(g: Position, power: int) -> Counts:
    """The hand of a power and the cards it has laid face down, together."""
    counts = list(g.hands[power])
    for pile in g.battle.piles if g.battle else ():
        for card in pile.cards if g.owner[pile.general] == power else ():
            if not card & FACE_UP:
                counts[card - 2] += 1
    a, b, c, d = counts
    return a, b, c, d


VARIANTS = [
    ("1805", 6, {}),
    ("1792", 3, {"generals": True}),
    ("1809", 4, {}),
    ("1812", 5, {"generals": True}),
    ("1805", 2, {"mode": "lempereur"}),
    ("1805", 5, {"mode": "lempereur"}),
]


@pytest.mark.parametrize(("scenario", "players", "options"), VARIANTS)
def test_a_seat_cannot_tell_the_twin_from_the_world(scenario: str, players: int, options: dict[str, Any]) -> None:
    game = grognard.new("coalitions", scenario, players=players, seed=5, **options)
    g, rng = game.position, chance(5)
    assert isinstance(g, Position)
    differing = 0
    for step in range(700):
        if not g.agenda:
            break
        if step % 7 == 0:
            for seat in (None, *range(players)):
                twin = resample(g, seat, rng)
                assert faults(twin) == []  # among other things: no card is lost or made
                assert RULES.view(twin, seat) == RULES.view(g, seat)
                assert [sum(hand) for hand in twin.hands] == [sum(hand) for hand in g.hands]
                for power in g.deciding:
                    if seat is not None and g.keeper[power] == seat:
                        assert twin.options(power) == g.options(power)
                differing += twin.hands != g.hands
        power = rng.choice(g.deciding)
        g.act(power, g.sample(power, rng))
    assert differing > 50  # else the twins were the world itself, and nothing was tested


def test_the_world_itself_is_not_touched() -> None:
    s = Scene("1805").hand("france", 2, 3).hand("austria", 5)
    hands, deck = s.g.hands[:], s.g.deck
    resample(s.g, None, chance(1))
    assert (s.g.hands, s.g.deck) == (hands, deck)


def test_own_cards_and_the_discards_stay() -> None:
    s = Scene("1805").hand("france", 2, 5).hand("austria", 3).deck(4, 4, 5)
    for seed in range(20):
        twin = resample(s.g, s.setting.seats.index("france"), chance(seed))
        assert twin.hands[FRANCE] == s.g.hands[FRANCE]
        assert twin.discards == s.g.discards


# --- fairness -------------------------------------------------------------------------------------------------------


def test_every_way_to_deal_the_unseen_cards_is_equally_likely() -> None:
    """A 2, a 3, a 4 and a 5 unseen: one with France, one with Austria, two in the deck, so 12 ways."""
    s = Scene("1805").hand("france", 2).hand("austria", 3).deck(4, 5)
    rng, seen = chance(3), Counter[Any]()
    for _ in range(3600):
        twin = resample(s.g, None, rng)
        seen[twin.hands[FRANCE], twin.hands[s.power("austria")]] += 1
    assert chi_square(seen, 12) < CRITICAL[11]


def test_equal_cards_are_dealt_by_their_number() -> None:
    """Three 2s and a 5 unseen, one card in a hand: three times in four a 2."""
    s = Scene("1805").hand("france", 2).deck(2, 2, 5)
    rng = chance(4)
    twos = sum(resample(s.g, None, rng).hands[FRANCE] == (1, 0, 0, 0) for _ in range(4000))
    assert abs(twos - 3000) < 3.3 * (4000 * 0.75 * 0.25) ** 0.5


# --- what a seat remembers ------------------------------------------------------------------------------------------


def four_players() -> Scene:
    """Prussia is a Minor Power that Britain has run and Austria runs now."""
    s = Scene("1805", players=4).run_by(prussia="austria").hand("prussia", 2, 5)
    remember_hand(s.g, PRUSSIA, s.setting.seats.index("britain"))
    return s.hand("prussia", 3).deck(3, 4, 4, 5)


def test_remembered_cards_stay_and_the_others_do_not() -> None:
    s = four_players()
    britain, france = s.setting.seats.index("britain"), s.setting.seats.index("france")
    rng = chance(5)
    by_britain = {resample(s.g, britain, rng).hands[PRUSSIA] for _ in range(200)}
    by_france = {resample(s.g, france, rng).hands[PRUSSIA] for _ in range(200)}
    assert by_britain == {(1, 1, 0, 1), (1, 0, 1, 1), (1, 0, 0, 2)}  # 2 and 5, with a 3, a 4 or a 5
    assert any(not contains(hand, (1, 0, 0, 1)) for hand in by_france)


def test_a_remembered_card_seen_to_go_is_remembered_no_more() -> None:
    s = four_players()
    discard(s.g, PRUSSIA, 5, "7.muster.1")
    britain, rng = s.setting.seats.index("britain"), chance(6)
    hands = {resample(s.g, britain, rng).hands[PRUSSIA] for _ in range(200)}
    assert all(contains(hand, (1, 0, 0, 0)) for hand in hands)
    assert any(hand[3] == 0 for hand in hands)


def prussian_attack() -> Scene:
    """Prussia, once run by Britain, attacks France; a French card lies face down before it."""
    s = Scene("1805", players=4).status(austria="british").run_by(prussia="austria").hand("prussia", 2, 3)
    remember_hand(s.g, PRUSSIA, s.setting.seats.index("britain"))
    s.hand("prussia", 4).hand("france", 5, 5).deck(2, 3, 4, 5, 5)
    s.general("prussia", "hesse", units=3).general("france", "wurttemberg", units=3)
    s.begin(round_of_movement, "prussia", 1, NOBODY, NOBODY)
    s.act("prussia", "march", s.at("prussia", "hesse"), "wurttemberg").act("prussia", "no")
    return s.act("prussia", "play", s.at("prussia", "wurttemberg"), 2)


def test_remembered_cards_laid_face_down_stay_with_their_power() -> None:
    s = prussian_attack()
    britain, rng = s.setting.seats.index("britain"), chance(7)
    laid = Counter[int]()
    for _ in range(900):
        twin = resample(s.position, britain, rng)
        assert contains(with_pile(twin, PRUSSIA), (1, 1, 0, 0))
        assert faults(twin) == []
        assert twin.battle is not None
        laid[next(pile.cards[0] for pile in twin.battle.piles if pile.cards)] += 1
    # A third each for the 2 and the 3 it remembers; the rest for the third card, whatever it is.
    assert abs(laid[2] + laid[3] - 900 * (2 / 3 + 1 / 3 * 2 / 8)) < 45
    assert laid[4] > 0
    assert laid[5] > 0


def test_a_remembered_card_lying_face_up_is_not_dealt_a_second_time() -> None:
    s = prussian_attack()
    s.act("france", "play", s.at("france", "wurttemberg"), 5)
    s.act("prussia", "reveal", s.at("prussia", "wurttemberg"), s.at("france", "wurttemberg"), 1)  # its 3
    britain, rng = s.setting.seats.index("britain"), chance(8)
    for _ in range(200):
        twin = resample(s.position, britain, rng)
        assert faults(twin) == []
        assert sum(twin.hands[PRUSSIA]) == 1
        assert contains(with_pile(twin, PRUSSIA), (1, 0, 0, 0))


def test_a_new_master_sees_the_hand() -> None:
    s = four_players()
    austria, rng = s.setting.seats.index("austria"), chance(9)
    assert {resample(s.g, austria, rng).hands[PRUSSIA] for _ in range(50)} == {s.g.hands[PRUSSIA]}


# --- sealed answers -------------------------------------------------------------------------------------------------


def bidding() -> Scene:
    s = Scene("1805", players=4).begin(minor_power_musters, "prussia")
    return s.act("britain", "bid", 2).act("france", "bid", 4).act("austria", "bid", 0)


def test_other_seats_sealed_answers_are_redrawn_and_the_own_kept() -> None:
    s = bidding()
    assert s.game is not None
    rng, seen = chance(10), Counter[Any]()
    for _ in range(600):
        twin = s.game.resample("france", rng)
        assert twin.waiting == s.position.waiting
        bids = dict(twin.answers)
        assert list(bids) == [power for power, _ in s.position.answers]
        assert bids[FRANCE] == ("bid", 4)
        seen[bids[s.power("britain")][1]] += 1
    assert set(seen) == set(range(6))  # 0 to its 5 Morale
    assert chi_square(seen, 6) < CRITICAL[5]


def test_a_spectator_and_an_undecided_seat_know_no_answer() -> None:
    s = bidding()
    assert s.game is not None
    for seat in (None, "russia"):
        rng = chance(11)
        twins = [dict(s.game.resample(seat, rng).answers) for _ in range(60)]
        for power in ("britain", "france", "austria"):
            assert len({twin[s.power(power)] for twin in twins}) > 1
        assert s.game.view(seat)["board"]["sealed"]["own"] == {}
    assert s.game.view("france")["board"]["sealed"]["own"] == {"france": ["bid", 4]}


def test_the_dice_are_drawn_afresh() -> None:
    s = bidding()
    assert s.game is not None
    keys = {s.game.resample("france", chance(seed)).key for seed in range(5)}
    assert len(keys) == 5
    assert s.position.key not in keys


def test_relations_and_pieces_are_the_same_for_all() -> None:
    s = four_players()
    for seat in (None, *range(4)):
        twin = resample(s.g, seat, chance(12))
        for name in ("generals", "garrisons", "morale", "money", "influence", "status", "master", "discards"):
            assert getattr(twin, name) == getattr(s.g, name)
        assert [sum(hand) for hand in twin.hands] == [sum(s.g.hands[p]) for p in POWERS]
