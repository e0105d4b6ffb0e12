"""What everybody sees alike: who holds what, how all stand by it, and what blocks are to be expected where."""

from __future__ import annotations

from functools import cached_property

from grognard.games.alliance.board import EMPIRES, NOBODY, members
from grognard.games.alliance.judgement.forces import Onlooker
from grognard.games.alliance.judgement.worth import gold_worth, holdings, points_of, turns_left
from grognard.games.alliance.position import Position

LEADER = 0.45
"""What a point of the leading rival's costs a player among many, beside one of his own."""
OTHERS = 0.35
"""What is spread over all his rivals alike."""


class Scene:
    """A position, judged the same by whoever looks at it; worked out as it is asked for, once for all players."""

    def __init__(self, g: Position) -> None:
        self.g = g
        self.onlooker = Onlooker(g)
        self.gold = gold_worth(g)
        self.left = turns_left(g)

    @cached_property
    def held(self) -> list[int]:
        return holdings(self.g)

    @cached_property
    def holders(self) -> list[int]:
        """Place -> who collects for it, or NOBODY; of an embattled one who held it before."""
        g = self.g
        found = [NOBODY] * g.board.count
        for player, places in enumerate(self.held):
            for place in members(places):
                found[place] = player
        for fight in g.fights:
            found[fight.place] = g.master[fight.holder] if fight.holder != NOBODY else NOBODY
        return found

    @cached_property
    def points(self) -> list[float]:
        """Empire -> its points as the board stands, half points kept, with the handicap (10.1, 10.2)."""
        g = self.g
        return [float(h) + points_of(g, p, self.held[p]) for p, h in enumerate(g.setting.handicap)]

    def rivalry(self, player: int) -> list[float]:
        """Empire -> what a point of it costs this player: all of it between two, most of it for the leader else."""
        g = self.g
        rivals = [p for p in g.setting.played if p != player]
        weights = [0.0] * len(EMPIRES)
        if g.setting.solitaire or not rivals:
            return weights
        if len(rivals) == 1:
            weights[rivals[0]] = 1.0
            return weights
        best = max(self.points[p] for p in rivals)
        for p in rivals:
            behind = best - self.points[p]
            weights[p] = OTHERS / len(rivals) + max(0.0, LEADER * (1 - behind / 4))
        return weights
