"""2.2.1, L28: what is hidden from whom: drawing it afresh, for studies, bots, odds and the proof that nothing leaks."""

from __future__ import annotations

from math import comb, factorial
from random import Random
from typing import Any

from msgspec.structs import replace

from grognard.engine.decision import Action
from grognard.games.alliance.board import EMPIRES, NOBODY, mask, members
from grognard.games.alliance.pieces import is_army, lowest_strength, reindex
from grognard.games.alliance.position import FACE_UP, IN_POOL, Block, Fight, Position
from grognard.games.alliance.roster import HQ, INFANTRY
from grognard.games.alliance.states import camp, settle

TRIES = 50
RICHEST = 20
"""The most Gold a player with a hidden treasury is thought to have."""
BLOCK_ARGUMENT = {"build": 1, "voyage": 1, "escort": 2}
"""Decisions whose agenda entry names a hidden block, and where (after the player)."""


# --- what a seat knows -----------------------------------------------------------------------------------------------


def knows_block(g: Position, block: int, seat: int | None) -> bool:
    """Neutral, eliminated and fighting blocks lie open; of the others a seat knows those it runs."""
    return g.blocks[block].at == FACE_UP or bool(_fighting(g) >> block & 1) or _faces(g, g.roster.owner[block], seat)


def _fighting(g: Position) -> int:
    """Blocks in the battle being fought, Reserves apart: they lie open. As a mask."""
    battle = g.battle
    return 0 if battle is None else (battle.attack | battle.defence) & ~battle.reserves & g.stand[battle.place]


def _faces(g: Position, state: int, seat: int | None) -> bool:
    """Whether all blocks of a state face the seat: it runs them, or they are neutral."""
    player = g.master[state]
    if seat is None or player == NOBODY:
        return player == NOBODY
    if g.setting.solitaire:  # solitaire.1: all blocks face away but those of the empire that is played
        return player == g.active
    return g.keeper[player] == seat


def knows_player(g: Position, player: int, seat: int | None) -> bool:
    """A seat knows the hand and the secret alliances of its own player."""
    return seat is not None and g.keeper[player] == seat


# --- drawing it afresh -----------------------------------------------------------------------------------------------


def resample(g: Position, seat: int | None, rng: Random) -> Position:
    """A copy in which hidden blocks, cards and alliances are drawn anew among all that the seat can think possible."""
    twin = g.clone()
    moved: dict[int, int] = {}
    changed: list[int] = []
    for bag in _bags(g, seat):
        moved.update(_shuffle_bag(g, twin, bag, rng))
        _strengthen(g, twin, bag, rng)
        changed += bag
    if changed:
        reindex(twin, changed, moved)
    if moved:
        _exchange(twin, moved)
    if not g.setting.solitaire:
        _deal_anew(g, twin, seat, rng)
        if g.outcome is None:  # at the end all is counted in the open
            _ally_anew(g, twin, seat, rng)
    return twin


def _bags(g: Position, seat: int | None) -> list[list[int]]:
    """The hidden blocks that onlookers cannot tell apart, where there is more than one."""
    covered: dict[int, list[int]] = {}
    for b, label in enumerate(g.cover):
        if label != b:
            covered.setdefault(label, [label]).append(b)
    fighting = _fighting(g)
    bags = [
        [b for b in bag if not fighting >> b & 1 and g.blocks[b].at != FACE_UP]
        for label, bag in covered.items()
        if not _faces(g, g.roster.owner[label], seat)
    ]
    return [bag for bag in bags if len(bag) > 1]


def _shuffle_bag(g: Position, twin: Position, bag: list[int], rng: Random) -> dict[int, int]:
    """Lay the blocks of a bag anew on the places where they stand; who stood there -> who stands there now.

    Fortresses stay: everybody knows them by their place.
    """
    walls = g.roster.fortresses
    mobile = [b for b in bag if not walls >> b & 1]
    needs = [_needs(g, b) for b in mobile]
    for _ in range(TRIES):
        order = _arrange(g, mobile, needs, rng)
        if order is not None and ("pool" not in needs or _adds_up(g, bag, dict(zip(mobile, order, strict=True)))):
            break
    else:
        return {}
    moved = {old: new for old, new in zip(mobile, order, strict=True) if old != new}
    for old, new in moved.items():
        at, _, port = g.blocks[old]
        twin.blocks[new] = Block(at, g.blocks[new].steps, port)
    return moved


def _adds_up(g: Position, bag: list[int], drawn: dict[int, int]) -> bool:
    """Whether those drawn for the map can have the steps that are there: everybody sees each step won and lost."""
    standing = [drawn.get(b, b) for b in bag if g.blocks[b].at >= 0]
    least = sum([_least(g, b) for b in standing])
    return least <= _on_map(g, bag) <= sum([g.roster.steps[b] for b in standing])


def _on_map(g: Position, bag: list[int]) -> int:
    """The steps of a bag on the map."""
    return sum([g.blocks[b].steps for b in bag if g.blocks[b].at >= 0])


def _least(g: Position, block: int) -> int:
    """The fewest steps a block may have on the map."""
    return g.seen[block] or lowest_strength(g, block)


def _may_wait(g: Position, block: int) -> bool:
    """Whether a block may be in the Force Pool, for all that onlookers know.

    What comes from there is at its lowest strength: who was last seen stronger has never left the map. Nor has
    Napoleon, or the game would be over (10.3).
    """
    if block == g.roster.napoleon and not g.fallen >> g.roster.owner[block] & 1:
        return False
    return g.seen[block] == lowest_strength(g, block)


def _needs(g: Position, block: int) -> str:
    """What onlookers know of the kind of block that stands where this one does."""
    at, _, port = g.blocks[block]
    if at == IN_POOL:
        return "pool"
    if at >= g.board.first_sea or port != NOBODY:
        return "fleet"
    if any(b == block for b, _ in g.landings):
        return "foot"
    if at in g.board.narrow:  # L50: as there is room for one army and one fleet
        return "army" if is_army(g, block) else "fleet"
    if g.voyage is not None and g.voyage.block == block:
        return "army"
    return "any" if g.board.base_seas[at] else "army"


def _arrange(g: Position, bag: list[int], needs: list[str], rng: Random) -> list[int] | None:
    """One arrangement, all possible ones being equally likely; None if chance led to one that cannot be."""
    afloat = g.roster.fleets
    pool = [i for i, need in enumerate(needs) if need == "pool"]
    for_fleets = [i for i, need in enumerate(needs) if need == "fleet"]
    free = [i for i, need in enumerate(needs) if need == "any"]
    waiting = _draw_pool(g, bag, len(pool), len(for_fleets), len(free), rng) if pool else []
    if waiting is None:
        return None
    fleets = [b for b in bag if afloat >> b & 1 and b not in waiting]
    armies = [b for b in bag if not afloat >> b & 1 and b not in waiting]
    more = len(fleets) - len(for_fleets)
    if not 0 <= more <= len(free):
        return None
    rng.shuffle(fleets)
    rng.shuffle(armies)
    rng.shuffle(free)
    order = [NOBODY] * len(bag)
    for i, b in (*zip(pool, waiting, strict=True), *zip((*for_fleets, *free[:more]), fleets, strict=True)):
        order[i] = b
    for i in range(len(bag)):
        if order[i] == NOBODY:
            order[i] = armies.pop()
            if needs[i] == "foot" and g.roster.kind[order[i]] not in (HQ, INFANTRY):
                return None
    return order


def _draw_pool(g: Position, bag: list[int], room: int, for_fleets: int, free: int, rng: Random) -> list[int] | None:
    """Who waits in the Force Pool; None as often as needed for all arrangements of the others to be equally likely."""
    fleets = g.roster.fleets & mask(bag)
    able = [b for b in bag if g.blocks[b].at == IN_POOL or _may_wait(g, b)]
    afloat = (fleets & mask(able)).bit_count()

    def ways(left: int) -> int:
        """In how many ways the others can stand with so many fleets among them."""
        more = left - for_fleets
        return comb(free, more) * factorial(left) * factorial(len(bag) - room - left) if 0 <= more <= free else 0

    waiting = rng.sample(able, room)
    fewest, most = max(0, room - len(able) + afloat), min(room, afloat)
    best = max([ways(fleets.bit_count() - n) for n in range(fewest, most + 1)])
    return waiting if rng.random() * best < ways((fleets & ~mask(waiting)).bit_count()) else None


def _strengthen(g: Position, twin: Position, bag: list[int], rng: Random) -> None:
    """Spread the steps levied unseen over the blocks of a bag that may have got them."""
    full = g.roster.steps
    steps = {b: _least(g, b) for b in bag if twin.blocks[b].at >= 0}
    levied = _on_map(g, bag) - sum(steps.values())
    if not levied and len(steps) == len(bag):
        return
    able = [b for b in steps if steps[b] < full[b]]
    for _ in range(levied):
        b = rng.choice(able)
        steps[b] += 1
        if steps[b] == full[b]:
            able.remove(b)
    for b in bag:
        at, before, port = twin.blocks[b]
        now = steps.get(b, lowest_strength(g, b))
        if now != before:
            twin.blocks[b] = Block(at, now, port)


def _exchange(twin: Position, moved: dict[int, int]) -> None:
    """Everything that spoke of the block that stood in a place speaks of the one that stands there now."""

    gone = mask(moved)

    def swapped(blocks: int) -> int:
        return blocks & ~gone | mask([moved[old] for old in members(blocks & gone)]) if blocks & gone else blocks

    twin.moved, twin.levied, twin.held = swapped(twin.moved), swapped(twin.levied), swapped(twin.held)
    twin.fights = [
        Fight(
            fight.place,
            swapped(fight.attack),
            swapped(fight.defence),
            swapped(fight.reserves),
            fight.holder,
            tuple(entry._replace(blocks=swapped(entry.blocks)) for entry in fight.entries),
        )
        for fight in twin.fights
    ]
    if twin.battle is not None:
        battle = twin.battle
        twin.battle = replace(
            battle,
            attack=swapped(battle.attack),
            defence=swapped(battle.defence),
            reserves=swapped(battle.reserves),
            entries=tuple(entry._replace(blocks=swapped(entry.blocks)) for entry in battle.entries),
        )
    if twin.voyage is not None:
        voyage = twin.voyage
        twin.voyage = voyage._replace(block=moved.get(voyage.block, voyage.block), pins=swapped(voyage.pins))
    twin.landings = tuple((moved.get(b, b), base) for b, base in twin.landings)
    twin.agenda = [_renamed(task, moved) for task in twin.agenda]


def _renamed(task: tuple[Any, ...], moved: dict[int, int]) -> tuple[Any, ...]:
    place = BLOCK_ARGUMENT.get(getattr(task[0], "name", ""))
    if place is None:
        return task
    block = task[1 + place]
    return (*task[: 1 + place], moved.get(block, block), *task[2 + place :])


def counterpart(g: Position, twin: Position, action: Action, seat: int | None) -> Action | None:
    """The same deed in a twin world, with the block that stands there in place of the one the seat cannot see.

    What somebody does who has other allies is another deed.
    """
    if any(g.stance[player] != twin.stance[player] for player in g.deciding):
        return None
    kinds = g.setting.vocabulary.kinds_of(action[0], len(action) - 1) or ()
    words: list[Any] = [action[0]]
    for kind, value in zip(kinds, action[1:], strict=True):
        if kind != "block" or knows_block(g, value, seat):
            words.append(value)
            continue
        twins = [b for b in g.roster.of[g.roster.owner[value]] if _stand_alike(g, value, twin, b)]
        if not twins:
            return None
        words.append(value if value in twins else twins[0])
    return tuple(words)


def _stand_alike(g: Position, block: int, twin: Position, other: int) -> bool:
    bit, other_bit = 1 << block, 1 << other
    return (
        g.blocks[block].at == twin.blocks[other].at
        and g.blocks[block].port == twin.blocks[other].port
        and is_army(g, block) == is_army(g, other)
        and all(
            bool(mine & bit) == bool(theirs & other_bit)
            for mine, theirs in ((g.moved, twin.moved), (g.levied, twin.levied), (g.held, twin.held))
        )
    )


# --- cards -----------------------------------------------------------------------------------------------------------


def _deal_anew(g: Position, twin: Position, seat: int | None, rng: Random) -> None:
    """Cards in others' hands and those they laid aside, out of all the seat has not seen this year."""
    unseen = (1 << g.setting.deck.count) - 1 & ~g.spent
    others = []
    for player in g.setting.played:
        if knows_player(g, player, seat):
            unseen &= ~g.hands[player]
            if g.discards[player] != NOBODY:
                unseen &= ~(1 << g.discards[player])
        else:
            others.append(player)
    cards = [card for card in range(g.setting.deck.count) if unseen >> card & 1]
    rng.shuffle(cards)
    for player in others:
        twin.hands[player] = sum(1 << cards.pop() for _ in range(g.hands[player].bit_count()))
        if g.discards[player] != NOBODY:
            twin.discards[player] = cards.pop()
        if g.setting.hidden_treasuries and g.outcome is None:  # all is counted in the open at the end
            twin.gold[player] = rng.randrange(RICHEST + 1)


# --- alliances -------------------------------------------------------------------------------------------------------


def _ally_anew(g: Position, twin: Position, seat: int | None, rng: Random) -> None:
    """L29: alliances between others that the seat has not heard of may exist or not."""
    for a in g.setting.played:
        for b in g.setting.played:
            if a >= b or knows_player(g, a, seat) or knows_player(g, b, seat) or not _is_secret(g, a, b):
                continue
            _set_pact(twin, a, b, allied=rng.random() < 0.5)
    settle(twin)


def _is_secret(g: Position, a: int, b: int) -> bool:
    """Whether onlookers cannot tell if two players are allied: nothing they did has shown it."""
    if g.open_pacts[a] >> b & 1:
        return False
    if g.changed[a] >> b & 1 and not g.pacts[a] >> b & 1:
        return False  # broken this turn, before everybody's eyes
    if _stood(g, a) & _stood(g, b):
        return False  # where they stand together they are friends (L29), or about to fight (6.13.11)
    return not any(_oppose(g, fight, a, b) for fight in g.fights)


def _stood(g: Position, player: int) -> int:
    """The places with blocks a player runs, as a mask."""
    places = 0
    for state in camp(g, player).own:
        places |= g.occupied[state]
    return places


def _oppose(g: Position, fight: Fight, a: int, b: int) -> bool:
    attack, defence = fight.attack & g.stand[fight.place], fight.defence & g.stand[fight.place]
    one, other = camp(g, a).forces, camp(g, b).forces
    return bool((attack & one and defence & other) or (attack & other and defence & one))


def _set_pact(g: Position, a: int, b: int, *, allied: bool) -> None:
    for one, two in ((a, b), (b, a)):
        for masks in (g.pacts, g.permits):
            masks[one] = masks[one] | 1 << two if allied else masks[one] & ~(1 << two)
        if not allied:
            g.changed[one] &= ~(1 << two)


def as_known(g: Position, seat: int | None) -> Position:
    """The same position without the alliances the seat has not heard of: for counts that everybody may make."""
    world = g.clone()
    for player in EMPIRES:
        if not knows_player(g, player, seat):
            own = sum(1 << p for p in EMPIRES if knows_player(g, p, seat))
            world.pacts[player] = g.open_pacts[player] | (g.pacts[player] & own)
    settle(world)
    return world
