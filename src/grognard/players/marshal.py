"""The marshal: looks ahead as far as the budget allows."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from grognard.engine.decision import Action
from grognard.players.player import DEFAULT_BUDGET, Budget, Situation
from grognard.players.search import Search
from grognard.players.staff import weigh


class MarshalPlayer:
    """Takes the option that did best when it was played on, in many worlds its seat cannot tell apart."""

    looks: ClassVar[bool] = True

    def __init__(self) -> None:
        self._said = "It has not decided anything yet."

    def choose(self, situation: Situation, budget: Budget, rng: Random) -> Action:
        options = situation.options()
        if len(options) == 1:
            self._said = "There is no other choice."
            return options[0]
        if budget.seconds is None and budget.iterations is None:
            budget = budget._replace(seconds=DEFAULT_BUDGET.seconds)
        search = Search(situation, rng)
        search.run(budget)
        tried = search.root.children
        best = max(tried, key=lambda action: tried[action].visits)
        self._said = self._in_words(situation, search, options, best)
        return best

    def explain(self) -> str:
        return self._said

    def _in_words(self, situation: Situation, search: Search, options: list[Action], best: Action) -> str:
        tried, seat = search.root.children, situation.seat
        said = situation.describe(best)
        if search.judgement.knows:
            opinion = weigh(search.judgement, situation, options, search.rng)[options.index(best)]
            said += f": {opinion.words}" if opinion.words else ""
        said += f". Played on {tried[best].visits} times, it wins {_share(search, best, seat)}"
        others = sorted((a for a in tried if a != best and tried[a].visits), key=lambda a: -tried[a].visits)
        if others:
            said += (
                f"; {situation.describe(others[0])} wins {_share(search, others[0], seat)} in {tried[others[0]].visits}"
            )
        return said + "."


def _share(search: Search, action: Action, seat: int) -> str:
    child = search.root.children[action]
    return f"{child.totals[seat] / child.visits:.0%}"
