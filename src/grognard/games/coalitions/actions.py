"""7. The Actions Phase: Muster, Taxation and Trade, Mobilisation, Gain Influence, and the hand limit."""

from __future__ import annotations

from random import Random

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.board import BRITAIN, members, nth
from grognard.games.coalitions.events import FortressBuilt
from grognard.games.coalitions.pieces import (
    cards_left,
    change_money,
    change_morale,
    corruption,
    discard,
    draw_cards,
    raise_units,
    values_in,
)
from grognard.games.coalitions.position import LOWEST_CARD, NEUTRAL, Position, decision, procedure
from grognard.games.coalitions.winning import gain_influence

# --- 1. Muster ------------------------------------------------------------------------------------------------------

NO_SUCH_CARD = Refusal("7.muster.1", "There is no such card in the hand.")
NONE_TO_SHED = Refusal("4.cards.3", NO_SUCH_CARD.text)


@procedure
def muster(g: Position, power: int) -> None:
    """7.muster.1: draw a card, then discard one."""
    # 7.muster.2, 7.muster.3: the new card may go, and one goes even if none came
    draw_cards(g, power, 1, "7.muster.1")
    if any(g.hands[power]):
        g.agenda.append((MUSTER_DISCARD, power))


def cards_in_hand(g: Position, power: int) -> list[Action]:
    return [("discard", value) for value in values_in(g.hands[power])]


def sample_card_in_hand(g: Position, rng: Random, power: int) -> Action:
    """One of `cards_in_hand`: drawn among the four values, thrown back if there is none of it."""
    hand = g.hands[power]
    while True:
        pick = int(rng.random() * len(hand))
        if hand[pick]:
            return ("discard", LOWEST_CARD + pick)


def discarded(g: Position, action: Action, power: int) -> None:
    discard(g, power, action[1], "7.muster.1")


def refuse_discard(_g: Position, action: Action, _power: int) -> Refusal | None:
    return NO_SUCH_CARD if action[0] == "discard" else None


MUSTER_DISCARD = decision(
    Decision(
        name="muster-discard",
        clause="7.muster.1",
        prompt="Muster of {0}: discard one Battle card.",
        kinds=("power",),
        options=cards_in_hand,
        take=discarded,
        refuse=refuse_discard,
        sample=sample_card_in_hand,
    )
)

# --- the hand limit -------------------------------------------------------------------------------------------------


@procedure
def hand_limits(g: Position) -> None:
    """4.cards.3: at the end of every action each power over its limit discards, in the Order of Play."""
    # 4.cards.4, 7.mobilisation.15: only at the end of an action
    if g.overfull:
        power = nth(g.overfull, 0)
        excess = sum(g.hands[power]) - g.setting.hand_limit[power]
        g.todo(*[(KEEP_TO_THE_LIMIT, power)] * excess, (hand_limits,))


def discarded_excess(g: Position, action: Action, power: int) -> None:
    discard(g, power, action[1], "4.cards.3")


def refuse_shedding(_g: Position, action: Action, _power: int) -> Refusal | None:
    return NONE_TO_SHED if action[0] == "discard" else None


KEEP_TO_THE_LIMIT = decision(
    Decision(
        name="hand-limit",
        clause="4.cards.3",
        prompt="Too many Battle cards for {0}: discard one.",
        kinds=("power",),
        options=cards_in_hand,
        take=discarded_excess,
        refuse=refuse_shedding,
        sample=sample_card_in_hand,
    )
)

# --- 2. Taxation and Trade ------------------------------------------------------------------------------------------


def taxes(g: Position, power: int) -> int:
    """7.taxation.1-5: own homes, Undisputed Territories, and Disputed ones without the own stripe."""
    # 6.status.3
    total = g.board.worth(g.held[power] & ~g.board.foreign_homes[power] & ~g.board.striped[power])
    return 2 * total if g.status[power] == NEUTRAL else total


def trade(g: Position) -> int:
    """7.taxation.6: all ports but those of Britain's enemies."""
    ports = g.board.ports
    for enemy in members(g.enemies[BRITAIN]):
        ports &= ~g.held[enemy]
    return ports.bit_count()


@procedure
def taxation(g: Position, power: int) -> None:
    change_money(g, power, taxes(g, power), "7.taxation.1", "taxes")
    if power == BRITAIN:
        change_money(g, power, trade(g), "7.taxation.6", "trade")


# --- 4. Mobilisation ------------------------------------------------------------------------------------------------

NO_MONEY = Refusal("7.mobilisation.1", "There is not enough Money for that.")
FULL_GENERAL = Refusal("7.mobilisation.4", "A General never has more than 3 Units.")
NOT_ON_MAP = Refusal("7.mobilisation.3", "Units go only to own Generals on the map.")
NO_TOKENS = Refusal("1.components.3", "All Unit tokens of this Power are on the map.")
MORALE_FULL = Refusal("7.mobilisation.6", "Morale cannot be bought above 15.")
NO_GARRISON = Refusal("7.mobilisation.7", "A Fortress needs an own Garrison to stand under.")
FORTRESS_THERE = Refusal("7.mobilisation.8", "There is a Fortress already.")
NO_FORTRESSES = Refusal("7.mobilisation.9", "All 6 Fortresses are built.")
NO_CARDS_LEFT = Refusal("7.mobilisation.1", "There are no more Battle cards to draw.")


@procedure
def mobilisation(g: Position, power: int) -> None:
    """7.mobilisation.1: one order, made up step by step; cards are drawn when it is closed."""
    g.agenda.append((MOBILISE, power, 0))


def cannot_buy_unit(g: Position, power: int, general: int) -> Refusal | None:
    # 7.mobilisation.5
    setting = g.setting
    if g.owner[general] != power or g.generals[general].at < 0:
        return NOT_ON_MAP
    if g.generals[general].units >= setting.components.units_per_general:
        return FULL_GENERAL
    if g.supply[power] == 0:
        return NO_TOKENS
    return NO_MONEY if g.money[power] < setting.prices.unit else None


def cannot_build_fortress(g: Position, power: int, territory: int) -> Refusal | None:
    if g.fortresses.bit_count() >= g.setting.components.fortresses:
        return NO_FORTRESSES
    if g.garrisons[territory] != power:
        return NO_GARRISON
    if g.fortresses >> territory & 1:
        return FORTRESS_THERE
    return NO_MONEY if g.money[power] < g.setting.prices.fortress else None


def cannot_buy_card(g: Position, power: int, ordered: int) -> Refusal | None:
    if cards_left(g) <= ordered + len(g.off_map[power]):
        return NO_CARDS_LEFT
    return NO_MONEY if g.money[power] < g.setting.prices.battle_card else None


def cannot_buy_morale(g: Position, power: int) -> Refusal | None:
    if g.morale[power] >= g.setting.components.morale_max:
        return MORALE_FULL
    return NO_MONEY if g.money[power] < g.setting.prices.morale else None


def purchases(g: Position, power: int, ordered: int) -> list[Action]:
    options: list[Action] = [("done",)]
    if g.money[power] == 0:
        return options
    options += [("unit", i) for i in g.setting.generals_of[power] if cannot_buy_unit(g, power, i) is None]
    if g.money[power] >= g.setting.prices.fortress:
        options += [
            ("fortress", t) for t in members(g.garrisons_of(power)) if cannot_build_fortress(g, power, t) is None
        ]
    if cannot_buy_card(g, power, ordered) is None:
        options.append(("card",))
    if cannot_buy_morale(g, power) is None:
        options.append(("morale",))
    return options


def sample_purchase(g: Position, rng: Random, power: int, ordered: int) -> Action:
    """One of `purchases`: drawn among all that could be bought, thrown back if refused."""
    money = g.money[power]
    if money == 0:
        return ("done",)
    generals = g.on_map[power]
    sites = g.garrisons_of(power) if money >= g.setting.prices.fortress else 0
    size = 3 + len(generals) + sites.bit_count()
    while True:
        pick = int(rng.random() * size) - 3
        if pick < 0:
            if pick == -3:
                return ("done",)
            if pick == -2:
                if cannot_buy_card(g, power, ordered) is None:
                    return ("card",)
            elif cannot_buy_morale(g, power) is None:
                return ("morale",)
        elif pick < len(generals):
            if cannot_buy_unit(g, power, generals[pick]) is None:
                return ("unit", generals[pick])
        else:
            territory = nth(sites, pick - len(generals))
            if cannot_build_fortress(g, power, territory) is None:
                return ("fortress", territory)


def refuse_purchase(g: Position, action: Action, power: int, ordered: int) -> Refusal | None:
    match action:
        case ("unit", general):
            return cannot_buy_unit(g, power, general)
        case ("fortress", territory):
            return cannot_build_fortress(g, power, territory)
        case ("card",):
            return cannot_buy_card(g, power, ordered)
        case ("morale",):
            return cannot_buy_morale(g, power)
    return None


def purchased(g: Position, action: Action, power: int, ordered: int) -> None:
    prices = g.setting.prices
    match action:
        case ("done",):
            g.agenda.append((close_the_order, power, ordered))
            return
        case ("unit", general):
            change_money(g, power, -prices.unit, "7.mobilisation.1", "units")
            raise_units(g, general, 1, "7.mobilisation.3")
        case ("fortress", territory):
            change_money(g, power, -prices.fortress, "7.mobilisation.1", "fortress")
            g.fortresses |= 1 << territory
            g.tell("7.mobilisation.7", FortressBuilt, power, territory)
        case ("card",):
            change_money(g, power, -prices.battle_card, "7.mobilisation.1", "cards")
            ordered += 1
        case ("morale",):
            change_money(g, power, -prices.morale, "7.mobilisation.1", "morale")
            change_morale(g, power, 1, "7.mobilisation.1")
    g.agenda.append((MOBILISE, power, ordered))


@procedure
def close_the_order(g: Position, power: int, ordered: int) -> None:
    """7.mobilisation.2: the cards ordered and one for each General off the map; then corruption."""
    draw_cards(g, power, ordered + len(g.off_map[power]), "7.mobilisation.2")
    corruption(g, power)


MOBILISE = decision(
    Decision(
        name="mobilise",
        clause="7.mobilisation.1",
        prompt="Mobilisation of {0}: buy, or close the order (Battle cards ordered: {1}).",
        kinds=("power", "number"),
        options=purchases,
        take=purchased,
        refuse=refuse_purchase,
        sample=sample_purchase,
    )
)

# --- 5. Gain Influence ----------------------------------------------------------------------------------------------


def striped_value(g: Position, power: int) -> int:
    """7.gain.1: Disputed Territories controlled that bear the power's stripe."""
    return g.board.worth(g.held[power] & g.board.striped[power])


def conquered_value(g: Position, power: int) -> int:
    """7.gain.2: controlled homes of other powers."""
    return g.board.worth(g.held[power] & g.board.foreign_homes[power])


@procedure
def gain_influence_action(g: Position, power: int) -> None:
    """7.gain; 11.use.4: a Minor Power takes no such action; 12.players.6: L'Empereur's opponents take Money."""
    if g.setting.lempereur:
        change_money(g, power, striped_value(g, power), "12.players.6", "influence")
    elif power in g.setting.majors:
        gain_influence(g, [(power, striped_value(g, power) + conquered_value(g, power))], "7.gain.1", "territories")
