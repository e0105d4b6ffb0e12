"""A game as it lies on a table: board, pieces, powers, panels, hand, what may be clicked. Any client can draw it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

from grognard.engine.decision import Action
from grognard.engine.panels import Card, Figures, Notes, Panel
from grognard.engine.sheet import Colour, Sheet

if TYPE_CHECKING:
    from grognard.engine.position import Position
    from grognard.engine.rulebook import Rulebook

Click = Literal["piece", "space", "power", "card", "button"]
"""What a click can land on. A button stands for itself: it is shown with the words of its action."""
Face = Literal["card", "block", "figure", "token"]

Clicks = Mapping[str, Click]
"""Of a game: where a kind of its vocabulary is clicked, or one argument of a verb (`"discard.0"`). Else: a button."""


class BoardName(msgspec.Struct, frozen=True):
    """A board of the atlas."""

    game: str
    board: str


Symbol = Literal["infantry", "cavalry", "artillery", "fleet", "fortress", "headquarters", "irregulars"]


class Block(msgspec.Struct, frozen=True):
    """The printed face of a wooden block. It stands on edge: the edge that is up says how strong it is now."""

    symbol: Symbol
    strength: int
    full: int
    """Its strength when fresh; going round, each edge has one less."""
    least: int = 1
    """What the last edge says before it is lost: 1, or 0 for one that is only crippled then."""
    rating: str = ""
    """How it fights, in print, such as "B3"."""


class Piece(msgspec.Struct, frozen=True):
    """A piece on the board, or beside it where `space` is None."""

    id: str
    kind: str
    """The name of its icon, such as general, garrison, fortress."""
    power: str | None
    space: str | None
    face: Face
    label: str
    """What a player calls it now."""
    badge: str = ""
    """The figure written on it, such as its strength."""
    name: str | None = None
    spent: bool = False
    """It has done what it could for now."""
    block: Block | None = None
    """Of a block: its face. Without one the onlooker sees its back, wood in its owner's colour."""
    notes: tuple[str, ...] = ()
    """What else holds for it now, such as "out of supply": said on hovering."""


class Track(msgspec.Struct, frozen=True):
    """A number a power has, with the end of its track where there is one."""

    name: str
    value: int
    max: int | None = None


class Power(msgspec.Struct, frozen=True):
    """A power as the column beside the board shows it."""

    id: str
    name: str
    colour: Colour
    seat: str | None
    own: bool
    """The onlooker decides for it."""
    deciding: bool
    """The game waits for it."""
    status: str = ""
    tracks: tuple[Track, ...] = ()
    lines: tuple[str, ...] = ()


class HandCard(msgspec.Struct, frozen=True):
    """A card the onlooker holds; cards that are alike share an id."""

    card: str
    power: str
    """Who holds it."""
    face: Card


class Overlay(msgspec.Struct, frozen=True):
    """Something that can be laid over the map: ports and sea lanes, supply, key cities."""

    id: str
    title: str
    spaces: dict[str, str] = {}
    """What is marked, with a word or none on each."""
    links: tuple[tuple[str, str], ...] = ()
    """Spaces joined by a line."""
    mark: str = ""
    """The printed mark of the board on which the signs lie, such as port; else they lie in the middle of a space."""


class Target(msgspec.Struct, frozen=True):
    """Something to click."""

    kind: Click
    id: str


class Offer(msgspec.Struct, frozen=True):
    """An offered action and what is clicked to give it, in order."""

    do: tuple[str | int, ...]
    targets: tuple[Target, ...]


class Tabletop(msgspec.Struct, frozen=True):
    """All a seat may see of a table (None: a spectator)."""

    title: str
    moment: str
    """Where the game stands, such as the round and the turn."""
    board: BoardName | None = None
    control: dict[str, str] = {}
    """Whose a space is."""
    pieces: tuple[Piece, ...] = ()
    powers: tuple[Power, ...] = ()
    panels: tuple[Panel, ...] = ()
    hand: tuple[HandCard, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    odds: bool = False
    """The game can say how what is at hand may end: see `Rulebook.odds`."""
    offers: tuple[Offer, ...] = ()


def offers(rulebook: Rulebook, position: Position, seat: int | None, clicks: Clicks) -> tuple[Offer, ...]:
    """Every action the seat is offered now, with its clicks."""
    power = -1 if seat is None else position.asked(seat)
    if power < 0:
        return ()
    return tuple(_offer(rulebook, position, action, clicks) for action in position.options(power))


def _offer(rulebook: Rulebook, position: Position, action: Action, clicks: Clicks) -> Offer:
    vocabulary = rulebook.vocabulary_of(position)
    verb = action[0]
    kinds = vocabulary.kinds_of(verb, len(action) - 1) or ()
    do = vocabulary.encode(action)
    targets = tuple(
        Target(clicks.get(f"{verb}.{place}", clicks.get(kind, "button")), str(argument))
        for place, (kind, argument) in enumerate(zip(kinds, do[1:], strict=True))
    )
    return Offer(do, targets or (Target("button", verb),))


def from_sheet(rulebook: Rulebook, position: Position, seat: int | None, sheet: Sheet) -> Tabletop:
    """What a game without a table of its own gets: its sheet as panels, and every action a button."""
    held = [
        Notes(region.name, tuple(" ".join((s.name, *(p.text for p in s.pieces))) for s in region.spaces if s.pieces))
        for region in sheet.regions
    ]
    panels: list[Panel] = [Figures(sheet.title, sheet.table), Notes("", sheet.notes), *held]
    return Tabletop(
        title=sheet.title,
        moment=sheet.moment,
        panels=tuple(panel for panel in panels if not isinstance(panel, Notes) or panel.lines),
        hand=tuple(HandCard(card, hand.title, Card(card)) for hand in sheet.hands for card in hand.cards),
        offers=offers(rulebook, position, seat, {}),
    )
