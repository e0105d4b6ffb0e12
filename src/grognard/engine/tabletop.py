"""A game as it lies on a table: board, pieces, powers, panels, hand, what may be clicked. Any client can draw it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

from grognard.engine.decision import Action
from grognard.engine.sheet import Colour, Sheet, Table

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


class Dial(msgspec.Struct, frozen=True):
    """Where a power stands on a wheel."""

    power: str
    sector: int


class Wheel(msgspec.Struct, frozen=True, tag_field="kind", tag="wheel"):
    """Sectors round a hub, and each power at one of them."""

    title: str
    sectors: tuple[str, ...]
    dials: tuple[Dial, ...]


class Pile(msgspec.Struct, frozen=True):
    """Cards before a piece; None lies face down."""

    piece: str
    cards: tuple[str | None, ...]


class Side(msgspec.Struct, frozen=True):
    """One of two sides of a battle."""

    name: str
    strength: int
    pieces: tuple[str, ...]
    piles: tuple[Pile, ...] = ()
    lines: tuple[str, ...] = ()


class Battle(msgspec.Struct, frozen=True, tag_field="kind", tag="battle"):
    """A battle under way."""

    title: str
    space: str
    sides: tuple[Side, Side]
    lines: tuple[str, ...] = ()


class Cards(msgspec.Struct, frozen=True, tag_field="kind", tag="cards"):
    """Cards lying open."""

    title: str
    cards: tuple[str, ...]


class Figures(msgspec.Struct, frozen=True, tag_field="kind", tag="table"):
    """Things compared side by side."""

    title: str
    table: Table


class Notes(msgspec.Struct, frozen=True, tag_field="kind", tag="notes"):
    """What else is going on, in sentences."""

    title: str
    lines: tuple[str, ...]


Panel = Wheel | Battle | Cards | Figures | Notes


class HandCard(msgspec.Struct, frozen=True):
    """A card the onlooker holds; cards that are alike share an id."""

    card: str
    label: str
    power: str


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
        hand=tuple(HandCard(card, card, hand.title) for hand in sheet.hands for card in hand.cards),
        offers=offers(rulebook, position, seat, {}),
    )
