"""Among many players: what allies leave open, and who stands there when the alliances end (6.2.10).

Allies let each other pass, and hardly anybody guards a city far behind his armies. So whoever keeps peace with all can
have blocks in many of their cities by the last turn. When he then breaks his word the cities are his without a battle,
or at least no longer theirs; and who moves late in that turn is not answered.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from grognard.games.alliance.board import NOBODY, Board, mask, members
from grognard.games.alliance.judgement.forces import clash
from grognard.games.alliance.judgement.worth import points_left, share
from grognard.games.alliance.roster import FLEET, FORTRESS

if TYPE_CHECKING:
    from grognard.games.alliance.judgement.campaign import Campaign

EARLIEST = 8
"""So many Game Turns before the end the first may set out."""
SLACK = 2
"""Nobody sets out more than so many turns earlier than he must."""
SPARE = 0.15
"""Only blocks whose leaving costs less than this set out."""
MOST_GUARDS = 1
"""Cities with more blocks than this, or with a fortress, are left alone."""
UNFED = 0.5
"""What a city counts for who takes it: often it has no supply there (3.4)."""
LEVEL, BY_A_POINT, MOST = 0.2, 0.3, 1.2
"""What a point less counts for an ally who is level, more for every point he is ahead of us, and at most."""
STEP, ARRIVED, A_TURN = 0.6, 0.9, 0.08
"""What a turn's march towards such a city is worth once it is decided, the last of them, and what each costs before."""
BY_MARCH = 0.8
"""How surely a city beside our blocks can be walked into when the alliance is broken."""
MOST_MARCHES = 3
"""So many cities at most."""
SURE = 0.8
"""A city that is ours with such a chance need not be attacked from beside it."""
FAR, FARTHEST = 99, 12
"""No way, and the longest one, in turns."""


@lru_cache(maxsize=4096)
def turns_to(board: Board, target: int, land: int, ends: int, harbours: tuple[int, ...]) -> tuple[int, ...]:
    """Place -> turns to a target: two Regions a turn over open land, one where a border stops (4.3), ending where
    there is room; or by sea between the bases of a group."""
    found = [FAR] * board.count
    found[target] = 0
    front = reached = 1 << target
    for turns in range(1, FARTHEST + 1):
        beside = before = 0
        for place in members(front):
            beside |= board.near[place]
        for through in members(beside & land):
            for place in board.land[through]:
                if board.onward[place] >> through & 1:
                    before |= 1 << place
        for bases in harbours:
            if bases & front:
                before |= bases
        front = (beside | before) & land & ~reached
        reached |= front
        for place in members(front):
            found[place] = turns
        front &= ends
    return tuple(found)


def joined_bases(plan: Campaign) -> tuple[int, ...]:
    """Friendly bases between which friendly seas let an army sail, as masks; none in the last Winter (3.5)."""
    g, board = plan.g, plan.g.board
    if plan.scene.left == 1:
        return ()
    seas = plan.ground.friendly & g.setting.sea_mask
    bases = plan.ground.friendly & g.setting.base_mask
    found = []
    while seas:
        front = [members(seas)[0]]
        seas &= ~(1 << front[0])
        group = 0
        for sea in front:
            for port in board.ports[sea]:
                group |= 1 << port
            for further in board.seaways[sea]:
                if seas >> further & 1:
                    seas &= ~(1 << further)
                    front.append(further)
        if (group & bases).bit_count() > 1:
            found.append(group & bases)
    return tuple(found)


class Plot:
    """What could be had from allies in the end, and who goes there; worked out as it is asked for."""

    def __init__(self, plan: Campaign) -> None:
        self.plan = plan
        self._ways: dict[int, tuple[int, ...]] = {}

    @cached_property
    def prizes(self) -> dict[int, float]:
        """The cities allies collect for, and what it would be worth to take each in the end."""
        plan, g = self.plan, self.plan.g
        if not plan.temper.schemes or plan.scene.left > EARLIEST:
            return {}
        points, found = plan.scene.points, {}
        for place, _ in plan.cities:
            holder = plan.holder(place)
            if holder not in (NOBODY, plan.player) and g.pacts[plan.player] >> holder & 1:
                ahead = points[holder] - points[plan.player]
                weight = min(MOST, max(0.0, LEVEL + BY_A_POINT * ahead))
                found[place] = UNFED * share(g, plan.player, place) + weight * share(g, holder, place)
        return found

    def armies(self, place: int) -> list[int]:
        """The player's blocks there that can march."""
        kind = self.plan.g.roster.kind
        return [b for b in self.plan.friends(place) if kind[b] not in (FLEET, FORTRESS)]

    def guards(self, place: int) -> tuple[int, ...]:
        """Everybody else's there."""
        return members(self.plan.g.stand[place] & ~self.plan.side.forces)

    def in_hand(self, place: int) -> float:
        """How surely a city is ours as soon as the alliance is broken, because blocks of ours stand there."""
        ours, theirs = self.armies(place), self.guards(place)
        if not ours or not theirs:
            return float(bool(ours))
        return clash(self.plan.known.force(ours), self.plan.known.force(theirs)).chance

    def holding(self, block: int) -> float:
        """What would be lost if a block left the city of an ally where it stands alone for us."""
        here = self.plan.g.blocks[block].at
        if here not in self.prizes or self.armies(here) != [block]:
            return 0.0
        return self.prizes[here] * self.in_hand(here)

    @cached_property
    def missions(self) -> dict[int, int]:
        """Block -> the city where it should be in the last turn."""
        plan, g, left = self.plan, self.plan.g, self.plan.scene.left
        found: dict[int, int] = {}
        if not self.prizes or left == 1:
            return found
        land, harbours = plan.ground.peaceful & ~plan.neutral, joined_bases(plan)
        ends = mask([place for place in members(land) if plan.room(place) > 0])
        spare = [b for place in members(plan.ground.own & ~g.embattled) for b in self.armies(place)]
        spare = [b for b in spare if not plan.is_precious(b) and plan.stay(b) < SPARE]
        wanted: dict[int, int] = {}
        errands = []
        for target, worth in self.prizes.items():
            guards, here = self.guards(target), self.armies(target)
            if len(guards) > MOST_GUARDS or any(g.roster.kind[b] == FORTRESS for b in guards):
                continue
            found |= dict.fromkeys(here, target)
            wanted[target] = 1 + 2 * len(guards) - len(here)
            if wanted[target] <= 0:
                continue
            way = self._ways[target] = turns_to(g.board, target, land | 1 << target, ends, harbours)
            for b in spare:
                turns = way[g.blocks[b].at]
                if 0 < turns <= left - 1 <= turns + SLACK:
                    errands.append((worth / wanted[target] - A_TURN * turns - plan.stay(b), b, target))
        for worth, b, target in sorted(errands, reverse=True):
            if worth > 0 and b not in found and wanted[target] > 0:
                found[b] = target
                wanted[target] -= 1
        return found

    def progress(self, block: int, end: int) -> float:
        """What it is worth that a block with a mission goes to a place."""
        target, here = self.missions[block], self.plan.g.blocks[block].at
        if end == target:
            return ARRIVED
        way = self._ways.get(target)
        if way is None or here == target:
            return -STEP
        return STEP * (way[here] - way[end])

    def stab(self, ally: int) -> float:
        """What could be taken from an ally at once if the alliance were broken now."""
        plan, g, total, marches = self.plan, self.plan.g, 0.0, []
        for place, worth in self.prizes.items():
            if plan.holder(place) != ally:
                continue
            sure = self.in_hand(place)
            total += worth * sure
            if sure < SURE:
                marches.append(worth * self._reach(place))
        affordable = min(MOST_MARCHES, points_left(g, plan.player))
        return total + BY_MARCH * sum(sorted(marches, reverse=True)[:affordable])

    def _reach(self, place: int) -> float:
        """The chance to take a city from beside it."""
        plan, g = self.plan, self.plan.g
        theirs, best = plan.known.force(self.guards(place)), 0.0
        for near in members(g.board.near[place] & plan.ground.own & ~g.embattled):
            men = [b for b in self.armies(near) if not g.moved >> b & 1][: plan.border_room(near, place)]
            if men:
                best = max(best, clash(plan.known.force(men), theirs).chance if theirs else 1.0)
        return best
