"""Who can sit at a table without being a person."""

from __future__ import annotations

from grognard.players.player import Budget, Player, Situation
from grognard.players.roster import LEVELS, names, player, situation_of

__all__ = ["LEVELS", "Budget", "Player", "Situation", "names", "player", "situation_of"]
