"""How the game looks: what a seat sees, what things are called, how it ended."""

from __future__ import annotations

from typing import Any

from grognard.engine.words import Name
from grognard.games.alliance.board import EMPIRES, NOBODY
from grognard.games.alliance.hands import cards_in
from grognard.games.alliance.hidden import as_known, knows_block, knows_player
from grognard.games.alliance.names import block, card, place, state, unseen
from grognard.games.alliance.position import FACE_UP, IN_POOL, Entry, Fight, Position
from grognard.games.alliance.roster import LETTERS
from grognard.games.alliance.states import holder
from grognard.games.alliance.victory import points

# --- what a seat sees ------------------------------------------------------------------------------------------------


def view(g: Position, seat: int | None) -> dict[str, Any]:
    """All a seat may know of the board, by names. Blocks it cannot see are only counted, by colour."""
    board, powers = g.board, g.setting.powers
    return {
        "year": g.year,
        "turn": g.turn,
        "winter": g.winter,
        "order": [powers[p] for p in g.order],
        "active": powers[g.active] if g.active != NOBODY else None,
        "action_points": g.ap,
        "gold_spent": g.gold_spent,
        "players": {powers[p]: _player(g, p, seat) for p in g.setting.played},
        "states": {
            board.state_ids[s]: {"ally": _state(g, g.tie[s]), "player": _state(g, g.master[s])} for s in board.states
        },
        "places": {board.ids[p]: _blocks_at(g, p, seat) for p in range(board.count) if g.at[p]},
        "control": {board.ids[p]: board.state_ids[s] for p in range(board.count) if (s := holder(g, p)) != NOBODY},
        "pools": {board.state_ids[s]: pool for s in board.states if (pool := _pool(g, s, seat))},
        "battles": [_fight(g, fight, seat) for fight in g.fights],
        "battle": _battle(g, seat),
        "group": board.ids[g.group] if g.group != NOBODY else None,
        "voyage": None if g.voyage is None else [board.ids[sea] for sea in g.voyage.seas],
        "sealed": _sealed(g, seat),
        "score": g.score if g.setting.solitaire else None,
        "cards_left": g.setting.solitaire_cards - g.turn if g.setting.solitaire else None,
    }


def _state(g: Position, s: int) -> str | None:
    return g.board.state_ids[s] if s != NOBODY else None


def _named(g: Position, mask: int) -> list[str]:
    return [g.setting.powers[p] for p in EMPIRES if mask >> p & 1]


def _player(g: Position, player: int, seat: int | None) -> dict[str, Any]:
    own = knows_player(g, player, seat)
    deck = g.setting.deck
    card = g.played[player]
    mine = sum(1 << p for p in EMPIRES if knows_player(g, p, seat))
    return {
        "gold": g.gold[player] if own or not g.setting.hidden_treasuries else None,
        "hand": g.hands[player].bit_count(),
        "cards": [deck.ids[c] for c in cards_in(g.hands[player])] if own else None,
        "laid_aside": deck.ids[g.discards[player]] if own and g.discards[player] != NOBODY else None,
        "played": deck.ids[card] if card != NOBODY else None,
        "event": bool(g.event_ready >> player & 1),
        "allies": _named(g, g.pacts[player] if own else g.open_pacts[player] | (g.pacts[player] & mine)),
        "open_allies": _named(g, g.open_pacts[player]),
        "leave": _named(g, g.permits[player]) if own else _named(g, g.permits[player] & mine),
    }


def standings(g: Position, seat: int | None) -> dict[int, int]:
    """What each player would score now, as far as the seat can tell: secret alliances of others are left out."""
    world = as_known(g, seat)
    return {player: points(world, player) for player in g.setting.played}


def _blocks_at(g: Position, place: int, seat: int | None) -> list[dict[str, Any]]:
    """Known blocks one by one; the others by colour and number, never by anything that could be followed."""
    known = []
    blanks: dict[int, int] = {}
    for b in g.at[place]:
        if knows_block(g, b, seat):
            known.append(_block(g, b))
        else:
            blanks[g.roster.owner[b]] = blanks.get(g.roster.owner[b], 0) + 1
    return [*known, *({"state": g.board.state_ids[s], "blocks": n} for s, n in sorted(blanks.items()))]


def _block(g: Position, block: int) -> dict[str, Any]:
    roster = g.roster
    data: dict[str, Any] = {
        "id": roster.ids[block],
        "state": g.board.state_ids[roster.owner[block]],
        "steps": g.blocks[block].steps,
        "most": roster.steps[block],
        "fire": f"{LETTERS[roster.letter[block]]}{roster.fire[block]}",
    }
    bit = 1 << block
    marks = [name for name, mask in (("moved", g.moved), ("levied", g.levied), ("held", g.held)) if mask & bit]
    if marks:
        data["marks"] = marks
    if g.blocks[block].port != NOBODY:
        data["port"] = g.board.ids[g.blocks[block].port]
    return data


def _pool(g: Position, state: int, seat: int | None) -> dict[str, Any]:
    ready = [b for b in g.roster.of[state] if g.blocks[b].at == IN_POOL]
    waiting = [g.roster.ids[b] for b in g.roster.of[state] if g.blocks[b].at == FACE_UP]
    if not ready and not waiting:
        return {}
    seen = all(knows_block(g, b, seat) for b in ready)
    return {"ready": [g.roster.ids[b] for b in ready] if seen else len(ready), "waiting": waiting}


def _fight(g: Position, fight: Fight, seat: int | None) -> dict[str, Any]:
    return {
        "place": g.board.ids[fight.place],
        "attack": _side(g, fight.place, fight.attack & ~fight.reserves, seat),
        "defence": _side(g, fight.place, fight.defence & ~fight.reserves, seat),
        "attack_reserves": _side(g, fight.place, fight.attack & fight.reserves, seat),
        "defence_reserves": _side(g, fight.place, fight.defence & fight.reserves, seat),
        "entries": [_entry(g, entry) for entry in fight.entries],
    }


def _entry(g: Position, entry: Entry) -> dict[str, Any]:
    return {
        "player": g.setting.powers[entry.player],
        "from": g.board.ids[entry.origin],
        "blocks": entry.blocks.bit_count(),
        "landed": entry.landed,
    }


def _side(g: Position, place: int, mask: int, seat: int | None) -> list[Any]:
    blocks = [b for b in g.at[place] if mask >> b & 1]
    known = [g.roster.ids[b] for b in blocks if knows_block(g, b, seat)]
    blanks = [g.board.state_ids[g.roster.owner[b]] for b in blocks if not knows_block(g, b, seat)]
    return [*known, *({"state": s} for s in sorted(blanks))]


def _battle(g: Position, seat: int | None) -> dict[str, Any] | None:
    battle = g.battle
    if battle is None:
        return None
    ids = g.roster.ids
    here = g.at[battle.place]
    return {
        "place": g.board.ids[battle.place],
        "round": battle.round,
        "attack": _side(g, battle.place, battle.attack & ~battle.reserves, seat),
        "defence": _side(g, battle.place, battle.defence & ~battle.reserves, seat),
        "attack_reserves": _side(g, battle.place, battle.attack & battle.reserves, seat),
        "defence_reserves": _side(g, battle.place, battle.defence & battle.reserves, seat),
        "acted": [ids[b] for b in here if battle.acted >> b & 1],
        "shaken": [ids[b] for b in here if battle.half >> b & 1],
        "silent": [ids[b] for b in here if battle.silent >> b & 1],
        "shifts": {ids[b]: shift for b, shift in battle.shifts},
        "volleys": [
            {"round": v.round, "block": ids[v.block], "dice": list(v.dice), "firepower": v.firepower, "hits": v.hits}
            for v in battle.volleys
        ],
        "staying": [g.board.state_ids[s] for s in g.board.states if battle.staying >> s & 1],
    }


def _sealed(g: Position, seat: int | None) -> dict[str, Any]:
    """Who has answered is no secret; what, only one's own."""
    encode = g.setting.vocabulary.encode
    return {
        "waiting": [g.setting.powers[p] for p in sorted(g.waiting)],
        "answered": [g.setting.powers[p] for p, _ in g.answers],
        "own": {g.setting.powers[p]: list(encode(a)) for p, a in g.answers if knows_player(g, p, seat)},
    }


# --- what things are called ------------------------------------------------------------------------------------------


def label(g: Position, kind: str, value: Any, seat: int | None) -> str:
    """What a player calls this thing now; a block he cannot see only by its colour."""
    match kind:
        case "place":
            return place(g, value)
        case "state":
            return state(g, value)
        case "card":
            return card(g, value)
        case "block":
            return _block_now(g, value) if knows_block(g, value, seat) else unseen(g, g.roster.owner[value])
    return str(value)


def _block_now(g: Position, b: int) -> Name:
    """A block by name, with its strength if it stands on the map."""
    name = block(g, b)
    if g.blocks[b].at < 0:
        return name
    tail = f" ({g.blocks[b].steps})"
    return Name(f"{name}{tail}", {form: f"{words}{tail}" for form, words in name.forms.items()})


# --- how it ended ----------------------------------------------------------------------------------------------------


def result(g: Position) -> dict[str, Any]:
    """Winners, way, year, and the points of all."""
    return {
        "winners": [g.setting.powers[p] for p in g.outcome or ()],
        "way": g.ending,
        "round": g.year,
        "turn": g.turn,
        "points": {"solitaire": g.score}
        if g.setting.solitaire
        else {g.setting.powers[p]: points(g, p) for p in g.setting.played},
        "gold": {g.setting.powers[p]: g.gold[p] for p in g.setting.played},
    }
