"""Where groups go: in peace, into battle, alone or with help from another side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.judgement import Opinion
from grognard.games.alliance.board import NOBODY, members
from grognard.games.alliance.fights import cannot_attack, cannot_join
from grognard.games.alliance.judgement.campaign import CROWD, FEAR, MARCH, Campaign, worth_of
from grognard.games.alliance.judgement.ground import FOOTHOLD
from grognard.games.alliance.judgement.temper import STAFF, Temper
from grognard.games.alliance.judgement.worth import NAPOLEON, points_left
from grognard.games.alliance.movement import army_ways, fleet_ways, movable
from grognard.games.alliance.position import ATTACK, DEFENCE, Position
from grognard.games.alliance.roster import FLEET

HAIR = 0.001
HARBOUR = 0.03
"""A fleet in port is worth less than one at sea."""
TRAFFIC = 0.4
"""What the further moves of a group count, beside its best."""
SURE = 0.85
"""With such a chance an attack needs no help from another side."""
RETAKEN = 0.6
"""How surely enemies near a place take it back if they can."""

Plan = tuple[float, tuple[Any, ...]]
"""What something is worth, and why."""


def enter(plan: Campaign, place: int) -> float:
    """What it brings to walk into a place nobody defends."""
    worth = plan.prize(place) if not plan.friends(place) else 0.0
    if worth and plan.threat(place):
        worth *= 1 - RETAKEN * plan.guarded(place)
    if plan.ground.stirring >> place & 1 and not plan.g.at[place]:
        worth -= plan.stir(place)
    return worth


def arrive(plan: Campaign, place: int, *, fleet: bool) -> float:
    """What it brings to come to a place in peace, whoever comes."""
    arrivals = plan.memory.sailings if fleet else plan.memory.arrivals
    found = arrivals.get(place)
    if found is None:
        found = enter(plan, place)
        if not fleet:
            found += plan.guard(place)
        elif place < plan.g.board.first_sea:
            found -= HARBOUR
        if plan.room(place) <= 0:
            found += CROWD
        if not plan.neutral >> place & 1:  # what a neutral state is worth rests on more than this place
            arrivals[place] = found
    return found


def march(plan: Campaign, block: int, place: int) -> float:
    """What it is worth that a block goes to a place in peace."""
    return marches(plan, block, (place,))[0][0]


def marches(plan: Campaign, block: int, ends: Iterable[int]) -> list[tuple[float, int]]:
    """The same for many places, with each."""
    g = plan.g
    here, steps, _ = g.blocks[block]
    fleet = g.roster.kind[block] == FLEET
    pull = plan.tide if fleet else plan.pull
    stay, from_here, keen = plan.stay(block), pull[here], MARCH * (steps + 0.5) / 3.5
    found = [(arrive(plan, end, fleet=fleet) - stay + keen * (pull[end] - from_here), end) for end in ends]
    if plan.temper.schemes and block in plan.plot.missions:
        plot = plan.plot
        return [(plot.progress(block, end) + (CROWD if plan.room(end) <= 0 else 0.0), end) for _, end in found]
    if plan.temper.schemes and not fleet and (gaps := plan.plot.gaps):
        found = [(worth + gaps.get(end, 0.0), end) for worth, end in found]
    if plan.escort.is_ours:
        if block != plan.escort.block:
            left = plan.escort.leaving((block,))
            return [(worth - left, end) for worth, end in found]
        fear = plan.escort.fear(here)
        return [(worth - (plan.escort.fear(end) - fear), end) for worth, end in found]
    if plan.is_precious(block):
        danger = plan.danger(here)
        return [(worth - FEAR * NAPOLEON * (plan.guarded(end) - danger), end) for worth, end in found]
    return found


def errand(plan: Campaign, block: int, end: int) -> tuple[object, ...]:
    """Why a block goes to a place in peace."""
    names = plan.g.board.names
    if plan.temper.schemes and block in plan.plot.missions:
        target = plan.plot.missions[block]
        is_prize = target in plan.plot.harms
        return ("{} is left open by an ally" if is_prize else "supplies would come by {}", names[target])
    if plan.temper.schemes and end in plan.plot.gaps:
        return ("supplies would come by {}", names[end])
    if plan.escort.is_saved_by(block, end):
        return ("Napoleon would be safer in {}", names[end])
    return ("{} is there for the taking" if plan.prize(end) > FOOTHOLD * 2 else "{} is where it is needed", names[end])


def fighters(plan: Campaign, blocks: Sequence[int], room: int) -> list[int]:
    """Those who go first into a battle over a border: the strongest, Napoleon last."""
    if room <= 0 or len(blocks) == 1:
        return list(blocks[: max(0, room)])
    hits = {b: plan.known[b].hits - (10 if plan.is_precious(b) else 0) for b in blocks}
    return sorted(blocks, key=hits.__getitem__, reverse=True)[:room]


def assault(plan: Campaign, place: int, target: int, blocks: Sequence[int]) -> tuple[float, float, list[int]]:
    """What attacking a target with a group is worth, alone or with groups that could follow; the chance; who goes."""
    g = plan.g
    if g.embattled >> target & 1:
        if cannot_join(g, plan.player, target, ATTACK) is not None:
            return CROWD, 0.0, []
    elif cannot_attack(g, plan.player, target) is not None:
        return CROWD, 0.0, []
    going = fighters(plan, blocks, plan.border_room(place, target))
    if not going:
        return CROWD, 0.0, []
    if plan.temper.schemes:
        return party(plan, place, target, going)
    fresh = not g.embattled >> target & 1
    before = 0.0 if fresh else plan.attack(target, [], [])[0]
    lost = sum(plan.stay(b) for b in going)
    if len(going) > 1 and len(going) == len(plan.friends(place)) and lost:
        lost = max(lost, plan.keep(place) * plan.danger(place))
    lost += plan.escort.leaving(going)
    best, chance = plan.attack(target, going, []) if fresh else plan.attack(target, [], going)
    best -= before + lost
    if fresh and chance < SURE and points_left(g, plan.player) > 1 and target < g.board.first_sea:
        helpers = companions(plan, place, target)
        if helpers:
            joint, better = plan.attack(target, going, helpers)
            joint -= lost + plan.gold + sum(plan.stay(b) for b in helpers) + plan.escort.leaving(helpers)
            if joint > best:
                best, chance = joint, better
    return best, chance, going


def party(plan: Campaign, place: int, target: int, group: Sequence[int]) -> tuple[float, float, list[int]]:
    """The same, thought through: how many of a group go, the strongest first, and what they leave behind together."""
    g = plan.g
    fresh = not g.embattled >> target & 1
    main = fresh or leads(plan, place, target)
    before = 0.0 if fresh else plan.attack(target, [], [])[0]
    help_comes = fresh and points_left(g, plan.player) > 1 and target < g.board.first_sea
    helpers = companions(plan, place, target) if help_comes else []
    price = plan.gold + plan.stay_of(helpers) + plan.escort.leaving(helpers)
    best, chance, going = CROWD, 0.0, list[int]()
    for count in range(1, len(group) + 1):
        men = list(group[:count])
        worth, likely = plan.attack(target, men, []) if main else plan.attack(target, [], men)
        if helpers and likely < SURE:
            joint, better = plan.attack(target, men, helpers)
            worth, likely = max((worth, likely), (joint - price, better))
        worth -= before + plan.stay_of(men) + plan.escort.leaving(men)
        if worth > best:
            best, chance, going = worth, likely, men
    return best, chance, going


def leads(plan: Campaign, place: int, target: int) -> bool:
    """Whether the Main attack on a target is the player's, from this place (4.31)."""
    entries = plan.g.fight_at(target).entries
    return bool(entries) and (entries[0].player, entries[0].side, entries[0].origin) == (plan.player, ATTACK, place)


def companions(plan: Campaign, place: int, target: int) -> list[int]:
    """The strongest group that could join an attack from another side."""
    g = plan.g
    best: list[int] = []
    weight = 0.0
    for near in members(g.board.near[target] & plan.ground.own & ~(1 << place) & ~g.embattled):
        group = [
            b for b in members(movable(g, plan.player, near)) if g.roster.kind[b] != FLEET and not plan.is_precious(b)
        ]
        group = fighters(plan, group, plan.border_room(near, target))
        force = plan.known.force(group)
        if force and force.weight > weight:
            best, weight = group, force.weight
    return best


def group_plan(plan: Campaign, place: int) -> Plan:
    """The best that the group of a place can do for one Action Point."""
    g = plan.g
    names = g.board.names
    blocks = movable(g, plan.player, place)
    best: Plan = (-1.0, ("nothing is to be gained",))
    armies, fleets = members(blocks & ~g.roster.fleets), members(blocks & g.roster.fleets)
    moves: list[tuple[float, int, int]] = []
    if armies:
        ends, _, fought = army_ways(g, plan.player, place)
        for target in fought:
            worth, chance, _going = assault(plan, place, target, armies)
            if worth > best[0]:
                best = worth, ("an attack on {} would succeed with {:.0%}", names[target], chance)
            if g.embattled >> target & 1 and cannot_join(g, plan.player, target, DEFENCE) is None:
                worth = max(relief(plan, b, target) for b in armies)
                if worth > best[0]:
                    best = worth, ("{} can be defended with help", names[target])
        moves += [(*max(marches(plan, b, ends), default=(CROWD, NOBODY)), b) for b in armies]
    for b in fleets:
        seas, docks, fought = fleet_ways(g, plan.player, b)
        ends_at_sea = [*seas, *(port for _, port in docks)]
        moves.append((*max(marches(plan, b, ends_at_sea), default=(CROWD, NOBODY)), b))
    if fleets:
        _, _, fought = fleet_ways(g, plan.player, fleets[0])
        for target in fought:
            worth, chance, _going = assault(plan, place, target, fleets)
            if worth > best[0]:
                best = worth, ("an attack on {} would succeed with {:.0%}", names[target], chance)
    moves.sort(reverse=True)
    if moves and moves[0][0] > best[0]:
        worth, end, first = moves[0]
        taken = {end}
        for more, where, _ in moves[1:]:
            if more > 0 and where not in taken:
                worth += TRAFFIC * more
        best = worth, errand(plan, first, end)
    return best


def relief(plan: Campaign, block: int, place: int) -> float:
    """What a block adds to a defence that is already attacked."""
    before = plan.defend(place, [])
    after = plan.defend(place, [block])
    risk = 0.25 * (1 - after) * worth_of(plan.g, plan.player, block)
    leaving = plan.stay(block) + plan.escort.leaving((block,))
    return (after - before) * (plan.keep(place) + 0.3) - risk - leaving


def group(g: Position, player: int, options: Sequence[Action], place: int, temper: Temper = STAFF) -> list[Opinion]:
    """Move the blocks of an open group, each where it is worth most, until nothing more is gained."""
    plan = Campaign(g, player, temper=temper)
    names = g.board.names
    attackers: dict[int, list[int]] = {}
    for option in options:
        if option[0] in ("attack", "force"):
            attackers.setdefault(option[2], []).append(option[1])
    plans: dict[int, tuple[float, float, list[int]]] = {}
    for target, blocks in attackers.items():
        if plan.temper.schemes or not g.embattled >> target & 1:
            plans[target] = assault(plan, place, target, blocks)
    found = []
    for option in options:
        verb = option[0]
        if verb == "close":
            found.append(Opinion(0.0, ("the others stay where they are",)))
        elif verb in ("attack", "force"):
            block, target = option[1], option[2]
            if target in plans:
                worth, chance, going = plans[target]
                worth += HAIR * plan.known[block].hits if block in going else -0.2
            else:
                worth, chance = reinforce(plan, block, target)
            found.append(Opinion(worth, ("the attack on {} would succeed with {:.0%}", names[target], chance)))
        elif verb == "defend":
            worth = relief(plan, option[1], option[2])
            found.append(Opinion(worth, ("{} can be defended with help", names[option[2]])))
        else:
            block, end = option[1], option[-1]
            worth = march(plan, block, end)
            if verb == "through":
                worth -= plan.stir(option[2])
            found.append(Opinion(worth, errand(plan, block, end)))
    return found


def reinforce(plan: Campaign, block: int, target: int) -> tuple[float, float]:
    """What one block more adds to an attack that is under way."""
    main = leads(plan, plan.g.blocks[block].at, target)
    before, _ = plan.attack(target, [], [])
    after, chance = plan.attack(target, [block], []) if main else plan.attack(target, [], [block])
    return after - before - plan.stay(block) - plan.escort.leaving((block,)), chance
