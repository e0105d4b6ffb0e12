"""What the table and a player in a process of its own say to each other: one JSON object a line."""

from __future__ import annotations

from random import SystemRandom
from typing import Any

import msgspec
from msgspec import Struct

from grognard.engine import registry
from grognard.engine.dice import KEY_BYTES
from grognard.engine.rulebook import OptionValue
from grognard.engine.words import ENGLISH, language
from grognard.players.player import Budget, Situation

VERSION = 1


class Offer(Struct):
    """An option: what to answer for it, and what it is called."""

    do: list[str | int]
    label: str


class Hello(Struct, tag="hello"):
    """The table begins the conversation."""

    protocol: int = VERSION


class Decide(Struct, tag="decide"):
    """A decision. The view holds all that the seat may know. The world is one position that fits it, drawn by lot."""

    id: int
    game: str
    rules: str
    scenario: str
    players: int
    options: dict[str, OptionValue]
    seats: list[str]
    seat: str
    power: str
    decision: str
    clause: str
    view: dict[str, Any]
    actions: list[Offer]
    world: dict[str, Any]
    seconds: float | None = None
    iterations: int | None = None
    language: str = ENGLISH
    """In which the reason is wanted."""


class Hurry(Struct, tag="hurry"):
    """Somebody waits: answer at once."""

    id: int


class Ready(Struct, tag="ready"):
    """The player has heard the greeting."""

    name: str = ""
    protocol: int = VERSION


class Progress(Struct, tag="progress"):
    """How much of its time the player has used."""

    id: int
    share: float


class Choice(Struct, tag="choice"):
    """What the player does, and why."""

    id: int
    do: list[str | int]
    why: str = ""


class Fault(Struct, tag="fault"):
    """The player cannot answer."""

    text: str
    id: int = 0


Question = Hello | Decide | Hurry
Answer = Ready | Progress | Choice | Fault

read_question = msgspec.json.Decoder(Question).decode
read_answer = msgspec.json.Decoder(Answer).decode


def line(message: Question | Answer) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def decide(situation: Situation, number: int, budget: Budget) -> Decide:
    """A situation as it is sent. All of it comes from the twin, so nothing in it can be a secret."""
    rulebook, setting, world = situation.rulebook, situation.setting, situation.world
    decision, _ = world.question(situation.power)
    encode = setting.vocabulary.encode
    return Decide(
        id=number,
        game=rulebook.id,
        rules=rulebook.version,
        scenario=setting.scenario,
        players=setting.players,
        options=setting.options,
        seats=list(setting.seats),
        seat=setting.seats[situation.seat],
        power=setting.powers[situation.power],
        decision=decision.name,
        clause=decision.clause,
        view=rulebook.view(world, situation.seat),
        actions=[Offer(list(encode(action)), situation.describe(action)) for action in situation.options()],
        world=rulebook.snapshot(world),
        seconds=budget.seconds,
        iterations=budget.iterations,
        language=language(),
    )


def situation(asked: Decide) -> Situation:
    """The same situation on the player's side."""
    rulebook = registry.rulebook(asked.game)
    setting = rulebook.setting(asked.scenario, asked.players, asked.options, None)
    world = rulebook.restore(setting, asked.world, SystemRandom().randbytes(KEY_BYTES))
    return Situation(rulebook, setting, world, setting.seats.index(asked.seat), list(setting.powers).index(asked.power))
