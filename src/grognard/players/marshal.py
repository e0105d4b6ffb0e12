"""The marshal: looks ahead as far as the budget allows."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from grognard.engine.decision import Action
from grognard.players.player import DEFAULT_BUDGET, Budget, Situation
from grognard.players.reasons import TEXT, chosen, reason
from grognard.players.search import Search


class MarshalPlayer:
    """Takes the option that did best when it was played on, in many worlds its seat cannot tell apart."""

    looks: ClassVar[bool] = True

    def __init__(self) -> None:
        self._said = ""

    def choose(self, situation: Situation, budget: Budget, rng: Random) -> Action:
        options = situation.options()
        if len(options) == 1:
            self._said = TEXT.say("forced")
            return options[0]
        if budget.seconds is None and budget.iterations is None:
            budget = budget._replace(seconds=DEFAULT_BUDGET.seconds)
        search = Search(situation, rng)
        search.run(budget)
        best = search.best()
        self._said = self._in_words(situation, search, options, best)
        return best

    def explain(self) -> str:
        return self._said or TEXT.say("undecided")

    def _in_words(self, situation: Situation, search: Search, options: list[Action], best: Action) -> str:
        tried, seat = search.root.children, situation.seat
        why = ""
        if search.judgement.knows:
            opinion = search.opinions(situation.world, situation.power, options)[options.index(best)]
            why = reason(situation, opinion)
        said = chosen(situation, best, why)
        if best not in tried:
            return said
        played = {"visits": tried[best].visits, "share": _share(search, best, seat)}
        other = search.favourite if best != search.favourite else _next_best(search)
        if other is None:
            return f"{said} {TEXT.say('played', **played)}"
        compared = TEXT.say(
            "played.other",
            **played,
            other=situation.describe(other),
            second=_share(search, other, seat),
            tries=tried[other].visits,
        )
        return f"{said} {compared}"


def _next_best(search: Search) -> Action | None:
    """Of the options beside the staff's choice the one most tried."""
    tried = search.root.children
    others = [action for action in tried if action != search.favourite]
    return max(others, key=lambda action: tried[action].visits) if others else None


def _share(search: Search, action: Action, seat: int) -> str:
    child = search.root.children[action]
    return f"{child.totals[seat] / child.visits:.0%}"
