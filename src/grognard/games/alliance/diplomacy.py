"""6.1: diplomatic bids for minors and Non-Player Empires."""

from __future__ import annotations

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.alliance.board import EMPIRES, NOBODY
from grognard.games.alliance.events import BidAnswered, BidFailed, BidOpened, BidRolled, StateJoined
from grognard.games.alliance.income import collector
from grognard.games.alliance.neutrals import clashes, join_player, leave_player
from grognard.games.alliance.position import BIDS, Position, decision, procedure
from grognard.games.alliance.states import is_played

HIGHEST_BID = 3
LEAST_TOTAL = 7
"""6.13.2: a lower total changes nothing."""

A_PLAYER = Refusal("6.1.4", "A player's empire can never be the target.")
NO_GOLD = Refusal("6.1.3", "There is not enough Gold in the treasury.")
BID_RANGE = Refusal("6.1.3", "A bid is 1, 2 or 3 Gold.")


@procedure
def diplomacy(g: Position) -> None:
    """6.1.2: the highest leader card may open one bid (A4)."""
    leaders = [p for p in g.order if g.played[p] in g.setting.deck.leaders]
    if leaders and (g.gold[leaders[0]] > 0 or g.setting.hidden_treasuries):  # 3.4.8: an empty purse is a secret too
        g.todo((BID, leaders[0]))


def cannot_bid(g: Position, player: int, state: int, gold: int) -> Refusal | None:
    if is_played(g, state):
        return A_PLAYER
    if not 1 <= gold <= HIGHEST_BID:
        return BID_RANGE
    return NO_GOLD if gold > g.gold[player] else None


def bid_options(g: Position, player: int) -> list[Action]:
    most = min(HIGHEST_BID, g.gold[player])
    targets = [s for s in g.board.states if not is_played(g, s)]
    return [("decline",), *(("bid", s, gold) for s in targets for gold in range(1, most + 1))]


def refuse_bid(g: Position, action: Action, player: int) -> Refusal | None:
    return cannot_bid(g, player, action[1], action[2]) if action[0] == "bid" else None


def take_bid(g: Position, action: Action, player: int) -> None:
    if action[0] == "decline":  # 6.1.6
        return
    _, state, gold = action
    g.gold[player] -= gold
    g.tell("6.1.3", BidOpened, player, state, gold)
    g.todo((ask_to_match, player, state, gold, 1 << player, 0))


@procedure
def ask_to_match(g: Position, opener: int, state: int, gold: int, bidders: int, start: int) -> None:
    """6.1.5: the others, in falling card order, match the bid or decline."""
    for index in range(start, len(g.order)):
        player = g.order[index]
        if player != opener and (g.gold[player] >= gold or g.setting.hidden_treasuries):
            g.todo((MATCH, player, state, gold, opener, bidders, index))
            return
    g.todo((roll_bids, opener, state, bidders))


def match_options(g: Position, player: int, _state: int, gold: int, *_bids: int) -> list[Action]:
    return [("match",), ("decline",)] if g.gold[player] >= gold else [("decline",)]


def refuse_match(_g: Position, action: Action, *_arguments: int) -> Refusal | None:
    return NO_GOLD if action[0] == "match" else None


def take_match(
    g: Position, action: Action, player: int, state: int, gold: int, opener: int, bidders: int, index: int
) -> None:
    matched = action[0] == "match"
    if matched:
        g.gold[player] -= gold
        bidders |= 1 << player
    g.tell("6.1.5", BidAnswered, player, matched)
    g.todo((ask_to_match, opener, state, gold, bidders, index + 1))


def bonus(g: Position, player: int, state: int, opener: int) -> int:
    """6.12: 1 for opening, the value of the target NPE's cities one holds, 2 for Talleyrand (A9)."""
    total = int(player == opener)
    if g.setting.deck.event[g.played[player]] == "diplomacy-plus-2":
        total += 2
    if state in EMPIRES:  # G2
        total += sum(g.board.vp[city] for city in g.board.cities_of[state] if collector(g, city) == player)
    return total


@procedure
def roll_bids(g: Position, opener: int, state: int, bidders: int) -> None:
    """6.13: each bidder rolls two dice; one highest total of at least 7 wins."""
    totals: dict[int, int] = {}
    for player in g.order:
        if bidders >> player & 1:
            dice = (1 + g.chance(BIDS, 6), 1 + g.chance(BIDS, 6))
            extra = bonus(g, player, state, opener)
            totals[player] = sum(dice) + extra
            g.tell("6.13.1", BidRolled, player, dice, extra, totals[player])
    highest = max(totals.values())
    best = [player for player, total in totals.items() if total == highest]
    if highest < LEAST_TOTAL:
        g.tell("6.13.2", BidFailed, state, "low")
    elif len(best) > 1:
        g.tell("6.13.2", BidFailed, state, "tie")
    else:
        win_over(g, state, best[0])


def win_over(g: Position, state: int, winner: int) -> None:
    """6.13.4, 6.13.5: an ally stays, another's ally turns neutral, a neutral joins."""
    master = g.master[state]
    if master == winner:
        g.tell("6.13.4", BidFailed, state, "loyal")
        return
    if master == NOBODY:
        g.tell("6.13.5", StateJoined, state, winner, "diplomacy")
        join_player(g, state, winner)
    else:
        leave_player(g, state, "diplomacy")
    g.todo((clashes, state, winner))


BID = decision(
    Decision(
        name="bid",
        clause="6.1.3",
        prompt="{0}: open a diplomatic bid?",
        kinds=("state",),
        options=bid_options,
        take=take_bid,
        refuse=refuse_bid,
    )
)

MATCH = decision(
    Decision(
        name="match",
        clause="6.1.5",
        prompt="{0}: match the bid of {2} Gold for {1}?",
        kinds=("state", "state", "number"),
        options=match_options,
        take=take_match,
        refuse=refuse_match,
    )
)
