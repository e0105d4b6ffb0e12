"""A game as people play it: guarded, undoable, with sealed and standing answers, forks and time travel."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard import Game, Refused, UserError
from grognard.engine import dice
from grognard.engine.game import CHECKPOINT_EVERY, Start
from grognard.lab.checks import play_on, view_bytes, viewers
from skirmish import SKIRMISH, Board, Skirmish


def begin(players: int = 3, seed: int = 1, rulebook: Skirmish = SKIRMISH) -> Game:
    return Game(rulebook, Start(rulebook.setting("field", players, {}, None), dice.key_from_seed(seed)))


def staked(**arguments: Any) -> Game:
    """A game in which all have staked nothing and red is to march from the hill; blue is in the wood."""
    game = begin(**arguments)
    while game.position.agenda[-1][0].name == "stake":
        game.act(game.to_act[0], ["stake", 0])
    return game


def rng(seed: int = 1) -> Random:
    return Random(seed)  # noqa: S311 - seeded, so that a test is the same every time


def views(game: Game) -> list[bytes]:
    return [view_bytes(game, seat) for seat in viewers(game)]


# --- the guarded door -------------------------------------------------------------------------------------------


def test_what_is_refused_changes_nothing_and_says_why() -> None:
    game = staked()
    before = game.digest(), views(game)
    for seat, action, clause, why in (
        ("red", ["march", "hill"], "2.1", "stand there already"),
        ("blue", ["stay"], "", "waits for red"),
        ("red", ["lay", 3], "2.1", "not one of the choices"),
        ("red", ["march"], "", "takes place"),
        ("red", ["march", "moon"], "", "is not a place"),
        ("red", ["fly"], "", "Unknown verb"),
        ("red", None, "", "Not an action"),
        ("white", ["stay"], "", "no seat “white”"),
    ):
        with pytest.raises(Refused, match=why) as refused:
            game.act(seat, action)
        assert refused.value.refusal.clause == clause
    assert (game.digest(), views(game)) == before
    assert game.explain("red", ["march", "hill"]) == SKIRMISH_THERE
    assert game.explain("red", ["march", "farm"]) is None


SKIRMISH_THERE = ("2.1", "You stand there already.")


def test_nothing_is_left_to_do_when_it_is_over() -> None:
    game = begin()
    play_on(game, rng(), 1_000)
    assert game.over
    assert game.to_act == ()
    assert game.result is not None
    assert game.result["way"] == "wealth"
    with pytest.raises(Refused, match="over"):
        game.act("red", ["stay"])
    assert game.view("red")["prompt"] is None


class Half(Board):
    __slots__ = ()

    def act(self, power: int, action: Any) -> None:
        super().act(power, action)
        if action == ("march", 3):
            raise ZeroDivisionError


class HalfDone(Skirmish):
    board = Half


def test_rules_that_crash_leave_nothing_half_done() -> None:
    game = staked(rulebook=HalfDone())
    before = game.digest(), views(game), game.step
    with pytest.raises(ZeroDivisionError):
        game.act("red", ["march", "farm"])
    assert (game.digest(), views(game), game.step) == before
    game.act("red", ["stay"])
    assert game.step == before[2] + 1


# --- undo -------------------------------------------------------------------------------------------------------


def test_undo_takes_back_one_action_after_another() -> None:
    game = staked()
    start = game.digest(), views(game)
    game.act("red", ["march", "farm"])
    marched = game.digest(), views(game)
    assert game.can_undo("red")
    assert not game.can_undo("blue")
    assert game.prompt("red")["decision"] == "lay"  # type: ignore[index]  # the game waits, so it has a prompt
    game.undo("red")
    assert (game.digest(), views(game)) == start
    game.act("red", ["march", "farm"])
    assert (game.digest(), views(game)) == marched


def test_undo_stops_at_dice() -> None:
    game = staked()
    game.act("red", ["march", "farm"])
    game.act("red", game.options("red")[0])  # lays a card, and a card is drawn
    assert not game.can_undo("red")
    before = game.digest()
    with pytest.raises(Refused, match="Nothing to undo"):
        game.undo("red")
    assert game.digest() == before


def test_undo_stops_at_somebody_elses_answer() -> None:
    game = staked()
    game.act("red", ["march", "wood"])
    assert game.can_undo("red")
    game.act("blue", ["no"])
    assert not game.can_undo("red")
    assert game.can_undo("blue")
    game.undo("blue")
    assert game.to_act == ("blue",)
    assert not game.can_undo("red")  # red has seen an answer, even if it was taken back


def test_nothing_to_undo_at_the_start() -> None:
    assert not any(begin().can_undo(seat) for seat in begin().seats)


def test_a_copy_and_the_game_undo_each_for_itself() -> None:
    game = staked()
    game.act("red", ["march", "farm"])
    copy = game.clone()
    game.undo("red")
    game.act("red", ["march", "ford"])
    copy.undo("red")
    assert copy.view("red")["board"]["powers"]["red"]["place"] == "hill"
    assert copy.digest() == staked().digest()


# --- sealed answers ---------------------------------------------------------------------------------------------


def test_a_sealed_answer_can_be_withdrawn_while_others_have_answered() -> None:
    game = begin()
    game.act("red", ["stake", 2])
    game.act("blue", ["stake", 1])
    assert game.to_act == ("green",)
    game.undo("red")
    assert game.to_act == ("red", "green")
    assert [game.seats[record.seat] for record in game.history] == ["blue"]
    game.act("red", ["stake", 0])
    game.act("green", ["stake", 0])
    assert game.log()[-1]["data"] == {"stakes": (0, 1, 0)}
    assert not any(game.can_undo(seat) for seat in game.seats)


def test_who_answers_first_does_not_matter() -> None:
    one, two = begin(), begin()
    for seat in ("red", "blue", "green"):
        one.act(seat, ["stake", 1])
    for seat in ("green", "red"):
        two.act(seat, ["stake", 1])
    assert two.to_act == ("blue",)
    two.act("blue", ["stake", 1])
    assert one.digest() == two.digest()


def test_nobody_sees_a_sealed_answer() -> None:
    one, two = begin(), begin()
    one.act("red", ["stake", 0])
    two.act("red", ["stake", 2])
    for seat in ("blue", "green", None):
        assert view_bytes(one, seat) == view_bytes(two, seat)
    twin = one.twin("blue", rng())
    assert view_bytes(twin, "blue") == view_bytes(one, "blue")


def test_a_seat_with_two_powers_takes_back_its_last_answer_first() -> None:
    game = begin(players=2)
    empty = game.digest()
    game.act("red+green", ["stake", 2])
    one = game.digest()
    game.act("red+green", ["stake", 1])
    game.undo("red+green")
    assert game.digest() == one
    assert game.position.answers == ((0, ("stake", 2)),)
    game.undo("red+green")
    assert game.digest() == empty


class ShortDeck(Skirmish):
    """All cards are dealt at once, so that no draw stands between laying a card and staking gold."""

    def empty(self, setting: Any, key: bytes) -> Board:
        g = super().empty(setting, key)
        g.deck = (1, 2, 3, 4, 5, 6)
        return g


def test_an_earlier_action_can_still_be_undone_once_a_sealed_answer_is_withdrawn() -> None:
    game = staked(rulebook=ShortDeck())
    for seat in ("red", "blue", "green"):
        game.act(seat, ["stay"])
        game.act(seat, game.options(seat)[0])
    assert game.to_act == ("red", "blue", "green")
    before = view_bytes(game, "green")
    game.act("green", ["stake", 1])
    game.undo("green")
    assert view_bytes(game, "green") == before
    game.undo("green")
    assert game.to_act == ("green",)
    assert game.prompt("green")["decision"] == "lay"  # type: ignore[index]  # the game waits, so it has a prompt


def test_a_fork_amid_sealed_answers_keeps_them_and_cannot_withdraw_what_came_before() -> None:
    game = begin()
    game.act("red", ["stake", 2])
    fork = game.fork(seed=2)
    assert fork.to_act == ("blue", "green")
    assert not fork.can_undo("red")
    fork.act("blue", ["stake", 0])
    assert fork.can_undo("blue")
    assert not fork.can_undo("red")
    fork.undo("blue")
    assert fork.to_act == ("blue", "green")
    assert fork.position.answers == ((0, ("stake", 2)),)


# --- standing answers -------------------------------------------------------------------------------------------


def test_a_standing_answer_is_given_told_to_its_seat_and_to_nobody_else() -> None:
    game = staked()
    others = [view_bytes(game, seat) for seat in ("red", "green", None)]
    game.order("blue", "contest", "never")
    assert [view_bytes(game, seat) for seat in ("red", "green", None)] == others
    assert game.view("blue")["standing"] == {"contest": "never"}
    game.act("red", ["march", "wood"])
    assert game.step == staked().step + 2
    assert game.history[-1].standing
    assert game.to_act == ("red",)
    assert game.log("blue")[-1]["text"] == "Your standing order answered “contest”: never."
    assert all(entry["event"] != "StandingAnswer" for seat in ("red", "green", None) for entry in game.log(seat))


def test_always_rolls_the_dice_at_once() -> None:
    game = staked()
    game.order("blue", "contest", "always")
    game.act("red", ["march", "wood"])
    assert "Fought" in [entry["event"] for entry in game.log()]
    assert game.log("blue")[-1]["text"].endswith("always.")


def test_an_order_answers_the_open_question_and_ask_takes_it_back() -> None:
    game = staked()
    game.act("red", ["march", "wood"])
    assert game.to_act == ("blue",)
    game.order("blue", "contest", "never")
    assert game.to_act == ("red",)
    game.order("blue", "contest", "ask")
    assert game.view("blue")["standing"] == {}
    again = staked()
    again.order("blue", "contest", "never")
    again.order("blue", "contest", "ask")
    again.act("red", ["march", "wood"])
    assert again.to_act == ("blue",)


def test_an_order_must_be_one_there_is() -> None:
    game = staked()
    with pytest.raises(UserError, match="no reaction “dance”"):
        game.order("blue", "dance", "always")
    with pytest.raises(UserError, match="always, never or ask"):
        game.order("blue", "contest", "often")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(Refused, match="no seat"):
        game.order("white", "contest", "always")
    assert game.standing == {}


# --- other worlds -----------------------------------------------------------------------------------------------


def test_time_travel_gives_back_every_step() -> None:
    game = begin(seed=4)
    digests, look = [game.digest()], game.clone()
    generator = rng(4)
    while not game.over:
        play_on(game, generator, 1)
        digests.append(game.digest())
    assert game.step > CHECKPOINT_EVERY
    assert digests[1:] == [record.digest for record in game.history]
    for step, digest in enumerate(digests):
        look.position = game.position_at(step)
        assert look.digest() == digest
    for step in (-1, game.step + 1):
        with pytest.raises(UserError, match="no step"):
            game.position_at(step)


def test_time_travel_after_undo_across_a_checkpoint() -> None:
    game = begin(seed=4)
    generator = rng(7)
    while not (game.step == CHECKPOINT_EVERY and any(map(game.can_undo, game.seats))):
        if game.over or game.step > CHECKPOINT_EVERY:
            game = begin(seed=generator.randrange(1_000))
        play_on(game, generator, 1)
    seat = next(seat for seat in game.seats if game.can_undo(seat))
    game.undo(seat)
    other = next(a for a in reversed(game.options(seat)))
    game.act(seat, other)
    again = game.clone()
    again.position = game.position_at(game.step)
    assert again.digest() == game.digest()


def test_a_fork_has_dice_of_its_own_and_leaves_the_game_alone() -> None:
    game = staked()
    before = game.digest()
    one, two, again = game.fork(seed=5), game.fork(), game.fork(seed=5)
    assert game.snapshot() == one.snapshot() == two.snapshot()
    assert len({game.start.key, one.start.key, two.start.key}) == 3
    for fork in (one, again):
        play_on(fork, rng(3), 100)
    assert one.history == again.history
    assert one.snapshot() == again.snapshot()
    assert game.digest() == before
    early = game.fork(step=0, seed=5)
    assert early.prompt()["decision"] == "stake"  # type: ignore[index]  # the game waits, so it has a prompt


def test_a_seats_fork_keeps_what_it_knows_and_draws_the_rest_afresh() -> None:
    game = begin(seed=8)
    play_on(game, rng(), 12)
    known = SKIRMISH.view(game.position, 0)
    forks = [game.fork(seat="red", seed=seed) for seed in range(20)]
    assert all(SKIRMISH.view(fork.position, 0) == known for fork in forks)
    hands = {tuple(fork.position.hands[1]) for fork in forks}  # type: ignore[attr-defined]  # of the toy game
    assert len(hands) > 3


def test_a_clone_keeps_the_whole_record() -> None:
    game = begin(seed=8)
    game.order("blue", "contest", "always")
    play_on(game, rng(), 12)
    copy = game.clone()
    assert views(copy) == views(game)
    assert copy.history == game.history
    play_on(copy, rng(), 3)
    copy.order("blue", "contest", "ask")
    assert game.standing == {(1, "contest"): "always"}
    assert len(game.history) < len(copy.history)


def test_a_view_can_begin_at_a_step() -> None:
    game = begin(seed=8)
    play_on(game, rng(), 12)
    whole = game.view("red")["log"]
    for since in range(14):
        assert game.view("red", since)["log"] == [entry for entry in whole if entry["step"] >= since]


def test_an_action_is_described_in_words() -> None:
    game = staked()
    assert game.describe(("march", "ford"), "red") == "March to the ford"
    assert game.view("red")["actions"][1] == {"do": ["march", "wood"], "label": "March to the wood"}
    with pytest.raises(Refused):
        game.describe(("march", "moon"))
    assert "red" in str(game)
