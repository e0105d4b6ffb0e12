"""A game as a player sees it on paper: tables, the map by regions, hands of cards. Any client can draw it."""

from __future__ import annotations

from typing import Literal

import msgspec

Colour = Literal["red", "blue", "white", "black", "green", "orange", "yellow", "purple", "brown", "grey"]


class Column(msgspec.Struct, frozen=True):
    """A column of a table."""

    title: str
    number: bool = False
    """Numbers stand to the right."""


class Row(msgspec.Struct, frozen=True):
    """A line of a table; `own` marks what the onlooker plays."""

    cells: tuple[str, ...]
    colour: Colour | None = None
    own: bool = False


class Table(msgspec.Struct, frozen=True):
    """Things compared side by side, such as the powers and their tracks."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


class Piece(msgspec.Struct, frozen=True):
    """A piece on the map, in as few letters as tell it from others."""

    text: str
    colour: Colour | None = None


class Space(msgspec.Struct, frozen=True):
    """A place on the map with all that stands in it; its colour is whose it is."""

    id: str
    name: str
    note: str = ""
    colour: Colour | None = None
    pieces: tuple[Piece, ...] = ()
    near: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """How it is joined to others: (by land, names), (by sea, names) …"""


class Region(msgspec.Struct, frozen=True):
    """A part of the map."""

    name: str
    spaces: tuple[Space, ...]


class Hand(msgspec.Struct, frozen=True):
    """Cards the onlooker may see."""

    title: str
    cards: tuple[str, ...]
    colour: Colour | None = None


class Sheet(msgspec.Struct, frozen=True):
    """The whole of it."""

    title: str
    moment: str
    """Where the game stands, such as the round and the turn."""
    table: Table
    regions: tuple[Region, ...]
    hands: tuple[Hand, ...] = ()
    notes: tuple[str, ...] = ()
    """What else is going on: a battle, a movement, the decks."""
    legend: str = ""
    """How to read the pieces and notes of the map."""
    tints: dict[str, Colour] = {}
    """Words of the log that are shown in a colour."""


def as_text(sheet: Sheet) -> str:
    """The sheet in plain letters. Places where nothing stands are left out."""
    lines = [f"{sheet.title} · {sheet.moment}", "", *_table_lines(sheet.table)]
    lines += [f"{hand.title}: {' '.join(hand.cards) or 'no cards'}" for hand in sheet.hands]
    lines += sheet.notes
    for region in sheet.regions:
        held = [space for space in region.spaces if space.pieces]
        if held:
            shown = "; ".join(" ".join((s.name, *(piece.text for piece in s.pieces))) for s in held)
            lines += ["", f"{region.name}: {shown}"]
    return "\n".join(lines)


def _table_lines(table: Table) -> list[str]:
    rows = [tuple(column.title for column in table.columns), *(row.cells for row in table.rows)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(table.columns))]
    marks = [" ", *("*" if row.own else " " for row in table.rows)]
    lines = []
    for mark, row in zip(marks, rows, strict=True):
        cells = (
            cell.rjust(width) if column.number else cell.ljust(width)
            for cell, width, column in zip(row, widths, table.columns, strict=True)
        )
        lines.append(f"{mark} {'  '.join(cells)}".rstrip())
    return lines
