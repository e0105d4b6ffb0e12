"""7.5, 7.62, 7.22: what the victors of a battle may and must do: pursue, regroup, meet the stacking limit."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.alliance import fights
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.events import BlockMoved, ColourMoved, Pursued
from grognard.games.alliance.movement import stirs_a_neutral
from grognard.games.alliance.neutrals import attack_on_neutral, resume_clashes
from grognard.games.alliance.pacts import known_by_conduct
from grognard.games.alliance.pieces import eliminate, is_army, is_mobile, relocate, set_steps
from grognard.games.alliance.position import ATTACK, DEFENCE, ENEMY, Position, Regroup, decision, procedure
from grognard.games.alliance.retreats import (
    STAYS,
    base_of,
    cannot_re_embark,
    cannot_sail_off,
    cannot_withdraw,
    near_places,
    with_crossing,
)
from grognard.games.alliance.roster import FLEET, FORTRESS, HQ


@procedure
def after_victory(g: Position, place: int) -> None:
    """L18: pursuits are declared before any regroup, higher card first."""
    g.todo((pursuits, place, 0), (regroups, place, 0), (meet_the_limit, place))


def may_go_on(g: Position, player: int) -> bool:
    """L43: in the solitaire game only the active empire pursues and regroups."""
    return not g.setting.solitaire or player == g.active


# --- pursuit ---------------------------------------------------------------------------------------------------------

TOO_WEAK = Refusal("7.6.3", "An HQ cannot spend its last step.")
NOT_AN_HQ = Refusal("7.6.1", "Only an HQ in the place that was won may pursue.")
NO_QUARRY = Refusal("7.62.1", "Pursuit leads to an adjacent Region with enemies in it, or to a pending battle.")


def cannot_pursue(g: Position, player: int, hq: int, target: int) -> Refusal | None:
    """7.62: into an adjacent enemy-occupied Region, or a pending battle there as Reserves."""
    here = g.blocks[hq].at
    if g.roster.kind[hq] != HQ or g.master_of(hq) != player:
        return NOT_AN_HQ
    if g.blocks[hq].steps < 2:
        return TOO_WEAK
    if target not in g.board.land[here] or (g.board.border[here, target].winter_only and not g.winter):
        return NO_QUARRY
    return cannot_charge(g, player, hq, here, target)


def cannot_charge(g: Position, player: int, block: int, here: int, target: int) -> Refusal | None:
    """Whether one block may cross into the pursuit."""
    if g.embattled >> target & 1:
        side = pursuit_side(g, player, target)
        if side == NOBODY:
            return fights.cannot_join(g, player, target, ATTACK)
        fight = g.fight_at(target)
        if side == ATTACK and any(entry.landed for entry in fight.entries):
            return fights.INVADED
        comrades = fight.attack if side == ATTACK else fight.defence
    else:
        stance, owner = g.stance[player], g.roster.owner
        if not g.at[target] or any(stance[owner[b]] != ENEMY for b in g.at[target]):
            return NO_QUARRY
        comrades = 0
    return fights.cannot_fit(g, block, target, comrades) or fights.cannot_cross(g, player, block, here, target)


def pursuit_side(g: Position, player: int, target: int) -> int:
    for side in (ATTACK, DEFENCE):
        if fights.cannot_join(g, player, target, side) is None:
            return side
    return NOBODY


def pursuit_options(g: Position, player: int, place: int) -> list[Action]:
    options: list[Action] = []
    if place < g.board.first_sea:
        for hq in g.friendly_blocks(player, place):
            if g.roster.kind[hq] == HQ and g.blocks[hq].steps > 1:
                options += [("pursue", hq, t) for t in g.board.land[place] if cannot_pursue(g, player, hq, t) is None]
    return options


@procedure
def pursuits(g: Position, place: int, start: int) -> None:
    """Ask each victorious player with an HQ that could pursue."""
    for index in range(start, len(g.order)):
        player = g.order[index]
        if may_go_on(g, player) and pursuit_options(g, player, place):
            g.todo((PURSUE, player, place), (pursuits, place, index + 1))
            return


def pursue_options(g: Position, player: int, place: int) -> list[Action]:
    return [*pursuit_options(g, player, place), ("done",)]


def refuse_pursuit(g: Position, action: Action, player: int, place: int) -> Refusal | None:
    if action[0] != "pursue":
        return None
    return NOT_AN_HQ if g.blocks[action[1]].at != place else cannot_pursue(g, player, action[1], action[2])


def take_pursuit(g: Position, action: Action, player: int, place: int) -> None:
    """The HQ pays and crosses; then armies of its colour follow, over the same border (7.6.1, L18)."""
    if action[0] == "done":
        return
    _, hq, target = action
    set_steps(g, hq, g.blocks[hq].steps - 1)
    g.seen[hq] = g.blocks[hq].steps
    fresh = not g.embattled >> target & 1
    charge(g, player, hq, place, target)
    g.tell("7.62.1", Pursued, hq, place, target)
    battle = ((pursuit_battle, target),) if fresh else ()  # 7.62.4: fought at once, when all pursuers have crossed
    g.todo((PURSUERS, player, place, target, g.roster.owner[hq]), *battle, (pursuits_again, place, player))


@procedure
def pursuits_again(g: Position, place: int, player: int) -> None:
    """Another HQ of the same player may pursue as well."""
    if pursuit_options(g, player, place):
        g.todo((PURSUE, player, place))


@procedure
def pursuit_battle(g: Position, target: int) -> None:
    from grognard.games.alliance.battles import fight  # noqa: PLC0415 - a battle leads to a pursuit, a pursuit to a battle

    g.todo((fight, target))


def charge(g: Position, player: int, block: int, place: int, target: int) -> None:
    """One block crosses into the pursuit."""
    joins = bool(g.embattled >> target & 1)
    side = pursuit_side(g, player, target) if joins else ATTACK
    relocate(g, block, target, openly=True)
    g.moved |= 1 << block
    if joins:
        fights.join(g, player, block, place, side)
        known_by_conduct(g, player, target)
    else:
        fights.begin(g, player, block, place)


def followers(g: Position, player: int, place: int, target: int, colour: int) -> list[int]:
    return [
        b
        for b in g.at[place]
        if g.roster.owner[b] == colour
        and is_army(g, b)
        and is_mobile(g, b)
        and cannot_charge(g, player, b, place, target) is None
    ]


def follow_options(g: Position, player: int, place: int, target: int, colour: int) -> list[Action]:
    return [*(("follow", b) for b in followers(g, player, place, target, colour)), ("done",)]


def refuse_follow(g: Position, action: Action, player: int, place: int, target: int, colour: int) -> Refusal | None:
    if action[0] != "follow":
        return None
    block = action[1]
    if g.blocks[block].at != place or g.roster.owner[block] != colour or not is_army(g, block):
        return Refusal("7.6.1", "Only armies of the HQ's own colour in the place that was won follow it.")
    return STAYS if not is_mobile(g, block) else cannot_charge(g, player, block, place, target)


def take_follow(g: Position, action: Action, player: int, place: int, target: int, colour: int) -> None:
    if action[0] == "done":
        return
    charge(g, player, action[1], place, target)
    g.tell("7.62.1", Pursued, action[1], place, target)
    if followers(g, player, place, target, colour):
        g.todo((PURSUERS, player, place, target, colour))


PURSUE = decision(
    Decision(
        name="pursue",
        clause="7.62.1",
        prompt="{0}: does an HQ in {1} pay a step to pursue?",
        kinds=("state", "place"),
        options=pursue_options,
        take=take_pursuit,
        refuse=refuse_pursuit,
    )
)

PURSUERS = decision(
    Decision(
        name="pursuers",
        clause="7.6.1",
        prompt="{0}: which blocks follow the HQ from {1} to {2}?",
        kinds=("state", "place", "place"),
        options=follow_options,
        take=take_follow,
        refuse=refuse_follow,
    )
)


# --- regroup ---------------------------------------------------------------------------------------------------------


@procedure
def regroups(g: Position, place: int, start: int) -> None:
    """7.5.1: the victors may move blocks to adjacent friendly or vacant places, higher card first."""
    g.boundary = True  # who may go on shows who stands with whom, secretly or not
    g.regroup = Regroup(place)
    for index in range(start, len(g.order)):
        player = g.order[index]
        if may_go_on(g, player) and can_regroup(g, player, place):
            g.todo((REGROUP, player, place), (regroups, place, index + 1))
            return
    g.regroup = None
    resume_clashes(g)


def cannot_regroup(g: Position, player: int, block: int, place: int, target: int) -> Refusal | None:
    """7.5.1, 8.31.1, D10."""
    if g.roster.kind[block] == FORTRESS:
        return STAYS
    crossed = g.regroup.crossed if g.regroup is not None else ()
    if g.roster.kind[block] == FLEET:
        return cannot_sail_off(g, player, block, target)
    refusal: Refusal | None = Refusal("7.5.1", "Blocks regroup to adjacent friendly or vacant Regions.")
    if target < g.board.first_sea and target in g.board.land[place]:
        refusal = cannot_withdraw(g, player, block, target, own_way=True, crossed=crossed)
    if refusal is not None and target == base_of(g, block):
        return cannot_re_embark(g, player, block, target, crossed)
    return refusal


def regroup_moves(g: Position, player: int, place: int) -> Iterator[Action]:
    for b in g.friendly_blocks(player, place):
        if is_mobile(g, b):
            for target in near_places(g, b):
                if cannot_regroup(g, player, b, place, target) is None:
                    yield ("regroup", b, target)


def can_regroup(g: Position, player: int, place: int) -> bool:
    """Whether the player has anything to regroup from the place he won."""
    return not g.embattled >> place & 1 and next(regroup_moves(g, player, place), None) is not None


def regroup_options(g: Position, player: int, place: int) -> list[Action]:
    return [*regroup_moves(g, player, place), ("done",)]


def refuse_regroup(g: Position, action: Action, player: int, place: int) -> Refusal | None:
    if action[0] != "regroup":
        return None
    if g.blocks[action[1]].at != place or g.master_of(action[1]) != player:
        return Refusal("7.5.1", "Only friendly blocks in the place that was won regroup.")
    return cannot_regroup(g, player, action[1], place, action[2])


def take_regroup(g: Position, action: Action, player: int, place: int) -> None:
    if action[0] == "done" or g.regroup is None:
        return
    _, block, target = action
    stirred = g.board.owner[target] if stirs_a_neutral(g, player, target) else NOBODY
    g.regroup = g.regroup._replace(crossed=with_crossing(g.regroup.crossed, player, target, 1 << block))
    relocate(g, block, target)
    g.tell("7.5.1", ColourMoved, g.roster.owner[block], (place, target), "regroups")
    g.tell_keeper(player, "7.5.1", BlockMoved, block, (place, target), "regroups")
    known_by_conduct(g, player, target)
    g.todo((more_regroups, player, place))
    if stirred != NOBODY:
        g.todo((attack_on_neutral, stirred, player))  # 7.5.2


@procedure
def more_regroups(g: Position, player: int, place: int) -> None:
    if can_regroup(g, player, place):
        g.todo((REGROUP, player, place))


REGROUP = decision(
    Decision(
        name="regroup",
        clause="7.5.1",
        prompt="{0}: regroup blocks from {1}",
        kinds=("state", "place"),
        options=regroup_options,
        take=take_regroup,
        refuse=refuse_regroup,
    )
)


# --- stacking --------------------------------------------------------------------------------------------------------


def surplus(g: Position, place: int) -> list[int]:
    """1.4: the blocks of which some must go, if too many stand in an unembattled Region."""
    board = g.board
    if place >= board.first_sea or g.embattled >> place & 1:
        return []
    blocks = g.at[place]
    if place in board.narrow:
        armies = [b for b in blocks if is_army(g, b)]
        fleets = [b for b in blocks if not is_army(g, b)]
        return (armies if len(armies) > 1 else []) + (fleets if len(fleets) > 1 else [])
    return list(blocks) if len(blocks) > board.stacking[place] else []


@procedure
def meet_the_limit(g: Position, place: int) -> None:
    """7.22.2: the victors eliminate what is too much; the higher card keeps its blocks first (7.8.2)."""
    blocks = surplus(g, place)
    owners = {g.master_of(b) for b in blocks}
    player = next((p for p in reversed(g.order) if p in owners), NOBODY)
    if player == NOBODY:
        for b in blocks[-1:]:
            eliminate(g, b, "7.22.2")
            g.todo((meet_the_limit, place))
        return
    g.todo((SCRAP, player, place), (meet_the_limit, place))


def scrap_options(g: Position, player: int, place: int) -> list[Action]:
    return [("scrap", b) for b in surplus(g, place) if g.master_of(b) == player]


def refuse_scrap(g: Position, action: Action, player: int, _place: int) -> Refusal | None:
    if action[0] != "scrap":
        return None
    if g.blocks[action[1]].at < 0 or g.master_of(action[1]) != player:
        return Refusal("7.22.2", "Only your own blocks are yours to eliminate.")
    return Refusal("7.22.2", "The stacking limit is exceeded in another place.")


def take_scrap(g: Position, action: Action, _player: int, _place: int) -> None:
    eliminate(g, action[1], "7.22.2")


SCRAP = decision(
    Decision(
        name="scrap",
        clause="7.22.2",
        prompt="{0}: too many blocks in {1}; which is eliminated?",
        kinds=("state", "place"),
        options=scrap_options,
        take=take_scrap,
        refuse=refuse_scrap,
    )
)
