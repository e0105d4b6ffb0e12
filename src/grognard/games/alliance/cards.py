"""3. The Campaign cards as tables, built once and never changed. Card 0 is number 1."""

from __future__ import annotations

from grognard.games.alliance import schema
from grognard.games.alliance.board import Board


class Deck:
    """All cards of the game: a higher card acts earlier."""

    def __init__(self, data: schema.Data, board: Board) -> None:
        cards, rules = data.cards.card, data.cards.deck
        self.count = len(cards)
        self.ids = tuple(str(card.number) for card in cards)
        self.names = tuple(card.name for card in cards)
        self.empire = tuple(board.state_number[card.empire] for card in cards)
        self.event = tuple(card.event or "" for card in cards)
        self.leaders = tuple(number for number, event in enumerate(self.event) if event)
        self.event_names: dict[str, str] = {event.id: event.name for event in data.cards.event}
        self.event_effects: dict[str, str] = {event.id: event.effect for event in data.cards.event}
        self.dealt, self.discarded = rules.dealt, rules.discarded
        self.action_points, self.own_empire_bonus = rules.action_points, rules.own_empire_bonus
