"""A Python player behind the protocol: ``python -m grognard.players.host NAME`` reads questions and writes answers."""

from __future__ import annotations

import sys
from queue import SimpleQueue
from random import Random, SystemRandom
from threading import Thread
from typing import BinaryIO

import msgspec

from grognard.engine.refusal import Refusal
from grognard.engine.words import speaking
from grognard.players import jail, protocol
from grognard.players.player import Budget
from grognard.players.protocol import Answer, Choice, Decide, Fault, Hello, Hurry, Progress, Question, Ready
from grognard.players.roster import player


class Host:
    """Answers one question after the other; a reader of its own hears whoever asks it to hurry."""

    def __init__(self, name: str, questions: BinaryIO, answers: BinaryIO) -> None:
        self.name, self._questions, self._answers = name, questions, answers
        self._player = player(name)
        self._heard: SimpleQueue[Question | Fault | None] = SimpleQueue()
        self._hurried = 0
        self._rng = Random(SystemRandom().getrandbits(128))

    def serve(self) -> None:
        """Until nobody asks any more."""
        Thread(target=self._listen, daemon=True).start()
        while (message := self._heard.get()) is not None:
            match message:
                case Hello():
                    self._say(Ready(self.name))
                case Decide():
                    self._say(self._decide(message))
                case Fault():
                    self._say(message)

    def _listen(self) -> None:
        for text in self._questions:
            try:
                message = protocol.read_question(text)
            except msgspec.MsgspecError as error:
                self._heard.put(Fault(f"This line cannot be read: {error}"))
                continue
            if isinstance(message, Hurry):
                self._hurried = max(self._hurried, message.id)
            else:
                self._heard.put(message)
        self._heard.put(None)

    def _decide(self, asked: Decide) -> Answer:
        def progress(share: float) -> bool:
            self._say(Progress(asked.id, round(share, 3)))
            return self._hurried >= asked.id

        try:
            situation = protocol.situation(asked)
            budget = Budget(asked.seconds, asked.iterations, progress)
            with speaking(asked.language):
                action = self._player.choose(situation, budget, self._rng)
                why = self._player.explain()
            named = situation.setting.vocabulary.encode(action)
            if isinstance(situation.setting.vocabulary.decode(named), Refusal):
                return Fault(f"{self.name} chose {named}, which is no action.", asked.id)
            return Choice(asked.id, list(named), why)
        except Exception as error:  # whatever a plug-in does wrong, the table is told in one line
            return Fault(f"{self.name} failed: {type(error).__name__}: {error}", asked.id)

    def _say(self, answer: Answer) -> None:
        self._answers.write(protocol.line(answer))
        self._answers.flush()


def main(arguments: list[str]) -> None:
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a plug-in prints must not be taken for an answer
    if "--confined" in arguments:
        arguments.remove("--confined")
        jail.confine()
    Host(arguments[0], sys.stdin.buffer, answers).serve()


if __name__ == "__main__":
    main(sys.argv[1:])
