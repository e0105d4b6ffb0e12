"""The numbers of the game that an experiment may set, and where they stand in the data."""

from __future__ import annotations

from grognard.engine.figures import PLAYED, Figure, Path
from grognard.games.alliance.schema import Data
from grognard.games.alliance.terms import EMPIRE_IDS

GOLD_PER_TURN = "gold_per_turn"
_MOST_POINTS, _MOST_GOLD, _MOST_STEPS = 9, 40, 4


def _figure(name: str, clause: str, about: str, least: int, most: int, *paths: Path, value: int = 0) -> Figure:
    return Figure(name=name, clause=clause, about=about, least=least, most=most, paths=paths, value=value)


def declare(data: Data) -> tuple[Figure, ...]:
    """In the order of the rulebook."""
    deck, start = ("cards", "deck"), ("scenarios", "scenario", PLAYED)
    return (
        *(
            _figure(
                f"points.{region.id}",
                "1.2.1",
                f"the victory points of {region.city}",
                0,
                _MOST_POINTS,
                ("board", "region", region.id, "vp"),
            )
            for region in data.board.region
            if region.vp
        ),
        *(
            _figure(
                f"points.{sea.id}",
                "3.4.2",
                f"the value of the star in {sea.name}",
                0,
                _MOST_POINTS,
                ("board", "sea", sea.id, "vp"),
            )
            for sea in data.board.sea
            if sea.vp
        ),
        *(
            _figure(
                f"stacking.{ground}",
                clause,
                f"how many blocks may end in a Region of {ground} ground",
                least,
                8,
                ("board", "stacking", ground),
            )
            for ground, clause, least in (("clear", "1.4.1", 4), ("forest", "1.4.2", 3), ("mountain", "1.4.3", 2))
        ),
        *(
            _figure(
                f"steps.{block.id}",
                "2.3.1.1",
                f"the full strength of {block.label} ({block.owner})",
                1 + (block.kind != "fortress"),
                _MOST_STEPS,
                ("blocks", "block", block.id, "steps"),
            )
            for block in data.blocks.block
        ),
        _figure("action_points", "3.2.1", "the Action Points every card gives", 1, 10, (*deck, "action_points")),
        _figure(
            "own_empire_bonus",
            "3.2.2",
            "the Action Points a card of the own empire gives besides",
            0,
            5,
            (*deck, "own_empire_bonus"),
        ),
        _figure(
            GOLD_PER_TURN,
            "3.4.9",
            "how much Gold may be spent as Action Points in a Player Turn",
            0,
            10,
            value=3,
        ),
        *(
            _figure(
                f"border.{terrain.id}",
                "4.2.1",
                f"how many blocks may cross a {terrain.id} border into battle",
                2,
                8,
                ("board", "terrain", terrain.id, "limit"),
            )
            for terrain in data.board.terrain
            if terrain.limit >= 2 and terrain.id != "coast"
        ),
        _figure(
            "handicap",
            "10.2.1",
            "the victory points Austria, Prussia, Spain and Turkey add as players",
            0,
            20,
            ("scenarios", "victory", "handicap"),
        ),
        *(
            _figure(
                f"gold.{empire}",
                "12.0.6",
                f"the Gold {empire} starts with",
                0,
                _MOST_GOLD,
                (*start, "power", empire, "gold"),
            )
            for empire in EMPIRE_IDS
        ),
        _figure(
            "npe_gold_divisor",
            "12.0.6",
            "what the Gold of a Non-Player Empire is divided by",
            1,
            10,
            ("scenarios", "calendar", "npe_gold_divisor"),
        ),
        _figure(
            "campaign_last_year",
            "12.1.1",
            "the last year of the campaign",
            1804,
            1820,
            ("scenarios", "campaign", "last_year"),
        ),
    )
