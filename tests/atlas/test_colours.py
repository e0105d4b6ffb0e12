"""Powers are told apart by every eye: by colour where the eye allows, by lightness and pattern always."""

from __future__ import annotations

from itertools import combinations

import pytest

from grognard.atlas.colours import LIVERIES, TILES, luminance, pattern_defs, swatch
from grognard.atlas.vision import DEFICIENCIES, apart

PAIRS = list(combinations(LIVERIES, 2))


@pytest.mark.parametrize("eyes", ["normal", *DEFICIENCIES])
@pytest.mark.parametrize("part", ["wash", "counter"])
def test_colours_are_apart_under_every_kind_of_colour_vision(eyes: str, part: str) -> None:
    close = {
        (a, b): round(d, 1)
        for a, b in PAIRS
        if (d := apart(getattr(LIVERIES[a], part), getattr(LIVERIES[b], part), eyes)) < 8
    }
    assert not close


@pytest.mark.parametrize("part", ["wash", "counter"])
def test_colours_are_apart_in_grey(part: str) -> None:
    close = [(a, b) for a, b in PAIRS if apart(getattr(LIVERIES[a], part), getattr(LIVERIES[b], part), "grey") < 6]
    assert not close


def test_every_power_has_a_pattern_of_its_own() -> None:
    patterns = [lv.pattern for lv in LIVERIES.values()]
    assert len(set(patterns)) == len(patterns)
    assert set(patterns) == set(TILES)
    assert len({TILES[p] for p in patterns}) == len(patterns)


def test_what_is_written_on_a_counter_can_be_read() -> None:
    for lv in LIVERIES.values():
        light, dark = sorted((luminance(lv.counter), luminance(lv.ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_patterns_are_drawn() -> None:
    defs = pattern_defs(set(LIVERIES))
    assert all(f'id="lv-{name}"' in defs for name in LIVERIES)
    assert swatch("france", 0, 0, 8, 17).startswith("<rect")


def test_the_measure_itself() -> None:
    assert apart("#ffffff", "#ffffff") == 0
    assert apart("#000000", "#ffffff") > 90
    # red and green of equal lightness fall together for a deuteranope, not for others
    assert apart("#b04a3a", "#6f7a2a", "deuteranopia") < apart("#b04a3a", "#6f7a2a") / 2
