"""The plots of a report: drawn by matplotlib, written as SVG that takes its colours and its type from the page.

Matplotlib is told inks that no plot would use, which are then replaced by the variables of the style sheet; so one
drawing serves by day and by candle-light.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any

from grognard.engine.refusal import UserError
from grognard.lab.statistics import Share, Shift

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NO_MATPLOTLIB = "A report needs the extra lab: pip install 'grognard[lab]'."
INKS = {"#010203": "var(--ink)", "#040506": "var(--faint)", "#070809": "var(--line)", "#0a0b0c": "var(--wax)"}
INK, FAINT, LINE, WAX = INKS
WIDTH = 4.4
"""Inches of 72 units: on a telephone a unit is a pixel, and no letter is smaller than 13 of them."""
LETTERS = 13.5
MARKERS, MARKS = "oDs^", "○◇□△"
"""Of the series of a plot, as matplotlib and as a reader calls them."""
Draw = Callable[["Axes"], None]


def picture(draw: Draw, height: float, words: str) -> str:
    """A drawing as an SVG element with its description."""
    try:
        import matplotlib as mpl  # noqa: PLC0415 - only reports need it
        from matplotlib import font_manager  # noqa: PLC0415 - as above
        from matplotlib.figure import Figure  # noqa: PLC0415 - as above
    except ImportError as error:
        raise UserError(NO_MATPLOTLIB) from error
    with resources.as_file(resources.files("grognard.atlas") / "fonts" / "EBGaramond-Medium-latin.ttf") as font:
        font_manager.fontManager.addfont(str(font))
    style: Any = {  # the names of its keys are a type of their own
        "svg.fonttype": "none",
        "svg.hashsalt": "grognard",
        "font.family": "EB Garamond",
        "font.size": LETTERS,
        "font.weight": 500,
        "axes.labelweight": 500,
        "text.color": INK,
        "axes.edgecolor": LINE,
        "axes.labelcolor": FAINT,
        "axes.facecolor": "none",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.spines.left": False,
        "xtick.color": LINE,
        "xtick.labelcolor": FAINT,
        "ytick.left": False,
        "ytick.labelcolor": INK,
        "axes.axisbelow": True,
        "grid.color": LINE,
        "grid.linewidth": 0.6,
        "figure.facecolor": "none",
    }
    with mpl.rc_context(style):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure.add_subplot())
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None, "Title": words})
    return _for_the_page(file.getvalue(), words)


def _for_the_page(svg: str, words: str) -> str:
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(
        r'<svg[^>]*viewBox="([^"]*)"[^>]*>', rf'<svg viewBox="\1" role="img" aria-label="{words}">', svg, count=1
    )
    for ink, variable in INKS.items():
        svg = svg.replace(ink, variable)
    return svg.strip()


# --- what is drawn ----------------------------------------------------------------------------------------------------


def shares(
    rows: Sequence[str], series: Sequence[Sequence[Share]], colours: Sequence[str], fair: float | None, words: str
) -> str:
    """A line for each row, with a mark and its interval for each series; `MARKS` tell the series apart."""

    def draw(axes: Axes) -> None:
        axes.grid(axis="x")
        gap = min(0.22, 0.7 / len(series))
        for number, found in enumerate(series):
            lift = (number - (len(series) - 1) / 2) * gap
            marker = MARKERS[number]
            for row, (s, colour) in enumerate(zip(found, colours, strict=True)):
                axes.plot([s.low, s.high], [row + lift] * 2, color=INK, linewidth=1.1, solid_capstyle="butt", zorder=2)
                axes.plot(s.share, row + lift, marker, color=colour, markeredgecolor=INK, markersize=8, zorder=3)
        if fair is not None:
            axes.axvline(fair, color=WAX, linewidth=1, linestyle=(0, (3, 3)), zorder=1)
        _rows(axes, rows)
        _percent(axes, max((s.high for found in series for s in found), default=1.0))

    return picture(draw, 0.7 + (0.36 + 0.1 * (len(series) - 1)) * len(rows), words)


def bars(rows: Sequence[str], found: Sequence[Share], words: str) -> str:
    """A bar with its interval for each row."""

    def draw(axes: Axes) -> None:
        axes.grid(axis="x")
        for row, s in enumerate(found):
            axes.barh(row, s.share, height=0.55, color=FAINT, alpha=0.55, zorder=2)
            axes.plot([s.low, s.high], [row, row], color=INK, linewidth=1.2, zorder=3)
        _rows(axes, rows)
        _percent(axes, max((s.high for s in found), default=1.0))

    return picture(draw, 0.75 + 0.38 * len(rows), words)


def histogram(counts: Mapping[int, int], of: int, label: str, words: str) -> str:
    """How often each number was met."""

    def draw(axes: Axes) -> None:
        axes.grid(axis="y")
        numbers = sorted(counts)
        axes.bar(numbers, [counts[n] / of for n in numbers], width=0.8, color=FAINT, alpha=0.55, zorder=2)
        axes.set_xlabel(label)
        axes.locator_params(axis="x", integer=True)
        axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}%")
        axes.tick_params(axis="y", labelcolor=FAINT, left=False)
        axes.set_xlim(min(numbers) - 0.7, max(numbers) + 0.7)

    return picture(draw, 2.3, words)


def shifts(rows: Sequence[str], found: Sequence[Shift], colours: Sequence[str], words: str) -> str:
    """How many points of a hundred each row gains or loses, with intervals; faint where it may be nothing."""

    def draw(axes: Axes) -> None:
        axes.grid(axis="x")
        axes.axvline(0, color=INK, linewidth=0.9, zorder=1)
        for row, (s, colour) in enumerate(zip(found, colours, strict=True)):
            strong = 1.0 if s.certain else 0.45
            axes.plot([s.low, s.high], [row, row], color=INK, linewidth=1.2, alpha=strong, zorder=2)
            axes.plot(s.by, row, "o", color=colour, markeredgecolor=INK, markersize=8, alpha=strong, zorder=3)
        _rows(axes, rows)
        reach = max([0.02, *(abs(end) for s in found for end in (s.low, s.high))]) * 1.08
        axes.set_xlim(-reach, reach)
        axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:+.0f}" if round(100 * value, 6) else "0")
        axes.set_xlabel("points of a hundred")

    return picture(draw, 1.0 + 0.36 * len(rows), words)


def _rows(axes: Axes, rows: Sequence[str]) -> None:
    axes.set_yticks(range(len(rows)), rows)
    axes.set_ylim(len(rows) - 0.45, -0.55)


def _percent(axes: Axes, most: float) -> None:
    axes.set_xlim(-0.012, min(1.015, max(0.1, most * 1.06)))
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}%")
