"""The map room: drawn maps of real Europe for every game."""

from grognard.atlas.board import Board, board, built, svg_to_png
from grognard.atlas.overlay import Piece
from grognard.atlas.topology import Topology

__all__ = ["Board", "Piece", "Topology", "board", "built", "svg_to_png"]
