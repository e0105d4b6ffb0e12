"""What a game must offer to be played: the contract between the engine and a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec

from grognard.engine.chronicle import Clash, Settled
from grognard.engine.counsel import Odds, Reached
from grognard.engine.decision import Action
from grognard.engine.events import Entry
from grognard.engine.figures import Figure
from grognard.engine.judgement import Judgement
from grognard.engine.margin import Margin
from grognard.engine.position import Position
from grognard.engine.refusal import Phrase, Refusal, UserError
from grognard.engine.shape import Fields, Shape
from grognard.engine.sheet import Sheet, as_text
from grognard.engine.tabletop import Tabletop, from_sheet
from grognard.engine.vocabulary import Procedures, Vocabulary
from grognard.engine.words import Catalogue, as_name, catalogue

OptionValue = str | int | bool
_IGNORANCE = Judgement()
_NOTHING = Shape(0, Fields({}))


class Choice(msgspec.Struct, frozen=True):
    """An option of a game: its values, the first being the default, and what it changes."""

    name: str
    values: tuple[OptionValue, ...]
    about: str
    line_up: tuple[str, ...] = ()
    """Where it says who has a player: the powers, of which several joined by “+” are a value too."""


def settle(
    title: str, choices: Sequence[Choice], given: Mapping[str, OptionValue], figures: Sequence[Figure] = ()
) -> dict[str, OptionValue]:
    """The options of a game: those given, if they can be, the defaults of the rest, and the figures that are set."""
    settled = {choice.name: choice.values[0] for choice in choices}
    known = {choice.name: choice for choice in choices}
    numbers = {figure.name: figure for figure in figures}
    for name, value in given.items():
        if name in numbers:
            settled[name] = numbers[name].check(value)
            continue
        choice = known.get(name)
        if choice is None:
            raise UserError(Phrase("{0} has no option “{1}”. Options: {2}.", title, name, ", ".join(known)))
        listed = any(value == v and type(value) is type(v) for v in choice.values)
        if not listed and not (choice.line_up and isinstance(value, str)):
            allowed = ", ".join(str(v).lower() for v in choice.values)
            raise UserError(Phrase("Option {0} is one of {1}, not “{2}”.", name, allowed, str(value)))
        settled[name] = value
    return settled


class ScenarioSummary(msgspec.Struct, frozen=True):
    """What a lobby needs to know of a scenario."""

    id: str
    name: str
    players: tuple[int, ...]
    about: str


class Setting:
    """Everything about one game that never changes while it is played."""

    game: str
    scenario: str
    players: int
    options: dict[str, OptionValue]
    seats: tuple[str, ...]
    powers: tuple[str, ...]
    vocabulary: Vocabulary
    data_digest: str
    """The digest of the data files played with."""


class Rulebook(ABC):
    """A game. One object of this kind stands behind each entry point of the group ``grognard.games``."""

    id: ClassVar[str]
    title: ClassVar[str]
    designer: ClassVar[str]
    version: ClassVar[str]
    """Of the rules as coded: a file says by which it was played."""
    procedures: ClassVar[Procedures]
    package: ClassVar[str]
    """Where its data and ledger live."""
    power_names: ClassVar[tuple[str, ...]] = ("power",)
    """The kinds of names its catalogue has for powers."""
    space_names: ClassVar[tuple[str, ...]] = ("space",)
    """The kinds of names its catalogue has for the spaces of its boards."""

    @property
    def words(self) -> Catalogue:
        """Its words in every language it knows."""
        return catalogue(self.package)

    @abstractmethod
    def scenarios(self) -> tuple[ScenarioSummary, ...]: ...

    @abstractmethod
    def choices(self) -> tuple[Choice, ...]: ...

    def figures(self) -> tuple[Figure, ...]:
        """The numbers an experiment may set: `setting` takes them among the options."""
        return ()

    @abstractmethod
    def variants(self) -> tuple[tuple[str, int, dict[str, OptionValue]], ...]:
        """Every sensible (scenario, players, options): what the conformance suite and the fuzzer range over."""

    @abstractmethod
    def setting(
        self, scenario: str, players: int | None, options: Mapping[str, OptionValue], data: Path | None
    ) -> Setting:
        """Check what a user asks for; UserError says what is wrong."""

    @abstractmethod
    def set_up(self, setting: Setting, key: bytes) -> Position:
        """The position before the first decision."""

    @abstractmethod
    def snapshot(self, position: Position) -> dict[str, Any]:
        """The whole position as plain data, without the key and the log."""

    @abstractmethod
    def restore(self, setting: Setting, snapshot: Mapping[str, Any], key: bytes) -> Position:
        """The position again. Raises ValueError, KeyError or TypeError for what is no snapshot."""

    @abstractmethod
    def resample(self, position: Position, seat: int | None, rng: Random) -> Position:
        """A copy in which all that the seat may not know (None: a spectator) is drawn afresh, fairly."""

    def counterpart(self, position: Position, twin: Position, action: Action, seat: int | None) -> Action | None:  # noqa: ARG002 - for games with hidden pieces
        """The action of a twin world that the seat cannot tell from this one, or None: where another piece stands in
        the place of the one that acts, it is that piece's action."""
        return action

    @abstractmethod
    def view(self, position: Position, seat: int | None) -> dict[str, Any]:
        """All that the seat may know of the board, and nothing else, as plain data with names."""

    @abstractmethod
    def faults(self, position: Position) -> list[str]:
        """What is wrong with a position: pieces lost or doubled, limits broken. Empty in a sound one."""

    @abstractmethod
    def sheet(self, position: Position, seat: int | None) -> Sheet:
        """The view as tables, regions and hands, for any client to draw."""

    def picture(self, position: Position, seat: int | None) -> str:
        """The view as text."""
        return as_text(self.sheet(position, seat))

    def tabletop(self, position: Position, seat: int | None) -> Tabletop:
        """The view as a board with pieces, panels and what may be clicked, for the web table."""
        return from_sheet(self, position, seat, self.sheet(position, seat))

    @abstractmethod
    def label(self, position: Position, kind: str, value: Any, seat: int | None) -> str:
        """What a player calls this thing now, such as a general by where it stands."""

    @abstractmethod
    def tale(self, position: Position, entry: Entry) -> str:
        """An event as a sentence."""

    def margin(self, position: Position, entry: Entry) -> Margin:  # noqa: ARG002 - for games that have more to say
        """How the log shows an event besides its sentence: icon, heading, dice, what it speaks of."""
        return Margin()

    def odds(self, position: Position, seat: int, action: Action | None, rng: Random) -> Odds | None:  # noqa: ARG002 - as above
        """How the battle at hand, or an action, may end; None if there is nothing to reckon.

        The position is one the seat may imagine, drawn afresh: look at no other, and draw more with `resample`.
        """
        return None

    def reach(self, position: Position, seat: int | None, piece: str) -> tuple[Reached, ...]:  # noqa: ARG002 - as above
        """Where a piece on the tabletop could get to, whoever's turn it is. As for `odds`, it is drawn afresh."""
        return ()

    @abstractmethod
    def event_data(self, position: Position, entry: Entry) -> dict[str, Any]:
        """An event as plain data with the ids of things."""

    @abstractmethod
    def result(self, position: Position) -> dict[str, Any]:
        """How a finished game ended: its `winners` (powers), in what `way`, in which `round`, and what else matters."""

    def round_of(self, position: Position) -> int:  # noqa: ARG002 - for games that are studied
        """The round that is played, a number that only grows: the lab looks at the scores when it changes."""
        return 0

    def scores(self, position: Position) -> dict[str, float]:  # noqa: ARG002 - as above
        """How near each power is to winning, by what the game itself counts: the highest leads."""
        return {}

    def clash(self, position: Position, entry: Entry) -> Clash | Settled | None:  # noqa: ARG002 - as above
        """The battle that an event begins or ends, for statistics."""
        return None

    def cannot_confer(self, position: Position, seats: tuple[int, ...]) -> Refusal | None:  # noqa: ARG002 - for games
        """Why these seats may not talk among themselves now. What everybody at the table hears is always free."""
        return None

    def judgement(self) -> Judgement:
        """What players need to know to play it well. Without one of its own they learn by trial alone."""
        return _IGNORANCE

    def shape(self) -> Shape:
        """What can stand where in a view. Without one, programs that learn are shown the questions and nothing else."""
        return _NOTHING

    def describe(self, position: Position, action: Action, seat: int | None) -> str:
        """An action as a short label."""
        vocabulary = self.vocabulary_of(position)
        kinds = vocabulary.kinds_of(action[0], len(action) - 1) or ()
        words = [
            as_name(self.label(position, kind, value, seat)) for kind, value in zip(kinds, action[1:], strict=True)
        ]
        label = self.words.action(action[0], vocabulary.verbs[action[0]].label)
        return label.format(*words, all=", ".join(words))

    @abstractmethod
    def vocabulary_of(self, position: Position) -> Vocabulary: ...
