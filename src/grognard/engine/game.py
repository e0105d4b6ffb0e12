"""A game as people and programs play it: guarded, recorded, undoable, provable."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec

from grognard.engine import dice, outlook, registry
from grognard.engine.counsel import Binding, Odds, Reached
from grognard.engine.decision import Action, Decision
from grognard.engine.events import Entry, StandingAnswer
from grognard.engine.position import Position
from grognard.engine.refusal import GAME_OVER, Phrase, Refusal, Refused, UserError
from grognard.engine.rulebook import OptionValue, Rulebook, Setting
from grognard.engine.tabletop import Tabletop
from grognard.engine.twins import resample

NamedAction = tuple[str | int, ...]
Answer = Literal["always", "never", "ask"]

CHECKPOINT_EVERY = 16
WORLDS = 4
"""How many are looked at to see whether an action can be taken back."""


class Record(NamedTuple):
    """One line of the game: who did what, and the digest of the position after it."""

    seat: int
    action: Action
    standing: bool
    """The engine gave this answer for the seat, as the seat had ordered."""
    digest: str


class _Sealing(NamedTuple):
    """Where the sealed question now open was asked, so that an answer to it can be withdrawn."""

    step: int
    position: Position
    undoable: tuple[Position, ...]


@dataclass(frozen=True)
class Start:
    """Where a game began: its set-up, or the snapshot a fork was taken at."""

    setting: Setting
    key: bytes
    snapshot: dict[str, Any] | None = None


class Game:
    """A game in progress or finished.

    >>> import grognard
    >>> game = grognard.new("coalitions", "1805", players=4, seed=7)
    >>> game.to_act
    ('france',)
    >>> game.act("france", game.options("france")[0])
    """

    def __init__(self, rulebook: Rulebook, start: Start) -> None:
        self.rulebook = rulebook
        self.start = start
        self.history: list[Record] = []
        self.journal: list[tuple[int, Entry]] = []
        """Events with the step they happened in; step 0 is the set-up."""
        self.standing: dict[tuple[int, str], Answer] = {}
        """Orders of (seat, kind of reaction). Nobody but the seat may see its own."""
        self._undoable: list[Position] = []
        self._sealing: _Sealing | None = None
        self._checkpoints: list[Position] = []
        self.position = self._opening()
        self._note_events(0)

    # --- what is going on ---------------------------------------------------------------------------------------

    @property
    def setting(self) -> Setting:
        return self.start.setting

    @property
    def seats(self) -> tuple[str, ...]:
        return self.setting.seats

    @property
    def step(self) -> int:
        """How many actions have been taken."""
        return len(self.history)

    @property
    def over(self) -> bool:
        return not self.position.agenda

    @property
    def to_act(self) -> tuple[str, ...]:
        """The seats the game waits for."""
        keepers = {self.position.keeper[power] for power in self.position.deciding}
        return tuple(self.seats[seat] for seat in sorted(keepers))

    @property
    def reactions(self) -> tuple[str, ...]:
        """The kinds of reaction to which a seat may give a standing answer."""
        return tuple(sorted({d.reaction.kind for d in self.rulebook.procedures.decisions if d.reaction}))

    @property
    def result(self) -> dict[str, Any] | None:
        """How the game ended, or None."""
        return self.rulebook.result(self.position) if self.over else None

    def options(self, seat: str) -> list[NamedAction]:
        """Everything this seat may do now."""
        power = self.asked(self.seat_number(seat))
        offered = [] if power is None else self.position.options(power)
        return [self.setting.vocabulary.encode(action) for action in offered]

    def describe(self, action: NamedAction, seat: str | None = None) -> str:
        """An action in words."""
        decoded = self.setting.vocabulary.decode(action)
        if isinstance(decoded, Refusal):
            raise Refused(decoded)
        return self.rulebook.describe(self.position, decoded, None if seat is None else self.seat_number(seat))

    def explain(self, seat: str, action: object) -> Refusal | None:
        """Why not? None if the action is allowed."""
        checked = self._check(self.seat_number(seat), action)
        return checked if isinstance(checked, Refusal) else None

    def view(self, seat: str | None = None, since: int = 0) -> outlook.View:
        """Everything a seat may know (None: a spectator), as plain data, with the log from a step on."""
        return outlook.view(self, seat, since)

    def prompt(self, seat: str | None = None) -> outlook.Prompt | None:
        """What the game waits for: the decision, its clause, the question in words."""
        return outlook.prompt(self, seat)

    def log(self, seat: str | None = None, since: int = 0) -> list[outlook.Dispatch]:
        """The events this seat may know of, from a step on."""
        return outlook.log(self, seat, since)

    def tabletop(self, seat: str | None = None) -> Tabletop:
        """The game as it lies on a table, for a seat or a spectator: what `grognard.board(...).svg` draws."""
        return self.rulebook.tabletop(self.position, None if seat is None else self.seat_number(seat))

    def __str__(self) -> str:
        return self.rulebook.picture(self.position, None)

    # --- playing ------------------------------------------------------------------------------------------------

    def act(self, seat: str, action: object) -> None:
        """Take an action; Refused if it is not among the options, and then nothing has changed."""
        self._take(*self._allowed(seat, action), standing=False)
        self._answer_for_the_absent()

    def replay(self, seat: str, action: object, *, standing: bool) -> str:
        """Take an action as a file records it, without giving standing answers; the digest of what it led to."""
        number, allowed = self._allowed(seat, action)
        if standing and self.position.agenda[-1][0].reaction is None:
            raise Refused(Refusal("", "There is no standing answer to this question."))
        self._take(number, allowed, standing=standing)
        return self.history[-1].digest

    def order(self, seat: str, reaction: str, answer: Answer) -> None:
        """Set a seat's standing answer to a kind of reaction; it holds from now on, a question now open included."""
        number = self.seat_number(seat)
        if reaction not in self.reactions:
            raise UserError(Phrase("There is no reaction “{0}”. Reactions: {1}.", reaction, ", ".join(self.reactions)))
        if answer not in ("always", "never", "ask"):
            raise UserError(Phrase("A standing answer is always, never or ask, not “{0}”.", answer))
        if answer == "ask":
            self.standing.pop((number, reaction), None)
        else:
            self.standing[number, reaction] = answer
        self._answer_for_the_absent()

    def can_undo(self, seat: str) -> bool:
        """Whether the seat's last action can be taken back: nothing was rolled, shown or answered since."""
        number = self.seat_number(seat)
        last = bool(self._undoable) and self.history[-1].seat == number
        return last or self._sealed_answer(number) is not None

    def undo(self, seat: str) -> None:
        """Take back the seat's last action."""
        answered = self._sealed_answer(self.seat_number(seat))
        if answered is not None:
            self._withdraw(answered)
        elif self.can_undo(seat):
            self._go_back_to(self.step - 1, self._undoable.pop())
        else:
            raise Refused(Refusal("", "Nothing to undo: dice, a card or somebody's answer came in between."))

    # --- before deciding ----------------------------------------------------------------------------------------

    def binds(self, seat: str, action: object, rng: Random) -> Binding:
        """Whether and why an offered action can then no longer be taken back. Refused if it is not offered.

        It is tried in worlds the seat may imagine, so the answer gives nothing away. An only choice binds nobody.
        """
        number, allowed = self._allowed(seat, action)
        for _ in range(WORLDS):
            world = resample(self.rulebook, self.position, number, rng)
            power = world.asked(number)
            if len(world.options(power)) == 1 or (world.agenda[-1][0].sealed and len(world.waiting) > 1):
                return ""
            world.boundary = False
            world.act(power, allowed)
            if world.outcome is not None:
                return "end"
            if world.boundary:
                return "chance"
            if world.asked(number) < 0:
                return "others"
        return ""

    def odds(self, seat: str, action: object, rng: Random) -> Odds | None:
        """How the battle at hand (action None) or an offered action may end, from what the seat knows."""
        number, allowed = (self.seat_number(seat), None) if action is None else self._allowed(seat, action)
        return self.rulebook.odds(self.resample(seat, rng), number, allowed, rng)

    def reach(self, seat: str | None, piece: str, rng: Random) -> tuple[Reached, ...]:
        """Where a piece could get to, from what the seat knows (None: a spectator)."""
        number = None if seat is None else self.seat_number(seat)
        return self.rulebook.reach(self.resample(seat, rng), number, piece)

    # --- other worlds -------------------------------------------------------------------------------------------

    def clone(self) -> Game:
        """An independent copy of the game, record and all."""
        other = Game.__new__(Game)
        other.rulebook, other.start = self.rulebook, self.start
        other.history, other.journal = self.history[:], self.journal[:]
        other.standing = self.standing.copy()
        other._undoable, other._sealing = self._undoable[:], self._sealing
        other._checkpoints = self._checkpoints[:]
        other.position = self.position.clone()
        other.position.log = []
        return other

    def position_at(self, step: int) -> Position:
        """The position after that many actions: time travel."""
        if not 0 <= step <= self.step:
            raise UserError(Phrase("The game has {0} steps; there is no step {1}.", str(self.step), str(step)))
        base = min(step // CHECKPOINT_EVERY, len(self._checkpoints) - 1)
        position = self._checkpoints[base].clone()
        for record in self.history[base * CHECKPOINT_EVERY : step]:
            position.act(position.asked(record.seat), record.action)
        return position

    def fork(self, step: int | None = None, seat: str | None = None, seed: int | None = None) -> Game:
        """A new game from here (or from an earlier step) with dice of its own.

        With a seat, everything the seat may not know is drawn afresh: a study gives no secrets away.
        """
        position = self.position_at(self.step if step is None else step)
        key = dice.fresh_key() if seed is None else dice.key_from_seed(seed)
        if seat is not None:
            position = resample(self.rulebook, position, self.seat_number(seat), Random(key))  # noqa: S311 - fed by our key
        return Game(self.rulebook, Start(self.setting, key, self.rulebook.snapshot(position)))

    def resample(self, seat: str | None, rng: Random) -> Position:
        """A position drawn fairly among all those consistent with what a seat knows, with a fresh dice key."""
        return resample(self.rulebook, self.position, None if seat is None else self.seat_number(seat), rng)

    def twin(self, seat: str | None, rng: Random) -> Game:
        """This game, its record included, in a world the seat cannot tell from the real one.

        What happens next happens in that world; what can be undone is still of the real one.
        """
        other = self.clone()
        other.position = self.resample(seat, rng)
        other.position.log = []
        return other

    def snapshot(self) -> bytes:
        """The position as JSON, without the log."""
        return msgspec.json.encode(self.rulebook.snapshot(self.position))

    def digest(self) -> str:
        """The fingerprint of the position, keyed so that it gives nothing away before the key is published."""
        return blake2b(self.snapshot(), digest_size=16, key=self.start.key).hexdigest()

    def save(self, path: str | Path) -> None:
        """Write the game file; the previous file stays intact if anything goes wrong."""
        from grognard.engine.gamefile import save  # noqa: PLC0415 - the file format knows the game, not the reverse

        save(self, Path(path))

    # --- the works ----------------------------------------------------------------------------------------------

    def _opening(self) -> Position:
        setting, key, snapshot = self.start.setting, self.start.key, self.start.snapshot
        if snapshot is None:
            position = self.rulebook.set_up(setting, key)
        else:
            position = self.rulebook.restore(setting, snapshot, key)
        position.log = position.log or []
        position.advance()
        self._checkpoints.append(position.clone())
        return position

    def seat_number(self, seat: str) -> int:
        try:
            return self.seats.index(seat)
        except ValueError:
            raise Refused(
                Refusal("", Phrase("There is no seat “{0}”. Seats: {1}.", seat, ", ".join(self.seats)))
            ) from None

    def asked(self, seat: int) -> int | None:
        """The power the seat has to decide for now."""
        power = self.position.asked(seat)
        return None if power < 0 else power

    def _allowed(self, seat: str, action: object) -> tuple[int, Action]:
        """The seat and the action in ints; Refused if it is not offered."""
        checked = self._check(self.seat_number(seat), action)
        if isinstance(checked, Refusal):
            raise Refused(checked)
        return self.seat_number(seat), checked

    def _check(self, seat: int, action: object) -> Action | Refusal:
        """The action in ints if it is offered, else why not."""
        if self.over:
            return GAME_OVER
        decoded = self.setting.vocabulary.decode(action)
        if isinstance(decoded, Refusal):
            return decoded
        power = self.asked(seat)
        if power is None:
            return Refusal("", Phrase("It is not your decision: the game waits for {0}.", ", ".join(self.to_act)))
        decision, arguments = self.position.question(power)
        if decoded in decision.options(self.position, *arguments):
            return decoded
        refusal = decision.refuse(self.position, decoded, *arguments) if decision.refuse else None
        return refusal or Refusal(decision.clause, "That is not one of the choices of this decision.")

    def _take(self, seat: int, action: Action, *, standing: bool) -> None:
        position = self.position
        power = self.asked(seat)
        if power is None:
            raise AssertionError("an action was taken for a seat that is not asked")
        before = position.clone()
        decision: Decision = position.agenda[-1][0]
        if self.history and self.history[-1].seat != seat:
            self._undoable.clear()
        if decision.sealed and self._sealing is None:
            self._sealing = _Sealing(self.step, before, tuple(self._undoable))
        position.boundary = False
        try:
            position.act(power, action)
        except BaseException:
            # A fault in the rules must not leave half an action behind.
            self._go_back_to(self.step, before)
            raise
        if decision.sealed or position.boundary:
            self._undoable.clear()
        else:
            self._undoable.append(before)
        if not position.answers:
            self._sealing = None
        self.history.append(Record(seat, action, standing, self.digest()))
        self._note_events(self.step)
        if standing and decision.reaction is not None:
            answer = "always" if action == decision.reaction.always else "never"
            told = StandingAnswer(seat, decision.reaction.kind, answer)
            self.journal.append((self.step, Entry(decision.clause, (seat,), told)))
        if self.step % CHECKPOINT_EVERY == 0:
            self._checkpoints.append(position.clone())

    def _answer_for_the_absent(self) -> None:
        """Give the standing answers, as long as the game asks for them."""
        while not self.over:
            position = self.position
            decision: Decision = position.agenda[-1][0]
            if decision.reaction is None or decision.sealed:
                return
            power = position.agenda[-1][1]
            seat = position.keeper[power]
            answer = self.standing.get((seat, decision.reaction.kind))
            if answer is None:
                return
            action = decision.reaction.always if answer == "always" else decision.reaction.never
            if action not in position.options(power):
                return
            self._take(seat, action, standing=True)

    def _sealed_answer(self, seat: int) -> int | None:
        """The step at which the seat gave its last sealed answer, if that is not opened yet."""
        if self._sealing is None:
            return None
        steps = range(self.step - 1, self._sealing.step - 1, -1)
        return next((step for step in steps if self.history[step].seat == seat), None)

    def _withdraw(self, step: int) -> None:
        """Take one sealed answer back, leaving the others where they are."""
        sealing = self._sealing
        if sealing is None:
            raise AssertionError("a sealed answer without the question it answers")
        others = self.history[sealing.step : step] + self.history[step + 1 :]
        self._go_back_to(sealing.step, sealing.position)
        self._undoable = list(sealing.undoable)
        self._sealing = None
        for record in others:
            self._take(record.seat, record.action, standing=False)

    def _go_back_to(self, step: int, position: Position) -> None:
        self.position = position.clone()
        self.position.log = []
        del self.history[step:]
        while self.journal and self.journal[-1][0] > step:
            self.journal.pop()
        del self._checkpoints[step // CHECKPOINT_EVERY + 1 :]

    def _note_events(self, step: int) -> None:
        log = self.position.log
        if log:
            self.journal.extend((step, entry) for entry in log)
            log.clear()


def new(
    game: str,
    scenario: str | None = None,
    *,
    players: int | None = None,
    seed: int | None = None,
    data: str | Path | None = None,
    **options: OptionValue,
) -> Game:
    """Start a game. With a seed the dice can be had again; without one nobody can predict them."""
    rulebook = registry.rulebook(game)
    if scenario is None:
        scenario = rulebook.scenarios()[0].id
    setting = rulebook.setting(scenario, players, options, None if data is None else Path(data))
    key = dice.fresh_key() if seed is None else dice.key_from_seed(seed)
    return Game(rulebook, Start(setting, key))
