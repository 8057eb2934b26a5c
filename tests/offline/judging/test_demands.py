"""Requirement sentences become proposals word by word: the figures may only rise."""

from __future__ import annotations

import pytest

from tests.offline.judging.demands import SENTENCES, english, failing, german
from tests.offline.judging.table import SWING, read_ratchet


def held_against(sentences: list[str], least: int) -> None:
    reasons = {sentence: why for sentence in sentences if (why := failing(sentence)) is not None}

    assert len(sentences) == SENTENCES
    assert len(sentences) - len(reasons) >= least - SWING, reasons


@pytest.mark.requirement("U-57")
def test_german_requirement_sentences_become_proposals_word_by_word():
    held_against(german(), read_ratchet().others["requirements de"])


@pytest.mark.requirement("U-57")
def test_real_english_requirement_sentences_become_proposals_word_by_word(shared_data):
    held_against(english(shared_data), read_ratchet().others["requirements en"])
