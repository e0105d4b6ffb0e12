"""The game's names: powers, statuses, and the verbs of its actions."""

from __future__ import annotations

from typing import get_args

from grognard.engine.vocabulary import Verb
from grognard.engine.words import ENGLISH, Name, catalogue, speaking
from grognard.games.coalitions.schema import Power as PowerId

POWER_IDS: tuple[PowerId, ...] = get_args(PowerId)
STATUS_IDS = ("british", "french", "neutral", "expansionist")
ACTION_IDS = ("muster", "taxation", "leadership", "mobilisation", "gain-influence", "movement")
TITLED = ("grand-vizier",)
"""Named Generals called by a title, which takes an article."""

TEXT = catalogue("grognard.games.coalitions")
with speaking(ENGLISH):  # as programs see them, whoever is served when the game is first needed
    POWER_NAMES = tuple(str(TEXT.name("power", power)) for power in POWER_IDS)
    STATUS_NAMES = tuple(str(TEXT.name("status", status)) for status in STATUS_IDS)
    ACTION_NAMES = tuple(str(TEXT.name("action", action)) for action in ACTION_IDS)


def power(p: int) -> Name:
    """A power as the reader calls it."""
    return TEXT.name("power", POWER_IDS[p])


def bare(p: int) -> str:
    """A power in a table, without an article."""
    return f"{power(p):bare}"


def people(p: int) -> Name:
    """What belongs to a power is British, French …"""
    return TEXT.name("people", POWER_IDS[p])


def status(s: int) -> Name:
    """A status as the reader calls it."""
    return TEXT.name("status", STATUS_IDS[s])


def action(a: int) -> str:
    """An action of the Wheel as the reader calls it."""
    return str(TEXT.name("action", ACTION_IDS[a]))


VERBS = {
    # choices that many decisions share
    "done": Verb((), "Done"),
    "yes": Verb((), "Yes"),
    "no": Verb((), "No"),
    # before play
    "name": Verb(("general",), "Name {0}"),
    # 6. diplomacy
    "expel": Verb(("power",), "Expel {0}"),
    "declare": Verb(("status",), "{0}"),
    # 7. the six actions
    "discard": Verb(("number",), "Discard a {0}"),
    "take-card": Verb((), "Take 1 Battle card"),
    "rally": Verb((), "Gain 1 Morale"),
    "place": Verb(("general", "territory"), "Place {0} in {1}"),
    "remove": Verb(("general",), "Take {0} off the map"),
    "subsidise": Verb(("power",), "Offer Money to {0}"),
    "offer": Verb(("number",), "Offer {0} Money"),
    "unit": Verb(("general",), "Buy a Unit for {0}"),
    "fortress": Verb(("territory",), "Build a Fortress in {0}"),
    "card": Verb((), "Order a Battle card"),
    "morale": Verb((), "Buy 1 Morale"),
    # 7. movement
    "envoy": Verb(("power",), "Name {0} as Envoy"),
    "disband": Verb(("territory",), "Disband the Garrison in {0}"),
    "march": Verb(("general", "territory"), "March {0} to {1}"),
    "march-posting": Verb(("general", "territory"), "March {0} to {1}, posting Garrisons on the way"),
    "by-way-of": Verb(("territory*",), "By way of {all}"),
    "sail": Verb(("general", "territory"), "Sail {0} to {1}"),
    "orient": Verb(("general",), "Play the Armée d'Orient: {0} to Egypt"),
    "garrison": Verb(("general",), "Garrison with {0}"),
    # 8. battles
    "fight": Verb(("territory",), "Fight in {0}"),
    "play": Verb(("general", "number"), "Play a {1} with {0}"),
    "reveal": Verb(("general", "general", "number"), "Play a 3 face up with {0} and turn over card {2} of {1}"),
    "pass": Verb((), "Pass: no more cards in this battle"),
    # retreats and displacements
    "go": Verb(("territory",), "Go to {0}"),
    "off-map": Verb((), "Leave the map"),
    "allot": Verb(("general",), "Give the Unit to {0}"),
    # 11. Minor Powers
    "bid": Verb(("number",), "Bid {0} Morale"),
    # 12. L'Empereur
    "favour": Verb(("power",), "Give the Morale to {0}"),
    "choose": Verb(("general",), "Choose {0}"),
}
