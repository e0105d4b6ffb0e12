"""9. Board state adjustments, after statuses have changed or a Minor Power has changed hands.

`scope` is the mask of the powers whose relations have changed: all in the Diplomacy Phase, one Minor Power when it
changes hands. `g.before` holds who was At War with whom until then.
"""

from __future__ import annotations

from grognard.engine.decision import Action, Decision, Reaction
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.answers import NO, YES, sample_yes_or_no, yes_or_no
from grognard.games.coalitions.board import NOBODY, POWERS, members
from grognard.games.coalitions.events import GarrisonAllotted, LotsDrawn, StayAnswered
from grognard.games.coalitions.pieces import add_units, change_money, remove_garrison
from grognard.games.coalitions.position import LOTS, NEUTRAL, Position, decision, procedure
from grognard.games.coalitions.refuge import leave_in_turn, other_side
from grognard.games.coalitions.relations import allied, at_war, hostile, same_player, voice
from grognard.games.coalitions.strength import strength

EVERYBODY = (1 << len(POWERS)) - 1


@procedure
def adjust_the_board(g: Position, scope: int) -> None:
    """9: Garrisons in homes now At Peace, Generals in foreign homes, Generals of Neutrals, then clashes."""
    g.todo(
        (withdraw_garrisons, scope),
        (withdraw_generals, scope, 0, 0),
        (withdraw_neutrals, scope),
        (part_the_hostile, scope),
    )


def concerns(scope: int, p: int, q: int) -> bool:
    return bool((scope >> p | scope >> q) & 1)


# --- (i) Garrisons in homes of Powers At Peace ----------------------------------------------------------------------


@procedure
def withdraw_garrisons(g: Position, scope: int) -> None:
    """9.peace.1: all are removed at once; then each owner, in the Order of Play, allots them."""
    # 9.neutral.2
    removed: list[tuple[int, int]] = []
    for t in members(g.garrisoned):
        owner, home = g.garrisons[t], g.board.home[t]
        if home not in (NOBODY, owner) and concerns(scope, owner, home) and not at_war(g, owner, home):
            remove_garrison(g, t, "9.peace.1", "peace", to_supply=False)
            removed.append((owner, home))
    g.todo(*((allot_garrison, owner, home) for owner, home in sorted(removed)))


@procedure
def allot_garrison(g: Position, power: int, against: int) -> None:
    """9.general.2: it becomes a Unit of an own General with fewer than 3, or 1 Money."""
    takers = generals_with_room(g, power)
    if len(takers) > 1:
        g.todo((ALLOT, voice(g, power, against), power))
    elif takers:
        _allot(g, power, takers[0])
    else:
        g.supply[power] += 1
        g.tell("9.general.2", GarrisonAllotted, power, NOBODY, 1, NOBODY)
        change_money(g, power, 1, "9.general.2", "garrison")


def generals_with_room(g: Position, power: int) -> list[int]:
    most = g.setting.components.units_per_general
    return [i for i in g.on_map[power] if g.generals[i].units < most]


def _allot(g: Position, power: int, general: int) -> None:
    g.supply[power] += 1
    add_units(g, general, 1)
    g.tell("9.general.2", GarrisonAllotted, power, general, 0, g.generals[general].at)


NO_ROOM = Refusal("9.general.2", "The Unit goes to an own General on the map with fewer than 3 Units.")


def takers_to_choose(g: Position, _asked: int, power: int) -> list[Action]:
    return [("allot", i) for i in generals_with_room(g, power)]


def refuse_taker(_g: Position, action: Action, _asked: int, _power: int) -> Refusal | None:
    return NO_ROOM if action[0] == "allot" else None


def taker_chosen(g: Position, action: Action, _asked: int, power: int) -> None:
    _allot(g, power, action[1])


ALLOT = decision(
    Decision(
        name="allot",
        clause="9.general.2",
        prompt="A Garrison of {1} is withdrawn: which General takes it as a Unit?",
        kinds=("power", "power"),
        options=takers_to_choose,
        take=taker_chosen,
        refuse=refuse_taker,
    )
)

# --- (ii) Generals in foreign homes ---------------------------------------------------------------------------------


@procedure
def withdraw_generals(g: Position, scope: int, first: int, leaving: int) -> None:
    """9.peace.2-4, 9.neutral.1: Generals in homes of Powers now At Peace leave, or stay by leave of the home Power."""
    for i in range(first, len(g.generals)):
        here = g.generals[i].at
        if here < 0:
            continue
        power, home = g.owner[i], g.board.home[here]
        if home in (NOBODY, power) or not concerns(scope, power, home) or at_war(g, power, home):
            continue
        if same_player(g, power, home):
            continue  # 11.bid.10
        if NEUTRAL in (g.status[power], g.status[home]):
            leaving |= 1 << i
        elif allied(g, power, home) and g.before[power] >> home & 1:
            g.todo((LET_STAY, voice(g, home, power), i, home, scope, leaving))
            return
    leave_in_turn(g, leaving)


def stay_answered(g: Position, action: Action, _asked: int, general: int, home: int, scope: int, leaving: int) -> None:
    granted = action[0] == "yes"
    g.tell("9.peace.2", StayAnswered, general, home, granted, g.generals[general].at)
    g.agenda.append((withdraw_generals, scope, general + 1, leaving if granted else leaving | 1 << general))


LET_STAY = decision(
    Decision(
        name="let-stay",
        clause="9.peace.2",
        prompt="May {1} stay in this home of {2}, an ally now?",
        kinds=("power", "general", "power", "", ""),
        options=yes_or_no,
        take=stay_answered,
        sample=sample_yes_or_no,
        reaction=Reaction("stay", YES, NO),
    )
)

# --- (iii) Generals of Neutrals -------------------------------------------------------------------------------------


@procedure
def withdraw_neutrals(g: Position, scope: int) -> None:
    """9.neutral.3-4: a Neutral's Generals leave what it does not control; its player's other Powers count as it."""
    leaving = 0
    for i, general in enumerate(g.generals):
        power = g.owner[i]
        if general.at < 0 or g.status[power] != NEUTRAL:
            continue
        owner = g.controller(general.at)
        if owner == NOBODY:
            strays = scope >> power & 1
        else:
            strays = owner != power and concerns(scope, power, owner) and not same_player(g, power, owner)
        if strays:
            leaving |= 1 << i
    leave_in_turn(g, leaving)


# --- (iv) clashes ---------------------------------------------------------------------------------------------------


@procedure
def part_the_hostile(g: Position, scope: int) -> None:
    """9.war.1-5: wherever pieces stand that may not stay together the strongest side remains, the others leave."""
    leaving = 0
    withdrawn: list[tuple[int, int]] = []
    weaker: list[int] = []
    for t, generals in enumerate(g.at):
        if not generals or not clash(g, t, scope):
            continue
        stays = strongest(g, t, sides_in(g, t))
        for i in generals:
            if g.owner[i] not in stays:
                leaving |= 1 << i
        garrison = g.garrisons[t]
        if garrison != NOBODY and garrison not in stays:
            weaker.append(t)
            withdrawn.append((garrison, other_side(g, garrison, t)))
    for t in weaker:
        remove_garrison(g, t, "9.war.5", "war", to_supply=False)
    g.todo(*((allot_garrison, *owner) for owner in sorted(withdrawn)), (leave_in_turn, leaving))


def powers_in(g: Position, territory: int) -> set[int]:
    """The powers with a General or a Garrison in the territory."""
    present = {g.owner[i] for i in g.at[territory]}
    if g.garrisons[territory] != NOBODY:
        present.add(g.garrisons[territory])
    return present


def clash(g: Position, territory: int, scope: int) -> bool:
    present = powers_in(g, territory)
    if len(present) == 1:
        return False
    return any(concerns(scope, p, q) and hostile(g, p, q, territory) for p in present for q in present)


def sides_in(g: Position, territory: int) -> list[frozenset[int]]:
    """9.war.2: the powers present, allies together."""
    present = powers_in(g, territory)
    sides: list[frozenset[int]] = []
    for power in sorted(present):
        if not any(power in side for side in sides):
            sides.append(frozenset(q for q in present if q == power or allied(g, power, q)))
    return sides


def side_strength(g: Position, territory: int, side: frozenset[int]) -> int:
    generals = tuple(i for i in g.at[territory] if g.owner[i] in side)
    garrison = g.garrisons[territory]
    return strength(g, generals, garrison if garrison in side else NOBODY, territory)


def strongest(g: Position, territory: int, sides: list[frozenset[int]]) -> frozenset[int]:
    """9.war.3-4: at equal strength the side with the Garrison, else lots."""
    most = max(side_strength(g, territory, side) for side in sides)
    best = [side for side in sides if side_strength(g, territory, side) == most]
    garrisoned = [side for side in best if g.garrisons[territory] in side]
    if garrisoned:
        return garrisoned[0]
    if len(best) == 1:
        return best[0]
    chosen = best[g.chance(LOTS, len(best))]
    g.tell("9.war.4", LotsDrawn, territory, min(chosen))
    return chosen
