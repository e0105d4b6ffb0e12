"""Before a player commits himself: how the battle would end, from what he knows.

Blocks he cannot see are drawn from what could be there, again and again; for each draw `reckoning` works out the battle
from its rules. The policy that both sides are taken to follow is told there. While no battle is being fought, the
battles that are to come and those that his orders would begin are set side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import NamedTuple

from grognard.engine.counsel import Chance, Odds
from grognard.engine.decision import Action, Decision
from grognard.games.alliance.board import NOBODY, members
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
BEGINNINGS = frozenset((*INTO_BATTLE, "follow"))
IN_BATTLE = ("fire", "pass", "retreat", "lose", "extend", "decline", "inspire", "keep", "first")
ROLLS = ("fire", "first", "keep")
"""Those change nothing before dice fall: what they lead to is the battle as it stands."""
MOST_COMPARED = 12
"""Battles and orders that are set side by side; more would not be read."""


class Stage(NamedTuple):
    """A battle ready to be reckoned."""

    world: Position
    round: int
    hits: tuple[int, int]
    fresh: bool


def can_reckon(g: Position, verbs: Iterable[str]) -> bool:
    """Whether there may be something to ask about now: a battle at hand or to come, or orders that may begin one."""
    return g.battle is not None or bool(g.embattled) or not BEGINNINGS.isdisjoint(verbs)


def odds(g: Position, seat: int, action: Action | None, rng: Random) -> Odds | None:
    """How the battle at hand, or the one an action leads to, may end; None if there is none."""
    stage = set_stage(g, action)
    if stage is None:
        return None
    battle = fought_in(stage)
    hidden = hides(g, seat, battle)
    outcomes = [world[0] for world in draw(g, seat, [action], rng, hidden=hidden)]
    side = side_of(g, g.battle, seat) if g.battle is not None else side_of(stage.world, battle, seat)
    return _told(stage.world, battle.place, side, outcomes, hidden=hidden)


def compare(g: Position, seat: int, rng: Random, describe: Callable[[Action], str]) -> Odds | None:
    """While no battle is fought: how those to come, and those that the seat's orders would begin, may end."""
    titles = {("fight", place): TEXT.say("odds.title", place=place_name(g, place)) for place in members(g.embattled)}
    power = g.asked(seat)
    offered = [] if power < 0 else [action for action in g.options(power) if action[0] in BEGINNINGS]
    titles |= {action: describe(action) for action in offered if action not in titles}
    stages = {action: stage for action in titles if (stage := set_stage(g, action)) is not None}
    if not stages:
        return Odds(TEXT.say("odds.none"), (), TEXT.say("odds.none.why")) if offered else None
    actions = list(stages)[:MOST_COMPARED]
    if len(actions) == 1:
        return odds(g, seat, actions[0], rng)
    battles = [fought_in(stages[action]) for action in actions]
    hidden = any(hides(g, seat, battle) for battle in battles)
    worlds = draw(g, seat, actions, rng, hidden=hidden)
    ways = []
    for n, action in enumerate(actions):
        side = side_of(stages[action].world, battles[n], seat)
        likely = sum(world[n].wins(ATTACK if side is None else side) for world in worlds) / len(worlds)
        words = titles[action] if side is not None else TEXT.say("odds.attack.of", battle=titles[action])
        ways.append(Chance(words, likely, own=None if side is None else True))
    left_out = len(stages) - len(actions)
    notes = [_how(len(worlds), hidden=hidden), TEXT.say("odds.policy")]
    if left_out:
        notes.append(TEXT.say("odds.left.out", count=left_out))
    return Odds(TEXT.say("odds.compared"), tuple(ways), " ".join(notes))


def fought_in(stage: Stage) -> Battle:
    if stage.world.battle is None:
        raise AssertionError("no battle is set up")
    return stage.world.battle


def hides(g: Position, seat: int, battle: Battle) -> bool:
    """Whether blocks fight in it that the seat does not know."""
    fighting = battle.attack | battle.defence
    return any(fighting >> b & 1 and not knows_block(g, b, seat) for b in g.at[battle.place])


def draw(g: Position, seat: int, actions: Sequence[Action | None], rng: Random, *, hidden: bool) -> list[list[Outcome]]:
    """How the battles of these actions end in this world, and in others the seat may imagine if something is hidden."""
    least = UNLIKELY_DRAWN if hidden else UNLIKELY
    worlds, world = list[list[Outcome]](), g
    while not worlds or (hidden and len(worlds) < MOST_WORLDS and _work(worlds) < ENOUGH):
        stages = [stage for action in actions if (stage := set_stage(world, action)) is not None]
        if len(stages) == len(actions):
            worlds.append([reckon(s.world, s.round, s.hits, fresh=s.fresh, least=least) for s in stages])
        world = resample(g, seat, rng)
    return worlds


def _work(worlds: list[list[Outcome]]) -> int:
    return sum(outcome.work for world in worlds for outcome in world)


def _how(worlds: int, *, hidden: bool) -> str:
    return TEXT.say("odds.drawn", worlds=worlds) if hidden else TEXT.say("odds.exact")


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
    title = TEXT.say("odds.title", place=place_name(g, place))
    return Odds(title, ways, f"{steps} {_how(worlds, hidden=hidden)} {TEXT.say('odds.policy')}")


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
    if action[0] not in BEGINNINGS:
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
