"""What a seat sees of a game, and nothing else."""

from __future__ import annotations

from bisect import bisect_left
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

import msgspec
from msgspec import Meta

from grognard.engine import dice
from grognard.engine.events import Entry, StandingAnswer
from grognard.engine.margin import Margin
from grognard.engine.words import ENGINE, Name, as_name, sentence

if TYPE_CHECKING:
    from grognard.engine.game import Game


class Prompt(TypedDict):
    """What the game waits for."""

    decision: str
    clause: str
    text: str
    yours: bool
    reaction: str | None
    about: str
    """What a standing answer to the reaction would be about."""


class Order(TypedDict):
    """An offered action, in words."""

    do: list[str | int]
    label: str


class Dispatch(TypedDict):
    """A line of the log."""

    step: int
    clause: str
    event: str
    text: str
    margin: Annotated[dict[str, Any], Meta(extra_json_schema={"title": "Margin"})]
    data: dict[str, Any]


class View(TypedDict):
    """Everything a seat may know."""

    game: str
    scenario: str
    options: dict[str, Any]
    seats: list[str]
    seat: str | None
    step: int
    commitment: str
    to_act: list[str]
    prompt: Prompt | None
    actions: list[Order]
    undo: bool
    standing: dict[str, str]
    reactions: dict[str, str]
    """What standing answers can be about, in words."""
    board: dict[str, Any]
    log: list[Dispatch]
    result: dict[str, Any] | None
    ending: str
    """In what way the game was won, in words."""


def view(game: Game, seat: str | None, since: int = 0) -> View:
    """Everything a seat may know (None: a spectator), as plain data, with the log from a step on."""
    number = None if seat is None else game.seat_number(seat)
    power = None if number is None else game.asked(number)
    position, vocabulary = game.position, game.setting.vocabulary
    return {
        "game": game.rulebook.id,
        "scenario": game.setting.scenario,
        "options": game.setting.options,
        "seats": list(game.seats),
        "seat": seat,
        "step": game.step,
        "commitment": dice.commitment(game.start.key),
        "to_act": list(game.to_act),
        "prompt": prompt(game, seat),
        "actions": []
        if power is None
        else [
            {"do": list(vocabulary.encode(action)), "label": game.rulebook.describe(position, action, number)}
            for action in position.options(power)
        ],
        "undo": seat is not None and game.can_undo(seat),
        "standing": {kind: answer for (s, kind), answer in sorted(game.standing.items()) if s == number},
        "reactions": {kind: game.rulebook.words.reaction(kind) for kind in game.reactions},
        "board": game.rulebook.view(position, number),
        "log": log(game, seat, since),
        "result": game.result,
        "ending": game.rulebook.words.ending(game.position.ending) if game.over else "",
    }


def prompt(game: Game, seat: str | None) -> Prompt | None:
    """What the game waits for: the decision, its clause, the question in words."""
    if game.over:
        return None
    number = None if seat is None else game.seat_number(seat)
    power = None if number is None else game.asked(number)
    decision, arguments = game.position.question(game.position.deciding[0] if power is None else power)
    if decision.sealed and power is None:
        words = [Name("…"), *_words(game, decision.kinds[1:], arguments[1:], number)]
    else:
        words = _words(game, decision.kinds, arguments, number)
    return {
        "decision": decision.name,
        "clause": decision.clause,
        "text": sentence(game.rulebook.words.prompt(decision.name, decision.prompt).format(*words)),
        "yours": power is not None,
        "reaction": decision.reaction.kind if decision.reaction else None,
        "about": game.rulebook.words.reaction(decision.reaction.kind) if decision.reaction else "",
    }


def log(game: Game, seat: str | None, since: int = 0) -> list[Dispatch]:
    """The events a seat may know of, from a step on."""
    number = None if seat is None else game.seat_number(seat)
    journal = game.journal
    return [
        {
            "step": step,
            "clause": entry.clause,
            "event": type(entry.event).__name__,
            "text": _tale(game, entry),
            "margin": _margin(game, entry),
            "data": _data(game, entry),
        }
        for step, entry in journal[bisect_left(journal, since, key=itemgetter(0)) :]
        if entry.known_to(number)
    ]


def _tale(game: Game, entry: Entry) -> str:
    event = entry.event
    if isinstance(event, StandingAnswer):
        reaction = game.rulebook.words.reaction(event.reaction)
        return ENGINE.say(f"standing.{event.answer}", reaction=reaction)
    return game.rulebook.tale(game.position, entry)


def _margin(game: Game, entry: Entry) -> dict[str, Any]:
    standing = isinstance(entry.event, StandingAnswer)
    margin = Margin("scroll") if standing else game.rulebook.margin(game.position, entry)
    plain: dict[str, Any] = msgspec.to_builtins(margin)
    return plain


def _data(game: Game, entry: Entry) -> dict[str, Any]:
    if isinstance(entry.event, StandingAnswer):
        return entry.event._asdict()
    return game.rulebook.event_data(game.position, entry)


def _words(game: Game, kinds: tuple[str, ...], arguments: tuple[Any, ...], seat: int | None) -> list[Name]:
    """The arguments of a question in words; a last kind with * takes in all that are left."""
    words = []
    for place, kind in enumerate(kinds):
        if kind.endswith("*"):
            rest = [game.rulebook.label(game.position, kind[:-1], value, seat) for value in arguments[place:]]
            words.append(Name(", ".join(rest)))
        else:
            words.append(as_name(game.rulebook.label(game.position, kind, arguments[place], seat)))
    return words
