"""The marshal: looks ahead as far as the budget allows."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from grognard.engine.decision import Action
from grognard.engine.rulebook import OptionValue
from grognard.players.plan import Line, Plan
from grognard.players.player import DEFAULT_BUDGET, Budget, Situation
from grognard.players.reasons import TEXT, chosen, reason
from grognard.players.search import Search
from grognard.players.trials import Trials


class Turn(NamedTuple):
    """Whose turn it is, in what kind of game, and when."""

    game: str
    scenario: str
    options: Mapping[str, OptionValue]
    seats: tuple[str, ...]
    seat: int
    moment: int

    @classmethod
    def of(cls, situation: Situation) -> Turn:
        setting, moment = situation.setting, situation.rulebook.judgement().moment(situation.world)
        return cls(setting.game, setting.scenario, setting.options, setting.seats, situation.seat, moment)


class MarshalPlayer:
    """Takes the option that did best when it was played on, in many worlds its seat cannot tell apart; where the game
    says so, the first step of the best plan for its whole turn."""

    def __init__(self) -> None:
        self._said = ""
        self._turn: Turn | None = None
        self._rest: Line = ()
        """What is left of the plan for that turn. It is only where the next plan begins: whatever has happened since,
        and even if another table asks meanwhile, each step is tried again before it is taken."""

    def choose(self, situation: Situation, budget: Budget, rng: Random) -> Action:
        options = situation.options()
        if len(options) == 1:
            self._said = TEXT.say("forced")
            return options[0]
        if budget.seconds is None and budget.iterations is None:
            budget = budget._replace(seconds=DEFAULT_BUDGET.seconds)
        if situation.rulebook.judgement().is_planned_whole(situation.world, situation.power):
            return self._plan(situation, budget, rng)
        search = Search(situation, rng)
        search.run(budget)
        best = search.best()
        self._said = self._in_words(situation, search, best)
        return best

    def explain(self) -> str:
        return self._said or TEXT.say("undecided")

    def _plan(self, situation: Situation, budget: Budget, rng: Random) -> Action:
        turn = Turn.of(situation)
        plan = Plan(situation, rng, self._rest if turn == self._turn else ())
        plan.run(budget)
        self._turn, self._rest = turn, plan.line[1:]
        best = plan.best()
        said = chosen(situation, best, self._reason(situation, plan, best))
        self._said = f"{said} {TEXT.say('planned', visits=plan.iterations, share=f'{plan.share:.0%}')}"
        return best

    def _reason(self, situation: Situation, trials: Trials, best: Action) -> str:
        """What speaks for an option, in the opinion of one who thinks farther."""
        if not trials.judgement.knows:
            return ""
        options = situation.options()
        return reason(situation, trials.opinions(situation.world, situation.power, options)[options.index(best)])

    def _in_words(self, situation: Situation, search: Search, best: Action) -> str:
        tried, seat = search.root.children, situation.seat
        said = chosen(situation, best, self._reason(situation, search, best))
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
