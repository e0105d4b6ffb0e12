"""What happened, in words and as plain data.

The words are in `languages/`, under the name of the event and, with a dot, of its parts. In English tales are told in
the past, where a verb is the same for Austria and for the Ottomans.
"""

from __future__ import annotations

from typing import Any

from grognard.engine.events import Entry, Event
from grognard.engine.words import Count, listed, sentence
from grognard.games.coalitions import events as ev
from grognard.games.coalitions.board import NOBODY
from grognard.games.coalitions.position import Position
from grognard.games.coalitions.table import called, named, place_of
from grognard.games.coalitions.words import STATUS_IDS, TEXT, people, power, status

POWER_FIELDS = {"power", "by", "envoy", "minor"}
GENERAL_FIELDS = {"general", "attacker"}
TERRITORY_FIELDS = {"territory", "origin", "at"}
ANSWER_FIELDS = {"granted", "accepted"}


def tale(g: Position, entry: Entry) -> str:
    """An event as a sentence."""
    event = entry.event
    kind = type(event).__name__
    words = {name: _word(g, kind, name, value) for name, value in _fields(event).items()}
    return sentence(TEXT.say(kind, **words | _more_words(g, event)))


def _fields(event: Event) -> dict[str, Any]:
    return dict(zip(getattr(event, "_fields"), event, strict=True))  # noqa: B009 - every event is a NamedTuple


def _word(g: Position, kind: str, name: str, value: Any) -> Any:
    """A field of an event, in words."""
    if name in POWER_FIELDS:
        return power(value)
    if name in GENERAL_FIELDS:
        return _general(g, value)
    if name in ANSWER_FIELDS:
        return TEXT.say(f"{kind}.{'yes' if value else 'no'}")
    match name:
        case "at":
            return TEXT.say("at.map", territory=place_of(g, value)) if value >= 0 else TEXT.say("at.off")
        case "territory" | "origin":
            return place_of(g, value)
        case "reason":
            return TEXT.say(f"{kind}.{value}")
        case "how":
            return TEXT.say(f"how.{value}")
        case "path":
            end, way = place_of(g, value[-1]), [place_of(g, t) for t in value[:-1]]
            return TEXT.say("path.way", way=listed(way), territory=end) if way else TEXT.say("path", territory=end)
        case "status":
            return status(value)
        case "name":
            card = next((c for c in g.setting.data.cards.general if c.name == value), None)
            return TEXT.name("general", card.id, card.name) if card else value
        case "winners":
            return listed(power(p) for p in value)
        case "bids":
            return ", ".join(f"{power(p)} {n}" for p, n in value)
        case "card":
            card = g.setting.data.cards.napoleon[value]
            return f"{card.name} ({listed(place_of(g, g.board.number[t]) for t in card.territories)})"
        case "cards" if isinstance(value, tuple):
            return ", ".join(map(str, value))
    return Count(value) if isinstance(value, int) else value


def _more_words(g: Position, event: Event) -> dict[str, Any]:
    """What a tale says that no single field does."""
    match event:
        case ev.CardPlayed(value=value):
            return {"value": TEXT.say("played.open", value=value) if value else TEXT.say("played.down")}
        case ev.GarrisonRemoved(power=p) | ev.GeneralNamed(power=p):
            return {"people": people(p)}
        case ev.GarrisonAllotted(power=p, general=general, at=at):
            if general == NOBODY:
                return {"people": people(p), "allotted": TEXT.say("allotted.money")}
            unit = TEXT.say("allotted.unit", general=_general(g, general), territory=place_of(g, at))
            return {"people": people(p), "allotted": unit}
        case ev.BattleBegan(defenders=defenders, garrison=garrison):
            against = [_general(g, i) for i in defenders]
            if garrison != NOBODY:
                against.append(TEXT.say("garrison", people=people(garrison)))
            return {"opponents": listed(against)}
        case ev.BattleDecided(attack=attack, defence=defence, piles=piles):
            verdict = "draw" if attack == defence else "attack" if attack > defence else "defence"
            cards = TEXT.say("between").join(
                f"{_bearer(g, i)} {', '.join(map(str, pile))}" for i, pile in piles if pile
            )
            return {
                "verdict": TEXT.say(f"verdict.{verdict}"),
                "piles": TEXT.say("piles", cards=cards) if cards else "",
            }
    return {}


def _general(g: Position, general: int) -> str:
    return TEXT.say("nobody") if general == NOBODY else called(g, general)


def _bearer(g: Position, general: int) -> str:
    return named(g, general) or people(g.owner[general])


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
