"""Battles of Alliance fought to the end by the real rules, both sides keeping to the policy that odds are told for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from grognard.engine.decision import Action, Decision
from grognard.engine.dice import KEY_BYTES
from grognard.games.alliance.odds import Stage as Scene
from grognard.games.alliance.position import ATTACK, DEFENCE, Position
from grognard.games.alliance.reckoning import Ending, Outcome, reckon

LEFT = ("fire", "pass", "retreat")
"""Of a Battle Turn: fire; without dice pass; retreat only if there is nothing else."""


def answer(g: Position) -> Action:
    """What the policy answers to the question of a battle that is open."""
    options = g.options(g.deciding[0])
    if options[0][0] == "lose":
        return min(options, key=lambda action: (g.roster.fire[action[1]], action[1]))
    for verb in (*LEFT, "decline", "keep"):
        for action in options:
            if action[0] == verb:
                return action
    return options[0]


def strengths(g: Position, mask: int) -> int:
    return sum(block.steps for b, block in enumerate(g.blocks) if mask >> b & 1 and block.at >= 0)


def fought(scene: Scene, rng: Random, battles: int) -> Counter[Ending]:
    """How so many battles ended, each with other dice."""
    begun = scene.world
    battle = begun.battle
    assert battle is not None
    masks = battle.attack, battle.defence
    before = [strengths(begun, mask) for mask in masks]
    ends: Counter[Ending] = Counter()
    for _ in range(battles):
        g = begun.clone()
        g.key = rng.randbytes(KEY_BYTES)
        side = _fight_out(g)
        lost = [before[n] - strengths(g, masks[n]) for n in (ATTACK, DEFENCE)]
        ends[Ending(side, *lost)] += 1
    return ends


def _fight_out(g: Position) -> int:
    """Answer every question until the battle is over; the side that began as the attack or the defence and won."""
    battle = g.battle
    assert battle is not None
    place, attack = battle.place, battle.attack
    agenda = g.agenda
    while g.embattled >> place & 1:
        task = agenda.pop()
        if isinstance(task[0], Decision):
            agenda.append(task)
            action = answer(g)
            agenda.pop()
            task[0].take(g, action, *task[1:])
        else:
            task[0](g, *task[1:])
    return ATTACK if any(attack >> b & 1 for b in g.at[place]) else DEFENCE


def reckoned(scene: Scene) -> Outcome:
    return reckon(scene.world, scene.round, scene.hits, fresh=scene.fresh)


def chi_square(outcome: Outcome, ends: Counter[Ending]) -> tuple[float, int]:
    """How far battles that were fought are from what was reckoned, and the degrees of freedom; rare ends together."""
    total = ends.total()
    assert all(ending in outcome.chances for ending in ends), "a battle ended in a way that was not reckoned with"
    seen, wanted = list(_pooled(outcome, ends)), 0.0
    distance = 0.0
    for count, p in seen:
        wanted = total * p
        distance += (count - wanted) ** 2 / wanted
    return distance, len(seen) - 1


def _pooled(outcome: Outcome, ends: Counter[Ending]) -> Iterator[tuple[int, float]]:
    total = ends.total()
    count, p = 0, 0.0
    last: tuple[int, float] | None = None
    for ending, likely in sorted(outcome.chances.items(), key=lambda item: -item[1]):
        count, p = count + ends[ending], p + likely
        if total * p >= 20:
            if last is not None:
                yield last
            last, count, p = (count, p), 0, 0.0
    assert last is not None
    yield last[0] + count, last[1] + p
