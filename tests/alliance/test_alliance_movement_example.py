"""The movement example of the rulebook (T13), with its numbers."""

import pytest
from stage import Stage


def example() -> Stage:
    s = Stage(players=2).ally("austria", "britain").ally("bavaria", "britain")
    s.put("bavaria", "au-inf-1", "au-inf-2", "au-inf-3").put("bohemia", "au-inf-4", "au-cav-1")
    s.put("rhineland", "fr-inf-1", "fr-inf-2", "fr-inf-3", "fr-inf-4").put("burgundy", "fr-inf-5", "fr-cav-1")
    return s.order("france", "britain", cards=(28, 12))


def french_turn() -> Stage:
    s = example().turn("france")
    s.act("france", "group", "rhineland")
    for block in ("fr-inf-1", "fr-inf-2", "fr-inf-3"):
        s.act("france", "attack", block, "bavaria")
    return s


@pytest.mark.clause("alliance", "ex.move.1", "3.2.2")
def test_a_card_of_ones_own_gives_a_fourth_point() -> None:
    s = example().turn("france")
    assert s.position.ap == 4
    assert s.turn("britain").position.ap == 3


@pytest.mark.clause("alliance", "ex.move.2", "4.2.3", "4.2.1")
def test_a_fourth_block_does_not_cross_the_river() -> None:
    s = french_turn()
    assert s.why("france", "attack", "fr-inf-4", "bavaria").clause == "4.2.1"


@pytest.mark.clause("alliance", "ex.move.3", "4.31.2", "7.23.2", "3.2.11")
def test_the_first_border_carries_the_main_attack() -> None:
    s = french_turn()
    s.act("france", "close")
    s.act("france", "group", "burgundy").act("france", "attack", "fr-inf-5", "bavaria")
    s.act("france", "attack", "fr-cav-1", "bavaria")
    fight = s.position.fight_at(s.place("bavaria"))
    assert fight.attack & ~fight.reserves == sum(1 << s.block(f"fr-inf-{n}") for n in (1, 2, 3))
    assert fight.reserves == 1 << s.block("fr-inf-5") | 1 << s.block("fr-cav-1")
    s.act("france", "end")
    assert s.position.gold[s.state("france")] == 2
