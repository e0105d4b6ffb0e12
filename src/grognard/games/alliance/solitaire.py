"""The solitaire game: a card decides which empire is played; points are for what it gains."""

from __future__ import annotations

from grognard.games.alliance.battles import battle_phase
from grognard.games.alliance.board import EMPIRES, NOBODY
from grognard.games.alliance.defeat import defeats
from grognard.games.alliance.events import CardTurned, GameWon, Scored
from grognard.games.alliance.hands import draw_from
from grognard.games.alliance.position import Position, procedure
from grognard.games.alliance.sequence import begin_turn
from grognard.games.alliance.turns import player_turn

CARDS = 16
"""solitaire.2: in a pile; the longer game plays one, two or three piles (solitaire.13)."""


@procedure
def solo_turn(g: Position) -> None:
    """solitaire.3: turn the top card; its empire is played."""
    if g.turn == g.setting.solitaire_cards:
        finish(g)
        return
    if g.turn % CARDS == 0:
        g.solo_deck = (1 << g.setting.deck.count) - 1
    begin_turn(g, g.turn + 1)
    card = draw_from(g, g.solo_deck)
    g.solo_deck &= ~(1 << card)
    empire = g.setting.deck.empire[card]
    g.played[empire] = card
    g.order = (empire, *(e for e in EMPIRES if e != empire))
    event = g.setting.deck.event[card]
    if event and event != "diplomacy-plus-2":
        g.event_ready = 1 << empire
    g.tell("solitaire.3", CardTurned, card, empire)
    g.active = empire
    g.solo_held = holdings(g, empire)
    g.todo(
        (player_turn, empire),
        (solo_battles, empire),
        (defeats, 0),
        (score_turn, empire),
        (solo_turn,),
    )


@procedure
def solo_battles(g: Position, empire: int) -> None:
    """solitaire.5: the solo player chooses their order; the active empire stays so."""
    battle_phase(g)
    g.active = empire


def holdings(g: Position, empire: int) -> int:
    """The cities and starred Seas an empire holds, as a mask."""
    mask = 0
    for place in g.board.scoring:
        if solo_holder(g, place) == empire:
            mask |= 1 << place
    return mask


def solo_holder(g: Position, place: int) -> int:
    if g.at[place]:
        return g.master_of(g.at[place][0])
    home = g.board.home[place]
    return NOBODY if home == NOBODY else g.master[home]


@procedure
def score_turn(g: Position, empire: int) -> None:
    """solitaire.7, solitaire.8: what the active empire gained, less what it gave up outside its Homeland (I-1, I-2)."""
    now = holdings(g, empire)
    gained = lost = 0
    for place in range(g.board.count):
        bit = 1 << place
        if now & bit and not g.solo_held & bit:
            gained += g.board.vp[place]
        elif g.solo_held & bit and not now & bit and g.board.home[place] != empire:
            lost += g.board.vp[place]
    g.score += gained - lost
    g.tell("solitaire.7", Scored, empire, gained, lost, g.score)
    if g.fallen:  # L44
        finish(g)


def finish(g: Position) -> None:
    """solitaire.11: won with a point for each card of the game."""
    won = g.score >= g.setting.solitaire_target
    winners = tuple(EMPIRES) if won else ()
    g.tell("solitaire.11", GameWon, winners, "target" if won else "failed")
    g.finish(winners, "target" if won else "failed")
