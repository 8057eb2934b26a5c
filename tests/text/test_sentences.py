"""Where a text is cut into sentences."""

from __future__ import annotations

import pytest

from graphwright.text.sentences import sentences


@pytest.mark.requirement("U-524")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Altitude shall be… (Altitude.RQ.032) has 1 test. It fails.", ["Altitude shall be… (Altitude.RQ.032) has 1 test.", "It fails."]),
        ("A fleet of drones will… is tested. So is this.", ["A fleet of drones will… is tested.", "So is this."]),
        ("Who is it? (WhoIsIt.RQ.003) has no test.", ["Who is it? (WhoIsIt.RQ.003) has no test."]),
        ("Wait... and see.", ["Wait... and see."]),
        ("He waited… Then he went.", ["He waited…", "Then he went."]),
        ("Is it so? (Perhaps.) Yes.", ["Is it so?", "(Perhaps.)", "Yes."]),
        ("Es dauert… Äpfel fallen.", ["Es dauert…", "Äpfel fallen."]),
    ],
)  # fmt: skip
def test_a_name_that_ends_like_a_sentence_ends_none(text: str, expected: list[str]) -> None:
    assert [each.text for each in sentences(text)] == expected
