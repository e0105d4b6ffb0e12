"""How strong blocks are, as far as a player may know, and how a battle between two forces is likely to go."""

from __future__ import annotations

import math
from typing import NamedTuple

from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.judgement.worth import BLOCK, STEP, lasting
from grognard.games.alliance.position import Position
from grognard.games.alliance.roster import FLEET, FORTRESS

LETTER_C, LETTER_D = 2, 3
ROUNDS = 3
"""Rounds in which the attacker fires before he must retreat (7.2.4)."""
EVEN, BLOWS, LEFT = -1.44, 1.93, 2.14
"""How surely an attack succeeds: by the blows it can deal, beside what the defence can take, and what is left of it in
the end. Fitted to 1,227 battles of games between staff, each worked out by `reckoning`; the error is 10%."""
RECOVERED = 0.35
"""The part of the steps a block lacked when it was last seen that is thought to have been levied since."""


class Strength(NamedTuple):
    """What a block brings into battle: when it fires, its hits a round, and the hits it can take."""

    letter: int
    hits: float
    tough: float


class Force:
    """Blocks that fight together."""

    __slots__ = ("hits", "tough")

    def __init__(self) -> None:
        self.hits = [0.0, 0.0, 0.0, 0.0]
        """Hits a round, letter by letter."""
        self.tough = 0.0

    def add(self, strength: Strength) -> None:
        self.hits[strength.letter] += strength.hits
        self.tough += strength.tough

    def add_part(self, other: Force, part: float) -> None:
        """So much of another force."""
        if other.tough:
            for letter, hits in enumerate(other.hits):
                self.hits[letter] += part * hits
            self.tough += part * other.tough

    def joined(self, *others: Force) -> Force:
        whole = Force()
        for force in (self, *others):
            for letter, hits in enumerate(force.hits):
                whole.hits[letter] += hits
            whole.tough += force.tough
        return whole

    @property
    def weight(self) -> float:
        """One number for how much it counts on the map."""
        return math.sqrt(sum(self.hits) * self.tough)

    def __bool__(self) -> bool:
        return self.tough > 0


NOTHING = Force()


def force_of(hits: tuple[float, float, float, float], tough: float) -> Force:
    """A force of so many hits a round, letter by letter."""
    force = Force()
    force.hits, force.tough = list(hits), tough
    return force


class Knowledge:
    """What a player knows of the blocks on the map; of those he cannot see, what is to be expected on average.

    Blocks alike from behind share a cover (2.2.1.1): each is taken for the average of them as they were last seen, a
    little recovered. A cover with one block in it is that block.
    """

    def __init__(self, g: Position, player: int) -> None:
        self.g, self.player = g, player
        self._known: dict[tuple[int, int], Strength] = {}
        self._blocks: dict[int, Strength] = {}

    def of(self, block: int) -> Strength:
        found = self._blocks.get(block)
        if found is None:
            found = self._blocks[block] = self._look(block)
        return found

    def _look(self, block: int) -> Strength:
        g = self.g
        roster = g.roster
        at, steps, port = g.blocks[block]
        ashore = at < g.board.first_sea
        if g.master[roster.owner[block]] == self.player:
            return strength(roster.kind[block], roster.letter[block], steps, roster.fire[block], ashore)
        if roster.kind[block] == FORTRESS:
            kind = FORTRESS
        elif not ashore or port != NOBODY:
            kind = FLEET
        else:
            kind = NOBODY
        key = (g.cover[block], 2 * kind + ashore)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._suppose(block, kind, ashore)
        return found

    def _suppose(self, block: int, kind: int, ashore: bool) -> Strength:
        g = self.g
        roster, cover = g.roster, g.cover
        bag = [b for b in roster.of[roster.owner[block]] if cover[b] == cover[block]]
        if len(bag) == 1:
            steps = g.blocks[block].steps
            return strength(roster.kind[block], roster.letter[block], steps, roster.fire[block], ashore)
        if kind == NOBODY:
            alike = [b for b in bag if roster.kind[b] not in (FLEET, FORTRESS)]
            kind = roster.kind[alike[0]] if alike else FLEET
        else:
            alike = [b for b in bag if roster.kind[b] == kind]
        alike = alike or bag
        seen = sum((1 - RECOVERED) * g.seen[b] + RECOVERED * roster.steps[b] for b in alike) / len(alike)
        fire = sum(roster.fire[b] for b in alike) / len(alike)
        return strength(kind, LETTER_D if kind == FLEET else LETTER_C, seen, fire, ashore)

    def worth(self, block: int) -> float:
        """What the block is worth to whoever runs it, in victory points."""
        found = self.of(block)
        return lasting(self.g) * (BLOCK + 3 * STEP * found.hits)

    def force(self, blocks: list[int] | tuple[int, ...]) -> Force:
        total = Force()
        for b in blocks:
            total.add(self.of(b))
        return total


def strength(kind: int, letter: int, steps: float, fire: float, ashore: bool) -> Strength:
    """2.3, 7.32, 8.2.5, 8.3.4: fortresses take two hits for a step, fleets one more than their steps."""
    if kind == FLEET:
        return Strength(letter, steps * max(0.0, fire - ashore) / 6, steps + 1)
    return Strength(letter, steps * fire / 6, 2 * steps if kind == FORTRESS else steps)


class Prospect(NamedTuple):
    """How a battle is likely to end: the attacker's chance, and the share of its toughness that each side loses."""

    chance: float
    attack_lost: float
    defence_lost: float


CERTAIN, HOPELESS = Prospect(1.0, 0.0, 1.0), Prospect(0.0, 1.0, 0.0)


def clash(
    attack: Force,
    defence: Force,
    attack_reserves: Force = NOTHING,
    defence_reserves: Force = NOTHING,
    rounds: int = ROUNDS,
) -> Prospect:
    """Follow the averages of a battle: letter by letter, defenders first, reserves from the second round on."""
    if not defence.tough and not defence_reserves.tough:
        return CERTAIN
    ours, theirs = attack.tough, defence.tough
    whole_ours, whole_theirs = ours + attack_reserves.tough, theirs + defence_reserves.tough
    our_hits, their_hits = attack.hits, defence.hits
    our_base, their_base = ours or 1.0, theirs or 1.0
    for number in range(rounds):
        if number == 1 and (attack_reserves.tough or defence_reserves.tough):
            if attack_reserves.tough:
                part = max(0.0, ours) / our_base
                our_hits = [part * h + r for h, r in zip(our_hits, attack_reserves.hits, strict=True)]
                ours = our_base = max(0.0, ours) + attack_reserves.tough
            if defence_reserves.tough:
                part = max(0.0, theirs) / their_base
                their_hits = [part * h + r for h, r in zip(their_hits, defence_reserves.hits, strict=True)]
                theirs = their_base = max(0.0, theirs) + defence_reserves.tough
        for letter in range(4):
            if their_hits[letter]:
                ours -= their_hits[letter] * theirs / their_base
            if ours <= 0:
                break
            if our_hits[letter]:
                theirs -= our_hits[letter] * ours / our_base
            if theirs <= 0:
                break
        if (ours <= 0 or theirs <= 0) and (number or not (attack_reserves.tough or defence_reserves.tough)):
            break
    ours, theirs = max(0.0, ours), max(0.0, theirs)
    if not whole_ours:
        return HOPELESS
    left = ours / whole_ours
    blows = rounds * sum(attack.hits) + (rounds - 1) * sum(attack_reserves.hits)
    odds = EVEN + BLOWS * math.log((blows + 0.05) / whole_theirs) + LEFT * left
    return Prospect(1 / (1 + math.exp(-odds)), 1 - left, 1 - theirs / whole_theirs)
