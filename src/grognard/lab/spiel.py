"""OpenSpiel: every scenario of every game, registered with pyspiel, with the extra ``openspiel``.

Dice and cards are chance nodes, each with its outcomes; sealed answers are asked one after the other and seen by nobody
before all are in; an action is chosen word by word, as in the other environments.

>>> import pyspiel
>>> import grognard.lab.spiel
>>> game = pyspiel.load_game("grognard_coalitions_1813_v1(players=3)")
>>> state = game.new_initial_state()
>>> state.action_to_string(state.legal_actions()[0])
'general france-1'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any

import msgspec

from grognard.engine import registry
from grognard.engine.decision import Action
from grognard.engine.dice import key_from_seed
from grognard.engine.events import Entry
from grognard.engine.position import Position
from grognard.engine.refusal import UserError
from grognard.engine.rulebook import OptionValue, Rulebook
from grognard.lab.extras import extra

with extra("openspiel", "OpenSpiel"):
    import numpy as np
    import pyspiel

    from grognard.lab.arena.alphabet import Spelling, settings_of
    from grognard.lab.arena.game import Arena, Venue
    from grognard.lab.arena.layout import Observation

MOST_DECISIONS = 20_000
LONGEST_SPELLING = 8
MOST_ROLLS = 100_000
WIDEST_CHANCE = 256
"""Bounds OpenSpiel asks for. A game that reaches the first is cut off, with nothing for anybody."""
UNUSED_KEY = key_from_seed(0)
ONES_OWN, NOBODYS = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
WHOLE = True, ONES_OWN
"""Public information, and whose private information: all that one player knows."""


class Unsettled(Exception):
    """The rules have come to a roll or a draw that nobody has settled yet."""

    def __init__(self, sides: int) -> None:
        self.sides = sides


@cache
def staged(rules: Any) -> Any:
    """The position of a game with chance settled from outside: `dealt` has what the next rolls and draws will be."""

    def clone(self: Any) -> Any:
        c = rules.clone(self)
        c.dealt = self.dealt
        return c

    def chance(self: Any, _stream: int, sides: int) -> int:
        if sides == 1:
            return 0
        if not self.dealt:
            raise Unsettled(sides)
        settled: int = self.dealt[0]
        self.dealt = self.dealt[1:]
        self.boundary = True
        return settled

    return type(f"Staged{rules.__name__}", (rules,), {"__slots__": ("dealt",), "clone": clone, "chance": chance})


def on_stage(position: Position) -> Position:
    """The same position, its chance settled from outside."""
    rules: Any = type(position)
    copy: Any = staged(rules).__new__(staged(rules))
    for kind in rules.__mro__:
        for name in getattr(kind, "__slots__", ()):
            if hasattr(position, name):
                setattr(copy, name, getattr(position, name))
    copy.dealt, copy.log = (), None
    staying: Position = copy.clone()
    return staying


class Past:
    """What happened, step by step. What of it a seat knows is put into a fingerprint when somebody asks for it."""

    __slots__ = ("before", "log", "marks", "taken")

    def __init__(self, marks: Sequence[bytes]) -> None:
        self.before: Past | None = None
        self.taken: tuple[int, Action] | None = None
        self.log: list[Entry] = []
        self.marks: list[bytes | None] = [*marks]
        """By seat: the fingerprint of all it has been told and has chosen, in order; None if it is not made yet."""

    def then(self, taken: tuple[int, Action] | None, log: list[Entry]) -> Past:
        """The past after one step more: whose action it was, and what came of it."""
        past = Past(())
        past.before, past.taken, past.log, past.marks = self, taken, log, [None] * len(self.marks)
        return past

    def mark(self, seat: int, rulebook: Rulebook, position: Position) -> bytes:
        """The fingerprint of what a seat knows of it."""
        steps, past, mark = [], self, self.marks[seat]
        while mark is None and past.before is not None:
            steps.append(past)
            past = past.before
            mark = past.marks[seat]
        found = mark or b""
        for step in reversed(steps):
            for told in step.told(seat, rulebook, position):
                found = blake2b(found + msgspec.json.encode(told), digest_size=16).digest()
            step.marks[seat] = found
        return found

    def told(self, seat: int, rulebook: Rulebook, position: Position) -> Iterator[object]:
        """What the seat chose in the last step, and what it was told of it."""
        if self.taken is not None and self.taken[0] == seat:
            yield rulebook.vocabulary_of(position).encode(self.taken[1])
        for entry in self.log:
            if entry.known_to(seat):
                yield entry.clause, type(entry.event).__name__, rulebook.event_data(position, entry)


def kept_from_all(told: Any, known: Any) -> Any:
    """What is known beyond what all are told: fields that differ; of lists the records not all see, or the whole."""
    if isinstance(told, dict) and isinstance(known, dict):
        differing = {name: value for name, value in known.items() if name not in told or told[name] != value}
        return {name: kept_from_all(told.get(name), value) for name, value in differing.items()}
    if isinstance(told, list) and isinstance(known, list):
        return [member for member in known if not isinstance(member, dict) or member not in told]
    return known


class Run:
    """A game under way. While a roll is open, the position is that before the action, which is then tried once more."""

    def __init__(self, venue: Venue, position: Position) -> None:
        self.venue = venue
        self.arena = Arena(venue, position)
        self.begun = False
        self.taking: tuple[int, Action] | None = None
        """Whose action waits for chance, and which."""
        self.dealt: tuple[int, ...] = ()
        self.sides = 0
        """How many ways the open roll can go; 0 if none is open."""
        self.heard: list[Entry] = []
        """What has come of it before the open roll."""
        self.past = Past([b""] * len(venue.setting.seats))

    @classmethod
    def start(cls, venue: Venue) -> Run:
        """A new game, played to its first roll or question."""
        run = cls(venue, on_stage(venue.rulebook.set_up(venue.setting, UNUSED_KEY)))
        run.go_on()
        return run

    @property
    def over(self) -> bool:
        return self.begun and not self.sides and (self.arena.over or self.arena.cut_off)

    def choose(self, word: int) -> None:
        """Whoever is asked chooses a word."""
        seat = self.arena.to_act[0]
        spelling = self.spelling
        action = spelling.choose(word)
        if action is not None:
            self.taking = seat, action
            self.go_on()

    @property
    def spelling(self) -> Spelling:
        found = self.arena.spelling(self.arena.to_act[0])
        if found is None:
            raise AssertionError("nobody is asked for a word")
        return found

    @property
    def spelled(self) -> dict[int, tuple[int, ...]]:
        """The words chosen so far, by seat."""
        return self.arena.spelled() if self.begun else {}

    def roll(self, outcome: int) -> None:
        """The open roll is settled."""
        self.dealt = (*self.dealt, outcome)
        self.go_on()

    def go_on(self) -> None:
        """Try what is to be done with the rolls settled so far; it is done if they are enough."""
        tried: Any = self.arena.position.clone()
        tried.dealt, tried.log = self.dealt, []
        try:
            if self.taking is None:
                tried.advance()
            else:
                seat, action = self.taking
                tried.act(tried.asked(seat), action)
        except Unsettled as open_roll:
            self.sides, self.heard = open_roll.sides, tried.log
            if self.sides > WIDEST_CHANCE:
                raise UserError(f"A roll of {self.sides} sides is too wide for OpenSpiel.") from None
            return
        self.past = self.past.then(self.taking, tried.log)
        tried.log = None
        if self.taking is None:
            self.arena.position = tried
        else:
            self.arena.settle(self.taking[0], tried)
        self.begun, self.taking, self.dealt, self.sides, self.heard = True, None, (), 0, []

    def told(self, seat: int | None, *, recalling: bool = False) -> str:
        """What the seat may know (None: a spectator), in JSON; before the first question what it hears of the deal."""
        told = self._told(seat)
        if recalling and seat is not None and self.begun:
            told["past"] = self.past.mark(seat, self.venue.rulebook, self.arena.position).hex()
        return msgspec.json.encode(told).decode()

    def told_alone(self, seat: int) -> str:
        """What of it a spectator is not told; nothing if that is all."""
        alone = kept_from_all(self._told(None), self._told(seat))
        return msgspec.json.encode(alone).decode() if alone else ""

    def _told(self, seat: int | None) -> dict[str, Any]:
        arena, venue = self.arena, self.venue
        told: dict[str, Any] = {}
        if self.begun:
            spelling = None if seat is None or arena.over else arena.spelling(seat)
            told["to_act"] = [venue.setting.seats[s] for s in arena.to_act]
            told["chosen"] = [venue.layout.alphabet.words[word] for word in spelling.chosen] if spelling else []
            told["view"] = venue.rulebook.view(arena.position, seat)
        if self.sides:
            told["heard"] = [
                {
                    "clause": entry.clause,
                    "event": type(entry.event).__name__,
                    "data": venue.rulebook.event_data(arena.position, entry),
                }
                for entry in self.heard
                if entry.known_to(seat)
            ]
        return told

    def __deepcopy__(self, memo: dict[int, Any]) -> Run:
        other = Run(self.venue, self.arena.position)
        other.arena = self.arena.copy()
        other.begun, other.taking, other.dealt, other.sides = self.begun, self.taking, self.dealt, self.sides
        other.past, other.heard = self.past, self.heard
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        setting = self.venue.setting
        known = [self.past.mark(s, self.venue.rulebook, self.arena.position) for s in range(len(setting.seats))]
        told = (self.arena.decisions, self.spelled, self.begun, self.taking, self.dealt, self.sides, known)
        what = (setting.game, setting.scenario, setting.players, dict(setting.options))
        return _again, (what, self.venue.rulebook.snapshot(self.arena.position), told)


def _again(what: tuple[str, str, int, dict[str, OptionValue]], snapshot: dict[str, Any], told: tuple[Any, ...]) -> Run:
    """A run that was written down."""
    game, scenario, players, options = what
    venue = venue_of(game, scenario, players, tuple(sorted(options.items())))
    run = Run(venue, on_stage(venue.rulebook.restore(venue.setting, snapshot, UNUSED_KEY)))
    decisions, spellings, run.begun, run.taking, run.dealt, run.sides, known = told
    run.past = Past(known)
    run.arena.decisions = decisions
    run.arena.spell_again(spellings)
    if run.sides:
        run.go_on()  # to the same roll, for what is heard on the way
    return run


@cache
def venue_of(game: str, scenario: str, players: int, options: tuple[tuple[str, OptionValue], ...]) -> Venue:
    """The venue of all games of a kind."""
    return Venue(game, scenario, players, dict(options), MOST_DECISIONS)


# --- as OpenSpiel wants it --------------------------------------------------------------------------------------------


class SpielState(pyspiel.State):
    """A game under way."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.run = game.opening()

    def current_player(self) -> int:
        if self.run.sides:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.run.over else self.run.arena.to_act[0]

    def is_terminal(self) -> bool:
        return self.run.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / self.run.sides) for outcome in range(self.run.sides)]

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - only asked for whoever is to act
        return list(self.run.spelling.words)

    def _apply_action(self, action: int) -> None:
        if self.run.sides:
            self.run.roll(action)
        else:
            self.run.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{action + 1} of {self.run.sides}" if self.run.sides else str(action + 1)
        return str(self.run.venue.layout.alphabet.words[action])

    def returns(self) -> list[float]:
        return self.run.arena.prizes()

    def __str__(self) -> str:
        """What everybody knows, and a fingerprint of everything."""
        run = self.run
        told = (run.venue.rulebook.snapshot(run.arena.position), run.spelled, run.taking, run.dealt, run.sides)
        fingerprint = blake2b(msgspec.json.encode(told), digest_size=8).hexdigest()
        return f"{run.told(None)} [{fingerprint}]"


class SpielObserver:
    """What a player may know, as in the other environments; without private information, what a spectator knows.

    Without public information it is what the player knows and a spectator does not; in numbers, their difference.
    With perfect recall it is the string alone, and has a fingerprint of all the player was told and chose before.
    """

    def __init__(self, venue: Venue, kind: pyspiel.IIGObservationType) -> None:
        self._public, self._private = kind.public_info, kind.private_info == ONES_OWN
        self._recalls = kind.perfect_recall
        layout = venue.layout
        self.tensor: Observation | None = None if self._recalls else np.zeros(len(layout), np.float32)
        self.dict: dict[str, Observation] = {}
        if self.tensor is not None:
            self.dict = {name: self.tensor[where] for name, where in layout.parts.items() if where.start < where.stop}

    def set_from(self, state: SpielState, player: int) -> None:
        run = state.run
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if run.begun:
            self.tensor[:] = run.arena.observe(player if self._private else None)
            if not self._public:
                self.tensor -= run.arena.observe(None)

    def string_from(self, state: SpielState, player: int) -> str:
        if not self._public:
            return state.run.told_alone(player)
        return state.run.told(player if self._private else None, recalling=self._recalls)


class SpielGame(pyspiel.Game):
    """A scenario of a game."""

    def __init__(self, rulebook: Rulebook, scenario: str, kind: pyspiel.GameType, params: Mapping[str, Any]) -> None:
        given = dict(params)
        players = int(given.pop("players", 0)) or None
        options = _options(rulebook, given)
        setting = rulebook.setting(scenario, players, options, None)
        self.venue = venue_of(rulebook.id, scenario, setting.players, tuple(sorted(options.items())))
        self._opening = Run.start(self.venue)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.venue.words,
            max_chance_outcomes=WIDEST_CHANCE,
            num_players=len(setting.seats),
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=MOST_DECISIONS * LONGEST_SPELLING,
        )
        super().__init__(kind, info, {"players": setting.players, **given})

    def opening(self) -> Run:
        """The game before anything was decided."""
        return self._opening.__deepcopy__({})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_ROLLS

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> SpielObserver | None:
        """Whoever observes; None, as OpenSpiel has it, for what is not supported: two seats' secrets, half a memory."""
        if params:
            raise ValueError(f"Observation parameters are not supported: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        known = kind.public_info, kind.private_info
        supported = (WHOLE,) if kind.perfect_recall else (WHOLE, (True, NOBODYS), (False, ONES_OWN))
        return SpielObserver(self.venue, kind) if known in supported else None


def _options(rulebook: Rulebook, given: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Options as the game knows them; those at their default are left away."""
    found: dict[str, OptionValue] = {}
    for choice in rulebook.choices():
        value = given.get(choice.name, choice.values[0])
        known = {str(v): v for v in choice.values}
        if value != choice.values[0]:
            found[choice.name] = known.get(str(value), value)
    return found


def name_of(rulebook: Rulebook, scenario: str) -> str:
    """What OpenSpiel calls a scenario."""
    return f"grognard_{rulebook.id}_{scenario}_v{rulebook.shape().version}"


def register(rulebook: Rulebook, scenario: str) -> None:
    """Tell OpenSpiel of a scenario."""
    seats = [len(setting.seats) for setting in settings_of(rulebook) if setting.scenario == scenario]
    kind = pyspiel.GameType(
        short_name=name_of(rulebook, scenario),
        long_name=f"{rulebook.title} {scenario}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": rulebook.setting(scenario, None, {}, None).players,
            **{choice.name: choice.values[0] for choice in rulebook.choices()},
        },
    )

    def create(params: Mapping[str, Any]) -> SpielGame:
        return SpielGame(rulebook, scenario, kind, params)

    # OpenSpiel lets go of this after Python has ended, which must not be the end of it: so it holds itself.
    create.itself = create  # type: ignore[attr-defined]  # a mark of our own
    pyspiel.register_game(kind, create)


for _name in registry.names():
    for _scenario in registry.rulebook(_name).scenarios():
        register(registry.rulebook(_name), _scenario.id)
