"""How the game lies on a table: generals as figures, garrisons and fortresses as tokens, the Wheel, the battle."""

from __future__ import annotations

from itertools import combinations

from grognard.engine.panels import (
    Battle,
    Card,
    Cards,
    Dial,
    Notes,
    Panel,
    Participant,
    Pile,
    Relations,
    Side,
    Tie,
    Tone,
    Wheel,
)
from grognard.engine.rulebook import Rulebook
from grognard.engine.tabletop import BoardName, Click, HandCard, Overlay, Piece, Power, Tabletop, Track, offers
from grognard.engine.words import Count
from grognard.games.coalitions.board import NOBODY, POWERS, members
from grognard.games.coalitions.hidden import knows_hand, visible_pile
from grognard.games.coalitions.position import Position
from grognard.games.coalitions.relations import allied, at_war, same_player
from grognard.games.coalitions.sheet import COLOURS, asides, moment, status_of, title
from grognard.games.coalitions.strength import attack_strength, defence_strength
from grognard.games.coalitions.table import cards_of, label, named, place_of, tracks_influence
from grognard.games.coalitions.words import ACTION_IDS, TEXT, action, bare, people, status

CLICKS: dict[str, Click] = {
    "general": "piece",
    "territory": "space",
    "power": "power",
    "discard.0": "card",
    "play.1": "card",
}
"""Battle cards are numbers; so are the Money of an offer and the Morale of a bid, which are buttons."""


def tabletop(rulebook: Rulebook, g: Position, seat: int | None) -> Tabletop:
    """All that a seat may know, as it lies on the table."""
    setting, board = g.setting, g.board
    return Tabletop(
        title=title(g),
        moment=moment(g),
        board=BoardName(setting.game, board.side),
        control={board.ids[t]: setting.powers[c] for t in range(board.count) if (c := g.controller(t)) != NOBODY},
        pieces=(*_generals(g), *_tokens(g)),
        powers=tuple(_power(g, p, seat) for p in POWERS),
        panels=_panels(g, seat),
        hand=tuple(
            HandCard(str(card), setting.powers[p], Card(str(card)))
            for p in POWERS
            if knows_hand(g, p, seat)
            for card in cards_of(g.hands[p])
        ),
        overlays=(_ports(g),),
        odds=g.battle is not None and seat is not None,
        offers=offers(rulebook, g, seat, CLICKS),
    )


def _ports(g: Position) -> Overlay:
    """4: the Sea Lanes from port to port."""
    board = g.board
    lanes = tuple((board.ids[a], board.ids[b]) for a in range(board.count) for b in board.lanes[a] if a < b)
    return Overlay("ports", TEXT.say("overlay.ports"), {board.ids[t]: "" for t in members(board.ports)}, lanes, "port")


def _generals(g: Position) -> list[Piece]:
    ids, moved = g.setting.vocabulary.kinds["general"].ids, g.move.moved if g.move else 0
    return [
        Piece(
            id=ids[i],
            kind="general",
            power=g.setting.powers[g.owner[i]],
            space=g.board.ids[general.at] if general.at >= 0 else None,
            face="figure",
            label=str(label(g, "general", i)),
            badge=str(general.units),
            name=None if (name := named(g, i)) is None else str(name),
            spent=bool(moved >> i & 1),
        )
        for i, general in enumerate(g.generals)
        if general.at >= -1
    ]


def _tokens(g: Position) -> list[Piece]:
    found = []
    for t in range(g.board.count):
        where, owner = g.board.ids[t], g.garrisons[t]
        if owner != NOBODY:
            power, words = (
                g.setting.powers[owner],
                TEXT.say("garrison.in", people=people(owner), territory=place_of(g, t)),
            )
            found.append(Piece(f"garrison-{where}", "garrison", power, where, "token", words))
        if g.fortresses >> t & 1:
            words = TEXT.say("fortress.in", territory=place_of(g, t))
            found.append(Piece(f"fortress-{where}", "fortress", None, where, "token", words))
    return found


def _power(g: Position, p: int, seat: int | None) -> Power:
    setting, keeper = g.setting, g.keeper[p]
    off, hand, limit = len(g.off_map[p]), sum(g.hands[p]), setting.hand_limit[p]
    influence = (Track(TEXT.say("track.influence"), g.influence[p]),) if tracks_influence(g, p) else ()
    return Power(
        id=setting.powers[p],
        name=bare(p),
        colour=COLOURS[p],
        seat=setting.seats[keeper] if keeper != NOBODY else None,
        own=knows_hand(g, p, seat),
        deciding=p in g.deciding,
        status=status_of(g, p),
        tracks=(
            *influence,
            Track(TEXT.say("track.morale"), g.morale[p]),
            Track(TEXT.say("track.money"), g.money[p]),
            Track(TEXT.say("track.cards"), hand, limit),
        ),
        lines=(
            action((setting.dial[p] + g.turn) % 6),
            *((TEXT.say("off-map", number=Count(off)),) if off else ()),
        ),
    )


def _panels(g: Position, seat: int | None) -> tuple[Panel, ...]:
    setting = g.setting
    dials = tuple(Dial(setting.powers[p], (setting.dial[p] + g.turn) % 6) for p in POWERS)
    panels: list[Panel] = [Wheel(TEXT.say("panel.wheel"), tuple(map(action, range(len(ACTION_IDS)))), dials)]
    if g.battle is not None:
        panels.insert(0, _battle(g, seat))
    discards = cards_of(g.discards)
    if discards:
        panels.append(Cards(TEXT.say("panel.discards"), tuple(Card(str(card)) for card in discards)))
    if not g.setting.lempereur:
        panels.append(_relations(g))
    return (*panels, Notes(TEXT.say("panel.notes"), asides(g)))


def _relations(g: Position) -> Relations:
    """6.peace-war: who is At War with whom."""
    ids = g.setting.powers
    ties = tuple(Tie(ids[p], ids[q], *_tie(g, p, q)) for p, q in combinations(POWERS, 2))
    return Relations(TEXT.say("panel.relations"), tuple(ids), ties, "6.peace-war.1")


def _tie(g: Position, p: int, q: int) -> tuple[Tone, str]:
    if same_player(g, p, q):
        return "allied", TEXT.say("tie.one-player")
    if allied(g, p, q):
        return "allied", str(status(g.status[p]))
    return ("hostile", TEXT.say("tie.war")) if at_war(g, p, q) else ("neutral", TEXT.say("tie.peace"))


def _battle(g: Position, seat: int | None) -> Battle:
    battle = g.battle
    if battle is None:
        raise AssertionError("there is no battle to show")
    ids = g.setting.vocabulary.kinds["general"].ids
    attackers, defenders = (battle.attacker, *battle.attack_support), (*battle.defenders, *battle.defence_support)
    piles = {
        pile.general: Pile(
            ids[pile.general], tuple(str(card) if card else None for card in visible_pile(g, pile, seat))
        )
        for pile in battle.piles
        if pile.cards
    }
    walls = (TEXT.say("garrison", people=people(battle.garrison)),) if battle.garrison != NOBODY else ()
    passed = [bare(p) for p in POWERS if battle.passed >> p & 1]
    return Battle(
        title=TEXT.say("panel.battle", territory=place_of(g, battle.territory)),
        space=g.board.ids[battle.territory],
        sides=(
            Side(
                TEXT.say("panel.attack"),
                strength=attack_strength(g, battle),
                participants=tuple(Participant(ids[i]) for i in attackers),
                piles=tuple(piles[i] for i in attackers if i in piles),
            ),
            Side(
                TEXT.say("panel.defence"),
                strength=defence_strength(g, battle),
                participants=tuple(Participant(ids[i]) for i in defenders),
                piles=tuple(piles[i] for i in defenders if i in piles),
                lines=walls,
            ),
        ),
        lines=(TEXT.say("panel.passed", powers=", ".join(passed)),) if passed else (),
    )
