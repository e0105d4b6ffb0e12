"""What the three data files of Coalitions hold, and how they are loaded."""

from pathlib import Path
from typing import Literal, TypeAlias

from grognard.engine import datafile
from grognard.engine.datafile import Record
from grognard.games.coalitions import checks

Power: TypeAlias = Literal["britain", "france", "austria", "prussia", "russia", "ottomans"]
Side: TypeAlias = Literal["revolution", "empire"]
Kind: TypeAlias = Literal["capital", "home", "disputed", "undisputed", "impassable"]
Status: TypeAlias = Literal["british", "french", "neutral", "expansionist"]
Special: TypeAlias = Literal["armee-d-orient", "spain-closed"]
Seating: TypeAlias = Literal["6", "5", "4", "3a", "3b"]
Action: TypeAlias = Literal["muster", "taxation", "leadership", "mobilisation", "gain-influence", "movement"]


class Override(Record, frozen=True, kw_only=True):
    """What a territory is on the Revolution side, where that differs from the Empire side."""

    kind: Kind
    home: Power | None = None
    stripes: tuple[Power, ...] = ()
    value: int = 0
    src: str


class Territory(Record, frozen=True, kw_only=True):
    """A territory as it is on the Empire side, with its difference on the Revolution side."""

    id: str
    name: str
    kind: Kind
    home: Power | None = None
    stripes: tuple[Power, ...] = ()
    value: int = 0
    port: bool = False
    sides: tuple[Side, ...]
    town: str
    lon: float
    lat: float
    revolution: Override | None = None
    note: str = ""
    src: dict[str, str]

    def on(self, side: Side) -> "Override | Territory":
        """Whatever record holds kind, home, stripes and value on that side."""
        return self.revolution if side == "revolution" and self.revolution is not None else self


class Border(Record, frozen=True, kw_only=True):
    """Two territories joined by land ([[land]]) or by a Sea Lane ([[lane]])."""

    a: str
    b: str
    sides: tuple[Side, ...]
    src: str
    note: str = ""


class BoardFile(Record, frozen=True, kw_only=True):
    """board.toml: both sides of the board."""

    powers: tuple[Power, ...]
    spain: tuple[str, ...]
    src: dict[str, str]
    note: str = ""
    territory: tuple[Territory, ...]
    land: tuple[Border, ...]
    lane: tuple[Border, ...]


class BattleCard(Record, frozen=True, kw_only=True):
    """One kind of Battle card and how many of it the deck has."""

    value: int
    count: int
    ability: Literal["home-ground", "reveal", "pair", "overreach"]
    src: str


class NapoleonCard(Record, frozen=True, kw_only=True):
    """A Napoleon card: the territories it attacks, in order."""

    id: str
    name: str
    territories: tuple[str, ...]
    src: str


class NamedGeneral(Record, frozen=True, kw_only=True):
    """A named General of a Power."""

    id: str
    name: str
    power: Power
    optional: bool
    src: str


class Components(Record, frozen=True, kw_only=True):
    """How many pieces there are, and the limits printed on the board."""

    generals: dict[Power, int]
    units: dict[Power, int]
    units_per_general: int
    fortresses: int
    garrison_strength: int
    garrison_strength_with_fortress: int
    morale_max: int
    influence_target: int
    hand_limit: dict[Power, int]
    src: str


class Prices(Record, frozen=True, kw_only=True):
    """What Mobilisation sells."""

    unit: int
    battle_card: int
    morale: int
    fortress: int
    src: str


class Subsidy(Record, frozen=True, kw_only=True):
    """What a subsidy earns."""

    money_for_influence: int
    influence_per_power: int
    src: str


class Paris(Record, frozen=True, kw_only=True):
    """What the conqueror of Paris earns."""

    bonus: int
    bonus_british_coalition: int
    src: str


class CardsFile(Record, frozen=True, kw_only=True):
    """cards.toml: the cards, the named Generals, the pieces and the prices."""

    envoy_morale: tuple[int, ...]
    src: dict[str, str]
    note: str = ""
    components: Components
    prices: Prices
    subsidy: Subsidy
    paris: Paris
    battle: tuple[BattleCard, ...]
    napoleon: tuple[NapoleonCard, ...]
    general: tuple[NamedGeneral, ...]


class Stand(Record, frozen=True, kw_only=True):
    """A General on the map with its Units."""

    at: str
    units: int


class PowerSetup(Record, frozen=True, kw_only=True):
    """What one Power starts a scenario with."""

    generals: tuple[Stand, ...]
    garrisons: tuple[str, ...] = ()
    fortresses: tuple[str, ...] = ()
    offmap_generals: int
    cards: int
    money: int
    note: str = ""
    src: str = ""


class Napoleon(Record, frozen=True, kw_only=True):
    """Which French General is Napoleon: any, one on the map, one off it, or the one at a place."""

    rule: Literal["any", "onmap", "offmap", "at"]
    at: str | None = None


class Scenario(Record, frozen=True, kw_only=True):
    """A scenario."""

    id: str
    name: str
    year: int
    length: Literal["full", "medium", "short"]
    minutes: tuple[int, int]
    side: Side
    influence: int
    status: dict[Power, Status]
    morale: dict[Power, int]
    napoleon: Napoleon
    special: tuple[Special, ...] = ()
    src: str
    note: str = ""
    power: dict[Power, PowerSetup]


class Wheel(Record, frozen=True, kw_only=True):
    """The six actions in order, and which one (1 to 6) each Power's dial shows in turn 1."""

    actions: tuple[Action, ...]
    start: dict[Power, int]
    src: str
    note: str = ""


class Lempereur(Record, frozen=True, kw_only=True):
    """The solo and co-operative mode: where it starts and what France needs."""

    base: str
    levels: dict[str, int]
    target: int
    players: tuple[int, int]
    offmap_generals: int
    card_actions: tuple[Action, ...]
    src: str
    note: str = ""


class ScenariosFile(Record, frozen=True, kw_only=True):
    """scenarios.toml: the Wheel, the seatings, L'Empereur and the scenarios."""

    spain_opens_at: int
    house_last_round: int
    src: dict[str, str]
    minor: dict[Seating, tuple[Power, ...]]
    wheel: Wheel
    lempereur: Lempereur
    scenario: tuple[Scenario, ...]


class Data(Record, frozen=True, kw_only=True):
    """Everything the game takes from its data files."""

    board: BoardFile
    cards: CardsFile
    scenarios: ScenariosFile


def load(directory: Path | None = None) -> Data:
    """The data of the game; a directory may replace any of the packaged files."""
    return datafile.load(
        __package__,
        directory,
        Data,
        {
            "board": lambda data: checks.check_board(data.board),
            "cards": lambda data: checks.check_cards(data.cards, data.board),
            "scenarios": lambda data: checks.check_scenarios(data.scenarios, data.cards, data.board),
        },
    )
