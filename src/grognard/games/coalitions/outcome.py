"""8. Battles, step 4: the outcome."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine.decision import Action, Decision, Reaction
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.answers import NO, YES, sample_yes_or_no, yes_or_no
from grognard.games.coalitions.board import FRANCE, NOBODY, OTTOMANS, POWERS, PRUSSIA
from grognard.games.coalitions.events import (
    BattleDecided,
    ConsentAnswered,
    GeneralDefeated,
    GeneralPlaced,
    GeneralWent,
    UnitsLost,
)
from grognard.games.coalitions.garrisons import cannot_garrison
from grognard.games.coalitions.named_generals import (
    ally_to_ask,
    cannot_step_aside,
    grand_vizier_returns_to,
    is_named,
    lose_a_unit,
    places_aside,
    spared_units,
)
from grognard.games.coalitions.pieces import (
    add_units,
    change_morale,
    draw_cards,
    lay_on_discards,
    leave_the_map,
    place_garrison,
    relocate,
    remove_garrison,
)
from grognard.games.coalitions.position import BRITISH, FACE_UP, Battle, General, Pile, Position, decision, procedure
from grognard.games.coalitions.refuge import fall_back
from grognard.games.coalitions.strength import attack_strength, battle_of, defence_strength, end_battle
from grognard.games.coalitions.winning import gain_influence

HOME_GROUND, PAIR, OVERREACH = 2, 4, 5


# --- what the cards add ---------------------------------------------------------------------------------------------


def pile_strength(g: Position, battle: Battle, pile: Pile) -> int:
    """8.abilities.1-3: a 2 counts 3 on ground its Power controls; each pair of 4s in a pile adds 1."""
    values = [card & ~FACE_UP for card in pile.cards]
    total = sum(values)
    if g.owner[pile.general] == battle.controller:
        total += values.count(HOME_GROUND)
    return total + values.count(PAIR) // 2


def attackers_of(battle: Battle) -> tuple[int, ...]:
    return (battle.attacker, *battle.attack_support)


def totals(g: Position) -> tuple[int, int]:
    """8.outcome.1: the strengths of attack and defence with all cards turned over."""
    battle = battle_of(g)
    attack, defence = attack_strength(g, battle), defence_strength(g, battle)
    attackers = attackers_of(battle)
    for pile in battle.piles:
        if pile.general in attackers:
            attack += pile_strength(g, battle, pile)
        else:
            defence += pile_strength(g, battle, pile)
    return attack, defence


@procedure
def decide_battle(g: Position) -> None:
    """8.outcome.1: all cards are turned over; the higher total wins, equal totals are a draw."""
    battle = g.battle
    if battle is None:
        return
    if any(pile.cards for pile in battle.piles):
        g.show()
    settle_battle(g, *totals(g))


def settle_battle(g: Position, attack: int, defence: int) -> None:
    """8.outcome.3-5: cards go, every participant loses a Unit, every Power that played a card draws one."""
    # 8.outcome.2, 8.draw.1
    battle = battle_of(g)
    shown = tuple((pile.general, tuple(card & ~FACE_UP for card in pile.cards)) for pile in battle.piles)
    g.tell("8.outcome.1", BattleDecided, battle.territory, attack, defence, shown)
    for pile in battle.piles:
        for card in pile.cards:
            lay_on_discards(g, g.owner[pile.general], card & ~FACE_UP)
    units_before = {i: g.generals[i].units for i in (battle.attacker, *battle.defenders)}
    for i in (battle.attacker, *battle.defenders, *battle.attack_support, *battle.defence_support):
        lose_a_unit(g, i, "8.outcome.3")
    g.battle = replace(battle, piles=())
    if attack == defence:
        against = battle.garrison if battle.garrison != NOBODY else g.owner[battle.defenders[0]]
        g.todo((fall_back, battle.attacker, against), (end_battle,))  # 8.draw.2
    else:
        attacker_won = attack > defence
        overreach(g, battle, attacker_won)
        defeat(g, battle, attacker_won, units_before)
        award_influence(g, battle, attacker_won)
    played = {g.owner[pile.general] for pile in battle.piles if pile.cards}
    g.todo(*((draw_after_battle, p) for p in POWERS if p in played))


@procedure
def draw_after_battle(g: Position, power: int) -> None:
    """8.outcome.4: one card in all, however many were played."""
    draw_cards(g, power, 1, "8.outcome.4")


def overreach(g: Position, battle: Battle, attacker_won: bool) -> None:
    """8.abilities.4-5: each 5 on the losing side costs 1 more Morale."""
    if g.setting.lempereur:
        return  # 12.battle.9
    attackers = attackers_of(battle)
    for pile in battle.piles:
        if (pile.general in attackers) != attacker_won:
            fives = sum(card & ~FACE_UP == OVERREACH for card in pile.cards)
            if fives:
                change_morale(g, g.owner[pile.general], -fives, "8.abilities.4")


def award_influence(g: Position, battle: Battle, attacker_won: bool) -> None:
    """8.win.3-8: 1 for each General beaten, to every Power of the winning side, and 1 more for beating the French."""
    # 6.leaders.2
    if attacker_won:
        beaten, direct, support = battle.defenders, {g.owner[battle.attacker]}, battle.attack_support
    else:
        beaten, support = (battle.attacker,), battle.defence_support
        direct = {g.owner[i] for i in battle.defenders}
        if battle.garrison != NOBODY:
            direct.add(battle.garrison)
    if not beaten or (g.setting.lempereur and not attacker_won):
        return  # 8.win.5; 12.battle.6: Napoleon gains as a winning attacker only
    french_beaten = any(g.owner[i] == FRANCE for i in beaten)
    gains = []
    for power in sorted(direct | {g.owner[i] for i in support}):
        bonus = french_beaten and power in direct and g.status[power] == BRITISH and power in g.setting.majors
        gains.append((power, len(beaten) + bonus))
    gain_influence(g, gains, "12.battle.6" if g.setting.lempereur else "8.win.3", "battle")


# --- the losers -----------------------------------------------------------------------------------------------------


def defeat(g: Position, battle: Battle, attacker_won: bool, units_before: dict[int, int]) -> None:
    """8.loss: losing Generals lose their Units and leave, a losing Garrison goes; then the winner may garrison."""
    losers = battle.defenders if attacker_won else (battle.attacker,)
    for i in losers:
        g.tell("8.loss.2", GeneralDefeated, i, battle.territory)
        pawn = g.generals[i]
        here, units = pawn.at, pawn.units
        spared = min(spared_units(g, i, units_before[i]), units)
        if units > spared:
            g.generals[i] = General(here, spared)
            g.supply[g.owner[i]] += units - spared
            g.tell("8.loss.1", UnitsLost, i, units - spared, here)
    if attacker_won and battle.garrison != NOBODY:
        remove_garrison(g, battle.territory, "8.loss.4", "beaten", to_supply=True)
    winners = (battle.attacker,) if attacker_won else battle.defenders
    in_order = sorted(losers, key=g.owner.__getitem__)
    g.todo(
        *((place_the_beaten, i, 0) for i in in_order),
        *((winner_may_garrison, i) for i in sorted(winners, key=g.owner.__getitem__)),
        (end_battle,),
    )


@procedure
def place_the_beaten(g: Position, general: int, refused: int) -> None:
    """8.loss.2: off the map or to the capital, as its owner likes; off it for L'Empereur's French (12.battle.7)."""
    if g.setting.lempereur and g.owner[general] == FRANCE:
        leave_the_map(g, general, "12.battle.7")
    elif len(places_for_the_beaten(g, g.owner[general], general, refused)) > 1:
        g.agenda.append((PLACE_BEATEN, g.owner[general], general, refused))
    elif grand_vizier_returns_to(g, general):
        beaten_placed(g, ("go", grand_vizier_returns_to(g, general)[0]), OTTOMANS, general, refused)
    else:
        leave_the_map(g, general, "8.loss.2")


CAPITAL_TAKEN = Refusal("8.loss.3", "The capital must be controlled and empty of Generals.")
NOT_THERE = Refusal("8.loss.2", "A beaten General goes off the map or to its capital.")
VIZIER_RETURNS = Refusal(
    "10.generals.11", "The Grand Vizier comes back to Ottoman territory without another Ottoman or an enemy General."
)


def capital_open(g: Position, power: int) -> bool:
    capital = g.board.capital[power]
    return bool(g.held[power] >> capital & 1) and not g.at[capital]


def places_for_the_beaten(g: Position, power: int, general: int, refused: int) -> list[Action]:
    vizier = grand_vizier_returns_to(g, general)
    if vizier:
        return [("go", t) for t in vizier]
    places = {g.board.capital[power]} if capital_open(g, power) else set()
    if is_named(g, PRUSSIA, general):
        places |= set(places_aside(g, general, refused))
    return [("off-map",), *(("go", t) for t in sorted(places))]


def refuse_place(g: Position, action: Action, power: int, general: int, refused: int) -> Refusal | None:
    if is_named(g, OTTOMANS, general):
        return VIZIER_RETURNS
    if action[0] != "go":
        return None
    if action[1] == g.board.capital[power]:
        return CAPITAL_TAKEN
    return cannot_step_aside(g, general, action[1], refused) if is_named(g, PRUSSIA, general) else NOT_THERE


def beaten_placed(g: Position, action: Action, power: int, general: int, refused: int) -> None:
    if action[0] == "off-map":
        leave_the_map(g, general, "8.loss.2")
        return
    territory = action[1]
    owner = ally_to_ask(g, general, territory)
    if owner != NOBODY:
        g.agenda.append((SHELTER_BEATEN, owner, general, territory, refused))
        return
    _go(g, power, general, territory)


def _go(g: Position, power: int, general: int, territory: int) -> None:
    origin = g.generals[general].at
    relocate(g, general, territory)
    g.tell("8.loss.2", GeneralWent, general, origin, territory)
    if is_named(g, OTTOMANS, general) and g.supply[power] and g.generals[general].units == 0:
        add_units(g, general, 1)
        g.tell("10.generals.11", GeneralPlaced, general, territory)


PLACE_BEATEN = decision(
    Decision(
        name="place-beaten",
        clause="8.loss.2",
        prompt="Beaten: where does {1} go?",
        kinds=("power", "general", ""),
        options=places_for_the_beaten,
        take=beaten_placed,
        refuse=refuse_place,
    )
)


def shelter_answered(g: Position, action: Action, owner: int, general: int, territory: int, refused: int) -> None:
    granted = action[0] == "yes"
    g.tell("7.move.14", ConsentAnswered, owner, general, territory, granted, g.generals[general].at)
    if granted:
        _go(g, g.owner[general], general, territory)
    else:
        g.agenda.append((place_the_beaten, general, refused | 1 << territory))


SHELTER_BEATEN = decision(
    Decision(
        name="shelter-beaten",
        clause="7.move.14",
        prompt="Beaten: may {1} take shelter in {2}, by leave of {0}?",
        kinds=("power", "general", "territory", ""),
        options=yes_or_no,
        take=shelter_answered,
        sample=sample_yes_or_no,
        reaction=Reaction("passage", YES, NO),
    )
)

# --- the winner -----------------------------------------------------------------------------------------------------


@procedure
def winner_may_garrison(g: Position, general: int) -> None:
    """8.win.1-2: one Unit left may be turned over; of several winners the first that wishes."""
    battle = battle_of(g)
    territory = battle.territory
    if g.generals[general].at != territory or cannot_garrison(g, general, territory) is not None:
        return
    if g.setting.lempereur and g.owner[general] == FRANCE:
        if general == battle.attacker:
            place_garrison(g, general, "12.battle.6")
    else:
        g.agenda.append((GARRISON_WON, g.owner[general], general))


def won_ground_garrisoned(g: Position, action: Action, _power: int, general: int) -> None:
    if action[0] == "yes":
        place_garrison(g, general, "8.win.1")


GARRISON_WON = decision(
    Decision(
        name="garrison-won",
        clause="8.win.1",
        prompt="Victory: place a Garrison with {1}?",
        kinds=("power", "general"),
        options=yes_or_no,
        take=won_ground_garrisoned,
        sample=sample_yes_or_no,
    )
)
