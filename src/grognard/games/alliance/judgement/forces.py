"""How strong blocks are, as far as a player may know, and how a battle between two forces is likely to go."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.judgement.worth import BLOCK, STEP, lasting
from grognard.games.alliance.position import Position
from grognard.games.alliance.roster import FLEET, FORTRESS, Roster
from grognard.games.alliance.states import camp

LETTER_C, LETTER_D = 2, 3
ROUNDS = 3
"""Rounds in which the attacker fires before he must retreat (7.2.4)."""
EVEN, BLOWS, LEFT = -1.44, 1.93, 2.14
"""How surely an attack succeeds: by the blows it can deal, beside what the defence can take, and what is left of it in
the end. Fitted to 1,227 battles of games between staff, each worked out by `reckoning`; the error is 10%."""
RECOVERED = 0.35
"""The part of the steps a block lacked when it was last seen that is thought to have been levied since."""


Hits = tuple[float, float, float, float]
"""A round's, letter by letter."""


class Strength(NamedTuple):
    """What a block brings into battle: when it fires, its hits a round, and the hits it can take."""

    letter: int
    hits: float
    tough: float


class Force(NamedTuple):
    """Blocks that fight together: their hits a round, letter by letter, and the hits they can take."""

    a: float = 0.0
    b: float = 0.0
    c: float = 0.0
    d: float = 0.0
    tough: float = 0.0

    @property
    def hits(self) -> float:
        """Of a round."""
        return self.a + self.b + self.c + self.d

    def joined(self, other: Force) -> Force:
        return Force(*map(float.__add__, self, other))

    def without(self, block: Strength) -> Force:
        left = list(self)
        left[block.letter] -= block.hits
        left[-1] -= block.tough
        return Force(*left)

    def part(self, share: float) -> Force:
        return Force(*(share * number for number in self))

    @property
    def weight(self) -> float:
        """One number for how much it counts on the map."""
        return math.sqrt(self.hits * self.tough)

    def __bool__(self) -> bool:
        return self.tough > 0


NOTHING = Force()


@lru_cache(maxsize=8192)
def gathered(blocks: tuple[Strength, ...]) -> Force:
    """The force that these make; most have stood together before."""
    whole = [0.0, 0.0, 0.0, 0.0, 0.0]
    for letter, hits, tough in blocks:
        whole[letter] += hits
        whole[-1] += tough
    return Force(*whole)


@cache
def strengths(roster: Roster) -> tuple[tuple[tuple[Strength, ...], ...], ...]:
    """At sea and ashore: block -> what it brings into battle with so many steps."""
    return tuple(
        tuple(
            tuple(strength(roster.kind[b], roster.letter[b], n, roster.fire[b], ashore) for n in range(most + 1))
            for b, most in enumerate(roster.steps)
        )
        for ashore in (False, True)
    )


class Onlooker(dict[int, Strength]):
    """What blocks are to be expected, on average, by those who cannot see them: each looked at when first asked for.

    Blocks alike from behind share a cover (2.2.1.1): each is taken for the average of them as they were last seen, a
    little recovered. A cover with one block in it is that block.
    """

    def __init__(self, g: Position) -> None:
        self.g = g
        self._known: dict[tuple[int, int], Strength] = {}
        self._bags: dict[int, dict[int, list[int]]] = {}

    def __missing__(self, block: int) -> Strength:
        found = self[block] = self._look(block)
        return found

    def _look(self, block: int) -> Strength:
        g = self.g
        at, steps, port = g.blocks[block]
        ashore = at < g.board.first_sea
        label = g.cover[block]
        bag = self._bag(g.roster.owner[block], label)
        if len(bag) == 1:
            return strengths(g.roster)[ashore][block][steps]
        if g.roster.kind[block] == FORTRESS:
            kind = FORTRESS
        elif not ashore or port != NOBODY:
            kind = FLEET
        else:
            kind = NOBODY
        key = (label, 2 * kind + ashore)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._suppose(bag, kind, ashore)
        return found

    def _bag(self, state: int, label: int) -> list[int]:
        """The blocks of a state under one cover."""
        bags = self._bags.get(state)
        if bags is None:
            bags = self._bags[state] = {}
            for b in self.g.roster.of[state]:
                bags.setdefault(self.g.cover[b], []).append(b)
        return bags[label]

    def _suppose(self, bag: list[int], kind: int, ashore: bool) -> Strength:
        g = self.g
        roster = g.roster
        if kind == NOBODY:
            alike = [b for b in bag if roster.kind[b] not in (FLEET, FORTRESS)]
            kind = roster.kind[alike[0]] if alike else FLEET
        else:
            alike = [b for b in bag if roster.kind[b] == kind]
        alike = alike or bag
        seen = sum((1 - RECOVERED) * g.seen[b] + RECOVERED * roster.steps[b] for b in alike) / len(alike)
        fire = sum(roster.fire[b] for b in alike) / len(alike)
        return strength(kind, LETTER_D if kind == FLEET else LETTER_C, seen, fire, ashore)


class Knowledge(dict[int, Strength]):
    """What a player knows of the blocks on the map: his own exactly, the others as any onlooker."""

    def __init__(self, g: Position, player: int, onlooker: Onlooker) -> None:
        self.g = g
        self._onlooker = onlooker
        self._own = camp(g, player).forces
        self._lasting = lasting(g)

    def __missing__(self, block: int) -> Strength:
        if self._own >> block & 1:
            at, steps, _ = self.g.blocks[block]
            found = strengths(self.g.roster)[at < self.g.board.first_sea][block][steps]
        else:
            found = self._onlooker[block]
        self[block] = found
        return found

    def worth(self, block: int) -> float:
        """What the block is worth to whoever runs it, in victory points."""
        return self._lasting * (BLOCK + 3 * STEP * self[block].hits)

    def force(self, blocks: Sequence[int]) -> Force:
        return gathered(tuple([self[b] for b in blocks])) if blocks else NOTHING


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


@lru_cache(maxsize=8192)
def clash(
    attack: Force,
    defence: Force,
    attack_reserves: Force = NOTHING,
    defence_reserves: Force = NOTHING,
    rounds: int = ROUNDS,
) -> Prospect:
    """Follow the averages of a battle: letter by letter, defenders first, reserves from the second round on.

    The same forces meet again and again, from one position to the next: of ten battles nine have been followed before.
    """
    if not defence.tough and not defence_reserves.tough:
        return CERTAIN
    ours, theirs = attack.tough, defence.tough
    whole_ours, whole_theirs = ours + attack_reserves.tough, theirs + defence_reserves.tough
    our_hits, their_hits = attack[:4], defence[:4]
    our_base, their_base = ours or 1.0, theirs or 1.0
    for number in range(rounds):
        if number == 1 and (attack_reserves.tough or defence_reserves.tough):
            if attack_reserves.tough:
                part = max(0.0, ours) / our_base
                our_hits = _joined_by(our_hits, part, attack_reserves)
                ours = our_base = max(0.0, ours) + attack_reserves.tough
            if defence_reserves.tough:
                part = max(0.0, theirs) / their_base
                their_hits = _joined_by(their_hits, part, defence_reserves)
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
    blows = rounds * attack.hits + (rounds - 1) * attack_reserves.hits
    odds = EVEN + BLOWS * math.log((blows + 0.05) / whole_theirs) + LEFT * left
    return Prospect(1 / (1 + math.exp(-odds)), 1 - left, 1 - theirs / whole_theirs)


def _joined_by(hits: Hits, part: float, reserves: Force) -> Hits:
    """So much of these hits, letter by letter, and the reserves'."""
    a, b, c, d = hits
    return part * a + reserves.a, part * b + reserves.b, part * c + reserves.c, part * d + reserves.d
