"""7. Leadership and Subsidise."""

from __future__ import annotations

from random import Random

from grognard.engine.decision import Action, Decision, Reaction
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.answers import NO, YES, sample_yes_or_no, yes_or_no
from grognard.games.coalitions.board import BRITAIN, NOBODY, POWERS, members, nth
from grognard.games.coalitions.events import GeneralPlaced, SubsidyAnswered
from grognard.games.coalitions.pieces import (
    cards_left,
    change_money,
    change_morale,
    draw_cards,
    leave_the_map,
    relocate,
)
from grognard.games.coalitions.position import Position, decision, procedure
from grognard.games.coalitions.relations import allied, enemy_general_in
from grognard.games.coalitions.winning import gain_influence

NOT_OFF_MAP = Refusal("7.leadership.2", "Only a General off the map can be placed.")
ALIKE = Refusal("7.leadership.2", "Generals off the map are alike: place the one that is offered.")
NOT_CONTROLLED = Refusal("7.leadership.2", "A General is placed only in a territory its Power controls.")
GENERAL_THERE = Refusal("7.leadership.2", "A General of this Power is there already.")
ENEMY_THERE = Refusal("7.leadership.6", "A General cannot be placed beside an enemy General.")
NOT_ON_MAP = Refusal("7.leadership.3", "Only an own General on the map can be taken off it.")
PLACE_OR_REMOVE = Refusal("7.leadership.4", "Placing and removing Generals cannot be done in one action.")
ONE_CHOICE = Refusal("7.leadership.1", "Leadership is one choice: Generals, a card or Morale.")
NO_CARDS_LEFT = Refusal("7.leadership.1", "There are no more Battle cards to draw.")
MORALE_FULL = Refusal("4.tracks.3", "Morale is at 15 already.")


@procedure
def leadership(g: Position, power: int) -> None:
    """7.leadership.1: change Generals, take a card, gain Morale, or nothing. Britain may then subsidise."""
    if power == BRITAIN:
        g.agenda.append((subsidise, 0))
    g.agenda.append((LEAD, power))


def cannot_place(g: Position, power: int, general: int, territory: int) -> Refusal | None:
    return NOT_OFF_MAP if general not in g.off_map[power] else cannot_place_in(g, power, territory)


def cannot_place_in(g: Position, power: int, territory: int) -> Refusal | None:
    if not g.held[power] >> territory & 1:
        return NOT_CONTROLLED
    if g.at[territory]:
        if g.general_of(power, territory) != NOBODY:
            return GENERAL_THERE
        if enemy_general_in(g, power, territory):
            return ENEMY_THERE
    return None


def cannot_remove(g: Position, power: int, general: int) -> Refusal | None:
    return None if general in g.on_map[power] else NOT_ON_MAP


def cannot_take_card(g: Position) -> Refusal | None:
    return None if cards_left(g) else NO_CARDS_LEFT


def cannot_rally(g: Position, power: int) -> Refusal | None:
    return MORALE_FULL if g.morale[power] >= g.setting.components.morale_max else None


def generals_to_place(g: Position, power: int) -> tuple[int, ...]:
    """Generals off the map are alike, but for a named one: one of each is offered."""
    off, named = g.off_map[power], g.named[power]
    if named in off and len(off) > 1:
        return (named, off[0] if off[0] != named else off[1])
    return off[:1]


def placings(g: Position, power: int) -> list[Action]:
    generals = generals_to_place(g, power)
    if not generals:
        return []
    places = [t for t in members(g.held[power]) if cannot_place_in(g, power, t) is None]
    return [("place", i, t) for i in generals for t in places]


def removals(g: Position, power: int) -> list[Action]:
    return [("remove", i) for i in g.on_map[power]]


def leadership_choices(g: Position, power: int) -> list[Action]:
    options: list[Action] = [("done",)]
    if cannot_take_card(g) is None:
        options.append(("take-card",))
    if cannot_rally(g, power) is None:
        options.append(("rally",))
    return options + placings(g, power) + removals(g, power)


def sample_leadership(g: Position, rng: Random, power: int) -> Action:
    """One of `leadership_choices`: drawn among all that could be, thrown back if refused."""
    on_map, off_map, held = g.on_map[power], generals_to_place(g, power), g.held[power]
    size = 3 + len(on_map) + len(off_map) * held.bit_count()
    while True:
        pick = int(rng.random() * size) - 3
        if pick < 0:
            if pick == -3:
                return ("done",)
            if pick == -2:
                if cannot_take_card(g) is None:
                    return ("take-card",)
            elif cannot_rally(g, power) is None:
                return ("rally",)
        elif pick < len(on_map):
            return ("remove", on_map[pick])
        else:
            place, which = divmod(pick - len(on_map), len(off_map))
            territory = nth(held, place)
            if cannot_place_in(g, power, territory) is None:
                return ("place", off_map[which], territory)


def refuse_leadership(g: Position, action: Action, power: int) -> Refusal | None:
    match action:
        case ("take-card",):
            return cannot_take_card(g)
        case ("rally",):
            return cannot_rally(g, power)
        case ("place", general, territory):
            return cannot_place(g, power, general, territory) or ALIKE
        case ("remove", general):
            return cannot_remove(g, power, general)
    return None


def led(g: Position, action: Action, power: int) -> None:
    match action:
        case ("take-card",):
            draw_cards(g, power, 1, "7.leadership.1")
        case ("rally",):
            change_morale(g, power, 1, "7.leadership.1")
        case ("place", general, territory):
            _place(g, general, territory)
            if room_for_more(g, power):
                g.agenda.append((PLACE_MORE, power))
        case ("remove", general):
            leave_the_map(g, general, "7.leadership.5")
            if g.on_map[power]:
                g.agenda.append((REMOVE_MORE, power))


def _place(g: Position, general: int, territory: int) -> None:
    """7.leadership.5: a General comes without Units."""
    relocate(g, general, territory)
    g.tell("7.leadership.2", GeneralPlaced, general, territory)


LEAD = decision(
    Decision(
        name="lead",
        clause="7.leadership.1",
        prompt="Leadership of {0}: Generals, a card, Morale, or nothing.",
        kinds=("power",),
        options=leadership_choices,
        take=led,
        refuse=refuse_leadership,
        sample=sample_leadership,
    )
)


def room_for_more(g: Position, power: int) -> bool:
    """Whether another General could be placed."""
    if not g.off_map[power]:
        return False
    return any(cannot_place_in(g, power, t) is None for t in members(g.held[power]))


def more_placings(g: Position, power: int) -> list[Action]:
    return [("done",), *placings(g, power)]


def sample_placing(g: Position, rng: Random, power: int) -> Action:
    """One of `more_placings`."""
    off_map, held = generals_to_place(g, power), g.held[power]
    size = 1 + len(off_map) * held.bit_count()
    while True:
        pick = int(rng.random() * size)
        if pick == 0:
            return ("done",)
        place, which = divmod(pick - 1, len(off_map))
        territory = nth(held, place)
        if cannot_place_in(g, power, territory) is None:
            return ("place", off_map[which], territory)


def more_removals(g: Position, power: int) -> list[Action]:
    return [("done",), *removals(g, power)]


def sample_removal(g: Position, rng: Random, power: int) -> Action:
    """One of `more_removals`."""
    own = g.on_map[power]
    pick = int(rng.random() * (1 + len(own)))
    return ("remove", own[pick - 1]) if pick else ("done",)


def refuse_more(g: Position, action: Action, power: int) -> Refusal | None:
    began_with_placing = g.agenda[-1][0] is PLACE_MORE
    match action:
        case ("place", general, territory):
            if not began_with_placing:
                return PLACE_OR_REMOVE
            return cannot_place(g, power, general, territory) or ALIKE
        case ("remove", general):
            return PLACE_OR_REMOVE if began_with_placing else cannot_remove(g, power, general)
        case ("take-card" | "rally",):
            return ONE_CHOICE
    return None


def more_taken(g: Position, action: Action, power: int) -> None:
    if action[0] != "done":
        led(g, action, power)


PLACE_MORE = decision(
    Decision(
        name="place-more",
        clause="7.leadership.2",
        prompt="Place more Generals of {0}?",
        kinds=("power",),
        options=more_placings,
        take=more_taken,
        refuse=refuse_more,
        sample=sample_placing,
    )
)
REMOVE_MORE = decision(
    Decision(
        name="remove-more",
        clause="7.leadership.3",
        prompt="Take more Generals of {0} off the map?",
        kinds=("power",),
        options=more_removals,
        take=more_taken,
        refuse=refuse_more,
        sample=sample_removal,
    )
)

# --- Subsidise ------------------------------------------------------------------------------------------------------

NOT_AN_ALLY = Refusal("6.leaders.1", "Britain subsidises only Powers of the British Coalition.")
NOT_HELD = Refusal("7.subsidise.4", "Britain cannot offer more than it has.")
ASKED_ALREADY = Refusal("7.subsidise.1", "That Power has had its offer in this action.")
UNCONTROLLED = Refusal("11.uncontrolled.1", "An uncontrolled Minor Power accepts nothing.")


@procedure
def subsidise(g: Position, asked: int) -> None:
    """7.subsidise.1: besides its Leadership Britain may offer Money to its allies, once to each."""
    if len(allies_to_subsidise(g, BRITAIN, asked)) > 1:
        g.agenda.append((SUBSIDISE, BRITAIN, asked))


def cannot_subsidise(g: Position, power: int, asked: int) -> Refusal | None:
    if not allied(g, BRITAIN, power):
        return NOT_AN_ALLY
    if g.keeper[power] == NOBODY:
        return UNCONTROLLED
    if asked >> power & 1:
        return ASKED_ALREADY
    return None if g.money[BRITAIN] else NOT_HELD


def allies_to_subsidise(g: Position, _britain: int, asked: int) -> list[Action]:
    return [("done",), *(("subsidise", p) for p in POWERS if cannot_subsidise(g, p, asked) is None)]


def refuse_subsidy(g: Position, action: Action, _britain: int, asked: int) -> Refusal | None:
    return cannot_subsidise(g, action[1], asked) if action[0] == "subsidise" else None


def ally_chosen(g: Position, action: Action, _britain: int, asked: int) -> None:
    if action[0] == "subsidise":
        g.todo((NAME_THE_SUM, BRITAIN, action[1]), (subsidise, asked | 1 << action[1]))


SUBSIDISE = decision(
    Decision(
        name="subsidise-ally",
        clause="7.subsidise.1",
        prompt="Britain may offer Money to its allies.",
        kinds=("power", ""),
        options=allies_to_subsidise,
        take=ally_chosen,
        refuse=refuse_subsidy,
    )
)


def sums(g: Position, _britain: int, _power: int) -> list[Action]:
    return [("offer", money) for money in range(1, g.money[BRITAIN] + 1)]


def sample_sum(g: Position, rng: Random, _britain: int, _power: int) -> Action:
    return ("offer", 1 + int(rng.random() * g.money[BRITAIN]))


def refuse_sum(_g: Position, action: Action, _britain: int, _power: int) -> Refusal | None:
    return NOT_HELD if action[0] == "offer" else None


def sum_named(g: Position, action: Action, _britain: int, power: int) -> None:
    """11.use.8: Britain's own Minor Power is not asked."""
    if g.keeper[power] == g.keeper[BRITAIN]:
        answered(g, YES, power, action[1])
    else:
        g.agenda.append((ACCEPT_SUBSIDY, power, action[1]))


NAME_THE_SUM = decision(
    Decision(
        name="name-the-sum",
        clause="7.subsidise.1",
        prompt="How much Money does Britain offer {1}?",
        kinds=("power", "power"),
        options=sums,
        take=sum_named,
        refuse=refuse_sum,
        sample=sample_sum,
    )
)


def answered(g: Position, action: Action, power: int, money: int) -> None:
    """7.subsidise.2-3: Money moves if accepted; 3 or more earn Britain 1 Influence, but not from a Minor Power."""
    # 4.negotiation.2, 12.players.7: no other gift exists
    accepted = action[0] == "yes"
    g.tell("7.subsidise.2", SubsidyAnswered, power, money, accepted)
    if not accepted:
        return
    subsidy = g.setting.data.cards.subsidy
    change_money(g, BRITAIN, -money, "7.subsidise.2", "subsidy")
    change_money(g, power, money, "7.subsidise.2", "subsidy")
    if money >= subsidy.money_for_influence and power in g.setting.majors:
        gain_influence(g, [(BRITAIN, subsidy.influence_per_power)], "7.subsidise.3", "subsidy")


ACCEPT_SUBSIDY = decision(
    Decision(
        name="accept-subsidy",
        clause="7.subsidise.2",
        prompt="Britain offers {0} {1} Money. Accept?",
        kinds=("power", "number"),
        options=yes_or_no,
        take=answered,
        sample=sample_yes_or_no,
        reaction=Reaction("subsidy", YES, NO),
    )
)
