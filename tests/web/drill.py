"""Skirmish on a real board, with every piece and panel the table can draw: a game the page knows nothing of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

import skirmish
from grognard.engine import registry
from grognard.engine.counsel import Chance, Odds, Reached
from grognard.engine.decision import Action
from grognard.engine.events import Entry
from grognard.engine.margin import Margin
from grognard.engine.panels import (
    Battle,
    Bout,
    Card,
    Cards,
    Die,
    Participant,
    Relations,
    Reserve,
    Side,
    Throw,
    Tie,
    Volley,
)
from grognard.engine.position import Position
from grognard.engine.tabletop import Block, BoardName, HandCard, Overlay, Piece, Power, Tabletop, Track, offers
from grognard.server import routes_reference

SPACES = ("bavaria", "bohemia", "saxony", "moravia")
"""Where the hill, the wood, the ford and the farm lie."""
COLOURS = ("red", "blue", "green")
ARMS = ("infantry", "cavalry", "artillery", "headquarters", "fleet", "fortress")
RATINGS = ("C3", "B3", "A2", "B2", "D3", "C2")


class Drill(skirmish.Skirmish):
    """Skirmish as it lies on a table. A power's gold is the strength of its blocks."""

    id, title = "drill", "Drill"

    def tabletop(self, position: Position, seat: int | None) -> Tabletop:
        g: Any = position
        return Tabletop(
            title=self.title,
            moment=f"round {g.round}",
            board=BoardName("alliance", "europe"),
            pieces=tuple(block for p in range(3) for block in self.blocks(g, p, seat)),
            powers=tuple(
                Power(
                    name,
                    name.title(),
                    COLOURS[p],
                    g.setting.seats[g.keeper[p]],
                    g.keeper[p] == seat,
                    p in g.deciding,
                    tracks=(Track("Gold", g.gold[p]), Track("Cards", len(g.hands[p]))),
                )
                for p, name in enumerate(skirmish.POWERS)
            ),
            panels=(
                self.battle(g, seat),
                Relations(
                    "Friend and foe",
                    skirmish.POWERS,
                    (
                        Tie("red", "blue", "hostile", "At war"),
                        Tie("red", "green", "allied", "Allied until the harvest"),
                        Tie("blue", "green", "neutral", "At peace"),
                    ),
                ),
                Cards("The pile", (Card("7", "Forced march", "A block goes one space more.", "blue"),), 3),
            ),
            hand=tuple(
                HandCard(str(card), skirmish.POWERS[p], Card(str(card), "Rally", "A block gets a step back.", "green"))
                for p in range(3)
                if g.keeper[p] == seat
                for card in g.hands[p]
            ),
            overlays=(Overlay("depots", "Depots", {"bavaria": "3 wagons"}, (("bavaria", "bohemia"),)),),
            odds=seat is not None,
            offers=offers(self, position, seat, {"place": "space", "lay.0": "card"}),
        )

    def blocks(self, g: Any, p: int, seat: int | None) -> list[Piece]:
        """Six for each power, all in its place: one's own by their faces, the others by their backs."""
        own, name, where = g.keeper[p] == seat, skirmish.POWERS[p], SPACES[g.place[p]]
        return [
            Piece(
                id=f"{name}-{n}" if own else f"hidden-{where}-{p}-{n}",
                kind=arm if own else "block",
                power=name,
                space=where,
                face="block",
                label=f"{name} {arm}" if own else f"a {name} block",
                block=Block(arm, max(4 - n, 1), 4, 1, RATINGS[n]) if own else None,
            )
            for n, arm in enumerate(ARMS)
        ]

    def battle(self, g: Any, seat: int | None) -> Battle:
        """Red against blue, one volley for each stake that was opened."""
        ids = [[piece.id for piece in self.blocks(g, p, seat)] for p in (0, 1)]
        red, blue = ids
        volleys = tuple(
            Volley(n % 2, "Infantry fires, hits on 3 or less", (  # type: ignore[arg-type]  # 0 or 1
                Throw((Die(1 + n % 3, hit=True), Die(5), Die(6)), power="red"),), 1)
            for n in range(2 * g.round)
        )  # fmt: skip
        return Battle(
            "Battle of the hill",
            "bavaria",
            (
                Side("Attack", ("red",), None, (
                    Participant(red[0], "acted"), Participant(red[1], "next", "B2", note="across the river"),
                    Participant(red[2], "ready", hits=1),
                ), reserves=(Reserve((red[3],), "round 2"),)),
                Side("Defence", ("blue",), None, tuple(Participant(b) for b in blue[:3])),
            ),
            (Bout("Round 1", volleys),),
            4,
        )  # fmt: skip

    def margin(self, _position: Position, entry: Entry) -> Margin:
        event = entry.event
        match event:
            case skirmish.Staked():
                return Margin("coins", "chapter")
            case skirmish.Fought(winner=winner, loser=loser, roll=roll):
                powers = tuple(skirmish.POWERS[p] for p in (winner, loser))
                return Margin("dice", throws=(Throw((Die(roll, hit=roll <= 3),), "hits on 3 or less"),), powers=powers)
            case skirmish.Marched(power=power, place=place):
                return Margin("march", powers=(skirmish.POWERS[power],), spaces=(SPACES[place],))
        return Margin("cards")

    def odds(self, position: Position, seat: int, action: Action | None, rng: Random) -> Odds | None:  # noqa: ARG002 - a show
        return Odds(
            "The hill",
            (Chance("Red holds it", 0.625, own=True), Chance("Red is thrown off", 0.375, own=False)),
            "exact",
        )

    def reach(self, position: Position, seat: int | None, piece: str) -> tuple[Reached, ...]:  # noqa: ARG002 - a show
        return tuple(Reached(space, "a day") for space in SPACES)


DRILL = Drill()


@contextmanager
def installed() -> Iterator[None]:
    """As if the game had an entry point."""
    with pytest.MonkeyPatch.context() as patch:
        real, names = registry.rulebook, registry.names
        patch.setattr(registry, "rulebook", lambda name: DRILL if name == DRILL.id else real(name))
        patch.setattr(registry, "names", lambda: (*names(), DRILL.id))
        routes_reference._games.cache_clear()
        yield
    routes_reference._games.cache_clear()
