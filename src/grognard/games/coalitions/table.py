"""How the game looks: what a seat sees, what things are called, what happened in words."""

from __future__ import annotations

from typing import Any

from grognard.engine.events import Entry, Event
from grognard.games.coalitions import events as ev
from grognard.games.coalitions.board import FRANCE, NOBODY, POWERS
from grognard.games.coalitions.hidden import knows_hand, visible_pile
from grognard.games.coalitions.pieces import values_in
from grognard.games.coalitions.position import LOWEST_CARD, Counts, Position
from grognard.games.coalitions.strength import attack_strength, defence_strength
from grognard.games.coalitions.words import ACTION_NAMES, ADJECTIVES, POWER_NAMES, STATUS_IDS, STATUS_NAMES

# --- what a seat sees -----------------------------------------------------------------------------------------------


def view(g: Position, seat: int | None) -> dict[str, Any]:
    """All a seat may know of the board, by names. Hands and face-down cards of others are only counted."""
    setting, board = g.setting, g.board
    generals = setting.vocabulary.kinds["general"].ids
    return {
        "side": board.side,
        "round": g.round,
        "turn": g.turn + 1,
        "wheel": {setting.powers[p]: ACTION_NAMES[(setting.dial[p] + g.turn) % 6] for p in POWERS},
        "powers": {setting.powers[p]: _power(g, p, seat) for p in POWERS},
        "generals": [
            {
                "id": generals[i],
                "power": setting.powers[setting.general_power[i]],
                "at": board.ids[general.at] if general.at >= 0 else None,
                "units": general.units,
                "name": name_of(g, i),
            }
            for i, general in enumerate(g.generals)
            if general.at >= -1
        ],
        "garrisons": {board.ids[t]: setting.powers[p] for t, p in enumerate(g.garrisons) if p != NOBODY},
        "fortresses": [board.ids[t] for t in range(board.count) if g.fortresses >> t & 1],
        "control": {board.ids[t]: setting.powers[c] for t in range(board.count) if (c := g.controller(t)) != NOBODY},
        "deck": sum(g.deck),
        "discards": _cards(g.discards),
        "napoleon_deck": g.napoleon_deck.bit_count() if setting.lempereur else None,
        "napoleon_cards_played": _napoleon_cards_played(g),
        "spain_closed": g.spain_closed,
        "armee_d_orient": g.orient_card,
        "movement": _movement(g),
        "battle": _battle(g, seat),
        "sealed": _sealed(g, seat),
    }


def _power(g: Position, p: int, seat: int | None) -> dict[str, Any]:
    setting = g.setting
    keeper, master = g.keeper[p], g.master[p]
    return {
        "status": None if setting.lempereur else STATUS_IDS[g.status[p]],
        "seat": setting.seats[keeper] if keeper != NOBODY else None,
        "master": setting.powers[master] if master != NOBODY else None,
        "minor": p in setting.minors,
        "morale": g.morale[p],
        "money": g.money[p],
        "influence": g.influence[p] if tracks_influence(g, p) else None,
        "supply": g.supply[p],
        "off_map": len(g.generals_off_map(p)),
        "hand": sum(g.hands[p]),
        "cards": _cards(g.hands[p]) if knows_hand(g, p, seat) else None,
    }


def tracks_influence(g: Position, p: int) -> bool:
    """11.setup.5, 12.setup.2: Minor Powers have no Influence marker, nor have L'Empereur's opponents."""
    return p == FRANCE if g.setting.lempereur else p not in g.setting.minors


def _cards(counts: Counts) -> list[int]:
    return [value for value in values_in(counts) for _ in range(counts[value - LOWEST_CARD])]


def _napoleon_cards_played(g: Position) -> list[str]:
    """12.card.2: the discards of the Napoleon deck lie open."""
    cards = g.setting.vocabulary.kinds["napoleon-card"].ids if g.setting.lempereur else ()
    return [card for i, card in enumerate(cards) if not g.napoleon_deck >> i & 1]


def _movement(g: Position) -> dict[str, Any] | None:
    move, ids = g.move, g.setting.vocabulary.kinds["general"].ids
    if move is None:
        return None
    return {
        "power": g.setting.powers[move.power],
        "round": move.round,
        "envoy": g.setting.powers[move.envoy] if move.envoy != NOBODY else None,
        "moved": [ids[i] for i in range(len(ids)) if move.moved >> i & 1],
    }


def _battle(g: Position, seat: int | None) -> dict[str, Any] | None:
    battle, ids = g.battle, g.setting.vocabulary.kinds["general"].ids
    if battle is None:
        return None
    return {
        "territory": g.board.ids[battle.territory],
        "attacker": ids[battle.attacker],
        "defenders": [ids[i] for i in battle.defenders],
        "garrison": g.setting.powers[battle.garrison] if battle.garrison != NOBODY else None,
        "attack_support": [ids[i] for i in battle.attack_support],
        "defence_support": [ids[i] for i in battle.defence_support],
        "attack": attack_strength(g, battle),
        "defence": defence_strength(g, battle),
        "piles": {ids[pile.general]: visible_pile(g, pile, seat) for pile in battle.piles},
        "passed": [g.setting.powers[p] for p in POWERS if battle.passed >> p & 1],
    }


def _sealed(g: Position, seat: int | None) -> dict[str, Any]:
    """Who has answered is no secret; what, only one's own."""
    return {
        "waiting": [g.setting.powers[p] for p in sorted(g.waiting)],
        "answered": sorted(g.setting.powers[p] for p, _ in g.answers),
        "own": {
            g.setting.powers[p]: list(g.setting.vocabulary.encode(action))
            for p, action in g.answers
            if knows_hand(g, p, seat)
        },
    }


# --- what things are called -----------------------------------------------------------------------------------------


def name_of(g: Position, general: int) -> str | None:
    """The name of a named General, where it matters: Napoleon always, the others with the option."""
    power = g.power_of(general)
    if g.named[power] != general:
        return None
    return next((n.name for n in g.setting.data.cards.general if n.power == g.setting.powers[power]), None)


def label(g: Position, kind: str, value: Any) -> str:
    """What a player calls this thing now."""
    if kind == "":
        return ""
    if kind == "general":
        return _general_now(g, value)
    known = g.setting.vocabulary.kinds.get(kind)
    return str(value) if known is None else known.names[value]


def _general_now(g: Position, i: int) -> str:
    at, units = g.generals[i]
    who = name_of(g, i) or f"the {ADJECTIVES[g.power_of(i)]} General"
    if at < 0:
        return who if name_of(g, i) else f"an off-map {ADJECTIVES[g.power_of(i)]} General"
    return f"{who} in {g.board.names[at]} ({units})"


# --- what happened --------------------------------------------------------------------------------------------------

TALES: dict[type[Event], str] = {
    ev.RoundBegan: "Round {round} begins.",
    ev.TurnBegan: "Turn {turn} of round {round}: the Wheel turns.",
    ev.GeneralNamed: "{power} names {name}.",
    ev.CardsDrawn: "{power} draws {number} Battle card(s).",
    ev.CardsSeen: "{power} has drawn {cards}.",
    ev.DeckRenewed: "The discards are shuffled into a new deck of {cards}.",
    ev.CardDiscarded: "{power} discards a {value}.",
    ev.MoraleChanged: "Morale of {power} {change:+d}, now {now}.",
    ev.MoneyChanged: "Money of {power} {change:+d} ({reason}), now {now}.",
    ev.InfluenceGained: "{power} gains {change} Influence ({reason}), now {now}.",
    ev.GeneralPlaced: "{general} is placed in {territory}.",
    ev.GeneralLeftMap: "{general} leaves the map from {origin}; {units} Unit(s) are lost.",
    ev.SubsidyAnswered: "Britain offers {power} {money} Money: {accepted}.",
    ev.UnitsRaised: "{general} receives {number} Unit(s).",
    ev.FortressBuilt: "{power} builds a Fortress in {territory}.",
    ev.EnvoyNamed: "{power} names {envoy} its Envoy.",
    ev.RoundAsked: "{power} asks {envoy} for round {round} of movement: {granted}.",
    ev.GarrisonPlaced: "{general} leaves a Garrison in {territory}.",
    ev.GarrisonRemoved: "The Garrison of {power} in {territory} is gone ({reason}).",
    ev.ConsentAnswered: "{by} is asked to let {general} into {territory}: {granted}.",
    ev.GeneralMoved: "{general} goes by {how}: {path}.",
    ev.SpainOpened: "Spain is open to all ({reason}).",
    ev.BattleBegan: "Battle in {territory}: {attacker} attacks, {attack} to {defence}.",
    ev.Withdrew: "{general} withdraws to {territory}.",
    ev.SupportAnswered: "{general} is asked for support in {territory}: {granted}.",
    ev.CardPlayed: "{general} plays {value}.",
    ev.CardLaid: "The card {general} laid is a {value}.",
    ev.CardTurnedUp: "Card {place} of {general} is turned up: a {value}.",
    ev.Passed: "{power} passes.",
    ev.BattleDecided: "The battle in {territory} ends {attack} to {defence}.",
    ev.GeneralDefeated: "{general} is beaten in {territory}.",
    ev.UnitsLost: "{general} loses {number} Unit(s).",
    ev.GeneralWent: "{general} goes from {origin} to {territory}.",
    ev.GarrisonAllotted: "A withdrawn Garrison of {power} becomes a Unit or Money.",
    ev.Expelled: "{by} expels {power} from its Coalition.",
    ev.StatusDeclared: "{power} declares: {status}.",
    ev.AdmissionAnswered: "{power} asks to join the Coalition of {by}: {granted}.",
    ev.StayAnswered: "{by} is asked whether {general} may stay: {granted}.",
    ev.LotsDrawn: "Lots are drawn in {territory}: the side of {power} stays.",
    ev.BidsOpened: "The bids for {minor} are opened: {bids}.",
    ev.MinorTaken: "{power} takes control of {minor} ({reason}).",
    ev.NapoleonCardDrawn: "Napoleon plays {card}.",
    ev.FrenchCardDrawn: "France draws a {value}: strength {strength}.",
    ev.RaceToParis: "The Race to Paris: the enemy is in {territory}.",
    ev.GameWon: "Victory of {winners} ({reason}).",
}

POWER_FIELDS = {"power", "by", "envoy", "minor"}
GENERAL_FIELDS = {"general", "attacker"}
TERRITORY_FIELDS = {"territory", "origin"}
ANSWER_FIELDS = {"granted", "accepted"}


def tale(g: Position, entry: Entry) -> str:
    """An event as a sentence."""
    event = entry.event
    words = {name: _word(g, name, value) for name, value in _fields(event).items()}
    text = TALES[type(event)].format(**words)
    return text[0].upper() + text[1:]


def event_data(g: Position, entry: Entry) -> dict[str, Any]:
    """An event as plain data with the ids of things."""
    kinds = g.setting.vocabulary.kinds
    found: dict[str, Any] = {}
    for name, value in _fields(entry.event).items():
        if name in POWER_FIELDS or (name == "garrison" and value != NOBODY):
            found[name] = g.setting.powers[value]
        elif name in GENERAL_FIELDS and value != NOBODY:
            found[name] = kinds["general"].ids[value]
        elif name in TERRITORY_FIELDS:
            found[name] = g.board.ids[value] if value >= 0 else None
        elif name == "status":
            found[name] = STATUS_IDS[value]
        elif name == "path":
            found[name] = [g.board.ids[t] for t in value]
        elif name == "defenders":
            found[name] = [kinds["general"].ids[i] for i in value]
        elif name == "winners":
            found[name] = [g.setting.powers[p] for p in value]
        else:
            found[name] = value
    return found


def _fields(event: Event) -> dict[str, Any]:
    return dict(zip(getattr(event, "_fields"), event, strict=True))  # noqa: B009 - every event is a NamedTuple


def _word(g: Position, name: str, value: Any) -> Any:
    if name in POWER_FIELDS:
        return POWER_NAMES[value]
    if name in GENERAL_FIELDS:
        return "nobody" if value == NOBODY else name_of(g, value) or f"the {ADJECTIVES[g.power_of(value)]} General"
    if name in TERRITORY_FIELDS:
        return g.board.names[value] if value >= 0 else "off the map"
    if name in ANSWER_FIELDS:
        return "agreed" if value else "refused"
    match name, value:
        case "status", _:
            return STATUS_NAMES[value]
        case "path", _:
            return " - ".join(g.board.names[t] for t in value)
        case "winners", _:
            return " and ".join(POWER_NAMES[p] for p in value)
        case "bids", _:
            return ", ".join(f"{POWER_NAMES[p]} {n}" for p, n in value)
        case "card", _:
            return g.setting.data.cards.napoleon[value].name
        case "value", 0:
            return "a card face down"
        case "cards", tuple():
            return ", ".join(map(str, value))
    return value


def result(g: Position) -> dict[str, Any]:
    """How the game ended: winners, in what way, and the standings."""
    return {
        "winners": [g.setting.powers[p] for p in g.outcome or ()],
        "way": g.ending,
        "round": g.round,
        "influence": {g.setting.powers[p]: g.influence[p] for p in POWERS if tracks_influence(g, p)},
    }
