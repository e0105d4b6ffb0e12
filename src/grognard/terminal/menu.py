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
    by_piece = _by_piece(actions, vocabulary, label, most)
    if len(by_piece) <= most:
        return tuple(by_piece)
    return tuple(_verb(verb, same, vocabulary, label) for verb, same in _grouped(actions, _verb_of).items())


def _by_piece(actions: Sequence[Action], vocabulary: Vocabulary, label: Label, most: int) -> list[Entry]:
    """One line for all that can be done with a piece; verbs that need no piece keep a line of their own."""
    found: list[Entry] = []
    single = {verb for verb, same in _grouped(actions, _verb_of).items() if max(map(len, same)) <= 2}
    handled = {(_kind_of_piece(a, vocabulary), a[1]) for a in actions if a[0] not in single}

    def key(action: Action) -> tuple[Any, ...]:
        piece = (_kind_of_piece(action, vocabulary), action[1]) if len(action) > 1 else None
        return piece if piece in handled else (action[0],)

    for group, some in _grouped(actions, key).items():
        if len(group) == 1:
            found.append(_verb(group[0], some, vocabulary, label))
        elif len(some) == 1:
            found.append(Entry(_text(some[0], vocabulary, label), some[0]))
        else:
            kind, piece = group
            name = label(kind, piece)
            found.append(
                Entry(f"{_capital(name)}: {len(some)} options", None, _with_piece(some, vocabulary, label, most))
            )
    return found


def _with_piece(actions: Sequence[Action], vocabulary: Vocabulary, label: Label, most: int) -> tuple[Entry, ...]:
    """What can be done with the piece just chosen, which needs no further mention."""
    if len(actions) <= 2 * most:
        return tuple(Entry(_text(action, vocabulary, label, chosen=True), action) for action in actions)
    return tuple(_verb(verb, same, vocabulary, label) for verb, same in _grouped(actions, _verb_of).items())


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


def _verb_of(action: Action) -> str:
    return str(action[0])


def _kind_of_piece(action: Action, vocabulary: Vocabulary) -> str:
    return (vocabulary.kinds_of(action[0], len(action) - 1) or ("",))[0]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _text(action: Action, vocabulary: Vocabulary, label: Label, *, chosen: bool = False) -> str:
    words = _words(action, vocabulary, label)
    if chosen and len(words) > 1:
        words[0] = ""
    return " ".join(vocabulary.verbs[action[0]].label.format(*words, all=", ".join(words)).split())


def _words(action: Action, vocabulary: Vocabulary, label: Label) -> list[str]:
    kinds = vocabulary.kinds_of(action[0], len(action) - 1) or ()
    return [label(kind, value) for kind, value in zip(kinds, action[1:], strict=True)]


def _verb(verb: str, actions: Sequence[Action], vocabulary: Vocabulary, label: Label) -> Entry:
    """All of a verb behind one line."""
    if len(actions) == 1:
        return Entry(_text(actions[0], vocabulary, label), actions[0])
    arguments = max(len(action) for action in actions) - 1
    title = f"{vocabulary.verbs[verb].label.format(*('…',) * arguments, all='…')} ({len(actions)})"
    pieces = _grouped(actions, lambda action: action[1]) if arguments > 1 else {}
    if len(pieces) > 1:
        return Entry(title, None, tuple(_piece(verb, piece, some, vocabulary, label) for piece, some in pieces.items()))
    return Entry(title, None, tuple(Entry(", ".join(_words(a, vocabulary, label)), a) for a in actions))


def _piece(verb: str, piece: Any, actions: Sequence[Action], vocabulary: Vocabulary, label: Label) -> Entry:
    """All that a verb can do with one piece behind one line."""
    if len(actions) == 1:
        return Entry(_text(actions[0], vocabulary, label), actions[0])
    kinds = vocabulary.kinds_of(verb, len(actions[0]) - 1) or ()
    words = [label(kinds[0], piece), *("…",) * (len(kinds) - 1)]
    title = vocabulary.verbs[verb].label.format(*words, all=", ".join(words))
    under = tuple(Entry(", ".join(_words(action, vocabulary, label)[1:]), action) for action in actions)
    return Entry(f"{title} ({len(actions)})", None, under)
