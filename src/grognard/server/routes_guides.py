"""Guided games, over HTTP."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath
from msgspec import Struct

from grognard.engine import registry
from grognard.engine.guide import Guide, guides, spoken
from grognard.server.desk import Asker, TheDesk
from grognard.server.problem import Problem, sign_in
from grognard.server.record import new_game
from grognard.server.wire import Created


class StepCard(Struct):
    """A step of a guide, in the reader's language; see `grognard.engine.guide.Step`."""

    id: str
    say: str
    decision: list[str]
    suggest: list[list[str | int]]
    panel: str
    event: str
    times: int
    point: list[str]
    instead: str
    read: bool
    keep: bool
    often: bool
    end: bool


class GuideCard(Struct):
    """A guide, in the reader's language."""

    title: str
    lost: str
    steps: list[StepCard]


def _guide(game: str, name: str) -> Guide:
    if game not in registry.names():
        raise Problem(404, "There is no such game.")
    found = guides(registry.rulebook(game)).get(name)
    if found is None:
        raise Problem(404, "There is no such guide.")
    return found


@get("/api/guides/{game:str}/{name:str}", sync_to_thread=True)
def guide(game: FromPath[str], name: FromPath[str]) -> GuideCard:
    """What a guide says, and when."""
    found = _guide(game, name)
    steps = [
        StepCard(
            id=step.id,
            say=spoken(step.say),
            decision=list(step.decision),
            suggest=[list(pattern) for pattern in step.suggest],
            panel=step.panel,
            event=step.event,
            times=step.times,
            point=list(step.point),
            instead=spoken(step.instead) if step.instead else "",
            read=step.read,
            keep=step.keep,
            often=step.often,
            end=step.end,
        )
        for step in found.step
    ]
    return GuideCard(spoken(found.title), spoken(found.lost), steps)


@post("/api/guides/{game:str}/{name:str}", sync_to_thread=True)
def begin(desk: TheDesk, me: Asker, game: FromPath[str], name: FromPath[str]) -> Created:
    """Lay the table of a guided game: the asker and bots."""
    if me is None:
        raise sign_in()
    found = _guide(game, name)
    played = new_game(game, found.scenario, found.players, found.options, found.key)
    holders = {seat: "human" if seat == found.seat else "bot" for seat in played.seats}
    levels = {seat: desk.play.bots.checked(found.bots) for seat, kind in holders.items() if kind == "bot"}
    return desk.lobby.lay(me, played, holders, levels, name=spoken(found.title), private=True)


HANDLERS = [guide, begin]
