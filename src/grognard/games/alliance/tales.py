"""What happened, in words and as plain data.

The words are in `languages/`, under the name of the event and, with a dot, of its parts. In English tales are told in
the past, where a verb is the same for one and for many.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.engine.events import Entry, Event
from grognard.engine.words import Count, listed, sentence
from grognard.games.alliance import events as ev
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.names import block, card, event, people, place, state
from grognard.games.alliance.position import ATTACK, Position
from grognard.games.alliance.words import TEXT

KIND_OF = {
    "player": "state",
    "partner": "state",
    "victor": "state",
    "state": "state",
    "players": "state",
    "winners": "state",
    "block": "block",
    "attackers": "block",
    "defenders": "block",
    "place": "place",
    "origin": "place",
    "path": "place",
    "card": "card",
    "cards": "card",
}
"""What the fields of events are, by their names."""

CALLED: dict[str, Callable[[Position, int], str]] = {"state": state, "block": block, "place": place, "card": card}
"""How each kind is called."""


def tale(g: Position, entry: Entry) -> str:
    """An event as a sentence."""
    told = entry.event
    words = {name: _word(g, name, value) for name, value in fields(told).items()} | _more_words(g, told)
    return sentence(TEXT.say(_message(g, told), **words))


def fields(told: Event) -> dict[str, Any]:
    return dict(zip(getattr(told, "_fields"), told, strict=True))  # noqa: B009 - every event is a NamedTuple


def _word(g: Position, name: str, value: Any) -> Any:
    """A field of an event, in words."""
    kind = KIND_OF.get(name)
    if kind is not None:
        called = CALLED[kind]
        if isinstance(value, tuple):
            return listed(called(g, v) for v in value) if value else TEXT.say("nobody")
        return called(g, value)
    if name == "dice":
        return ", ".join(map(str, value))
    return Count(value) if type(value) is int else value


def _message(g: Position, told: Event) -> str:
    """The id of the sentence: the name of the event, and which of its ways to tell it."""
    name = type(told).__name__
    match told:
        case ev.TurnBegan():
            return f"{name}.{'card' if g.setting.solitaire else 'winter' if told.turn == g.setting.turns else 'turn'}"
        case ev.PlayerTurnEnded():
            return f"{name}.{'saved' if told.saved else 'plain'}"
        case ev.ColourMoved():
            afloat = told.how in ("moves", "fights") and any(p >= g.board.first_sea for p in told.path)
            return f"{name}.{told.how}.sea" if afloat else f"{name}.{told.how}"
        case ev.ColourLevied():
            return f"{name}.{'new' if told.new else 'step'}"
        case ev.BidAnswered():
            return f"{name}.{'yes' if told.matched else 'no'}"
        case ev.PermissionChanged():
            return f"{name}.{'yes' if told.granted else 'no'}"
        case ev.SurrenderAnswered():
            return f"{name}.{'yes' if told.accepted else 'no'}"
        case ev.BattleWon():
            return f"{name}.{'attack' if told.side == ATTACK else 'defence'}"
        case ev.BidFailed() | ev.StateJoined() | ev.StateLeft() | ev.StateDefeated() | ev.SuddenDeath() | ev.GameWon():
            return f"{name}.{told.reason}"
    return name


def _more_words(g: Position, told: Event) -> dict[str, Any]:
    """What a tale says that no single field does."""
    match told:
        case ev.TurnBegan():
            return {"cards": g.setting.solitaire_cards}
        case ev.CardsRevealed(players=players, cards=cards):
            shown = (
                TEXT.say("played", player=state(g, p), card=card(g, c)) for p, c in zip(players, cards, strict=True)
            )
            return {"cards": listed(shown)}
        case ev.IncomeCollected(homeland=homeland, other=other):
            return {"other": other // 2, "total": homeland + other // 2}
        case ev.ColourMoved(state=s, path=path):
            return {"people": people(g, s), **_way(g, path)}
        case ev.ColourLevied(state=s):
            return {"people": people(g, s)}
        case ev.BidRolled(bonus=bonus):
            return {"bonus": TEXT.say("BidRolled.bonus", bonus=bonus) if bonus else ""}
        case ev.BattleBegan(attack_reserves=attack, defence_reserves=defence):
            coming = TEXT.say("BattleBegan.reserves", attack=attack, defence=defence) if attack or defence else ""
            return {"reserves": coming}
        case ev.ReservesArrived(attackers=attackers, defenders=defenders):
            return {"blocks": listed(block(g, b) for b in (*attackers, *defenders))}
        case ev.LeaderEventUsed(card=c) | ev.BorderEventUsed(card=c):
            return {"event": event(g, c)}
        case ev.BattleWon(players=players):
            return {"players": TEXT.say("BattleWon.for", players=_word(g, "players", players)) if players else ""}
    return {}


def _way(g: Position, path: tuple[int, ...]) -> dict[str, Any]:
    """From where, over what, to where."""
    between = [place(g, p) for p in path[1:-1]]
    over = TEXT.say("over", places=listed(between)) if between else ""
    return {"origin": place(g, path[0]), "over": over, "place": place(g, path[-1])}


# --- as data ---------------------------------------------------------------------------------------------------------


def event_data(g: Position, entry: Entry) -> dict[str, Any]:
    """An event as plain data with the ids of things; None stands for nobody and nowhere."""
    return {name: _datum(g, name, value) for name, value in fields(entry.event).items()}


def _datum(g: Position, name: str, value: Any) -> Any:
    if isinstance(value, tuple):
        return [_datum(g, name, v) for v in value]
    kind = KIND_OF.get(name)
    if kind is None:
        return value
    return None if value == NOBODY else g.setting.vocabulary.kinds[kind].ids[value]
