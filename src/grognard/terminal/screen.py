"""What a player sees: the sheet, the log, the question and its options, in colours where the terminal has them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grognard.engine.sheet import Colour, Hand, Row, Sheet, Space
from grognard.terminal.menu import Entry

STYLES: dict[Colour, str] = {
    "red": "red",
    "blue": "bright_blue",
    "white": "bold",
    "black": "grey58",
    "green": "green",
    "orange": "dark_orange",
    "yellow": "yellow",
    "purple": "magenta",
    "brown": "orange4",
    "grey": "grey70",
}
TALL = 40
"""From so many lines on the map is shown without asking."""
MANY = 8
"""More lines than that are set in columns."""


def style_of(colour: Colour | None) -> str:
    return STYLES[colour] if colour else ""


class Screen:
    """A console that pages what is too long for it."""

    def __init__(self, console: Console, ask: Callable[[str], str]) -> None:
        self.console = console
        self._ask = ask
        self.live = console.is_terminal
        """A person sits there; otherwise lines are read from a pipe and nothing is paged or coloured."""

    @property
    def height(self) -> int:
        return self.console.height if self.live else 1_000

    @property
    def most_options(self) -> int:
        """Options shown in one list before they are grouped."""
        return 12 if self.height < 32 else 15

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))

    def show(self, *parts: RenderableType) -> None:
        """Print, a screenful at a time."""
        if not self.live:
            self.console.print(*parts, sep="\n")
            return
        with self.console.capture() as captured:
            self.console.print(*parts, sep="\n")
        lines = captured.get().rstrip("\n").split("\n")
        full = max(5, self.height - 1)
        while lines:
            self.console.file.write("\n".join(lines[:full]) + "\n")
            lines = lines[full:]
            if lines and self._ask(f"-- {len(lines)} more lines: Enter, or q to stop -- ").strip():
                return

    # --- the sheet ------------------------------------------------------------------------------------------------

    def heading(self, sheet: Sheet) -> RenderableType:
        return Rule(Text(f"{sheet.title} · {sheet.moment}", style="bold"), align="left", characters="─")

    def table(self, sheet: Sheet) -> Table:
        table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
        table.add_column("")
        for column in sheet.table.columns:
            table.add_column(column.title, justify="right" if column.number else "left", no_wrap=True)
        for row in sheet.table.rows:
            style = style_of(row.colour)
            cells = (Text(cell, style=f"{style} bold" if row.own else style) for cell in row.cells)
            table.add_row(Text("▸" if row.own else " ", style="bold"), *cells)
        return table

    def own_line(self, sheet: Sheet) -> Text:
        """The onlooker's own rows in one line each."""
        return Text("\n").join(self._own_row(sheet, row) for row in sheet.table.rows if row.own)

    def _own_row(self, sheet: Sheet, row: Row) -> Text:
        pairs = zip(sheet.table.columns, row.cells, strict=True)
        words = [f"{column.title} {cell}" if column.number else cell for column, cell in pairs if column.title]
        return Text(" · ".join(words), style=style_of(row.colour))

    def hands(self, hands: Iterable[Hand]) -> Text:
        return self._lines([self._hand(hand) for hand in hands], self.console.width)

    def _hand(self, hand: Hand) -> Text:
        text = Text.assemble((f"{hand.title}: ", style_of(hand.colour)))
        if not hand.cards:
            text.append("no cards", style="dim")
        for card in hand.cards:
            if self.live:
                text.append(f" {card} ", style="reverse")
                text.append(" ")
            else:
                text.append(f"[{card}] ")
        text.rstrip()
        return text

    def map(self, sheet: Sheet, *, whole: bool) -> RenderableType:
        """The map by regions; where nothing stands is left out unless the whole is wanted."""
        grid = Table.grid(padding=(0, 1))
        grid.add_column(style="italic dim", no_wrap=True)
        grid.add_column()
        room = self.console.width - 1 - max((len(region.name) for region in sheet.regions), default=0)
        for region in sheet.regions:
            spaces = [space for space in region.spaces if whole or space.pieces]
            if spaces:
                grid.add_row(region.name, self._lines([self._space(space, noted=whole) for space in spaces], room))
        return Group(grid, Text(sheet.legend, style="dim")) if whole else grid

    def _lines(self, texts: Sequence[Text], room: int) -> Text:
        """Texts beside one another, none broken in its middle."""
        lines = [Text()]
        for text in texts:
            if lines[-1].cell_len and lines[-1].cell_len + 2 + text.cell_len > room:
                lines.append(Text())
            lines[-1].append("  " if lines[-1].cell_len else "").append_text(text)
        return Text("\n").join(lines)

    def _space(self, space: Space, *, noted: bool) -> Text:
        """A place and its pieces."""
        text = Text.assemble((space.name, style_of(space.colour)))
        if noted and space.note:
            text.append(f" {space.note}", style="dim")
        for piece in space.pieces:
            text.append(" ")
            text.append(piece.text, style=f"{style_of(piece.colour)} bold")
        return text

    def place(self, space: Space) -> RenderableType:
        """One place and how it is joined to others."""
        lines = [self._space(space, noted=True)]
        lines += [Text(f"  {way}: {', '.join(names)}") for way, names in space.near]
        return Text("\n").join(lines)

    # --- the log and the question ---------------------------------------------------------------------------------

    def log(self, sheet: Sheet, sentences: Sequence[str]) -> Text:
        return Text("\n").join(self.tinted(sheet, sentence) for sentence in sentences)

    def tinted(self, sheet: Sheet, sentence: str) -> Text:
        """A sentence with the names of powers in their colours."""
        text = Text(sentence)
        for word, colour in sheet.tints.items():
            text.highlight_regex(rf"\b{re.escape(word)}\b", style_of(colour))
        return text

    def question(self, sheet: Sheet, text: str, clause: str) -> Text:
        asked = self.tinted(sheet, text)
        asked.stylize("bold")
        return asked.append(f"  [{clause}]", style="dim") if clause else asked

    def options(self, sheet: Sheet, entries: Sequence[Entry]) -> RenderableType:
        """Numbered lines, in columns when they are many and short."""
        numbered = [
            (Text(f"{number:>3}", style="bold cyan"), self.tinted(sheet, entry.text + (" >" if entry.under else "")))
            for number, entry in enumerate(entries, 1)
        ]
        widest = max((text.cell_len for _, text in numbered), default=1)
        columns = max(1, self.console.width // (widest + 6)) if len(numbered) > MANY else 1
        rows = -(-len(numbered) // columns)
        grid = Table.grid(padding=(0, 1))
        for row in range(rows):
            grid.add_row(*(part for pair in numbered[row::rows] for part in pair))
        return grid
