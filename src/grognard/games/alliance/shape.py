"""The shape of a view, for programs that want it as numbers."""

from __future__ import annotations

from grognard.engine.shape import (
    Act,
    Both,
    Count,
    Each,
    Fields,
    Flag,
    Known,
    Laid,
    Left,
    Maybe,
    Merged,
    Number,
    One,
    Order,
    Place,
    Rows,
    Shape,
    Tally,
)

MARKS = ("moved", "levied", "held")
PRINTED = Left("printed on the block: it never changes")

PLAYER = Fields(
    {
        "gold": Maybe(Number()),
        "hand": Number(),
        "cards": Maybe(Tally("card")),
        "laid_aside": One("card"),
        "played": One("card"),
        "event": Flag(),
        "allies": Tally("power"),
        "open_allies": Tally("power"),
        "leave": Tally("power"),
    }
)

BLOCKS = Laid(
    spaces="place",
    pieces="block",
    fields={
        "state": PRINTED,
        "most": PRINTED,
        "fire": PRINTED,
        "steps": Number(),
        "marks": Tally(MARKS),
        "port": Place("place"),
    },
    by="state",
    kinds="state",
    blanks="blocks",
)

POOLS = Both(
    Each("state", Fields({"ready": Count(), "waiting": Count()})),
    Merged(Fields({"ready": Known("block"), "waiting": Known("block")})),
)

FORCES = ("attack", "defence", "attack_reserves", "defence_reserves")
SIZES = {force: Count() for force in FORCES}
MEMBERS = {force: Known("block") for force in FORCES}

FIGHTS = Both(
    Rows("place", {**SIZES, "entries": Left("over which borders who came: the options say who may go back")}, "place"),
    Merged(Fields({**MEMBERS, "place": Left("told above"), "entries": Left("told above")})),
)

BATTLE = Fields(
    {
        "place": One("place"),
        "round": Number(),
        **{force: Both(SIZES[force], MEMBERS[force]) for force in FORCES},
        "acted": Tally("block"),
        "shaken": Tally("block"),
        "silent": Tally("block"),
        "shifts": Each("block", Number()),
        "volleys": Left("dice of the past: what they did is seen in the blocks"),
        "staying": Tally("state"),
    }
)

SHAPE = Shape(
    version=1,
    view=Fields(
        {
            "year": Number(),
            "turn": Number(),
            "winter": Flag(),
            "order": Order("power"),
            "active": One("power"),
            "action_points": Number(),
            "gold_spent": Number(),
            "players": Each("power", PLAYER),
            "states": Each("state", Fields({"ally": One("state"), "player": One("state")})),
            "places": BLOCKS,
            "control": Each("place", One("state")),
            "pools": POOLS,
            "battles": FIGHTS,
            "battle": Maybe(BATTLE),
            "group": One("place"),
            "voyage": Maybe(Order("place")),
            "sealed": Fields({"waiting": Tally("power"), "answered": Tally("power"), "own": Each("power", Act())}),
            "score": Maybe(Number()),
            "cards_left": Maybe(Number()),
        }
    ),
)
