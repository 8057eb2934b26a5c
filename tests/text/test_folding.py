"""Texts without accents: the letters beyond ASCII are folded by themselves, and nothing else is different."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.text.folding import _SPELT_OUT, unaccented


@pytest.mark.requirement("Z-06")
@given(st.text(max_size=80))
def test_a_text_folded_in_runs_is_the_text_folded_letter_by_letter(text):
    spread = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", text).translate(_SPELT_OUT))
    assert unaccented(text) == "".join(letter for letter in spread if not unicodedata.combining(letter))
