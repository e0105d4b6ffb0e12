"""Armies over the sea: which shore, by which seas, and who keeps them open."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.decision import Action
from grognard.engine.judgement import Opinion
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.judgement.campaign import CROWD, FEAR, Campaign
from grognard.games.alliance.judgement.marching import HAIR, Plan, enter, errand, fighters, march
from grognard.games.alliance.judgement.temper import STAFF, Temper
from grognard.games.alliance.judgement.worth import NAPOLEON, points_left
from grognard.games.alliance.position import Position
from grognard.games.alliance.roster import HQ, INFANTRY
from grognard.games.alliance.seamoves import MOST_INVADERS, escorts
from grognard.games.alliance.states import is_friendly


def waters(plan: Campaign, start: int, *, at_sea: bool) -> set[int]:
    """The seas an army could cross from a base, or from a sea on its way."""
    g = plan.g
    board = g.board
    open_seas = g.seas_at_start & g.setting.sea_mask
    front = [start] if at_sea else [s for s in board.base_seas[start] if _is_open(plan, open_seas, s)]
    seen = set(front)
    for sea in front:
        for further in board.seaways[sea]:
            if further not in seen and _is_open(plan, open_seas, further):
                seen.add(further)
                front.append(further)
    return seen


def _is_open(plan: Campaign, open_seas: int, sea: int) -> bool:
    g = plan.g
    return bool(open_seas >> sea & 1) and is_friendly(g, plan.player, sea) and bool(escorts(g, plan.player, sea))


def landing(plan: Campaign, block: int, place: int) -> Plan:
    """What it is worth to invade a shore."""
    g = plan.g
    name = g.board.names[place]
    mates = [block]
    leaving = plan.stay(block) + plan.escort.leaving(mates)
    if g.embattled >> place & 1:
        worth, chance = reinforce_landing(plan, block, place)
        return worth - leaving, ("the landing in {} would succeed with {:.0%}", name, chance)
    if plan.hostile(place):
        here = g.blocks[block].at
        if points_left(g, plan.player) > 1:
            others = [
                b
                for b in plan.friends(here)
                if b != block
                and g.roster.kind[b] in (HQ, INFANTRY)
                and not plan.is_precious(b)
                and not (g.moved | g.levied) >> b & 1
            ]
            mates += fighters(plan, others, MOST_INVADERS - 1)
        worth, chance = plan.attack(place, mates, [])
        worth -= plan.gold * (len(mates) - 1) + 0.1
        return worth - plan.stay(block) - plan.escort.leaving(mates), (
            "a landing in {} would succeed with {:.0%}",
            name,
            chance,
        )
    worth = enter(plan, place) - leaving
    if plan.escort.is_ours and block == plan.escort.block:
        worth -= plan.escort.fear(place) - plan.escort.fear(plan.escort.place)
    elif plan.is_precious(block):
        worth -= FEAR * NAPOLEON
    if plan.room(place) <= 0:
        worth += CROWD
    return worth, ("{} is open to a landing", name)


def reinforce_landing(plan: Campaign, block: int, place: int) -> tuple[float, float]:
    before, _ = plan.attack(place, [], [])
    after, chance = plan.attack(place, [block], [])
    return after - before, chance


def crossing(plan: Campaign, block: int, place: int) -> Plan:
    """What it is worth to go by sea to a friendly base."""
    if plan.temper.schemes and block in plan.plot.missions:
        return march(plan, block, place), errand(plan, block, place)
    return march(plan, block, place), ("it is needed in {}", plan.g.board.names[place])


def voyage_plan(plan: Campaign, block: int) -> Plan:
    """The best end of a voyage from where the block stands."""
    seas = waters(plan, plan.g.blocks[block].at, at_sea=False)
    return best_landfall(plan, block, seas)


def best_landfall(plan: Campaign, block: int, seas: set[int]) -> Plan:
    g = plan.g
    board = g.board
    best: Plan = (CROWD, ("there is nowhere to go",))
    here = g.blocks[block].at
    foot = g.roster.kind[block] in (HQ, INFANTRY)
    target, _, landed = g.invasion
    ports: set[int] = set()
    shores: set[int] = set()
    for sea in seas:
        ports.update(board.ports[sea])
        if foot:
            shores.update(board.shores[sea])
    for place in ports:
        if place != here and plan.ground.friendly >> place & 1 and g.seas_at_start >> place & 1:
            best = max(best, crossing(plan, block, place), key=_worth)
    for place in shores:
        if plan.ground.friendly >> place & 1 and target != place:
            continue
        if target not in (NOBODY, place) or (target == place and landed >= MOST_INVADERS):
            continue
        if g.embattled >> place & 1 and target != place:
            continue
        if plan.prize(place) > 0 or target == place:
            best = max(best, landing(plan, block, place), key=_worth)
    return best


def _worth(plan: Plan) -> float:
    return plan[0]


def voyage(g: Position, player: int, options: Sequence[Action], block: int, temper: Temper = STAFF) -> list[Opinion]:
    """Sea by sea towards the best shore."""
    plan = Campaign(g, player, temper=temper)
    found = []
    for option in options:
        verb, place = option
        if verb == "sail":
            worth, why = best_landfall(plan, block, waters(plan, place, at_sea=True))
            found.append(Opinion(worth - HAIR, why))
        elif verb == "ashore":
            found.append(Opinion(*crossing(plan, block, place)))
        else:
            found.append(Opinion(*landing(plan, block, place)))
    return found


def escort(g: Position, options: Sequence[Action]) -> list[Opinion]:
    """The weakest fleet stays."""
    return [Opinion(-float(g.blocks[o[1]].steps), ("the weaker fleet is enough",)) for o in options]
