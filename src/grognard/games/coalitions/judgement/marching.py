"""Where Generals should go: what a territory is worth to take, to fight for, to stand in."""

from __future__ import annotations

import math
from collections.abc import Sequence

from grognard.engine.decision import Action
from grognard.engine.judgement import Opinion
from grognard.games.coalitions.board import BRITAIN, FRANCE, NOBODY, members
from grognard.games.coalitions.judgement.worth import (
    AVERAGE_CARD,
    GENERAL,
    UNIT,
    gains_left,
    lord,
    pressure_on,
    prize_row,
    prizes,
    risk,
    rivalry,
    strongest_cards,
)
from grognard.games.coalitions.position import BRITISH, NEUTRAL, Position
from grognard.games.coalitions.relations import hostile

CARD_COST = 0.22
"""A card played: the card and a point of Morale."""
STEEPNESS = 2.4
"""So many points of strength more turn even odds into roughly three to one."""
ENEMY_EAGERNESS = 0.8
"""The part of the cards they could play that enemies do play."""
DRAWN_ON = 0.45
"""What a chance next door is worth, beside one in hand."""
FADE = 0.65
"""What of it is left one step farther away."""
TRIFLE = 0.02
WINS_THE_GAME, LOSES_THE_GAME = 12.0, -8.0


def likely(margin: float) -> float:
    """The chance to win a battle from the expected margin; a draw is no win."""
    return 1 / (1 + math.exp(-(margin - 0.5) / STEEPNESS))


class Campaign:
    """All that matters for the movement of one power now, worked out once for all its moves."""

    def __init__(self, g: Position, power: int, viewer: int = NOBODY) -> None:
        """`viewer` is the power that judges, if it is another: it cannot see this one's cards."""
        self.g, self.power, self.lord = g, power, lord(g, power)
        self.seen = viewer == NOBODY or g.keeper[viewer] == g.keeper[power]
        self.row = prize_row(g, power)
        self.gains = gains_left(g, power) if power in g.setting.majors else gains_left(g, self.lord)
        self.pressure = pressure_on(g, power)
        self.cards = min(sum(g.hands[power]), max(g.morale[power], 1))
        self._wants: dict[int, float] = {}
        self._draws: list[float] | None = None
        self._supports: dict[int, list[int]] = {}
        self._strengths: dict[int, float] = {}
        self._rivalries: dict[int, float] = {}
        self.afloat = g.status[power] == BRITISH and not g.setting.lempereur
        self.paris = self._worth_of_paris()

    # --- taking land --------------------------------------------------------------------------------------------

    def take(self, t: int) -> float:
        """What a Garrison in the territory brings, and takes from whoever controls it."""
        g = self.g
        owner = g.controller(t)
        if owner == self.power:
            return 0.0
        kept = 1 - risk(self.pressure[t], 1.0)
        worth = self.row[t] * self.gains * kept
        if owner != NOBODY:
            theirs = prizes(g.board)[owner][t] if owner in g.setting.majors else 0.2
            worth += self.rivalry(owner) * theirs * self.gains
        return worth

    def rivalry(self, other: int) -> float:
        """What a point for another power costs the one for whose good this is."""
        found = self._rivalries.get(other)
        if found is None:
            found = self._rivalries[other] = rivalry(self.g, self.lord, other)
        return found

    def may_garrison(self, t: int) -> bool:
        g, power = self.g, self.power
        if g.garrisons[t] != NOBODY:
            return False
        home = g.board.home[t]
        return home in (NOBODY, power) or not (g.allies[power] >> home & 1 or g.status[home] == NEUTRAL)

    def foes_in(self, t: int) -> tuple[list[int], int]:
        """The hostile Generals and the hostile Garrison (its power, or NOBODY) in a territory."""
        g, power = self.g, self.power
        garrison, pawns = g.garrisons[t], g.at[t]
        if garrison != NOBODY and not hostile(g, power, garrison, t):
            garrison = NOBODY
        if not pawns:
            return [], garrison
        owner = g.setting.general_power
        return [i for i in pawns if hostile(g, power, owner[i], t)], garrison

    def arrive(self, t: int, units: int, general: int = NOBODY) -> tuple[float, str]:
        """What entering a territory brings, and in which way: taking it, fighting for it, or nothing."""
        foes, garrison = self.foes_in(t)
        if foes or garrison != NOBODY:
            return self.fight(t, units, foes, garrison, general), "fight"
        if units and self.may_garrison(t) and self.g.controller(t) != self.power:
            return self.take(t) - UNIT, "take"
        return 0.0, ""

    # --- fighting -----------------------------------------------------------------------------------------------

    def support_for(self, power: int, t: int, without: int) -> int:
        """Units of the power beside the territory that could support there."""
        found = self._supports.get(power)
        if found is None:
            found = self._supports[power] = self._support_everywhere(power)
        if without == NOBODY:
            return found[t]
        pawn = self.g.generals[without]
        counted = self.g.setting.general_power[without] == power and self.g.board.beside[t] >> max(pawn.at, 0) & 1
        return found[t] - pawn.units if counted else found[t]

    def _support_everywhere(self, power: int) -> list[int]:
        """Territory -> Units of the power beside it, and over the sea if it is Britain."""
        g, board = self.g, self.g.board
        found = [0] * board.count
        for i in g.on_map[power]:
            pawn = g.generals[i]
            at, units = pawn.at, pawn.units
            for t in board.adjacent[at]:
                found[t] += units
            if power == BRITAIN:
                for t in board.lanes[at]:
                    found[t] += units
        return found

    def strength(self, count: int) -> float:
        """What so many of the power's cards add in a battle, as far as whoever judges can know."""
        found = self._strengths.get(count)
        if found is None:
            hand = self.g.hands[self.power]
            found = strongest_cards(hand, count, home=False) if self.seen else AVERAGE_CARD * count
            self._strengths[count] = found
        return found

    def margin(self, t: int, units: int, foes: Sequence[int], garrison: int, general: int) -> float:
        """By how much an attack is expected to be the stronger."""
        g, power = self.g, self.power
        count = min(units + self.support_for(power, t, general), self.cards)
        attack = 1.0 + units + self.strength(count)
        defence = 0.0
        if garrison != NOBODY:
            defence = 4.0 if g.fortresses >> t & 1 else 1.0
        defenders = {garrison} if garrison != NOBODY else set()
        in_battle: dict[int, int] = {}
        for i in foes:
            owner = g.setting.general_power[i]
            defenders.add(owner)
            in_battle[owner] = in_battle.get(owner, 0) + g.generals[i].units
            defence += 1.0 + g.generals[i].units
        for q in defenders:
            room = in_battle.get(q, 0) + self.support_for(q, t, NOBODY)
            if g.setting.lempereur and q == FRANCE:
                playable = min(room, g.morale[q])
            else:
                playable = min(room, sum(g.hands[q]), max(g.morale[q], 1))
            defence += ENEMY_EAGERNESS * AVERAGE_CARD * playable
        return attack - defence

    def chance(self, t: int, units: int, general: int) -> float:
        """How likely a General that attacks there is to stand there afterwards."""
        foes, garrison = self.foes_in(t)
        return likely(self.margin(t, units, foes, garrison, general))

    def fight(self, t: int, units: int, foes: Sequence[int], garrison: int, general: int) -> float:
        """What attacking there is worth."""
        win = likely(self.margin(t, units, foes, garrison, general))
        return self.stakes(t, units, foes, win)

    def stakes(self, t: int, units: int, foes: Sequence[int], win: float) -> float:
        g = self.g
        prize, loss = 0.0, units * UNIT + 0.5 * GENERAL
        for i in foes:
            beaten = g.setting.general_power[i]
            prize += self.glory(beaten) + 0.5 * UNIT * g.generals[i].units + 0.1
            loss += 0.6 * self.rivalry(beaten) * (2 if self.power == FRANCE else 1)
        if units > 1 and (self.may_garrison_won(t)):
            prize += self.take(t)
        elif g.controller(t) not in (NOBODY, self.power):
            prize += 0.3 * self.take(t)
        if t == g.board.capital[FRANCE]:
            prize += self.paris
        cards = min(units, self.cards) if foes else min(1, self.cards) * 0.3
        return win * prize - (1 - win) * loss - UNIT * 0.8 - CARD_COST * cards

    def may_garrison_won(self, t: int) -> bool:
        home = self.g.board.home[t]
        return home in (NOBODY, self.power) or bool(self.g.enemies[self.power] >> home & 1)

    def glory(self, beaten: int) -> float:
        """Influence for beating a General."""
        g = self.g
        if g.setting.lempereur:
            return 0.6
        return 2.0 if beaten == FRANCE and g.status[self.power] == BRITISH and self.power in g.setting.majors else 1.0

    def _worth_of_paris(self) -> float:
        """The game ends with an enemy of France in Paris; good for whoever leads then."""
        g, own = self.g, self.lord
        if g.setting.lempereur or own == FRANCE or not g.enemies[self.power] >> FRANCE & 1:
            return 0.0
        bonus = g.setting.data.cards.paris
        after = g.influence[own] + (bonus.bonus_british_coalition if g.status[own] == BRITISH else bonus.bonus)
        best = max(g.influence[q] for q in g.setting.majors if q != own)
        return WINS_THE_GAME if after > best else LOSES_THE_GAME

    # --- standing -----------------------------------------------------------------------------------------------

    def want(self, t: int) -> float:
        """What the territory would be worth to a General with three Units that could go there."""
        found = self._wants.get(t)
        if found is None:
            found = self._wants[t] = 0.0 if self._closed(t) else max(0.0, self.arrive(t, 3)[0])
        return found

    def _closed(self, t: int) -> bool:
        """Whether there is nothing to be had there, or no way in."""
        g, power = self.g, self.power
        if not g.board.adjacent[t] or (g.held[power] >> t & 1 and not g.at[t]):
            return True
        if g.spain_closed and power != FRANCE and g.board.spain >> t & 1:
            return True
        home = g.board.home[t]
        return home not in (NOBODY, power) and g.status[home] == NEUTRAL

    def draw(self, t: int) -> float:
        """What a place is worth for what lies around it, the nearest most."""
        if self._draws is None:
            self._draws = self._spread_wants()
        draws, board = self._draws, self.g.board
        around = max((draws[n] for n in board.adjacent[t]), default=0.0)
        if self.afloat and board.ports >> t & 1:
            around = max(around, max((draws[n] for n in board.sea[t]), default=0.0))
        return around

    def _spread_wants(self) -> list[float]:
        """Territory -> the best chance there or near it, fading with each step."""
        board = self.g.board
        draws = [self.want(t) for t in range(board.count)]
        front = [t for t, want in enumerate(draws) if want > TRIFLE]
        for _ in range(3):
            reached = []
            for t in front:
                faded = FADE * draws[t]
                for n in board.adjacent[t]:
                    if draws[n] < faded:
                        draws[n] = faded
                        reached.append(n)
            front = reached
        if self.afloat:
            for t in members(board.ports):
                draws[t] = max(draws[t], FADE * max((draws[n] for n in board.sea[t]), default=0.0))
        return draws

    def stand(self, t: int, units: int) -> float:
        """What it is worth to have a General stand there: for what it can reach, guards and risks."""
        g = self.g
        worth = DRAWN_ON * self.draw(t) * (0.4 + 0.2 * units)
        threat = self.pressure[t]
        if t == g.board.capital[FRANCE] and self.paris:
            worth += self.paris * (0.8 if self.paris > 0 else 1.0)
        if threat:
            held = g.controller(t) == self.power
            alone = 1.0 if g.garrisons[t] == self.power else 0.0
            guard = alone + 2.0 * (1 + units)
            if held:
                worth += self.row[t] * self.gains * (risk(threat, alone) - risk(threat, guard))
                if t == g.board.capital[self.power]:
                    worth += 0.5
            worth -= risk(threat, 1.5 * guard) * (units * UNIT + 0.5)
        return worth


# --- opinions -------------------------------------------------------------------------------------------------------


def move(g: Position, power: int, options: Sequence[Action]) -> list[Opinion]:
    """Every General's best way to serve."""
    campaign = Campaign(g, power)
    names, found = g.board.names, []
    stays: dict[int, float] = {}
    for action in options:
        verb = action[0]
        if verb == "done":
            found.append(Opinion(TRIFLE, ("nothing better can be done with the Generals now",)))
            continue
        general = action[1]
        pawn = g.generals[general]
        here, units = pawn.at, pawn.units
        if verb == "garrison":
            found.append(garrison(campaign, here))
            continue
        if verb == "march-posting":
            found.append(Opinion(-1.0, ("Garrisons at home cost Units needed at the front",)))
            continue
        target = g.board.number["egypt"] if verb == "orient" else action[2]
        if general not in stays:
            stays[general] = campaign.stand(here, units)
        gain, way = campaign.arrive(target, units, general)
        left = units - 1 if way else units
        there = campaign.stand(target, left)
        if way == "fight":
            there *= campaign.chance(target, units, general) if g.setting.lempereur else 0.5
        worth = gain + there - stays[general]
        if way == "take":
            why: tuple[object, ...] = ("{} can be taken, worth {:.1f}", names[target], gain)
        elif way == "fight":
            why = ("a battle in {} promises {:+.1f}", names[target], gain)
        else:
            why = ("{} is the better post by {:.1f}", names[target], worth)
        found.append(Opinion(worth, why))
    return found


def garrison(campaign: Campaign, here: int) -> Opinion:
    """Turn a Unit over, where the land pays for it."""
    g, power = campaign.g, campaign.power
    if g.controller(here) != power:
        worth = campaign.take(here) - UNIT
        return Opinion(worth, ("{} is worth {:.1f} with a Garrison", g.board.names[here], worth))
    threat = campaign.pressure[here]
    worth = campaign.row[here] * campaign.gains * (risk(threat, 0.0) - risk(threat, 2.0)) - UNIT - 0.1
    return Opinion(worth, ("{} needs a Garrison against {:.0f} enemies", g.board.names[here], threat))


def garrison_question(g: Position, power: int, general: int) -> list[Opinion]:
    """Yes or no to a Garrison where the General stands."""
    campaign = Campaign(g, power)
    return [garrison(campaign, g.generals[general].at), Opinion(0.0, ("the Unit is worth more with its General",))]


def best_prospect(g: Position, power: int, viewer: int = NOBODY) -> tuple[float, str]:
    """What a power could gain by another round of movement, and where most of it."""
    campaign = Campaign(g, power, viewer)
    best, where = 0.0, ""
    taken: set[int] = set()
    total = 0.0
    for i in g.on_map[power]:
        pawn = g.generals[i]
        at, units = pawn.at, pawn.units
        if not units or g.status[power] == NEUTRAL:
            continue
        ends = g.board.adjacent[at]
        if g.status[power] == BRITISH and g.board.ports >> at & 1:
            ends = (*ends, *g.board.sea[at])
        top, spot = 0.0, NOBODY
        for t in ends:
            if t in taken or campaign.want(t) <= top:
                continue
            gain = campaign.arrive(t, units, i)[0]
            if gain > top:
                top, spot = gain, t
        if spot != NOBODY:
            taken.add(spot)
            total += top
            if top > best:
                best, where = top, g.board.names[spot]
    return total, where
