"""How the players stand when nobody is just moving: points, men, means, battles to come, and what is in danger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.games.alliance.board import EMPIRES, NOBODY
from grognard.games.alliance.diplomacy import HIGHEST_BID
from grognard.games.alliance.income import is_supplied
from grognard.games.alliance.judgement.campaign import Campaign
from grognard.games.alliance.judgement.foresight import last_gold
from grognard.games.alliance.judgement.scene import Scene
from grognard.games.alliance.judgement.temper import foreseeing
from grognard.games.alliance.judgement.worth import block_worth, known_pacts, scoring, share, turns_left, turns_to_come
from grognard.games.alliance.position import WINTER, Position
from grognard.games.alliance.sequence import action_phase, game_turn
from grognard.games.alliance.supply import supply

CARD = 0.02
FALLEN = 10.0
"""Points that a beaten empire would need to make up for it (10.3)."""
PROMISE = 0.25
"""How much of what places and blocks promise is believed, with turns enough to come. Beside points and men it tells
nothing of the winner; believed in full, a search finds positions that look well and bring nothing (decision 024)."""
UNFED = 0.5
"""What a place without supply counts, beside one with it, long before the end."""
GUESTS = 0.5
"""Among many: what of a city its holder is thought to lose, and an ally to gain, who alone has blocks there."""
MOST_DRAWN = 5
"""Battles whose ends are told apart; the others are counted by their odds."""
A_TURN, BATTLES = 100, 50
"""Moments of a Game Turn: the cards, then the Player Turns, then the battles."""
A_CARD = 0.9
"""Solitaire: the points a turn brings on average."""


def moment(g: Position) -> int:
    """How far the game has come: cards, each Player Turn, each battle."""
    year = A_TURN * (WINTER + 1) * g.year
    if (game_turn, 1) in g.agenda:  # it has only begun
        return year
    now = year + A_TURN * g.turn
    if g.setting.solitaire or not g.order or (action_phase,) in g.agenda:
        return now
    if g.active != NOBODY:
        return now + 1 + g.order.index(g.active)
    return now + BATTLES + max(0, 20 - len(g.fights))


def in_battles(g: Position) -> bool:
    """Whether all have had their turns, and the battles follow or are being fought."""
    return moment(g) % A_TURN >= BATTLES


def only_battles_left(g: Position) -> bool:
    """Whether the battles of this turn are the last that can happen."""
    return turns_left(g) == 1 and in_battles(g)


def until(g: Position) -> int:
    """Judged is best when all have had their turns, before the battles; and from there, when these are over.

    Among many the last battles are fought out too: more hangs on them, and on who is beaten by them, than odds tell.
    """
    now = moment(g)
    if g.setting.solitaire:
        return now + 1
    phase = now % A_TURN
    if phase >= BATTLES or (foreseeing(g).schemes and turns_to_come(g) == 1):
        return now - phase + A_TURN
    return now - phase + BATTLES + (A_TURN if (game_turn, 1) in g.agenda else 0)


class Lottery(NamedTuple):
    """A battle for a place that counts: the attack's chance, and who then gains how many points, or keeps them."""

    chance: float
    gains: tuple[int, float]
    keeps: tuple[int, float]

    @property
    def spread(self) -> float:
        """How much hangs on it that is not yet decided."""
        return self.chance * (1 - self.chance) * (self.gains[1] + self.keeps[1])


def standings(g: Position) -> list[float]:
    """Empire -> how its player stands, in points."""
    stands, lotteries = certain(g)
    for lottery in lotteries:
        expect(stands, lottery)
    return stands


def expect(stands: list[float], lottery: Lottery) -> None:
    """Count a battle by its odds."""
    for (player, points), chance in ((lottery.gains, lottery.chance), (lottery.keeps, 1 - lottery.chance)):
        if player != NOBODY:
            stands[player] += chance * points


def outcomes(g: Position) -> list[tuple[float, list[float]]]:
    """How likely it is, and how the players then stand: by all ends of the battles on which most hangs."""
    stands, lotteries = certain(g)
    lotteries.sort(key=lambda lottery: lottery.spread, reverse=True)
    for lottery in lotteries[MOST_DRAWN:]:
        expect(stands, lottery)
    found = [(1.0, stands)]
    for lottery in lotteries[:MOST_DRAWN]:
        further = []
        for (player, points), chance in ((lottery.gains, lottery.chance), (lottery.keeps, 1 - lottery.chance)):
            for likely, before in found:
                after = before.copy()
                if player != NOBODY:
                    after[player] += points
                further.append((likely * chance, after))
        found = further
    return found


def certain(g: Position) -> tuple[list[float], list[Lottery]]:
    """Empire -> how its player stands but for the places fought for; and the battles for these."""
    stands = [0.0] * len(EMPIRES)
    players = g.setting.played
    scene = Scene(g)
    plans = {p: Campaign(g, p, scene) for p in players}
    lotteries = []
    pacts = known_pacts(g)
    later = 1 - 1 / turns_left(g)
    for p in players:
        stands[p] = g.setting.handicap[p] + scene.gold * g.gold[p] + CARD * g.hands[p].bit_count()
        if later:
            stands[p] += last_gold(g, p) * min(HIGHEST_BID, g.gold[p])
    for place in scoring(g.board):
        holder = scene.holders[place]
        kept = holder, counted(g, holder, place, later) if holder != NOBODY else 0.0
        if g.embattled >> place & 1:
            invader = attacker(g, place)
            heir = landlord(g, pacts, invader, place)
            gained = heir, share(g, heir, place) if heir != NOBODY else 0.0
            lotteries.append(Lottery(plans[players[0]].outlook(place)[0], gained, kept))
        elif holder != NOBODY:
            stands[holder] += kept[1]
            if later and g.open_pacts[holder] and (guest := lodger(g, holder, place)) != NOBODY:
                stands[guest] += GUESTS * share(g, guest, place)
                stands[holder] -= GUESTS * kept[1]
    if later:  # men and promises count for nothing in the end
        owner, master = g.roster.owner, g.master
        for b, (at, steps, _) in enumerate(g.blocks):
            if at >= 0 and master[owner[b]] != NOBODY:
                stands[master[owner[b]]] += block_worth(g, b, steps)
    for p in players:
        if later:
            stands[p] += PROMISE * later * plans[p].position()
            stands[p] += sum(plans[p].outlook(fight.place)[1] for fight in g.fights)
        if g.fallen >> p & 1:
            stands[p] -= FALLEN
    return stands, lotteries


def lodger(g: Position, holder: int, place: int) -> int:
    """The player who alone has blocks in an ally's place, or NOBODY."""
    masters = {g.master_of(b) for b in g.at[place]}
    return masters.pop() if len(masters) == 1 and holder not in masters else NOBODY


def landlord(g: Position, pacts: Sequence[int], player: int, place: int) -> int:
    """For whom a place counts that a player has taken: an ally whose homeland it is, or himself (L46)."""
    home = g.board.home[place]
    owner = g.master[home] if home != NOBODY else NOBODY
    return owner if NOBODY not in (owner, player) and pacts[owner] >> player & 1 else player


def counted(g: Position, player: int, place: int, later: float) -> float:
    """What a place counts for its holder, who may still find a way to supply it (3.4.4)."""
    if g.board.home[place] == player or is_supplied(g, player, place, supply(g, player)):
        return share(g, player, place)
    return UNFED * later * share(g, player, place)


def attacker(g: Position, place: int) -> int:
    """The player who attacks in a battle to come or under way."""
    battle = g.battle if g.battle is not None and g.battle.place == place else None
    fight = battle or g.fight_at(place)
    return next((g.master_of(b) for b in g.at[place] if fight.attack >> b & 1), NOBODY)


def solo(g: Position) -> float:
    """Solitaire: the points to be expected in the end."""
    worth = float(g.score) + A_CARD * (g.setting.solitaire_cards - g.turn)
    if g.active == NOBODY:
        return worth
    holders = Scene(g).holders
    for place in scoring(g.board):
        held = bool(g.solo_held >> place & 1)
        if g.embattled >> place & 1:
            chance = Campaign(g, g.active).outlook(place)[0]
            now = chance if attacker(g, place) == g.active else 1 - chance
        else:
            now = float(holders[place] == g.active)
        points = g.board.vp[place]
        if not held:
            worth += now * points
        elif g.board.home[place] != g.active:
            worth -= (1 - now) * points
    return worth
