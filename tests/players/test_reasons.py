"""Why a bot chose as it did, in the language of whoever asks."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from grognard.engine import dice, registry
from grognard.engine.judgement import Opinion
from grognard.engine.words import catalogue, speaking
from grognard.players import Budget, player, situation_of
from grognard.players.reasons import reason

ENGLISH_WORDS = re.compile(r"\b(the|of|and|with|from|by|is|are|to|it|worth|than|would|nothing|we)\b", re.IGNORECASE)
THOUGHTFUL = [name for name in registry.names() if registry.rulebook(name).judgement().knows]
STEPS = 90


def plain(text: str) -> str:
    """With apostrophes and spaces as they are typed."""
    return text.replace("\u2019", "'").replace("\u00a0", " ")


def a_position(name: str) -> Any:
    rulebook = registry.rulebook(name)
    scenario, players, options = rulebook.variants()[0]
    g: Any = rulebook.set_up(rulebook.setting(scenario, players, options, None), dice.key_from_seed(7))
    g.log = None
    g.advance()
    return g


@pytest.mark.parametrize("name", THOUGHTFUL)
def test_the_staff_gives_its_reasons_in_french(name: str) -> None:
    rulebook, g, staff, rng = registry.rulebook(name), a_position(name), player("staff"), Random(3)  # noqa: S311 - seeded play
    reasons = 0
    with speaking("fr"):
        for _ in range(STEPS):
            if not g.agenda:
                break
            power = g.deciding[0]
            situation = situation_of(rulebook, g.setting, g, power, rng)
            action = staff.choose(situation, Budget(), rng)
            said = staff.explain()
            assert not ENGLISH_WORDS.search(said), said
            assert plain(said).startswith((plain(situation.describe(action)), "Il n'y a pas d'autre choix"))
            reasons += " : " in plain(said)
            g.act(power, action)
    assert reasons > STEPS // 10


def test_names_take_the_form_the_sentence_asks_for() -> None:
    g = a_position("coalitions")
    rulebook = registry.rulebook("coalitions")
    situation = situation_of(rulebook, g.setting, g, g.deciding[0], Random(1))  # noqa: S311 - seeded play
    opinion = Opinion(1.0, ("{} Money for {} earn a point of Influence", 3, "Prussia"))
    likely = Opinion(1.0, ("{} {} a second round, and has {} Morale", "Austria", "will hardly permit", 4))
    unheard = Opinion(1.0, ("nobody has translated {}", "London"))
    assert reason(situation, opinion) == "3 Money for Prussia earn a point of Influence"
    with speaking("fr"):
        assert plain(reason(situation, opinion)) == "3 d'or à la Prusse rapportent un point d'influence"
        assert plain(reason(situation, likely)) == "l'Autriche ne permettra guère une deuxième ronde, à 4 de moral"
        assert reason(situation, unheard) == "nobody has translated London"
        assert reason(situation, Opinion(0.0)) == ""


def test_whatever_bots_say_of_a_choice_they_say_in_french() -> None:
    words = catalogue("grognard.players")
    assert words.words("fr").messages.keys() == words.words("en").messages.keys()
    with speaking("fr"):
        assert plain(player("random").explain()) == "Tiré au sort : tous les choix ont la même chance."
        assert plain(player("staff").explain()) == plain(player("marshal").explain()) == "Rien n'est encore décidé."
