"""What nobody should send: stale, foreign, mutated and malformed actions, each to be refused with a reason."""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.engine.game import Game
from grognard.engine.refusal import Refused
from grognard.engine.vocabulary import NUMBER, Vocabulary

PROBES = 10

MALFORMED: tuple[Any, ...] = (
    (),
    [],
    None,
    True,
    0,
    3.5,
    "",
    "pass",
    b"pass",
    {},
    {"do": ["pass"]},
    [[]],
    [None],
    [[["pass"]]],
    ["", ""],
    ["pass", None],
    ["pass"] * 13,
    ["pass", "x" * 100_000],
    ["x" * 100_000],
    ["no such verb"],
    ["\x00"],
    ["\ud800", "\udfff"],
    [10**5_000],
    [{"pass": 1}],
    float("nan"),
)
ODD_ARGUMENTS: tuple[Any, ...] = (
    None,
    True,
    False,
    "",
    "0",
    "nobody",
    "\ud800",
    -1,
    0,
    1,
    7,
    999_999,
    10**18,
    10**5_000,
    -(10**5_000),
    0.0,
    1.0,
    float("inf"),
    [],
    [[1]],
    {},
    "x" * 100_000,
)


def probes(game: Game, seat: str, rng: Random, count: int) -> list[Any]:
    """Things a seat might send now, legal ones by accident among them."""
    return [_probe(game, seat, rng) for _ in range(count)]


def _probe(game: Game, seat: str, rng: Random) -> Any:
    vocabulary = game.setting.vocabulary
    kind = rng.randrange(6)
    if kind == 0:
        return rng.choice(MALFORMED)
    if kind == 1 and game.history:  # an option of an earlier decision, its own or somebody else's
        record = game.history[-rng.randint(1, min(40, game.step))]
        return vocabulary.encode(record.action)
    if kind == 2:
        return _random_action(vocabulary, rng)
    options = game.options(seat) or game.options(rng.choice(game.to_act or game.seats))
    if not options:
        return _random_action(vocabulary, rng)
    action: list[Any] = list(rng.choice(options))
    if kind == 3:  # an option, one argument replaced by something odd
        action[rng.randrange(len(action))] = rng.choice(ODD_ARGUMENTS)
    elif kind == 4:  # too many or too few
        action = action[:-1] if rng.random() < 0.5 else [*action, rng.choice((*action, *ODD_ARGUMENTS))]
    else:  # an option, one argument replaced by another of its kind
        kinds = vocabulary.kinds_of(action[0], len(action) - 1) or ()
        if kinds:
            at = rng.randrange(len(kinds))
            action[at + 1] = _random_argument(vocabulary, kinds[at], rng)
        else:
            action[0] = rng.choice(list(vocabulary.verbs))
    return action


def _random_action(vocabulary: Vocabulary, rng: Random) -> list[Any]:
    verb = rng.choice(list(vocabulary.verbs))
    count = len(vocabulary.verbs[verb].kinds) + rng.choice((0, 0, 0, -1, 1, 2))
    kinds = vocabulary.kinds_of(verb, max(0, count)) or ()
    return [verb, *(_random_argument(vocabulary, kind, rng) for kind in kinds)]


def _random_argument(vocabulary: Vocabulary, kind: str, rng: Random) -> str | int:
    if kind == NUMBER:
        return rng.choice((-1_000_000, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 20, 63, 64, 1_000_000))
    return rng.choice(vocabulary.kinds[kind].ids)


def refuses(game: Game, rng: Random) -> list[str]:
    """What is not offered is refused with a reason, `explain` and `act` agree, and nothing has changed."""
    found = []
    game = game.clone()
    digest, journal = game.digest(), game.journal[:]
    offered = {seat: game.options(seat) for seat in game.seats}
    undo = [game.can_undo(seat) for seat in game.seats]
    for _ in range(PROBES):
        seat = rng.choice(game.seats)
        probe = _probe(game, seat, rng)
        refusal = game.explain(seat, probe)
        if refusal is None:
            if tuple(probe) not in offered[seat]:
                found.append(f"{probe!r:.80} of {seat} is not offered, yet not refused")
            continue
        if isinstance(probe, list | tuple) and _plain(probe) in offered[seat]:
            found.append(f"{probe!r:.80} of {seat} is offered, yet refused: {refusal}")
        if not refusal.text.strip():
            found.append(f"{probe!r:.80} of {seat} is refused without a reason")
        try:
            game.act(seat, probe)
            found.append(f"{probe!r:.80} of {seat} is refused by explain, yet act took it")
        except Refused as refused:
            if refused.refusal != refusal:
                found.append(f"{probe!r:.80} of {seat}: explain says {refusal}, act says {refused.refusal}")
    for nobody in ("", "nobody", "x" * 1_000):
        try:
            game.act(nobody, ["pass"])
            found.append(f"an action was taken from the seat {nobody:.20}")
        except Refused:
            pass
    if game.digest() != digest or game.journal != journal:
        found.append("a refused action changed the position or the log")
    if {seat: game.options(seat) for seat in game.seats} != offered or [game.can_undo(s) for s in game.seats] != undo:
        found.append("a refused action changed the options or the right to undo")
    return found


def _plain(probe: Any) -> Any:
    """Compared by value and type: True is not 1."""
    return tuple(probe) if all(type(x) in (str, int) for x in probe) else None
