"""7.4, 8.31, 8.5.9: where a block may go from a battle it gives up or has won."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine.refusal import Refusal
from grognard.games.alliance import fights
from grognard.games.alliance.board import NOBODY, Border
from grognard.games.alliance.events import Retreated
from grognard.games.alliance.firing import current, runner
from grognard.games.alliance.movement import is_strait_open, stirs_a_neutral
from grognard.games.alliance.neutrals import attack_on_neutral
from grognard.games.alliance.pacts import known_by_conduct
from grognard.games.alliance.pieces import is_army, relocate
from grognard.games.alliance.position import Position
from grognard.games.alliance.roster import FORTRESS
from grognard.games.alliance.states import is_friendly, lie

REFUGE_LESS = Refusal("7.4.3", "A block goes to an adjacent friendly place, or to a vacant one its side came from.")
STAYS = Refusal("7.32.1", "A fortress cannot retreat or regroup.")
OCCUPIED = Refusal("7.4.4", "There are enemies or neutrals in that place.")
EMBATTLED = Refusal("7.4.4", "A battle will be fought in that place.")
ENEMY_CAME_BY = Refusal("7.4.3", "The enemy came in over that border.")
NOT_OUR_WAY = Refusal("7.4.3", "Into vacant enemy land only over a border one's own side used.")
NO_LEAVE = Refusal("6.2.5", "Your ally has not given you leave to enter.")
FULL = Refusal("1.4.1", "No more blocks may stand there.")
LIMIT = Refusal("7.4.5", "No more blocks may cross that border this round.")
TO_SEA_ONLY = Refusal("8.3.5", "A fleet goes only to an adjacent Sea.")
NOT_BY_SEA = Refusal("8.31.2", "Only invaders go back by sea, to the base they came from, over friendly Seas.")
CLOSED = Refusal("11.12.5", "Lake Onega can be crossed only in Winter.")

Crossed = tuple[tuple[int, int, int], ...]
UNBOUNDED = 99
"""More blocks than any place will see."""


def ways_out(g: Position, block: int, side: int) -> list[int]:
    """Every place a block may retreat to."""
    if g.roster.kind[block] == FORTRESS:
        return []
    return [p for p in near_places(g, block) if cannot_retreat(g, block, p, side) is None]


def near_places(g: Position, block: int) -> list[int]:
    """The places a retreat or regroup could lead to at all."""
    board, here = g.board, g.blocks[block].at
    if not is_army(g, block):
        return list(board.seaways[here] if here >= board.first_sea else board.base_seas[here])
    base = base_of(g, block)
    return [*board.land[here], *([base] if base not in (NOBODY, here, *board.land[here]) else ())]


def base_of(g: Position, block: int) -> int:
    """8.5.9: the base an invader came from, or NOBODY."""
    return next((base for b, base in g.landings if b == block), NOBODY)


def cannot_retreat(g: Position, block: int, place: int, side: int) -> Refusal | None:
    """7.4.3: adjacent and friendly; vacant enemy land only the way one's side came; vacant neutral land always (D4)."""
    if g.roster.kind[block] == FORTRESS:
        return STAYS
    battle = current(g)
    player = runner(g, block)
    if not is_army(g, block):
        return cannot_sail_off(g, player, block, place)
    if place < g.board.first_sea and place in g.board.land[battle.place]:
        own_way = False
        for entry in battle.entries:
            if entry.origin == place:
                if entry.side != side:
                    return ENEMY_CAME_BY
                own_way = True
        refusal = cannot_withdraw(g, player, block, place, own_way=own_way, crossed=battle.withdrawn)
        if refusal is None:
            return None
    else:
        refusal = NOT_BY_SEA if place < g.board.first_sea else REFUGE_LESS
    if place == base_of(g, block):
        return cannot_re_embark(g, player, block, place, battle.withdrawn)
    return refusal


def cannot_withdraw(
    g: Position, player: int, block: int, place: int, *, own_way: bool, crossed: Crossed
) -> Refusal | None:
    """Whether an army may cross to an adjacent Region out of battle; `own_way`: vacant enemy land is open as well."""
    here = g.blocks[block].at
    border = g.board.border[here, place]
    if border.winter_only and not g.winter:
        return CLOSED
    if g.embattled >> place & 1:
        return EMBATTLED
    if player == NOBODY:
        return None if _home_of_nobody(g, block, place) and has_room(g, block, place) else REFUGE_LESS
    ground = lie(g, player)
    if not ground.peaceful >> place & 1:
        return OCCUPIED if ground.hostile >> place & 1 else NO_LEAVE
    if ground.alien >> place & 1 and not own_way:
        return NOT_OUR_WAY
    if not has_room(g, block, place):
        return FULL
    gone = next((blocks for p, to, blocks in crossed if p == player and to == place), 0)
    return LIMIT if gone.bit_count() >= border_limit(g, block, border) else None


def border_limit(g: Position, block: int, border: Border) -> int:
    """7.4.5: how many blocks of a player may cross out of battle in a round."""
    if not g.winter:
        return border.limit
    return max(border.winter_limit, border.winter_limit_russia) if fights.is_green(g, block) else border.winter_limit


def way_limit(g: Position, block: int, place: int) -> int:
    """How many blocks of a player may retreat to a place in a round, whichever way this block would go."""
    if not is_army(g, block) or runner(g, block) == NOBODY:
        return UNBOUNDED
    border = g.board.border.get((g.blocks[block].at, place))
    return fights.COAST_LIMIT if border is None else border_limit(g, block, border)


def _home_of_nobody(g: Position, block: int, place: int) -> bool:
    """L7: where an unallied block may fall back to: its own people's Region, or vacant land of nobody."""
    state = g.roster.owner[block]
    if g.at[place]:
        return all(g.roster.owner[b] == state for b in g.at[place])
    return g.board.owner[place] in (state, NOBODY)


def has_room(g: Position, block: int, place: int) -> bool:
    """1.4.1, 11.5.2: whether one block more may stand there."""
    return room_in(g, block, place) > 0


def room_in(g: Position, block: int, place: int) -> int:
    """How many blocks more like this one may stand there."""
    if place >= g.board.first_sea:
        return UNBOUNDED
    if place in g.board.narrow:
        return int(fights.cannot_fit(g, block, place, -1) is None)
    return g.board.stacking[place] - len(g.at[place])


def cannot_sail_off(g: Position, player: int, block: int, place: int) -> Refusal | None:
    """8.31.1: a fleet goes to an adjacent friendly or vacant Sea, whoever came over that border."""
    board, here = g.board, g.blocks[block].at
    if place < board.first_sea or place not in (
        board.seaways[here] if here >= board.first_sea else board.base_seas[here]
    ):
        return TO_SEA_ONLY
    if g.embattled >> place & 1:
        return EMBATTLED
    if player == NOBODY:
        return OCCUPIED if g.at[place] else None
    if here >= board.first_sea and not is_strait_open(g, player, here, place):
        return Refusal("8.1.8", "The strait is closed: one of its shores is an enemy's.")
    ground = lie(g, player)
    if ground.peaceful >> place & 1:
        return None
    return OCCUPIED if ground.hostile >> place & 1 else NO_LEAVE


def cannot_re_embark(g: Position, player: int, block: int, base: int, crossed: Crossed) -> Refusal | None:
    """8.5.9, 8.5.11: back to the base an invader came from, if all Seas needed are still friendly; two a round."""
    if player == NOBODY or not is_friendly(g, player, base):
        return NOT_BY_SEA
    if not has_room(g, block, base):
        return FULL
    if not _connected(g, player, g.blocks[block].at, base):
        return NOT_BY_SEA
    gone = next((blocks for p, to, blocks in crossed if p == player and to == base), 0)
    return LIMIT if gone.bit_count() >= fights.COAST_LIMIT else None


def _connected(g: Position, player: int, here: int, base: int) -> bool:
    """Whether friendly, unembattled Seas lead from a coast to a base."""
    board = g.board
    seas = [sea for sea in board.coasts[here] if _is_open_sea(g, player, sea)]
    goals = set(board.base_seas[base])
    for sea in seas:
        if sea in goals:
            return True
        for further in board.seaways[sea]:
            if further not in seas and _is_open_sea(g, player, further) and is_strait_open(g, player, sea, further):
                seas.append(further)
    return False


def _is_open_sea(g: Position, player: int, sea: int) -> bool:
    return is_friendly(g, player, sea)


def retreat(g: Position, block: int, place: int) -> None:
    """Take a block out of the battle."""
    battle = current(g)
    player = runner(g, block)
    bit = 1 << block
    g.battle = replace(
        battle,
        attack=battle.attack & ~bit,
        defence=battle.defence & ~bit,
        withdrawn=with_crossing(battle.withdrawn, player, place, bit),
    )
    stirred = g.board.owner[place] if player != NOBODY and stirs_a_neutral(g, player, place) else NOBODY
    g.seen[block] = g.blocks[block].steps
    relocate(g, block, place, openly=True)
    g.tell("7.4.1", Retreated, block, battle.place, place)
    if player != NOBODY:
        known_by_conduct(g, player, place)
    if stirred != NOBODY:
        g.todo((attack_on_neutral, stirred, player))  # 7.4.6


def with_crossing(crossed: Crossed, player: int, place: int, bit: int) -> Crossed:
    """The tally of crossings with one block more."""
    for i, (p, to, blocks) in enumerate(crossed):
        if (p, to) == (player, place):
            return (*crossed[:i], (p, to, blocks | bit), *crossed[i + 1 :])
    return (*crossed, (player, place, bit))
