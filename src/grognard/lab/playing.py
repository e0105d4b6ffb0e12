"""One game of an experiment, played by bots on a bare position, and what is noted of it."""

from __future__ import annotations

import time
from random import Random
from typing import NamedTuple

import msgspec

from grognard.engine import dice
from grognard.engine.chronicle import Clash, Victor
from grognard.engine.position import Position
from grognard.engine.refusal import UserError
from grognard.engine.rulebook import Rulebook
from grognard.lab.experiment import Cell
from grognard.lab.rotation import STEP_LIMIT
from grognard.players import Budget, player, situation_of


class Task(NamedTuple):
    """A game to play."""

    rulebook: Rulebook
    cell: Cell
    seed: int
    """Of the experiment."""
    number: int


class Battle(msgspec.Struct, frozen=True, array_like=True):
    """A battle of a game."""

    round: int
    space: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    victor: Victor | None
    """None if it was broken off: somebody withdrew, or the game was over."""


class Played(msgspec.Struct, frozen=True):
    """How a game went."""

    cell: str
    number: int
    seed: int
    bots: tuple[str, ...]
    """Seat by seat."""
    winners: tuple[str, ...]
    """Powers."""
    winning_seats: tuple[str, ...]
    way: str
    """How it ended."""
    rounds: int
    decisions: int
    lead_changes: int
    scores: dict[str, float]
    """At the end."""
    battles: tuple[Battle, ...]


def play(task: Task) -> Played:
    """One game. Its chance, and that of the bots, comes from the seed of the experiment, the cell and the number."""
    rulebook, cell = task.rulebook, task.cell
    seed = cell.seed(task.seed, task.number)
    rng = Random(seed)
    setting = rulebook.setting(cell.scenario, cell.players, cell.options, None)
    position = rulebook.set_up(setting, dice.key_from_seed(rng.getrandbits(64)))
    lineup = cell.lineup(task.number)
    seated = [player(name) for name in lineup]
    budget = Budget(cell.seconds, cell.iterations, clock=time.process_time)
    notes = _Notes(rulebook)
    position.advance()
    notes.take(position)
    decisions = 0
    while position.agenda:
        if decisions == STEP_LIMIT:
            raise UserError(
                f"Game {task.number} of {cell.folder} has not ended after {decisions} decisions (seed {seed})."
            )
        power = position.deciding[0]
        bot = seated[position.keeper[power]]
        situation = situation_of(rulebook, setting, position, power, rng, bot)
        position.act(power, bot.choose(situation, budget, rng))
        decisions += 1
        notes.take(position)
    result = rulebook.result(position)
    keepers = {position.keeper[setting.powers.index(power)] for power in result["winners"]}
    return Played(
        cell=cell.key,
        number=task.number,
        seed=seed,
        bots=lineup,
        winners=tuple(result["winners"]),
        winning_seats=tuple(name for seat, name in enumerate(setting.seats) if seat in keepers),
        way=str(result["way"]),
        rounds=rulebook.round_of(position) or int(result["round"]),
        decisions=decisions,
        lead_changes=notes.lead_changes,
        scores=rulebook.scores(position),
        battles=notes.finished(),
    )


class _Notes:
    """What is seen of a game while it is played."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.lead_changes = 0
        self._round = -1
        self._leader = ""
        self._battles: list[Battle] = []
        self._open: dict[str, Battle] = {}

    def take(self, position: Position) -> None:
        """After every decision: the events since the last, and at the turn of a round who leads."""
        for entry in position.log or ():
            found = self.rulebook.clash(position, entry)
            if isinstance(found, Clash):
                self._close(found.space, None)
                now = self.rulebook.round_of(position)
                self._open[found.space] = Battle(now, found.space, found.attackers, found.defenders, None)
            elif found is not None:
                self._close(found.space, found.victor)
        position.log = []
        if (now := self.rulebook.round_of(position)) != self._round or not position.agenda:
            self._round = now
            self._look(self.rulebook.scores(position))

    def _look(self, scores: dict[str, float]) -> None:
        """A lead changes when somebody else has it alone; who is caught up with has not lost it yet."""
        best = max(scores.values(), default=0.0)
        leaders = [power for power, score in scores.items() if score == best]
        if len(leaders) == 1 and leaders[0] != self._leader:
            self.lead_changes += self._leader != ""
            self._leader = leaders[0]

    def _close(self, space: str, victor: Victor | None) -> None:
        battle = self._open.pop(space, None)
        if battle is not None:
            self._battles.append(msgspec.structs.replace(battle, victor=victor))

    def finished(self) -> tuple[Battle, ...]:
        for space in tuple(self._open):
            self._close(space, None)
        return tuple(self._battles)
