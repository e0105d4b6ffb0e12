"""How the staff plays L'Empereur: the way to Paris leads through French Garrisons."""

from __future__ import annotations

from scene import Scene

from grognard.games.coalitions.judgement import JUDGEMENT
from grognard.games.coalitions.sequence import take_action

MOVEMENT = 5


def best_move(s: Scene, power: str) -> tuple[object, ...]:
    """What the staff thinks best, without the General that does it."""
    g, p = s.position, s.power(power)
    options = g.options(p)
    opinions = JUDGEMENT.opinions(g, p, options)
    assert opinions is not None
    best = options[max(range(len(options)), key=lambda n: opinions[n].worth)]
    verb, *rest = s.setting.vocabulary.encode(best)
    return (verb, *rest[1:])


def before_lorraine(french_units: int) -> Scene:
    """An Austrian army next door to Lorraine, which a French Garrison holds, and perhaps a French General too."""
    s = Scene("1805", players=1, mode="lempereur", level="ogre").morale(france=15)
    s.garrison("france", "paris", "lorraine").general("austria", "wurttemberg", units=3).hand("austria", 5, 4, 4)
    if french_units:
        s.general("france", "lorraine", units=french_units).general("france", "paris", units=3)
    return s.begin(take_action, "austria", MOVEMENT)


def test_a_garrison_on_the_way_to_paris_is_attacked() -> None:
    assert best_move(before_lorraine(0), "austria") == ("march", "lorraine")


def test_an_army_on_the_way_to_paris_is_not_run_into() -> None:
    assert best_move(before_lorraine(3), "austria") != ("march", "lorraine")
