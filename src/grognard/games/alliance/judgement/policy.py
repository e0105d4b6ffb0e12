"""Policy: cards, bids for minors and NPEs, alliances made, refused and broken, surrender."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache

from grognard.engine.decision import Action
from grognard.engine.judgement import Opinion
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.diplomacy import HIGHEST_BID, LEAST_TOTAL, bonus
from grognard.games.alliance.judgement.campaign import Campaign
from grognard.games.alliance.judgement.scene import Scene
from grognard.games.alliance.judgement.temper import STAFF, Temper
from grognard.games.alliance.judgement.worth import share, turns_left
from grognard.games.alliance.position import WINTER, Position
from grognard.games.alliance.states import allied, camp, is_played

Price = Callable[[Campaign, int, int], tuple[float, float]]
"""Of a bid for a state, with so much Gold: what it is worth, and the chance to win it."""

USUAL_PURSE = 5
"""The Gold a player with a hidden treasury is thought to have."""
TRUST = 0.5
"""How far an alliance is expected to hold."""
WORTH_A_WAR = 0.2
TREASON = 0.4
"""What it costs to be known for breaking one's word."""
A_FRIEND = 0.5
"""What any alliance is worth to one who will break it in the last turn."""
WORTH_A_STAB, WORTH_A_PACT = 0.1, 0.05
"""What it must bring in the last turn to break an alliance, and to make one."""
IN_THE_RACE = 1.0
"""Who is behind by no more in the last turn may yet win."""
JOINING = 0.8
"""Among many: how many of those who can match a bid do."""
TO_OTHERS = 0.5
"""Among many: what it costs that a neutral state joins one of the others, beside what it costs between two."""
SHORT = 0.2
"""Among many: what a piece of Gold is worth that a leader in hand will need for his bid."""


# --- cards -----------------------------------------------------------------------------------------------------------


def card_worths(g: Position, player: int, cards: Sequence[int]) -> list[tuple[float, tuple[object, ...]]]:
    """What each card is worth this year: a fourth Action Point, a bid, an event."""
    deck = g.setting.deck
    best, target = best_bid(Campaign(g, player)) if any(deck.event[card] for card in cards) else (0.0, NOBODY)
    found = []
    for card in cards:
        worth = 0.0
        why: tuple[object, ...] = ("it is as good as any",)
        if deck.empire[card] == player:
            worth, why = 0.08, ("our own card gives an Action Point more",)
        if deck.event[card]:
            if best > 0.1 and g.gold[player]:
                extra = best * (1.2 if deck.event[card] == "diplomacy-plus-2" else 1.0)
                worth, why = worth + extra, ("its leader can win over {}", g.board.state_names[target])
            else:
                worth += 0.02
        found.append((worth, why))
    return found


def lay_aside(g: Position, player: int, options: Sequence[Action]) -> list[Opinion]:
    """The card of least use."""
    worths = card_worths(g, player, [o[1] for o in options])
    return [Opinion(-worth, ("it is of the least use",)) for worth, _ in worths]


def play_card(g: Position, player: int, options: Sequence[Action]) -> list[Opinion]:
    """Leaders while there is somebody to win over; in Winter rather the last word than the first."""
    found = []
    cards = [option[1] for option in options]
    late = 0.15 if turns_left(g) == 1 else 0.06
    for card, (use, reason) in zip(cards, card_worths(g, player, cards), strict=True):
        number = card / g.setting.deck.count
        worth = use + (late * (1 - number) if g.turn == WINTER else 0.02 * number)
        last = g.turn == WINTER and worth < 0.2
        found.append(Opinion(worth, ("in Winter it is best to act last",) if last else reason))
    return found


# --- bids ------------------------------------------------------------------------------------------------------------


@cache
def wins(mine: int, theirs: int | None) -> float:
    """6.13: the chance to win a bid with these bonuses, alone or against one other."""
    total = 0
    for a in range(1, 7):
        for b in range(1, 7):
            own = a + b + mine
            if own < LEAST_TOTAL:
                continue
            if theirs is None:
                total += 36
                continue
            total += sum(own > c + d + theirs for c in range(1, 7) for d in range(1, 7))
    return total / 36**2


@cache
def wins_among(mine: int, theirs: tuple[int, ...]) -> float:
    """The same against all of these."""
    totals = [a + b for a in range(1, 7) for b in range(1, 7)]
    chance = 0.0
    for own in [total + mine for total in totals if total + mine >= LEAST_TOTAL]:
        chance += math.prod(sum(own > total + other for total in totals) / 36 for other in theirs) / 36
    return chance


def state_stakes(plan: Campaign, state: int) -> float:
    """What it would be worth that a state takes one step towards us (6.13.5)."""
    g = plan.g
    master = g.master[state]
    if master == plan.player:
        return 0.0
    worth = plan.state_worth(state)
    if master == NOBODY:
        return worth + plan.income(worth)
    return plan.rivalry[master] * (worth + plan.income(worth)) + 0.3 * worth


def purse(g: Position, player: int, viewer: int) -> int:
    """The Gold another player is known, or thought, to have."""
    return USUAL_PURSE if g.setting.hidden_treasuries and player != viewer else g.gold[player]


def reserve(g: Position, player: int) -> int:
    """Among many: the Gold that the leaders in a player's hand will need for their bids."""
    return HIGHEST_BID * sum(g.hands[player] >> card & 1 for card in g.setting.deck.leaders)


def rivals_for(plan: Campaign, gold: int) -> list[int]:
    """Who could match a bid."""
    g = plan.g
    return [p for p in g.setting.played if p != plan.player and purse(g, p, plan.player) >= gold]


def joining(plan: Campaign, state: int, gold: int, opener: int = NOBODY) -> tuple[int, ...]:
    """The bonuses of those who are likely to match a bid, beside the player and who opened it: most who can, do."""
    able = sorted([held(plan.g, p, state) for p in rivals_for(plan, gold) if p != opener], reverse=True)
    return tuple(able[: round(JOINING * len(able))])


def contest(plan: Campaign, state: int, gold: int) -> tuple[float, float]:
    """The chances to win a bid that one opens, and to lose a neutral state by it."""
    g = plan.g
    stakes = state_stakes(plan, state)
    mine = bonus(g, plan.player, state, plan.player) if g.played[plan.player] != NOBODY else 1
    if plan.temper.schemes:
        others = joining(plan, state, gold)
        lost = 0.0
        if g.master[state] == NOBODY:
            lost = TO_OTHERS * sum(wins_among(o, (mine, *others[:i], *others[i + 1 :])) for i, o in enumerate(others))
        return wins_among(mine, others), lost
    able = rivals_for(plan, gold)
    alone = wins(mine, None)
    if not able:
        return alone, 0.0
    theirs = max(held(g, p, state) for p in able)
    matched = min(0.9, 0.25 + 0.4 * stakes + (0.4 if g.master[state] in able else 0.0) - 0.08 * gold)
    lost = matched * wins(theirs, mine) if g.master[state] == NOBODY else 0.0
    return (1 - matched) * alone + matched * wins(mine, theirs), lost


def bid_worth(plan: Campaign, state: int, gold: int) -> tuple[float, float]:
    """What opening a bid is worth, and the chance to win it."""
    chance, lost = contest(plan, state, gold)
    return chance * state_stakes(plan, state) * (1 - 0.3 * lost) - gold * max(plan.gold, 0.03), chance


def held(g: Position, player: int, state: int) -> int:
    """6.12: the bonus of a player who has not opened."""
    return bonus(g, player, state, NOBODY) if g.played[player] != NOBODY else 0


def best_bid(plan: Campaign, price: Price = bid_worth) -> tuple[float, int]:
    """The best target of a bid and what it is worth."""
    g = plan.g
    best, target = 0.0, NOBODY
    for state in g.board.states:
        if not is_played(g, state) and g.master[state] != plan.player:
            worth, _ = price(plan, state, min(HIGHEST_BID, max(1, g.gold[plan.player])))
            if worth > best:
                best, target = worth, state
    return best, target


def bid(
    g: Position, player: int, options: Sequence[Action], price: Price = bid_worth, temper: Temper = STAFF
) -> list[Opinion]:
    """Whoever brings most for the Gold, as far as the others let us."""
    plan = Campaign(g, player, temper=temper)
    found = []
    for option in options:
        if option[0] == "decline":
            found.append(Opinion(0.0, ("no bid is worth its Gold",)))
            continue
        _, state, gold = option
        if g.master[state] == player:
            found.append(Opinion(-1.0, ("{} is ours already", g.board.state_names[state])))
            continue
        worth, chance = price(plan, state, gold)
        worth -= 0.001 * gold
        names, stakes, master = g.board.state_names, state_stakes(plan, state), g.master[state]
        why: tuple[object, ...] = ("{} would join us with {:.0%}, worth {:.1f}", names[state], chance, stakes)
        if master != NOBODY:
            why = ("{} would leave {} with {:.0%}, worth {:.1f}", names[state], names[master], chance, stakes)
        found.append(Opinion(worth, why))
    return found


def match(
    g: Position,
    player: int,
    options: Sequence[Action],
    state: int,
    gold: int,
    opener: int,
    temper: Temper = STAFF,
) -> list[Opinion]:
    """Pay to keep a state from going over, or to win it ourselves."""
    plan = Campaign(g, player, temper=temper)
    mine, theirs = held(g, player, state), bonus(g, opener, state, opener)
    master = g.master[state]
    value = plan.state_worth(state)
    value += plan.income(value)
    if master == player:
        ours, loss = 0.0, value * (1.0 + plan.rivalry[opener] * 0.3)
    elif master == NOBODY:
        ours, loss = value, plan.rivalry[opener] * value
    elif master == opener:
        ours, loss = plan.rivalry[opener] * value, 0.0
    else:
        ours, loss = plan.rivalry[master] * value, -0.5 * plan.rivalry[master] * value
    chance = wins(mine, theirs)
    matching = chance * ours - wins(theirs, mine) * loss - gold * max(plan.gold, 0.03)
    declining = -wins(theirs, None) * loss
    if temper.schemes:
        others = joining(plan, state, gold, opener)
        chance = wins_among(mine, (theirs, *others))
        short = min(gold, max(0, reserve(g, player) - (g.gold[player] - gold)))
        matching = chance * ours - wins_among(theirs, (mine, *others)) * loss - gold * max(plan.gold, 0.03)
        matching -= SHORT * short
        declining = -wins_among(theirs, others) * loss
        if master in (player, NOBODY):  # who matches also keeps the state from the others
            harm = loss if master == player else value * sum(plan.rivalry) / (len(g.setting.played) - 1)
            for i, other in enumerate(others):
                rest = (theirs, *others[:i], *others[i + 1 :])
                matching += (wins_among(other, rest) - wins_among(other, (mine, *rest))) * harm
    name = g.board.state_names[state]
    found = []
    for option in options:
        if option[0] == "match":
            found.append(Opinion(matching, ("{} is worth {:.1f}; we win it with {:.0%}", name, ours + loss, chance)))
        else:
            found.append(Opinion(declining, ("{} is not worth {} Gold to us", name, gold)))
    return found


# --- alliances -------------------------------------------------------------------------------------------------------


def peril(plan: Campaign, other: int) -> float:
    """What another player's blocks near our cities may cost us."""
    forces = camp(plan.g, other).forces
    total = 0.0
    for place, around in plan.cities:
        keep = plan.keep(place)
        if keep:
            total += keep * min(0.3, 0.08 * ((around | plan.g.stand[place]) & forces).bit_count())
    return total


def prey(plan: Campaign, other: int) -> float:
    """What could be taken from another player by blocks that stand beside it."""
    g = plan.g
    total = 0.0
    points = plan.rivalry[other]
    own, forces = camp(g, plan.player).forces, camp(g, other).forces
    for place, around in plan.cities:
        near = (around & own).bit_count()
        if near and plan.holder(place) == other:
            guards = (g.stand[place] & forces).bit_count()
            worth = share(g, plan.player, place) + points * share(g, other, place)
            total = max(total, worth * min(1.0, near / (2 * guards + 1)))
    return total


def pact_worth(plan: Campaign, other: int) -> tuple[float, str]:
    """What an alliance with another player is worth, and the chief reason."""
    found = plan.pacts.get(other)
    if found is None:
        found = plan.pacts[other] = _pact_worth(plan, other)
    return found


def _pact_worth(plan: Campaign, other: int) -> tuple[float, str]:
    g = plan.g
    if len(g.setting.played) <= 2:
        return -2.0, "there is nobody else to win against"
    if plan.temper.schemes and plan.left > 1:
        return A_FRIEND, "{0} is one enemy fewer"
    if plan.temper.schemes and not allied(g, plan.player, other):
        return plan.plot.breach.joined(other) - WORTH_A_PACT, "{0} stands in what would count for us again"
    points = plan.scene.points
    rivals = [p for p in g.setting.played if p != plan.player]
    leader = max(rivals, key=lambda p: points[p])
    safety, loot = peril(plan, other), prey(plan, other)
    lead = points[other] - points[plan.player]
    worth = TRUST * safety + 0.05 - loot
    if other == leader and turns_left(g) <= 2 * WINTER and lead > 0:
        return worth - 0.5 - 0.2 * lead, "{0} is about to win"
    if other == leader and lead > 1:
        return worth - 0.2 * lead, "{0} is ahead and must be held back"
    if loot > TRUST * safety + 0.05:
        return worth, "{0} has more to be taken than it could take"
    if safety > 0.2:
        return worth, "{0} stands near our cities, and is better a friend"
    return worth, "{0} is one enemy fewer"


def betrayal(plan: Campaign, other: int) -> Opinion:
    """Breaking one's word is worth what can be had for it, and only if something can."""
    if plan.temper.schemes:
        return stab(plan, other)
    worth, reason = pact_worth(plan, other)
    if prey(plan, other) < WORTH_A_WAR:
        return Opinion(-TREASON, ("there is nothing to be had for it",))
    return Opinion(-worth - TREASON - plan.escort.forsaken(other), _named(plan, reason, other))


def stab(plan: Campaign, other: int) -> Opinion:
    """The same for one who waits for the last turn, when nobody can pay him back."""
    if plan.left > 1:
        return Opinion(-TREASON, ("the time for it has not come",))
    worth = plan.plot.stab(other) - WORTH_A_STAB
    if worth <= 0:
        return Opinion(worth, ("there is nothing to be had for it",))
    return Opinion(worth, _named(plan, "{0} has left open what can be taken now", other))


def _named(plan: Campaign, reason: str, other: int) -> tuple[object, ...]:
    return (reason, plan.g.board.state_names[other])


def talk(plan: Campaign, verb: str, other: int) -> Opinion:
    """What the active player might put to another."""
    g = plan.g
    name = g.board.state_names[other]
    if verb == "drop":
        return Opinion(-plan.state_worth(other) - 0.5, ("{} is worth more with us", name))
    if verb == "surrender":
        return capitulation(plan, other)
    if verb in ("propose", "propose-openly"):
        worth, reason = pact_worth(plan, other)
        if any(said in g.talked for said in (("propose", other), ("propose-openly", other))):
            worth = -1.0
        hidden = 0.02 if verb == "propose" else 0.0
        return Opinion(0.3 * worth + hidden - 0.03, _named(plan, reason, other))
    if verb == "break":
        return betrayal(plan, other)
    if verb == "publish":
        return Opinion(-0.1, ("the others need not know of it",))
    if verb == "permit":
        return Opinion(-0.05, ("{} has no business in our places", name))
    return Opinion(-0.05, ("{} does no harm there", name))


def answer_pact(g: Position, player: int, proposer: int, temper: Temper = STAFF) -> list[Opinion]:
    """Yes to a friend in need, no to whoever is about to win."""
    plan = Campaign(g, player, temper=temper)
    worth, reason = pact_worth(plan, proposer)
    why = _named(plan, reason, proposer)
    return [Opinion(worth, why), Opinion(0.0, why)]


def publish(_g: Position) -> list[Opinion]:
    """A secret alliance is worth more than a known one."""
    return [Opinion(0.0, ("it does no harm",)), Opinion(0.05, ("the others need not know of it",))]


def offer(g: Position, player: int, options: Sequence[Action], temper: Temper = STAFF) -> list[Opinion]:
    """The talks of Winter: alliances for safety, none with whoever leads; Gold is kept."""
    plan = Campaign(g, player, temper=temper)
    found = []
    for option in options:
        verb = option[0]
        if verb == "silent":
            found.append(Opinion(0.0, ("there is nothing to be gained by talk",)))
            continue
        other = option[1]
        if verb == "give":
            found.append(Opinion(-plan.gold * option[2] - 0.05, ("Gold is better kept",)))
            continue
        if verb in ("propose", "propose-openly", "break"):
            worth, reason = pact_worth(plan, other)
            if verb == "break":
                found.append(betrayal(plan, other))
            else:
                found.append(Opinion(worth - 0.02 * (verb != "propose"), _named(plan, reason, other)))
            continue
        found.append(talk(plan, verb, other))
    return found


# --- surrender -------------------------------------------------------------------------------------------------------


def capitulation(plan: Campaign, victor: int) -> Opinion:
    """Whoever surrenders in the last turn is bound to the victor when it is over (L33), and his cities where the victor
    stands count for him again (L46). Not for those with whom the game would be lost (10.3)."""
    g = plan.g
    if not plan.temper.schemes or plan.left > 1 or plan.player in g.setting.sudden_death or has_yielded(g, plan.player):
        return Opinion(-20.0, ("nobody lays down arms who can still fight",))
    gain = plan.plot.breach.joined(victor)
    if gain <= WORTH_A_PACT:
        return Opinion(gain - WORTH_A_PACT, ("there is nothing to be gained by it",))
    return Opinion(gain - WORTH_A_PACT, _named(plan, "what {0} holds of our land would count for us again", victor))


def has_yielded(g: Position, player: int) -> bool:
    """Whether a player has surrendered in this turn."""
    return any(loser == player for loser, _, _ in g.surrenders)


def terms(options: Sequence[Action]) -> list[Opinion]:
    """As little as possible."""
    return [Opinion(-float(o[1]), ("the less the better",)) for o in options]


def answer_surrender(g: Position, player: int, options: Sequence[Action], loser: int, offered: int) -> list[Opinion]:
    """An enemy less and an ally more; but not if it ends the game for somebody else's good (10.3), nor if it gives back
    in the last turn what we may win by."""
    scene = Scene(g)
    points = scene.points
    rivals = [points[p] for p in g.setting.played if p not in (player, loser)]
    ends = loser in g.setting.sudden_death
    ahead = not rivals or points[player] > max(rivals)
    held = any(scene.holders[city] == player for city in g.board.cities_of[loser])
    in_the_race = points[player] >= max([points[loser], *rivals]) - IN_THE_RACE
    gives_back = not ends and turns_left(g) == 1 and held and in_the_race
    good = (ahead or not ends) and not gives_back
    found = []
    for option in options:
        if option[0] == "yes":
            why = ("the game ends with us ahead",) if ends else ("an enemy less, and {} Gold", offered)
            found.append(Opinion(2.0 if good else -2.0, why))
        elif option[0] == "no" and gives_back:
            found.append(Opinion(0.0, ("{} would have back what we may win by", g.board.state_names[loser])))
        elif option[0] == "no":
            found.append(Opinion(0.0, ("it would make another player win",)))
        else:
            found.append(Opinion(-1.0 if not good else 0.5, ("they might pay {} Gold", option[1])))
    return found


def answer_counter(
    g: Position, player: int, options: Sequence[Action], victor: int, temper: Temper = STAFF
) -> list[Opinion]:
    """Nobody pays for his surrender, unless it gives him cities back in the last turn, when Gold only breaks ties."""
    worth, why = capitulation(Campaign(g, player, temper=temper), victor)
    return [Opinion(worth, why) if o[0] == "yes" else Opinion(0.0, ("we fight on",)) for o in options]


# --- Winter ----------------------------------------------------------------------------------------------------------


def stand(options: Sequence[Action]) -> list[Opinion]:
    """No block is worth more in the pool than on the map."""
    return [Opinion(float(o[0] == "stand"), ("every block is needed",)) for o in options]
