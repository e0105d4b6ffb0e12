"""What an experiment shows: the effects it finds, the page with its plots, the page of balance."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest

from grognard.atlas import board
from grognard.atlas.overlay import heat_layer
from grognard.engine import registry
from grognard.engine.refusal import UserError
from grognard.lab import balance, cli, plots, report
from grognard.lab.effects import effects
from grognard.lab.experiment import Experiment, Grid, plan
from grognard.lab.playing import Battle, Played
from grognard.lab.results import Results
from grognard.lab.statistics import share, shift, shift_of_means

FRENCH = {14: 0.7, 25: 0.2}
"""How often France wins, in the world made up here, by the Influence that wins."""


def made_up(games: int = 200) -> Results:
    """An experiment whose truth is known: France wins more often in short games, the named Generals change nothing."""
    grid = Grid(
        game="coalitions",
        scenarios=["1805", "1813"],
        options={"generals": [False, True]},
        set={"victory_influence": [25, 14]},
    )
    found = plan(Experiment(title="A <made-up> war", games=games, grid=[grid]))
    rng, played = Random(1), []  # noqa: S311 - repeatable
    for cell in found.cells:
        target = cell.figures["victory_influence"]
        of_this = []
        for number in range(games):
            winner = "france" if rng.random() < FRENCH[target] else rng.choice(["britain", "austria", "russia"])
            of_this.append(
                Played(
                    cell=cell.key,
                    number=number,
                    seed=cell.seed(1, number),
                    bots=cell.bots,
                    winners=(winner,),
                    winning_seats=(winner,),
                    way="influence" if rng.random() < 0.8 else "paris",
                    rounds=rng.choice([2, 3]) if target == 14 else rng.choice([4, 5]),
                    decisions=rng.randrange(200, 400),
                    lead_changes=rng.randrange(3),
                    scores=dict.fromkeys(cell.powers, 3.0) | {winner: 25.0},
                    battles=(
                        Battle(1, "bavaria", ("france",), ("austria",), "attacker"),
                        Battle(2, rng.choice(["bavaria", "holland"]), ("france",), ("britain",), "defender"),
                        Battle(2, "wien", ("france",), ("austria",), None),
                    ),
                )
            )
        played.append(tuple(of_this))
    return Results(found, tuple(played))


# --- effects ----------------------------------------------------------------------------------------------------------


def test_an_effect_is_found_where_there_is_one() -> None:
    first, *others = effects(made_up(), "coalitions")
    assert (first.name, first.first, first.value, first.strata) == ("victory_influence", "25", "14", 4)
    france = first.wins["france"]
    assert france.low < 0.5 < france.high
    assert france.certain
    assert -0.3 < first.wins["britain"].by < -0.05
    assert first.rounds.by == pytest.approx(-2, abs=0.15)
    assert [other.name for other in others] == ["generals"]
    assert not others[0].wins["france"].certain


def test_the_interval_of_a_difference_holds_what_it_promises() -> None:
    """Of a thousand pairs of strata with a true difference of 0.2 about 950 intervals hold it."""
    rng, held = Random(4), 0  # noqa: S311 - repeatable
    for _ in range(1_000):
        strata = [
            ((sum(rng.random() < p for _ in range(40)), 40), (sum(rng.random() < p + 0.2 for _ in range(40)), 40))
            for p in (0.05, 0.4)
        ]
        found = shift(strata)
        held += found.low <= 0.2 <= found.high
    assert 925 <= held <= 980


def test_a_difference_of_means() -> None:
    found = shift_of_means([([1, 2, 3], [2, 3, 4]), ([5, 5, 5], [8, 8, 8])])
    assert found.by == pytest.approx(2)
    assert found.low < 2 < found.high


# --- the page ---------------------------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """Whether every element is closed that must be, and what is asked for from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.wanted: list[str] = []
        self.count: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag not in ("meta",):
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.add(value or "")
            if name in ("href", "xlink:href", "src"):
                self.wanted.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def page() -> str:
    return report.page(made_up(40), registry.rulebook)


def test_the_page_is_whole_and_needs_nothing_from_elsewhere(page: str) -> None:
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert all(link.startswith(("#", "data:")) for link in tags.wanted)
    assert {link[1:] for link in tags.wanted if link.startswith("#")} <= tags.ids
    assert not re.search(r"url\((?!['\"]?(?:data:|#))", page)
    assert tags.count["figure"] == 2 * 6 + 2  # six for each scenario, and two effects
    assert tags.count["image"] == 1  # one sheet, however many maps
    assert "<made-up>" not in page


def test_the_page_says_what_is_to_be_said(page: str) -> None:
    text = re.sub(r"<svg.*?</svg>|<style.*?</style>", "", page, flags=re.DOTALL)
    for words in (
        "320 games, 8 cells, seed 1",
        "1813, ",
        "Named Generals: with their abilities, victory influence 14",
        "The Influence that wins at once: 14",
        "by the fall of Paris",
        "3.0 battles in a game; 33% are broken off",
        "Instead of 25, all else being equal: 4 pairs of cells, 320 games",
    ):
        assert words in text, words


def test_a_page_takes_its_inks_from_the_style_sheet(page: str) -> None:
    assert not any(ink in page for ink in plots.INKS)
    assert "var(--ink)" in page


def test_it_is_the_same_page_every_time(page: str) -> None:
    assert report.page(made_up(40), registry.rulebook) == page


def test_an_experiment_without_games_has_no_page() -> None:
    nothing = made_up(1)
    with pytest.raises(UserError, match="no games to report on yet"):
        report.page(Results(nothing.plan, ((),) * len(nothing.games)), registry.rulebook)


def test_without_matplotlib_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UserError, match=r"pip install 'grognard\[lab\]'"):
        plots.bars(["one"], [share(1, 2)], "")


def test_the_hottest_space_is_the_deepest() -> None:
    layer = heat_layer(board("coalitions", "empire").topology, {"bavaria": 4.0, "holland": 1.0, "wien": 0.1})
    depth = {name: float(d) for d, name in re.findall(r'fill-opacity="([.\d]+)"><title>([^:]*):', layer)}
    assert depth["Bavaria"] > depth["Holland"] > depth["Wien"] > 0
    assert layer.count("<circle") == 2  # Wien is too faint for a seal
    assert ">4.0</text>" in layer


# --- balance ----------------------------------------------------------------------------------------------------------


def test_what_is_called_hopeless_and_dominant() -> None:
    assert balance.verdict(share(450, 1_000), 6) == "dominant"
    assert balance.verdict(share(390, 1_000), 6) == ""  # the interval reaches below 37.5%
    assert balance.verdict(share(20, 1_000), 6) == "hopeless"
    assert balance.verdict(share(30, 1_000), 6) == ""
    assert balance.verdict(share(0, 20), 6) == ""  # too few games to say
    assert balance.verdict(share(1_000, 1_000), 2) == "dominant"
    assert balance.verdict(share(0, 1_000), 1) == ""


def test_experiments_with_the_same_game_stand_under_one_heading() -> None:
    text = balance.page([("war", made_up()), ("more", made_up())], registry.rulebook, "grognard balance war more")
    assert text.count("\n## ") == 1
    assert text.count("\n### ") == 2 * balance.page([("war", made_up())], registry.rulebook, "").count("\n### ")


def test_the_page_of_balance(tmp_path: Path) -> None:
    text = balance.page([("war", made_up())], registry.rulebook, "grognard balance war --page balance.md")
    assert "`war`: 1,600 games in 8 cells, seed 1" in text
    assert len(re.findall(r"^\| France \|.*\| dominant \|$", text, re.MULTILINE)) == 4
    assert len(re.findall(r"^\| Prussia \|.*\| hopeless \|$", text, re.MULTILINE)) == 8
    assert re.search(r"^\| The Influence that wins at once: 14 \| 25 \| France \| \+[45]\d\.\d \|", text, re.MULTILINE)
    assert "| Named Generals: with their abilities | without their abilities | nobody |" in text


def test_whoever_plays_alone_has_one_row() -> None:
    grid = Grid(game="coalitions", scenarios=["1805"], players=[1], options={"mode": "lempereur"})
    found = plan(Experiment(title="Alone", games=4, grid=[grid]))
    (cell,) = found.cells
    ends: list[tuple[tuple[str, ...], tuple[str, ...]]] = [(("france",), ())] * 3 + [(("britain",), cell.seats)]
    games = tuple(
        Played(cell.key, number, 1, cell.bots, winners, seats, "influence", 3, 200, 0, {}, ())
        for number, (winners, seats) in enumerate(ends)
    )
    text = balance.page([("alone", Results(found, (games,)))], registry.rulebook, "grognard balance alone")
    assert re.search(r"^\| the player \| 1 \| 25.0% \|", text, re.MULTILINE)
    assert "| France |" not in text


def test_there_is_nothing_to_tell_of_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="holds no experiment"):
        cli.report(tmp_path)
    with pytest.raises(UserError, match="holds no experiment"):
        cli.balance([tmp_path])
