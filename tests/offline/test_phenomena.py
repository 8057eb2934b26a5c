"""The table of phenomena is true: each sentence is understood, in each language, and does what the page says."""

from __future__ import annotations

import pytest

from graphwright.offline.understood import UnclearMessage
from tests.offline.documented import PAGE, heard, slug
from tests.offline.phenomena import PHENOMENA, model_for, table, written

ROWS = [(row, sentence) for rows in PHENOMENA.values() for row in rows for sentence in row.sentences]


@pytest.mark.requirement("U-64")
@pytest.mark.parametrize(("phenomenon", "sentence"), ROWS, ids=[slug(sentence) for _, sentence in ROWS])
def test_a_sentence_of_each_phenomenon_is_understood_in_each_language(phenomenon, sentence):
    understood = heard(sentence, model_for(phenomenon))

    assert not isinstance(understood, UnclearMessage), understood


@pytest.mark.requirement("U-64")
def test_the_page_says_what_comes_of_each():
    assert written(PAGE.read_text(encoding="utf-8")) == table().strip("\n")
