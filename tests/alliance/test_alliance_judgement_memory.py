"""What the judgement remembers of a position rests on many things: when any of them changes, it is found anew."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from stage import Stage

from grognard.games.alliance.board import NOBODY, mask
from grognard.games.alliance.fights import open_battle, update
from grognard.games.alliance.judgement.campaign import Campaign
from grognard.games.alliance.judgement.marching import arrive
from grognard.games.alliance.judgement.memory import Memory
from grognard.games.alliance.judgement.temper import PRUDENT, STAFF
from grognard.games.alliance.pieces import relocate, set_steps
from grognard.games.alliance.position import IN_POOL, Fight, Position
from grognard.games.alliance.states import settle


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Memory, "last", {})


def judged(s: Stage, g: Position) -> dict[str, list[Any]]:
    """All that may be remembered of a position, as France finds it now."""
    plan, places = Campaign(g, s.state("france")), range(g.board.count)
    return {
        "threat": [plan.threat(p) for p in places],
        "raiders": [plan.raiders(p) for p in places],
        "resistance": [plan.resistance(p) for p in places],
        "danger": [plan.danger(p) for p in places],
        "guarded": [plan.guarded(p) for p in places],
        "prize": [plan.prize(p) for p in places],
        "keep": [plan.keep(p) for p in places],
        "arrive": [arrive(plan, p, fleet=fleet) for p in places for fleet in (False, True)],
        "stay": [plan.stay(b) for b in range(g.roster.count) if g.blocks[b].at >= 0],
    }


def war() -> Stage:
    """France at the Rhine and in Italy, against Russia with Austria and against Britain; Russians are not all known."""
    s = Stage(players=3).ally("austria", "russia").ally("bavaria", None).season(1)
    s.put("rhineland", "fr-inf-1", "fr-inf-2").put("italy", "fr-inf-3").put(
        "brittany", "fr-fleet-1", port="bay-of-biscay"
    )
    s.put("bohemia", "au-inf-1", "au-inf-2").put("tyrol", "au-inf-3").put("vienna", "ru-inf-1").put("zala", "ru-art-1")
    s.put("wessex", "br-fleet-1", port="english-channel").put("hansa", "br-inf-1", "br-inf-2", "ru-inf-2", "ru-inf-3")
    for name in ("ru-inf-1", "ru-art-1"):
        s.g.cover[s.block(name)] = min(s.block("ru-inf-1"), s.block("ru-art-1"))
    return s.put("bavaria", "bavaria-inf")


def war_of_all() -> Stage:
    s = war()
    quarrel(s, s.g)
    return s


def solitaire() -> Stage:
    return Stage("solitaire", players=1).put("rhineland", "fr-inf-1").put("bohemia", "au-inf-1")


def quarrel(s: Stage, g: Position) -> None:
    """Britain and Russia break with each other, where both stand; to France both are what they were."""
    british, russian = (mask(map(s.block, names)) for names in (("br-inf-1", "br-inf-2"), ("ru-inf-2", "ru-inf-3")))
    open_battle(g, Fight(s.place("hansa"), british, russian, 0, s.state("britain")))


def claim(s: Stage, g: Position) -> None:
    """The place fought for was ours."""
    update(g, replace(g.fight_at(s.place("hansa")), holder=s.state("france")))


def march(s: Stage, g: Position) -> None:
    relocate(g, s.block("au-inf-1"), s.place("saxony"), openly=True)


def lose_a_step(s: Stage, g: Position) -> None:
    set_steps(g, s.block("fr-inf-1"), 1)


def relieve(s: Stage, g: Position) -> None:
    """A neutral block instead of an enemy's, as strong as that."""
    relocate(g, s.block("au-inf-3"), IN_POOL, openly=True)
    set_steps(g, s.block("pr-inf-3"), g.blocks[s.block("au-inf-3")].steps)
    relocate(g, s.block("pr-inf-3"), s.place("tyrol"), openly=True)


def change_places(s: Stage, g: Position) -> None:
    """Two blocks, as strong as each other: all looks as before, but each stands elsewhere."""
    relocate(g, s.block("fr-inf-1"), s.place("italy"), openly=True)
    relocate(g, s.block("fr-inf-3"), s.place("rhineland"), openly=True)


def put_to_land(s: Stage, g: Position) -> None:
    """The fleet lies in no port any more, in the same place."""
    relocate(g, s.block("br-fleet-1"), s.place("wessex"), NOBODY, openly=True)


def recognise(s: Stage, g: Position) -> None:
    for name in ("ru-inf-1", "ru-art-1"):
        g.cover[s.block(name)] = s.block(name)


def show(s: Stage, g: Position) -> None:
    """One of the blocks alike from behind was seen weak."""
    g.seen[s.block("ru-art-1")] = 0


def wait(_: Stage, g: Position) -> None:
    g.turn = 4
    g.year = g.setting.last_year


def change_sides(s: Stage, g: Position) -> None:
    """A minor goes from one enemy to the other."""
    g.tie[s.state("portugal")] = s.state("russia")
    settle(g)


def provoke(s: Stage, g: Position) -> None:
    g.tie[s.state("bavaria")] = s.state("britain")
    settle(g)


def alone(_: Stage, g: Position) -> None:
    """The same blocks in a game of other rules."""
    g.setting = copy.copy(g.setting)
    g.setting.solitaire = True
    g.setting.solitaire_cards = g.setting.last_year * 4 - g.year * 4 + 4


def liberate(s: Stage, g: Position) -> None:
    g.solo_held |= 1 << s.place("vienna")


CHANGES: list[tuple[str, Callable[[], Stage], Callable[[Stage, Position], None]]] = [
    ("blocks", war, march),
    ("at", war, march),
    ("blocks", war, lose_a_step),
    ("blocks", war, relieve),
    ("blocks", war, change_places),
    ("blocks", war, put_to_land),
    ("cover", war, recognise),
    ("seen", war, show),
    ("embattled", war, quarrel),
    ("holders", war_of_all, claim),
    ("left", war, wait),
    ("rivalry", war, change_sides),
    ("stance", war, provoke),
    ("setting", war, alone),
    ("solo_held", solitaire, liberate),
]
"""What a memory compares, and what happens to it."""


@pytest.mark.parametrize(
    ("part", "begin", "change"), CHANGES, ids=[f"{part}-{change.__name__}" for part, _, change in CHANGES]
)
def test_all_that_rests_on_what_has_changed_is_found_anew(
    part: str, begin: Callable[[], Stage], change: Callable[[Stage, Position], None]
) -> None:
    s = begin()
    before, after = s.g, s.g.clone()
    change(s, after)
    fresh = judged(s, after)
    kept = getattr(Memory.last[s.state("france"), STAFF, False], part)
    Memory.last.clear()
    assert judged(s, before) != fresh
    assert judged(s, after) == fresh
    # And the test can tell: who does not compare this part takes over what no longer holds.
    Memory.last.clear()
    judged(s, before)
    setattr(Memory.last[s.state("france"), STAFF, False], part, kept)
    assert judged(s, after) != fresh


def test_who_weighs_things_differently_remembers_apart() -> None:
    s = war()
    place = s.place("rhineland")
    bold, careful = (Campaign(s.g, s.state("france"), temper=temper) for temper in (PRUDENT, STAFF))
    alone = bold.threat(place)
    assert alone != careful.threat(place)
    assert Campaign(s.g, s.state("france"), temper=PRUDENT).threat(place) == alone
