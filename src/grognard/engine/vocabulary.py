"""The words of a game: names at the edges, small integers inside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from grognard.engine.decision import Action, Decision, Procedure, Task
from grognard.engine.refusal import NOT_AN_ACTION, Phrase, Refusal

F = TypeVar("F", bound=Procedure)

NUMBER = "number"
"""The one kind every game has: an int that stands for itself."""
LONGEST_ACTION = 12
UNKNOWN_VERB = "Unknown verb {0}."
TAKES = "“{0}” takes {1}."
NOT_A_KIND = "{0} is not a {1}."
LARGEST_NUMBER = 1_000_000


class Kind(NamedTuple):
    """A kind of thing an argument can be, such as a territory: its ids (used in files) and its display names."""

    ids: tuple[str, ...]
    names: tuple[str, ...]


class Verb(NamedTuple):
    """What an action does: the kinds of its arguments (a last kind with * may repeat) and a short label."""

    kinds: tuple[str, ...]
    label: str


class Vocabulary:
    """Translates actions between ints and names."""

    def __init__(self, kinds: dict[str, Kind], verbs: dict[str, Verb]) -> None:
        self.kinds = kinds
        self.verbs = verbs
        self._index = {k: {name: i for i, name in enumerate(kind.ids)} for k, kind in kinds.items()}

    def kinds_of(self, verb: str, count: int) -> tuple[str, ...] | None:
        """The kinds of `count` arguments of a verb; None if it does not take so many."""
        kinds = self.verbs[verb].kinds
        if kinds and kinds[-1].endswith("*"):
            fixed, last = kinds[:-1], kinds[-1][:-1]
            return (*fixed, *(last,) * (count - len(fixed))) if count >= len(fixed) else None
        return kinds if len(kinds) == count else None

    def id_of(self, kind: str, value: int) -> str | int:
        return value if kind == NUMBER else self.kinds[kind].ids[value]

    def index(self, kind: str, name: str) -> int:
        """The int behind a name; KeyError if there is none."""
        return self._index[kind][name]

    def encode(self, action: Action) -> tuple[str | int, ...]:
        """The same action with names."""
        kinds = self.kinds_of(action[0], len(action) - 1) or ()
        return (action[0], *map(self.id_of, kinds, action[1:]))

    def decode(self, action: object) -> Action | Refusal:
        """The same action with ints, from anything anybody may send."""
        if not isinstance(action, list | tuple) or not 0 < len(action) <= LONGEST_ACTION:
            return NOT_AN_ACTION
        verb, *arguments = action
        if not isinstance(verb, str) or verb not in self.verbs:
            return Refusal("", Phrase(UNKNOWN_VERB, _shown(verb)))
        kinds = self.kinds_of(verb, len(arguments))
        if kinds is None:
            return Refusal("", Phrase(TAKES, verb, ", ".join(self.verbs[verb].kinds) or "no arguments"))
        decoded: list[Any] = [verb]
        for kind, argument in zip(kinds, arguments, strict=True):
            if kind == NUMBER:
                value = argument if _is_number(argument) else None
            else:
                value = self._index[kind].get(argument) if isinstance(argument, str) else None
            if value is None:
                return Refusal("", Phrase(NOT_A_KIND, _shown(argument), kind))
            decoded.append(value)
        return tuple(decoded)


def _is_number(thing: object) -> bool:
    return isinstance(thing, int) and not isinstance(thing, bool) and abs(thing) <= LARGEST_NUMBER


def _shown(thing: object) -> str:
    """A hostile value, short enough to print."""
    if isinstance(thing, int) and abs(thing) > LARGEST_NUMBER:
        return "A number so large"
    text = repr(thing) if isinstance(thing, str | int | float | bool | None) else type(thing).__name__
    return text if len(text) <= 40 else text[:39] + "…"


class Procedures:
    """The procedures and decisions of a game by name, so that an agenda can be written down and read back."""

    def __init__(self) -> None:
        self._by_name: dict[str, Procedure | Decision] = {}

    def procedure(self, function: F) -> F:
        """Mark a function as one that may stand on the agenda."""
        self._add(function.__name__, function)
        return function

    def decision(self, decision: Decision) -> Decision:
        """Mark a decision as one that may stand on the agenda."""
        self._add(decision.name, decision)
        return decision

    def _add(self, name: str, thing: Procedure | Decision) -> None:
        if name in self._by_name:
            raise ValueError(f"two procedures are called {name}")
        self._by_name[name] = thing

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(d for d in self._by_name.values() if isinstance(d, Decision))

    def write(self, agenda: Iterable[Task]) -> list[list[Any]]:
        return [[t[0].name if isinstance(t[0], Decision) else t[0].__name__, *t[1:]] for t in agenda]

    def read(self, entries: Iterable[Sequence[Any]]) -> list[Task]:
        return [(self._by_name[name], *arguments) for name, *arguments in entries]
