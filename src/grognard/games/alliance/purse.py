"""3.2, 3.4: what actions cost."""

from __future__ import annotations

from grognard.engine.refusal import Refusal
from grognard.games.alliance.position import Position

NO_POINTS = Refusal("3.2.4", "No Action Points are left, and no Gold to take their place.")
GOLD_LIMIT = Refusal("3.4.9", "No more Gold may be spent as Action Points in this turn.")


def cannot_pay(g: Position, player: int) -> Refusal | None:
    """L48: an action takes an Action Point while there is one, then Gold."""
    if g.ap > 0:
        return None
    if g.gold[player] <= 0:
        return NO_POINTS
    return GOLD_LIMIT if g.gold_spent >= g.setting.gold_per_turn else None


def pay(g: Position, player: int) -> None:
    if g.ap > 0:
        g.ap -= 1
    else:
        g.gold[player] -= 1
        g.gold_spent += 1
