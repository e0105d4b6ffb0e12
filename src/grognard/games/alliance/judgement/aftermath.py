"""After a victory: who pursues, who regroups, and who is one too many."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.decision import Action
from grognard.engine.judgement import Opinion
from grognard.games.alliance.judgement.campaign import Campaign, worth_of
from grognard.games.alliance.judgement.marching import fighters, march, reinforce
from grognard.games.alliance.judgement.worth import block_worth, step_worth
from grognard.games.alliance.position import Position
from grognard.games.alliance.roster import FLEET, FORTRESS


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
        worth -= step_worth(g, hq) + 0.05 + sum(plan.stay(b) for b in going) + plan.escort.leaving(going)
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
    return [Opinion(-worth_of(g, player, o[1]), ("it will be missed least",)) for o in options]
