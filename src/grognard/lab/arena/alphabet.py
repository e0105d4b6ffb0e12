"""Factored actions: every action of a game spelled in words of one small alphabet, the same for all its scenarios.

A decision may offer hundreds of actions, and the next one quite different ones. Spelled out they share their words: a
verb, then its arguments, each a word of its kind. One step of an environment chooses one word. After each choice only
words remain with which an offered action can go on, and where a single word can follow it is filled in. So every way
through is exactly one offered action, and every offered action has exactly one way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from grognard.engine.decision import Action
from grognard.engine.rulebook import Rulebook, Setting
from grognard.engine.vocabulary import NUMBER, Verb

WAIT = 0
"""The word of a seat that has nothing to decide."""
END = 1
"""Closes an action that could go on: one whose verb takes any number of arguments."""
GROUP = 100
"""Numbers below this are one word. Larger ones are written in groups of two digits, after a <more> for each but one."""


class Alphabet:
    """The words of a game."""

    def __init__(self, verbs: Mapping[str, Verb], kinds: Mapping[str, tuple[str, ...]]) -> None:
        self._verbs = verbs
        words = ["<wait>", "<end>"]
        self._verb = {verb: len(words) + i for i, verb in enumerate(verbs)}
        words += verbs
        self._members: dict[str, dict[str, int]] = {}
        for kind, ids in kinds.items():
            self._members[kind] = {member: len(words) + i for i, member in enumerate(ids)}
            words += [f"{kind} {member}" for member in ids]
        self._zero = len(words)
        words += [f"number {n}" for n in range(GROUP)]
        self._more, self._minus = len(words), len(words) + 1
        words += ["<more>", "<minus>"]
        self.words = tuple(words)
        """What each number means."""

    def __len__(self) -> int:
        return len(self.words)

    def word(self, kind: str, member: str | int) -> tuple[int, ...]:
        """A thing of a kind, spelled."""
        return self._number(int(member)) if kind == NUMBER else (self._members[kind][str(member)],)

    def spell(self, action: Iterable[str | int]) -> tuple[int, ...]:
        """An action with names, spelled."""
        verb, *arguments = action
        kinds = self._verbs[str(verb)].kinds
        spelled = [self._verb[str(verb)]]
        for place, argument in enumerate(arguments):
            spelled += self.word(kinds[min(place, len(kinds) - 1)].removesuffix("*"), argument)
        if kinds and kinds[-1].endswith("*"):
            spelled.append(END)
        return tuple(spelled)

    def _number(self, number: int) -> tuple[int, ...]:
        sign = (self._minus,) if number < 0 else ()
        groups = [abs(number) % GROUP]
        rest = abs(number) // GROUP
        while rest:
            groups.append(rest % GROUP)
            rest //= GROUP
        more = (self._more,) * (len(groups) - 1)
        return (*sign, *more, *(self._zero + group for group in reversed(groups)))


class Spelling:
    """An action on its way to be chosen, word by word."""

    def __init__(self, options: Mapping[tuple[int, ...], Action]) -> None:
        self._left = list(options.items())
        self.chosen: tuple[int, ...] = ()
        """The words so far, those filled in included."""
        if len(self._left) > 1:
            self._fill_in()

    @property
    def words(self) -> tuple[int, ...]:
        """What may come next."""
        place = len(self.chosen)
        return tuple(sorted({spelled[place] for spelled, _ in self._left}))

    def choose(self, word: int) -> Action | None:
        """Go on with a word; the action, if it is settled by now. KeyError if the word may not come next."""
        place = len(self.chosen)
        left = [option for option in self._left if option[0][place] == word]
        if not left:
            raise KeyError(word)
        self._left = left
        self.chosen = (*self.chosen, word)
        if len(left) == 1:
            return left[0][1]
        self._fill_in()
        return None

    def _fill_in(self) -> None:
        while len(words := self.words) == 1:
            self.chosen = (*self.chosen, *words)

    def copy(self) -> Spelling:
        """As it stands."""
        other = Spelling.__new__(Spelling)
        other._left, other.chosen = self._left, self.chosen
        return other


@cache
def settings_of(rulebook: Rulebook) -> tuple[Setting, ...]:
    """The setting of every variant."""
    return tuple(
        rulebook.setting(scenario, players, options, None) for scenario, players, options in rulebook.variants()
    )


def merged(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """All members of the lists, once each, in the order in which they first come."""
    return tuple(dict.fromkeys(member for members in lists for member in members))


@cache
def alphabet_of(rulebook: Rulebook) -> Alphabet:
    """The alphabet of a game: all verbs and all things of all its variants."""
    settings = settings_of(rulebook)
    verbs: dict[str, Verb] = {}
    kinds: dict[str, tuple[str, ...]] = {}
    for setting in settings:
        verbs |= setting.vocabulary.verbs
        for kind, known in setting.vocabulary.kinds.items():
            kinds[kind] = merged((kinds.get(kind, ()), known.ids))
    return Alphabet(verbs, kinds)


class Speller:
    """Spells the options of one game fast: what each argument is called is looked up once."""

    def __init__(self, alphabet: Alphabet, setting: Setting) -> None:
        self._alphabet, self._vocabulary = alphabet, setting.vocabulary
        self._known: dict[Action, tuple[int, ...]] = {}

    def spelled(self, action: Action) -> tuple[int, ...]:
        found = self._known.get(action)
        if found is None:
            found = self._known[action] = self._alphabet.spell(self._vocabulary.encode(action))
        return found

    def begin(self, options: Iterable[Action]) -> Spelling:
        return Spelling({self.spelled(action): action for action in options})
