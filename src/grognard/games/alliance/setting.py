"""3.6, 12. What is fixed before play: the scenario, who plays which empires, the optional rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from grognard.engine.datafile import digest
from grognard.engine.figures import Figure, adjusted, differing, value_of
from grognard.engine.refusal import Phrase, UserError
from grognard.engine.rulebook import Choice, OptionValue, ScenarioSummary, Setting, settle
from grognard.engine.vocabulary import Kind, Vocabulary
from grognard.games.alliance import words
from grognard.games.alliance.board import EMPIRES, NOBODY, Board, mask
from grognard.games.alliance.cards import Deck
from grognard.games.alliance.figures import GOLD_PER_TURN, declare
from grognard.games.alliance.roster import Roster
from grognard.games.alliance.schema import Data, load
from grognard.games.alliance.terms import EMPIRE_IDS

CAMPAIGN, SOLITAIRE = "campaign", "solitaire"
USUAL, OPEN, HIDDEN = "usual", "open", "hidden"
PLAYERS = (2, 3, 4, 5, 6, 7)

CHOICES = (
    Choice("empires", (USUAL,), "which empires have a player; the others are Non-Player Empires", EMPIRE_IDS),
    Choice("treasuries", (OPEN, HIDDEN), "whether players see each other's Gold (3.4)"),
    Choice("gentleman", (False, True), "alliances of players are formed and broken in Winter only (6.22)"),
    Choice("surrender", (True, False), "players may surrender before they are beaten (6.21)"),
    Choice("cards", (16, 32, 48), "solitaire: how many cards are played, and the victory points that win"),
)
_NOT_SOLITAIRE = ("empires", "treasuries", "gentleman", "surrender")


class Facts:
    """The data files, read and checked, with the tables built from them."""

    def __init__(self, data: Data, data_digest: str) -> None:
        self.data = data
        self.digest = data_digest
        self.board = Board(self.data)
        self.roster = Roster(self.data, self.board)
        self.deck = Deck(self.data, self.board)

    def adjusted(self, scenario: str, options: Mapping[str, OptionValue]) -> Facts:
        """With the figures that are set."""
        data = adjusted(figures(), options, self.data, base_of(self.data, scenario))
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


def base_of(data: Data, scenario: str) -> str:
    """The scenario whose set-up is used."""
    return {CAMPAIGN: data.scenarios.campaign.base, SOLITAIRE: data.scenarios.solitaire.base}.get(scenario, scenario)


class AllianceSetting(Setting):
    """One game of Alliance, before anything is placed."""

    game = "alliance"

    def __init__(self, facts: Facts, scenario: str, played: tuple[int, ...], options: dict[str, OptionValue]) -> None:
        data = facts.data
        file = data.scenarios
        self.data = data
        self.board, self.roster, self.deck = facts.board, facts.roster, facts.deck
        self.scenario = scenario
        self.options = options
        self.solitaire = scenario == SOLITAIRE
        base = base_of(data, scenario)
        self.record = next(s for s in file.scenario if s.id == base)
        """The set-up."""
        self.first_year = self.record.first_year
        self.last_year = file.campaign.last_year if scenario == CAMPAIGN else self.record.last_year
        self.turns = file.calendar.turns
        self.powers = self.board.state_ids[: len(EMPIRES)]
        self.played = played
        """The empires that have a player: that of seat 0 first. In the solitaire game all, and all are seat 0's."""
        if self.solitaire:
            self.seats: tuple[str, ...] = (SOLITAIRE,)
            self.seat_of = tuple(0 for _ in EMPIRES)
        else:
            self.seats = tuple(self.powers[empire] for empire in played)
            self.seat_of = tuple(played.index(e) if e in played else NOBODY for e in EMPIRES)
        self.players = len(self.seats)
        self.hidden_treasuries = options["treasuries"] == HIDDEN
        self.gentleman = bool(options["gentleman"])
        self.surrender = bool(options["surrender"])
        self.gold_per_turn = value_of(figures(), options, GOLD_PER_TURN)
        """3.4.9"""
        self.solitaire_cards = int(options["cards"])
        self.solitaire_target = next(s.target for s in file.solitaire.lengths if s.cards == self.solitaire_cards)
        self.handicap = tuple(
            file.victory.handicap if e in played and self.powers[e] in file.victory.handicapped else 0 for e in EMPIRES
        )
        """10.2 By empire."""
        self.sudden_death = frozenset(e for e in EMPIRES if self.powers[e] in file.victory.sudden_death)
        self.base_mask = sum(1 << place for place in self.board.regions if self.board.bases[place])
        self.sea_mask = sum(1 << place for place in self.board.seas)
        """Masks: all Regions with a Naval Base, all Seas."""
        self.shores = sum({1 << shore for shores in self.board.strait.values() for shore in shores})
        """Mask: the Regions on both sides of straits."""
        self.everywhere = (1 << self.board.count) - 1
        self.land_of = tuple(
            sum(1 << place for place in self.board.regions if self.board.owner[place] == state)
            for state in self.board.states
        )
        """State -> mask of the Regions that are its own while they are vacant."""
        self.nobodys = mask(place for place in range(self.board.count) if self.board.owner[place] == NOBODY)
        """Mask: the Seas, and Regions that belong to no state while they are vacant."""
        self.vocabulary = self._vocabulary()
        self.data_digest = facts.digest

    def _vocabulary(self) -> Vocabulary:
        board, roster, deck = self.board, self.roster, self.deck
        blocks = tuple(f"{board.adjectives[roster.owner[b]]} {roster.names[b]}" for b in range(roster.count))
        cards = tuple(f"{name} ({number})" for number, name in zip(deck.ids, deck.names, strict=True))
        kinds = {
            "place": Kind(board.ids, board.names),
            "block": Kind(roster.ids, blocks),
            "state": Kind(board.state_ids, board.state_names),
            "card": Kind(deck.ids, cards),
        }
        return Vocabulary(kinds, words.VERBS)


@cache
def _setting(
    facts: Facts, scenario: str, played: tuple[int, ...], options: tuple[tuple[str, OptionValue], ...]
) -> AllianceSetting:
    return AllianceSetting(facts.adjusted(scenario, dict(options)), scenario, played, dict(options))


def choose_setting(
    scenario: str, players: int | None, options: Mapping[str, OptionValue], data: Path | None
) -> AllianceSetting:
    """Check what a user asks for."""
    facts = packaged_facts() if data is None else read_facts(data)
    known = (*(s.id for s in facts.data.scenarios.scenario), CAMPAIGN, SOLITAIRE)
    if scenario not in known:
        raise UserError(Phrase("There is no scenario “{0}” of Alliance. Scenarios: {1}.", scenario, ", ".join(known)))
    asked = settle("Alliance", CHOICES, options, figures())
    chosen = differing(figures(), asked, facts.data, base_of(facts.data, scenario))
    if scenario == SOLITAIRE:
        for choice in CHOICES:
            if choice.name in _NOT_SOLITAIRE and chosen[choice.name] != choice.values[0]:
                raise UserError(
                    Phrase("The solitaire game has no option {0}: all empires are at war, without Gold.", choice.name)
                )
        if players not in (None, 1):
            raise UserError(Phrase("The solitaire game is for 1 player, not {0}.", str(players)))
        played = tuple(EMPIRES)
    else:
        if chosen["cards"] != CHOICES[-1].values[0]:
            raise UserError("The option cards is for the solitaire game only.")
        played = _line_up(facts.data, str(chosen["empires"]), players)
        usual = _usual(facts.data, len(played))
        chosen["empires"] = USUAL if played == usual else "+".join(EMPIRE_IDS[e] for e in played)
    return _setting(facts, scenario, played, tuple(sorted(chosen.items())))


def _line_up(data: Data, empires: str, players: int | None) -> tuple[int, ...]:
    """3.6.6: any combination of empires may be played."""
    if empires == USUAL:
        count = PLAYERS[0] if players is None else players
        if count == 1:
            raise UserError("One player plays the scenario “solitaire”; the others are for 2 to 7. [1.1.1]")
        if count not in PLAYERS:
            raise UserError(Phrase("Alliance is for 1 to 7 players, not {0}. [1.1.1]", str(count)))
        return _usual(data, count)
    names = [name.strip().lower() for name in empires.split("+")]
    if len(names) not in PLAYERS or len(set(names)) != len(names) or not set(names) <= set(EMPIRE_IDS):
        raise UserError(
            Phrase(
                "Option empires is “usual” or 2 to 7 of {0}, each once, joined by “+”, such as {1}; not “{2}”.",
                ", ".join(EMPIRE_IDS),
                "austria+france+turkey",
                empires,
            )
        )
    if players not in (None, len(names)):
        raise UserError(
            Phrase("Option empires names {0} empires, and there are {1} players.", str(len(names)), str(players))
        )
    return tuple(e for e in EMPIRES if EMPIRE_IDS[e] in names)


def _usual(data: Data, players: int) -> tuple[int, ...]:
    line_up = next(u.empires for u in data.scenarios.line_up if u.players == players)
    return tuple(e for e in EMPIRES if EMPIRE_IDS[e] in line_up)


def scenario_summaries() -> tuple[ScenarioSummary, ...]:
    """The scenarios, the recommended first one first."""
    file = packaged_facts().data.scenarios
    alone, shortest, longest = file.solitaire, *file.campaign.hours
    return (
        *(ScenarioSummary(s.id, s.name, PLAYERS, f"four years, about {s.hours} hours") for s in file.scenario),
        ScenarioSummary(
            CAMPAIGN, file.campaign.name, PLAYERS, f"twelve years in one game, {shortest} to {longest} hours"
        ),
        ScenarioSummary(SOLITAIRE, alone.name, (1,), f"{alone.lengths[0].cards} cards or more, every empire in turn"),
    )


UNUSUAL = (
    "austria+turkey",
    "prussia+spain",
    "france+spain",
    "britain+spain+turkey",
    "austria+france+prussia",
    "russia+austria+prussia+turkey",
    "france+austria+prussia+spain+turkey",
    "britain+russia+austria+prussia+spain+turkey",
)


def variants() -> tuple[tuple[str, int, dict[str, OptionValue]], ...]:
    """Every scenario with every number of players, the options, and line-ups without France, Britain or both."""
    found: list[tuple[str, int, dict[str, OptionValue]]] = []
    file = packaged_facts().data.scenarios
    for number, scenario in enumerate((*(s.id for s in file.scenario), CAMPAIGN)):
        for players in PLAYERS:
            found.append((scenario, players, {"surrender": players % 2 == 0}))
            gentleman = (number + players) % 2 == 0
            found.append((scenario, players, {"treasuries": HIDDEN, "gentleman": gentleman, "surrender": False}))
        found += [(scenario, empires.count("+") + 1, {"empires": empires}) for empires in UNUSUAL]
    found += [(SOLITAIRE, 1, {"cards": length.cards}) for length in file.solitaire.lengths]
    return tuple(found)
