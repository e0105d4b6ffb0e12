"""What the rulebook itself says of the board, the blocks and the cards: true of every printed copy.

A corrected data file may differ from ours in all that we had to reconstruct, but not in this.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.engine.datafile import Finding
from grognard.engine.toml_lines import Place
from grognard.games.alliance import terms

if TYPE_CHECKING:
    from grognard.games.alliance.schema import BlocksFile, BoardFile, Border, CardsFile, ScenariosFile

BLOCKS = 130  # 2.2.0.2

HOMELANDS = {
    "britain": {"humbria", "ireland", "london", "scotland", "wales", "wessex"},  # 1.1.6
    "naples": {"calabria", "apulia", "sicily"},  # 11.7
}
NARROW = {
    "gibraltar": "britain",  # 11.4
    "corfu": "russia",  # 11.5
    "cyprus": "turkey",
    "rhodes": "turkey",
    "majorca": "spain",
    "malta": "britain",
}
MOUNTAINS = {  # 11.6
    *("armenia", "calabria", "corsica", "greece", "kurdistan", "norway"),
    *("sardinia", "scotland", "syria", "swiss", "tyrol", "wales"),
}
CITY_TOTALS = {"france": 5, "spain": 4}  # 3.4 and 6.12, the examples
CITY_COUNTS = {"spain": (3,), "austria": (3,)}  # 6.12 and 9.21, the examples
VALUES = {"madrid": 2, "italy": 1, "bavaria": 1, "saxony": 1, "hansa": 1}  # 6.12, 3.4, solitaire.9
WITH_CITY = ("denmark", "norte")  # 1.2
SEA_VALUES = (("north-sea",), 1), (("bay-of-biscay", "gulf-of-lyon"), 2)  # solitaire.9, 3.4

BORDERS = (
    ("rhineland", "bavaria", ("river",), "the movement example"),
    ("burgundy", "bavaria", (), "the movement example"),
    ("bohemia", "bavaria", (), "the movement example"),
    ("gascony", "vendee", ("strait",), "11.13"),
    ("la-mancha", "norte", (), "7.23"),
    ("la-mancha", "andalusia", (), "7.23"),
    ("gibraltar", "andalusia", (), "11.4"),
    ("denmark", "sweden", ("strait",), "11.2"),
    ("egypt", "syria", (), "11.3"),
    ("calabria", "sicily", ("strait",), "11.7"),
    ("armenia", "kurdistan", ("mountain",), "11.6"),
    ("serbia", "wallachia", ("mountain",), "11.6"),
    ("poltava", "donbas", ("river",), "11.12"),
    ("bohemia", "moravia", (), "6.13"),
)
NEIGHBOURS = {
    "egypt": ({"syria"}, "11.3"),
    "gibraltar": ({"andalusia"}, "11.4"),
    "danish-sea": ({"baltic", "skagerrak"}, "11.2"),
    "sea-of-marmara": ({"black-sea", "aegean"}, "11.1"),
}
SEAWAYS = (
    ("mid-atlantic", "alboran", "11.4"),
    ("english-channel", "bay-of-biscay", "8.4"),
    ("english-channel", "north-sea", "the solitaire example"),
)
NEVER_FREEZE = {"Bug", "Dniester", "Kuban", "Nieman"}  # 11.12
BASES = (
    ("wessex", "english-channel", "8.4"),
    ("galicia", "bay-of-biscay", "8.4"),
    ("hansa", "north-sea", "the solitaire example"),
    ("gibraltar", "mid-atlantic", "11.4"),
    ("gibraltar", "alboran", "11.4"),
    ("egypt", "levant-sea", "11.3"),
)
NAMED_BASES = {"Bordeaux": "gascony", "Hamburg": "hansa"}  # 1.3.5
TWO_SEAS = ("Brest", "Calais")  # 8.32

RANGES = {"infantry": "C[1-4]", "cavalry": "B[1-3]", "artillery": "A[23]", "fleet": "D[23]"}  # 2.12 to 2.16
COSSACK = "A1"  # 2.14.2
PROFILES = (  # ex.battle.1
    *(("britain", 2, "A3"), ("britain", 2, "B4"), ("britain", 4, "C3"), ("spain", 3, "C2")),
    *(("france", 3, "B4"), ("france", 4, "C3"), ("france", 3, "C3"), ("france", 3, "B3"), ("france", 3, "C4")),
)
RATINGS = (("britain", "B2"), ("britain", "C2"), ("france", "A2"), ("france", "C2"))  # 7.21, the example
NAPOLEON_STEPS, HQ_STEPS = (3,), (1, 2)  # 7.6: only Napoleon can pay twice
LEADERS = 8  # 3.3.1
CARD_EMPIRES = {42: "france", 39: "russia", 28: "france", 12: "austria"}  # leaders.3, leaders.7, ex.move.1

YEARS = {"1804": (1804, 1807), "1808": (1808, 1811), "1812": (1812, 1815)}  # 12.0
SOLITAIRE = {16: 16, 32: 32, 48: 48}  # solitaire.13: cards and the victory points that win
HANDICAPPED, HANDICAP = {"austria", "prussia", "spain", "turkey"}, 5  # 10.2
SUDDEN_DEATH = {"britain", "russia", "france"}  # 10.3


def check_board(board: BoardFile) -> Iterator[Finding]:
    """1 and 11: regions, cities, seas, borders and bases that the book names."""
    yield from _check_regions(board)
    yield from _check_cities(board)
    yield from _check_borders(board)
    yield from _check_straits(board)
    yield from _check_bases(board)


def _check_regions(board: BoardFile) -> Iterator[Finding]:
    for state, regions in HOMELANDS.items():
        for index, region in enumerate(board.region):
            if (region.homeland == state) != (region.id in regions):
                told = f"the homeland of {state} to be {', '.join(sorted(regions))}"
                yield ("region", index, "homeland"), f"{told} (rulebook 1.1, 11.7)"
    for index, region in enumerate(board.region):
        if (region.terrain == "mountain") != (region.id in MOUNTAINS):
            yield (
                ("region", index, "terrain"),
                "mountain in the twelve regions that rulebook 11.6 lists, and only there",
            )
        narrow = region.terrain in terms.NARROW
        if narrow != (region.id in NARROW):
            yield ("region", index, "terrain"), "Gibraltar and the five small islands of rulebook 11.4 and 11.5"
        elif narrow and region.owner != NARROW[region.id]:
            yield ("region", index, "owner"), f"{NARROW[region.id]} (rulebook 11.4, 11.5), found {region.owner}"
    known = {region.id for region in board.region}
    for name in sorted({*NARROW, *MOUNTAINS, *(r for home in HOMELANDS.values() for r in home)} - known):
        yield ("region",), f"a region {name!r}"


def _check_cities(board: BoardFile) -> Iterator[Finding]:
    empires = [state.id for state in board.state if state.kind == "empire"]
    values = {empire: [r.vp for r in board.region if r.city and r.homeland == empire] for empire in empires}
    for index, empire in enumerate(empires):
        counts = CITY_COUNTS.get(empire, (3, 4))  # 1.2.2
        if len(values[empire]) not in counts:
            told = " or ".join(map(str, counts))
            yield ("state", index), f"{told} cities of {empire} (rulebook 1.2), found {len(values[empire])}"
        if sum(values[empire]) != CITY_TOTALS.get(empire, sum(values[empire])):
            told = f"cities of {empire} worth {CITY_TOTALS[empire]} (rulebook 3.4, 6.12)"
            yield ("state", index), f"{told}, found {sum(values[empire])}"
    for index, region in enumerate(board.region):
        if region.vp != VALUES.get(region.id, region.vp):
            yield ("region", index, "vp"), f"{VALUES[region.id]}, as the book's examples say, found {region.vp}"
        if region.id in WITH_CITY and not region.city:
            yield ("region", index, "city"), "a city, for Denmark and Portugal have one (rulebook 1.2)"
    stars = {sea.id: (index, sea.vp) for index, sea in enumerate(board.sea)}
    for seas, total in SEA_VALUES:
        found = [stars[sea] for sea in seas if sea in stars]
        if len(found) != len(seas) or sum(vp for _, vp in found) != total:
            place: Place = ("sea", found[0][0], "vp") if found else ("sea",)
            yield place, f"stars of {' and '.join(seas)} worth {total} (the book's examples)"


def _check_borders(board: BoardFile) -> Iterator[Finding]:
    borders = {frozenset((b.a, b.b)): (index, b) for index, b in enumerate(board.border)}
    for a, b, terrains, told in BORDERS:
        index, border = borders.get(frozenset((a, b)), (0, None))
        if border is None:
            yield ("border",), f"a border of {a} and {b} (rulebook: {told})"
        elif terrains and border.terrain not in terrains:
            yield ("border", index, "terrain"), f"{' or '.join(terrains)} (rulebook: {told}), found {border.terrain}"
    near = _neighbours(board)
    for name, (expected, told) in NEIGHBOURS.items():
        if near.get(name, set()) != expected:
            yield (
                ("border" if name in ("egypt", "gibraltar") else "seaway",),
                f"{name} beside {_all(expected)} ({told})",
            )
    for index, coast in enumerate(board.coast):
        if coast.region == "egypt" and coast.sea != "levant-sea":
            yield ("coast", index, "sea"), f"no sea beside egypt but the Levant (rulebook 11.3), found {coast.sea}"
    for a, b, told in SEAWAYS:
        if b not in near.get(a, ()):
            yield ("seaway",), f"a seaway of {a} and {b} (rulebook: {told})"
    for index, border in enumerate(board.border):
        yield from _check_rivers(border, ("border", index))
    if {*board.frozen_rivers.never} != NEVER_FREEZE:
        yield ("frozen_rivers", "never"), f"{_all(NEVER_FREEZE)} (rulebook 11.12)"
    if not any(border.terrain == "lake" for border in board.border):
        yield ("border",), "a border across Lake Onega (rulebook 11.12)"


def _check_rivers(border: Border, place: Place) -> Iterator[Finding]:
    """11.6 and 11.12: rivers that count as mountains, that freeze, and that do not."""
    ends = {border.a, border.b}
    counts_as_mountain = border.feature == "Euphrates" or (border.feature == "Rhine" and "swiss" in ends)
    if counts_as_mountain and border.terrain != "mountain":
        yield (*place, "terrain"), f"mountain, as this border counts (rulebook 11.6), found {border.terrain}"
    if ends == {"poltava", "donbas"} and not border.freezes:
        yield (*place, "freezes"), "a river that freezes (rulebook 11.12)"
    if ends == {"gibraltar", "andalusia"} and border.limit != 1:
        yield (*place, "limit"), f"1 (rulebook 11.4), found {border.limit}"


def _check_straits(board: BoardFile) -> Iterator[Finding]:
    """11.1, 11.2, 11.4, 11.7: which narrows close a sea, and which do not."""
    homes = {region.id: region.homeland for region in board.region}
    danish = [seaway for seaway in board.seaway if "danish-sea" in (seaway.a, seaway.b)]
    if not any({*seaway.sides} == {"denmark", "sweden"} for seaway in danish):
        yield ("seaway",), "the Kattegat between denmark and sweden to close the Danish Sea (rulebook 11.2)"
    for index, seaway in enumerate(board.seaway):
        ends = {seaway.a, seaway.b}
        if "sea-of-marmara" in ends and [homes.get(side) for side in seaway.sides] != ["turkey", "turkey"]:
            yield ("seaway", index), "a strait between two Ottoman regions on the way to Marmara (rulebook 11.1)"
        if ends == {"mid-atlantic", "alboran"} and seaway.sides:
            yield ("seaway", index, "sides"), "no strait at Gibraltar: fleets always pass (rulebook 11.4)"
        if {*seaway.sides} == {"calabria", "sicily"}:
            yield ("seaway", index, "sides"), "no gate at Messina: fleets go south of Sicily (rulebook 11.7)"


def _check_bases(board: BoardFile) -> Iterator[Finding]:
    opens = {(base.region, sea) for base in board.base for sea in base.seas}
    for region, sea, told in BASES:
        if (region, sea) not in opens:
            yield ("base",), f"a Naval Base in {region} on {sea} (rulebook: {told})"
    by_name = {base.name: (index, base) for index, base in enumerate(board.base)}
    for name, region in NAMED_BASES.items():
        if name not in by_name or by_name[name][1].region != region:
            yield ("base",), f"a Naval Base {name} in {region} (rulebook 1.3)"
    for name in TWO_SEAS:
        index, base = by_name.get(name, (0, None))
        if base is None:
            yield ("base",), f"a Naval Base {name} (rulebook 8.32)"
        elif len(base.seas) != 2:
            yield ("base", index, "seas"), f"two seas (rulebook 8.32), found {len(base.seas)}"


def check_blocks(blocks: BlocksFile) -> Iterator[Finding]:
    """2: what each kind of block fires with, and the blocks of the examples."""
    if len(blocks.block) != BLOCKS:
        yield ("block",), f"the {BLOCKS} blocks of the set-ups, found {len(blocks.block)}"
    for index, block in enumerate(blocks.block):
        wanted = COSSACK if block.flavour == "cossack" else RANGES.get(block.kind, "[A-D][1-4]")
        if not re.fullmatch(wanted, block.fire):
            told = wanted.replace("[", "").replace("]", "")
            yield ("block", index, "fire"), f"{told} for {block.flavour} (rulebook 2.1), found {block.fire!r}"
        if block.kind == "hq" and block.steps not in (NAPOLEON_STEPS if block.owner == "france" else HQ_STEPS):
            told = "3 steps of Napoléon, 1 or 2 of other HQs (rulebook 7.6)"
            yield ("block", index, "steps"), f"{told}, found {block.steps}"
    profiles = {(block.owner, block.steps, block.fire) for block in blocks.block}
    for owner, steps, fire in PROFILES:
        if (owner, steps, fire) not in profiles:
            yield ("block",), f"a block {steps}{fire} of {owner} (the battle example)"
    for owner, fire in RATINGS:
        if not any((block.owner, block.fire) == (owner, fire) for block in blocks.block):
            yield ("block",), f"a block {fire} of {owner} (rulebook 7.21)"
    guns = Counter(block.owner for block in blocks.block if block.kind == "artillery")
    if any(guns[owner] >= min(guns["france"], guns["russia"]) for owner in guns if owner not in ("france", "russia")):
        yield ("block",), "more artillery of France and of Russia than of anybody else (rulebook 2.15)"
    navies = Counter[str]()
    for block in blocks.block:
        navies[block.owner] += block.steps * int(block.fire[1:]) if re.fullmatch("D[23]", block.fire) else 0
    if any(navies[owner] >= navies["britain"] for owner in navies if owner != "britain"):
        yield ("block",), "a British navy stronger than any other (rulebook 2.16)"


def check_cards(cards: CardsFile) -> Iterator[Finding]:
    """3: the leaders, and the cards of the examples."""
    leaders = sum(card.event is not None for card in cards.card)
    if leaders != LEADERS:
        yield ("card",), f"{LEADERS} Leader cards (rulebook 3.3), found {leaders}"
    for index, card in enumerate(cards.card):
        if card.empire != CARD_EMPIRES.get(card.number, card.empire):
            yield ("card", index, "empire"), f"{CARD_EMPIRES[card.number]} (the book's examples), found {card.empire}"


def check_scenarios(scenarios: ScenariosFile) -> Iterator[Finding]:
    """10 and 12: the years, the handicaps, sudden death and the lengths of the solitaire game."""
    by_id = {scenario.id: (index, scenario) for index, scenario in enumerate(scenarios.scenario)}
    for name, (first, last) in YEARS.items():
        index, scenario = by_id.get(name, (0, None))
        if scenario is None:
            yield ("scenario",), f"a scenario {name!r} (rulebook 12)"
        elif (scenario.first_year, scenario.last_year) != (first, last):
            yield ("scenario", index, "first_year"), f"the years {first} to {last} (rulebook 12)"
    if {length.cards: length.target for length in scenarios.solitaire.lengths} != SOLITAIRE:
        yield ("solitaire", "lengths"), "16, 32 and 48 cards, with as many victory points to win (back cover)"
    victory = scenarios.victory
    if {*victory.handicapped} != HANDICAPPED or victory.handicap != HANDICAP:
        yield ("victory", "handicapped"), f"{HANDICAP} for {_all(HANDICAPPED)} (rulebook 10.2)"
    if {*victory.sudden_death} != SUDDEN_DEATH:
        yield ("victory", "sudden_death"), f"{_all(SUDDEN_DEATH)} (rulebook 10.3)"


def _neighbours(board: BoardFile) -> dict[str, set[str]]:
    near: dict[str, set[str]] = {}
    for a, b in (*((b.a, b.b) for b in board.border), *((s.a, s.b) for s in board.seaway)):
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    return near


def _all(names: set[str]) -> str:
    return " and ".join(sorted(names))
