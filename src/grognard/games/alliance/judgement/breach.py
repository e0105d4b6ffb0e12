"""What alliances with players are worth when nobody moves any more: what would count without them, or with more."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from grognard.games.alliance.board import NOBODY, members
from grognard.games.alliance.income import collector, is_supplied
from grognard.games.alliance.judgement.worth import scoring, share
from grognard.games.alliance.position import Position
from grognard.games.alliance.states import allied, settle
from grognard.games.alliance.supply import supply

if TYPE_CHECKING:
    from grognard.games.alliance.judgement.plot import Plot

UNFED = 0.1
"""What a city without supply counts for who takes it (3.4): a way to it may yet be found."""


class Breach:
    """The alliances of one player, and what hangs on each now."""

    def __init__(self, plot: Plot) -> None:
        self.plot, self.plan = plot, plot.plan

    @cached_property
    def best(self) -> tuple[tuple[int, ...], float]:
        """The alliances that are best broken together, and what that brings: found one by one, because what is taken
        from one may be supplied over the land of another."""
        before = self._count(())
        allies = list(members(self.plan.g.pacts[self.plan.player]))
        broken: tuple[int, ...] = ()
        most = 0.0
        while allies:
            gains = [(self._count((*broken, a)) - before + self._marches((*broken, a)), a) for a in allies]
            gain, ally = max(gains)
            if gain <= most:
                break
            broken, most = (*broken, ally), gain
            allies.remove(ally)
        return broken, most

    def _marches(self, allies: tuple[int, ...]) -> float:
        return sum([self.plot.marches(ally) for ally in allies])

    def joined(self, other: int) -> float:
        """What one alliance more would bring. Above all, a city of one's own counts again while an ally stands in it
        (L46)."""
        return self._count((other,)) - self._count(())

    def _count(self, changed: tuple[int, ...]) -> float:
        """How the player would stand if these alliances were broken, or made, and nobody moved any more; bound to whom
        he has surrendered to (L33)."""
        plot, player = self.plot, self.plan.player
        changed += tuple([victor for loser, victor, _ in self.plan.g.surrenders if loser == player])
        g = _after(self.plan.g, player, changed) if changed else self.plan.g
        lines = supply(g, player)
        total = 0.0
        for place in scoring(g.board):
            if g.embattled >> place & 1:
                continue
            holder = collector(g, place)
            chance = float(holder == player)
            masters = {g.master_of(b) for b in g.at[place]}
            if player in masters and not all(allied(g, player, p) for p in masters):
                chance = plot.in_hand(place)
                holder = self.plan.holder(place)
            if chance:
                fed = g.board.home[place] == player or is_supplied(g, player, place, lines)
                total += chance * share(g, player, place) * (1.0 if fed else UNFED)
            if holder not in (NOBODY, player):
                total -= (1 - chance) * plot.weights[holder] * share(g, holder, place)
        return total


def _after(g: Position, player: int, changed: tuple[int, ...]) -> Position:
    """The position with these alliances of a player broken if he has them, and made if not."""
    g = g.clone()
    for ally in changed:
        for one, other in ((player, ally), (ally, player)):
            g.pacts[one] ^= 1 << other
            g.open_pacts[one] = g.pacts[one] & (g.open_pacts[one] | 1 << other)
    settle(g)
    return g
