"""The bots of the tables: each thinks in a process of its own, is seen to, and can be hurried."""

from __future__ import annotations

import logging
import shlex
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from random import Random, SystemRandom
from threading import Lock
from weakref import WeakSet

from grognard.engine.game import Game
from grognard.engine.refusal import Phrase
from grognard.players import LEVELS, Budget, Situation, names, player, situation_of
from grognard.players.process import Decided, PlayerFault, PlayerProcess, confined, hosting
from grognard.players.random_player import RandomPlayer
from grognard.server.news import News
from grognard.server.problem import Problem
from grognard.server.wire import PlayerCard

STAFF = "staff"
"""Who stands in for the absent, gives hints, and decides where another bot fails."""
SECONDS = {"marshal": 2.0}
OTHERS_SECONDS = 2.0
SHOWN_AFTER, SHOWN_EVERY = 0.3, 0.4
"""People are told of a bot that thinks for longer than this, and so often how far it is; in seconds."""
IDLE = 2
"""So many processes of a level are kept for the next question."""
FOREIGN = 16
"""So many seats with players of somebody else's keep their processes."""
log = logging.getLogger("grognard.server")


class Bots:
    """All processes of players that this server process has started."""

    def __init__(self, announce: Callable[[News], None], commands: Mapping[str, str] | None = None) -> None:
        self.announce, self.commands = announce, dict(commands or {})
        self._random = SystemRandom()
        self._guard = Lock()
        self._stopped = False
        self._running: WeakSet[PlayerProcess] = WeakSet()
        self._idle: dict[str, list[PlayerProcess]] = {}
        self._foreign: dict[tuple[str, str, str], PlayerProcess] = {}
        self._hurried: set[str] = set()
        self._thinking: dict[str, int] = {}

    # --- who there is -------------------------------------------------------------------------------------------

    def known(self) -> list[PlayerCard]:
        """All players one can give a seat to, our own first, the gentlest before the harder ones."""
        own = [PlayerCard(name, ours=True) for name in LEVELS]
        others = [*names()[len(LEVELS) :], *self.commands]
        return own + [PlayerCard(name, ours=False) for name in others]

    def is_slow(self, level: str) -> bool:
        """Whether it thinks long enough for somebody to wait for it."""
        return level in SECONDS or level not in LEVELS

    def checked(self, level: str) -> str:
        """The level, if there is such a player."""
        known = [card.name for card in self.known()]
        if level not in known:
            raise Problem(422, Phrase("There is no bot “{0}”. Bots: {1}.", level[:40], ", ".join(known)))
        return level

    # --- thinking -----------------------------------------------------------------------------------------------

    def decide(self, table: str, game: Game, seat: str, level: str) -> Decided:
        """What a bot does. Should it fail, the staff decides instead: a game never waits for a broken bot."""
        situation = self._situation(game, seat)
        if LEVELS.get(level) is RandomPlayer:
            return Decided(player(level).choose(situation, Budget(), _mind(game, seat)), "")
        try:
            return self._ask(table, seat, level, situation)
        except PlayerFault as fault:
            if self._stopped:
                raise
            log.warning("table %s, bot %s of %s: %s", table, level, seat, fault)
            return self._ask(table, seat, STAFF, situation)

    def advise(self, table: str, situation: Situation) -> Decided:
        """What the staff would do in this situation, and why."""
        try:
            return self._ask(table, "", STAFF, situation)
        except PlayerFault as fault:
            log.warning("table %s, a hint: %s", table, fault)
            raise Problem(503, "The staff cannot answer just now. Try again.") from fault

    def situation_of(self, game: Game, seat: str) -> Situation:
        """The decision before a seat, with everything it may not know drawn afresh."""
        if game.over:
            raise Problem(409, "The game is over.")
        return self._situation(game, seat)

    def hurry(self, table: str) -> None:
        """Whoever thinks at this table is to answer at once."""
        with self._guard:
            if self._thinking.get(table):
                self._hurried.add(table)

    def stop(self) -> None:
        """End every process, in the middle of a thought if need be."""
        with self._guard:
            self._stopped = True
            processes = list(self._running)
            self._idle.clear()
            self._foreign.clear()
        for process in processes:
            process.close()

    # --- the works ----------------------------------------------------------------------------------------------

    def _situation(self, game: Game, seat: str) -> Situation:
        power = game.asked(game.seat_number(seat))
        if power is None:
            raise Problem(409, "There is nothing to decide for this seat now.")
        return situation_of(game.rulebook, game.setting, game.position, power, self._random)

    def _ask(self, table: str, seat: str, level: str, situation: Situation) -> Decided:
        began = told = time.monotonic()

        def progress(share: float) -> bool:
            nonlocal told
            now = time.monotonic()
            if seat and now - began > SHOWN_AFTER and now - told > SHOWN_EVERY:
                told = now
                self.announce(News(table, "thinking", seats=(seat,), share=round(share, 2), due=False))
            with self._guard:
                return table in self._hurried

        seconds = SECONDS.get(level, None if level in LEVELS else OTHERS_SECONDS)
        with self._process(table, seat, level) as process, self._noted(table):
            return process.ask(situation, Budget(seconds=seconds, progress=progress))

    @contextmanager
    def _noted(self, table: str) -> Iterator[None]:
        with self._guard:
            self._thinking[table] = self._thinking.get(table, 0) + 1
        try:
            yield
        finally:
            with self._guard:
                self._thinking[table] -= 1
                if not self._thinking[table]:
                    del self._thinking[table]
                    self._hurried.discard(table)

    @contextmanager
    def _process(self, table: str, seat: str, level: str) -> Iterator[PlayerProcess]:
        """A process for one question. Ours rely on nothing they keep and serve anybody; others' serve one seat."""
        own, key = level in LEVELS, (table, seat, level)
        with self._guard:
            waiting = self._idle.setdefault(level, []) if own else []
            process = waiting.pop() if waiting else (None if own else self._foreign.pop(key, None))
        if process is None or not process.alive:
            process = self._started(level)
        try:
            yield process
        finally:
            dismissed: list[PlayerProcess] = []
            with self._guard:
                if own and process.alive and len(self._idle.setdefault(level, [])) < IDLE:
                    self._idle[level].append(process)
                elif not own and process.alive:
                    self._foreign[key] = process
                    if len(self._foreign) > FOREIGN:
                        dismissed.append(self._foreign.pop(next(iter(self._foreign))))
                else:
                    dismissed.append(process)
            for other in dismissed:
                other.close()

    def _started(self, level: str) -> PlayerProcess:
        foreign = level in self.commands
        process = PlayerProcess(confined(shlex.split(self.commands[level])) if foreign else hosting(level))
        with self._guard:
            self._running.add(process)
            stopped = self._stopped
        if stopped:
            process.close()
            raise PlayerFault("The server stops.")
        return process


def _mind(game: Game, seat: str) -> Random:
    """What a bot that does not think draws from: nobody can foresee it, and a game with the same key goes the same way.

    So a guided game, whose key is no secret, is the same for everybody.
    """
    drawn = blake2b(f"{game.step} {seat}".encode(), key=game.start.key, person=b"grognard bots").digest()
    return Random(drawn)  # noqa: S311 - fed by the game's own key
