"""Supply of what is taken from an ally (3.4.4, 4.4): the Regions that must be held on the way to a city.

As long as the alliance holds, all his land lets a supply line pass. When it is broken his vacant Regions are an
enemy's, and a city behind them counts for nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from grognard.games.alliance.board import NOBODY, members
from grognard.games.alliance.states import camp
from grognard.games.alliance.supply import supply

if TYPE_CHECKING:
    from grognard.games.alliance.judgement.campaign import Campaign

MOST_POSTS = 7
"""So many Regions at most are held for the sake of one city."""
NEVER = 99


class Lifeline(NamedTuple):
    """The way of supplies to a city, as masks of places."""

    missing: int
    """Vacant Regions of enemies where somebody would have to stand."""
    manned: int
    """Their Regions where somebody of ours stands already."""


@lru_cache(maxsize=4096)
def easiest(lines: tuple[int, ...], sources: int, free: int, vacant: int) -> tuple[tuple[int, int], ...]:
    """Place -> over how many vacant places a line from the sources must lead at least, itself included unless it is
    free; and the place before it."""
    found = [(NEVER, NOBODY)] * len(lines)
    front = deque(members(sources))
    for place in front:
        found[place] = 0, NOBODY
    while front:
        here = front.popleft()
        for place in members(lines[here]):
            is_free = bool(free >> place & 1)
            cost = found[here][0] + (not is_free)
            if cost >= found[place][0]:
                continue
            found[place] = cost, here
            if is_free:
                front.appendleft(place)
            elif vacant >> place & 1:
                front.append(place)
    return tuple(found)


def lifeline(plan: Campaign, city: int, enemies: Iterable[int], in_reach: int, posted: int = 0) -> Lifeline | None:
    """How a city would be supplied if these players were enemies, with men posted in some more places, and what can be
    manned in reach; None if there is no way."""
    g, ground = plan.g, plan.ground
    land = foes = stood = 0
    for enemy in enemies:
        theirs = camp(g, enemy)
        land |= theirs.own_land
        for state in theirs.own:
            foes |= g.occupied[state]
    for places in g.occupied:
        stood |= places
    lines = supply(g, plan.player)
    open_land = land & ~stood
    free = (ground.passable & ~open_land | ground.own) & ~foes | posted
    vacant = (open_land | ground.alien) & ~posted & ~g.setting.sea_mask & in_reach
    way = easiest(lines.lines, lines.cities, free & ~g.embattled & ~(1 << city), vacant & ~(1 << city))
    if way[city][0] > MOST_POSTS + 1:
        return None
    passed, place = 0, way[city][1]
    while place != NOBODY:
        passed |= 1 << place
        place = way[place][1]
    return Lifeline(passed & vacant, passed & land & ground.own)
