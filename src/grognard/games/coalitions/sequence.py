"""5. The sequence of play."""

from __future__ import annotations

from functools import cache

from grognard.engine.decision import Task
from grognard.games.coalitions.actions import gain_influence_action, hand_limits, mobilisation, muster, taxation
from grognard.games.coalitions.board import FRANCE, NOBODY, POWERS
from grognard.games.coalitions.diplomacy import diplomacy_phase
from grognard.games.coalitions.envoys import movement
from grognard.games.coalitions.events import RoundBegan, TurnBegan
from grognard.games.coalitions.leadership import leadership
from grognard.games.coalitions.lempereur import napoleons_turn
from grognard.games.coalitions.minor_powers import minor_power_musters
from grognard.games.coalitions.movement import napoleon_movement
from grognard.games.coalitions.position import Position, procedure
from grognard.games.coalitions.setting import CoalitionsSetting
from grognard.games.coalitions.winning import conqueror_of_paris, house_stop, paris_falls

MUSTER, TAXATION, LEADERSHIP, MOBILISATION, GAIN_INFLUENCE, MOVEMENT = range(6)
"""4.wheel.1: the six actions in the order of the Wheel."""

ACTIONS = (muster, taxation, leadership, mobilisation, gain_influence_action, movement)


@procedure
def play_round(g: Position) -> None:
    """5.sequence.1: the Diplomacy Phase, six turns of the Wheel, then the fate of Paris."""
    # 4.wheel.3, 5.sequence.3, 5.sequence.4: round follows round until somebody has won
    if g.round == g.setting.data.scenarios.house_last_round:
        house_stop(g)
        return
    g.round += 1
    g.tell("5.sequence.1", RoundBegan, g.round)
    g.todo(
        (diplomacy_phase,),
        *((turn_of_the_wheel, turn) for turn in range(6)),
        (conqueror_of_paris,),
        (play_round,),
    )


def on_the_wheel(setting: CoalitionsSetting, power: int, turn: int) -> int:
    """4.wheel.2: the action a Power's dial shows; all dials go one action on each turn."""
    # 4.wheel.5: so each action has one Power in a turn, and each Power every action in a round
    return (setting.dial[power] + turn) % 6


@cache
def acting(setting: CoalitionsSetting, turn: int) -> tuple[int, ...]:
    """Action -> the Power that takes it in this turn."""
    return tuple(sorted(POWERS, key=lambda power: on_the_wheel(setting, power, turn)))


@cache
def actions_in_order(setting: CoalitionsSetting, turn: int) -> tuple[Task, ...]:
    """7.order.2: what is done in a turn, from Muster to Movement."""
    # 12.players.1
    powers = acting(setting, turn)
    tasks: list[Task] = []
    for action, power in enumerate(powers):
        if action == MOVEMENT and powers[LEADERSHIP] == FRANCE:
            tasks += [(napoleon_movement,), (hand_limits,)]  # 7.order.4: before Russia's Movement
        tasks += [(take_action, power, action), (hand_limits,)]
    if setting.lempereur:
        tasks.append((paris_falls,))
    return tuple(tasks)


@procedure
def turn_of_the_wheel(g: Position, turn: int) -> None:
    """7.order.2: Minor Powers change hands first, then the actions from Muster to Movement."""
    g.turn = turn
    g.spent_this_turn = 0
    g.tell("4.wheel.2", TurnBegan, g.round, turn + 1)
    mustering = acting(g.setting, turn)[MUSTER]
    if mustering in g.setting.minors:
        g.todo((minor_power_musters, mustering), (take_the_actions, turn))
    else:
        take_the_actions(g, turn)


@procedure
def take_the_actions(g: Position, turn: int) -> None:
    g.todo(*actions_in_order(g.setting, turn))


@procedure
def take_action(g: Position, power: int, action: int) -> None:
    """7.order.1: a Power takes the action of its dial; an uncontrolled Minor Power takes none."""
    # 11.bid.14
    if g.setting.lempereur and power == FRANCE:
        napoleons_turn(g, action)
    elif g.master[power] != NOBODY:
        ACTIONS[action](g, power)
