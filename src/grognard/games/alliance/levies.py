"""5. Levies: steps for blocks on the map, and new blocks from the Force Pool."""

from __future__ import annotations

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.alliance.board import members
from grognard.games.alliance.events import BlockLevied, ColourLevied
from grognard.games.alliance.pieces import lowest_strength, raise_step, relocate, set_steps
from grognard.games.alliance.position import IN_POOL, Position, decision
from grognard.games.alliance.purse import cannot_pay, pay
from grognard.games.alliance.roster import FLEET, FORTRESS
from grognard.games.alliance.states import camp, lie
from grognard.games.alliance.supply import Supply, supply

NOT_FRIENDLY = Refusal("5.0.1", "Only blocks of your own and of your NPEs and minors are levied.")
AT_FULL = Refusal("5.0.5", "This block is at its full strength.")
MOVED = Refusal("turn.5", "A block that has moved this turn cannot be levied.")
ONCE = Refusal("3.2.9", "A block gains one step in a Game Turn.")
EMBATTLED = Refusal("5.0.2", "No levies where a battle will be fought.")
UNSUPPLIED = Refusal("4.4.1", "This block has no supply line to a friendly Homeland Victory City.")
NO_PORT_LINE = Refusal("8.2.1", "This fleet has no supply line to a friendly Homeland Naval Base.")
NOT_IN_POOL = Refusal("7.7.2", "This block is not in the Force Pool ready to be built.")
NOT_HOMELAND = Refusal("5.1.1", "New blocks appear only in their own supplied, friendly Homeland Regions.")
WRONG_SITE = Refusal("7.7.4", "A fortress is rebuilt only in the Region named on it.")
NO_BASE = Refusal("8.2.3", "A new fleet is built in a Naval Base of its Homeland.")
NO_SUPPLY_THERE = Refusal("5.1.1", "That Region is not in supply.")
NOWHERE = Refusal("5.1.1", "There is no friendly, supplied Homeland Region where this block could appear.")
STACKED = Refusal("11.5.3", "No new blocks there.")


# --- steps -----------------------------------------------------------------------------------------------------------


def cannot_levy(g: Position, player: int, block: int, lines: Supply) -> Refusal | None:
    """3.2.7, 5.0: whether a block on the map may gain a step."""
    bit = 1 << block
    at = g.blocks[block].at
    if at < 0 or not camp(g, player).forces & bit:
        return NOT_FRIENDLY
    if not g.weak & bit:
        return AT_FULL
    if g.moved & bit:
        return MOVED
    if g.levied & bit:
        return ONCE
    if lines.covers(block, at):
        return None
    if g.embattled >> at & 1:
        return EMBATTLED
    return NO_PORT_LINE if at >= g.board.first_sea else UNSUPPLIED


def levy(g: Position, player: int, block: int) -> None:
    pay(g, player)
    raise_step(g, block)
    at, steps, _ = g.blocks[block]
    g.tell("5.0.1", ColourLevied, g.roster.owner[block], at, new=False)
    g.tell_keeper(player, "5.0.1", BlockLevied, block, at, steps)


# --- new blocks ------------------------------------------------------------------------------------------------------


def sites(g: Position, player: int, block: int, lines: Supply) -> int:
    """5.1.1, L24, L45: the Regions where a new block may appear, as a mask: its own, held by its side, in supply."""
    return suited(g, block, musters(g, player, g.roster.owner[block], lines))


def musters(g: Position, player: int, state: int, lines: Supply) -> int:
    """5.1.1: the Regions of a state that its side holds, in supply, as a mask."""
    return g.board.homeland_mask[state] & lie(g, player).homely & lines.fed(state)


def suited(g: Position, block: int, places: int) -> int:
    """Those of the places where a new block of this kind may appear, as a mask."""
    kind = g.roster.kind[block]
    if kind == FORTRESS:
        return places & 1 << g.roster.site[block]  # 7.7.4
    return places & g.setting.base_mask if kind == FLEET else places  # 8.2.3


def cannot_build_at(g: Position, player: int, block: int, place: int, lines: Supply) -> Refusal | None:
    if sites(g, player, block, lines) >> place & 1:
        return None
    board, owner = g.board, g.roster.owner[block]
    if g.roster.kind[block] == FORTRESS and g.roster.site[block] != place:
        return WRONG_SITE
    if board.home[place] != owner:
        return NOT_HOMELAND  # 11.5.3
    if g.roster.kind[block] == FLEET and not board.base_seas[place]:
        return NO_BASE
    if g.embattled >> place & 1:
        return EMBATTLED
    return NO_SUPPLY_THERE if lie(g, player).homely >> place & 1 else NOT_HOMELAND


def cannot_build(g: Position, player: int, block: int, lines: Supply) -> Refusal | None:
    if g.master_of(block) != player:
        return NOT_FRIENDLY
    if g.blocks[block].at != IN_POOL:
        return NOT_IN_POOL  # 5.1.4
    return None if sites(g, player, block, lines) else NOWHERE


def build_options(g: Position, player: int, block: int) -> list[Action]:
    lines = supply(g, player)
    return [("place", place) for place in members(sites(g, player, block, lines))]


def refuse_build(g: Position, action: Action, player: int, block: int) -> Refusal | None:
    return cannot_build_at(g, player, block, action[1], supply(g, player)) if action[0] == "place" else None


def take_build(g: Position, action: Action, player: int, block: int) -> None:
    """5.1.2, 8.2.4: at strength 1, a fleet at 0; it moves no more this turn, nor is it built up further."""
    pay(g, player)
    place = action[1]
    relocate(g, block, place)
    set_steps(g, block, lowest_strength(g, block))
    g.seen[block] = lowest_strength(g, block)
    g.levied |= 1 << block
    g.tell("5.1.1", ColourLevied, g.roster.owner[block], place, new=True)
    g.tell_keeper(player, "5.1.1", BlockLevied, block, place, g.blocks[block].steps)


BUILD = decision(
    Decision(
        name="build",
        clause="5.1.1",
        prompt="{0}: where does {1} appear?",
        kinds=("state", "block"),
        options=build_options,
        take=take_build,
        refuse=refuse_build,
    )
)


def start_building(g: Position, player: int, block: int) -> None:
    g.todo((BUILD, player, block))


def levies(g: Position, player: int) -> list[Action]:
    """Every levy and every new block the player may pay for."""
    if cannot_pay(g, player) is not None:
        return []
    lines = supply(g, player)
    options: list[Action] = []
    side, blocks, colour, ready = camp(g, player), g.blocks, g.roster.colour, g.ready
    wanting = side.forces & (g.weak & ~(g.moved | g.levied) | ready)
    for state in side.own:
        mine = wanting & colour[state]
        if not mine:
            continue
        fed = lines.fed(state)
        places = musters(g, player, state, lines) if mine & ready else 0
        for b in members(mine):
            if ready >> b & 1:
                if places and suited(g, b, places):
                    options.append(("build", b))
            elif fed >> (at := blocks[b].at) & 1 or lines.covers(b, at):
                options.append(("levy", b))
    return options
