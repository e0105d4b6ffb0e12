"""The state of a game of Coalitions: a few lists of small things."""

from __future__ import annotations

from typing import Self

import msgspec

from grognard.engine.position import Position as EnginePosition
from grognard.engine.vocabulary import Procedures
from grognard.games.coalitions.board import NOBODY, Board
from grognard.games.coalitions.setting import CoalitionsSetting

BRITISH, FRENCH, NEUTRAL, EXPANSIONIST = range(4)
"""The four statuses (6.phase.5)."""

OFF_MAP = -1
IN_THE_BOX = -2
"""Not in this game at all: the Napoleon pawn in L'Empereur (12.setup.5)."""

CARDS, LOTS, NAPOLEON_DECK = range(3)
"""The streams of chance: Battle cards, ties of an adjustment, Napoleon cards (0.intro.2)."""

LOWEST_CARD = 2
FACE_UP = 8
"""Added to the value of a card that lies face up in a pile."""

Counts = tuple[int, int, int, int]
"""How many cards of value 2, 3, 4 and 5."""

rules = Procedures()
procedure, decision = rules.procedure, rules.decision


class General(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A General pawn: where it stands (or OFF_MAP) and the Units under it."""

    at: int
    units: int


class Move(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A Movement action in progress."""

    power: int
    round: int
    envoy: int
    only: int = NOBODY
    """The one General that may move, in Napoleon's own Movement."""
    moved: int = 0
    """Generals that have moved this round, as a mask."""
    barred: tuple[tuple[int, int], ...] = ()
    """(General, territory) to which an ally has refused its consent this round."""
    no_sail: tuple[tuple[int, int], ...] = ()
    """(General, port) for which Britain has refused the sea passage this round."""
    fought: int = 0
    """Territories that have, or have had, a battle this round."""
    engaged: int = 0
    """Generals that have fought in a battle of this round or supported one."""


class Pile(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The Battle cards one General has played, and how many it may play."""

    general: int
    limit: int
    cards: tuple[int, ...] = ()


class Battle(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A battle in progress."""

    territory: int
    attacker: int
    """The General that moved in."""
    garrison: int
    """The power whose Garrison defends, or NOBODY."""
    controller: int
    """Who controlled the territory when the battle began (value 2 cards ask)."""
    defenders: tuple[int, ...]
    attack_support: tuple[int, ...] = ()
    defence_support: tuple[int, ...] = ()
    piles: tuple[Pile, ...] = ()
    broke: int = 0
    """Powers with 0 Morale when the battle began, that have their one free card left."""
    passed: int = 0
    """Powers that have passed by choice."""


class Position(EnginePosition):
    """The board, the tracks, the hands, and what is going on."""

    __slots__ = (
        "allies",
        "at",
        "battle",
        "before",
        "board",
        "deck",
        "declared",
        "discards",
        "enemies",
        "expelled",
        "fortresses",
        "garrisoned",
        "garrisons",
        "generals",
        "hands",
        "held",
        "influence",
        "master",
        "money",
        "morale",
        "move",
        "named",
        "napoleon_deck",
        "off_map",
        "on_map",
        "orient_card",
        "overfull",
        "owner",
        "remembered",
        "round",
        "setting",
        "spain_closed",
        "spent_this_turn",
        "status",
        "supply",
        "turn",
    )

    streams = (b"battle cards", b"lots", b"napoleon cards")

    setting: CoalitionsSetting
    board: Board

    owner: tuple[int, ...]
    """General -> the power it belongs to."""
    generals: list[General]
    at: list[tuple[int, ...]]
    """Territory -> Generals there; kept by `pieces.relocate` alone."""
    on_map: list[tuple[int, ...]]
    off_map: list[tuple[int, ...]]
    """Power -> its Generals on the map, and those that may come to it; kept by `pieces.relocate` alone."""
    garrisons: list[int]
    """Territory -> power, or NOBODY."""
    garrisoned: int
    """Territories with a Garrison, as a mask; kept by `pieces` alone."""
    held: list[int]
    """Power -> mask of the territories it controls; kept by `pieces` alone."""
    fortresses: int
    supply: list[int]
    """Unit/Garrison tokens off the map."""

    morale: list[int]
    money: list[int]
    influence: list[int]
    status: list[int]
    master: list[int]
    """The Major Power whose player runs each power: itself, or NOBODY for an uncontrolled Minor Power."""
    allies: list[int]
    enemies: list[int]
    """Power -> mask of the powers it is allied with, or At War with; kept by `relations.settle` alone."""

    hands: list[Counts]
    overfull: int
    """Powers with more cards than their hand limit, as a mask; kept by `pieces.hold` alone."""
    deck: Counts
    discards: Counts
    """The draw deck has no order: a card is drawn from what it holds when it is drawn."""
    remembered: list[tuple[tuple[int, Counts], ...]]
    """Power -> (seat, cards that seat knows to be in its hand still, from when it ran that power)."""
    napoleon_deck: int
    """Napoleon cards not yet drawn, as a mask."""

    round: int
    turn: int
    """0 to 5 within the round."""
    named: tuple[int, ...]
    """Power -> its named General, or NOBODY."""
    spain_closed: bool
    orient_card: bool
    """France still holds the Armée d'Orient card."""

    declared: tuple[int, ...]
    """The statuses chosen in this Diplomacy Phase, before they take effect."""
    expelled: int
    before: tuple[int, ...]
    """Power -> mask of its enemies before the relations last changed."""
    move: Move | None
    battle: Battle | None
    spent_this_turn: int
    """L'Empereur: Generals that have fought this turn, and those of the Grand Coalition that have supported."""

    def clone(self) -> Self:
        c: Self = super().clone()
        c.setting = self.setting
        c.board = self.board
        c.owner = self.owner
        c.generals = self.generals[:]
        c.at = self.at[:]
        c.on_map = self.on_map[:]
        c.off_map = self.off_map[:]
        c.garrisons = self.garrisons[:]
        c.garrisoned = self.garrisoned
        c.held = self.held[:]
        c.fortresses = self.fortresses
        c.supply = self.supply[:]
        c.morale = self.morale[:]
        c.money = self.money[:]
        c.influence = self.influence[:]
        c.status = self.status[:]
        c.master = self.master[:]
        c.allies = self.allies[:]
        c.enemies = self.enemies[:]
        c.hands = self.hands[:]
        c.overfull = self.overfull
        c.deck = self.deck
        c.discards = self.discards
        c.remembered = self.remembered[:]
        c.napoleon_deck = self.napoleon_deck
        c.round = self.round
        c.turn = self.turn
        c.named = self.named
        c.spain_closed = self.spain_closed
        c.orient_card = self.orient_card
        c.declared = self.declared
        c.expelled = self.expelled
        c.before = self.before
        c.move = self.move
        c.battle = self.battle
        c.spent_this_turn = self.spent_this_turn
        return c

    # --- reading the board ---------------------------------------------------------------------------------------

    def controller(self, territory: int) -> int:
        """4.control: whose Garrison is there, or whose home it is."""
        garrison = self.garrisons[territory]
        return garrison if garrison != NOBODY else self.board.home[territory]

    def garrisons_of(self, power: int) -> int:
        """Territories with a Garrison of this power, as a mask: whoever has a Garrison there controls it."""
        return self.held[power] & self.garrisoned

    def general_of(self, power: int, territory: int) -> int:
        """The General this power has in a territory, or NOBODY."""
        for i in self.at[territory]:
            if self.owner[i] == power:
                return i
        return NOBODY
