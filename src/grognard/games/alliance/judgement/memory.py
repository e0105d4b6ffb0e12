"""What was found in the last position and still holds: from one decision to the next only a few places change.

Nothing is believed for its age: a new position is compared, block by block, with the one in which things were found,
and all is forgotten that rests on a place that looks different. So it does not matter which position was judged last.
"""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from grognard.games.alliance.board import Board, mask, members
from grognard.games.alliance.judgement.forces import Force, Knowledge, Strength
from grognard.games.alliance.judgement.scene import Scene
from grognard.games.alliance.judgement.temper import Temper
from grognard.games.alliance.position import OWN, Position
from grognard.games.alliance.roster import Roster

T = TypeVar("T")


@cache
def reach(board: Board) -> tuple[int, ...]:
    """Place -> the places, as a mask, from which it could be threatened."""
    near = board.near
    found = []
    for place in range(board.count):
        within = near[place] | board.by_sea[place] | board.to_port[place]
        for n in members(near[place]):
            within |= near[n]
        found.append(within)
    return tuple(found)


@cache
def shadow(board: Board) -> tuple[int, ...]:
    """Place -> itself and the places that could be threatened from there, as a mask."""
    within, places = reach(board), range(board.count)
    return tuple(mask(p for p in places if p == place or within[p] >> place & 1) for place in places)


@cache
def faces(roster: Roster) -> tuple[tuple[int, bool], ...]:
    """Block -> what anybody can see of it: its colour, and whether it is a fortress."""
    return tuple((owner, bool(roster.fortresses >> b & 1)) for b, owner in enumerate(roster.owner))


class Memory:
    """What was found for one player, place by place, and what it rests on."""

    last: dict[tuple[int, Temper, bool], Memory] = {}  # noqa: RUF012 - it is there to be changed
    """Player, how he weighs things, and whether he is safe -> what was found for him last."""

    def __init__(
        self,
        g: Position,
        player: int,
        temper: Temper,
        scene: Scene,
        known: Knowledge,
        rivalry: list[float],
        *,
        safe: bool = False,
    ) -> None:
        self.setting, self.stance, self.rivalry, self.left = g.setting, g.stance[player], rivalry, scene.left
        self.at, self.blocks, self.cover, self.seen = g.at[:], g.blocks[:], g.cover[:], g.seen[:]
        self.embattled, self.holders, self.solo_held = g.embattled, scene.holders, g.solo_held
        self.known = known
        self.raiders: dict[int, tuple[Strength, ...]] = {}
        self.resistance: dict[int, float] = {}
        self.threats: dict[int, Force] = {}
        self.dangers: dict[int, float] = {}
        self.guarded: dict[int, float] = {}
        self.prizes: dict[int, float] = {}
        self.keeps: dict[int, float] = {}
        self.stays: dict[int, float] = {}
        """By block."""
        self.arrivals: dict[int, float] = {}
        self.sailings: dict[int, float] = {}
        old = Memory.last.get((player, temper, safe))
        if old is not None and old.setting is self.setting and old.stance == self.stance:
            self._recall(old)
        Memory.last[player, temper, safe] = self

    def _recall(self, old: Memory) -> None:
        """Take over what still holds."""
        touched = self._touched(old)
        self.known.update(_without(old.known, touched))
        changed = self._changed(old, touched)
        looks = shadow(self.setting.board)
        near = 0
        for place in members(changed):
            near |= looks[place]
        here, around = members(changed), members(near)
        self.raiders = _without(old.raiders, here)
        self.resistance = _without(old.resistance, here)
        self.threats = _without(old.threats, around)
        self.dangers = _without(old.dangers, around)
        self.guarded = _without(old.guarded, around)
        if (old.rivalry, old.left, old.solo_held) != (self.rivalry, self.left, self.solo_held):
            return
        passed_on = [p for p, holder in enumerate(self.holders) if holder != old.holders[p]]
        self.prizes, self.keeps = _without(old.prizes, passed_on), _without(old.keeps, passed_on)
        unsure = members(near | mask(passed_on))
        self.arrivals, self.sailings = _without(old.arrivals, unsure), _without(old.sailings, unsure)
        self.stays = _without(old.stays, [*touched, *(b for place in unsure for b in self.at[place])])

    def _touched(self, old: Memory) -> list[int]:
        """Blocks that moved, gained or lost steps, or may now be taken for something else."""
        before, owner = old.blocks, self.setting.roster.owner
        touched = [b for b, block in enumerate(self.blocks) if block is not before[b] and block != before[b]]
        if old.cover == self.cover and old.seen == self.seen:
            return touched
        states = {
            owner[b] for b, label in enumerate(self.cover) if label != old.cover[b] or self.seen[b] != old.seen[b]
        }
        return [*touched, *(b for s in states if self.stance[s] != OWN for b in self.setting.roster.of[s])]

    def _changed(self, old: Memory, touched: list[int]) -> int:
        """The places that look different to the player, as a mask."""
        places = {self.blocks[b].at for b in touched} | {old.blocks[b].at for b in touched}
        changed = old.embattled ^ self.embattled
        for place in places:
            if place >= 0 and not self._looks_alike(old, old.at[place], self.at[place]):
                changed |= 1 << place
        return changed

    def _looks_alike(self, old: Memory, before: tuple[int, ...], now: tuple[int, ...]) -> bool:
        """Whether the blocks of a place are, as far as the player can see, what they were."""
        face, then = faces(self.setting.roster), old.known
        return (
            [face[b] for b in before] == [face[b] for b in now]
            and [then.get(b) for b in before] == [self.known[b] for b in now]
            and [old.blocks[b].port for b in before] == [self.blocks[b].port for b in now]
        )


def _without(found: dict[int, T], keys: list[int] | tuple[int, ...]) -> dict[int, T]:
    left = dict(found)
    for key in keys:
        left.pop(key, None)
    return left
