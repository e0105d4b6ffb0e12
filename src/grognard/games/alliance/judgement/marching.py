"""The turn of a player: which group moves where, which attacks are begun, what is levied, who goes to sea."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.judgement import Opinion
from grognard.games.alliance.board import NOBODY, members
from grognard.games.alliance.defeat import MINIMUM_BLOCKS, blocks_on_map
from grognard.games.alliance.fights import cannot_attack, cannot_join
from grognard.games.alliance.judgement import policy
from grognard.games.alliance.judgement.campaign import CROWD, FEAR, FOOTHOLD, MARCH, Campaign
from grognard.games.alliance.judgement.worth import NAPOLEON, block_worth, step_worth
from grognard.games.alliance.movement import army_ways, fleet_ways, movable
from grognard.games.alliance.position import ATTACK, DEFENCE, Position
from grognard.games.alliance.roster import FLEET, FORTRESS, HQ, INFANTRY
from grognard.games.alliance.seamoves import MOST_INVADERS, escorts
from grognard.games.alliance.states import is_friendly

HAIR = 0.001
HARBOUR = 0.03
"""A fleet in port is worth less than one at sea."""
TRAFFIC = 0.4
"""What the further moves of a group count, beside its best."""
RETAKEN = 0.6
"""How surely enemies near a place take it back if they can."""

Plan = tuple[float, tuple[Any, ...]]
"""What something is worth, and why."""


# --- the turn --------------------------------------------------------------------------------------------------------


def action(g: Position, player: int, options: Sequence[Action]) -> list[Opinion]:
    """What each Action Point would bring, beside the Gold it is worth unspent."""
    plan = Campaign(g, player)
    found = []
    for option in options:
        verb = option[0]
        if verb == "end":
            found.append(Opinion(0.0, ("nothing else is worth its Action Point",)))
            continue
        if verb == "group":
            worth, why = group_plan(plan, option[1])
        elif verb == "levy":
            worth, why = levy(plan, option[1])
        elif verb == "build":
            worth, why = build(plan, option[1])
        elif verb == "ship":
            worth, why = voyage_plan(plan, option[1])
        else:
            found.append(policy.talk(plan, verb, option[1]))
            continue
        found.append(Opinion(worth - plan.gold, why))
    return found


def points_left(g: Position, player: int) -> int:
    """Actions the player can still pay for."""
    return g.ap + min(g.setting.gold_per_turn - g.gold_spent, g.gold[player])


def levy(plan: Campaign, block: int) -> Plan:
    """A step where it will be used."""
    g = plan.g
    at = g.blocks[block].at
    fleet = g.roster.kind[block] == FLEET
    need = min(1.5, plan.tide[at] if fleet else plan.pull[at])
    danger = plan.keep(at) * plan.danger(at)
    worth = step_worth(g, block) * (0.8 + 0.6 * need) + 0.12 * danger
    name = g.board.names[at]
    if danger > 0.1:
        return worth, ("{} is threatened", name)
    return worth, ("its strength is needed near {}", name)


def build(plan: Campaign, block: int) -> Plan:
    """A new block, more urgently where few are left (9.2.3)."""
    g = plan.g
    state = g.roster.owner[block]
    worth = block_worth(g, block, 1)
    kind = g.roster.kind[block]
    if kind == FLEET:
        worth *= 0.9 if any(plan.goals.get(sea, 0.0) > 0 for sea in g.board.seas) else 0.4
    elif kind == FORTRESS:
        site = g.roster.site[block]
        worth += 0.5 * plan.keep(site) * plan.danger(site)
    if state < len(g.beaten) and blocks_on_map(g, state) <= MINIMUM_BLOCKS + 1:
        return worth + 0.6, ("few blocks of {} are left on the map", g.board.state_names[state])
    return worth, ("a new block for {}", g.board.state_names[state])


def build_site(g: Position, player: int, options: Sequence[Action], block: int) -> list[Opinion]:
    """Where it is needed and there is room."""
    plan = Campaign(g, player)
    fleet = g.roster.kind[block] == FLEET
    found = []
    for option in options:
        place = option[1]
        worth = 0.2 * (plan.tide[place] if fleet else plan.pull[place])
        worth += plan.guard(place) if not fleet else 0.0
        if plan.room(place) <= 0:
            worth += CROWD
        found.append(Opinion(worth, ("it is most needed in {}", g.board.names[place])))
    return found


# --- groups ----------------------------------------------------------------------------------------------------------


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
    key = 2 * place + fleet
    found = plan.arrivals.get(key)
    if found is None:
        found = enter(plan, place)
        if not fleet:
            found += plan.guard(place)
        elif place < plan.g.board.first_sea:
            found -= HARBOUR
        if plan.room(place) <= 0:
            found += CROWD
        plan.arrivals[key] = found
    return found


def march(plan: Campaign, block: int, place: int) -> float:
    """What it is worth that a block goes to a place in peace."""
    g = plan.g
    here, steps, _ = g.blocks[block]
    fleet = g.roster.kind[block] == FLEET
    pull = plan.tide if fleet else plan.pull
    worth = arrive(plan, place, fleet=fleet) - plan.stay(block)
    worth += MARCH * (steps + 0.5) / 3.5 * (pull[place] - pull[here])
    if plan.is_precious(block):
        worth -= FEAR * NAPOLEON * (plan.guarded(place) - plan.danger(here))
    return worth


def fighters(plan: Campaign, blocks: Sequence[int], room: int) -> list[int]:
    """Those who go first into a battle over a border: the strongest, Napoleon last."""
    hits = {b: plan.known.of(b).hits - (10 if plan.is_precious(b) else 0) for b in blocks}
    return sorted(blocks, key=lambda b: -hits[b])[: max(0, room)]


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
    fresh = not g.embattled >> target & 1
    before = 0.0 if fresh else plan.attack(target, [], [])[0]
    lost = sum(plan.stay(b) for b in going)
    if len(going) > 1 and len(going) == len(plan.friends(place)) and lost:
        lost = max(lost, plan.keep(place) * plan.danger(place))
    best, chance = plan.attack(target, going, []) if fresh else plan.attack(target, [], going)
    best -= before + lost
    if fresh and chance < 0.85 and points_left(g, plan.player) > 1 and target < g.board.first_sea:
        helpers = companions(plan, place, target)
        if helpers:
            joint, better = plan.attack(target, going, helpers)
            joint -= lost + plan.gold + sum(plan.stay(b) for b in helpers)
            if joint > best:
                best, chance = joint, better
    return best, chance, going


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
    blocks = list(members(movable(g, plan.player, place)))
    best: Plan = (-1.0, ("nothing is to be gained",))
    armies = [b for b in blocks if g.roster.kind[b] != FLEET]
    fleets = [b for b in blocks if g.roster.kind[b] == FLEET]
    moves: list[tuple[float, int]] = []
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
        for b in armies:
            worth, end = max(((march(plan, b, end), end) for end in ends), default=(CROWD, NOBODY))
            moves.append((worth, end))
    for b in fleets:
        seas, docks, fought = fleet_ways(g, plan.player, b)
        ends_at_sea = [*seas, *(port for _, port in docks)]
        worth, end = max(((march(plan, b, end), end) for end in ends_at_sea), default=(CROWD, NOBODY))
        moves.append((worth, end))
    if fleets:
        _, _, fought = fleet_ways(g, plan.player, fleets[0])
        for target in fought:
            worth, chance, _going = assault(plan, place, target, fleets)
            if worth > best[0]:
                best = worth, ("an attack on {} would succeed with {:.0%}", names[target], chance)
    moves.sort(reverse=True)
    if moves and moves[0][0] > best[0]:
        worth, end = moves[0]
        taken = {end}
        for more, where in moves[1:]:
            if more > 0 and where not in taken:
                worth += TRAFFIC * more
        goal = "{} is there for the taking" if plan.prize(end) > FOOTHOLD * 2 else "{} is where it is needed"
        best = worth, (goal, names[end])
    return best


def relief(plan: Campaign, block: int, place: int) -> float:
    """What a block adds to a defence that is already attacked."""
    before = plan.defend(place, [])
    after = plan.defend(place, [block])
    risk = 0.25 * (1 - after) * plan.worth_of(block)
    return (after - before) * (plan.keep(place) + 0.3) - risk - plan.stay(block)


def group(g: Position, player: int, options: Sequence[Action], place: int) -> list[Opinion]:
    """Move the blocks of an open group, each where it is worth most, until nothing more is gained."""
    plan = Campaign(g, player)
    names = g.board.names
    attackers: dict[int, list[int]] = {}
    for option in options:
        if option[0] in ("attack", "force"):
            attackers.setdefault(option[2], []).append(option[1])
    plans: dict[int, tuple[float, float, list[int]]] = {}
    for target, blocks in attackers.items():
        if not g.embattled >> target & 1:
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
                worth += HAIR * plan.known.of(block).hits if block in going else -0.2
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
            goal = "{} is there for the taking" if plan.prize(end) > FOOTHOLD * 2 else "{} is where it is needed"
            found.append(Opinion(worth, (goal, names[end])))
    return found


def reinforce(plan: Campaign, block: int, target: int) -> tuple[float, float]:
    """What one block more adds to an attack that is under way."""
    g = plan.g
    fight = g.fight_at(target)
    first = fight.entries[0] if fight.entries else None
    here = g.blocks[block].at
    main = first is not None and (first.player, first.side, first.origin) == (plan.player, ATTACK, here)
    before, _ = plan.attack(target, [], [])
    after, chance = plan.attack(target, [block], []) if main else plan.attack(target, [], [block])
    return after - before - plan.stay(block), chance


# --- over the sea ----------------------------------------------------------------------------------------------------


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
    leaving = plan.stay(block)
    if g.embattled >> place & 1:
        worth, chance = reinforce_landing(plan, block, place)
        return worth - leaving, ("the landing in {} would succeed with {:.0%}", name, chance)
    if plan.hostile(place):
        mates = [block]
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
        return worth - leaving, ("a landing in {} would succeed with {:.0%}", name, chance)
    worth = enter(plan, place) - leaving
    if plan.is_precious(block):
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


def voyage(g: Position, player: int, options: Sequence[Action], block: int) -> list[Opinion]:
    """Sea by sea towards the best shore."""
    plan = Campaign(g, player)
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


# --- after a victory -------------------------------------------------------------------------------------------------


def regroup(g: Position, player: int, options: Sequence[Action], place: int) -> list[Opinion]:
    """Where the victors are needed next; none too many may stay (7.22.2)."""
    plan = Campaign(g, player)
    crowd = place < g.board.first_sea and len(g.at[place]) > g.board.stacking[place]
    found = []
    for option in options:
        if option[0] == "done":
            found.append(Opinion(0.02, ("the victors stay together",)))
            continue
        block, target = option[1], option[2]
        worth = march(plan, block, target) + (0.3 - block_worth(g, block, g.blocks[block].steps) if crowd else 0.0)
        found.append(Opinion(worth, ("{} is where it is needed", g.board.names[target])))
    return found


def pursue(g: Position, player: int, options: Sequence[Action], place: int) -> list[Opinion]:
    """A beaten enemy next door, if the HQ and its blocks are strong enough."""
    plan = Campaign(g, player)
    found = []
    for option in options:
        if option[0] == "done":
            found.append(Opinion(0.0, ("the victory is enough",)))
            continue
        hq, target = option[1], option[2]
        colour = g.roster.owner[hq]
        mates = [b for b in plan.friends(place) if g.roster.owner[b] == colour and b != hq]
        mates = [b for b in mates if g.roster.kind[b] not in (FLEET, FORTRESS)]
        going = [hq, *fighters(plan, mates, plan.border_room(place, target) - 1)]
        joins = bool(g.embattled >> target & 1)
        worth, chance = plan.attack(target, [], going) if joins else plan.attack(target, going, [])
        if joins:
            worth -= plan.attack(target, [], [])[0]
        worth -= step_worth(g, hq) + 0.05 + sum(plan.stay(b) for b in going)
        why = ("the pursuit to {} would succeed with {:.0%}", g.board.names[target], chance)
        found.append(Opinion(worth, why))
    return found


def pursuers(g: Position, player: int, options: Sequence[Action], target: int) -> list[Opinion]:
    """Everybody who makes the pursuit safer."""
    plan = Campaign(g, player)
    found = []
    for option in options:
        if option[0] == "done":
            found.append(Opinion(0.0, ("the others hold what was won",)))
            continue
        worth, chance = reinforce(plan, option[1], target)
        found.append(Opinion(worth, ("with it the pursuit would succeed with {:.0%}", chance)))
    return found


def scrap(g: Position, player: int, options: Sequence[Action]) -> list[Opinion]:
    """The block that will be missed least."""
    plan = Campaign(g, player)
    return [Opinion(-plan.worth_of(o[1]), ("it will be missed least",)) for o in options]
