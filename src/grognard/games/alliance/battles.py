"""7.1, 7.2: the Battle Phase, the choice of battles, rounds and Battle Turns."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.alliance import fights
from grognard.games.alliance.aftermath import after_victory
from grognard.games.alliance.board import NOBODY, members
from grognard.games.alliance.events import (
    BattleBegan,
    BattleDropped,
    BattleExtended,
    BattleWon,
    ControlSwitched,
    Passed,
    ReservesArrived,
    RoundBegan,
)
from grognard.games.alliance.firing import current, dice_of, fire, lost_in_battle, present, runner
from grognard.games.alliance.leaders import leader_events
from grognard.games.alliance.neutrals import resume_clashes
from grognard.games.alliance.pieces import lose_step, mask_of, reveal, set_steps
from grognard.games.alliance.position import ATTACK, DEFENCE, Battle, Fight, Position, decision, procedure
from grognard.games.alliance.retreats import REFUGE_LESS, cannot_retreat, retreat, ways_out
from grognard.games.alliance.roster import FLEET, FORTRESS, HQ
from grognard.games.alliance.states import allied, camp, holder

LAST_PLAIN_ROUND = 3
"""After it the attacker must retreat, unless he extends (7.2.4, 7.61.1)."""


# --- choosing battles ------------------------------------------------------------------------------------------------


@procedure
def battle_phase(g: Position) -> None:
    """7.1.1: after all Player Turns the battles are fought one by one."""
    g.active = NOBODY
    g.todo((choose_battle, 0))


def choices_of(g: Position, player: int) -> list[int]:
    """7.1.3: the battles with friendly forces of this player."""
    forces = camp(g, player).forces
    return [fight.place for fight in g.fights if (fight.attack | fight.defence) & forces & g.stand[fight.place]]


@procedure
def choose_battle(g: Position, start: int) -> None:
    """7.1.2, D1: the players choose in turn, skipping those who have no battle, until none is left."""
    if not g.fights:
        return
    order = g.order
    for step in range(len(order)):
        place_in_order = (start + step) % len(order)
        player = order[place_in_order]
        places = choices_of(g, player)
        if len(places) == 1:
            g.todo((fight, places[0]), (choose_battle, place_in_order + 1))
            return
        if places:
            g.todo((CHOOSE_BATTLE, player), (choose_battle, place_in_order + 1))
            return
    g.todo((fight, g.fights[0].place), (choose_battle, start))


def battle_choices(g: Position, player: int) -> list[Action]:
    return [("fight", place) for place in choices_of(g, player)]


NOT_YOUR_BATTLE = Refusal("7.1.3", "You may choose only a battle with friendly forces in it.")


def refuse_battle(g: Position, action: Action, _player: int) -> Refusal | None:
    if action[0] != "fight":
        return None
    if not g.embattled >> action[1] & 1:
        return Refusal("7.1.1", "There is no battle to be fought there.")
    return NOT_YOUR_BATTLE


def take_battle_choice(g: Position, action: Action, _player: int) -> None:
    g.todo((fight, action[1]))


CHOOSE_BATTLE = decision(
    Decision(
        name="choose-battle",
        clause="7.1.2",
        prompt="{0}: which battle is fought next?",
        kinds=("state",),
        options=battle_choices,
        take=take_battle_choice,
        refuse=refuse_battle,
    )
)


# --- a battle --------------------------------------------------------------------------------------------------------


@procedure
def fight_at_once(g: Position, place: int, attack: int, defence: int, causer: int) -> None:
    """6.13.11: a battle outside the Battle Phase, born of a change of sides: no borders, no Reserves (D12)."""
    fights.open_battle(g, Fight(place, attack, defence, 0, holder(g, place)))
    begin_battle(g, place, causer, attack)


@procedure
def fight(g: Position, place: int) -> None:
    begin_battle(g, place, NOBODY, 0)


def begin_battle(g: Position, place: int, puppeteer: int, changed: int) -> None:
    """7.1.4: reveal the forces, but not the Reserves; L15: a battle without two sides is dropped."""
    pending = g.fight_at(place)
    here = g.stand[place]
    attack, defence, reserves = pending.attack & here, pending.defence & here, pending.reserves & here
    if not attack or not defence:
        fights.drop(g, place)
        g.tell("7.1.1", BattleDropped, place)
        return
    g.battle = Battle(place, attack, defence, reserves, pending.entries, puppeteer=puppeteer, changed=changed)
    shown = fighters(g, (attack | defence) & ~reserves)
    for b in shown:
        reveal(g, b)
    g.tell(
        "7.1.4",
        BattleBegan,
        place,
        tuple(b for b in shown if attack >> b & 1),
        tuple(b for b in shown if defence >> b & 1),
        (attack & reserves).bit_count(),
        (defence & reserves).bit_count(),
    )
    g.todo((battle_round, 1))


def fighters(g: Position, blocks: int) -> tuple[int, ...]:
    """Those blocks of a mask that are in the battle's place."""
    return members(blocks & g.stand[current(g).place])


@procedure
def battle_round(g: Position, number: int) -> None:
    """7.2: each block has one Battle Turn; Reserves arrive at the start of Round 2."""
    battle = current(g)
    g.battle = replace(battle, round=number, acted=0, withdrawn=(), shifts=(), silent=0)
    if number == 2 and battle.reserves:
        reserves_arrive(g)
    if is_decided(g):
        end_battle(g)
        return
    g.tell("7.2.1", RoundBegan, battle.place, number)
    if number == 1:
        g.todo((leader_events, 0), (next_battle_turn,))
    else:
        g.todo((next_battle_turn,))


def reserves_arrive(g: Position) -> None:
    """7.23.4; 7.23.6: if the defence was wiped out, its Reserves lose a step each and are now the attackers."""
    battle = current(g)
    arriving = fighters(g, battle.reserves)
    attackers = tuple(b for b in arriving if battle.attack >> b & 1)
    defenders = tuple(b for b in arriving if battle.defence >> b & 1)
    switched = bool(defenders) and not present(g, DEFENCE)
    for b in arriving:
        reveal(g, b)
    g.battle = replace(battle, reserves=0)
    g.tell("7.23.4", ReservesArrived, battle.place, attackers, defenders)
    if switched:
        g.tell("7.23.6", ControlSwitched, battle.place)
        g.battle = replace(
            g.battle,
            attack=battle.defence,
            defence=battle.attack,
            entries=tuple(e._replace(side=DEFENCE if e.side == ATTACK else ATTACK) for e in battle.entries),
            volleys=tuple(v._replace(side=DEFENCE if v.side == ATTACK else ATTACK) for v in battle.volleys),
        )
        for b in defenders:
            if lose_step(g, b, "7.23.7"):
                lost_in_battle(g, b)


def is_decided(g: Position) -> bool:
    """L15, L16: one side has nobody left, and no Reserve of it is still to come."""
    battle = current(g)
    return not battle.attack or not battle.defence


@procedure
def next_battle_turn(g: Position) -> None:
    """7.21: A before B before C before D; within a letter defenders, then attackers."""
    battle = current(g)
    if is_decided(g):
        end_battle(g)
        return
    attack, defence = battle.attack & ~battle.reserves, battle.defence & ~battle.reserves
    if not attack or not defence:  # L16: emptied in Round 1, with Reserves due
        g.todo((battle_round, 2))
        return
    left = g.stand[battle.place] & ~battle.acted
    for rank, letter in enumerate(g.roster.letters):
        for side, blocks in ((DEFENCE, defence), (ATTACK, attack)):
            waiting = blocks & letter & left
            if waiting:
                ask_for_turn(g, members(waiting), rank, side)
                return
    end_round(g)


def ask_for_turn(g: Position, waiting: tuple[int, ...], rank: int, side: int) -> None:
    """D3, L40: the owner takes his blocks in the order he likes; among allies the highest card says who goes first."""
    for b in waiting:
        if not must_retreat(g, b, side):
            continue
        g.boundary = True  # whether there is a way out shows who stands with whom, secretly or not
        if not ways_out(g, b, side):
            act(g, b)
            lost_in_battle(g, b, "7.4.7")
            g.todo((next_battle_turn,))
            return
    for b in waiting:
        if acts_alone(g, b, side):
            g.todo((automatic_turn, b, side), (next_battle_turn,))
            return
    runners = {runner(g, b) for b in waiting}
    question = WHO_ACTS if len(runners) > 1 else BATTLE_TURN
    g.todo((question, next(p for p in g.order if p in runners), rank, side), (next_battle_turn,))


def acts_alone(g: Position, block: int, side: int) -> bool:
    """L7, L43: blocks of nobody, and the solo player's enemies, do what the rules say."""
    if runner(g, block) == NOBODY:
        return True
    if not g.setting.solitaire or g.master_of(block) == g.active:
        return False
    return not must_retreat(g, block, side)


@procedure
def automatic_turn(g: Position, block: int, side: int) -> None:
    act(g, block)
    if must_retreat(g, block, side):
        retreat(g, block, ways_out(g, block, side)[0])
    elif dice_of(g, block):
        fire(g, block, side)


def act(g: Position, block: int) -> None:
    battle = current(g)
    g.battle = replace(battle, acted=battle.acted | 1 << block)


def must_retreat(g: Position, block: int, side: int) -> bool:
    """7.2.4: attackers from Round 4 on, unless their HQ has paid; in the solitaire game weak enemies (I-4)."""
    battle = current(g)
    if side == ATTACK and battle.round > LAST_PLAIN_ROUND:
        return not battle.staying >> g.roster.owner[block] & 1
    return (
        g.setting.solitaire
        and battle.round > 1
        and g.master_of(block) not in (g.active, NOBODY)
        and g.roster.kind[block] != FORTRESS
        and g.blocks[block].steps <= 1
    )


def turn_of(g: Position, player: int, rank: int, side: int) -> list[int]:
    """The player's blocks of this letter and side that have not acted."""
    turn = g.roster.letters[rank] & ~current(g).acted
    return [b for b in present(g, side) if turn >> b & 1 and runner(g, b) == player]


def turn_options(g: Position, player: int, rank: int, side: int) -> list[Action]:
    """7.21.1: fire, retreat or pass."""
    options: list[Action] = []
    late = current(g).round > 1
    for b in turn_of(g, player, rank, side):
        if not must_retreat(g, b, side):
            if dice_of(g, b):
                options.append(("fire", b))
            options.append(("pass", b))
        if late:
            options += [("retreat", b, place) for place in ways_out(g, b, side)]
    return options


NOT_ITS_TURN = Refusal("7.21.2", "It is not this block's turn: A before B before C before D, defenders first.")
NO_RETREAT_YET = Refusal("7.2.2", "No block retreats in Round 1.")
MUST_RETREAT = Refusal("7.4.2", "This block must retreat now.")
NO_DICE = Refusal("8.2.5", "A fleet at its zero step has no dice.")
SILENCED = Refusal("leaders.5", "This block does not fire in Round 1.")


def refuse_turn(g: Position, action: Action, player: int, rank: int, side: int) -> Refusal | None:
    if action[0] not in ("fire", "pass", "retreat"):
        return None
    block = action[1]
    if block not in turn_of(g, player, rank, side):
        return NOT_ITS_TURN
    if action[0] != "retreat":
        if must_retreat(g, block, side):
            return MUST_RETREAT
        return SILENCED if current(g).silent >> block & 1 else NO_DICE
    if current(g).round == 1:
        return NO_RETREAT_YET
    return cannot_retreat(g, block, action[2], side) or REFUGE_LESS


def take_turn(g: Position, action: Action, _player: int, _rank: int, side: int) -> None:
    block = action[1]
    act(g, block)
    if action[0] == "fire":
        fire(g, block, side)
    elif action[0] == "retreat":
        retreat(g, block, action[2])
    else:
        g.tell("7.21.1", Passed, block, current(g).place)


BATTLE_TURN = decision(
    Decision(
        name="battle-turn",
        clause="7.21.1",
        prompt="{0}: fire, retreat or pass",
        kinds=("state",),
        options=turn_options,
        take=take_turn,
        refuse=refuse_turn,
    )
)


def who_acts_options(g: Position, _player: int, rank: int, side: int) -> list[Action]:
    return [("first", p) for p in g.order if turn_of(g, p, rank, side)]


def take_who_acts(g: Position, action: Action, _player: int, rank: int, side: int) -> None:
    g.todo((BATTLE_TURN, action[1], rank, side))


WHO_ACTS = decision(
    Decision(
        name="who-acts",
        clause="7.8.2",
        prompt="{0}: who of the allies acts first?",
        kinds=("state",),
        options=who_acts_options,
        take=take_who_acts,
    )
)


# --- the end of a round and of the battle ----------------------------------------------------------------------------


def end_round(g: Position) -> None:
    """7.61: from the end of Round 3 on attacking HQs may pay for another round."""
    battle = current(g)
    if battle.round < LAST_PLAIN_ROUND:
        g.todo((battle_round, battle.round + 1))
        return
    g.battle = replace(battle, staying=0, acted=0)
    g.todo((offer_extension,), (battle_round, battle.round + 1))


def paying_headquarters(g: Position) -> list[int]:
    """L17: attacking HQs with two steps or more that have not been asked, higher card first."""
    battle = current(g)
    able = [
        b
        for b in present(g, ATTACK)
        if g.roster.kind[b] == HQ and g.blocks[b].steps > 1 and not battle.acted >> b & 1 and may_spend(g, b)
    ]
    return sorted(able, key=lambda b: -g.played[runner(g, b)])


def may_spend(g: Position, block: int) -> bool:
    """L7, L43: nobody's blocks and the solo player's enemies neither extend nor pursue."""
    player = runner(g, block)
    return player != NOBODY and (not g.setting.solitaire or g.master_of(block) == g.active)


@procedure
def offer_extension(g: Position) -> None:
    able = paying_headquarters(g)
    if able and present(g, DEFENCE):
        g.todo((EXTEND, runner(g, able[0]), able[0]), (offer_extension,))


def extension_options(_g: Position, _player: int, _block: int) -> list[Action]:
    return [("extend",), ("decline",)]


def take_extension(g: Position, action: Action, _player: int, block: int) -> None:
    """7.61.1: the HQ loses a step, and blocks of its colour stay and fire."""
    act(g, block)
    if action[0] == "extend":
        battle = current(g)
        set_steps(g, block, g.blocks[block].steps - 1)
        g.battle = replace(battle, staying=battle.staying | 1 << g.roster.owner[block])
        g.tell("7.61.1", BattleExtended, block, battle.place)


EXTEND = decision(
    Decision(
        name="extend",
        clause="7.61.1",
        prompt="{0}: does {1} pay a step to go on fighting?",
        kinds=("state", "block"),
        options=extension_options,
        take=take_extension,
    )
)


def end_battle(g: Position) -> None:
    """L15: whoever is left has won; half hits are recovered (7.32.5), blocks stand up again (7.1.5)."""
    battle = current(g)
    place = battle.place
    side = ATTACK if not present(g, DEFENCE) else DEFENCE
    winners = tuple(p for p in g.order if any(runner(g, b) == p for b in present(g, side)))
    for b in fighters(g, battle.attack | battle.defence):
        g.seen[b] = g.blocks[b].steps
    fights.drop(g, place)
    g.battle = None
    g.tell("7.1.5", BattleWon, place, side, winners)
    for b in g.at[place]:
        if g.roster.kind[b] == FLEET and g.blocks[b].port == NOBODY and place < g.board.first_sea:
            g.blocks[b] = g.blocks[b]._replace(port=_came_by(battle, b))
    estranged = strangers(g, place)
    if estranged:
        g.todo((fight_at_once, place, estranged, g.stand[place] & ~estranged, NOBODY))
    elif winners:
        g.todo((after_victory, place))
    else:
        resume_clashes(g)


def strangers(g: Position, place: int) -> int:
    """6.13.11: blocks that won side by side, but whose alliance ended meanwhile, fight each other next.

    The neutrals among them attack, or else all who are not allied with the highest card there.
    """
    players = {g.master_of(b) for b in g.at[place]}
    if all(allied(g, a, b) for a in players for b in players):
        return 0
    if NOBODY in players:
        return mask_of([b for b in g.at[place] if g.master_of(b) == NOBODY])
    first = next(p for p in g.order if p in players)
    return mask_of([b for b in g.at[place] if not allied(g, first, g.master_of(b))])


def _came_by(battle: Battle, block: int) -> int:
    """1.3.7: a fleet that fought its way into a port leaves by the Sea it came from."""
    return next((e.origin for e in battle.entries if e.blocks >> block & 1), NOBODY)
