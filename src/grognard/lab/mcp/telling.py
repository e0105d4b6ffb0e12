"""What a language model is told: the table as text. It is made from what the seat sees, and from nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from grognard.engine.outlook import Dispatch, View
from grognard.engine.panels import Battle, Cards, Figures, Notes, Panel, Relations, Side, Wheel
from grognard.engine.sheet import Table
from grognard.engine.tabletop import HandCard, Piece, Power, Tabletop
from grognard.lab.mcp.chair import Said


def quoted(text: str) -> str:
    """Somebody's own words on one line, so that nobody can pass for another or for us."""
    return json.dumps(text, ensure_ascii=False)


def board(laid: Tabletop) -> str:
    """The whole table."""
    return "\n".join(_board(laid))


def space(laid: Tabletop, wanted: str) -> str:
    """One space, and what stands in it."""
    return _space(wanted, laid.control.get(wanted), [piece for piece in laid.pieces if piece.space == wanted])


def _board(laid: Tabletop) -> Iterator[str]:
    yield f"{laid.title} · {laid.moment}"
    if laid.powers:
        yield "\nPowers"
        yield from (_power(power) for power in laid.powers)
    spaces: dict[str, list[Piece]] = {}
    beside: dict[str, list[Piece]] = {}
    for piece in laid.pieces:
        if piece.space is None:
            beside.setdefault(piece.power or "nobody", []).append(piece)
        else:
            spaces.setdefault(piece.space, []).append(piece)
    for space in laid.control:
        spaces.setdefault(space, [])
    if spaces:
        yield "\nMap: space (whose it is): pieces"
        yield from (_space(space, laid.control.get(space), pieces) for space, pieces in sorted(spaces.items()))
    for power, pieces in sorted(beside.items()):
        yield f"beside the map, {power}: {_pieces(pieces, power)}"
    yield from _hands(laid.hand)
    for panel in laid.panels:
        yield from _panel(panel)


def _power(power: Power) -> str:
    who = [f"seat {power.seat}"] if power.seat else []
    who += ["you decide for it"] if power.own else []
    who += ["the game waits for it"] if power.deciding else []
    tracks = [f"{t.name} {t.value}" + (f"/{t.max}" if t.max is not None else "") for t in power.tracks]
    told = [power.status, ", ".join(tracks), *power.lines]
    return f"* {power.name} ({power.id}{''.join(f'; {w}' for w in who)}): {'; '.join(t for t in told if t)}"


def _space(space: str, owner: str | None, pieces: list[Piece]) -> str:
    held = f"{space} ({owner})" if owner else space
    return f"* {held}: {_pieces(pieces, owner)}" if pieces else f"* {held}"


def _pieces(pieces: Iterable[Piece], owner: str | None) -> str:
    return ", ".join(_piece(piece, owner) for piece in pieces)


def _piece(piece: Piece, owner: str | None) -> str:
    told = [piece.id]
    if piece.kind not in piece.id:
        told.append(piece.kind)
    if piece.name:
        told.append(piece.name)
    if piece.block is not None:
        told.append(f"{piece.block.strength}/{piece.block.full} {piece.block.rating}".strip())
    elif piece.badge:
        told.append(piece.badge)
    if piece.power not in (None, owner) and piece.power not in piece.id:
        told.append(f"of {piece.power}")
    told += [f"({note})" for note in (*(("spent",) if piece.spent else ()), *piece.notes)]
    return " ".join(told)


def _hands(hand: Iterable[HandCard]) -> Iterator[str]:
    held: dict[str, list[str]] = {}
    for card in hand:
        face = card.face
        words = ": ".join(w for w in (face.title, face.text) if w)
        held.setdefault(card.power, []).append(f"{card.card} ({words})" if words else card.card)
    for power, cards in held.items():
        yield f"\nIn the hand of {power}: {', '.join(cards)}"


# --- panels -----------------------------------------------------------------------------------------------------------


def _panel(panel: Panel) -> Iterator[str]:
    if panel.title:
        yield f"\n{panel.title}"
    match panel:
        case Battle():
            yield from _battle(panel)
        case Wheel(sectors=sectors, dials=dials):
            yield ", ".join(f"{dial.power}: {sectors[dial.sector]}" for dial in dials)
        case Relations(ties=ties):
            yield (
                "; ".join(f"{tie.a} and {tie.b}: {tie.words}" for tie in ties if tie.tone != "neutral")
                or "all at peace"
            )
        case Cards(cards=cards, face_down=face_down):
            yield ", ".join([card.label for card in cards] + ([f"{face_down} face down"] if face_down else []))
        case Figures(table=table):
            yield from _table(table)
        case Notes(lines=lines):
            yield from lines


def _battle(battle: Battle) -> Iterator[str]:
    yield f"in {battle.space}"
    yield from (_side(side) for side in battle.sides)
    for bout in battle.bouts:
        volleys = "; ".join(
            f"{volley.words} (dice {', '.join(str(die.face) for throw in volley.throws for die in throw.dice)})"
            for volley in bout.volleys
        )
        yield f"{bout.title}: {volleys}" if volleys else bout.title
        yield from bout.lines
    yield from battle.lines


def _side(side: Side) -> str:
    told = [] if side.strength is None else [f"strength {side.strength}"]
    told += [f"{p.piece} {p.standing} {p.note}".strip() for p in side.participants]
    told += [f"{pile.piece}: {', '.join(card or 'face down' for card in pile.cards)}" for pile in side.piles]
    told += [f"{', '.join(reserve.pieces)} {reserve.due}" for reserve in side.reserves]
    return f"{side.name}: {'; '.join([*told, *side.lines])}"


def _table(table: Table) -> Iterator[str]:
    yield " | ".join(column.title for column in table.columns)
    yield from (" | ".join(row.cells) for row in table.rows)


# --- what is asked and what was said ----------------------------------------------------------------------------------


def question(view: View) -> str:
    """What the game waits for, and how it ended."""
    if view["result"] is not None:
        won = ", ".join(map(str, view["result"]["winners"])) or "nobody"
        return f"The game is over. Won by {won} ({view['ending']})."
    prompt = view["prompt"]
    asked = "" if prompt is None else f"{prompt['text']} [{prompt['clause']}]"
    if prompt is not None and prompt["yours"]:
        return f"You are asked: {asked} {len(view['actions'])} actions are offered: list them with `actions`."
    return f"The game waits for {', '.join(view['to_act'])}: {asked} Nothing for you to decide: `wait`."


def story(log: Iterable[Dispatch]) -> str:
    """What happened."""
    return "\n".join(
        f"{line['step']}. {line['text']}" + (f" [{line['clause']}]" if line["clause"] else "") for line in log
    )


def talk(lines: Iterable[Said]) -> str:
    """What was said, each line with who said it."""
    return "\n".join(
        f"{line.seat}{f' ({quoted(line.name)})' if line.name else ''} says {quoted(line.text)}" for line in lines
    )


def quoted_data(value: object) -> str:
    """Data on one line."""
    return json.dumps(value, ensure_ascii=False)
