"""The game as text: the powers in a table, the map by regions."""

from __future__ import annotations

from grognard.games.coalitions.board import NOBODY, POWERS
from grognard.games.coalitions.hidden import knows_hand
from grognard.games.coalitions.pieces import values_in
from grognard.games.coalitions.position import LOWEST_CARD, Position
from grognard.games.coalitions.table import name_of
from grognard.games.coalitions.words import ACTION_NAMES, POWER_NAMES, STATUS_NAMES

LETTERS = "BFAPRO"
"""One for each Power, in the Order of Play."""

REGIONS: dict[str, tuple[str, ...]] = {
    "British Isles": ("london", "cornwall", "scotland"),
    "France": (
        "paris", "picardie", "lorraine", "provence", "normandie-bretagne", "languedoc", "aquitaine",
    ),
    "Iberia": ("lisboa", "oporto", "leon", "navarra", "catalonia", "valencia", "andalusia", "madrid"),
    "Low Countries and the Rhine": ("brabant", "holland", "westphalia", "pfalz", "hesse", "wurttemberg", "bavaria"),
    "Northern Germany and the Baltic": ("hannover", "mecklenburg", "danmark", "sverige", "saxonia"),
    "Prussia": ("berlin", "borussia", "silesia"),
    "Austria": ("wien", "tyrol", "bohemia", "hungari", "galicia", "karinthia"),
    "Italy and the Adriatic": ("lombardia", "venezia", "patrimonium-st-petri", "napoli", "dalmatia"),
    "Poland and the marches": ("warszawa", "livonia", "polesie", "podolia", "bessarabia"),
    "Russia": ("st-petersburg", "moskva", "smolensk", "ukraine", "crimea"),
    "Ottoman lands and the Levant": (
        "istanbul", "anatolia", "syria", "serbia", "wallachia", "hellas", "egypt",
    ),
}  # fmt: skip


def picture(g: Position, seat: int | None) -> str:
    """The whole board for a terminal."""
    scenario = g.setting.record
    lines = [f"Coalitions {scenario.id}: {scenario.name} · round {g.round}, turn {g.turn + 1}", ""]
    lines += power_table(g, seat)
    for region, ids in by_region(g).items():
        shown = [territory(g, t) for t in ids if not _bare(g, t)]
        if shown:
            lines += ["", f"{region}: " + "; ".join(shown)]
    return "\n".join(lines)


def power_table(g: Position, seat: int | None) -> list[str]:
    rows = [f"  {'Power':14}{'status':19}{'action':16}{'Infl':>5}{'Mor':>5}{'Money':>6}{'hand':>5}  cards"]
    for p in POWERS:
        hand = g.hands[p]
        cards = " ".join(str(v) for v in values_in(hand) for _ in range(hand[v - LOWEST_CARD]))
        if not knows_hand(g, p, seat):
            cards = ""
        influence = "-" if p in g.setting.minors else str(g.influence[p])
        rows.append(
            f"{LETTERS[p]} {POWER_NAMES[p]:14}{_status(g, p):19}{ACTION_NAMES[(g.setting.dial[p] + g.turn) % 6]:16}"
            f"{influence:>5}{g.morale[p]:>5}{g.money[p]:>6}{sum(hand):>5}"
            f"  {cards}".rstrip()
        )
    return rows


def _status(g: Position, p: int) -> str:
    if p in g.setting.minors:
        master = g.master[p]
        return "no master yet" if master == NOBODY else f"under {POWER_NAMES[master]}"
    return STATUS_NAMES[g.status[p]]


def by_region(g: Position) -> dict[str, list[int]]:
    """Every territory of the board under its region; strangers of a data folder come last."""
    number = g.board.number
    found = {region: [number[i] for i in ids if i in number] for region, ids in REGIONS.items()}
    placed = {t for ids in found.values() for t in ids}
    found["Elsewhere"] = [t for t in range(g.board.count) if t not in placed and g.board.kind[t] != "impassable"]
    return found


def _bare(g: Position, t: int) -> bool:
    return not g.at[t] and g.garrisons[t] == NOBODY


def territory(g: Position, t: int) -> str:
    """A territory with all that stands in it: Bavaria [A] A2 means an Austrian Garrison and a General with 2 Units."""
    parts = [g.board.names[t]]
    garrison = g.garrisons[t]
    if garrison != NOBODY:
        parts.append(f"[{LETTERS[garrison]}{'#' if g.fortresses >> t & 1 else ''}]")
    for i in g.at[t]:
        mark = "*" if name_of(g, i) else ""
        parts.append(f"{LETTERS[g.power_of(i)]}{mark}{g.generals[i].units}")
    return " ".join(parts)
