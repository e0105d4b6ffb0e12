"""4.31: battles to come: who attacks over which border, who stands in reserve, who is pinned."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine.refusal import Refusal
from grognard.games.alliance.board import RUSSIA, Border, mask, members
from grognard.games.alliance.events import AttackBegan
from grognard.games.alliance.position import ATTACK, DEFENCE, Entry, Fight, Position
from grognard.games.alliance.roster import FLEET
from grognard.games.alliance.states import camp

BORDER_FULL = Refusal("4.2.1", "No more blocks may cross this border into battle this turn.")
COAST_FULL = Refusal("4.2.9", "Only two fleets may cross a coast into battle.")
NARROW = Refusal("11.5.2", "There is room for one army and one fleet only.")
ALLIES_THERE = Refusal("6.2.10", "There are blocks of an ally's: break that alliance first.")
NO_SIDE = Refusal("7.8.1", "Neither side of this battle is yours or an ally's.")
UNALLIED_COMRADES = Refusal("7.8.1", "A player fights on that side with whom you are not allied.")
PINNED = Refusal("4.33.1", "Pinned: as many defenders as main attackers must stay.")
COMMITTED = Refusal("4.33.1", "A block that attacks or reinforces stays where it is.")
ENEMY_BORDER = Refusal("4.33.4", "The enemy came in over this border.")
INVADED = Refusal("8.5.7", "No army may join the attack on a place that is being invaded.")

COAST_LIMIT = 2


# --- borders ---------------------------------------------------------------------------------------------------------


def limit_of(g: Position, border: Border, player: int, origin: int, place: int) -> int:
    """4.2, 3.5.2: how many blocks of one player may cross into battle; an event may have raised it."""
    limit = border.limit
    if g.winter:
        limit = max(border.winter_limit, border.winter_limit_russia)  # the others' share: see cannot_cross
    if g.guided[0] == player and {origin, place} == {g.guided[1], g.guided[2]}:
        limit += 1  # A7, L12
    return limit


def is_green(g: Position, block: int) -> bool:
    """11.12.3: a block of the Russian colour."""
    return g.roster.owner[block] == RUSSIA


def overflows(g: Position, border: Border, player: int, block: int, crossed: int, origin: int, place: int) -> bool:
    """Whether one block more would exceed the limit of a border, given those that have crossed."""
    limit = limit_of(g, border, player, origin, place)
    if crossed.bit_count() >= limit:
        return True
    if g.winter and border.winter_limit_russia > border.winter_limit and not is_green(g, block):  # L11
        others = sum(1 for b in range(crossed.bit_length()) if crossed >> b & 1 and not is_green(g, b))
        return others >= border.winter_limit + (limit - border.winter_limit_russia)
    return False


def crossed_into(g: Position, player: int, origin: int, place: int, *, fleets: bool) -> int:
    """C6: the blocks of a player that have entered this battle over one border this Game Turn."""
    if not g.embattled >> place & 1:
        return 0
    crossed = 0
    for entry in g.fight_at(place).entries:
        if entry.player == player and entry.origin == origin:
            crossed |= entry.blocks
    return crossed & (g.roster.fleets if fleets else ~g.roster.fleets)  # E3: fleets and armies apart


def cannot_cross(g: Position, player: int, block: int, origin: int, place: int) -> Refusal | None:
    """Whether a border has room for one block more on its way into battle."""
    board = g.board
    fleet = g.roster.kind[block] == FLEET
    crossed = crossed_into(g, player, origin, place, fleets=fleet)
    if origin >= board.first_sea or place >= board.first_sea:
        if place < board.first_sea and crossed.bit_count() >= COAST_LIMIT - g.winter:
            return COAST_FULL
        return None  # 4.2.8
    border = board.border[origin, place]
    return BORDER_FULL if overflows(g, border, player, block, crossed, origin, place) else None


# --- which side ------------------------------------------------------------------------------------------------------


def cannot_join(g: Position, player: int, place: int, side: int) -> Refusal | None:
    """L13: beside one's own or an ally's blocks, allied with every player on that side and with none on the other."""
    fight = g.fight_at(place)
    comrades, enemies = (fight.attack, fight.defence) if side == ATTACK else (fight.defence, fight.attack)
    here, friends = g.stand[place], camp(g, player).friends
    if enemies & here & friends:
        return ALLIES_THERE
    if not comrades & here & friends:
        return NO_SIDE
    return UNALLIED_COMRADES if comrades & here & ~friends else None


def cannot_attack(g: Position, player: int, place: int) -> Refusal | None:
    """Whether a player may begin a battle in a place that holds blocks of others."""
    return ALLIES_THERE if g.stand[place] & camp(g, player).friends else None  # L14


def cannot_fit(g: Position, block: int, place: int, comrades: int) -> Refusal | None:
    """11.4.2, 11.5.2: one army and one fleet at most, in battle too; `comrades` are those of the same side there."""
    if place not in g.board.narrow:
        return None
    fleets = g.roster.fleets
    return NARROW if g.stand[place] & comrades & (fleets if fleets >> block & 1 else ~fleets) else None


def filled(g: Position, places: int, blocks: int) -> int:
    """Those of the places that have room for one army and one fleet where one of these blocks stands, as a mask."""
    narrow = places & g.board.narrow_mask
    return mask([place for place in members(narrow) if g.stand[place] & blocks]) if narrow else 0


# --- beginning and joining -------------------------------------------------------------------------------------------


def begin(g: Position, player: int, block: int, origin: int, *, landed: bool = False) -> None:
    """The block, already moved in, opens a battle: it is the Main Attack, those it found there defend (4.31.2)."""
    place = g.blocks[block].at
    defenders = g.stand[place] & ~(1 << block)
    owner = g.roster.owner
    first = next(b for b in g.at[place] if b != block)
    entry = Entry(player, ATTACK, origin, 1 << block, landed)
    g.fights.append(Fight(place, 1 << block, defenders, 0, owner[first], (entry,)))
    _embattle(g, place)
    g.tell("4.1.10", AttackBegan, player, place)


def join(g: Position, player: int, block: int, origin: int, side: int, *, landed: bool = False) -> None:
    """7.23: a further block; over the border of the Main Attack it belongs to that, else it is a Reserve (C7)."""
    place = g.blocks[block].at
    fight = g.fight_at(place)
    first = fight.entries[0] if fight.entries else None
    # C7; E3: a fleet that follows a landing over the same coast is a Reserve
    main = first is not None and (first.player, first.side, first.origin, first.landed) == (
        player,
        side,
        origin,
        landed,
    )
    bit = 1 << block
    entries = list(fight.entries)
    for i, entry in enumerate(entries):
        if (entry.player, entry.side, entry.origin, entry.landed) == (player, side, origin, landed):
            entries[i] = entry._replace(blocks=entry.blocks | bit)
            break
    else:
        entries.append(Entry(player, side, origin, bit, landed))
    update(
        g,
        replace(
            fight,
            attack=fight.attack | bit if side == ATTACK else fight.attack,
            defence=fight.defence | bit if side == DEFENCE else fight.defence,
            reserves=fight.reserves if main else fight.reserves | bit,
            entries=tuple(entries),
        ),
    )


def open_battle(g: Position, fight: Fight) -> None:
    """A battle that no border crossing began: of a change of sides or a broken alliance."""
    g.fights.append(fight)
    _embattle(g, fight.place)


def _embattle(g: Position, place: int) -> None:
    g.fights.sort()
    g.embattled |= 1 << place
    g.unsettle()


def update(g: Position, fight: Fight) -> None:
    """A battle to come has changed."""
    for i, old in enumerate(g.fights):
        if old.place == fight.place:
            g.fights[i] = fight
            return


def leave(g: Position, block: int, place: int) -> None:
    """An unpinned defender goes elsewhere."""
    fight = g.fight_at(place)
    update(g, replace(fight, defence=fight.defence & ~(1 << block)))


def drop(g: Position, place: int) -> None:
    """There is no battle here any more."""
    g.fights = [fight for fight in g.fights if fight.place != place]
    g.embattled &= ~(1 << place)
    g.unsettle()


# --- pinning ---------------------------------------------------------------------------------------------------------


def cannot_leave(g: Position, block: int, place: int) -> Refusal | None:
    """4.33, L9: of those there when the battle began, as many must stay as there are main attackers."""
    if not g.embattled >> place & 1:
        return None
    fight = g.fight_at(place)
    bit = 1 << block
    if fight.attack & bit or fight.reserves & bit:
        return COMMITTED
    main = (fight.attack & ~fight.reserves).bit_count()
    return PINNED if (fight.defence & ~fight.reserves).bit_count() <= main else None


def unpinned(g: Position, place: int, blocks: int) -> int:
    """Those of the blocks in a battle to come that may leave it, as a mask."""
    return mask(b for b in members(blocks) if cannot_leave(g, b, place) is None)


def enemy_borders(g: Position, place: int) -> set[int]:
    """4.33.4: the places from which attackers came in."""
    if not g.embattled >> place & 1:
        return set()
    return {entry.origin for entry in g.fight_at(place).entries if entry.side == ATTACK}
