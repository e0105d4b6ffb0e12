"""Chapter 7 by brute force: what the quick code finds is what a slow reading of the rules finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scene import Scene

import grognard
from grognard.engine.decision import Action
from grognard.games.coalitions.board import members
from grognard.games.coalitions.movement import moves
from grognard.games.coalitions.pieces import add_units, relocate, set_garrison
from grognard.games.coalitions.position import Move, Position, rules
from grognard.games.coalitions.reach import Reach
from grognard.games.coalitions.relations import settle

BRITISH, FRENCH, NEUTRAL, EXPANSIONIST = range(4)
FRANCE = 1
NOBODY = -1


def scrambled(seed: int) -> tuple[Position, int]:
    """A board in disarray: any status, any master, pieces anywhere, some refusals already given; and who moves."""
    rng = Random(seed)  # noqa: S311 - a test must be repeatable
    scenario, players = rng.choice(["1792", "1805", "1812"]), rng.choice([4, 6])
    s = Scene(scenario, players)
    g = s.g
    g.spain_closed = rng.random() < 0.3
    g.orient_card = scenario == "1792"
    for p in range(2, 6):
        g.status[p] = rng.randrange(4)
    for minor in s.setting.minors:
        master = rng.choice([NOBODY, *s.setting.majors])
        g.master[minor], g.keeper[minor] = master, NOBODY if master == NOBODY else g.keeper[master]
        g.status[minor] = rng.randrange(4) if master == NOBODY else g.status[master]
    settle(g)
    land = [t for t in range(g.board.count) if g.board.adjacent[t]]
    for t in land:
        if rng.random() < 0.35:
            owner = rng.randrange(6)
            set_garrison(g, t, owner)
            g.supply[owner] -= 1
    for i in range(len(g.generals)):
        if rng.random() < 0.8:
            where = rng.choice(land)
            if g.general_of(g.owner[i], where) == NOBODY:
                relocate(g, i, where)
                add_units(g, i, rng.randrange(4))
    mover = rng.choice([p for p in range(6) if g.master[p] != NOBODY])
    own = g.on_map[mover]
    refusals = [(rng.choice(own), rng.choice(land)) for _ in range(rng.randrange(12))] if own else []
    moved = sum(1 << i for i in own if rng.random() < 0.2)
    g.move = Move(mover, 1, NOBODY, moved=moved, barred=tuple(refusals[:6]), no_sail=tuple(refusals[6:]))
    return g, mover


# --- a slow reading of the rules ------------------------------------------------------------------------------------


class SlowReading:
    """Relations and walks, straight from the statuses, the pieces and the borders of the data file."""

    def __init__(self, g: Position) -> None:
        self.g = g
        self.near: dict[int, set[int]] = {t: set() for t in range(g.board.count)}
        for border in g.setting.data.board.land:
            if g.board.side in border.sides:
                a, b = g.board.number[border.a], g.board.number[border.b]
                self.near[a].add(b)
                self.near[b].add(a)

    def owner(self, t: int) -> int:
        return self.g.garrisons[t] if self.g.garrisons[t] != NOBODY else self.g.board.home[t]

    def one_player(self, p: int, q: int) -> bool:
        return self.g.master[p] != NOBODY and self.g.master[p] == self.g.master[q]

    def allies(self, p: int, q: int) -> bool:
        return p != q and (
            self.one_player(p, q) or (self.g.status[p] == self.g.status[q] and self.g.status[p] in (BRITISH, FRENCH))
        )

    def enemies(self, p: int, q: int, t: int) -> bool:
        """At War, or one of them a Neutral that is not at home."""
        if p == q or self.allies(p, q):
            return False
        neutrals = [power for power in (p, q) if self.g.status[power] == NEUTRAL]
        return not neutrals or (len(neutrals) == 1 and self.g.board.home[t] != neutrals[0])

    def friendly(self, p: int, t: int) -> bool:
        owner = self.owner(t)
        return owner == p or (owner != NOBODY and self.allies(p, owner) and self.g.master[owner] != NOBODY)

    def may_enter(self, p: int, t: int) -> bool:
        g, home, owner = self.g, self.g.board.home[t], self.owner(t)
        spain = {g.board.number[name] for name in g.setting.data.board.spain if name in g.board.number}
        if g.spain_closed and p != FRANCE and t in spain:
            return False
        if home not in (NOBODY, p) and g.status[home] == NEUTRAL and not self.one_player(p, home):
            return False
        if owner not in (NOBODY, p) and self.allies(p, owner) and g.master[owner] == NOBODY:
            return False
        return g.status[p] != NEUTRAL or self.friendly(p, t)

    def walks(self, general: int) -> set[tuple[int, ...]]:
        """Every walk of one to three steps that breaks no rule on the way; territories may be entered twice."""
        g, p = self.g, self.g.owner[general]
        refused = {t for who, t in g.move.barred if who == general} if g.move else set()
        here = g.generals[general].at
        found = set()
        for a in self.near[here]:
            for b in (None, *self.near[a]):
                for c in (None, *self.near[b]) if b is not None else (None,):
                    walk = tuple(t for t in (a, b, c) if t is not None)
                    if refused & set(walk) or not all(self.may_enter(p, t) for t in walk):
                        continue
                    if len(walk) > 1 and not all(self.friendly(p, t) for t in walk):
                        continue
                    if any(self.enemies(p, g.owner[i], t) for t in walk[:-1] for i in g.at[t]):
                        continue
                    if any(g.owner[i] == p and i != general for i in g.at[walk[-1]]):
                        continue
                    found.add(walk)
        return found


@pytest.mark.clause("coalitions", "7.move.2", "7.move.9", "7.move.10", "7.move.11", "7.move.12", "7.move.13")
@settings(max_examples=150)
@given(st.integers(0, 10**9))
def test_marches_are_the_ends_of_all_walks(seed: int) -> None:
    g, mover = scrambled(seed)
    slow, reach = SlowReading(g), Reach(g, mover)
    for i in g.on_map[mover]:
        ends = {walk[-1] for walk in slow.walks(i)} - {g.generals[i].at}
        assert set(members(reach.marches(g, i))) == ends


@pytest.mark.clause("coalitions", "7.garrison.7")
@settings(max_examples=100)
@given(st.integers(0, 10**9))
def test_posting_marches_pass_an_own_home_without_garrison(seed: int) -> None:
    """Of the walks that enter no territory twice; coming back to the start is one of the ends."""
    g, mover = scrambled(seed)
    slow, reach = SlowReading(g), Reach(g, mover)
    for i in g.on_map[mover]:
        pawn = g.generals[i]
        here, units = pawn.at, pawn.units
        open_homes = {t for t in range(g.board.count) if g.board.home[t] == mover and g.garrisons[t] == NOBODY}
        ends = {
            walk[-1]
            for walk in slow.walks(i)
            if units and len(set(walk)) == len(walk) and here not in walk[:-1] and open_homes & set(walk[:-1])
        }
        assert set(reach.posting_marches(g, i)) == ends


# --- drawing one option ---------------------------------------------------------------------------------------------


def critical(cells: int) -> float:
    """The value chi-square with so many cells stays below but for about one time in a million (Wilson and Hilferty)."""
    k = cells - 1
    return float(k * (1 - 2 / (9 * k) + 4.8 * (2 / (9 * k)) ** 0.5) ** 3)


def check_sampler(g: Position, power: int, rng: Random, *, draws_per_option: int) -> None:
    """No draw outside the options, none of them missed, all about equally often."""
    options = g.options(power)
    assert len(set(options)) == len(options)
    drawn = Counter(g.sample(power, rng) for _ in range(draws_per_option * len(options)))
    assert set(drawn) == set(options)
    if len(options) > 1:
        assert sum((n - draws_per_option) ** 2 / draws_per_option for n in drawn.values()) < critical(len(options))


def samplers_met(seeds: range) -> dict[Callable[..., Action], list[tuple[Position, int]]]:
    """Positions of random games, by the function that draws one of their options without a list."""
    met: dict[Callable[..., Action], list[tuple[Position, int]]] = {
        decision.sample: [] for decision in rules.decisions if decision.sample is not None
    }
    for seed in seeds:
        rng = Random(seed)  # noqa: S311 - a test must be repeatable
        scenario, players = rng.choice(["1792", "1805", "1809"]), rng.choice([3, 4, 5])
        g: Any = grognard.new("coalitions", scenario, players=players, seed=seed, generals=seed % 2 == 0).position
        for _ in range(600):
            if not g.agenda:
                break
            power = rng.choice(g.deciding)
            sample = g.agenda[-1][0].sample
            if sample is not None and rng.random() < 0.2:
                met[sample].append((g.clone(), power))
            g.act(power, rng.choice(g.options(power)))
    return met


def test_what_draws_for_several_decisions_draws_from_the_same_list() -> None:
    lists: dict[Callable[..., Action], set[Callable[..., list[Action]]]] = {}
    for decision in rules.decisions:
        if decision.sample is not None:
            lists.setdefault(decision.sample, set()).add(decision.options)
    assert all(len(listing) == 1 for listing in lists.values())


def test_whatever_can_be_drawn_is_drawn_fairly_in_play() -> None:
    met = samplers_met(range(6))
    rng = Random(7)  # noqa: S311 - a test must be repeatable
    for sample, positions in met.items():
        small = [(g, power) for g, power in positions if 1 < len(g.options(power)) <= 30]
        assert small, f"no position needs {sample.__name__}"
        for g, power in small[:25]:
            check_sampler(g, power, rng, draws_per_option=40)
        for g, power in positions:
            options = set(g.options(power))
            assert all(g.sample(power, rng) in options for _ in range(5))


@settings(max_examples=60)
@given(st.integers(0, 10**9))
def test_a_move_is_drawn_fairly_wherever_the_pieces_stand(seed: int) -> None:
    g, mover = scrambled(seed)
    move = next(decision for decision in rules.decisions if decision.name == "move")
    g.agenda = [(move, mover)]
    assert set(g.options(mover)) == set(moves(g, mover))
    rng = Random(seed)  # noqa: S311 - a test must be repeatable
    if len(g.options(mover)) <= 40:
        check_sampler(g, mover, rng, draws_per_option=30)
    else:
        options = set(g.options(mover))
        assert all(g.sample(mover, rng) in options for _ in range(30))
