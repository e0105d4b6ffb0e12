"""The game on paper: the powers in a table, the map by regions, the hands a seat may see."""

from __future__ import annotations

from grognard.engine.sheet import Colour, Column, Hand, Piece, Region, Row, Sheet, Space, Table
from grognard.games.coalitions.board import FRANCE, NOBODY, POWERS, members
from grognard.games.coalitions.hidden import knows_hand, visible_pile
from grognard.games.coalitions.pieces import values_in
from grognard.games.coalitions.position import LOWEST_CARD, Position
from grognard.games.coalitions.strength import attack_strength, defence_strength
from grognard.games.coalitions.table import name_of, place_of, tracks_influence
from grognard.games.coalitions.words import TEXT, action, bare, people, power, status

LETTERS = "BFAPRO"
"""One for each Power, in the Order of Play."""
COLOURS: tuple[Colour, ...] = ("red", "blue", "white", "black", "green", "orange")
"""0.intro.1: each Power's own."""

COLUMNS = {
    "power": False, "status": False, "action": False,
    "influence": True, "morale": True, "money": True, "off-map": True, "hand": True,
}  # fmt: skip
"""Of the table of powers, and which of them are numbers."""

REGIONS: dict[str, tuple[str, ...]] = {
    "british-isles": ("london", "cornwall", "scotland"),
    "france": (
        "paris", "picardie", "lorraine", "provence", "normandie-bretagne", "languedoc", "aquitaine",
    ),
    "iberia": ("lisboa", "oporto", "leon", "navarra", "catalonia", "valencia", "andalusia", "madrid"),
    "rhine": ("brabant", "holland", "westphalia", "pfalz", "hesse", "wurttemberg", "bavaria"),
    "north": ("hannover", "mecklenburg", "danmark", "sverige", "saxonia"),
    "prussia": ("berlin", "borussia", "silesia"),
    "austria": ("wien", "tyrol", "bohemia", "hungari", "galicia", "karinthia"),
    "italy": ("lombardia", "venezia", "patrimonium-st-petri", "napoli", "dalmatia"),
    "polish-marches": ("warszawa", "livonia", "polesie", "podolia", "bessarabia"),
    "russia": ("st-petersburg", "moskva", "smolensk", "ukraine", "crimea"),
    "levant": (
        "istanbul", "anatolia", "syria", "serbia", "wallachia", "hellas", "egypt",
    ),
}  # fmt: skip


def sheet(g: Position, seat: int | None) -> Sheet:
    """All that a seat may know, ready to be drawn."""
    return Sheet(
        title=title(g),
        moment=moment(g),
        table=Table(_columns(), tuple(_row(g, p, seat) for p in POWERS)),
        regions=tuple(
            Region(str(TEXT.name("region", name)), tuple(_space(g, t) for t in territories))
            for name, territories in _by_region(g).items()
            if territories
        ),
        hands=tuple(_hand(g, p) for p in POWERS if knows_hand(g, p, seat)),
        notes=(*_movement(g), *_battle(g, seat), _decks(g)),
        legend=TEXT.say("legend"),
        tints={word: COLOURS[p] for p in POWERS for word in (bare(p), str(people(p)))},
    )


def title(g: Position) -> str:
    record = g.setting.record
    return TEXT.say("title", scenario=record.id, name=TEXT.scenario(record.id, record.name).name)


def moment(g: Position) -> str:
    """Where the game stands."""
    return TEXT.say("moment", round=g.round, turn=g.turn + 1) if g.round else TEXT.say("moment.before")


def asides(g: Position) -> tuple[str, ...]:
    """What is going on beside the board and the battle."""
    return (*_movement(g), _decks(g))


def _columns() -> tuple[Column, ...]:
    titled = (Column(TEXT.say(f"column.{name}"), number=number) for name, number in COLUMNS.items())
    return (Column(""), *titled)


def _row(g: Position, p: int, seat: int | None) -> Row:
    cells = (
        LETTERS[p],
        bare(p),
        status_of(g, p),
        action((g.setting.dial[p] + g.turn) % 6),
        str(g.influence[p]) if tracks_influence(g, p) else "-",
        str(g.morale[p]),
        str(g.money[p]),
        str(len(g.off_map[p])),
        str(sum(g.hands[p])),
    )
    return Row(cells, COLOURS[p], own=knows_hand(g, p, seat))


def status_of(g: Position, p: int) -> str:
    """What a power is to the others now, in a word or two."""
    word = f"{status(g.status[p]):bare}"
    if p in g.setting.minors:
        master = g.master[p]
        return (
            TEXT.say("status.free", status=word) if master == NOBODY else TEXT.say("status.under", power=power(master))
        )
    if g.setting.lempereur:
        return TEXT.say("status.lempereur" if p == FRANCE else "status.grand-coalition")
    return word


def _hand(g: Position, p: int) -> Hand:
    hand = g.hands[p]
    cards = tuple(str(value) for value in values_in(hand) for _ in range(hand[value - LOWEST_CARD]))
    return Hand(bare(p), cards, COLOURS[p])


def _by_region(g: Position) -> dict[str, list[int]]:
    """Every territory of the board under its region; strangers of a data folder come last."""
    number, kind = g.board.number, g.board.kind
    found = {region: [number[i] for i in ids if i in number] for region, ids in REGIONS.items()}
    placed = {t for ids in found.values() for t in ids}
    found["elsewhere"] = [t for t in range(g.board.count) if t not in placed and kind[t] != "impassable"]
    return found


def _space(g: Position, t: int) -> Space:
    board, owner = g.board, g.controller(t)
    stripes = "".join(LETTERS[p] for p in members(board.stripes[t]))
    port = "p" if board.ports >> t & 1 else ""
    near = tuple(
        (TEXT.say(way), tuple(str(place_of(g, n)) for n in ends))
        for way, ends in (("by-land", board.adjacent[t]), ("by-sea", board.lanes[t]))
        if ends
    )
    return Space(
        id=board.ids[t],
        name=str(place_of(g, t)),
        note=f"{board.value[t] or ''}{stripes}{port}",
        colour=None if owner == NOBODY else COLOURS[owner],
        pieces=_pieces(g, t),
        near=near,
    )


def _pieces(g: Position, t: int) -> tuple[Piece, ...]:
    found = []
    garrison = g.garrisons[t]
    if garrison != NOBODY:
        wall = "#" if g.fortresses >> t & 1 else ""
        found.append(Piece(f"[{LETTERS[garrison]}{wall}]", COLOURS[garrison]))
    elif g.fortresses >> t & 1:
        found.append(Piece("[#]"))
    for i in g.at[t]:
        p = g.owner[i]
        found.append(Piece(f"{LETTERS[p]}{'*' if name_of(g, i) else ''}{g.generals[i].units}", COLOURS[p]))
    return tuple(found)


def _movement(g: Position) -> list[str]:
    move = g.move
    if move is None:
        return []
    if move.envoy == NOBODY:
        return [TEXT.say("note.movement.alone", power=power(move.power), round=move.round)]
    return [TEXT.say("note.movement", power=power(move.power), round=move.round, envoy=power(move.envoy))]


def _battle(g: Position, seat: int | None) -> list[str]:
    battle = g.battle
    if battle is None:
        return []
    lines = [
        TEXT.say(
            "note.battle",
            territory=place_of(g, battle.territory),
            attack=attack_strength(g, battle),
            defence=defence_strength(g, battle),
        )
    ]
    for pile in battle.piles:
        if pile.cards:
            cards = " ".join(str(card) if card else "?" for card in visible_pile(g, pile, seat))
            where, whose = place_of(g, g.generals[pile.general].at), people(g.owner[pile.general])
            lines.append(f"  {TEXT.say('note.cards', people=whose, territory=where, cards=cards)}")
    return lines


def _decks(g: Position) -> str:
    parts = [TEXT.say("note.decks", deck=sum(g.deck), discards=sum(g.discards))]
    if g.setting.lempereur:
        parts.append(TEXT.say("note.napoleon-deck", cards=g.napoleon_deck.bit_count()))
    if g.spain_closed:
        parts.append(TEXT.say("note.spain"))
    if g.orient_card:
        parts.append(TEXT.say("note.orient"))
    return f"{TEXT.say('between').join(parts)}."
