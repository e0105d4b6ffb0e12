"""What the lab looks at: who is ahead, and where battles are fought."""

from __future__ import annotations

from grognard.engine.chronicle import Clash, Settled, Victor
from grognard.engine.events import Entry
from grognard.games.coalitions.board import NOBODY, POWERS
from grognard.games.coalitions.events import BattleBegan, BattleDecided
from grognard.games.coalitions.position import Position
from grognard.games.coalitions.table import tracks_influence


def scores(g: Position) -> dict[str, float]:
    """4.tracks.1: Influence. Against L'Empereur only the French is counted."""
    return {g.setting.powers[p]: g.influence[p] for p in POWERS if tracks_influence(g, p)}


def clash(g: Position, entry: Entry) -> Clash | Settled | None:
    match entry.event:
        case BattleBegan(territory=territory, attacker=attacker, defenders=defenders, garrison=garrison):
            against = {g.owner[i] for i in defenders} | ({garrison} - {NOBODY})
            powers = g.setting.powers
            return Clash(
                g.board.ids[territory], (powers[g.owner[attacker]],), tuple(powers[p] for p in sorted(against))
            )
        case BattleDecided(territory=territory, attack=attack, defence=defence):
            victor: Victor = "attacker" if attack > defence else "defender" if defence > attack else "nobody"
            return Settled(g.board.ids[territory], victor)
    return None
