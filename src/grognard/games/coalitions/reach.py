"""7. Where a General can go: movement types and movement restrictions.

The predicates say what is refused and by which clause. `Reach` asks them once for every territory, so that listing all
moves of a power stays quick; drawing or explaining one move asks them for that move alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.refusal import Refusal
from grognard.games.coalitions.board import BRITAIN, FAR, FRANCE, NOBODY, members
from grognard.games.coalitions.garrisons import NO_UNITS
from grognard.games.coalitions.position import BRITISH, NEUTRAL, Position
from grognard.games.coalitions.relations import closed_neutral_home, enemy_general_in

THERE_ALREADY = Refusal("7.move.2", "The General stands there already.")
TOO_FAR = Refusal("7.move.9", "That is too far: a land advance is one step, a strategic movement three at most.")
ONLY_BY_SEA = Refusal("7.move.8", "Only a sea advance leads to or from Britain.")
NOT_FRIENDLY = Refusal("7.move.10", "Every territory of a strategic movement must be the mover's or an ally's.")
ENEMY_ON_THE_WAY = Refusal("7.move.11", "A strategic movement may end, but not pass, where an enemy General stands.")
NO_WAY_THROUGH = Refusal("7.move.10", "There is no way of three steps through own or allied territory.")
CLOSED_HOME = Refusal("7.move.12", "No General may enter the home of a Neutral.")
NEUTRAL_STAYS = Refusal("7.move.13", "A Neutral's Generals enter only territory it controls.")
OWN_GENERAL = Refusal("7.stacking.2", "Two Generals of one Power may not end in the same territory.")
SPAIN_CLOSED = Refusal("13.1792.15", "Spain is closed to all but France.")
SPAIN_CLOSED_1806 = Refusal("13.1806.11", SPAIN_CLOSED.text)
IMPASSABLE = Refusal("4.territories.5", "The Alps and the Caucasus cannot be entered.")
CONSENT_REFUSED = Refusal("7.move.14", "The ally that controls it has refused its consent this round.")
CONSENTS_TO_NOTHING = Refusal("11.uncontrolled.1", "An uncontrolled Minor Power of the Coalition gives no consent.")
NOTHING_TO_POST = Refusal("7.garrison.7", "There is no own home on the way that could take a Garrison.")
NO_SEA_POWER = Refusal("7.move.3", "Only Powers of the British Coalition move by sea.")
NO_PORT = Refusal("7.move.4", "A sea advance begins in a port.")
TOO_FAR_BY_SEA = Refusal("7.move.3", "That is no port within three Sea Lanes.")
SEA_REFUSED = Refusal("7.move.5", "Britain has refused this passage this round.")
ORIENT_SPENT = Refusal("13.1792.11", "The Armée d'Orient card is not there to be played.")
ORIENT_FROM = Refusal("13.1792.12", "The Armée d'Orient sails from Provence, where the General began the round.")
ORIENT_WATCHED = Refusal("13.1792.13", "A British General in Patrimonium St. Petri or Napoli bars the way.")
ORIENT_ACTION = Refusal("13.1792.12", "The Armée d'Orient needs a French Movement action.")

# --- territory by territory -----------------------------------------------------------------------------------------


def is_friendly(g: Position, power: int, territory: int) -> bool:
    """7.move.9: controlled by the power, or by an ally that can consent."""
    # 6.coalition.2, 11.faq.6
    owner = g.controller(territory)
    if owner == power:
        return True
    return owner != NOBODY and bool(g.allies[power] >> owner & 1) and g.master[owner] != NOBODY


def cannot_enter(g: Position, power: int, territory: int) -> Refusal | None:
    """Restrictions that hold however a General of the power arrives."""
    # 9.neutral.7, 9.neutral.9
    if g.spain_closed and power != FRANCE and g.board.spain >> territory & 1:
        return SPAIN_CLOSED_1806 if g.setting.scenario == "1806" else SPAIN_CLOSED
    if closed_neutral_home(g, power, territory):
        return CLOSED_HOME
    owner = g.controller(territory)
    if owner not in (power, NOBODY) and g.allies[power] >> owner & 1 and g.master[owner] == NOBODY:
        return CONSENTS_TO_NOTHING
    if g.status[power] == NEUTRAL and not is_friendly(g, power, territory):
        return NEUTRAL_STAYS
    return None


def cannot_pass(g: Position, power: int, territory: int) -> Refusal | None:
    """7.move.9-11: whether a strategic movement may go on from there."""
    if not is_friendly(g, power, territory):
        return NOT_FRIENDLY
    if g.at[territory] and enemy_general_in(g, power, territory):
        return ENEMY_ON_THE_WAY
    return cannot_enter(g, power, territory)


def barred_to(g: Position, general: int) -> int:
    """The territories whose owner has refused this General its consent this round."""
    mask = 0
    if g.move is not None:
        for who, where in g.move.barred:
            if who == general:
                mask |= 1 << where
    return mask


def cannot_stop(g: Position, general: int, territory: int) -> Refusal | None:
    """7.stacking.2, and an ally's refusal."""
    # 7.stacking.1, 7.stacking.3: a General that has left is no hindrance, nor is an ally's
    if g.at[territory] and g.general_of(g.owner[general], territory) not in (NOBODY, general):
        return OWN_GENERAL
    if g.move is not None and g.move.barred and barred_to(g, general) >> territory & 1:
        return CONSENT_REFUSED
    return None


# --- march by march -------------------------------------------------------------------------------------------------


def cannot_march(g: Position, general: int, territory: int) -> Refusal | None:
    """A land advance to a neighbour, or a strategic movement of up to three steps."""
    power, here = g.owner[general], g.generals[general].at
    if territory == here:
        return THERE_ALREADY
    if g.board.kind[territory] == "impassable":
        return IMPASSABLE
    refusal = cannot_enter(g, power, territory) or cannot_stop(g, general, territory)
    if refusal is not None or g.board.beside[here] >> territory & 1:
        return refusal
    if not g.board.within_march[here] >> territory & 1:
        return ONLY_BY_SEA if g.board.by_land[here][territory] == FAR else TOO_FAR
    if not is_friendly(g, power, territory):
        return NOT_FRIENDLY
    passage = Passage(g, general)
    for passed, way in g.board.routes[here][territory]:
        if passage.leads_through(passed, way):
            return None
    return NO_WAY_THROUGH


def what_stands_in_the_way(g: Position, general: int, territory: int) -> Refusal:
    """Why a strategic movement has no way through: the ground itself, unless some way is barred by less than that."""
    power, barred = g.owner[general], barred_to(g, general)
    obstacles = [
        {CONSENT_REFUSED if barred >> t & 1 else cannot_pass(g, power, t) for t in way[:-1]} - {None}
        for _, way in g.board.routes[g.generals[general].at][territory]
    ]
    for refusal in (CONSENT_REFUSED, ENEMY_ON_THE_WAY):
        if any(found <= {CONSENT_REFUSED, refusal} for found in obstacles):
            return refusal
    return NO_WAY_THROUGH


def cannot_march_posting(g: Position, general: int, territory: int) -> Refusal | None:
    """7.garrison.7: a strategic movement that passes an own home where a Garrison can be posted."""
    power = g.owner[general]
    refusal = cannot_enter(g, power, territory) or cannot_stop(g, general, territory)
    if refusal is not None:
        return refusal
    if not is_friendly(g, power, territory):
        return NOT_FRIENDLY
    if g.generals[general].units == 0:
        return NO_UNITS
    passage, posts = Passage(g, general), _posts(g, power)
    for passed, way in g.board.routes[g.generals[general].at].get(territory, ()):
        if passed & posts and passage.leads_through(passed, way):
            return None
    return NOTHING_TO_POST


class Passage:
    """What a General can pass in a strategic movement: every territory is looked at once."""

    __slots__ = ("closed", "g", "open", "power")

    def __init__(self, g: Position, general: int) -> None:
        self.g, self.power = g, g.owner[general]
        self.open, self.closed = 0, barred_to(g, general)

    def leads_through(self, passed: int, way: tuple[int, ...]) -> bool:
        """Whether every territory on the way can be passed."""
        if passed & self.closed:
            return False
        if passed & ~self.open:
            for t in way[:-1]:
                if cannot_pass(self.g, self.power, t) is not None:
                    self.closed |= 1 << t
                    return False
            self.open |= passed
        return True


def _posts(g: Position, power: int) -> int:
    """The own homes without a Garrison, as a mask."""
    return g.board.homes[power] & ~g.garrisoned


def allies_asked(g: Position, power: int, way: tuple[int, ...]) -> int:
    """7.move.14: the allies whose territory the way enters, but for those of the same seat."""
    asked = 0
    for t in way:
        owner = g.controller(t)
        if owner not in (NOBODY, power) and g.allies[power] >> owner & 1 and g.keeper[owner] != g.keeper[power]:
            asked |= 1 << owner
    return asked


def ways(g: Position, general: int, territory: int, *, posting: bool) -> Iterator[tuple[int, ...]]:
    """The ways worth choosing between: they differ in whose consent they need or in where Garrisons can be posted.

    Among ways that differ in nothing the shortest stands for all, and a way that asks more allies than another for the
    same is left out.
    """
    power, here = g.owner[general], g.generals[general].at
    allies, step = g.allies[power], (territory,)
    if not posting and g.board.beside[here] >> territory & 1 and not (allies and allies_asked(g, power, step)):
        yield step
        return
    passage, posts = Passage(g, general), _posts(g, power)
    found: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
    for passed, way in g.board.routes[here].get(territory, ()):
        if posting and not passed & posts:
            continue
        asked = allies_asked(g, power, way) if allies else 0
        difference = asked, tuple([t for t in way[:-1] if posts >> t & 1]) if posting else ()
        if difference in found or not passage.leads_through(passed, way):
            continue
        found[difference] = way
        if not allies:
            yield way
        if not asked and not posting:
            break
    if allies:
        for (asked, posted), way in found.items():
            if not any(p == posted and a != asked and a & asked == a for a, p in found):
                yield way


# --- by sea ---------------------------------------------------------------------------------------------------------


def may_sail(g: Position, power: int) -> bool:
    """7.move.3: only the British Coalition uses the Sea Lanes."""
    # 6.leaders.3
    return g.status[power] == BRITISH


def cannot_sail(g: Position, general: int, territory: int) -> Refusal | None:
    # 7.move.7: an enemy in the port is no hindrance
    power, here = g.owner[general], g.generals[general].at
    if not may_sail(g, power):
        return NO_SEA_POWER
    if not g.board.ports >> here & 1:
        return NO_PORT
    if not g.board.within_sail[here] >> territory & 1:
        return TOO_FAR_BY_SEA
    if g.move is not None and (general, territory) in g.move.no_sail:
        return SEA_REFUSED
    return cannot_enter(g, power, territory) or cannot_stop(g, general, territory)


def cannot_sail_orient(g: Position, general: int) -> Refusal | None:
    """13.1792.12-13: the Armée d'Orient."""
    if not g.orient_card:
        return ORIENT_SPENT
    if g.move is None or g.move.only != NOBODY or g.owner[general] != FRANCE:
        return ORIENT_ACTION
    number = g.board.number
    if g.generals[general].at != number["provence"]:
        return ORIENT_FROM
    if any(g.general_of(BRITAIN, number[t]) != NOBODY for t in ("patrimonium-st-petri", "napoli")):
        return ORIENT_WATCHED
    return cannot_enter(g, FRANCE, number["egypt"]) or cannot_stop(g, general, number["egypt"])


# --- all at once ----------------------------------------------------------------------------------------------------


class Reach:
    """What the predicates say of every territory, as masks."""

    __slots__ = ("enterable", "friendly", "own", "passable", "posts")

    def __init__(self, g: Position, power: int) -> None:
        self.enterable = self.friendly = self.passable = self.own = 0
        for t, near in enumerate(g.board.adjacent):
            if not near or cannot_enter(g, power, t) is not None:
                continue
            bit = 1 << t
            self.enterable |= bit
            if is_friendly(g, power, t):
                self.friendly |= bit
                if not g.at[t] or not enemy_general_in(g, power, t):
                    self.passable |= bit
        self.posts = self.passable & _posts(g, power)
        for i in g.on_map[power]:
            self.own |= 1 << g.generals[i].at

    def marches(self, g: Position, general: int) -> int:
        """All ends of `cannot_march`."""
        here, barred = g.generals[general].at, barred_to(g, general)
        near, friendly = self._rings(g, here, self.passable & ~barred)
        return (near | friendly & self.friendly) & self.enterable & ~self.own & ~barred & ~(1 << here)

    def posting_marches(self, g: Position, general: int) -> list[int]:
        """All ends of `cannot_march_posting`."""
        pawn = g.generals[general]
        here, units = pawn.at, pawn.units
        if not units or not self.posts:
            return []
        barred = barred_to(g, general)
        closed, routes = ~self.passable | barred, g.board.routes[here]
        ends = self.friendly & ~(self.own & ~(1 << here)) & ~barred
        return [
            end
            for end in members(g.board.within_march[here] & ends)
            if any(not passed & closed and passed & self.posts for passed, _ in routes[end])
        ]

    @staticmethod
    def _rings(g: Position, here: int, passable: int) -> tuple[int, int]:
        """The neighbours, and what lies two or three steps away through passable territory."""
        beside, through = g.board.beside, passable & ~(1 << here)
        near = beside[here]
        second = third = 0
        for t in members(near & through):
            second |= beside[t]
        for t in members(second & through):
            third |= beside[t]
        return near, second | third
