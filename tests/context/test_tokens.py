"""Counting tokens: it never fails, whatever the text, and its work is bounded, whatever the length."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from graphwright.context.tokens import LONGEST, SAMPLES, counter_of, tokenizer

ODD = st.one_of(
    st.text(st.characters(), max_size=300),
    st.text(st.characters(categories=["Cs", "Cn", "Co", "Cc", "Mn", "Me", "Zs"]), max_size=300),
    st.text(st.sampled_from("a\u0301\u200d\ufeff\u202e\ud83d\udc69 \r\n\t'<|>"), max_size=300),
)
"""Lone surrogates, unassigned and private characters, marks without a letter, controls, blanks of all kinds."""


@pytest.mark.requirement("Z-04")
@settings(deadline=None)
@given(text=ODD, times=st.integers(1, 4_000))
@example(text="\ud800", times=1_000_000)
@example(text="a", times=1_000_000)
@example(text=" ", times=1_000_000)
@example(text="<|endoftext|>", times=100_000)
def test_any_text_of_any_length_is_counted(text: str, times: int):
    counted = tokenizer().count(text * times)
    assert counted >= (1 if text else 0)
    assert counted <= 4 * len(text) * times, "no character has more bytes than four"


@pytest.mark.requirement("Z-04")
@pytest.mark.parametrize("length", [0, 1, LONGEST, LONGEST + 1, 1_000_000])
def test_the_vocabulary_reads_a_bounded_part_of_a_text_whatever_its_length(length: int):
    read: list[int] = []

    def encode(text: str) -> list[int]:
        read.append(len(text))
        return [0] * len(text)

    assert counter_of(encode).count("x" * length) == length
    assert sum(read) <= LONGEST
    assert len(read) <= SAMPLES


@pytest.mark.requirement("Z-04")
def test_what_the_vocabulary_refuses_is_estimated():
    def refuses(text: str) -> list[int]:
        raise ValueError(text)

    assert counter_of(refuses).count("abc" * 100) == 100
