"""A Player Turn: what each Action Point would bring, and what is levied and built."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.decision import Action
from grognard.engine.judgement import Opinion
from grognard.games.alliance.defeat import MINIMUM_BLOCKS, blocks_on_map
from grognard.games.alliance.judgement import policy
from grognard.games.alliance.judgement.campaign import CROWD, Campaign
from grognard.games.alliance.judgement.marching import Plan, group_plan
from grognard.games.alliance.judgement.sailing import voyage_plan
from grognard.games.alliance.judgement.temper import STAFF, Temper
from grognard.games.alliance.judgement.worth import block_worth, step_worth
from grognard.games.alliance.position import Position
from grognard.games.alliance.roster import FLEET, FORTRESS


def action(g: Position, player: int, options: Sequence[Action], temper: Temper = STAFF) -> list[Opinion]:
    """What each Action Point would bring, beside the Gold it is worth unspent."""
    plan = Campaign(g, player, temper=temper)
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


def levy(plan: Campaign, block: int) -> Plan:
    """A step where it will be used."""
    g = plan.g
    at = g.blocks[block].at
    fleet = g.roster.kind[block] == FLEET
    need = min(1.5, plan.tide[at] if fleet else plan.pull[at])
    danger = plan.keep(at) * plan.danger(at)
    worth = plan.temper.levies * step_worth(g, block) * (0.8 + 0.6 * need) + 0.12 * danger
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


def build_site(
    g: Position, player: int, options: Sequence[Action], block: int, temper: Temper = STAFF
) -> list[Opinion]:
    """Where it is needed and there is room."""
    plan = Campaign(g, player, temper=temper)
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
