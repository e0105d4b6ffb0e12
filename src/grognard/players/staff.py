"""The staff: a quick opponent that judges every option by what comes of it, one step ahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from grognard.engine.decision import Action
from grognard.engine.judgement import Judgement, Opinion
from grognard.engine.position import Position
from grognard.players.player import Budget, Situation
from grognard.players.reasons import TEXT, chosen, reason

TRIALS = 60
"""Random games played to their end where a game has no judgement of its own, shared among the options."""
LONGEST_TRIAL = 5_000
HAIR = 1e-6
"""Options closer than this are alike; chance picks, so that bots are not all the same."""


class Advice(NamedTuple):
    """An option with what it is worth."""

    action: Action
    opinion: Opinion


class StaffPlayer:
    """Takes the option its judgement likes best."""

    def __init__(self) -> None:
        self._words: Callable[[], str] = partial(TEXT.say, "undecided")
        """Why the last choice was made, put into words only when somebody asks."""

    def choose(self, situation: Situation, budget: Budget, rng: Random) -> Action:  # noqa: ARG002 - it is quick anyway
        options = situation.options()
        if len(options) == 1:
            self._words = partial(TEXT.say, "forced")
            return options[0]
        judgement = situation.rulebook.judgement()
        opinions = weigh(judgement, situation, options, rng)
        best = pick(opinions, rng)
        self._words = partial(in_words, situation, options, opinions, best)
        return options[best]

    def explain(self) -> str:
        return self._words()


def weigh(judgement: Judgement, situation: Situation, options: Sequence[Action], rng: Random) -> Sequence[Opinion]:
    """What each option is worth to the seat that decides."""
    if not judgement.knows:
        return by_trial(situation, options, rng)
    return judged(judgement, situation.world, situation.power, options)


def judged(judgement: Judgement, g: Position, power: int, options: Sequence[Action]) -> Sequence[Opinion]:
    """The game's own opinion, or else one step of search: try each option and judge the position it leads to."""
    opinions = judgement.opinions(g, power, options)
    if opinions is not None:
        return opinions
    seat, found = g.keeper[power], []
    for action in options:
        after = g.clone()
        after.act(power, action)
        found.append(Opinion(judgement.standing(after, seat), ("it leads to the best position one step ahead",)))
    return found


def by_trial(situation: Situation, options: Sequence[Action], rng: Random) -> list[Opinion]:
    """Without any judgement: play random games from each option to the end and see who wins."""
    judgement, seats = situation.rulebook.judgement(), len(situation.setting.seats)
    each = max(2, TRIALS // len(options))
    found = []
    for action in options:
        wins = 0.0
        for _ in range(each):
            after = situation.imagine(rng)
            after.act(situation.power, action)
            for _ in range(LONGEST_TRIAL):
                if not after.agenda:
                    break
                after.play_on(rng)
            wins += judgement.chances(after, seats)[situation.seat]
        found.append(Opinion(wins / each, ("it won {:.0%} of {} games tried out", wins / each, each)))
    return found


def pick(opinions: Sequence[Opinion], rng: Random) -> int:
    """The best, by lot among those that are alike."""
    best = max(opinion.worth for opinion in opinions)
    alike = [i for i, opinion in enumerate(opinions) if opinion.worth >= best - HAIR]
    return alike[0] if len(alike) == 1 else alike[int(rng.random() * len(alike))]


def in_words(situation: Situation, options: Sequence[Action], opinions: Sequence[Opinion], best: int) -> str:
    """The choice, its reason, and what it was preferred to."""
    said = chosen(situation, options[best], reason(situation, opinions[best]))
    others = sorted((i for i in range(len(options)) if i != best), key=lambda i: -opinions[i].worth)
    if others and opinions[best].worth - opinions[others[0]].worth > HAIR:
        beside, second = situation.describe(options[others[0]]), reason(situation, opinions[others[0]])
        next_best = TEXT.say("next.why", action=beside, why=second) if second else TEXT.say("next", action=beside)
        return f"{said} {next_best}"
    return said
