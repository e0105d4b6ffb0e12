"""8. Battles, step 1: who takes part, and how strong each side is."""

from __future__ import annotations

from grognard.games.coalitions.board import BRITAIN, NOBODY, POWERS
from grognard.games.coalitions.events import BattleBegan
from grognard.games.coalitions.pieces import forget_hand, remember_hand
from grognard.games.coalitions.position import Battle, Position, procedure
from grognard.games.coalitions.relations import hostile, voice


def battle_of(g: Position) -> Battle:
    if g.battle is None:
        raise AssertionError("no battle is going on")
    return g.battle


def strength(g: Position, generals: tuple[int, ...], garrison: int, territory: int) -> int:
    """8.strength: General 1, each Unit 1, Garrison 1, or 4 with a Fortress. Allies add up."""
    # 7.mobilisation.11
    total = sum(1 + g.generals[i].units for i in generals)
    if garrison != NOBODY:
        parts = g.setting.components
        fortified = g.fortresses >> territory & 1
        total += parts.garrison_strength_with_fortress if fortified else parts.garrison_strength
    return total


def attack_strength(g: Position, battle: Battle) -> int:
    base = strength(g, (battle.attacker,), NOBODY, battle.territory)
    return base + wellingtons_strength(g, battle, battle.attack_support)


def defence_strength(g: Position, battle: Battle) -> int:
    base = strength(g, battle.defenders, battle.garrison, battle.territory)
    return base + wellingtons_strength(g, battle, battle.defence_support)


def wellingtons_strength(g: Position, battle: Battle, supporters: tuple[int, ...]) -> int:
    """10.generals.3-4: Wellington supporting by land adds 1 and his Units; over a Sea Lane nothing."""
    wellington = g.named[BRITAIN]
    if not g.setting.named_generals or wellington not in supporters:
        return 0
    by_land = g.board.beside[battle.territory] >> g.generals[wellington].at & 1
    return 1 + g.generals[wellington].units if by_land else 0


def defending_powers(g: Position, battle: Battle) -> set[int]:
    """8.cards.3: Powers with Generals or a Garrison in the territory."""
    powers = {g.owner[i] for i in battle.defenders}
    if battle.garrison != NOBODY:
        powers.add(battle.garrison)
    return powers


def begin_battle(g: Position, territory: int, attacker: int) -> None:
    """8.strength.3: Generals and Garrisons of allies defend together."""
    power = g.owner[attacker]
    defenders = tuple(sorted(i for i in g.at[territory] if hostile(g, power, g.owner[i], territory)))
    garrison = g.garrisons[territory]
    if garrison != NOBODY and not hostile(g, power, garrison, territory):
        garrison = NOBODY
    battle = Battle(territory, attacker, garrison, g.controller(territory), defenders)
    g.battle = battle
    _take_over_the_leaderless(g, power)
    attack, defence = attack_strength(g, battle), defence_strength(g, battle)
    g.tell("8.when.2", BattleBegan, territory, attacker, defenders, garrison, attack, defence)


def _take_over_the_leaderless(g: Position, attacker: int) -> None:
    """11.uncontrolled.3: an uncontrolled Minor Power is run for the battle by Britain, or by France."""
    # 11.uncontrolled.4
    if g.setting.lempereur:
        return
    for power in defending_powers(g, battle_of(g)):
        if g.keeper[power] == NOBODY:
            g.keeper[power] = g.keeper[voice(g, power, attacker)]
            forget_hand(g, power, g.keeper[power])
            g.show()  # its new keeper sees its hand


@procedure
def end_battle(g: Position) -> None:
    """The temporary controller of a Minor Power lets go of it, remembering its hand."""
    g.battle = None
    if g.setting.lempereur:
        return
    for power in POWERS:
        if g.master[power] == NOBODY and g.keeper[power] != NOBODY:
            remember_hand(g, power, g.keeper[power])
            g.keeper[power] = NOBODY
