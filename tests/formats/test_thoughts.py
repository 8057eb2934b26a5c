"""What a language model only thinks aloud is taken out of its answer, however it arrives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.formats.thoughts import ThoughtFilter, without_thoughts

ANSWERS = [
    pytest.param("<think>+ A|FUNC|A.FN.001|</think>\n\nIt is done.", "It is done.", id="before the answer"),
    pytest.param("First.\n<thinking>hm</thinking>\nSecond.", "First.\n\nSecond.", id="in the middle"),
    pytest.param("<Reasoning effort='high'>hm</REASONING >Yes.", "Yes.", id="other words, case and attributes"),
    pytest.param("<think>one</think>a<think>two</think>b", "ab", id="several thoughts"),
    pytest.param("Yes.<think>but then I never come to an end", "Yes.", id="never closed"),
    pytest.param("<think>only this", "", id="nothing else"),
    pytest.param("the template opened it\n</think>\n\nYes.", "Yes.", id="opened by the template of the model"),
    pytest.param("a < b and <thin ice> is <b>thin</b>", "a < b and <thin ice> is <b>thin</b>", id="other tags"),
    pytest.param("Write `<think>` around it.", "Write `<think>` around it.", id="named in code"),
    pytest.param("```xml\n<think>x</think>\n```\nSo.", "```xml\n<think>x</think>\n```\nSo.", id="shown in a fence"),
    pytest.param("ends with <thi", "ends with <thi", id="what only began like a tag"),
]


@pytest.mark.requirement("M-31")
@pytest.mark.parametrize(("answer", "wanted"), ANSWERS)
def test_thoughts_are_no_part_of_an_answer(answer: str, wanted: str):
    assert without_thoughts(answer) == wanted


PIECES = st.lists(
    st.sampled_from(
        [
            "<think>",
            "</think>",
            "<thinking a>",
            "</reasoning>",
            "<",
            "<th",
            "ink>",
            "`",
            "```\n",
            "\n",
            "a",
            " b c ",
            "/",
        ]
    ),
    max_size=12,
)


@pytest.mark.requirement("M-31")
@given(PIECES, st.data())
def test_how_an_answer_is_cut_on_its_way_changes_nothing(pieces: list[str], data: st.DataObject):
    answer = "".join(pieces)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(answer)), max_size=6)))
    at_once, in_pieces = ThoughtFilter(), ThoughtFilter()

    whole = at_once.feed(answer) + at_once.finish()
    shown = [in_pieces.feed(answer[start:end]) for start, end in zip([0, *cuts], [*cuts, len(answer)], strict=True)]

    assert "".join(shown) + in_pieces.finish() == whole
