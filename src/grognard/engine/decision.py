"""What players are asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from grognard.engine.refusal import Refusal

Action = tuple[Any, ...]
"""A verb and its arguments, the arguments ints: ``("march", 3, 17)``."""

Task = tuple[Any, ...]
"""An entry of the agenda: a procedure or a decision, and its arguments (ints and strings)."""

Procedure = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Reaction:
    """A yes-or-no answer to somebody else's move, which a seat may give once and for all."""

    kind: str
    always: Action
    never: Action


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """A question to a power: what it may answer, and what follows.

    `options`, `take`, `refuse` and `sample` are called with the position (`take` and `refuse` then with the action,
    `sample` with a random source) and the arguments on the agenda, of which the first is the power that decides.
    A *sealed* decision asks several powers at once; `take` is then called once, with all answers opened.
    """

    name: str
    clause: str
    prompt: str
    """A sentence in which {0}, {1} … stand for the arguments of the agenda entry."""
    kinds: tuple[str, ...]
    """What each of those arguments is: a kind of the game's vocabulary."""
    options: Callable[..., list[Action]]
    take: Callable[..., None]
    refuse: Callable[..., Refusal | None] | None = None
    sample: Callable[..., Action] | None = None
    reaction: Reaction | None = None
    sealed: bool = False

    def draw(self, position: Any, rng: Random, arguments: tuple[Any, ...]) -> Action:
        """One of the options, each as likely as any other."""
        if self.sample is not None:
            return self.sample(position, rng, *arguments)
        options = self.options(position, *arguments)
        return options[int(rng.random() * len(options))]
