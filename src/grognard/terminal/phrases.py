"""What a player types, read as an action: verbs and things by any unique beginning of their names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.engine.refusal import Refusal
from grognard.engine.vocabulary import NUMBER

FILLERS = frozenset({"a", "an", "at", "by", "from", "in", "of", "the", "to", "with"})
MOST_READINGS = 2_000
MOST_TYPED = 12
"""Words of a line that are looked at."""
EXACT, BEGINNING = 3, 1


class Phrase(NamedTuple):
    """An action with the words it can be called by: those of its verb and those of each argument."""

    action: Action
    whole_verb: str
    verb: frozenset[str]
    arguments: tuple[frozenset[str], ...]


def words_of(text: str) -> list[str]:
    """The words of a text without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"[a-z0-9]+", "".join(c for c in plain if not unicodedata.combining(c)))


class Phrasebook:
    """The words of a position, as one seat would use them."""

    def __init__(self, game: Game, seat: str) -> None:
        self._game = game
        self._number = game.seat_number(seat)
        self._vocabulary = game.setting.vocabulary
        self._called: dict[tuple[str, Any], frozenset[str]] = {}

    def label(self, kind: str, value: Any) -> str:
        """What the seat calls a thing now."""
        return self._game.rulebook.label(self._game.position, kind, value, self._number)

    def phrase(self, action: Action) -> Phrase:
        kinds = self._vocabulary.kinds_of(action[0], len(action) - 1) or ()
        arguments = tuple(self._calls(kind, value) for kind, value in zip(kinds, action[1:], strict=True))
        return Phrase(action, "".join(words_of(action[0])), self._verb(action[0]), arguments)

    def _verb(self, verb: str) -> frozenset[str]:
        label = re.sub(r"\{.*?\}", " ", self._vocabulary.verbs[verb].label)
        return frozenset((*words_of(verb), *words_of(label), "".join(words_of(verb))))

    def _calls(self, kind: str, value: Any) -> frozenset[str]:
        found = self._called.get((kind, value))
        if found is None:
            names = [str(value)] if kind == NUMBER else [self._vocabulary.kinds[kind].ids[value]]
            if kind != NUMBER:
                names += [self._vocabulary.kinds[kind].names[value], self.label(kind, value)]
            found = frozenset(word for name in names for word in words_of(name))
            self._called[kind, value] = found
        return found

    # --- an action that is not offered ----------------------------------------------------------------------------

    def guesses(self, typed: str, offered: Sequence[Action]) -> list[Action]:
        """The actions a line most likely means, offered or not."""
        words = words_of(typed)[:MOST_TYPED]
        if not words:
            return []
        verbs = [verb for verb in self._vocabulary.verbs if _fit(words[0], self._verb(verb))]
        named = words[1:] if verbs else words
        verbs = verbs or list(dict.fromkeys(action[0] for action in offered))
        found: list[Phrase] = []
        for verb in verbs:
            choices = [self._values(kind, named, verb, i, offered) for i, kind in enumerate(self._kinds(verb, named))]
            found += [self.phrase((verb, *values)) for values in islice(product(*choices), MOST_READINGS)]
        return [phrase.action for phrase in best(words, found)]

    def misread(self, typed: str) -> str:
        """What of a line is no action of this game, and what it should have been."""
        words = words_of(typed)[:MOST_TYPED]
        verbs = self._vocabulary.verbs
        verb = next((v for v in verbs if words and words[0] == "".join(words_of(v))), None)
        verb = verb or next((v for v in verbs if words and _fit(words[0], self._verb(v))), None)
        if verb is None:
            return f"“{typed}” names no action of this game. Actions begin with one of: {', '.join(verbs)}."
        named = [word for word in words[1:] if word not in FILLERS]
        kinds = self._kinds(verb, named)
        takes = f"“{verb}” is followed by {' and '.join(f'a {kind}' for kind in kinds)}." if kinds else ""
        strange = next((i for i, (w, k) in enumerate(zip(named, kinds, strict=False)) if not self._fits(w, k)), None)
        if strange is not None:
            return f"{takes} No {kinds[strange]} is called “{named[strange]}” now."
        return takes if kinds else f"“{verb}” stands alone: nothing follows it."

    def _fits(self, word: str, kind: str) -> bool:
        if kind == NUMBER:
            return word.isdecimal()
        return any(_fit(word, self._calls(kind, value)) for value in range(len(self._vocabulary.kinds[kind].ids)))

    def _kinds(self, verb: str, named: list[str]) -> tuple[str, ...]:
        """The kinds of a verb's arguments; those that may repeat, once for each word left."""
        kinds = self._vocabulary.verbs[verb].kinds
        if kinds and kinds[-1].endswith("*"):
            fixed = len(kinds) - 1
            return self._vocabulary.kinds_of(verb, fixed + min(3, max(1, len(named) - fixed))) or ()
        return kinds

    def _values(self, kind: str, named: list[str], verb: str, place: int, offered: Sequence[Action]) -> list[Any]:
        """What an argument may be: the things that are named, else those offered in its place."""
        if kind == NUMBER:
            numbers = [int(word) for word in named if word.isdecimal() and len(word) < 7]
            return numbers or [0]
        values = range(len(self._vocabulary.kinds[kind].ids))
        fitting = [value for value in values if any(_fit(word, self._calls(kind, value)) for word in named)]
        if fitting:
            return fitting
        return list(dict.fromkeys(a[1 + place] for a in offered if a[0] == verb and len(a) > 1 + place))[:8]


def best(words: Sequence[str], phrases: Iterable[Phrase]) -> list[Phrase]:
    """The phrases that fit the words best: all words in their order, the verb first or left out."""
    found: list[Phrase] = []
    top = 0
    for phrase in phrases:
        score = _score(words, phrase)
        if score > top:
            found, top = [phrase], score
        elif score == top and score:
            found.append(phrase)
    return found


def _fit(word: str, called: frozenset[str]) -> int:
    if word in called:
        return EXACT
    return BEGINNING if any(name.startswith(word) for name in called) else 0


def _score(words: Sequence[str], phrase: Phrase) -> int:
    """How well a phrase fits; 0 if some word does not."""
    if not words:
        return 0
    arguments = [word for word in words if word not in FILLERS]
    without_verb = _score_arguments(arguments, phrase.arguments)
    verb = EXACT + 1 if words[0] == phrase.whole_verb else _fit(words[0], phrase.verb)
    if not verb:
        return without_verb
    rest = [word for word in words[1:] if word not in FILLERS]
    more_of_verb = len(rest)
    while more_of_verb and not all(_fit(word, phrase.verb) for word in rest[:more_of_verb]):
        more_of_verb -= 1
    scores = [
        verb + BEGINNING * skipped + (_score_arguments(rest[skipped:], phrase.arguments) or 0)
        for skipped in range(more_of_verb + 1)
        if not rest[skipped:] or _score_arguments(rest[skipped:], phrase.arguments)
    ]
    return max([without_verb, *scores])


def _score_arguments(words: Sequence[str], arguments: tuple[frozenset[str], ...]) -> int:
    """The words spread over the arguments in their order; 0 if one of them is left over."""
    if not words:
        return 0
    # reached[i]: the best score of the words so far with the last of them said of argument i
    reached: list[int] = [_fit(words[0], called) for called in arguments]
    for word in words[1:]:
        step, highest = [], 0
        for before, called in zip(reached, arguments, strict=True):
            highest = max(highest, before)
            fit = _fit(word, called)
            step.append(highest + fit if fit and highest else 0)
        reached = step
    return max(reached, default=0)


def offered_actions(game: Game, seat: str) -> list[Action]:
    """The options of a seat, in ints."""
    decoded = (game.setting.vocabulary.decode(action) for action in game.options(seat))
    return [action for action in decoded if not isinstance(action, Refusal)]
