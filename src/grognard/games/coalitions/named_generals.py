"""10. Generals' special abilities (optional). Napoleon's own stands with movement, Wellington's with strength."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine.decision import Action, Decision, Reaction
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.answers import NO, YES, sample_yes_or_no, yes_or_no
from grognard.games.coalitions.board import AUSTRIA, NOBODY, OTTOMANS, PRUSSIA, RUSSIA, members
from grognard.games.coalitions.events import ConsentAnswered, UnitsLost, Withdrew
from grognard.games.coalitions.garrisons import cannot_garrison
from grognard.games.coalitions.pieces import place_garrison, relocate
from grognard.games.coalitions.position import Battle, General, Position, decision, procedure
from grognard.games.coalitions.reach import cannot_enter, cannot_stop
from grognard.games.coalitions.relations import allied, enemies_present, enemy_general_in
from grognard.games.coalitions.strength import battle_of, end_battle


def is_named(g: Position, power: int, general: int) -> bool:
    """Whether this is the power's named General and the option is played."""
    # 10.generals.1
    return g.setting.named_generals and g.named[power] == general


def schwarzenbergs_extra(g: Position, battle: Battle, general: int) -> int:
    """10.generals.5: one more card for each allied Power that supports him."""
    if not is_named(g, AUSTRIA, general):
        return 0
    if general == battle.attacker:
        supporters = battle.attack_support
    elif general in battle.defenders:
        supporters = battle.defence_support
    else:
        return 0
    return len({g.owner[i] for i in supporters} - {AUSTRIA})


def spared_units(g: Position, general: int, units_before: int) -> int:
    """10.generals.6: Blücher, losing, loses at most 2 Units, the one every participant loses included."""
    return max(units_before - 2, 0) if is_named(g, PRUSSIA, general) else 0


# --- stepping aside: Blücher and Kutuzov ----------------------------------------------------------------------------

STEPS_ASIDE = {PRUSSIA: "10.generals.7", RUSSIA: "10.generals.9"}
ENEMY_THERE = {p: Refusal(clause, "An enemy General or Garrison is there.") for p, clause in STEPS_ASIDE.items()}
NOT_ADJACENT = {p: Refusal(clause, "He can only go to an adjacent territory.") for p, clause in STEPS_ASIDE.items()}
REFUSED = Refusal("7.move.14", "The ally that controls it has refused.")


def cannot_step_aside(g: Position, general: int, territory: int, refused: int) -> Refusal | None:
    """To an adjacent territory free of enemies that he may enter."""
    power = g.owner[general]
    if not g.board.beside[g.generals[general].at] >> territory & 1:
        return NOT_ADJACENT[power]
    if refused >> territory & 1:
        return REFUSED
    if enemies_present(g, power, territory):
        return ENEMY_THERE[power]
    return cannot_enter(g, power, territory) or cannot_stop(g, general, territory)


def places_aside(g: Position, general: int, refused: int) -> list[int]:
    here = g.generals[general].at
    return [t for t in g.board.adjacent[here] if cannot_step_aside(g, general, t, refused) is None]


def ally_to_ask(g: Position, general: int, territory: int) -> int:
    """The ally whose consent is needed to go there, or NOBODY."""
    power, owner = g.owner[general], g.controller(territory)
    if owner in (NOBODY, power) or not allied(g, power, owner) or g.keeper[owner] == g.keeper[power]:
        return NOBODY
    return owner


# --- Kutuzov --------------------------------------------------------------------------------------------------------


@procedure
def kutuzov_may_withdraw(g: Position, refused: int) -> None:
    """10.generals.8: as a defender, after strengths are added up and before support is declared."""
    kutuzov = g.named[RUSSIA]
    if not is_named(g, RUSSIA, kutuzov) or kutuzov not in battle_of(g).defenders:
        return
    if places_aside(g, kutuzov, refused):
        g.agenda.append((WITHDRAW, RUSSIA, kutuzov, refused))


def withdrawals(g: Position, _power: int, general: int, refused: int) -> list[Action]:
    return [("no",), *(("go", t) for t in places_aside(g, general, refused))]


def refuse_withdrawal(g: Position, action: Action, _power: int, general: int, refused: int) -> Refusal | None:
    return cannot_step_aside(g, general, action[1], refused) if action[0] == "go" else None


def withdrawal_chosen(g: Position, action: Action, _power: int, general: int, refused: int) -> None:
    if action[0] == "no":
        return
    owner = ally_to_ask(g, general, action[1])
    if owner == NOBODY:
        _withdraw(g, general, action[1])
    else:
        g.agenda.append((SHELTER, owner, general, action[1], refused))


WITHDRAW = decision(
    Decision(
        name="withdraw",
        clause="10.generals.8",
        prompt="Does Kutuzov withdraw from the battle?",
        kinds=("power", "general", ""),
        options=withdrawals,
        take=withdrawal_chosen,
        refuse=refuse_withdrawal,
    )
)


def shelter_answered(g: Position, action: Action, owner: int, general: int, territory: int, refused: int) -> None:
    granted = action[0] == "yes"
    g.tell("7.move.14", ConsentAnswered, owner, general, territory, granted, g.generals[general].at)
    if granted:
        _withdraw(g, general, territory)
    else:
        g.agenda.append((kutuzov_may_withdraw, refused | 1 << territory))


SHELTER = decision(
    Decision(
        name="shelter",
        clause="7.move.14",
        prompt="May {1} take shelter in {2}, by leave of {0}?",
        kinds=("power", "general", "territory", ""),
        options=yes_or_no,
        take=shelter_answered,
        sample=sample_yes_or_no,
        reaction=Reaction("passage", YES, NO),
    )
)


def _withdraw(g: Position, general: int, territory: int) -> None:
    """10.generals.8-10: he loses 1 Unit; whoever is left fights on; an emptied territory may be garrisoned."""
    battle = battle_of(g)
    lose_a_unit(g, general, "10.generals.8")
    relocate(g, general, territory)
    g.tell("10.generals.8", Withdrew, general, territory)
    left = tuple(i for i in battle.defenders if i != general)
    if left or battle.garrison != NOBODY:
        g.battle = replace(battle, defenders=left)
        return
    end_battle(g)
    if cannot_garrison(g, battle.attacker, battle.territory) is None:
        g.agenda.append((TAKE_EMPTY, g.owner[battle.attacker], battle.attacker))


def emptied_taken(g: Position, action: Action, _power: int, general: int) -> None:
    if action[0] == "yes":
        place_garrison(g, general, "10.generals.10")


TAKE_EMPTY = decision(
    Decision(
        name="take-empty",
        clause="10.generals.10",
        prompt="The enemy has withdrawn. Place a Garrison with {1}?",
        kinds=("power", "general"),
        options=yes_or_no,
        take=emptied_taken,
        sample=sample_yes_or_no,
    )
)


def lose_a_unit(g: Position, general: int, clause: str) -> None:
    """A General with none loses none."""
    pawn = g.generals[general]
    here, units = pawn.at, pawn.units
    if units:
        g.generals[general] = General(here, units - 1)
        g.supply[g.owner[general]] += 1
        g.tell(clause, UnitsLost, general, 1, here)


# --- the Grand Vizier -----------------------------------------------------------------------------------------------


def grand_vizier_returns_to(g: Position, general: int) -> list[int]:
    """10.generals.11: any Ottoman-controlled territory without another Ottoman General or an enemy General."""
    if not is_named(g, OTTOMANS, general):
        return []
    here = g.generals[general].at
    return [
        t
        for t in members(g.held[OTTOMANS])
        if t != here and g.general_of(OTTOMANS, t) == NOBODY and not enemy_general_in(g, OTTOMANS, t)
    ]
