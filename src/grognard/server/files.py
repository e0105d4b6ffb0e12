"""Game files: one's own view while the game goes on, the whole provable file after its end, and the way back in."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path

from grognard.engine import gamefile
from grognard.engine.game import Game
from grognard.engine.refusal import Phrase, Refusal
from grognard.engine.words import ENGINE
from grognard.server.people import Person
from grognard.server.play import Play, refusals
from grognard.server.problem import TEXT, Problem, sign_in
from grognard.server.wire import Created, plain

LARGEST_IMPORT = 4 * 1024 * 1024
_one_at_a_time = threading.Semaphore(1)
"""Proving a file is work: nobody can fill the server with it."""


def download(play: Play, me: Person | None, table: str, seat: str | None, invite: str) -> tuple[str, bytes]:
    """The name and the content of what this person may have of a game."""
    with play.looking(me, table, invite) as change:
        game = change.game
        name = f"{game.rulebook.id}-{game.setting.scenario}-{table}"
        if game.over:
            return f"{name}.grognard", gamefile.encode(game)
        if seat is not None:
            play.may_see(change, me, seat)
        with refusals(game):
            return f"{name}-{seat or 'spectator'}.json", plain(game.view(seat))


def take_in(play: Play, me: Person | None, content: bytes, step: int | None, seat: str | None) -> Created:
    """A file as a new private table; from a step on, or if its game is not over, as a study with fresh dice.

    The file holds its key, so whoever brings it knows every roll to come: a game that goes on needs another.
    """
    if me is None:
        raise sign_in()
    if len(content) > LARGEST_IMPORT:
        raise Problem(413, "The file is too large.")
    with _one_at_a_time:
        game = _proven(content)
    if not game.over or step is not None:
        with refusals(game):
            game = game.fork(step)
    mine = game.seats[0] if seat is None else seat
    if mine not in game.seats:
        raise Problem(422, Phrase("There is no seat “{0}”. Seats: {1}.", mine[:40], ", ".join(game.seats)))
    holders = {other: "human" if other == mine else "bot" for other in game.seats}
    return play.lobby.lay(me, game, holders, name=TEXT.say("from-file", game=game.rulebook.title), private=True)


def _proven(content: bytes) -> Game:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "upload"
        path.write_bytes(content)
        try:
            return gamefile.load(path)
        except gamefile.FileFault as fault:
            what = ENGINE.refusal(Refusal("", fault.what))
            where = (
                Phrase("The file: line {0}: {1}", str(fault.line), what)
                if fault.line
                else Phrase("The file: {0}", what)
            )
            raise Problem(422, where) from fault
        except Exception as error:  # whatever a file holds, the rules may trip over it anywhere
            raise Problem(422, "The file is no game this server can replay.") from error
