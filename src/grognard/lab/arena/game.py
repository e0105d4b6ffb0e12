"""A game as environments play it: unrecorded, one word at a time, several seats at once where they decide together."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.engine import dice, registry
from grognard.engine.position import Position
from grognard.engine.refusal import UserError
from grognard.engine.rulebook import OptionValue, Rulebook, Setting
from grognard.lab.arena.alphabet import WAIT, Speller, Spelling
from grognard.lab.arena.layout import Observation, layout_of
from grognard.lab.rotation import STEP_LIMIT

Mask = NDArray[np.int8]


class Illegal(Exception):
    """A word that may not come next."""


class Venue:
    """What all games of an environment share: the rules, the setting, the alphabet and the layout."""

    def __init__(
        self,
        game: str | Rulebook,
        scenario: str | None = None,
        players: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        most_decisions: int = STEP_LIMIT,
    ) -> None:
        self.rulebook = registry.rulebook(game) if isinstance(game, str) else game
        chosen = self.rulebook.scenarios()[0].id if scenario is None else scenario
        self.setting: Setting = self.rulebook.setting(chosen, players, options or {}, None)
        self.layout = layout_of(self.rulebook)
        self.speller = Speller(self.layout.alphabet, self.setting)
        self.most_decisions = most_decisions
        if most_decisions < 1:
            raise UserError(f"A game is cut off after one decision at the earliest, not after {most_decisions}.")

    @property
    def words(self) -> int:
        """How many words the alphabet has."""
        return len(self.layout.alphabet)

    def begin(self, rng: Random) -> Arena:
        """A new game, its dice drawn from the random source."""
        position = self.rulebook.set_up(self.setting, dice.key_from_seed(rng.getrandbits(64)))
        position.log = None
        position.advance()
        return Arena(self, position)


class Arena:
    """A game in progress."""

    def __init__(self, venue: Venue, position: Position) -> None:
        self.venue, self.position = venue, position
        self.decisions = 0
        self._spellings: dict[int, Spelling] = {}

    @property
    def over(self) -> bool:
        return not self.position.agenda

    @property
    def cut_off(self) -> bool:
        """It has gone on for too long."""
        return not self.over and self.decisions >= self.venue.most_decisions

    @property
    def to_act(self) -> list[int]:
        """The seats the game waits for."""
        return sorted({self.position.keeper[power] for power in self.position.deciding})

    def spelling(self, seat: int) -> Spelling | None:
        """The action the seat is about to take; None if it has nothing to decide."""
        found = self._spellings.get(seat)
        if found is None:
            power = self.position.asked(seat)
            if power < 0:
                return None
            found = self._spellings[seat] = self.venue.speller.begin(self.position.options(power))
        return found

    def choose(self, seat: int, word: int) -> bool:
        """A seat chooses a word; True if that settled its action, which is then taken. Illegal if it may not."""
        spelling = self.spelling(seat)
        if spelling is None:
            raise Illegal(f"{self.venue.setting.seats[seat]} has nothing to decide")
        try:
            action = spelling.choose(int(word))
        except KeyError:
            words = self.venue.layout.alphabet.words
            named = words[word] if 0 <= word < len(words) else str(word)
            raise Illegal(f"“{named}” may not come next: see the action mask") from None
        if action is None:
            return False
        self.take(seat, action)
        return True

    def take(self, seat: int, action: Any) -> None:
        """A seat takes one of its options."""
        self.position.act(self.position.asked(seat), action)
        self.settle(seat, self.position)

    def settle(self, seat: int, position: Position) -> None:
        """A seat has acted, and this is what came of it."""
        self.position = position
        self.decisions += 1
        if position.answers:
            self._spellings.pop(seat, None)  # the others are still at their sealed answers
        else:
            self._spellings.clear()

    def mask(self, seat: int) -> Mask:
        """1 for every word that may come next."""
        mask = np.zeros(self.venue.words, np.int8)
        spelling = None if self.over else self.spelling(seat)
        mask[list(spelling.words) if spelling else [WAIT]] = 1
        return mask

    def copy(self) -> Arena:
        """The same game, which goes its own way from here."""
        other = Arena(self.venue, self.position.clone())
        other.decisions = self.decisions
        other._spellings = {seat: spelling.copy() for seat, spelling in self._spellings.items()}
        return other

    def spelled(self) -> dict[int, tuple[int, ...]]:
        """The words chosen so far, by seat."""
        spellings = {seat: self.spelling(seat) for seat in self.to_act}
        return {seat: spelling.chosen for seat, spelling in spellings.items() if spelling is not None}

    def spell_again(self, chosen: Mapping[int, tuple[int, ...]]) -> None:
        """The words chosen so far, as `spelled` gave them."""
        for seat, words in chosen.items():
            spelling = self.spelling(seat)
            while spelling is not None and len(spelling.chosen) < len(words):
                spelling.choose(words[len(spelling.chosen)])

    def observe(self, seat: int | None) -> Observation:
        """What the seat may know (None: a spectator)."""
        venue = self.venue
        spelling = None if self.over or seat is None else self.spelling(seat)
        chosen = spelling.chosen if spelling else ()
        return venue.layout.observe(venue.rulebook, venue.setting, self.position, seat, chosen)

    def prizes(self) -> list[float]:
        """1 shared among the seats that won; nothing for the others, nor for anybody before the end."""
        keeper, seats = self.position.keeper, len(self.venue.setting.seats)
        winners = {keeper[power] for power in self.position.outcome or () if keeper[power] >= 0}
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
