"""3.4, 10.1: Gold at the end of a year, and victory points, which are counted alike."""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.position import Position
from grognard.games.alliance.states import allied
from grognard.games.alliance.supply import Supply, supply


class Income(NamedTuple):
    """What a player collects: his own Homeland cities in full, all else halved once."""

    homeland: int
    other: int

    @property
    def total(self) -> int:
        return self.homeland + self.other // 2


def collector(g: Position, place: int) -> int:
    """Who collects for a place, or NOBODY (L46): the Homeland owner, unless others hold it; then the higher card."""
    home = g.board.home[place]
    home_player = g.master[home] if home != NOBODY else NOBODY
    if not g.at[place]:
        return home_player
    players = {g.master_of(b) for b in g.at[place]}
    if home_player != NOBODY and all(allied(g, home_player, p) for p in players):
        return home_player  # B7
    return next((p for p in g.order if p in players), NOBODY)


def income(g: Position, player: int) -> Income:
    """3.4.3-7: Homeland cities in full unless an enemy holds them; seas, minors, NPEs and conquests if supplied."""
    lines = supply(g, player)
    homeland = other = 0
    for place in g.board.scoring:
        if collector(g, place) != player:
            continue
        points = g.board.vp[place]
        if g.board.home[place] == player:
            homeland += points
        elif is_supplied(g, player, place, lines):
            other += points
    return Income(homeland, other)


def is_supplied(g: Position, player: int, place: int, lines: Supply) -> bool:
    """3.4.4: by the line of its own people, or of a friendly block there."""
    home = g.board.home[place]
    if home != NOBODY and g.master[home] == player and lines.fed(home) >> place & 1:
        return True
    return any(lines.covers(b, place) for b in g.friendly_blocks(player, place))
