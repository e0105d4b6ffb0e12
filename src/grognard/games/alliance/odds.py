"""Before a player commits himself: how the battle would end, from what he knows.

Blocks he cannot see are drawn from what could be there, again and again; for each draw `reckoning` works out the battle
from its rules. The policy that both sides are taken to follow is told there.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from grognard.engine.counsel import Chance, Odds
from grognard.engine.decision import Action, Decision
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.firing import runner
from grognard.games.alliance.hidden import knows_block, resample
from grognard.games.alliance.names import place as place_name
from grognard.games.alliance.position import ATTACK, DEFENCE, Battle, Position
from grognard.games.alliance.reckoning import Outcome, reckon
from grognard.games.alliance.words import TEXT

MOST_WORLDS = 48
ENOUGH = 60_000
"""No more worlds are drawn after so many steps of reckoning: it keeps an answer well under 200 ms."""
UNLIKELY, UNLIKELY_DRAWN = 1e-7, 1e-6
"""Turns of events left out of account: where all blocks are known, and where they are drawn."""

INTO_BATTLE = {"attack": 2, "force": 2, "defend": 2, "invade": 1, "pursue": 2, "fight": 1}
"""Verbs that lead to a battle, and which of their words is its place."""
IN_BATTLE = ("fire", "pass", "retreat", "lose", "extend", "decline", "inspire", "keep", "first")
ROLLS = ("fire", "first", "keep")
"""Those change nothing before dice fall: what they lead to is the battle as it stands."""
QUESTIONS = ("group", "choose-battle", "clash", "voyage", "pursue", "pursuers")
"""Decisions outside battles with such verbs among their options."""


class Stage(NamedTuple):
    """A battle ready to be reckoned."""

    world: Position
    round: int
    hits: tuple[int, int]
    fresh: bool


def can_reckon(g: Position) -> bool:
    """Whether there may be something to ask about now."""
    return g.battle is not None or bool(g.agenda and getattr(g.agenda[-1][0], "name", "") in QUESTIONS)


def odds(g: Position, seat: int, action: Action | None, rng: Random) -> Odds | None:
    """How the battle at hand, or the one an action leads to, may end; None if there is none."""
    stage = set_stage(g, action)
    if stage is None:
        return None
    battle = stage.world.battle
    if battle is None:
        return None
    fighting = battle.attack | battle.defence
    hidden = any(fighting >> b & 1 and not knows_block(g, b, seat) for b in g.at[battle.place])
    least = UNLIKELY_DRAWN if hidden else UNLIKELY
    outcomes = [_reckoned(stage, least)]
    while hidden and len(outcomes) < MOST_WORLDS and sum(o.work for o in outcomes) < ENOUGH:
        drawn = set_stage(resample(g, seat, rng), action)
        if drawn is not None:
            outcomes.append(_reckoned(drawn, least))
    side = side_of(g, g.battle, seat) if g.battle is not None else side_of(stage.world, battle, seat)
    return _told(stage.world, battle.place, side, outcomes, hidden=hidden)


def _reckoned(stage: Stage, least: float) -> Outcome:
    return reckon(stage.world, stage.round, stage.hits, fresh=stage.fresh, least=least)


def _told(g: Position, place: int, side: int | None, outcomes: list[Outcome], *, hidden: bool) -> Odds:
    worlds = len(outcomes)
    attack = sum(outcome.wins(ATTACK) for outcome in outcomes) / worlds
    lost = [sum(outcome.steps_lost(side) for outcome in outcomes) / worlds for side in (ATTACK, DEFENCE)]
    if side is None:
        ways = (Chance(TEXT.say("odds.attack"), attack), Chance(TEXT.say("odds.defence"), 1 - attack))
        steps = TEXT.say("odds.steps.sides", own=f"{lost[ATTACK]:.1f}", others=f"{lost[DEFENCE]:.1f}")
    else:
        won = attack if side == ATTACK else 1 - attack
        ways = (Chance(TEXT.say("odds.won"), won, own=True), Chance(TEXT.say("odds.lost"), 1 - won, own=False))
        steps = TEXT.say("odds.steps", own=f"{lost[side]:.1f}", others=f"{lost[1 - side]:.1f}")
    how = TEXT.say("odds.drawn", worlds=worlds) if hidden else TEXT.say("odds.exact")
    title = TEXT.say("odds.title", place=place_name(g, place))
    return Odds(title, ways, f"{steps} {how} {TEXT.say('odds.policy')}")


def side_of(g: Position, battle: Battle, seat: int) -> int | None:
    """The side on which the seat fights; in the solitaire game that of the empire being played."""
    for side, mask in ((ATTACK, battle.attack), (DEFENCE, battle.defence)):
        for b in g.at[battle.place]:
            player = runner(g, b)
            known = player == g.active if g.setting.solitaire else player != NOBODY and g.keeper[player] == seat
            if mask >> b & 1 and known:
                return side
    return None


# --- the battle an action leads to -----------------------------------------------------------------------------------


def set_stage(g: Position, action: Action | None) -> Stage | None:
    """The position as it would be when the dice of the battle begin to fall."""
    world = g.clone()
    if action is None or action[0] in ROLLS:
        return _at_hand(world)
    if action[0] in IN_BATTLE:
        if g.battle is None:
            return None
        _take(world, action)
        return _at_hand(world)
    if action[0] not in (*INTO_BATTLE, "follow"):
        return None
    place = world.agenda[-1][3] if action[0] == "follow" else action[INTO_BATTLE[action[0]]]
    if action[0] != "fight":
        _take(world, action)
    return _to_come(world, place)


def _take(world: Position, action: Action) -> None:
    """Do it, and nothing that follows from it."""
    decision, *arguments = world.agenda.pop()
    decision.take(world, action, *arguments)


def _to_come(world: Position, place: int) -> Stage | None:
    """A battle that is not begun: as if it were fought now, with the forces that are there or on their way."""
    if not world.embattled >> place & 1:
        return None
    fight = world.fight_at(place)
    here = sum(1 << b for b in world.at[place])
    world.battle = Battle(place, fight.attack & here, fight.defence & here, fight.reserves & here, fight.entries, 1)
    return Stage(world, 1, (0, 0), fresh=True)


def _at_hand(world: Position) -> Stage | None:
    """A battle under way: where in its round it is, and the hits that are still to be taken."""
    battle = world.battle
    if battle is None:
        return None
    hits = (0, 0)
    for decision, *arguments in reversed(world.agenda):
        name = decision.name if isinstance(decision, Decision) else decision.__name__
        if name == "take-hit":
            hits = (arguments[2], 0) if arguments[1] == ATTACK else (0, arguments[2])
        elif name == "next_battle_turn":
            return Stage(world, battle.round, hits, fresh=False)
        elif name == "battle_round":
            return Stage(world, arguments[0], hits, fresh=True)
    return None
