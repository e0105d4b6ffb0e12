"""Who can sit at a table without being a person."""

from __future__ import annotations

from grognard.engine.refusal import UserError
from grognard.players.player import Player
from grognard.players.random_player import RandomPlayer

PLAYERS: dict[str, type[Player]] = {"random": RandomPlayer}


def player(name: str) -> Player:
    """The player of that name."""
    try:
        return PLAYERS[name]()
    except KeyError:
        raise UserError(f"There is no bot “{name}”. Bots: {', '.join(sorted(PLAYERS))}.") from None
