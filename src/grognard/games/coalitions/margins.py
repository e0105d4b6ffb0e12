"""What stands in the margin of the log beside each kind of event."""

from __future__ import annotations

from typing import Literal

from grognard.engine.events import Entry, Event
from grognard.engine.margin import Icon, Margin
from grognard.games.coalitions import events as ev
from grognard.games.coalitions.board import NOBODY
from grognard.games.coalitions.position import Position
from grognard.games.coalitions.tales import GENERAL_FIELDS, POWER_FIELDS, TERRITORY_FIELDS

HEADINGS: dict[type[Event], Literal["chapter", "section"]] = {ev.RoundBegan: "chapter", ev.TurnBegan: "section"}

ICONS: dict[type[Event], Icon] = {
    ev.RoundBegan: "hourglass",
    ev.TurnBegan: "wheel",
    ev.GeneralNamed: "leader",
    ev.CardsDrawn: "cards",
    ev.CardsSeen: "cards",
    ev.DeckRenewed: "cards",
    ev.CardDiscarded: "cards",
    ev.MoraleChanged: "morale",
    ev.MoneyChanged: "coins",
    ev.InfluenceGained: "morale",
    ev.GeneralPlaced: "muster",
    ev.GeneralLeftMap: "retreat",
    ev.SubsidyAnswered: "coins",
    ev.UnitsRaised: "muster",
    ev.FortressBuilt: "fortress",
    ev.EnvoyNamed: "diplomacy",
    ev.RoundAsked: "diplomacy",
    ev.GarrisonPlaced: "garrison",
    ev.GarrisonRemoved: "garrison",
    ev.ConsentAnswered: "diplomacy",
    ev.GeneralMoved: "march",
    ev.SpainOpened: "scroll",
    ev.BattleBegan: "battle",
    ev.Withdrew: "retreat",
    ev.SupportAnswered: "battle",
    ev.CardPlayed: "cards",
    ev.CardLaid: "cards",
    ev.CardTurnedUp: "cards",
    ev.Passed: "cards",
    ev.BattleDecided: "battle",
    ev.GeneralDefeated: "battle",
    ev.UnitsLost: "battle",
    ev.GeneralWent: "retreat",
    ev.GarrisonAllotted: "garrison",
    ev.Expelled: "diplomacy",
    ev.StatusDeclared: "diplomacy",
    ev.AdmissionAnswered: "diplomacy",
    ev.StayAnswered: "diplomacy",
    ev.LotsDrawn: "dice",
    ev.BidsOpened: "diplomacy",
    ev.MinorTaken: "diplomacy",
    ev.NapoleonCardDrawn: "cards",
    ev.FrenchCardDrawn: "cards",
    ev.RaceToParis: "march",
    ev.GameWon: "crown",
}


def margin(g: Position, entry: Entry) -> Margin:
    """The icon and heading of an event, and the powers, territories and Generals it speaks of."""
    event = entry.event
    fields = dict(zip(getattr(event, "_fields"), event, strict=True))  # noqa: B009 - every event is a NamedTuple
    spaces = [fields[name] for name in TERRITORY_FIELDS if name in fields]
    pieces = [fields[name] for name in GENERAL_FIELDS if name in fields]
    powers = [fields[name] for name in (*POWER_FIELDS, "garrison") if name in fields]
    way: tuple[int, ...] = ()
    match event:
        case ev.GeneralMoved(path=path, origin=origin):
            way = (origin, *path)
            spaces += path
        case ev.GeneralWent(origin=origin, territory=territory):
            way = (origin, territory)
        case ev.BattleBegan(defenders=defenders):
            pieces += defenders
        case ev.BattleDecided(piles=piles):
            pieces += [general for general, _ in piles]
        case ev.BidsOpened(bids=bids):
            powers += [power for power, _ in bids]
        case ev.GameWon(winners=winners):
            powers += winners
    pieces = [i for i in pieces if i != NOBODY]
    powers += [g.owner[i] for i in pieces]
    ids, generals = g.board.ids, g.setting.vocabulary.kinds["general"].ids
    return Margin(
        icon=ICONS[type(event)],
        heading=HEADINGS.get(type(event), ""),
        powers=tuple(g.setting.powers[p] for p in sorted({p for p in powers if p != NOBODY})),
        spaces=tuple(ids[t] for t in sorted({t for t in spaces if t >= 0})),
        pieces=tuple(generals[i] for i in sorted(set(pieces))),
        way=tuple(ids[t] for t in way if t >= 0),
    )
