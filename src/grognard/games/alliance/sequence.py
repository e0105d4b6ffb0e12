"""The sequence of play: years of four Game Turns, each of cards, actions and battles; and the Winter."""

from __future__ import annotations

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.alliance.battles import battle_phase
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.defeat import defeats
from grognard.games.alliance.diplomacy import diplomacy
from grognard.games.alliance.events import BlockDisbanded, BlocksStoodUp, IncomeCollected, TurnBegan, YearBegan
from grognard.games.alliance.hands import deal, play_cards
from grognard.games.alliance.income import income
from grognard.games.alliance.pacts import talks
from grognard.games.alliance.pieces import lowest_strength, relocate, reveal, set_steps
from grognard.games.alliance.position import FACE_UP, IN_POOL, WINTER, Position, decision, procedure
from grognard.games.alliance.turns import player_turn
from grognard.games.alliance.victory import final_count, sudden_death


@procedure
def play_year(g: Position) -> None:
    """turn.1: cards are dealt, players talk (in set-up and in Winter), then four Game Turns."""
    g.year += 1
    g.tell("turn.1", YearBegan, g.year)
    g.todo(
        (deal,),
        (talks, 1),
        *((game_turn, number) for number in range(1, WINTER + 1)),
        (end_of_year,),
    )


@procedure
def game_turn(g: Position, number: int) -> None:
    """turn.2-8: the Card Phase with its diplomacy, the Action Phase, the Battle Phase, and what came of it."""
    begin_turn(g, number)
    g.todo(
        (play_cards,),
        (diplomacy,),
        (action_phase,),
        (battle_phase,),
        (defeats, 0),
        (sudden_death,),
    )


def begin_turn(g: Position, number: int) -> None:
    """Marks of the last Game Turn are taken off (L47)."""
    g.turn = number
    g.moved = g.levied = g.held = 0
    g.event_ready = 0
    g.landings = ()
    g.order = ()
    g.played = [NOBODY] * len(g.played)
    g.changed = [0] * len(g.changed)
    g.spoils = [0] * len(g.spoils)
    if g.winter:  # L37
        g.bound = [0] * len(g.bound)
    g.tell("turn.1", TurnBegan, g.year, number)


@procedure
def action_phase(g: Position) -> None:
    """3.1.4: player turns in falling order of the cards."""
    g.todo(*((player_turn, player) for player in g.order))


# --- Winter ----------------------------------------------------------------------------------------------------------


@procedure
def end_of_year(g: Position) -> None:
    """3.5, L25: Gold, blocks stood up, disbanding; then the next year, or the count (L27)."""
    for player in g.setting.played:
        earned = income(g, player)
        g.gold[player] += earned.total
        event = (player, earned.homeland, earned.other, g.gold[player])
        if g.setting.hidden_treasuries:
            g.tell_keeper(player, "3.5.5", IncomeCollected, *event)
        else:
            g.tell("3.5.5", IncomeCollected, *event)
    if g.year == g.setting.last_year:
        g.todo((final_count, "points"))
        return
    stand_up(g)
    g.todo((disbanding,), (play_year,))


def stand_up(g: Position) -> None:
    """3.5.6, 7.7.2: blocks eliminated or disbanded in the last year may be built again."""
    waiting = [b for b, block in enumerate(g.blocks) if block.at == FACE_UP]
    for b in waiting:
        relocate(g, b, IN_POOL, openly=True)
    if waiting:
        g.tell("3.5.6", BlocksStoodUp, len(waiting))


@procedure
def disbanding(g: Position) -> None:
    """3.5.7, L26: players may disband blocks, unseen by the others until all have chosen."""
    g.ask_together(REVIEW, g.setting.played)


def review_options(_g: Position, _player: int) -> list[Action]:
    return [("stand",), ("review",)]


def take_review(g: Position, answers: dict[int, Action]) -> None:
    reviewing = tuple(player for player, action in answers.items() if action[0] == "review")
    if reviewing:
        g.ask_together(DISBAND, reviewing)


REVIEW = decision(
    Decision(
        name="review",
        clause="3.5.7",
        prompt="{0}: disband any blocks?",
        kinds=("state",),
        options=review_options,
        take=take_review,
        sealed=True,
    )
)


def cannot_disband(g: Position, player: int, block: int) -> Refusal | None:
    if g.blocks[block].at < 0 or g.master_of(block) != player:
        return Refusal("3.5.7", "Only friendly blocks on the map are disbanded.")
    if block == g.roster.napoleon:
        return Refusal("3.5.7", "Napoleon cannot be disbanded.")
    return None


def disband_options(g: Position, player: int) -> list[Action]:
    return [("stand",), *(("disband", b) for b in range(len(g.blocks)) if cannot_disband(g, player, b) is None)]


def refuse_disband(g: Position, action: Action, player: int) -> Refusal | None:
    return cannot_disband(g, player, action[1]) if action[0] == "disband" else None


def take_disbands(g: Position, answers: dict[int, Action]) -> None:
    again = []
    for player, action in answers.items():
        if action[0] == "disband":
            again.append(player)
            block = action[1]
            at = g.blocks[block].at
            reveal(g, block)
            relocate(g, block, FACE_UP, openly=True)
            set_steps(g, block, lowest_strength(g, block))
            g.seen[block] = lowest_strength(g, block)
            g.tell("3.5.7", BlockDisbanded, block, at)
    if again:
        g.ask_together(REVIEW, tuple(again))


DISBAND = decision(
    Decision(
        name="disband",
        clause="3.5.7",
        prompt="{0}: which block is disbanded?",
        kinds=("state",),
        options=disband_options,
        take=take_disbands,
        refuse=refuse_disband,
        sealed=True,
    )
)
