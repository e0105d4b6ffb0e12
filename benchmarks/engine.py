"""How fast is the engine? Every game beside its peers, in one run, on one core, as ratios.

    python benchmarks/engine.py [--seconds 1.0] [--rounds 7] [--json FILE]

Machines are noisy, so all subjects take turns in short windows and the median window counts. Rates of different games
are not like for like; read the ratios, and those to one digit. Peers come from requirements/bench.txt; one that is not
installed is left out and said to be.

What is measured
  clone     an independent copy of a position
  search    clone + one action + the list of the next options: the inner step of a tree search
  listed    random play: list all options, pick one, act
  sampled   random play: draw one option exactly uniformly without listing, act
  encode    a snapshot to JSON (and decode: back to a position)
"""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import grognard
from grognard.engine import registry
from grognard.engine.position import Position

Work = Callable[[], int]
"""Does a little of something and says how many times it did it."""

POSITIONS_PER_GAME = 40


class Subject:
    """One engine with one game: what it can be asked to do over and over."""

    def __init__(self, name: str, works: dict[str, Work], facts: dict[str, float] | None = None) -> None:
        self.name = name
        self.works = works
        self.facts = facts or {}
        self.windows: dict[str, list[float]] = {what: [] for what in works}

    def rate(self, what: str) -> float | None:
        windows = self.windows.get(what)
        return statistics.median(windows) if windows else None


def window(work: Work, seconds: float) -> float:
    """How many times a second of processor time, which other programs on the machine do not eat into."""
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += work()
    return done / spent


# --- Grognard -------------------------------------------------------------------------------------------------------


def grognard_subject(name: str) -> Subject:
    """A game of ours, in its first scenario as most people play it."""
    rulebook = registry.rulebook(name)
    start = grognard.new(name, seed=1).position
    start.log = None
    middle = _middle_positions(start)
    rng = random.Random(5)
    setting = grognard.new(name, seed=1).setting
    known = [(power := position.deciding[0], position.sample(power, rng)) for position in middle]
    texts = [msgspec.json.encode(rulebook.snapshot(position)) for position in middle]

    def clone() -> int:
        for position in middle:
            position.clone()
        return len(middle)

    def search() -> int:
        for position, (power, action) in zip(middle, known, strict=True):
            child = position.clone()
            child.act(power, action)
            if child.agenda:
                child.options(child.deciding[0])
        return len(middle)

    def encode() -> int:
        for position in middle:
            msgspec.json.encode(rulebook.snapshot(position))
        return len(middle)

    def decode() -> int:
        for text in texts:
            rulebook.restore(setting, msgspec.json.decode(text), start.key)
        return len(texts)

    works = {
        "clone": clone,
        "search": search,
        "listed": _Playouts(start, listed=True),
        "sampled": _Playouts(start, listed=False),
        "encode": encode,
        "decode": decode,
    }
    sizes = sorted(map(len, texts))
    facts = {"snapshot bytes, median": statistics.median(sizes), "snapshot bytes, largest": sizes[-1]}
    return Subject(f"grognard {name}", works, facts)


def _middle_positions(start: Position) -> list[Position]:
    """Positions spread over random games."""
    rng, found, step = random.Random(3), [], 0
    while len(found) < POSITIONS_PER_GAME:
        position = start.clone()
        position.key = rng.randbytes(32)
        while position.agenda and len(found) < POSITIONS_PER_GAME:
            position.play_on(rng)
            step += 1
            if step % 37 == 0 and position.agenda:
                found.append(position.clone())
    return found


class _Playouts:
    """Random games one after the other, a slice at a time."""

    def __init__(self, start: Position, *, listed: bool) -> None:
        self.start, self.listed = start, listed
        self.rng = random.Random(7)
        self.position = start.clone()

    def __call__(self) -> int:
        if not self.position.agenda:
            self.position = self.start.clone()
            self.position.key = self.rng.randbytes(32)
        return self._listed(100) if self.listed else self.position.play_on(self.rng, 100)

    def _listed(self, most: int) -> int:
        position, rng = self.position, self.rng
        for done in range(most):
            if not position.agenda:
                return done
            power = position.deciding[0]
            options = position.options(power)
            position.act(power, options[int(rng.random() * len(options))])
        return most


# --- peers ----------------------------------------------------------------------------------------------------------


def python_chess() -> Subject:
    chess = importlib.import_module("chess")
    rng = random.Random(7)
    middle = []
    board = chess.Board()
    while len(middle) < POSITIONS_PER_GAME:
        moves = list(board.legal_moves)
        if not moves or board.is_game_over():
            board = chess.Board()
            continue
        board.push(rng.choice(moves))
        if board.ply() % 5 == 0:
            middle.append(board.copy(stack=False))
    live = [chess.Board()]

    def clone() -> int:
        for position in middle:
            position.copy(stack=False)
        return len(middle)

    first_moves = [next(iter(position.legal_moves), None) for position in middle]

    def search() -> int:
        done = 0
        for position, move in zip(middle, first_moves, strict=True):
            if move is not None:
                child = position.copy(stack=False)
                child.push(move)
                list(child.legal_moves)
                done += 1
        return done

    def listed() -> int:
        position = live[0]
        for done in range(100):
            if position.is_game_over():
                live[0] = chess.Board()
                return done + 1
            moves = list(position.legal_moves)
            position.push(moves[int(rng.random() * len(moves))])
        return 100

    return Subject("python-chess", {"clone": clone, "search": search, "listed": listed})


def open_spiel(name: str, label: str) -> Subject:
    pyspiel = importlib.import_module("pyspiel")
    importlib.import_module("open_spiel.python.games")
    game = pyspiel.load_game(name)
    rng = random.Random(7)

    def step(state: Any) -> None:
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])

    middle = []
    state = game.new_initial_state()
    while len(middle) < POSITIONS_PER_GAME:
        if state.is_terminal():
            state = game.new_initial_state()
        step(state)
        if not state.is_terminal() and not state.is_chance_node():
            middle.append(state.clone())
    live = [game.new_initial_state()]
    known = [position.legal_actions()[0] for position in middle]

    def clone() -> int:
        for position in middle:
            position.clone()
        return len(middle)

    def search() -> int:
        for position, action in zip(middle, known, strict=True):
            child = position.clone()
            child.apply_action(action)
            if not child.is_terminal():
                child.legal_actions()
        return len(middle)

    def listed() -> int:
        position = live[0]
        for done in range(100):
            if position.is_terminal():
                live[0] = game.new_initial_state()
                return done + 1
            step(position)
        return 100

    return Subject(label, {"clone": clone, "search": search, "listed": listed})


def diplomacy() -> Subject:
    module = importlib.import_module("diplomacy")
    rng = random.Random(7)
    live = [module.Game()]

    def phase() -> int:
        """One phase of random orders; each unit order counts as a decision."""
        game = live[0]
        if game.is_game_done or len(game.state_history) > 60:
            live[0] = module.Game()
            return 1
        possible = game.get_all_possible_orders()
        orders = 0
        for power in game.powers:
            chosen = [rng.choice(possible[where]) for where in game.get_orderable_locations(power) if possible[where]]
            game.set_orders(power, chosen)
            orders += len(chosen)
        game.process()
        return max(orders, 1)

    def clone() -> int:
        other = module.Game()
        other.set_state(live[0].get_state())
        return 1

    size = len(json.dumps(live[0].get_state()))
    return Subject("diplomacy", {"clone": clone, "listed": phase}, {"snapshot bytes, median": size})


def peers() -> Iterator[tuple[str, Callable[[], Subject]]]:
    yield "python-chess", python_chess
    yield "OpenSpiel chess (C++)", lambda: open_spiel("chess", "OpenSpiel chess (C++)")
    yield "OpenSpiel tic-tac-toe (Python)", lambda: open_spiel("python_tic_tac_toe", "OpenSpiel tic-tac-toe (Python)")
    yield "diplomacy", diplomacy


# --- the run --------------------------------------------------------------------------------------------------------


def gather() -> tuple[list[Subject], list[str]]:
    subjects, missing = [grognard_subject(name) for name in registry.names()], []
    for name, make in peers():
        try:
            subjects.append(make())
        except ImportError:
            missing.append(name)
    return subjects, missing


def measure(subjects: list[Subject], seconds: float, rounds: int, progress: Progress) -> None:
    task = progress.add_task("measuring", total=rounds * sum(len(s.works) for s in subjects))
    for _ in range(rounds):
        for subject in subjects:
            for what, work in subject.works.items():
                subject.windows[what].append(window(work, seconds))
                progress.advance(task)


WHAT = ("clone", "search", "listed", "sampled", "encode", "decode")


def table(subjects: list[Subject], base: Subject | None) -> Table:
    title = "per second" if base is None else f"per second, and times {base.name}"
    found = Table(
        title=title, caption="sampled is compared with the listed play of python-chess, which has no sampling"
    )
    found.add_column("")
    for what in WHAT:
        found.add_column(what, justify="right")
    for subject in subjects:
        row = [subject.name]
        for what in WHAT:
            rate = subject.rate(what)
            peer = base.rate("listed" if what == "sampled" else what) if base else None
            times = f" ({rate / peer:.2f}x)" if rate and peer else ""
            row.append(f"{rate:,.0f}{times}" if rate else "-")
        found.add_row(*row)
    return found


def report(subjects: list[Subject], missing: list[str]) -> dict[str, Any]:
    base = next((s for s in subjects if s.name == "python-chess"), None)
    found: dict[str, Any] = {
        "machine": f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}",
        "missing": missing,
        "subjects": {},
    }
    for subject in subjects:
        rates = {what: subject.rate(what) for what in subject.works}
        ratios = {}
        if base is not None:
            for what, rate in rates.items():
                peer = base.rate("listed" if what == "sampled" else what)
                if rate and peer:
                    ratios[what] = round(rate / peer, 3)
        if rates.get("sampled") and rates.get("listed"):
            ratios["sampled over own listed"] = round(rates["sampled"] / rates["listed"], 3)  # type: ignore[operator]  # both are numbers here
        found["subjects"][subject.name] = {"per second": rates, "times python-chess": ratios, **subject.facts}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a window")
    parser.add_argument("--rounds", type=int, default=7, help="windows for each figure")
    parser.add_argument("--json", type=Path, help="write all figures to this file")
    arguments = parser.parse_args()
    console = Console()
    subjects, missing = gather()
    with Progress(console=Console(file=sys.stderr)) as progress:
        measure(subjects, arguments.seconds, arguments.rounds, progress)
    base = next((s for s in subjects if s.name == "python-chess"), None)
    console.print(table(subjects, base))
    for subject in subjects:
        for fact, number in subject.facts.items():
            console.print(f"{subject.name}: {fact}: {number:,.0f}")
        listed, sampled = subject.rate("listed"), subject.rate("sampled")
        if listed and sampled:
            console.print(f"{subject.name}: sampled play is {sampled / listed:.2f} times its own listed play")
    for name in missing:
        console.print(f"left out: {name} is not installed (pip install -r requirements/bench.txt)")
    if arguments.json:
        arguments.json.write_text(json.dumps(report(subjects, missing), indent=2) + "\n")


if __name__ == "__main__":
    main()
