"""How the game looks: what a seat sees, what things are called, how it ended."""

from __future__ import annotations

from typing import Any

from grognard.engine.words import Count, Name
from grognard.games.coalitions.board import FRANCE, NOBODY, POWERS
from grognard.games.coalitions.hidden import knows_hand, visible_pile
from grognard.games.coalitions.pieces import values_in
from grognard.games.coalitions.position import LOWEST_CARD, Counts, Position
from grognard.games.coalitions.strength import attack_strength, defence_strength
from grognard.games.coalitions.words import ACTION_NAMES, POWER_IDS, STATUS_IDS, TEXT, TITLED, people

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
        "discards": cards_of(g.discards),
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
        "off_map": len(g.off_map[p]),
        "hand": sum(g.hands[p]),
        "cards": cards_of(g.hands[p]) if knows_hand(g, p, seat) else None,
    }


def tracks_influence(g: Position, p: int) -> bool:
    """11.setup.5, 12.setup.2: Minor Powers have no Influence marker, nor have L'Empereur's opponents."""
    return p == FRANCE if g.setting.lempereur else p not in g.setting.minors


def cards_of(counts: Counts) -> list[int]:
    """The cards of a hand or pile, one by one."""
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
    power = g.owner[general]
    if g.named[power] != general:
        return None
    return next((n.name for n in g.setting.data.cards.general if n.power == g.setting.powers[power]), None)


def place_of(g: Position, territory: int) -> Name:
    """A territory as the reader calls it: as the board prints it, with the forms a language needs."""
    return TEXT.name("territory", g.board.ids[territory], g.board.names[territory])


def named(g: Position, general: int) -> Name | None:
    """The name of a named General as the reader spells it."""
    power = g.setting.powers[g.owner[general]]
    card = next((c for c in g.setting.data.cards.general if c.power == power), None)
    return TEXT.name("general", card.id, card.name) if card and name_of(g, general) else None


def label(g: Position, kind: str, value: Any) -> str:
    """What a player calls this thing now."""
    match kind:
        case "":
            return ""
        case "general":
            return _general_now(g, value)
        case "territory":
            return place_of(g, value)
        case "word":
            return TEXT.say(value)
    known = g.setting.vocabulary.kinds.get(kind)
    return str(value) if known is None else TEXT.name(kind, known.ids[value], known.names[value])


def _general_now(g: Position, i: int) -> str:
    pawn = g.generals[i]
    at, units = pawn.at, pawn.units
    if at >= 0:
        return TEXT.say("general.in", general=called(g, i), territory=place_of(g, at), units=Count(units))
    if name_of(g, i):
        return TEXT.say("general.off-map", general=called(g, i))
    return TEXT.say("general.any", people=people(g.owner[i]))


def called(g: Position, general: int) -> str:
    """A General in a sentence: by name, or by whom it serves."""
    name = named(g, general)
    if name is None:
        return TEXT.say("general", people=people(g.owner[general]))
    titled = next(c.id for c in g.setting.data.cards.general if c.power == POWER_IDS[g.owner[general]]) in TITLED
    return TEXT.say("general.titled", name=name) if titled else name


# --- how it ended ---------------------------------------------------------------------------------------------------


def result(g: Position) -> dict[str, Any]:
    """How the game ended: winners, in what way, and the standings."""
    return {
        "winners": [g.setting.powers[p] for p in g.outcome or ()],
        "way": g.ending,
        "round": g.round,
        "influence": {g.setting.powers[p]: g.influence[p] for p in POWERS if tracks_influence(g, p)},
    }
