"""3.2: a Player Turn: moves, levies, sea moves, alliances, and saving what is left."""

from __future__ import annotations

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal
from grognard.games.alliance.aftermath import SCRAP, surplus
from grognard.games.alliance.board import NOBODY, members
from grognard.games.alliance.events import PlayerTurnBegan, PlayerTurnEnded
from grognard.games.alliance.levies import cannot_build, cannot_levy, levies, levy, start_building
from grognard.games.alliance.movement import cannot_open, groups, open_group
from grognard.games.alliance.pacts import TALK, refuse_talk, take_talk, talks_in_turn
from grognard.games.alliance.position import Position, decision, procedure
from grognard.games.alliance.purse import cannot_pay
from grognard.games.alliance.seamoves import NO_WAY, cannot_ship, embark, voyages
from grognard.games.alliance.states import camp, lie
from grognard.games.alliance.supply import supply


@procedure
def player_turn(g: Position, player: int) -> None:
    """3.2.1, 3.2.2: three Action Points, four for a card of the player's own empire (B4)."""
    deck = g.setting.deck
    g.active = player
    g.ap = deck.action_points
    if deck.empire[g.played[player]] == player and not g.setting.solitaire:  # I-5
        g.ap += deck.own_empire_bonus
    g.gold_spent = 0
    g.talked = ()
    g.invasion = (NOBODY, NOBODY, 0)
    g.guided = (NOBODY, NOBODY, NOBODY)
    g.seas_at_start = lie(g, player).friendly
    g.tell("3.1.4", PlayerTurnBegan, player, g.ap)
    g.todo((ACTION, player))


def action_options(g: Position, player: int) -> list[Action]:
    return [
        *groups(g, player),
        *levies(g, player),
        *voyages(g, player),
        *talks_in_turn(g, player),
        ("end",),
    ]


def refuse_action(g: Position, action: Action, player: int) -> Refusal | None:
    verb = action[0]
    if verb == "group":
        return cannot_open(g, player, action[1])
    if verb in ("levy", "build", "ship"):
        block = action[1]
        if verb == "levy":
            return cannot_levy(g, player, block, supply(g, player)) or cannot_pay(g, player)
        if verb == "build":
            return cannot_build(g, player, block, supply(g, player)) or cannot_pay(g, player)
        return cannot_ship(g, player, block) or cannot_pay(g, player) or NO_WAY
    return refuse_talk(g, action, player)


def take_action(g: Position, action: Action, player: int) -> None:
    verb = action[0]
    if verb == "end":
        end_turn(g, player)
        return
    g.todo((ACTION, player))
    if verb == "group":
        open_group(g, player, action[1])
    elif verb == "levy":
        levy(g, player, action[1])
    elif verb == "build":
        start_building(g, player, action[1])
    elif verb == "ship":
        embark(g, player, action[1])
    elif verb in TALK:
        take_talk(g, action, player)


ACTION = decision(
    Decision(
        name="action",
        clause="3.2.13",
        prompt="{0}: move a group, levy, or end your turn",
        kinds=("state",),
        options=action_options,
        take=take_action,
        refuse=refuse_action,
    )
)


def end_turn(g: Position, player: int) -> None:
    """3.2.11: unused Action Points become Gold; then stacking is tested (1.4.5, L10)."""
    saved = 0 if g.setting.solitaire else g.ap
    g.gold[player] += saved
    g.ap = 0
    g.tell("3.2.11", PlayerTurnEnded, player, saved)
    g.todo((clear_surplus, player))


@procedure
def clear_surplus(g: Position, player: int) -> None:
    """L10: in each overstacked Region the acting player eliminates friendly blocks of his choice until it fits."""
    forces = camp(g, player).forces
    for place in members(lie(g, player).own & ~g.setting.sea_mask):
        if len(g.at[place]) > 1 and any(forces >> b & 1 for b in surplus(g, place)):
            g.todo((SCRAP, player, place), (clear_surplus, player))
            return
