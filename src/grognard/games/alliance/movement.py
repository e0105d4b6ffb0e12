"""4.3, 8.1: group moves of armies and fleets, attacks and reinforcements."""

from __future__ import annotations

from bisect import insort

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.alliance import fights
from grognard.games.alliance.board import NOBODY, mask, members
from grognard.games.alliance.events import BlockMoved, BorderEventUsed, ColourMoved
from grognard.games.alliance.neutrals import attack_on_neutral, neutrals_entered
from grognard.games.alliance.pacts import known_by_conduct
from grognard.games.alliance.pieces import relocate
from grognard.games.alliance.position import ATTACK, DEFENCE, Position, decision, procedure
from grognard.games.alliance.purse import cannot_pay, pay
from grognard.games.alliance.roster import FLEET, FORTRESS
from grognard.games.alliance.states import camp, lie, shore_is_open

NOT_YOURS = Refusal("4.0.2", "Only blocks of your own and of your NPEs and minors move.")
IMMOBILE = Refusal("2.13.2", "A fortress never moves.")
MOVED = Refusal("4.0.3", "This block has moved this turn.")
LEVIED = Refusal("5.0.4", "A levied block does not move this turn.")
KEEPS_THE_SEA = Refusal("8.4.6", "This fleet stays to keep the sea open for an army.")
OTHER_GROUP = Refusal("4.3.1", "Only blocks of the group that was opened move now.")
NOTHING_MOVES = Refusal("4.3.2", "No block of this group can go anywhere.")
NOT_NEAR = Refusal("4.3.3", "That is out of reach: armies go one or two Regions, fleets one to three Seas.")
NOT_ADJACENT = Refusal(
    "4.31.1", "A place with enemy or neutral blocks is attacked or reinforced only from an adjacent one."
)
EMBATTLED = Refusal("4.1.10", "A battle will be fought there.")
NO_PERMISSION = Refusal("6.2.5", "Your ally has not given you leave to enter.")
FROZEN_ONLY = Refusal("11.12.5", "Lake Onega can be crossed only in Winter.")
STRAIT = Refusal("8.1.8", "The strait is closed: one of its shores is an enemy's.")
NO_BASE = Refusal("8.1.6", "A fleet enters only Regions with a Naval Base.")
SAME_SEA = Refusal("1.3.7", "A fleet leaves port by the Sea it came from.")
EVENT_SPENT = Refusal("leaders.1", "You have no event left that raises the limit of this border.")

FLEET_RANGE = 3
RAISED_BY = {"alpine-guide": "mountain", "bridge-capture": "river"}
"""Which borders a leader event opens wider (A7)."""


# --- who may move ----------------------------------------------------------------------------------------------------


def cannot_move(g: Position, player: int, block: int) -> Refusal | None:
    """Whether a block may be moved at all now."""
    at, roster = g.blocks[block].at, g.roster
    if at < 0 or g.master[roster.owner[block]] != player:
        return NOT_YOURS
    if roster.kind[block] == FORTRESS:
        return IMMOBILE
    if (g.moved | g.levied | g.held) >> block & 1:
        if g.moved >> block & 1:
            return MOVED
        return LEVIED if g.levied >> block & 1 else KEEPS_THE_SEA
    return fights.cannot_leave(g, block, at) if g.embattled >> at & 1 else None


def idle(g: Position, player: int) -> int:
    """The player's blocks that have yet to move this Game Turn, pinned ones among them, as a mask."""
    return camp(g, player).forces & ~(g.roster.fortresses | g.moved | g.levied | g.held)


def movable(g: Position, player: int, place: int) -> int:
    """The blocks of a group that may be moved, as a mask."""
    blocks = g.stand[place] & idle(g, player)
    return fights.unpinned(g, place, blocks) if g.embattled >> place & 1 else blocks


# --- where to --------------------------------------------------------------------------------------------------------


def cannot_enter(g: Position, player: int, place: int) -> Refusal | None:
    """4.0.4, 6.2.5: whether a block may go there in peace; vacant land of an enemy or a neutral is open (C2, C3)."""
    ground = lie(g, player)
    if ground.peaceful >> place & 1:
        return None
    if g.embattled >> place & 1:
        return EMBATTLED
    return NOT_ADJACENT if ground.hostile >> place & 1 else NO_PERMISSION


def contested(g: Position, player: int) -> int:
    """The places one enters only to fight, as a mask."""
    return lie(g, player).hostile | g.embattled


def is_contested(g: Position, player: int, place: int) -> bool:
    return bool(contested(g, player) >> place & 1)


def stirs_a_neutral(g: Position, player: int, place: int) -> bool:
    """C3: entering vacant land of a neutral state is an attack on it."""
    return bool(lie(g, player).stirring >> place & 1)


def cannot_fight(g: Position, player: int, block: int, place: int, side: int) -> Refusal | None:
    """Whether a block may go from where it is into the adjacent place to fight on that side."""
    here = g.blocks[block].at
    if g.embattled >> place & 1:
        fight = g.fight_at(place)
        refusal = fights.cannot_join(g, player, place, side)
        comrades = fight.attack if side == ATTACK else fight.defence
        if refusal is None and side == ATTACK and g.roster.kind[block] != FLEET:
            refusal = fights.INVADED if any(entry.landed for entry in fight.entries) else None
    else:
        if side == DEFENCE:
            return fights.NO_SIDE
        refusal = fights.cannot_attack(g, player, place)
        comrades = 0
    return refusal or fights.cannot_fit(g, block, place, comrades) or fights.cannot_cross(g, player, block, here, place)


def ways_from(g: Position, start: int) -> int:
    """The Regions an army may cross to, as a mask: not by a frozen lake that thawed, nor where the enemy came in."""
    near = (g.board.near_in_winter if g.winter else g.board.near)[start]
    return near & ~mask(fights.enemy_borders(g, start)) if g.embattled >> start & 1 else near


def army_ways(g: Position, player: int, start: int) -> tuple[list[int], list[tuple[int, int]], tuple[int, ...]]:
    """From one Region: ends to be reached in peace, ends that only lead over vacant neutral land, with that, and
    neighbours that are fought for. The same for every army of a group."""
    ground, onward = lie(g, player), g.board.onward[start]
    near = ways_from(g, start)
    beside = near & ground.peaceful
    reached = beside | 1 << start
    ends = list(members(beside))
    for step in members(beside & onward & ~ground.stirring):
        beyond = ways_from(g, step) & ground.peaceful & ~reached
        reached |= beyond
        ends += members(beyond)
    stirring = members(beside & onward & ground.stirring)
    through = [(step, far) for step in stirring for far in members(ways_from(g, step) & ground.peaceful & ~reached)]
    return ends, through, members(near & contested(g, player))


def stop_between(g: Position, player: int, start: int, end: int) -> int:
    """The Region an army crosses on its way to another in peace, or NOBODY if that is next to it."""
    ground = lie(g, player)
    beside = ways_from(g, start) & ground.peaceful
    if beside >> end & 1:
        return NOBODY
    steps = members(beside & g.board.onward[start] & ~ground.stirring)
    return next(step for step in steps if ways_from(g, step) >> end & 1)


def is_strait_open(g: Position, player: int, a: int, b: int) -> bool:
    """8.1.8, E4: both shores friendly or neutral."""
    shores = g.board.strait.get((a, b))
    return shores is None or (shore_is_open(g, player, shores[0]) and shore_is_open(g, player, shores[1]))


def shut_straits(g: Position, player: int) -> tuple[tuple[int, int], ...]:
    """The straits a player's fleets and supply lines cannot pass, each by the Seas it joins."""
    if not g.embattled & g.setting.shores and not g.setting.shores & ~lie(g, player).passable:
        return ()
    return tuple([ends for ends in g.board.straits if not is_strait_open(g, player, *ends)])


def open_seas(g: Position, player: int, sea: int) -> int:
    """The Seas that may be sailed to from one, as a mask, whoever is there."""
    seas = g.board.by_sea[sea]
    for further in g.board.strait_from[sea]:
        if not is_strait_open(g, player, sea, further):
            seas &= ~(1 << further)
    return seas


def exits(g: Position, block: int) -> tuple[int, ...]:
    """1.3.7: the Seas a fleet may go to from where it is; from port only the one it came from (E2)."""
    at, _, port = g.blocks[block]
    if at >= g.board.first_sea:
        return g.board.seaways[at]
    return g.board.base_seas[at] if port == NOBODY else (port,)


def first_ways(g: Position, player: int, block: int) -> int:
    """Where a fleet may go from where it is: Seas, and from a Sea its ports, as a mask, whoever is there."""
    board, start = g.board, g.blocks[block].at
    at_sea = start >= board.first_sea
    ways = open_seas(g, player, start) | board.to_port[start] if at_sea else mask(exits(g, block))
    return ways & ~mask(fights.enemy_borders(g, start)) if g.embattled >> start & 1 else ways


def fleet_ways(g: Position, player: int, block: int) -> tuple[tuple[int, ...], list[tuple[int, int]], tuple[int, ...]]:
    """Seas to be reached in peace, (Sea, base) to put into, and adjacent places that are fought for (8.1.2, E1)."""
    board, start = g.board, g.blocks[block].at
    peaceful, seas = lie(g, player).peaceful, g.setting.sea_mask
    first = first_ways(g, player, block)
    docks = [(start, port) for port in members(first & peaceful & ~seas)]
    front = first & peaceful & seas
    reached = front
    for _ in range(FLEET_RANGE - 1):
        ahead = 0
        for sea in members(front):
            docks += [(sea, port) for port in members(board.to_port[sea] & peaceful & ~(1 << start))]
            ahead |= open_seas(g, player, sea)
        front = ahead & peaceful & ~reached & ~(1 << start)
        reached |= front
    return members(reached), docks, members(first & contested(g, player))


# --- the group -------------------------------------------------------------------------------------------------------


def cannot_open(g: Position, player: int, place: int) -> Refusal | None:
    """3.2.4, 4.3.1: 1 AP opens the group of one place, if any block of it can go anywhere."""
    return cannot_pay(g, player) or nothing_moves(g, player, place)


def nothing_moves(g: Position, player: int, place: int) -> Refusal | None:
    """Why no block of a group can go anywhere; None if one can."""
    blocks = movable(g, player, place)
    if blocks:
        return None if can_go(g, player, place, blocks) else NOTHING_MOVES
    refusals = [cannot_move(g, player, b) for b in g.at[place]]
    return next((refusal for refusal in reversed(refusals) if refusal is not NOT_YOURS), NOT_YOURS)


def can_go(g: Position, player: int, place: int, blocks: int) -> bool:
    """Whether one of these blocks (a mask), which may move, can go anywhere."""
    peaceful, fleets = lie(g, player).peaceful, g.roster.fleets
    if blocks & ~fleets:
        ways = ways_from(g, place)
        if ways & peaceful or any(_may_fight(g, player, b, ways) for b in members(blocks & ~fleets)):
            return True
    for fleet in members(blocks & fleets):
        ways = first_ways(g, player, fleet)
        if ways & peaceful or _may_fight(g, player, fleet, ways):
            return True
    return False


def groups(g: Position, player: int) -> list[Action]:
    """Every group the player may open."""
    if cannot_pay(g, player) is not None:
        return []
    options: list[Action] = []
    ground, stand, waiting = lie(g, player), g.stand, idle(g, player)
    armies, first_sea = waiting & ~g.roster.fleets, g.board.first_sea
    peaceful, open_ways = ground.peaceful, g.board.open_ways
    for place in members(ground.own & ~g.embattled):
        blocks = stand[place] & waiting
        if blocks and (
            (open_ways[place] & peaceful and (blocks & armies or place >= first_sea))
            or can_go(g, player, place, blocks)
        ):
            options.append(("group", place))
    for place in members(ground.own & g.embattled):
        blocks = fights.unpinned(g, place, stand[place] & waiting)
        if blocks and can_go(g, player, place, blocks):
            insort(options, ("group", place))
    return options


def _may_fight(g: Position, player: int, block: int, ways: int) -> bool:
    return any(
        event_for(g, player, block, place)
        or any(cannot_fight(g, player, block, place, side) is None for side in (ATTACK, DEFENCE))
        for place in members(ways & contested(g, player))
    )


def event_for(g: Position, player: int, block: int, place: int) -> bool:
    """A7, L12: whether a leader event lets one block more over this border, which is full."""
    here = g.blocks[block].at
    if not g.event_ready >> player & 1 or here >= g.board.first_sea or place >= g.board.first_sea:
        return False
    border = g.board.border.get((here, place))
    card = g.played[player]
    wanted = RAISED_BY.get(g.setting.deck.event[card])
    if border is None or wanted is None or not getattr(border, wanted):
        return False
    if border.winter_only and not g.winter:
        return False
    if place in fights.enemy_borders(g, here) or not is_contested(g, player, place):
        return False
    return any(cannot_fight(g, player, block, place, side) is fights.BORDER_FULL for side in (ATTACK, DEFENCE))


def moves(g: Position, player: int, place: int) -> list[Action]:
    """Every move of the open group."""
    options: list[Action] = []
    blocks = movable(g, player, place)
    fleets = g.roster.fleets
    ends, through, fought = army_ways(g, player, place) if blocks & ~fleets else ([], [], ())
    if not g.board.narrow.isdisjoint(ends):
        army = members(blocks & ~fleets)[0]
        ends = [end for end in ends if fights.cannot_fit(g, army, end, -1) is None]
    for block in members(blocks):
        if fleets >> block & 1:
            seas, docks, coasts = fleet_ways(g, player, block)
            options += [("move", block, sea) for sea in seas]
            options += [
                ("dock", block, sea, port) for sea, port in docks if fights.cannot_fit(g, block, port, -1) is None
            ]
            options += attacks(g, player, block, coasts)
        else:
            options += [("move", block, end) for end in ends]
            options += [("through", block, near, far) for near, far in through]
            options += attacks(g, player, block, fought)
    return options


def attacks(g: Position, player: int, block: int, fought: tuple[int, ...]) -> list[Action]:
    """The moves of a block into these adjacent places, which are fought for."""
    options: list[Action] = []
    for end in fought:
        if cannot_fight(g, player, block, end, ATTACK) is None:
            options.append(("attack", block, end))
        elif event_for(g, player, block, end):
            options.append(("force", block, end))
        if cannot_fight(g, player, block, end, DEFENCE) is None:
            options.append(("defend", block, end))
    return options


def group_options(g: Position, player: int, place: int, started: int) -> list[Action]:
    options = moves(g, player, place)
    if started or not options:
        options.append(("close",))  # L8: a group that was opened moves at least one block
    return options


def refuse_move(g: Position, action: Action, player: int, place: int, started: int) -> Refusal | None:
    """Why a block of the group does not go there."""
    if action[0] == "close":
        return None if started else Refusal("4.3.2", "Move a block of this group, or undo.")
    if action[0] not in ("move", "dock", "through", "attack", "defend", "force"):
        return None
    block = action[1]
    if g.blocks[block].at < 0 or g.master_of(block) != player:
        return NOT_YOURS
    if g.blocks[block].at != place:
        return OTHER_GROUP
    return cannot_move(g, player, block) or _why_not_there(g, player, block, action)


def _why_not_there(g: Position, player: int, block: int, action: Action) -> Refusal | None:
    end, here, board = action[-1], g.blocks[block].at, g.board
    fleet = g.roster.kind[block] == FLEET
    if end in fights.enemy_borders(g, here):
        return fights.ENEMY_BORDER
    if fleet:
        if end < board.first_sea and not board.base_seas[end]:
            return NO_BASE
        if here < board.first_sea and end in board.base_seas[here] and end not in exits(g, block):
            return SAME_SEA
        near = (
            end in board.seaways[here] or end in board.ports[here]
            if here >= board.first_sea
            else end in exits(g, block)
        )
        if near and end >= board.first_sea and not is_strait_open(g, player, here, end):
            return STRAIT
    else:
        near = end < board.first_sea and end in board.land[here]
        if near and board.border[here, end].winter_only and not g.winter:
            return FROZEN_ONLY
    if action[0] == "force":
        return EVENT_SPENT
    if action[0] in ("attack", "defend") or is_contested(g, player, end):
        if not near:
            return NOT_ADJACENT
        return cannot_fight(g, player, block, end, DEFENCE if action[0] == "defend" else ATTACK)
    refusal = cannot_enter(g, player, end)
    return refusal or fights.cannot_fit(g, block, end, -1) or NOT_NEAR


def take_move(g: Position, action: Action, player: int, place: int, started: int) -> None:
    """Move one block of the group, or close it."""
    if action[0] == "close":
        g.group = NOBODY
        return
    if not started:
        pay(g, player)
    verb, block, end = action[0], action[1], action[-1]
    path = _path(g, player, block, action)
    if g.embattled >> place & 1:
        fights.leave(g, block, place)
    stirred = [neutrals_entered(g, player, stop) for stop in path[1:]]
    fought = verb in ("attack", "defend", "force")
    if verb == "force":
        use_border_event(g, player, place, end)
    docked = end < g.board.first_sea and g.roster.kind[block] == FLEET
    relocate(g, block, end, path[-2] if docked else NOBODY)
    g.moved |= 1 << block
    how = "fights" if fought else "moves"
    g.tell("4.3.2", ColourMoved, g.roster.owner[block], path, how)
    g.tell_keeper(player, "4.3.2", BlockMoved, block, path, how)
    if fought:
        if g.embattled >> end & 1:
            fights.join(g, player, block, place, DEFENCE if verb == "defend" else side_taken(g, player, end))
        else:
            fights.begin(g, player, block, place)
    for stop in path[1:]:
        known_by_conduct(g, player, stop)
    g.todo(
        *((attack_on_neutral, state, player) for states in stirred for state in states),
        (group_moves, player, place),
    )


def side_taken(g: Position, player: int, place: int) -> int:
    """The side of a battle that a forced crossing joins: the attack, unless only the defence is open."""
    return ATTACK if fights.cannot_join(g, player, place, ATTACK) is None else DEFENCE


def use_border_event(g: Position, player: int, here: int, place: int) -> None:
    """leaders.1, leaders.6: the limit of one border is 1 higher for this player this turn."""
    g.event_ready &= ~(1 << player)
    g.guided = (player, here, place)
    g.tell("leaders.1", BorderEventUsed, player, g.played[player], here, place)


def _path(g: Position, player: int, block: int, action: Action) -> tuple[int, ...]:
    here, end = g.blocks[block].at, action[-1]
    if action[0] == "through":
        return (here, action[2], end)
    if action[0] == "dock":
        return (*_sea_path(g, player, block, action[2]), end)
    if action[0] != "move":
        return (here, end)
    if g.roster.kind[block] == FLEET:
        return _sea_path(g, player, block, end)
    via = stop_between(g, player, here, end)
    return (here, end) if via == NOBODY else (here, via, end)


def _sea_path(g: Position, player: int, block: int, end: int) -> tuple[int, ...]:
    """A shortest way over open seas."""
    start = g.blocks[block].at
    if start == end:
        return (start,)
    peaceful, seas = lie(g, player).peaceful, g.setting.sea_mask
    ways: list[tuple[int, ...]] = [(start,)]
    for way in ways:
        here = way[-1]
        further = first_ways(g, player, block) if here == start else open_seas(g, player, here)
        for sea in members(further & peaceful & seas & ~mask(way)):
            if sea == end:
                return (*way, sea)
            ways.append((*way, sea))
    raise AssertionError("no way over the sea")


GROUP = decision(
    Decision(
        name="group",
        clause="4.3.2",
        prompt="{0}: move blocks of the group in {1}",
        kinds=("state", "place"),
        options=group_options,
        take=take_move,
        refuse=refuse_move,
    )
)


@procedure
def group_moves(g: Position, player: int, place: int) -> None:
    """L8: the blocks of the group move one after another until the player closes it."""
    if movable(g, player, place):
        g.todo((GROUP, player, place, 1))
    else:
        g.group = NOBODY


def open_group(g: Position, player: int, place: int) -> None:
    g.group = place
    g.todo((GROUP, player, place, 0))
