"""What can be told of a block that is not seen."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from stage import Stage

from grognard.engine import dice, registry
from grognard.games.alliance.hidden import resample
from grognard.games.alliance.pieces import is_army, lowest_strength
from grognard.games.alliance.position import IN_POOL
from grognard.players import Budget, player, situation_of


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


@pytest.mark.parametrize(("scenario", "players", "seed"), [("1804", 2, 1), ("1808", 3, 4)])
def test_a_world_one_may_imagine_has_the_blocks_and_steps_everybody_has_seen(
    scenario: str, players: int, seed: int
) -> None:
    """Whoever looks: each state has its blocks where blocks of it are, and on the map as many steps as were levied and
    not lost; in the Force Pool nobody waits who was last seen strong, nor Napoleon (10.3)."""
    rng, alliance, staff = Random(seed), registry.rulebook("alliance"), player("staff")  # noqa: S311 - seeded play
    setting = alliance.setting(scenario, players, {}, None)
    g: Any = alliance.set_up(setting, dice.key_from_seed(seed))
    g.advance()
    built = 0
    for step in range(360):
        power = g.deciding[0]
        for seat in (g.keeper[power], None) if step % 12 == 0 else ():
            twin = resample(g, seat, rng)
            assert alliance.faults(twin) == []
            for blocks in g.roster.of:
                ours, theirs = [g.blocks[b] for b in blocks], [twin.blocks[b] for b in blocks]
                assert Counter((b.at, b.port) for b in ours) == Counter((b.at, b.port) for b in theirs)
                assert sum(b.steps for b in ours if b.at >= 0) == sum(b.steps for b in theirs if b.at >= 0)
                for b in blocks:
                    if twin.blocks[b].at < 0:
                        assert g.seen[b] == twin.blocks[b].steps == lowest_strength(g, b)
                    built += (g.blocks[b].at < 0) != (twin.blocks[b].at < 0)
            assert twin.blocks[g.roster.napoleon].at >= 0
        g.act(power, staff.choose(situation_of(alliance, setting, g, power, rng), Budget(), rng))
        if not g.agenda:
            break
    assert built  # blocks built unseen may be others


def test_who_may_wait_in_the_force_pool() -> None:
    """Of blocks mixed unseen, one that was built may be any that was in the pool: all ways are equally likely."""
    names = ("fr-hq", "fr-inf-1", "fr-inf-2", "fr-inf-3", "fr-fleet-1")
    s = Stage(players=3).put("provence", "fr-hq", steps=1).put("provence", "fr-inf-1", steps=2)
    s.put("provence", "fr-inf-2", steps=1).put("provence", "fr-fleet-1", steps=0).pool("fr-inf-3")
    hq, strong, weak, waiting, fleet = (s.block(name) for name in names)
    s.g.seen[waiting] = lowest_strength(s.g, waiting)
    for b in (hq, strong, weak, waiting, fleet):
        s.g.cover[b] = min(hq, strong, weak, waiting, fleet)
    drawn = Counter(
        next(name for name in names if twin.blocks[s.block(name)].at == IN_POOL)
        for seed in range(300)
        for twin in [resample(s.g, s.setting.seats.index("britain"), Random(seed))]  # noqa: S311 - seeded
    )
    assert set(drawn) == {"fr-inf-2", "fr-inf-3"}  # were it the fleet, there would be a step too many on the map
    assert 110 < drawn["fr-inf-2"] < 190
