"""12. Battles of L'Empereur: the Grand Coalition lays its cards openly, then France draws from the deck."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.board import BRITAIN, FRANCE, POWERS
from grognard.games.coalitions.cards import NOT_HELD, NOT_ITS_TURN, cannot_play, lay, pile_of
from grognard.games.coalitions.events import CardPlayed, FrenchCardDrawn
from grognard.games.coalitions.outcome import settle_battle
from grognard.games.coalitions.pieces import change_morale, draw_one, hold, lay_on_discards, values_in, with_card
from grognard.games.coalitions.position import FACE_UP, Battle, Pile, Position, decision, procedure
from grognard.games.coalitions.strength import attack_strength, battle_of, defence_strength, defending_powers
from grognard.games.coalitions.support import battlefields

HIGHEST_CARD = 5


def french_attack(g: Position, battle: Battle) -> bool:
    return g.owner[battle.attacker] == FRANCE


# --- 2) the Grand Coalition's cards ---------------------------------------------------------------------------------


@procedure
def grand_coalition_cards(g: Position) -> None:
    """12.battle.2: as many cards as it wishes, face up, in any order, supporters included."""
    battle = battle_of(g)
    if french_attack(g, battle):
        generals = (*battle.defenders, *battle.defence_support)
        fighters = defending_powers(g, battle)
    else:
        generals = (battle.attacker, *battle.attack_support)
        fighters = {g.owner[battle.attacker]}
    for i in (*generals, *french_generals(g, battle)):
        g.spent_this_turn |= 1 << i  # 12.battle.10
    piles = tuple(Pile(i, g.generals[i].units) for i in generals)
    broke = sum(1 << p for p in fighters if g.morale[p] == 0)
    g.battle = replace(battle, piles=piles, broke=broke)
    g.agenda.append((lay_cards, 0, 0))


@procedure
def lay_cards(g: Position, first: int, quiet: int) -> None:
    """The Powers are asked round the table until all are content."""
    for offset in POWERS:
        power = (first + offset) % len(POWERS)
        if not quiet >> power & 1 and able_generals(g, power):
            g.agenda.append((LAY_CARD, power, quiet))
            return


def able_generals(g: Position, power: int) -> list[int]:
    battle = battle_of(g)
    return [
        pile.general for pile in battle.piles if g.owner[pile.general] == power and cannot_play(g, battle, pile) is None
    ]


def cards_to_lay(g: Position, power: int, _quiet: int) -> list[Action]:
    return [
        ("done",),
        *(("play", i, value) for i in able_generals(g, power) for value in values_in(g.hands[power])),
    ]


def refuse_card(g: Position, action: Action, power: int, _quiet: int) -> Refusal | None:
    if action[0] != "play":
        return None
    battle = battle_of(g)
    pile = pile_of(battle, action[1])
    if pile is None or g.owner[action[1]] != power:
        return NOT_ITS_TURN
    return cannot_play(g, battle, pile) or NOT_HELD


def card_laid(g: Position, action: Action, power: int, quiet: int) -> None:
    if action[0] == "done":
        g.agenda.append((lay_cards, power + 1, quiet | 1 << power))
        return
    _, general, value = action
    battle = battle_of(g)
    hold(g, power, with_card(g.hands[power], value, -1))
    g.show()
    if g.morale[power] == 0:
        battle = replace(battle, broke=battle.broke & ~(1 << power))
    change_morale(g, power, -1, "8.cards.6")
    g.tell("12.battle.2", CardPlayed, general, value, g.generals[general].at)
    g.battle = lay(battle, general, value | FACE_UP)
    g.agenda.append((lay_cards, power, 0))


LAY_CARD = decision(
    Decision(
        name="lay-card",
        clause="12.battle.2",
        prompt="Lay a Battle card of {0} openly, or let it be.",
        kinds=("power", ""),
        options=cards_to_lay,
        take=card_laid,
        refuse=refuse_card,
    )
)

# --- 3) France draws ------------------------------------------------------------------------------------------------


def grand_coalition_strength(g: Position, battle: Battle) -> int:
    """12.battle.9: the cards' special abilities are ignored."""
    base = defence_strength(g, battle) if french_attack(g, battle) else attack_strength(g, battle)
    return base + sum(card & ~FACE_UP for pile in battle.piles for card in pile.cards)


def french_strength(g: Position, battle: Battle) -> int:
    return attack_strength(g, battle) if french_attack(g, battle) else defence_strength(g, battle)


def french_generals(g: Position, battle: Battle) -> tuple[int, ...]:
    """The French Generals in the battle itself."""
    return (battle.attacker,) if french_attack(g, battle) else battle.defenders


def french_supporters(g: Position, battle: Battle) -> list[int]:
    """12.battle.10: every French General with Units next door that is in no battle of this turn."""
    busy = sum(1 << t for t in set(battlefields(g)))
    return [
        i
        for i in g.on_map[FRANCE]
        if g.generals[i].units
        and not g.spent_this_turn >> i & 1
        and g.board.beside[battle.territory] >> g.generals[i].at & 1
        and not busy >> g.generals[i].at & 1
    ]


@procedure
def france_draws(g: Position) -> None:
    """12.battle.3-4: card by card at 1 Morale each, until it is ahead, spent, or without hope."""
    battle = battle_of(g)
    target, strength = grand_coalition_strength(g, battle), french_strength(g, battle)
    own = sum(g.generals[i].units for i in french_generals(g, battle))
    units = own + sum(g.generals[i].units for i in french_supporters(g, battle))
    drawn: list[int] = []
    while strength <= target and strength + HIGHEST_CARD * min(units - len(drawn), g.morale[FRANCE]) > target:
        value = draw_one(g)
        if not value:
            break
        change_morale(g, FRANCE, -1, "12.battle.3")
        strength += value
        drawn.append(value)
        g.tell("12.battle.3", FrenchCardDrawn, value, strength)
    for value in drawn:  # not before: a deck renewed in the middle has none of them
        lay_on_discards(g, FRANCE, value)
    g.todo((charge_supporters, max(len(drawn) - own, 0)), (settle_against_france, strength, target))


@procedure
def charge_supporters(g: Position, owed: int) -> None:
    """12.battle.5: draws beyond the Units in the battle are charged to supporters, the players choosing whom."""
    if owed <= 0:
        return
    candidates = uncharged(g)
    if len(candidates) == 1:
        supporter_charged(g, ("choose", candidates[0]), BRITAIN, owed)
    elif candidates:
        g.agenda.append((CHARGE, BRITAIN, owed))


def uncharged(g: Position) -> list[int]:
    battle = battle_of(g)
    charged = battle.attack_support if french_attack(g, battle) else battle.defence_support
    return [i for i in french_supporters(g, battle) if i not in charged]


def supporters_to_charge(g: Position, _britain: int, _owed: int) -> list[Action]:
    return [("choose", i) for i in uncharged(g)]


def supporter_charged(g: Position, action: Action, _britain: int, owed: int) -> None:
    battle, general = battle_of(g), action[1]
    if french_attack(g, battle):
        g.battle = replace(battle, attack_support=(*battle.attack_support, general))
    else:
        g.battle = replace(battle, defence_support=(*battle.defence_support, general))
    g.agenda.append((charge_supporters, owed - g.generals[general].units))


CHARGE = decision(
    Decision(
        name="charge",
        clause="12.battle.5",
        prompt="Which French supporter bears the cards drawn beyond the Units there (left: {1})?",
        kinds=("power", "number"),
        options=supporters_to_charge,
        take=supporter_charged,
    )
)


@procedure
def settle_against_france(g: Position, french: int, coalition: int) -> None:
    """12.battle.5-8: from here the standard rules, with their exceptions for France."""
    if french_attack(g, battle_of(g)):
        settle_battle(g, french, coalition)
    else:
        settle_battle(g, coalition, french)
