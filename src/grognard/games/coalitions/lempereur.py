"""12. L'Empereur: Napoleon's turn, played by his cards."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.actions import striped_value, taxation
from grognard.games.coalitions.battle import fight
from grognard.games.coalitions.board import BRITAIN, FRANCE, NOBODY, POWERS, members
from grognard.games.coalitions.events import GeneralPlaced, NapoleonCardDrawn, RaceToParis
from grognard.games.coalitions.garrisons import cannot_garrison
from grognard.games.coalitions.pieces import (
    change_money,
    change_morale,
    corruption,
    place_garrison,
    raise_units,
    relocate,
)
from grognard.games.coalitions.position import NAPOLEON_DECK, Move, Position, decision, procedure
from grognard.games.coalitions.relations import enemies_present
from grognard.games.coalitions.winning import gain_influence

MUSTER, TAXATION, LEADERSHIP, MOBILISATION, GAIN_INFLUENCE, MOVEMENT = range(6)
FULL_STRENGTH = 3
RACE_ORDER = ("lorraine", "picardie", "provence", "normandie-bretagne", "languedoc", "aquitaine")
"""12.race.3: which French home is defended first."""


def napoleons_turn(g: Position, action: int) -> None:
    """12.napoleon.1-5: a card on Muster, Leadership and Movement; the other actions by rule."""
    if action == TAXATION:
        taxation(g, FRANCE)
    elif action == MOBILISATION:
        g.agenda.append((french_mobilisation,))
    elif action == GAIN_INFLUENCE:
        gain_influence(g, [(FRANCE, striped_value(g, FRANCE))], "12.napoleon.5", "territories")
    else:
        g.todo((cheer_the_weakest,), (napoleon_card,), (end_of_napoleons_card,))


@procedure
def end_of_napoleons_card(g: Position) -> None:
    g.move = None


# --- Mobilisation ---------------------------------------------------------------------------------------------------


@procedure
def french_mobilisation(g: Position) -> None:
    """12.napoleon.3-4: every General to 3 Units, the players choosing where Money is short; the rest buys Morale."""
    wanting = generals_wanting(g)
    prices = g.setting.prices
    means = min(g.money[FRANCE] // prices.unit, g.supply[FRANCE])
    need = sum(FULL_STRENGTH - g.generals[i].units for i in wanting)
    if 0 < means < need and len(wanting) > 1:
        g.agenda.append((FRENCH_UNIT, BRITAIN))
        return
    for i in wanting:
        count = min(FULL_STRENGTH - g.generals[i].units, g.money[FRANCE] // prices.unit, g.supply[FRANCE])
        if count:
            change_money(g, FRANCE, -count * prices.unit, "12.napoleon.3", "units")
            raise_units(g, i, count, "12.napoleon.3")
    room = g.setting.components.morale_max - g.morale[FRANCE]
    morale = min(room, g.money[FRANCE] // prices.morale)
    change_money(g, FRANCE, -morale * prices.morale, "12.napoleon.4", "morale")
    change_morale(g, FRANCE, morale, "12.napoleon.4")
    corruption(g, FRANCE)


def generals_wanting(g: Position) -> list[int]:
    return [i for i in g.on_map[FRANCE] if g.generals[i].units < FULL_STRENGTH]


def units_to_give(g: Position, _britain: int) -> list[Action]:
    return [("unit", i) for i in generals_wanting(g)]


def unit_given(g: Position, action: Action, _britain: int) -> None:
    change_money(g, FRANCE, -g.setting.prices.unit, "12.napoleon.3", "units")
    raise_units(g, action[1], 1, "12.napoleon.3")
    g.agenda.append((french_mobilisation,))


FRENCH_UNIT = decision(
    Decision(
        name="french-unit",
        clause="12.napoleon.3",
        prompt="France cannot pay for all its Units: which General gets the next?",
        kinds=("power",),
        options=units_to_give,
        take=unit_given,
    )
)

# --- the Napoleon card ----------------------------------------------------------------------------------------------

NOT_WEAKEST = Refusal("12.card.1", "The Morale goes to the Power that has least.")


@procedure
def cheer_the_weakest(g: Position) -> None:
    """12.card.1: the Grand Coalition Power with the least Morale gains 1; the players break a tie."""
    weakest = weakest_powers(g)
    if len(weakest) > 1:
        g.agenda.append((FAVOUR, BRITAIN))
    else:
        change_morale(g, weakest[0], 1, "12.card.1")


def weakest_powers(g: Position) -> list[int]:
    least = min(g.morale[p] for p in POWERS if p != FRANCE)
    return [p for p in POWERS if p != FRANCE and g.morale[p] == least]


def powers_to_favour(g: Position, _britain: int) -> list[Action]:
    return [("favour", p) for p in weakest_powers(g)]


def refuse_favour(_g: Position, action: Action, _britain: int) -> Refusal | None:
    return NOT_WEAKEST if action[0] == "favour" else None


def favoured(g: Position, action: Action, _britain: int) -> None:
    change_morale(g, action[1], 1, "12.card.1")


FAVOUR = decision(
    Decision(
        name="favour",
        clause="12.card.1",
        prompt="Several Powers have the least Morale: which gains 1?",
        kinds=("power",),
        options=powers_to_favour,
        take=favoured,
        refuse=refuse_favour,
    )
)


@procedure
def napoleon_card(g: Position) -> None:
    """12.card.2-4: the top card is resolved, unless the enemy stands on French soil (12.race.1)."""
    g.move = Move(FRANCE, 1, NOBODY)
    invaded = invaded_homes(g)
    if invaded:
        race_to_paris(g, invaded[0])
        return
    cards = g.setting.data.cards.napoleon
    if not g.napoleon_deck:
        g.napoleon_deck = (1 << len(cards)) - 1
    left = list(members(g.napoleon_deck))
    card = left[g.chance(NAPOLEON_DECK, len(left))]
    g.napoleon_deck &= ~(1 << card)
    g.tell("12.card.2", NapoleonCardDrawn, card)
    targets = [g.board.number[t] for t in cards[card].territories]
    attacked = []
    for t in targets:
        if g.garrisons[t] == FRANCE:
            gain_influence(g, [(FRANCE, g.board.value[t])], "12.card.3", "card")
            if g.outcome is not None:
                return
        else:
            attacked.append(t)
    kept = 0
    for t in attacked:
        general = g.general_of(FRANCE, t)
        if general != NOBODY:
            kept |= 1 << general  # 12.placing.3: it is kept for this attack
    g.todo(
        *((place_french_general, t, kept, "card") for t in attacked),
        (french_battles, *attacked),
    )


# --- placing French Generals ----------------------------------------------------------------------------------------


def sources(g: Position, target: int, taken: int, how: str) -> list[int]:
    """12.placing.2, 12.race.5: the Generals the first source in order offers; several only where the players choose."""
    off_map = [i for i in g.off_map[FRANCE] if not taken >> i & 1]
    if off_map:
        return off_map[:1]
    board = g.board
    on_map = [i for i in g.on_map[FRANCE] if not taken >> i & 1]
    paris = board.capital[FRANCE]
    homes = [i for i in on_map if board.home[g.generals[i].at] == FRANCE]
    groups: list[list[int]] = []
    if how == "card":
        groups.append([i for i in homes if g.generals[i].at != paris])
        groups.append([i for i in homes if g.generals[i].at == paris])
    abroad = [i for i in on_map if i not in homes]

    def of_kind(kind: str) -> list[int]:
        return [i for i in abroad if board.kind[g.generals[i].at] == kind]

    striped = [i for i in of_kind("disputed") if board.stripes[g.generals[i].at] >> FRANCE & 1]
    groups.append(of_kind("undisputed"))
    groups.append([i for i in of_kind("disputed") if i not in striped])
    groups.append(of_kind("home") + of_kind("capital"))
    groups.append(striped)
    for group in groups:
        if group:
            best = min(rank(g, i, target) for i in group)
            return [i for i in group if rank(g, i, target) == best]
    return []


def rank(g: Position, general: int, target: int) -> tuple[int, int]:
    """The closest first, then the lowest value; among French homes only the distance counts."""
    here = g.generals[general].at
    value = 0 if g.board.home[here] == FRANCE else g.board.value[here]
    return g.board.by_land_and_sea[target][here], value


@procedure
def place_french_general(g: Position, target: int, taken: int, how: str) -> None:
    """12.placing.1-7: a General with 3 Units comes to the target; one there already is made up to 3."""
    general = g.general_of(FRANCE, target)
    if general != NOBODY:
        take_post(g, general, target, how)
        return
    placed = taken | (g.move.moved if g.move else 0)
    candidates = sources(g, target, placed, how)
    if len(candidates) > 1:
        g.agenda.append((CHOOSE_SOURCE if how == "card" else CHOOSE_RESERVE, BRITAIN, target, placed, how))
    elif candidates:
        take_post(g, candidates[0], target, how)


def sources_to_choose(g: Position, _britain: int, target: int, taken: int, how: str) -> list[Action]:
    return [("choose", i) for i in sources(g, target, taken, how)]


NOT_FRENCH = Refusal("12.placing.2", "Only a French General can be placed.")
PLACED_ALREADY = Refusal("12.placing.3", "That General is placed by this card already, or kept for another attack.")
NOT_NEXT_SOURCE = Refusal("12.placing.2", "Another source comes first: nearer, of lower value, or earlier in order.")
NOT_NEXT_RESERVE = Refusal("12.race.5", "Another source comes first, and French homes are none.")


def refuse_source(g: Position, action: Action, _britain: int, _target: int, taken: int, how: str) -> Refusal | None:
    if action[0] != "choose":
        return None
    if g.owner[action[1]] != FRANCE:
        return NOT_FRENCH
    if taken >> action[1] & 1:
        return PLACED_ALREADY
    return NOT_NEXT_SOURCE if how == "card" else NOT_NEXT_RESERVE


def source_chosen(g: Position, action: Action, _britain: int, target: int, _taken: int, how: str) -> None:
    take_post(g, action[1], target, how)


CHOOSE_SOURCE = decision(
    Decision(
        name="choose-source",
        clause="12.placing.4",
        prompt="Which French General goes to {1}?",
        kinds=("power", "territory", "", ""),
        options=sources_to_choose,
        take=source_chosen,
        refuse=refuse_source,
    )
)
CHOOSE_RESERVE = decision(dataclasses.replace(CHOOSE_SOURCE, name="choose-reserve", clause="12.race.6"))


def take_post(g: Position, general: int, target: int, how: str) -> None:
    """12.placing.5-6: Units are made up to 3; in a territory without enemies one becomes a Garrison."""
    if g.generals[general].at != target:
        relocate(g, general, target)
        g.tell("12.placing.1", GeneralPlaced, general, target)
    count = min(FULL_STRENGTH - g.generals[general].units, g.supply[FRANCE])
    if count > 0:
        raise_units(g, general, count, "12.placing.5")
    if g.move is not None:
        g.move = replace(g.move, moved=g.move.moved | 1 << general)
    if how == "card" and cannot_garrison(g, general, target) is None:
        place_garrison(g, general, "12.placing.6")


@procedure
def french_battles(g: Position, *targets: int) -> None:
    """12.placing.7: battles follow in the order of the card."""
    for number, t in enumerate(targets):
        general = g.general_of(FRANCE, t)
        if general != NOBODY and enemies_present(g, FRANCE, t):
            g.todo((fight, t), (french_battles, *targets[number + 1 :]))
            return


# --- the Race to Paris ----------------------------------------------------------------------------------------------


def invaded_homes(g: Position) -> list[int]:
    """12.race.1, 12.race.3: French homes with Units of the Grand Coalition, in the order of defence."""
    order = [g.board.number[t] for t in RACE_ORDER]
    return [t for t in order if any(g.owner[i] != FRANCE and g.generals[i].units for i in g.at[t])]


def race_to_paris(g: Position, home: int) -> None:
    """12.race.2: a General in Paris, one in the invaded home, one next door."""
    g.tell("12.race.1", RaceToParis, home)
    paris = g.board.capital[FRANCE]
    g.todo(
        (place_french_general, paris, 0, "race"),
        (place_french_general, home, 0, "race"),
        (guard_next_door, home),
        (race_battles, home),
    )


@procedure
def guard_next_door(g: Position, home: int) -> None:
    """12.race.4: a French General in any neighbour but Paris is made up to 3; else one comes, in that order."""
    paris = g.board.capital[FRANCE]
    order = [g.board.number[t] for t in RACE_ORDER]
    neighbours = [t for t in g.board.adjacent[home] if t != paris]
    guarded = [t for t in neighbours if g.general_of(FRANCE, t) != NOBODY]
    listed = [t for t in order if t in guarded]
    if listed:
        g.agenda.append((place_french_general, listed[0], 0, "race"))
    elif len(guarded) > 1:
        g.agenda.append((CHOOSE_GUARD, BRITAIN, home))
    elif guarded:
        g.agenda.append((place_french_general, guarded[0], 0, "race"))
    else:
        nearest = next((t for t in order if t in neighbours), neighbours[0])
        g.agenda.append((place_french_general, nearest, 0, "race"))


def guards_to_choose(g: Position, _britain: int, home: int) -> list[Action]:
    paris = g.board.capital[FRANCE]
    neighbours = [t for t in g.board.adjacent[home] if t != paris]
    return [("choose", g.general_of(FRANCE, t)) for t in neighbours if g.general_of(FRANCE, t) != NOBODY]


def guard_chosen(g: Position, action: Action, _britain: int, _home: int) -> None:
    g.agenda.append((place_french_general, g.generals[action[1]].at, 0, "race"))


CHOOSE_GUARD = decision(
    Decision(
        name="choose-guard",
        clause="12.race.6",
        prompt="Which French General beside {1} is made up to 3 Units?",
        kinds=("power", "territory"),
        options=guards_to_choose,
        take=guard_chosen,
    )
)


@procedure
def race_battles(g: Position, home: int) -> None:
    """First in the invaded home, then next door, then elsewhere."""
    moved = g.move.moved if g.move else 0
    placed = [g.generals[i].at for i in g.setting.generals_of[FRANCE] if moved >> i & 1 and g.generals[i].at >= 0]
    beside = [t for t in placed if g.board.beside[home] >> t & 1]
    g.todo((french_battles, *dict.fromkeys((home, *beside, *placed))))
