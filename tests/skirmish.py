"""A small game with everything a game can have: hidden cards, dice, sealed answers, reactions, shared seats.

Three powers hold cards and gold. Each round they stake gold in secret, then each marches (whoever is met may contest
it, by dice), lays a card face down, and draws another. After two rounds the most gold and cards win.
"""

# ruff: noqa: ARG002 - the contract has more arguments than so small a game needs
from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple

from grognard.engine.decision import Action, Decision, Reaction
from grognard.engine.events import Entry
from grognard.engine.position import Position
from grognard.engine.refusal import Refusal, UserError
from grognard.engine.rulebook import Choice, Rulebook, ScenarioSummary, Setting
from grognard.engine.sheet import Column, Row, Sheet, Table
from grognard.engine.vocabulary import Kind, Procedures, Verb, Vocabulary

POWERS = ("red", "blue", "green")
PLACES = ("hill", "wood", "ford", "farm")
CARDS = 12
GOLD = 5
ROUNDS = 2
BATTLE, DECK = 0, 1

rules = Procedures()
ALREADY_THERE = Refusal("2.1", "You stand there already.")
TOO_DEAR = Refusal("1.1", "You have not so much gold.")


class Board(Position):
    """Gold, places, hands and what lies face down."""

    __slots__ = ("deck", "gold", "hands", "laid", "place", "round", "setting")
    streams = (b"battle", b"deck")

    setting: Setting
    gold: list[int]
    place: list[int]
    hands: list[tuple[int, ...]]
    laid: list[tuple[int, ...]]
    deck: tuple[int, ...]
    round: int

    def clone(self) -> Board:
        c = super().clone()
        c.setting, c.deck, c.round = self.setting, self.deck, self.round
        c.gold, c.place, c.hands, c.laid = self.gold[:], self.place[:], self.hands[:], self.laid[:]
        return c


class Staked(NamedTuple):
    stakes: tuple[int, ...]


class Marched(NamedTuple):
    power: int
    place: int


class Fought(NamedTuple):
    winner: int
    loser: int
    roll: int


class Laid(NamedTuple):
    power: int


class Drew(NamedTuple):
    power: int
    card: int


@rules.procedure
def play_round(g: Board) -> None:
    if g.round == ROUNDS:
        wealth = [g.gold[p] + len(g.hands[p]) for p in range(3)]
        g.finish(tuple(p for p in range(3) if wealth[p] == max(wealth)), "wealth")
        return
    g.round += 1
    g.todo(
        (stakes,),
        *((task, p) for p in range(3) for task in (MARCH, lay_a_card, draw_card)),
        (play_round,),
    )


@rules.procedure
def stakes(g: Board) -> None:
    g.ask_together(STAKE, (0, 1, 2))


@rules.procedure
def lay_a_card(g: Board, power: int) -> None:
    if g.hands[power]:
        g.todo((LAY, power))


@rules.procedure
def draw_card(g: Board, power: int) -> None:
    if g.deck:
        at = g.chance(DECK, len(g.deck))
        g.hands[power] = tuple(sorted((*g.hands[power], g.deck[at])))
        g.deck = (*g.deck[:at], *g.deck[at + 1 :])
        g.tell_keeper(power, "3.2", Drew, power, g.hands[power][0])


def _stakes_open(g: Board, power: int) -> list[Action]:
    return [("stake", n) for n in range(min(2, g.gold[power]) + 1)]


def _refuse_stake(g: Board, action: Action, power: int) -> Refusal | None:
    return TOO_DEAR if action[0] == "stake" and action[1] > g.gold[power] else None


def _staked(g: Board, answers: dict[int, Action]) -> None:
    offers = tuple(answers[p][1] for p in range(3))
    g.tell("1.1", Staked, offers)
    best = max(range(3), key=lambda p: offers[p])
    for p in range(3):
        g.gold[p] -= offers[p]
    g.gold[best] += sum(offers)


def _places(g: Board, power: int) -> list[Action]:
    return [("stay",), *(("march", x) for x in range(4) if x != g.place[power])]


def _refuse_march(g: Board, action: Action, power: int) -> Refusal | None:
    return ALREADY_THERE if action == ("march", g.place[power]) else None


def _marched(g: Board, action: Action, power: int) -> None:
    if action[0] == "stay":
        return
    g.place[power] = action[1]
    g.tell("2.1", Marched, power, action[1])
    g.todo(*((CONTEST, p, power) for p in range(3) if p != power and g.place[p] == action[1]))


def _contested(g: Board, action: Action, power: int, marcher: int) -> None:
    if action == ("no",):
        return
    roll = g.chance(BATTLE, 6)
    winner, loser = (power, marcher) if roll < 3 else (marcher, power)
    g.tell("2.2", Fought, winner, loser, roll + 1)
    if g.gold[loser]:
        g.gold[loser] -= 1
        g.gold[winner] += 1


def _hand(g: Board, power: int) -> list[Action]:
    return [("lay", card) for card in g.hands[power]]


def _laid(g: Board, action: Action, power: int) -> None:
    g.hands[power] = tuple(c for c in g.hands[power] if c != action[1])
    g.laid[power] = (*g.laid[power], action[1])
    g.tell("3.1", Laid, power)


STAKE = rules.decision(
    Decision("stake", "1.1", "{0} stakes gold.", ("power",), _stakes_open, _staked, refuse=_refuse_stake, sealed=True)
)
MARCH = rules.decision(Decision("march", "2.1", "{0} marches.", ("power",), _places, _marched, refuse=_refuse_march))
CONTEST = rules.decision(
    Decision(
        "contest",
        "2.2",
        "{0} may contest the march of {1}.",
        ("power", "power"),
        lambda _g, _power, _marcher: [("yes",), ("no",)],
        _contested,
        reaction=Reaction("contest", ("yes",), ("no",)),
    )
)
LAY = rules.decision(Decision("lay", "3.1", "{0} lays a card face down.", ("power",), _hand, _laid))

VOCABULARY = Vocabulary(
    {"power": Kind(POWERS, tuple(p.title() for p in POWERS)), "place": Kind(PLACES, PLACES)},
    {
        "stake": Verb(("number",), "Stake {0}"),
        "stay": Verb((), "Stay"),
        "march": Verb(("place",), "March to the {0}"),
        "yes": Verb((), "Yes"),
        "no": Verb((), "No"),
        "lay": Verb(("number",), "Lay the {0}"),
    },
)
LISTS = ("counters", "keeper", "gold", "place")


class SkirmishSetting(Setting):
    """Two players (one runs red and green) or three."""

    def __init__(self, players: int) -> None:
        self.game, self.scenario, self.players, self.options = "skirmish", "field", players, {}
        self.powers, self.vocabulary, self.data_digest = POWERS, VOCABULARY, "none"
        self.seats = POWERS if players == 3 else ("red+green", "blue")


class Skirmish(Rulebook):
    """The game as the engine sees it."""

    id = "skirmish"
    title = "Skirmish"
    designer = "the tests"
    version = "1"
    procedures = rules
    package = "skirmish"
    board: ClassVar[type[Board]] = Board

    def scenarios(self) -> tuple[ScenarioSummary, ...]:
        return (ScenarioSummary("field", "The Field", (2, 3), "a field"),)

    def choices(self) -> tuple[Choice, ...]:
        return ()

    def variants(self) -> Any:
        return (("field", 2, {}), ("field", 3, {}))

    def setting(self, scenario: str, players: int | None, options: Any, data: Path | None) -> Setting:
        if scenario != "field" or options or players not in (None, 2, 3):
            raise UserError("Skirmish is played on the field by 2 or 3.")
        return SkirmishSetting(players or 3)

    def set_up(self, setting: Setting, key: bytes) -> Position:
        g = self.empty(setting, key)
        for power in range(3):
            for _ in range(2):
                draw_card(g, power)
        g.agenda = [(play_round,)]
        return g

    def empty(self, setting: Setting, key: bytes) -> Board:
        g = self.board()
        g.agenda, g.key, g.counters, g.waiting, g.answers = [], key, [0, 0], (), ()
        g.outcome, g.ending, g.log, g.boundary, g.setting, g.round = None, "", [], False, setting, 0
        g.keeper = [0, 1, 2] if setting.players == 3 else [0, 1, 0]
        g.gold, g.place, g.hands, g.laid = [GOLD] * 3, [0, 1, 2], [()] * 3, [()] * 3
        g.deck = tuple(range(1, CARDS + 1))
        return g

    def snapshot(self, g: Any) -> dict[str, Any]:
        return {
            "agenda": rules.write(g.agenda),
            "waiting": list(g.waiting),
            "answers": [[p, list(a)] for p, a in g.answers],
            "outcome": None if g.outcome is None else list(g.outcome),
            "ending": g.ending,
            "round": g.round,
            "deck": list(g.deck),
            "hands": [list(h) for h in g.hands],
            "laid": [list(h) for h in g.laid],
            **{name: list(getattr(g, name)) for name in LISTS},
        }

    def restore(self, setting: Setting, data: Any, key: bytes) -> Position:
        g = self.empty(setting, key)
        g.agenda = rules.read(data["agenda"])
        g.waiting = tuple(data["waiting"])
        g.answers = tuple((p, tuple(a)) for p, a in data["answers"])
        g.outcome = None if data["outcome"] is None else tuple(data["outcome"])
        g.ending, g.round, g.deck = data["ending"], data["round"], tuple(data["deck"])
        g.hands, g.laid = [tuple(h) for h in data["hands"]], [tuple(h) for h in data["laid"]]
        for name in LISTS:
            setattr(g, name, list(data[name]))
        return g

    def resample(self, g: Any, seat: int | None, rng: Random) -> Position:
        twin: Board = g.clone()
        hidden = [p for p in range(3) if g.keeper[p] != seat]
        pool = [*g.deck, *(c for p in hidden for c in (*g.hands[p], *g.laid[p]))]
        rng.shuffle(pool)
        for p in hidden:
            twin.hands[p] = tuple(sorted(pool.pop() for _ in g.hands[p]))
            twin.laid[p] = tuple(pool.pop() for _ in g.laid[p])
        twin.deck = tuple(sorted(pool))
        return twin

    def view(self, g: Any, seat: int | None) -> dict[str, Any]:
        return {
            "round": g.round,
            "deck": len(g.deck),
            "powers": {
                name: {
                    "gold": g.gold[p],
                    "place": PLACES[g.place[p]],
                    "hand": list(g.hands[p]) if g.keeper[p] == seat else len(g.hands[p]),
                    "laid": list(g.laid[p]) if g.keeper[p] == seat else len(g.laid[p]),
                }
                for p, name in enumerate(POWERS)
            },
        }

    def faults(self, g: Any) -> list[str]:
        cards = sorted((*g.deck, *(c for pile in (*g.hands, *g.laid) for c in pile)))
        found = [] if cards == list(range(1, CARDS + 1)) else ["a card is lost or doubled"]
        return found if sum(g.gold) == 3 * GOLD and min(g.gold) >= 0 else [*found, "gold is lost or made"]

    def sheet(self, g: Any, seat: int | None) -> Sheet:
        powers = self.view(g, seat)["powers"].items()
        rows = tuple(Row((name, str(shown["gold"]), str(shown["hand"]))) for name, shown in powers)
        return Sheet(self.title, f"Round {g.round}", Table((Column("Power"), Column("Gold"), Column("Hand")), rows), ())

    def label(self, g: Any, kind: str, value: Any, seat: int | None) -> str:
        return str(value) if kind == "number" else VOCABULARY.kinds[kind].names[value]

    def tale(self, g: Any, entry: Entry) -> str:
        return str(entry.event)

    def event_data(self, g: Any, entry: Entry) -> dict[str, Any]:
        return entry.event._asdict()  # type: ignore[attr-defined]  # every event here is a NamedTuple

    def result(self, g: Any) -> dict[str, Any]:
        return {"winners": [POWERS[p] for p in g.outcome or ()], "way": g.ending, "round": g.round}

    def vocabulary_of(self, g: Any) -> Vocabulary:
        return VOCABULARY


SKIRMISH = Skirmish()
