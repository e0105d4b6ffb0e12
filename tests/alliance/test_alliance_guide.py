"""The guided first turn of Alliance leads to its end, whatever the other side does."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engine.game import Game, NamedAction, Start
from grognard.engine.guide import Guide, Step, guides
from grognard.games.alliance import GAME


class Pupil:
    """Does what the guide suggests; the page chooses the step to be said in the same way."""

    def __init__(self, guide: Guide, game: Game) -> None:
        self.guide, self.game = guide, game
        self.done: set[str] = set()

    def lesson(self) -> tuple[Step, NamedAction | None] | None:
        before: Step | None = None
        for step in self.guide.step:
            if step.id not in self.done and self._holds(step, before):
                return step, self._suggestion(step)
            before = step
        return None

    def _suggestion(self, step: Step) -> NamedAction | None:
        options = self.game.options(self.guide.seat)
        for pattern in step.suggest:
            for option in options:
                if len(option) == len(pattern) and all(
                    part in ("*", word) for part, word in zip(pattern, option, strict=True)
                ):
                    return option
        return None

    def _holds(self, step: Step, before: Step | None) -> bool:
        if not step.decision and not step.panel and not step.event:
            return before is None or before.id in self.done
        prompt = self.game.prompt(self.guide.seat)
        if step.decision and not (prompt and prompt["yours"] and prompt["decision"] in step.decision):
            return False
        if step.suggest and self._suggestion(step) is None:
            return False
        if step.panel and all(
            getattr(type(p), "__struct_config__").tag != step.panel  # noqa: B009 - not typed by msgspec
            for p in self.game.tabletop(self.guide.seat).panels
        ):
            return False
        return not step.event or sum(d["event"] == step.event for d in self.game.log(self.guide.seat)) >= step.times

    def finish(self, lesson: Step) -> None:
        if lesson.often:
            return
        for step in self.guide.step:
            if step.id == lesson.id:
                break
            if not step.keep:
                self.done.add(step.id)
        self.done.add(lesson.id)


@pytest.mark.parametrize("seed", range(4))
def test_the_first_turn_is_led_to_its_end(seed: int) -> None:
    guide = guides(GAME)["first-turn"]
    game = Game(GAME, Start(GAME.setting(guide.scenario, guide.players, guide.options, None), guide.key))
    pupil, rng = Pupil(guide, game), Random(seed)  # noqa: S311 - repeatable
    said: list[str] = []
    for _ in range(600):
        lesson = pupil.lesson()
        if lesson is not None and lesson[0].read:
            said.append(lesson[0].id)
            pupil.finish(lesson[0])
            if lesson[0].end:
                break
            continue
        if guide.seat in game.to_act:
            assert lesson is not None, f"nothing is said of {game.prompt(guide.seat)}"
            step, order = lesson
            assert order is not None, f"{step.id} suggests nothing"
            said.append(step.id)
            game.act(guide.seat, order)
            pupil.finish(step)
        else:
            seat = game.to_act[0]
            game.act(seat, rng.choice(game.options(seat)))
    assert said[-1] == "end"
    taught = {"block", "fog", "main", "attack", "reserve-move", "march-first", "levy", "battle", "fire", "won"}
    assert taught <= set(said)
