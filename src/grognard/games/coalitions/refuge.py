"""Where a General goes that may not stay: the nearest eligible territory of its power, or off the map."""

from __future__ import annotations

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.board import BRITAIN, FAR, FRANCE, members
from grognard.games.coalitions.events import GeneralWent
from grognard.games.coalitions.pieces import leave_the_map, relocate
from grognard.games.coalitions.position import Position, decision, procedure
from grognard.games.coalitions.relations import hostile, voice

OWN_GENERAL_THERE = Refusal("9.general.4", "Another General of that Power is there already.")
ENEMY_GENERAL_THERE = Refusal("9.general.3", "An enemy General is there.")
NOT_CONTROLLED = Refusal("9.general.3", "A General falls back only to a territory its own Power controls.")
NOT_NEAREST = Refusal("9.general.3", "There is a nearer eligible territory.")
OUT_OF_REACH = Refusal("7.move.8", "There is no way there by land.")
MUST_LEAVE = Refusal("9.general.3", "That is the territory it has to leave.")


def steps_to(g: Position, general: int, territory: int) -> int:
    """How far a territory is; only British Generals count Sea Lanes as steps."""
    board, here = g.board, g.generals[general].at
    return (board.by_land_and_sea if g.power_of(general) == BRITAIN else board.by_land)[here][territory]


def cannot_shelter(g: Position, general: int, territory: int) -> Refusal | None:
    """Whether a territory is eligible at all, near or far."""
    power = g.power_of(general)
    if territory == g.generals[general].at:
        return MUST_LEAVE
    if not g.held[power] >> territory & 1:
        return NOT_CONTROLLED
    if steps_to(g, general, territory) >= FAR:
        return OUT_OF_REACH
    for other in g.at[territory]:
        if g.power_of(other) == power:
            return OWN_GENERAL_THERE
        if hostile(g, power, g.power_of(other), territory):
            return ENEMY_GENERAL_THERE
    return None


def refuges(g: Position, general: int) -> list[int]:
    """The nearest eligible territories."""
    eligible = [t for t in members(g.held[g.power_of(general)]) if cannot_shelter(g, general, t) is None]
    nearest = min((steps_to(g, general, t) for t in eligible), default=FAR)
    return [t for t in eligible if steps_to(g, general, t) == nearest]


@procedure
def fall_back(g: Position, general: int, against: int) -> None:
    """A General must leave: its owner chooses among the nearest refuges and the way off the map."""
    if g.generals[general].at < 0:
        return
    power = g.power_of(general)
    near = refuges(g, general)
    if not near:
        leave_the_map(g, general, "9.general.3")
    elif g.setting.lempereur and power == FRANCE and len(near) == 1:
        _go(g, general, near[0])  # 12.battle.8: off the map only if there is no refuge
    else:
        g.todo((FALL_BACK, voice(g, power, against), general))


def _places(g: Position, _asked: int, general: int) -> list[Action]:
    options: list[Action] = [("go", t) for t in refuges(g, general)]
    if not (g.setting.lempereur and g.power_of(general) == FRANCE):
        options.append(("off-map",))
    return options


def _refuse(g: Position, action: Action, _asked: int, general: int) -> Refusal | None:
    if action[0] != "go":
        return None
    return cannot_shelter(g, general, action[1]) or NOT_NEAREST


def _gone(g: Position, action: Action, _asked: int, general: int) -> None:
    if action[0] == "go":
        _go(g, general, action[1])
    else:
        leave_the_map(g, general, "9.general.3")


def _go(g: Position, general: int, territory: int) -> None:
    origin = g.generals[general].at
    relocate(g, general, territory)
    g.tell("9.general.3", GeneralWent, general, origin, territory)


FALL_BACK = decision(
    Decision(
        name="fall-back",
        clause="9.general.3",
        prompt="{1} must leave. Where does it go?",
        kinds=("power", "general"),
        options=_places,
        take=_gone,
        refuse=_refuse,
    )
)
