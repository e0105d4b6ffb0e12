"""7. Movement: land advances, sea advances, strategic movement, and the consent of allies and of Britain."""

from __future__ import annotations

from itertools import islice
from random import Random

from msgspec.structs import replace

from grognard.engine.decision import Action, Decision, Reaction
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.answers import NO, YES, sample_yes_or_no, yes_or_no
from grognard.games.coalitions.battle import battles_of_the_round
from grognard.games.coalitions.board import BRITAIN, FRANCE, NOBODY, members, nth
from grognard.games.coalitions.events import ConsentAnswered, GeneralMoved
from grognard.games.coalitions.garrisons import cannot_garrison, leave_a_garrison, place_while_moving
from grognard.games.coalitions.pieces import relocate
from grognard.games.coalitions.position import Move, Position, decision, procedure
from grognard.games.coalitions.reach import (
    NO_WAY_THROUGH,
    Reach,
    allies_asked,
    cannot_march,
    cannot_march_posting,
    cannot_sail,
    cannot_sail_orient,
    may_sail,
    ways,
    what_stands_in_the_way,
)
from grognard.games.coalitions.relations import ground_of_the_coalition
from grognard.games.coalitions.winning import open_spain


@procedure
def round_of_movement(g: Position, power: int, number: int, envoy: int, only: int) -> None:
    """7.move.1: each General may move once, in any order; then the battles (8.when.1)."""
    # 7.envoy.1, 7.envoy.10, 7.napoleon.4, 13.1792.14: none need move; battles follow whatever the movement
    g.move = Move(power, number, envoy, only)
    g.todo((move_on, power), (battles_of_the_round,), (end_of_round, power))


@procedure
def end_of_round(g: Position, _power: int) -> None:
    g.move = None


@procedure
def move_on(g: Position, power: int) -> None:
    """Ask for the next General as long as there is one."""
    if movable(g, power) or any(place_while_moving(g, i) is None for i in g.on_map[power]):
        g.agenda.append((MOVE, power))


@procedure
def napoleon_movement(g: Position) -> None:
    """7.napoleon.1: when France has Leadership, Napoleon may make a round of movement of his own."""
    # 7.napoleon.2-5: he may have come this action; no Envoy, no disbanding; off the map he stays
    napoleon = g.named[FRANCE]
    if g.setting.lempereur or napoleon == NOBODY or g.generals[napoleon].at < 0:
        return
    g.agenda.append((round_of_movement, FRANCE, 1, NOBODY, napoleon))


# --- choosing a move ------------------------------------------------------------------------------------------------

MOVED = Refusal("7.move.1", "A General moves once in a round.")
NOT_YOURS = Refusal("7.move.1", "Only an own General on the map can be moved.")
ONLY_NAPOLEON = Refusal("7.napoleon.1", "In this movement only Napoleon moves.")


def current(g: Position) -> Move:
    if g.move is None:
        raise AssertionError("no movement is going on")
    return g.move


def movable(g: Position, power: int) -> list[int]:
    """Generals on the map that may still move this round."""
    move, own = g.move, g.on_map[power]
    if move is None:
        return []
    if move.only != NOBODY:
        own = (move.only,) if move.only in own else ()
    return [i for i in own if not move.moved >> i & 1]


def cannot_move(g: Position, power: int, general: int) -> Refusal | None:
    move = current(g)
    if g.generals[general].at < 0 or g.owner[general] != power:
        return NOT_YOURS
    if move.only not in (NOBODY, general):
        return ONLY_NAPOLEON
    return MOVED if move.moved >> general & 1 else None


def garrisonable(g: Position, power: int) -> list[int]:
    """Generals that may turn a Unit over where they stand now."""
    return [i for i in g.on_map[power] if place_while_moving(g, i) is None]


REFUSES = {"march": cannot_march, "march-posting": cannot_march_posting, "sail": cannot_sail}


def moves(g: Position, power: int) -> list[Action]:
    reach = Reach(g, power)
    options: list[Action] = [("done",)]
    for i in movable(g, power):
        options += [("march", i, t) for t in members(reach.marches(g, i))]
        options += [("march-posting", i, t) for t in reach.posting_marches(g, i)]
        if may_sail(g, power):
            options += [("sail", i, t) for t in g.board.sea[g.generals[i].at] if cannot_sail(g, i, t) is None]
        if g.orient_card and power == FRANCE and cannot_sail_orient(g, i) is None:
            options.append(("orient", i))
    options += [("garrison", i) for i in garrisonable(g, power)]
    return options


def sample_move(g: Position, rng: Random, power: int) -> Action:
    """One of `moves`, each as likely as any other: drawn among all that could be, and thrown back if refused."""
    board, generals, by_sea = g.board, g.generals, may_sail(g, power)
    own = g.on_map[power]
    movers = movable(g, power)
    friendly = ground_of_the_coalition(g, power) if g.allies[power] else g.held[power]
    taken = 0
    for i in own:
        taken |= 1 << generals[i].at
    draws = []
    size = 1 + len(own)
    for i in movers:
        here = generals[i].at
        strategic = board.within_march[here] & friendly
        ends = (board.beside[here] | strategic) & ~taken
        count = ends.bit_count()
        draws.append((count, "march", i, ends))
        size += count
        if generals[i].units:
            ends = strategic & ~(taken ^ 1 << here)
            count = ends.bit_count()
            draws.append((count, "march-posting", i, ends))
            size += count
        if by_sea:
            ends = board.within_sail[here] & ~taken
            count = ends.bit_count()
            draws.append((count, "sail", i, ends))
            size += count
    if g.orient_card and power == FRANCE:
        size += len(movers)
    while True:
        pick = int(rng.random() * size)
        for count, verb, i, ends in draws:
            if pick < count:
                territory = nth(ends, pick)
                if REFUSES[verb](g, i, territory) is None:
                    return (verb, i, territory)
                break
            pick -= count
        else:
            if pick == 0:
                return ("done",)
            pick -= 1
            if pick < len(own):
                if place_while_moving(g, own[pick]) is None:
                    return ("garrison", own[pick])
            elif cannot_sail_orient(g, movers[pick - len(own)]) is None:
                return ("orient", movers[pick - len(own)])


def refuse_move(g: Position, action: Action, power: int) -> Refusal | None:
    if action[0] not in ("march", "march-posting", "sail", "orient", "garrison"):
        return None
    general = action[1]
    if action[0] == "garrison":
        if g.owner[general] != power:
            return NOT_YOURS
        return ONLY_NAPOLEON if current(g).only not in (NOBODY, general) else place_while_moving(g, general)
    refusal = cannot_move(g, power, general)
    if refusal is not None:
        return refusal
    match action:
        case ("march", _, territory):
            refusal = cannot_march(g, general, territory)
            return what_stands_in_the_way(g, general, territory) if refusal is NO_WAY_THROUGH else refusal
        case ("march-posting", _, territory):
            return cannot_march_posting(g, general, territory)
        case ("sail", _, territory):
            return cannot_sail(g, general, territory)
    return cannot_sail_orient(g, general)


def move_chosen(g: Position, action: Action, power: int) -> None:
    match action:
        case ("march", general, territory):
            _choose_way(g, power, general, territory, posting=False)
        case ("march-posting", general, territory):
            _choose_way(g, power, general, territory, posting=True)
        case ("sail", general, territory):
            g.agenda.append((move_on, power))
            seek_consent(g, power, general, "sail", 0, (territory,))
        case ("orient", general):
            egypt = g.board.number["egypt"]
            g.agenda.append((move_on, power))
            seek_consent(g, power, general, "orient", 0, (egypt,))
        case ("garrison", general):
            leave_a_garrison(g, general)
            g.agenda.append((move_on, power))


MOVE = decision(
    Decision(
        name="move",
        clause="7.move.1",
        prompt="Movement of {0}: move a General, place a Garrison, or end the round.",
        kinds=("power",),
        options=moves,
        take=move_chosen,
        refuse=refuse_move,
        sample=sample_move,
    )
)

# --- the way --------------------------------------------------------------------------------------------------------


def _choose_way(g: Position, power: int, general: int, territory: int, *, posting: bool) -> None:
    """Where it makes a difference (whose consent is asked, where a Garrison can be posted) the mover picks the way."""
    choices = list(islice(ways(g, general, territory, posting=posting), 2))
    how = "post" if posting else "march"
    if len(choices) == 1:
        g.agenda.append((move_on, power))
        seek_consent(g, power, general, how, 0, choices[0])
    else:
        g.agenda.append((CHOOSE_WAY, power, general, territory, how))


def ways_open(g: Position, _power: int, general: int, territory: int, how: str) -> list[Action]:
    return [("by-way-of", *way) for way in ways(g, general, territory, posting=how == "post")]


def way_chosen(g: Position, action: Action, power: int, general: int, _territory: int, how: str) -> None:
    g.agenda.append((move_on, power))
    seek_consent(g, power, general, how, 0, action[1:])


CHOOSE_WAY = decision(
    Decision(
        name="choose-way",
        clause="7.move.9",
        prompt="Which way does {1} take to {2}?",
        kinds=("power", "general", "territory", ""),
        options=ways_open,
        take=way_chosen,
    )
)

# --- consent --------------------------------------------------------------------------------------------------------


def seek_consent(g: Position, power: int, general: int, how: str, asked: int, path: tuple[int, ...]) -> None:
    """7.move.14, 7.move.5: allies whose territory is entered, and Britain for its seas, are asked before the move."""
    if how == "sail":
        asked |= 1 << BRITAIN  # asked once, for its seas and its ground
    unasked = allies_asked(g, power, path) & ~asked if g.allies[power] else 0
    if unasked:
        owner = nth(unasked, 0)
        g.agenda.append((CONSENT, owner, power, general, how, asked | 1 << owner, *path))
        return
    if how == "sail" and power != BRITAIN and g.keeper[BRITAIN] != g.keeper[power]:
        g.agenda.append((PERMIT_SEA, BRITAIN, power, general, path[-1]))
        return
    make_the_move(g, power, general, how, path)


def consent_answered(
    g: Position, action: Action, owner: int, power: int, general: int, how: str, asked: int, *path: int
) -> None:
    granted = action[0] == "yes"
    theirs = tuple(t for t in path if g.controller(t) == owner)
    g.tell("7.move.14", ConsentAnswered, owner, general, theirs[-1], granted, g.generals[general].at)
    if granted:
        seek_consent(g, power, general, how, asked, path)
    else:
        move = current(g)
        g.move = replace(move, barred=(*move.barred, *((general, t) for t in theirs)))


CONSENT = decision(
    Decision(
        name="consent",
        clause="7.move.14",
        prompt="May {2} march by way of {5}, by leave of {0}?",
        kinds=("power", "power", "general", "", "", "territory*"),
        options=yes_or_no,
        take=consent_answered,
        sample=sample_yes_or_no,
        reaction=Reaction("passage", YES, NO),
    )
)


def sea_answered(g: Position, action: Action, _britain: int, power: int, general: int, port: int) -> None:
    granted = action[0] == "yes"
    g.tell("7.move.5", ConsentAnswered, BRITAIN, general, port, granted, g.generals[general].at)
    if granted:
        make_the_move(g, power, general, "sail", (port,))
    else:
        move = current(g)
        g.move = replace(move, no_sail=(*move.no_sail, (general, port)))


PERMIT_SEA = decision(
    Decision(
        name="permit-sea",
        clause="7.move.5",
        prompt="May {2} sail to {3}, by leave of Britain?",
        kinds=("power", "power", "general", "territory"),
        options=yes_or_no,
        take=sea_answered,
        sample=sample_yes_or_no,
        reaction=Reaction("sea passage", YES, NO),
    )
)

# --- moving ---------------------------------------------------------------------------------------------------------


def make_the_move(g: Position, power: int, general: int, how: str, path: tuple[int, ...]) -> None:
    """The General goes, leaving a Garrison behind where its owner wishes."""
    here = g.generals[general].at
    if g.board.home[here] != power and cannot_garrison(g, general, here) is None:
        g.todo((LEAVE_GARRISON, power, general), (set_out, power, general, how, *path))
    else:
        depart(g, power, general, how, path)


def left_behind(g: Position, action: Action, _power: int, general: int) -> None:
    if action[0] == "yes":
        leave_a_garrison(g, general)


LEAVE_GARRISON = decision(
    Decision(
        name="leave-garrison",
        clause="7.garrison.1",
        prompt="Leave a Garrison behind as {1} sets out?",
        kinds=("power", "general"),
        options=yes_or_no,
        take=left_behind,
        sample=sample_yes_or_no,
    )
)


@procedure
def set_out(g: Position, power: int, general: int, how: str, *path: int) -> None:
    depart(g, power, general, how, path)


def depart(g: Position, power: int, general: int, how: str, path: tuple[int, ...]) -> None:
    move = current(g)
    g.move = replace(move, moved=move.moved | 1 << general)
    if how == "orient":
        g.orient_card = False
    here = g.generals[general].at
    if how == "post":
        g.todo(*((post_on_the_way, power, general, t) for t in path[:-1]), (arrive, power, general, how, here, *path))
    else:
        come_to(g, power, general, how, here, path)


@procedure
def post_on_the_way(g: Position, power: int, general: int, territory: int) -> None:
    """7.garrison.7: a Garrison in an own home the General passes."""
    relocate(g, general, territory)
    if g.board.home[territory] == power and cannot_garrison(g, general, territory) is None:
        g.agenda.append((POST_GARRISON, power, general))


POST_GARRISON = decision(
    Decision(
        name="post-garrison",
        clause="7.garrison.7",
        prompt="Post a Garrison as {1} passes?",
        kinds=("power", "general"),
        options=yes_or_no,
        take=left_behind,
        sample=sample_yes_or_no,
    )
)


BY_SEA = {"sail": ("7.move.3", "sea"), "orient": ("13.1792.12", "sea")}


@procedure
def arrive(g: Position, power: int, general: int, how: str, origin: int, *path: int) -> None:
    come_to(g, power, general, how, origin, path)


def come_to(g: Position, power: int, general: int, how: str, origin: int, path: tuple[int, ...]) -> None:
    relocate(g, general, path[-1])
    clause, element = BY_SEA.get(how) or (("7.move.9" if len(path) > 1 else "7.move.2"), "land")
    g.tell(clause, GeneralMoved, general, path, element, origin)
    if g.spain_closed and power == FRANCE:
        gates = {g.board.number["navarra"], g.board.number["catalonia"]}
        if gates & set(path):
            open_spain(g, "march")  # 13.1792.16
