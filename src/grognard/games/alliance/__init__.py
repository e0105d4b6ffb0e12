"""Alliance, designed by Tom Dalglish, Grant Dalglish and Bruce McFarlane: the whole rulebook, chapter by chapter.

Read `sequence` first; each of its procedures leads to the module of its chapter.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, cast

from grognard.engine.chronicle import Clash, Settled
from grognard.engine.counsel import Odds, Reached
from grognard.engine.decision import Action
from grognard.engine.events import Entry
from grognard.engine.figures import Figure
from grognard.engine.judgement import Judgement
from grognard.engine.margin import Margin
from grognard.engine.position import Position as EnginePosition
from grognard.engine.refusal import Refusal
from grognard.engine.rulebook import Choice, OptionValue, Rulebook, ScenarioSummary, Setting
from grognard.engine.shape import Shape
from grognard.engine.sheet import Sheet
from grognard.engine.tabletop import Tabletop
from grognard.engine.vocabulary import Vocabulary
from grognard.games.alliance import (
    chronicle,
    counsel,
    hidden,
    margins,
    odds,
    setup,
    shape,
    sheet,
    snapshot,
    soundness,
    table,
    tabletop,
    tales,
)
from grognard.games.alliance.judgement import JUDGEMENT
from grognard.games.alliance.position import Position, rules
from grognard.games.alliance.setting import (
    CHOICES,
    AllianceSetting,
    choose_setting,
    figures,
    scenario_summaries,
    variants,
)


def _own(position: EnginePosition) -> Position:
    return cast(Position, position)


class Alliance(Rulebook):
    """The game as the engine sees it."""

    id = "alliance"
    title = "Alliance"
    designer = "Tom Dalglish, Grant Dalglish, Bruce McFarlane"
    power_names = ("state",)
    space_names = ("region", "sea")
    version = "1.0"
    procedures = rules
    package = __name__

    def scenarios(self) -> tuple[ScenarioSummary, ...]:
        return scenario_summaries()

    def choices(self) -> tuple[Choice, ...]:
        return CHOICES

    def figures(self) -> tuple[Figure, ...]:
        return figures()

    def variants(self) -> tuple[tuple[str, int, dict[str, OptionValue]], ...]:
        return variants()

    def setting(
        self, scenario: str, players: int | None, options: Mapping[str, OptionValue], data: Path | None
    ) -> Setting:
        return choose_setting(scenario, players, options, data)

    def set_up(self, setting: Setting, key: bytes) -> EnginePosition:
        return setup.set_up(cast(AllianceSetting, setting), key)

    def snapshot(self, position: EnginePosition) -> dict[str, Any]:
        return snapshot.take(_own(position))

    def restore(self, setting: Setting, data: Mapping[str, Any], key: bytes) -> EnginePosition:
        return snapshot.restore(cast(AllianceSetting, setting), data, key)

    def resample(self, position: EnginePosition, seat: int | None, rng: Random) -> EnginePosition:
        return hidden.resample(_own(position), seat, rng)

    def counterpart(
        self, position: EnginePosition, twin: EnginePosition, action: Action, seat: int | None
    ) -> Action | None:
        return hidden.counterpart(_own(position), _own(twin), action, seat)

    def view(self, position: EnginePosition, seat: int | None) -> dict[str, Any]:
        return table.view(_own(position), seat)

    def faults(self, position: EnginePosition) -> list[str]:
        return soundness.faults(_own(position))

    def sheet(self, position: EnginePosition, seat: int | None) -> Sheet:
        return sheet.sheet(_own(position), seat)

    def tabletop(self, position: EnginePosition, seat: int | None) -> Tabletop:
        return tabletop.tabletop(self, _own(position), seat)

    def label(self, position: EnginePosition, kind: str, value: Any, seat: int | None) -> str:
        return table.label(_own(position), kind, value, seat)

    def tale(self, position: EnginePosition, entry: Entry) -> str:
        return tales.tale(_own(position), entry)

    def margin(self, position: EnginePosition, entry: Entry) -> Margin:
        return margins.margin(_own(position), entry)

    def odds(self, position: EnginePosition, seat: int, action: Action | None, rng: Random) -> Odds | None:
        own = _own(position)
        if action is None and own.battle is None:
            return odds.compare(own, seat, rng, lambda order: self.describe(own, order, seat))
        return odds.odds(own, seat, action, rng)

    def reach(self, position: EnginePosition, seat: int | None, piece: str) -> tuple[Reached, ...]:
        return counsel.reach(_own(position), seat, piece)

    def round_of(self, position: EnginePosition) -> int:
        return chronicle.round_of(_own(position))

    def scores(self, position: EnginePosition) -> dict[str, float]:
        return chronicle.scores(_own(position))

    def clash(self, position: EnginePosition, entry: Entry) -> Clash | Settled | None:
        return chronicle.clash(_own(position), entry)

    def cannot_confer(self, position: EnginePosition, seats: tuple[int, ...]) -> Refusal | None:  # noqa: ARG002 - all alike
        return counsel.cannot_confer(_own(position))

    def event_data(self, position: EnginePosition, entry: Entry) -> dict[str, Any]:
        return tales.event_data(_own(position), entry)

    def result(self, position: EnginePosition) -> dict[str, Any]:
        return table.result(_own(position))

    def shape(self) -> Shape:
        return shape.SHAPE

    def judgement(self) -> Judgement:
        return JUDGEMENT

    def vocabulary_of(self, position: EnginePosition) -> Vocabulary:
        return _own(position).setting.vocabulary


GAME = Alliance()
