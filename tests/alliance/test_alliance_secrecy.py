"""What can be told of a block that is not seen."""

from __future__ import annotations

from random import Random

import pytest
from stage import Stage

from grognard.games.alliance.hidden import resample
from grognard.games.alliance.pieces import is_army


@pytest.mark.parametrize(("place", "told"), [("majorca", True), ("provence", False)])
def test_in_a_narrow_place_an_army_is_seen_to_be_one(place: str, told: bool) -> None:
    """L50: as one army and one fleet have room there, whoever asks for room learns which is there."""
    s = Stage(players=3).put(place, "fr-inf-1").put("vendee", "fr-fleet-1", steps=0)
    army, cadre = s.block("fr-inf-1"), s.block("fr-fleet-1")
    s.g.cover[army] = s.g.cover[cadre] = min(army, cadre)  # they were moved unseen: either may be either
    drawn = {
        is_army(twin, block)
        for seed in range(20)
        for twin in [resample(s.g, s.setting.seats.index("britain"), Random(seed))]  # noqa: S311 - seeded
        for block in twin.at[s.place(place)]
    }
    assert drawn == ({True} if told else {True, False})
