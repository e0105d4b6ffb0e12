"""6. Implications of diplomatic status: who is At War, At Peace, allied with whom."""

from __future__ import annotations

from grognard.games.coalitions.board import BRITAIN, FRANCE, NOBODY, POWERS, members
from grognard.games.coalitions.position import BRITISH, EXPANSIONIST, FRENCH, NEUTRAL, Position

AT_WAR_WITH = {
    BRITISH: (FRENCH, EXPANSIONIST),
    FRENCH: (BRITISH, EXPANSIONIST),
    NEUTRAL: (),
    EXPANSIONIST: (BRITISH, FRENCH, EXPANSIONIST),
}
"""6.peace-war: the table of statuses."""


def settle(g: Position) -> None:
    """Work out all relations from the statuses and from who runs which Minor Power."""
    shared = len(set(g.master)) < len(POWERS)  # 11: not every power has a player to itself
    of_status = [0] * len(AT_WAR_WITH)
    for p in POWERS:
        of_status[g.status[p]] |= 1 << p
    for p in POWERS:
        status, itself = g.status[p], 1 << p
        allies = of_status[status] if status in (BRITISH, FRENCH) else itself  # 6.coalition.1
        if shared:
            allies |= sum(1 << q for q in POWERS if same_player(g, p, q))  # 11.use.1
        enemies = 0
        for other in AT_WAR_WITH[status]:
            enemies |= of_status[other]
        g.allies[p], g.enemies[p] = allies & ~itself, enemies & ~allies


def same_player(g: Position, p: int, q: int) -> bool:
    """11.use: powers of one player are allies in every respect, whatever their status."""
    return not g.setting.lempereur and g.master[p] == g.master[q] != NOBODY


def allied(g: Position, p: int, q: int) -> bool:
    return bool(g.allies[p] >> q & 1)


def at_war(g: Position, p: int, q: int) -> bool:
    return bool(g.enemies[p] >> q & 1)


def hostile(g: Position, p: int, q: int, territory: int) -> bool:
    """Whether pieces of the two may not stand together there: At War, or one Neutral away from home (6.peace-war.6)."""
    # 6.coalition.4, 9.neutral.5, 9.neutral.6
    if p == q or g.allies[p] >> q & 1:
        return False
    if g.enemies[p] >> q & 1:
        return True
    home = g.board.home[territory]
    if g.status[q] == NEUTRAL and home != q:
        return g.status[p] != NEUTRAL
    return g.status[p] == NEUTRAL and home != p and g.status[q] != NEUTRAL


def enemy_general_in(g: Position, power: int, territory: int) -> bool:
    """Whether a General hostile to this power is in the territory."""
    for i in g.at[territory]:  # noqa: SIM110 - a generator would take three times as long
        if g.owner[i] != power and hostile(g, power, g.owner[i], territory):
            return True
    return False


def enemies_present(g: Position, power: int, territory: int) -> bool:
    """Whether a General or Garrison hostile to this power is in the territory."""
    garrison = g.garrisons[territory]
    if garrison not in (NOBODY, power) and hostile(g, power, garrison, territory):
        return True
    return enemy_general_in(g, power, territory)


def ground_of_the_coalition(g: Position, power: int) -> int:
    """The territories that the power and its allies control."""
    mask = g.held[power]
    for ally in members(g.allies[power]):
        mask |= g.held[ally]
    return mask


def controlled(g: Position, power: int) -> bool:
    """11: whether some player runs this power."""
    return g.master[power] != NOBODY


def closed_neutral_home(g: Position, power: int, territory: int) -> bool:
    """7.move.12: the homes of a Neutral are closed to all but its own player."""
    home = g.board.home[territory]
    return home not in (NOBODY, power) and g.status[home] == NEUTRAL and not same_player(g, power, home)


def voice(g: Position, power: int, against: int) -> int:
    """The power whose player decides for this one.

    11.uncontrolled.3: for an uncontrolled Minor Power Britain speaks, or France where the other side is in the
    British Coalition. 12.placing.4: what the book leaves to "the players" of L'Empereur, Britain's seat decides.
    """
    if g.keeper[power] != NOBODY:
        return power
    if g.setting.lempereur:
        return BRITAIN
    return FRANCE if g.status[against] == BRITISH else BRITAIN
