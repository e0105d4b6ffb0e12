"""`grognard report`: the results of an experiment as one page that needs nothing else, not even a network."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from typing import NamedTuple

from grognard.atlas import board as atlas_board
from grognard.atlas.board import Board
from grognard.atlas.overlay import heat_layer
from grognard.engine import dice
from grognard.engine.refusal import UserError
from grognard.engine.rulebook import Rulebook
from grognard.engine.words import sentence
from grognard.lab import plots
from grognard.lab.effects import Effect, effects
from grognard.lab.experiment import Cell, RulebookOf, varied
from grognard.lab.playing import Battle, Played
from grognard.lab.results import Results
from grognard.lab.statistics import Share, share, spread

FONTS = (
    ("EB Garamond", 400, "eb-garamond-400.woff2"),
    ("IM Fell DW Pica", 400, "im-fell-dw-pica.woff2"),
    ("Cinzel", 500, "cinzel-500.woff2"),
)
NOT_KNOWN = "#8a7453"
BUSIEST = 10
MOST_SERIES = 4
"""So many cells are told apart in one plot; more are taken together."""


class Group(NamedTuple):
    """The cells of one scenario with one number of players: what is compared with each other."""

    rulebook: Rulebook
    scenario: str
    players: int
    cells: tuple[Cell, ...]
    games: tuple[tuple[Played, ...], ...]

    @property
    def all_games(self) -> list[Played]:
        return [played for games in self.games for played in games]

    @property
    def anchor(self) -> str:
        return f"{self.rulebook.id}-{self.scenario}-{self.players}"

    @property
    def title(self) -> str:
        summary = next(s for s in self.rulebook.scenarios() if s.id == self.scenario)
        players = "1 player" if self.players == 1 else f"{self.players} players"
        name = summary.name if summary.name.startswith(self.scenario) else f"{self.scenario}, {summary.name}"
        return f"{name}, {players}"


class Looks(NamedTuple):
    """How the powers of a game are called and coloured, and the board it is played on."""

    board: Board | None
    names: dict[str, str]
    colours: dict[str, str]

    def name(self, power: str) -> str:
        return self.names.get(power, power.replace("-", " ").title())

    def colour(self, power: str) -> str:
        return self.colours.get(power, NOT_KNOWN)


def page(results: Results, rulebook_of: RulebookOf) -> str:
    """The whole page."""
    groups = grouped(results, rulebook_of)
    if not groups:
        raise UserError("There are no games to report on yet.")
    title = results.plan.title or f"An experiment on {_listed({g.rulebook.title for g in groups})}"
    wanted = results.plan.games * len(results.plan.cells)
    played = f"{results.total:,} games" if results.total == wanted else f"{results.total:,} of {wanted:,} games so far"
    sheets: dict[str, str] = {}
    body = [
        f'<header><h1>{escape(title)}</h1><p class="lead">{played}, {_counted(len(results.plan.cells), "cell")}, '
        f"seed {results.plan.seed}</p>{_contents(groups)}</header>",
        f"<section><p>{READING}</p></section>",
    ]
    for game in dict.fromkeys(group.rulebook.id for group in groups):
        ours = [group for group in groups if group.rulebook.id == game]
        body.append(f"<h2>{escape(ours[0].rulebook.title)}</h2>")
        body += [_group_section(group, looks_of(group), sheets) for group in ours]
        body.append(_effect_section(effects(results, game), ours))
    body.append(f"<footer>{_footer(groups)}</footer>")
    style = (resources.files("grognard.lab") / "report.css").read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_faces()}\n{style}</style></head><body>"
        f'<svg class="sheets" aria-hidden="true"><defs>{"".join(sheets.values())}</defs>'
        f"</svg><main>{''.join(body)}</main></body></html>\n"
    )


READING = (
    "Bars and marks carry 95% intervals: of twenty such intervals about one misses the true value. All of it holds for "
    "these players, at the strength they have: people may find what bots do not, and the other way round. A power that "
    "shares a win has won. The lead is looked at when a round is over, and changes when somebody else has it alone."
)


def grouped(results: Results, rulebook_of: RulebookOf) -> list[Group]:
    """By game, scenario and number of players, as far as games were played."""
    found: dict[tuple[str, str, int], list[tuple[Cell, tuple[Played, ...]]]] = {}
    for cell, games in zip(results.plan.cells, results.games, strict=True):
        if games:
            found.setdefault((cell.game, cell.scenario, cell.players), []).append((cell, games))
    return [
        Group(rulebook_of(game), scenario, players, tuple(c for c, _ in cells), tuple(g for _, g in cells))
        for (game, scenario, players), cells in found.items()
    ]


def looks_of(group: Group) -> Looks:
    """From the board of the atlas, if the game has one."""
    cell, rulebook = group.cells[0], group.rulebook
    setting = rulebook.setting(cell.scenario, cell.players, cell.options, None)
    position = rulebook.set_up(setting, dice.key_from_seed(0))
    position.advance()
    laid = rulebook.tabletop(position, None).board
    if laid is None:
        return Looks(None, {}, {})
    board = atlas_board(laid.game, laid.board)
    powers = board.topology.powers
    return Looks(board, {p.id: p.name for p in powers}, {p.id: p.counter for p in powers})


# --- a scenario -------------------------------------------------------------------------------------------------------


def _group_section(group: Group, looks: Looks, sheets: dict[str, str]) -> str:
    played = group.all_games
    parts = [_wins(group, looks), _endings(group, played), _length(played), _leads(played)]
    battles = [battle for p in played for battle in p.battles]
    where = _battle_map(group, looks, played, sheets) if battles else ""
    if battles:
        parts.insert(1, _busiest(looks, battles, len(played)))
    return (
        f'<section id="{group.anchor}"><h3>{escape(group.title)}</h3>'
        f'<div class="figures">{"".join(parts)}</div>{where}</section>'
    )


def _series(group: Group) -> list[tuple[str, list[Played]]]:
    """The cells of a group, each by what sets it apart; all as one if there are too many."""
    differing = varied(group.cells)
    if not 1 < len(group.cells) <= MOST_SERIES:
        return [("all games", group.all_games)]
    return [
        (
            ", ".join(_setting_words(group.rulebook, name, values[cell.key]) for name, values in differing.items()),
            [*games],
        )
        for cell, games in zip(group.cells, group.games, strict=True)
    ]


def _setting_words(rulebook: Rulebook, name: str, value: str) -> str:
    """An option or a figure with its value, as a player would say it."""
    choice = next((c for c in rulebook.choices() if c.name == name), None)
    if choice is None:
        return f"{name.replace('_', ' ')} {value}"
    words = rulebook.words.choice(choice.name, choice.about, choice.values)
    return f"{words.title}: {value_words(rulebook, name, value)}"


def value_words(rulebook: Rulebook, name: str, value: str) -> str:
    choice = next((c for c in rulebook.choices() if c.name == name), None)
    if choice is None:
        return value
    return rulebook.words.choice(choice.name, choice.about, choice.values).values.get(value, value)


def change_words(rulebook: Rulebook, name: str, value: str) -> str:
    """The same as a heading: a figure by what it is."""
    figure = next((f for f in rulebook.figures() if f.name == name), None)
    if figure is None:
        return sentence(_setting_words(rulebook, name, value))
    return f"{sentence(figure.about)}: {value}"


def _wins(group: Group, looks: Looks) -> str:
    powers = [p for p in dict.fromkeys(p for cell in group.cells for p in cell.powers) if _can_win(group, p)]
    series = [
        (label, [share(sum(power in p.winners for p in games), len(games)) for power in powers])
        for label, games in _series(group)
    ]
    fair = 1 / len(group.cells[0].seats) if group.players > 1 else None
    words = f"Who wins {group.title}, in percent of the games"
    found = [shares for _, shares in series]
    drawn = plots.shares([*map(looks.name, powers)], found, [*map(looks.colour, powers)], fair, words)
    if len(series) > 1:
        marked = zip(plots.MARKS, (label for label, _ in series), strict=False)
        drawn += f'<ul class="key">{"".join(f"<li><b>{mark}</b> {escape(label)}</li>" for mark, label in marked)}</ul>'
    caption = "Share of the games each power wins." + (" The dashed line is an equal share." if fair else "")
    if lost := sum(not p.winners for p in group.all_games):
        caption += f" Nobody wins {lost / len(group.all_games):.0%} of them."
    rows = [
        (looks.name(power), *([label] if len(series) > 1 else []), *_share_cells(shares[number]))
        for number, power in enumerate(powers)
        for label, shares in series
    ]
    heads = ("Power", *(["With"] if len(series) > 1 else []), "Wins", "Share", "95% interval")
    return _figure("Who wins", caption, drawn, _table(heads, rows))


def _can_win(group: Group, power: str) -> bool:
    """Minor powers are passed over, unless one has won."""
    scored = any(power in p.scores for p in group.all_games)
    return scored or any(power in p.winners for p in group.all_games)


def _endings(group: Group, played: Sequence[Played]) -> str:
    ways = Counter(p.way for p in played)
    names = {way: group.rulebook.words.ending(way) for way in ways}
    found = [(names[way], share(count, len(played))) for way, count in ways.most_common()]
    drawn = plots.bars([name for name, _ in found], [s for _, s in found], f"How {group.title} ends")
    rows = [(name, *_share_cells(s)) for name, s in found]
    table = _table(("End", "Games", "Share", "95% interval"), rows)
    return _figure("How games end", "Share of the games that ended so.", drawn, table)


def _length(played: Sequence[Played]) -> str:
    rounds = spread([p.rounds for p in played])
    decisions = spread([p.decisions for p in played])
    label = "round in which the game ended"
    drawn = plots.histogram(Counter(p.rounds for p in played), len(played), label, "How long games last")
    caption = (
        f"On average {rounds.mean:.1f} ({rounds.low:.1f} to {rounds.high:.1f}), "
        f"with {decisions.mean:,.0f} decisions ({decisions.low:,.0f} to {decisions.high:,.0f})."
    )
    return _figure("Length", caption, drawn)


def _leads(played: Sequence[Played]) -> str:
    changes = spread([p.lead_changes for p in played])
    counts = Counter(p.lead_changes for p in played)
    drawn = plots.histogram(counts, len(played), "changes of the lead", "How often the lead changes")
    never = share(counts[0], len(played))
    caption = f"On average {changes.mean:.1f} a game; in {never.share:.0%} of the games never."
    return _figure("Changes of the lead", caption, drawn)


def _battle_map(group: Group, looks: Looks, played: Sequence[Played], sheets: dict[str, str]) -> str:
    if looks.board is None:
        return ""
    board = looks.board
    name = f"sheet-{board.game}-{board.name}"
    w, h = board.topology.size
    if name not in sheets:
        data = base64.b64encode(board.base()).decode()
        sheets[name] = f'<image id="{name}" href="data:image/webp;base64,{data}" width="{w}" height="{h}"/>'
    counts = Counter(battle.space for p in played for battle in p.battles)
    heat = heat_layer(board.topology, {space: count / len(played) for space, count in counts.items()})
    words = escape(f"Where battles of {group.title} are fought")
    svg = f'<svg viewBox="0 0 {w} {h}" role="img" aria-label="{words}"><use href="#{name}"/>{heat}</svg>'
    caption = "Battles in a game, on average, where they are fought."
    return (
        f'<figure class="map"><figcaption><h4>Where battles happen</h4>{caption}</figcaption>'
        f'<div class="sheet" tabindex="0">{svg}</div></figure>'
    )


def _busiest(looks: Looks, battles: Sequence[Battle], games: int) -> str:
    names = {s.id: s.name for s in looks.board.topology.spaces} if looks.board else {}
    counts = Counter(battle.space for battle in battles)
    rows = []
    for space, count in counts.most_common(BUSIEST):
        here = [b for b in battles if b.space == space and b.victor is not None]
        won = share(sum(b.victor == "attacker" for b in here), len(here))
        who = Counter(power for b in here for power in b.attackers).most_common(1)
        rows.append(
            (
                names.get(space, space),
                f"{count / games:.2f}",
                f"{won.share:.0%}" if here else "",
                looks.name(who[0][0]) if who else "",
            )
        )
    table = _table(("Where", "In a game", "Attacker wins", "Attacks most"), rows)
    settled = [b for b in battles if b.victor is not None]
    won = share(sum(b.victor == "attacker" for b in settled), len(settled))
    caption = (
        f"{len(battles) / games:.1f} battles in a game; {1 - len(settled) / len(battles):.0%} are broken off. "
        f"Of the others the attacker wins {won.share:.0%} ({won.low:.0%} to {won.high:.0%})."
    )
    return f"<figure><figcaption><h4>The busiest places</h4>{caption}</figcaption>{table}</figure>"


# --- what shifts a side -----------------------------------------------------------------------------------------------


def _effect_section(found: Sequence[Effect], groups: Sequence[Group]) -> str:
    if not found:
        return ""
    looks, rulebook = looks_of(groups[0]), groups[0].rulebook
    figures = []
    for effect in found:
        powers = [p for p in effect.wins if any(_can_win(group, p) for group in groups)]
        shifts = [effect.wins[p] for p in powers]
        title = change_words(rulebook, effect.name, effect.value)
        drawn = plots.shifts([*map(looks.name, powers)], shifts, [*map(looks.colour, powers)], f"What {title} changes")
        rounds = effect.rounds
        words = value_words(rulebook, effect.name, effect.first)
        instead = words if words.isdecimal() else f"“{words}”"
        caption = (
            f"Instead of {instead}, all else being equal: {_counted(effect.strata, 'pair')} of cells, "
            f"{effect.games:,} games. Games are {abs(rounds.by):.2f} rounds {'longer' if rounds.by > 0 else 'shorter'} "
            f"({rounds.low:+.2f} to {rounds.high:+.2f})."
        )
        rows = [
            (looks.name(p), f"{100 * s.by:+.1f}", f"{100 * s.low:+.1f} to {100 * s.high:+.1f}")
            for p, s in zip(powers, shifts, strict=True)
        ]
        figures.append(_figure(title, caption, drawn, _table(("Power", "Points", "95% interval"), rows)))
    note = (
        "How many games in a hundred each power wins more or fewer, the largest effect first. A mark is faint where "
        "the interval holds nought. Many comparisons find something by chance: trust the large ones, and repeat them."
    )
    anchor = f"{rulebook.id}-effects"
    return (
        f'<section id="{anchor}"><h3>What shifts a side</h3><p>{note}</p>'
        f'<div class="figures">{"".join(figures)}</div></section>'
    )


# --- pieces of the page -----------------------------------------------------------------------------------------------


def _figure(title: str, caption: str, drawn: str, table: str = "") -> str:
    numbers = f"<details><summary>The numbers</summary>{table}</details>" if table else ""
    return f"<figure><figcaption><h4>{escape(title)}</h4>{escape(caption)}</figcaption>{drawn}{numbers}</figure>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    rows = list(rows)
    numeric = [all(row[n][:1].isdigit() or row[n][:1] in "+-" for row in rows) for n in range(len(heads))]

    def line(tag: str, words: Sequence[str]) -> str:
        cells = (f"<{tag}{' class=n' if numeric[n] else ''}>{escape(word)}</{tag}>" for n, word in enumerate(words))
        return f"<tr>{''.join(cells)}</tr>"

    body = "".join(line("td", row) for row in rows)
    return f'<div class="table"><table><thead>{line("th", heads)}</thead><tbody>{body}</tbody></table></div>'


def _share_cells(s: Share) -> tuple[str, str, str]:
    return f"{s.count:g}", f"{s.share:.1%}", f"{s.low:.1%} to {s.high:.1%}"


def _contents(groups: Sequence[Group]) -> str:
    if len(groups) == 1:
        return ""
    links = "".join(f'<li><a href="#{g.anchor}">{escape(g.title)}</a></li>' for g in groups)
    return f'<nav aria-label="Contents"><ul>{links}</ul></nav>'


def _footer(groups: Sequence[Group]) -> str:
    bots = _listed({bot for g in groups for cell in g.cells for bot in cell.bots})
    rules = _listed({f"{g.rulebook.title} {g.cells[0].rules}" for g in groups})
    return escape(f"Played by {bots}. Rules: {rules}. Written by grognard report.")


def _faces() -> str:
    folder = resources.files("grognard.lab") / "fonts"
    found = []
    for family, weight, file in FONTS:
        data = base64.b64encode((folder / file).read_bytes()).decode()
        found.append(
            f"@font-face {{ font-family: '{family}'; font-weight: {weight}; font-display: swap; "
            f"src: url(data:font/woff2;base64,{data}) format('woff2'); }}"
        )
    return "\n".join(found)


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _listed(things: Iterable[str]) -> str:
    *most, last = sorted(things)
    return f"{', '.join(most)} and {last}" if most else last
