"""7. Where a General can go: movement types and movement restrictions."""

from __future__ import annotations

from grognard.engine.refusal import Refusal
from grognard.games.coalitions.board import BRITAIN, FRANCE, NOBODY, POWERS, members
from grognard.games.coalitions.position import BRITISH, NEUTRAL, Position
from grognard.games.coalitions.relations import closed_neutral_home, hostile_generals, same_player

THERE_ALREADY = Refusal("7.move.2", "The General stands there already.")
NOT_ADJACENT = Refusal("7.move.2", "That is too far: a land advance goes to an adjacent territory.")
NOT_FRIENDLY = Refusal(
    "7.move.10", "Every territory of a strategic movement must be controlled by the mover or an ally."
)
NO_WAY_THROUGH = Refusal(
    "7.move.11", "There is no way of three steps through territory held by the mover or its allies."
)
CLOSED_HOME = Refusal("7.move.12", "No General may enter the home of a Neutral.")
NEUTRAL_STAYS = Refusal("7.move.13", "A Neutral's Generals enter only territory it controls.")
OWN_GENERAL = Refusal("7.stacking.2", "Two Generals of one Power may not end in the same territory.")
SPAIN_CLOSED = {
    year: Refusal(clause, "Spain is closed to all but France.")
    for year, clause in (("1792", "13.1792.15"), ("1806", "13.1806.11"))
}
CONSENT_REFUSED = Refusal("7.move.14", "The ally that controls it has refused its consent this round.")
CONSENTS_TO_NOTHING = Refusal("11.uncontrolled.1", "An uncontrolled Minor Power of the Coalition gives no consent.")
NO_SEA_POWER = Refusal("7.move.3", "Only Powers of the British Coalition move by sea.")
NO_PORT = Refusal("7.move.4", "A sea advance begins in a port.")
TOO_FAR_BY_SEA = Refusal("7.move.3", "That is no port within three Sea Lanes.")
SEA_REFUSED = Refusal("7.move.5", "Britain has refused this passage this round.")
ORIENT_SPENT = Refusal("13.1792.11", "The Armée d'Orient card is not there to be played.")
ORIENT_FROM = Refusal("13.1792.12", "The Armée d'Orient sails from Provence, where the General began the round.")
ORIENT_WATCHED = Refusal("13.1792.13", "A British General in Patrimonium St. Petri or Napoli bars the way.")
ORIENT_ACTION = Refusal("13.1792.12", "The Armée d'Orient needs a French Movement action.")


class Reach:
    """What is open to a power in this round, as masks of territories."""

    __slots__ = ("enemies", "enterable", "friendly", "may_sail", "own", "passable", "power")

    def __init__(self, g: Position, power: int) -> None:
        board = g.board
        self.power = power
        self.enemies = hostile_generals(g, power)
        """Territories with an enemy General."""
        self.own = 0
        """Territories with a General of the power itself."""
        for i in g.setting.generals_of[power]:
            if g.generals[i].at >= 0:
                self.own |= 1 << g.generals[i].at
        friendly, closed = g.held[power], 0
        neutral = g.status[power] == NEUTRAL
        for q in POWERS:
            if q == power:
                continue
            if g.allies[power] >> q & 1:
                if g.keeper[q] == NOBODY:
                    closed |= g.held[q]  # an uncontrolled Minor Power consents to nothing
                else:
                    friendly |= g.held[q]
            if g.status[q] == NEUTRAL and not same_player(g, power, q):
                closed |= board.homes[q]
        if g.spain_closed and power != FRANCE:
            closed |= board.spain
        self.friendly = friendly & ~closed
        """Controlled by the power or by an ally that may consent (7.move.9)."""
        self.enterable = self.friendly if neutral else ~closed
        self.passable = self.friendly & ~self.enemies
        self.may_sail = g.status[power] == BRITISH

    def _open(self, g: Position, general: int, barred: tuple[tuple[int, int], ...]) -> int:
        """Where this General may end: not beside another of its power, not where it was refused."""
        here = g.generals[general].at
        mask = self.enterable & ~(self.own & ~(1 << here))
        for who, where in barred:
            if who == general:
                mask &= ~(1 << where)
        return mask

    def _passing(self, g: Position, general: int) -> int:
        """Through where it may pass."""
        mask = self.passable
        for who, where in g.move.barred if g.move else ():
            if who == general:
                mask &= ~(1 << where)
        return mask

    def marches(self, g: Position, general: int) -> int:
        """All ends of a land advance or strategic movement."""
        beside = g.board.beside
        here = g.generals[general].at
        passing = self._passing(g, general)
        near = beside[here]
        second = third = 0
        for t in members(near & passing & ~(1 << here)):
            second |= beside[t]
        for t in members(second & passing & ~(1 << here)):
            third |= beside[t]
        open_ = self._open(g, general, g.move.barred if g.move else ())
        return (near | ((second | third) & self.friendly)) & open_ & ~(1 << here)

    def march_open(self, g: Position, general: int, end: int) -> bool:
        """Whether one end is among `marches`, without working out the others."""
        here = g.generals[general].at
        bit = 1 << end
        if end == here or not self._open(g, general, g.move.barred if g.move else ()) & bit:
            return False
        if g.board.beside[here] & bit:
            return True
        if not self.friendly & bit:
            return False
        closed = ~self._passing(g, general)
        return any(not passed & closed for passed, _ in g.board.routes[here].get(end, ()))

    def posts(self, g: Position) -> int:
        """Own homes that could take a Garrison from a General passing through."""
        mask = g.board.homes[self.power] & self.passable
        for t in members(mask):
            if g.garrisons[t] != NOBODY:
                mask &= ~(1 << t)
        return mask

    def posting_way(self, g: Position, general: int, end: int) -> bool:
        """Whether a strategic movement there can pass an own home to post a Garrison in."""
        here = g.generals[general].at
        bit = 1 << end
        if not self._open(g, general, g.move.barred if g.move else ()) & self.friendly & bit:
            return False
        closed, posts = ~self._passing(g, general), self.posts(g)
        return any(not passed & closed and passed & posts for passed, _ in g.board.routes[here].get(end, ()))

    def posting_marches(self, g: Position, general: int) -> list[int]:
        """Ends of strategic movements that pass an own home without Garrison."""
        here = g.generals[general].at
        open_ = self._open(g, general, g.move.barred if g.move else ()) & self.friendly
        closed, posts = ~self._passing(g, general), self.posts(g)
        if not posts:
            return []
        return [
            end
            for end in g.board.within_march[here]
            if open_ >> end & 1
            and any(not passed & closed and passed & posts for passed, _ in g.board.routes[here][end])
        ]

    def sail_open(self, g: Position, general: int, port: int) -> bool:
        move = g.move
        if move is not None and (general, port) in move.no_sail:
            return False
        return bool(self._open(g, general, move.barred if move else ()) >> port & 1)

    def sails(self, g: Position, general: int) -> list[int]:
        """Ports a sea advance may end in."""
        return [port for port in g.board.sea[g.generals[general].at] if self.sail_open(g, general, port)]


def reach_of(g: Position, power: int) -> Reach:
    return Reach(g, power)


def ways(g: Position, reach: Reach, general: int, end: int, *, posting: bool) -> list[tuple[int, ...]]:
    """The ways worth choosing between: they differ in whose consent they need or in where Garrisons can be posted.

    Among ways that differ in nothing the shortest stands for all; a way that needs fewer allies makes one that needs
    the same and more superfluous.
    """
    here = g.generals[general].at
    closed, posts = ~reach._passing(g, general), reach.posts(g) if posting else 0
    seat = g.keeper[reach.power]
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    for passed, way in g.board.routes[here].get(end, ()):
        direct = len(way) == 1
        if posting and not passed & posts:
            continue
        if not direct and (passed & closed or not reach.friendly >> end & 1):
            continue
        asked = 0
        for t in way:
            owner = g.controller(t)
            if owner not in (NOBODY, reach.power) and g.allies[reach.power] >> owner & 1 and g.keeper[owner] != seat:
                asked |= 1 << owner
        posted = passed & posts
        if (asked, posted) not in found or len(way) < len(found[asked, posted]):
            found[asked, posted] = way
    return [
        way
        for (asked, posted), way in found.items()
        if not any(p == posted and a != asked and a & asked == a for a, p in found)
    ]


# --- why not --------------------------------------------------------------------------------------------------------


def cannot_enter(g: Position, general: int, territory: int, reach: Reach) -> Refusal | None:
    """Movement restrictions that hold however a General arrives."""
    power = g.power_of(general)
    bit = 1 << territory
    if g.spain_closed and power != FRANCE and g.board.spain & bit:
        return SPAIN_CLOSED[g.setting.scenario]
    if closed_neutral_home(g, power, territory):
        return CLOSED_HOME
    owner = g.controller(territory)
    if owner != NOBODY and g.allies[power] >> owner & 1 and g.keeper[owner] == NOBODY:
        return CONSENTS_TO_NOTHING
    if g.status[power] == NEUTRAL and not reach.friendly & bit:
        return NEUTRAL_STAYS
    if reach.own & bit and g.generals[general].at != territory:
        return OWN_GENERAL
    if g.move is not None and (general, territory) in g.move.barred:
        return CONSENT_REFUSED
    return None


def cannot_march(g: Position, general: int, territory: int, reach: Reach) -> Refusal | None:
    refusal = cannot_enter(g, general, territory, reach)
    if refusal is not None:
        return refusal
    if reach.march_open(g, general, territory):
        return None
    here = g.generals[general].at
    if territory == here:
        return THERE_ALREADY
    if territory not in g.board.routes[here]:
        return NOT_ADJACENT
    return NO_WAY_THROUGH if reach.friendly >> territory & 1 else NOT_FRIENDLY


def cannot_sail(g: Position, general: int, territory: int, reach: Reach) -> Refusal | None:
    here = g.generals[general].at
    if not reach.may_sail:
        return NO_SEA_POWER
    if not g.board.ports >> here & 1:
        return NO_PORT
    if territory not in g.board.sea[here]:
        return TOO_FAR_BY_SEA
    if g.move is not None and (general, territory) in g.move.no_sail:
        return SEA_REFUSED
    return cannot_enter(g, general, territory, reach)


def cannot_sail_orient(g: Position, general: int, reach: Reach) -> Refusal | None:
    """13.1792.12-13: the Armée d'Orient."""
    if not g.orient_card:
        return ORIENT_SPENT
    if g.move is None or g.move.only != NOBODY or g.power_of(general) != FRANCE:
        return ORIENT_ACTION
    number = g.board.number
    provence = number["provence"]
    if g.generals[general].at != provence:
        return ORIENT_FROM
    if any(g.general_of(BRITAIN, number[t]) != NOBODY for t in ("patrimonium-st-petri", "napoli")):
        return ORIENT_WATCHED
    return cannot_enter(g, general, number["egypt"], reach)
