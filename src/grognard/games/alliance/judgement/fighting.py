"""In battle: which is fought first, who fires, who retreats and where, who takes the hits, when an HQ pays."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.decision import Action
from grognard.engine.judgement import Opinion
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.firing import current, present, runner
from grognard.games.alliance.judgement.campaign import Campaign, is_precious
from grognard.games.alliance.judgement.forces import ROUNDS, Prospect, clash
from grognard.games.alliance.judgement.ground import FOOTHOLD
from grognard.games.alliance.judgement.worth import block_worth, step_worth
from grognard.games.alliance.position import ATTACK, DEFENCE, Position
from grognard.games.alliance.roster import FORTRESS

CONFIDENCE = 0.45
"""With such a chance nobody leaves the field."""
PERIL = 1.5
"""Napoleon leaves when the enemy could strike so much harder than expected and wipe out his side in a round."""


class Field:
    """A battle as one of the players in it sees it: everything but the Reserves lies open."""

    def __init__(self, g: Position, player: int, side: int) -> None:
        self.g, self.player, self.side = g, player, side
        self.plan = Campaign(g, player)
        battle = current(g)
        self.place, self.round = battle.place, max(1, battle.round)
        attack, defence, late_attack, late_defence = map(self.plan.known.force, self.plan.sides(battle))
        self.forces, self.reserves = (attack, defence), (late_attack, late_defence)

    def prospect(self, rounds: int = 0, without: int = NOBODY) -> Prospect:
        """How it will go from here, if one block is missing."""
        forces = list(self.forces)
        if without != NOBODY:
            forces[self.side] = forces[self.side].without(self.plan.known[without])
        rounds = rounds or max(1, ROUNDS + 1 - self.round)
        return clash(*forces, *self.reserves, rounds)

    def chance(self, prospect: Prospect) -> float:
        """The own side's."""
        return prospect.chance if self.side == ATTACK else 1 - prospect.chance

    @property
    def stakes(self) -> float:
        return self.plan.stakes(self.place, self.side)


def side_of(g: Position, player: int) -> int:
    """The side on which a player fights in the battle at hand."""
    battle = current(g)
    for b in g.at[battle.place]:
        if battle.attack >> b & 1 and runner(g, b) == player:
            return ATTACK
    return DEFENCE


def battle_turn(g: Position, player: int, options: Sequence[Action], side: int) -> list[Opinion]:
    """Fire as long as the battle may be won, or the enemy pays more for it than we do; else save what can be saved."""
    field = Field(g, player, side)
    before = field.prospect()
    chance = field.chance(before)
    lost = before.attack_lost if side == ATTACK else before.defence_lost
    retreats: dict[int, float] = {}
    feared = feared_refuges(field.plan, options)
    found = []
    for option in options:
        verb, block = option[0], option[1]
        if verb == "fire":
            said = "the battle would be won with {:.0%}" if chance > 0.1 else "every hit counts"
            found.append(Opinion(0.05 + 0.001 * field.plan.known[block].hits, (said, chance)))
        elif verb == "pass":
            found.append(Opinion(0.0 if g.blocks[block].steps == 0 else -1.0, ("it has nothing to gain",)))
        else:
            if block not in retreats:
                retreats[block] = leaving(field, block, chance, lost)
            worth = retreats[block] + 0.1 * refuge(field.plan, option[2])
            why = ("the battle would be won with {:.0%} only", chance)
            if field.plan.is_precious(block):
                worth -= feared.get(option[2], 0.0)
                why = ("Napoleon must not fall; the battle would be won with {:.0%}", chance)
            found.append(Opinion(worth, why))
    return found


def leaving(field: Field, block: int, chance: float, lost: float) -> float:
    """What it is worth that a block leaves the field, beside its firing."""
    g, plan = field.g, field.plan
    known = plan.known[block]
    if plan.is_precious(block):
        enemy = field.forces[1 - field.side].hits
        if PERIL * enemy >= field.forces[field.side].tough:
            return 3.0
    if chance >= CONFIDENCE:
        return -0.5
    after = field.chance(field.prospect(without=block))
    saved = block_worth(g, block, g.blocks[block].steps) * lost
    harm = plan.hatred(field.place) * known.hits * 0.06
    return saved - (chance - after) * field.stakes - harm


def feared_refuges(plan: Campaign, options: Sequence[Action]) -> dict[int, float]:
    """Where Napoleon might fall back to, and how much more is to be feared for him there than in the safest of these.

    That none is safe is no reason to stay in a battle that is lost.
    """
    escort = plan.escort
    if not escort.is_ours:
        return {}
    fears = {option[2]: escort.fear(option[2]) for option in options if option[:2] == ("retreat", escort.block)}
    least = min(fears.values(), default=0.0)
    return {place: fear - least for place, fear in fears.items()}


def refuge(plan: Campaign, place: int) -> float:
    """How good a place is to fall back to: towards the goals, but not into danger."""
    g = plan.g
    if place >= g.board.first_sea:
        return plan.tide[place] + (1.0 if plan.prize(place) > 0 else 0.0)
    worth = plan.guard(place) - 0.5 * plan.guarded(place)
    if plan.ground.stirring >> place & 1:
        worth -= 3 * plan.stir(place)
    return worth + 0.2 * plan.pull[place]


def choose_battle(g: Position, player: int, options: Sequence[Action]) -> list[Opinion]:
    """The surest first: what is won opens ways, what is lost closes them."""
    plan = Campaign(g, player)
    found = []
    for option in options:
        place = option[1]
        if plan.side_in(place) == DEFENCE:
            chance = plan.defend(place, [])
            stakes = plan.keep(place)
        else:
            chance = plan.attack(place, [], [])[1]
            stakes = plan.prize(place)
        why = ("it would be won with {:.0%}", chance)
        found.append(Opinion(chance * (0.5 + stakes), why))
    return found


def clash_first(g: Position, options: Sequence[Action]) -> list[Opinion]:
    """Where most is at stake."""
    return [Opinion(float(g.board.vp[o[1]]), ("most is at stake there",)) for o in options]


def take_hit(g: Position, player: int, options: Sequence[Action]) -> list[Opinion]:
    """Walls before men, those who have fired before those who have not, and never Napoleon if it can be helped."""
    battle = current(g)
    found = []
    for option in options:
        block = option[1]
        worth = -step_worth(g, block)
        why = "its step is worth least"
        if g.roster.kind[block] == FORTRESS:
            worth, why = 0.5, "walls take two hits for a step"
        elif battle.acted >> block & 1:
            worth, why = worth + 0.02, "it has fired already"
        if is_precious(g, player, block):
            worth -= 3.0
        if g.blocks[block].steps == 1:
            worth -= 0.02
        found.append(Opinion(worth, (why,)))
    return found


def extend(g: Position, player: int, block: int) -> list[Opinion]:
    """Another round, if it is likely to decide the battle."""
    field = Field(g, player, ATTACK)
    chance = field.prospect(rounds=1).chance
    worth = chance * (field.stakes + 0.1) - step_worth(g, block) - 0.05
    if field.plan.is_precious(block):
        worth -= 3.0 * (PERIL * field.forces[DEFENCE].hits >= field.forces[ATTACK].tough)
    return [
        Opinion(worth, ("another round would win it with {:.0%}", chance)),
        Opinion(0.0, ("another round would win it with {:.0%} only", chance)),
    ]


def leader_event(g: Position, player: int, options: Sequence[Action]) -> list[Opinion]:
    """Use it in the first battle that matters, on the block with the most dice."""
    side = side_of(g, player)
    plan = Campaign(g, player)
    here = plan.stakes(current(g).place, side)
    later = [f.place for f in g.fights if f.place != current(g).place and plan.side_in(f.place) is not None]
    more = max((plan.stakes(p, ATTACK if plan.side_in(p) == ATTACK else DEFENCE) for p in later), default=0.0)
    found = []
    for option in options:
        if option[0] == "keep":
            found.append(Opinion(0.2 * more, ("a greater battle is still to come",)))
        else:
            dice = g.blocks[option[1]].steps if option[0] == "inspire" else 2
            worth = FOOTHOLD + 0.2 * here + 0.01 * dice
            found.append(Opinion(worth, ("it counts most here",)))
    return found


def pick_target(g: Position, options: Sequence[Action]) -> list[Opinion]:
    """The block whose fire will be missed least."""
    return [
        Opinion(-g.roster.fire[o[1]] * g.blocks[o[1]].steps / 6, ("its fire will be missed least",)) for o in options
    ]


def who_acts(g: Position, player: int, options: Sequence[Action], side: int) -> list[Opinion]:
    """The others first: they may clear the way."""
    own = bool(present(g, side))
    return [Opinion(-float(o[1] == player and own), ("the ally may go first",)) for o in options]
