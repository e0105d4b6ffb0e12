"""Who is where, what places are worth to take and to hold, and how likely they are lost."""

from __future__ import annotations

from functools import cached_property

from grognard.games.alliance.board import EMPIRES, NOBODY, members
from grognard.games.alliance.judgement.forces import NOTHING, Force, Knowledge, Strength, clash, gathered
from grognard.games.alliance.judgement.memory import Memory, reach
from grognard.games.alliance.judgement.scene import Scene
from grognard.games.alliance.judgement.temper import STAFF, Temper
from grognard.games.alliance.judgement.worth import GOLD, scoring, share, turns_to_come
from grognard.games.alliance.position import NEUTRAL, Position
from grognard.games.alliance.states import allied, camp, lie

FOOTHOLD = 0.04
"""An enemy's Region without a city."""
ATTACKED = 0.7
"""How likely enemies who could attack a place do."""
EMPTY = 0.55
"""How likely an ungarrisoned city falls to enemies beside it."""
MOST_HELP = 2
"""How many blocks come from one place to help."""
A_BLOCK = Force(c=1.1, tough=2.5)
"""An average army."""


class Ground:
    """Who is where, what places are worth to one player, and what is in danger; worked out as it is asked for."""

    def __init__(self, g: Position, player: int, scene: Scene | None = None, temper: Temper = STAFF) -> None:
        self.g, self.player, self.temper = g, player, temper
        self.scene = scene = scene or Scene(g)
        self.stance, self.side = g.stance[player], camp(g, player)
        self.ground = lie(g, player)
        self.neutral = (self.ground.hostile & ~self.ground.enemy) | self.ground.stirring
        """Places where entering stirs a neutral state, as a mask; a neutral beside enemies is stirred already."""
        self.known = Knowledge(g, player, scene.onlooker)
        self.left = turns_to_come(g) if temper.schemes else scene.left
        self.gold = scene.gold
        self._states: dict[int, float] = {}
        self._stirs: dict[int, float] = {}

    @cached_property
    def rivalry(self) -> list[float]:
        """Empire -> what a point of it costs the player."""
        return self.scene.rivalry(self.player)

    @cached_property
    def is_safe(self) -> bool:
        """Whether nothing need be feared any more: in the last turn of a game, by who moves last and knows it."""
        g = self.g
        return self.temper.schemes and self.left == 1 and g.active == self.player == g.order[-1]

    @cached_property
    def memory(self) -> Memory:
        """What was found of places, now or in the last position."""
        return Memory(self.g, self.player, self.temper, self.scene, self.known, self.rivalry, safe=self.is_safe)

    # --- who is where --------------------------------------------------------------------------------------------

    def hostile(self, place: int) -> tuple[int, ...]:
        """Blocks one would have to fight there."""
        return members(self.g.stand[place] & ~self.side.friends)

    def friends(self, place: int) -> tuple[int, ...]:
        """The player's own, his NPEs' and his minors'."""
        return members(self.g.stand[place] & self.side.forces)

    def garrison(self, place: int) -> Force:
        """What friends and allies have there."""
        return self.known.force(members(self.g.stand[place] & self.side.friends))

    def threat(self, place: int) -> Force:
        """What enemies can bring against a place from beside it in one turn; those farther off count in part."""
        found = self.memory.threats.get(place)
        if found is None:
            found = self.memory.threats[place] = self._gather(place)
        return found

    def _gather(self, place: int) -> Force:
        g, board, enemy = self.g, self.g.board, self.ground.enemy
        if not reach(board)[place] & enemy or g.setting.solitaire:  # there others move in turns of their own, for us
            return NOTHING
        if place >= board.first_sea:
            fleets: tuple[Strength, ...] = ()
            for near in members((board.by_sea[place] | board.to_port[place]) & enemy):
                for b in members(g.stand[near] & self.side.foes):
                    if near >= board.first_sea or g.blocks[b].port != NOBODY:
                        fleets += (self.known[b],)
            return gathered(fleets)
        beside = board.near[place]
        total = NOTHING
        for near in members(beside & enemy):
            group = self.raiders(near)
            if group:
                total = _with_part(total, gathered(group), min(1.0, board.border[place, near].limit / len(group)))
        far = 0
        for near in members(beside & ~enemy):
            far |= board.onward[near]
        distant: tuple[Strength, ...] = ()
        for second in members(far & enemy & ~beside & ~(1 << place)):
            distant += self.raiders(second)
        return _with_part(total, gathered(distant), self.temper.far) if distant else total

    def raiders(self, place: int) -> tuple[Strength, ...]:
        """The enemies there who could march."""
        found = self.memory.raiders.get(place)
        if found is None:
            g, known = self.g, self.known
            men = members(g.stand[place] & self.side.foes & ~g.roster.fortresses)
            found = self.memory.raiders[place] = tuple([known[b] for b in men])
        return found

    @cached_property
    def cities(self) -> list[tuple[int, int]]:
        """The cities that count, and the blocks in the Regions beside each, as a mask."""
        board, stand = self.g.board, self.g.stand
        found = []
        for place in scoring(board):
            if place < board.first_sea:
                around = 0
                for near in board.land[place]:
                    around |= stand[near]
                found.append((place, around))
        return found

    # --- what places are worth -----------------------------------------------------------------------------------

    def prize(self, place: int) -> float:
        """What taking a place brings the player and costs whoever holds it."""
        found = self.memory.prizes.get(place)
        if found is None:
            found = self.memory.prizes[place] = self._prize(place)
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
        return self.scene.holders[place]

    def income(self, points: float) -> float:
        """The Gold that points held now will bring in the Winters to come."""
        return points * GOLD * min(2.0, self.scene.left / 4)

    def keep(self, place: int) -> float:
        """What losing a place would cost."""
        found = self.memory.keeps.get(place)
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
            self.memory.keeps[place] = found
        return found

    def stir(self, place: int) -> float:
        """4.32: what it costs that the neutral states entered there join somebody else."""
        if not self.neutral >> place & 1 or self.g.setting.solitaire:
            return 0.0
        found = self._stirs.get(place)
        if found is None:
            found = self._stirs[place] = self._stir(place)
        return found

    def _stir(self, place: int) -> float:
        g = self.g
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
                found -= sum(self.temper.arms * self.known.worth(b) for b in g.at[without] if g.roster.owner[b] == home)
        return max(0.0, found)

    def _state_worth(self, state: int) -> float:
        g = self.g
        worth = 0.0
        for s in range(len(g.tie)):
            if s == state or g.tie[s] == state:
                worth += sum(g.board.vp[c] / 2 for c in g.board.cities_of[s] if g.master[s] == self.holder(c))
                worth += sum(self.temper.arms * self.known.worth(b) for b in g.roster.of[s] if g.blocks[b].at >= 0)
        return worth

    # --- what is in danger -----------------------------------------------------------------------------------

    def danger(self, place: int) -> float:
        """How likely a place is lost to the enemies near it."""
        found = self.memory.dangers.get(place)
        if found is None:
            found = self.memory.dangers[place] = self._fall(place, self.garrison(place))
        return found

    def guarded(self, place: int) -> float:
        """The same with one block more in it."""
        found = self.memory.guarded.get(place)
        if found is None:
            found = self.memory.guarded[place] = self._fall(place, self.garrison(place).joined(A_BLOCK))
        return found

    def _fall(self, place: int, garrison: Force) -> float:
        threat = self.threat(place)
        if not threat or self.is_safe:
            return 0.0
        return ATTACKED * clash(threat, garrison, NOTHING, self.support(place)).chance if garrison else EMPTY

    def support(self, place: int) -> Force:
        """What may come to the help of a place from beside it."""
        g, likely = self.g, self.temper.support
        if not likely or place >= g.board.first_sea:
            return NOTHING
        total = NOTHING
        for near in members(g.board.near[place] & self.ground.own & ~g.embattled):
            men = members(g.stand[near] & self.side.forces & ~g.roster.fleets & ~g.roster.fortresses)
            total = total.joined(self.known.force(men[:MOST_HELP]))
        return total.part(likely)


def _with_part(force: Force, other: Force, part: float) -> Force:
    """The force, and so much of another."""
    a, b, c, d, tough = force
    return Force(
        a + part * other.a, b + part * other.b, c + part * other.c, d + part * other.d, tough + part * other.tough
    )
