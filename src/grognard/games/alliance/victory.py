"""10. Victory: points, handicaps, sudden death."""

from __future__ import annotations

from grognard.games.alliance.board import EMPIRES
from grognard.games.alliance.events import GameWon, PointsCounted, SuddenDeath
from grognard.games.alliance.income import income
from grognard.games.alliance.position import Position, procedure


def points(g: Position, player: int) -> int:
    """10.1.1: counted exactly like Gold, plus the handicap of 10.2.1."""
    return income(g, player).total + g.setting.handicap[player]


@procedure
def sudden_death(g: Position) -> None:
    """10.3: the defeat of Britain, Russia or France, or the loss of Napoleon, ends the game with this Game Turn."""
    if not g.fallen:
        return
    for state in EMPIRES:
        if g.fallen >> state & 1:
            dead = g.blocks[g.roster.napoleon].at < 0 and state == g.roster.owner[g.roster.napoleon]
            g.tell("10.3.1", SuddenDeath, state, "napoleon" if dead else "defeat")
    final_count(g, "sudden-death")


@procedure
def final_count(g: Position, ending: str) -> None:
    """10.1: the most points win, then the most Gold, then the higher card of the last turn (H8)."""
    counted = [p for p in g.setting.played if not g.fallen >> p & 1]  # 10.3.3
    total = {p: points(g, p) for p in counted}
    for p in counted:
        g.tell("10.1.1", PointsCounted, p, total[p], g.gold[p])
    winners = tuple(sorted(counted, key=lambda p: (-total[p], -g.gold[p], -g.played[p]))[:1])
    g.tell("10.1.1", GameWon, winners, ending)
    g.finish(winners, ending)
