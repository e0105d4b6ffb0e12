"""How the game lies on a table: wooden blocks, the battle, cards, who is allied with whom.

A block the onlooker may not see is only wood in its owner's colour. Its id is made of its place, its colour and its
number there, so that nobody can follow it from one place to another.
"""

from __future__ import annotations

from itertools import combinations

from grognard.engine.panels import (
    Battle,
    Bout,
    Card,
    Cards,
    Figures,
    Notes,
    Panel,
    Participant,
    Relations,
    Reserve,
    Side,
    Standing,
    Tie,
    Tone,
    Volley,
)
from grognard.engine.rulebook import Rulebook
from grognard.engine.sheet import Column, Row, Table
from grognard.engine.tabletop import (
    Block,
    BoardName,
    Click,
    HandCard,
    Offer,
    Overlay,
    Piece,
    Power,
    Symbol,
    Tabletop,
    Track,
    offers,
)
from grognard.engine.words import Count, listed
from grognard.games.alliance.board import EMPIRES, NOBODY
from grognard.games.alliance.firing import firepower, present, runner
from grognard.games.alliance.hands import cards_in
from grognard.games.alliance.hidden import knows_block, knows_player
from grognard.games.alliance.margins import throw
from grognard.games.alliance.names import bare, block, card, card_title, effect, place, state, unseen
from grognard.games.alliance.odds import can_reckon
from grognard.games.alliance.pieces import lowest_strength
from grognard.games.alliance.position import ATTACK, DEFENCE, FACE_UP, IN_POOL, Fight, Position
from grognard.games.alliance.roster import ARTILLERY, CAVALRY, FLEET, FORTRESS, HQ, INFANTRY, LETTERS
from grognard.games.alliance.sheet import colour, forces, moment, notes, rating, status_of, title, treasury
from grognard.games.alliance.states import holder
from grognard.games.alliance.supply import supply
from grognard.games.alliance.table import standings
from grognard.games.alliance.words import TEXT

BOARD = "europe"
CLICKS: dict[str, Click] = {"block": "piece", "place": "space", "state": "power", "card": "card"}
SYMBOLS: dict[int, Symbol] = {
    HQ: "headquarters",
    INFANTRY: "infantry",
    CAVALRY: "cavalry",
    ARTILLERY: "artillery",
    FORTRESS: "fortress",
    FLEET: "fleet",
}
IRREGULAR = ("militia", "guerrilla", "cossack")
LAST_ROUND = 4
"""7.2.3: unless an HQ pays, no battle is longer."""


def tabletop(rulebook: Rulebook, g: Position, seat: int | None) -> Tabletop:
    """All that a seat may know, as it lies on the table."""
    ids, states = g.board.ids, g.board.state_ids
    offered = offers(rulebook, g, seat, CLICKS)
    return Tabletop(
        title=title(g),
        moment=moment(g),
        board=BoardName(g.setting.game, BOARD),
        control={ids[p]: states[s] for p in range(g.board.count) if (s := holder(g, p)) != NOBODY},
        pieces=_pieces(g, seat),
        powers=_powers(g, seat, offered),
        panels=_panels(g, seat),
        hand=tuple(
            HandCard(g.setting.deck.ids[c], g.setting.powers[p], face(g, c))
            for p in g.setting.played
            if knows_player(g, p, seat)
            for c in cards_in(g.hands[p])
        ),
        overlays=_overlays(g, seat),
        odds=seat is not None and can_reckon(g, (str(offer.do[0]) for offer in offered)),
        offers=offered,
    )


# --- blocks ----------------------------------------------------------------------------------------------------------


def _pieces(g: Position, seat: int | None) -> tuple[Piece, ...]:
    """On the map, and beside it in the Force Pools."""
    unmet = unseen_ids(g, seat)
    hidden = sorted((b for b in unmet), key=lambda b: unmet[b])
    known = (b for b in range(g.roster.count) if b not in unmet)
    return (*(_known(g, b) for b in known), *(_unseen(g, b, unmet[b]) for b in hidden))


def unseen_ids(g: Position, seat: int | None) -> dict[int, str]:
    """Names for the blocks a seat cannot see: their place, colour and number there, in no order that says more.

    In an embattled place those that came first are told from the reserves, as everybody saw them come.
    """
    groups: dict[tuple[int, int, int], list[int]] = {}
    for b in range(g.roster.count):
        if not knows_block(g, b, seat):
            at = g.blocks[b].at
            groups.setdefault((at, g.roster.owner[b], _part(g, b, at)), []).append(b)
    found, counts = {}, dict[tuple[int, int], int]()
    for (at, owner, _), blocks in sorted(groups.items()):
        for b in blocks:
            number = counts[at, owner] = counts.get((at, owner), 0) + 1
            where = g.board.ids[at] if at >= 0 else "pool"
            found[b] = f"hidden-{where}-{g.board.state_ids[owner]}-{number}"
    return found


def _part(g: Position, b: int, at: int) -> int:
    """What part a block plays in the battle of its place, for all to see."""
    if at < 0 or not g.embattled >> at & 1:
        return 0
    fight = g.battle if g.battle is not None and g.battle.place == at else g.fight_at(at)
    bit = 1 << b
    return 2 if fight.reserves & bit else 1 if (fight.attack | fight.defence) & bit else 0


def _unseen(g: Position, b: int, name: str) -> Piece:
    at, owner = g.blocks[b].at, g.roster.owner[b]
    return Piece(
        id=name,
        kind="block",
        power=g.board.state_ids[owner],
        space=g.board.ids[at] if at >= 0 else None,
        face="block",
        label=str(unseen(g, owner)),
        notes=() if at >= 0 else (TEXT.say("piece.pool"),),
    )


def _known(g: Position, b: int) -> Piece:
    roster, (at, steps, _) = g.roster, g.blocks[b]
    symbol: Symbol = "irregulars" if roster.flavour[b] in IRREGULAR else SYMBOLS[roster.kind[b]]
    full = roster.steps[b]
    bit = 1 << b
    return Piece(
        id=roster.ids[b],
        kind=symbol,
        power=g.board.state_ids[roster.owner[b]],
        space=g.board.ids[at] if at >= 0 else None,
        face="block",
        label=TEXT.say("piece", block=block(g, b), rating=rating(g, b), steps=steps, full=full),
        badge=str(steps),
        name=str(block(g, b)) if roster.kind[b] == HQ else None,
        spent=at >= 0 and bool((g.moved | g.levied | g.held) & bit),
        block=Block(symbol, steps, full, lowest_strength(g, b), rating(g, b)),
        notes=_remarks(g, b),
    )


def _remarks(g: Position, b: int) -> tuple[str, ...]:
    at, _, port = g.blocks[b]
    if at < 0:
        return (TEXT.say("piece.fallen" if at == FACE_UP else "piece.pool"),)
    bit = 1 << b
    marks = (("moved", g.moved), ("levied", g.levied), ("held", g.held))
    found = [TEXT.say(f"piece.{name}") for name, mask in marks if mask & bit]
    if port != NOBODY:
        found.append(TEXT.say("piece.port", sea=place(g, port)))
    return tuple(found)


# --- powers ----------------------------------------------------------------------------------------------------------


def _powers(g: Position, seat: int | None, offered: tuple[Offer, ...]) -> tuple[Power, ...]:
    """The empires, and of the minors those something can be done with now."""
    wanted = {t.id for offer in offered for t in offer.targets if t.kind == "power"}
    score = {} if g.setting.solitaire else standings(g, seat)
    minors = [s for s in g.board.minors if g.board.state_ids[s] in wanted]
    return (*(_empire(g, e, seat, score) for e in EMPIRES), *(_minor(g, s) for s in minors))


def _empire(g: Position, e: int, seat: int | None, score: dict[int, int]) -> Power:
    setting, keeper = g.setting, g.keeper[e]
    gold = treasury(g, e, seat)
    tracks = []
    if e in score:
        tracks.append(Track(TEXT.say("track.points"), score[e]))
    if gold is not None:
        tracks.append(Track(TEXT.say("track.gold"), gold))
    if e == g.active:
        tracks.append(Track(TEXT.say("track.ap"), g.ap))
    if e in setting.played and not setting.solitaire:
        tracks.append(Track(TEXT.say("track.cards"), g.hands[e].bit_count()))
    return Power(
        id=setting.powers[e],
        name=bare(g, e),
        colour=colour(g, e),
        seat=setting.seats[keeper] if keeper != NOBODY else None,
        own=e == g.active if setting.solitaire else knows_player(g, e, seat),
        deciding=e in g.deciding,
        status=status_of(g, e),
        tracks=tuple(tracks),
        lines=_lines(g, e, seat),
    )


def _lines(g: Position, e: int, seat: int | None) -> tuple[str, ...]:
    lines = []
    if g.played[e] != NOBODY:
        lines.append(str(card(g, g.played[e])))
    if g.event_ready >> e & 1:
        lines.append(TEXT.say("power.event"))
    if not g.setting.solitaire:
        allies = [state(g, p) for p in EMPIRES if known_pacts(g, e, seat) >> p & 1]
        if allies:
            lines.append(TEXT.say("power.allies", players=listed(allies)))
        minors = [state(g, s) for s in g.board.minors if g.tie[s] == e]
        if minors:
            lines.append(TEXT.say("power.minors", states=listed(minors)))
    return tuple(lines)


def known_pacts(g: Position, e: int, seat: int | None) -> int:
    """The players a player is allied with, as far as the seat has heard."""
    if knows_player(g, e, seat):
        return g.pacts[e]
    mine = sum(1 << p for p in EMPIRES if knows_player(g, p, seat))
    return g.open_pacts[e] | (g.pacts[e] & mine)


def _minor(g: Position, s: int) -> Power:
    return Power(
        g.board.state_ids[s], bare(g, s), colour(g, s), None, own=False, deciding=False, status=status_of(g, s)
    )


# --- panels ----------------------------------------------------------------------------------------------------------


def face(g: Position, c: int) -> Card:
    """A campaign card."""
    deck = g.setting.deck
    return Card(deck.ids[c], str(card_title(g, c)), effect(g, c), g.setting.powers[deck.empire[c]])


def _panels(g: Position, seat: int | None) -> tuple[Panel, ...]:
    panels: list[Panel] = []
    if g.battle is not None:
        panels.append(_battle(g, seat))
    coming = [fight for fight in g.fights if g.battle is None or fight.place != g.battle.place]
    if coming:
        panels.append(_pending(g, coming))
    shown = [p for p in g.order if g.played[p] != NOBODY]
    if shown:
        panels.append(Cards(TEXT.say("panel.order"), tuple(face(g, g.played[p]) for p in shown)))
    if not g.setting.solitaire:
        panels.append(_relations(g, seat))
    panels.append(_pools(g))
    lines = notes(g)
    return (*panels, Notes(TEXT.say("panel.notes"), lines)) if lines else tuple(panels)


def _pending(g: Position, fights: list[Fight]) -> Figures:
    """4.1.10: battles to come, by colour and number."""
    columns = ("place", "attack", "defence", "attack-reserves", "defence-reserves")
    rows = tuple(
        Row(
            (
                f"{place(g, fight.place):bare}",
                forces(g, fight.place, fight.attack & ~fight.reserves),
                forces(g, fight.place, fight.defence & ~fight.reserves),
                str((fight.attack & fight.reserves).bit_count()),
                str((fight.defence & fight.reserves).bit_count()),
            )
        )
        for fight in fights
    )
    titled = tuple(Column(TEXT.say(f"column.{name}"), number=name.endswith("reserves")) for name in columns)
    return Figures(TEXT.say("panel.pending"), Table(titled, rows))


def _pools(g: Position) -> Figures:
    """5.1, 7.7: how many blocks may be raised, and which are lost until next year."""
    titled = tuple(Column(TEXT.say(f"column.{name}"), number=name == "pool") for name in ("empire", "pool", "fallen"))
    rows = []
    for s in g.board.states:
        ready = sum(g.blocks[b].at == IN_POOL for b in g.roster.of[s])
        fallen = [b for b in g.roster.of[s] if g.blocks[b].at == FACE_UP]
        if ready or fallen:
            named = ", ".join(str(block(g, b)) for b in fallen)
            rows.append(Row((bare(g, s), str(ready), named), colour(g, s)))
    return Figures(TEXT.say("panel.pools"), Table(titled, tuple(rows)))


def _relations(g: Position, seat: int | None) -> Relations:
    """6.2: alliances of players, as far as the seat has heard, and whom the other empires follow."""
    ids = g.setting.powers
    ties = tuple(Tie(ids[p], ids[q], *_tie(g, p, q, seat)) for p, q in combinations(EMPIRES, 2))
    return Relations(TEXT.say("panel.relations"), tuple(ids), ties, "6.2.1")


def _tie(g: Position, p: int, q: int, seat: int | None) -> tuple[Tone, str]:
    one, other = g.master[p], g.master[q]
    if NOBODY in (one, other):
        return "neutral", TEXT.say("tie.neutral")
    if one == other:
        return "allied", TEXT.say("tie.one-player", player=state(g, one))
    if known_pacts(g, one, seat) >> other & 1:
        openly = g.open_pacts[one] >> other & 1
        tone: Tone = "allied" if {p, q} == {one, other} else "friendly"
        return tone, TEXT.say("tie.open" if openly else "tie.secret")
    return "hostile", TEXT.say("tie.war")


def _overlays(g: Position, seat: int | None) -> tuple[Overlay, ...]:
    """1.2, 1.3, 4.4: victory cities, Naval Bases, and what the seat's own supply reaches."""
    board, ids = g.board, g.board.ids
    cities = {ids[p]: str(board.vp[p]) for p in range(board.count) if board.vp[p]}
    bases = {ids[p]: "" for p in board.regions if board.bases[p]}
    links = tuple((ids[p], ids[sea]) for p in board.regions for sea in board.base_seas[p])
    found = [
        Overlay("cities", TEXT.say("overlay.cities"), cities),
        Overlay("bases", TEXT.say("overlay.bases"), bases, links),
    ]
    own = [p for p in g.setting.played if knows_player(g, p, seat) and (not g.setting.solitaire or p == g.active)]
    for player in own:
        lines = supply(g, player)
        cut = {
            ids[p]: TEXT.say("overlay.cut")
            for p in range(board.count)
            if any(not lines.covers(b, p) for b in g.friendly_blocks(player, p))
        }
        extent = lines.extent
        reached = {ids[p]: "" for p in range(board.count) if extent >> p & 1}
        found.append(Overlay("supply", TEXT.say("overlay.supply"), reached | cut))
    return tuple(found)


# --- the battle ------------------------------------------------------------------------------------------------------


def _battle(g: Position, seat: int | None) -> Battle:
    """7.2: both sides, the dice round by round, who is next, and the reserves on their way."""
    battle = g.battle
    if battle is None:
        raise AssertionError("there is no battle to show")
    asked = _asked(g)
    rounds = range(1, max(1, battle.round) + 1)
    bouts = tuple(Bout(TEXT.say("battle.round", round=number), _volleys(g, number)) for number in rounds)
    deciding = [bare(g, p) for p in g.deciding]
    return Battle(
        title=TEXT.say("panel.battle", place=place(g, battle.place)),
        space=g.board.ids[battle.place],
        sides=(_side(g, ATTACK, seat, asked), _side(g, DEFENCE, seat, asked)),
        bouts=bouts,
        most_bouts=max(LAST_ROUND, battle.round),
        lines=(TEXT.say("battle.turn", players=listed(deciding)),) if deciding else (),
        clause="7.2.1",
    )


def _volleys(g: Position, number: int) -> tuple[Volley, ...]:
    battle = g.battle
    fired = () if battle is None else battle.volleys
    return tuple(
        Volley(
            0 if v.side == ATTACK else 1,
            TEXT.say("battle.volley", block=block(g, v.block), hits=Count(v.hits)),
            (throw(g, v.block, v.dice, v.firepower),),
            v.hits,
        )
        for v in fired
        if v.round == number
    )


def _asked(g: Position) -> tuple[int, int, int]:
    """(Player, letter, side) of the Battle Turn that is asked for, or nobody's."""
    decision, *arguments = g.agenda[-1] if g.agenda else (None,)
    if getattr(decision, "name", "") in ("battle-turn", "who-acts"):
        player, letter, side = arguments
        return player, letter, side
    return NOBODY, NOBODY, NOBODY


def _side(g: Position, side: int, seat: int | None, asked: tuple[int, int, int]) -> Side:
    battle = g.battle
    if battle is None:
        raise AssertionError("there is no battle to show")
    mask = battle.attack if side == ATTACK else battle.defence
    unmet = unseen_ids(g, seat)
    fighting = present(g, side)
    began = _began(g, side)
    fallen = [b for b in range(g.roster.count) if began >> b & 1 and g.blocks[b].at < 0 and b not in unmet]
    coming = [b for b in g.at[battle.place] if mask & battle.reserves & 1 << b]
    reserves: tuple[Reserve, ...] = ()
    if coming:
        names = tuple(sorted(unmet.get(b, g.roster.ids[b]) for b in coming))
        reserves = (Reserve(names, TEXT.say("battle.due")),)
    players = sorted({g.roster.owner[b] for b in (*fighting, *coming)})
    return Side(
        name=TEXT.say("battle.attack" if side == ATTACK else "battle.defence"),
        powers=tuple(g.board.state_ids[s] for s in players),
        participants=(
            *(_participant(g, b, _standing(g, b, side, asked)) for b in fighting),
            *(_participant(g, b, "lost") for b in fallen),
        ),
        reserves=reserves,
    )


def _began(g: Position, side: int) -> int:
    """The blocks with which a side went into the battle, as a mask; after a switch of control its sides are swapped."""
    battle = g.battle
    if battle is None:
        return 0
    fight = g.fight_at(battle.place)
    swapped = bool(fight.attack & battle.defence or fight.defence & battle.attack)
    return fight.attack if (side == ATTACK) != swapped else fight.defence


def _standing(g: Position, b: int, side: int, asked: tuple[int, int, int]) -> Standing:
    battle = g.battle
    if battle is not None and battle.acted >> b & 1:
        return "acted"
    player, letter, turn = asked
    return "next" if turn == side and g.roster.letter[b] == letter and runner(g, b) == player else "ready"


def _participant(g: Position, b: int, standing: Standing) -> Participant:
    battle = g.battle
    if battle is None:
        raise AssertionError("there is no battle to show")
    power = firepower(g, b)
    changed = f"{LETTERS[g.roster.letter[b]]}{power}" if power != g.roster.fire[b] else ""
    note = ""
    if battle.half >> b & 1:
        note = TEXT.say("battle.shaken")
    elif battle.silent >> b & 1:
        note = TEXT.say("battle.silent")
    return Participant(g.roster.ids[b], standing, changed, note=note)
