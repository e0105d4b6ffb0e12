"""The numbers of the game that an experiment may set, and where they stand in the data."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from grognard.engine.figures import PLAYED, Figure, Path
from grognard.engine.rulebook import OptionValue
from grognard.games.coalitions.schema import Data
from grognard.games.coalitions.words import POWER_IDS

_MOST_INFLUENCE, _MOST_MONEY, _MOST_CARDS = 60, 40, 20
_LEAST_MORALE_LIMIT = 12
"""No scenario starts a Power higher."""
ENVOY_ROUNDS = ("first", "second", "third")
ROAD_TO_PARIS = "paris_borders."
PARIS = "paris"


def _figure(name: str, clause: str, about: str, least: int, most: int, *paths: Path) -> Figure:
    return Figure(name=name, clause=clause, about=about, least=least, most=most, paths=paths)


def reconstructed_roads(data: Data) -> tuple[str, ...]:
    """The neighbours of Paris by land that are our reconstruction; the book's own leave France in one piece."""
    ends = [{border.a, border.b} for border in data.board.land if border.src == "G"]
    return tuple(sorted(other for pair in ends if PARIS in pair for other in pair - {PARIS}))


def without_closed_roads(data: Data, options: Mapping[str, OptionValue]) -> Data:
    """The board without those borders of Paris that an experiment takes away."""
    closed = {n.removeprefix(ROAD_TO_PARIS) for n in options if n.startswith(ROAD_TO_PARIS) and options[n] == 0}
    if not closed:
        return data
    land = tuple(b for b in data.board.land if PARIS not in (b.a, b.b) or not closed & {b.a, b.b})
    return replace(data, board=replace(data.board, land=land))


def declare(data: Data) -> tuple[Figure, ...]:
    """In the order of the rulebook."""
    parts, start = ("cards", "components"), ("scenarios", "scenario", PLAYED)
    prices, paris, subsidy = ("cards", "prices"), ("cards", "paris"), ("cards", "subsidy")
    return (
        *(
            _figure(
                f"battle_cards.{card.value}",
                "1.components.8",
                f"how many Battle cards of value {card.value} the deck has",
                0,
                _MOST_CARDS,
                ("cards", "battle", number, "count"),
            )
            for number, card in enumerate(data.cards.battle)
        ),
        _figure("fortresses", "1.components.5", "how many Fortresses there are in all", 4, 12, (*parts, "fortresses")),
        _figure(
            "start_influence",
            "2.setup.1",
            "the Influence every Power starts with",
            0,
            _MOST_INFLUENCE - 1,
            (*start, "influence"),
        ),
        *(
            _figure(
                f"start_{thing}.{power}",
                clause,
                f"{about} {power} starts with",
                0,
                most,
                (*start, "power", power, thing),
            )
            for thing, clause, about, most in (
                ("cards", "2.setup.10", "how many Battle cards", 10),
                ("money", "2.setup.1", "how much Money", _MOST_MONEY),
            )
            for power in POWER_IDS
        ),
        *(
            _figure(
                f"start_morale.{power}",
                "2.setup.1",
                f"the Morale {power} starts with",
                0,
                _LEAST_MORALE_LIMIT,
                (*start, "morale", power),
            )
            for power in POWER_IDS
        ),
        _figure(
            "victory_influence",
            "3.winning.1",
            "the Influence that wins at once",
            5,
            _MOST_INFLUENCE,
            (*parts, "influence_target"),
        ),
        _figure("paris_bonus", "3.winning.5", "the Influence a conqueror of Paris gains", 0, 30, (*paris, "bonus")),
        _figure(
            "paris_bonus_british",
            "3.winning.5",
            "the Influence a conqueror of Paris in the British Coalition gains",
            0,
            30,
            (*paris, "bonus_british_coalition"),
        ),
        _figure(
            "last_round",
            "3.winning.11",
            "the round after which a game that will not end is ended",
            3,
            100,
            ("scenarios", "house_last_round"),
        ),
        *(
            _figure(
                f"value.{territory.id}",
                "4.territories.2",
                f"the value of {territory.name}",
                0,
                9,
                ("board", "territory", territory.id, "value"),
                ("board", "territory", territory.id, "revolution", "value"),
            )
            for territory in data.board.territory
            if territory.value or (territory.revolution is not None and territory.revolution.value)
        ),
        *(
            Figure(
                name=ROAD_TO_PARIS + road,
                clause="7.move.2",
                about=f"whether Paris borders on {road}: 1 it does, as we have reconstructed it, 0 it does not",
                least=0,
                most=1,
                value=1,
            )
            for road in reconstructed_roads(data)
        ),
        _figure(
            "most_morale",
            "4.tracks.3",
            "the highest Morale a Power can have",
            _LEAST_MORALE_LIMIT,
            30,
            (*parts, "morale_max"),
        ),
        *(
            _figure(
                f"hand_limit.{power}",
                "4.cards.3",
                f"how many Battle cards {power} may keep",
                1,
                _MOST_CARDS,
                (*parts, "hand_limit", power),
            )
            for power in POWER_IDS
        ),
        _figure(
            "subsidy_money",
            "7.subsidise.3",
            "the Money given to a Power that earns Britain Influence",
            1,
            20,
            (*subsidy, "money_for_influence"),
        ),
        _figure(
            "subsidy_influence",
            "7.subsidise.3",
            "the Influence Britain earns for a Power it subsidises",
            0,
            5,
            (*subsidy, "influence_per_power"),
        ),
        *(
            _figure(f"price.{name}", "7.mobilisation.1", f"the price of a {words}", 1, 20, (*prices, name))
            for name, words in (
                ("unit", "Unit"),
                ("battle_card", "Battle card"),
                ("morale", "point of Morale"),
                ("fortress", "Fortress"),
            )
        ),
        _figure(
            "units_per_general",
            "7.mobilisation.4",
            "how many Units a General may have",
            3,
            6,
            (*parts, "units_per_general"),
        ),
        *(
            _figure(
                f"envoy_morale.{word}",
                "4.envoys.3",
                f"the Morale an Envoy gains by allowing the {word} round of a Movement",
                0,
                6,
                ("cards", "envoy_morale", number),
            )
            for number, word in enumerate(ENVOY_ROUNDS)
        ),
        _figure("garrison_strength", "8.strength.1", "the strength of a Garrison", 0, 6, (*parts, "garrison_strength")),
        _figure(
            "fortress_strength",
            "8.strength.2",
            "the strength of a Garrison with a Fortress",
            0,
            10,
            (*parts, "garrison_strength_with_fortress"),
        ),
        *(
            _figure(
                f"lempereur_start.{level}",
                "12.setup.6",
                f"the Influence L'Empereur starts with at level {level}",
                0,
                _MOST_INFLUENCE - 1,
                ("scenarios", "lempereur", "levels", level),
            )
            for level in data.scenarios.lempereur.levels
        ),
        _figure(
            "lempereur_victory",
            "12.winning.2",
            "the Influence with which L'Empereur wins",
            5,
            _MOST_INFLUENCE,
            ("scenarios", "lempereur", "target"),
        ),
        _figure(
            "spain_opens",
            "13.1792.16",
            "the Influence of any Power at which closed Spain opens",
            0,
            _MOST_INFLUENCE,
            ("scenarios", "spain_opens_at"),
        ),
    )
