"""Game files: JSON lines, each chained to the last by hash; written beside and renamed, so nothing is ever lost."""

from __future__ import annotations

import contextlib
import os
import tempfile
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from grognard.engine import dice, registry
from grognard.engine.game import Game, Start
from grognard.engine.refusal import Phrase, Refused, UserError
from grognard.engine.rulebook import OptionValue, Rulebook
from grognard.engine.words import ENGINE

T = TypeVar("T")

FORMAT = 1
LARGEST_FILE = 64 * 1024 * 1024
_MARK = b',"chain":"'
_HASH_CHARS = 64


class Header(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The first line."""

    grognard: int
    game: str
    rules: str
    scenario: str
    players: int
    options: dict[str, OptionValue]
    seats: list[str]
    data: str
    commitment: str
    start: dict[str, Any] | None = None
    """A fork begins from this snapshot instead of the scenario's set-up."""


class Line(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One action."""

    step: int
    seat: str
    act: list[str | int]
    digest: str
    standing: bool = False


class Order(msgspec.Struct, forbid_unknown_fields=True):
    """A standing answer in force when the game was saved."""

    seat: str
    reaction: str
    answer: Literal["always", "never"]


class Closing(msgspec.Struct, forbid_unknown_fields=True):
    """The last line: the key proves the dice against the commitment of the header."""

    steps: int
    finished: bool
    orders: list[Order]
    key: str
    result: dict[str, Any] | None


class FileFault(UserError):
    """A game file that is not as it should be, and the first line that shows it; 0 if no line does."""

    def __init__(self, path: Path, line: int, what: str) -> None:
        super().__init__(f"{path}: line {line}: {what}" if line else f"{path}: {what}")
        self.line, self.what = line, what


# --- writing ----------------------------------------------------------------------------------------------------


def encode(game: Game) -> bytes:
    """The whole file."""
    vocabulary, seats = game.setting.vocabulary, game.seats
    header = Header(
        grognard=FORMAT,
        game=game.rulebook.id,
        rules=game.rulebook.version,
        scenario=game.setting.scenario,
        players=game.setting.players,
        options=game.setting.options,
        seats=list(seats),
        data=game.setting.data_digest,
        commitment=dice.commitment(game.start.key),
        start=game.start.snapshot,
    )
    lines: list[msgspec.Struct] = [header]
    for step, record in enumerate(game.history, 1):
        act = list(vocabulary.encode(record.action))
        lines.append(Line(step, seats[record.seat], act, record.digest, record.standing))
    orders = [Order(seats[s], kind, a) for (s, kind), a in sorted(game.standing.items()) if a != "ask"]
    lines.append(Closing(game.step, game.over, orders, game.start.key.hex(), game.result))
    chained, chain = [], b""
    for line in lines:
        body = msgspec.json.encode(line)[:-1]
        chain = _link(chain, body)
        chained.append(body + _MARK + chain + b'"}\n')
    return b"".join(chained)


def _link(chain: bytes, body: bytes) -> bytes:
    return blake2b(chain + body, digest_size=_HASH_CHARS // 2).hexdigest().encode()


def save(game: Game, path: Path) -> None:
    """Write beside, then rename: a full disk or a crash leaves the previous file as it was."""
    write_beside(path, encode(game))


def write_beside(path: Path, content: bytes) -> None:
    """Replace a file by new content, or leave it as it was."""
    if path.exists() and not path.is_file():
        raise UserError(f"Cannot write {path}: it is not a file.")
    try:
        handle, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise UserError(f"Cannot write {path}: {error.strerror or error}.") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        if isinstance(error, OSError):
            raise UserError(f"Cannot write {path}: {error.strerror or error}. The previous file is intact.") from error
        raise


# --- reading ----------------------------------------------------------------------------------------------------


def load(path: str | Path, *, data: str | Path | None = None, rulebook: Rulebook | None = None) -> Game:
    """Read a game file and replay it; every action, roll and digest is checked on the way."""
    path = Path(path)
    bodies = _read_chain(path)
    header = _parse(path, 1, bodies[0], Header)
    closing = _parse(path, len(bodies), bodies[-1], Closing)
    game = _begin(path, header, closing, None if data is None else Path(data), rulebook)
    for number, body in enumerate(bodies[1:-1], 2):
        _replay(path, number, _parse(path, number, body, Line), game)
    last = len(bodies)
    if closing.steps != game.step or closing.finished != game.over or closing.result != _plain(game.result):
        raise FileFault(path, last, "the closing line does not tell how the game stands.")
    for order in closing.orders:
        if order.seat not in game.seats:
            raise FileFault(path, last, Phrase("there is no seat “{0}”.", order.seat))
        if order.reaction not in game.reactions:
            raise FileFault(path, last, Phrase("there is no reaction “{0}”.", order.reaction))
        game.standing[game.seats.index(order.seat), order.reaction] = order.answer
    return game


def verify(path: str | Path, *, data: str | Path | None = None, rulebook: Rulebook | None = None) -> Game:
    """Prove a file: the chain, the dice, the legality of every action; FileFault names the first line that is wrong."""
    game = load(path, data=data, rulebook=rulebook)
    ours, theirs = encode(game).splitlines(), Path(path).read_bytes().splitlines()
    for number, (our, their) in enumerate(zip(ours, theirs, strict=True), 1):
        if our != their:
            raise FileFault(Path(path), number, "the line is not written the way Grognard writes it.")
    return game


def _plain(data: dict[str, Any] | None) -> Any:
    """As it comes back from a file."""
    return msgspec.json.decode(msgspec.json.encode(data))


def _read_chain(path: Path) -> list[bytes]:
    """The lines without their chain, once the chain is proven."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise FileFault(path, 0, "too large to be a game file.")
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"Cannot read {path}: {error.strerror or error}.") from error
    if not content.startswith(b'{"grognard":'):
        raise FileFault(path, 1, "this is not a Grognard game file.")
    if not content.endswith(b"\n"):
        raise FileFault(path, content.count(b"\n") + 1, "the line is cut short.")
    bodies, chain = [], b""
    for number, line in enumerate(content[:-1].split(b"\n"), 1):
        body, mark, tail = line.rpartition(_MARK)
        chain = _link(chain, body)
        if not mark or tail != chain + b'"}':
            raise FileFault(path, number, "the hash chain is broken here: this line was changed, moved or added.")
        bodies.append(body + b"}")
    if len(bodies) < 2:
        raise FileFault(path, len(bodies), "the file is cut short: there is no closing line.")
    return bodies


def _parse(path: Path, number: int, body: bytes, schema: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=schema)
    except (msgspec.MsgspecError, RecursionError) as error:
        if schema is Closing:
            raise FileFault(path, number, "the file is cut short: this is no closing line.") from error
        raise FileFault(path, number, Phrase("not a line of a game file: {0}.", str(error))) from error


def _begin(path: Path, header: Header, closing: Closing, data: Path | None, rulebook: Rulebook | None) -> Game:
    if header.grognard != FORMAT:
        raise FileFault(
            path,
            1,
            Phrase("format {0} is not format {1}, which this Grognard reads.", str(header.grognard), str(FORMAT)),
        )
    try:
        rules = rulebook or registry.rulebook(header.game)
    except UserError as error:
        raise FileFault(path, 1, ENGINE.refusal(error)) from error
    if header.rules != rules.version:
        raise FileFault(
            path,
            1,
            Phrase(
                "played by rules {0}; this Grognard has {1}. Use the version it was made with.",
                header.rules,
                rules.version,
            ),
        )
    try:
        setting = rules.setting(header.scenario, header.players, header.options, data)
    except UserError as error:
        raise FileFault(path, 1, rules.words.refusal(error)) from error
    if setting.data_digest != header.data:
        raise FileFault(path, 1, "played with other data files: name their folder with --data.")
    if list(setting.seats) != header.seats:
        raise FileFault(path, 1, Phrase("the seats should be {0}.", ", ".join(setting.seats)))
    try:
        key = bytes.fromhex(closing.key)
    except ValueError:
        key = b""
    if len(key) != dice.KEY_BYTES or dice.commitment(key) != header.commitment:
        raise FileFault(path, 1, "the key of the closing line is not the one this game committed itself to.")
    start = Start(setting, key, header.start)
    faults = faults_of_start(rules, start)
    if faults:
        raise FileFault(path, 1, Phrase("the snapshot it starts from is not sound: {0}.", "; ".join(faults)))
    return Game(rules, start)


def faults_of_start(rules: Rulebook, start: Start) -> list[str]:
    """Why a game cannot begin from this snapshot, which comes from outside: it must be a whole and sound position."""
    if start.snapshot is None:
        return []
    try:
        position = rules.restore(start.setting, start.snapshot, start.key)
        faults = rules.faults(position)
        if not faults and _plain(rules.snapshot(position)) != _plain(start.snapshot):
            faults = ["it is not whole"]
        position.advance()
    except Exception as error:  # whatever the snapshot holds, the rules may trip over it anywhere
        return [f"it is no position of this game ({error})"]
    return faults


def _replay(path: Path, number: int, line: Line, game: Game) -> None:
    if line.step != game.step + 1:
        due = Phrase("step {0} where step {1} is due.", str(line.step), str(game.step + 1))
        raise FileFault(path, number, due)
    try:
        digest = game.replay(line.seat, line.act, standing=line.standing)
    except Refused as refused:
        why = refused.refusal._replace(text=game.rulebook.words.refusal(refused.refusal))
        what = Phrase("{0} may not do {1}: {2}", line.seat, str(line.act), str(why))
        raise FileFault(path, number, what) from refused
    if digest != line.digest:
        raise FileFault(path, number, "the position after this action is not the one recorded.")
