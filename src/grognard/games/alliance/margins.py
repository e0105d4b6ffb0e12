"""What stands in the margin of the log beside each kind of event."""

from __future__ import annotations

from typing import Any, Literal

from grognard.engine.events import Entry, Event
from grognard.engine.margin import Icon, Margin
from grognard.engine.panels import Die, Throw
from grognard.games.alliance import events as ev
from grognard.games.alliance.names import block
from grognard.games.alliance.position import Position
from grognard.games.alliance.tales import KIND_OF, fields
from grognard.games.alliance.words import TEXT

HEADINGS: dict[type[Event], Literal["chapter", "section"]] = {ev.YearBegan: "chapter", ev.TurnBegan: "section"}

ICONS: dict[type[Event], Icon] = {
    ev.YearBegan: "hourglass",
    ev.TurnBegan: "hourglass",
    ev.CardsDealt: "cards",
    ev.CardLaidAside: "cards",
    ev.CardsRevealed: "cards",
    ev.PlayerTurnBegan: "scroll",
    ev.PlayerTurnEnded: "coins",
    ev.IncomeCollected: "coins",
    ev.BlocksStoodUp: "muster",
    ev.BlockDisbanded: "muster",
    ev.ColourMoved: "march",
    ev.BlockMoved: "march",
    ev.AttackBegan: "battle",
    ev.BorderEventUsed: "leader",
    ev.ColourLevied: "muster",
    ev.BlockLevied: "muster",
    ev.BidOpened: "diplomacy",
    ev.BidAnswered: "diplomacy",
    ev.BidRolled: "dice",
    ev.BidFailed: "diplomacy",
    ev.StateJoined: "diplomacy",
    ev.StateLeft: "diplomacy",
    ev.StateAlone: "diplomacy",
    ev.PactProposed: "diplomacy",
    ev.PactRefused: "diplomacy",
    ev.PactMade: "diplomacy",
    ev.PactPublished: "diplomacy",
    ev.PactBroken: "diplomacy",
    ev.PermissionChanged: "diplomacy",
    ev.GoldGiven: "coins",
    ev.SurrenderAnswered: "diplomacy",
    ev.BattleBegan: "battle",
    ev.BattleDropped: "battle",
    ev.RoundBegan: "battle",
    ev.ReservesArrived: "march",
    ev.ControlSwitched: "battle",
    ev.LeaderEventUsed: "leader",
    ev.Fired: "dice",
    ev.Passed: "battle",
    ev.FortressShaken: "fortress",
    ev.BlockLost: "battle",
    ev.BlockEliminated: "battle",
    ev.Retreated: "retreat",
    ev.BattleExtended: "battle",
    ev.BattleWon: "battle",
    ev.Pursued: "march",
    ev.StateDefeated: "crown",
    ev.ReparationsPaid: "coins",
    ev.SuddenDeath: "crown",
    ev.PointsCounted: "crown",
    ev.GameWon: "crown",
    ev.CardTurned: "cards",
    ev.Scored: "crown",
}


def margin(g: Position, entry: Entry) -> Margin:
    """The icon and heading of an event, its dice, and the states, places and blocks it speaks of."""
    told = entry.event
    icon = ICONS[type(told)]
    if isinstance(told, ev.TurnBegan) and told.turn == g.setting.turns and not g.setting.solitaire:
        icon = "winter"
    blocks, places = _things(told, "block"), _things(told, "place")
    if icon == "march" and any(p >= g.board.first_sea for p in places):
        icon = "fleet"
    states = {*_things(told, "state"), *(g.roster.owner[b] for b in blocks)}
    ids = g.board.ids
    return Margin(
        icon=icon,
        heading=HEADINGS.get(type(told), ""),
        throws=_throws(g, told),
        powers=tuple(g.board.state_ids[s] for s in sorted(states)),
        spaces=tuple(ids[p] for p in sorted(set(places))),
        pieces=tuple(g.roster.ids[b] for b in sorted(set(blocks))),
        way=tuple(ids[p] for p in _way(told)),
    )


def _things(told: Event, kind: str) -> list[int]:
    """Everything of one kind that an event names."""
    found: list[Any] = []
    for name, value in fields(told).items():
        if KIND_OF.get(name) == kind:
            found += value if isinstance(value, tuple) else (value,)
    return [thing for thing in found if thing >= 0]


def _way(told: Event) -> tuple[int, ...]:
    match told:
        case ev.ColourMoved(path=path) | ev.BlockMoved(path=path):
            return path
        case ev.Retreated(origin=origin, place=place) | ev.Pursued(origin=origin, place=place):
            return (origin, place)
    return ()


def _throws(g: Position, told: Event) -> tuple[Throw, ...]:
    match told:
        case ev.Fired(block=b, dice=dice, firepower=power):
            return (throw(g, b, dice, power),)
        case ev.BidRolled(player=player, dice=dice, total=total):
            return (Throw(tuple(Die(face) for face in dice), power=g.setting.powers[player], total=total),)
    return ()


def throw(g: Position, b: int, dice: tuple[int, ...], power: int) -> Throw:
    """The dice of a block that fires."""
    return Throw(
        tuple(Die(face, face <= power) for face in dice),
        TEXT.say("throw", block=block(g, b), firepower=power),
        piece=g.roster.ids[b],
        power=g.board.state_ids[g.roster.owner[b]],
    )
