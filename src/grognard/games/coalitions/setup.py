"""2. Set up: the pieces of a scenario, the naming of Generals, the deal."""

from __future__ import annotations

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.coalitions.board import FRANCE, NOBODY, POWERS
from grognard.games.coalitions.events import GeneralNamed
from grognard.games.coalitions.pieces import NO_CARDS, draw_cards, relocate, set_garrison
from grognard.games.coalitions.position import (
    BRITISH,
    FRENCH,
    IN_THE_BOX,
    OFF_MAP,
    General,
    Position,
    decision,
    procedure,
)
from grognard.games.coalitions.relations import settle
from grognard.games.coalitions.sequence import play_round
from grognard.games.coalitions.setting import CoalitionsSetting
from grognard.games.coalitions.words import STATUS_IDS


def empty_board(setting: CoalitionsSetting, key: bytes) -> Position:
    """A position with nothing on it and nothing to do."""
    g = Position()
    powers, board = len(POWERS), setting.board
    g.setting, g.board, g.key = setting, board, key
    g.agenda, g.waiting, g.answers = [], (), ()
    g.outcome, g.ending = None, ""
    g.counters = [0] * len(Position.streams)
    g.log, g.boundary = [], False
    g.owner = setting.general_power
    g.generals = [General(OFF_MAP, 0)] * len(setting.general_power)
    g.at, g.on_map, g.off_map = [()] * board.count, [()] * powers, list(setting.generals_of)
    g.garrisons, g.garrisoned = [NOBODY] * board.count, 0
    g.held = list(board.homes)
    g.fortresses = 0
    g.supply = list(setting.tokens)
    g.morale, g.money, g.influence = [0] * powers, [0] * powers, [0] * powers
    g.status = [BRITISH] * powers
    g.status[FRANCE] = FRENCH
    g.master = [p if setting.lempereur or p in setting.majors else NOBODY for p in POWERS]
    g.keeper = list(setting.seat_of)
    g.allies, g.enemies = [0] * powers, [0] * powers
    g.hands, g.overfull = [NO_CARDS] * powers, 0
    a, b, c, d = setting.card_counts
    g.deck, g.discards = (a, b, c, d), NO_CARDS
    g.remembered = [()] * powers
    g.napoleon_deck = (1 << len(setting.data.cards.napoleon)) - 1 if setting.lempereur else 0
    g.round, g.turn = 0, 0
    g.named = (NOBODY,) * powers
    g.spain_closed = g.orient_card = False
    g.declared, g.before, g.expelled = (), (0,) * powers, 0
    g.move, g.battle = None, None
    g.spent_this_turn = 0
    return g


def set_up(setting: CoalitionsSetting, key: bytes) -> Position:
    """2.setup.7-11: statuses, tracks and pieces as the scenario prints them; then naming, the deal, and round 1."""
    g = empty_board(setting, key)
    scenario, number = setting.record, setting.board.number
    for p in POWERS:
        power = setting.powers[p]
        pieces = scenario.power[power]
        g.morale[p] = scenario.morale[power]
        if not setting.lempereur:
            g.status[p] = STATUS_IDS.index(scenario.status[power])
        if p not in setting.minors:
            g.money[p] = pieces.money  # 11.setup.6
            g.influence[p] = scenario.influence  # 11.setup.5
        for general, stand in zip(setting.generals_of[p], pieces.generals, strict=False):
            g.generals[general] = General(OFF_MAP, stand.units)
            g.supply[p] -= stand.units
            relocate(g, general, number[stand.at])
        for t in pieces.garrisons:
            g.supply[p] -= 1
            set_garrison(g, number[t], p)
        for t in pieces.fortresses:
            g.fortresses |= 1 << number[t]
    g.spain_closed = "spain-closed" in scenario.special
    g.orient_card = "armee-d-orient" in scenario.special
    if setting.lempereur:
        set_up_lempereur(g)
    settle(g)
    g.todo((name_napoleon,), (name_generals,), (deal,), (play_round,))
    return g


def set_up_lempereur(g: Position) -> None:
    """12.setup.2-6: a Garrison in every French home, the Napoleon pawn in the box, only French Influence."""
    for t in range(g.board.count):
        if g.board.home[t] == FRANCE and g.garrisons[t] == NOBODY:
            g.supply[FRANCE] -= 1
            set_garrison(g, t, FRANCE)
    relocate(g, g.off_map[FRANCE][-1], IN_THE_BOX)
    g.influence = [0] * len(POWERS)
    g.influence[FRANCE] = g.setting.level


# --- naming ---------------------------------------------------------------------------------------------------------

NOT_ELIGIBLE = Refusal("2.setup.15", "That General cannot be Napoleon in this scenario.")
NOT_ITS_OWN = Refusal("10.generals.2", "A Power names one of its own Generals.")
ALIKE = Refusal("2.setup.15", "Generals off the map are alike: name the one that is offered.")


@procedure
def name_napoleon(g: Position) -> None:
    """2.setup.15: France names Napoleon, unless the scenario says who he is."""
    if g.setting.lempereur:
        return
    rule = g.setting.record.napoleon
    if rule.rule == "offmap":
        _name(g, FRANCE, g.off_map[FRANCE][0])
    elif rule.rule == "at" and rule.at is not None:
        _name(g, FRANCE, g.general_of(FRANCE, g.board.number[rule.at]))
    else:
        g.agenda.append((NAME_NAPOLEON, FRANCE))


@procedure
def name_generals(g: Position) -> None:
    """10.generals.2: with the option each other Power names its General; a Minor Power's is the first of its list."""
    if not g.setting.named_generals:
        return
    for power in POWERS:
        if power in g.setting.minors:
            _name(g, power, g.setting.generals_of[power][0])
    g.todo(*((NAME_GENERAL, p) for p in POWERS if p != FRANCE and p not in g.setting.minors))


def eligible_names(g: Position, power: int) -> list[int]:
    """Generals off the map are alike, so one of them stands for all."""
    on_map_only = power == FRANCE and g.setting.record.napoleon.rule == "onmap"
    return [*g.on_map[power], *([] if on_map_only else g.off_map[power][:1])]


def names_to_choose(g: Position, power: int) -> list[Action]:
    return [("name", i) for i in eligible_names(g, power)]


def refuse_name(g: Position, action: Action, power: int) -> Refusal | None:
    if action[0] != "name":
        return None
    off_map = g.off_map[power]
    if action[1] in off_map and off_map[0] in eligible_names(g, power):
        return ALIKE
    return NOT_ELIGIBLE if power == FRANCE else NOT_ITS_OWN


def name_chosen(g: Position, action: Action, power: int) -> None:
    _name(g, power, action[1])


def _name(g: Position, power: int, general: int) -> None:
    g.named = tuple(general if p == power else named for p, named in enumerate(g.named))
    record = next(n for n in g.setting.data.cards.general if n.power == g.setting.powers[power])
    clause = "2.setup.15" if power == FRANCE else "10.generals.2"
    g.tell(clause, GeneralNamed, power, general, record.name, g.generals[general].at)


NAME_NAPOLEON = decision(
    Decision(
        name="name-napoleon",
        clause="2.setup.15",
        prompt="Which French General is Napoleon?",
        kinds=("power",),
        options=names_to_choose,
        take=name_chosen,
        refuse=refuse_name,
    )
)
NAME_GENERAL = decision(
    Decision(
        name="name-general",
        clause="10.generals.2",
        prompt="Which General of {0} is the named one?",
        kinds=("power",),
        options=names_to_choose,
        take=name_chosen,
        refuse=refuse_name,
    )
)

# --- the deal -------------------------------------------------------------------------------------------------------


@procedure
def deal(g: Position) -> None:
    """2.setup.10: each Power is dealt the cards its scenario prints; France none in L'Empereur (12.setup.3)."""
    # 13.1812.11
    for p in POWERS:
        if not (g.setting.lempereur and p == FRANCE):
            draw_cards(g, p, g.setting.record.power[g.setting.powers[p]].cards, "2.setup.10")
