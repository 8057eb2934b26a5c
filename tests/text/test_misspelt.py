"""Words with one slip, looked up among known ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.text.misspelt import near

KNOWN = frozenset({"controller", "conductor", "dispatcher", "planner", "member", "memberé", "scan"})


@pytest.mark.requirement("U-76")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("controler", {"controller"}),  # one left out
        ("controlller", {"controller"}),  # one too many
        ("dispacther", {"dispatcher"}),  # two that changed places
        ("controller", set()),  # itself
        ("kontroller", set()),  # another letter makes another word too often
        ("controllre", set()),  # the ending is taken as it stands
        ("contrller", {"controller"}),
        ("member" + "x" * 40, set()),
        ("dispatch er", set()),
    ],
)
def test_a_word_with_a_slip_is_known_by_the_word_that_was_meant(typed: str, meant: set[str]) -> None:
    assert near(typed, KNOWN) == meant


@pytest.mark.requirement("U-76")
@given(st.sampled_from(sorted(KNOWN)), st.integers(0, 12), st.sampled_from("xyz"))
def test_a_letter_left_out_is_found_wherever_it_stood_but_first_and_in_the_ending(word: str, at: int, letter: str):
    lacking = word[:at] + word[at + 1 :]
    is_inside = 1 <= at < len(word) - 2 and len(lacking) >= 6

    assert (word in near(lacking, KNOWN, shortest=6)) == is_inside
    assert near(letter + word, KNOWN, shortest=6) == set()
