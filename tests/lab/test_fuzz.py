"""The fuzzer finds what is wrong with a game, makes it short, and its file shows it again."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grognard.engine import gamefile
from grognard.engine.position import Position
from grognard.engine.refusal import Refusal, UserError
from grognard.lab import rotation
from grognard.lab.fuzz import fuzz
from grognard.lab.fuzz import replay as replay_file
from skirmish import SKIRMISH, Board, Skirmish


class ShowsHands(Skirmish):
    def view(self, g: Any, seat: int | None) -> dict[str, Any]:
        view = super().view(g, seat)
        view["powers"]["red"]["hand"] = list(g.hands[0])
        return view


class TellsOfHands(Skirmish):
    def tale(self, g: Any, entry: Any) -> str:
        return f"{super().tale(g, entry)} {g.hands[1]}"


class ShowsTheKey(Skirmish):
    def view(self, g: Any, seat: int | None) -> dict[str, Any]:
        return {**super().view(g, seat), "debug": g.key.hex()}


class NumbersAsKeys(Skirmish):
    def view(self, g: Any, seat: int | None) -> dict[str, Any]:
        return {**super().view(g, seat), "gold": dict(enumerate(g.gold))}


class LosingBoard(Board):
    __slots__ = ()

    def act(self, power: int, action: Any) -> None:
        super().act(power, action)
        if action[0] == "lay":
            self.laid[power] = self.laid[power][1:]


class LosesCards(Skirmish):
    board = LosingBoard


class ForgetfulBoard(Board):
    __slots__ = ()

    def chance(self, stream: int, sides: int) -> int:
        before = self.boundary
        number = super().chance(stream, sides)
        self.boundary = before
        return number


class UndoesDraws(Skirmish):
    board = ForgetfulBoard


class ShowsTheDeckOnTheHill(Skirmish):
    """Whoever stands on the hill sees the lowest card of the deck, and nobody says that something was shown."""

    def _sees(self, g: Any, seat: int | None) -> bool:
        return any(g.keeper[p] == seat and g.place[p] == 0 for p in range(3)) and bool(g.deck)

    def view(self, g: Any, seat: int | None) -> dict[str, Any]:
        view = super().view(g, seat)
        return {**view, "lowest": g.deck[0]} if self._sees(g, seat) else view

    def resample(self, g: Any, seat: int | None, rng: random.Random) -> Position:
        while True:
            twin: Any = super().resample(g, seat, rng)
            if not self._sees(g, seat) or twin.deck[0] == g.deck[0]:
                return twin


class CrashingBoard(Board):
    __slots__ = ()

    def act(self, power: int, action: Any) -> None:
        super().act(power, action)
        if action == ("march", 2) and self.round == 2:
            raise ZeroDivisionError("no ford in round two")


class Crashes(Skirmish):
    board = CrashingBoard


class WilfulBoard(Board):
    __slots__ = ()

    def act(self, power: int, action: Any) -> None:
        super().act(power, action)
        self.place[power] = random.randrange(4)  # noqa: S311 - that is what is wrong with it


class Whims(Skirmish):
    board = WilfulBoard


class SharingBoard(Board):
    __slots__ = ()

    def clone(self) -> Board:
        copy = super().clone()
        copy.gold = self.gold
        return copy


class SharesGold(Skirmish):
    board = SharingBoard


class ForgetsPlaces(Skirmish):
    def restore(self, setting: Any, data: Any, key: bytes) -> Position:
        return super().restore(setting, {**data, "place": [0, 1, 2]}, key)


class DoublingBoard(Board):
    __slots__ = ()

    def options(self, power: int) -> list[Any]:
        options = super().options(power)
        return [*options, options[0]] if options[0][0] == "lay" else options


class ListsTwice(Skirmish):
    board = DoublingBoard


class IndiscreetBoard(Board):
    __slots__ = ()

    def question(self, power: int) -> Any:
        decision, arguments = super().question(power)
        return replace(decision, refuse=lambda *_: Refusal("9.9", f"Not while the deck is {self.deck}.")), arguments


class RefusesIndiscreetly(Skirmish):
    board = IndiscreetBoard


BROKEN = {
    RefusesIndiscreetly: {"twin worlds"},
    ShowsHands: {"twin worlds", "undo proven"},
    TellsOfHands: {"twin worlds", "undo proven", "twin logs"},
    ShowsTheKey: {"views", "twin worlds", "undo proven"},
    NumbersAsKeys: {"views"},
    LosesCards: {"sound", "twin worlds"},
    UndoesDraws: {"undo proven"},
    ShowsTheDeckOnTheHill: {"undo proven"},
    Crashes: {"plays", "restores", "clones", "undoes", "undo proven"},
    Whims: {"undoes", "restores", "clones", "repeats", "time travel", "plays"},
    SharesGold: {"clones", "undoes", "restores", "time travel", "refuses", "twin worlds", "repeats", "plays"},
    ForgetsPlaces: {"restores"},
    ListsTwice: {"options"},
}


@pytest.mark.parametrize("broken", BROKEN, ids=lambda kind: kind.__name__)
def test_broken_rules_are_found_and_their_file_shows_it_again(broken: type[Skirmish], tmp_path: Path) -> None:
    report = fuzz(broken(), games=12, seed=1, out=tmp_path)
    assert report.failures
    for failure in report.failures:
        assert failure.note.check in BROKEN[broken], failure.note
        assert failure.note.findings
    kept = [f.path for f in report.failures if f.path is not None and f.note.check != "repeats"]
    assert kept
    if broken not in (Whims, SharesGold, ForgetsPlaces):  # whose files do not even load, as they should not
        assert all(replay_file(path, broken()) for path in kept)


def test_an_honest_game_passes(tmp_path: Path) -> None:
    report = fuzz(SKIRMISH, games=30, seed=1, out=tmp_path)
    assert report.failures == []
    assert report.games == 30
    assert set(report.runs) == set(rotation.ALL_CHECKS)
    assert set(report.decisions) == {"stake", "march", "contest", "lay"}
    assert list(tmp_path.iterdir()) == []


def test_a_failure_is_made_short(tmp_path: Path) -> None:
    report = fuzz(Crashes(), games=20, seed=3, out=tmp_path)
    crashed = next(f for f in report.failures if f.note.check == "plays")
    assert crashed.path is not None
    assert "ZeroDivisionError: no ford in round two" in crashed.note.findings[0]
    assert crashed.note.action == ["march", "ford"]
    assert gamefile.load(crashed.path, rulebook=Crashes()).step == 0
    assert replay_file(crashed.path, Crashes()) == crashed.note.findings
    assert replay_file(crashed.path, SKIRMISH) == []


def test_the_same_games_whatever_the_number_of_processes() -> None:
    one, two = fuzz(SKIRMISH, games=4, seed=5), fuzz(SKIRMISH, games=4, seed=5, jobs=2)
    assert (one.steps, one.runs, one.decisions) == (two.steps, two.runs, two.decisions)


class NeverBegins(Skirmish):
    def set_up(self, *_: Any) -> Position:
        raise LookupError("no field")


def test_a_game_that_cannot_begin_is_found(tmp_path: Path) -> None:
    (failure,) = fuzz(NeverBegins(), games=1, seed=1, out=tmp_path).failures
    assert (failure.note.check, failure.note.findings) == ("set-up", ["crashed: LookupError: no field"])
    assert failure.path is None


class BoundaryOnce(Board):
    """Undone and done again, a march to the farm leads elsewhere."""

    __slots__ = ()
    marches = 0

    def act(self, power: int, action: Any) -> None:
        super().act(power, action)
        if action == ("march", 3):
            BoundaryOnce.marches += 1
            self.place[power] = BoundaryOnce.marches % 4


class Wavers(Skirmish):
    board = BoundaryOnce


def test_second_thoughts_that_lead_elsewhere_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotation, "SECOND_THOUGHTS", 1.0)
    monkeypatch.setattr(rotation, "STEP_CHECKS", {"plays": rotation.STEP_CHECKS["plays"]})
    monkeypatch.setattr(rotation, "MOMENT_CHECKS", {"sound": rotation.MOMENT_CHECKS["sound"]})
    failures = fuzz(Wavers(), games=6, seed=1).failures
    assert "plays" in {failure.note.check for failure in failures}
    assert any("leads elsewhere" in finding for failure in failures for finding in failure.note.findings)


def test_a_game_without_end_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotation, "STEP_LIMIT", 7)
    report = fuzz(SKIRMISH, games=1, seed=1, out=tmp_path, most_steps=7)
    assert [f.note.findings for f in report.failures] == [["no end after 7 steps"]]


def test_any_game_file_can_be_checked(tmp_path: Path) -> None:
    report = fuzz(ShowsHands(), games=1, seed=1, out=tmp_path)
    path = report.failures[0].path
    assert path is not None
    path.with_suffix(".json").unlink()
    assert replay_file(path, SKIRMISH) == []
    assert replay_file(path, ShowsHands())


@pytest.mark.parametrize("note", [b"", b"{}", b"\xff", b'{"check":"none","seed":1,"seat":null,"action":null}'])
def test_a_spoilt_note_is_named(tmp_path: Path, note: bytes) -> None:
    path = fuzz(ShowsHands(), games=1, seed=1, out=tmp_path).failures[0].path
    assert path is not None
    path.with_suffix(".json").write_bytes(note)
    with pytest.raises(UserError, match="not the note of a failure"):
        replay_file(path, SKIRMISH)
    path.with_suffix(".json").write_text(
        '{"check":"none","seed":1,"seat":null,"action":null,"findings":[],"found_in":""}'
    )
    with pytest.raises(UserError, match="there is no check"):
        replay_file(path, SKIRMISH)
