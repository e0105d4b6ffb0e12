"""How fast the players are: games a second for each level, and iterations of the search a second.

Run it with `python benchmarks/players.py [--game coalitions] [--games 20]`. Seconds are of the processor, so that a
busy machine changes little.
"""

from __future__ import annotations

import argparse
import statistics
import time
from random import Random

from grognard.engine import dice, registry
from grognard.lab.experiment import cell_of
from grognard.lab.playing import Task, play
from grognard.players import Budget, player, situation_of
from grognard.players.search import Search


def games_a_second(game: str, level: str, games: int) -> tuple[float, float]:
    """Games a second, and microseconds a decision, with this level in all seats of the first scenario."""
    rulebook = registry.rulebook(game)
    cell = cell_of(rulebook, rulebook.scenarios()[0].id, bots=(level,))
    play(Task(rulebook, cell, 1, 0))  # warm up
    began, decisions = time.process_time(), 0
    for number in range(games):
        decisions += play(Task(rulebook, cell, 1, number)).decisions
    spent = time.process_time() - began
    return games / spent, 1e6 * spent / decisions


def iterations_a_second(game: str, decisions: int) -> list[float]:
    """Of the search, at decisions spread over a game of the staff."""
    rulebook, rng = registry.rulebook(game), Random(1)
    setting = rulebook.setting(rulebook.scenarios()[0].id, None, {}, None)
    g = rulebook.set_up(setting, dice.key_from_seed(1))
    g.log = None
    g.advance()
    staff, step, found = player("staff"), 0, []
    while g.agenda and len(found) < decisions:
        power = g.deciding[0]
        situation = situation_of(rulebook, setting, g, power, rng)
        if step % 20 == 0 and len(situation.options()) > 3:
            search = Search(situation, rng)
            began = time.process_time()
            for trial in range(10):
                search.play(search.favourite, trial)
            found.append(search.iterations / (time.process_time() - began))
        g.act(power, staff.choose(situation, Budget(), rng))
        step += 1
    return found


def report_levels(game: str, games: int) -> None:
    """Print both for every level."""
    print(f"{game}, first scenario, every seat the same; seconds of one processor")
    for level in ("random", "staff"):
        rate, decision = games_a_second(game, level, games)
        print(f"{level:>8}: {rate:6.1f} games a second, {decision:6.0f} µs a decision")
    rates = iterations_a_second(game, 12)
    low, middle, high = min(rates), statistics.median(rates), max(rates)
    print(f" marshal: {middle:6.0f} iterations a second ({low:.0f} to {high:.0f} over {len(rates)} decisions)")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--game", default="coalitions")
    asked.add_argument("--games", type=int, default=20)
    given = asked.parse_args()
    report_levels(given.game, given.games)


if __name__ == "__main__":
    main()
