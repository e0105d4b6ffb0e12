"""What a player may ask before deciding: how the battle stands under the cards, and where a General can get to."""

from __future__ import annotations

from random import Random

from grognard.engine.counsel import Chance, Odds, Reached
from grognard.games.coalitions.board import FAR
from grognard.games.coalitions.hidden import resample
from grognard.games.coalitions.outcome import totals
from grognard.games.coalitions.position import FACE_UP, Position
from grognard.games.coalitions.reach import cannot_march, cannot_sail
from grognard.games.coalitions.words import TEXT

WORLDS = 400


def odds(g: Position, seat: int, rng: Random) -> Odds | None:
    """How the battle ends if no more cards are played, over the face-down cards the seat cannot see."""
    if g.battle is None:
        return None
    hidden = any(not card & FACE_UP for pile in g.battle.piles for card in pile.cards)
    worlds = WORLDS if hidden else 1
    won = drawn = 0
    for _ in range(worlds):
        attack, defence = totals(resample(g, seat, rng))
        won += attack > defence
        drawn += attack == defence
    attackers = {g.owner[i] for i in (g.battle.attacker, *g.battle.attack_support)}
    mine = any(g.keeper[p] == seat for p in attackers)
    return Odds(
        TEXT.say("odds.title"),
        (
            Chance(TEXT.say("odds.attacker"), won / worlds, mine),
            Chance(TEXT.say("odds.draw"), drawn / worlds),
            Chance(TEXT.say("odds.defender"), 1 - (won + drawn) / worlds, not mine),
        ),
        TEXT.say("odds.drawn", worlds=worlds) if hidden else TEXT.say("odds.exact"),
    )


def reach(g: Position, piece: str) -> tuple[Reached, ...]:
    """Where a General could march or sail in a Movement action as things stand."""
    generals = g.setting.vocabulary.kinds["general"].ids
    general = generals.index(piece) if piece in generals else -1
    if general < 0 or g.generals[general].at < 0:
        return ()
    here, found = g.generals[general].at, []
    for t in range(g.board.count):
        if not g.board.adjacent[t] and not g.board.ports >> t & 1:
            continue
        steps = g.board.by_land[here][t]
        if steps != FAR and cannot_march(g, general, t) is None:
            words = TEXT.say("reach.near") if steps == 1 else TEXT.say("reach.far", steps=steps)
            found.append(Reached(g.board.ids[t], words))
        elif g.board.ports >> here & 1 and cannot_sail(g, general, t) is None:
            found.append(Reached(g.board.ids[t], TEXT.say("reach.sea")))
    return tuple(found)
