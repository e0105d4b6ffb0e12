"""Names at the edges, small integers inside; and whatever anybody sends is answered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.refusal import Refusal
from grognard.engine.vocabulary import LARGEST_NUMBER, LONGEST_ACTION, Kind, Procedures, Verb, Vocabulary
from grognard.lab.garbage import MALFORMED, ODD_ARGUMENTS

WORDS = Vocabulary(
    {"place": Kind(("hill", "wood"), ("The Hill", "The Wood")), "man": Kind(("ney",), ("Ney",))},
    {
        "pass": Verb((), "Pass"),
        "march": Verb(("man", "place"), "{0} to {1}"),
        "pay": Verb(("number",), "Pay {0}"),
        "visit": Verb(("man", "place*"), "{0} visits {all}"),
    },
)
ACTIONS = [
    (("pass",), ("pass",)),
    (("march", 0, 1), ("march", "ney", "wood")),
    (("pay", -3), ("pay", -3)),
    (("visit", 0), ("visit", "ney")),
    (("visit", 0, 1, 0, 1), ("visit", "ney", "wood", "hill", "wood")),
]


@pytest.mark.parametrize(("action", "named"), ACTIONS)
def test_there_and_back(action: Any, named: Any) -> None:
    assert WORDS.encode(action) == named
    assert WORDS.decode(named) == action
    assert WORDS.decode(list(named)) == action


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ([], "Not an action"),
        ("pass", "Not an action"),
        (["pass"] * (LONGEST_ACTION + 1), "Not an action"),
        (["fly"], "Unknown verb 'fly'"),
        ([["pass"]], "Unknown verb list"),
        (["pass", 1], "“pass” takes no arguments"),
        (["march", "ney"], "“march” takes man, place"),
        (["visit"], "“visit” takes man, place*"),
        (["march", "ney", 1], "1 is not a place"),
        (["march", "soult", "wood"], "'soult' is not a man"),
        (["march", None, "wood"], "None is not a man"),
        (["pay", True], "True is not a number"),
        (["pay", 1.0], "1.0 is not a number"),
        (["pay", "1"], "'1' is not a number"),
        (["pay", LARGEST_NUMBER + 1], "so large is not a number"),
        (["pay", 10**5_000], "so large is not a number"),
        (["pay", "x" * 1_000], "… is not a number"),
    ],
)
def test_what_is_no_action_is_refused_in_plain_words(sent: Any, why: str) -> None:
    refusal = WORDS.decode(sent)
    assert isinstance(refusal, Refusal)
    assert refusal.clause == ""
    assert why in refusal.text
    assert len(refusal.text) < 120


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["march", "ney", "wood"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(anything)
def test_anything_at_all_is_answered(sent: Any) -> None:
    decoded = WORDS.decode(sent)
    if isinstance(decoded, Refusal):
        assert decoded.text
    else:
        assert WORDS.encode(decoded) == tuple(sent)


@pytest.mark.parametrize("sent", [*MALFORMED, *(["pay", odd] for odd in ODD_ARGUMENTS)], ids=range(47))
def test_the_fuzzers_garbage_is_answered(sent: Any) -> None:
    decoded = WORDS.decode(sent)
    if isinstance(decoded, Refusal):
        decoded.text.encode("utf-8")
        assert decoded.text.endswith(".")
    else:
        assert decoded[0] in ("pass", "pay")


def test_an_agenda_is_written_by_name_and_read_back() -> None:
    procedures = Procedures()

    @procedures.procedure
    def march(_g: Any) -> None: ...

    written = procedures.write([(march, 1, "wood")])
    assert written == [["march", 1, "wood"]]
    assert procedures.read(written) == [(march, 1, "wood")]
    with pytest.raises(ValueError, match="two procedures are called march"):
        procedures.procedure(march)
    with pytest.raises(KeyError):
        procedures.read([["fly"]])
