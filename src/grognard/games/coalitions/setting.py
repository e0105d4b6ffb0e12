"""2. What is fixed before play: the scenario, who plays which powers, the optional rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from grognard.engine.datafile import digest
from grognard.engine.figures import Figure, adjusted, differing
from grognard.engine.refusal import Phrase, UserError
from grognard.engine.rulebook import Choice, OptionValue, ScenarioSummary, Setting, settle
from grognard.engine.vocabulary import Kind, Vocabulary
from grognard.games.coalitions import words
from grognard.games.coalitions.board import BRITAIN, FRANCE, NOBODY, POWERS, Board
from grognard.games.coalitions.figures import declare, without_closed_roads
from grognard.games.coalitions.schema import Data, Power, Scenario, Side, load

STANDARD, LEMPEREUR = "standard", "lempereur"

CHOICES = (
    Choice("mode", (STANDARD, LEMPEREUR), "lempereur: an automatic France against one to five players (section 12)"),
    Choice("level", ("ogre", "usurpateur", "empereur"), "how strong L'Empereur starts: easy, hard, very hard"),
    Choice("generals", (False, True), "the special abilities of the named Generals (section 10)"),
    Choice(
        "third_minor", ("russia", "austria"), "with three players: which power is Minor beside Prussia and the Ottomans"
    ),
)
NO_SCENARIO = "There is no scenario “{0}” of Coalitions. Scenarios: {1}."
ONLY_ONE_SCENARIO = "L'Empereur is played with the {0} scenario only. [2.setup.6]"
NO_ABILITIES = "L'Empereur does not use the named Generals' abilities. [10.generals.12]"
NOT_SO_MANY = "{0} is for {1} to {2} players, not {3}. [0.intro.4]"
STANDARD_PLAYERS = (3, 4, 5, 6)
LEMPEREUR_PLAYERS = (1, 2, 3, 4, 5)  # 12.setup.1


class Facts:
    """The data files, read and checked, with the boards built from them."""

    def __init__(self, data: Data, data_digest: str) -> None:
        self.data = data
        self.digest = data_digest
        self._boards: dict[Side, Board] = {}

    def board(self, side: Side) -> Board:
        if side not in self._boards:
            self._boards[side] = Board(self.data, side)
        return self._boards[side]

    def adjusted(self, scenario: str, options: Mapping[str, OptionValue]) -> Facts:
        """With the figures that are set."""
        data = without_closed_roads(adjusted(figures(), options, self.data, scenario), options)
        return self if data is self.data else Facts(data, self.digest)


def read_facts(directory: Path | None) -> Facts:
    data = load(directory)
    return Facts(data, digest(data))


@cache
def packaged_facts() -> Facts:
    """The data that come with Grognard."""
    return read_facts(None)


@cache
def figures() -> tuple[Figure, ...]:
    """What an experiment may set."""
    return declare(packaged_facts().data)


class CoalitionsSetting(Setting):
    """One game of Coalitions, before anything is placed."""

    game = "coalitions"

    def __init__(self, facts: Facts, scenario: Scenario, players: int, options: dict[str, OptionValue]) -> None:
        data = facts.data
        self.data = data
        self.record = scenario
        self.scenario = scenario.id
        self.players = players
        self.options = options
        self.board = facts.board(scenario.side)
        self.lempereur = options["mode"] == LEMPEREUR
        self.named_generals = bool(options["generals"])
        self.level = data.scenarios.lempereur.levels[str(options["level"])]
        self.powers: tuple[Power, ...] = data.board.powers
        self.minors = () if self.lempereur else self._minor_powers(str(options["third_minor"]))
        self.majors = tuple(p for p in POWERS if p not in self.minors and not (self.lempereur and p == FRANCE))
        self.free_powers = tuple(p for p in self.majors if p not in (BRITAIN, FRANCE))
        """6.phase.2: the Powers that choose their status; a Minor Power follows its master (11.use.5)."""
        self.seat_of = self._seating()
        self.seats = tuple(
            "+".join(self.powers[p] for p in POWERS if self.seat_of[p] == seat) for seat in range(players)
        )
        self.components, self.prices = data.cards.components, data.cards.prices
        parts = self.components
        self.general_power = tuple(p for p in POWERS for _ in range(parts.generals[self.powers[p]]))
        self.generals_of = tuple(tuple(i for i, owner in enumerate(self.general_power) if owner == p) for p in POWERS)
        self.tokens = tuple(parts.units[self.powers[p]] for p in POWERS)
        self.hand_limit = tuple(parts.hand_limit[self.powers[p]] for p in POWERS)
        self.card_counts = tuple(card.count for card in data.cards.battle)
        wheel = data.scenarios.wheel
        self.dial = tuple(wheel.start[self.powers[p]] - 1 for p in POWERS)
        """The action (0 Muster … 5 Movement) of each power in turn 1."""
        self.vocabulary = self._vocabulary()
        self.data_digest = facts.digest

    def _minor_powers(self, third: str) -> tuple[int, ...]:
        """11. Which powers have no player of their own."""
        line_ups = self.data.scenarios.minor
        if self.players == 3:
            minor = line_ups["3a"] if third == "russia" else line_ups["3b"]
        else:
            minor = {4: line_ups["4"], 5: line_ups["5"], 6: line_ups["6"]}[self.players]
        return tuple(p for p in POWERS if self.powers[p] in minor)

    def _seating(self) -> tuple[int, ...]:
        """The seat of each power that has one. In L'Empereur the powers are dealt round the table."""
        if self.lempereur:
            return tuple(NOBODY if p == FRANCE else self.majors.index(p) % self.players for p in POWERS)
        return tuple(self.majors.index(p) if p in self.majors else NOBODY for p in POWERS)

    def _vocabulary(self) -> Vocabulary:
        board, cards = self.board, self.data.cards
        generals = tuple(
            f"{self.powers[p]}-{1 + self.generals_of[p].index(i)}" for i, p in enumerate(self.general_power)
        )
        kinds = {
            "power": Kind(self.powers, words.POWER_NAMES),
            "territory": Kind(board.ids, board.names),
            "general": Kind(generals, generals),
            "status": Kind(words.STATUS_IDS, words.STATUS_NAMES),
            "napoleon-card": Kind(tuple(c.id for c in cards.napoleon), tuple(c.name for c in cards.napoleon)),
        }
        return Vocabulary(kinds, words.VERBS)


@cache
def _setting(
    facts: Facts, scenario: str, players: int, options: tuple[tuple[str, OptionValue], ...]
) -> CoalitionsSetting:
    facts = facts.adjusted(scenario, dict(options))
    record = next(s for s in facts.data.scenarios.scenario if s.id == scenario)
    return CoalitionsSetting(facts, record, players, dict(options))


def choose_setting(
    scenario: str, players: int | None, options: Mapping[str, OptionValue], data: Path | None
) -> CoalitionsSetting:
    """Check what a user asks for."""
    facts = packaged_facts() if data is None else read_facts(data)
    scenarios = facts.data.scenarios
    known = tuple(s.id for s in scenarios.scenario)
    if scenario not in known:
        raise UserError(Phrase(NO_SCENARIO, scenario, ", ".join(known)))
    chosen = differing(figures(), settle("Coalitions", CHOICES, options, figures()), facts.data, scenario)
    lempereur = chosen["mode"] == LEMPEREUR
    if lempereur and scenario != scenarios.lempereur.base:
        raise UserError(Phrase(ONLY_ONE_SCENARIO, scenarios.lempereur.base))
    if lempereur and chosen["generals"]:
        raise UserError(NO_ABILITIES)
    allowed_players = LEMPEREUR_PLAYERS if lempereur else STANDARD_PLAYERS
    count = (1 if lempereur else 6) if players is None else players
    if count not in allowed_players:
        what, least, most = "L'Empereur" if lempereur else "Coalitions", allowed_players[0], allowed_players[-1]
        raise UserError(Phrase(NOT_SO_MANY, what, str(least), str(most), str(count)))
    return _setting(facts, scenario, count, tuple(sorted(chosen.items())))


def scenario_summaries() -> tuple[ScenarioSummary, ...]:
    """The scenarios, the recommended first one first."""
    data = packaged_facts().data
    base = data.scenarios.lempereur.base
    ordered = sorted(data.scenarios.scenario, key=lambda s: (s.id != base, s.year))
    return tuple(
        ScenarioSummary(
            s.id,
            s.name,
            tuple(sorted({*STANDARD_PLAYERS, *(LEMPEREUR_PLAYERS if s.id == base else ())})),
            f"{s.year}, {s.length} length, about {s.minutes[1]} minutes, {s.side.title()} side",
        )
        for s in ordered
    )


def variants() -> tuple[tuple[str, int, dict[str, OptionValue]], ...]:
    """Every scenario with every number of players and each option that matters there."""
    found: list[tuple[str, int, dict[str, OptionValue]]] = []
    data = packaged_facts().data
    for scenario in data.scenarios.scenario:
        for players in STANDARD_PLAYERS:
            thirds = ("russia", "austria") if players == 3 else ("russia",)
            found += [
                (scenario.id, players, {"generals": generals, "third_minor": third})
                for generals in (False, True)
                for third in thirds
            ]
    for players in LEMPEREUR_PLAYERS:
        found += [
            (data.scenarios.lempereur.base, players, {"mode": LEMPEREUR, "level": level})
            for level in data.scenarios.lempereur.levels
        ]
    return tuple(found)
