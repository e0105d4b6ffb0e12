"""The shape of a view, for programs that want it as numbers."""

from __future__ import annotations

from typing import get_args

from grognard.engine.shape import Act, Each, Fields, Flag, Given, Maybe, Number, One, Rows, Shape, Tally
from grognard.games.coalitions.pieces import NO_CARDS
from grognard.games.coalitions.position import LOWEST_CARD
from grognard.games.coalitions.schema import Side
from grognard.games.coalitions.words import ACTION_NAMES

CARDS = tuple(range(LOWEST_CARD, LOWEST_CARD + len(NO_CARDS)))
UNSEEN = 0

POWER = Fields(
    {
        "status": One("status"),
        "seat": One("seat"),
        "master": One("power"),
        "minor": Flag(),
        "morale": Number(),
        "money": Number(),
        "influence": Maybe(Number()),
        "supply": Number(),
        "off_map": Number(),
        "hand": Number(),
        "cards": Maybe(Tally(CARDS)),
    }
)

MOVEMENT = Fields({"power": One("power"), "round": Number(), "envoy": One("power"), "moved": Tally("general")})

BATTLE = Fields(
    {
        "territory": One("territory"),
        "attacker": One("general"),
        "defenders": Tally("general"),
        "garrison": One("power"),
        "attack_support": Tally("general"),
        "defence_support": Tally("general"),
        "attack": Number(),
        "defence": Number(),
        "piles": Each("general", Tally((UNSEEN, *CARDS))),
        "passed": Tally("power"),
    }
)

SHAPE = Shape(
    version=1,
    view=Fields(
        {
            "side": One(get_args(Side)),
            "round": Number(),
            "turn": Number(),
            "wheel": Each("power", One(ACTION_NAMES)),
            "powers": Each("power", POWER),
            "generals": Rows(
                "general", {"power": One("power"), "at": One("territory"), "units": Number(), "name": Given()}
            ),
            "garrisons": Each("territory", One("power")),
            "fortresses": Tally("territory"),
            "control": Each("territory", One("power")),
            "deck": Number(),
            "discards": Tally(CARDS),
            "napoleon_deck": Maybe(Number()),
            "napoleon_cards_played": Tally("napoleon-card"),
            "spain_closed": Flag(),
            "armee_d_orient": Flag(),
            "movement": Maybe(MOVEMENT),
            "battle": Maybe(BATTLE),
            "sealed": Fields({"waiting": Tally("power"), "answered": Tally("power"), "own": Each("power", Act())}),
        }
    ),
)
