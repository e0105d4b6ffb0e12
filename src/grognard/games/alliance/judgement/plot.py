"""Among many players: what allies leave open, and who stands there when the alliances end (6.2.10).

Allies let each other pass, and hardly anybody guards a city far behind his armies. So whoever keeps peace with all can
have blocks in many of their cities by the last turn, and in the Regions over which these are supplied (`lifeline`).
When he then breaks his word (`breach`) the cities are his without a battle, or at least no longer theirs; and who
moves late in that turn is not answered.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from grognard.games.alliance.board import NOBODY, Board, mask, members
from grognard.games.alliance.judgement.breach import UNFED, Breach
from grognard.games.alliance.judgement.forces import clash
from grognard.games.alliance.judgement.lifeline import Lifeline, lifeline
from grognard.games.alliance.judgement.worth import points_left, share
from grognard.games.alliance.roster import FLEET, FORTRESS
from grognard.games.alliance.states import allied

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
LEVEL, BY_A_POINT, MOST = 0.1, 0.3, 1.2
"""What a point less counts for another who is level, more for every point he is ahead of us, and at most."""
STEP, ARRIVED, A_TURN = 0.6, 0.9, 0.08
"""What a turn's march to such a place is worth once it is decided, the last of them, and what each costs before."""
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


@lru_cache(maxsize=4096)
def within(board: Board, sources: int, turns: int, land: int, ends: int, harbours: tuple[int, ...]) -> int:
    """The places that can be reached from these in so many turns, as a mask; see `turns_to`."""
    reached = front = sources
    for _ in range(turns):
        beyond = 0
        for place in members(front):
            beyond |= board.near[place]
            for through in members(board.onward[place] & land):
                beyond |= board.near[through]
        for bases in harbours:
            if bases & front:
                beyond |= bases
        front = beyond & land & ~reached
        reached |= front
        front &= ends
    return reached


def joined_bases(plan: Campaign) -> tuple[int, ...]:
    """Friendly bases between which friendly seas let an army sail, as masks; none in the last Winter (3.5)."""
    g, board = plan.g, plan.g.board
    if plan.left == 1:
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
        self.breach = Breach(self)
        self._ways: dict[int, tuple[int, ...]] = {}

    @cached_property
    def weights(self) -> dict[int, float]:
        """Player -> what a point less for him is worth."""
        g, player, points = self.plan.g, self.plan.player, self.plan.scene.points
        ahead = {p: points[p] - points[player] for p in g.setting.played if p != player}
        return {p: min(MOST, max(0.0, LEVEL + BY_A_POINT * lead)) for p, lead in ahead.items()}

    @cached_property
    def harms(self) -> dict[int, float]:
        """The cities allies collect for, and what it would be worth that they no longer do."""
        plan, g = self.plan, self.plan.g
        if not plan.temper.schemes or plan.left > EARLIEST:
            return {}
        found = {}
        for place, _ in plan.cities:
            holder = plan.holder(place)
            if holder not in (NOBODY, plan.player) and g.pacts[plan.player] >> holder & 1:
                found[place] = self.weights[holder] * share(g, holder, place)
        return found

    @cached_property
    def prizes(self) -> dict[int, float]:
        """The same cities, and what it would be worth to take each in the end with the supply it would have now."""
        plan = self.plan
        fed = {place: lifeline(plan, place, (plan.holder(place),), in_reach=0) is not None for place in self.harms}
        return {place: self.worth(place, fed=fed[place]) for place in self.harms}

    def worth(self, place: int, *, fed: bool) -> float:
        """What it would be worth to take a city in the end, with supply or without."""
        return self.harms[place] + (1.0 if fed else UNFED) * share(self.plan.g, self.plan.player, place)

    def lifeline(self, place: int, posted: int = 0) -> Lifeline | None:
        """How a city would be supplied if the alliance with its holder were broken, and with men posted on the way,
        where they can be in time."""
        return lifeline(self.plan, place, (self.plan.holder(place),), self._in_reach, posted)

    def armies(self, place: int) -> list[int]:
        """The player's blocks there that can march."""
        kind = self.plan.g.roster.kind
        return [b for b in self.plan.friends(place) if kind[b] not in (FLEET, FORTRESS)]

    def _errants(self, place: int) -> list[int]:
        """Those of them that can be sent on an errand or bidden to stay: not Napoleon."""
        return [b for b in self.armies(place) if not self.plan.is_precious(b)]

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
        """Block -> the place where it should be in the last turn: a city, or a Region on the supply line of one."""
        g, left = self.plan.g, self.plan.left
        if not self.harms or left == 1:
            return {}
        found: dict[int, int] = {}
        posted = 0
        for target, wanted in self._targets():
            found |= dict.fromkeys(self._errants(target), target)
            line = self.lifeline(target, posted)  # which may lead over what is already decided on
            best: tuple[float, dict[int, int], int] = 0.0, {}, 0
            for posts in (line.missing, 0) if line is not None and line.missing else (0,):
                places = [target] * wanted + list(members(posts))
                men, cost = self._send(places, found)
                worth = self.worth(target, fed=line is not None and posts == line.missing) - cost
                if len(men) == len(places) and worth > best[0]:
                    best = worth, men, posts | 1 << target
            found |= best[1]
            posted |= best[2]
        due = {b: place for b, place in found.items() if left - 1 <= self._way(place)[g.blocks[b].at] + SLACK}
        return due | {b: place for b, place in found.items() if g.blocks[b].at == place} | self._on_the_line(found)

    def _targets(self) -> list[tuple[int, int]]:
        """The cities that are badly guarded, best first, and how many blocks more each needs."""
        kind, found = self.plan.g.roster.kind, []
        for target in self.harms:
            guards = self.guards(target)
            if len(guards) > MOST_GUARDS or any(kind[b] == FORTRESS for b in guards):
                continue
            wanted = max(0, 1 + 2 * len(guards) - len(self.armies(target)))
            line = self.lifeline(target)
            men = wanted + (line.missing.bit_count() if line is not None else 0)
            found.append((self.worth(target, fed=line is not None) / max(0.5, men), target, wanted))
        return [(target, wanted) for _, target, wanted in sorted(found, reverse=True)]

    def _on_the_line(self, missions: dict[int, int]) -> dict[int, int]:
        """One block in each place over which a city in hand is supplied: it stays there."""
        found = {}
        for target in self.harms:
            line = self.lifeline(target) if self.armies(target) else None
            for place in members(line.manned) if line is not None else ():
                here = self._errants(place)
                if here and not any(missions.get(b) == place for b in here):
                    found[here[0]] = place
        return found

    @cached_property
    def _spare(self) -> list[int]:
        """The blocks that are not needed where they stand."""
        plan = self.plan
        blocks = [b for place in members(plan.ground.own & ~plan.g.embattled) for b in self._errants(place)]
        return [b for b in blocks if plan.stay(b) + plan.escort.leaving((b,)) < SPARE]

    def _send(self, places: Iterable[int], taken: dict[int, int]) -> tuple[dict[int, int], float]:
        """Spare blocks that can be at these places in time, the nearest first, and what their ways cost."""
        plan, blocks, left = self.plan, self.plan.g.blocks, self.plan.left
        found: dict[int, int] = {}
        total = 0.0
        for place in places:
            way = self._way(place)
            able = [b for b in self._spare if way[blocks[b].at] < left and b not in taken and b not in found]
            if not able:
                break
            cost, block = min([(A_TURN * way[blocks[b].at] + plan.stay(b), b) for b in able])
            found[block] = place
            total += cost
        return found, total

    def _way(self, target: int) -> tuple[int, ...]:
        way = self._ways.get(target)
        if way is None:
            land, ends, harbours = self._roads
            way = self._ways[target] = turns_to(self.plan.g.board, target, land | 1 << target, ends, harbours)
        return way

    @cached_property
    def _in_reach(self) -> int:
        """Where somebody can be before the last turn, or in it if it has come."""
        g, turns = self.plan.g, max(1, self.plan.left - 1)
        sources = mask([g.blocks[b].at for b in self._spare if not g.moved >> b & 1])
        return within(g.board, sources, turns, *self._roads)

    @cached_property
    def _roads(self) -> tuple[int, int, tuple[int, ...]]:
        """Where one may go in peace, where there is room, and the bases joined by sea."""
        land = self.plan.ground.peaceful & ~self.plan.neutral
        return land, mask([p for p in members(land) if self.plan.room(p) > 0]), joined_bases(self.plan)

    def progress(self, block: int, end: int) -> float:
        """What it is worth that a block with a mission goes to a place."""
        target, here = self.missions[block], self.plan.g.blocks[block].at
        if end == target:
            return ARRIVED
        if here == target:
            return -STEP
        way = self._way(target)
        return STEP * (way[here] - way[end])

    @cached_property
    def gaps(self) -> dict[int, float]:
        """In the last turn: vacant Regions on the supply lines of cities in hand, and what entering each is worth."""
        plan, g = self.plan, self.plan.g
        found: dict[int, float] = {}
        if not plan.temper.schemes or plan.left > 1 or g.active != plan.player:
            return found
        broken = self.breach.best[0]
        for place, _ in plan.cities:
            home = g.board.home[place]
            master = g.master[home] if home != NOBODY else NOBODY
            is_ours = master == plan.player or (master not in broken and allied(g, master, plan.player))
            if is_ours or g.embattled >> place & 1 or not self.armies(place):
                continue
            line = lifeline(plan, place, {*broken, master} - {NOBODY}, self._in_reach)
            if line is not None and line.missing:
                worth = share(g, plan.player, place) * self.in_hand(place) / line.missing.bit_count()
                for gap in members(line.missing):
                    found[gap] = found.get(gap, 0.0) + worth
        return found

    def stab(self, ally: int) -> float:
        """What it brings to break with an ally now, and with whom else it is best to break."""
        broken, gain = self.breach.best
        return gain / len(broken) if ally in broken else 0.0

    def marches(self, ally: int) -> float:
        """What could be taken from an ally by blocks beside his cities if the alliance were broken now."""
        plan, found = self.plan, []
        for place, worth in self.prizes.items():
            if plan.holder(place) == ally and self.in_hand(place) < SURE:
                found.append(worth * self._reach(place))
        affordable = min(MOST_MARCHES, points_left(plan.g, plan.player))
        return BY_MARCH * sum(sorted(found, reverse=True)[:affordable])

    def _reach(self, place: int) -> float:
        """The chance to take a city from beside it."""
        plan, g = self.plan, self.plan.g
        theirs, best = plan.known.force(self.guards(place)), 0.0
        for near in members(g.board.near[place] & plan.ground.own & ~g.embattled):
            men = [b for b in self.armies(near) if not g.moved >> b & 1][: plan.border_room(near, place)]
            if men:
                best = max(best, clash(plan.known.force(men), theirs).chance if theirs else 1.0)
        return best
