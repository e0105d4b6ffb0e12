"""Positions made to order, so that a test reads like a ruling: set it up in three lines, act, look."""

from __future__ import annotations

from typing import Any

from grognard import Game, Refusal
from grognard.engine import dice, registry
from grognard.engine.game import Start
from grognard.games.coalitions import setup, snapshot
from grognard.games.coalitions.board import FRANCE, NOBODY
from grognard.games.coalitions.diplomacy import diplomacy_phase
from grognard.games.coalitions.pieces import add_units, hold, relocate, set_garrison, with_card
from grognard.games.coalitions.position import IN_THE_BOX, Position
from grognard.games.coalitions.relations import settle
from grognard.games.coalitions.setting import CoalitionsSetting, choose_setting
from grognard.games.coalitions.words import POWER_IDS, STATUS_IDS


class Scene:
    """An empty board of a scenario, with its statuses, 5 Morale each, no Money and no cards dealt.

    >>> s = Scene("1805").general("france", "picardie", units=3).general("austria", "bavaria")
    >>> s.begin(movement, "france")
    >>> s.act("france", "march", s.at("france", "picardie"), "holland")
    """

    def __init__(self, scenario: str = "1805", players: int | None = None, seed: int = 1, **options: Any) -> None:
        setting = choose_setting(scenario, players, options, None)
        self.setting: CoalitionsSetting = setting
        self.g: Position = setup.empty_board(setting, dice.key_from_seed(seed))
        if not setting.lempereur:
            self.g.status = [STATUS_IDS.index(setting.record.status[p]) for p in setting.powers]
        else:
            relocate(self.g, self.g.off_map[FRANCE][-1], IN_THE_BOX)  # 12.setup.5
        self.g.morale = [5] * 6
        self.g.round = 2
        settle(self.g)
        self.game: Game | None = None

    @classmethod
    def opening(cls, scenario: str, players: int | None = None, seed: int = 1, **options: Any) -> Scene:
        """The scenario as it is set up and dealt, at its first question."""
        s = cls(scenario, players, seed, **options)
        s.game = Game(registry.rulebook("coalitions"), Start(s.setting, s.g.key))
        s.g = s.position
        return s

    # --- setting it up ------------------------------------------------------------------------------------------

    def general(self, power: str, where: str, units: int = 0, *, named: bool = False) -> Scene:
        """Put the next General of a power on the map, with Units."""
        p = self.power(power)
        i = self.g.off_map[p][0]
        relocate(self.g, i, self.territory(where))
        add_units(self.g, i, units)
        if named:
            self.g.named = tuple(i if q == p else old for q, old in enumerate(self.g.named))
        return self

    def garrison(self, power: str, *where: str, fortress: bool = False) -> Scene:
        for t in where:
            set_garrison(self.g, self.territory(t), self.power(power))
            self.g.supply[self.power(power)] -= 1
            if fortress:
                self.fortress(t)
        return self

    def fortress(self, *where: str) -> Scene:
        for t in where:
            self.g.fortresses |= 1 << self.territory(t)
        return self

    def status(self, **status: str) -> Scene:
        """status(austria="neutral", russia="british")"""
        for power, name in status.items():
            self.g.status[self.power(power)] = STATUS_IDS.index(name)
        settle(self.g)
        return self

    def run_by(self, **masters: str) -> Scene:
        """run_by(prussia="austria"): a Minor Power under a Major Power, with its status."""
        for minor, master in masters.items():
            m, p = self.power(minor), self.power(master)
            self.g.master[m], self.g.keeper[m], self.g.status[m] = p, self.g.keeper[p], self.g.status[p]
        settle(self.g)
        return self

    def morale(self, **points: int) -> Scene:
        return self._track(self.g.morale, points)

    def money(self, **points: int) -> Scene:
        return self._track(self.g.money, points)

    def influence(self, **points: int) -> Scene:
        return self._track(self.g.influence, points)

    def _track(self, track: list[int], points: dict[str, int]) -> Scene:
        for power, number in points.items():
            track[self.power(power)] = number
        return self

    def hand(self, power: str, *values: int) -> Scene:
        """Deal these cards from the deck."""
        p = self.power(power)
        for value in values:
            self.g.deck = with_card(self.g.deck, value, -1)
            hold(self.g, p, with_card(self.g.hands[p], value, 1))
        return self

    def deck(self, *values: int) -> Scene:
        """Let the deck hold these cards and no others; the rest lie on the discards."""
        a, b, c, d = (values.count(value) for value in (2, 3, 4, 5))
        full = zip(self.g.deck, self.g.discards, (a, b, c, d), strict=True)
        e, f, h, i = (in_deck + discarded - kept for in_deck, discarded, kept in full)
        self.g.deck, self.g.discards = (a, b, c, d), (e, f, h, i)
        return self

    def napoleon_deck(self, *cards: str) -> Scene:
        """Let the Napoleon deck of L'Empereur hold these cards and no others."""
        ids = self.setting.vocabulary.kinds["napoleon-card"].ids
        self.g.napoleon_deck = sum(1 << ids.index(card) for card in cards)
        return self

    # --- playing it ---------------------------------------------------------------------------------------------

    def begin(self, procedure: Any, *arguments: Any) -> Scene:
        """Put a procedure on the agenda (powers and territories by name) and run to the first question."""
        self.g.agenda = [(procedure, *(self._number(a) for a in arguments))]
        start = Start(self.setting, self.g.key, snapshot.take(self.g))
        self.game = Game(registry.rulebook("coalitions"), start)
        self.g = self.game.position  # type: ignore[assignment]  # a game of Coalitions has positions of Coalitions
        return self

    def diplomacy(self, **wanted: str) -> Scene:
        """A Diplomacy Phase up to its adjustments: nobody is expelled or rejected, who is not named stays as it is."""
        self.begin(diplomacy_phase)
        while self.asks and self.asks[0] in ("expel", "choose-status", "admit"):
            decision, power = self.asks
            if decision == "expel":
                self.act(power, "done")
            elif decision == "admit":
                self.act(power, "yes")
            else:
                self.act(power, "declare", wanted.get(power, self.status_of(power)))
        return self

    @property
    def asks(self) -> tuple[str, str] | None:
        """The decision now open and the power it is asked of (the first, if it is sealed)."""
        if not self.position.agenda:
            return None
        power = self.position.deciding[0]
        return self.position.agenda[-1][0].name, self.setting.powers[power]

    def options(self, power: str) -> list[tuple[Any, ...]]:
        """What the power may do now, with names; empty if it is not asked."""
        position, p = self.position, self.power(power)
        if p not in position.deciding:
            return []
        return [self.setting.vocabulary.encode(action) for action in position.options(p)]

    def act(self, power: str, *action: Any) -> Scene:
        """Take an action for a power through the guarded door of the game."""
        assert self.game is not None
        assert self.power(power) in self.position.deciding, f"{power} is not asked: {self.asks}"
        self.game.act(self._seat(power), action)
        return self

    def idle(self, *until: str) -> Scene:
        """Let everybody do as little as the rules allow, up to one of these decisions or the end of the game."""
        while (asked := self.asks) is not None and asked[0] not in until:
            self.decline()
        return self

    def decline(self) -> Scene:
        """Whoever is asked does as little as the rules allow."""
        assert self.asks is not None
        power = self.asks[1]
        options = self.options(power)
        status = ("declare", STATUS_IDS[self.position.status[self.power(power)]])
        wishes = (("done",), ("no",), ("pass",), status, ("off-map",))
        return self.act(power, *next((wish for wish in wishes if wish in options), options[0]))

    def why_not(self, power: str, *action: Any) -> Refusal | None:
        assert self.game is not None
        return self.game.explain(self._seat(power), action)

    def clause_against(self, power: str, *action: Any) -> str | None:
        """The clause that forbids the action; None if it is allowed."""
        refusal = self.why_not(power, *action)
        return None if refusal is None else refusal.clause

    def _seat(self, power: str) -> str:
        return self.setting.seats[self.position.keeper[self.power(power)]]

    @property
    def position(self) -> Position:
        if self.game is None:
            return self.g
        return self.game.position  # type: ignore[return-value]  # a game of Coalitions has positions of Coalitions

    # --- looking at it ------------------------------------------------------------------------------------------

    def power(self, power: str) -> int:
        return POWER_IDS.index(power)  # type: ignore[arg-type]  # a wrong name is the test's own fault

    def territory(self, where: str) -> int:
        return self.setting.board.number[where]

    def at(self, power: str, where: str) -> str:
        """The id of the General this power has there."""
        i = self.position.general_of(self.power(power), self.territory(where))
        assert i != NOBODY, f"no General of {power} in {where}"
        return self.setting.vocabulary.kinds["general"].ids[i]

    def off_map(self, power: str) -> int:
        return len(self.position.off_map[self.power(power)])

    def stands(self, power: str, where: str) -> bool:
        return self.position.general_of(self.power(power), self.territory(where)) != NOBODY

    def units(self, power: str, where: str) -> int:
        return self.position.generals[self.position.general_of(self.power(power), self.territory(where))].units

    def controls(self, power: str, where: str) -> bool:
        return self.position.controller(self.territory(where)) == self.power(power)

    def garrisoned(self, power: str, where: str) -> bool:
        return self.position.garrisons[self.territory(where)] == self.power(power)

    def of(self, track: str, power: str) -> int:
        """of("morale", "france"): a number on a track (morale, money, influence, supply)."""
        value: int = getattr(self.position, track)[self.power(power)]
        return value

    def status_of(self, power: str) -> str:
        return STATUS_IDS[self.position.status[self.power(power)]]

    def cards(self, power: str) -> int:
        return sum(self.position.hands[self.power(power)])

    def events(self, name: str) -> list[Any]:
        """All events of a kind so far, in order."""
        assert self.game is not None
        return [entry.event for _, entry in self.game.journal if type(entry.event).__name__ == name]

    def _number(self, thing: Any) -> Any:
        if isinstance(thing, str):
            if thing in POWER_IDS:
                return self.power(thing)
            if thing in self.setting.board.number:
                return self.territory(thing)
        return thing
