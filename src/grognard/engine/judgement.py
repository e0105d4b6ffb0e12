"""What a game tells players about playing it well: the contract between a game and the players."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from grognard.engine.decision import Action
from grognard.engine.position import Position


class Opinion(NamedTuple):
    """What an option is worth to whoever decides, and why: a format and its arguments, put together only when asked."""

    worth: float
    why: tuple[Any, ...] = ()

    @property
    def words(self) -> str:
        return str(self.why[0]).format(*self.why[1:]) if self.why else ""


class Judgement:
    """How a game is judged. This one knows nothing but who has won; a game's own file knows more.

    A game need only write `standing`: then its options are compared by trying each and judging what comes of it. Where
    one step ahead says little (a card in the middle of a battle, a sealed bid) it gives `opinions` of its own.
    """

    knows: ClassVar[bool] = False
    """Whether positions in the middle of a game can be judged."""
    horizon: ClassVar[int] = 3
    """So many moments are played on, before a position is judged, by players who look ahead."""
    decisiveness: ClassVar[float] = 1.2
    """How much opinions are trusted: an option worth 1/decisiveness more is tried e times as often."""
    keenness: ClassVar[float] = 1.0
    """How fast a lead in standing becomes a certain win: a lead of 1/keenness wins e times as often."""

    def standing(self, g: Position, seat: int) -> float:  # noqa: ARG002 - for a game's own judgement
        """How well a seat stands, in points of the game's own; only differences between seats count."""
        return 0.0

    def opinions(
        self,
        g: Position,  # noqa: ARG002 - for a game's own judgement
        power: int,  # noqa: ARG002 - the same
        options: Sequence[Action],  # noqa: ARG002 - the same
    ) -> Sequence[Opinion] | None:
        """What each option is worth, in points; None where trying each and judging what comes of it is as good."""
        return None

    def foresight(
        self,
        g: Position,  # noqa: ARG002 - for a game's own judgement
        power: int,  # noqa: ARG002 - the same
        options: Sequence[Action],  # noqa: ARG002 - the same
    ) -> Sequence[Opinion] | None:
        """The same by one who thinks of later turns too, such as what to keep for them; None: no more than `opinions`.

        Players who look ahead go by it for their own seat, and think that the others do not.
        """
        return None

    def moment(self, g: Position) -> int:  # noqa: ARG002 - for a game's own judgement
        """How far the game has come, in steps after which a position can be judged well, such as turns. 0: unknown."""
        return 0

    def until(self, g: Position) -> int:
        """The moment up to which it is worth playing on from here, before the position is judged."""
        return self.moment(g) + self.horizon

    def is_worth_a_search(self, g: Position) -> bool:  # noqa: ARG002 - for a game's own judgement
        """Whether playing options on shows more than opinions do: not where they differ only in what comes later."""
        return True

    def is_planned_whole(self, g: Position, power: int) -> bool:  # noqa: ARG002 - for a game's own judgement
        """Whether what a power does until the next moment is best thought of as a whole: where its actions pay only
        together, so that changing one at a time shows little."""
        return False

    def chances(self, g: Position, seats: int) -> tuple[float, ...]:
        """How likely each seat is to win, as far as one can tell."""
        if g.outcome is not None:
            winners = {g.keeper[power] for power in g.outcome if g.keeper[power] >= 0}
            return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
        points = [self.standing(g, seat) for seat in range(seats)]
        best = max(points)
        weights = [math.exp(self.keenness * (p - best)) for p in points]
        total = sum(weights)
        return tuple(w / total for w in weights)
