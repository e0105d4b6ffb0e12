"""11. Using Minor Powers: who runs them until their next Muster."""

from __future__ import annotations

from random import Random

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.adjustments import adjust_the_board
from grognard.games.coalitions.board import NOBODY
from grognard.games.coalitions.events import BidsOpened, MinorTaken
from grognard.games.coalitions.pieces import change_morale, forget_hand, remember_hand
from grognard.games.coalitions.position import Position, decision, procedure
from grognard.games.coalitions.relations import settle


@procedure
def minor_power_musters(g: Position, minor: int) -> None:
    """11.bid.1-7: whoever holds its capital takes control; otherwise all players bid Morale in secret."""
    holder = g.controller(g.board.capital[minor])
    if holder not in (minor, NOBODY) and g.master[holder] != NOBODY:
        g.agenda.append((take_control, minor, g.master[holder], "capital"))
    else:
        g.ask_together(BID, g.setting.majors, minor)


BELOW_ZERO = Refusal("11.bid.2", "A bid is 0 Morale or more.")
TOO_HIGH = Refusal("11.bid.3", "A bid may not exceed the bidder's Morale.")


def bids(g: Position, power: int, _minor: int) -> list[Action]:
    return [("bid", n) for n in range(g.morale[power] + 1)]


def sample_bid(g: Position, rng: Random, power: int, _minor: int) -> Action:
    return ("bid", int(rng.random() * (g.morale[power] + 1)))


def refuse_bid(_g: Position, action: Action, _power: int, _minor: int) -> Refusal | None:
    if action[0] != "bid":
        return None
    return BELOW_ZERO if action[1] < 0 else TOO_HIGH


def bids_opened(g: Position, answers: dict[int, Action], minor: int) -> None:
    """11.bid.4-5: the highest bid wins, the earlier in the Order of Play among equals; only the winner pays."""
    # 4.order.2
    opened = tuple((power, answers[power][1]) for power in sorted(answers))
    g.tell("11.bid.2", BidsOpened, minor, opened)
    winner, price = max(opened, key=lambda bid: (bid[1], -bid[0]))
    change_morale(g, winner, -price, "11.bid.5")
    g.agenda.append((take_control, minor, winner, "bid"))


BID = decision(
    Decision(
        name="bid",
        clause="11.bid.2",
        prompt="Bid Morale of {0}, in secret, for control of {1}.",
        kinds=("power", "power"),
        options=bids,
        take=bids_opened,
        refuse=refuse_bid,
        sample=sample_bid,
        sealed=True,
    )
)


@procedure
def take_control(g: Position, minor: int, master: int, reason: str) -> None:
    """11.bid.8-13: it takes its master's status; hand, Money and pieces come along; the board is adjusted."""
    g.tell("11.bid.8", MinorTaken, minor, master, reason)
    if g.master[minor] == master:
        return  # 11.bid.6: won again, nothing changes
    old = g.keeper[minor]
    if old not in (NOBODY, g.keeper[master]):
        remember_hand(g, minor, old)
    g.before = tuple(g.enemies)
    g.master[minor] = master
    g.keeper[minor] = g.keeper[master]
    forget_hand(g, minor, g.keeper[master])
    if old != g.keeper[master]:
        g.show()
    g.status[minor] = g.status[master]
    settle(g)
    g.agenda.append((adjust_the_board, 1 << minor))
