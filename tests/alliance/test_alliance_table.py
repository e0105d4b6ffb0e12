"""Alliance as it lies on a table: wooden blocks, clicks, the battle, who is allied; its log and its words."""

from __future__ import annotations

import inspect
from random import Random
from typing import Any

import msgspec
import pytest
from stage import Stage

import grognard
from grognard.atlas import board
from grognard.engine.events import Entry
from grognard.engine.game import Game
from grognard.engine.panels import Battle, Figures, Relations
from grognard.engine.tabletop import Tabletop
from grognard.engine.words import speaking
from grognard.games.alliance import GAME, events
from grognard.games.alliance.margins import ICONS
from grognard.games.alliance.tales import KIND_OF

SPACES = {s.id for s in board("alliance", "europe").topology.spaces}
REASONS = {
    "BidFailed": ("low", "tie", "loyal"),
    "StateJoined": ("diplomacy", "attacked"),
    "StateLeft": ("diplomacy", "dropped", "defeat"),
    "StateDefeated": ("city", "cities", "blocks", "surrender"),
    "SuddenDeath": ("napoleon", "defeat"),
    "GameWon": ("points", "sudden-death", "target", "failed"),
}
WAYS = ("moves", "fights", "crosses", "invades", "regroups")
EVENTS = [e for _, e in inspect.getmembers(events, inspect.isclass) if issubclass(e, tuple)]


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - the test must be the same each time


def new(scenario: str = "1804", players: int = 3, seed: int = 7, **options: Any) -> Game:
    setting = GAME.setting(scenario, players, options, None)
    return Game(GAME, grognard.engine.game.Start(setting, grognard.engine.dice.key_from_seed(seed)))


def panel(top: Tabletop, kind: type) -> Any:
    return next((p for p in top.panels if isinstance(p, kind)), None)


# --- blocks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "players"), [("1804", 3), ("solitaire", 1)])
def test_offers_are_the_options_and_their_clicks_are_on_the_table(scenario: str, players: int) -> None:
    game = new(scenario, players)
    rng, seen = chance(2), set()
    for _ in range(150):
        if game.over:
            break
        seat = rng.choice(game.to_act)
        shown = game.tabletop(seat)
        assert [offer.do for offer in shown.offers] == game.options(seat)
        things = {
            "piece": {p.id for p in shown.pieces},
            "space": SPACES,
            "power": {p.id for p in shown.powers},
            "card": {c.card for c in shown.hand},
        }
        for target in (t for offer in shown.offers for t in offer.targets):
            seen.add(target.kind)
            assert target.kind == "button" or target.id in things[target.kind]
        game.act(seat, rng.choice(game.options(seat)))
    assert {"piece", "space", "button"} <= seen


def test_every_piece_stands_on_a_space_of_the_atlas_and_all_ids_differ() -> None:
    game = new(players=7)
    for seat in (None, *game.seats):
        pieces = game.tabletop(seat).pieces
        assert len(pieces) == len({p.id for p in pieces}) == 130
        assert {p.space for p in pieces if p.space} <= SPACES
        assert all(p.face == "block" for p in pieces)


@pytest.mark.clause("alliance", "2.2.1.1", "2.3.1.1")
def test_own_blocks_show_their_face_and_enemy_blocks_only_their_colour() -> None:
    game = new(players=2)
    for seat, other in (("france", "britain"), ("britain", "france")):
        pieces = game.tabletop(seat).pieces
        own = [p for p in pieces if p.power == seat]
        assert all(p.block is not None and p.badge == str(p.block.strength) for p in own)
        napoleon = next((p for p in own if p.id == "fr-hq"), None)
        if napoleon is not None and napoleon.block is not None:
            assert (napoleon.block.symbol, napoleon.block.strength, napoleon.block.full) == ("headquarters", 2, 3)
            assert napoleon.block.rating == "B4"
        foes = [p for p in pieces if p.power == other]
        assert foes
        assert all(p.block is None and p.badge == "" and p.name is None and not p.spent for p in foes)
        assert all(p.id.startswith("hidden-") and p.kind == "block" for p in foes)
        assert {p.label for p in foes} == {"a British block" if other == "britain" else "a French block"}


@pytest.mark.clause("alliance", "2.2.1.1")
def test_the_id_of_a_hidden_block_says_where_it_is_and_nothing_else() -> None:
    """Two enemy armies change places: an onlooker sees the very same table."""
    tables = []
    for here, there in (("fr-inf-1", "fr-cav-1"), ("fr-cav-1", "fr-inf-1")):
        s = Stage(players=2).put("paris", here).put("burgundy", there).turn("france")
        tables.append(msgspec.json.encode(s.play.tabletop("britain")))
    assert tables[0] == tables[1]


def test_neutral_blocks_lie_face_up() -> None:
    s = Stage(players=2).ally("denmark", None).put("denmark", "denmark-fleet", steps=2).turn("france")
    fleet = next(p for p in s.play.tabletop("france").pieces if p.id == "denmark-fleet")
    assert fleet.block is not None
    assert (fleet.block.symbol, fleet.block.strength, fleet.block.least) == ("fleet", 2, 0)


def test_the_table_is_the_same_in_worlds_a_seat_cannot_tell_apart() -> None:
    game, rng = new(players=4, treasuries="hidden"), chance(5)
    for step in range(240):
        if game.over:
            break
        seat = rng.choice(game.to_act)
        if step % 6 == 0:
            watcher = rng.choice((None, *game.seats))
            twin = game.twin(watcher, rng)
            assert msgspec.json.encode(game.tabletop(watcher)) == msgspec.json.encode(twin.tabletop(watcher))
            assert game.rulebook.sheet(game.position, None) == game.rulebook.sheet(twin.position, None)
        game.act(seat, rng.choice(game.options(seat)))


# --- the battle ------------------------------------------------------------------------------------------------------


@pytest.fixture
def battle() -> Stage:
    """Two French blocks attack an Austrian one, with a reserve on its way for each side."""
    s = Stage(players=2).ally("austria", "britain").ally("bavaria", "britain")
    s.put("rhineland", "fr-inf-1", "fr-inf-2").put("burgundy", "fr-cav-1").put("bavaria", "au-inf-1")
    s.put("bohemia", "au-cav-1").turn("france", ap=4)
    s.act("france", "group", "rhineland").act("france", "attack", "fr-inf-1", "bavaria")
    s.act("france", "attack", "fr-inf-2", "bavaria").act("france", "group", "burgundy")
    s.act("france", "attack", "fr-cav-1", "bavaria").act("france", "end")
    s.turn("britain", ap=3).act("britain", "group", "bohemia").act("britain", "defend", "au-cav-1", "bavaria")
    return s


@pytest.mark.clause("alliance", "4.1.10")
def test_battles_to_come_are_counted(battle: Stage) -> None:
    top = battle.play.tabletop("france")
    pending = next(p for p in top.panels if isinstance(p, Figures) and p.title == "Battles to come")
    assert pending.table.rows[0].cells == ("Bavaria", "France 2", "Austria 1", "1", "1")


@pytest.mark.clause("alliance", "7.1.4", "7.23.1")
def test_the_battle_panel_shows_both_sides_and_reserves_face_down(battle: Stage) -> None:
    battle.battles()
    shown = {seat: panel(battle.play.tabletop(seat), Battle) for seat in ("france", "britain")}
    for seat, fight in shown.items():
        attack, defence = fight.sides
        assert [p.piece for p in attack.participants] == ["fr-inf-1", "fr-inf-2"], "revealed to everybody"
        assert [p.piece for p in defence.participants] == ["au-inf-1"]
        assert defence.participants[0].standing == "next", "defenders fire first"
        own, other = (attack, defence) if seat == "france" else (defence, attack)
        assert own.reserves[0].pieces[0] in ("fr-cav-1", "au-cav-1")
        assert other.reserves[0].pieces[0].startswith("hidden-bavaria-")
        pieces = {p.id for p in battle.play.tabletop(seat).pieces}
        assert {name for side in (attack, defence) for r in side.reserves for name in r.pieces} <= pieces


@pytest.mark.clause("alliance", "7.3.1")
def test_the_battle_panel_keeps_the_dice_of_every_round(battle: Stage) -> None:
    battle.battles()
    fired = []
    while battle.position.battle is not None and battle.position.battle.round < 3:
        player = battle.play.to_act[0]
        battle.act(player, *(battle.options(player, "fire") or battle.options(player))[0])
        fight = panel(battle.play.tabletop(None), Battle)
        if fight is not None:
            fired = [v for bout in fight.bouts for v in bout.volleys]
            for v in fired:
                assert v.hits == sum(die.hit for throw in v.throws for die in throw.dice)
                assert v.throws[0].power in fight.sides[v.side].powers
    told = battle.events("Fired")
    assert len(fired) >= 3
    assert [[d.face for d in v.throws[0].dice] for v in fired] == [e["dice"] for e in told][: len(fired)]


def test_a_lost_block_stays_in_the_panel(battle: Stage) -> None:
    battle.battles()
    lost: set[str] = set()
    while battle.position.battle is not None:
        player = battle.play.to_act[0]
        battle.act(player, *(battle.options(player, "fire") or battle.options(player))[0])
        fight = panel(battle.play.tabletop("france"), Battle)
        if fight is not None:
            lost |= {p.piece for side in fight.sides for p in side.participants if p.standing == "lost"}
    fallen = {e["block"] for e in battle.events("BlockEliminated")}
    assert lost <= fallen


# --- powers and panels -----------------------------------------------------------------------------------------------


def test_powers_tell_gold_points_cards_and_allies() -> None:
    game = new(players=3, treasuries="hidden")
    france = {p.id: p for p in game.tabletop("france").powers}
    tracks = {t.name: t.value for t in france["france"].tracks}
    assert tracks["Gold"] > 0
    assert tracks["Cards"] == 5
    assert "Gold" not in {t.name for t in france["britain"].tracks}, "treasuries are hidden"
    assert [p.id for p in game.tabletop("france").powers] == list(game.setting.powers)


@pytest.mark.clause("alliance", "6.2.4")
def test_a_secret_alliance_is_seen_by_those_who_made_it_only() -> None:
    s = Stage(players=3).pact("britain", "russia", openly=False).turn("france")
    tones = {}
    for seat in ("britain", "france", None):
        ties = {frozenset((t.a, t.b)): (t.tone, t.words) for t in panel(s.play.tabletop(seat), Relations).ties}
        tones[seat] = ties[frozenset(("britain", "russia"))]
    assert tones["britain"] == ("allied", "Allied in secret")
    assert tones["france"] == tones[None] == ("hostile", "Not allied")


def test_a_minor_is_in_the_column_while_something_can_be_done_with_it() -> None:
    s = Stage(players=2).ally("holland", "france").turn("france")
    assert "holland" in {p.id for p in s.play.tabletop("france").powers}
    assert "holland" not in {p.id for p in s.play.tabletop("britain").powers}


def test_supply_is_laid_over_the_map() -> None:
    s = Stage(players=2).put("paris", "fr-inf-1").put("egypt", "fr-inf-2").put("levant-sea", "br-fleet-1")
    s.ally("turkey", "britain").put("syria", "tu-inf-1").turn("france")
    overlays = {o.id: o for o in s.play.tabletop("france").overlays}
    assert overlays["supply"].spaces["egypt"] == "cut off"
    assert overlays["supply"].spaces["paris"] == ""
    assert overlays["cities"].spaces["paris"] == "2"
    assert {o.id for o in s.play.tabletop(None).overlays} == {"cities", "bases"}


# --- before deciding -------------------------------------------------------------------------------------------------


@pytest.mark.clause("alliance", "4.3.3")
def test_where_a_block_can_get_to() -> None:
    s = Stage(players=2).put("paris", "fr-inf-1").put("rhineland", "fr-inf-2").put("bavaria", "bavaria-inf")
    s.ally("bavaria", None).turn("britain")
    reached = {r.space: r.words for r in s.play.reach("france", "fr-inf-1", chance(1))}
    assert reached["champagne"] == "1 region"
    assert reached["burgundy"] in ("1 region", "2 regions")
    assert {r.space: r.words for r in s.play.reach("france", "fr-inf-2", chance(1))}["bavaria"] == "to battle"
    assert s.play.reach("britain", "fr-inf-1", chance(1)) == (), "a block one cannot see is asked for by what one sees"
    hidden = s.play.reach("britain", "hidden-paris-france-1", chance(1))
    assert "champagne" in {r.space for r in hidden}


@pytest.mark.clause("alliance", "6.2.2", "3.5.9")
def test_players_confer_in_private_before_the_first_turn_and_in_winter() -> None:
    game = new(players=3)
    assert GAME.cannot_confer(game.position, (0, 1)) is None
    s = Stage(players=3).season(2).turn("france")
    refusal = GAME.cannot_confer(s.position, (0, 1))
    assert refusal is not None
    assert refusal.clause == "6.2.2"
    assert GAME.cannot_confer(Stage(players=3).season(4).turn("france").position, (0, 1)) is None


# --- what happened ---------------------------------------------------------------------------------------------------


def made_up(event: type, reason: str, how: str) -> Any:
    """An event of a kind with something in every field."""
    values: dict[str, Any] = {"reason": reason, "how": how, "dice": (1, 5), "year": 1805, "turn": 2, "round": 2}
    fields: tuple[str, ...] = getattr(event, "_fields")  # noqa: B009 - every event is a NamedTuple
    plural = {"cards", "players", "winners", "attackers", "defenders"}
    sea = GAME.setting("1804", 2, {}, None).board.first_sea  # type: ignore[attr-defined]  # Alliance's own setting
    for name in fields:
        if name == "path":
            values[name] = (0, sea, 1) if how in ("crosses", "invades") else (0, 1)
        elif name in plural:
            values[name] = (0, 1)
        elif name == "card":
            values[name] = 41  # a leader's, with an event
        elif name in KIND_OF:
            values[name] = 3
        elif name not in values:
            values[name] = 1
    return event(**{name: values[name] for name in fields})


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("event", EVENTS, ids=lambda e: e.__name__)
def test_every_event_is_told(event: type, language: str) -> None:
    position = Stage(players=2).turn("france").position
    with speaking(language):
        for reason in REASONS.get(event.__name__, ("",)):
            for how in WAYS if "how" in getattr(event, "_fields") else ("",):  # noqa: B009 - every event is a NamedTuple
                told = GAME.tale(position, Entry("1.1.1", None, made_up(event, reason, how)))
                assert told[0].isupper() or not told[0].isalpha()
                assert told[-1] in ".!"
                assert "{" not in told


def test_every_event_has_an_icon() -> None:
    assert set(EVENTS) == set(ICONS)


def test_the_log_tells_a_move_to_all_and_the_block_to_its_player() -> None:
    s = Stage(players=2).put("paris", "fr-inf-1").turn("france")
    s.act("france", "group", "paris").act("france", "move", "fr-inf-1", "champagne")
    own, other = s.play.log("france"), s.play.log("britain")
    assert [d["text"] for d in own][-2:] == [
        "A French block marched from Paris to Champagne.",
        "It was the French 1st Infantry.",
    ]
    assert [d["text"] for d in other][-1] == "A French block marched from Paris to Champagne."
    assert other[-1]["margin"]["way"] == ("paris", "champagne")
    assert "pieces" not in other[-1]["margin"]
    assert own[-1]["margin"]["pieces"] == ("fr-inf-1",)


def test_dice_stand_in_the_margin(battle: Stage) -> None:
    battle.battles()
    player = battle.play.to_act[0]
    battle.act(player, *battle.options(player, "fire")[0])
    line = next(d for d in battle.play.log(None) if d["event"] == "Fired")
    assert len(line["margin"]["throws"][0]["dice"]) == 4
    assert line["margin"]["icon"] == "dice"


def test_the_sheet_reads_like_a_table() -> None:
    text = str(new(players=2))
    assert text.startswith("Alliance: 1804-07 · 1804, before play")
    assert "F?" in text
    assert "Hand" in text
