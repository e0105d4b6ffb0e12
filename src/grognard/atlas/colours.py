"""The liveries of the powers: one hue and one pattern each, the same on every board of every game."""

from __future__ import annotations

import msgspec


class Livery(msgspec.Struct, frozen=True):
    """`wash` colours the land, `counter` the pieces, `ink` what is written on a counter."""

    wash: str
    counter: str
    ink: str
    pattern: str


# The hues are the house's. Their lightness is spread on purpose, the counters' as they are and the washes' as they look
# once laid on the paper: measured by tests/atlas/test_colours.py under protanopia, deuteranopia, tritanopia and in
# grey; the pattern repeats the message without colour.
LIVERIES = {
    "france": Livery("#3765c8", "#3263c4", "#f7efdc", "bend"),
    "britain": Livery("#b01502", "#981c18", "#f7efdc", "cross"),
    "austria": Livery("#fcfaf2", "#fcf9ef", "#2b2118", "plain"),
    "prussia": Livery("#191c20", "#2a2e35", "#f7efdc", "grid"),
    "russia": Livery("#5e7f6c", "#44905b", "#20160d", "chevron"),
    "ottomans": Livery("#ea9333", "#e58423", "#20160d", "crescent"),
    "spain": Livery("#f9e12c", "#efd343", "#20160d", "bar"),
    "minor": Livery("#bdb597", "#c6b28a", "#20160d", "dot"),
}

# one tile of each pattern, drawn in a 12 x 12 square with `stroke` as the colour of the lines
TILES = {
    "bend": '<path d="M-2 14L14 -2M-2 2L2 -2M10 14L14 10"/>',
    "cross": '<path d="M6 2.500V9.500M2.500 6H9.500"/>',
    "plain": "",
    "grid": '<path d="M0 0H12M0 0V12"/>',
    "chevron": '<path d="M0 8L6 3L12 8"/>',
    "crescent": '<path d="M8.500 3A4 4 0 1 0 8.500 9A3 3 0 1 1 8.500 3z"/>',
    "bar": '<path d="M0 3H12M0 9H12"/>',
    "dot": '<circle cx="6" cy="6" r="1.300"/>',
}


def luminance(colour: str) -> float:
    """Relative luminance of an sRGB colour, 0 to 1."""
    parts = []
    for i in (1, 3, 5):
        v = int(colour[i : i + 2], 16) / 255
        parts.append(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4)
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def darker(colour: str) -> str:
    return "#" + "".join(f"{int(int(colour[i : i + 2], 16) * 0.55):02x}" for i in (1, 3, 5))


def pattern_ink(colour: str) -> str:
    return "#ffffff" if luminance(colour) < 0.3 else "#2b2118"


def pattern_defs(liveries: set[str]) -> str:
    """SVG patterns `lv-<livery>` that lay a livery's figure, in its own darker tone, over its wash."""
    out = []
    for name in sorted(liveries):
        lv = LIVERIES[name]
        out.append(
            f'<pattern id="lv-{name}" width="12" height="12" patternUnits="userSpaceOnUse"><g fill="none" '
            f'stroke="{darker(lv.wash)}" stroke-width="1.1" stroke-opacity=".42">{TILES[lv.pattern]}</g></pattern>'
        )
    return "".join(out)


def swatch(livery: str, x: float, y: float, w: float, h: float) -> str:
    """A ribbon in a livery, with its pattern drawn small enough to fit (no pattern reference: it must stand alone)."""
    lv = LIVERIES[livery]
    ink = pattern_ink(lv.counter)
    marks = {
        "bend": "".join(f"M{x} {y + k + 5}L{x + w} {y + k}" for k in range(1, int(h) - 5, 5)),
        "cross": f"M{x + w / 2} {y + 2}V{y + h - 2}M{x + 1.5} {y + h / 2}H{x + w - 1.5}",
        "plain": "",
        "grid": "".join(f"M{x} {y + k}H{x + w}" for k in range(4, int(h), 4)) + f"M{x + w / 2} {y}V{y + h}",
        "chevron": "".join(
            f"M{x} {y + k + 3}L{x + w / 2} {y + k}L{x + w} {y + k + 3}" for k in range(2, int(h) - 3, 5)
        ),
        "crescent": f"M{x + w / 2 + 1.5} {y + h / 2 - 3}a3.2 3.2 0 1 0 0 6a2.4 2.4 0 1 1 0 -6z",
        "bar": "".join(f"M{x} {y + k}H{x + w}" for k in range(3, int(h), 5)),
        "dot": "".join(f"M{x + w / 2} {y + k}v.1" for k in range(3, int(h), 5)),
    }[lv.pattern]
    cap = ' stroke-linecap="round"' if lv.pattern == "dot" else ""
    width = 2.0 if lv.pattern == "dot" else 0.9
    return (
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{lv.counter}"/>'
        f'<path d="{marks}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-opacity=".75"{cap}/>'
    )
