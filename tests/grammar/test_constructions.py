"""The constructions of everyday technical prose, with verbs and nouns that stand in no list."""

from __future__ import annotations

import pytest

from graphwright.languages import LANGUAGES, Language
from tests.grammar.misreading import constructions, misread


@pytest.mark.requirement("U-71")
@pytest.mark.parametrize(
    ("language", "construction", "line"),
    [(language, *each) for language in LANGUAGES for each in constructions(language)],
)
def test_a_construction_is_read_whatever_its_words_are(language: Language, construction: str, line: str) -> None:
    assert misread(line, language) == [], construction
