"""What makes a source bear on a question in whose words it does not speak."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.inquiry.extract import is_unsure
from tests.inquiry.sources import source


@pytest.mark.requirement("C-23", "C-74")
def test_a_source_is_near_by_its_meaning_or_when_references_say_more_for_it_than_its_words():
    found = {
        "words": {"lexical": 9.0, "section": 1.0},
        "meaning": {"section": 1.0, "vector": 0.35},
        "a little alike": {"section": 1.0, "vector": 0.34},
        "a reference": {"section": 0.2, "reference": 0.3},
        "a reference alone": {"reference": 0.1},
        "rather its words": {"section": 0.3, "reference": 0.3},
    }

    near = {name for name, scores in found.items() if replace(source("P1", "Text."), scores=scores).is_near}
    assert near == {"meaning", "a reference", "a reference alone"}


@pytest.mark.requirement("Z-13")
def test_sources_that_mean_something_else_and_lack_the_words_are_doubted_and_only_where_meaning_was_compared():
    asked = "Is a permit needed for a fence?"
    near, far, far_away = ({"section": 1.0, "vector": cosine} for cosine in (0.4, 0.2, 0.05))
    other, same = source("P1", "Dogs are taxed every year."), source("P2", "A fence needs a permit.")
    assert is_unsure(asked, [replace(other, scores=far)])
    assert is_unsure(asked, [replace(other, scores=near), replace(same, scores=far_away)]), "no single one has both"
    assert not is_unsure(asked, [replace(other, scores=far), replace(same, scores=near)])
    assert not is_unsure(asked, [replace(other, scores=far), replace(same, scores={})]), "a node is judged by its words"
    assert not is_unsure(asked, [replace(other, scores={"lexical": 2.0})])
    assert not is_unsure(asked, [])
