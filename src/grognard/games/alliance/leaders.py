"""3.3: leader events in Round 1 of a battle."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.events import LeaderEventUsed
from grognard.games.alliance.firing import current, present, runner
from grognard.games.alliance.position import ATTACK, DEFENCE, Position, decision, procedure
from grognard.games.alliance.roster import ARTILLERY, CAVALRY, INFANTRY

OWN_SIDE = {"grand-battery": ARTILLERY, "bayonet-charge": INFANTRY, "cavalry-charge": CAVALRY}
"""One block of the card player's fires at +1."""
ENEMY_SIDE = {"reverse-slope": ARTILLERY, "panic": INFANTRY}
"""One enemy block, which its owner picks, fires at -1 or not at all."""


def own_side(g: Position, player: int) -> int:
    """The side on which the player has blocks in Round 1, or NOBODY."""
    for side in (ATTACK, DEFENCE):
        if any(runner(g, b) == player for b in present(g, side)):
            return side
    return NOBODY


def targets(g: Position, player: int) -> list[int]:
    """L41: blocks the player's event may touch in this battle."""
    side = own_side(g, player)
    card = g.played[player]
    if NOBODY in (side, card) or not g.event_ready >> player & 1:
        return []
    event = g.setting.deck.event[card]
    kind = g.roster.kind
    if event in OWN_SIDE:
        return [b for b in present(g, side) if kind[b] == OWN_SIDE[event] and runner(g, b) == player]
    if event in ENEMY_SIDE:
        return [b for b in present(g, 1 - side) if kind[b] == ENEMY_SIDE[event]]
    return []


@procedure
def leader_events(g: Position, start: int) -> None:
    """A6: declared when the blocks are revealed, higher card first."""
    for index in range(start, len(g.order)):
        player = g.order[index]
        if (not g.setting.solitaire or player == g.active) and targets(g, player):
            g.todo((LEADER_EVENT, player), (leader_events, index + 1))
            return


def event_options(g: Position, player: int) -> list[Action]:
    """Own blocks are named; of the enemy's the owner picks (leaders.2, leaders.5)."""
    if g.setting.deck.event[g.played[player]] in OWN_SIDE:
        return [*(("inspire", b) for b in targets(g, player)), ("keep",)]
    return [("play-event",), ("keep",)]


def take_event(g: Position, action: Action, player: int) -> None:
    if action[0] == "inspire":
        use(g, player, action[1])
    elif action[0] == "play-event":
        struck = targets(g, player)
        owners = {runner(g, b) for b in struck}
        chooser = next((p for p in g.order if p in owners), NOBODY)
        if len(struck) == 1 or chooser == NOBODY:
            use(g, player, min(struck, key=lambda b: (g.roster.fire[b], b)))
        else:
            g.todo((PICK_TARGET, chooser, player))


def refuse_event(_g: Position, action: Action, _player: int) -> Refusal | None:
    if action[0] == "inspire":
        return Refusal("3.3.5", "The event touches one block of its kind that fights here in Round 1.")
    return None


def use(g: Position, player: int, block: int) -> None:
    battle = current(g)
    event = g.setting.deck.event[g.played[player]]
    g.event_ready &= ~(1 << player)
    if event == "panic":
        g.battle = replace(battle, silent=battle.silent | 1 << block)
    else:
        g.battle = replace(battle, shifts=(*battle.shifts, (block, 1 if event in OWN_SIDE else -1)))
    g.tell("3.3.5", LeaderEventUsed, player, g.played[player], block)


def target_options(g: Position, _chooser: int, player: int) -> list[Action]:
    return [("pick", b) for b in targets(g, player)]


def take_target(g: Position, action: Action, _chooser: int, player: int) -> None:
    use(g, player, action[1])


LEADER_EVENT = decision(
    Decision(
        name="leader-event",
        clause="3.3.5",
        prompt="{0}: use your leader's event in this battle?",
        kinds=("state",),
        options=event_options,
        take=take_event,
        refuse=refuse_event,
    )
)

PICK_TARGET = decision(
    Decision(
        name="pick-target",
        clause="3.3.5",
        prompt="{0}: which of your blocks does {1}'s event strike?",
        kinds=("state", "state"),
        options=target_options,
        take=take_target,
    )
)
