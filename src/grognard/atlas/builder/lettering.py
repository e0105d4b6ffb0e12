"""Type as outlines: every letter is drawn from the font's own curves, so its box is known to the pixel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from grognard.atlas.builder.sources import source

# a face is a list of fonts: the first that has the letter is used (IM Fell has no letters beyond Latin-1)
FACES = {
    "region": ("fell-sc.woff2", "garamond.woff2", "garamond-ext.woff2"),
    "province": ("fell-sc.woff2", "garamond.woff2", "garamond-ext.woff2"),
    "sea": ("fell-italic.woff2", "garamond-italic.woff2", "garamond-italic-ext.woff2"),
    "town": ("garamond-italic.woff2", "garamond-italic-ext.woff2"),
    "text": ("fell.woff2", "garamond.woff2", "garamond-ext.woff2"),
    "figure": ("garamond.woff2", "garamond-ext.woff2"),
    "title": ("cinzel.woff2", "garamond.woff2"),
}
TRACKING = {"region": 0.055, "province": -0.02, "sea": 0.13, "town": 0.01, "text": 0.02, "figure": 0.0, "title": 0.16}
Box = tuple[float, float, float, float]


@cache
def font(name: str) -> tuple[Any, Any, float]:
    f = TTFont(source(name))
    return f.getGlyphSet(), f.getBestCmap(), float(f["head"].unitsPerEm)


@cache
def glyph(face: str, char: str) -> tuple[Any, Any, float, float, Box]:
    """Glyph, its set, units per em, advance and bounds in em (y up)."""
    for name in FACES[face]:
        glyphs, cmap, em = font(name)
        if ord(char) in cmap:
            g = glyphs[cmap[ord(char)]]
            pen = BoundsPen(glyphs)
            g.draw(pen)
            b = pen.bounds or (0.0, 0.0, 0.0, 0.0)
            return g, glyphs, em, g.width / em, (b[0] / em, b[1] / em, b[2] / em, b[3] / em)
    raise ValueError(f"no letter {char!r} in the face {face}")


@dataclass(frozen=True)
class Line:
    """A measured line of type; y grows downwards and 0 is the base line."""

    text: str
    face: str
    size: float
    width: float
    top: float
    bottom: float

    def path(self, x: float, y: float, anchor: float = 0.5) -> str:
        """SVG path data with the line's left edge (0), middle (0.5) or right edge (1) at x."""
        out = []
        pen_x = x - self.width * anchor
        for c in self.text:
            g, glyphs, em, advance, _ = glyph(self.face, c)
            s = self.size / em
            pen = SVGPathPen(glyphs, ntos=lambda v: f"{v:.2f}".rstrip("0").rstrip("."))
            g.draw(TransformPen(pen, (s, 0, 0, -s, pen_x, y)))
            out.append(pen.getCommands())
            pen_x += (advance + TRACKING[self.face]) * self.size
        return "".join(out)


@cache
def measure(text: str, face: str, size: float) -> Line:
    width, top, bottom = 0.0, 0.0, 0.0
    for c in text:
        _, _, _, advance, b = glyph(face, c)
        width += (advance + TRACKING[face]) * size
        top, bottom = min(top, -b[3] * size), max(bottom, -b[1] * size)
    return Line(text, face, size, max(width - TRACKING[face] * size, 0.0), top, bottom)


@dataclass(frozen=True)
class Block:
    """Lines of type set centred under one another; the box is relative to the block's centre."""

    lines: tuple[Line, ...]
    leading: float
    width: float
    height: float

    def baselines(self, x: float, y: float) -> list[tuple[Line, float, float]]:
        top = y - self.height / 2 - self.lines[0].top
        return [(line, x, top + i * self.leading) for i, line in enumerate(self.lines)]

    def path(self, x: float, y: float) -> str:
        return "".join(line.path(px, py) for line, px, py in self.baselines(x, y))

    def box(self, x: float, y: float) -> Box:
        return x - self.width / 2, y - self.height / 2, x + self.width / 2, y + self.height / 2


@cache
def set_block(texts: tuple[str, ...], face: str, size: float) -> Block:
    lines = tuple(measure(t, face, size) for t in texts)
    leading = size * 0.92
    height = -lines[0].top + leading * (len(lines) - 1) + lines[-1].bottom
    return Block(lines, leading, max(line.width for line in lines), height)


def breaks(name: str) -> list[tuple[str, ...]]:
    """The ways to set a name: on one line, or broken at a space where the halves are most alike."""
    if "|" in name:
        return [tuple(name.split("|")), (name.replace("|", " "),)]
    words = name.split(" ")
    if len(words) == 1:
        parts = name.split("-")
        return [(name,), (parts[0] + "-", "-".join(parts[1:]))] if len(parts) > 1 else [(name,)]
    cut = min(range(1, len(words)), key=lambda i: abs(len(" ".join(words[:i])) - len(" ".join(words[i:]))))
    out: list[tuple[str, ...]] = [(name,), (" ".join(words[:cut]), " ".join(words[cut:]))]
    if len(words) > 2:
        out.append(tuple(words))
    return out
