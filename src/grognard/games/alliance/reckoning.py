"""How a battle may end: worked out exactly from the rules of chapter 7, for sides that keep to a plain policy.

The policy: every block fires whenever it may; nobody retreats before he must, and then to the first place open; no HQ
pays for another round; no event is used; of blocks equally strong the one of the lowest firepower takes the hit.

Under it the hits a side has taken say how its blocks stand, so that a battle has few states, and their likelihoods can
be followed turn by turn.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

from msgspec.structs import replace

from grognard.games.alliance.battles import LAST_PLAIN_ROUND
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.firing import current, firepower, runner
from grognard.games.alliance.pieces import lowest_strength
from grognard.games.alliance.position import ATTACK, DEFENCE, Position
from grognard.games.alliance.retreats import cannot_retreat, near_places, room_in, way_limit
from grognard.games.alliance.roster import FORTRESS, LETTERS

State = tuple[int, ...]
"""How the blocks of a side stand: 2 x strength + 2, less 1 for a shaken fortress; 0 if lost; below 0 if away."""
Pairs = dict[int, float]
"""How likely each pair of states is: the number of the attack's, times WIDE, plus that of the defence's."""
WIDE = 1 << 20
MOST_HITS = 4
"""No block has more dice."""
AWAY = 16
PLACES = 128
"""More than there are on the board."""


class Way(NamedTuple):
    """A place a block may retreat to."""

    place: int
    limit: int
    """How many of its player may go there in a round, and how many have in the first round that is reckoned."""
    used: int
    room: int
    """How many find room there in all."""


class Fighter(NamedTuple):
    """A block as a battle sees it."""

    block: int
    letter: int
    printed: int
    power: int
    opening: int
    """Its firepower in the first round that is reckoned, if events have changed it."""
    silent: bool
    least: int
    fortress: bool
    reserve: bool
    acted: bool
    stays: bool
    """Its HQ has paid for the first round that is reckoned (7.61)."""
    flees: bool
    """A weak enemy of the solitaire game leaves from Round 2 on (I-4)."""
    player: int
    ways: tuple[Way, ...]


class Ending(NamedTuple):
    """One way a battle can end."""

    winner: int
    attack_lost: int
    """Steps."""
    defence_lost: int


class Outcome(NamedTuple):
    """All ways a battle can end, how likely each is, and how much work it was to find them."""

    chances: dict[Ending, float]
    work: int

    def wins(self, side: int) -> float:
        return sum(p for ending, p in self.chances.items() if ending.winner == side)

    def steps_lost(self, side: int) -> float:
        return sum(p * ending[1 + side] for ending, p in self.chances.items())


@cache
def volley(dice: int, power: int) -> tuple[tuple[int, float], ...]:
    """7.3: how many hits so many dice make, and how likely."""
    hit = min(max(power, 0), 6) / 6
    spread = ((n, comb(dice, n) * hit**n * (1 - hit) ** (dice - n)) for n in range(dice + 1))
    return tuple((n, p) for n, p in spread if p)


def strength(code: int) -> int:
    """The steps of a block that stands or is away."""
    return ((abs(code) % AWAY) + 1) // 2 - 1 if code else 0


class Host:
    """One side: its blocks, and every state it has been found in, numbered."""

    def __init__(self, fighters: list[Fighter], steps: list[int], shaken: int) -> None:
        self.fighters = fighters
        self.states: list[State] = []
        self._numbers: dict[State, int] = {}
        self._struck: dict[tuple[int, bool], list[int]] = {}
        self._empty: dict[tuple[int, bool], bool] = {}
        self.reserves = [i for i, f in enumerate(fighters) if f.reserve]
        opening = (2 * s + 2 - (shaken >> f.block & 1) for f, s in zip(fighters, steps, strict=True))
        self.start = self.number(tuple(opening))
        self.steps = sum(steps)

    def number(self, state: State) -> int:
        found = self._numbers.get(state)
        if found is None:
            found = self._numbers[state] = len(self.states)
            self.states.append(state)
        return found

    def lost(self, n: int) -> int:
        return self.steps - sum(map(strength, self.states[n]))

    def here(self, n: int, arrived: bool) -> list[int]:
        """The blocks that take part now."""
        codes = self.states[n]
        return [i for i, f in enumerate(self.fighters) if codes[i] > 0 and (arrived or not f.reserve)]

    def is_empty(self, n: int, arrived: bool) -> bool:
        known = self._empty.get((n, arrived))
        if known is None:
            known = self._empty[n, arrived] = not self.here(n, arrived)
        return known

    def struck(self, n: int, arrived: bool) -> list[int]:
        """7.31, 7.32: the states after 0, 1, 2 … hits; those that find nobody are lost."""
        known = self._struck.get((n, arrived))
        if known is None:
            known = [n]
            for _ in range(MOST_HITS):
                known.append(self._hit(known[-1], arrived))
            self._struck[n, arrived] = known
        return known

    def _hit(self, n: int, arrived: bool) -> int:
        codes, fighters = self.states[n], self.fighters
        standing = self.here(n, arrived)
        if not standing:
            return n
        shaken = [i for i in standing if codes[i] % 2]
        if shaken:
            target = shaken[0]
        else:
            target = min(standing, key=lambda i: (-codes[i], fighters[i].printed, fighters[i].block))
        return self.number(_with(codes, target, self._less(target, codes[target])))

    def _less(self, i: int, code: int) -> int:
        """A hit on a block: a fortress is shaken first; at its lowest strength a block is lost."""
        fighter = self.fighters[i]
        if fighter.fortress and code % 2 == 0:
            return code - 1
        steps = strength(code)
        return 2 * steps if steps > fighter.least else 0

    def weakened(self, n: int) -> int:
        """7.23.7: Reserves that come too late lose a step each."""
        codes = list(self.states[n])
        for i in self.reserves:
            steps = strength(codes[i])
            codes[i] = 2 * steps if steps > self.fighters[i].least else 0
        return self.number(tuple(codes))

    def left(self, n: int, i: int, number: int, *, opening: bool) -> int:
        """7.4: a block retreats to the first place open, or is lost (7.4.7)."""
        codes, fighter = self.states[n], self.fighters[i]
        for way in fighter.ways:
            gone = [(j, -code) for j, code in enumerate(codes) if code < 0 and -code // AWAY % PLACES == way.place]
            own = sum(1 for j, code in gone if code // (AWAY * PLACES) == number and self._comrade(j, i))
            if own + (way.used if opening else 0) < way.limit and len(gone) < way.room:
                return self.number(_with(codes, i, -((number * PLACES + way.place) * AWAY + codes[i])))
        return self.number(_with(codes, i, 0))

    def _comrade(self, j: int, i: int) -> bool:
        return self.fighters[j].player == self.fighters[i].player


def _with(codes: State, i: int, code: int) -> State:
    return (*codes[:i], code, *codes[i + 1 :])


class Reckoning:
    """The likelihoods of a battle, followed to its end."""

    def __init__(self, hosts: tuple[Host, Host], first_round: int, least: float) -> None:
        self.hosts = hosts
        self.least = least
        self.first_round = first_round
        self.arrived = not any(host.reserves for host in hosts)
        self.chances: dict[Ending, float] = {}
        self.work = 0

    def run(self, hits: tuple[int, int]) -> Outcome:
        """From the opening states, with hits still to be taken by each side."""
        attack, defence = self.hosts
        a = attack.struck(attack.start, self.arrived)[hits[ATTACK]]
        d = defence.struck(defence.start, self.arrived)[hits[DEFENCE]]
        number = self.first_round
        pairs, early = self._sift({a * WIDE + d: 1.0}, self.arrived)
        if not self.arrived and number == 1:
            pairs = self._round(pairs, number, ATTACK, early)
            number = 2
        if not self.arrived:
            for key, p in early.items():
                pairs[key] = pairs.get(key, 0.0) + p
            pairs, switched = self._reserves_arrive(pairs)
            self._fight_on(switched, number, DEFENCE)
        self._fight_on(pairs, number, ATTACK)
        total = sum(self.chances.values())
        return Outcome({ending: p / total for ending, p in self.chances.items()}, self.work)

    def _fight_on(self, pairs: Pairs, number: int, attacker: int) -> None:
        while pairs:
            pairs = self._round(pairs, number, attacker, {})
            number += 1

    def _reserves_arrive(self, pairs: Pairs) -> tuple[Pairs, Pairs]:
        """7.23: the pairs in which the defence goes on defending, and those in which its Reserves must attack."""
        self.arrived = True
        defence = self.hosts[DEFENCE]
        kept: Pairs = {}
        switched: Pairs = {}
        for key, p in pairs.items():
            a, d = divmod(key, WIDE)
            if defence.reserves and defence.is_empty(d, arrived=False):
                late = a * WIDE + defence.weakened(d)
                switched[late] = switched.get(late, 0.0) + p
            else:
                kept[key] = kept.get(key, 0.0) + p
        return self._sift(kept, arrived=True)[0], self._sift(switched, arrived=True)[0]

    def _sift(self, pairs: Pairs, arrived: bool) -> tuple[Pairs, Pairs]:
        """Put away what is decided (L15); set apart a side emptied before its Reserves came (L16)."""
        going: Pairs = {}
        early: Pairs = {}
        for key, p in pairs.items():
            self._place(key, p, arrived, going, early)
        return going, early

    def _place(self, key: int, p: float, arrived: bool, going: Pairs, early: Pairs) -> None:
        attack, defence = self.hosts
        states = divmod(key, WIDE)
        for side, host in enumerate(self.hosts):
            if host.is_empty(states[side], arrived):
                if not arrived and host.reserves:
                    early[key] = early.get(key, 0.0) + p
                else:
                    ending = Ending(1 - side, attack.lost(states[ATTACK]), defence.lost(states[DEFENCE]))
                    self.chances[ending] = self.chances.get(ending, 0.0) + p
                return
        going[key] = going.get(key, 0.0) + p

    def _round(self, pairs: Pairs, number: int, attacker: int, early: Pairs) -> Pairs:
        """7.21: A before B before C before D, defenders first."""
        arrived = self.arrived
        for letter in range(len(LETTERS)):
            for side in (1 - attacker, attacker):
                for i, fighter in enumerate(self.hosts[side].fighters):
                    acted = fighter.acted and number == self.first_round
                    if fighter.letter == letter and not acted and (arrived or not fighter.reserve):
                        pairs = self._turn(pairs, side, i, number, side == attacker, early)
        return pairs

    def _turn(self, pairs: Pairs, side: int, i: int, number: int, attacks: bool, early: Pairs) -> Pairs:
        """A Battle Turn of one block in every state of the battle."""
        arrived = self.arrived
        mine, other = self.hosts[side], self.hosts[1 - side]
        fighter = mine.fighters[i]
        opening = number == self.first_round
        power = fighter.opening if opening else fighter.power
        late = attacks and number > LAST_PLAIN_ROUND and not (opening and fighter.stays)
        silent = fighter.silent and opening
        mine_wide, other_wide = (WIDE, 1) if side == ATTACK else (1, WIDE)
        after: Pairs = {}
        work = 0
        for key, p in pairs.items():
            a, d = divmod(key, WIDE)
            n, enemy = (a, d) if side == ATTACK else (d, a)
            code = mine.states[n][i]
            if code <= 0:
                after[key] = after.get(key, 0.0) + p
                continue
            steps = strength(code)
            if late or (fighter.flees and number > 1 and steps <= 1):
                left = mine.left(n, i, number, opening=opening)
                self._place(left * mine_wide + enemy * other_wide, p, arrived, after, early)
                continue
            shots = volley(0 if silent else steps, power)
            work += len(shots)
            struck = other.struck(enemy, arrived)
            base = n * mine_wide
            for hits, q in shots:
                pair = base + struck[hits] * other_wide
                after[pair] = after.get(pair, 0.0) + p * q
        self.work += work
        gone = {pair for pair in after if other.is_empty(pair // other_wide % WIDE, arrived)}
        for pair in gone:
            self._place(pair, after.pop(pair), arrived, after, early)
        return {pair: p for pair, p in after.items() if p >= self.least} if self.least else after


# --- from the board --------------------------------------------------------------------------------------------------


def reckon(
    g: Position, number: int, hits: tuple[int, int] = (0, 0), *, fresh: bool = False, least: float = 0.0
) -> Outcome:
    """The battle being fought in a position, from a round on; a `fresh` round has not begun.

    Turns of events less likely than `least` are left out; with 0 the outcome is exact.
    """
    battle = current(g)
    attack, defence = (
        _host(g, side, [b for b in g.at[battle.place] if mask >> b & 1], fresh=fresh)
        for side, mask in ((ATTACK, battle.attack), (DEFENCE, battle.defence))
    )
    return Reckoning((attack, defence), number, least).run(hits)


def _host(g: Position, side: int, blocks: list[int], *, fresh: bool) -> Host:
    fighters = [_fighter(g, b, side, fresh=fresh) for b in blocks]
    return Host(fighters, [g.blocks[b].steps for b in blocks], current(g).half)


def _fighter(g: Position, b: int, side: int, *, fresh: bool) -> Fighter:
    battle = current(g)
    bit = 1 << b
    opening = firepower(g, b)
    shift = sum(change for block, change in battle.shifts if block == b)
    return Fighter(
        block=b,
        letter=g.roster.letter[b],
        printed=g.roster.fire[b],
        power=opening - shift,
        opening=opening - shift if fresh else opening,
        silent=bool(battle.silent & bit) and not fresh,
        least=lowest_strength(g, b),
        fortress=g.roster.kind[b] == FORTRESS,
        reserve=bool(battle.reserves & bit),
        acted=bool(battle.acted & bit) and not fresh,
        stays=bool(battle.staying >> g.roster.owner[b] & 1),
        flees=_flees(g, b),
        player=runner(g, b),
        ways=_ways(g, b, side, fresh=fresh),
    )


def _flees(g: Position, b: int) -> bool:
    """Whether it must retreat from Round 2 on once it is down to a step."""
    return g.setting.solitaire and g.master_of(b) not in (g.active, NOBODY) and g.roster.kind[b] != FORTRESS


def _ways(g: Position, b: int, side: int, *, fresh: bool) -> tuple[Way, ...]:
    """Where a block may go, and how many may follow."""
    if g.roster.kind[b] == FORTRESS:
        return ()
    battle = current(g)
    player = runner(g, b)
    g.battle = replace(battle, withdrawn=())
    open_now = [place for place in near_places(g, b) if cannot_retreat(g, b, place, side) is None]
    g.battle = battle
    gone = {} if fresh else {place: blocks.bit_count() for p, place, blocks in battle.withdrawn if p == player}
    return tuple(Way(place, way_limit(g, b, place), gone.get(place, 0), room_in(g, b, place)) for place in open_now)
