"""The game on paper: the powers in a table, the map by regions, the hands a seat may see."""

from __future__ import annotations

from grognard.engine.sheet import Colour, Column, Hand, Piece, Region, Row, Sheet, Space, Table
from grognard.games.coalitions.board import FRANCE, NOBODY, POWERS, members
from grognard.games.coalitions.hidden import knows_hand, visible_pile
from grognard.games.coalitions.pieces import values_in
from grognard.games.coalitions.position import LOWEST_CARD, Position
from grognard.games.coalitions.strength import attack_strength, defence_strength
from grognard.games.coalitions.table import name_of, tracks_influence
from grognard.games.coalitions.words import ACTION_NAMES, ADJECTIVES, POWER_NAMES, STATUS_NAMES

LETTERS = "BFAPRO"
"""One for each Power, in the Order of Play."""
NAMES = tuple(name.removeprefix("the ") for name in POWER_NAMES)
COLOURS: tuple[Colour, ...] = ("red", "blue", "white", "black", "green", "orange")
"""0.intro.1: each Power's own."""
STATUS_WORDS = tuple(name.removesuffix(" Coalition") for name in STATUS_NAMES)

COLUMNS = (
    Column(""),
    Column("Power"),
    Column("Status"),
    Column("Action"),
    Column("Infl", number=True),
    Column("Morale", number=True),
    Column("Money", number=True),
    Column("Off", number=True),
    Column("Hand", number=True),
)

REGIONS: dict[str, tuple[str, ...]] = {
    "British Isles": ("london", "cornwall", "scotland"),
    "France": (
        "paris", "picardie", "lorraine", "provence", "normandie-bretagne", "languedoc", "aquitaine",
    ),
    "Iberia": ("lisboa", "oporto", "leon", "navarra", "catalonia", "valencia", "andalusia", "madrid"),
    "Low Countries, Rhine": ("brabant", "holland", "westphalia", "pfalz", "hesse", "wurttemberg", "bavaria"),
    "The North": ("hannover", "mecklenburg", "danmark", "sverige", "saxonia"),
    "Prussia": ("berlin", "borussia", "silesia"),
    "Austria": ("wien", "tyrol", "bohemia", "hungari", "galicia", "karinthia"),
    "Italy": ("lombardia", "venezia", "patrimonium-st-petri", "napoli", "dalmatia"),
    "The Polish marches": ("warszawa", "livonia", "polesie", "podolia", "bessarabia"),
    "Russia": ("st-petersburg", "moskva", "smolensk", "ukraine", "crimea"),
    "The Levant": (
        "istanbul", "anatolia", "syria", "serbia", "wallachia", "hellas", "egypt",
    ),
}  # fmt: skip

LEGEND = (
    "F2 a French General with 2 Units, F*2 a named one, [F] a French Garrison, [F#] one in a Fortress. "
    "After a name: its value, the Powers that gain Influence there, p a port. B Britain, F France, A Austria, "
    "P Prussia, R Russia, O the Ottomans. Off: Generals off the map."
)


def sheet(g: Position, seat: int | None) -> Sheet:
    """All that a seat may know, ready to be drawn."""
    return Sheet(
        title=title(g),
        moment=moment(g),
        table=Table(COLUMNS, tuple(_row(g, p, seat) for p in POWERS)),
        regions=tuple(
            Region(name, tuple(_space(g, t) for t in territories))
            for name, territories in _by_region(g).items()
            if territories
        ),
        hands=tuple(_hand(g, p) for p in POWERS if knows_hand(g, p, seat)),
        notes=(*_movement(g), *_battle(g, seat), _decks(g)),
        legend=LEGEND,
        tints={word: COLOURS[p] for p in POWERS for word in (NAMES[p], ADJECTIVES[p])},
    )


def title(g: Position) -> str:
    record = g.setting.record
    return f"Coalitions {record.id}: {record.name}"


def moment(g: Position) -> str:
    """Where the game stands."""
    return f"round {g.round}, turn {g.turn + 1}" if g.round else "before play"


def asides(g: Position) -> tuple[str, ...]:
    """What is going on beside the board and the battle."""
    return (*_movement(g), _decks(g))


def _row(g: Position, p: int, seat: int | None) -> Row:
    cells = (
        LETTERS[p],
        NAMES[p],
        status_of(g, p),
        ACTION_NAMES[(g.setting.dial[p] + g.turn) % 6],
        str(g.influence[p]) if tracks_influence(g, p) else "-",
        str(g.morale[p]),
        str(g.money[p]),
        str(len(g.generals_off_map(p))),
        str(sum(g.hands[p])),
    )
    return Row(cells, COLOURS[p], own=knows_hand(g, p, seat))


def status_of(g: Position, p: int) -> str:
    """What a power is to the others now, in a word or two."""
    if p in g.setting.minors:
        master = g.master[p]
        return f"{STATUS_WORDS[g.status[p]]}, free" if master == NOBODY else f"under {NAMES[master]}"
    if g.setting.lempereur:
        return "L'Empereur" if p == FRANCE else "Grand Coalition"
    return STATUS_WORDS[g.status[p]]


def _hand(g: Position, p: int) -> Hand:
    hand = g.hands[p]
    cards = tuple(str(value) for value in values_in(hand) for _ in range(hand[value - LOWEST_CARD]))
    return Hand(NAMES[p], cards, COLOURS[p])


def _by_region(g: Position) -> dict[str, list[int]]:
    """Every territory of the board under its region; strangers of a data folder come last."""
    number, kind = g.board.number, g.board.kind
    found = {region: [number[i] for i in ids if i in number] for region, ids in REGIONS.items()}
    placed = {t for ids in found.values() for t in ids}
    found["Elsewhere"] = [t for t in range(g.board.count) if t not in placed and kind[t] != "impassable"]
    return found


def _space(g: Position, t: int) -> Space:
    board, owner = g.board, g.controller(t)
    stripes = "".join(LETTERS[p] for p in members(board.stripes[t]))
    port = "p" if board.ports >> t & 1 else ""
    near = tuple(
        (way, tuple(board.names[n] for n in ends))
        for way, ends in (("by land", board.adjacent[t]), ("by Sea Lane", board.lanes[t]))
        if ends
    )
    return Space(
        id=board.ids[t],
        name=board.names[t],
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
        p = g.power_of(i)
        found.append(Piece(f"{LETTERS[p]}{'*' if name_of(g, i) else ''}{g.generals[i].units}", COLOURS[p]))
    return tuple(found)


def _movement(g: Position) -> list[str]:
    move = g.move
    if move is None:
        return []
    if move.envoy != NOBODY:
        return [f"Movement of {NAMES[move.power]}: round {move.round}, Envoy {NAMES[move.envoy]}."]
    return [f"Movement of {NAMES[move.power]}: round {move.round}, no Envoy."]


def _battle(g: Position, seat: int | None) -> list[str]:
    battle = g.battle
    if battle is None:
        return []
    lines = [
        f"Battle in {g.board.names[battle.territory]}: attack {attack_strength(g, battle)}, "
        f"defence {defence_strength(g, battle)}, before cards."
    ]
    for pile in battle.piles:
        if pile.cards:
            cards = " ".join(str(card) if card else "?" for card in visible_pile(g, pile, seat))
            where = g.board.names[g.generals[pile.general].at]
            lines.append(f"  {ADJECTIVES[g.power_of(pile.general)]} cards ({where}): {cards}")
    return lines


def _decks(g: Position) -> str:
    parts = [f"deck {sum(g.deck)}, discards {sum(g.discards)}"]
    if g.setting.lempereur:
        parts.append(f"Napoleon cards {g.napoleon_deck.bit_count()}")
    if g.spain_closed:
        parts.append("Spain is closed")
    if g.orient_card:
        parts.append("France holds the Armée d'Orient")
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."
