"""What every game must pass, after every action: each check returns its findings in words, none if all is well.

A *check of a moment* looks at a game; a *check of a step* takes a game, a seat and an action that is about to be taken.
Neither changes the game it is given. The fuzzer and the conformance suite run the same checks.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec

from grognard.engine.decision import Decision
from grognard.engine.game import Game, NamedAction
from grognard.engine.refusal import Refusal

MOST_OPTIONS = 2_000
STEPS_AHEAD = 6
DRAWS = 3


def viewers(game: Game) -> tuple[str | None, ...]:
    """Everybody who may look: the seats, and a spectator."""
    return (*game.seats, None)


def spoken(seat: str | None) -> str:
    return seat or "a spectator"


def view_bytes(game: Game, seat: str | None, since: int = 0, *, undo: bool = True) -> bytes:
    """A view as it would be sent; without its `undo`, as a right to undo may lapse and nothing else has changed."""
    view = game.view(seat, since)
    if not undo:
        view["undo"] = False
    return msgspec.json.encode(view)


def random_action(game: Game, rng: Random) -> tuple[str, NamedAction]:
    """A seat the game waits for, and one of its options."""
    seat = rng.choice(game.to_act)
    power = game.asked(game.seat_number(seat))
    if power is None:
        raise AssertionError(f"{seat} is to act but not asked")
    return seat, game.setting.vocabulary.encode(game.position.sample(power, rng))


def play_on(game: Game, rng: Random, steps: int) -> None:
    """Some random actions."""
    for _ in range(steps):
        if game.over:
            return
        game.act(*random_action(game, rng))


def difference(one: object, other: object, path: str = "") -> str:
    """Where two pieces of plain data first differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in (*one, *(k for k in other if k not in one)):
            if key not in one or key not in other:
                return f"{path}.{key} is in only one"
            if one[key] != other[key]:
                return difference(one[key], other[key], f"{path}.{key}")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for i, (a, b) in enumerate(zip(one, other, strict=True)):
            if a != b:
                return difference(a, b, f"{path}[{i}]")
    return f"{path}: {_short(one)} and {_short(other)}"


def _short(thing: object) -> str:
    text = str(thing)
    return text if len(text) <= 100 else text[:99] + "…"


def compare(what: str, one: bytes, other: bytes) -> list[str]:
    """A finding if two JSON texts differ by a single byte."""
    if one == other:
        return []
    return [f"{what} differ at {difference(msgspec.json.decode(one), msgspec.json.decode(other))}"]


# --- checks of a moment -----------------------------------------------------------------------------------------


def sound(game: Game, rng: Random) -> list[str]:  # noqa: ARG001 - all checks are called alike
    """Nothing is lost or doubled and no limit is broken."""
    return game.rulebook.faults(game.position)


def options(game: Game, rng: Random) -> list[str]:
    """Who is asked has 1 to 2,000 options, all different, which can be named, described, drawn, and no others."""
    position, vocabulary = game.position, game.setting.vocabulary
    if game.over:
        left = [seat for seat in game.seats if game.options(seat)]
        found = [f"the game is over but {seat} has options" for seat in left]
        return found if position.outcome is not None else [*found, "nothing is left to do, but nobody has won"]
    found = []
    for power in position.deciding:
        who = f"{position.question(power)[0].name} of {game.setting.powers[power]}"
        if not 0 <= position.keeper[power] < len(game.seats):
            found.append(f"{who}: nobody keeps that power")
            continue
        offered = position.options(power)
        if not 1 <= len(offered) <= MOST_OPTIONS:
            found.append(f"{who}: {len(offered)} options")
            continue
        if len(set(offered)) != len(offered):
            found.append(f"{who}: an option is listed twice")
        found += [f"{who}: {a} does not come back from its names" for a in offered if not _round_trip(vocabulary, a)]
        drawn = [position.sample(power, rng) for _ in range(DRAWS)]
        found += [f"{who}: drew {action}, which is not listed" for action in drawn if action not in offered]
        action = rng.choice(offered)
        if not game.rulebook.describe(position, action, position.keeper[power]).strip():
            found.append(f"{who}: {action} has no label")
    asked = {position.keeper[power] for power in position.deciding}
    found += [
        f"{s} is not asked but has options" for i, s in enumerate(game.seats) if i not in asked and game.options(s)
    ]
    return found


def _round_trip(vocabulary: Any, action: Any) -> bool:
    named = vocabulary.encode(action)
    return bool(vocabulary.decode(named) == action and vocabulary.decode(json.loads(json.dumps(named))) == action)


def views(game: Game, rng: Random) -> list[str]:
    """Views are plain data that JSON gives back unchanged, and hold neither the key nor a digest."""
    found = []
    since = max(0, game.step - 2)
    secrets = {"the key": game.start.key.hex(), "the key of the position": game.position.key.hex()}
    secrets |= {f"the digest of step {step + 1}": game.history[step].digest for step in range(since, game.step)}
    secrets["the digest"] = game.digest()
    for seat in viewers(game):
        who = spoken(seat)
        view = game.view(seat, since)
        text = json.dumps(view, allow_nan=False)
        if json.loads(text) != _listed(view):
            found.append(f"the view of {who} is not plain data: {difference(json.loads(text), _listed(view))}")
        found += [f"{what} is in the view of {who}" for what, secret in secrets.items() if secret in text]
        yours = game.prompt(seat)
        if yours is not None and yours["yours"] != bool(view["actions"]):
            found.append(f"{who} is asked without options, or has options without being asked")
    watched = rng.choice(viewers(game))
    game.rulebook.picture(game.position, None if watched is None else game.seat_number(watched))
    return found


def _listed(data: Any) -> Any:
    """Tuples are lists to JSON."""
    if isinstance(data, dict):
        return {key: _listed(value) for key, value in data.items()}
    return [_listed(value) for value in data] if isinstance(data, list | tuple) else data


def restores(game: Game, rng: Random) -> list[str]:
    """Snapshot, JSON, restore: the same snapshot, options and views, and the same game afterwards."""
    rulebook, position = game.rulebook, game.position
    written = msgspec.json.encode(rulebook.snapshot(position))
    again = rulebook.restore(game.setting, msgspec.json.decode(written), position.key)
    found = compare("the position and its restored copy", written, msgspec.json.encode(rulebook.snapshot(again)))
    if again.deciding != position.deciding:
        return [*found, "the restored position asks somebody else"]
    found += [
        f"the options of {game.setting.powers[p]} are not the same when restored"
        for p in position.deciding
        if position.options(p) != again.options(p)
    ]
    for number in (*range(len(game.seats)), None):
        ours, theirs = rulebook.view(position, number), rulebook.view(again, number)
        found += compare(f"the views of seat {number}", msgspec.json.encode(ours), msgspec.json.encode(theirs))
    ahead = position.clone()
    for _ in range(STEPS_AHEAD):
        if not ahead.agenda or found:
            return found
        power = rng.choice(ahead.deciding)
        action = ahead.sample(power, rng)
        ahead.act(power, action)
        again.act(power, action)
        one, other = msgspec.json.encode(rulebook.snapshot(ahead)), msgspec.json.encode(rulebook.snapshot(again))
        found += compare(f"after {action} the position and its restored copy", one, other)
    return found


def clones(game: Game, rng: Random) -> list[str]:
    """Acting on a copy leaves the game, and every earlier copy, as it was."""
    copies = [game]
    digests = [game.digest()]
    before = [view_bytes(game, seat, game.step) for seat in viewers(game)]
    for _ in range(STEPS_AHEAD):
        if copies[-1].over:
            break
        copy = copies[-1].clone()
        copy.act(*random_action(copy, rng))
        if rng.random() < 0.3:
            for seat in copy.seats:
                if copy.can_undo(seat):
                    copy.undo(seat)
                    break
        copies.append(copy)
        digests.append(copy.digest())
    found = [
        f"acting on a copy changed the game it was copied from ({len(copies) - i - 1} copies before)"
        for i, (copy, digest) in enumerate(zip(copies, digests, strict=True))
        if copy.digest() != digest
    ]
    for viewer, view in zip(viewers(game), before, strict=True):
        now = view_bytes(game, viewer, game.step)
        found += compare(f"before and after acting on a copy, the views of {spoken(viewer)}", view, now)
    return found


def time_travel(game: Game, rng: Random) -> list[str]:
    """The position of any earlier step can be had again, exactly."""
    step = rng.randint(0, game.step)
    again = game.clone()
    again.position = game.position_at(step)
    wanted = game.history[step - 1].digest if step else Game(game.rulebook, game.start).digest()
    return [] if again.digest() == wanted else [f"step {step} of {game.step} looked up is not what was played"]


def answers_given(game: Game, rng: Random) -> list[str]:  # noqa: ARG001 - all checks are called alike
    """No question is open that a standing order answers."""
    if game.over:
        return []
    decision: Decision = game.position.agenda[-1][0]
    if decision.reaction is None or decision.sealed:
        return []
    power = game.position.deciding[0]
    answer = game.standing.get((game.position.keeper[power], decision.reaction.kind))
    action = {"always": decision.reaction.always, "never": decision.reaction.never}.get(answer or "ask")
    if action is None or action not in game.position.options(power):
        return []
    return [f"{decision.name} is open though {game.setting.powers[power]} ordered: {answer}"]


def orders_secret(game: Game, rng: Random) -> list[str]:
    """A standing order shows in nobody's view but that of the seat that gave it."""
    if not game.reactions:
        return []
    seat = rng.randrange(len(game.seats))
    other = game.clone()
    for kind in game.reactions:
        other.standing[seat, kind] = rng.choice(("always", "never"))
    found = []
    for who in viewers(game):
        if who != game.seats[seat]:
            one, two = view_bytes(game, who, game.step), view_bytes(other, who, game.step)
            found += compare(f"with other orders of {game.seats[seat]}, the views of {spoken(who)}", one, two)
    return found


def repeats(game: Game, rng: Random) -> list[str]:  # noqa: ARG001 - all checks are called alike
    """The same start and the same actions lead to the same digests, log and views."""
    again = Game(game.rulebook, game.start)
    for step, record in enumerate(game.history, 1):
        named = game.setting.vocabulary.encode(record.action)
        refusal = again.explain(game.seats[record.seat], named)
        if isinstance(refusal, Refusal):
            return [f"played again, step {step} is refused: {refusal}"]
        digest = again.replay(game.seats[record.seat], named, standing=record.standing)
        if digest != record.digest:
            return [f"played again, step {step} leads elsewhere"]
    again.standing = game.standing.copy()
    found = []
    for seat in viewers(game):
        one, two = view_bytes(game, seat, undo=False), view_bytes(again, seat, undo=False)
        found += compare(f"played again, the views of {spoken(seat)}", one, two)
    return found
