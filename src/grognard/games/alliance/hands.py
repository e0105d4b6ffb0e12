"""3.0, 3.1: the deal, the card laid aside, the card played face down, and the order of play."""

from __future__ import annotations

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.events import CardLaidAside, CardsDealt, CardsRevealed
from grognard.games.alliance.position import DEAL, Position, decision, procedure

NOT_IN_HAND = Refusal("3.1.2", "That card is not in your hand.")


def cards_in(mask: int) -> list[int]:
    """The cards of a hand, lowest first."""
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def draw_from(g: Position, deck: int) -> int:
    """A card out of a shuffled deck, given as a mask."""
    return cards_in(deck)[g.chance(DEAL, deck.bit_count())]


@procedure
def deal(g: Position) -> None:
    """3.0.2, 3.0.3: shuffle all cards, deal five to each player, who lays one aside face down."""
    deck = (1 << g.setting.deck.count) - 1
    g.spent = 0
    for player in g.setting.played:
        hand = 0
        for _ in range(g.setting.deck.dealt):
            card = draw_from(g, deck)
            deck &= ~(1 << card)
            hand |= 1 << card
        g.hands[player] = hand
        g.discards[player] = NOBODY
        g.tell_keeper(player, "3.0.2", CardsDealt, player, tuple(cards_in(hand)))
    g.ask_together(LAY_ASIDE, g.setting.played)


def hand_options(g: Position, player: int) -> list[Action]:
    return [("card", card) for card in cards_in(g.hands[player])]


def refuse_card(_g: Position, action: Action, _player: int) -> Refusal | None:
    return NOT_IN_HAND if action[0] == "card" else None


def take_asides(g: Position, answers: dict[int, Action]) -> None:
    for player, (_, card) in answers.items():
        g.hands[player] &= ~(1 << card)
        g.discards[player] = card
        g.tell_keeper(player, "3.0.3", CardLaidAside, player, card)


LAY_ASIDE = decision(
    Decision(
        name="lay-aside",
        clause="3.0.3",
        prompt="{0}: lay one card aside, face down",
        kinds=("state",),
        options=hand_options,
        take=take_asides,
        refuse=refuse_card,
        sealed=True,
    )
)


@procedure
def play_cards(g: Position) -> None:
    """3.1.2: every player plays a card face down; all are revealed together."""
    g.ask_together(PLAY_CARD, g.setting.played)


def take_cards(g: Position, answers: dict[int, Action]) -> None:
    """3.1.4: the highest card is Player 1; the others follow in falling order."""
    for player, (_, card) in answers.items():
        g.hands[player] &= ~(1 << card)
        g.played[player] = card
        g.spent |= 1 << card
    g.order = tuple(sorted(answers, key=lambda player: -g.played[player]))
    for player in g.order:
        event = g.setting.deck.event[g.played[player]]
        if event and event != "diplomacy-plus-2":
            g.event_ready |= 1 << player
    g.tell("3.1.2", CardsRevealed, g.order, tuple(g.played[player] for player in g.order))


PLAY_CARD = decision(
    Decision(
        name="play-card",
        clause="3.1.2",
        prompt="{0}: play a card face down",
        kinds=("state",),
        options=hand_options,
        take=take_cards,
        refuse=refuse_card,
        sealed=True,
    )
)
