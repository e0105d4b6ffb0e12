"""How a commander weighs what the enemy may do."""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.alliance.position import Position


class Temper(NamedTuple):
    """The staff's, unless told otherwise."""

    far: float = 0.35
    """How much of the enemy two steps away is feared. He attacks only from beside a place (4.31)."""
    levies: float = 1.0
    """How much levies are worth, beside what the staff thinks of them."""
    answer: float = 0.0
    """How surely enemies who move later this turn come to help whoever is attacked."""
    retake: float = 0.0
    """How surely enemies near a place that was won try to take it back."""
    support: float = 0.0
    """How surely one's own blocks beside a place come to its help."""
    arms: float = 0.5
    """How much of what its blocks are worth counts when a state joins somebody."""
    schemes: bool = False
    """Whether alliances with players are made to be broken in the last turn (`plot`)."""


STAFF = Temper()
PRUDENT = Temper(far=0.05, levies=1.8, answer=0.6, retake=0.7, support=0.3, arms=0.8)
"""Of one who thinks of the turns to come. In games between fixed alliances without bids, 120 deals played from both
sides, `far` and `levies` alone were worth 1.0 +- 0.2 points against the staff; with the other two, 60 deals, 1.4 +- 0.3
(without them, in these, 0.8 +- 0.3). What the last two are worth in whole games: decision 024."""
CUNNING = PRUDENT._replace(schemes=True)
"""The same among many. What that is worth: decision 027."""


def foreseeing(g: Position) -> Temper:
    """How one who thinks of the turns to come weighs things in this game.

    Two have nobody to scheme with, and gentlemen break no alliance in their turns (6.22).
    """
    return CUNNING if len(g.setting.played) > 2 and not g.setting.gentleman else PRUDENT
