"""Words for node types: found by any run of words of a sentence, and only there."""

from __future__ import annotations

import pytest

from graphwright.languages import LANGUAGES
from graphwright.offline.meaning.orders.words import order_words, type_said
from graphwright.offline.meaning.vocabulary import first_of_several, may_be_listed, node_type_of, types_by_words

SEVERAL = sorted(each for each in types_by_words() if " " in each)


@pytest.mark.requirement("U-504")
@pytest.mark.parametrize("words", SEVERAL)
def test_every_phrase_for_a_type_is_found_however_it_is_written(words: str):
    wanted = types_by_words()[words]

    assert [node_type_of(each) for each in (words, words.upper(), words.replace(" ", "\n"))] == [wanted] * 3
    assert type_said(words) == wanted


@pytest.mark.requirement("U-504")
def test_every_phrase_that_an_order_uses_for_a_type_is_found():
    lost = [
        (language, words)
        for language in LANGUAGES
        for words in order_words(language).types
        if " " in words and type_said(words) is None
    ]

    assert lost == []


@pytest.mark.requirement("U-504")
def test_a_run_of_words_that_begins_like_no_phrase_is_not_looked_up():
    first = first_of_several(["function chain", "module"])

    assert may_be_listed("Function chain", first)
    assert may_be_listed("anything", first)
    assert not may_be_listed("module of pumps", first)
