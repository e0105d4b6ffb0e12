"""Policy: status, coalitions, envoys, permissions, money, leaders, and the bidding for Minor Powers."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.decision import Action
from grognard.engine.judgement import Opinion
from grognard.games.coalitions.actions import taxes
from grognard.games.coalitions.board import BRITAIN, FRANCE, NOBODY, POWERS, members
from grognard.games.coalitions.judgement.marching import Campaign, best_prospect
from grognard.games.coalitions.judgement.worth import (
    GENERAL,
    MONEY,
    TARGET,
    UNIT,
    gains_left,
    guard_of,
    lord,
    morale_worth,
    pressure_on,
    prize_row,
    risk,
    rivalry,
)
from grognard.games.coalitions.position import BRITISH, FRENCH, NEUTRAL, Position
from grognard.games.coalitions.relations import settle
from grognard.games.coalitions.words import POWER_NAMES, STATUS_NAMES

SUBSIDY = 3


# --- diplomacy ------------------------------------------------------------------------------------------------------


def choose_status(g: Position, power: int, options: Sequence[Action]) -> list[Opinion]:
    """Each status for what it opens to attack, what it exposes, and what it pays."""
    found = []
    for action in options:
        status = action[1]
        after = g.clone()
        after.status[power] = status
        for q in POWERS:
            if g.master[q] == power:
                after.status[q] = status
        settle(after)
        found.append(_status(g, after, power, status))
    return found


def _status(g: Position, after: Position, power: int, status: int) -> Opinion:
    prospect, where = best_prospect(after, power)
    pressure = pressure_on(after, power)
    row, gains = prize_row(after, power), gains_left(after, power)
    exposed = 0.0
    for t in members(after.held[power]):
        if status == NEUTRAL and after.board.home[t] == power:
            continue
        exposed += row[t] * gains * risk(pressure[t], guard_of(after, power, t))
    given_up = sum(
        row[t] * gains
        for t in members(after.held[power])
        if after.board.home[t] not in (NOBODY, power) and not after.enemies[power] >> after.board.home[t] & 1
    )
    worth = 0.8 * prospect - exposed - given_up
    pays = 0.0
    if status == NEUTRAL:
        pays = MONEY * taxes(after, power) / 2 - 0.6
    elif status == BRITISH:
        pays = MONEY * SUBSIDY * (1 if g.money[BRITAIN] >= SUBSIDY else 0) - rivalry(g, power, BRITAIN)
    elif status == FRENCH:
        pays = -0.5 * rivalry(g, power, FRANCE)
    worth += pays + (0.1 if status == g.status[power] else 0.0)
    name = STATUS_NAMES[status]
    if prospect > 0.5 and prospect > exposed:
        return Opinion(
            worth,
            ("{} opens {} and more, worth {:.1f}, against {:.1f} exposed", name, where, prospect, exposed + given_up),
        )
    if status == NEUTRAL:
        return Opinion(worth, ("{} shields the homes and doubles taxes; {:.1f} stays exposed", name, exposed))
    return Opinion(
        worth, ("{} leaves least exposed ({:.1f}) for what it opens ({:.1f})", name, exposed + given_up, prospect)
    )


def _is_a_danger(g: Position, power: int, other: int) -> bool:
    """Whether another power is about to win, and ahead of this one."""
    return g.influence[other] >= TARGET - 7 and g.influence[other] >= g.influence[power]


def expel(g: Position, power: int, options: Sequence[Action]) -> list[Opinion]:
    """Whoever is about to win has no place in the own Coalition."""
    found = []
    for action in options:
        if action[0] == "done":
            found.append(Opinion(0.0, ("the allies are worth more inside than outside",)))
            continue
        other = action[1]
        danger = _is_a_danger(g, power, other)
        worth = 2 * rivalry(g, power, other) if danger else -1.0
        found.append(Opinion(worth, ("{} is about to win, with {} Influence", POWER_NAMES[other], g.influence[other])))
    return found


def admit(g: Position, power: int, other: int) -> list[Opinion]:
    """An ally is welcome unless it is about to win."""
    name = POWER_NAMES[other]
    if _is_a_danger(g, power, other):
        return [
            Opinion(-1.0, ("{} would be one enemy fewer", name)),
            Opinion(0.0, ("{} is about to win, with {} Influence", name, g.influence[other])),
        ]
    return [
        Opinion(1.0, ("{} is one enemy fewer, and one ally more", name)),
        Opinion(0.0, ("{} could be attacked outside", name)),
    ]


# --- envoys ---------------------------------------------------------------------------------------------------------


def name_envoy(g: Position, power: int, options: Sequence[Action]) -> list[Opinion]:
    """Whoever will permit more rounds, and whose Morale does the least harm."""
    found = []
    own = lord(g, power)
    for action in options:
        envoy = action[1]
        lends = permit_worth(g, envoy, power, 2)
        harm = 2 * (morale_worth(min(15, g.morale[envoy] + 2)) - morale_worth(g.morale[envoy])) * rivalry(g, own, envoy)
        room = 0.4 if g.morale[envoy] <= 12 else 0.0
        worth = (1.0 if lends > 0 else 0.0) + 0.3 * lends + room - harm
        likely = "is likely to permit" if lends > 0 else "will hardly permit"
        why = ("{} {} a second round, and has {} Morale", POWER_NAMES[envoy], likely, g.morale[envoy])
        found.append(Opinion(worth, why))
    return found


def permit_worth(g: Position, envoy: int, mover: int, number: int) -> float:
    """What it is worth to the Envoy to permit another round."""
    own, theirs = lord(g, envoy), lord(g, mover)
    gain = morale_worth(min(15, g.morale[envoy] + number)) - morale_worth(g.morale[envoy])
    prospect, _ = best_prospect(g, mover, viewer=envoy)
    harm = prospect * rivalry(g, own, theirs) * 1.2
    if g.enemies[mover] >> envoy & 1 or g.enemies[mover] >> own & 1:
        pressure = pressure_on(g, own)
        row, gains = prize_row(g, own), gains_left(g, own)
        for i in g.on_map[mover]:
            pawn = g.generals[i]
            at, units = pawn.at, pawn.units
            for t in g.board.adjacent[at] if units else ():
                if g.controller(t) == own:
                    harm += row[t] * gains * 0.5 * risk(pressure[t], guard_of(g, own, t))
    return gain - harm


def permit_round(g: Position, power: int, mover: int, number: int) -> list[Opinion]:
    """Morale now, against what the mover may do with another round."""
    worth = permit_worth(g, power, mover, number)
    name = POWER_NAMES[mover]
    return [
        Opinion(worth, ("{} more Morale is worth more than what {} can do with the round", number, name)),
        Opinion(0.0, ("{} would gain more by the round than {} Morale is worth", name, number)),
    ]


def ask_for_round(g: Position, power: int, number: int, envoy: int) -> list[Opinion]:
    """Another round, if there is something to do with it."""
    prospect, where = best_prospect(g, power)
    given = morale_worth(min(15, g.morale[envoy] + number)) - morale_worth(g.morale[envoy])
    price = given * rivalry(g, lord(g, power), envoy) * 2 + 0.05
    return [
        Opinion(prospect - price, ("another round may bring {:.1f}, most of it in {}", prospect, where)),
        Opinion(0.0, ("there is nothing to be had by another round",)),
    ]


def consent(g: Position, power: int, mover: int) -> list[Opinion]:
    """Allies pass, unless they march to victory."""
    if _is_a_danger(g, lord(g, power), lord(g, mover)):
        return [
            Opinion(0.0, ("an ally is an ally",)),
            Opinion(0.5, ("{} is too near to victory to be helped on", POWER_NAMES[mover])),
        ]
    return [Opinion(0.5, ("an ally of ours may pass",)), Opinion(0.0, ("it could do harm",))]


# --- money ----------------------------------------------------------------------------------------------------------


def mobilise(g: Position, power: int, options: Sequence[Action], ordered: int) -> list[Opinion]:
    """Units where they will be used, then Morale, cards and walls; what is left is lost."""
    campaign = Campaign(g, power)
    money = g.money[power]
    cards = sum(g.hands[power]) + ordered + len(g.off_map[power])
    found = []
    for action in options:
        verb = action[0]
        if verb == "done":
            keep = 0.12 if power == BRITAIN and money <= 9 else 0.0
            found.append(Opinion(keep, ("the rest is better kept" if keep else "nothing more is worth its price",)))
        elif verb == "unit":
            pawn = g.generals[action[1]]
            at, units = pawn.at, pawn.units
            drawn = campaign.draw(at)
            worth = 0.25 + 0.25 * min(drawn, 2.0) + 0.04 * min(campaign.pressure[at], 6) + 0.05 * (3 - units)
            found.append(Opinion(worth, ("the General in {} can use a Unit", g.board.names[at])))
        elif verb == "morale":
            worth = morale_worth(g.morale[power] + 1) - morale_worth(g.morale[power]) + 0.02
            found.append(Opinion(worth, ("Morale is down to {}", g.morale[power])))
        elif verb == "card":
            room = g.setting.hand_limit[power] - cards
            worth = 0.03 if room <= 0 else 0.16 + 0.03 * min(room, 4)
            found.append(Opinion(worth, ("the hand has only {} cards", cards)))
        else:
            t = action[1]
            saved = risk(campaign.pressure[t], 1.0) - risk(campaign.pressure[t], 8.0)
            worth = (campaign.row[t] * campaign.gains * saved - 0.2) / 2.5
            found.append(
                Opinion(worth, ("{} is worth walls against {:.0f} enemies", g.board.names[t], campaign.pressure[t]))
            )
    return found


def discard(options: Sequence[Action]) -> list[Opinion]:
    """The weakest card goes."""
    return [Opinion(-float(action[1]), ("it is the weakest card",)) for action in options]


def disband(options: Sequence[Action]) -> list[Opinion]:
    """Garrisons stay; a territory given up is never worth the token."""
    return [Opinion(float(action[0] == "done"), ("the Garrisons are needed where they are",)) for action in options]


def subsidise(g: Position, options: Sequence[Action]) -> list[Opinion]:
    """3 Money buy a point of Influence from each ally."""
    found = []
    for action in options:
        if action[0] == "done":
            found.append(Opinion(0.0, ("no subsidy would pay",)))
            continue
        ally = action[1]
        pays = ally in g.setting.majors and g.money[BRITAIN] >= SUBSIDY and not g.setting.lempereur
        own = g.keeper[ally] == g.keeper[BRITAIN] and g.money[BRITAIN] > 8
        worth = 1 - SUBSIDY * MONEY * (1 + rivalry(g, BRITAIN, ally)) if pays else (0.05 if own else -0.1)
        found.append(Opinion(worth, ("{} Money for {} earn a point of Influence", SUBSIDY, POWER_NAMES[ally])))
    return found


def name_the_sum(g: Position, options: Sequence[Action], ally: int) -> list[Opinion]:
    """Never more than it takes."""
    wanted = SUBSIDY if ally in g.setting.majors else max(1, g.money[BRITAIN] - 8)
    return [Opinion(-abs(action[1] - wanted), ("so much earns the Influence",)) for action in options]


def accept_subsidy(g: Position, power: int, money: int) -> list[Opinion]:
    """Money is welcome, unless it makes Britain win."""
    wins = money >= SUBSIDY and g.influence[BRITAIN] + 1 >= TARGET and lord(g, power) != BRITAIN
    worth = MONEY * money - rivalry(g, lord(g, power), BRITAIN) * (money >= SUBSIDY)
    if wins:
        return [Opinion(-5.0, ("Money is welcome",)), Opinion(0.0, ("it would make Britain win",))]
    return [
        Opinion(worth, ("{} Money is worth more than the point Britain gains", money)),
        Opinion(0.0, ("the point Britain gains is worth more than {} Money", money)),
    ]


# --- leaders --------------------------------------------------------------------------------------------------------


def lead(g: Position, power: int, options: Sequence[Action]) -> list[Opinion]:
    """Generals to the front, else Morale or a card."""
    campaign = Campaign(g, power)
    money = g.money[power]
    found = []
    for action in options:
        verb = action[0]
        if verb == "done":
            found.append(Opinion(0.0, ("there is nothing to gain",)))
        elif verb == "take-card":
            room = g.setting.hand_limit[power] - sum(g.hands[power])
            found.append(Opinion(0.2 if room > 0 else 0.02, ("a Battle card more",)))
        elif verb == "rally":
            worth = morale_worth(g.morale[power] + 1) - morale_worth(g.morale[power])
            found.append(Opinion(worth, ("Morale is down to {}", g.morale[power])))
        elif verb == "place":
            t = action[2]
            units = min(3, money)
            worth = 0.5 * GENERAL + campaign.stand(t, units)
            found.append(Opinion(worth, ("a General is needed in {}", g.board.names[t])))
        else:
            pawn = g.generals[action[1]]
            at, units = pawn.at, pawn.units
            worth = -GENERAL - UNIT * units - campaign.stand(at, units)
            found.append(Opinion(worth, ("the General in {} is lost otherwise", g.board.names[at])))
    return found


# --- Minor Powers ---------------------------------------------------------------------------------------------------


def bid(g: Position, power: int, options: Sequence[Action], minor: int) -> list[Opinion]:
    """What the Minor Power's army is worth for a round, and not more than others can pay."""
    army = sum(GENERAL + UNIT * g.generals[i].units for i in g.on_map[minor])
    prize = 0.4 * army + 0.05 * sum(g.hands[minor]) + 0.5 * best_prospect(g, minor, viewer=power)[0]
    rivals = max((g.morale[q] for q in g.setting.majors if q != power), default=0)
    found = []
    for action in options:
        offered = action[1]
        cost = morale_worth(g.morale[power]) - morale_worth(g.morale[power] - offered)
        expected = 0.45 * rivals
        wins = min(1.0, (offered + 1) / (expected + 1.5)) ** 1.5 if offered <= rivals else 1.0
        found.append(
            Opinion(
                wins * (prize - cost),
                ("{} is worth {:.1f}; {} Morale wins it with about {:.0%}", POWER_NAMES[minor], prize, offered, wins),
            )
        )
    return found
