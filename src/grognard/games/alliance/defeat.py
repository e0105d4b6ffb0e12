"""9. Defeat: minors, empires and players that are beaten at the end of a Game Turn."""

from __future__ import annotations

from grognard.games.alliance.board import EMPIRES, NOBODY, members
from grognard.games.alliance.events import ReparationsPaid, StateDefeated
from grognard.games.alliance.neutrals import clashes, follows, leave_player
from grognard.games.alliance.pacts import make_pact, publish
from grognard.games.alliance.pieces import lowest_strength, set_steps
from grognard.games.alliance.position import Position, procedure
from grognard.games.alliance.states import allied, camp, is_played, settle

MINIMUM_BLOCKS = 4
"""9.2.3: an empire with fewer on the map is beaten."""


@procedure
def defeats(g: Position, beaten: int) -> None:
    """L34: minors first, then empires, in list order; then the battles that follow; again until nothing changes."""
    g.show()  # who is beaten, and who is not, tells of alliances
    count_blocks(g)
    found = [(state, *verdict) for state in order_of_tests(g) if (verdict := defeat_of(g, state, beaten))]
    for loser, victor, gold in g.surrenders:
        if not beaten >> loser & 1:
            found = [f for f in found if f[0] != loser]
            found.append((loser, victor, "surrender"))
            pay_terms(g, loser, victor, gold)
    g.surrenders = ()
    if not found:
        return
    for state, victor, reason in found:
        beaten |= 1 << state
        beat(g, state, victor, reason)
    g.todo(*((clashes, state, victor) for state, victor, _ in found), (defeats, beaten))


def order_of_tests(g: Position) -> list[int]:
    return [*g.board.minors, *EMPIRES]


def count_blocks(g: Position) -> None:
    """L35: an empire that has four blocks again is tested again."""
    for empire in members(g.rested):
        if blocks_on_map(g, empire) >= MINIMUM_BLOCKS:
            g.rested &= ~(1 << empire)


def blocks_on_map(g: Position, state: int) -> int:
    """H2: every block of that colour, fleets and fortresses too."""
    return sum([g.blocks[b].at >= 0 for b in g.roster.of[state]])


def defeat_of(g: Position, state: int, beaten: int) -> tuple[int, str] | None:
    """Whether a state is beaten now, by whom and how."""
    if beaten >> state & 1:
        return None
    if state not in EMPIRES:
        victor = occupier(g, state, g.board.defeat_region[state])
        return (victor, "city") if victor != NOBODY else None
    if still_tied(g, state) or (g.setting.solitaire and state not in g.setting.sudden_death):  # H4, L44
        return None
    holders = set()
    for city in g.board.cities_of[state]:
        holder = occupier(g, state, city)
        if holder == NOBODY:
            break
        holders.add(holder)
    else:
        return highest(g, holders), "cities"
    if blocks_on_map(g, state) < MINIMUM_BLOCKS and not g.rested >> state & 1:
        victor = destroyer(g, state)
        return (victor, "blocks") if victor != NOBODY else None
    return None


def still_tied(g: Position, empire: int) -> bool:
    conqueror = g.beaten[empire]
    if conqueror == NOBODY:
        return False
    if is_played(g, empire):
        return bool(g.pacts[empire] >> conqueror & 1)
    return g.tie[empire] == conqueror


def occupier(g: Position, state: int, place: int) -> int:
    """L34: the enemy player whose blocks hold a place of a state's, the higher card among several; or NOBODY."""
    own = g.master[state]
    if not g.stand[place] or (own != NOBODY and g.stand[place] & camp(g, own).friends):
        return NOBODY
    return highest(g, {g.master_of(b) for b in g.at[place]})


def destroyer(g: Position, state: int) -> int:
    """H3, L38: of those who destroyed a block of it this turn the higher card; else the highest unallied player."""
    own = g.master[state]
    enemies = {p for p in g.setting.played if not allied(g, own, p)}
    guilty = {p for p in enemies if g.spoils[state] >> p & 1}
    return highest(g, guilty or enemies)


def highest(g: Position, players: set[int]) -> int:
    """7.8.2: the higher card settles it."""
    return next((p for p in g.order if p in players), NOBODY)


def beat(g: Position, state: int, victor: int, reason: str) -> None:
    g.tell("9.1.1" if state not in EMPIRES else "9.2.1", StateDefeated, state, victor, reason)
    if state in g.setting.sudden_death:  # 10.3.1
        g.fallen |= 1 << state
    if state not in EMPIRES:
        change_hands(g, state, victor)  # 9.1.2
        return
    if reason != "surrender":
        reduce_to_minimum(g, state)
    g.beaten[state] = victor
    g.rested |= 1 << state
    if is_played(g, state):
        submit(g, state, victor, reason)
        return
    for minor in follows(g, state)[1:]:  # 9.2.6
        leave_player(g, minor, "defeat")
    change_hands(g, state, victor)  # 9.2.5


def change_hands(g: Position, state: int, victor: int) -> None:
    """7.72.1: with its blocks and its pool."""
    g.tie[state] = victor
    settle(g)


def reduce_to_minimum(g: Position, state: int) -> None:
    """9.2.4: 1, fleets 0; they stay in place."""
    for b in g.roster.of[state]:
        if g.blocks[b].at >= 0:
            set_steps(g, b, lowest_strength(g, b))
            g.seen[b] = lowest_strength(g, b)


def submit(g: Position, loser: int, victor: int, reason: str) -> None:
    """9.21: half the treasury, and an alliance that holds until the following Winter (L37)."""
    if reason != "surrender":
        gold = g.gold[loser] // 2
        g.gold[loser] -= gold
        g.gold[victor] += gold
        g.tell("9.21.1", ReparationsPaid, loser, victor, gold)
    make_pact(g, loser, victor, openly=True)
    publish(g, loser, victor)
    g.bound[loser] |= 1 << victor
    g.bound[victor] |= 1 << loser


def pay_terms(g: Position, loser: int, victor: int, gold: int) -> None:
    """L33: the agreed Gold takes the place of reparations."""
    paid = min(gold, g.gold[loser])
    g.gold[loser] -= paid
    g.gold[victor] += paid
    g.tell("6.21.3", ReparationsPaid, loser, victor, paid)
