"""Where armies and fleets should go: what places are worth to take and to hold, and what an attack is worth."""

from __future__ import annotations

from functools import cache, cached_property

from grognard.games.alliance.board import EMPIRES, NOBODY, Board, members
from grognard.games.alliance.fights import limit_of
from grognard.games.alliance.judgement.forces import NOTHING, ROUNDS, Force, Knowledge, clash
from grognard.games.alliance.judgement.worth import (
    GOLD,
    NAPOLEON,
    block_worth,
    gold_worth,
    holder_of,
    rivalry,
    scoring,
    share,
    turns_left,
)
from grognard.games.alliance.position import ATTACK, CLIENT, DEFENCE, ENEMY, NEUTRAL, OWN, Position
from grognard.games.alliance.roster import FLEET, FORTRESS
from grognard.games.alliance.states import allied, lie

FADE = 0.62
"""What of the pull of a goal is left one step farther away."""
SWEEPS = 5
MARCH = 0.3
"""What it is worth to stand where the pull is, for a block of three steps."""
FEAR = 0.12
"""How much of Napoleon's worth is at stake where enemies could attack him."""
ON_THE_MARCH, ON_WATCH, DREAD = 0.15, 0.5, 1.3
"""What it tells of the end that armies and fleets stand where the pull is, and that cities are in danger, in points: as
it was in games between staff."""
KILL = 0.6
"""What an enemy's loss of strength is worth beside one's own, between two players."""
FOOTHOLD = 0.04
"""An enemy's Region without a city."""
ATTACKED = 0.7
"""How likely enemies who could attack a place do."""
EMPTY = 0.55
"""How likely an ungarrisoned city falls to enemies beside it."""
FAR = 0.35
"""How much of the enemy two steps away is to be feared."""
CROWD = -1.0
"""A block too many is eliminated."""


@cache
def reach(board: Board) -> tuple[int, ...]:
    """Place -> the places, as a mask, from which it could be threatened."""
    near = board.near
    found = []
    for place in range(board.count):
        within = near[place] | board.by_sea[place] | board.to_port[place]
        for n in members(near[place]):
            within |= near[n]
        found.append(within)
    return tuple(found)


class Campaign:
    """All that matters for the moves of one player now; worked out as it is asked for."""

    def __init__(self, g: Position, player: int) -> None:
        self.g, self.player = g, player
        self.stance = g.stance[player]
        self.ground = lie(g, player)
        self.neutral = (self.ground.hostile & ~self.ground.enemy) | self.ground.stirring
        """Places where entering stirs a neutral state, as a mask; a neutral beside enemies is stirred already."""
        self.known = Knowledge(g, player)
        self.rivalry = rivalry(g, player)
        self.gold = gold_worth(g)
        self.left = turns_left(g)
        self._prizes: dict[int, float] = {}
        self._keeps: dict[int, float] = {}
        self._threats: dict[int, Force] = {}
        self._garrisons: dict[int, Force] = {}
        self._dangers: dict[int, float] = {}
        self._guarded: dict[int, float] = {}
        self._stays: dict[int, float] = {}
        self._states: dict[int, float] = {}
        self._holders: dict[int, int] = {}
        self.arrivals: dict[int, float] = {}
        """What it brings to come to a place in peace, as far as it is the same for every army or fleet."""

    # --- who is where --------------------------------------------------------------------------------------------

    def hostile(self, place: int) -> list[int]:
        """Blocks one would have to fight there."""
        owner, stance = self.g.roster.owner, self.stance
        return [b for b in self.g.at[place] if stance[owner[b]] >= NEUTRAL]

    def friends(self, place: int) -> list[int]:
        """The player's own, his NPEs' and his minors'."""
        owner, stance = self.g.roster.owner, self.stance
        return [b for b in self.g.at[place] if stance[owner[b]] == OWN]

    def garrison(self, place: int) -> Force:
        """What friends and allies have there."""
        found = self._garrisons.get(place)
        if found is None:
            owner, stance = self.g.roster.owner, self.stance
            found = self.known.force([b for b in self.g.at[place] if stance[owner[b]] <= CLIENT])
            self._garrisons[place] = found
        return found

    def threat(self, place: int) -> Force:
        """What enemies can bring against a place from beside it in one turn; those farther off count in part."""
        found = self._threats.get(place)
        if found is None:
            found = self._threats[place] = self._gather(place)
        return found

    def _gather(self, place: int) -> Force:
        g, board, enemy = self.g, self.g.board, self.ground.enemy
        if not reach(board)[place] & enemy or g.setting.solitaire:  # there others move in turns of their own, for us
            return NOTHING
        total = Force()
        owner, kind, stance, known = g.roster.owner, g.roster.kind, self.stance, self.known
        if place >= board.first_sea:
            for near in members((board.by_sea[place] | board.to_port[place]) & enemy):
                for b in g.at[near]:
                    if stance[owner[b]] == ENEMY and (near >= board.first_sea or g.blocks[b].port != NOBODY):
                        total.add(known.of(b))
            return total
        beside = board.near[place]
        for near in members(beside & enemy):
            group = [b for b in g.at[near] if stance[owner[b]] == ENEMY and kind[b] != FORTRESS]
            limit = board.border[place, near].limit
            total.add_part(known.force(group), min(1.0, limit / max(1, len(group))))
        far = 0
        for near in members(beside & ~enemy):
            far |= board.onward[near]
        distant = Force()
        for second in members(far & enemy & ~beside & ~(1 << place)):
            for b in g.at[second]:
                if stance[owner[b]] == ENEMY and kind[b] != FORTRESS:
                    distant.add(known.of(b))
        total.add_part(distant, FAR)
        return total

    # --- what places are worth -----------------------------------------------------------------------------------

    def prize(self, place: int) -> float:
        """What taking a place brings the player and costs whoever holds it."""
        found = self._prizes.get(place)
        if found is None:
            found = self._prizes[place] = self._prize(place)
        return found

    def _prize(self, place: int) -> float:
        g = self.g
        if g.setting.solitaire:
            points = g.board.vp[place]
            return float(points) if not g.solo_held >> place & 1 else 0.0
        holder = self.holder(place)
        if holder == self.player or (holder != NOBODY and allied(g, holder, self.player)):
            return 0.0
        worth = share(g, self.player, place)
        if worth:
            worth += self.income(worth)
        if holder != NOBODY:
            theirs = share(g, holder, place)
            worth += self.rivalry[holder] * (theirs + (FOOTHOLD if place < g.board.first_sea else 0.0))
            home = g.board.home[place]
            if home != NOBODY and home not in EMPIRES and g.board.defeat_region[home] == place:
                worth += 0.15  # 9.1: the minor changes sides
        return worth

    def holder(self, place: int) -> int:
        """Who collects for a place; of an embattled one who held it before."""
        found = self._holders.get(place)
        if found is None:
            found = self._holders[place] = self._holder(place)
        return found

    def _holder(self, place: int) -> int:
        g = self.g
        if g.embattled >> place & 1:
            state = g.fight_at(place).holder
            return g.master[state] if state != NOBODY else NOBODY
        return holder_of(g, place)

    def income(self, points: float) -> float:
        """The Gold that points held now will bring in the Winters to come."""
        return points * GOLD * min(2.0, self.left / 4)

    def keep(self, place: int) -> float:
        """What losing a place would cost."""
        found = self._keeps.get(place)
        if found is None:
            found = 0.0
            g = self.g
            points = g.board.vp[place]
            if points and self.holder(place) == self.player:
                worst = max(self.rivalry, default=0.0)
                found = share(g, self.player, place) + worst * points / 2
                found += self.income(found)
            elif place < g.board.first_sea and g.board.home[place] == self.player:
                found = FOOTHOLD
            self._keeps[place] = found
        return found

    def stir(self, place: int) -> float:
        """4.32: what it costs that the neutral states entered there join somebody else."""
        g = self.g
        if g.setting.solitaire or not self.neutral >> place & 1:
            return 0.0
        roots = set()
        for b in g.at[place]:
            state = g.roster.owner[b]
            if self.stance[state] == NEUTRAL:
                roots.add(state if g.tie[state] == NOBODY else g.tie[state])
        if not g.at[place] and self.ground.stirring >> place & 1:
            state = g.board.owner[place]
            roots.add(state if g.tie[state] == NOBODY else g.tie[state])
        if not roots:
            return 0.0
        takers = [p for p in g.setting.played if not allied(g, p, self.player)]
        if not takers:
            return 0.0
        mean = sum(self.rivalry[p] for p in takers) / len(takers)
        return mean * sum(self.state_worth(state, without=place) for state in roots)

    def state_worth(self, state: int, without: int = NOBODY) -> float:
        """What a neutral state brings whoever it joins: half its cities, and its blocks."""
        found = self._states.get(state)
        if found is None:
            found = self._states[state] = self._state_worth(state)
        g = self.g
        if without != NOBODY and g.board.owner[without] != NOBODY:
            home = g.board.owner[without]
            if home == state or g.tie[home] == state:
                found -= g.board.vp[without] / 2
                found -= sum(0.5 * self.known.worth(b) for b in g.at[without] if g.roster.owner[b] == home)
        return max(0.0, found)

    def _state_worth(self, state: int) -> float:
        g = self.g
        worth = 0.0
        for s in range(len(g.tie)):
            if s == state or g.tie[s] == state:
                worth += sum(g.board.vp[c] / 2 for c in g.board.cities_of[s] if g.master[s] == self.holder(c))
                worth += sum(0.5 * self.known.worth(b) for b in g.roster.of[s] if g.blocks[b].at >= 0)
        return worth

    # --- goals and the pull they have ----------------------------------------------------------------------------

    @cached_property
    def goals(self) -> dict[int, float]:
        """Places worth taking, as far as a good force could take them."""
        g = self.g
        found: dict[int, float] = {}
        for place in scoring(g.board):
            worth = self.prize(place)
            if worth <= 0 or self.ground.shut >> place & 1:
                continue
            worth -= self.stir(place)
            defenders = self.hostile(place)
            if defenders:
                sea = place >= g.board.first_sea
                worth *= clash(TASK_FORCE[sea], self.known.force(defenders)).chance
            if worth > 0:
                found[place] = worth
        for place in scoring(g.board):
            if place < g.board.first_sea and (keep := self.keep(place)):
                danger = self.danger(place)
                if danger > 0.05:
                    found[place] = found.get(place, 0.0) + keep * danger
        return found

    def danger(self, place: int) -> float:
        """How likely a place is lost to the enemies near it."""
        found = self._dangers.get(place)
        if found is None:
            found = self._dangers[place] = self._fall(place, self.garrison(place))
        return found

    def guarded(self, place: int) -> float:
        """The same with one block more in it."""
        found = self._guarded.get(place)
        if found is None:
            found = self._guarded[place] = self._fall(place, self.garrison(place).joined(A_BLOCK))
        return found

    def _fall(self, place: int, garrison: Force) -> float:
        threat = self.threat(place)
        if not threat:
            return 0.0
        return ATTACKED * clash(threat, garrison).chance if garrison else EMPTY

    @cached_property
    def pull(self) -> list[float]:
        """Place -> how good it is for an army to be there: near to what is worth taking or guarding."""
        board = self.g.board
        pull = [0.0] * board.count
        for place, worth in self.goals.items():
            if place < board.first_sea:
                pull[place] = worth
        land = board.land
        front = {p for p in self.goals if p < board.first_sea}
        for _ in range(SWEEPS):
            further: set[int] = set()
            for place in front:
                faded = FADE * pull[place]
                for n in land[place]:
                    if pull[n] < faded:
                        pull[n] = faded
                        further.add(n)
            if not further:
                break
            front = further
        return pull

    @cached_property
    def tide(self) -> list[float]:
        """The same for fleets, over the seas."""
        board = self.g.board
        pull = [0.0] * board.count
        front = set()
        for place in board.seas:
            worth = self.goals.get(place, 0.0)
            if worth:
                pull[place] = worth
                front.add(place)
        for _ in range(SWEEPS):
            further: set[int] = set()
            for place in front:
                faded = FADE * pull[place]
                for n in board.seaways[place]:
                    if pull[n] < faded:
                        pull[n] = faded
                        further.add(n)
            if not further:
                break
            front = further
        for place in board.regions:
            for sea in board.base_seas[place]:
                pull[place] = max(pull[place], FADE * pull[sea])
        return pull

    # --- blocks --------------------------------------------------------------------------------------------------

    def worth_of(self, block: int) -> float:
        worth = block_worth(self.g, block, self.g.blocks[block].steps)
        return worth + NAPOLEON if self.is_precious(block) else worth

    def is_precious(self, block: int) -> bool:
        """10.3: Napoleon, for whoever plays France."""
        g = self.g
        return block == g.roster.napoleon and g.roster.owner[block] == self.player

    def stay(self, block: int) -> float:
        """What is lost when a block leaves the place where it stands: the place itself, or its guard."""
        found = self._stays.get(block)
        if found is None:
            found = self._stays[block] = self._stay(block)
        return found

    def _stay(self, block: int) -> float:
        g = self.g
        here = g.blocks[block].at
        keep = self.keep(here)
        if not keep:
            return 0.0
        others = [b for b in self.friends(here) if b != block]
        home = g.board.home[here]
        if not others and (home == NOBODY or g.master[home] != self.player):
            return keep if not g.setting.solitaire or g.board.home[here] != self.player else 0.0
        if self.g.roster.kind[block] == FLEET and here < g.board.first_sea:
            return 0.0
        if not self.threat(here):
            return 0.0
        return keep * max(0.0, self._fall(here, self.known.force(others)) - self.danger(here))

    def guard(self, place: int) -> float:
        """What a block more adds to the safety of a place."""
        keep = self.keep(place)
        return keep * max(0.0, self.danger(place) - self.guarded(place)) if keep else 0.0

    def room(self, place: int) -> int:
        """How many blocks more may end their turn there."""
        board = self.g.board
        if place >= board.first_sea or self.g.embattled >> place & 1:
            return 9
        return board.stacking[place] - len(self.g.at[place])

    # --- attacks -------------------------------------------------------------------------------------------------

    def stakes(self, place: int, side: int) -> float:
        """What winning a battle is worth beside the losses of both sides."""
        return FOOTHOLD + (self.prize(place) if side == ATTACK else self.keep(place))

    def hatred(self, place: int) -> float:
        """What a loss of the hostile blocks there is worth, beside one's own."""
        g = self.g
        owner, master = g.roster.owner, g.master
        masters = {master[owner[b]] for b in self.hostile(place)}
        if g.setting.solitaire:
            return 0.0
        return KILL * max((self.rivalry[p] if p != NOBODY else 0.2 for p in masters), default=0.0)

    def attack(self, place: int, main: list[int], reserves: list[int]) -> tuple[float, float]:
        """What attacking with these blocks (besides those already there) is worth, and the chance to win."""
        g = self.g
        known = self.known
        fight = g.fight_at(place) if g.embattled >> place & 1 else None
        ours, late, theirs, theirs_late = Force(), Force(), Force(), Force()
        cost = 0.0
        if fight is None:
            defenders = self.hostile(place)
        else:
            defenders = []
            for b in g.at[place]:
                bit = 1 << b
                if fight.attack & bit:
                    (late if fight.reserves & bit else ours).add(known.of(b))
                elif fight.defence & bit:
                    if fight.reserves & bit:
                        theirs_late.add(known.of(b))
                    else:
                        defenders.append(b)
        for b in defenders:
            theirs.add(known.of(b))
        for b in main:
            ours.add(known.of(b))
        for b in reserves:
            late.add(known.of(b))
        prospect = clash(ours, theirs, late, theirs_late)
        fighting = [*main, *reserves]
        if fight is not None:
            fighting += [b for b in g.at[place] if fight.attack >> b & 1 and g.master_of(b) == self.player]
        for b in fighting:
            worth = block_worth(g, b, g.blocks[b].steps)
            cost += worth * prospect.attack_lost * (1.0 - 0.4 * prospect.chance)
            if self.is_precious(b):
                cost += NAPOLEON * (1 - prospect.chance) * 0.25
        spoils = sum(known.worth(b) for b in defenders) * prospect.defence_lost
        worth = prospect.chance * self.stakes(place, ATTACK) + self.hatred(place) * spoils - cost
        if fight is None:
            worth -= self.stir(place) + (1 - prospect.chance) * 0.1
        return worth, prospect.chance

    def defend(self, place: int, extra: list[int]) -> float:
        """The chance that the defenders of a pending battle win, with these blocks more as Reserves."""
        fight = self.g.fight_at(place)
        known = self.known
        ours, late, theirs, theirs_late = Force(), Force(), Force(), Force()
        for b in self.g.at[place]:
            bit = 1 << b
            if fight.attack & bit:
                (theirs_late if fight.reserves & bit else theirs).add(known.of(b))
            elif fight.defence & bit:
                (late if fight.reserves & bit else ours).add(known.of(b))
        for b in extra:
            late.add(known.of(b))
        return 1 - clash(theirs, ours, theirs_late, late).chance

    # --- how all this stands ---------------------------------------------------------------------------------------

    def outlook(self, place: int) -> tuple[float, float]:
        """Of a battle to come or under way: the attack's chance, and what it means for the player in points and men."""
        g, known = self.g, self.known
        battle = g.battle if g.battle is not None and g.battle.place == place else None
        fight = battle or g.fight_at(place)
        forces = (Force(), Force(), Force(), Force())
        own: list[tuple[int, int]] = []
        for b in g.at[place]:
            bit = 1 << b
            if (fight.attack | fight.defence) & bit:
                side = ATTACK if fight.attack & bit else DEFENCE
                forces[side + (2 if fight.reserves & bit else 0)].add(known.of(b))
                if self.stance[g.roster.owner[b]] == OWN:
                    own.append((b, side))
        rounds = ROUNDS if battle is None else max(1, ROUNDS + 1 - max(1, battle.round))
        prospect = clash(forces[0], forces[1], forces[2], forces[3], rounds)
        lost = prospect.attack_lost, prospect.defence_lost
        losing = 1 - prospect.chance, prospect.chance
        men = 0.0
        for b, side in own:
            men -= block_worth(g, b, g.blocks[b].steps) * lost[side]
            if self.is_precious(b):
                men -= NAPOLEON * 0.25 * losing[side] * lost[side]
        return prospect.chance, men

    def position(self) -> float:
        """What the player's places and blocks promise, beyond the points he holds: goals near, cities in danger."""
        g, board = self.g, self.g.board
        worth = 0.0
        for place in scoring(board):
            if self.holder(place) == self.player and not g.embattled >> place & 1 and place < board.first_sea:
                worth -= DREAD * share(g, self.player, place) * self.danger(place)
        kind, owner = g.roster.kind, g.roster.owner
        for place in members(self.ground.own & ~g.embattled):
            for b in g.at[place]:
                if self.stance[owner[b]] == OWN and kind[b] != FORTRESS:
                    promise = ON_WATCH * self.tide[place] if kind[b] == FLEET else ON_THE_MARCH * self.pull[place]
                    worth += promise * (g.blocks[b].steps + 0.5) / 3.5
                    if self.is_precious(b):
                        worth -= FEAR * NAPOLEON * self.danger(place)
        return worth

    def border_room(self, here: int, place: int) -> int:
        """How many blocks may cross from one place into battle in another."""
        g = self.g
        board = g.board
        if here >= board.first_sea or place >= board.first_sea:
            return 9 if place >= board.first_sea else 2
        return limit_of(g, board.border[here, place], self.player, here, place)

    def side_in(self, place: int) -> int | None:
        """The side of a pending battle on which the player has blocks."""
        fight = self.g.fight_at(place)
        for b in self.friends(place):
            if fight.attack >> b & 1:
                return ATTACK
            if fight.defence >> b & 1:
                return DEFENCE
        return None


def _task_force(hits: tuple[float, float, float, float], tough: float) -> Force:
    force = Force()
    force.hits, force.tough = list(hits), tough
    return force


A_BLOCK = _task_force((0.0, 0.0, 1.1, 0.0), 2.5)
"""An average army."""
TASK_FORCE = (_task_force((0.7, 1.0, 3.0, 0.0), 11.0), _task_force((0.0, 0.0, 0.0, 2.0), 6.0))
"""What one may hope to bring together, on land and at sea."""
