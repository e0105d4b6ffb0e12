"""What Napoleon risks where he stands or goes: among many the game is lost with him, and won by a bystander (10.3).

Enemies can attack him, and an ally can break his word while their blocks stand side by side (6.2.10): then those around
him are no guard but the danger. So only blocks that France runs count as his escort. Between two nobody else wins by
his death, nor is there an ally to fear, and nothing is judged by this (decision 028).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from grognard.games.alliance.board import members
from grognard.games.alliance.judgement.forces import Force, clash, gathered
from grognard.games.alliance.position import WINTER
from grognard.games.alliance.states import camp

if TYPE_CHECKING:
    from grognard.games.alliance.judgement.campaign import Campaign

PRICE = 3.0
"""What his loss costs France, in points."""
SAFER = 0.5
"""A march that takes so much of the fear for him away is said to be made for that, in points."""
BETRAYED = 0.4
"""How likely an ally who could overcome him turns on him before he can move on."""


class Escort:
    """Napoleon, and who would be with him; worked out as it is asked for."""

    def __init__(self, plan: Campaign) -> None:
        self.plan = plan
        g = plan.g
        self.block = g.roster.napoleon
        self.place = g.blocks[self.block].at
        self.is_ours = (
            len(g.setting.played) > 2 and self.place >= 0 and plan.is_precious(self.block) and not g.setting.solitaire
        )

    def fear(self, place: int, mates: Iterable[int] = ()) -> float:
        """What it costs that he ends his move in a place, with these blocks beside those that stand there."""
        return PRICE * self._peril(place, {*self.plan.friends(place), *mates, self.block})

    def is_saved_by(self, block: int, end: int) -> bool:
        """Whether this is he, and he goes to a place to be safer."""
        return self.is_ours and block == self.block and self.fear(self.place) - self.fear(end) > SAFER

    def leaving(self, blocks: Iterable[int]) -> float:
        """What it costs him that these blocks leave the place where he stands."""
        if not self.is_ours or self.plan.g.embattled >> self.place & 1:
            return 0.0
        here = set(self.plan.friends(self.place))
        left = here.difference(blocks)
        if self.block not in left or left == here:
            return 0.0
        return PRICE * (self._peril(self.place, left) - self._peril(self.place, here))

    def forsaken(self, ally: int) -> float:
        """What it costs him that an alliance is broken while he stands beside the other's blocks."""
        if not self.is_ours:
            return 0.0
        here = self.plan.known.force(self.plan.friends(self.place))
        force = self._guests(self.place).get(ally)
        return PRICE * clash(force, here).chance if force is not None else 0.0

    def _peril(self, place: int, ours: set[int]) -> float:
        plan = self.plan
        if plan.is_safe:
            return 0.0
        if ours == {self.block} and not plan.hostile(place) and plan.room(place) < (place != self.place):
            return 1.0  # 1.4.5, L10: at the end of his turn he would be the one too many
        guard = plan.known.force(sorted(ours))
        threat = plan.threat(place)
        enemies = clash(threat, guard).chance if threat else 0.0
        friends = [clash(force, guard).chance for force in self._guests(place).values()]
        return 1 - (1 - enemies) * (1 - BETRAYED * max(friends, default=0.0))

    def _guests(self, place: int) -> dict[int, Force]:
        """What each ally could bring against him there from one day to the next."""
        plan, g = self.plan, self.plan.g
        board, found = g.board, dict[int, Force]()
        if g.setting.gentleman and g.turn != WINTER:
            return found  # 6.22: they are allies until then
        for ally in members(g.pacts[plan.player] & ~g.bound[plan.player]):
            theirs = camp(g, ally).forces & ~g.roster.fleets
            men = [plan.known[b] for b in members(g.stand[place] & theirs)]
            for near in members(board.near[place] if place < board.first_sea else 0):
                beside = [plan.known[b] for b in members(g.stand[near] & theirs & ~g.roster.fortresses)]
                men += beside[: board.border[place, near].limit]
            if men:
                found[ally] = gathered(tuple(men))
        return found
