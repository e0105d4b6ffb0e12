"""Grognard: Napoleonic grand-strategy board games with every rule enforced.

>>> import grognard
>>> game = grognard.new("coalitions", "1805", players=4, seed=7)
>>> game.to_act
('france',)
"""

from grognard.atlas import board
from grognard.engine.game import Game, new
from grognard.engine.gamefile import load, verify
from grognard.engine.refusal import Refusal, Refused, UserError

__version__ = "0.1.0"

__all__ = ["Game", "Refusal", "Refused", "UserError", "__version__", "board", "load", "new", "verify"]
