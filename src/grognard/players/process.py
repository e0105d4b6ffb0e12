"""A player in a process of its own: it can neither block nor peek."""

from __future__ import annotations

import os
import subprocess
import sys
import weakref
from collections.abc import Sequence
from queue import Empty, Queue
from threading import Lock, Thread
from time import monotonic
from typing import IO, NamedTuple

import msgspec

from grognard.engine.decision import Action
from grognard.engine.refusal import Refusal, UserError
from grognard.players import protocol
from grognard.players.player import DEFAULT_BUDGET, Budget, Situation
from grognard.players.protocol import Answer, Choice, Fault, Hello, Hurry, Progress, Question, Ready
from grognard.players.reasons import TEXT

TO_START = 60.0
GRACE = 20.0
"""So many seconds beyond its budget a player is waited for before it is told to hurry, and again before it is ended."""
LONGEST_WHY = 2_000
KEPT = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "PYTHONPATH", "PYTHONHASHSEED")
"""All of our environment that a player gets to see: no address of a database, no token."""


class PlayerFault(UserError):
    """A player has failed: it died, kept silent, or answered nonsense."""


class Silence(NamedTuple):
    """No answer in time."""


class Decided(NamedTuple):
    action: Action
    why: str


def hosting(name: str) -> list[str]:
    """The command that runs a Python player behind the protocol."""
    return [sys.executable, "-m", "grognard.players.host", name, "--confined"]


def confined(command: Sequence[str]) -> list[str]:
    """A command in any language, confined where the system can do that."""
    return [sys.executable, "-m", "grognard.players.jail", "--", *command]


class PlayerProcess:
    """One process, asked one question at a time. `hurry` may be called from any thread."""

    def __init__(self, command: Sequence[str], grace: float = GRACE) -> None:
        self.command, self.grace = list(command), grace
        self.asked = 0
        self._writing = Lock()
        self._heard: Queue[Answer | None] = Queue()
        environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the command is ours or the operator's
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, close_fds=True
            )
        except OSError as error:
            raise PlayerFault(f"“{command[0]}” cannot be started: {error.strerror or error}.") from error
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("a process without the pipes it was started with")
        self._input: IO[bytes] = self._process.stdin
        Thread(target=_read, args=(self._process.stdout, self._heard), daemon=True).start()
        self._end = weakref.finalize(self, _end, self._process)
        self._say(Hello())
        if not isinstance(answer := self._hear(monotonic() + TO_START), Ready):
            self.close()
            raise PlayerFault(f"“{' '.join(self.command)}” does not say that it is ready: {_told(answer)}.")

    def ask(self, situation: Situation, budget: Budget) -> Decided:
        """What the player does; PlayerFault if it fails, and then the process is ended."""
        self.asked += 1
        number = self.asked
        if budget.seconds is None and budget.iterations is None:
            budget = budget._replace(seconds=DEFAULT_BUDGET.seconds)
        self._say(protocol.decide(situation, number, budget))
        limit = monotonic() + (budget.seconds or 0.0) + self.grace
        hurried = False
        while True:
            answer = self._hear(limit)
            match answer:
                case Progress(id=of, share=share) if of == number:
                    if budget.progress is not None and budget.progress(share) and not hurried:
                        hurried = True
                        self.hurry()
                case Choice(id=of, do=do, why=why) if of == number:
                    return Decided(self._checked(situation, do), why[:LONGEST_WHY])
                case Progress() | Choice() | Ready():
                    continue
                case Silence() if not hurried:
                    hurried, limit = True, monotonic() + self.grace
                    self.hurry()
                case _:
                    self.close()
                    raise PlayerFault(f"“{' '.join(self.command)}” has failed: {_told(answer)}.")

    def hurry(self) -> None:
        """Ask for the answer to the last question at once."""
        self._say(Hurry(self.asked))

    def close(self) -> None:
        """End the process."""
        self._end()

    @property
    def alive(self) -> bool:
        return self._end.alive and self._process.poll() is None

    def _checked(self, situation: Situation, do: list[str | int]) -> Action:
        action = situation.setting.vocabulary.decode(do)
        if isinstance(action, Refusal) or action not in situation.options():
            self.close()
            raise PlayerFault(f"“{' '.join(self.command)}” answered {do!r}, which is not offered.")
        return action

    def _say(self, question: Question) -> None:
        try:
            with self._writing:
                self._input.write(protocol.line(question))
                self._input.flush()
        except (OSError, ValueError):
            pass  # it has died: whoever waits for the answer will notice

    def _hear(self, until: float) -> Answer | Silence | None:
        """The next answer, or silence until then; None if the process has ended."""
        try:
            return self._heard.get(timeout=max(0.0, until - monotonic()))
        except Empty:
            return Silence()


def _read(output: IO[bytes], heard: Queue[Answer | None]) -> None:
    with output:
        for text in output:
            try:
                heard.put(protocol.read_answer(text))
            except msgspec.MsgspecError as error:
                heard.put(Fault(f"it said {text[:80]!r} ({error})"))
    heard.put(None)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    if process.stdin is not None:
        process.stdin.close()


def _told(answer: Answer | Silence | None) -> str:
    if isinstance(answer, Fault):
        return answer.text
    return "it has ended" if answer is None else "no answer in time"


class ForeignPlayer:
    """A program in any language as a player, for games on bare positions."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = PlayerProcess(confined(command))
        self._said = ""

    def choose(self, situation: Situation, budget: Budget, rng: object) -> Action:  # noqa: ARG002 - it has its own
        decided = self._process.ask(situation, budget)
        self._said = decided.why
        return decided.action

    def explain(self) -> str:
        return self._said or TEXT.say("undecided")
