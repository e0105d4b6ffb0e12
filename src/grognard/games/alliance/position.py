"""The state of a game of Alliance: a few lists of small things."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

import msgspec

from grognard.engine.position import Position as EnginePosition
from grognard.engine.vocabulary import Procedures
from grognard.games.alliance.board import EMPIRES, NOBODY, Board
from grognard.games.alliance.roster import Roster
from grognard.games.alliance.setting import AllianceSetting

IN_POOL = -1
"""Upright in the Force Pool: it may be built (5.1)."""
FACE_UP = -2
"""Eliminated or disbanded: it waits in the Force Pool for the next year (7.7, 3.5.7)."""

OWN, ALLY, CLIENT, NEUTRAL, ENEMY = range(5)
"""What a state is to a player: his own (with allied NPEs and minors), an allied player's empire, a state of an allied
player's (which is no friend of his: 3.6.9), neutral, or an enemy."""

ATTACK, DEFENCE = range(2)
WINTER = 4
"""3.5.1: the fourth Game Turn of a year."""

DEAL, LOTS, COMBAT, BIDS = range(4)
"""The streams of chance: cards, who takes in a neutral, battle dice, diplomatic dice."""

rules = Procedures()
procedure, decision = rules.procedure, rules.decision


class Block(NamedTuple):
    """A wooden block: its place (or IN_POOL, FACE_UP), its strength, and for a fleet in port the sea it came from."""

    at: int
    steps: int
    port: int = NOBODY


class Entry(NamedTuple):
    """Blocks of one player that came into a battle over one border this Game Turn."""

    player: int
    side: int
    origin: int
    blocks: int
    landed: bool = False
    """They came by Sea Invasion (8.5)."""


class Fight(msgspec.Struct, frozen=True, order=True, gc=False):
    """A battle to be fought in the Battle Phase. Sets of blocks are bit masks."""

    place: int
    attack: int
    defence: int
    reserves: int
    """Of both sides: blocks that join in Round 2 (7.23)."""
    holder: int
    """The state that held the place before (L49), or NOBODY."""
    entries: tuple[Entry, ...] = ()


class Volley(NamedTuple):
    """What one block rolled in the battle being fought."""

    round: int
    side: int
    block: int
    dice: tuple[int, ...]
    firepower: int
    hits: int


class Battle(msgspec.Struct, frozen=True, gc=False):
    """The battle being fought."""

    place: int
    attack: int
    defence: int
    reserves: int
    entries: tuple[Entry, ...] = ()
    round: int = 0
    acted: int = 0
    """Blocks that have had their Battle Turn this round."""
    half: int = 0
    """Fortresses that have taken one hit of two (7.32)."""
    shifts: tuple[tuple[int, int], ...] = ()
    """(Block, change of its firepower in Round 1) by leader events."""
    silent: int = 0
    """Blocks that do not fire in Round 1 (Panic)."""
    staying: int = 0
    """Colours (states) whose HQ has paid for this round (7.61), as a mask."""
    withdrawn: tuple[tuple[int, int, int], ...] = ()
    """(Player, place, blocks) that have retreated there this round (7.4.5)."""
    puppeteer: int = NOBODY
    """Who runs the blocks that changed sides, in a battle born of diplomacy (6.13.12)."""
    changed: int = 0
    """Those blocks."""
    volleys: tuple[Volley, ...] = ()
    """All dice so far, for the onlookers."""


class Regroup(NamedTuple):
    """What the victors of a battle have still to do in the place they won."""

    place: int
    crossed: tuple[tuple[int, int, int], ...] = ()
    """(Player, place, blocks) that have regrouped there (7.5.3)."""


class Voyage(NamedTuple):
    """An army on its way over the sea (8.4)."""

    block: int
    seas: tuple[int, ...] = ()
    pins: int = 0
    """Fleets that stay to keep those seas open."""


class Camp(msgspec.Struct, frozen=True, gc=False):
    """Who is on a player's side: changes only with alliances."""

    own: tuple[int, ...]
    allies: tuple[int, ...]
    clients: tuple[int, ...]
    neutrals: tuple[int, ...]
    enemies: tuple[int, ...]
    """The states by what they are to him."""
    forces: int
    """The blocks he runs, as a mask."""
    friends: int
    """Those and his allies' and their states': blocks he does not fight (L14)."""
    foes: int
    """His enemies' blocks, neutral ones apart."""
    own_land: int
    friendly_land: int
    neutral_land: int
    """Regions that are his, his or his allies', or a neutral's while they are vacant, as masks."""
    cities: int
    homeland: int
    """Of the empires he runs, as masks: where supply lines lead to (4.4.1, 8.2.1)."""


class Lie(msgspec.Struct, frozen=True, gc=False):
    """How the land lies for a player: masks of places."""

    own: int
    """With the player's own blocks, his NPEs' or his minors'."""
    hostile: int
    """With blocks of enemies or neutrals: one enters to fight (4.0.5)."""
    assailable: int
    """The part of it where nobody stands whom the player does not fight, and no battle is to come yet (L14)."""
    shut: int
    """With an ally's blocks, or on his vacant land, without his leave (6.2.5)."""
    peaceful: int
    """Open to a block that comes in peace: neither hostile nor shut nor embattled (4.0.4)."""
    friendly: int
    """4.1.2, 4.1.3, and not embattled."""
    homely: int
    """The part of it that is the player's own, not an ally's."""
    passable: int
    """For a supply line: friendly, neutral or nobody's, and not embattled (4.4.2, F2)."""
    enemy: int
    """With blocks of an enemy."""
    alien: int
    """Vacant land of an enemy or of an ally's state: no refuge, unless one's side came that way (7.4.3)."""
    stirring: int
    """Vacant land of a neutral state, which joins somebody when it is entered (C3)."""


class Position(EnginePosition):
    """The board, the hands, the treasuries, the alliances, and what is going on."""

    __slots__ = (
        "active",
        "ap",
        "at",
        "battle",
        "beaten",
        "blocks",
        "board",
        "bound",
        "camps",
        "changed",
        "cover",
        "discards",
        "embattled",
        "event_ready",
        "fallen",
        "fights",
        "gold",
        "gold_spent",
        "group",
        "guided",
        "hands",
        "held",
        "invasion",
        "landings",
        "levied",
        "lies",
        "master",
        "moved",
        "occupied",
        "open_pacts",
        "order",
        "pacts",
        "permits",
        "played",
        "postponed",
        "ready",
        "regroup",
        "rested",
        "roster",
        "score",
        "seas_at_start",
        "seen",
        "setting",
        "solo_deck",
        "solo_held",
        "spent",
        "spoils",
        "stance",
        "stand",
        "supplies",
        "surrenders",
        "talked",
        "tie",
        "turn",
        "voyage",
        "weak",
        "year",
    )

    streams = (b"cards", b"neutrals", b"combat", b"diplomacy")

    setting: AllianceSetting
    board: Board
    roster: Roster

    blocks: list[Block]
    at: list[tuple[int, ...]]
    """Place -> blocks there, lowest first."""
    stand: list[int]
    """Place -> the same as a mask."""
    occupied: list[int]
    """State -> mask of the places where it has blocks."""
    weak: int
    """Blocks on the map below their full strength, as a mask."""
    ready: int
    """Blocks in the Force Pool that may be built, as a mask. All these are kept by `pieces` alone."""
    lies: list[Lie | None]
    """Player -> how the land lies for him, as far as it has been worked out; emptied when anything of it changes."""
    supplies: list[Any]
    """Player -> the last `supply.Supply` worked out for him, which may serve again."""
    cover: list[int]
    """Block -> the lowest block of those that onlookers cannot tell it from; kept by `pieces` alone."""
    seen: list[int]
    """Block -> its strength when everybody last saw it."""

    tie: list[int]
    """State -> the empire it is allied with: itself for a played empire, NOBODY for a neutral state."""
    master: list[int]
    """State -> the player who runs it, or NOBODY; kept by `states.settle` alone."""
    stance: list[tuple[int, ...]]
    """Player -> what each state is to him; kept by `states.settle` alone."""
    camps: list[Camp | None]
    """Player -> the same sorted, as far as it has been asked for; emptied by `states.settle`."""
    pacts: list[int]
    """Player -> mask of the players he is allied with."""
    open_pacts: list[int]
    """Player -> mask of those alliances that everybody knows of."""
    permits: list[int]
    """Player -> mask of the allies who may enter his places."""
    bound: list[int]
    """Player -> mask of the allies he may not leave before Winter (9.21.2)."""
    changed: list[int]
    """Player -> mask of the players with whom a pact was made or broken this Game Turn (L30)."""
    beaten: list[int]
    """Empire -> the player who defeated it and is tied to it still, or NOBODY (H4)."""
    rested: int
    """Empires whose block count is not tested before they have had four blocks again (L35), as a mask."""
    spoils: list[int]
    """State -> mask of the players who have destroyed a block of it this Game Turn (H3)."""
    fallen: int
    """Empires whose defeat ends the game when this Game Turn is over (10.3), as a mask."""
    surrenders: tuple[tuple[int, int, int], ...]
    """(Player, victor, gold) agreed upon this Game Turn (6.21)."""

    gold: list[int]
    hands: list[int]
    """Player -> mask of cards."""
    discards: list[int]
    """Player -> the card he laid aside this year, or NOBODY."""
    played: list[int]
    """Player -> his card of this Game Turn, or NOBODY."""
    spent: int
    """Cards everybody has seen this year, as a mask."""
    order: tuple[int, ...]
    """The players of this Game Turn, highest card first."""

    year: int
    turn: int
    """1 to 4 within the year."""
    active: int
    """The player whose turn it is, or NOBODY."""
    ap: int
    gold_spent: int
    event_ready: int
    """Players whose leader event is still unused this Game Turn, as a mask."""
    guided: tuple[int, int, int]
    """(Player, place, place): the border whose limit an event has raised, or (NOBODY, NOBODY, NOBODY)."""
    talked: tuple[tuple[str, int], ...]
    """What the active player has already put to whom this turn."""

    moved: int
    levied: int
    held: int
    """Blocks that have moved, been levied, or must stay to keep a sea open, this Game Turn, as masks."""
    group: int
    """The place whose group is moving, or NOBODY."""
    voyage: Voyage | None
    invasion: tuple[int, int, int]
    """(Target, sea, blocks landed) of this Player Turn's Sea Invasion, or (NOBODY, NOBODY, 0)."""
    landings: tuple[tuple[int, int], ...]
    """(Block, base) of this Game Turn's invaders: where each came from (8.5.9)."""
    seas_at_start: int
    """Places that were friendly when this Player Turn began (8.4.5), as a mask."""

    fights: list[Fight]
    embattled: int
    """Places with a battle to come, as a mask; kept by `fights` alone."""
    battle: Battle | None
    regroup: Regroup | None
    postponed: tuple[tuple[int, int], ...]
    """(State, who caused it): changes of sides during a battle, whose own battles follow when it is over."""

    score: int
    """Solitaire: the points so far."""
    solo_deck: int
    """Solitaire: cards not yet turned, as a mask; and how many turns are left is `turn`."""
    solo_held: int
    """Solitaire: scoring places the active empire held when its turn began, as a mask."""

    def clone(self) -> Self:  # noqa: PLR0915 - one line for each field
        c: Self = super().clone()
        c.setting = self.setting
        c.board = self.board
        c.roster = self.roster
        c.blocks = self.blocks[:]
        c.at = self.at[:]
        c.stand = self.stand[:]
        c.occupied = self.occupied[:]
        c.weak = self.weak
        c.ready = self.ready
        c.lies = self.lies  # the same position has the same lies; a change makes a new list
        c.supplies = self.supplies[:]
        c.cover = self.cover[:]
        c.seen = self.seen[:]
        c.tie = self.tie[:]
        c.master = self.master  # a change of alliances makes new lists
        c.stance = self.stance
        c.camps = self.camps
        c.pacts = self.pacts[:]
        c.open_pacts = self.open_pacts[:]
        c.permits = self.permits[:]
        c.bound = self.bound[:]
        c.changed = self.changed[:]
        c.beaten = self.beaten[:]
        c.rested = self.rested
        c.spoils = self.spoils[:]
        c.fallen = self.fallen
        c.surrenders = self.surrenders
        c.gold = self.gold[:]
        c.hands = self.hands[:]
        c.discards = self.discards[:]
        c.played = self.played[:]
        c.spent = self.spent
        c.order = self.order
        c.year = self.year
        c.turn = self.turn
        c.active = self.active
        c.ap = self.ap
        c.gold_spent = self.gold_spent
        c.event_ready = self.event_ready
        c.guided = self.guided
        c.talked = self.talked
        c.moved = self.moved
        c.levied = self.levied
        c.held = self.held
        c.group = self.group
        c.voyage = self.voyage
        c.invasion = self.invasion
        c.landings = self.landings
        c.seas_at_start = self.seas_at_start
        c.fights = self.fights[:]
        c.embattled = self.embattled
        c.battle = self.battle
        c.regroup = self.regroup
        c.postponed = self.postponed
        c.score = self.score
        c.solo_deck = self.solo_deck
        c.solo_held = self.solo_held
        return c

    def unsettle(self) -> None:
        """Something changed that the lie of the land depends on: work it out anew when it is asked for."""
        self.lies = [None] * len(EMPIRES)

    # --- reading the board ---------------------------------------------------------------------------------------

    def master_of(self, block: int) -> int:
        """The player who runs a block, or NOBODY."""
        return self.master[self.roster.owner[block]]

    def friendly_blocks(self, player: int, place: int) -> list[int]:
        """4.1.5: the player's own blocks there and those of his NPEs and minors, never another player's."""
        master, owner = self.master, self.roster.owner
        return [b for b in self.at[place] if master[owner[b]] == player]

    def fight_at(self, place: int) -> Fight:
        return next(fight for fight in self.fights if fight.place == place)

    @property
    def winter(self) -> bool:
        """3.5.1: the Winter Turn; the solitaire game has none."""
        return self.turn == WINTER and not self.setting.solitaire
