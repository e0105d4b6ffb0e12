"""8. Battles, step 3: Battle cards are committed one by one, a pile for each General."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.board import POWERS
from grognard.games.coalitions.events import CardLaid, CardPlayed, CardTurnedUp, Passed
from grognard.games.coalitions.named_generals import schwarzenbergs_extra
from grognard.games.coalitions.pieces import change_morale, hold, values_in, with_card
from grognard.games.coalitions.position import FACE_UP, LOWEST_CARD, Battle, Pile, Position, decision, procedure
from grognard.games.coalitions.strength import battle_of, defending_powers

SCOUT = 3
"""8.abilities.2: the value that may be played face up to turn over an opponent's card."""

STEPS = range(4)


@procedure
def commit_cards(g: Position) -> None:
    """8.cards.1: a card for each Unit; 8.cards.8: a fighting Power that starts at 0 Morale has one free card."""
    # 8.support.9, 8.support.12: supporters have piles like the others
    battle = g.battle
    if battle is None:
        return
    generals = (battle.attacker, *battle.defenders, *battle.attack_support, *battle.defence_support)
    piles = tuple(Pile(i, g.generals[i].units + schwarzenbergs_extra(g, battle, i)) for i in generals)
    fighters = defending_powers(g, battle) | {g.owner[battle.attacker]}
    broke = sum(1 << p for p in fighters if g.morale[p] == 0)
    g.battle = replace(battle, piles=piles, broke=broke)
    g.agenda.append((card_cycle,))


@procedure
def card_cycle(g: Position) -> None:
    """8.cards.3-5: attacker, defenders, attack support, defence support; again until all have passed."""
    battle = battle_of(g)
    if any(cannot_play(g, battle, pile) is None for pile in battle.piles):
        g.todo(*((card_step, step) for step in STEPS), (card_cycle,))


def generals_of_step(battle: Battle, step: int) -> tuple[int, ...]:
    return ((battle.attacker,), battle.defenders, battle.attack_support, battle.defence_support)[step]


@procedure
def card_step(g: Position, step: int) -> None:
    """Within a step the Powers follow the Order of Play."""
    powers = {g.owner[i] for i in generals_of_step(battle_of(g), step)}
    g.todo(*((card_turn, power, step, 0) for power in POWERS if power in powers))


@procedure
def card_turn(g: Position, power: int, step: int, played: int) -> None:
    """8.cards.4: each General of the Power plays one card, in the order its owner likes, or the Power passes."""
    # 8.cards.12: who cannot play is passed over, without having passed
    if ready_to_play(g, power, step, played):
        g.agenda.append((PLAY_CARD, power, step, played))


NO_CONFERRING = Refusal("8.cards.13", "Who fights a battle does not confer while its cards are played.")


def cannot_confer(g: Position, seats: tuple[int, ...]) -> Refusal | None:
    """4.negotiation.1, 8.cards.13: players may talk at any time, but not about which cards to play."""
    battle = g.battle
    if battle is None or not any(cannot_play(g, battle, pile) is None for pile in battle.piles):
        return None
    fighting = {g.keeper[g.owner[pile.general]] for pile in battle.piles}
    return None if fighting.isdisjoint(seats) else NO_CONFERRING


# --- playing a card -------------------------------------------------------------------------------------------------

PASSED = Refusal("8.cards.11", "A Power that has passed plays no more cards in this battle.")
PILE_FULL = Refusal("8.cards.1", "A General plays no more cards than it has Units.")
NO_CARDS = Refusal("8.cards.1", "There is no card left in the hand.")
NO_MORALE = Refusal("8.cards.7", "Without Morale no card can be played.")
NOT_HELD = Refusal("8.cards.4", "There is no such card in the hand.")
NOT_ITS_TURN = Refusal("8.cards.3", "It is not this General's place in the cycle.")
ONLY_A_THREE = Refusal("8.cards.14", "Only a 3 can be played face up, and there is none in the hand.")
NOTHING_HIDDEN = Refusal("8.abilities.2", "That is no face-down card of an opponent.")


def cannot_play(g: Position, battle: Battle, pile: Pile) -> Refusal | None:
    """Whether a General can add a card to its pile."""
    # 4.cards.1, 8.cards.2, 8.cards.9: a Garrison has no pile, and a supporter without Morale no free card
    power = g.owner[pile.general]
    if battle.passed >> power & 1:
        return PASSED
    if len(pile.cards) >= pile.limit:
        return PILE_FULL
    if not any(g.hands[power]):
        return NO_CARDS
    if g.morale[power] == 0 and not battle.broke >> power & 1:
        return NO_MORALE
    return None


def pile_of(battle: Battle, general: int) -> Pile | None:
    return next((pile for pile in battle.piles if pile.general == general), None)


def ready_to_play(g: Position, power: int, step: int, played: int) -> list[int]:
    """The Generals of the Power that have their place in this step and can play."""
    battle = battle_of(g)
    return [
        pile.general
        for pile in battle.piles
        if g.owner[pile.general] == power
        and not played >> pile.general & 1
        and pile.general in generals_of_step(battle, step)
        and cannot_play(g, battle, pile) is None
    ]


def face_down_opposite(battle: Battle, general: int) -> list[tuple[int, int]]:
    """The other side's face-down cards: General, and place in its pile from 1."""
    attackers = (battle.attacker, *battle.attack_support)
    return [
        (pile.general, index)
        for pile in battle.piles
        if (pile.general in attackers) != (general in attackers)
        for index, card in enumerate(pile.cards, 1)
        if not card & FACE_UP
    ]


def plays(g: Position, power: int, step: int, played: int) -> list[Action]:
    battle, hand = battle_of(g), g.hands[power]
    options: list[Action] = [("pass",)]
    for general in ready_to_play(g, power, step, played):
        options += [("play", general, value) for value in values_in(hand)]
        if hand[SCOUT - LOWEST_CARD]:
            options += [("reveal", general, *target) for target in face_down_opposite(battle, general)]
    return options


def refuse_play(g: Position, action: Action, power: int, step: int, played: int) -> Refusal | None:
    if action[0] not in ("play", "reveal"):
        return None
    battle, general = battle_of(g), action[1]
    pile = pile_of(battle, general)
    if pile is None or g.owner[general] != power or general not in generals_of_step(battle, step):
        return NOT_ITS_TURN
    if played >> general & 1:
        return NOT_ITS_TURN
    refusal = cannot_play(g, battle, pile)
    if refusal is not None:
        return refusal
    if action[0] == "play":
        return NOT_HELD
    return NOTHING_HIDDEN if g.hands[power][SCOUT - LOWEST_CARD] else ONLY_A_THREE


def played_card(g: Position, action: Action, power: int, step: int, played: int) -> None:
    # 4.cards.2
    battle = battle_of(g)
    if action[0] == "pass":
        g.battle = replace(battle, passed=battle.passed | 1 << power)
        g.tell("8.cards.11", Passed, power)
        return
    general = action[1]
    value = action[2] if action[0] == "play" else SCOUT
    here = g.generals[general].at
    hold(g, power, with_card(g.hands[power], value, -1))
    if g.morale[power] == 0:
        g.battle = battle = replace(battle, broke=battle.broke & ~(1 << power))
    change_morale(g, power, -1, "8.cards.6")
    if action[0] == "play":
        g.tell("8.cards.4", CardPlayed, general, 0, here)
        g.tell_keeper(power, "8.cards.4", CardLaid, general, value, here)
        g.battle = lay(battle, general, value)
    else:
        g.tell("8.abilities.2", CardPlayed, general, value, here)
        g.battle = _turn_up(g, lay(battle, general, value | FACE_UP), action[2], action[3])
    g.agenda.append((card_turn, power, step, played | 1 << general))


def lay(battle: Battle, general: int, card: int) -> Battle:
    """8.cards.10: each General has a pile of its own."""
    return replace(
        battle,
        piles=tuple(
            replace(pile, cards=(*pile.cards, card)) if pile.general == general else pile for pile in battle.piles
        ),
    )


def _turn_up(g: Position, battle: Battle, general: int, place: int) -> Battle:
    """8.abilities.2: the card stays face up for all."""
    piles = []
    for pile in battle.piles:
        if pile.general == general:
            cards = list(pile.cards)
            g.show()
            g.tell("8.abilities.2", CardTurnedUp, general, place, cards[place - 1], g.generals[general].at)
            cards[place - 1] |= FACE_UP
            piles.append(replace(pile, cards=tuple(cards)))
        else:
            piles.append(pile)
    return replace(battle, piles=tuple(piles))


PLAY_CARD = decision(
    Decision(
        name="play-card",
        clause="8.cards.4",
        prompt="Play a Battle card for {0}, or pass.",
        kinds=("power", "", ""),
        options=plays,
        take=played_card,
        refuse=refuse_play,
    )
)
