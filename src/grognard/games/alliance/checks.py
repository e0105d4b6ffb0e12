"""What must hold between the records of the data files, beyond the type of each field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from grognard.engine.datafile import Finding
from grognard.engine.findings import at_least, each_once, ids, within
from grognard.engine.toml_lines import Place
from grognard.games.alliance.terms import EMPIRE_IDS, EVENTS, LIMITS, NARROW

if TYPE_CHECKING:
    from grognard.games.alliance.schema import (
        Block,
        BlocksFile,
        BoardFile,
        CardsFile,
        Data,
        PowerSetup,
        Region,
        Scenario,
        ScenariosFile,
        Stand,
    )

CARDS = 42  # 3.0.1
MOST_STEPS, MOST_FLEET_STEPS = 4, 3  # 2.3.1, 2.16: four edges, and a fleet spends one on its zero step
RESERVED = ("campaign", "solitaire")
"""Ids of the games that are no scenario of the file."""


# --- board.toml -----------------------------------------------------------------------------------------------------


def check_board(board: BoardFile) -> Iterator[Finding]:
    """States, regions, seas, and what joins them."""
    yield from ids(("terrain",), [terrain.id for terrain in board.terrain])
    for missing in sorted(set(LIMITS) - {terrain.id for terrain in board.terrain}):
        yield ("terrain",), f"an entry for {missing!r}"
    for index, terrain in enumerate(board.terrain):
        limits = {"limit": terrain.limit, "winter_limit": terrain.winter_limit}
        yield from within(0, MOST_STEPS, ("terrain", index), limits)
    stacking = board.stacking
    room = {name: getattr(stacking, name) for name in ("clear", "forest", "mountain", "narrow_armies", "narrow_fleets")}
    yield from at_least(1, ("stacking",), room)
    frozen = board.frozen_rivers
    winter = {"winter_limit": frozen.winter_limit, "winter_limit_russia": frozen.winter_limit_russia}
    yield from at_least(1, ("frozen_rivers",), winter)

    yield from ids(("region",), [region.id for region in board.region])
    yield from ids(("sea",), [sea.id for sea in board.sea])
    regions = {region.id for region in board.region}
    for index, sea in enumerate(board.sea):
        if sea.id in regions:
            yield ("sea", index, "id"), f"an id of its own, {sea.id!r} is a region"
        yield from at_least(0, ("sea", index), {"vp": sea.vp})
    yield from _check_regions(board)
    yield from _check_states(board)
    yield from _check_pairs(board)
    yield from _check_borders(board)
    yield from _check_seaways(board)
    yield from _check_bases(board)
    yield from _check_reach(board)


def _check_regions(board: BoardFile) -> Iterator[Finding]:
    states = {state.id for state in board.state}
    for index, region in enumerate(board.region):
        place: Place = ("region", index)
        for field, name in (("homeland", region.homeland), ("owner", region.owner)):
            if name is not None and name not in states:
                yield (*place, field), f"a known state, found {name!r}"
        if region.terrain in NARROW:
            if region.homeland is not None:
                yield (*place, "homeland"), "no homeland in Gibraltar or on a small island"  # 11.4, 11.5
            if region.owner is None:
                yield (*place, "owner"), "the state that holds Gibraltar or the small island while it is vacant"
        elif region.owner is not None:
            yield (*place, "owner"), "an owner only in Gibraltar and on small islands"
        if bool(region.city) != bool(region.vp):
            yield (*place, "vp"), "a value where there is a city, and none elsewhere"
        yield from within(0, 9, place, {"vp": region.vp})
        if bool(region.fortress) != bool(region.fortress_steps):
            yield (*place, "fortress_steps"), "steps where there is a fortress, and none elsewhere"
        yield from within(0, MOST_STEPS, place, {"fortress_steps": region.fortress_steps})


def _check_states(board: BoardFile) -> Iterator[Finding]:
    """The empires in their order, then the minors, each with what its defeat is measured by (9.1, 9.2)."""
    yield from ids(("state",), [state.id for state in board.state])
    if tuple(state.id for state in board.state[: len(EMPIRE_IDS)]) != EMPIRE_IDS:
        yield ("state",), f"the seven empires first, in this order: {', '.join(EMPIRE_IDS)}"
    homelands: dict[str, list[Region]] = {state.id: [] for state in board.state}
    for region in board.region:
        if region.homeland in homelands:
            homelands[region.homeland].append(region)
    for index, state in enumerate(board.state):
        home = homelands[state.id]
        cities = [region.id for region in home if region.city]
        if (state.kind == "empire") != (state.id in EMPIRE_IDS):
            yield ("state", index, "kind"), f"“empire” for the seven empires, “minor” for others, found {state.kind!r}"
        if state.kind == "empire" and state.capital not in cities:
            yield ("state", index, "capital"), f"a region of its homeland with a city, found {state.capital!r}"
        if state.kind == "minor" and state.capital is not None:
            yield ("state", index, "capital"), "no capital of a minor"
        if state.kind == "minor" and len(cities) != 1 and len(home) != 1:
            yield ("state", index), f"a minor with one city or one region, {state.id} has {len(cities)} and {len(home)}"


def _check_pairs(board: BoardFile) -> Iterator[Finding]:
    """Both ends of whatever joins two places exist, differ, and are joined once."""
    regions, seas = {region.id for region in board.region}, {sea.id for sea in board.sea}
    joined = (
        ("border", ("a", "b"), (regions, regions), [(border.a, border.b) for border in board.border]),
        ("seaway", ("a", "b"), (seas, seas), [(seaway.a, seaway.b) for seaway in board.seaway]),
        ("coast", ("region", "sea"), (regions, seas), [(coast.region, coast.sea) for coast in board.coast]),
    )
    for name, fields, known, pairs in joined:
        seen: set[frozenset[str]] = set()
        for index, pair in enumerate(pairs):
            for field, places, end in zip(fields, known, pair, strict=True):
                if end not in places:
                    what = "sea" if places is seas else "region"
                    yield (name, index, field), f"a known {what}, found {end!r}"
            if pair[0] == pair[1]:
                yield (name, index, fields[1]), "two different places"
            if frozenset(pair) in seen:
                yield (name, index), f"each pair once, {pair[0]} and {pair[1]} are joined already"
            seen.add(frozenset(pair))


def _check_borders(board: BoardFile) -> Iterator[Finding]:
    never = board.frozen_rivers.never
    for index, border in enumerate(board.border):
        if border.freezes and border.terrain != "river":
            yield ("border", index, "freezes"), f"only rivers freeze so, this is {border.terrain}"
        if border.freezes and border.feature in never:
            yield ("border", index, "freezes"), f"a river that freezes, the {border.feature} never does"  # 11.12
        if border.limit is not None:
            yield from within(1, MOST_STEPS, ("border", index), {"limit": border.limit})


def _check_seaways(board: BoardFile) -> Iterator[Finding]:
    straits = {frozenset((border.a, border.b)) for border in board.border if border.terrain == "strait"}
    for index, seaway in enumerate(board.seaway):
        if bool(seaway.strait) != bool(seaway.sides):
            yield ("seaway", index), "the name of a strait with its two sides, or neither"
        elif seaway.sides and (len(seaway.sides) != 2 or frozenset(seaway.sides) not in straits):
            yield ("seaway", index, "sides"), "two regions with a strait between them"


def _check_bases(board: BoardFile) -> Iterator[Finding]:
    """1.3: a base opens on seas its region touches; coastal cities and the narrow places have one."""
    shores = {(coast.region, coast.sea) for coast in board.coast}
    yield from each_once(("base",), [base.name for base in board.base])
    for index, base in enumerate(board.base):
        if not base.seas:
            yield ("base", index, "seas"), "at least one sea"
        yield from each_once(("base", index, "seas"), base.seas)
        for number, sea in enumerate(base.seas):
            if (base.region, sea) not in shores:
                yield ("base", index, "seas", number), f"a sea that {base.region} touches, found {sea!r}"
    coastal = {coast.region for coast in board.coast}
    based = {base.region for base in board.base}
    for index, region in enumerate(board.region):
        if region.city and region.id in coastal and region.id not in based:
            yield ("region", index, "city"), "a Naval Base in a coastal region with a city"
        if region.terrain in NARROW and region.id not in based:
            yield ("region", index, "terrain"), "a Naval Base in Gibraltar and on every small island"


def _check_reach(board: BoardFile) -> Iterator[Finding]:
    """Everything can be reached: by land, over seas, and from sea to land at Naval Bases."""
    names = (*(region.id for region in board.region), *(sea.id for sea in board.sea))
    near: dict[str, set[str]] = {name: set() for name in names}
    pairs = [(border.a, border.b) for border in board.border] + [(seaway.a, seaway.b) for seaway in board.seaway]
    for a, b in (*pairs, *((base.region, sea) for base in board.base for sea in base.seas)):
        if a in near and b in near:
            near[a].add(b)
            near[b].add(a)
    reached = {board.region[0].id} if board.region else set()
    front = list(reached)
    for here in front:
        front += sorted(near[here] - reached)
        reached |= near[here]
    for name, places in (("region", [r.id for r in board.region]), ("sea", [s.id for s in board.sea])):
        for index, identity in enumerate(places):
            if identity not in reached:
                yield (name, index), f"a way from {board.region[0].id} to {identity}"


# --- blocks.toml and cards.toml -------------------------------------------------------------------------------------


def check_blocks(data: Data) -> Iterator[Finding]:
    """The blocks: their owners, strengths and fortress sites."""
    regions = {region.id: region for region in data.board.region}
    states = {state.id for state in data.board.state}
    blocks = data.blocks.block
    yield from ids(("block",), [block.id for block in blocks])
    sites = Counter(block.site for block in blocks if block.kind == "fortress")
    for index, block in enumerate(blocks):
        place: Place = ("block", index)
        if block.owner not in states:
            yield (*place, "owner"), f"a known state, found {block.owner!r}"
        yield from within(1, MOST_FLEET_STEPS if block.kind == "fleet" else MOST_STEPS, place, {"steps": block.steps})
        if block.kind != "fortress":
            if block.site is not None:
                yield (*place, "site"), "a site only for a fortress"
            continue
        region = None if block.site is None else regions.get(block.site)
        if region is None or not region.fortress:
            yield (*place, "site"), f"a region with a fortress, found {block.site!r}"
            continue
        if region.fortress_steps != block.steps:
            yield (*place, "steps"), f"{region.fortress_steps}, as on the board, found {block.steps}"  # 2.13
        if sites[block.site] > 1:
            yield (*place, "site"), f"one fortress in {block.site}"
    for name in sorted(region.id for region in regions.values() if region.fortress and region.id not in sites):
        yield ("block",), f"a fortress block for {name}"
    yield from _check_headquarters(data.blocks)


def _check_headquarters(blocks: BlocksFile) -> Iterator[Finding]:
    """2.11: one HQ for each empire and none for a minor."""
    owners = [block.owner for block in blocks.block if block.kind == "hq"]
    if sorted(owners) != sorted(EMPIRE_IDS):
        yield ("block",), f"one HQ of each empire, found those of {', '.join(owners) or 'nobody'}"


def check_cards(cards: CardsFile) -> Iterator[Finding]:
    """The cards: each number once, each event on one card."""
    for index, number in enumerate(card.number for card in cards.card):
        if number != index + 1:
            yield ("card", index, "number"), f"the cards in their order: {index + 1}, found {number}"
    if len(cards.card) != CARDS:
        yield ("card",), f"{CARDS} cards, found {len(cards.card)}"
    yield from ids(("event",), [event.id for event in cards.event])
    for missing in sorted(set(EVENTS) - {event.id for event in cards.event}):
        yield ("event",), f"an entry for {missing!r}"
    yield from each_once(("card",), [card.event for card in cards.card if card.event])
    for missing in sorted(set(EVENTS) - {card.event for card in cards.card}):
        yield ("card",), f"a Leader card with the event {missing!r}"
    deck = cards.deck
    yield from at_least(1, ("deck",), {"action_points": deck.action_points})
    yield from at_least(0, ("deck",), {"discarded": deck.discarded, "own_empire_bonus": deck.own_empire_bonus})
    yield from within(deck.discarded + 1, CARDS // len(EMPIRE_IDS), ("deck",), {"dealt": deck.dealt})


# --- scenarios.toml -------------------------------------------------------------------------------------------------


def check_scenarios(data: Data) -> Iterator[Finding]:
    """Who plays, how long, and every set-up."""
    scenarios, deck = data.scenarios, data.cards.deck
    yield from _check_line_ups(scenarios)
    if scenarios.calendar.turns != deck.dealt - deck.discarded:
        yield ("calendar", "turns"), f"a Game Turn for each of the {deck.dealt - deck.discarded} cards kept"  # 3.1
    yield from at_least(1, ("calendar",), {"npe_gold_divisor": scenarios.calendar.npe_gold_divisor})
    yield from each_once(("victory", "handicapped"), scenarios.victory.handicapped)
    yield from each_once(("victory", "sudden_death"), scenarios.victory.sudden_death)

    years = {scenario.id: scenario.last_year for scenario in scenarios.scenario}
    for name, base in (("campaign", scenarios.campaign.base), ("solitaire", scenarios.solitaire.base)):
        if base not in years:
            yield (name, "base"), f"a scenario of this file, found {base!r}"
    if scenarios.campaign.last_year < years.get(scenarios.campaign.base, 0):
        yield ("campaign", "last_year"), "no earlier end than that of the scenario it starts from"
    if not 1 <= scenarios.campaign.hours[0] <= scenarios.campaign.hours[1]:
        yield ("campaign", "hours"), "the shortest and the longest time"
    yield from at_least(1, ("solitaire",), {"action_points": scenarios.solitaire.action_points})
    lengths = scenarios.solitaire.lengths
    if not lengths:
        yield ("solitaire", "lengths"), "at least one length"
    yield from each_once(("solitaire", "lengths"), [length.cards for length in lengths])
    for index, length in enumerate(lengths):
        numbers = {"cards": length.cards, "target": length.target}
        yield from at_least(1, ("solitaire", "lengths", index), numbers)

    yield from ids(("scenario",), [scenario.id for scenario in scenarios.scenario])
    for index, scenario in enumerate(scenarios.scenario):
        if scenario.id in RESERVED:
            yield ("scenario", index, "id"), f"another id than {scenario.id!r}, which is a game of its own"
        if not scenario.first_year <= scenario.last_year:
            yield ("scenario", index, "last_year"), "an end after the beginning"
        yield from at_least(1, ("scenario", index), {"hours": scenario.hours})
        yield from _check_powers(scenario, ("scenario", index), data)
        yield from _check_places(scenario, ("scenario", index), data)


def _check_line_ups(scenarios: ScenariosFile) -> Iterator[Finding]:
    counts = [line_up.players for line_up in scenarios.line_up]
    if sorted(counts) != [2, 3, 4, 5, 6, 7]:
        yield ("line_up",), f"one line-up for each of 2 to 7 players, found {', '.join(map(str, counts))}"
    for index, line_up in enumerate(scenarios.line_up):
        if len(set(line_up.empires)) != line_up.players or len(line_up.empires) != line_up.players:
            yield ("line_up", index, "empires"), f"{line_up.players} different empires"


def _check_powers(scenario: Scenario, place: Place, data: Data) -> Iterator[Finding]:
    """Each empire once; each minor tied to at most one; each block once, with its own power."""
    minors = {state.id for state in data.board.state if state.kind == "minor"}
    blocks = {block.id: block for block in data.blocks.block}
    yield from each_once((*place, "power"), [power.id for power in scenario.power])
    for missing in sorted(set(EMPIRE_IDS) - {power.id for power in scenario.power}):
        yield (*place, "power"), f"an entry for {missing}"
    allied = {power.id: power.ally for power in scenario.power}
    tied: set[str] = set()
    used: set[str] = set()
    for index, power in enumerate(scenario.power):
        where: Place = (*place, "power", index)
        yield from at_least(0, where, {"gold": power.gold})
        if power.ally is not None and (power.ally == power.id or allied.get(power.ally) is not None):
            yield (*where, "ally"), f"another empire that is itself no ally, found {power.ally!r}"
        for number, minor in enumerate(power.minors):
            if minor not in minors:
                yield (*where, "minors", number), f"a minor, found {minor!r}"
            elif minor in tied:
                yield (*where, "minors", number), f"one protector of {minor}"
            tied.add(minor)
        yield from _check_listed(_listed(power, where), blocks, {power.id, *power.minors}, used)
    neutral = _standing(scenario.neutral, (*place, "neutral"))
    yield from _check_listed(neutral, blocks, minors - tied, used)
    for name in sorted(blocks.keys() - used):
        yield place, f"the block {name} on the map or in a pool"


def _check_listed(
    listed: Iterable[tuple[Place, str]], blocks: dict[str, Block], owners: set[str], used: set[str]
) -> Iterator[Finding]:
    for place, name in listed:
        block = blocks.get(name)
        if block is None:
            yield place, f"a known block, found {name!r}"
        elif name in used:
            yield place, f"{name} only once"
        elif block.owner not in owners:
            yield place, f"a block of {' or '.join(sorted(owners)) or 'nobody'}, {name} is {block.owner}'s"
        used.add(name)


def _listed(power: PowerSetup, place: Place) -> Iterator[tuple[Place, str]]:
    yield from _standing(power.place, (*place, "place"))
    yield from (((*place, "pool", index), name) for index, name in enumerate(power.pool))


def _standing(stands: tuple[Stand, ...], place: Place) -> Iterator[tuple[Place, str]]:
    for index, stand in enumerate(stands):
        yield from (((*place, index, "blocks", number), name) for number, name in enumerate(stand.blocks))


def _check_places(scenario: Scenario, place: Place, data: Data) -> Iterator[Finding]:
    """Blocks start where they may stand: armies on land, fleets at sea or in port, all within stacking (1.4)."""
    regions = {region.id: region for region in data.board.region}
    seas = {sea.id for sea in data.board.sea}
    based = {base.region for base in data.board.base}
    blocks = {block.id: block for block in data.blocks.block}
    standing: dict[str, list[Block]] = {}
    stands = [((*place, "neutral", index), stand) for index, stand in enumerate(scenario.neutral)]
    for number, power in enumerate(scenario.power):
        stands += [((*place, "power", number, "place", index), stand) for index, stand in enumerate(power.place)]
    for where, stand in stands:
        if stand.at not in regions and stand.at not in seas:
            yield (*where, "at"), f"a known place, found {stand.at!r}"
            continue
        for index, name in enumerate(stand.blocks):
            block = blocks.get(name)
            if block is None:
                continue
            if block.kind == "fleet" and stand.at not in seas and stand.at not in based:
                yield (*where, "blocks", index), f"a sea or a Naval Base for {name}, {stand.at} is neither"
            if block.kind != "fleet" and stand.at in seas:
                yield (*where, "blocks", index), f"a region for {name}, {stand.at} is a sea"
            if block.kind == "fortress" and stand.at != block.site:
                yield (*where, "at"), f"{block.site} for {name}, which is the fortress of that region"
            standing.setdefault(stand.at, []).append(block)
        if stand.at in regions and not _fits(standing.get(stand.at, []), regions[stand.at], data.board):
            yield (*where, "blocks"), f"no more blocks in {stand.at} than may stack there"


def _fits(blocks: list[Block], region: Region, board: BoardFile) -> bool:
    room = {"clear": board.stacking.clear, "forest": board.stacking.forest, "mountain": board.stacking.mountain}
    if region.terrain not in room:
        fleets = sum(block.kind == "fleet" for block in blocks)
        return fleets <= board.stacking.narrow_fleets and len(blocks) - fleets <= board.stacking.narrow_armies
    return len(blocks) <= room[region.terrain]
