"""7. Movement: the Envoy, disbanding Garrisons, and permission for the second and third round."""

from __future__ import annotations

from random import Random

from grognard.engine.decision import Action, Decision, Reaction
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.answers import NO, YES, sample_yes_or_no, yes_or_no
from grognard.games.coalitions.board import FRANCE, NOBODY, POWERS, members, nth
from grognard.games.coalitions.events import EnvoyNamed, RoundAsked
from grognard.games.coalitions.movement import round_of_movement
from grognard.games.coalitions.pieces import change_morale, remove_garrison
from grognard.games.coalitions.position import Position, decision, procedure

LAST_ROUND = 3


@procedure
def movement(g: Position, power: int) -> None:
    """7.envoy.2: Envoy, disbanding, then up to three rounds of movement, each with its battles."""
    # 4.envoys.1, 12.players.8: in L'Empereur there is one round and no Envoy
    if g.setting.lempereur:
        change_morale(g, FRANCE, 1, "12.players.9")
        g.todo((disband_garrisons, power), (round_of_movement, power, 1, NOBODY, NOBODY))
        return
    eligible = [q for q in POWERS if cannot_be_envoy(g, power, q) is None]
    if len(eligible) > 1:
        g.agenda.append((NAME_ENVOY, power))
    else:  # 7.envoy.8: with nobody to name there is one round only; with one, there is nothing to choose
        g.agenda.append((envoy_named, power, eligible[0] if eligible else NOBODY))


# --- the Envoy ------------------------------------------------------------------------------------------------------

OWN_COALITION = Refusal("7.envoy.4", "An Envoy may not be of the mover's own Coalition.")
HIMSELF = Refusal("7.envoy.3", "A Power cannot be its own Envoy.")
MORALE_FULL = Refusal("7.envoy.6", "A Power with 15 Morale may not be Envoy.")
UNCONTROLLED = Refusal("11.uncontrolled.2", "An uncontrolled Minor Power cannot be Envoy.")


def cannot_be_envoy(g: Position, power: int, envoy: int) -> Refusal | None:
    # 7.envoy.5, 11.faq.5: an enemy may be named, and so may another player's Minor Power
    if envoy == power:
        return HIMSELF
    if g.allies[power] >> envoy & 1:
        return OWN_COALITION
    if g.master[envoy] == NOBODY:
        return UNCONTROLLED
    if g.morale[envoy] >= g.setting.components.morale_max:
        return MORALE_FULL
    return None


def envoys(g: Position, power: int) -> list[Action]:
    return [("envoy", q) for q in POWERS if cannot_be_envoy(g, power, q) is None]


def refuse_envoy(g: Position, action: Action, power: int) -> Refusal | None:
    return cannot_be_envoy(g, power, action[1]) if action[0] == "envoy" else None


def envoy_chosen(g: Position, action: Action, power: int) -> None:
    g.agenda.append((envoy_named, power, action[1]))


@procedure
def envoy_named(g: Position, power: int, envoy: int) -> None:
    """7.envoy.9: the Envoy gains 1 Morale at once and cannot refuse the first round."""
    # 4.envoys.2, 4.envoys.3, 7.envoy.7
    if envoy != NOBODY:
        g.tell("7.envoy.3", EnvoyNamed, power, envoy)
        change_morale(g, envoy, g.setting.data.cards.envoy_morale[0], "7.envoy.9")
    g.todo(
        (disband_garrisons, power),
        (round_of_movement, power, 1, envoy, NOBODY),
        (next_round, power, 2, envoy),
    )


NAME_ENVOY = decision(
    Decision(
        name="name-envoy",
        clause="7.envoy.3",
        prompt="Movement of {0}: name an Envoy.",
        kinds=("power",),
        options=envoys,
        take=envoy_chosen,
        refuse=refuse_envoy,
    )
)

# --- disbanding -----------------------------------------------------------------------------------------------------

NOT_OWN_GARRISON = Refusal("7.disband.1", "Only an own Garrison can be disbanded.")


@procedure
def disband_garrisons(g: Position, power: int) -> None:
    """7.disband.1: before the first round any own Garrisons may be taken off the map."""
    # 7.disband.3: disbanding is the only way to take a Garrison up by choice
    if g.garrisons_of(power):
        g.agenda.append((DISBAND, power))


def disbandings(g: Position, power: int) -> list[Action]:
    return [("done",), *(("disband", t) for t in members(g.garrisons_of(power)))]


def sample_disbanding(g: Position, rng: Random, power: int) -> Action:
    """One of `disbandings`."""
    own = g.garrisons_of(power)
    pick = int(rng.random() * (1 + own.bit_count()))
    return ("disband", nth(own, pick - 1)) if pick else ("done",)


def refuse_disbanding(_g: Position, action: Action, _power: int) -> Refusal | None:
    return NOT_OWN_GARRISON if action[0] == "disband" else None


def disbanded(g: Position, action: Action, power: int) -> None:
    if action[0] == "disband":
        remove_garrison(g, action[1], "7.disband.2", "disbanded", to_supply=True)
        g.agenda.append((disband_garrisons, power))


DISBAND = decision(
    Decision(
        name="disband",
        clause="7.disband.1",
        prompt="Movement of {0}: disband Garrisons first?",
        kinds=("power",),
        options=disbandings,
        take=disbanded,
        refuse=refuse_disbanding,
        sample=sample_disbanding,
    )
)

# --- the second and the third round ---------------------------------------------------------------------------------


@procedure
def next_round(g: Position, power: int, number: int, envoy: int) -> None:
    """7.envoy.11-14: a further round if the Envoy has room for its Morale, is asked, and permits it."""
    if envoy == NOBODY or number > LAST_ROUND:
        return
    price = g.setting.data.cards.envoy_morale[number - 1]
    if g.morale[envoy] + price <= g.setting.components.morale_max:
        g.agenda.append((ASK_FOR_ROUND, power, number, envoy))


def asked_for_round(g: Position, action: Action, power: int, number: int, envoy: int) -> None:
    if action[0] == "yes":
        g.agenda.append((PERMIT_ROUND, envoy, power, number))


ASK_FOR_ROUND = decision(
    Decision(
        name="ask-for-round",
        clause="7.envoy.11",
        prompt="Movement of {0}: ask {2} for round {1}?",
        kinds=("power", "number", "power"),
        options=yes_or_no,
        take=asked_for_round,
        sample=sample_yes_or_no,
    )
)


def permission_answered(g: Position, action: Action, envoy: int, power: int, number: int) -> None:
    """7.envoy.12: the Envoy gains 2 Morale for the second round and 3 for the third."""
    granted = action[0] == "yes"
    g.tell("7.envoy.11", RoundAsked, power, envoy, number, granted)
    if granted:
        change_morale(g, envoy, g.setting.data.cards.envoy_morale[number - 1], "7.envoy.12")
        g.todo((round_of_movement, power, number, envoy, NOBODY), (next_round, power, number + 1, envoy))


PERMIT_ROUND = decision(
    Decision(
        name="permit-round",
        clause="7.envoy.11",
        prompt="Shall {1} have round {2} of movement? The Envoy is {0}.",
        kinds=("power", "power", "number"),
        options=yes_or_no,
        take=permission_answered,
        sample=sample_yes_or_no,
        reaction=Reaction("envoy", YES, NO),
    )
)
