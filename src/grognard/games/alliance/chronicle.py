"""What the lab looks at: who is ahead, and where battles are fought."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.chronicle import Clash, Settled
from grognard.engine.events import Entry
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.events import BattleBegan, BattleWon
from grognard.games.alliance.position import ATTACK, WINTER, Position
from grognard.games.alliance.victory import points


def round_of(g: Position) -> int:
    """Game Turns since the game began; in the solitaire game, whose years are not counted, cards."""
    if g.setting.solitaire:
        return g.turn
    return (g.year - g.setting.first_year) * WINTER + g.turn


def scores(g: Position) -> dict[str, float]:
    """10.1.1: the victory points each would have if the game ended now."""
    if g.setting.solitaire:
        return {}
    return {g.setting.powers[p]: points(g, p) for p in g.setting.played}


def clash(g: Position, entry: Entry) -> Clash | Settled | None:
    match entry.event:
        case BattleBegan(place=place, attackers=attackers, defenders=defenders):
            return Clash(g.board.ids[place], _parties(g, attackers), _parties(g, defenders))
        case BattleWon(place=place, side=side):
            return Settled(g.board.ids[place], "attacker" if side == ATTACK else "defender")
    return None


def _parties(g: Position, blocks: Iterable[int]) -> tuple[str, ...]:
    """The empires that run these blocks; a neutral state for itself."""
    states = {g.roster.owner[b] if g.master_of(b) == NOBODY else g.master_of(b) for b in blocks}
    return tuple(g.board.state_ids[state] for state in sorted(states))
