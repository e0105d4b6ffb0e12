"""Nobody learns what they may not know: twin worlds, and the proof that undo never crosses a draw or a reveal.

A twin of a game, for a seat, is the same game with everything the seat may not know drawn afresh. Whatever the seat
is shown must be the same in both, byte for byte.
"""

from __future__ import annotations

from random import Random

import msgspec

from grognard.engine.game import Game, NamedAction
from grognard.engine.refusal import Refusal, Refused
from grognard.lab.checks import compare, spoken, view_bytes, viewers
from grognard.lab.garbage import probes

PROBES = 8
RECENT = 3
"""The log of so many steps is compared every time; the whole log by `twin_logs`."""


def twin_worlds(game: Game, rng: Random) -> list[str]:
    """What a seat may not know changes nothing in its view, its options, its log and what it is refused."""
    return _twin(game, rng.choice(viewers(game)), max(0, game.step - RECENT), rng)


def twin_logs(game: Game, rng: Random) -> list[str]:
    """The same for everybody, with the log from the first step on."""
    return [finding for seat in viewers(game) for finding in _twin(game, seat, 0, rng)]


def _twin(game: Game, seat: str | None, since: int, rng: Random) -> list[str]:
    twin = game.twin(seat, rng)
    faults = game.rulebook.faults(twin.position)
    if faults:
        return [f"the twin world of {spoken(seat)} is not sound: {fault}" for fault in faults]
    found = compare(
        f"in a twin world the views of {spoken(seat)}", view_bytes(game, seat, since), view_bytes(twin, seat, since)
    )
    number = None if seat is None else game.seat_number(seat)
    ours, theirs = game.rulebook.sheet(game.position, number), game.rulebook.sheet(twin.position, number)
    sheets = msgspec.json.encode(ours), msgspec.json.encode(theirs)
    found += compare(f"in a twin world the sheets of {spoken(seat)}", *sheets)
    tables = msgspec.json.encode(game.tabletop(seat)), msgspec.json.encode(twin.tabletop(seat))
    found += compare(f"in a twin world the tables of {spoken(seat)}", *tables)
    if seat is not None:
        for probe in probes(game, seat, rng, PROBES):
            refusal, other = game.explain(seat, probe), twin.explain(seat, probe)
            if refusal != other:
                found.append(f"in a twin world {seat} is told otherwise of {probe!r:.80}: {refusal} and {other}")
    return found


# --- checks of a step -------------------------------------------------------------------------------------------


def undoes(game: Game, seat: str, action: NamedAction, rng: Random) -> list[str]:
    """Done and undone is as if nothing had been; done again is as if it had never been undone."""
    changed = game.clone()
    changed.replay(seat, action, standing=False)
    if not changed.can_undo(seat):
        return _refuses_undo(changed, seat)
    watcher = rng.choice(viewers(game))
    since = max(0, game.step - RECENT)
    after = changed.digest(), view_bytes(changed, watcher, since)
    changed.undo(seat)
    if changed.digest() != game.digest():
        return [f"{action} undone by {seat} leaves another position"]
    if changed.history != game.history or changed.journal != game.journal:
        return [f"{action} undone by {seat} leaves another record"]
    found = []
    for viewer in viewers(game):
        # The right of another seat to undo lapses when somebody else acts, and does not come back.
        own = viewer == seat
        one, two = view_bytes(game, viewer, since, undo=own), view_bytes(changed, viewer, since, undo=own)
        found += compare(f"{action} undone by {seat}, the views of {spoken(viewer)}", one, two)
    changed.replay(seat, action, standing=False)
    if changed.digest() != after[0]:
        found.append(f"{action} undone and done again by {seat} leads elsewhere")
    return found + compare(
        f"{action} undone and done again, the views of {spoken(watcher)}", after[1], view_bytes(changed, watcher, since)
    )


def _refuses_undo(game: Game, seat: str) -> list[str]:
    before = game.digest()
    try:
        game.undo(seat)
    except Refused:
        return [] if game.digest() == before else ["an undo that was refused changed the position"]
    return ["an undo that is not available was not refused"]


def undo_proven(game: Game, seat: str, action: NamedAction, rng: Random) -> list[str]:
    """If an action can be undone, it showed its own seat nothing: no dice moved, and in a twin world all looks alike.

    Nor may it show anybody else something hidden: in a twin world of another seat where the action is open too, that
    seat sees the same.
    """
    after = game.clone()
    after.replay(seat, action, standing=False)
    if not after.can_undo(seat):
        return []
    found = []
    if after.position.counters != game.position.counters:
        found.append(f"{action} by {seat} used chance and can still be undone")
    twin = game.twin(seat, rng)
    refusal = twin.explain(seat, action)
    if refusal is not None:
        return [*found, f"in a twin world {seat} may not {action}: {refusal}"]
    twin.replay(seat, action, standing=False)
    since = game.step
    one, two = view_bytes(after, seat, since), view_bytes(twin, seat, since)
    found += compare(f"{action} by {seat} can be undone, yet in a twin world its views", one, two)
    watchers = [viewer for viewer in viewers(game) if viewer != seat]
    if after.to_act == game.to_act:
        watchers = [rng.choice(watchers)]  # most is set in motion when the turn passes on; otherwise one will do
    for watcher in watchers:
        found += _seen_by(watcher, game, after, seat, action, rng)
    return found


def _seen_by(watcher: str | None, game: Game, after: Game, seat: str, action: NamedAction, rng: Random) -> list[str]:
    twin = game.twin(watcher, rng)
    counterpart = _counterpart(game, twin, watcher, action)
    if counterpart is None or twin.explain(seat, counterpart) is not None:
        return []
    twin.replay(seat, counterpart, standing=False)
    one, two = view_bytes(after, watcher, game.step), view_bytes(twin, watcher, game.step)
    return compare(f"{action} by {seat} can be undone, yet in a twin world the views of {spoken(watcher)}", one, two)


def _counterpart(game: Game, twin: Game, watcher: str | None, action: NamedAction) -> NamedAction | None:
    """The action of the twin world that is the same deed to the watcher."""
    vocabulary = game.setting.vocabulary
    decoded = vocabulary.decode(action)
    if isinstance(decoded, Refusal):
        raise AssertionError(f"an offered action is not one: {decoded}")
    number = None if watcher is None else game.seat_number(watcher)
    same = game.rulebook.counterpart(game.position, twin.position, decoded, number)
    return None if same is None else vocabulary.encode(same)
