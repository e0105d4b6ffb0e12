"""What is kept for later turns: leaders, Gold, and the last word. For players who look ahead, beside `policy`.

A bid wins or loses a whole empire, so most hangs on who opens how many of them, and whether they are matched: in 150
games between staff they told 87% of the variance of the points between the two in the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.decision import Action
from grognard.engine.judgement import Opinion
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.diplomacy import HIGHEST_BID
from grognard.games.alliance.judgement import policy, turn
from grognard.games.alliance.judgement.campaign import Campaign
from grognard.games.alliance.judgement.policy import best_bid, contest, purse, reserve, rivals_for, state_stakes
from grognard.games.alliance.judgement.temper import STAFF, foreseeing
from grognard.games.alliance.judgement.worth import turns_left, turns_to_come
from grognard.games.alliance.position import WINTER, Position

OWN_CARD, EVENT = 0.08, 0.02
"""What an Action Point more is worth, and an event."""
WORTH_A_BID = 0.3
"""For less nobody keeps a leader back."""
KEPT_BACK = -1.0
FIRST, AGAIN = 0.6, 0.4
"""How likely another player has a leader in the first turn of a year, and one more after he has played one."""
TEMPO = 0.05
"""What it is worth to bid now rather than later, beside the bid itself."""
TALLEYRAND = 1.2
"""How much more a bid is worth with him."""
LAST_WORD, LAST_OF_ALL = 0.06, 0.15
"""What it is worth to act last in Winter, and in the last Winter."""
SECOND = 0.02
"""The same in other turns: who acts later has seen where the others attack."""
RISK = 0.8
"""What a neutral state that joins a rival costs, beside what it is worth oneself: it may be won back."""
DRAIN = 0.06
"""What it is worth that a rival pays a piece of Gold to match a bid, beside what the piece costs oneself."""
RESERVE, TO_MATCH = 0.35, 0.08
"""What each of the last pieces of Gold that pay for a bid is worth beside an Action Point, with a leader in hand and
without."""
LAST_CARD = -1.0
"""Among many: what it costs in the last year to part with the lowest card, which lets one act late in its Winter."""


def bid_gain(plan: Campaign, state: int, gold: int) -> tuple[float, float]:
    """What opening a bid brings, and the chance to win it: a neutral state may join a rival.

    Who matches it pays as much, and has the less for later bids and actions; so Gold to spare is well spent on it.
    """
    chance, lost = contest(plan, state, gold)
    worth = (chance - RISK * lost) * state_stakes(plan, state)
    if rivals_for(plan, gold) and plan.g.gold[plan.player] >= gold + HIGHEST_BID:
        return worth + DRAIN * gold, chance
    return worth - gold * max(plan.gold, 0.03), chance


def match(g: Position, player: int, options: Sequence[Action], state: int, gold: int, opener: int) -> list[Opinion]:
    """Among many the others match too, and leaders in hand need Gold; between two as the staff."""
    temper = foreseeing(g)
    return policy.match(g, player, options, state, gold, opener, temper if temper.schemes else STAFF)


def saves_a_card(g: Position) -> bool:
    """Whether the lowest card is kept for the last Winter of the game, to act late in it."""
    return foreseeing(g).schemes and 1 < turns_to_come(g) <= WINTER


def lay_aside(g: Position, player: int, options: Sequence[Action]) -> list[Opinion]:
    """The card of least use; in the last year among many never the lowest."""
    found = policy.lay_aside(g, player, options)
    return kept_lowest(options, found) if saves_a_card(g) else found


def kept_lowest(options: Sequence[Action], found: Sequence[Opinion]) -> list[Opinion]:
    """The same opinions of cards, but the lowest is kept."""
    lowest = min(option[1] for option in options)
    return [
        Opinion(opinion.worth + LAST_CARD, ("it is kept for the last Winter",)) if option[1] == lowest else opinion
        for option, opinion in zip(options, found, strict=True)
    ]


def play_card(g: Position, player: int, options: Sequence[Action]) -> list[Opinion]:
    """A leader waits until nobody can match his bid, and out of the way of a higher one; all others act rather late."""
    deck = g.setting.deck
    cards = [option[1] for option in options]
    leaders = [card for card in cards if deck.event[card]]
    best, target = best_bid(Campaign(g, player, temper=foreseeing(g)), bid_gain) if leaders else (0.0, NOBODY)
    purses = max([purse(g, p, player) for p in g.setting.played if p != player], default=0)
    waiting = purses >= HIGHEST_BID and is_early(g, purses, len(leaders))
    late = SECOND if g.turn != WINTER else LAST_OF_ALL if turns_left(g) == 1 else LAST_WORD
    found = []
    for card in cards:
        worth = OWN_CARD if deck.empire[card] == player else 0.0
        why: tuple[object, ...] = ("our own card gives an Action Point more",) if worth else ("it is as good as any",)
        if deck.event[card] and best > 0.1 and g.gold[player]:
            use = best * (TALLEYRAND if deck.event[card] == "diplomacy-plus-2" else 1.0)
            why = ("its leader can win over {}", g.board.state_names[target])
            if worth + use > WORTH_A_BID and waiting:
                worth, why = KEPT_BACK, ("its bid is kept until nobody can match it",)
            elif worth + use > WORTH_A_BID and purses >= HIGHEST_BID and len(cards) > len(leaders):
                worth = (worth + use) * (crossing(g, player, card, leaders) + TEMPO)
            else:
                worth += use
        elif deck.event[card]:
            worth += EVENT
        found.append(Opinion(worth + late * (1 - card / deck.count), why))
    return kept_lowest(options, found) if saves_a_card(g) else found


def is_early(g: Position, purses: int, leaders: int) -> bool:
    """Whether there will be turns enough for all leaders in which bids are matched by fewer.

    Among many the staff bids as soon as it can, and everybody matches while he has Gold: in the last two turns of a
    year most have none left. The last Winter of all is the lowest card's.
    """
    if foreseeing(g).schemes:
        last = WINTER - 1 if saves_a_card(g) else WINTER
        return last - max(1, g.turn) >= leaders
    return poor_turns(g, purses) >= leaders


def poor_turns(g: Position, gold: int) -> int:
    """The later turns of the year in which a player with so much Gold will not be able to match the highest bid."""
    now = max(1, g.turn)
    spent = g.setting.gold_per_turn
    return sum(gold - spent * (later - now) < HIGHEST_BID for later in range(now + 1, WINTER + 1))


def crossing(g: Position, player: int, card: int, leaders: Sequence[int]) -> float:
    """6.1.2: how likely a leader takes the bid from another one, less how likely he loses it to a higher one."""
    deck = g.setting.deck
    unseen = [c for c in deck.leaders if c not in leaders and not g.spent >> c & 1 and c != g.discards[player]]
    if not unseen:
        return 0.0
    if g.turn <= 1:
        likely = FIRST
    else:
        likely = AGAIN if any(deck.event[g.played[p]] for p in g.setting.played if p != player) else 0.0
    return likely * (2 * sum(c < card for c in unseen) / len(unseen) - 1)


def last_gold(g: Position, player: int) -> float:
    """What each of the last pieces of Gold is worth to a player, because they pay for a bid."""
    return RESERVE if any(g.hands[player] >> card & 1 for card in g.setting.deck.leaders) else TO_MATCH


def action(g: Position, player: int, options: Sequence[Action]) -> list[Opinion]:
    """The Gold of a bid is kept back."""
    temper = foreseeing(g)
    found = turn.action(g, player, options, temper)
    needed = max(HIGHEST_BID, reserve(g, player)) if temper.schemes else HIGHEST_BID
    if g.gold[player] + g.ap > needed:
        return found
    kept = last_gold(g, player)
    return [
        opinion._replace(worth=opinion.worth - kept) if option[0] in ("group", "levy", "build", "ship") else opinion
        for option, opinion in zip(options, found, strict=True)
    ]
