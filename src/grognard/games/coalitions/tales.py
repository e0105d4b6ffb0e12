"""What happened, in words and as plain data.

Tales are told in the past, where a verb is the same for Austria and for the Ottomans.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.engine.events import Entry, Event
from grognard.games.coalitions import events as ev
from grognard.games.coalitions.board import NOBODY
from grognard.games.coalitions.position import Position
from grognard.games.coalitions.table import called, name_of
from grognard.games.coalitions.words import ADJECTIVES, POWER_NAMES, STATUS_IDS, STATUS_NAMES

TALES: dict[type[Event], str] = {
    ev.RoundBegan: "Round {round} began.",
    ev.TurnBegan: "Turn {turn} of round {round}.",
    ev.GeneralNamed: "{name} is the {adjective} General {at}.",
    ev.CardsDrawn: "{power} drew {number:Battle card}.",
    ev.CardsSeen: "The Battle cards {power} drew: {cards}.",
    ev.DeckRenewed: "The discards were shuffled into a new deck of {cards:card}.",
    ev.CardDiscarded: "{power} discarded a {value}.",
    ev.MoraleChanged: "{power}: Morale {change:+d}, now {now}.",
    ev.MoneyChanged: "{power}: Money {change:+d} {reason}, now {now}.",
    ev.InfluenceGained: "{power}: Influence {change:+d} {reason}, now {now}.",
    ev.GeneralPlaced: "{general} was placed in {territory}.",
    ev.GeneralLeftMap: "{general} left {origin} and the map, with {units:Unit} lost.",
    ev.SubsidyAnswered: "Britain offered {power} {money} Money: {accepted}.",
    ev.UnitsRaised: "{general} {at} received {number:Unit}.",
    ev.FortressBuilt: "{power} built a Fortress in {territory}.",
    ev.EnvoyNamed: "{power} named {envoy} as Envoy.",
    ev.RoundAsked: "{power} asked {envoy} for round {round} of movement: {granted}.",
    ev.GarrisonPlaced: "{general} left a Garrison in {territory}.",
    ev.GarrisonRemoved: "The {adjective} Garrison in {territory} {reason}.",
    ev.ConsentAnswered: "{general} {at} asked leave of {by} to enter {territory}: {granted}.",
    ev.GeneralMoved: "{general} {how} from {origin} {path}.",
    ev.SpainOpened: "Spain is open to all: {reason}.",
    ev.BattleBegan: "Battle in {territory}: {attacker} against {opponents}, {attack} to {defence}.",
    ev.Withdrew: "{general} withdrew to {territory} before the battle.",
    ev.SupportAnswered: "{general} {at} {granted} the battle in {territory}.",
    ev.CardPlayed: "{general} {at} played {value}.",
    ev.CardLaid: "The card played by {general} {at} is a {value}.",
    ev.CardTurnedUp: "Card {place} of {general} {at} was turned up: a {value}.",
    ev.Passed: "{power} passed.",
    ev.BattleDecided: "The battle in {territory} ended {attack} to {defence}: {verdict}.{piles}",
    ev.GeneralDefeated: "{general} was beaten in {territory}.",
    ev.UnitsLost: "{general} {at} lost {number:Unit}.",
    ev.GeneralWent: "{general} fell back from {origin} to {territory}.",
    ev.GarrisonAllotted: "The {adjective} Garrison became {allotted}.",
    ev.Expelled: "{by} expelled {power} from its Coalition.",
    ev.StatusDeclared: "{power} declared: {status}.",
    ev.AdmissionAnswered: "{power} asked to join the Coalition of {by}: {granted}.",
    ev.StayAnswered: "{by} decided that {general} {at} {granted}.",
    ev.LotsDrawn: "Lots were drawn in {territory}: the side of {power} stayed.",
    ev.BidsOpened: "Bids for {minor}: {bids}.",
    ev.MinorTaken: "{power} took control of {minor} {reason}.",
    ev.NapoleonCardDrawn: "Napoleon card: {card}.",
    ev.FrenchCardDrawn: "France drew a {value}: strength {strength}.",
    ev.RaceToParis: "The Race to Paris: the enemy is in {territory}.",
    ev.GameWon: "{winners} won {reason}.",
}

REASONS: dict[type[Event], dict[str, str]] = {
    ev.MoneyChanged: {
        "taxes": "in taxes",
        "trade": "from trade",
        "units": "for Units",
        "cards": "for a Battle card",
        "morale": "for Morale",
        "fortress": "for a Fortress",
        "corruption": "lost to corruption",
        "subsidy": "of subsidy",
        "garrison": "for a Garrison withdrawn",
        "influence": "from Disputed Territories",
    },
    ev.InfluenceGained: {
        "territories": "from territories held",
        "battle": "for a battle won",
        "subsidy": "for a subsidy",
        "card": "by a Napoleon card",
        "paris": "for Paris",
    },
    ev.GarrisonRemoved: {
        "disbanded": "was disbanded",
        "beaten": "was destroyed",
        "peace": "was withdrawn from a home at peace",
        "war": "had to give way",
    },
    ev.SpainOpened: {"march": "the French have crossed the Pyrenees", "influence": "a Power has the Influence for it"},
    ev.MinorTaken: {"bid": "by the highest bid", "capital": "by holding its capital"},
    ev.GameWon: {"influence": "by Influence", "paris": "by the fall of Paris", "time": "as the last round ended"},
}

ANSWERS: dict[type[Event], tuple[str, str]] = {
    ev.SubsidyAnswered: ("accepted", "declined"),
    ev.RoundAsked: ("granted", "refused"),
    ev.ConsentAnswered: ("granted", "refused"),
    ev.SupportAnswered: ("supported", "stayed out of"),
    ev.AdmissionAnswered: ("admitted", "turned away"),
    ev.StayAnswered: ("may stay", "must leave"),
}

POWER_FIELDS = {"power", "by", "envoy", "minor"}
GENERAL_FIELDS = {"general", "attacker"}
TERRITORY_FIELDS = {"territory", "origin", "at"}
ANSWER_FIELDS = {"granted", "accepted"}


class Count(int):
    """A number that knows its noun: "{3:Unit}" is 3 Units."""

    def __format__(self, noun: str) -> str:
        if not noun[:1].isalpha():
            return format(int(self), noun)
        return f"{int(self) or 'no'} {noun}{'' if self == 1 else 's'}"


def tale(g: Position, entry: Entry) -> str:
    """An event as a sentence."""
    event = entry.event
    words = {name: _word(g, event, name, value) for name, value in _fields(event).items()}
    words |= _more_words(g, event)
    text = TALES[type(event)].format(**words)
    return text[0].upper() + text[1:]


def _fields(event: Event) -> dict[str, Any]:
    return dict(zip(getattr(event, "_fields"), event, strict=True))  # noqa: B009 - every event is a NamedTuple


def _word(g: Position, event: Event, name: str, value: Any) -> Any:
    """A field of an event, in words."""
    names = g.board.names
    if name in POWER_FIELDS:
        return POWER_NAMES[value]
    if name in GENERAL_FIELDS:
        return _general(g, value)
    if name in ANSWER_FIELDS:
        return ANSWERS[type(event)][0 if value else 1]
    match name:
        case "at":
            return f"in {names[value]}" if value >= 0 else "off the map"
        case "territory" | "origin":
            return names[value]
        case "reason":
            return REASONS[type(event)][value]
        case "how":
            return "sailed" if value == "sea" else "marched"
        case "path":
            way = f"by way of {_listed(names[t] for t in value[:-1])} " if len(value) > 1 else ""
            return f"{way}to {names[value[-1]]}"
        case "status":
            return STATUS_NAMES[value]
        case "winners":
            return _listed(POWER_NAMES[p] for p in value)
        case "bids":
            return ", ".join(f"{POWER_NAMES[p]} {n}" for p, n in value)
        case "card":
            card = g.setting.data.cards.napoleon[value]
            return f"{card.name} ({_listed(names[g.board.number[t]] for t in card.territories)})"
        case "cards" if isinstance(value, tuple):
            return ", ".join(map(str, value))
    return Count(value) if isinstance(value, int) else value


def _more_words(g: Position, event: Event) -> dict[str, str]:
    """What a tale says that no single field does."""
    match event:
        case ev.CardPlayed(value=value):
            return {"value": f"a {value} face up" if value else "a card face down"}
        case ev.GarrisonRemoved(power=power) | ev.GeneralNamed(power=power):
            return {"adjective": ADJECTIVES[power]}
        case ev.GarrisonAllotted(power=power, general=general, at=at):
            unit = "1 Money" if general == NOBODY else f"a Unit of {_general(g, general)} in {g.board.names[at]}"
            return {"adjective": ADJECTIVES[power], "allotted": unit}
        case ev.BattleBegan(defenders=defenders, garrison=garrison):
            against = [_general(g, i) for i in defenders]
            if garrison != NOBODY:
                against.append(f"the {ADJECTIVES[garrison]} Garrison")
            return {"opponents": _listed(against)}
        case ev.BattleDecided(attack=attack, defence=defence, piles=piles):
            verdict = "a draw" if attack == defence else f"the {'attacker' if attack > defence else 'defender'} won"
            cards = "; ".join(f"{_bearer(g, i)} {', '.join(map(str, pile))}" for i, pile in piles if pile)
            return {"verdict": verdict, "piles": f" Cards: {cards}." if cards else ""}
    return {}


def _general(g: Position, general: int) -> str:
    return "nobody" if general == NOBODY else called(g, general)


def _bearer(g: Position, general: int) -> str:
    return name_of(g, general) or ADJECTIVES[g.power_of(general)]


def _listed(things: Iterable[str]) -> str:
    """One, two and three."""
    *most, last = things
    return f"{', '.join(most)} and {last}" if most else last


# --- as data --------------------------------------------------------------------------------------------------------


def event_data(g: Position, entry: Entry) -> dict[str, Any]:
    """An event as plain data with the ids of things; None stands for nobody and nowhere."""
    return {name: _datum(g, name, value) for name, value in _fields(entry.event).items()}


def _datum(g: Position, name: str, value: Any) -> Any:
    kinds, powers = g.setting.vocabulary.kinds, g.setting.powers
    generals = kinds["general"].ids
    if name in POWER_FIELDS or name == "garrison":
        return None if value == NOBODY else powers[value]
    if name in GENERAL_FIELDS:
        return None if value == NOBODY else generals[value]
    if name in TERRITORY_FIELDS:
        return g.board.ids[value] if value >= 0 else None
    match name:
        case "status":
            return STATUS_IDS[value]
        case "path":
            return [g.board.ids[t] for t in value]
        case "defenders":
            return [generals[i] for i in value]
        case "winners":
            return [powers[p] for p in value]
        case "bids":
            return {powers[p]: bid for p, bid in value}
        case "piles":
            return {generals[i]: list(cards) for i, cards in value}
        case "card":
            return kinds["napoleon-card"].ids[value]
        case "cards" if isinstance(value, tuple):
            return list(value)
    return value
