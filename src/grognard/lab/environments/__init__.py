"""Every game as an environment for programs that learn: PettingZoo and Gymnasium, with the extra ``rl``.

>>> from grognard.lab import environments
>>> env = environments.env("coalitions", "1805", players=4)
>>> env.reset(seed=1)
>>> env.agent_selection
'france'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine import registry
from grognard.engine.rulebook import OptionValue, Rulebook
from grognard.lab.extras import extra
from grognard.lab.rotation import STEP_LIMIT

with extra("rl", "An environment"):
    import gymnasium
    from pettingzoo.utils import wrappers

    from grognard.lab.arena.game import Venue
    from grognard.lab.arena.layout import Layout, layout_of
    from grognard.lab.environments.single import OneSeat
    from grognard.lab.environments.zoo import SeatsInTurn, SeatsTogether, name_of

__all__ = ["Layout", "OneSeat", "SeatsInTurn", "SeatsTogether", "env", "ids", "layout", "parallel_env", "register"]


def env(
    game: str | Rulebook,
    scenario: str | None = None,
    *,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    most_decisions: int = STEP_LIMIT,
    views: bool = False,
    render_mode: str | None = None,
) -> Any:
    """A game as a PettingZoo AEC environment. `views` puts the view of each agent into its info, names and all."""
    venue = Venue(game, scenario, players, options, most_decisions)
    return wrappers.OrderEnforcingWrapper(SeatsInTurn(venue, views=views, render_mode=render_mode))


def parallel_env(
    game: str | Rulebook,
    scenario: str | None = None,
    *,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    most_decisions: int = STEP_LIMIT,
    views: bool = False,
    render_mode: str | None = None,
) -> SeatsTogether:
    """A game as a PettingZoo parallel environment: where several seats decide in secret, they act in the same step."""
    venue = Venue(game, scenario, players, options, most_decisions)
    return SeatsTogether(venue, views=views, render_mode=render_mode)


def layout(game: str | Rulebook) -> Layout:
    """What the numbers of an observation and the words of an action mean."""
    return layout_of(registry.rulebook(game) if isinstance(game, str) else game)


def ids() -> tuple[str, ...]:
    """The ids of all environments: every scenario of every game."""
    return tuple(name for name, _, _ in _scenarios())


def register() -> None:
    """Tell Gymnasium of every game; importing this module has done it."""
    for name, game, scenario in _scenarios():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="grognard.lab.environments.single:OneSeat",
                kwargs={"game": game, "scenario": scenario},
            )


def _scenarios() -> list[tuple[str, str, str]]:
    rulebooks = [registry.rulebook(name) for name in registry.names()]
    return [(name_of(book, scenario.id), book.id, scenario.id) for book in rulebooks for scenario in book.scenarios()]


register()
