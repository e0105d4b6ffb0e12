"""Information-set Monte-Carlo tree search for any number of players, any dice and any hidden cards.

The staff says which options are worth a trial. A trial draws a world the seat cannot tell from the real one and plays
each option on in that same world, with the same luck, the staff deciding for everybody; then it notes how likely each
seat is to win. Again and again the worse half of the options is dropped, so that most trials go to the best. The
staff's own choice stays to the end, and another is preferred to it only where the difference is more than luck.

Where a line of play has been walked often, the tree grows: the decisions along it are no longer left to the staff but
taken by what did well so far for whoever decides (max^n).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from grognard.engine.decision import Action
from grognard.engine.position import Position
from grognard.players.player import Budget, Situation
from grognard.players.trials import Meter, Trials, lead

WORTH_A_TRIAL = 0.02
"""Options the staff likes less than this, beside its favourite, are not tried."""
FEWEST_TRIED, MOST_TRIED = 2, 24
PLAYS_EACH = 4
"""So many plays must be affordable for each option that is tried."""
ALIKE = 3
"""Options that came to the very same end in so many worlds are one: say, the same purchases in another order."""
CAUTION, FEWEST_TRIALS = 0.8, 3
"""Another option is preferred to the staff's when it is so many standard errors ahead, after so many trials."""
SETTLED, TRIALS_TO_SETTLE = 3.0, 8
"""The search ends early when all others are so many standard errors behind, after so many trials."""
RIPE = 40
"""A decision in the tree is left to the staff until it has been met so often."""
CURIOSITY = 1.0
"""In the tree: how much a liked but little tried option is worth trying, beside one that has done well. In units of how
far apart the ends of all games played on lie: the same for any game and any decision."""
LEAST_SPREAD = 1e-9


class Node:
    """A decision in the tree, or rather the same decision in all worlds the seat cannot tell apart."""

    __slots__ = ("children", "order", "totals", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.totals = [0.0] * seats
        self.children: dict[Action, Node] = {}
        self.order: dict[Action, float] = {}
        """Options met so far, and how much the staff likes each (they add up to about 1 in any one world)."""

    def note(self, values: Sequence[float]) -> None:
        self.visits += 1
        for seat, value in enumerate(values):
            self.totals[seat] += value


class Search(Trials):
    """One decision, searched."""

    def __init__(self, situation: Situation, rng: Random) -> None:
        super().__init__(situation, rng)
        self.root = Node(self.seats)
        self._squares = [0.0] * self.seats
        options = list(situation.options())
        rng.shuffle(options)
        self._rank(self.root, situation.world, situation.power, options)
        order = self.root.order
        options.sort(key=order.__getitem__, reverse=True)
        self.favourite = options[0]
        liked = [action for action in options if order[action] >= WORTH_A_TRIAL * order[self.favourite]]
        self.in_question, self._waiting = liked[:MOST_TRIED], liked[MOST_TRIED:]
        """The options that are compared, the staff's choice first; and others to take the place of those alike."""
        self.ends: dict[Action, list[float]] = {action: [] for action in liked}
        """Option -> how likely it was to win in the end, trial by trial: the same worlds for all."""

    # --- which option is best -------------------------------------------------------------------------------------

    def run(self, budget: Budget) -> None:
        """Search until the budget is used up, somebody asks for the answer, or the answer cannot change any more."""
        meter = Meter(budget)
        if len(self.in_question) == 1 or not self.judgement.is_worth_a_search(self.situation.world):
            return
        self.play(self.favourite, 0)
        affordable = int(self.iterations / max(meter.used(self.iterations), 1e-6) / PLAYS_EACH)
        tried = min(len(self.in_question), max(FEWEST_TRIED, affordable))
        self.in_question, self._waiting = self.in_question[:tried], [*self.in_question[tried:], *self._waiting]
        trials = 0
        while not self._is_settled():
            trials += 1
            if not self._play_all(trials, meter):
                return
            self._tell_apart(trials)
            dropped = int(meter.used(self.iterations) * math.ceil(math.log2(tried)))
            self._keep(max(2, math.ceil(tried / 2**dropped)))

    def _play_all(self, trials: int, meter: Meter) -> bool:
        """Play every option in question in so many worlds; not to the end if the time is up."""
        for action in self.in_question:
            while len(self.ends[action]) < trials:
                if meter.is_up(self.iterations):
                    return False
                self.play(action, len(self.ends[action]))
        return True

    def _tell_apart(self, trials: int) -> None:
        """Of options that are alike only one stays in question; others that the staff likes less take their places."""
        if trials < ALIKE or not self.judgement.knows:
            return
        apart = {tuple(self.ends[action]): action for action in reversed(self.in_question)}
        kept = [action for action in self.in_question if apart[tuple(self.ends[action])] == action]
        room = len(self.in_question) - len(kept)
        self.in_question = kept + self._waiting[:room]
        self._waiting = self._waiting[room:]

    def best(self) -> Action:
        """The option to take: the staff's, unless another did better by more than luck explains."""
        tried = [action for action in self.in_question if len(self.ends[action]) >= FEWEST_TRIALS]
        caution = CAUTION if self.judgement.knows else 0.0
        return max([self.favourite, *tried], key=lambda action: self._lead(action, self.favourite, -caution))

    def _keep(self, count: int) -> None:
        """Keep the staff's choice, and of the others those that did best beside it."""
        if len(self.in_question) > count:
            self._waiting = []
            self.in_question.sort(key=lambda action: self._lead(action, self.favourite, 0.0), reverse=True)
            best = [action for action in self.in_question if action != self.favourite]
            self.in_question = [self.favourite, *best[: count - 1]]

    def _is_settled(self) -> bool:
        """Whether one option is ahead, or level, by more than luck explains."""
        if len(self.in_question) == 1:
            return True
        if min(len(self.ends[action]) for action in self.in_question) < TRIALS_TO_SETTLE:
            return False
        leader = max(self.in_question, key=lambda action: self._lead(action, self.favourite, 0.0))
        return all(self._lead(action, leader, SETTLED) <= 0 for action in self.in_question)

    def _lead(self, action: Action, other: Action, errors: float) -> float:
        """How far one option is ahead of another in the same worlds, with so many standard errors added."""
        if action == other:
            return 0.0
        return lead([a - b for a, b in zip(self.ends[action], self.ends[other], strict=False)], errors)

    # --- one play -------------------------------------------------------------------------------------------------

    def play(self, action: Action, trial: int) -> None:
        """Play an option on. The same trial is the same world with the same luck for every option."""
        self.iterations += 1
        situation, luck, first = self.situation, Random(self.seed + trial), action
        g, power = situation.imagine(luck), situation.power
        node, path = self.root, [self.root]
        while True:
            g.act(power, action)
            node = node.children.setdefault(action, Node(self.seats))
            path.append(node)
            if node.visits < RIPE:
                break
            power, options = self._next_choice(g)
            if not options:
                break
            action = self._select(node, g, power, options)
        values = self.play_on(g, luck)
        self.ends[first].append(values[situation.seat])
        for seat, value in enumerate(values):
            self._squares[seat] += value * value
        for node in path:
            node.note(values)

    def _next_choice(self, g: Position) -> tuple[int, list[Action]]:
        """Who has to choose next among what; no options where the game is to be judged."""
        while g.agenda and not (self.judgement.knows and self.judgement.moment(g) >= self.end):
            power = g.deciding[0]
            options = g.options(power)
            if len(options) > 1:
                return power, options
            g.act(power, options[0])
        return -1, []

    def _select(self, node: Node, g: Position, power: int, options: Sequence[Action]) -> Action:
        """The option to try next: what has done well for who decides, and what the staff likes but is little tried."""
        order = node.order
        if any(action not in order for action in options):
            self._rank(node, g, power, options)
        seat = g.keeper[power]
        mean = node.totals[seat] / node.visits
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
        mean = self.root.totals[seat] / self.root.visits
        return LEAST_SPREAD + math.sqrt(max(0.0, self._squares[seat] / self.root.visits - mean * mean))

    def _rank(self, node: Node, g: Position, power: int, options: Sequence[Action]) -> None:
        opinions = self.opinions(g, power, options)
        top = max(opinion.worth for opinion in opinions)
        decisive = self.judgement.decisiveness
        weights = [math.exp(max(-20.0, decisive * (opinion.worth - top))) for opinion in opinions]
        total = sum(weights)
        for action, weight in zip(options, weights, strict=True):
            node.order.setdefault(action, weight / total)
