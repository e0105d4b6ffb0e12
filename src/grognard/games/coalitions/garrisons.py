"""7. Placing a Garrison."""

from __future__ import annotations

from grognard.engine.refusal import Refusal
from grognard.games.coalitions.board import NOBODY
from grognard.games.coalitions.pieces import place_garrison
from grognard.games.coalitions.position import NEUTRAL, Position
from grognard.games.coalitions.relations import allied, enemies_present

NO_UNITS = Refusal("7.garrison.5", "A General without Units cannot place a Garrison.")
GARRISON_THERE = Refusal("7.garrison.6", "There is a Garrison already.")
ALLIED_HOME = Refusal("7.garrison.4", "No Garrison may be left in the home of an ally.")
NEUTRAL_HOME = Refusal("7.garrison.4", "No Garrison may be left in the home of a Neutral.")
ENEMY_PRESENT = Refusal("7.garrison.8", "With an enemy present the battle comes first.")
NOT_HERE = Refusal("7.garrison.1", "A Garrison is placed where a General enters, leaves or wins, or in an own home.")


def cannot_garrison(g: Position, general: int, territory: int) -> Refusal | None:
    """Whether a General that is in the territory may turn one of its Units over there."""
    # 6.coalition.5, 11.faq.3, 11.faq.4
    if g.generals[general].units == 0:
        return NO_UNITS
    if g.garrisons[territory] != NOBODY:
        return GARRISON_THERE
    power = g.owner[general]
    home = g.board.home[territory]
    if home not in (NOBODY, power):
        if allied(g, power, home):
            return ALLIED_HOME
        if g.status[home] == NEUTRAL:
            return NEUTRAL_HOME
    return ENEMY_PRESENT if enemies_present(g, power, territory) else None


def place_while_moving(g: Position, general: int) -> Refusal | None:
    """7.garrison.1-2: during a round of movement, where the General has arrived, or in an own home."""
    here = g.generals[general].at
    move = g.move
    if here < 0 or move is None or move.only not in (NOBODY, general):
        return NOT_HERE
    if not move.moved >> general & 1 and g.board.home[here] != g.owner[general]:
        return NOT_HERE
    return cannot_garrison(g, general, here)


def leave_a_garrison(g: Position, general: int) -> None:
    place_garrison(g, general, "7.garrison.1")
