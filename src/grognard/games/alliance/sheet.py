"""The game on paper: the empires in a table, the map by homelands and seas, the hands a seat may see."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from grognard.engine.sheet import Colour, Column, Hand, Piece, Region, Row, Sheet, Space, Table
from grognard.engine.words import Count, language, listed, speaking
from grognard.games.alliance.board import EMPIRES, NOBODY, Board
from grognard.games.alliance.hands import cards_in
from grognard.games.alliance.hidden import knows_block, knows_player
from grognard.games.alliance.names import bare, card, people, place, place_on, state
from grognard.games.alliance.position import FACE_UP, IN_POOL, Fight, Position
from grognard.games.alliance.roster import LETTERS
from grognard.games.alliance.setting import scenario_summaries
from grognard.games.alliance.states import holder
from grognard.games.alliance.table import standings
from grognard.games.alliance.terms import BorderTerrain
from grognard.games.alliance.words import TEXT

COLUMNS = {
    "empire": False, "status": False, "card": False, "points": True, "gold": True, "blocks": True, "pool": True,
    "hand": True,
}  # fmt: skip
"""Of the table of empires, and which of them are numbers."""
MINORS, ELSEWHERE, SEAS = "minors", "elsewhere", "seas"
TERRAINS: tuple[BorderTerrain, ...] = ("clear", "river", "forest", "mountain", "marsh", "strait", "lake")


def sheet(g: Position, seat: int | None) -> Sheet:
    """All that a seat may know, ready to be drawn."""
    score = standings(g, seat)
    return Sheet(
        title=title(g),
        moment=moment(g),
        table=Table(_columns(), tuple(_row(g, e, seat, score) for e in EMPIRES)),
        regions=tuple(Region(name, tuple(_space(g, p, seat) for p in places)) for name, places in _by_region(g)),
        hands=tuple(_hand(g, p) for p in g.setting.played if knows_player(g, p, seat) and not g.setting.solitaire),
        notes=notes(g),
        legend=TEXT.say("legend"),
        tints={word: colour(g, s) for s in EMPIRES for word in (bare(g, s), str(people(g, s)))},
    )


def title(g: Position) -> str:
    setting = g.setting
    name = next((s.name for s in scenario_summaries() if s.id == setting.scenario), setting.record.name)
    return TEXT.say("title", name=TEXT.scenario(setting.scenario, name).name)


def moment(g: Position) -> str:
    """Where the game stands."""
    if g.setting.solitaire:
        return TEXT.say("moment.card", turn=g.turn, cards=g.setting.solitaire_cards)
    if not g.turn:
        return TEXT.say("moment.before", year=g.year)
    return TEXT.say("moment.winter" if g.winter else "moment", year=g.year, turn=g.turn)


def colour(g: Position, s: int) -> Colour:
    """2.2: each empire has its own, minors are brown."""
    return cast(Colour, g.setting.data.board.state[s].colour)


# --- the empires -----------------------------------------------------------------------------------------------------


def _columns() -> tuple[Column, ...]:
    return tuple(Column(TEXT.say(f"column.{name}"), number=number) for name, number in COLUMNS.items())


def _row(g: Position, e: int, seat: int | None, score: dict[int, int]) -> Row:
    played, own = e in g.setting.played, knows_player(g, e, seat)
    on_map = sum(g.blocks[b].at >= 0 for b in g.roster.of[e])
    pool = sum(g.blocks[b].at == IN_POOL for b in g.roster.of[e])
    gold = treasury(g, e, seat)
    cells = (
        bare(g, e),
        status_of(g, e),
        str(card(g, g.played[e])) if g.played[e] != NOBODY else "-",
        str(score[e]) if played and not g.setting.solitaire else "-",
        "-" if gold is None else str(gold),
        str(on_map),
        str(pool),
        str(g.hands[e].bit_count()) if played else "-",
    )
    return Row(cells, colour(g, e), own=own)


def treasury(g: Position, e: int, seat: int | None) -> int | None:
    """The Gold of a player, if the seat may know it."""
    if e not in g.setting.played or g.setting.solitaire:
        return None
    return None if g.setting.hidden_treasuries and not knows_player(g, e, seat) else g.gold[e]


def status_of(g: Position, s: int) -> str:
    """Who runs a state, in a word or two."""
    master = g.master[s]
    if master == s:
        if g.setting.solitaire:
            return TEXT.say("status.yours") if g.active == s else ""
        return TEXT.say("status.player")
    return TEXT.say("status.neutral") if master == NOBODY else TEXT.say("status.with", player=state(g, master))


def _hand(g: Position, p: int) -> Hand:
    return Hand(bare(g, p), tuple(str(card(g, c)) for c in cards_in(g.hands[p])), colour(g, p))


# --- the map ---------------------------------------------------------------------------------------------------------


def _by_region(g: Position) -> list[tuple[str, list[int]]]:
    """Every place under the empire whose Homeland it is, the minors, land of nobody, and the Seas."""
    board = g.board
    found = [(bare(g, e), list(board.homeland[e])) for e in EMPIRES]
    minors = [p for s in board.minors for p in board.homeland[s]]
    placed = {p for _, places in found for p in places} | set(minors)
    found.append((TEXT.say("region.minors"), minors))
    found.append((TEXT.say("region.elsewhere"), [p for p in board.regions if p not in placed]))
    found.append((TEXT.say("region.seas"), list(board.seas)))
    return [(name, places) for name, places in found if places]


def _space(g: Position, p: int, seat: int | None) -> Space:
    board, owner = g.board, holder(g, p)
    return Space(
        id=board.ids[p],
        name=f"{place(g, p):bare}",
        note=f"{board.vp[p] or ''}{'b' if board.bases[p] else ''}{'!' if g.embattled >> p & 1 else ''}",
        colour=None if owner == NOBODY else colour(g, owner),
        pieces=_pieces(g, p, seat),
        near=_near(g, p),
    )


def _near(g: Position, p: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What a place touches, by the kind of border."""
    return _ways(g.board, p, language())


@lru_cache(maxsize=1024)
def _ways(board: Board, p: int, tongue: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    with speaking(tongue):
        ways: list[tuple[str, list[int]]] = [
            (TEXT.say(f"border.{terrain}"), [n for n in board.land[p] if board.border[p, n].terrain == terrain])
            for terrain in TERRAINS
        ]
        ways.append((TEXT.say("border.sea"), list(board.seaways[p])))
        ways.append((TEXT.say("border.base"), list(board.base_seas[p] or board.ports[p])))
        return tuple((words, tuple(f"{place_on(board, n):bare}" for n in ends)) for words, ends in ways if ends)


def _pieces(g: Position, p: int, seat: int | None) -> tuple[Piece, ...]:
    """Known blocks by rating and strength, the others by colour alone, after them."""
    known = [b for b in g.at[p] if knows_block(g, b, seat)]
    hidden = sorted(g.roster.owner[b] for b in g.at[p] if b not in known)
    return (
        *(Piece(f"{mark(g, g.roster.owner[b])}{rating(g, b)}:{g.blocks[b].steps}", _tint(g, b)) for b in known),
        *(Piece(f"{mark(g, s)}?", colour(g, s)) for s in hidden),
    )


def _tint(g: Position, b: int) -> Colour:
    return colour(g, g.roster.owner[b])


def mark(g: Position, s: int) -> str:
    """A state in as few letters as tell it from others."""
    name = bare(g, s)
    return name[0] if s in EMPIRES else f"{name[:3]}-"


def rating(g: Position, b: int) -> str:
    """A block's letter and firepower, as printed on it."""
    return f"{LETTERS[g.roster.letter[b]]}{g.roster.fire[b]}"


# --- what else is going on -------------------------------------------------------------------------------------------


def notes(g: Position) -> tuple[str, ...]:
    """The order of play, the turn at hand, battles to come, the losses of the year."""
    lines = []
    if g.order and not g.setting.solitaire:
        order = (f"{bare(g, p)} {g.setting.deck.ids[g.played[p]]}" for p in g.order)
        lines.append(TEXT.say("note.order", order=", ".join(order)))
    if g.active != NOBODY and g.battle is None:
        lines.append(TEXT.say("note.turn", player=state(g, g.active), ap=Count(g.ap), gold=g.gold_spent))
    if g.group != NOBODY:
        lines.append(TEXT.say("note.group", place=place(g, g.group)))
    if g.voyage is not None and g.voyage.seas:
        lines.append(TEXT.say("note.voyage", seas=listed(place(g, sea) for sea in g.voyage.seas)))
    lines += [pending(g, fight) for fight in g.fights if g.battle is None or fight.place != g.battle.place]
    if g.battle is not None:
        lines.append(TEXT.say("note.battle", place=place(g, g.battle.place), round=max(1, g.battle.round)))
    fallen = sum(block.at == FACE_UP for block in g.blocks)
    if fallen:
        lines.append(TEXT.say("note.fallen", blocks=Count(fallen)))
    if g.setting.solitaire:
        lines.append(TEXT.say("note.score", score=g.score, target=g.setting.solitaire_target))
    return tuple(lines)


def pending(g: Position, fight: Fight) -> str:
    """A battle to come, in a line: who stands against whom, and who is on the way."""
    attack, defence = fight.attack & ~fight.reserves, fight.defence & ~fight.reserves
    reserves = fight.reserves.bit_count()
    return TEXT.say(
        "note.pending",
        place=place(g, fight.place),
        attack=forces(g, fight.place, attack),
        defence=forces(g, fight.place, defence),
        reserves=TEXT.say("note.reserves", blocks=Count(reserves)) if reserves else "",
    )


def forces(g: Position, where: int, mask: int) -> str:
    """Blocks by colour and number."""
    counts: dict[int, int] = {}
    for b in g.at[where]:
        if mask >> b & 1:
            counts[g.roster.owner[b]] = counts.get(g.roster.owner[b], 0) + 1
    return listed(f"{bare(g, s)} {n}" for s, n in sorted(counts.items())) if counts else TEXT.say("nobody")
