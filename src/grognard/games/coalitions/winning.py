"""3. Winning the game."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.games.coalitions.board import FRANCE, NOBODY, POWERS, members
from grognard.games.coalitions.events import GameWon, InfluenceGained, SpainOpened
from grognard.games.coalitions.position import BRITISH, Position, procedure
from grognard.games.coalitions.relations import at_war


def gain_influence(g: Position, gains: Iterable[tuple[int, int]], clause: str, reason: str) -> None:
    """3.winning.1: Influence is gained, and 25 wins at once. Gains of one moment count together (3.winning.2)."""
    for power, change in gains:
        # 11.use.6: what a Minor Power gains is its Major Power's.  12.players.5: only France counts in L'Empereur.
        winner = g.master[power]
        if g.setting.lempereur:
            winner = FRANCE if power == FRANCE else NOBODY
        if change > 0 and winner != NOBODY:
            g.influence[winner] += change
            g.tell(clause, InfluenceGained, winner, change, g.influence[winner], reason)
    if g.spain_closed and max(g.influence) >= g.setting.data.scenarios.spain_opens_at:
        open_spain(g, "influence")
    if g.setting.lempereur:
        if g.influence[FRANCE] >= g.setting.data.scenarios.lempereur.target:
            win(g, (FRANCE,), "12.winning.2", "influence")
        return
    target = g.setting.components.influence_target
    if max(g.influence) < target:
        return
    reached = [p for p in g.setting.majors if g.influence[p] >= target]
    if reached:
        win(g, foremost(g, reached), "3.winning.1", "influence")


def open_spain(g: Position, reason: str) -> None:
    """13.1792.16-17, 13.1806.12-13: Spain opens, for good."""
    g.spain_closed = False
    if g.setting.scenario == "1806":
        clause = "13.1806.12" if reason == "march" else "13.1806.13"
    else:
        clause = "13.1792.16" if reason == "march" else "13.1792.17"
    g.tell(clause, SpainOpened, reason)


@procedure
def conqueror_of_paris(g: Position) -> None:
    """3.winning.3: at the end of a round, a General of an enemy of France in Paris ends the game."""
    # 3.winning.4, 3.winning.6, 3.winning.7: only here, only a General counts, and the most Influence decides
    if g.setting.lempereur:
        return
    paris = g.board.capital[FRANCE]
    conquerors = {g.owner[i] for i in g.at[paris] if at_war(g, g.owner[i], FRANCE)}
    if not conquerors:
        return
    paris_bonus = g.setting.data.cards.paris
    earners = sorted({g.master[p] for p in conquerors} - {NOBODY})
    for power in earners:
        bonus = paris_bonus.bonus_british_coalition if g.status[power] == BRITISH else paris_bonus.bonus
        g.influence[power] += bonus
        g.tell("3.winning.5", InfluenceGained, power, bonus, g.influence[power], "paris")
    win(g, foremost(g, g.setting.majors), "3.winning.3", "paris")


def house_stop(g: Position) -> None:
    """3.winning.11: a game that will not end is ended after round 40."""
    if g.setting.lempereur:
        win(g, (FRANCE,), "3.winning.11", "time")
    else:
        win(g, foremost(g, g.setting.majors), "3.winning.11", "time")


def foremost(g: Position, powers: Iterable[int]) -> tuple[int, ...]:
    """3.winning.8-10: most Influence, then Disputed Territories controlled, then Morale; else shared."""

    def standing(power: int) -> tuple[int, int, int]:
        disputed = sum(g.board.value[t] for t in members(g.held[power] & g.board.disputed))
        return g.influence[power], disputed, g.morale[power]

    ranked = list(powers)
    best = max(map(standing, ranked))
    return tuple(p for p in ranked if standing(p) == best)


def win(g: Position, winners: tuple[int, ...], clause: str, reason: str) -> None:
    if g.outcome is None:
        g.tell(clause, GameWon, winners, reason)
    g.finish(winners, reason)


@procedure
def paris_falls(g: Position) -> None:
    """12.winning.1: L'Empereur is beaten when, at the end of a turn, a General that is not French is in Paris."""
    if any(g.owner[i] != FRANCE for i in g.at[g.board.capital[FRANCE]]):
        win(g, tuple(p for p in POWERS if p != FRANCE), "12.winning.1", "paris")
