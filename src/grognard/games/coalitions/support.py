"""8. Battles, step 2: support, for the attacker first, then for the defender."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine.decision import Action, Decision, Reaction
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.answers import NO, YES, sample_yes_or_no, yes_or_no
from grognard.games.coalitions.board import BRITAIN, NOBODY, members
from grognard.games.coalitions.events import SupportAnswered
from grognard.games.coalitions.position import Position, decision, procedure
from grognard.games.coalitions.relations import allied, controlled, enemies_present
from grognard.games.coalitions.strength import battle_of, defending_powers

ATTACK, DEFENCE = "attack", "defence"

NO_UNITS = Refusal("8.support.8", "A General without Units cannot support.")
NOT_ADJACENT = Refusal("8.support.1", "Only Generals in adjacent territories can support.")
NOT_BY_SEA = Refusal("8.support.5", "Only British Units support over a Sea Lane.")
BUSY = Refusal("8.support.7", "It is in, or has supported, another battle of this round.")
SPENT = Refusal("12.battle.10", "A General of the Grand Coalition is in one battle a turn only.")
NO_ALLY = Refusal("8.support.6", "Only the fighting Powers and their allies can support.")


def battlefields(g: Position) -> list[int]:
    """8.when.2: territories of this round's Generals where a battle is still to be fought."""
    move = g.move
    if move is None:
        return []
    found = []
    for i in members(move.moved):
        here = g.generals[i].at
        if here >= 0 and not move.fought >> here & 1 and enemies_present(g, move.power, here):
            found.append(here)
    return found


def cannot_support(g: Position, general: int, side: str) -> Refusal | None:
    """8.support.1-8: whether a General may support this side of the battle."""
    # 8.support.10: having moved is no hindrance
    battle, move = battle_of(g), g.move
    pawn = g.generals[general]
    here, units = pawn.at, pawn.units
    power = g.owner[general]
    if here < 0 or here == battle.territory:
        return NOT_ADJACENT
    if not g.board.beside[battle.territory] >> here & 1:
        if here not in g.board.lanes[battle.territory]:
            return NOT_ADJACENT
        if power != BRITAIN:
            return NOT_BY_SEA
    if units == 0:
        return NO_UNITS
    if not _supports(g, power, side):
        return NO_ALLY
    if move is not None and (move.fought >> here & 1 or move.engaged >> general & 1 or here in battlefields(g)):
        return BUSY
    return SPENT if g.spent_this_turn >> general & 1 else None


def _supports(g: Position, power: int, side: str) -> bool:
    """8.support.6; 11.uncontrolled.5: an uncontrolled Minor Power is supported by itself alone."""
    # 6.coalition.3
    battle = battle_of(g)
    fighters = {g.owner[battle.attacker]} if side == ATTACK else defending_powers(g, battle)
    if power in fighters:
        return True
    return controlled(g, power) and any(allied(g, power, q) and controlled(g, q) for q in fighters)


@procedure
def declare_support(g: Position, side: str, after: int) -> None:
    """8.support.2: each General that could support is asked about, in the Order of Play."""
    # 8.support.11: nobody has to accept it
    if g.battle is None:
        return
    for i in range(after + 1, len(g.generals)):
        if g.generals[i].at >= 0 and cannot_support(g, i, side) is None:
            g.todo((SUPPORT, g.owner[i], i, side), (declare_support, side, i))
            return


def support_answered(g: Position, action: Action, _power: int, general: int, side: str) -> None:
    granted = action[0] == "yes"
    battle, move = battle_of(g), g.move
    g.tell("8.support.1", SupportAnswered, general, battle.territory, granted, g.generals[general].at)
    if not granted:
        return
    if side == ATTACK:
        g.battle = replace(battle, attack_support=(*battle.attack_support, general))
    else:
        g.battle = replace(battle, defence_support=(*battle.defence_support, general))
    if move is not None:
        g.move = replace(move, engaged=move.engaged | 1 << general)


SUPPORT = decision(
    Decision(
        name="support",
        clause="8.support.1",
        prompt="Does {1} support the {2}?",
        kinds=("power", "general", "word"),
        options=yes_or_no,
        take=support_answered,
        sample=sample_yes_or_no,
        reaction=Reaction("support", YES, NO),
    )
)

FIRST = NOBODY
"""Ask from the first General on."""
