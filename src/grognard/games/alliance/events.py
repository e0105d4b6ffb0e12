"""What can happen in a game of Alliance.

A field's name says what it is: a player, a state, a block, a place. Where the public may not know a block, there are
two events: one for everybody with its colour (`state`), one for whoever runs it with the block.
"""

from __future__ import annotations

from typing import NamedTuple

# --- the year and its cards ------------------------------------------------------------------------------------------


class YearBegan(NamedTuple):
    year: int


class TurnBegan(NamedTuple):
    year: int
    turn: int


class CardsDealt(NamedTuple):
    player: int
    cards: tuple[int, ...]


class CardLaidAside(NamedTuple):
    player: int
    card: int


class CardsRevealed(NamedTuple):
    players: tuple[int, ...]
    cards: tuple[int, ...]


class PlayerTurnBegan(NamedTuple):
    player: int
    ap: int


class PlayerTurnEnded(NamedTuple):
    player: int
    saved: int


class IncomeCollected(NamedTuple):
    player: int
    homeland: int
    other: int
    gold: int


class BlocksStoodUp(NamedTuple):
    number: int


class BlockDisbanded(NamedTuple):
    block: int
    place: int


# --- moving and levying ----------------------------------------------------------------------------------------------


class ColourMoved(NamedTuple):
    """A block of this colour went somewhere: all that onlookers see."""

    state: int
    path: tuple[int, ...]
    how: str


class BlockMoved(NamedTuple):
    block: int
    path: tuple[int, ...]
    how: str


class AttackBegan(NamedTuple):
    player: int
    place: int


class BorderEventUsed(NamedTuple):
    player: int
    card: int
    origin: int
    place: int


class ColourLevied(NamedTuple):
    state: int
    place: int
    new: bool


class BlockLevied(NamedTuple):
    block: int
    place: int
    steps: int


# --- diplomacy and alliances -----------------------------------------------------------------------------------------


class BidOpened(NamedTuple):
    player: int
    state: int
    gold: int


class BidAnswered(NamedTuple):
    player: int
    matched: bool


class BidRolled(NamedTuple):
    player: int
    dice: tuple[int, int]
    bonus: int
    total: int


class BidFailed(NamedTuple):
    state: int
    reason: str


class StateJoined(NamedTuple):
    state: int
    player: int
    reason: str


class StateLeft(NamedTuple):
    state: int
    player: int
    reason: str


class StateAlone(NamedTuple):
    """A neutral was attacked, and nobody may take it in."""

    state: int


class PactProposed(NamedTuple):
    player: int
    partner: int


class PactRefused(NamedTuple):
    player: int
    partner: int


class PactMade(NamedTuple):
    player: int
    partner: int


class PactPublished(NamedTuple):
    player: int
    partner: int


class PactBroken(NamedTuple):
    player: int
    partner: int


class PermissionChanged(NamedTuple):
    player: int
    partner: int
    granted: bool


class GoldGiven(NamedTuple):
    player: int
    partner: int
    gold: int


class SurrenderAnswered(NamedTuple):
    player: int
    victor: int
    gold: int
    accepted: bool


# --- battles ---------------------------------------------------------------------------------------------------------


class BattleBegan(NamedTuple):
    place: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    attack_reserves: int
    defence_reserves: int


class BattleDropped(NamedTuple):
    place: int


class RoundBegan(NamedTuple):
    place: int
    round: int


class ReservesArrived(NamedTuple):
    place: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]


class ControlSwitched(NamedTuple):
    place: int


class LeaderEventUsed(NamedTuple):
    player: int
    card: int
    block: int


class Fired(NamedTuple):
    block: int
    place: int
    dice: tuple[int, ...]
    firepower: int
    hits: int


class Passed(NamedTuple):
    block: int
    place: int


class FortressShaken(NamedTuple):
    """The first hit of two."""

    block: int
    place: int


class BlockLost(NamedTuple):
    """A block has lost a step."""

    block: int
    place: int
    steps: int


class BlockEliminated(NamedTuple):
    block: int
    place: int


class Retreated(NamedTuple):
    block: int
    origin: int
    place: int


class BattleExtended(NamedTuple):
    block: int
    place: int


class BattleWon(NamedTuple):
    place: int
    side: int
    players: tuple[int, ...]


class Pursued(NamedTuple):
    block: int
    origin: int
    place: int


# --- defeat and victory ----------------------------------------------------------------------------------------------


class StateDefeated(NamedTuple):
    state: int
    victor: int
    reason: str


class ReparationsPaid(NamedTuple):
    player: int
    victor: int
    gold: int


class SuddenDeath(NamedTuple):
    state: int
    reason: str


class PointsCounted(NamedTuple):
    player: int
    points: int
    gold: int


class GameWon(NamedTuple):
    winners: tuple[int, ...]
    reason: str


# --- solitaire -------------------------------------------------------------------------------------------------------


class CardTurned(NamedTuple):
    card: int
    state: int


class Scored(NamedTuple):
    state: int
    gained: int
    lost: int
    score: int
