"""7.3: firing blocks, hits, fortresses."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.alliance.board import NOBODY, members
from grognard.games.alliance.events import Fired, FortressShaken
from grognard.games.alliance.pieces import eliminate, lose_step, lowest_strength
from grognard.games.alliance.position import ATTACK, COMBAT, DEFENCE, Battle, Position, Volley, decision, procedure
from grognard.games.alliance.roster import FLEET, FORTRESS


def current(g: Position) -> Battle:
    if g.battle is None:
        raise AssertionError("no battle is being fought")
    return g.battle


def present(g: Position, side: int) -> tuple[int, ...]:
    """The blocks of a side that take part now: not the Reserves before Round 2."""
    battle = current(g)
    blocks = battle.attack if side == ATTACK else battle.defence
    return members(blocks & ~battle.reserves & g.stand[battle.place])


def runner(g: Position, block: int) -> int:
    """Who decides for a block in this battle: its player, or whoever made it change sides (6.13.12)."""
    battle = g.battle
    if battle is not None and battle.changed >> block & 1:
        return battle.puppeteer
    return g.master_of(block)


def firepower(g: Position, block: int) -> int:
    """2.3.3.3, 8.3.4: the highest roll that hits; fleets fire at -1 in Regions, events change it in Round 1."""
    battle = current(g)
    power = g.roster.fire[block]
    if g.roster.kind[block] == FLEET and battle.place < g.board.first_sea:
        power -= 1
    for who, shift in battle.shifts:
        if who == block:
            power += shift
    return power


def dice_of(g: Position, block: int) -> int:
    """2.3.1.2: as many dice as steps; none for a silenced block or a fleet at its zero step."""
    return 0 if current(g).silent >> block & 1 else g.blocks[block].steps


def fire(g: Position, block: int, side: int) -> None:
    """7.3.1, 7.3.2: roll a die for each step; each at or below the firepower is a hit, applied at once (7.31.1)."""
    power = firepower(g, block)
    dice = tuple(1 + g.chance(COMBAT, 6) for _ in range(dice_of(g, block)))
    hits = sum(die <= power for die in dice)
    battle = current(g)
    g.battle = replace(battle, volleys=(*battle.volleys, Volley(battle.round, side, block, dice, power, hits)))
    g.tell("7.3.1", Fired, block, battle.place, dice, power, hits)
    if hits:
        take_hits(g, DEFENCE if side == ATTACK else ATTACK, hits)


@procedure
def take_hits(g: Position, side: int, hits: int) -> None:
    """7.31.2: each hit goes to the strongest block; a fortress that has taken one of two takes the next (7.32.3)."""
    while hits:
        struck = candidates(g, side)
        if not struck:
            return  # 7.23.5: hits left over are lost
        if len(struck) > 1:
            chooser = who_chooses(g, struck)
            if chooser != NOBODY:
                g.todo((TAKE_HIT, chooser, side, hits))
                return
            struck = [min(struck, key=lambda b: (g.roster.fire[b], b))]  # L7
        suffer(g, struck[0])
        hits -= 1


def candidates(g: Position, side: int) -> Sequence[int]:
    blocks = present(g, side)
    half = current(g).half
    for b in blocks:
        if half >> b & 1:
            return [b]
    if len(blocks) < 2:
        return blocks
    strongest = max(g.blocks[b].steps for b in blocks)
    return [b for b in blocks if g.blocks[b].steps == strongest]


def who_chooses(g: Position, struck: Sequence[int]) -> int:
    """7.31.3: the owner; among several players the highest card (7.8.2)."""
    players = {runner(g, b) for b in struck}
    return next((p for p in g.order if p in players), NOBODY)


def suffer(g: Position, block: int) -> None:
    """One hit on one block."""
    battle = current(g)
    bit = 1 << block
    if g.roster.kind[block] == FORTRESS:
        if not battle.half & bit:
            g.battle = replace(battle, half=battle.half | bit)
            g.tell("7.32.2", FortressShaken, block, battle.place)
            return
        g.battle = replace(battle, half=battle.half & ~bit)
    if g.blocks[block].steps == lowest_strength(g, block):
        lost_in_battle(g, block, "7.7.1")
    else:
        lose_step(g, block, "7.31.2")


def lost_in_battle(g: Position, block: int, clause: str = "") -> None:
    """A block is eliminated in the battle: its enemies there have a share in it (H3)."""
    battle = current(g)
    enemies = battle.defence if battle.attack >> block & 1 else battle.attack
    owner = g.roster.owner[block]
    gone = ~(1 << block)
    g.battle = replace(battle, attack=battle.attack & gone, defence=battle.defence & gone)
    for b in g.at[battle.place]:
        if enemies >> b & 1:
            player = runner(g, b)
            if player != NOBODY:
                g.spoils[owner] |= 1 << player
    if clause:
        eliminate(g, block, clause)


def hit_options(g: Position, _player: int, side: int, _hits: int) -> list[Action]:
    return [("lose", b) for b in candidates(g, side)]


NOT_STRONGEST = Refusal("7.31.2", "Each hit goes to the strongest block.")


def refuse_hit(_g: Position, action: Action, _player: int, _side: int, _hits: int) -> Refusal | None:
    return NOT_STRONGEST if action[0] == "lose" else None


def take_hit(g: Position, action: Action, _player: int, side: int, hits: int) -> None:
    suffer(g, action[1])
    take_hits(g, side, hits - 1)


TAKE_HIT = decision(
    Decision(
        name="take-hit",
        clause="7.31.3",
        prompt="{0}: which block takes the hit?",
        kinds=("state",),
        options=hit_options,
        take=take_hit,
        refuse=refuse_hit,
    )
)
