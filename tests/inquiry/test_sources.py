"""What makes a source bear on a question in whose words it does not speak."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

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
