"""Sentences that an answer offers to say next are taken out of its prose, however it arrives."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.formats.suggestions import SUGGESTIONS, SuggestionFilter, split_suggestions, write_suggestions

ANSWERS = [
    pytest.param("No.\n\n```suggestions\nAdd a\n- Add b\n```\n", ("No.", ["Add a", "Add b"]), id="at the end"),
    pytest.param("No.\n```suggestions\nAdd a\n```\nSo.", ("No.\nSo.", ["Add a"]), id="in the middle"),
    pytest.param("```suggestions\nAdd a", ("", ["Add a"]), id="never closed"),
    pytest.param("See ```suggestions\nthere", ("See ```suggestions\nthere", []), id="named in a sentence"),
    pytest.param("```\nsuggestions\n```", ("```\nsuggestions\n```", []), id="another fence"),
    pytest.param("```suggestions\nA\nA\n\n```", ("", ["A"]), id="said twice"),
]


@pytest.mark.requirement("U-47")
@pytest.mark.parametrize(("answer", "wanted"), ANSWERS)
def test_suggestions_are_no_prose(answer: str, wanted: tuple[str, list[str]]):
    assert split_suggestions(answer) == wanted


@pytest.mark.requirement("U-47")
def test_what_is_written_is_read_and_nobody_is_offered_more_than_one_chooses_from():
    sentences = [f"Add {number}" for number in range(SUGGESTIONS + 1)]

    assert split_suggestions(f"No.\n\n{write_suggestions(sentences)}\n") == ("No.", sentences[:-1])
    assert write_suggestions([]) == ""


PIECES = st.lists(st.sampled_from(["```", "```suggestions", "\n", "a", " ", "- b", "``", "sugg", "\n\n"]), max_size=14)


@pytest.mark.requirement("U-47")
@given(PIECES, st.data())
def test_how_an_answer_is_cut_on_its_way_changes_nothing(pieces: list[str], data: st.DataObject):
    answer = "".join(pieces)
    cuts = [0, *sorted(data.draw(st.lists(st.integers(0, len(answer)), max_size=6))), len(answer)]
    at_once, in_pieces = SuggestionFilter(), SuggestionFilter()

    whole = at_once.feed(answer) + at_once.finish()
    shown = [in_pieces.feed(answer[one:two]) for one, two in pairwise(cuts)]

    assert ("".join(shown) + in_pieces.finish(), in_pieces.found) == (whole, at_once.found)
