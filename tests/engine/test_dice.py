"""Dice nobody can predict or doubt."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from grognard.engine import dice
from grognard.engine.dice import KEY_BYTES, commitment, draw, fresh_key, key_from_seed


def test_keys_have_full_length_and_differ() -> None:
    keys = {fresh_key() for _ in range(100)} | {key_from_seed(seed) for seed in range(100)}
    assert len(keys) == 200
    assert {len(key) for key in keys} == {KEY_BYTES}
    assert key_from_seed(7) == key_from_seed(7)


def test_a_commitment_fixes_the_key_and_does_not_tell_it() -> None:
    key = key_from_seed(1)
    changed = bytes([key[0] ^ 1]) + key[1:]
    assert commitment(key) == commitment(key_from_seed(1))
    assert commitment(key) != commitment(changed)
    assert key.hex() not in commitment(key)


def test_the_same_key_purpose_and_counter_give_the_same_draw() -> None:
    key = key_from_seed(1)
    assert draw(key, b"battle", 3, 6) == draw(key, b"battle", 3, 6)
    rolls = {
        (purpose, seed): [draw(key_from_seed(seed), purpose, n, 1_000)[0] for n in range(20)]
        for purpose in (b"battle", b"cards")
        for seed in (1, 2)
    }
    assert all(a != b for a, b in itertools.combinations(rolls.values(), 2))


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 7, 52, 2_000])
def test_draws_stay_below_the_number_of_sides(sides: int) -> None:
    key, counter = key_from_seed(2), 0
    for _ in range(500):
        number, after = draw(key, b"battle", counter, sides)
        assert 0 <= number < sides
        assert after > counter
        counter = after


@pytest.mark.parametrize("sides", [2, 6, 10])
def test_every_side_is_as_likely_as_any_other(sides: int) -> None:
    """Chi-square, at one in a million: a fair die stays below the mark, and the seed is fixed."""
    rolls = 6_000 * sides
    counts = Counter(draw(key_from_seed(3), b"battle", n, sides)[0] for n in range(rolls))
    expected = rolls / sides
    chi_square = sum((counts[side] - expected) ** 2 / expected for side in range(sides))
    assert chi_square < {2: 23.9, 6: 35.9, 10: 45.1}[sides]


def test_the_uneven_top_of_the_range_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a range of 8 and 6 sides, 6 and 7 are drawn again instead of favouring 0 and 1."""
    monkeypatch.setattr(dice, "_RANGE", 8)
    numbers = iter([7, 6, 5, 0])

    class Digest:
        def __init__(self, *_: object, **__: object) -> None: ...

        def digest(self) -> bytes:
            return next(numbers).to_bytes(8, "big")

    monkeypatch.setattr(dice, "blake2b", Digest)
    assert draw(b"", b"", 10, 6) == (5, 13)
    assert draw(b"", b"", 13, 6) == (0, 14)
