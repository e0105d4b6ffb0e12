"""What must hold in every position: nothing is lost or doubled, no limit is broken."""

from __future__ import annotations

from grognard.games.coalitions.board import FRANCE, NOBODY, POWERS
from grognard.games.coalitions.position import FACE_UP, IN_THE_BOX, LOWEST_CARD, OFF_MAP, Position
from grognard.games.coalitions.relations import hostile


def faults(g: Position) -> list[str]:
    """Everything that is wrong with the position."""
    found = [*_pieces(g), *_tracks(g), *_cards(g)]
    if g.move is None and g.battle is None and not _adjusting(g):
        found += _co_location(g)
    return found


def _pieces(g: Position) -> list[str]:
    wrong = []
    parts = g.setting.components
    for p in POWERS:
        generals = [g.generals[i] for i in g.setting.generals_of[p]]
        garrisons = sum(owner == p for owner in g.garrisons)
        units = sum(general.units for general in generals)
        in_transit = _in_transit(g, p)
        if units + garrisons + g.supply[p] + in_transit != g.setting.tokens[p]:
            wrong.append(f"{g.setting.powers[p]}: {units} Units, {garrisons} Garrisons, {g.supply[p]} in supply")
        if g.supply[p] < 0:
            wrong.append(f"{g.setting.powers[p]}: supply below 0")
        if any(not 0 <= general.units <= parts.units_per_general for general in generals):
            wrong.append(f"{g.setting.powers[p]}: a General with too many Units")
        if any(general.at < 0 and general.units for general in generals):
            wrong.append(f"{g.setting.powers[p]}: Units off the map")
        if any(general.at == IN_THE_BOX for general in generals) and not (g.setting.lempereur and p == FRANCE):
            wrong.append(f"{g.setting.powers[p]}: a General in the box")
        own = g.setting.generals_of[p]
        if g.on_map[p] != tuple(i for i in own if g.generals[i].at >= 0):
            wrong.append(f"{g.setting.powers[p]}: the index of Generals on the map is out of step")
        if g.off_map[p] != tuple(i for i in own if g.generals[i].at == OFF_MAP):
            wrong.append(f"{g.setting.powers[p]}: the index of Generals off the map is out of step")
        held = sum(1 << t for t in range(g.board.count) if g.controller(t) == p)
        if held != g.held[p]:
            wrong.append(f"{g.setting.powers[p]}: control is out of step with the Garrisons")
    if g.garrisoned != sum(1 << t for t, owner in enumerate(g.garrisons) if owner != NOBODY):
        wrong.append("the index of Garrisons is out of step")
    for t in range(g.board.count):
        if g.at[t] != tuple(i for i, general in enumerate(g.generals) if general.at == t):
            wrong.append(f"{g.board.ids[t]}: the index of Generals is out of step")
        owners = [g.owner[i] for i in g.at[t]]
        if len(owners) != len(set(owners)) and g.battle is None and not _posting(g):
            wrong.append(f"{g.board.ids[t]}: two Generals of one Power")
        if g.board.kind[t] == "impassable" and (g.at[t] or g.garrisons[t] != NOBODY):
            wrong.append(f"{g.board.ids[t]}: pieces in an impassable territory")
    if g.fortresses.bit_count() > parts.fortresses:
        wrong.append("more Fortresses than there are")
    return wrong


def _posting(g: Position) -> bool:
    """A General on its way may pass through another of its Power."""
    return any(
        getattr(task[0], "__name__", "") == "post_on_the_way" or _names(task[0]) == "post-garrison" for task in g.agenda
    )


def _names(thing: object) -> str:
    return str(getattr(thing, "name", getattr(thing, "__name__", "")))


def _in_transit(g: Position, power: int) -> int:
    """Garrisons withdrawn that are not allotted yet."""
    waiting = [task for task in g.agenda if _names(task[0]) == "allot_garrison" and task[1] == power]
    asked = [task for task in g.agenda if _names(task[0]) == "allot" and task[2] == power]
    return len(waiting) + len(asked)


def _adjusting(g: Position) -> bool:
    steps = {"withdraw_garrisons", "withdraw_generals", "withdraw_neutrals", "part_the_hostile"}
    leaving = {"leave_in_turn", "leave-first"}
    return any(_names(task[0]) in steps | leaving for task in g.agenda)


def _tracks(g: Position) -> list[str]:
    limits = g.setting.components
    wrong = [
        f"Morale of {g.setting.powers[p]}: {g.morale[p]}" for p in POWERS if not 0 <= g.morale[p] <= limits.morale_max
    ]
    wrong += [f"Money of {g.setting.powers[p]}: {g.money[p]}" for p in POWERS if g.money[p] < 0]
    wrong += [f"Influence of the Minor Power {g.setting.powers[p]}" for p in g.setting.minors if g.influence[p]]
    return wrong


def _cards(g: Position) -> list[str]:
    counts = [0] * len(g.setting.card_counts)
    for pile in (g.deck, g.discards, *g.hands):
        for i, n in enumerate(pile):
            counts[i] += n
            if n < 0:
                return ["a pile with fewer than no cards"]
    for played in g.battle.piles if g.battle else ():
        for card in played.cards:
            counts[(card & ~FACE_UP) - LOWEST_CARD] += 1
    if g.overfull != sum(1 << p for p in POWERS if sum(g.hands[p]) > g.setting.hand_limit[p]):
        return ["the mask of hands over their limit is out of step"]
    return [] if tuple(counts) == g.setting.card_counts else [f"Battle cards: {counts}"]


def _co_location(g: Position) -> list[str]:
    """4.generals.2: enemies never share a territory once an action is over."""
    wrong = []
    for t in range(g.board.count):
        present = [g.owner[i] for i in g.at[t]]
        if not present:
            continue
        if g.garrisons[t] != NOBODY:
            present.append(g.garrisons[t])
        if any(g.enemies[p] >> q & 1 and hostile(g, p, q, t) for p in present for q in present):
            wrong.append(f"{g.board.ids[t]}: enemies side by side")
    return wrong
