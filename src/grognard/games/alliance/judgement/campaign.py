"""Where armies and fleets should go, what an attack is worth, and what all this promises."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache

from grognard.games.alliance.board import NOBODY, Board, members
from grognard.games.alliance.fights import limit_of
from grognard.games.alliance.judgement.forces import NOTHING, ROUNDS, Force, Prospect, clash, gathered
from grognard.games.alliance.judgement.ground import ATTACKED, EMPTY, FOOTHOLD, MOST_HELP, Ground
from grognard.games.alliance.judgement.napoleon import Escort
from grognard.games.alliance.judgement.plot import Plot
from grognard.games.alliance.judgement.scene import Scene
from grognard.games.alliance.judgement.temper import STAFF, Temper
from grognard.games.alliance.judgement.worth import NAPOLEON, block_worth, scoring, share, worths
from grognard.games.alliance.position import ATTACK, DEFENCE, OWN, Battle, Fight, Position
from grognard.games.alliance.roster import FLEET, FORTRESS

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
EXPOSED = 0.7
"""How much of what Napoleon risks where he attacks is left when he may fall back from there after a victory."""
KILL = 0.6
"""What an enemy's loss of strength is worth beside one's own, between two players."""
SECOND_GROUP = 0.5
"""How much of a second group comes to help."""
CROWD = -1.0
"""A block too many is eliminated."""
TASK_FORCE = (Force(0.7, 1.0, 3.0, 0.0, tough=11.0), Force(d=2.0, tough=6.0))
"""What one may hope to bring together, on land and at sea."""


@lru_cache(maxsize=1024)
def faded(board: Board, goals: tuple[tuple[int, float], ...], *, by_sea: bool = False) -> tuple[float, ...]:
    """Place -> the worth of the goal that counts most there, less with every step away from it.

    Goals change slowly: of ten maps of them nine have been drawn before when a game is searched.
    """
    near = board.seaways if by_sea else board.land
    pull = [0.0] * board.count
    for place, worth in goals:
        pull[place] = worth
    front = set(dict(goals))
    for _ in range(SWEEPS):
        further: set[int] = set()
        for place in front:
            beside = FADE * pull[place]
            for n in near[place]:
                if pull[n] < beside:
                    pull[n] = beside
                    further.add(n)
        if not further:
            break
        front = further
    return tuple(pull)


@cache
def harbours(board: Board) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Regions with Naval Bases, and the seas they open on."""
    return tuple((place, board.base_seas[place]) for place in board.regions if board.base_seas[place])


def is_precious(g: Position, player: int, block: int) -> bool:
    """10.3: Napoleon, for whoever plays France."""
    return block == g.roster.napoleon and g.roster.owner[block] == player


def worth_of(g: Position, player: int, block: int) -> float:
    """What a block is worth to its player as it stands."""
    worth = block_worth(g, block, g.blocks[block].steps)
    return worth + NAPOLEON if is_precious(g, player, block) else worth


class Campaign(Ground):
    """All that matters for the moves of one player now."""

    def __init__(self, g: Position, player: int, scene: Scene | None = None, temper: Temper = STAFF) -> None:
        super().__init__(g, player, scene, temper)
        self.pacts: dict[int, tuple[float, str]] = {}
        """What an alliance with another player is worth, and the chief reason."""
        self._worths = worths(g)
        self._spoils: dict[int, float] = {}
        self._helpers: dict[int, Force] = {}

    # --- goals and the pull they have ----------------------------------------------------------------------------

    @cached_property
    def openings(self) -> dict[int, float]:
        """Places worth taking, as far as a good force could take them."""
        g = self.g
        found: dict[int, float] = {}
        for place in scoring(g.board):
            worth = self.prize(place)
            if worth <= 0 or self.ground.shut >> place & 1:
                continue
            worth -= self.stir(place)
            worth *= self.resistance(place)
            if worth > 0:
                found[place] = worth
        return found

    def resistance(self, place: int) -> float:
        """The chance of a good force to take a place."""
        found = self.memory.resistance.get(place)
        if found is None:
            defenders = self.known.force(self.hostile(place))
            found = clash(TASK_FORCE[place >= self.g.board.first_sea], defenders).chance if defenders else 1.0
            self.memory.resistance[place] = found
        return found

    @cached_property
    def goals(self) -> dict[int, float]:
        """Places worth taking, and those worth guarding."""
        found = dict(self.openings)
        for place in scoring(self.g.board):
            if place < self.g.board.first_sea and (keep := self.keep(place)):
                danger = self.danger(place)
                if danger > 0.05:
                    found[place] = found.get(place, 0.0) + keep * danger
        return found

    @cached_property
    def pull(self) -> tuple[float, ...]:
        """Place -> how good it is for an army to be there: near to what is worth taking or guarding."""
        board = self.g.board
        return faded(board, tuple([goal for goal in self.goals.items() if goal[0] < board.first_sea]))

    @cached_property
    def lure(self) -> tuple[float, ...]:
        """The same for what is worth taking alone: to have much to guard is no advantage."""
        board = self.g.board
        return faded(board, tuple([goal for goal in self.openings.items() if goal[0] < board.first_sea]))

    @cached_property
    def tide(self) -> list[float]:
        """The same for fleets, over the seas."""
        board = self.g.board
        goals = tuple([goal for goal in self.openings.items() if goal[0] >= board.first_sea])
        pull = list(faded(board, goals, by_sea=True))
        for place, seas in harbours(board):
            pull[place] = max([pull[place], *[FADE * pull[sea] for sea in seas]])
        return pull

    @cached_property
    def plot(self) -> Plot:
        """What could be had from allies in the end."""
        return Plot(self)

    @cached_property
    def escort(self) -> Escort:
        """Who is with Napoleon."""
        return Escort(self)

    # --- blocks --------------------------------------------------------------------------------------------------

    def is_precious(self, block: int) -> bool:
        return is_precious(self.g, self.player, block)

    def stay(self, block: int) -> float:
        """What is lost when a block leaves the place where it stands: the place itself, or its guard."""
        if self.temper.schemes and (held := self.plot.holding(block)):
            return held
        found = self.memory.stays.get(block)
        if found is None:
            found = self.memory.stays[block] = self._leave((block,))
        return found

    def stay_of(self, blocks: Sequence[int]) -> float:
        """The same for several blocks of one place that leave it together."""
        if len(blocks) < 2:
            return sum([self.stay(b) for b in blocks])
        return sum([self.plot.holding(b) for b in blocks]) or self._leave(blocks)

    def _leave(self, blocks: Sequence[int]) -> float:
        g, here = self.g, self.g.blocks[blocks[0]].at
        keep = self.keep(here)
        if not keep:
            return 0.0
        others = [b for b in self.friends(here) if b not in blocks]
        home = g.board.home[here]
        if not others and (home == NOBODY or g.master[home] != self.player):
            return keep if not g.setting.solitaire or home != self.player else 0.0
        in_port = here < g.board.first_sea and all(g.roster.kind[b] == FLEET for b in blocks)
        if in_port or not self.threat(here):
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
        if g.setting.solitaire:
            return 0.0
        owner, master = g.roster.owner, g.master
        masters = {master[owner[b]] for b in self.hostile(place)}
        return KILL * max([self.rivalry[p] if p != NOBODY else 0.2 for p in masters], default=0.0)

    def spoils(self, place: int) -> float:
        """What the blocks are worth that one would have to fight there."""
        found = self._spoils.get(place)
        if found is None:
            found = self._spoils[place] = sum([self.known.worth(b) for b in self.hostile(place)])
        return found

    def men(self, block: int) -> float:
        """What a block is worth as it stands, whoever leads it."""
        standing, step, part = self._worths[block]
        return (standing + step * self.g.blocks[block].steps) * part

    def attack(self, place: int, main: list[int], reserves: list[int]) -> tuple[float, float]:
        """What attacking with these blocks (besides those already there) is worth, and the chance to win."""
        g = self.g
        known = self.known
        fight = g.fight_at(place) if g.embattled >> place & 1 else None
        cost = 0.0
        if fight is None:
            ours, late = known.force(main), known.force(reserves)
            prospect = self.answered(place, ours, known.force(self.hostile(place)), late, NOTHING)
            spoils = self.spoils(place)
        else:
            first, defenders, second, theirs_late = self.sides(fight)
            ours, late = known.force([*first, *main]), known.force([*second, *reserves])
            prospect = self.answered(place, ours, known.force(defenders), late, known.force(theirs_late))
            spoils = sum([known.worth(b) for b in defenders])
        fighting = [*main, *reserves]
        if fight is not None:
            fighting += [b for b in g.at[place] if fight.attack >> b & 1 and g.master_of(b) == self.player]
        for b in fighting:
            cost += self.men(b) * prospect.attack_lost * (1.0 - 0.4 * prospect.chance)
            if self.is_precious(b):
                cost += NAPOLEON * (1 - prospect.chance) * 0.25
                if self.escort.is_ours:
                    cost += EXPOSED * self.escort.fear(place, fighting)
        taken = spoils * prospect.defence_lost
        stakes = self.stakes(place, ATTACK) * self.lasting(place, ours, late, prospect)
        worth = prospect.chance * stakes + self.hatred(place) * taken - cost
        if fight is None:
            worth -= self.stir(place) + (1 - prospect.chance) * 0.1
        return worth, prospect.chance

    def answered(self, place: int, attack: Force, defence: Force, late: Force, late_defence: Force) -> Prospect:
        """How an attack is likely to go, if enemies who have yet to move may come to help."""
        prospect = clash(attack, defence, late, late_defence)
        answer = self.temper.answer
        if not answer or place >= self.g.board.first_sea or not self.is_watched:
            return prospect
        helpers = self.helpers(place)
        if not helpers:
            return prospect
        worse = clash(attack, defence, late, late_defence.joined(helpers))
        return Prospect(*((1 - answer) * a + answer * b for a, b in zip(prospect, worse, strict=True)))

    @cached_property
    def is_watched(self) -> bool:
        """Whether an enemy has yet to move this turn."""
        g = self.g
        if g.active != self.player or self.player not in g.order:
            return False
        return any(self.rivalry[p] for p in g.order[g.order.index(self.player) + 1 :])

    def helpers(self, place: int) -> Force:
        """What enemies beside a place could send to its defence."""
        found = self._helpers.get(place)
        if found is None:
            g, board = self.g, self.g.board
            groups = []
            for near in members(board.near[place] & self.ground.enemy & ~g.embattled):
                men = sorted(self.raiders(near), key=lambda strength: strength.hits, reverse=True)
                men = men[: min(MOST_HELP, board.border[place, near].limit - g.winter)]
                groups.append(gathered(tuple(men)))
            groups.sort(key=lambda force: force.weight, reverse=True)
            found = groups[0] if groups else NOTHING
            if len(groups) > 1:
                found = found.joined(groups[1].part(SECOND_GROUP))
            self._helpers[place] = found
        return found

    def lasting(self, place: int, force: Force, reserves: Force, prospect: Prospect) -> float:
        """How surely a place that such forces have won is kept."""
        retake = self.temper.retake
        if not retake or place >= self.g.board.first_sea or self.scene.left == 1:
            return 1.0
        threat = self.threat(place)
        if not threat:
            return 1.0
        left = force.joined(reserves).part(1 - prospect.attack_lost)
        return 1 - retake * (ATTACKED * clash(threat, left).chance if left else EMPTY)

    def defend(self, place: int, extra: list[int]) -> float:
        """The chance that the defenders of a pending battle win, with these blocks more as Reserves."""
        known = self.known
        attack, defence, late_attack, late_defence = self.sides(self.g.fight_at(place))
        theirs, ours = known.force(attack), known.force(defence)
        return 1 - clash(theirs, ours, known.force(late_attack), known.force([*late_defence, *extra])).chance

    def sides(self, fight: Fight | Battle) -> tuple[list[int], list[int], list[int], list[int]]:
        """Who attacks and who defends in a battle, and the Reserves of both."""
        parts: tuple[list[int], list[int], list[int], list[int]] = ([], [], [], [])
        for b in self.g.at[fight.place]:
            bit = 1 << b
            if (fight.attack | fight.defence) & bit:
                parts[(ATTACK if fight.attack & bit else DEFENCE) + (2 if fight.reserves & bit else 0)].append(b)
        return parts

    # --- how all this stands ---------------------------------------------------------------------------------------

    def outlook(self, place: int) -> tuple[float, float]:
        """Of a battle to come or under way: the attack's chance, and what it means for the player in points and men."""
        g, known = self.g, self.known
        battle = g.battle if g.battle is not None and g.battle.place == place else None
        fight = battle or g.fight_at(place)
        rounds = ROUNDS if battle is None else max(1, ROUNDS + 1 - max(1, battle.round))
        attack, defence, late_attack, late_defence = map(known.force, self.sides(fight))
        prospect = clash(attack, defence, late_attack, late_defence, rounds)
        lost = prospect.attack_lost, prospect.defence_lost
        losing = 1 - prospect.chance, prospect.chance
        men = 0.0
        for b in g.at[place]:
            if (fight.attack | fight.defence) >> b & 1 and self.stance[g.roster.owner[b]] == OWN:
                side = ATTACK if fight.attack >> b & 1 else DEFENCE
                men -= self.men(b) * lost[side]
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
                    promise = ON_WATCH * self.tide[place] if kind[b] == FLEET else ON_THE_MARCH * self.lure[place]
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
