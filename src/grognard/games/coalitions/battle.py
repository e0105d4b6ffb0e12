"""8. Battles: when they are fought and in which order everything runs."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.board import FRANCE
from grognard.games.coalitions.cards import commit_cards
from grognard.games.coalitions.lempereur_battle import france_draws, grand_coalition_cards
from grognard.games.coalitions.named_generals import kutuzov_may_withdraw
from grognard.games.coalitions.outcome import decide_battle
from grognard.games.coalitions.position import Position, decision, procedure
from grognard.games.coalitions.strength import battle_of, begin_battle
from grognard.games.coalitions.support import ATTACK, DEFENCE, FIRST, battlefields, declare_support

NO_BATTLE_THERE = Refusal("8.when.2", "There is no battle to fight there.")


@procedure
def battles_of_the_round(g: Position) -> None:
    """8.when.1-3: after the round, wherever a General has moved in upon an enemy; the mover decides the order."""
    battles = battlefields(g)
    if len(battles) > 1 and g.move is not None:
        g.agenda.append((CHOOSE_BATTLE, g.move.power))
    elif battles:
        g.todo((fight, battles[0]), (battles_of_the_round,))


def battles_to_choose(g: Position, _power: int) -> list[Action]:
    return [("fight", t) for t in battlefields(g)]


def refuse_battle(_g: Position, action: Action, _power: int) -> Refusal | None:
    return NO_BATTLE_THERE if action[0] == "fight" else None


def battle_chosen(g: Position, action: Action, _power: int) -> None:
    g.todo((fight, action[1]), (battles_of_the_round,))


CHOOSE_BATTLE = decision(
    Decision(
        name="choose-battle",
        clause="8.when.3",
        prompt="Which battle is fought next? The choice is with {0}.",
        kinds=("power",),
        options=battles_to_choose,
        take=battle_chosen,
        refuse=refuse_battle,
    )
)


@procedure
def fight(g: Position, territory: int) -> None:
    """8.when.5: strengths, support, cards one by one, outcome; 12.battle for L'Empereur."""
    move = g.move
    if move is None:
        raise AssertionError("a battle outside a movement")
    attacker = g.general_of(move.power, territory)
    begin_battle(g, territory, attacker)
    engaged = sum(1 << i for i in (attacker, *battle_of(g).defenders))
    g.move = replace(move, fought=move.fought | 1 << territory, engaged=move.engaged | engaged)
    if g.setting.lempereur:
        side = DEFENCE if move.power == FRANCE else ATTACK
        g.todo((declare_support, side, FIRST), (grand_coalition_cards,), (france_draws,))
        return
    g.todo(
        (kutuzov_may_withdraw, 0),
        (declare_support, ATTACK, FIRST),
        (declare_support, DEFENCE, FIRST),
        (commit_cards,),
        (decide_battle,),
    )
