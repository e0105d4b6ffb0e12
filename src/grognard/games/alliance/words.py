"""The game's words: its catalogue of languages, and the verbs of its actions."""

from __future__ import annotations

from grognard.engine.vocabulary import Verb
from grognard.engine.words import catalogue

TEXT = catalogue("grognard.games.alliance")

VERBS = {
    # choices that many decisions share
    "done": Verb((), "Done"),
    "yes": Verb((), "Yes"),
    "no": Verb((), "No"),
    "decline": Verb((), "Decline"),
    # 3. cards and the turn
    "card": Verb(("card",), "{0}"),
    "group": Verb(("place",), "Move the group in {0}"),
    "close": Verb((), "Close this group"),
    "end": Verb((), "End the turn"),
    # 4. movement
    "move": Verb(("block", "place"), "{0} to {1}"),
    "through": Verb(("block", "place", "place"), "{0} through {1} to {2}"),
    "dock": Verb(("block", "place", "place"), "{0} by {1} into port in {2}"),
    "attack": Verb(("block", "place"), "Attack {1} with {0}"),
    "defend": Verb(("block", "place"), "Defend {1} with {0}"),
    "force": Verb(("block", "place"), "Use your leader's event to send {0} into {1} as well"),
    # 5. levies
    "levy": Verb(("block",), "Levy a step for {0}"),
    "build": Verb(("block",), "Build {0}"),
    "place": Verb(("place",), "In {0}"),
    # 6. diplomacy and alliances
    "bid": Verb(("state", "number"), "Bid {1} Gold for {0}"),
    "match": Verb((), "Match the bid"),
    "propose": Verb(("state",), "Offer {0} a secret alliance"),
    "propose-openly": Verb(("state",), "Offer {0} an open alliance"),
    "publish": Verb(("state",), "Make the alliance with {0} known"),
    "break": Verb(("state",), "Break the alliance with {0}"),
    "permit": Verb(("state",), "Give {0} leave to enter"),
    "forbid": Verb(("state",), "Withdraw {0}'s leave to enter"),
    "drop": Verb(("state",), "Let {0} go its own way"),
    "surrender": Verb(("state",), "Offer surrender to {0}"),
    "terms": Verb(("number",), "{0} Gold"),
    "give": Verb(("state", "number"), "Give {0} {1} Gold"),
    "silent": Verb((), "Keep silent"),
    # 7. battles
    "fight": Verb(("place",), "Fight in {0}"),
    "first": Verb(("state",), "{0} first"),
    "fire": Verb(("block",), "Fire with {0}"),
    "pass": Verb(("block",), "Pass with {0}"),
    "retreat": Verb(("block", "place"), "Retreat {0} to {1}"),
    "lose": Verb(("block",), "{0} takes the hit"),
    "inspire": Verb(("block",), "Use the event on {0}"),
    "play-event": Verb((), "Use the event"),
    "keep": Verb((), "Keep the event"),
    "pick": Verb(("block",), "{0}"),
    "extend": Verb((), "Pay a step and fight on"),
    "pursue": Verb(("block", "place"), "Pursue with {0} to {1}"),
    "follow": Verb(("block",), "{0} follows"),
    "regroup": Verb(("block", "place"), "Regroup {0} to {1}"),
    "scrap": Verb(("block",), "Eliminate {0}"),
    # 8. over the sea
    "ship": Verb(("block",), "Take {0} over the sea"),
    "sail": Verb(("place",), "Over {0}"),
    "ashore": Verb(("place",), "Ashore in {0}"),
    "invade": Verb(("place",), "Invade {0}"),
    "escort": Verb(("block",), "{0} keeps the sea open"),
    # Winter
    "stand": Verb((), "Disband no more"),
    "review": Verb((), "Disband a block"),
    "disband": Verb(("block",), "Disband {0}"),
}
