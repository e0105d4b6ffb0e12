"""6.2: alliances between players, made and broken in secret or in public; surrender; the talks of Winter."""

from __future__ import annotations

from grognard.engine.decision import Action, Decision, Reaction
from grognard.engine.refusal import Refusal
from grognard.games.alliance.board import NOBODY, members
from grognard.games.alliance.events import (
    GoldGiven,
    PactBroken,
    PactMade,
    PactProposed,
    PactPublished,
    PactRefused,
    PermissionChanged,
    SurrenderAnswered,
)
from grognard.games.alliance.fights import open_battle
from grognard.games.alliance.neutrals import clashes, leave_player
from grognard.games.alliance.pieces import mask_of
from grognard.games.alliance.position import Fight, Position, decision, procedure
from grognard.games.alliance.states import allied, camp, holder, is_played, lie, settle

AMONG_STRANGERS = ("propose", "propose-openly", "surrender")
AMONG_ALLIES = ("publish", "break", "permit", "forbid")
TALK = (*AMONG_STRANGERS, *AMONG_ALLIES, "drop")
"""What the active player may put to others in his turn."""

MOST_TERMS = 20
"""The most Gold that is bargained over in a surrender."""
MOST_ROUNDS = 3
"""L32: of the talks of Winter."""

ALLIES_ALREADY = Refusal("6.2.1", "You are allied with that player.")
NOT_ALLIES = Refusal("6.2.1", "You are not allied with that player.")
A_STRANGER = Refusal("6.2.1", "That empire has no player.")
YOURSELF = Refusal("6.2.1", "That is you.")
ASKED_ALREADY = Refusal("6.2.1", "You have put that to this player this turn.")
CHANGED_ALREADY = Refusal("6.2.10", "This alliance was made or broken this very turn.")
GENTLEMEN = Refusal("6.22.1", "With Gentleman's Diplomacy alliances change only in Winter.")
BOUND = Refusal("9.21.2", "A beaten player and his conqueror stay allied until the following Winter.")
KNOWN_ALREADY = Refusal("6.2.4", "Everybody knows of this alliance.")
PERMITTED_ALREADY = Refusal("6.2.5", "That ally has your leave already.")
FORBIDDEN_ALREADY = Refusal("6.2.5", "That ally has no leave to withdraw.")
NOT_YOUR_ALLY = Refusal("6.2.10", "That state is not yours to drop.")
NO_SURRENDER = Refusal("6.21.1", "Surrender was ruled out for this game.")


# --- making and breaking ---------------------------------------------------------------------------------------------


def make_pact(g: Position, a: int, b: int, *, openly: bool) -> None:
    """6.2.1: two players are allied from now on, each with leave to enter the other's places (L30)."""
    for one, other in ((a, b), (b, a)):
        g.pacts[one] |= 1 << other
        g.permits[one] |= 1 << other
        g.changed[one] |= 1 << other
    settle(g)
    if openly:
        publish(g, a, b)
    else:
        for player in (a, b):
            g.tell_keeper(player, "6.2.4", PactMade, a, b)


def publish(g: Position, a: int, b: int) -> None:
    """6.2.4: everybody knows of the alliance now."""
    if not g.open_pacts[a] >> b & 1:
        g.open_pacts[a] |= 1 << b
        g.open_pacts[b] |= 1 << a
        g.show()
        g.tell("6.2.4", PactPublished, a, b)


def known_by_conduct(g: Position, player: int, place: int) -> None:
    """L29: whoever stands with an ally's blocks, or on his land, shows that they are allies."""
    if not g.pacts[player] & ~g.open_pacts[player]:
        return
    others = {g.master_of(b) for b in g.at[place]}
    if g.board.owner[place] != NOBODY:
        others.add(g.master[g.board.owner[place]])
    for other in sorted(others - {player, NOBODY}):
        if g.pacts[player] >> other & 1:
            publish(g, player, other)


def break_pact(g: Position, breaker: int, other: int) -> None:
    """6.2.10, L31: the breach is known at once; where the two stand together a battle will be fought."""
    for one, two in ((breaker, other), (other, breaker)):
        g.pacts[one] &= ~(1 << two)
        g.open_pacts[one] &= ~(1 << two)
        g.permits[one] &= ~(1 << two)
        g.changed[one] |= 1 << two
    settle(g)
    g.show()
    g.tell("6.2.10", PactBroken, breaker, other)
    for place in members(lie(g, breaker).own & lie(g, other).own & ~g.embattled):
        part_ways(g, breaker, other, place)


def part_ways(g: Position, breaker: int, other: int, place: int) -> None:
    """6.2.12: the breaker's blocks attack; a third player joins the one side he is allied with, or stands aside."""
    blocks = g.at[place]
    attack = [b for b in blocks if g.master_of(b) == breaker]
    defence = [b for b in blocks if g.master_of(b) == other]
    for b in blocks:
        third = g.master_of(b)
        if third in (breaker, other, NOBODY):
            continue
        with_breaker, with_other = allied(g, third, breaker), allied(g, third, other)
        if with_breaker and not with_other:
            attack.append(b)
        elif with_other and not with_breaker:
            defence.append(b)
    open_battle(g, Fight(place, mask_of(attack), mask_of(defence), 0, holder(g, place)))


# --- in one's own turn -----------------------------------------------------------------------------------------------


def cannot_talk(g: Position, verb: str, player: int, other: int) -> Refusal | None:
    """Whether the active player may put this to another now."""
    if verb == "drop":
        return None if not is_played(g, other) and g.tie[other] == player else NOT_YOUR_ALLY
    if not is_played(g, other):
        return A_STRANGER
    if other == player:
        return YOURSELF
    allies = bool(g.pacts[player] >> other & 1)
    if (verb, other) in g.talked:
        return ASKED_ALREADY
    if verb in ("propose", "propose-openly"):
        if allies:
            return ALLIES_ALREADY
        if ("propose", other) in g.talked or ("propose-openly", other) in g.talked:
            return ASKED_ALREADY
        if g.changed[player] >> other & 1:
            return CHANGED_ALREADY
        return GENTLEMEN if g.setting.gentleman else None
    if verb == "surrender":
        if allies:
            return ALLIES_ALREADY
        return None if g.setting.surrender else NO_SURRENDER
    if not allies:
        return NOT_ALLIES
    if verb == "publish":
        return KNOWN_ALREADY if g.open_pacts[player] >> other & 1 else None
    if verb == "break":
        if g.bound[player] >> other & 1:
            return BOUND
        if g.changed[player] >> other & 1:
            return CHANGED_ALREADY
        return GENTLEMEN if g.setting.gentleman else None
    leave = bool(g.permits[player] >> other & 1)
    if g.bound[player] >> other & 1:
        return BOUND
    if verb == "permit":
        return PERMITTED_ALREADY if leave else None
    return None if leave else FORBIDDEN_ALREADY


def talks_in_turn(g: Position, player: int) -> list[Action]:
    if g.setting.solitaire:
        return []
    options: list[Action] = []
    for other in g.setting.played:
        if other != player:
            verbs = AMONG_ALLIES if g.pacts[player] >> other & 1 else AMONG_STRANGERS
            options += [(verb, other) for verb in verbs if cannot_talk(g, verb, player, other) is None]
    options += [("drop", s) for s in camp(g, player).own if g.tie[s] == player and s != player]
    return options


def refuse_talk(g: Position, action: Action, player: int) -> Refusal | None:
    return cannot_talk(g, action[0], player, action[1]) if action[0] in TALK else None


def take_talk(g: Position, action: Action, player: int) -> None:
    verb, other = action
    g.talked = (*g.talked, (verb, other))
    if verb in ("propose", "propose-openly", "publish"):
        ask(g, player, other, verb)
    elif verb == "break":
        break_pact(g, player, other)
    elif verb == "drop":  # G8
        leave_player(g, other, "dropped")
        g.todo((clashes, other, NOBODY))
    elif verb == "surrender":
        g.todo((TERMS, player, other))
    else:
        set_permission(g, player, other, granted=verb == "permit")


def set_permission(g: Position, player: int, other: int, *, granted: bool) -> None:
    if granted:
        g.permits[player] |= 1 << other
    else:
        g.permits[player] &= ~(1 << other)
    g.unsettle()
    for who in (player, other):
        g.tell_keeper(who, "6.2.5", PermissionChanged, player, other, granted)


# --- consent ---------------------------------------------------------------------------------------------------------

YES: Action = ("yes",)
NO: Action = ("no",)


def ask(g: Position, player: int, other: int, verb: str) -> None:
    """L30: the other answers at once."""
    for who in (player, other):
        g.tell_keeper(who, "6.2.1", PactProposed, player, other)
    g.todo((PUBLISH if verb == "publish" else ANSWER_PACT, other, player, int(verb == "propose-openly")))


def yes_or_no(_g: Position, *_arguments: int) -> list[Action]:
    return [YES, NO]


def take_answer(g: Position, action: Action, player: int, proposer: int, openly: int) -> None:
    g.boundary = True  # what the other answered is not to be tried out
    if action == YES:
        make_pact(g, proposer, player, openly=bool(openly))
    else:
        for who in (player, proposer):
            g.tell_keeper(who, "6.2.1", PactRefused, player, proposer)


def take_publication(g: Position, action: Action, player: int, proposer: int, _openly: int) -> None:
    g.boundary = True
    if action == YES:
        publish(g, proposer, player)


ANSWER_PACT = decision(
    Decision(
        name="answer-pact",
        clause="6.2.1",
        prompt="{0}: {1} offers you an alliance. Do you accept?",
        kinds=("state", "state"),
        options=yes_or_no,
        take=take_answer,
        reaction=Reaction("alliance", YES, NO),
    )
)

PUBLISH = decision(
    Decision(
        name="publish",
        clause="6.2.4",
        prompt="{0}: {1} wants your alliance to be known. Do you agree?",
        kinds=("state", "state"),
        options=yes_or_no,
        take=take_publication,
        reaction=Reaction("publication", YES, NO),
    )
)


# --- surrender -------------------------------------------------------------------------------------------------------


def terms_options(g: Position, player: int, _victor: int) -> list[Action]:
    return [("terms", gold) for gold in range(min(g.gold[player], MOST_TERMS) + 1)]


def take_terms(g: Position, action: Action, player: int, victor: int) -> None:
    g.todo((ANSWER_SURRENDER, victor, player, action[1]))


def surrender_options(g: Position, _victor: int, player: int, offered: int) -> list[Action]:
    """6.21.2: accept, refuse, or name one other sum (L33); how much the other has may be a secret (3.4.8)."""
    most = MOST_TERMS if g.setting.hidden_treasuries else min(g.gold[player], MOST_TERMS)
    return [YES, NO, *(("terms", gold) for gold in range(most + 1) if gold != offered)]


def take_surrender_answer(g: Position, action: Action, victor: int, player: int, offered: int) -> None:
    g.boundary = True
    if action[0] == "terms":
        g.todo((ANSWER_COUNTER, player, victor, action[1]))
    else:
        conclude(g, player, victor, offered, accepted=action == YES)


def counter_options(g: Position, player: int, _victor: int, gold: int) -> list[Action]:
    return [YES, NO] if gold <= g.gold[player] else [NO]


def take_counter(g: Position, action: Action, player: int, victor: int, gold: int) -> None:
    g.boundary = True
    conclude(g, player, victor, gold, accepted=action == YES)


def conclude(g: Position, player: int, victor: int, gold: int, *, accepted: bool) -> None:
    g.tell("6.21.2", SurrenderAnswered, player, victor, gold, accepted)
    if accepted and all(loser != player for loser, _, _ in g.surrenders):
        g.surrenders = (*g.surrenders, (player, victor, gold))


TERMS = decision(
    Decision(
        name="terms",
        clause="6.21.1",
        prompt="{0}: how much Gold do you offer {1} with your surrender?",
        kinds=("state", "state"),
        options=terms_options,
        take=take_terms,
    )
)

ANSWER_SURRENDER = decision(
    Decision(
        name="answer-surrender",
        clause="6.21.2",
        prompt="{0}: {1} would surrender to you for {2} Gold. Do you accept?",
        kinds=("state", "state", "number"),
        options=surrender_options,
        take=take_surrender_answer,
    )
)

ANSWER_COUNTER = decision(
    Decision(
        name="answer-counter",
        clause="6.21.2",
        prompt="{0}: {1} asks {2} Gold with your surrender. Do you agree?",
        kinds=("state", "state", "number"),
        options=counter_options,
        take=take_counter,
    )
)


# --- the talks of Winter ---------------------------------------------------------------------------------------------


@procedure
def talks(g: Position, number: int) -> None:
    """6.2.2, L32: rounds of sealed offers, at most three; a round without one ends them."""
    if number <= MOST_ROUNDS and len(g.setting.played) > 1:
        g.ask_together(OFFER, g.setting.played, number)


def offers(g: Position, player: int, _number: int) -> list[Action]:
    """One offer to one other player."""
    options: list[Action] = [("silent",)]
    for other in g.setting.played:
        if other == player:
            continue
        if g.pacts[player] >> other & 1:
            bound = g.bound[player] >> other & 1
            leave = g.permits[player] >> other & 1
            if not bound:
                options.append(("forbid", other) if leave else ("permit", other))
                if g.setting.gentleman:
                    options.append(("break", other))  # 6.22.1
            if not g.open_pacts[player] >> other & 1:
                options.append(("publish", other))
        else:
            options += [("propose", other), ("propose-openly", other)]
        options += [("give", other, gold) for gold in range(1, g.gold[player] + 1)]
    return options


def take_offers(g: Position, answers: dict[int, Action], number: int) -> None:
    """The offers are opened: gifts and leave take effect at once, alliances when both want them."""
    made = [(player, action) for player, action in answers.items() if action[0] != "silent"]
    if not made:
        return
    g.todo((talks, number + 1))
    asked: set[frozenset[int]] = set()
    for player, action in made:
        verb, other = action[0], action[1]
        if verb == "give":
            g.gold[player] -= action[2]
            g.gold[other] += action[2]
            for who in (player, other):
                g.tell_keeper(who, "6.2.3", GoldGiven, player, other, action[2])
        elif verb in ("permit", "forbid"):
            if g.pacts[player] >> other & 1:
                set_permission(g, player, other, granted=verb == "permit")
        elif verb == "break":
            if g.pacts[player] >> other & 1:
                break_pact(g, player, other)
        else:
            answer = answers[other]
            pair = frozenset((player, other))
            if pair in asked or bool(g.pacts[player] >> other & 1) != (verb == "publish"):
                continue
            asked.add(pair)
            if len(answer) > 1 and answer[0] == verb and answer[1] == player:
                settle_offer(g, player, other, verb)
            else:
                ask(g, player, other, verb)


def settle_offer(g: Position, player: int, other: int, verb: str) -> None:
    """Both offered the same."""
    if verb == "publish":
        publish(g, player, other)
    else:
        make_pact(g, player, other, openly=verb == "propose-openly")


def refuse_offer(g: Position, action: Action, player: int, _number: int) -> Refusal | None:
    if action[0] == "give":
        return Refusal("6.2.3", "There is not so much Gold in your treasury.")
    if action[0] == "break" and not g.setting.gentleman:
        return Refusal("6.2.10", "Alliances are broken in one's own turn.")
    return None if len(action) == 1 or action[1] != player else YOURSELF


OFFER = decision(
    Decision(
        name="offer",
        clause="6.2.2",
        prompt="{0}: put something to another player, or keep silent",
        kinds=("state",),
        options=offers,
        take=take_offers,
        refuse=refuse_offer,
        sealed=True,
    )
)
