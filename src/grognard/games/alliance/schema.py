"""What the four data files of Alliance hold, and how they are loaded."""

from pathlib import Path
from typing import Literal

from grognard.engine import datafile
from grognard.engine.datafile import Record
from grognard.games.alliance import checks, stated
from grognard.games.alliance.terms import BlockKind, BorderTerrain, Empire, Event, Ground, LimitOf


class Stacking(Record, frozen=True, kw_only=True):
    """1.4 How many blocks may end in a region; the narrow places are Gibraltar and the small islands."""

    clear: int
    forest: int
    mountain: int
    narrow_armies: int
    narrow_fleets: int
    src: str


class FrozenRivers(Record, frozen=True, kw_only=True):
    """11.12 The Winter limits of rivers that freeze, and the rivers that never do."""

    winter_limit: int
    winter_limit_russia: int
    never: tuple[str, ...]
    src: str


class Terrain(Record, frozen=True, kw_only=True):
    """4.2 How many blocks of a player may cross such a border into battle, and whether they must stop."""

    id: LimitOf
    limit: int
    winter_limit: int
    winter_limit_russia: int | None = None
    must_stop: bool
    src: str


class State(Record, frozen=True, kw_only=True):
    """An empire or a minor."""

    id: str
    name: str
    adjective: str
    kind: Literal["empire", "minor"]
    colour: str
    capital: str | None = None
    src: str


class Region(Record, frozen=True, kw_only=True):
    """A region of land."""

    id: str
    name: str
    homeland: str | None = None
    owner: str | None = None
    terrain: Ground
    city: str = ""
    vp: int = 0
    fortress: str = ""
    fortress_steps: int = 0
    town: str
    note: str = ""
    src: dict[str, str]


class Sea(Record, frozen=True, kw_only=True):
    """A sea; `vp` is the value of its star."""

    id: str
    name: str
    vp: int
    src: dict[str, str]


class Border(Record, frozen=True, kw_only=True):
    """Two regions that touch."""

    a: str
    b: str
    terrain: BorderTerrain
    feature: str = ""
    limit: int | None = None
    freezes: bool = False
    note: str = ""
    src: str


class Seaway(Record, frozen=True, kw_only=True):
    """Two seas that touch; past a strait only while both its sides let a fleet pass."""

    a: str
    b: str
    strait: str = ""
    sides: tuple[str, ...] = ()
    src: str


class Coast(Record, frozen=True, kw_only=True):
    """A region that touches a sea."""

    region: str
    sea: str
    src: str


class Base(Record, frozen=True, kw_only=True):
    """A Naval Base and the seas it opens on."""

    region: str
    name: str
    seas: tuple[str, ...]
    fortified: bool
    src: str


class BoardFile(Record, frozen=True, kw_only=True):
    """board.toml: states, regions, seas and what joins them."""

    note: str = ""
    stacking: Stacking
    frozen_rivers: FrozenRivers
    terrain: tuple[Terrain, ...]
    state: tuple[State, ...]
    region: tuple[Region, ...]
    sea: tuple[Sea, ...]
    border: tuple[Border, ...]
    seaway: tuple[Seaway, ...]
    coast: tuple[Coast, ...]
    base: tuple[Base, ...]


class Block(Record, frozen=True, kw_only=True):
    """A block: `steps` is its maximum strength, `fire` its letter and number."""

    id: str
    owner: str
    kind: BlockKind
    flavour: str
    label: str
    leader: str = ""
    site: str | None = None
    steps: int
    fire: str
    src: dict[str, str]


class BlocksFile(Record, frozen=True, kw_only=True):
    """blocks.toml."""

    note: str = ""
    block: tuple[Block, ...]


class DeckRules(Record, frozen=True, kw_only=True):
    """3. How the cards are dealt and what each gives."""

    dealt: int
    discarded: int
    action_points: int
    own_empire_bonus: int
    src: str


class EventText(Record, frozen=True, kw_only=True):
    """3.3 What the event of a Leader card does."""

    id: Event
    name: str
    effect: str
    src: str


class Card(Record, frozen=True, kw_only=True):
    """A Campaign card; one with an event is a Leader card."""

    number: int
    empire: Empire
    name: str
    event: Event | None = None
    src: str


class CardsFile(Record, frozen=True, kw_only=True):
    """cards.toml."""

    deck: DeckRules
    event: tuple[EventText, ...]
    card: tuple[Card, ...]


class Stand(Record, frozen=True, kw_only=True):
    """Blocks that start in one place."""

    at: str
    blocks: tuple[str, ...]


class PowerSetup(Record, frozen=True, kw_only=True):
    """What an empire starts a scenario with, the blocks of its minors among its own."""

    id: Empire
    gold: int
    ally: Empire | None = None
    minors: tuple[str, ...] = ()
    place: tuple[Stand, ...]
    pool: tuple[str, ...] = ()
    src: str


class Scenario(Record, frozen=True, kw_only=True):
    """A scenario of four years."""

    id: str
    name: str
    first_year: int
    last_year: int
    hours: int
    deploy: Literal["minus-one", "full"]
    neutral: tuple[Stand, ...] = ()
    note: str = ""
    src: str
    power: tuple[PowerSetup, ...]


class LineUp(Record, frozen=True, kw_only=True):
    """Which empires a number of players take."""

    players: int
    empires: tuple[Empire, ...]
    src: str


class Calendar(Record, frozen=True, kw_only=True):
    """3.1 Game Turns in a year, the last being Winter; 12. what a Non-Player Empire's Gold is divided by."""

    turns: int
    npe_gold_divisor: int
    src: str


class Campaign(Record, frozen=True, kw_only=True):
    """12.1 All years in one game."""

    base: str
    name: str
    last_year: int
    hours: tuple[int, int]
    src: str


class Victory(Record, frozen=True, kw_only=True):
    """10.2 Handicaps; 10.3 whose defeat ends the game."""

    handicap: int
    handicapped: tuple[Empire, ...]
    sudden_death: tuple[Empire, ...]
    src: str


class Length(Record, frozen=True, kw_only=True):
    """How many cards a solitaire game has, and the victory points that win it."""

    cards: int
    target: int


class Solitaire(Record, frozen=True, kw_only=True):
    """The game for one."""

    base: str
    name: str
    action_points: int
    lengths: tuple[Length, ...]
    src: str


class ScenariosFile(Record, frozen=True, kw_only=True):
    """scenarios.toml."""

    line_up: tuple[LineUp, ...]
    calendar: Calendar
    campaign: Campaign
    victory: Victory
    solitaire: Solitaire
    scenario: tuple[Scenario, ...]


class Data(Record, frozen=True, kw_only=True):
    """Everything the game takes from its data files."""

    board: BoardFile
    blocks: BlocksFile
    cards: CardsFile
    scenarios: ScenariosFile


def load(directory: Path | None = None) -> Data:
    """The data of the game; a directory may replace any of the packaged files."""
    return datafile.load(
        __package__,
        directory,
        Data,
        {
            "board": lambda data: (*checks.check_board(data.board), *stated.check_board(data.board)),
            "blocks": lambda data: (*checks.check_blocks(data), *stated.check_blocks(data.blocks)),
            "cards": lambda data: (*checks.check_cards(data.cards), *stated.check_cards(data.cards)),
            "scenarios": lambda data: (*checks.check_scenarios(data), *stated.check_scenarios(data.scenarios)),
        },
    )
