"""How the players stand when nobody is just moving: points, men, means, battles to come, and what is in danger."""

from __future__ import annotations

from grognard.games.alliance.board import EMPIRES, NOBODY
from grognard.games.alliance.judgement.campaign import Campaign
from grognard.games.alliance.judgement.scene import Scene
from grognard.games.alliance.judgement.worth import block_worth, scoring, share, turns_left
from grognard.games.alliance.position import WINTER, Position
from grognard.games.alliance.sequence import action_phase, game_turn

CARD = 0.02
FALLEN = 10.0
"""Points that a beaten empire would need to make up for it (10.3)."""
PROMISE = 0.25
"""How much of what places and blocks promise is believed, with turns enough to come. Beside points and men it tells
nothing of the winner; believed in full, a search finds positions that look well and bring nothing (decision 024)."""
A_TURN, BATTLES = 100, 50
"""Moments of a Game Turn: the cards, then the Player Turns, then the battles."""
A_CARD = 0.9
"""Solitaire: the points a turn brings on average."""


def moment(g: Position) -> int:
    """How far the game has come: cards, each Player Turn, each battle."""
    year = A_TURN * (WINTER + 1) * g.year
    if (game_turn, 1) in g.agenda:  # it has only begun
        return year
    now = year + A_TURN * g.turn
    if g.setting.solitaire or not g.order or (action_phase,) in g.agenda:
        return now
    if g.active != NOBODY:
        return now + 1 + g.order.index(g.active)
    return now + BATTLES + max(0, 20 - len(g.fights))


def until(g: Position) -> int:
    """Judged is best when all have had their turns, before the battles; and from there, when these are over."""
    now = moment(g)
    if g.setting.solitaire:
        return now + 1
    phase = now % A_TURN
    if phase >= BATTLES:
        return now - phase + A_TURN
    return now - phase + BATTLES + (A_TURN if (game_turn, 1) in g.agenda else 0)


def standings(g: Position) -> list[float]:
    """Empire -> how its player stands, in points."""
    stands = [0.0] * len(EMPIRES)
    players = g.setting.played
    scene = Scene(g)
    plans = {p: Campaign(g, p, scene) for p in players}
    for p in players:
        stands[p] = g.setting.handicap[p] + scene.gold * g.gold[p] + CARD * g.hands[p].bit_count()
    for place in scoring(g.board):
        chance = 0.0
        holder = scene.holders[place]
        if g.embattled >> place & 1:
            chance, invader = plans[players[0]].outlook(place)[0], attacker(g, place)
            if invader != NOBODY:
                stands[invader] += chance * share(g, invader, place)
        if holder != NOBODY:
            stands[holder] += (1 - chance) * share(g, holder, place)
    owner, master = g.roster.owner, g.master
    for b, (at, steps, _) in enumerate(g.blocks):
        if at >= 0 and master[owner[b]] != NOBODY:
            stands[master[owner[b]]] += block_worth(g, b, steps)
    for p in players:
        plan = plans[p]
        stands[p] += PROMISE * (1 - 1 / turns_left(g)) * plan.position()
        stands[p] += sum(plan.outlook(fight.place)[1] for fight in g.fights)
        if g.fallen >> p & 1:
            stands[p] -= FALLEN
    return stands


def attacker(g: Position, place: int) -> int:
    """The player who attacks in a battle to come or under way."""
    battle = g.battle if g.battle is not None and g.battle.place == place else None
    fight = battle or g.fight_at(place)
    return next((g.master_of(b) for b in g.at[place] if fight.attack >> b & 1), NOBODY)


def solo(g: Position) -> float:
    """Solitaire: the points to be expected in the end."""
    worth = float(g.score) + A_CARD * (g.setting.solitaire_cards - g.turn)
    if g.active == NOBODY:
        return worth
    holders = Scene(g).holders
    for place in scoring(g.board):
        held = bool(g.solo_held >> place & 1)
        if g.embattled >> place & 1:
            chance = Campaign(g, g.active).outlook(place)[0]
            now = chance if attacker(g, place) == g.active else 1 - chance
        else:
            now = float(holders[place] == g.active)
        points = g.board.vp[place]
        if not held:
            worth += now * points
        elif g.board.home[place] != g.active:
            worth -= (1 - now) * points
    return worth
