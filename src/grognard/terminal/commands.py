"""What can be said at the table beside the actions of the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from rich.table import Table
from rich.text import Text

from grognard.engine.game import Answer, Game
from grognard.engine.ledger import read_conformance
from grognard.engine.refusal import Refusal, UserError
from grognard.terminal.phrases import Phrasebook, offered_actions, words_of
from grognard.terminal.rules_page import clause_page

if TYPE_CHECKING:
    from grognard.terminal.session import Session

MOST_REASONS = 3
MOST_GUESSES = 40
LONGEST_AUTO = 1_000


class Command(NamedTuple):
    """A command: what it does to the session (True: the game has gone on), how it is written, what it is for."""

    run: Callable[[Session, str], bool]
    usage: str
    about: str


def show_help(session: Session, _rest: str) -> bool:
    """Every command in a table."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    table.add_row("3", "take option 3, or open its list; “3 2” goes straight to line 2 of that list")
    table.add_row("march lor hol", "an action in words: any beginnings that fit only one option")
    table.add_row("Enter", "the whole picture again")
    for command in dict.fromkeys(COMMANDS.values()):
        table.add_row(command.usage, command.about)
    session.screen.show(table)
    return False


def look(session: Session, _rest: str) -> bool:
    session.look(whole=True)
    return False


def show_map(session: Session, rest: str) -> bool:
    """The whole map, or the places whose names begin like the words given."""
    sheet, screen = session.sheet, session.screen
    if not rest:
        screen.show(screen.map(sheet, whole=True))
        return False
    wanted = words_of(rest)
    spaces = [space for region in sheet.regions for space in region.spaces]
    found = [s for s in spaces if all(any(w.startswith(v) for w in words_of(f"{s.id} {s.name}")) for v in wanted)]
    if not found:
        raise UserError(f"There is no “{rest}” on the map.")
    screen.show(*(screen.place(space) for space in found))
    return False


def show_log(session: Session, rest: str) -> bool:
    """What has happened: the last events, or all."""
    sentences = [f"{entry['text']}" for entry in session.game.log(session.seat)]
    count = int(rest) if rest.isdecimal() and len(rest) < 6 else 60
    shown = sentences if rest == "all" else sentences[-count:] if count else []
    session.screen.show(session.screen.log(session.sheet, shown or ["Nothing has happened yet."]))
    return False


def show_cards(session: Session, _rest: str) -> bool:
    sheet, screen = session.sheet, session.screen
    screen.show(screen.hands(sheet.hands) if sheet.hands else Text("There are no cards you may see."))
    for note in sheet.notes:
        screen.say(note, "dim")
    return False


def show_rules(session: Session, rest: str) -> bool:
    """Clauses by their id or its beginning; the clause of the question if none is named."""
    prompt = session.game.prompt(session.seat)
    wanted = rest.strip("[] ") or (prompt["clause"] if prompt else "")
    conformance = read_conformance(session.game.rulebook)
    rulings = {ruling.number: ruling for ruling in conformance.ruling}
    found = [c for c in conformance.clause if c.id == wanted] or [
        c
        for c in conformance.clause
        if wanted and (c.id.startswith(f"{wanted}.") or c.section.startswith(f"{wanted} "))
    ]
    if not found:
        raise UserError(f"There is no clause “{wanted}”. Clauses are named like {conformance.clause[0].id}.")
    session.screen.show(*(clause_page(clause, [rulings[n] for n in clause.rulings], None) for clause in found))
    return False


def why(session: Session, rest: str) -> bool:
    """The reason against an action in words, with its clause."""
    line = rest or session.refused
    if not line:
        raise UserError("Why what? Name an action, such as “why march paris berlin”.")
    game, seat = session.game, session.seat
    book = Phrasebook(game, seat)
    guesses = book.guesses(line, offered_actions(game, seat))
    if not guesses:
        raise UserError(book.misread(line))
    reasons: dict[Refusal | None, str] = {}
    for action in guesses[:MOST_GUESSES]:
        named = game.setting.vocabulary.encode(action)
        reasons.setdefault(game.explain(seat, named), game.describe(named, seat))
    allowed = reasons.pop(None, None)
    if allowed is not None:
        session.screen.say(f"{allowed}: this is allowed.", "green")
        return False
    for refusal, words in list(reasons.items())[:MOST_REASONS]:
        if refusal is not None:
            session.screen.say(f"{words}: {refusal}", "yellow")
            _show_clause(session, refusal.clause)
    return False


def _show_clause(session: Session, clause: str) -> None:
    conformance = read_conformance(session.game.rulebook)
    rulings = {ruling.number: ruling for ruling in conformance.ruling}
    for found in conformance.clause:
        if found.id == clause:
            session.screen.show(clause_page(found, [rulings[number] for number in found.rulings], None))


def undo(session: Session, _rest: str) -> bool:
    game = session.game
    last = game.seats[game.history[-1].seat] if game.history else session.seat
    game.undo(last if last in session.seats else session.seat)
    session.forget_the_undone()
    session.screen.say("Taken back.")
    return True


def save(session: Session, rest: str) -> bool:
    path = session.save(Path(rest).expanduser() if rest else None)
    session.screen.say(f"Saved in {path}. To go on later: grognard play --terminal --load {path}")
    return False


def standing(session: Session, rest: str) -> bool:
    """Show or set the standing answers."""
    game, seat = session.game, session.seat
    if not rest:
        orders = {kind: answer for (s, kind), answer in game.standing.items() if s == game.seat_number(seat)}
        for kind in game.reactions:
            session.screen.say(f"  {kind}: {orders.get(kind, 'ask')}")
        return False
    kind, _, answer = rest.rpartition(" ")
    fitting = [known for known in game.reactions if known.startswith(kind.casefold())] if kind else []
    if kind.casefold() in fitting:
        fitting = [kind.casefold()]
    if len(fitting) != 1:
        raise UserError(f"standing KIND always, never or ask, where KIND is one of: {', '.join(game.reactions)}.")
    step = game.step
    game.order(seat, fitting[0], cast(Answer, answer.casefold()))
    session.screen.say(f"Standing answer to “{fitting[0]}”: {answer.casefold()}.")
    return game.step != step


def auto(session: Session, rest: str) -> bool:
    """Let chance decide once, or so many times."""
    if session.game.over:
        raise UserError("The game is over.")
    if rest and not (rest.isdecimal() and 0 < int(rest[:6]) <= LONGEST_AUTO):
        raise UserError(f"auto takes a number from 1 to {LONGEST_AUTO}.")
    session.automatic = int(rest or 1)
    return True


def leave(session: Session, rest: str) -> bool:
    session.leave(save=rest != "!")
    return False


def leave_unsaved(session: Session, _rest: str) -> bool:
    session.leave(save=False)
    return False


def ending(game: Game) -> str:
    """How a finished game ended, in a sentence."""
    result = game.result or {}
    winners = " and ".join(map(str, result.get("winners", ()))) or "nobody"
    return f"The game is over: {winners} won ({result.get('way', 'at last')}). “save” keeps it, “quit” leaves."


_HELP = Command(show_help, "?", "this list")
_LOOK = Command(look, "look", "the powers, the log and the question again (as Enter)")
_QUIT = Command(leave, "quit", "leave; offers to save")

COMMANDS: dict[str, Command] = {
    "?": _HELP,
    "help": _HELP,
    "why": Command(why, "why ACTION", "why an action is not allowed; alone: why the last one was not"),
    "undo": Command(undo, "undo", "take your last action back, if nothing was drawn or shown since"),
    "map": Command(show_map, "map [PLACE]", "the whole map, or a place and its neighbours"),
    "log": Command(show_log, "log [N|all]", "what has happened"),
    "cards": Command(show_cards, "cards", "your hands and the decks"),
    "rules": Command(show_rules, "rules [CLAUSE]", "a clause and its rulings; alone: the clause of this question"),
    "standing": Command(standing, "standing KIND X", "answer a kind of request always, never, or ask; alone: the list"),
    "auto": Command(auto, "auto [N]", "let chance decide for you, once or N times"),
    "save": Command(save, "save [FILE]", "write the game down"),
    "look": _LOOK,
    "quit": _QUIT,
    "exit": _QUIT,
    "quit!": Command(leave_unsaved, "quit!", "leave without saving"),
}
