"""How Alliance is judged: readable rules of thumb, one module per concern, all in victory points.

Nothing here looks at what the player may not know: blocks he cannot see are taken for the average of those that could
stand there (`forces.Knowledge`), alliances of others count only if they are known, and so does hidden Gold.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import cast

from grognard.engine.decision import Action
from grognard.engine.judgement import Judgement, Opinion
from grognard.engine.position import Position as EnginePosition
from grognard.games.alliance.judgement import (
    aftermath,
    fighting,
    foresight,
    marching,
    policy,
    prospects,
    sailing,
    turn,
    worth,
)
from grognard.games.alliance.judgement.temper import foreseeing
from grognard.games.alliance.position import Position
from grognard.games.alliance.victory import points

Judge = Callable[..., Sequence[Opinion]]

JUDGES: dict[str, Judge] = {
    "lay-aside": lambda g, o, p: policy.lay_aside(g, p, o),
    "play-card": lambda g, o, p: policy.play_card(g, p, o),
    "bid": lambda g, o, p: policy.bid(g, p, o),
    "match": lambda g, o, p, state, gold, opener, *_: policy.match(g, p, o, state, gold, opener),
    "offer": lambda g, o, p, *_: policy.offer(g, p, o),
    "answer-pact": lambda g, _, p, proposer, *__: policy.answer_pact(g, p, proposer),
    "publish": lambda g, *_: policy.publish(g),
    "terms": lambda _, o, *__: policy.terms(o),
    "answer-surrender": lambda g, o, p, loser, gold: policy.answer_surrender(g, p, o, loser, gold),
    "answer-counter": lambda g, o, p, victor, *_: policy.answer_counter(g, p, o, victor),
    "action": lambda g, o, p: turn.action(g, p, o),
    "group": lambda g, o, p, place, *_: marching.group(g, p, o, place),
    "build": lambda g, o, p, block: turn.build_site(g, p, o, block),
    "voyage": lambda g, o, p, block: sailing.voyage(g, p, o, block),
    "escort": lambda g, o, *_: sailing.escort(g, o),
    "choose-battle": lambda g, o, p: fighting.choose_battle(g, p, o),
    "clash": lambda g, o, *_: fighting.clash_first(g, o),
    "battle-turn": lambda g, o, p, _, side: fighting.battle_turn(g, p, o, side),
    "who-acts": lambda g, o, p, _, side: fighting.who_acts(g, p, o, side),
    "take-hit": lambda g, o, p, *_: fighting.take_hit(g, p, o),
    "extend": lambda g, _, p, block: fighting.extend(g, p, block),
    "leader-event": lambda g, o, p: fighting.leader_event(g, p, o),
    "pick-target": lambda g, o, *_: fighting.pick_target(g, o),
    "pursue": lambda g, o, p, place: aftermath.pursue(g, p, o, place),
    "pursuers": lambda g, o, p, _, target, *__: aftermath.pursuers(g, p, o, target),
    "regroup": lambda g, o, p, place: aftermath.regroup(g, p, o, place),
    "scrap": lambda g, o, p, *_: aftermath.scrap(g, p, o),
    "review": lambda _, o, __: policy.stand(o),
    "disband": lambda _, o, __: policy.stand(o),
}
"""Decision -> how its options are judged: called with the position, the options and the arguments of the decision."""
FORESIGHT: dict[str, Judge] = {
    "lay-aside": lambda g, o, p: foresight.lay_aside(g, p, o),
    "play-card": lambda g, o, p: foresight.play_card(g, p, o),
    "bid": lambda g, o, p: policy.bid(g, p, o, foresight.bid_gain, foreseeing(g)),
    "match": lambda g, o, p, state, gold, opener, *_: foresight.match(g, p, o, state, gold, opener),
    "offer": lambda g, o, p, *_: policy.offer(g, p, o, foreseeing(g)),
    "answer-pact": lambda g, _, p, proposer, *__: policy.answer_pact(g, p, proposer, foreseeing(g)),
    "answer-counter": lambda g, o, p, victor, *_: policy.answer_counter(g, p, o, victor, foreseeing(g)),
    "action": lambda g, o, p: foresight.action(g, p, o),
    "group": lambda g, o, p, place, *_: marching.group(g, p, o, place, foreseeing(g)),
    "build": lambda g, o, p, block: turn.build_site(g, p, o, block, foreseeing(g)),
    "voyage": lambda g, o, p, block: sailing.voyage(g, p, o, block, foreseeing(g)),
}
"""The same where it pays to think of later turns."""

EARLY, LAST = 0.06, 1.27
"""How fast a lead becomes a certain win: always, and beside that in the last turn. Fitted to 560 games of the staff."""
IN_THE_END = 5.0
"""The same when nothing is to come any more."""
A_PIECE, TIE = 0.05, 0.5
"""What a piece of Gold counts in the end, and all of them at most."""
BY_LUCK, BY_A_POINT = 0.5, 2.5
"""Among many: how much of a result is thought to be luck, and how fast a lead makes it less so (decision 027)."""


def keenness(g: Position) -> float:
    """How fast a lead becomes a certain win now."""
    return EARLY + LAST / worth.turns_left(g)


def finals(g: Position, points: Sequence[float]) -> list[float]:
    """Seat -> 10.1, 3.4: half points count for nothing in the end, and Gold where points are alike."""
    players = g.setting.played
    if len(players) == 2:
        return [math.floor(points[p]) + min(TIE, A_PIECE * g.gold[p]) for p in players]
    purses = [g.gold[p] + points[p] - g.setting.handicap[p] for p in players]  # with what the last Winter brings
    poorer = [sum(purse > other for other in purses) for purse in purses]
    return [math.floor(points[p]) + TIE * count / len(players) for p, count in zip(players, poorer, strict=True)]


def among_many(g: Position, won: Sequence[float]) -> tuple[float, ...]:
    """Who might as well have won, with other luck: a point decides most games of many, and Gold where points are alike.

    Where few games must tell how often a player will win, half who did win and half this tells more than either alone.
    """
    left = [p for p in g.setting.played if not g.fallen >> p & 1]
    stands = {p: points(g, p) + sum(g.gold[p] > g.gold[other] for other in left) / (len(left) + 1) for p in left}
    best = max(stands.values())
    weights = [math.exp(BY_A_POINT * (stands[p] - best)) if p in stands else 0.0 for p in g.setting.played]
    total = sum(weights)
    return tuple(BY_LUCK * w / total + (1 - BY_LUCK) * own for w, own in zip(weights, won, strict=True))


class AllianceJudgement(Judgement):
    """What the players know of Alliance."""

    knows = True
    decisiveness = 8.0

    def standing(self, g: EnginePosition, seat: int) -> float:
        own = cast(Position, g)
        return prospects.solo(own) if own.setting.solitaire else prospects.standings(own)[own.setting.played[seat]]

    def opinions(self, g: EnginePosition, power: int, options: Sequence[Action]) -> Sequence[Opinion] | None:
        decision, arguments = g.question(power)
        judge = JUDGES.get(decision.name)
        return None if judge is None else judge(g, options, *arguments)

    def foresight(self, g: EnginePosition, power: int, options: Sequence[Action]) -> Sequence[Opinion] | None:
        if cast(Position, g).setting.solitaire:
            return None
        decision, arguments = g.question(power)
        judge = FORESIGHT.get(decision.name)
        return None if judge is None else judge(g, options, *arguments)

    def moment(self, g: EnginePosition) -> int:
        """Cards, each Player Turn, each battle."""
        return prospects.moment(cast(Position, g))

    def until(self, g: EnginePosition) -> int:
        return prospects.until(cast(Position, g))

    def is_worth_a_search(self, g: EnginePosition) -> bool:
        """Battles are not, but in the end: how blocks stand after them matters for the turns to come (decision 024).
        Among many nothing is before the last turn: what is kept for it lies beyond a search (decision 027)."""
        own = cast(Position, g)
        if own.setting.solitaire:
            return True
        if foreseeing(own).schemes:
            return worth.turns_to_come(own) == 1
        return worth.turns_left(own) == 1 or not prospects.in_battles(own)

    def is_planned_whole(self, g: EnginePosition, power: int) -> bool:
        """Among many, one's own Player Turn in the last Game Turn: alliances are broken for what marches then take."""
        own = cast(Position, g)
        return own.active == power and foreseeing(own).schemes and worth.turns_to_come(own) == 1

    def chances(self, g: EnginePosition, seats: int) -> tuple[float, ...]:
        own = cast(Position, g)
        if g.outcome is not None:
            won = super().chances(g, seats)
            return among_many(own, won) if foreseeing(own).schemes else won
        if own.setting.solitaire:
            ahead = prospects.solo(own) - own.setting.solitaire_target
            return (1 / (1 + math.exp(-0.4 * ahead)),)
        over = prospects.only_battles_left(own)
        keen = IN_THE_END if over else keenness(own)
        found = [0.0] * seats
        for likely, standings in prospects.outcomes(own):
            stands = finals(own, standings) if over else [standings[p] for p in own.setting.played]
            best = max(stands)
            weights = [math.exp(keen * (stand - best)) for stand in stands]
            part = likely / sum(weights)
            for seat, weight in enumerate(weights):
                found[seat] += part * weight
        return tuple(found)


JUDGEMENT = AllianceJudgement()
