"""What players read: tales of events, labels of actions, questions, the board."""

from __future__ import annotations

import json
import re
from itertools import product
from random import Random
from typing import Any

import pytest
from scene import Scene

import grognard
from grognard.engine import registry
from grognard.engine.events import Entry, Event
from grognard.games.coalitions import events
from grognard.games.coalitions.adjustments import adjust_the_board
from grognard.games.coalitions.board import NOBODY, POWERS
from grognard.games.coalitions.movement import round_of_movement
from grognard.games.coalitions.position import Position, rules
from grognard.games.coalitions.words import POWER_NAMES, TEXT, VERBS

RULES = registry.rulebook("coalitions")
EVENTS = [thing for thing in vars(events).values() if isinstance(thing, type) and hasattr(thing, "_fields")]
STEPS = 300
LEFTOVERS = re.compile(r"[{}]|\(s\)|\w-\d|None|nobody|\b1 (Battle )?\w+s\b")
"""What must not be read: placeholders, makeshift plurals, ids, nothing at all, "1 Units"."""
SINGULAR = re.compile(r"(^|[:.?] )the Ottomans (is|was|has|asks|wants|does|moves)\b", re.IGNORECASE)
KINDS = Scene("1805").setting.vocabulary.kinds
IDS = {*KINDS["power"].ids, *KINDS["territory"].ids, *KINDS["status"].ids}

SAMPLES: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("power", "by", "envoy", "minor"), (0, 5)),
    **dict.fromkeys(("general", "attacker"), (0, 22)),
    **dict.fromkeys(("territory", "origin", "at"), (3, 41)),
    **dict.fromkeys(("number", "units", "value"), (0, 1, 3)),
    **dict.fromkeys(("round", "turn", "place", "now", "attack", "defence", "strength", "money"), (2,)),
    **dict.fromkeys(("granted", "accepted"), (True, False)),
    "change": (1, 4),
    "name": ("Napoleon",),
    "status": (0, 3),
    "path": ((4,), (4, 5), (4, 5, 6)),
    "how": ("land", "sea"),
    "defenders": ((10,), (10, 14)),
    "garrison": (2, NOBODY),
    "piles": ((), ((3, (4, 4)), (10, ()))),
    "winners": ((1,), (0, 2, 5)),
    "bids": (((0, 2), (1, 0)),),
    "card": (5,),
}
THINGS = {"power", "by", "envoy", "minor", "general", "attacker", "territory", "origin", "at", "status", "card"}


def samples(kind: type[Event]) -> list[Event]:
    """Events of a kind, with all sorts of contents."""
    choices = dict(SAMPLES)
    own = f"{kind.__name__}."
    choices["reason"] = tuple(m.removeprefix(own) for m in TEXT.words("en").messages if m.startswith(own))
    choices["cards"] = (1, 21) if kind is events.DeckRenewed else ((3,), (2, 5))
    return [kind(*values) for values in product(*(choices[field] for field in fields(kind)))]


def fields(kind: type[Event]) -> tuple[str, ...]:
    return kind._fields  # type: ignore[attr-defined,no-any-return]  # every event is a NamedTuple


@pytest.fixture(scope="module")
def board() -> Position:
    """A board with a named General, so that both ways of speaking of one are heard."""
    return Scene("1805").general("france", "paris", units=2, named=True).g


# --- tales ----------------------------------------------------------------------------------------------------------


def reads_well(text: str) -> bool:
    words = re.findall(r"\b[a-z][a-z-]*", text)
    return text[0].isupper() and not LEFTOVERS.search(text) and not SINGULAR.search(text) and not IDS & set(words)


def is_a_sentence(text: str) -> bool:
    return reads_well(text) and text[-1] in ".?"


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_has_a_tale(board: Position, kind: type[Event]) -> None:
    for event in samples(kind):
        text = RULES.tale(board, Entry("", None, event))
        assert is_a_sentence(text), text


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_event_data_are_plain_and_named(board: Position, kind: type[Event]) -> None:
    for event in samples(kind):
        data = RULES.event_data(board, Entry("", None, event))
        assert json.loads(json.dumps(data)) == data
        assert tuple(data) == fields(kind)
        for field in THINGS & set(data):
            assert isinstance(data[field], str), field


def test_event_data_name_the_things_in_lists(board: Position) -> None:
    def data(event: Event) -> dict[str, Any]:
        return RULES.event_data(board, Entry("", None, event))

    assert data(events.BidsOpened(5, ((0, 2), (1, 0))))["bids"] == {"britain": 2, "france": 0}
    assert data(events.BattleDecided(3, 4, 5, ((3, (4, 4)),)))["piles"] == {"france-1": [4, 4]}
    battle = data(events.BattleBegan(42, 3, (10,), NOBODY, 4, 2))
    assert (battle["territory"], battle["attacker"], battle["defenders"]) == ("bavaria", "france-1", ["austria-1"])
    assert battle["garrison"] is None
    assert data(events.GarrisonAllotted(2, NOBODY, 1, NOBODY)) == {
        "power": "austria",
        "general": None,
        "money": 1,
        "at": None,
    }


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (events.CardsDrawn(5, 1), "The Ottomans drew 1 Battle card."),
        (events.CardsDrawn(2, 2), "Austria drew 2 Battle cards."),
        (events.GeneralLeftMap(3, 42, 0), "Napoleon left Bavaria and the map, with no Units lost."),
        (events.GeneralLeftMap(10, 42, 1), "The Austrian General left Bavaria and the map, with 1 Unit lost."),
        (events.UnitsRaised(3, 3, 4), "Napoleon in Picardie received 3 Units."),
        (events.GeneralMoved(10, (5,), "land", 41), "The Austrian General marched from Wurttemberg to Lorraine."),
        (
            events.GeneralMoved(3, (5, 41, 42), "land", 3),
            "Napoleon marched from Paris by way of Lorraine and Wurttemberg to Bavaria.",
        ),
        (
            events.BattleBegan(42, 3, (10, 14), 2, 4, 6),
            "Battle in Bavaria: Napoleon against the Austrian General, the Prussian General and the Austrian Garrison, "
            "4 to 6.",
        ),
        (
            events.BattleDecided(42, 24, 26, ((3, (4, 4, 3)), (10, (5,)), (14, ()))),
            "The battle in Bavaria ended 24 to 26: the defender won. Cards: Napoleon 4, 4, 3; Austrian 5.",
        ),
        (events.BattleDecided(42, 4, 4, ()), "The battle in Bavaria ended 4 to 4: a draw."),
        (events.CardPlayed(10, 0, 42), "The Austrian General in Bavaria played a card face down."),
        (events.CardPlayed(10, 3, 42), "The Austrian General in Bavaria played a 3 face up."),
        (events.GarrisonAllotted(2, 10, 0, 10), "The Austrian Garrison became a Unit of the Austrian General in Wien."),
        (events.GarrisonAllotted(2, NOBODY, 1, NOBODY), "The Austrian Garrison became 1 Money."),
        (events.GarrisonRemoved(5, 42, "disbanded"), "The Ottoman Garrison in Bavaria was disbanded."),
        (events.GameWon((0, 2, 5), "paris"), "Britain, Austria and the Ottomans won by the fall of Paris."),
    ],
)
def test_tales_as_they_read(board: Position, event: Event, text: str) -> None:
    assert RULES.tale(board, Entry("", None, event)) == text


def test_a_withdrawn_garrison_is_told_to_its_end() -> None:
    s = Scene("1805").status(prussia="british", austria="british").garrison("prussia", "wien")
    s.begin(adjust_the_board, (1 << 6) - 1)
    assert s.game is not None
    texts = [entry["text"] for entry in s.game.log()]
    assert texts == [
        "The Prussian Garrison in Wien was withdrawn from a home at peace.",
        "The Prussian Garrison became 1 Money.",
        "Prussia: Money +1 for a Garrison withdrawn, now 1.",
    ]


# --- labels ---------------------------------------------------------------------------------------------------------


ARGUMENTS: dict[str, tuple[int, ...]] = {
    "power": (0, 5),
    "territory": (3, 42),
    "general": (3, 10),
    "status": (0, 2),
    "number": (1, 3),
    "napoleon-card": (0,),
}


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_a_label(board: Position, verb: str) -> None:
    kinds = [kind.removesuffix("*") for kind in VERBS[verb].kinds]
    for arguments in product(*(ARGUMENTS[kind] for kind in kinds)):
        text = RULES.describe(board, (verb, *arguments), None)
        assert reads_well(text), text


def test_a_general_is_called_by_name_and_place() -> None:
    s = Scene("1805", generals=True).general("prussia", "berlin", units=1, named=True).general("prussia", "silesia")
    s.general("ottomans", "serbia", units=2, named=True)
    first, second, third = s.g.setting.generals_of[3]
    assert RULES.label(s.g, "general", first, None) == "Blücher in Berlin (1 Unit)"
    assert RULES.label(s.g, "general", second, None) == "the Prussian General in Silesia (0 Units)"
    assert RULES.label(s.g, "general", third, None) == "a Prussian General (off the map)"
    assert RULES.label(s.g, "general", 21, None) == "the Grand Vizier in Serbia (2 Units)"
    assert RULES.label(s.g, "general", 10, None) == "an Austrian General (off the map)"


# --- questions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("decision", rules.decisions, ids=lambda decision: decision.name)
@pytest.mark.parametrize("power", POWERS, ids=lambda power: POWER_NAMES[power])
def test_every_question_reads_well_for_every_power(board: Position, decision: Any, power: int) -> None:
    words = []
    for kind in decision.kinds:
        sample = {"power": power, "word": "attack"}.get(kind) or ARGUMENTS.get(kind.removesuffix("*"), (0,))[0]
        words.append(RULES.label(board, kind.removesuffix("*"), power if kind == "power" else sample, None))
    text = decision.prompt.format(*words)
    assert is_a_sentence(text), text


def question_text(game: grognard.Game, seat: str | None) -> dict[str, Any]:
    prompt = game.prompt(seat)
    assert prompt is not None
    return prompt


@pytest.mark.parametrize(("scenario", "players", "options"), RULES.variants())
def test_questions_and_tales_of_random_play(scenario: str, players: int, options: dict[str, Any]) -> None:
    """For the seat that is asked, for another and for a spectator; and every event of the game can be told."""
    game = grognard.new("coalitions", scenario, players=players, seed=11, **options)
    g, rng = game.position, Random(7)  # noqa: S311 - a test must be repeatable
    for _ in range(STEPS):
        if not g.agenda:
            break
        for seat in (*game.seats, None):
            prompt = question_text(game, seat)
            assert is_a_sentence(prompt["text"]), prompt
            assert prompt["yours"] == (seat in game.to_act)
        power = rng.choice(g.deciding)
        action = g.sample(power, rng)
        assert reads_well(RULES.describe(g, action, g.keeper[power]))
        g.log = []
        g.act(power, action)
        for entry in g.log:
            assert is_a_sentence(RULES.tale(g, entry))
            json.dumps(RULES.event_data(g, entry))


# --- the board ------------------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_cards_and_counts_the_others() -> None:
    s = Scene("1805").hand("france", 2, 5, 5).hand("austria", 3, 4)
    france = RULES.view(s.g, s.setting.seats.index("france"))["powers"]
    assert france["france"]["cards"] == [2, 5, 5]
    assert (france["austria"]["cards"], france["austria"]["hand"]) == (None, 2)
    assert all(power["cards"] is None for power in RULES.view(s.g, None)["powers"].values())


def test_face_down_cards_are_blanks_to_others() -> None:
    s = Scene("1805").general("france", "lorraine", units=3).general("austria", "wurttemberg", units=3)
    s.hand("france", 2, 5).hand("austria", 4).begin(round_of_movement, "france", 1, NOBODY, NOBODY)
    s.act("france", "march", s.at("france", "lorraine"), "wurttemberg")
    s.act("france", "play", s.at("france", "wurttemberg"), 5)
    pile = s.at("france", "wurttemberg")
    assert s.game is not None
    assert s.game.view("france")["board"]["battle"]["piles"][pile] == [5]
    assert s.game.view("austria")["board"]["battle"]["piles"][pile] == [0]
    assert s.game.view(None)["board"]["battle"]["piles"][pile] == [0]


def test_the_napoleon_cards_played_lie_open() -> None:
    s = Scene("1805", players=1, mode="lempereur").napoleon_deck(*(f"N{n}" for n in range(3, 13)))
    view = RULES.view(s.g, None)
    assert (view["napoleon_deck"], view["napoleon_cards_played"]) == (10, ["N1", "N2"])


def test_the_result_names_winners_and_standings() -> None:
    s = Scene("1805", players=4).influence(britain=25, austria=12)
    s.g.finish((0,), "influence")
    assert RULES.result(s.g) == {
        "winners": ["britain"],
        "way": "influence",
        "round": 2,
        "influence": {"britain": 25, "france": 0, "austria": 12, "russia": 0},
    }
    s = Scene("1805", players=2, mode="lempereur").influence(france=25)
    assert RULES.result(s.g)["influence"] == {"france": 25}
