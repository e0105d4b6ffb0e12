"""What must hold in every position: nothing is lost or doubled, no limit is broken."""

from __future__ import annotations

from grognard.games.alliance.board import EMPIRES, NOBODY
from grognard.games.alliance.pieces import index, is_army, lowest_strength
from grognard.games.alliance.position import FACE_UP, Position
from grognard.games.alliance.roster import FLEET, FORTRESS
from grognard.games.alliance.states import allied


def faults(g: Position) -> list[str]:
    """Everything that is wrong with the position."""
    return [*_blocks(g), *_index(g), *_company(g), *_fights(g), *_cards(g), *_players(g)]


def _blocks(g: Position) -> list[str]:
    wrong = []
    roster, board = g.roster, g.board
    for b, (at, steps, port) in enumerate(g.blocks):
        name = roster.ids[b]
        if not lowest_strength(g, b) <= steps <= roster.steps[b]:
            wrong.append(f"{name}: strength {steps}")
        if not FACE_UP <= at < board.count:
            wrong.append(f"{name}: nowhere")
        if at < 0:
            continue
        if roster.kind[b] == FLEET:
            if at < board.first_sea and not board.base_seas[at]:
                wrong.append(f"{name}: a fleet on dry land")
            if port != NOBODY and (at >= board.first_sea or port not in board.base_seas[at]):
                wrong.append(f"{name}: tied to a Sea its port does not open on")
        elif at >= board.first_sea:
            wrong.append(f"{name}: an army in the water")
        if roster.kind[b] == FORTRESS and at != roster.site[b]:
            wrong.append(f"{name}: a fortress out of its place")
    return wrong


def _index(g: Position) -> list[str]:
    standing: list[list[int]] = [[] for _ in range(g.board.count)]
    for b, block in enumerate(g.blocks):
        if block.at >= 0:
            standing[block.at].append(b)
    wrong = [
        f"{g.board.ids[place]}: the index of blocks is out of step"
        for place, blocks in enumerate(standing)
        if g.at[place] != tuple(blocks)
    ]
    anew = g.clone()
    index(anew)
    if (g.stand, g.occupied, g.weak, g.ready) != (anew.stand, anew.occupied, anew.weak, anew.ready):
        wrong.append("a mask of blocks or places is out of step")
    for b, label in enumerate(g.cover):
        if g.roster.owner[label] != g.roster.owner[b] or label > b or g.cover[label] != label:
            wrong.append(f"{g.roster.ids[b]}: a bad label of what it can be taken for")
    return wrong


def _company(g: Position) -> list[str]:
    """Unallied blocks stand together only where a battle is due, or where they are all neutral."""
    wrong = []
    calm = g.battle is None and not g.postponed and not _changing(g)
    for place in range(g.board.count):
        players = {g.master_of(b) for b in g.at[place]}
        if calm and not g.embattled >> place & 1 and any(not allied(g, a, b) for a in players for b in players):
            wrong.append(f"{g.board.ids[place]}: enemies in one place and no battle")
        if place in g.board.narrow and calm and not g.embattled >> place & 1:
            armies = sum(is_army(g, b) for b in g.at[place])
            if armies > 1 or len(g.at[place]) - armies > 1:
                wrong.append(f"{g.board.ids[place]}: more than one army and one fleet")
    return wrong


def _changing(g: Position) -> bool:
    """States are changing sides; the battles that follow are still on the agenda."""
    return any(getattr(task[0], "__name__", getattr(task[0], "name", "")) in ("clashes", "clash") for task in g.agenda)


def _fights(g: Position) -> list[str]:
    wrong = []
    if g.embattled != sum(1 << fight.place for fight in g.fights):
        wrong.append("the mask of embattled places is out of step")
    for fight in g.fights:
        name = g.board.ids[fight.place]
        here = sum(1 << b for b in g.at[fight.place])
        if fight.attack & fight.defence:
            wrong.append(f"{name}: a block on both sides")
        if g.battle is None and (fight.attack | fight.defence) & ~here:
            wrong.append(f"{name}: a block of the battle is elsewhere")
        if fight.reserves & ~(fight.attack | fight.defence):
            wrong.append(f"{name}: a reserve of neither side")
    return wrong


def _cards(g: Position) -> list[str]:
    wrong = []
    seen = 0
    for player in EMPIRES:
        if g.hands[player] & seen:
            wrong.append("a card in two hands")
        seen |= g.hands[player]
        if g.hands[player].bit_count() > g.setting.deck.dealt:
            wrong.append(f"{g.setting.powers[player]}: too many cards")
        if g.discards[player] != NOBODY and seen >> g.discards[player] & 1:
            wrong.append("a card laid aside is in a hand")
    return wrong


def _players(g: Position) -> list[str]:
    wrong = []
    for a in EMPIRES:
        if g.gold[a] < 0:
            wrong.append(f"{g.setting.powers[a]}: Gold below 0")
        wrong += [
            f"{g.setting.powers[a]} and {g.setting.powers[b]}: a one-sided alliance"
            for b in EMPIRES
            for masks in (g.pacts, g.open_pacts)
            if masks[a] >> b & 1 != masks[b] >> a & 1
        ]
        if g.open_pacts[a] & ~g.pacts[a] or g.permits[a] & ~g.pacts[a] or g.bound[a] & ~g.pacts[a]:
            wrong.append(f"{g.setting.powers[a]}: leave or duty without an alliance")
    for state, tie in enumerate(g.tie):
        if tie == state and state not in EMPIRES:
            wrong.append(f"{g.board.state_ids[state]}: its own master")
    return wrong
