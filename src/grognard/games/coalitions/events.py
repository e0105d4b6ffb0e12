"""What can happen in a game of Coalitions.

A field's name says what it is: a power, a general, a territory. `at` is where a General stood when it happened.
"""

from __future__ import annotations

from typing import NamedTuple


class RoundBegan(NamedTuple):
    round: int


class TurnBegan(NamedTuple):
    round: int
    turn: int


class GeneralNamed(NamedTuple):
    power: int
    general: int
    name: str
    at: int


class CardsDrawn(NamedTuple):
    power: int
    number: int


class CardsSeen(NamedTuple):
    """The values of cards drawn: only their owner is told."""

    power: int
    cards: tuple[int, ...]


class DeckRenewed(NamedTuple):
    cards: int


class CardDiscarded(NamedTuple):
    power: int
    value: int


class MoraleChanged(NamedTuple):
    power: int
    change: int
    now: int


class MoneyChanged(NamedTuple):
    power: int
    change: int
    now: int
    reason: str


class InfluenceGained(NamedTuple):
    power: int
    change: int
    now: int
    reason: str


class GeneralPlaced(NamedTuple):
    general: int
    territory: int


class GeneralLeftMap(NamedTuple):
    general: int
    origin: int
    units: int


class SubsidyAnswered(NamedTuple):
    power: int
    money: int
    accepted: bool


class UnitsRaised(NamedTuple):
    general: int
    number: int
    at: int


class FortressBuilt(NamedTuple):
    power: int
    territory: int


class EnvoyNamed(NamedTuple):
    power: int
    envoy: int


class RoundAsked(NamedTuple):
    power: int
    envoy: int
    round: int
    granted: bool


class GarrisonPlaced(NamedTuple):
    general: int
    territory: int


class GarrisonRemoved(NamedTuple):
    power: int
    territory: int
    reason: str


class ConsentAnswered(NamedTuple):
    by: int
    general: int
    territory: int
    granted: bool
    at: int


class GeneralMoved(NamedTuple):
    general: int
    path: tuple[int, ...]
    how: str
    origin: int


class SpainOpened(NamedTuple):
    reason: str


class BattleBegan(NamedTuple):
    territory: int
    attacker: int
    defenders: tuple[int, ...]
    garrison: int
    attack: int
    defence: int


class Withdrew(NamedTuple):
    general: int
    territory: int


class SupportAnswered(NamedTuple):
    general: int
    territory: int
    granted: bool
    at: int


class CardPlayed(NamedTuple):
    """A card was laid; value 0 means face down."""

    general: int
    value: int
    at: int


class CardLaid(NamedTuple):
    """The value of a card laid face down: only its owner is told."""

    general: int
    value: int
    at: int


class CardTurnedUp(NamedTuple):
    general: int
    place: int
    value: int
    at: int


class Passed(NamedTuple):
    power: int


class BattleDecided(NamedTuple):
    territory: int
    attack: int
    defence: int
    piles: tuple[tuple[int, tuple[int, ...]], ...]


class GeneralDefeated(NamedTuple):
    general: int
    territory: int


class UnitsLost(NamedTuple):
    general: int
    number: int
    at: int


class GeneralWent(NamedTuple):
    """Retreated or displaced to a territory."""

    general: int
    origin: int
    territory: int


class GarrisonAllotted(NamedTuple):
    power: int
    general: int
    money: int
    at: int


class Expelled(NamedTuple):
    power: int
    by: int


class StatusDeclared(NamedTuple):
    power: int
    status: int


class AdmissionAnswered(NamedTuple):
    power: int
    by: int
    granted: bool


class StayAnswered(NamedTuple):
    general: int
    by: int
    granted: bool
    at: int


class LotsDrawn(NamedTuple):
    territory: int
    power: int


class BidsOpened(NamedTuple):
    minor: int
    bids: tuple[tuple[int, int], ...]


class MinorTaken(NamedTuple):
    minor: int
    power: int
    reason: str


class NapoleonCardDrawn(NamedTuple):
    card: int


class FrenchCardDrawn(NamedTuple):
    value: int
    strength: int


class RaceToParis(NamedTuple):
    territory: int


class GameWon(NamedTuple):
    winners: tuple[int, ...]
    reason: str
