"""8.4, 8.5: armies over the sea, to friendly bases and to hostile shores."""

from __future__ import annotations

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.alliance import fights
from grognard.games.alliance.board import NOBODY, members
from grognard.games.alliance.events import BlockMoved, ColourMoved
from grognard.games.alliance.movement import (
    LEVIED,
    MOVED,
    NO_PERMISSION,
    NOT_YOURS,
    cannot_enter,
    is_contested,
    is_strait_open,
)
from grognard.games.alliance.neutrals import attack_on_neutral, neutrals_entered
from grognard.games.alliance.pacts import known_by_conduct
from grognard.games.alliance.pieces import relocate
from grognard.games.alliance.position import ALLY, Position, Voyage, decision
from grognard.games.alliance.purse import cannot_pay, pay
from grognard.games.alliance.roster import FLEET, FORTRESS, HQ, INFANTRY
from grognard.games.alliance.states import is_friendly, lie

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


def escorts(g: Position, player: int, sea: int) -> list[int]:
    """8.4.6, L23: fleets that can keep a Sea open: one doing so already, else unmoved friendly ones, else an ally's."""
    own = [b for b in g.at[sea] if g.master_of(b) == player]
    held = [b for b in own if g.held >> b & 1]
    if held:
        return held[:1]
    free = [b for b in own if not g.moved >> b & 1]
    if free:
        return free
    stance, owner = g.stance[player], g.roster.owner
    allies = [b for b in g.at[sea] if stance[owner[b]] == ALLY and g.permits[g.master[owner[b]]] >> player & 1]
    return allies[:1]


def cannot_cross_sea(g: Position, player: int, sea: int, came_from: int) -> Refusal | None:
    """8.4.5: friendly since the turn began, not embattled, with a fleet to spare; straits as for fleets."""
    if not g.seas_at_start >> sea & 1 or not is_friendly(g, player, sea):
        return NOT_FRIENDLY_BEFORE
    if not escorts(g, player, sea):
        return NO_FLEET
    if came_from >= g.board.first_sea and not is_strait_open(g, player, came_from, sea):
        return Refusal("8.1.8", "The strait is closed: one of its shores is an enemy's.")
    return None


def next_seas(g: Position, player: int, here: int, visited: tuple[int, ...]) -> list[int]:
    board = g.board
    seas = board.seaways[here] if here >= board.first_sea else board.base_seas[here]
    return [s for s in seas if s not in visited and cannot_cross_sea(g, player, s, here) is None]


def cannot_land(g: Position, player: int, block: int, sea: int, place: int) -> Refusal | None:
    """8.4.1: at a friendly base on this Sea, friendly since the turn began."""
    if place >= g.board.first_sea or place not in g.board.ports[sea]:
        return NOT_NEXT
    if place == g.blocks[block].at:
        return NOT_NEXT
    if not g.seas_at_start >> place & 1 or not is_friendly(g, player, place):
        return NOT_FRIENDLY_BEFORE
    return cannot_enter(g, player, place) or fights.cannot_fit(g, block, place, -1)


def cannot_invade(g: Position, player: int, block: int, sea: int, place: int) -> Refusal | None:
    """8.5: an enemy or neutral shore on this Sea, HQs and infantry only, once a turn, two blocks."""
    if place >= g.board.first_sea or place not in g.board.shores[sea]:
        return NOT_NEXT
    if g.roster.kind[block] not in (HQ, INFANTRY):
        return ONLY_FOOT
    target, by_sea, landed = g.invasion
    if target != NOBODY and ((target, by_sea) != (place, sea) or landed >= MOST_INVADERS):
        return ONE_INVASION
    if g.embattled >> place & 1:
        return None if target == place else NO_REINFORCING
    if is_friendly(g, player, place) and target != place:
        return ALREADY_FRIENDLY
    if is_contested(g, player, place):
        refusal = fights.cannot_attack(g, player, place)
    else:
        refusal = NO_PERMISSION if cannot_enter(g, player, place) is not None else None
    return refusal or fights.cannot_fit(g, block, place, _own_mask(g, player, place))


def _own_mask(g: Position, player: int, place: int) -> int:
    mask = 0
    for b in g.friendly_blocks(player, place):
        mask |= 1 << b
    return mask


def landfalls(g: Position, player: int, block: int, sea: int) -> list[Action]:
    """Where the army may go ashore from this Sea."""
    found: list[Action] = [("ashore", p) for p in g.board.ports[sea] if cannot_land(g, player, block, sea, p) is None]
    if g.roster.kind[block] in (HQ, INFANTRY):
        found += [("invade", p) for p in g.board.shores[sea] if cannot_invade(g, player, block, sea, p) is None]
    return found


def leads_ashore(g: Position, player: int, block: int, sea: int, visited: tuple[int, ...]) -> bool:
    """Whether some way on from this Sea ends on a shore."""
    front = [sea]
    seen = {*visited, sea}
    for here in front:
        if landfalls(g, player, block, here):
            return True
        for further in next_seas(g, player, here, ()):
            if further not in seen:
                seen.add(further)
                front.append(further)
    return False


def first_seas(g: Position, player: int, block: int) -> list[int]:
    here = g.blocks[block].at
    return [s for s in next_seas(g, player, here, ()) if leads_ashore(g, player, block, s, ())]


def voyages(g: Position, player: int) -> list[Action]:
    """Every army that may put to sea."""
    if g.winter or cannot_pay(g, player) is not None:
        return []
    options: list[Action] = []
    seas = g.seas_at_start & lie(g, player).friendly & g.setting.sea_mask
    for place in members(g.setting.base_mask & lie(g, player).own & g.seas_at_start & ~g.embattled):
        if g.board.to_sea[place] & seas:  # else no friendly Sea to put out to
            options += [
                ("ship", b) for b in g.at[place] if cannot_ship(g, player, b) is None and first_seas(g, player, b)
            ]
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
    voyage = current(g)
    if not voyage.seas:
        return [("sail", s) for s in first_seas(g, player, block)]
    here = voyage.seas[-1]
    return [
        *(
            ("sail", s)
            for s in next_seas(g, player, here, voyage.seas)
            if leads_ashore(g, player, block, s, voyage.seas)
        ),
        *landfalls(g, player, block, here),
    ]


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
