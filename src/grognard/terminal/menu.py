"""The options as a numbered list: flat while they are few, by verb and by piece when they are many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from grognard.engine.decision import Action
from grognard.engine.vocabulary import Vocabulary

Label = Callable[[str, Any], str]
"""What a player calls a thing: (kind, value) -> words."""


class Entry(NamedTuple):
    """A line of the menu: an action, or a menu of its own."""

    text: str
    action: Action | None = None
    under: tuple[Entry, ...] = ()


def menu(actions: Sequence[Action], vocabulary: Vocabulary, label: Label, most: int) -> tuple[Entry, ...]:
    """A menu of at most so many lines where grouping can do it, every action in it exactly once."""
    if len(actions) <= most:
        return tuple(Entry(_text(action, vocabulary, label), action) for action in actions)
    verbs = _grouped(actions, lambda action: action[0])
    by_piece: list[Entry] = []
    for verb, same in verbs.items():
        pieces = _grouped(same, lambda action: action[1]) if len(same[0]) > 2 else {}
        if len(pieces) > 1:
            by_piece += [_piece(verb, piece, some, vocabulary, label) for piece, some in pieces.items()]
        else:
            by_piece += [_verb(verb, same, vocabulary, label)]
    if len(by_piece) <= most:
        return tuple(by_piece)
    return tuple(_verb(verb, same, vocabulary, label) for verb, same in verbs.items())


def pick(entries: tuple[Entry, ...], numbers: Sequence[int]) -> Entry | None:
    """The line that a row of numbers leads to; None if one of them is not there."""
    found = Entry("", None, entries)
    for number in numbers:
        if not 1 <= number <= len(found.under):
            return None
        found = found.under[number - 1]
    return found


def _grouped(actions: Sequence[Action], key: Callable[[Action], Any]) -> dict[Any, list[Action]]:
    groups: dict[Any, list[Action]] = {}
    for action in actions:
        groups.setdefault(key(action), []).append(action)
    return groups


def _text(action: Action, vocabulary: Vocabulary, label: Label) -> str:
    words = _words(action, vocabulary, label)
    return vocabulary.verbs[action[0]].label.format(*words, all=", ".join(words))


def _words(action: Action, vocabulary: Vocabulary, label: Label) -> list[str]:
    kinds = vocabulary.kinds_of(action[0], len(action) - 1) or ()
    return [label(kind, value) for kind, value in zip(kinds, action[1:], strict=True)]


def _verb(verb: str, actions: Sequence[Action], vocabulary: Vocabulary, label: Label) -> Entry:
    """All of a verb behind one line."""
    if len(actions) == 1:
        return Entry(_text(actions[0], vocabulary, label), actions[0])
    arguments = max(len(action) for action in actions) - 1
    title = vocabulary.verbs[verb].label.format(*("…",) * arguments, all="…")
    if arguments > 1:
        pieces = _grouped(actions, lambda action: action[1])
        if len(pieces) > 1:
            under = tuple(_piece(verb, piece, some, vocabulary, label) for piece, some in pieces.items())
            return Entry(f"{title} ({len(actions)})", None, under)
    under = tuple(Entry(", ".join(_words(action, vocabulary, label)), action) for action in actions)
    return Entry(f"{title} ({len(actions)})", None, under)


def _piece(verb: str, piece: Any, actions: Sequence[Action], vocabulary: Vocabulary, label: Label) -> Entry:
    """All that a verb can do with one piece behind one line."""
    if len(actions) == 1:
        return Entry(_text(actions[0], vocabulary, label), actions[0])
    kinds = vocabulary.kinds_of(verb, len(actions[0]) - 1) or ()
    words = [label(kinds[0], piece), *("…",) * (len(kinds) - 1)]
    title = vocabulary.verbs[verb].label.format(*words, all=", ".join(words))
    under = tuple(Entry(", ".join(_words(action, vocabulary, label)[1:]), action) for action in actions)
    return Entry(f"{title} ({len(actions)})", None, under)
