"""What stands beside a board: battle, wheel, friend and foe, cards. A game fills them, any client draws them.

Everything here is what one seat may know: a game leaves out, or turns face down, what it may not.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.engine.sheet import Table

# --- dice -------------------------------------------------------------------------------------------------------


class Die(msgspec.Struct, frozen=True):
    """A die as it fell; `hit` if it did what its thrower wanted."""

    face: int
    hit: bool = False
    sides: int = 6


class Throw(msgspec.Struct, frozen=True):
    """Dice thrown together, by a piece or for a power."""

    dice: tuple[Die, ...]
    words: str = ""
    """Who threw and what was needed, such as "2nd Corps, hits on 3 or less"."""
    piece: str | None = None
    power: str | None = None
    total: int | None = None
    """Where the sum counts."""


# --- the battle -------------------------------------------------------------------------------------------------

Standing = Literal["ready", "next", "acted", "withdrawn", "lost"]


class Participant(msgspec.Struct, frozen=True):
    """A piece in a battle: drawn as on the board, with what it is worth here and now."""

    piece: str
    standing: Standing = "ready"
    """`next` is the one whose turn it is."""
    rating: str = ""
    """What it fights with here, where this is not what is printed on it, such as "B2" for a B3 across a river."""
    hits: int = 0
    """Hits taken in this battle."""
    note: str = ""


class Pile(msgspec.Struct, frozen=True):
    """Cards before a piece; None lies face down."""

    piece: str
    cards: tuple[str | None, ...]


class Reserve(msgspec.Struct, frozen=True):
    """Pieces on the way to a battle, and when they are due."""

    pieces: tuple[str, ...]
    due: str


class Side(msgspec.Struct, frozen=True):
    """One of two sides of a battle."""

    name: str
    powers: tuple[str, ...] = ()
    strength: int | None = None
    """The one number that decides, where there is one."""
    participants: tuple[Participant, ...] = ()
    piles: tuple[Pile, ...] = ()
    reserves: tuple[Reserve, ...] = ()
    lines: tuple[str, ...] = ()


class Volley(msgspec.Struct, frozen=True):
    """What one side did in one go: the dice, and the hits they made."""

    side: Literal[0, 1]
    words: str
    throws: tuple[Throw, ...] = ()
    hits: int = 0


class Bout(msgspec.Struct, frozen=True):
    """A round of a battle, its volleys in the order they were fired."""

    title: str
    volleys: tuple[Volley, ...] = ()
    lines: tuple[str, ...] = ()


class Battle(msgspec.Struct, frozen=True, tag_field="kind", tag="battle"):
    """A battle under way."""

    title: str
    space: str
    sides: tuple[Side, Side]
    """The attacker first."""
    bouts: tuple[Bout, ...] = ()
    """The rounds so far, the last one under way."""
    most_bouts: int | None = None
    """It ends after so many at the latest."""
    lines: tuple[str, ...] = ()
    clause: str = ""


# --- other panels -----------------------------------------------------------------------------------------------


class Dial(msgspec.Struct, frozen=True):
    """Where a power stands on a wheel."""

    power: str
    sector: int


class Wheel(msgspec.Struct, frozen=True, tag_field="kind", tag="wheel"):
    """Sectors round a hub, and each power at one of them."""

    title: str
    sectors: tuple[str, ...]
    dials: tuple[Dial, ...]


Tone = Literal["allied", "friendly", "neutral", "hostile"]


class Tie(msgspec.Struct, frozen=True):
    """What one power is to another."""

    a: str
    b: str
    tone: Tone
    words: str
    """As the game calls it, such as "At War" or "Allied, until 1807"."""


class Relations(msgspec.Struct, frozen=True, tag_field="kind", tag="relations"):
    """Who is friend and foe: a square of powers. A pair is given once, whichever stands first."""

    title: str
    powers: tuple[str, ...]
    ties: tuple[Tie, ...]
    clause: str = ""


class Card(msgspec.Struct, frozen=True):
    """The face of a card."""

    label: str
    """What is large on it: its number or a letter or two."""
    title: str = ""
    text: str = ""
    """What it does, in our own words."""
    power: str | None = None
    """In whose colours it is printed."""


class Cards(msgspec.Struct, frozen=True, tag_field="kind", tag="cards"):
    """Cards lying open, and how many lie face down with them."""

    title: str
    cards: tuple[Card, ...] = ()
    face_down: int = 0


class Figures(msgspec.Struct, frozen=True, tag_field="kind", tag="table"):
    """Things compared side by side."""

    title: str
    table: Table


class Notes(msgspec.Struct, frozen=True, tag_field="kind", tag="notes"):
    """What else is going on, in sentences."""

    title: str
    lines: tuple[str, ...]


Panel = Wheel | Battle | Relations | Cards | Figures | Notes
