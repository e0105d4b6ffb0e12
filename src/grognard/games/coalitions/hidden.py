"""What is hidden from whom: drawing it afresh (for studies, bots and the proof that nothing leaks)."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from grognard.games.coalitions.board import POWERS
from grognard.games.coalitions.pieces import NO_CARDS, with_card
from grognard.games.coalitions.position import FACE_UP, LOWEST_CARD, Counts, Pile, Position


def knows_hand(g: Position, power: int, seat: int | None) -> bool:
    """A seat knows the hands of the Powers it runs; the rest only by their number.

    4.negotiation.1, 8.cards.13: players may talk, but nothing here shows a hand to an ally.
    """
    return seat is not None and g.keeper[power] == seat


def resample(g: Position, seat: int | None, rng: Random) -> Position:
    """A copy in which the cards the seat cannot see are dealt anew among hands, piles and deck.

    Cards a seat remembers from a Power it once ran stay with that Power; all else is equally likely.
    """
    twin = g.clone()
    hidden = [p for p in POWERS if not knows_hand(g, p, seat)]
    pool = list(g.deck)
    known: list[Counts] = [NO_CARDS] * len(POWERS)
    for p in hidden:
        _gather(pool, g.hands[p])
        for card in _face_down(g, p):
            pool[card - LOWEST_CARD] += 1
        known[p] = _remembered(g, p, seat)
        _gather(pool, known[p], -1)
    cards = [LOWEST_CARD + i for i, count in enumerate(pool) for _ in range(count)]
    rng.shuffle(cards)
    for p in hidden:
        piled = len(_face_down(g, p))
        own = [LOWEST_CARD + i for i, count in enumerate(known[p]) for _ in range(count)]
        own += [cards.pop() for _ in range(sum(g.hands[p]) + piled - len(own))]
        rng.shuffle(own)
        _lay_face_down(twin, p, own[:piled])
        twin.hands[p] = _counted(own[piled:])
    twin.deck = _counted(cards)
    twin.remembered = [tuple(memory for memory in memories if memory[0] == seat) for memories in g.remembered]
    return twin


def _remembered(g: Position, power: int, seat: int | None) -> Counts:
    """What a seat knows to be still in a Power's hand or face down: cards lying face up have left it."""
    known = next((cards for who, cards in g.remembered[power] if who == seat), NO_CARDS)
    for pile in g.battle.piles if g.battle else ():
        for card in pile.cards if g.owner[pile.general] == power else ():
            if card & FACE_UP and known[(card & ~FACE_UP) - LOWEST_CARD]:
                known = with_card(known, card & ~FACE_UP, -1)
    return known


def _gather(pool: list[int], cards: Counts, sign: int = 1) -> None:
    for i, count in enumerate(cards):
        pool[i] += sign * count


def _counted(cards: list[int]) -> Counts:
    counts = NO_CARDS
    for value in cards:
        counts = with_card(counts, value, 1)
    return counts


def _face_down(g: Position, power: int) -> list[int]:
    """The values of the face-down cards this Power has in the battle."""
    if g.battle is None:
        return []
    return [c for pile in g.battle.piles if g.owner[pile.general] == power for c in pile.cards if not c & FACE_UP]


def _lay_face_down(g: Position, power: int, values: list[int]) -> None:
    if g.battle is None or not values:
        return
    fresh = iter(values)
    piles = []
    for pile in g.battle.piles:
        if g.owner[pile.general] == power:
            piles.append(Pile(pile.general, pile.limit, tuple(c if c & FACE_UP else next(fresh) for c in pile.cards)))
        else:
            piles.append(pile)
    g.battle = replace(g.battle, piles=tuple(piles))


def visible_pile(g: Position, pile: Pile, seat: int | None) -> list[int]:
    """A pile as a seat sees it: 0 for a card it cannot see."""
    own = knows_hand(g, g.owner[pile.general], seat)
    return [card & ~FACE_UP if own or card & FACE_UP else 0 for card in pile.cards]
