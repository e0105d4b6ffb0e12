"""4.32, 6.13: neutral states that are attacked, states that change sides, and the battles that follow at once."""

from __future__ import annotations

from grognard.engine.decision import Action, Decision
from grognard.games.alliance.board import NOBODY, members
from grognard.games.alliance.events import StateAlone, StateJoined, StateLeft
from grognard.games.alliance.pieces import mask_of, reveal
from grognard.games.alliance.position import LOTS, NEUTRAL, Position, decision, procedure
from grognard.games.alliance.states import allied, lie, settle


def neutrals_entered(g: Position, player: int, place: int) -> list[int]:
    """L5: the neutral states a block attacks by entering: those with blocks there, and the one that holds the place."""
    ground = lie(g, player)
    if ground.stirring >> place & 1:
        return [g.board.owner[place]]
    if not ground.hostile >> place & 1:
        return []
    stance, owner = g.stance[player], g.roster.owner
    return sorted({owner[b] for b in g.at[place] if stance[owner[b]] == NEUTRAL})


@procedure
def attack_on_neutral(g: Position, state: int, invader: int) -> None:
    """4.32: the state joins a player who is not allied with the invader, by the highest of their rolls."""
    if g.master[state] != NOBODY or g.setting.solitaire:  # I-3: in the solitaire game minors defend alone
        return
    root = state if g.tie[state] == NOBODY else g.tie[state]  # C5: a minor of a neutral NPE brings the NPE in
    eligible = [p for p in g.setting.played if not allied(g, p, invader)]
    g.show()  # who may take it in tells of alliances
    if not eligible:
        g.tell("4.32.1", StateAlone, root)  # C4
        return
    while len(eligible) > 1:  # L6: nobody sees these dice
        rolls = {p: 2 + g.chance(LOTS, 6) + g.chance(LOTS, 6) for p in eligible}
        highest = max(rolls.values())
        eligible = [p for p in eligible if rolls[p] == highest]
    g.tell("4.32.2", StateJoined, root, eligible[0], "attacked")
    join_player(g, root, eligible[0])
    g.todo((clashes, root, eligible[0]))


def join_player(g: Position, state: int, player: int) -> None:
    """A neutral state becomes a player's ally; its blocks stand up where they are (6.13.15)."""
    g.tie[state] = player
    settle(g)


def leave_player(g: Position, state: int, reason: str) -> None:
    """A state becomes neutral; its blocks, and those of minors tied to it, lie face up (6.13.14)."""
    master = g.master[state]
    g.tell("6.13.14", StateLeft, state, master, reason)
    g.tie[state] = NOBODY
    settle(g)
    for other, player in enumerate(g.master):
        if player == NOBODY:
            for block in g.roster.of[other]:
                if g.cover[block] != block and g.blocks[block].at >= 0:
                    reveal(g, block)
    for other in follows(g, state):
        for block in g.roster.of[other]:
            if g.blocks[block].at >= 0:
                reveal(g, block)


def follows(g: Position, state: int) -> list[int]:
    """A state and the minors tied to it (6.13.6)."""
    return [state, *(s for s in range(len(g.tie)) if s != state and g.tie[s] == state)]


# --- battles that a change of sides brings about ---------------------------------------------------------------------


def clashing_places(g: Position, states: list[int]) -> list[int]:
    """6.13.11: places where blocks of these states stand with others not allied with them; neutrals live in peace."""
    changed = places = 0
    for state in states:
        changed |= g.roster.colour[state]
        places |= g.occupied[state]
    found = []
    for place in members(places & ~g.embattled):
        others = {g.master_of(b) for b in members(g.stand[place] & ~changed)}
        masters = {g.master_of(b) for b in members(g.stand[place] & changed)} if others else ()
        if any(not allied(g, a, b) for a in masters for b in others):
            found.append(place)
    return found


@procedure
def clashes(g: Position, state: int, causer: int) -> None:
    """Fight the battles of a change one after another, in the order Player 1 likes (6.13.13)."""
    if g.battle is not None or g.regroup is not None:
        g.postponed = (*g.postponed, (state, causer))  # one battle at a time
        return
    places = clashing_places(g, follows(g, state))
    if not places:
        return
    chooser = g.order[0] if g.order else causer
    if len(places) == 1 or chooser == NOBODY:
        clash(g, places[0], state, causer)
    else:
        g.todo((CLASH, chooser, state, causer))


def resume_clashes(g: Position) -> None:
    """The battle during which states changed sides is over."""
    waiting, g.postponed = g.postponed, ()
    g.todo(*((clashes, state, causer) for state, causer in waiting))


def clash(g: Position, place: int, state: int, causer: int) -> None:
    from grognard.games.alliance.battles import fight_at_once  # noqa: PLC0415 - a battle stirs a state, a state a battle

    states = follows(g, state)
    attack = mask_of([b for b in g.at[place] if g.roster.owner[b] in states])
    defence = g.stand[place] & ~attack
    g.todo((fight_at_once, place, attack, defence, causer), (clashes, state, causer))


def clash_options(g: Position, _player: int, state: int, _causer: int) -> list[Action]:
    return [("fight", place) for place in clashing_places(g, follows(g, state))]


def take_clash(g: Position, action: Action, _player: int, state: int, causer: int) -> None:
    clash(g, action[1], state, causer)


CLASH = decision(
    Decision(
        name="clash",
        clause="6.13.13",
        prompt="{0}: {1} has changed sides. Which battle is fought first?",
        kinds=("state", "state"),
        options=clash_options,
        take=take_clash,
    )
)
