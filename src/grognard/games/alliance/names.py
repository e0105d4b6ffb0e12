"""What things are called, in the language of whoever reads it."""

from __future__ import annotations

from grognard.engine.words import Name
from grognard.games.alliance.board import NOBODY, Board
from grognard.games.alliance.position import Position
from grognard.games.alliance.words import TEXT


def place(g: Position, p: int) -> Name:
    """A Region or a Sea."""
    return place_on(g.board, p)


def place_on(board: Board, p: int) -> Name:
    """A Region or a Sea of a board."""
    return TEXT.name("region" if p < board.first_sea else "sea", board.ids[p], board.names[p])


def state(g: Position, s: int) -> Name:
    """An empire or a minor."""
    if s == NOBODY:
        return Name(TEXT.say("nobody"))
    return TEXT.name("state", g.board.state_ids[s], g.board.state_names[s])


def bare(g: Position, s: int) -> str:
    """A state in a table, without an article."""
    return f"{state(g, s):bare}"


def people(g: Position, s: int) -> Name:
    """What belongs to a state is British, French …"""
    return TEXT.name("people", g.board.state_ids[s], g.board.adjectives[s])


def block(g: Position, b: int) -> Name:
    """A block, for those who may know which it is."""
    ids, names = g.setting.vocabulary.kinds["block"]
    return TEXT.name("block", ids[b], names[b])


def unseen(g: Position, s: int) -> Name:
    """A block of which only the colour is seen."""
    return Name(TEXT.say("block.unseen", people=people(g, s)))


def card(g: Position, c: int) -> Name:
    """A card by its name and number."""
    return Name(TEXT.say("card", name=card_title(g, c), number=g.setting.deck.ids[c]))


def card_title(g: Position, c: int) -> Name:
    deck = g.setting.deck
    return TEXT.name("card", deck.ids[c], deck.names[c])


def event(g: Position, c: int) -> Name:
    """The event of a leader card."""
    deck = g.setting.deck
    return TEXT.name("event", deck.event[c], deck.event_names[deck.event[c]])


def effect(g: Position, c: int) -> str:
    """What the event of a leader card does; empty for other cards."""
    deck = g.setting.deck
    return str(TEXT.name("effect", deck.event[c], deck.event_effects[deck.event[c]])) if deck.event[c] else ""
