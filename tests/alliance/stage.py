"""Positions of Alliance made to order, so that a test reads like a ruling: set it up in three lines, act, look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from grognard import Game, Refusal
from grognard.engine import dice
from grognard.engine.game import Start
from grognard.engine.judgement import Opinion
from grognard.games.alliance import GAME, setup, snapshot
from grognard.games.alliance.battles import battle_phase
from grognard.games.alliance.board import NOBODY
from grognard.games.alliance.defeat import defeats
from grognard.games.alliance.judgement import JUDGEMENT
from grognard.games.alliance.pacts import make_pact
from grognard.games.alliance.pieces import relocate, set_steps
from grognard.games.alliance.position import FACE_UP, IN_POOL, Position
from grognard.games.alliance.roster import FORTRESS
from grognard.games.alliance.sequence import begin_turn
from grognard.games.alliance.setting import AllianceSetting, choose_setting
from grognard.games.alliance.states import settle
from grognard.games.alliance.turns import player_turn

PLAIN_CARDS = (0, 1, 2, 3, 4, 5, 6)
"""Low cards without events; each player holds another."""


class Stage:
    """A board of a scenario with its alliances and treasuries, and no block on it: all wait face up.

    >>> s = Stage(players=2).put("bavaria", "fr-inf-1", "fr-inf-2").put("bohemia", "au-inf-1")
    >>> s.turn("france")
    >>> s.act("france", "group", "bavaria")
    """

    def __init__(self, scenario: str = "1804", players: int | None = None, seed: int = 1, **options: Any) -> None:
        setting: AllianceSetting = choose_setting(scenario, players, options, None)
        self.setting = setting
        g = setup.set_up(setting, dice.key_from_seed(seed))
        self.g: Position = g
        g.agenda.clear()
        for block in range(setting.roster.count):
            relocate(g, block, FACE_UP, openly=True)
        g.year = setting.first_year
        g.gold = [0] * len(g.gold)
        self.game: Game | None = None
        self.order(*(setting.powers[p] for p in setting.played))

    # --- setting it up -----------------------------------------------------------------------------------------------

    def put(self, where: str, *blocks: str, steps: int | None = None, port: str | None = None) -> Stage:
        """Blocks in a place, at full strength unless told otherwise."""
        for name in blocks:
            block = self.block(name)
            set_steps(self.g, block, self.setting.roster.steps[block] if steps is None else steps)
            relocate(self.g, block, self.place(where), NOBODY if port is None else self.place(port), openly=True)
            self.g.seen[block] = self.g.blocks[block].steps
        return self

    def manned(self, *but: str) -> Stage:
        """Every empire but these has four armies at home, so that none is beaten for want of blocks."""
        board, roster = self.setting.board, self.setting.roster
        for empire in range(7):
            if self.setting.powers[empire] not in but:
                free = [
                    roster.ids[b] for b in roster.of[empire] if self.g.blocks[b].at < 0 and roster.kind[b] < FORTRESS
                ]
                self.put(board.ids[board.capital[empire]], *free[:4])
        return self

    def pool(self, *blocks: str) -> Stage:
        """Blocks upright in the Force Pool."""
        for name in blocks:
            relocate(self.g, self.block(name), IN_POOL, openly=True)
        return self

    def ally(self, state: str, empire: str | None) -> Stage:
        """Tie an NPE or a minor to an empire; None makes it neutral."""
        self.g.tie[self.state(state)] = NOBODY if empire is None else self.state(empire)
        settle(self.g)
        return self

    def pact(self, one: str, other: str, *, openly: bool = True) -> Stage:
        make_pact(self.g, self.state(one), self.state(other), openly=openly)
        self.g.changed = [0] * len(self.g.changed)
        return self

    def gold(self, **treasuries: int) -> Stage:
        for player, gold in treasuries.items():
            self.g.gold[self.state(player)] = gold
        return self

    def order(self, *players: str, cards: Iterable[int] | None = None) -> Stage:
        """The order of play, and the cards (numbers 1 to 42) that made it; else plain low cards of nobody's own."""
        numbers = list(cards) if cards is not None else list(range(len(players), 0, -1))
        self.g.order = tuple(self.state(player) for player in players)
        self.g.played = [NOBODY] * len(self.g.played)
        self.g.event_ready = 0
        for player, number in zip(self.g.order, numbers, strict=True):
            self.g.played[player] = number - 1
            if self.setting.deck.event[number - 1] not in ("", "diplomacy-plus-2"):
                self.g.event_ready |= 1 << player
        return self

    def season(self, turn: int) -> Stage:
        """The Game Turn, 1 to 4; the fourth is Winter."""
        self.g.turn = turn
        self.g.unsettle()
        return self

    # --- playing it --------------------------------------------------------------------------------------------------

    def turn(self, player: str, ap: int | None = None) -> Stage:
        """It is this player's turn."""
        self.begin((player_turn, self.state(player)))
        if ap is not None:
            self.position.ap = ap
        return self

    def battles(self) -> Stage:
        """The Battle Phase begins."""
        return self.begin((battle_phase,))

    def reckoning(self) -> Stage:
        """The Game Turn ends: who is beaten?"""
        return self.begin((defeats, 0))

    def next_turn(self, number: int) -> Stage:
        begin_turn(self.g, number)
        return self

    def begin(self, *tasks: tuple[Any, ...]) -> Stage:
        """Do these, up to the first question."""
        g = self.position if self.game is not None else self.g
        g.agenda.clear()
        g.todo(*tasks)
        self.game = Game(GAME, Start(self.setting, g.key, snapshot.take(g)))
        self.g = self.position
        return self

    def act(self, player: str, *action: str | int) -> Stage:
        """Take an action for a player (in the solitaire game: for the one seat)."""
        self.play.act(self.seat(player), action)
        self.g = self.position
        return self

    def seat(self, player: str) -> str:
        return "solitaire" if self.setting.solitaire else player

    # --- looking at it -----------------------------------------------------------------------------------------------

    @property
    def play(self) -> Game:
        if self.game is None:
            raise AssertionError("begin something first")
        return self.game

    @property
    def position(self) -> Position:
        position = self.play.position
        if not isinstance(position, Position):
            raise TypeError("not a position of Alliance")
        return position

    @property
    def asks(self) -> str:
        """The name of the decision that is open; "" if none is."""
        return self.position.agenda[-1][0].name if self.position.agenda else ""

    def options(self, player: str, verb: str | None = None) -> list[tuple[str | int, ...]]:
        """What a player may do now, or only the options of one verb."""
        return [tuple(a) for a in self.play.options(self.seat(player)) if verb is None or a[0] == verb]

    def may(self, player: str, *action: str | int) -> bool:
        return action in self.options(player)

    def why(self, player: str, *action: str | int) -> Refusal:
        """The refusal of an action; fails if it is allowed."""
        refusal = self.play.explain(self.seat(player), action)
        assert refusal is not None, f"{action} is allowed"
        return refusal

    def where(self, block: str) -> str | None:
        """The place of a block; None off the map."""
        at = self.g.blocks[self.block(block)].at
        return self.setting.board.ids[at] if at >= 0 else None

    def steps(self, block: str) -> int:
        return self.g.blocks[self.block(block)].steps

    def master(self, state: str) -> str | None:
        """The player who runs a state."""
        master = self.g.master[self.state(state)]
        return self.setting.powers[master] if master != NOBODY else None

    def events(self, kind: str) -> list[dict[str, Any]]:
        """The data of all events of a kind so far, as their seats know them."""
        return [GAME.event_data(self.position, e) for _, e in self.play.journal if type(e.event).__name__ == kind]

    def place(self, name: str) -> int:
        return self.setting.board.number[name]

    def block(self, name: str) -> int:
        return self.setting.roster.number[name]

    def state(self, name: str) -> int:
        return self.setting.board.state_number[name]


Weighed = dict[tuple[Any, ...], tuple[float, str]]
"""Option -> what it is worth, and why."""


def judged(s: Stage, player: str) -> Weighed:
    """Every option before a player, as the staff finds it."""
    return _weighed(s, player, JUDGEMENT.opinions)


def foreseen(s: Stage, player: str) -> Weighed:
    """The same by one who thinks of later turns."""
    return _weighed(s, player, JUDGEMENT.foresight)


def _weighed(s: Stage, player: str, ask: Callable[..., Sequence[Opinion] | None]) -> Weighed:
    g, power = s.position, s.state(player)
    options = g.options(power)
    opinions = ask(g, power, options)
    assert opinions is not None
    return {option: (o.worth, o.words) for option, o in zip(options, opinions, strict=True)}
