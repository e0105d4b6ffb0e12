"""How fast the lab is: games a second of each level, iterations of the search, and Ray against local processes.

Run it with `python benchmarks/lab.py [--game coalitions] [--level staff] [--games 200] [--jobs 2]`. It needs the extra
`cluster`. The three ways of playing the same experiment are measured in one run, each with the time until its first
game (starting processes or a cluster), so that another machine changes the ratios little.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from grognard.engine import registry
from grognard.lab import cluster, workers
from grognard.lab.experiment import Experiment, Grid, plan
from grognard.lab.playing import Played, Task, play
from players import report_levels

Play = Callable[[Sequence[Task]], Iterator[Played]]


class Timed(NamedTuple):
    """Seconds on the clock until the first game and until the last, and the games."""

    first: float
    last: float
    games: list[Played]

    @property
    def rate(self) -> float:
        """Games a second once they come."""
        return (len(self.games) - 1) / (self.last - self.first)


def timed(play_all: Play, tasks: Sequence[Task]) -> Timed:
    began, first, found = time.perf_counter(), 0.0, []
    for played in play_all(tasks):
        first = first or time.perf_counter() - began
        found.append(played)
    return Timed(first, time.perf_counter() - began, sorted(found, key=lambda p: p.number))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--game", default="coalitions")
    asked.add_argument("--level", default="staff")
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--jobs", type=int, default=2)
    given = asked.parse_args()
    report_levels(given.game, min(given.games, 20))
    found = plan(Experiment(games=given.games, grid=[Grid(game=given.game, lineups=[[given.level]])]))
    rulebook = registry.rulebook(given.game)
    tasks = [Task(rulebook, found.cells[0], found.seed, number) for number in range(given.games)]
    ways: dict[str, Play] = {
        "this process": lambda tasks: map(play, tasks),
        f"{given.jobs} processes": lambda tasks: workers.as_done(play, tasks, given.jobs),
        f"Ray, {given.jobs} processes": lambda tasks: cluster.as_done(play, tasks, None, given.jobs),
    }
    print(f"\nthe same {given.games} games of {given.level}, by the clock")
    measured = {name: timed(way, tasks) for name, way in ways.items()}
    alone = measured["this process"]
    for name, took in measured.items():
        print(
            f"{name:>18}: {took.rate:6.1f} games a second ({took.rate / alone.rate:4.2f} times this process), "
            f"first after {took.first:5.2f} s, all after {took.last:6.2f} s"
        )
        if took.games != alone.games:
            raise SystemExit(f"{name} played other games than this process")
    local, ray = (measured[name] for name in list(ways)[1:])
    print(f"Ray is {ray.rate / local.rate:.2f} times as fast as local processes; the games are the same")


if __name__ == "__main__":
    main()
