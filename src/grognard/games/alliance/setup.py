"""12. Set-up: blocks, Gold and alliances of a scenario."""

from __future__ import annotations

from grognard.games.alliance.board import EMPIRES, NOBODY
from grognard.games.alliance.pacts import make_pact
from grognard.games.alliance.pieces import index, lowest_strength, relocate, set_steps
from grognard.games.alliance.position import IN_POOL, Block, Position
from grognard.games.alliance.roster import FORTRESS
from grognard.games.alliance.sequence import play_year
from grognard.games.alliance.setting import AllianceSetting
from grognard.games.alliance.solitaire import solo_turn
from grognard.games.alliance.states import settle


def empty_board(setting: AllianceSetting, key: bytes) -> Position:
    """A position with nothing on it and nothing to do."""
    g = Position()
    board, roster = setting.board, setting.roster
    empires, states = len(EMPIRES), len(board.states)
    g.setting, g.board, g.roster, g.key = setting, board, roster, key
    g.agenda, g.waiting, g.answers = [], (), ()
    g.outcome, g.ending = None, ""
    g.counters = [0] * len(Position.streams)
    g.log, g.boundary = [], False
    g.blocks = [Block(IN_POOL, 1)] * roster.count
    index(g)
    g.supplies = [None] * empires
    g.cover = list(range(roster.count))
    g.seen = [0] * roster.count
    g.tie = [NOBODY] * states
    for player in EMPIRES if setting.solitaire else setting.played:
        g.tie[player] = player
    g.keeper = [0 if setting.solitaire else _seat_of(setting, e) for e in EMPIRES]
    g.master, g.stance = [], [()] * empires
    g.pacts, g.open_pacts, g.permits = [0] * empires, [0] * empires, [0] * empires
    g.bound, g.changed = [0] * empires, [0] * empires
    g.beaten = [NOBODY] * empires
    g.rested, g.fallen, g.surrenders = 0, 0, ()
    g.spoils = [0] * states
    g.gold = [0] * empires
    g.hands = [0] * empires
    g.discards, g.played = [NOBODY] * empires, [NOBODY] * empires
    g.spent, g.order = 0, ()
    g.year, g.turn = setting.first_year - 1, 0
    g.active = g.group = NOBODY
    g.ap = g.gold_spent = g.event_ready = 0
    g.guided = (NOBODY, NOBODY, NOBODY)
    g.talked = ()
    g.moved = g.levied = g.held = 0
    g.voyage = None
    g.invasion, g.landings, g.seas_at_start = (NOBODY, NOBODY, 0), (), 0
    g.fights, g.embattled = [], 0
    g.battle, g.regroup, g.postponed = None, None, ()
    g.score = g.solo_deck = g.solo_held = 0
    settle(g)
    return g


def _seat_of(setting: AllianceSetting, empire: int) -> int:
    return setting.played.index(empire) if empire in setting.played else NOBODY


def set_up(setting: AllianceSetting, key: bytes) -> Position:
    """12.0: blocks as the scenario lists them, one step down in 1804 and 1808; then the first year."""
    g = empty_board(setting, key)
    ally(g)
    _lay_out(g)
    if not setting.solitaire:
        _fill_treasuries(g)
        _first_pacts(g)
        g.changed = [0] * len(g.changed)
        g.todo((play_year,))
    else:
        g.todo((solo_turn,))
    return g


def ally(g: Position) -> None:
    """12.0.5, L2: minors are tied as listed; an unplayed empire listed as an ally is its ally's NPE."""
    number = g.board.state_number
    for power in g.setting.record.power:
        empire = number[power.id]
        for minor in power.minors:
            g.tie[number[minor]] = empire
        if g.tie[empire] == NOBODY:
            g.tie[empire] = patron(g, empire)
    settle(g)


def patron(g: Position, empire: int) -> int:
    """L2: the player an unplayed empire starts allied with, or NOBODY."""
    if g.setting.solitaire:
        return NOBODY
    bloc = bloc_of(g, empire)
    named = ally_of(g, empire)
    if named in g.setting.played:
        return named
    return next((e for e in bloc if e in g.setting.played and e != empire), NOBODY)


def ally_of(g: Position, empire: int) -> int:
    number = g.board.state_number
    power = next(p for p in g.setting.record.power if number[p.id] == empire)
    return NOBODY if power.ally is None else number[power.ally]


def bloc_of(g: Position, empire: int) -> list[int]:
    """The empires a scenario lists on one side: an empire and those allied with it, in scenario order."""
    head = ally_of(g, empire)
    head = empire if head == NOBODY else head
    number = g.board.state_number
    listed = [number[p.id] for p in g.setting.record.power]
    return [e for e in listed if e == head or ally_of(g, e) == head]


def _first_pacts(g: Position) -> None:
    """L2: played empires listed on one side start allied, and everybody knows."""
    for a in g.setting.played:
        for b in bloc_of(g, a):
            if a < b and b in g.setting.played:
                make_pact(g, a, b, openly=True)


def _fill_treasuries(g: Position) -> None:
    """12.0.6, B5: a player has his own Gold and half that of his NPEs."""
    number = g.board.state_number
    divisor = g.setting.data.scenarios.calendar.npe_gold_divisor
    for power in g.setting.record.power:
        empire = number[power.id]
        master = g.master[empire]
        if master != NOBODY:
            g.gold[master] += power.gold if master == empire else power.gold // divisor


def _lay_out(g: Position) -> None:
    number, blocks = g.board.number, g.roster.number
    weaker = g.setting.record.deploy == "minus-one"
    places = [stand for power in g.setting.record.power for stand in power.place]
    for stand in (*places, *g.setting.record.neutral):
        for name in stand.blocks:
            b = blocks[name]
            reduced = weaker and g.roster.kind[b] != FORTRESS
            set_steps(g, b, g.roster.steps[b] - reduced)
            relocate(g, b, number[stand.at], openly=True)
            g.seen[b] = g.blocks[b].steps
    for b in range(g.roster.count):
        if g.blocks[b].at == IN_POOL:
            set_steps(g, b, lowest_strength(g, b))
            g.seen[b] = g.blocks[b].steps
