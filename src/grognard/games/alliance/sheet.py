"""The game on paper: players, places, hands."""

from __future__ import annotations

from grognard.engine.sheet import Column, Sheet, Table
from grognard.games.alliance.position import Position


def sheet(g: Position, seat: int | None) -> Sheet:  # noqa: ARG001 - to come
    return Sheet(f"Alliance {g.year}", f"turn {g.turn}", Table((Column("Player"),), ()), ())
