"""Information-set Monte-Carlo tree search for any number of players, any dice and any hidden cards.

Each iteration draws a world the seat cannot tell from the real one, walks down the tree as far as it is known, plays on
from there with the staff's judgement, and notes how likely each seat is to win then. Every seat is taken to want its
own victory (max^n). Options are looked at in the order in which the staff likes them, a few more with every visit.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from random import Random

from grognard.engine.decision import Action
from grognard.engine.judgement import Judgement, Opinion
from grognard.engine.position import Position
from grognard.players.player import Budget, Situation
from grognard.players.staff import judged, pick

CURIOSITY = 1.5
"""How much a liked but little tried option is worth trying, beside one that has done well. In units of how far apart
the ends of all games played on lie: the same for any game and any decision."""
LEAST_SPREAD = 1e-9
FIRST, WIDENING = 3.0, 0.5
"""After n visits FIRST + n ** WIDENING options are looked at."""
SURE = 0.95
"""Where the staff is so sure of an option, nothing is searched."""
LONGEST = 2_000
"""Never more decisions than that are played on."""
LOOK_UP = 0.05
"""Progress is told so often, in seconds."""


class Node:
    """A decision in the tree, or rather the same decision in all worlds the seat cannot tell apart."""

    __slots__ = ("children", "order", "totals", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.totals = [0.0] * seats
        self.children: dict[Action, Node] = {}
        self.order: dict[Action, float] = {}
        """Options met so far, and how much the staff likes each (they add up to about 1 in any one world)."""


class Search:
    """One decision, searched."""

    def __init__(self, situation: Situation, rng: Random) -> None:
        self.situation, self.rng = situation, rng
        self.judgement: Judgement = situation.rulebook.judgement()
        self.seats = len(situation.setting.seats)
        self.root = Node(self.seats)
        self.end = self.judgement.moment(situation.world) + self.judgement.horizon
        self.iterations = 0
        self._squares = [0.0] * self.seats
        self._options = situation.options()
        self._seed = rng.getrandbits(64)

    def run(self, budget: Budget) -> None:
        """Search until the budget is used up, somebody asks for the answer, or the answer cannot change any more."""
        clock = budget.clock
        began, looked = clock(), time.perf_counter()
        while True:
            self.iterate()
            if self.iterations == 1 and max(self.root.order.values()) >= SURE:
                return
            used = max(
                self.iterations / budget.iterations if budget.iterations else 0.0,
                (clock() - began) / budget.seconds if budget.seconds else 0.0,
            )
            if used >= 1 or (not budget.iterations and not budget.seconds):
                return
            if self._settled(used):
                return
            if budget.progress is not None and time.perf_counter() - looked >= LOOK_UP:
                looked = time.perf_counter()
                if budget.progress(used):
                    return

    def _settled(self, used: float) -> bool:
        """Whether even all the iterations still to come could not make another option the most visited."""
        if used < 0.2:
            return False
        visits = sorted((child.visits for child in self.root.children.values()), reverse=True)
        still = self.iterations * (1 - used) / used
        return len(visits) > 1 and visits[0] - visits[1] > still

    def iterate(self) -> None:
        """One world, one walk down the tree and beyond.

        Every option of the decision itself is tried in the same worlds, with the same luck: what is left of the
        difference between two is theirs.
        """
        self.iterations += 1
        situation, node, path = self.situation, self.root, [self.root]
        power, action = situation.power, self._select(self.root, situation.world, situation.power, self._options)
        tried = node.children.get(action)
        luck = Random(self._seed + (tried.visits if tried else 0))
        g = situation.imagine(luck)
        while True:
            child = node.children.get(action)
            g.act(power, action)
            if child is None:
                node.children[action] = child = Node(self.seats)
                path.append(child)
                break
            path.append(child)
            node = child
            options: list[Action] = []
            while g.agenda:
                power = g.deciding[0]
                options = g.options(power)
                if len(options) > 1:
                    break
                g.act(power, options[0])
            if not g.agenda:
                break
            action = self._select(node, g, power, options)
        values = self._play_on(g, luck)
        for seat, value in enumerate(values):
            self._squares[seat] += value * value
        for node in path:
            node.visits += 1
            for seat, value in enumerate(values):
                node.totals[seat] += value

    def _select(self, node: Node, g: Position, power: int, options: Sequence[Action]) -> Action:
        """The option to try next: what has done well for who decides, and what the staff likes but is little tried."""
        order = node.order
        if any(action not in order for action in options):
            self._rank(node, g, power, options)
        looked_at = int(FIRST + node.visits**WIDENING)
        if len(options) > looked_at:
            options = sorted(options, key=order.__getitem__, reverse=True)[:looked_at]
        seat = g.keeper[power]
        mean = node.totals[seat] / node.visits if node.visits else 0.0
        urge_to_try = CURIOSITY * self._spread(seat) * math.sqrt(1 + node.visits)
        best, chosen = -1.0, options[0]
        for action in options:
            child = node.children.get(action)
            visits = child.visits if child else 0
            value = child.totals[seat] / visits if child and visits else mean
            urge = value + urge_to_try * order[action] / (1 + visits)
            if urge > best:
                best, chosen = urge, action
        return chosen

    def _spread(self, seat: int) -> float:
        """How far apart the ends of all games played on lie for a seat."""
        if not self.root.visits:
            return LEAST_SPREAD
        mean = self.root.totals[seat] / self.root.visits
        return LEAST_SPREAD + math.sqrt(max(0.0, self._squares[seat] / self.root.visits - mean * mean))

    def _rank(self, node: Node, g: Position, power: int, options: Sequence[Action]) -> None:
        opinions = self._opinions(g, power, options)
        top = max(opinion.worth for opinion in opinions)
        decisive = self.judgement.decisiveness
        weights = [math.exp(max(-20.0, decisive * (opinion.worth - top))) for opinion in opinions]
        total = sum(weights)
        for action, weight in zip(options, weights, strict=True):
            node.order.setdefault(action, weight / total)

    def _opinions(self, g: Position, power: int, options: Sequence[Action]) -> Sequence[Opinion]:
        if not self.judgement.knows:
            return [Opinion(0.0)] * len(options)
        return judged(self.judgement, g, power, options)

    def _play_on(self, g: Position, rng: Random) -> tuple[float, ...]:
        """The staff plays for everybody until the position can be judged; how likely each seat is to win then."""
        judgement = self.judgement
        for _ in range(LONGEST):
            if not g.agenda:
                break
            if not judgement.knows:
                g.play_on(rng)
                continue
            if judgement.moment(g) >= self.end:
                break
            power = g.deciding[0]
            options = g.options(power)
            if len(options) == 1:
                g.act(power, options[0])
            else:
                g.act(power, options[pick(judged(judgement, g, power, options), rng)])
        return judgement.chances(g, self.seats)
