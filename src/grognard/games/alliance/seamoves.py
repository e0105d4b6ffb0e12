"""8.4, 8.5: armies over the sea, to friendly bases and to hostile shores."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.alliance import fights
from grognard.games.alliance.board import NOBODY, mask, members
from grognard.games.alliance.events import BlockMoved, ColourMoved
from grognard.games.alliance.movement import (
    LEVIED,
    MOVED,
    NO_PERMISSION,
    NOT_YOURS,
    STRAIT,
    cannot_enter,
    is_contested,
    open_seas,
)
from grognard.games.alliance.neutrals import attack_on_neutral, neutrals_entered
from grognard.games.alliance.pacts import known_by_conduct
from grognard.games.alliance.pieces import relocate
from grognard.games.alliance.position import ALLY, Position, Voyage, decision
from grognard.games.alliance.purse import cannot_pay, pay
from grognard.games.alliance.roster import FLEET, FORTRESS
from grognard.games.alliance.states import camp, is_friendly, lie

WINTER_SEA = Refusal("3.5.4", "No Sea Moves or Invasions in Winter.")
NOT_AN_ARMY = Refusal("8.4.1", "Only armies other than fortresses go by sea.")
NO_HARBOUR = Refusal("8.4.1", "A Sea Move begins at a friendly Naval Base.")
NOT_FRIENDLY_BEFORE = Refusal("8.4.5", "Every Sea and base must have been friendly when the turn began.")
NO_FLEET = Refusal("8.4.6", "No fleet is free to stay and keep that Sea open.")
NO_WAY = Refusal("8.4.1", "No friendly Seas lead from there to another friendly base or to a shore you may invade.")
NOT_NEXT = Refusal("8.4.1", "That does not lie on the way.")
ONLY_FOOT = Refusal("8.5.2", "Only HQs and infantry invade.")
ONE_INVASION = Refusal("8.5.4", "One invasion of at most two blocks in a turn.")
NO_REINFORCING = Refusal("8.5.7", "An invasion cannot join a land attack, another's invasion or a pending battle.")
ALREADY_FRIENDLY = Refusal("8.5.1", "A friendly shore is reached at its Naval Base.")
MOST_INVADERS = 2


# --- the seas --------------------------------------------------------------------------------------------------------


def cannot_ship(g: Position, player: int, block: int) -> Refusal | None:
    """Whether an army may start a voyage at all."""
    at = g.blocks[block].at
    if at < 0 or g.master_of(block) != player:
        return NOT_YOURS
    if g.roster.kind[block] in (FLEET, FORTRESS):
        return NOT_AN_ARMY
    if g.winter:
        return WINTER_SEA
    bit = 1 << block
    if g.moved & bit:
        return MOVED  # 8.4.3
    if g.levied & bit:
        return LEVIED
    if not g.board.base_seas[at] or not g.seas_at_start >> at & 1 or g.embattled >> at & 1:
        return NO_HARBOUR
    return None


def escorts(g: Position, player: int, sea: int) -> Sequence[int]:
    """8.4.6, L23: fleets that can keep a Sea open: one doing so already, else unmoved friendly ones, else an ally's."""
    own = g.stand[sea] & camp(g, player).forces
    if own & g.held:
        return members(own & g.held)[:1]
    if own & ~g.moved:
        return members(own & ~g.moved)
    stance, owner = g.stance[player], g.roster.owner
    allies = [b for b in g.at[sea] if stance[owner[b]] == ALLY and g.permits[g.master[owner[b]]] >> player & 1]
    return allies[:1]


def waters(g: Position, player: int) -> int:
    """8.4.5: the Seas an army may cross, as a mask: friendly since the turn began, with a fleet to spare."""
    friendly = g.seas_at_start & lie(g, player).friendly & g.setting.sea_mask
    free = camp(g, player).forces & (g.held | ~g.moved)
    return mask([sea for sea in members(friendly) if g.stand[sea] & free or escorts(g, player, sea)])


def cannot_cross_sea(g: Position, player: int, sea: int, came_from: int) -> Refusal | None:
    """8.4.5: friendly since the turn began, not embattled, with a fleet to spare; straits as for fleets."""
    if next_seas(g, player, came_from, waters(g, player)) >> sea & 1:
        return None
    if not g.seas_at_start >> sea & 1 or not is_friendly(g, player, sea):
        return NOT_FRIENDLY_BEFORE
    return STRAIT if escorts(g, player, sea) else NO_FLEET


def next_seas(g: Position, player: int, here: int, within: int) -> int:
    """The Seas of these that may be sailed to from a Sea or a base, as a mask."""
    return (open_seas(g, player, here) if here >= g.board.first_sea else g.board.to_sea[here]) & within


def all_seas(g: Position, player: int, first: int, within: int) -> list[int]:
    """The Seas of these that can be reached, the first ones among them."""
    front = list(members(first))
    left = within & ~first
    for sea in front:
        further = next_seas(g, player, sea, left)
        left &= ~further
        front += members(further)
    return front


def berths(g: Position, player: int) -> int:
    """8.4.1: where an army may go ashore in peace: friendly since the turn began, open to it, with room."""
    ground = lie(g, player)
    places = g.seas_at_start & ground.friendly & ground.peaceful
    return places & ~fights.filled(g, places, ~g.roster.fleets)


def cannot_land(g: Position, player: int, block: int, sea: int, place: int) -> Refusal | None:
    """8.4.1: at a friendly base on this Sea, friendly since the turn began."""
    if place >= g.board.first_sea or place not in g.board.ports[sea] or place == g.blocks[block].at:
        return NOT_NEXT
    if berths(g, player) >> place & 1:
        return None
    if not g.seas_at_start >> place & 1 or not is_friendly(g, player, place):
        return NOT_FRIENDLY_BEFORE
    return cannot_enter(g, player, place) or fights.NARROW


def beaches(g: Position, player: int, sea: int) -> int:
    """8.5.1, 8.5.4: the shores of a Sea that may be invaded: enemy or neutral ones, or where this invasion began."""
    target, by_sea, landed = g.invasion
    ground = lie(g, player)
    if target == NOBODY:
        return g.board.to_shore[sea] & (ground.assailable | ground.peaceful & ~ground.friendly)
    if by_sea != sea or landed >= MOST_INVADERS:
        return 0
    full = fights.filled(g, 1 << target, camp(g, player).forces & ~g.roster.fleets)
    return (g.embattled | ground.assailable | ground.peaceful & ~full) & 1 << target


def cannot_invade(g: Position, player: int, block: int, sea: int, place: int) -> Refusal | None:
    """8.5: an enemy or neutral shore on this Sea, HQs and infantry only, once a turn, two blocks."""
    if place >= g.board.first_sea or place not in g.board.shores[sea]:
        return NOT_NEXT
    if not g.roster.foot >> block & 1:
        return ONLY_FOOT
    if beaches(g, player, sea) >> place & 1:
        return None
    target, by_sea, landed = g.invasion
    if target != NOBODY and ((target, by_sea) != (place, sea) or landed >= MOST_INVADERS):
        return ONE_INVASION
    if g.embattled >> place & 1:
        return NO_REINFORCING
    if is_friendly(g, player, place) and target != place:
        return ALREADY_FRIENDLY
    if is_contested(g, player, place):
        return fights.ALLIES_THERE
    return NO_PERMISSION if cannot_enter(g, player, place) is not None else fights.NARROW


def landfalls(g: Position, player: int, block: int, sea: int) -> list[Action]:
    """Where the army may go ashore from this Sea."""
    ports = g.board.to_port[sea] & berths(g, player) & ~(1 << g.blocks[block].at)
    found: list[Action] = [("ashore", place) for place in members(ports)]
    if g.roster.foot >> block & 1:
        found += [("invade", place) for place in members(beaches(g, player, sea))]
    return found


def come_ashore(g: Position, player: int, base: int, seas: list[int], harbours: int) -> int:
    """The armies from a base that may go ashore from one of these Seas, in these berths or on a beach, as a mask."""
    for sea in seas:
        if g.board.to_port[sea] & harbours & ~(1 << base):
            return g.stand[base]
    for sea in seas:
        if beaches(g, player, sea):
            return g.stand[base] & g.roster.foot
    return 0


def first_seas(g: Position, player: int, block: int) -> list[int]:
    """The Seas an army may put out to: those from which some way ends on a shore."""
    here = g.blocks[block].at
    within = waters(g, player)
    return leading_ashore(g, player, block, next_seas(g, player, here, within), within)


def leading_ashore(g: Position, player: int, block: int, first: int, within: int) -> list[int]:
    """Of the Seas an army may sail to next those from which some way over these Seas ends on a shore."""
    base, harbours = g.blocks[block].at, berths(g, player)
    return [
        sea
        for sea in members(first)
        if come_ashore(g, player, base, all_seas(g, player, 1 << sea, within), harbours) >> block & 1
    ]


def voyages(g: Position, player: int) -> list[Action]:
    """Every army that may put to sea."""
    if g.winter or cannot_pay(g, player) is not None:
        return []
    options: list[Action] = []
    armies = camp(g, player).forces & ~(g.roster.fleets | g.roster.fortresses | g.moved | g.levied)
    bases = lie(g, player).own & g.setting.base_mask & g.seas_at_start & ~g.embattled
    crowds = [(base, g.stand[base] & armies) for base in members(bases) if g.stand[base] & armies]
    if not crowds:
        return []
    within, harbours = waters(g, player), berths(g, player)
    for base, crowd in crowds:
        first = g.board.to_sea[base] & within
        if first:
            seas = all_seas(g, player, first, within)
            options += [("ship", b) for b in members(come_ashore(g, player, base, seas, harbours) & crowd)]
    return options


# --- the voyage ------------------------------------------------------------------------------------------------------


def current(g: Position) -> Voyage:
    if g.voyage is None:
        raise AssertionError("nobody is at sea")
    return g.voyage


def embark(g: Position, player: int, block: int) -> None:
    g.voyage = Voyage(block)
    g.todo((VOYAGE, player, block))


def voyage_options(g: Position, player: int, block: int) -> list[Action]:
    seas = current(g).seas
    if not seas:
        return [("sail", s) for s in first_seas(g, player, block)]
    here, new = seas[-1], waters(g, player) & ~mask(seas)
    further = leading_ashore(g, player, block, next_seas(g, player, here, new), new)
    return [*(("sail", s) for s in further), *landfalls(g, player, block, here)]


def refuse_voyage(g: Position, action: Action, player: int, block: int) -> Refusal | None:
    voyage = current(g)
    here = voyage.seas[-1] if voyage.seas else g.blocks[block].at
    if action[0] == "sail":
        sea = action[1]
        if sea < g.board.first_sea:
            return NOT_NEXT
        near = g.board.seaways[here] if here >= g.board.first_sea else g.board.base_seas[here]
        if sea not in near or sea in voyage.seas:
            return NOT_NEXT
        return cannot_cross_sea(g, player, sea, here) or NO_WAY
    if action[0] not in ("ashore", "invade"):
        return None
    if not voyage.seas:
        return NOT_NEXT
    check = cannot_land if action[0] == "ashore" else cannot_invade
    return check(g, player, block, here, action[1])


def take_voyage(g: Position, action: Action, player: int, block: int) -> None:
    """A step of the voyage: on to another Sea, which a fleet keeps open, or ashore."""
    voyage = current(g)
    if action[0] == "sail":
        sea = action[1]
        fleets = escorts(g, player, sea)
        g.voyage = voyage._replace(seas=(*voyage.seas, sea))
        if len(fleets) > 1:
            g.todo((ESCORT, player, sea, block))
        else:
            hold(g, fleets[0])
            g.todo((VOYAGE, player, block))
        return
    pay(g, player)  # 8.4.2, 8.5.3
    place = action[1]
    path = (g.blocks[block].at, *voyage.seas, place)
    g.held |= voyage.pins
    for sea in voyage.seas:
        known_by_conduct(g, player, sea)
    g.voyage = None
    if action[0] == "ashore":
        relocate(g, block, place)
        tell_crossing(g, player, block, path, "8.4.1", "crosses")
        known_by_conduct(g, player, place)
    else:
        invade(g, player, block, path)
    g.moved |= 1 << block


def tell_crossing(g: Position, player: int, block: int, path: tuple[int, ...], clause: str, how: str) -> None:
    g.tell(clause, ColourMoved, g.roster.owner[block], path, how)
    g.tell_keeper(player, clause, BlockMoved, block, path, how)


def invade(g: Position, player: int, block: int, path: tuple[int, ...]) -> None:
    """8.5.1: a landing on a hostile shore; a vacant one falls at once (E6)."""
    base, sea, place = path[0], path[-2], path[-1]
    stirred = neutrals_entered(g, player, place)
    joins = bool(g.embattled >> place & 1)
    opposed = bool(lie(g, player).hostile >> place & 1)
    relocate(g, block, place)
    g.invasion = (place, sea, g.invasion[2] + 1)
    g.landings = (*g.landings, (block, base))
    tell_crossing(g, player, block, path, "8.5.1", "invades")
    if joins:
        fights.join(g, player, block, sea, 0, landed=True)
    elif opposed:
        fights.begin(g, player, block, sea, landed=True)
    g.todo(*((attack_on_neutral, state, player) for state in stirred))


def hold(g: Position, fleet: int) -> None:
    voyage = current(g)
    g.voyage = voyage._replace(pins=voyage.pins | 1 << fleet)


def escort_options(g: Position, player: int, sea: int, _block: int) -> list[Action]:
    return [("escort", fleet) for fleet in escorts(g, player, sea)]


def take_escort(g: Position, action: Action, player: int, _sea: int, block: int) -> None:
    hold(g, action[1])
    g.todo((VOYAGE, player, block))


VOYAGE = decision(
    Decision(
        name="voyage",
        clause="8.4.1",
        prompt="{0}: where does {1} sail?",
        kinds=("state", "block"),
        options=voyage_options,
        take=take_voyage,
        refuse=refuse_voyage,
    )
)

ESCORT = decision(
    Decision(
        name="escort",
        clause="8.4.6",
        prompt="{0}: which fleet keeps {1} open?",
        kinds=("state", "place"),
        options=escort_options,
        take=take_escort,
    )
)
