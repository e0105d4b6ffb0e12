"""6. The Diplomacy Phase: expulsions, secret choice of status, rejections."""

from __future__ import annotations

from grognard.engine.decision import Action, Decision, Reaction
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.adjustments import EVERYBODY, adjust_the_board
from grognard.games.coalitions.answers import NO, YES, sample_yes_or_no, yes_or_no
from grognard.games.coalitions.board import BRITAIN, FRANCE, NOBODY, POWERS
from grognard.games.coalitions.events import AdmissionAnswered, Expelled, StatusDeclared
from grognard.games.coalitions.position import BRITISH, EXPANSIONIST, FRENCH, NEUTRAL, Position, decision, procedure
from grognard.games.coalitions.relations import settle

COALITION = {BRITAIN: BRITISH, FRANCE: FRENCH}
"""6.phase.6: the two principal Powers and the Coalitions they lead."""


@procedure
def diplomacy_phase(g: Position) -> None:
    """6.phase.1; skipped in round 1 (5.sequence.2) and always in L'Empereur (12.players.3)."""
    if g.round == 1 or g.setting.lempereur:
        return
    g.expelled = 0
    g.declared = tuple(g.status)
    g.todo(
        (expulsions, BRITAIN),
        (expulsions, FRANCE),
        (secret_choice,),
        (rejections, BRITAIN, 0),
        (rejections, FRANCE, 0),
        (statuses_take_effect,),
    )


# --- expulsions -----------------------------------------------------------------------------------------------------

NOT_A_MEMBER = Refusal("6.coalition.6", "Only a Power of one's own Coalition can be expelled.")
MINOR_STAYS = Refusal("11.bid.12", "A Minor Power is expelled only with its Major Power.")


@procedure
def expulsions(g: Position, leader: int) -> None:
    """6.coalition.6: before negotiation Britain, then France, may expel members of its Coalition."""
    if expellable(g, leader):
        g.agenda.append((EXPEL, leader))


def expellable(g: Position, leader: int) -> list[int]:
    return [p for p in g.setting.free_powers if g.status[p] == COALITION[leader] and not g.expelled >> p & 1]


def expulsion_choices(g: Position, leader: int) -> list[Action]:
    return [("done",), *(("expel", p) for p in expellable(g, leader))]


def refuse_expulsion(g: Position, action: Action, _leader: int) -> Refusal | None:
    if action[0] != "expel":
        return None
    return MINOR_STAYS if action[1] in g.setting.minors else NOT_A_MEMBER


def expulsion_chosen(g: Position, action: Action, leader: int) -> None:
    if action[0] == "expel":
        g.expelled |= 1 << action[1]
        g.tell("6.coalition.6", Expelled, action[1], leader)
        g.agenda.append((expulsions, leader))


EXPEL = decision(
    Decision(
        name="expel",
        clause="6.coalition.6",
        prompt="Expel Powers from the Coalition of {0}?",
        kinds=("power",),
        options=expulsion_choices,
        take=expulsion_chosen,
        refuse=refuse_expulsion,
    )
)

# --- the secret choice ----------------------------------------------------------------------------------------------

EXPELLED = Refusal("6.coalition.7", "An expelled Power cannot choose the Coalition it was expelled from.")


@procedure
def secret_choice(g: Position) -> None:
    """6.phase.4: all choose in secret, and the choices are opened together."""
    # 6.status.1
    if g.setting.free_powers:
        g.ask_together(CHOOSE_STATUS, g.setting.free_powers)


def statuses_to_choose(g: Position, power: int) -> list[Action]:
    # 6.phase.7: whoever else has chosen it
    barred = g.status[power] if g.expelled >> power & 1 else NOBODY
    return [("declare", status) for status in (BRITISH, FRENCH, NEUTRAL, EXPANSIONIST) if status != barred]


def refuse_status(_g: Position, action: Action, _power: int) -> Refusal | None:
    return EXPELLED if action[0] == "declare" else None


def choices_opened(g: Position, answers: dict[int, Action]) -> None:
    declared = list(g.declared)
    for power in sorted(answers):
        declared[power] = answers[power][1]
        g.tell("6.phase.4", StatusDeclared, power, declared[power])
    g.declared = tuple(declared)


CHOOSE_STATUS = decision(
    Decision(
        name="choose-status",
        clause="6.phase.4",
        prompt="Choose the status of {0}, in secret.",
        kinds=("power",),
        options=statuses_to_choose,
        take=choices_opened,
        refuse=refuse_status,
        sealed=True,
    )
)

# --- rejections -----------------------------------------------------------------------------------------------------


@procedure
def rejections(g: Position, leader: int, judged: int) -> None:
    """6.coalition.8-10: a newcomer may be turned away; a member that stays may not."""
    for power in g.setting.free_powers:
        newcomer = g.declared[power] == COALITION[leader] != g.status[power]
        if newcomer and not judged >> power & 1:
            g.todo((ADMIT, leader, power), (rejections, leader, judged | 1 << power))
            return


def admission_answered(g: Position, action: Action, leader: int, power: int) -> None:
    granted = action[0] == "yes"
    g.tell("6.coalition.8", AdmissionAnswered, power, leader, granted)
    if not granted:
        declared = list(g.declared)
        declared[power] = NOBODY
        g.declared = tuple(declared)


ADMIT = decision(
    Decision(
        name="admit",
        clause="6.coalition.8",
        prompt="Admit {1} to the Coalition of {0}?",
        kinds=("power", "power"),
        options=yes_or_no,
        take=admission_answered,
        sample=sample_yes_or_no,
        reaction=Reaction("admission", YES, NO),
    )
)

NO_COALITION = Refusal("6.coalition.9", "A rejected Power becomes Neutral or Expansionist.")


def choices_of_the_rejected(_g: Position, _power: int) -> list[Action]:
    return [("declare", NEUTRAL), ("declare", EXPANSIONIST)]


def refuse_rejected(_g: Position, action: Action, _power: int) -> Refusal | None:
    return NO_COALITION if action[0] == "declare" else None


def rejected_chose(g: Position, action: Action, power: int) -> None:
    declared = list(g.declared)
    declared[power] = action[1]
    g.declared = tuple(declared)
    g.tell("6.coalition.9", StatusDeclared, power, action[1])


REJECTED = decision(
    Decision(
        name="rejected",
        clause="6.coalition.9",
        prompt="Turned away by the Coalition: what status for {0}?",
        kinds=("power",),
        options=choices_of_the_rejected,
        take=rejected_chose,
        refuse=refuse_rejected,
    )
)


@procedure
def statuses_take_effect(g: Position) -> None:
    """Rejected Powers choose again, openly; then all statuses change and the board is adjusted (9.general.1)."""
    # 6.phase.3
    rejected = [p for p in POWERS if g.declared[p] == NOBODY]
    if rejected:
        g.todo(*((REJECTED, p) for p in rejected), (statuses_take_effect,))
        return
    g.before = tuple(g.enemies)
    for power in POWERS:
        master = g.master[power]
        g.status[power] = g.declared[master if master != NOBODY else power]
    settle(g)
    g.agenda.append((adjust_the_board, EVERYBODY))
