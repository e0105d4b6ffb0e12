"""The data files of Alliance: own files in place of the packaged ones, and what is said of their faults."""

import re
import tempfile
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.engine.datafile import DataError
from grognard.games.alliance.board import Board
from grognard.games.alliance.cards import Deck
from grognard.games.alliance.roster import Roster
from grognard.games.alliance.schema import Data, load
from grognard.games.alliance.setting import choose_setting, variants

PACKAGED = Path(str(resources.files("grognard.games.alliance") / "data"))
TEXTS = {path.name: path.read_text("utf-8") for path in sorted(PACKAGED.glob("*.toml"))}
DATA = load()


def changed(directory: Path, file: str, *edits: tuple[str, str]) -> Data:
    text = TEXTS[file]
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    (directory / file).write_text(text, encoding="utf-8")
    return load(directory)


def test_what_had_to_be_reconstructed_may_be_corrected(tmp_path: Path) -> None:
    """A real copy may differ in cities, terrain, seas, bases, ratings and cards."""
    data = changed(
        tmp_path,
        "board.toml",
        (
            'id = "holland"\nname = "Holland"\nhomeland = "holland"',
            'id = "holland"\nname = "Holland"\nhomeland = "holland"\ncity = "Amsterdam"\nvp = 1',
        ),
        ('{ id = "adriatic", name = "Adriatic", vp = 1', '{ id = "adriatic", name = "Adriatic", vp = 0'),
        ('a = "paris", b = "champagne", terrain = "clear"', 'a = "paris", b = "champagne", terrain = "river"'),
    )
    assert next(region for region in data.board.region if region.id == "holland").vp == 1
    data = changed(
        tmp_path,
        "blocks.toml",
        ('label = "Fleet #3"\nsteps = 3\nfire = "D2"', 'label = "Fleet #3"\nsteps = 2\nfire = "D3"'),
    )
    assert next(block for block in data.blocks.block if block.id == "fr-fleet-3").fire == "D3"
    data = changed(tmp_path, "cards.toml", ('number = 1, empire = "turkey"', 'number = 1, empire = "spain"'))
    assert data.cards.card[0].empire == "spain"
    assert data.scenarios == DATA.scenarios


def region(name: str) -> str:
    """The record of a region as it is written."""
    return re.search(rf'\[\[region\]\]\nid = "{name}"\n(?:.+\n)+', TEXTS["board.toml"])[0]  # type: ignore[index]  # it is there


def in_region(name: str, old: str, new: str) -> tuple[str, str, str]:
    return "board.toml", region(name), region(name).replace(old, new, 1)


# file, old text, new text, a part of the line at fault, field, what was expected
FAULTS = [
    # records and ids
    ("board.toml", 'id = "wales"', 'id = "london"', None, "region[2].id", "an id of its own, 'london' is taken"),
    ("board.toml", 'id = "wales"', 'id = "Wa les"', 'id = "Wa les"', "region[2].id", "letters, figures and single"),
    ("board.toml", 'id = "irish-sea", name', 'id = "wales", name', None, "sea[1].id", "an id of its own, 'wales' is a"),
    ("board.toml", 'terrain = "forest"\n', 'terrain = "swamp"\n', 'terrain = "swamp"', "terrain", "one of 'clear', "),
    (
        "board.toml",
        'id = "marsh"\nlimit = 2',
        'id = "marsh"\nlimit = 9',
        "limit = 9",
        "terrain[4].limit",
        "0 to 4, found 9",
    ),
    ("board.toml", 'id = "marsh"', 'id = "lake"', None, "terrain", "an entry for 'marsh'"),
    ("board.toml", "narrow_armies = 1", "narrow_armies = 0", "narrow_armies", "stacking.narrow_armies", "1 or more"),
    (
        "board.toml",
        "winter_limit_russia = 3\nnever",
        "winter_limit_russia = 0\nnever",
        None,
        "frozen_rivers.winter_limit_russia",
        "1 or",
    ),
    # states
    (
        "board.toml",
        'id = "britain"\nname',
        'id = "brittany"\nname',
        None,
        "state",
        "the seven empires first, in this order",
    ),
    (
        "board.toml",
        'id = "denmark"\nname = "Denmark"\nadjective = "Danish"\nkind = "minor"',
        'id = "denmark"\nname = "Denmark"\nadjective = "Danish"\nkind = "empire"',
        None,
        "state[7].kind",
        "“empire” for the seven empires",
    ),
    (
        "board.toml",
        'capital = "london"',
        'capital = "wales"',
        'capital = "wales"',
        "state[0].capital",
        "a region of its homeland with a",
    ),
    (
        "board.toml",
        'id = "rome"\nname = "Rome"\n',
        'id = "rome"\ncapital = "rome"\nname = "Rome"\n',
        None,
        "state[11].capital",
        "no capital of a minor",
    ),
    (
        *in_region("norway", 'homeland = "denmark"', 'homeland = "holland"'),
        "[[state]]",
        "state[17]",
        "a minor with one city or one region, holland",
    ),
    # regions
    (
        *in_region("paris", 'homeland = "france"', 'homeland = "gaul"'),
        'homeland = "gaul"',
        "region[8].homeland",
        "a known state, found 'gaul'",
    ),
    (
        *in_region("malta", 'owner = "britain"\n', ""),
        None,
        "region[7].owner",
        "the state that holds Gibraltar or the small island",
    ),
    (
        *in_region("malta", 'owner = "britain"', 'homeland = "britain"\nowner = "britain"'),
        None,
        "region[7].homeland",
        "no homeland in Gibraltar or on",
    ),
    (
        *in_region("paris", 'homeland = "france"', 'homeland = "france"\nowner = "france"'),
        None,
        "region[8].owner",
        "an owner only in Gibraltar and",
    ),
    (
        *in_region("lithuania", 'town = "Vilna"', 'town = "Vilna"\nvp = 1'),
        "vp = 1",
        "vp",
        "a value where there is a city, and none elsewhere",
    ),
    (*in_region("paris", "vp = 2", "vp = 12"), "vp = 12", "region[8].vp", "0 to 9, found 12"),
    (
        *in_region("wessex", "fortress_steps = 4\n", ""),
        None,
        "region[1].fortress_steps",
        "steps where there is a fortress",
    ),
    # borders, seaways, coasts, bases
    (
        "board.toml",
        '{ a = "london", b = "humbria"',
        '{ a = "london", b = "atlantis"',
        'b = "atlantis"',
        "border[1].b",
        "a known region, found 'atlantis'",
    ),
    (
        "board.toml",
        '{ a = "london", b = "humbria"',
        '{ a = "london", b = "london"',
        None,
        "border[1].b",
        "two different places",
    ),
    (
        "board.toml",
        '{ a = "wessex", b = "humbria"',
        '{ a = "humbria", b = "london"',
        None,
        "border[2]",
        "each pair once, humbria and london",
    ),
    (
        "board.toml",
        'terrain = "river", feature = "Severn"',
        'terrain = "forest", freezes = true, feature = "Severn"',
        "Severn",
        "freezes",
        "only rivers freeze so",
    ),
    (
        "board.toml",
        'feature = "Bug", src',
        'feature = "Bug", freezes = true, src',
        'feature = "Bug", freezes',
        "freezes",
        "a river that freezes, the Bug never does",
    ),
    (
        "board.toml",
        'a = "irish-sea", b = "english-channel"',
        'a = "irish-sea", b = "paris"',
        None,
        "seaway[5].b",
        "a known sea, found 'paris'",
    ),
    (
        "board.toml",
        'strait = "Kattegat", ',
        "",
        None,
        "seaway[10]",
        "the name of a strait with its two sides, or neither",
    ),
    (
        "board.toml",
        'sides = ["denmark", "sweden"]',
        'sides = ["denmark", "norway"]',
        None,
        "seaway[10].sides",
        "two regions with a strait between them",
    ),
    (
        "board.toml",
        '{ region = "london", sea = "north-sea"',
        '{ region = "london", sea = "balearic-sea"',
        None,
        "base[0].seas[0]",
        "a sea that london touches, found 'north-sea'",
    ),
    (
        "board.toml",
        '{ region = "humbria", name = "Liverpool", seas = ["irish-sea"]',
        '{ region = "humbria", name = "Liverpool", seas = []',
        None,
        "base[2].seas",
        "at least one sea",
    ),
    (
        "board.toml",
        '{ region = "humbria", name = "Liverpool"',
        '{ region = "wales", name = "Liverpool"',
        'city = "Liverpool"',
        "region[3].city",
        "a Naval Base in a coastal region with a city",
    ),
    (
        "board.toml",
        '{ region = "corsica", name = "Ajaccio", seas = ["gulf-of-lyon"], fortified = false, src = "G" },',
        "",
        "[[region]]",
        "region[20]",
        "a way from london to corsica",
    ),
    # what the rulebook states
    (
        *in_region("wales", 'homeland = "britain"', 'homeland = "denmark"'),
        None,
        "region[2].homeland",
        "the homeland of britain to be",
    ),
    (*in_region("sicily", 'homeland = "naples"\n', ""), None, "homeland", "the homeland of naples to be"),
    (
        *in_region("wales", 'terrain = "mountain"', 'terrain = "clear"'),
        None,
        "region[2].terrain",
        "mountain in the twelve regions",
    ),
    (
        *in_region("corfu", 'owner = "russia"', 'owner = "turkey"'),
        'owner = "turkey"',
        "owner",
        "russia (rulebook 11.4, 11.5), found turkey",
    ),
    (*in_region("madrid", "vp = 2", "vp = 3"), "vp = 3", "vp", "2, as the book's examples say, found 3"),
    (*in_region("madrid", "vp = 2", "vp = 3"), "[[state]]", "state[5]", "cities of spain worth 4"),
    (
        *in_region("denmark", 'city = "Copenhagen"\nvp = 1\n', ""),
        None,
        "city",
        "a city, for Denmark and Portugal have one",
    ),
    (
        "board.toml",
        '{ id = "north-sea", name = "North Sea", vp = 1',
        '{ id = "north-sea", name = "North Sea", vp = 2',
        "vp = 2, src = { sea",
        "sea[3].vp",
        "stars of north-sea worth 1",
    ),
    (
        "board.toml",
        'a = "rhineland", b = "bavaria", terrain = "river"',
        'a = "rhineland", b = "bavaria", terrain = "clear"',
        'a = "rhineland", b = "bavaria"',
        "terrain",
        "river (rulebook: the movement example), found clear",
    ),
    (
        "board.toml",
        'b = "gibraltar", terrain = "clear", feature = "Gibraltar isthmus", limit = 1',
        'b = "gibraltar", terrain = "clear", feature = "Gibraltar isthmus", limit = 2',
        None,
        "border[6].limit",
        "1 (rulebook 11.4), found 2",
    ),
    (
        "board.toml",
        '{ a = "syria", b = "egypt"',
        '{ a = "syria", b = "cyprus"',
        None,
        "border",
        "a border of egypt and syria (rulebook: 11.3)",
    ),
    (
        "board.toml",
        '{ region = "egypt", sea = "levant-sea"',
        '{ region = "egypt", sea = "aegean"',
        'region = "egypt", sea = "aegean"',
        "sea",
        "no sea beside egypt but the Levant",
    ),
    (
        "board.toml",
        'a = "karaman", b = "kurdistan", terrain = "mountain"',
        'a = "karaman", b = "kurdistan", terrain = "river"',
        None,
        "terrain",
        "mountain, as this border counts (rulebook 11.6)",
    ),
    (
        "board.toml",
        '"Kuban", "Nieman"]',
        '"Kuban", "Don"]',
        "never =",
        "frozen_rivers.never",
        "Bug and Dniester and Kuban and Nieman",
    ),
    ("board.toml", 'terrain = "lake"', 'terrain = "forest"', None, "border", "a border across Lake Onega"),
    (
        "board.toml",
        '{ a = "mid-atlantic", b = "alboran", src',
        '{ a = "mid-atlantic", b = "alboran", strait = "Gut", sides = ["thracia", "angora"], src',
        None,
        "sides",
        "no strait at Gibraltar",
    ),
    (
        "board.toml",
        ', strait = "Bosphorus", sides = ["thracia", "angora"]',
        "",
        None,
        "seaway[24]",
        "a strait between two Ottoman regions",
    ),
    (
        "board.toml",
        'seas = ["english-channel", "bay-of-biscay"]',
        'seas = ["english-channel"]',
        'name = "Brest"',
        "seas",
        "two seas (rulebook 8.32), found 1",
    ),
    ("board.toml", 'name = "Hamburg", seas', 'name = "Altona", seas', None, "base", "a Naval Base Hamburg in hansa"),
    # blocks
    ("blocks.toml", 'id = "fr-garde"', 'id = "fr-hq"', None, "block[1].id", "an id of its own, 'fr-hq' is taken"),
    ("blocks.toml", 'owner = "swiss"', 'owner = "savoy"', 'owner = "savoy"', "owner", "a known state, found 'savoy'"),
    (
        "blocks.toml",
        'label = "Fleet #1"\nsteps = 3',
        'label = "Fleet #1"\nsteps = 4',
        "steps = 4",
        "steps",
        "1 to 3, found 4",
    ),
    (
        "blocks.toml",
        'site = "flanders"',
        'site = "paris"',
        'site = "paris"',
        "site",
        "a region with a fortress, found 'paris'",
    ),
    (
        "blocks.toml",
        'site = "flanders"\nsteps = 4',
        'site = "flanders"\nsteps = 3',
        None,
        "steps",
        "4, as on the board, found 3",
    ),
    ("blocks.toml", 'site = "rhineland"', 'site = "flanders"', None, "site", "one fortress in flanders"),
    ("blocks.toml", 'site = "rhineland"', 'site = "flanders"', "[[block]]", "block", "a fortress block for rhineland"),
    (
        "blocks.toml",
        'flavour = "guard"',
        'site = "paris"\nflavour = "guard"',
        'site = "paris"',
        "block[1].site",
        "a site only for a fortress",
    ),
    (
        "blocks.toml",
        'label = "HQ (Cuesta)"',
        'label = "HQ (Castaños)"\nnote = ""',
        None,
        "note",
        "no such field; the fields here are",
    ),
    (
        "blocks.toml",
        'id = "sp-hq"\nowner = "spain"',
        'id = "sp-hq"\nowner = "rome"',
        None,
        "block",
        "one HQ of each empire, found those of",
    ),
    (
        "blocks.toml",
        'flavour = "guard"\nlabel = "Garde"\nsteps = 3\nfire = "C4"',
        'flavour = "guard"\nlabel = "Garde"\nsteps = 3\nfire = "B4"',
        'fire = "B4"',
        "block[1].fire",
        "C1-4 for guard (rulebook 2.1), found 'B4'",
    ),
    ("blocks.toml", 'fire = "A1"', 'fire = "B1"', 'fire = "B1"', "fire", "A1 for cossack"),
    (
        "blocks.toml",
        'leader = "Napoléon"\nsteps = 3',
        'leader = "Napoléon"\nsteps = 2',
        "steps = 2",
        "block[0].steps",
        "3 steps of Napoléon, 1 or 2 of other HQs",
    ),
    (
        "blocks.toml",
        'label = "Garde"\nsteps = 3',
        'label = "Garde"\nsteps = 4',
        None,
        "block",
        "a block 3C4 of france (the battle example)",
    ),
    # cards
    (
        "cards.toml",
        "{ number = 7,",
        "{ number = 8,",
        "{ number = 8,",
        "card[6].number",
        "the cards in their order: 7, found 8",
    ),
    ("cards.toml", 'event = "panic"', 'event = "grand-battery"', None, "card", "a Leader card with the event 'panic'"),
    (
        "cards.toml",
        'name = "Selim III", event = "panic"',
        'name = "Selim III"',
        None,
        "card",
        "8 Leader cards (rulebook 3.3), found 7",
    ),
    (
        "cards.toml",
        'number = 28, empire = "france"',
        'number = 28, empire = "spain"',
        "number = 28",
        "card[27].empire",
        "france (the book's",
    ),
    ("cards.toml", "dealt = 5", "dealt = 7", "dealt = 7", "deck.dealt", "2 to 6, found 7"),
    (
        "cards.toml",
        'empire = "turkey", name = "Sipahi"',
        'empire = "persia", name = "Sipahi"',
        "Sipahi",
        "card[7].empire",
        "one of 'britain', ",
    ),
    # scenarios
    (
        "scenarios.toml",
        "players = 3, empires",
        "players = 2, empires",
        None,
        "line_up",
        "one line-up for each of 2 to 7 players",
    ),
    (
        "scenarios.toml",
        '["britain", "france"]',
        '["france", "france"]',
        '["france", "france"]',
        "line_up[0].empires",
        "2 different empires",
    ),
    (
        "scenarios.toml",
        "turns = 4",
        "turns = 3",
        "turns = 3",
        "calendar.turns",
        "a Game Turn for each of the 4 cards kept",
    ),
    (
        "scenarios.toml",
        'base = "1804"',
        'base = "1805"',
        'base = "1805"',
        "campaign.base",
        "a scenario of this file, found '1805'",
    ),
    (
        "scenarios.toml",
        "last_year = 1815",
        "last_year = 1805",
        None,
        "campaign.last_year",
        "no earlier end than that of the scenario",
    ),
    (
        "scenarios.toml",
        "cards = 32, target = 32",
        "cards = 16, target = 32",
        None,
        "solitaire.lengths[1]",
        "16 only once",
    ),
    (
        "scenarios.toml",
        "cards = 32, target = 32",
        "cards = 32, target = 30",
        "lengths =",
        "solitaire.lengths",
        "16, 32 and 48 cards",
    ),
    ("scenarios.toml", "handicap = 5", "handicap = 6", None, "victory.handicapped", "5 for austria and prussia"),
    (
        "scenarios.toml",
        'id = "1808"',
        'id = "campaign"',
        'id = "campaign"',
        "scenario[1].id",
        "another id than 'campaign'",
    ),
    ("scenarios.toml", 'id = "1808"', 'id = "1809"', None, "scenario", "a scenario '1808' (rulebook 12)"),
    (
        "scenarios.toml",
        "first_year = 1804",
        "first_year = 1803",
        "first_year = 1803",
        "scenario[0].first_year",
        "the years 1804 to 1807",
    ),
    ("scenarios.toml", "gold = 10", "gold = -1", "gold = -1", "scenario[0].power[0].gold", "0 or more, found -1"),
    (
        "scenarios.toml",
        'ally = "france"',
        'ally = "spain"',
        'ally = "spain"',
        "scenario[0].power[1].ally",
        "another empire that is itself",
    ),
    (
        "scenarios.toml",
        'minors = ["veneto"]',
        'minors = ["swiss"]',
        'minors = ["swiss"]',
        "minors[0]",
        "one protector of swiss",
    ),
    (
        "scenarios.toml",
        'minors = ["veneto"]',
        'minors = ["venice"]',
        'minors = ["venice"]',
        "minors[0]",
        "a minor, found 'venice'",
    ),
    (
        "scenarios.toml",
        '"fr-art-1", "fr-garde", "fr-inf-5"',
        '"fr-art-1", "fr-garde", "fr-inf-6"',
        None,
        "blocks[2]",
        "fr-inf-6 only once",
    ),
    (
        "scenarios.toml",
        '"fr-art-1", "fr-garde", "fr-inf-5"',
        '"fr-art-1", "fr-garde"',
        None,
        "scenario[0]",
        "the block fr-inf-5 on the map or in a pool",
    ),
    (
        "scenarios.toml",
        '"fr-art-1", "fr-garde", "fr-inf-5"',
        '"fr-art-1", "fr-garde", "fr-inf-0"',
        '"fr-inf-0"',
        "blocks[3]",
        "a known block, found 'fr-inf-0'",
    ),
    (
        "scenarios.toml",
        '"fr-art-1", "fr-garde", "fr-inf-5"',
        '"fr-art-1", "fr-garde", "br-inf-1"',
        '"br-inf-1"',
        "blocks[3]",
        "a block of france or holland or swiss or westfalen",
    ),
    (
        "scenarios.toml",
        '{ at = "paris", blocks',
        '{ at = "wales", blocks',
        '{ at = "wales"',
        "power[0].place[0].blocks",
        "no more blocks in wales than may stack there",
    ),
    (
        "scenarios.toml",
        '{ at = "paris", blocks',
        '{ at = "atlantis", blocks',
        '{ at = "atlantis"',
        "power[0].place[0].at",
        "a known place, found 'atlantis'",
    ),
    (
        "scenarios.toml",
        '{ at = "burgundy", blocks',
        '{ at = "north-sea", blocks',
        None,
        "blocks[0]",
        "a region for fr-cav-1, north-sea is a sea",
    ),
    (
        "scenarios.toml",
        '{ at = "provence", blocks',
        '{ at = "burgundy", blocks',
        None,
        "blocks[0]",
        "a sea or a Naval Base for fr-fleet-2",
    ),
    (
        "scenarios.toml",
        '{ at = "vendee", blocks',
        '{ at = "normandy", blocks',
        '{ at = "normandy"',
        "at",
        "vendee for fr-fort-rochefort",
    ),
    (
        "scenarios.toml",
        '{ at = "malta", blocks = ["br-fort-malta"] }',
        '{ at = "malta", blocks = ["br-fort-malta", "br-inf-1"] }',
        None,
        "blocks",
        "no more blocks in malta than may stack",
    ),
    ("scenarios.toml", "hours = 4", 'hours = "4"', 'hours = "4"', "scenario[0].hours", "an int, found a str"),
]


@pytest.mark.parametrize("case", FAULTS, ids=[f"{case[4]}: {case[5][:40]}" for case in FAULTS])
def test_a_fault_is_found_where_it_is(tmp_path: Path, case: tuple[str, str, str, str | None, str, str]) -> None:
    file, old, new, at, field, expected = case
    with pytest.raises(DataError) as caught:
        changed(tmp_path, file, (old, new))
    found = [f for f in caught.value.faults if f.expected.startswith(expected) and f.field.endswith(field)]
    assert found, str(caught.value)
    assert found[0].file == file
    assert (at or "") in (tmp_path / file).read_text("utf-8").splitlines()[found[0].line - 1]


def test_faults_of_all_files_come_together(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text("x = ")
    (tmp_path / "cards.toml").write_bytes(b"\xff")
    with pytest.raises(DataError) as caught:
        load(tmp_path)
    assert [fault.file for fault in caught.value.faults] == ["board.toml", "cards.toml"]


def test_a_renamed_region_is_missed_wherever_it_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        changed(tmp_path, "board.toml", ('id = "flanders"', 'id = "belgium"'))
    assert {fault.file for fault in caught.value.faults} == {"board.toml", "blocks.toml", "scenarios.toml"}
    assert all(fault.line for fault in caught.value.faults)


VALUE = re.compile(r'"[^"\n]*"|\b\d+\b|\btrue\b|\bfalse\b')
STRINGS = sorted({word for text in TEXTS.values() for word in re.findall(r'"([a-z0-9-]{2,20})"', text)})
values = st.one_of(st.sampled_from(STRINGS).map(lambda word: f'"{word}"'), st.integers(-2, 9).map(str), st.just("true"))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_whatever_passes_the_checks_can_be_played_with(data: st.DataObject) -> None:
    """One or two values of a file replaced by others: a fault with file, line and field, or a game that can be set."""
    file = data.draw(st.sampled_from(sorted(TEXTS)))
    text = TEXTS[file]
    found = [
        match.span()
        for match in VALUE.finditer(text)
        if "#" not in text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    ]
    for start, end in sorted(
        data.draw(st.lists(st.sampled_from(found), min_size=1, max_size=2, unique=True)), reverse=True
    ):
        text = text[:start] + data.draw(values) + text[end:]
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        (directory / file).write_text(text, "utf-8")
        try:
            read = load(directory)
        except DataError as error:
            faults = error.faults
            read = None
        if read is None:
            lines = {name: len(told.splitlines()) for name, told in (TEXTS | {file: text}).items()}
            assert all(0 < fault.line <= lines[fault.file] and fault.expected for fault in faults)
            return
        board = Board(read)
        assert Roster(read, board).count == 130
        assert Deck(read, board).count == 42
        for scenario, players, options in variants()[::9]:
            assert choose_setting(scenario, players, options, directory).players == players
