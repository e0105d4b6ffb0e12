"""The balance of the scenarios as a page of documentation: who wins, how sure that is, and what it cannot say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from grognard.lab.effects import Effect, effects
from grognard.lab.experiment import Cell, RulebookOf, varied
from grognard.lab.playing import Played
from grognard.lab.report import Group, change_words, grouped, looks_of, value_words
from grognard.lab.results import Results
from grognard.lab.statistics import Share, share, spread

HOPELESS, DOMINANT = 1 / 5, 3.0
"""Times the odds of an equal share."""

INTRODUCTION = """# The balance of the scenarios

Who wins when every seat is played by the same bot. Shares are of the games played, with Wilson's intervals at 95%; a
power that shares a win has won. An **equal share** is one in as many as there are seats.

A power is called **dominant** where the whole interval of its odds of winning lies above three times those of an equal
share, and **hopeless** where it lies below a fifth of them. With seven seats that is above 33.3% and below 3.2%, with
six above 37.5% and below 3.8%, with two above 75% and below 16.7%.

What these games can say, and what not:

* They compare powers *in the hands of this bot*. It looks one step ahead and has no long plans; it bargains by rule. A
  power that needs patience or persuasion looks weaker here than among people, one that profits from others' mistakes
  stronger.
* The intervals tell how far chance could have moved a share in so many games. They do not tell how far another player,
  or another way of judging a position, would move it: that is usually more.
* Many shares are looked at; about one interval in twenty misses.
* Where the data of a board or a deck are reconstructed (marked `G` in the data files), a dominant or hopeless power may
  be the fault of the reconstruction. It may also be the game.
"""


def page(found: Sequence[tuple[str, Results]], rulebook_of: RulebookOf, command: str) -> str:
    """The page, from results with the names of their experiments."""
    parts = [INTRODUCTION, f"\nThis page was written by\n\n```sh\n{command}\n```\n\nfrom the games of\n\n"]
    parts += [
        f"* `{name}`: {results.total:,} games in {len(results.plan.cells)} cells, seed {results.plan.seed}\n"
        for name, results in found
    ]
    chapters: dict[str, list[str]] = {}
    for _, results in found:
        groups = grouped(results, rulebook_of)
        for game in dict.fromkeys(group.rulebook.id for group in groups):
            ours = [group for group in groups if group.rulebook.id == game]
            chapter = chapters.setdefault(game, [f"\n## {ours[0].rulebook.title}\n"])
            chapter += [_group(group) for group in ours]
            chapter.append(_effects(effects(results, game), ours))
    return "".join([*parts, *(text for chapter in chapters.values() for text in chapter)])


def verdict(wins: Share, seats: int) -> str:
    """Whether a power is hopeless or dominant among so many seats; empty if neither is sure."""
    if seats < 2:
        return ""
    fair = 1 / (seats - 1)
    if wins.low < 1 and wins.low / (1 - wins.low) > DOMINANT * fair:
        return "dominant"
    if wins.high < 1 and wins.high / (1 - wins.high) < HOPELESS * fair:
        return "hopeless"
    return ""


def _group(group: Group) -> str:
    differing = varied(group.cells)
    lines = [f"\n### {group.title}\n"]
    for cell, games in zip(group.cells, group.games, strict=True):
        if differing:
            words = [change_words(group.rulebook, name, values[cell.key]) for name, values in differing.items()]
            lines.append(f"\n**{'; '.join(words)}**\n")
        lines += ["", *_cell(group, cell, games), ""]
    return "\n".join(lines)


def _cell(group: Group, cell: Cell, games: Sequence[Played]) -> list[str]:
    lines = ["| Power | Wins | Share | 95% interval | |", "| --- | ---: | ---: | --- | --- |"]
    lines += _lone_row(games) if len(cell.seats) == 1 else _rows(group, cell, games)
    rounds, leads = spread([p.rounds for p in games]), spread([p.lead_changes for p in games])
    ways = Counter(p.way for p in games)
    ends = ", ".join(
        f"{count / len(games):.0%} {group.rulebook.words.ending(way)}" for way, count in ways.most_common()
    )
    battles = spread([len(p.battles) for p in games])
    lines += [
        "",
        f"{len(games):,} games: {ends}. They end in round {rounds.mean:.1f} on average ({rounds.low:.1f} to "
        f"{rounds.high:.1f}; the longest {rounds.max:g}), after {battles.mean:.1f} battles and {leads.mean:.1f} "
        "changes of the lead.",
    ]
    return lines


def _rows(group: Group, cell: Cell, games: Sequence[Played]) -> list[str]:
    """What each power won, and how often nobody did."""
    looks, lines = looks_of(group), []
    for power in cell.powers:
        if not any(power in p.scores or power in p.winners for p in games):
            continue
        wins = share(sum(power in p.winners for p in games), len(games))
        lines.append(_row(looks.name(power), wins, verdict(wins, len(cell.seats))))
    if lost := sum(not p.winners for p in games):
        lines.append(_row("nobody", share(lost, len(games))))
    return lines


def _lone_row(games: Sequence[Played]) -> list[str]:
    """Whoever plays alone wins with all powers or with none."""
    return [_row("the player", share(sum(bool(p.winning_seats) for p in games), len(games)))]


def _row(name: str, wins: Share, remark: str = "") -> str:
    return f"| {name} | {wins.count:g} | {wins.share:.1%} | {wins.low:.1%} to {wins.high:.1%} | {remark} |"


def _effects(found: Sequence[Effect], groups: Sequence[Group]) -> str:
    if not found:
        return ""
    rulebook, looks = groups[0].rulebook, looks_of(groups[0])
    lines = [
        f"\n### What shifts a side of {rulebook.title}\n",
        "Points of a hundred that a power wins more or fewer, all else being equal; only where the interval leaves "
        "nought out.\n",
        "| | Instead of | Power | Points | 95% interval |",
        "| --- | --- | --- | ---: | --- |",
    ]
    for effect in found:
        title = change_words(rulebook, effect.name, effect.value)
        instead = value_words(rulebook, effect.name, effect.first)
        certain = [(power, shift) for power, shift in effect.wins.items() if shift.certain]
        lines += [
            f"| {title} | {instead} | {looks.name(power)} | {100 * s.by:+.1f} | "
            f"{100 * s.low:+.1f} to {100 * s.high:+.1f} |"
            for power, s in sorted(certain, key=lambda pair: -abs(pair[1].by))
        ] or [f"| {title} | {instead} | nobody | | |"]
    return "\n".join(lines) + "\n"
