"""Sitting down at the terminal: the keyboard, the seats, the file, and never losing a game."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from types import FrameType

from rich.console import Console

from grognard.engine.game import Game
from grognard.engine.refusal import UserError
from grognard.terminal.screen import Screen
from grognard.terminal.session import Session

ENDED_BY_SIGNAL = 143
"""The exit code of a process that was asked to end."""
ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def play(game: Game, seats: tuple[str, ...], rng: Random, file: Path) -> None:
    """Play from this keyboard until the player leaves; whatever ends the session, the game is saved."""
    console = Console(highlight=False)
    live = console.is_terminal and sys.stdin.isatty()
    read = _typed if live else _piped(console)
    screen = Screen(console, read)
    screen.live = live
    session = Session(game, seats, screen, read, rng, file)
    screen.say(f"You play {', '.join(seats)}; chance plays the rest. “?” lists the commands.", "dim")
    with _ended_politely():
        try:
            session.run()
        except EOFError:
            _save_at_the_end(session)
        except (KeyboardInterrupt, SystemExit, Exception):
            _save_at_the_end(session)
            raise


def seats_named(game: Game, wanted: str | None) -> tuple[str, ...]:
    """The seats a player asked for: one, several with commas, or all; the first if none is named."""
    if wanted is None:
        return game.seats[:1]
    if wanted == "all":
        return game.seats
    return tuple(dict.fromkeys(_seat_named(game, name.strip().casefold()) for name in wanted.split(",")))


def _seat_named(game: Game, name: str) -> str:
    """A seat by its name, or by the beginning of a name in it."""
    if name in game.seats:
        return name
    fitting = [seat for seat in game.seats if name and any(part.startswith(name) for part in (seat, *seat.split("+")))]
    if len(fitting) != 1:
        raise UserError(f"There is no seat “{name}”. Seats: {', '.join(game.seats)}, or all.")
    return fitting[0]


def fresh_file(game: Game) -> Path:
    """A name for the game in the working directory that no file has yet."""
    stem = f"{game.rulebook.id}-{game.setting.scenario}"
    file, number = Path(f"{stem}.grognard"), 2
    while file.exists():
        file, number = Path(f"{stem}-{number}.grognard"), number + 1
    return file


def _save_at_the_end(session: Session) -> None:
    if not session.unsaved:
        return
    with suppress(ValueError):  # not in the main thread
        for kind in (signal.SIGINT, *ENDINGS):
            signal.signal(kind, signal.SIG_IGN)  # impatience must not cost the game
    try:
        path = session.save()
    except UserError as error:
        print(f"The game could not be saved: {error}", file=sys.stderr)
    else:
        with suppress(OSError):
            session.screen.say(f"\nSaved in {path}. To go on: grognard play --terminal --load {path}")


# --- the keyboard -------------------------------------------------------------------------------------------------


def _typed(invitation: str) -> str:
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415 - line editing, where the system has it
    return input(invitation)


def _piped(console: Console) -> Callable[[str], str]:
    """Reads lines from a pipe and writes them down, so that a transcript can be read."""

    def read(invitation: str) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        console.print(f"{invitation}{line.rstrip()}", markup=False)
        return line

    return read


@contextmanager
def _ended_politely() -> Iterator[None]:
    """A request to end (a closed window, a shutdown) becomes an exit that saves on its way."""
    before = {kind: signal.getsignal(kind) for kind in (signal.SIGINT, *ENDINGS)}
    with suppress(ValueError):  # not in the main thread: somebody else looks after signals
        for kind in ENDINGS:
            signal.signal(kind, _end)
    try:
        yield
    finally:
        with suppress(ValueError):
            for kind, handler in before.items():
                signal.signal(kind, handler)


def _end(_kind: int, _frame: FrameType | None) -> None:
    raise SystemExit(ENDED_BY_SIGNAL)
