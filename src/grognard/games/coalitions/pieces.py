"""4. Garrisons, control, Generals and Units: the one place where pieces and cards change hands."""

from __future__ import annotations

from grognard.games.coalitions.board import BRITAIN, NOBODY
from grognard.games.coalitions.events import (
    CardDiscarded,
    CardsDrawn,
    CardsSeen,
    DeckRenewed,
    GarrisonPlaced,
    GarrisonRemoved,
    GeneralLeftMap,
    MoneyChanged,
    MoraleChanged,
    UnitsRaised,
)
from grognard.games.coalitions.position import CARDS, LOWEST_CARD, OFF_MAP, Counts, General, Position

NO_CARDS: Counts = (0, 0, 0, 0)

# --- Generals and Units ---------------------------------------------------------------------------------------------


def relocate(g: Position, general: int, territory: int) -> None:
    """Move a General with its Units; off the map its Units go back to the supply."""
    # 7.units.1, 7.units.2, 7.garrison.9: Units go along, a Garrison stays
    pawn = g.generals[general]
    here, units = pawn.at, pawn.units
    if here >= 0:
        others = g.at[here]
        g.at[here] = tuple([i for i in others if i != general]) if len(others) > 1 else ()
    if territory >= 0:
        others = g.at[territory]
        g.at[territory] = tuple(sorted((*others, general))) if others else (general,)
    else:
        g.supply[g.owner[general]] += units
        units = 0
    g.generals[general] = General(territory, units)
    if here < 0 or territory < 0:
        power = g.owner[general]
        own = g.setting.generals_of[power]
        g.on_map[power] = tuple([i for i in own if g.generals[i].at >= 0])
        g.off_map[power] = tuple([i for i in own if g.generals[i].at == OFF_MAP])


def leave_the_map(g: Position, general: int, clause: str) -> None:
    """A General goes off-map; its Units are lost (8.draw.3)."""
    pawn = g.generals[general]
    here, units = pawn.at, pawn.units
    relocate(g, general, OFF_MAP)
    g.tell(clause, GeneralLeftMap, general, here, units)


def add_units(g: Position, general: int, count: int) -> None:
    """4.generals.1: Units stand under a General; they come from the supply."""
    pawn = g.generals[general]
    here, units = pawn.at, pawn.units
    g.generals[general] = General(here, units + count)
    g.supply[g.owner[general]] -= count


def raise_units(g: Position, general: int, count: int, clause: str) -> None:
    add_units(g, general, count)
    g.tell(clause, UnitsRaised, general, count, g.generals[general].at)


# --- Garrisons ------------------------------------------------------------------------------------------------------


def set_garrison(g: Position, territory: int, power: int) -> None:
    """4.control: the Garrison decides who controls a territory."""
    bit = 1 << territory
    loser = g.controller(territory)
    g.garrisons[territory] = power
    g.garrisoned = g.garrisoned & ~bit if power == NOBODY else g.garrisoned | bit
    winner = g.controller(territory)
    if loser != NOBODY:
        g.held[loser] &= ~bit
    if winner != NOBODY:
        g.held[winner] |= bit


def place_garrison(g: Position, general: int, clause: str) -> None:
    """7.garrison.1: one of the General's Units is turned over where it stands."""
    pawn = g.generals[general]
    here, units = pawn.at, pawn.units
    g.generals[general] = General(here, units - 1)
    set_garrison(g, here, g.owner[general])
    g.tell(clause, GarrisonPlaced, general, here)


def remove_garrison(g: Position, territory: int, clause: str, reason: str, *, to_supply: bool) -> None:
    """The Garrison goes; a Fortress under it stays (7.mobilisation.10)."""
    power = g.garrisons[territory]
    set_garrison(g, territory, NOBODY)
    if to_supply:
        g.supply[power] += 1
    g.tell(clause, GarrisonRemoved, power, territory, reason)


# --- Morale and Money -----------------------------------------------------------------------------------------------


def change_morale(g: Position, power: int, change: int, clause: str) -> None:
    """4.tracks.3: Morale lies between 0 and 15."""
    old = g.morale[power]
    new = min(max(old + change, 0), g.setting.components.morale_max)
    if new != old:
        g.morale[power] = new
        g.tell(clause, MoraleChanged, power, new - old, new)


def change_money(g: Position, power: int, change: int, clause: str, reason: str) -> None:
    if change:
        g.money[power] += change
        g.tell(clause, MoneyChanged, power, change, g.money[power], reason)


def corruption(g: Position, power: int) -> None:
    """7.mobilisation.12: what is left of the Money is lost, except Britain's."""
    # 7.mobilisation.13
    if power != BRITAIN:
        change_money(g, power, -g.money[power], "7.mobilisation.12", "corruption")


# --- Battle cards ---------------------------------------------------------------------------------------------------


def with_card(counts: Counts, value: int, change: int) -> Counts:
    """The same cards with one more or one fewer of a value."""
    twos, threes, fours, fives = counts
    match value:
        case 2:
            return twos + change, threes, fours, fives
        case 3:
            return twos, threes + change, fours, fives
        case 4:
            return twos, threes, fours + change, fives
    return twos, threes, fours, fives + change


def values_in(counts: Counts) -> list[int]:
    """The different values among these cards."""
    return [LOWEST_CARD + i for i, n in enumerate(counts) if n]


def hold(g: Position, power: int, hand: Counts) -> None:
    """These cards are the hand from now on; whether they are too many is looked at later (4.cards.3)."""
    g.hands[power] = hand
    if sum(hand) > g.setting.hand_limit[power]:
        g.overfull |= 1 << power
    else:
        g.overfull &= ~(1 << power)


def cards_left(g: Position) -> int:
    """How many cards can still be drawn."""
    return sum(g.deck) + sum(g.discards)


def draw_one(g: Position) -> int:
    """The value of a card drawn from the deck, which the discards renew when it is empty; 0 if there is none."""
    left = sum(g.deck)
    if not left:
        left = sum(g.discards)
        if not left:
            return 0
        g.deck, g.discards = g.discards, NO_CARDS
        g.tell("2.setup.12", DeckRenewed, left)
    pick = g.chance(CARDS, left)
    value = LOWEST_CARD
    for count in g.deck:
        if pick < count:
            break
        pick -= count
        value += 1
    g.deck = with_card(g.deck, value, -1)
    return value


def draw_cards(g: Position, power: int, count: int, clause: str) -> None:
    """Draw into the hand; everybody sees how many, the owner which."""
    hand, drawn = g.hands[power], []
    for _ in range(count):
        value = draw_one(g)
        if not value:
            break
        hand = with_card(hand, value, 1)
        drawn.append(value)
    if drawn:
        hold(g, power, hand)
        g.tell(clause, CardsDrawn, power, len(drawn))
        g.tell_keeper(power, clause, CardsSeen, power, tuple(drawn))


def discard(g: Position, power: int, value: int, clause: str) -> None:
    """From the hand, face up, to the discards."""
    hold(g, power, with_card(g.hands[power], value, -1))
    lay_on_discards(g, power, value)
    g.tell(clause, CardDiscarded, power, value)


def lay_on_discards(g: Position, power: int, value: int) -> None:
    """A card of this power is seen to leave its possession; whoever remembered its hand takes note."""
    g.discards = with_card(g.discards, value, 1)
    if g.remembered[power]:
        g.remembered[power] = tuple(
            (seat, with_card(known, value, -1) if known[value - LOWEST_CARD] else known)
            for seat, known in g.remembered[power]
        )


def remember_hand(g: Position, power: int, seat: int) -> None:
    """A seat that no longer runs a power still knows what its hand held when it let go."""
    others = tuple(memory for memory in g.remembered[power] if memory[0] != seat)
    g.remembered[power] = (*others, (seat, g.hands[power]))


def forget_hand(g: Position, power: int, seat: int) -> None:
    """The seat runs the power again and sees its hand."""
    g.remembered[power] = tuple(memory for memory in g.remembered[power] if memory[0] != seat)
