"""How Coalitions is judged: readable rules of thumb, one module per concern, all in points of Influence."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import cast

from grognard.engine.decision import Action
from grognard.engine.judgement import Judgement, Opinion
from grognard.engine.position import Position as EnginePosition
from grognard.games.coalitions.judgement import fighting, marching, policy, race, worth
from grognard.games.coalitions.position import Position

Judge = Callable[..., Sequence[Opinion]]

JUDGES: dict[str, Judge] = {
    "choose-status": lambda g, o, p: policy.choose_status(g, p, o),
    "rejected": lambda g, o, p: policy.choose_status(g, p, o),
    "expel": lambda g, o, p: policy.expel(g, p, o),
    "admit": lambda g, _, p, other: policy.admit(g, p, other),
    "let-stay": lambda g, _, p, general, *__: policy.consent(g, p, g.owner[general]),
    "name-envoy": lambda g, o, p: policy.name_envoy(g, p, o),
    "ask-for-round": lambda g, _, p, number, envoy: policy.ask_for_round(g, p, number, envoy),
    "permit-round": lambda g, _, p, mover, number: policy.permit_round(g, p, mover, number),
    "consent": lambda g, _, p, mover, *__: policy.consent(g, p, mover),
    "permit-sea": lambda g, _, p, mover, *__: policy.consent(g, p, mover),
    "shelter": lambda g, _, p, general, *__: policy.consent(g, p, g.owner[general]),
    "shelter-beaten": lambda g, _, p, general, *__: policy.consent(g, p, g.owner[general]),
    "mobilise": lambda g, o, p, ordered: policy.mobilise(g, p, o, ordered),
    "muster-discard": lambda _, o, __: policy.discard(o),
    "hand-limit": lambda _, o, __: policy.discard(o),
    "lead": lambda g, o, p: policy.lead(g, p, o),
    "place-more": lambda g, o, p: policy.lead(g, p, o),
    "remove-more": lambda g, o, p: policy.lead(g, p, o),
    "subsidise-ally": lambda g, o, *_: policy.subsidise(g, o),
    "name-the-sum": lambda g, o, _, ally: policy.name_the_sum(g, o, ally),
    "accept-subsidy": lambda g, _, p, money: policy.accept_subsidy(g, p, money),
    "bid": lambda g, o, p, minor: policy.bid(g, p, o, minor),
    "move": lambda g, o, p: marching.move(g, p, o),
    "leave-garrison": lambda g, _, p, general: marching.garrison_question(g, p, general),
    "post-garrison": lambda g, _, p, general: marching.garrison_question(g, p, general),
    "garrison-won": lambda g, _, p, general: marching.garrison_question(g, p, general),
    "take-empty": lambda g, _, p, general: marching.garrison_question(g, p, general),
    "choose-battle": lambda g, o, p: fighting.choose_battle(g, p, o),
    "support": lambda g, _, p, general, side: fighting.support(g, p, general, side),
    "play-card": lambda g, o, p, *_: fighting.play_card(g, p, o),
    "lay-card": lambda g, o, p, *_: fighting.lay_card(g, p, o),
    "place-beaten": lambda g, o, _, general, *__: fighting.retreat(g, general, o),
    "fall-back": lambda g, o, _, general, *__: fighting.retreat(g, general, o),
    "withdraw": lambda g, o, p, general, *_: fighting.withdraw(g, p, general, o),
    "disband": lambda _, o, __: policy.disband(o),
}
"""Decision -> how its options are judged: called with the position, the options and the arguments of the decision."""


class CoalitionsJudgement(Judgement):
    """What the players know of Coalitions."""

    knows = True

    def standing(self, g: EnginePosition, seat: int) -> float:
        return worth.standing(cast(Position, g), seat)

    def opinions(self, g: EnginePosition, power: int, options: Sequence[Action]) -> Sequence[Opinion] | None:
        decision, arguments = g.question(power)
        judge = JUDGES.get(decision.name)
        return None if judge is None else judge(g, options, *arguments)

    def moment(self, g: EnginePosition) -> int:
        """Diplomacy, then each turn of the Wheel."""
        own = cast(Position, g)
        return (race.TURNS + 1) * own.round + (0 if race.between_rounds(own) else 1 + own.turn)

    def chances(self, g: EnginePosition, seats: int) -> tuple[float, ...]:
        own = cast(Position, g)
        if g.outcome is not None:
            return super().chances(g, seats)
        if not own.setting.lempereur:
            return race.chances(own)
        hope = 1 / (1 + math.exp(-0.1 * worth.crusade_standing(own)))
        return (hope,) * seats


JUDGEMENT = CoalitionsJudgement()
