"""How well the foresight of Alliance plays against the staff, without any search and with less luck.

Run it with `python benchmarks/foresight.py [--pairs 100] [--seed 1] [--jobs 2]`. Every deal is played from both seats.
Most of the difference in points between two players is luck: of the dice that are rolled for bids, and of the leaders
that are dealt. Both are noted as the game goes, and what they explain of the difference (least squares over all games)
is taken off it; so 100 pairs tell about as much as 700 games.
"""

from __future__ import annotations

import argparse
import math
import statistics
from random import Random
from typing import NamedTuple, cast

import numpy as np

from grognard.engine import dice, registry
from grognard.engine.decision import Action
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.diplomacy import bonus
from grognard.games.alliance.judgement.policy import wins
from grognard.games.alliance.position import Position
from grognard.lab import workers
from grognard.players.staff import judged, pick

SCENARIOS = ("1804", "1808", "1812")
SUDDEN = 8.0
"""What a game that ends at once (10.3) counts, in points."""


class Task(NamedTuple):
    """A deal, and the seat that goes by foresight."""

    seed: int
    number: int
    seat: int


class Played(NamedTuple):
    """A game, as the seat with foresight sees it: its lead in points, and the luck it had."""

    lead: float
    won: float
    dice: float
    """Points of states won and lost by bids, beyond what was to be expected when the dice were rolled."""
    leaders: float
    """Leader cards dealt to it, less those of the other."""
    early: float
    """The same, each counted once for every year still to come."""


def worth(g: Position, state: int, player: int) -> float:
    """Half the points of a state for its ally, as one player sees it."""
    master = g.master[state]
    if master == NOBODY:
        return 0.0
    points = sum(g.board.vp[city] for city in g.board.cities_of[state]) / 2
    return points if master == player else -points


def expected(g: Position, state: int, opener: int, matching: int | None, player: int) -> float:
    """What a bid brings a player on average, once it is known who rolls."""
    points = sum(g.board.vp[city] for city in g.board.cities_of[state]) / 2
    mine = bonus(g, opener, state, opener)
    theirs = None if matching is None else bonus(g, matching, state, opener)
    total = 0.0
    for winner, chance in ((opener, wins(mine, theirs)), (matching, 0.0 if theirs is None else wins(theirs, mine))):
        if winner is not None and winner != g.master[state]:  # 6.13.5: one step towards whoever wins
            total += chance * (points if winner == player else -points)
    return total


def rolled(g: Position, power: int, action: Action) -> tuple[int, int, int | None] | None:
    """The state, the opener and who matches, if this action makes the dice roll."""
    decision, arguments = g.question(power)
    if decision.name == "match":
        return arguments[1], arguments[3], power if action[0] == "match" else None
    if decision.name == "bid" and action[0] == "bid":
        _, state, gold = action
        others = [p for p in g.setting.played if p != power]
        if all(g.gold[p] < gold for p in others):
            return state, power, None
    return None


def play(task: Task) -> Played:
    """One game."""
    rulebook, rng = registry.rulebook("alliance"), Random(f"{task.seed}/{task.number}")
    judgement = rulebook.judgement()
    setting = rulebook.setting(SCENARIOS[task.number % len(SCENARIOS)], 2, {}, None)
    g = cast(Position, rulebook.set_up(setting, dice.key_from_seed(rng.getrandbits(60))))
    g.log = None
    g.advance()
    me = g.setting.played[task.seat]
    luck = leaders = early = 0.0
    while g.agenda:
        power = g.deciding[0]
        options = g.options(power)
        action = options[0]
        if len(options) > 1:
            opinions = judgement.foresight(g, power, options) if power == me else None
            action = options[pick(opinions or judged(judgement, g, power, options), rng)]
        if g.question(power)[0].name == "lay-aside":
            dealt = sum(option[1] in g.setting.deck.leaders for option in options) * (1 if power == me else -1)
            leaders, early = leaders + dealt, early + dealt * (g.setting.last_year - g.year)
        roll = rolled(g, power, action)
        before = worth(g, roll[0], me) + expected(g, *roll, me) if roll else 0.0
        g.act(power, action)
        luck += worth(g, roll[0], me) - before if roll else 0.0
    result = rulebook.result(g)
    won = 1 / len(result["winners"]) if setting.powers[me] in result["winners"] else 0.0
    points = sum(p if power == setting.powers[me] else -p for power, p in result["points"].items())
    lead = points if result["way"] == "points" else math.copysign(SUDDEN, won - 0.5)
    return Played(lead, won, luck, leaders, early)


def report(games: list[Played]) -> None:
    """Print the points ahead, as played and with the luck taken off, and the share of games won."""
    pairs = np.array([np.mean(games[n : n + 2], axis=0) for n in range(0, len(games), 2)])
    luck = np.column_stack([np.ones(len(pairs)), pairs[:, 2:]])
    weights, *_ = np.linalg.lstsq(luck, pairs[:, 0], rcond=None)
    rest = pairs[:, 0] - pairs[:, 2:] @ weights[1:]
    for name, leads in (("as played", pairs[:, 0]), ("without luck", rest)):
        error = statistics.stdev(leads) / math.sqrt(len(leads))
        print(f"{name:>13}: {leads.mean():+.2f} ± {error:.2f} points ahead")
    share = float(pairs[:, 1].mean())
    print(f"{'won':>13}: {share:.1%} ± {math.sqrt(share * (1 - share) / len(games)):.1%} of {len(games)} games")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--pairs", type=int, default=100)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--jobs", type=int, default=2)
    given = asked.parse_args()
    tasks = [Task(given.seed, number, seat) for number in range(given.pairs) for seat in (0, 1)]
    report(list(workers.each(play, tasks, given.jobs, "Playing")))


if __name__ == "__main__":
    main()
