"""Battles: whom to support, which card to play, when to stop, where the beaten go."""

from __future__ import annotations

import math
from collections.abc import Sequence

from grognard.engine.decision import Action
from grognard.engine.judgement import Opinion
from grognard.games.coalitions.board import FRANCE, NOBODY
from grognard.games.coalitions.judgement.marching import CARD_COST, Campaign, likely
from grognard.games.coalitions.judgement.worth import AVERAGE_CARD, GENERAL, UNIT, lord, rivalry, strongest_cards
from grognard.games.coalitions.lempereur_battle import (
    french_attack,
    french_generals,
    french_strength,
    french_supporters,
    grand_coalition_strength,
)
from grognard.games.coalitions.outcome import attackers_of, pile_strength
from grognard.games.coalitions.position import BRITISH, FACE_UP, Battle, Pile, Position
from grognard.games.coalitions.strength import attack_strength, battle_of, defence_strength
from grognard.games.coalitions.support import ATTACK

EAGERNESS = 0.75
"""The part of the cards they could still play that others do play."""
GRUDGING = 0.5
"""The same once they are no longer pressed."""
TOP_CARD = 5


class Field:
    """A battle as one power sees it: what lies on the table, and what may still come."""

    def __init__(self, g: Position, power: int) -> None:
        battle = battle_of(g)
        self.g, self.battle, self.power = g, battle, power
        attackers = attackers_of(battle)
        self.attacking = self._on_attack(power, attackers)
        self.home = battle.controller == power
        mine, theirs = 0.0, 0.0
        self.unknown = 0
        """Cards on the table this power has not seen."""
        for pile in battle.piles:
            worth = self._pile(pile)
            if (pile.general in attackers) == self.attacking:
                mine += worth
            else:
                theirs += worth
        attack, defence = attack_strength(g, battle), defence_strength(g, battle)
        mine += attack if self.attacking else defence
        theirs += defence if self.attacking else attack
        self.margin = mine - theirs
        self.room = self._room()
        self.own_cards = self.room.get(power, 0)
        foes = [q for q in self.room if self._on_attack(q, attackers) != self.attacking]
        self.foes_left = sum(self.room[q] for q in foes)
        self.friends_left = sum(n for q, n in self.room.items() if q not in foes and q != power)

    def _on_attack(self, power: int, attackers: tuple[int, ...]) -> bool:
        owner = self.g.setting.general_power
        if power == owner[self.battle.attacker]:
            return True
        return any(owner[i] == power for i in attackers) and not any(owner[i] == power for i in self.battle.defenders)

    def _pile(self, pile: Pile) -> float:
        if self.g.setting.general_power[pile.general] == self.power:
            return pile_strength(self.g, self.battle, pile)
        hidden = sum(1 for card in pile.cards if not card & FACE_UP)
        self.unknown += hidden
        return AVERAGE_CARD * hidden + sum(card & ~FACE_UP for card in pile.cards if card & FACE_UP)

    def _room(self) -> dict[int, int]:
        """Power -> how many cards it can still play."""
        g, battle = self.g, self.battle
        room: dict[int, int] = {}
        for pile in battle.piles:
            q = g.setting.general_power[pile.general]
            if not battle.passed >> q & 1:
                room[q] = room.get(q, 0) + pile.limit - len(pile.cards)
        for q, n in room.items():
            free = 1 if battle.broke >> q & 1 else 0
            room[q] = min(n, sum(g.hands[q]), max(g.morale[q], free))
        return room

    def spread(self) -> float:
        """How far the true margin may lie from the expected one."""
        return 1.0 + 0.9 * math.sqrt(self.unknown + self.foes_left + self.friends_left)

    def chance(self, more: float, foes_part: float) -> float:
        """The chance that the own side wins if it adds so much."""
        others = AVERAGE_CARD * (EAGERNESS * self.friends_left - foes_part * self.foes_left)
        return 1 / (1 + math.exp(-1.6 * (self.margin + more + others - 0.5) / self.spread()))

    def stakes(self) -> float:
        """What winning is worth beside losing, to the player of this power."""
        return stakes(self.g, self.battle, self.power, self.attacking)


def stakes(g: Position, battle: Battle, power: int, attacking: bool) -> float:
    """What hangs on a battle for one power: Influence, men, and the land."""
    own = lord(g, power)
    campaign = Campaign(g, power)
    owner = g.setting.general_power
    ours = (battle.attacker, *battle.attack_support) if attacking else (*battle.defenders, *battle.defence_support)
    fighting = (battle.attacker,) if attacking else battle.defenders
    foes = battle.defenders if attacking else (battle.attacker,)
    worth = 0.0
    for i in foes:
        worth += campaign.glory(owner[i]) if any(owner[j] == power for j in fighting) else 1.0
        worth += 0.4 * UNIT * g.generals[i].units
    for i in fighting:
        if owner[i] == power:
            worth += UNIT * max(0, g.generals[i].units - 1) + 0.5 * GENERAL
        french = 2.0 if owner[i] == FRANCE and g.status[owner[battle.attacker]] == BRITISH else 1.0
        worth += 0.5 * french * max((rivalry(g, own, owner[j]) for j in foes), default=0.0)
    if battle.garrison != NOBODY and not attacking and battle.garrison == power:
        worth += campaign.row[battle.territory] * campaign.gains
    if attacking and owner[battle.attacker] == power:
        worth += campaign.take(battle.territory) * (1.0 if g.generals[battle.attacker].units > 1 else 0.4)
        if battle.territory == g.board.capital[FRANCE]:
            worth += max(0.0, campaign.paris)
    if not attacking and battle.territory == g.board.capital[power]:
        worth += 3.0
    return worth if any(owner[j] == power for j in ours) or battle.garrison == power else 0.5 * worth


def play_card(g: Position, power: int, options: Sequence[Action]) -> list[Opinion]:
    """Go on as long as the cards may turn the battle and it is worth them."""
    field = Field(g, power)
    at_stake = field.stakes()
    hand = g.hands[power]
    passing = field.chance(0.0, GRUDGING)
    beyond_doubt = field.margin > TOP_CARD * field.foes_left + 1.5 * math.sqrt(field.unknown)
    full = strongest_cards(hand, field.own_cards, field.home)
    going = field.chance(full, EAGERNESS)
    needed = _cards_needed(field, hand)
    going_on = at_stake * going - CARD_COST * needed
    found = []
    for action in options:
        if action[0] in ("pass", "done"):
            worth = at_stake * passing
            if beyond_doubt:
                worth = at_stake + 1
            found.append(
                Opinion(
                    worth,
                    (
                        "the battle stands {:+.0f}; going on would win {:.0%} against {:.0%}",
                        field.margin,
                        going,
                        passing,
                    ),
                )
            )
            continue
        value = action[2] if action[0] == "play" else 3
        strength = (
            value + (1 if value == 2 and field.home else 0) + (0.4 if _pairs(field.battle, action[1], value) else 0.0)
        )
        enough = field.margin + strength > TOP_CARD * field.foes_left + 1.5 * math.sqrt(field.unknown)
        worth = going_on + (0.1 - 0.01 * strength if enough else 0.01 * strength)
        if value == TOP_CARD and not enough:
            worth -= 0.25 * (1 - going)
        if action[0] == "reveal":
            worth += 0.001
        found.append(
            Opinion(
                worth,
                ("with {} cards more the chance to win rises to {:.0%}, for {:.1f} points", needed, going, at_stake),
            )
        )
    return found


def lay_card(g: Position, power: int, options: Sequence[Action]) -> list[Opinion]:
    """L'Empereur: cards are laid openly, then France draws as many as it has Units and Morale for."""
    battle = battle_of(g)
    attacking = not french_attack(g, battle)
    margin = float(grand_coalition_strength(g, battle) - french_strength(g, battle))
    french = (*french_generals(g, battle), *french_supporters(g, battle))
    draws = min(sum(g.generals[i].units for i in french), g.morale[FRANCE])
    at_stake = stakes(g, battle, power, attacking)

    def chance(more: float) -> float:
        spread = 1.0 + 1.1 * math.sqrt(draws)
        return 1 / (1 + math.exp(-1.6 * (margin + more - AVERAGE_CARD * draws - 0.5) / spread))

    hand, room = g.hands[power], 0
    for pile in battle.piles:
        if g.setting.general_power[pile.general] == power:
            room += pile.limit - len(pile.cards)
    room = min(room, sum(hand), max(g.morale[power], 1))
    friends = sum(
        min(pile.limit - len(pile.cards), sum(g.hands[q]), g.morale[q])
        for pile in battle.piles
        if (q := g.setting.general_power[pile.general]) != power
    )
    friendly = EAGERNESS * AVERAGE_CARD * friends
    now, going = chance(friendly), chance(strongest_cards(hand, room, home=False) + friendly)
    worth = at_stake * going - CARD_COST * room
    found = []
    for action in options:
        if action[0] == "done":
            found.append(Opinion(at_stake * now, ("{:+.0f}, and France may draw {} cards", margin, draws)))
        else:
            why = ("the chance to win rises from {:.0%} to {:.0%}", now, going)
            found.append(Opinion(worth + 0.01 * action[2], why))
    return found


def _cards_needed(field: Field, hand: tuple[int, int, int, int]) -> int:
    """How many cards it will take to be safe, or all there are."""
    target = AVERAGE_CARD * EAGERNESS * field.foes_left + 0.5 * field.spread() - field.margin
    for count in range(1, field.own_cards + 1):
        if strongest_cards(hand, count, field.home) > target:
            return count
    return max(1, field.own_cards)


def _pairs(battle: Battle, general: int, value: int) -> bool:
    """A second 4 in the same pile adds 1."""
    if value != 4:
        return False
    pile = next(p for p in battle.piles if p.general == general)
    return sum(card & ~FACE_UP == 4 for card in pile.cards) % 2 == 1


def support(g: Position, power: int, general: int, side: str) -> list[Opinion]:
    """For the cards it allows, and for the Influence of a shared victory."""
    battle = battle_of(g)
    owner = g.setting.general_power
    attack, defence = attack_strength(g, battle), defence_strength(g, battle)
    strengths = {True: float(attack), False: float(defence)}
    for attacking, generals in (
        (True, (battle.attacker, *battle.attack_support)),
        (False, (*battle.defenders, *battle.defence_support)),
    ):
        units: dict[int, int] = {}
        for i in generals:
            units[owner[i]] = units.get(owner[i], 0) + g.generals[i].units
        for q, n in units.items():
            strengths[attacking] += EAGERNESS * AVERAGE_CARD * min(n, sum(g.hands[q]), max(g.morale[q], 1))
    attacking = side == ATTACK
    margin = strengths[attacking] - strengths[not attacking]
    cards = min(g.generals[general].units, sum(g.hands[power]), g.morale[power])
    own = any(lord(g, owner[i]) == lord(g, power) for i in ((battle.attacker,) if attacking else battle.defenders))
    own = own or (not attacking and battle.garrison != NOBODY and lord(g, battle.garrison) == lord(g, power))
    before, after = likely(margin), likely(margin + AVERAGE_CARD * EAGERNESS * cards)
    foes = battle.defenders if attacking else (battle.attacker,)
    if own:
        hangs = stakes(g, battle, power, attacking)
        worth = hangs * (after - before) - UNIT - 0.3 * CARD_COST * cards
        if any(owner[i] == power for i in ((battle.attacker,) if attacking else battle.defenders)):
            return [
                Opinion(worth, ("support raises the chance from {:.0%} to {:.0%}", before, after)),
                Opinion(0.0, ("support would change too little to lose a Unit for",)),
            ]
        worth += after * len(foes)
    else:
        friend = max((rivalry(g, lord(g, power), owner[i]) for i in (battle.attacker, *battle.defenders)), default=0.0)
        worth = after * len(foes) - UNIT - 0.2 * CARD_COST * cards - 0.4 * friend * len(foes) * (after - before)
    return [
        Opinion(worth, ("a shared victory ({:.0%}) is worth {:.1f} for one Unit", after, worth + UNIT)),
        Opinion(0.0, ("there is too little to win there",)),
    ]


def choose_battle(g: Position, power: int, options: Sequence[Action]) -> list[Opinion]:
    """The surest battle first; its supporters are then spent."""
    campaign = Campaign(g, power)
    found = []
    for action in options:
        t = action[1]
        general = g.general_of(power, t)
        foes, garrison = campaign.foes_in(t)
        margin = campaign.margin(t, g.generals[general].units, foes, garrison, general)
        found.append(Opinion(-abs(margin - 2), ("support tells most in {}", g.board.names[t])))
    return found


def retreat(g: Position, general: int, options: Sequence[Action]) -> list[Opinion]:
    """Where a General goes that has to leave."""
    campaign = Campaign(g, g.setting.general_power[general])
    units = g.generals[general].units
    found = []
    for action in options:
        if action[0] == "go":
            worth = GENERAL + units * UNIT + campaign.stand(action[1], units)
            found.append(Opinion(worth, ("in {} the General is at hand again", g.board.names[action[1]])))
        else:
            found.append(Opinion(0.15, ("off the map nothing can happen to the General, and it draws a card",)))
    return found


def withdraw(g: Position, power: int, general: int, options: Sequence[Action]) -> list[Opinion]:
    """Kutuzov stays only where the odds are with him."""
    battle = battle_of(g)
    campaign = Campaign(g, power)
    attacker = g.setting.general_power[battle.attacker]
    enemy = Campaign(g, attacker, viewer=power)
    units = g.generals[battle.attacker].units
    lose = likely(enemy.margin(battle.territory, units, battle.defenders, battle.garrison, battle.attacker))
    at_stake = stakes(g, battle, power, attacking=False)
    found = []
    for action in options:
        if action[0] == "no":
            found.append(Opinion(at_stake * (1 - lose), ("he wins with {:.0%}", 1 - lose)))
        else:
            worth = 0.55 * at_stake - UNIT + 0.3 * campaign.stand(action[1], max(0, g.generals[general].units - 1))
            found.append(Opinion(worth, ("he would lose with {:.0%}", lose)))
    return found
