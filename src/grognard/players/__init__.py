"""Who can sit at a table without being a person."""

from __future__ import annotations

from grognard.players.player import Budget, Player, Situation, situation_of
from grognard.players.roster import LEVELS, names, player

__all__ = ["LEVELS", "Budget", "Player", "Situation", "names", "player", "situation_of"]
