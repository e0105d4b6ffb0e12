"""Where a General goes that may not stay: the nearest eligible territory of its power, or off the map."""

from __future__ import annotations

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.board import BRITAIN, FAR, FRANCE, NOBODY, members
from grognard.games.coalitions.events import GeneralWent
from grognard.games.coalitions.pieces import leave_the_map, relocate
from grognard.games.coalitions.position import Position, decision, procedure
from grognard.games.coalitions.relations import hostile, voice

OWN_GENERAL_THERE = Refusal("9.general.4", "Another General of that Power is there already.")
ENEMY_GENERAL_THERE = Refusal("9.general.3", "An enemy General is there.")
NOT_CONTROLLED = Refusal("9.general.3", "A General falls back only to a territory its own Power controls.")
NOT_NEAREST = Refusal("9.general.3", "There is a nearer eligible territory.")
OUT_OF_REACH = Refusal("7.move.8", "There is no way there by land.")
FRENCH_STAY = Refusal("12.battle.8", "L'Empereur's Generals leave the map only where there is no refuge.")
MUST_LEAVE = Refusal("9.general.3", "That is the territory it has to leave.")


def steps_to(g: Position, general: int, territory: int) -> int:
    """How far a territory is; only British Generals count Sea Lanes as steps."""
    board, here = g.board, g.generals[general].at
    return (board.by_land_and_sea if g.owner[general] == BRITAIN else board.by_land)[here][territory]


def cannot_shelter(g: Position, general: int, territory: int, leaving: int) -> Refusal | None:
    """Whether a territory is eligible at all, near or far. Generals that are leaving too count as gone."""
    power = g.owner[general]
    if territory == g.generals[general].at:
        return MUST_LEAVE
    if not g.held[power] >> territory & 1:
        return NOT_CONTROLLED
    if steps_to(g, general, territory) >= FAR:
        return OUT_OF_REACH
    for other in g.at[territory]:
        if g.owner[other] == power:
            return OWN_GENERAL_THERE
        if not leaving >> other & 1 and hostile(g, power, g.owner[other], territory):
            return ENEMY_GENERAL_THERE
    return None


def refuges(g: Position, general: int, leaving: int) -> list[int]:
    """The nearest eligible territories."""
    eligible = [t for t in members(g.held[g.owner[general]]) if cannot_shelter(g, general, t, leaving) is None]
    nearest = min((steps_to(g, general, t) for t in eligible), default=FAR)
    return [t for t in eligible if steps_to(g, general, t) == nearest]


@procedure
def fall_back(g: Position, general: int, against: int, leaving: int = 0) -> None:
    """A General must leave: its owner chooses among the nearest refuges and the way off the map."""
    power = g.owner[general]
    near = refuges(g, general, leaving)
    if not near:
        leave_the_map(g, general, "9.general.3")
    elif g.setting.lempereur and power == FRANCE and len(near) == 1:
        _go(g, general, near[0])  # 12.battle.8: off the map only if there is no refuge
    else:
        g.todo((FALL_BACK, voice(g, power, against), general, leaving))


def _places(g: Position, _asked: int, general: int, leaving: int) -> list[Action]:
    options: list[Action] = [("go", t) for t in refuges(g, general, leaving)]
    if not (g.setting.lempereur and g.owner[general] == FRANCE):
        options.append(("off-map",))
    return options


def _refuse(g: Position, action: Action, _asked: int, general: int, leaving: int) -> Refusal | None:
    if action[0] == "off-map":
        return FRENCH_STAY
    if action[0] != "go":
        return None
    return cannot_shelter(g, general, action[1], leaving) or NOT_NEAREST


def _gone(g: Position, action: Action, _asked: int, general: int, _leaving: int) -> None:
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
        prompt="Where does {1} fall back to?",
        kinds=("power", "general", ""),
        options=_places,
        take=_gone,
        refuse=_refuse,
    )
)

# --- several Generals at once ---------------------------------------------------------------------------------------

NOT_LEAVING = Refusal("9.general.3", "That General does not have to leave.")


@procedure
def leave_in_turn(g: Position, leaving: int) -> None:
    """9.general.3: all these Generals leave, in the Order of Play; an owner takes rivals for one refuge as it likes."""
    if not leaving:
        return
    own = _next_owners(g, leaving)
    places = [set(refuges(g, i, leaving)) for i in own]
    if sum(map(len, places)) > len(set().union(*places)):
        power = g.owner[own[0]]
        g.todo((LEAVE_FIRST, voice(g, power, other_side(g, power, g.generals[own[0]].at)), power, leaving))
    else:
        _leave(g, own[0], leaving)


def _next_owners(g: Position, leaving: int) -> list[int]:
    """The Generals, among these, of the first power in the Order of Play."""
    generals = list(members(leaving))
    return [i for i in generals if g.owner[i] == g.owner[generals[0]]]


def _leave(g: Position, general: int, leaving: int) -> None:
    power, rest = g.owner[general], leaving & ~(1 << general)
    against = other_side(g, power, g.generals[general].at)
    g.todo((fall_back, general, against, rest), (leave_in_turn, rest))


def other_side(g: Position, power: int, territory: int) -> int:
    """Whom a power has to leave a territory for: somebody it may not stand beside, or the owner of the ground."""
    present = [g.owner[i] for i in g.at[territory]]
    if g.garrisons[territory] != NOBODY:
        present.append(g.garrisons[territory])
    owner = g.controller(territory)
    return next((q for q in present if hostile(g, power, q, territory)), power if owner == NOBODY else owner)


def _leavers(g: Position, _asked: int, _power: int, leaving: int) -> list[Action]:
    return [("choose", i) for i in _next_owners(g, leaving)]


def _refuse_leaver(_g: Position, action: Action, _asked: int, _power: int, _leaving: int) -> Refusal | None:
    return NOT_LEAVING if action[0] == "choose" else None


def _leaver_chosen(g: Position, action: Action, _asked: int, _power: int, leaving: int) -> None:
    _leave(g, action[1], leaving)


LEAVE_FIRST = decision(
    Decision(
        name="leave-first",
        clause="9.general.3",
        prompt="Generals of {1} must leave, and some for the same refuge: which goes first?",
        kinds=("power", "power", ""),
        options=_leavers,
        take=_leaver_chosen,
        refuse=_refuse_leaver,
    )
)
